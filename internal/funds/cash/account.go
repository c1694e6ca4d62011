package cash

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/protection"
	"hubstake/internal/core/fault"
	"hubstake/internal/funds/cash/cashdb"
	"hubstake/internal/platform/pg"
)

// ownFor is how long an account that was handed to a member stays the one this member is shown.
const ownFor = 30 * time.Minute

// Viewer is the member who is shown an account, and from where.
type Viewer struct {
	Site, Member string
	IP           netip.Addr
	Trace        string
}

// Handed is an account to pay into as it was shown to a member, and until when it is this member's.
type Handed struct {
	Account
	Until time.Time
}

// MayPayIn refuses a member who may not deposit now, before an account to pay into is shown: money that came all the same would have to be
// sent back. S001: maintenance; S005: deposits are paused; U033: in a break; U018, U020: by the status.
func (s *Service) MayPayIn(ctx context.Context, v Viewer) error {
	st, err := s.sites.Get(ctx, v.Site)
	if err != nil {
		return err
	}
	if err := depositsOpen(st); err != nil {
		return err
	}
	return protection.MayDeposit(ctx, s.db, v.Member, st.Options.Currency, 0, s.clk.Now())
}

// HeldAccount returns the account to pay into that the member was shown within the last half hour, and records this view. C028: the
// member has none and gets one for the PIN (OpenAccount), because every way to the account asks for the same proof (D-62). C019: the site
// has no account. Other codes are those of MayPayIn.
func (s *Service) HeldAccount(ctx context.Context, v Viewer) (h Handed, err error) {
	if err := s.MayPayIn(ctx, v); err != nil {
		return Handed{}, err
	}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		held, ok, err := s.ShowAccount(ctx, tx, v)
		if h = held; ok || err != nil {
			return err
		}
		if _, err := cashdb.New(tx).HasAccount(ctx, v.Site); errors.Is(err, pgx.ErrNoRows) {
			return fault.PaymentProblem
		} else if err != nil {
			return fmt.Errorf("held account: %w", err)
		}
		return fault.CashPINRequired
	})
	return h, err
}

// OpenAccount shows a member the account to pay into after the PIN was checked (D-62): C028, C016, C017; C019 when the site has none.
// Other codes are those of MayPayIn.
func (s *Service) OpenAccount(ctx context.Context, v Viewer, pin credential.Secret) (h Handed, err error) {
	if err := s.MayPayIn(ctx, v); err != nil {
		return Handed{}, err
	}
	if err := s.members.VerifyPIN(ctx, v.Member, pin); err != nil {
		return Handed{}, err
	}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		h, err = s.HandAccount(ctx, tx, v)
		return err
	})
	return h, err
}

// HandAccount assigns a member an account to pay into in tx and records that it was shown (D-62): the assigned one, or else the next one in
// turn. C019: the site has none. The caller has checked MayPayIn, and that the member itself asks.
func (s *Service) HandAccount(ctx context.Context, tx pgx.Tx, v Viewer) (Handed, error) {
	h, ok, err := s.ShowAccount(ctx, tx, v)
	if !ok && err == nil {
		h, ok, err = s.handNext(ctx, tx, v, s.clk.Now().Add(ownFor))
	}
	if !ok && err == nil {
		err = fault.PaymentProblem
	}
	return h, err
}

// ShowAccount returns the account that is assigned to the member and records this view. If staff switched it off, the member gets the next
// one in turn for the rest of the half hour: the PIN that was given holds for it too. It is false if none is assigned. The caller has
// checked MayPayIn.
func (s *Service) ShowAccount(ctx context.Context, tx pgx.Tx, v Viewer) (Handed, bool, error) {
	h, ok, err := s.held(ctx, tx, v)
	if ok || err != nil {
		return h, ok, err
	}
	until, err := cashdb.New(tx).ProvenUntil(ctx, cashdb.ProvenUntilParams{Member: v.Member, At: s.clk.Now()})
	if errors.Is(err, pgx.ErrNoRows) {
		return Handed{}, false, nil
	}
	if err != nil {
		return Handed{}, false, fmt.Errorf("show account: %w", err)
	}
	return s.handNext(ctx, tx, v, until)
}

// held returns the active account that is assigned to the member and records this view. It is false if no account is assigned.
func (s *Service) held(ctx context.Context, tx pgx.Tx, v Viewer) (Handed, bool, error) {
	q := cashdb.New(tx)
	r, err := q.Handed(ctx, cashdb.HandedParams{Member: v.Member, At: s.clk.Now()})
	if errors.Is(err, pgx.ErrNoRows) {
		return Handed{}, false, nil
	}
	if err != nil {
		return Handed{}, false, fmt.Errorf("show account: %w", err)
	}
	h := Handed{Account{Bank: r.Bank, Number: r.Number, Holder: r.Holder}, r.Until}
	return h, true, s.noteView(ctx, q, v, r.ID, h.Until)
}

// handNext assigns the next account in turn, or returns the one that a concurrent call of the same member assigned. It is false if the site
// has none.
func (s *Service) handNext(ctx context.Context, tx pgx.Tx, v Viewer, until time.Time) (Handed, bool, error) {
	q := cashdb.New(tx)
	if err := q.LockHanding(ctx, v.Member); err != nil {
		return Handed{}, false, fmt.Errorf("hand account: %w", err)
	}
	if err := q.HoldAccounts(ctx, v.Site); err != nil {
		return Handed{}, false, fmt.Errorf("hand account: %w", err)
	}
	if h, ok, err := s.held(ctx, tx, v); ok || err != nil {
		return h, ok, err
	}
	now := s.clk.Now()
	r, err := q.HandNext(ctx, cashdb.HandNextParams{Site: v.Site, At: &now})
	if errors.Is(err, pgx.ErrNoRows) {
		return Handed{}, false, nil
	}
	if err != nil {
		return Handed{}, false, fmt.Errorf("hand account: %w", err)
	}
	h := Handed{Account{Bank: r.Bank, Number: r.Number, Holder: r.Holder}, until}
	return h, true, s.noteView(ctx, q, v, r.ID, h.Until)
}

func (s *Service) noteView(ctx context.Context, q *cashdb.Queries, v Viewer, account int64, until time.Time) error {
	err := q.NoteView(ctx, cashdb.NoteViewParams{
		SiteID: v.Site, MemberID: v.Member, AccountID: account, Ip: pg.Addr(v.IP), Trace: v.Trace, ShownAt: s.clk.Now(), Until: until,
	})
	if err != nil {
		return fmt.Errorf("note the view of an account: %w", err)
	}
	return nil
}
