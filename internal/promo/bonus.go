package promo

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/money"
	"hubstake/internal/paging"
	"hubstake/internal/promo/promodb"
	"hubstake/internal/site"
	"hubstake/internal/wallet"
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

// Deposited gives the bonuses of a deposit inside of the transaction that completes it: one of new, first and again, and on a
// weekend that one, too. Each rule pays a member once a day, at most its cap; a member who declines bonuses gets none.
func Deposited(ctx context.Context, tx pgx.Tx, o site.Options, d Deposit) ([]Given, error) {
	q := promodb.New(tx)
	declined, err := q.Refuses(ctx, d.Member)
	if err != nil {
		return nil, fmt.Errorf("promo: bonus: %w", err)
	}
	if declined {
		return nil, nil
	}
	settings, err := load(ctx, tx, d.Site)
	if err != nil {
		return nil, err
	}
	var given []Given
	for _, rule := range rulesOf(settings, d, o.Location()) {
		g := Given{
			Rule: rule, Day: Day(d.At, o.Location()), Deposit: d.Amount, Rate: settings.Bonuses[rule].rate(d.Level),
			Unit: settings.Bonuses[rule].Unit, Amount: settings.Bonuses[rule].of(d), At: d.At,
		}
		g.Turnover = g.Amount.Share(settings.Bonuses[rule].Turnover)
		done, err := give(ctx, tx, d, g, settings.Stamps[rule].Version)
		if err != nil {
			return nil, err
		}
		if done {
			given = append(given, g)
		}
	}
	return given, nil
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
	if w := d.At.In(loc).Weekday(); (w == time.Saturday || w == time.Sunday) && s.Bonuses[RuleWeekend].of(d) > 0 {
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
func give(ctx context.Context, tx pgx.Tx, d Deposit, g Given, version int32) (bool, error) {
	q := promodb.New(tx)
	n, err := q.AddBonus(ctx, promodb.AddBonusParams{
		MemberID: d.Member, Rule: g.Rule, Day: g.Day, SiteID: d.Site, Version: version, DepositID: d.ID, Deposit: int64(d.Amount),
		Rate: g.Rate, Unit: string(g.Unit), Currency: d.Currency, Amount: int64(g.Amount), Turnover: int64(g.Turnover), At: g.At,
	})
	if err != nil || n == 0 {
		return false, wrap("bonus", err)
	}
	kind, ref := bonusPrefix+g.Rule, strconv.FormatInt(d.ID, 10)
	_, repeated, err := wallet.Apply(ctx, tx, wallet.Move{
		Member: d.Member, Currency: d.Currency, Unit: g.Unit, Amount: g.Amount, Contra: wallet.ContraPromo, Kind: kind, Ref: ref, Trace: d.Trace,
	})
	if err != nil {
		return false, wrap("bonus", err)
	}
	if repeated {
		return false, fmt.Errorf("promo: the %s of deposit %d was given before", kind, d.ID)
	}
	return true, owe(ctx, q, kind, ref, d.Member, d.Currency, g.Turnover, g.At)
}

func wrap(what string, err error) error {
	if err != nil {
		return fmt.Errorf("promo: %s: %w", what, err)
	}
	return nil
}

// Term is a rule as it is for one member.
type Term struct {
	Rule       string
	Rate       int64 // basis points
	Unit       wallet.Unit
	Cap        money.Amount
	MinDeposit money.Amount
	Turnover   int64 // basis points of the bonus
	Paid       bool  // today
}

// Terms returns the rules that give a member something, and whether the member wants it.
func (s *Service) Terms(ctx context.Context, who Who) (terms []Term, wanted bool, err error) {
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
	paid, err := q.BonusRules(ctx, promodb.BonusRulesParams{MemberID: who.Member, Day: Day(s.clk.Now(), st.Options.Location())})
	if err != nil {
		return nil, false, wrap("terms", err)
	}
	for _, rule := range Rules {
		b := settings.Bonuses[rule]
		if !b.Active || b.rate(p.Level) == 0 {
			continue
		}
		t := Term{Rule: rule, Rate: b.rate(p.Level), Unit: b.Unit, Cap: b.Cap, MinDeposit: b.MinDeposit, Turnover: b.Turnover}
		for _, r := range paid {
			t.Paid = t.Paid || r == rule
		}
		terms = append(terms, t)
	}
	return terms, !declined, nil
}

// Choose says whether a member wants bonuses of deposits from now on: each of them has to be played before a withdrawal,
// so nobody is given one unasked (S-32).
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
			r.Rule, r.Day, money.Amount(r.Deposit), r.Rate, wallet.Unit(r.Unit), money.Amount(r.Amount), money.Amount(r.Turnover), r.At,
		}
	}
	return out, total, nil
}
