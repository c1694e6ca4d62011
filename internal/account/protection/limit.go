package protection

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/protection/protectiondb"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/operator/audit"
)

// Which identifies a limit.
type Which struct {
	Kind Kind
	Days int
}

func (w Which) valid() bool {
	return slices.Contains(Kinds, w.Kind) && slices.Contains(Windows, w.Days)
}

// amount checks what a limit is to be: E001, C009.
func (w Which) amount(in money.Input) (money.Amount, error) {
	n, given := in.Amount()
	switch {
	case !w.valid():
		return 0, fault.Failed
	case !given:
		return 0, fault.AmountRequired
	case w.Kind == Session && n > money.Amount(w.Days)*24*60:
		return 0, fault.Failed
	}
	return n, nil
}

// Set sets a limit. A lower one, or the first, holds at once; a higher one can be confirmed after 24 hours (S-37); the present one
// again takes back what was asked for. E001: no such limit, or more minutes than the window has; C009: no amount; U033: a limit is
// not raised in a break.
func (s *Service) Set(ctx context.Context, who Who, w Which, amount money.Input) error {
	n, err := w.amount(amount)
	if err != nil {
		return err
	}
	return s.under(ctx, who, func(tx pgx.Tx, q *protectiondb.Queries) (*audit.Entry, error) {
		l, err := limit(ctx, q, who.Member, w)
		switch {
		case err != nil:
			return nil, err
		case l == nil || n < money.Amount(l.Amount):
			return s.put(ctx, tx, who, w, l, &n, "set")
		case n > money.Amount(l.Amount):
			return s.ask(ctx, tx, who, w, l, &n)
		case l.PendingFrom != nil:
			return s.forget(ctx, tx, who, w, l)
		}
		return audit.Nothing, nil
	})
}

// Remove asks for no limit any more: the loosest of all, so it waits like another. E001: there is no such limit.
func (s *Service) Remove(ctx context.Context, who Who, w Which) error {
	return s.change(ctx, who, w, func(tx pgx.Tx, l *protectiondb.LimitRow) (*audit.Entry, error) { return s.ask(ctx, tx, who, w, l, nil) })
}

// Confirm carries out what was asked for. E001: nothing was, it is too early, or too late; U033: in a break.
func (s *Service) Confirm(ctx context.Context, who Who, w Which) error {
	return s.change(ctx, who, w, func(tx pgx.Tx, l *protectiondb.LimitRow) (*audit.Entry, error) {
		now := s.clk.Now()
		if l.PendingFrom == nil || now.Before(*l.PendingFrom) || !now.Before(*l.PendingUntil) {
			return nil, fault.Failed
		}
		if err := s.awake(ctx, tx, who); err != nil {
			return nil, err
		}
		return s.put(ctx, tx, who, w, l, (*money.Amount)(l.PendingAmount), "confirmed")
	})
}

// Cancel takes back what was asked for. E001: nothing was.
func (s *Service) Cancel(ctx context.Context, who Who, w Which) error {
	return s.change(ctx, who, w, func(tx pgx.Tx, l *protectiondb.LimitRow) (*audit.Entry, error) {
		if l.PendingFrom == nil {
			return nil, fault.Failed
		}
		return s.forget(ctx, tx, who, w, l)
	})
}

// change does something with a limit that there is.
func (s *Service) change(ctx context.Context, who Who, w Which, do func(pgx.Tx, *protectiondb.LimitRow) (*audit.Entry, error)) error {
	return s.under(ctx, who, func(tx pgx.Tx, q *protectiondb.Queries) (*audit.Entry, error) {
		l, err := limit(ctx, q, who.Member, w)
		if err != nil {
			return nil, err
		}
		if l == nil {
			return nil, fault.Failed
		}
		return do(tx, l)
	})
}

// limit reads a limit; nil when there is none.
func limit(ctx context.Context, q *protectiondb.Queries, memID string, w Which) (*protectiondb.LimitRow, error) {
	l, err := q.Limit(ctx, protectiondb.LimitParams{MemberID: memID, Kind: string(w.Kind), Days: int16(w.Days)})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil //nolint:nilnil // nil is what is meant: there is none
	}
	if err != nil {
		return nil, fmt.Errorf("protection: limit: %w", err)
	}
	return &l, nil
}

// put makes a limit hold, or with nil no more.
func (s *Service) put(ctx context.Context, tx pgx.Tx, who Who, w Which, l *protectiondb.LimitRow, n *money.Amount, action string) (*audit.Entry, error) {
	q, now := protectiondb.New(tx), s.clk.Now()
	var err error
	if n == nil {
		err = q.DropLimit(ctx, protectiondb.DropLimitParams{MemberID: who.Member, Kind: string(w.Kind), Days: int16(w.Days)})
	} else {
		if w.Kind == Wager || w.Kind == Loss {
			err = q.Watch(ctx, who.Member)
		}
		if err == nil {
			err = q.SetLimit(ctx, protectiondb.SetLimitParams{
				MemberID: who.Member, Kind: string(w.Kind), Days: int16(w.Days), Amount: int64(*n), SetAt: now,
			})
		}
	}
	if err == nil {
		err = q.Settle(ctx, protectiondb.SettleParams{Member: who.Member, At: now})
	}
	if err != nil {
		return nil, fmt.Errorf("protection: set: %w", err)
	}
	return s.note(ctx, tx, who, change{action: action, kind: w.Kind, days: w.Days, before: before(l), after: n})
}

// ask keeps a raise until it may be confirmed.
func (s *Service) ask(ctx context.Context, tx pgx.Tx, who Who, w Which, l *protectiondb.LimitRow, n *money.Amount) (*audit.Entry, error) {
	if err := s.awake(ctx, tx, who); err != nil {
		return nil, err
	}
	from := s.clk.Now().Add(cooling)
	until := from.Add(open)
	if err := s.pend(ctx, tx, who, w, n, &from, &until); err != nil {
		return nil, err
	}
	return s.note(ctx, tx, who, change{action: "asked", kind: w.Kind, days: w.Days, before: before(l), after: n, until: &until})
}

// forget drops a raise that was asked for.
func (s *Service) forget(ctx context.Context, tx pgx.Tx, who Who, w Which, l *protectiondb.LimitRow) (*audit.Entry, error) {
	if err := s.pend(ctx, tx, who, w, nil, nil, nil); err != nil {
		return nil, err
	}
	return s.note(ctx, tx, who, change{action: "cancelled", kind: w.Kind, days: w.Days, before: before(l), after: (*money.Amount)(l.PendingAmount)})
}

func (s *Service) pend(ctx context.Context, tx pgx.Tx, who Who, w Which, n *money.Amount, from, until *time.Time) error {
	err := protectiondb.New(tx).SetPending(ctx, protectiondb.SetPendingParams{
		Member: who.Member, Kind: string(w.Kind), Days: int16(w.Days), Amount: (*int64)(n), PendingFrom: from, PendingUntil: until,
	})
	if err != nil {
		return fmt.Errorf("protection: pending: %w", err)
	}
	return nil
}

// awake is U033 while a break of the member holds: no limit is raised in it (S-38).
func (s *Service) awake(ctx context.Context, tx pgx.Tx, who Who) error {
	p, err := s.members.Profile(ctx, tx, who.Member)
	if err != nil {
		return err
	}
	if holds, _ := p.Break.At(s.clk.Now()); holds {
		return fault.SelfExcluded
	}
	return nil
}

func before(l *protectiondb.LimitRow) *money.Amount {
	if l == nil {
		return nil
	}
	return (*money.Amount)(&l.Amount)
}
