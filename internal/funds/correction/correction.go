// Package correction is how staff puts a member's money right: by another entry, with a reason, and never by changing one (S-80, S-81).
//
// Tables: none of its own. A correction is one move of the wallet, kind correction, against the account correction; its reference is the staff's ID and
// the page's request ID, so that a repeated call has no second effect. It asks for no turnover. From the amount on that the site sets it needs
// a second person (S-84, internal/operator/approval).
//
// The PT of a head office comes and goes by corrections as well: the same rights, threshold and second person, and a wallet of its own.
//
// Events: CASH or PT, by the wallet. Locks, in the order of internal/operator/audit: the approval and both persons, the member, the wallet, the head of the audit.
package correction

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/ledger/turnover"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
)

const (
	kind      = "correction"      // of the move
	kindTest  = "correction.test" // of a move of a test account (S-103)
	maxReason = 200               // code points
)

// requestForm is how a page names its call.
var requestForm = regexp.MustCompile(`^[0-9a-zA-Z-]{8,64}$`)

// Correction is what staff wants to put right.
type Correction struct {
	Request string // of the page: repeating it has no second effect
	Member  string
	Unit    wallet.Unit // Cash or Point
	PT      bool        // the PT of a head office; Unit is Cash then
	Take    bool        // the amount is taken from the member; else it is given
	Amount  money.Input
	Reason  string // for the audit; the member does not read it
}

// move is a correction as it is carried out, and as an approval keeps it.
type move struct {
	Ref      string       `json:"ref"`
	Member   string       `json:"memId"`
	Currency string       `json:"currency"`
	Unit     wallet.Unit  `json:"unit"`
	Amount   money.Amount `json:"amount"` // negative: taken
	Reason   string       `json:"reason"`
}

// Service corrects.
type Service struct {
	db        *pgxpool.Pool
	clk       clock.Clock
	sites     *site.Service
	members   *member.Service
	approvals *approval.Service
}

// New returns a service, which carries out what approvals lets through.
func New(db *pgxpool.Pool, clk clock.Clock, sites *site.Service, members *member.Service, approvals *approval.Service) *Service {
	s := &Service{db: db, clk: clk, sites: sites, members: members, approvals: approvals}
	approvals.Handle(site.Correction, approval.Action{Right: right.Correct, Do: s.approved})
	return s
}

// check brings a correction to the form in which it is carried out. C009: no amount. E001: a reason that is missing or cannot be printed, another unit.
func (c Correction) check(by, currency string) (move, error) {
	amount, given := c.Amount.Amount()
	if !given {
		return move{}, fault.AmountRequired
	}
	reason := strings.TrimSpace(c.Reason)
	if reason == "" || !utf8.ValidString(reason) || utf8.RuneCountInString(reason) > maxReason ||
		strings.ContainsFunc(reason, func(r rune) bool { return !unicode.IsPrint(r) }) ||
		c.Unit != wallet.Cash && (c.PT || c.Unit != wallet.Point) || !requestForm.MatchString(c.Request) {
		return move{}, fault.Failed
	}
	if c.Take {
		amount = -amount
	}
	if c.PT {
		currency = wallet.PT
	}
	return move{
		Ref: by + ":" + c.Request, Member: strings.ToLower(strings.TrimSpace(c.Member)), Currency: currency, Unit: c.Unit, Amount: amount, Reason: reason,
	}, nil
}

// Correct moves the money and returns the wallet after it. The same request again changes nothing. U035: it needs a second person, who has
// been asked; for a test account always. U001: no such member of the site, or one without a wallet. C001, P001: the member does not have as much. Further codes: Correction.check.
func (s *Service) Correct(ctx context.Context, siteID string, by audit.Actor, c Correction) (state wallet.State, err error) {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return state, err
	}
	m, err := c.check(by.ID, st.Options.Currency)
	if err != nil {
		return state, err
	}
	var needs bool
	err = audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		p, err := s.knows(ctx, tx, st, m)
		if err != nil {
			return nil, err
		}
		// Money that comes from nowhere is given to a test account by two persons, whatever the amount (S-103).
		if needs = p.Test; !needs {
			needs, err = approval.NeedsSecond(ctx, tx, s.clk.Now(), st, approval.Act{
				Kind: site.Correction, Staff: by.ID, Member: m.Member, ID: m.Ref, Amount: m.Amount,
			})
		}
		if err != nil {
			return nil, err
		}
		if needs {
			return s.ask(ctx, tx, st, by, m)
		}
		var repeated bool
		state, repeated, err = s.carry(ctx, tx, st, by, m)
		if err != nil || repeated {
			return audit.Nothing, err
		}
		return &audit.Entry{Actor: by, Site: siteID, Action: m.action(), Target: m.Member, Detail: m.detail(state)}, nil
	})
	if err == nil && needs {
		err = fault.SecondPersonNeeded
	}
	return state, err
}

