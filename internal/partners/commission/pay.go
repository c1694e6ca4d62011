package commission

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/commission/commissiondb"
	"hubstake/internal/platform/pg"
)

// State is what became of a statement.
type State string

// The states of a statement.
const (
	Open State = "open" // it waits for a decision of head office
	Paid State = "paid" // into the PT of the partner
	Kept State = "kept" // with a reason
)

// moveKind is the reason of the move that pays a statement; with the number of the statement it happens once.
const moveKind = "commission"

// reasonMax is the longest reason in code points.
const reasonMax = 300

// Decision pays or keeps the statement of a partner.
type Decision struct {
	audit.Actor
	Site, Partner string
	Day           time.Time
	Was           State // Open, which empty is as well, or Kept: it is corrected
	Becomes       State // Paid or Kept; a kept one only Paid
	Reason        string
	Seen          *money.Amount // of a payment: the amount that the person saw; nil: whatever it comes to

	amount money.Amount // of a payment: what it comes to
	debts  []Debt       // of a payment: who owes in whose branch it is
	day    *bool        // of a payment with all others of its day: whether these need a second person; nil: it is paid by itself
}

// valid reports whether there is such a decision, with a reason where it needs one.
func (d Decision) valid() bool {
	if utf8.RuneCountInString(d.Reason) > reasonMax {
		return false
	}
	switch d.Was {
	case Open:
		return d.Becomes == Paid || (d.Becomes == Kept && d.Reason != "")
	case Kept:
		return d.Becomes == Paid && d.Reason != ""
	default:
		return false
	}
}

// Decide pays a statement into the PT of its partner, or keeps it. A statement that comes to nothing is paid as well: it is decided about. One that is kept can
// be paid later, with a reason: then its partner gets what is kept of it by then. One that is paid stays so. E001: a decision that there is not, or one without
// the reason that it needs. U001: no such statement. C019: it is no longer what it was, or what was seen: another person has decided, or a settlement has changed what is kept. U035: from an amount of the site on, paying
// needs a second person (S-84), who has been asked. So does every payment in the branch of a partner who owes (D-30), whatever its amount. A debt of the
// partner is taken from the payment.
func (s *Service) Decide(ctx context.Context, d Decision) error {
	d.Reason = strings.TrimSpace(d.Reason)
	if d.Was == "" {
		d.Was = Open
	}
	if !d.valid() {
		return fault.Failed
	}
	var st site.Site
	if d.Becomes == Paid {
		var err error
		if d.amount, err = s.payable(ctx, d); err != nil {
			return err
		}
		if d.debts, err = debtsOf(ctx, s.db, d.Site, d.Partner, d.Day); err != nil {
			return err
		}
		if d.Seen != nil && *d.Seen != d.amount {
			return fault.PaymentProblem
		}
		if st, err = s.sites.Fresh(ctx, d.Site); err != nil {
			return fmt.Errorf("commission: decide: %w", err)
		}
	}
	var needs bool
	err := audit.Act(ctx, s.db, func(tx pgx.Tx) (_ *audit.Entry, err error) {
		if d.Becomes == Paid {
			needs, err = s.needsSecond(ctx, tx, st, d)
		}
		if err != nil {
			return nil, err
		}
		if needs {
			return s.ask(ctx, tx, st, d)
		}
		return s.decide(ctx, tx, d)
	})
	if err == nil && needs {
		err = fault.SecondPersonNeeded
	}
	return err
}

// needsSecond reports whether a payment needs a second person: in the branch of a partner who owes, and by what the person has paid alone.
func (s *Service) needsSecond(ctx context.Context, tx pgx.Tx, st site.Site, d Decision) (bool, error) {
	if d.day != nil {
		return *d.day || d.amount > 0 && len(d.debts) > 0, nil
	}
	if d.amount > 0 && len(d.debts) > 0 {
		return true, nil
	}
	return approval.NeedsSecond(ctx, tx, s.clk.Now(), st, approval.Act{
		Kind: site.Commission, Staff: d.ID, Member: d.Partner, ID: d.Partner + ":" + d.Day.Format(time.DateOnly), Amount: d.amount,
	})
}

// payable returns what a statement would pay now. It takes no lock: decide looks again under one, and the request for a second person must take none.
func (s *Service) payable(ctx context.Context, d Decision) (money.Amount, error) {
	q := commissiondb.New(s.db)
	row, err := q.Statement(ctx, commissiondb.StatementParams{PartnerID: d.Partner, SiteID: d.Site, Day: d.Day})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return 0, fault.MemberNotFound
	case err != nil:
		return 0, fmt.Errorf("commission: decide: %w", err)
	case State(row.State) != d.Was:
		return 0, fault.PaymentProblem
	}
	taken, err := q.Taken(ctx, commissiondb.TakenParams{PartnerID: d.Partner, Day: d.Day})
	if err != nil {
		return 0, fmt.Errorf("commission: decide: %w", err)
	}
	return money.Amount(row.Amount - taken), nil
}

