package promo

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/funds/promo/promodb"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/site"
)

// Deposit is a deposit that reaches the wallet now. Ever and Today count the completed ones before it: of all time, and of
// its day on the site's clock.
type Deposit struct {
	Site, Member string
	Level        int
	ID           int64
	Amount       money.Amount
	Currency     string
	Ever, Today  int64
	At           time.Time
	Trace        string
}

// Given is a bonus as its member sees it.
type Given struct {
	Rule     string
	Day      time.Time // midnight UTC
	Deposit  money.Amount
	Rate     int64 // basis points
	Unit     wallet.Unit
	Amount   money.Amount
	Turnover money.Amount // what must be played for it
	At       time.Time
}

// Deposited gives the bonuses of a deposit in the transaction that completes it: one of new, first and again, and on a
// weekend that one, too. Each rule pays a member once a day, at most its cap; a member who declines bonuses gets none.
func Deposited(ctx context.Context, tx pgx.Tx, o site.Options, d Deposit) ([]Given, error) {
	due, versions, err := due(ctx, tx, o, d)
	if err != nil {
		return nil, err
	}
	var given []Given
	for _, g := range due {
		done, err := give(ctx, tx, o, d, g, versions[g.Rule])
		if err != nil {
			return nil, err
		}
		if done {
			given = append(given, g)
		}
	}
	return given, nil
}

// Expected returns the bonuses that Deposited would give for a deposit at d.At, and writes nothing.
func Expected(ctx context.Context, db promodb.DBTX, o site.Options, d Deposit) ([]Given, error) {
	due, _, err := due(ctx, db, o, d)
	if err != nil {
		return nil, err
	}
	paid, err := promodb.New(db).BonusRules(ctx, promodb.BonusRulesParams{MemberID: d.Member, Day: Day(d.At, o.Location())})
	if err != nil {
		return nil, wrap("bonus", err)
	}
	return slices.DeleteFunc(due, func(g Given) bool { return slices.Contains(paid, g.Rule) }), nil
}

// due returns the bonuses of the rules that a deposit falls under, also of those that have paid on its day, and the version of
// each rule. A member who declines bonuses is due none.
func due(ctx context.Context, db promodb.DBTX, o site.Options, d Deposit) (out []Given, versions map[string]int32, err error) {
	declined, err := promodb.New(db).Refuses(ctx, d.Member)
	if err != nil {
		return nil, nil, wrap("bonus", err)
	}
	if declined {
		return nil, nil, nil
	}
	settings, err := load(ctx, db, d.Site)
	if err != nil {
		return nil, nil, err
	}
	versions = map[string]int32{}
	for _, rule := range rulesOf(settings, d, o.Location()) {
		bonus := settings.Bonuses[rule]
		g := Given{
			Rule: rule, Day: Day(d.At, o.Location()), Deposit: d.Amount, Rate: bonus.rate(d.Level), Unit: bonus.Unit, Amount: bonus.of(d), At: d.At,
		}
		g.Turnover = g.Amount.Share(bonus.Turnover)
		out, versions[rule] = append(out, g), settings.Stamps[rule].Version
	}
	return out, versions, nil
}

// rulesOf are the rules that a deposit falls under and that give something for it.
func rulesOf(s Settings, d Deposit, loc *time.Location) (out []string) {
	var candidates []string
	if d.Ever == 0 {
		candidates = append(candidates, RuleNew)
	}
	if d.Today == 0 {
		candidates = append(candidates, RuleFirst)
	} else {
		candidates = append(candidates, RuleAgain)
	}
	for _, r := range candidates {
		if s.Bonuses[r].of(d) > 0 {
			out = append(out, r)
			break
		}
	}
	if isWeekend(d.At.In(loc)) && s.Bonuses[RuleWeekend].of(d) > 0 {
		out = append(out, RuleWeekend)
	}
	return out
}

func (b Bonus) rate(level int) int64 {
	if level < 1 || level > len(b.Rates) {
		return 0
	}
	return b.Rates[level-1]
}

// of is what the rule gives for a deposit.
func (b Bonus) of(d Deposit) money.Amount {
	if !b.Active || d.Amount < b.MinDeposit {
		return 0
	}
	return min(d.Amount.Share(b.rate(d.Level)), b.Cap)
}

