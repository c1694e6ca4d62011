package promo

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/access/idempotency"
	"hubstake/internal/account/member"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/funds/promo/promodb"
	"hubstake/internal/ledger/turnover"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/site"
)

// States of a coupon.
const (
	Issued  = "issued"
	Used    = "used"
	Expired = "expired"
	Revoked = "revoked" // by staff
)

// Coupon as its member sees it.
type Coupon struct {
	ID        int64
	Code      string // 16 of A-Z and 2-7
	Unit      wallet.Unit
	Amount    money.Amount
	Rolling   int64 // basis points of the amount that must be played
	Giftable  bool
	Note      string
	State     string
	GivenBy   string // memId of who gave it away, or empty
	IssuedAt  time.Time
	ExpiresAt time.Time
	ClosedAt  *time.Time // used, expired or revoked
}

// errCoupon explains a C019 in the log.
var errCoupon = errors.New("promo: no such coupon for this member now")

// Coupons returns a page of a member's coupons, newest first, and how many there are; state "" means all.
func (s *Service) Coupons(ctx context.Context, who Who, state string, page paging.Slice) ([]Coupon, int64, error) {
	switch state {
	case "", Issued, Used, Expired, Revoked:
	default:
		return nil, 0, fault.Failed
	}
	q, now := promodb.New(s.db), s.clk.Now()
	total, err := q.CouponsCount(ctx, promodb.CouponsCountParams{At: now, Member: who.Member, State: state})
	if err != nil {
		return nil, 0, wrap("coupons", err)
	}
	rows, err := q.Coupons(ctx, promodb.CouponsParams{At: now, Member: who.Member, State: state, Count: page.Count, Skip: page.Skip})
	if err != nil {
		return nil, 0, wrap("coupons", err)
	}
	out := make([]Coupon, len(rows))
	for i, r := range rows {
		out[i] = Coupon{
			ID: r.ID, Code: r.Code, Unit: wallet.Unit(r.Unit), Amount: money.Amount(r.Amount), Rolling: r.Rolling, Giftable: r.Giftable,
			Note: r.Note, State: r.State, GivenBy: r.GivenBy, IssuedAt: r.IssuedAt,
			ExpiresAt: r.ExpiresAt, ClosedAt: r.ClosedAt,
		}
	}
	return out, total, nil
}

// lockCoupon takes the lock of a coupon that the member may use now: the member's own, or one without an owner. Any other
// coupon is C019.
func (s *Service) lockCoupon(ctx context.Context, q *promodb.Queries, who Who, code string) (promodb.LockCouponRow, error) {
	code = strings.ToUpper(strings.NewReplacer("-", "", " ", "").Replace(code))
	c, err := q.LockCoupon(ctx, promodb.LockCouponParams{SiteID: who.Site, Code: code})
	if errors.Is(err, pgx.ErrNoRows) {
		return c, fault.PaymentProblem.Wrap(errCoupon)
	}
	if err != nil {
		return c, wrap("coupon", err)
	}
	if c.State != Issued || !c.ExpiresAt.After(s.clk.Now()) || c.MemberID != nil && *c.MemberID != who.Member {
		return c, fault.PaymentProblem.Wrap(errCoupon)
	}
	return c, nil
}

// plausible reports whether a text may be a typed code: its letters with spaces and hyphens.
func plausible(code string) bool { return len(code) <= 40 && text(code, 40) }

// moved is what came of a call, and the wallet after it.
type moved[T any] struct {
	What  T
	State wallet.State
}