// askedPayment is a payment as a request keeps it.
type askedPayment struct {
	Day   time.Time `json:"day"`
	Was   State     `json:"was"`
	Debts []Debt    `json:"debts,omitempty"` // of the branches that it is in, as both persons see them
}

// AskedDebts reads the debts that the persons who pay a statement see, from the detail of their request.
func AskedDebts(detail json.RawMessage) ([]Debt, error) {
	var a askedPayment
	if err := json.Unmarshal(detail, &a); err != nil {
		return nil, fmt.Errorf("commission: request: %w", err)
	}
	return a.Debts, nil
}

// Approvals gives the service what payments that need two persons are asked for with. Without it they fail.
func (s *Service) Approvals(a *approval.Service) {
	s.approvals = a
	a.Handle(site.Commission, approval.Action{Right: right.Cash, Do: s.approved})
}

// ask asks for a second person. A request for another amount is another one, because settlements change what is kept of a statement: the older one fails when it is approved. So
// is one that is made with other debts in sight.
func (s *Service) ask(ctx context.Context, tx pgx.Tx, st site.Site, d Decision) (*audit.Entry, error) {
	detail, err := json.Marshal(askedPayment{Day: d.Day, Was: d.Was, Debts: d.debts})
	if err != nil {
		return nil, fmt.Errorf("commission: ask: %w", err)
	}
	target := d.Partner + " " + d.Day.Format(time.DateOnly)
	if d.Was == Kept {
		target += fmt.Sprintf(" %s %d", Kept, d.amount)
	}
	if owed := sumOf(d.debts); owed > 0 {
		target += fmt.Sprintf(" owed %d", owed)
	}
	return s.approvals.Ask(ctx, tx, st, d.Actor, approval.Subject{
		Kind: site.Commission, Target: target, Member: d.Partner, Currency: st.Options.Currency, Unit: "pt", Amount: d.amount,
		Detail: detail, Reason: d.Reason,
	})
}

// approved is approval.Action.Do of a payment. C019: it is no longer what it was, or comes to another amount than what was asked for, or more is owed in its branches.
func (s *Service) approved(ctx context.Context, tx pgx.Tx, st site.Site, by audit.Actor, r approval.Request) (approval.Effect, error) {
	var a askedPayment
	if err := json.Unmarshal(r.Detail, &a); err != nil {
		return approval.Effect{}, fmt.Errorf("commission: approval %d: %w", r.ID, err)
	}
	d := Decision{Actor: by, Site: st.ID, Partner: r.Member, Day: a.Day, Was: a.Was, Becomes: Paid, Reason: r.Reason, amount: r.Amount, debts: a.Debts}
	e, err := s.decide(ctx, tx, d)
	if err != nil {
		return approval.Effect{}, err
	}
	detail, _ := e.Detail.(map[string]any)
	return approval.Effect{Entry: audit.Entry{Action: e.Action, Target: e.Target}, Detail: detail}, nil
}

func (s *Service) decide(ctx context.Context, tx pgx.Tx, d Decision) (*audit.Entry, error) {
	q := commissiondb.New(tx)
	row, err := q.LockStatement(ctx, commissiondb.LockStatementParams{PartnerID: d.Partner, SiteID: d.Site, Day: d.Day})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil, fault.MemberNotFound
	case err != nil:
		return nil, fmt.Errorf("commission: decide: %w", err)
	case State(row.State) != d.Was:
		return nil, fault.PaymentProblem
	}
	taken, err := q.Taken(ctx, commissiondb.TakenParams{PartnerID: d.Partner, Day: d.Day}) // under the lock: no settlement takes more meanwhile
	if err != nil {
		return nil, fmt.Errorf("commission: decide: %w", err)
	}
	amount := row.Amount - taken
	if d.Becomes == Paid && money.Amount(amount) != d.amount {
		return nil, fault.PaymentProblem // a settlement came in between
	}
	if d.Becomes == Paid && amount > 0 {
		now, err := debtsOf(ctx, tx, d.Site, d.Partner, d.Day)
		if err != nil {
			return nil, err
		}
		if !covers(d.debts, now) {
			return nil, fault.PaymentProblem // a settlement came in between
		}
	}
	err = q.Decide(ctx, commissiondb.DecideParams{
		State: string(d.Becomes), By: d.ID, At: s.clk.Now(), Reason: d.Reason, PartnerID: d.Partner, Day: d.Day,
	})
	if err != nil {
		return nil, fmt.Errorf("commission: decide: %w", err)
	}
	day := d.Day.Format(time.DateOnly)
	var repaid money.Amount
	if d.Becomes == Paid && amount > 0 {
		if repaid, err = pay(ctx, tx, d, day); err != nil {
			return nil, err
		}
	}
	detail := map[string]any{"day": day, "no": row.No, "amount": amount, "reason": d.Reason}
	if len(d.debts) > 0 {
		detail["debts"], detail["repaid"] = d.debts, repaid
	}
	if d.Was == Kept {
		detail["was"] = map[string]any{"state": Kept, "by": row.DecidedBy, "at": row.DecidedAt, "reason": row.Reason}
	}
	return &audit.Entry{Actor: d.Actor, Site: d.Site, Action: "commission." + string(d.Becomes), Target: d.Partner, Detail: detail}, nil
}