// give writes one bonus; false when the rule has paid on that day.
func give(ctx context.Context, tx pgx.Tx, o site.Options, d Deposit, g Given, version int32) (bool, error) {
	n, err := promodb.New(tx).AddBonus(ctx, promodb.AddBonusParams{
		MemberID: d.Member, Rule: g.Rule, Day: g.Day, SiteID: d.Site, Version: version, DepositID: d.ID, Deposit: int64(d.Amount),
		Rate: g.Rate, Unit: string(g.Unit), Currency: d.Currency, Amount: int64(g.Amount), Turnover: int64(g.Turnover), At: g.At,
	})
	if err != nil || n == 0 {
		return false, wrap("bonus", err)
	}
	kind, ref := bonusPrefix+g.Rule, strconv.FormatInt(d.ID, 10)
	_, err = credit(ctx, tx, o, wallet.Move{
		Member: d.Member, Currency: d.Currency, Unit: g.Unit, Amount: g.Amount, Contra: wallet.ContraPromo, Kind: kind, Ref: ref, Trace: d.Trace,
	}, g.Turnover, g.At)
	return err == nil, err
}

func wrap(what string, err error) error {
	if err != nil {
		return fmt.Errorf("promo: %s: %w", what, err)
	}
	return nil
}

// firstLevel is the level of a new member.
const firstLevel = 1

// State says whether a rule can pay for the next deposit of a member, and if not, why.
type State string

// The states.
const (
	TermOpen    State = "open"    // the next deposit that is large enough gets it
	TermPaid    State = "paid"    // it has paid today, and pays once a day
	TermUsed    State = "used"    // new: there was a deposit before; first: there was one today
	TermLater   State = "later"   // again: from the second deposit of a day on; weekend: today is a weekday
	TermInstead State = "instead" // first: the member's first deposit gets the bonus for new members, and a deposit gets one of both
)

// Term is a rule as it is for one member.
type Term struct {
	Rule       string
	Rate       int64 // basis points
	Unit       wallet.Unit
	Cap        money.Amount
	MinDeposit money.Amount
	Turnover   int64 // basis points of the bonus
	State      State
}

// Deposits counts a member's completed deposits: of all time, and of today on the site's clock.
type Deposits struct {
	Ever, Today int64
}

// Terms returns the rules that give a member something, each with whether it can pay for the next deposit, and whether the member
// wants bonuses.
func (s *Service) Terms(ctx context.Context, who Who, done Deposits) (terms []Term, wanted bool, err error) {
	st, err := s.sites.Get(ctx, who.Site)
	if err != nil {
		return nil, false, err
	}
	p, err := s.members.Profile(ctx, s.db, who.Member)
	if err != nil {
		return nil, false, err
	}
	settings, err := load(ctx, s.db, who.Site)
	if err != nil {
		return nil, false, err
	}
	q := promodb.New(s.db)
	declined, err := q.Refuses(ctx, who.Member)
	if err != nil {
		return nil, false, wrap("terms", err)
	}
	now := s.clk.Now().In(st.Options.Location())
	paid, err := q.BonusRules(ctx, promodb.BonusRulesParams{MemberID: who.Member, Day: Day(now, st.Options.Location())})
	if err != nil {
		return nil, false, wrap("terms", err)
	}
	for _, rule := range Rules {
		b := settings.Bonuses[rule]
		if !b.Active || b.rate(p.Level) == 0 {
			continue
		}
		t := b.term(rule, p.Level)
		switch {
		case slices.Contains(paid, rule):
			t.State = TermPaid
		case rule == RuleNew && done.Ever > 0, rule == RuleFirst && done.Today > 0:
			t.State = TermUsed
		case rule == RuleAgain && done.Today == 0, rule == RuleWeekend && !isWeekend(now):
			t.State = TermLater
		case rule == RuleFirst && done.Ever == 0 && settings.newInstead(p.Level, b):
			t.State = TermInstead
		}
		terms = append(terms, t)
	}
	return terms, !declined, nil
}