// action is what the audit calls it.
func (m move) action() string {
	if m.Currency == wallet.PT {
		return "partner.correct"
	}
	return "cash.correct"
}

// unit is the account in the words of an approval. The amounts of PT are those of the site's currency.
func (m move) unit(siteCurrency string) (unit, currency string) {
	if m.Currency == wallet.PT {
		return "pt", siteCurrency
	}
	return string(m.Unit), m.Currency
}

// detail is what the audit keeps (S-81).
func (m move) detail(after wallet.State) map[string]any {
	return map[string]any{
		"ref": m.Ref, "unit": m.Unit, "currency": m.Currency, "amount": m.Amount, "reason": m.Reason, "cash": after.Cash, "points": after.Points,
	}
}

// ask asks for a second person. A correction that could not be carried out now is refused at once.
func (s *Service) ask(ctx context.Context, tx pgx.Tx, st site.Site, by audit.Actor, m move) (*audit.Entry, error) {
	if _, err := s.knows(ctx, tx, st, m); err != nil {
		return nil, err
	}
	have, err := wallet.Balance(ctx, tx, m.Member, m.Currency)
	if errors.Is(err, wallet.ErrMissing) && m.Currency != wallet.PT {
		return nil, fault.MemberNotFound.Wrap(err)
	}
	if err != nil && !errors.Is(err, wallet.ErrMissing) {
		return nil, err
	}
	if m.Unit == wallet.Cash && have.Cash+m.Amount < 0 || m.Unit == wallet.Point && have.Points+m.Amount < 0 {
		return nil, short(m.Unit)
	}
	detail, err := json.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("correction: %w", err)
	}
	unit, currency := m.unit(st.Options.Currency)
	return s.approvals.Ask(ctx, tx, st, by, approval.Subject{
		Kind: site.Correction, Target: m.Ref, Member: m.Member, Currency: currency, Unit: unit, Amount: m.Amount, Detail: detail, Reason: m.Reason,
	})
}

// knows returns the member, who must be of the site. The mark of a test account stays as it is until tx ends.
func (s *Service) knows(ctx context.Context, tx pgx.Tx, st site.Site, m move) (member.Profile, error) {
	p, err := s.members.Held(ctx, tx, m.Member)
	if err == nil && p.Site != st.ID {
		err = fault.MemberNotFound
	}
	if err == nil && m.Currency == wallet.PT && (!p.Partner || len(p.Upline) > 0) { // other partners are paid by the one above
		err = fault.MemberNotFound
	}
	return p, err
}

// approved is approval.Action.Do of a correction.
func (s *Service) approved(ctx context.Context, tx pgx.Tx, st site.Site, by audit.Actor, r approval.Request) (approval.Effect, error) {
	var m move
	if err := json.Unmarshal(r.Detail, &m); err != nil {
		return approval.Effect{}, fmt.Errorf("correction of approval %d: %w", r.ID, err)
	}
	state, repeated, err := s.carry(ctx, tx, st, by, m)
	if err == nil && repeated {
		err = fault.PaymentProblem.Wrap(errRepeated)
	}
	return approval.Effect{Entry: audit.Entry{Action: m.action(), Target: m.Member}, Detail: m.detail(state)}, err
}

var errRepeated = errors.New("correction: it was carried out before")

// short is the refusal of an account that does not hold so much.
func short(u wallet.Unit) *fault.Fault {
	if u == wallet.Point {
		return fault.NotEnoughPoints
	}
	return fault.NotEnoughCash
}

// carry moves the money in tx; repeated is true when that was done before.
func (s *Service) carry(ctx context.Context, tx pgx.Tx, st site.Site, by audit.Actor, m move) (state wallet.State, repeated bool, err error) {
	p, err := s.knows(ctx, tx, st, m)
	if err != nil {
		return state, false, err
	}
	w := wallet.Move{
		Member: m.Member, Currency: m.Currency, Unit: m.Unit, Amount: m.Amount, Contra: wallet.ContraCorrection, Kind: kind, Ref: m.Ref, Trace: by.Trace,
	}
	if p.Test {
		w.Kind = kindTest
	}
	if m.Currency == wallet.PT {
		if err := wallet.Open(ctx, tx, m.Member, wallet.PT, st.ID); err != nil {
			return state, false, err
		}
	}
	if m.Amount > 0 && m.Currency != wallet.PT {
		state, repeated, err = turnover.Credit(ctx, tx, st.Options, w, 0, s.clk.Now())
	} else {
		state, repeated, err = wallet.Apply(ctx, tx, w)
	}
	if errors.Is(err, wallet.ErrShort) {
		return state, false, short(m.Unit)
	}
	if errors.Is(err, wallet.ErrMissing) {
		return state, false, fault.MemberNotFound.Wrap(err)
	}
	if err != nil {
		return state, false, fmt.Errorf("correction: %w", err)
	}
	return state, repeated, nil
}