// UseCoupon turns a coupon into money or points, once (D-61). The same call again (Who.IdempotencyKey) answers the same.
func (s *Service) UseCoupon(ctx context.Context, who Who, code string) (money.Amount, wallet.State, error) {
	var st site.Site
	out, err := idempotency.Do(ctx, s.db, s.caller(who), idempotency.Work[moved[money.Amount]]{
		Check: func() (err error) {
			if !plausible(code) {
				return fault.PaymentProblem.Wrap(errCoupon)
			}
			st, err = s.open(ctx, who)
			return err
		},
		Do: func(tx pgx.Tx) (b moved[money.Amount], err error) {
			if err := s.enter(ctx, tx, who); err != nil {
				return b, err
			}
			q, now := promodb.New(tx), s.clk.Now()
			c, err := s.lockCoupon(ctx, q, who, code)
			if err != nil {
				return b, err
			}
			if err := q.UseCoupon(ctx, promodb.UseCouponParams{ID: c.ID, Member: who.Member, At: &now}); err != nil {
				return b, wrap("use coupon", err)
			}
			b.What = money.Amount(c.Amount)
			ref := strconv.FormatInt(c.ID, 10)
			b.State, err = credit(ctx, tx, st.Options, wallet.Move{
				Member: who.Member, Currency: st.Options.Currency, Unit: wallet.Unit(c.Unit), Amount: b.What, Contra: wallet.ContraPromo,
				Kind: "coupon", Ref: ref, Trace: who.Trace,
			}, b.What.Share(c.Rolling), now)
			return b, err
		},
	})
	return out.What, out.State, err
}

// credit gives a member money or points, once, with what must be played for them: its row was locked and open.
func credit(ctx context.Context, tx pgx.Tx, o site.Options, m wallet.Move, need money.Amount, at time.Time) (wallet.State, error) {
	state, repeated, err := turnover.Credit(ctx, tx, o, m, need, at)
	if err == nil && repeated {
		err = errors.New("it was carried out before")
	}
	return state, wrap(m.Kind+" "+m.Ref, err)
}

// pay carries out a move of points that stay with members: it has not been made before, because its row was locked and open.
func pay(ctx context.Context, tx pgx.Tx, m wallet.Move) (wallet.State, error) {
	state, repeated, err := wallet.Apply(ctx, tx, m)
	if err == nil && repeated {
		err = errors.New("it was carried out before")
	}
	return state, wrap(m.Kind+" "+m.Ref, err)
}

// GiveCoupon passes a coupon on to another member of the site: one that staff issued for that (D-61), once. A member who
// cannot receive it is C019, whatever the reason. The same call again (Who.IdempotencyKey) answers the same.
func (s *Service) GiveCoupon(ctx context.Context, who Who, code, to string) error {
	to = strings.ToLower(strings.TrimSpace(to))
	_, err := idempotency.Do(ctx, s.db, s.caller(who), idempotency.Work[struct{}]{
		Check: func() error {
			if !plausible(code) || to == who.Member {
				return fault.PaymentProblem.Wrap(errCoupon)
			}
			_, err := s.open(ctx, who)
			return err
		},
		Do: func(tx pgx.Tx) (struct{}, error) { return struct{}{}, s.giveCoupon(ctx, tx, who, code, to) },
	})
	return err
}

func (s *Service) giveCoupon(ctx context.Context, tx pgx.Tx, who Who, code, to string) error {
	if err := s.enterToGive(ctx, tx, who, to); err != nil {
		return err
	}
	q, now := promodb.New(tx), s.clk.Now()
	c, err := s.lockCoupon(ctx, q, who, code)
	if err != nil {
		return err
	}
	if c.MemberID == nil || !c.Giftable {
		return fault.PaymentProblem.Wrap(errCoupon)
	}
	p, err := s.receiver(ctx, tx, who.Site, to)
	if err != nil {
		return err
	}
	if err := q.GiveCoupon(ctx, promodb.GiveCouponParams{ID: c.ID, ToMember: to, ByMember: who.Member, At: &now}); err != nil {
		return wrap("give coupon", err)
	}
	return s.write(ctx, tx, p, letterCoupon, who.Trace)
}

// receiver returns a member of the site who may be given something. C019 for all others, including members in a break and test
// accounts, so that other members do not learn of it.
func (s *Service) receiver(ctx context.Context, tx pgx.Tx, siteID, memID string) (member.Profile, error) {
	p, err := s.members.Held(ctx, tx, memID)
	if errors.Is(err, fault.MemberNotFound) || err == nil && (p.Site != siteID || p.Status != member.Normal || p.Test || s.awake(p) != nil) {
		return p, fault.PaymentProblem.Wrap(errors.New("promo: the receiver may not be given anything"))
	}
	return p, err
}