// Offers returns the rules as they are for a new member of the first level: what the main page promises to a guest.
func (s *Service) Offers(ctx context.Context, siteID string) ([]Term, error) {
	settings, err := load(ctx, s.db, siteID)
	if err != nil {
		return nil, err
	}
	var offers []Term
	for _, rule := range Rules {
		b := settings.Bonuses[rule]
		if b.Active && b.rate(firstLevel) > 0 {
			offers = append(offers, b.term(rule, firstLevel))
		}
	}
	return offers, nil
}

// term is the rule of this setting for a level, as if nothing were in its way.
func (b Bonus) term(rule string, level int) Term {
	return Term{Rule: rule, Rate: b.rate(level), Unit: b.Unit, Cap: b.Cap, MinDeposit: b.MinDeposit, Turnover: b.Turnover, State: TermOpen}
}

// newInstead reports whether every deposit that a bonus is paid for would get the bonus for new members if it is the first.
func (s Settings) newInstead(level int, b Bonus) bool {
	n := s.Bonuses[RuleNew]
	return n.Active && n.rate(level) > 0 && n.Cap > 0 && n.MinDeposit <= b.MinDeposit
}

func isWeekend(at time.Time) bool {
	return at.Weekday() == time.Saturday || at.Weekday() == time.Sunday
}

// Choose says whether a member wants bonuses of deposits from now on: each bonus must be wagered before a withdrawal, so
// members get none that they did not choose (S-32).
func (s *Service) Choose(ctx context.Context, who Who, wanted bool) error {
	q := promodb.New(s.db)
	if wanted {
		return wrap("choose", q.Accept(ctx, who.Member))
	}
	return wrap("choose", q.Refuse(ctx, promodb.RefuseParams{MemberID: who.Member, At: s.clk.Now()}))
}

// Bonuses returns a page of what a member was given for deposits, newest first, and how many the days have.
func (s *Service) Bonuses(ctx context.Context, who Who, days paging.Days, page paging.Slice) ([]Given, int64, error) {
	st, err := s.sites.Get(ctx, who.Site)
	if err != nil {
		return nil, 0, err
	}
	p, err := days.Period(st.Options.Location())
	if err != nil {
		return nil, 0, err
	}
	q := promodb.New(s.db)
	total, err := q.BonusesCount(ctx, promodb.BonusesCountParams{MemberID: who.Member, Since: p.Since, Until: p.Until})
	if err != nil {
		return nil, 0, wrap("bonuses", err)
	}
	rows, err := q.Bonuses(ctx, promodb.BonusesParams{MemberID: who.Member, Since: p.Since, Until: p.Until, Count: page.Count, Skip: page.Skip})
	if err != nil {
		return nil, 0, wrap("bonuses", err)
	}
	out := make([]Given, len(rows))
	for i, r := range rows {
		out[i] = Given{
			Rule: r.Rule, Day: r.Day, Deposit: money.Amount(r.Deposit), Rate: r.Rate, Unit: wallet.Unit(r.Unit),
			Amount: money.Amount(r.Amount), Turnover: money.Amount(r.Turnover), At: r.At,
		}
	}
	return out, total, nil
}

// Rates returns of each of a member's moves the rate of the bonus that it was, in basis points of the deposit; 0 for other moves.
func (s *Service) Rates(ctx context.Context, member string, moves []wallet.Entry) ([]int64, error) {
	var deposits []int64
	for _, m := range moves {
		if !strings.HasPrefix(m.Kind, bonusPrefix) {
			continue
		}
		deposit, err := strconv.ParseInt(m.Ref, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("promo: %s of deposit %.32q: %w", m.Kind, m.Ref, err)
		}
		deposits = append(deposits, deposit)
	}
	rates := make([]int64, len(moves))
	if len(deposits) == 0 {
		return rates, nil
	}
	rows, err := promodb.New(s.db).BonusRates(ctx, promodb.BonusRatesParams{MemberID: member, Deposits: deposits})
	if err != nil {
		return nil, wrap("rates", err)
	}
	for _, r := range rows {
		for i, m := range moves {
			if m.Kind == bonusPrefix+r.Rule && m.Ref == strconv.FormatInt(r.DepositID, 10) {
				rates[i] = r.Rate
			}
		}
	}
	return rates, nil
}