// pay moves the amount of a decision into the partner's PT, and takes from there what the partner owes, which it returns.
func pay(ctx context.Context, tx pgx.Tx, d Decision, day string) (repaid money.Amount, err error) {
	owed, err := lockDebt(ctx, tx, d.Site, d.Partner)
	if err != nil {
		return 0, err
	}
	if err := wallet.Open(ctx, tx, d.Partner, wallet.PT, d.Site); err != nil {
		return 0, err
	}
	_, _, err = wallet.Apply(ctx, tx, wallet.Move{
		Member: d.Partner, Currency: wallet.PT, Unit: wallet.Cash, Amount: d.amount, Contra: wallet.ContraCommission,
		Kind: moveKind, Ref: d.Partner + ":" + day, Trace: d.Trace,
	})
	if err != nil {
		return 0, fmt.Errorf("commission: pay: %w", err)
	}
	if owed.Owed == 0 {
		return 0, nil
	}
	return owed.take(ctx, tx, d.Trace)
}

// DecideAll pays all open statements of a day, each by a transaction of its own, and returns how many it paid and for how many a second person was asked. The
// day is one act, whose amount is that of all statements (D-69): one person pays all of them or asks for all. A statement that another person decides about
// meanwhile is left out.
func (s *Service) DecideAll(ctx context.Context, by audit.Actor, siteID string, day time.Time) (paid, waiting int, err error) {
	partners, err := commissiondb.New(s.db).OpenStatements(ctx, commissiondb.OpenStatementsParams{SiteID: siteID, Day: day})
	if err != nil {
		return 0, 0, fmt.Errorf("commission: open statements: %w", err)
	}
	whole, err := s.dayNeedsSecond(ctx, by, siteID, day, partners)
	if err != nil {
		return 0, 0, err
	}
	for _, partner := range partners {
		err := s.Decide(ctx, Decision{Actor: by, Site: siteID, Partner: partner, Day: day, Becomes: Paid, day: &whole})
		switch {
		case errors.Is(err, fault.SecondPersonNeeded):
			waiting++
		case errors.Is(err, fault.PaymentProblem):
		case err != nil:
			return paid, waiting, err
		default:
			paid++
		}
	}
	return paid, waiting, nil
}

// dayNeedsSecond reports whether the payment of all these statements of a day needs a second person, and counts it as one act if it does not.
func (s *Service) dayNeedsSecond(ctx context.Context, by audit.Actor, siteID string, day time.Time, partners []string) (needs bool, err error) {
	st, err := s.sites.Fresh(ctx, siteID)
	if err != nil {
		return false, fmt.Errorf("commission: decide: %w", err)
	}
	var all money.Amount
	for _, partner := range partners {
		amount, err := s.payable(ctx, Decision{Actor: by, Site: siteID, Partner: partner, Day: day, Was: Open})
		switch {
		case errors.Is(err, fault.PaymentProblem): // decided about meanwhile
		case err != nil:
			return false, err
		default:
			all += amount
		}
	}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		needs, err = approval.NeedsSecond(ctx, tx, s.clk.Now(), st, approval.Act{Kind: site.Commission, Staff: by.ID, Amount: all})
		return err
	})
	return needs, err
}

// Rebuild computes the sums of a site again from all its lines.
func (s *Service) Rebuild(ctx context.Context, siteID string) error {
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := long(ctx, tx); err != nil {
			return err
		}
		q := commissiondb.New(tx)
		if _, err := q.LockSummed(ctx, siteID); err != nil {
			return fmt.Errorf("where it stands: %w", err)
		}
		if err := q.ForgetSums(ctx, siteID); err != nil {
			return fmt.Errorf("forget: %w", err)
		}
		if err := q.ForgetPartnerSums(ctx, siteID); err != nil {
			return fmt.Errorf("forget: %w", err)
		}
		w, err := newSums(ctx, q, siteID)
		if err != nil {
			return err
		}
		days, err := q.LineDays(ctx, siteID)
		if err != nil {
			return fmt.Errorf("days: %w", err)
		}
		for _, day := range days {
			all, err := dayChains(ctx, tx, siteID, day)
			if err != nil {
				return err
			}
			if err := readLines(ctx, tx, linesSQL, []any{siteID, day}, all, w); err != nil {
				return err
			}
			if err := w.write(ctx, tx); err != nil {
				return err
			}
			w.members, w.partners = map[sumKey]*daySum{}, map[sumKey]*daySum{}
		}
		c, err := q.Cursor(ctx)
		if err != nil {
			return fmt.Errorf("cursor: %w", err)
		}
		return q.SetSummed(ctx, commissiondb.SetSummedParams{Line: w.last, At: c.At, SiteID: siteID})
	})
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("commission: rebuild: %w", err)
	}
	return nil
}
