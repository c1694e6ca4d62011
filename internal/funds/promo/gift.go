package promo

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/access/idempotency"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/funds/promo/promodb"
	"hubstake/internal/ledger/turnover"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
)

// States of a gift.
const (
	Sent  = "sent"
	Taken = "taken" // and Expired
)

// giftDays is how long a member's gift waits; then its points go back.
const giftDays = 7

// contraGift is the account where a member's gift lies until it is taken.
const contraGift = "gift"

// maxMemo bounds what is written to a gift, in code points.
const maxMemo = 100

// Gift is points that were sent to a member, and wait to be taken.
type Gift struct {
	ID        int64
	ByStaff   bool
	Sender    string // memId of a member, or the staff id
	Member    string
	Points    money.Amount
	Memo      string
	State     string
	SentAt    time.Time
	ExpiresAt time.Time
	ClosedAt  *time.Time
}

// PointTransfer is points that a member or staff sends to a member. Request identifies the call: repeating it has no second
// effect.
type PointTransfer struct {
	Request string
	To      string
	Points  money.Input
	Memo    string
}

// errGift explains a C019 in the log.
var errGift = errors.New("promo: no such gift for this member now")

func (p *PointTransfer) valid() bool {
	p.To = strings.ToLower(strings.TrimSpace(p.To))
	return requestForm.MatchString(p.Request) && text(p.Memo, maxMemo)
}

// GiftPoints sends points of the house to a member; they wait for days (1 to 366). The same request again sends nothing and
// answers the same gift; with another content it is E001. U001: no such member; U033: one in a break. U035: it needs a second person, who
// was asked.
func (s *Service) GiftPoints(ctx context.Context, by audit.Actor, siteID string, p PointTransfer, days int) (g Gift, err error) {
	points, given := p.Points.Amount()
	if !given {
		return g, fault.AmountRequired
	}
	if !p.valid() || points > maxReward || days < 1 || days > maxDays {
		return g, fault.Failed
	}
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return g, err
	}
	present := gift{PointTransfer: p, points: points, days: days, currency: st.Options.Currency}
	needs := false
	err = audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		needs = false
		if err := promodb.New(tx).LockGiving(ctx, by.ID); err != nil {
			return nil, wrap("gift", err)
		}
		if _, err := s.addressee(ctx, tx, siteID, p.To); err != nil {
			return nil, err
		}
		if g, err = sentBefore(ctx, tx, siteID, true, by.ID, present); !errors.Is(err, pgx.ErrNoRows) {
			return audit.Nothing, err
		}
		needs, err = approval.NeedsSecond(ctx, tx, s.clk.Now(), st, approval.Act{
			Kind: site.Gift, Staff: by.ID, Member: p.To, ID: "gift:" + by.ID + ":" + p.Request, Amount: points,
		})
		if err != nil {
			return nil, err
		}
		if needs {
			hash, err := fingerprint([]any{p.To, points, p.Memo, days})
			if err != nil {
				return nil, err
			}
			return s.askToGive(ctx, tx, st, by, giving{Gift: &sentPoints{Request: p.Request, To: p.To, Points: points, Memo: p.Memo, Days: days}}, hash)
		}
		var entry audit.Entry
		g, entry, err = s.send(ctx, tx, siteID, giver{by.ID, "", by.Trace}, present)
		entry.Actor, entry.Site = by, siteID
		return &entry, err
	})
	if err == nil && needs {
		err = fault.SecondPersonNeeded
	}
	return g, err
}

// gift is a transfer that was checked.
type gift struct {
	PointTransfer
	points   money.Amount
	days     int
	currency string
}

// send writes a gift of the house and tells its member.
func (s *Service) send(ctx context.Context, tx pgx.Tx, siteID string, by giver, p gift) (g Gift, entry audit.Entry, err error) {
	m, err := s.addressee(ctx, tx, siteID, p.To)
	if err != nil {
		return g, entry, err
	}
	var repeated bool
	g, repeated, err = s.addGift(ctx, tx, siteID, true, by, p)
	if err == nil && repeated {
		err = fault.PaymentProblem.Wrap(errRepeated)
	}
	if err != nil {
		return g, entry, err
	}
	return g, audit.Entry{
		Action: "gift.send", Target: strconv.FormatInt(g.ID, 10),
		Detail: map[string]any{"memId": g.Member, "points": g.Points, "memo": g.Memo, "days": p.days},
	}, s.write(ctx, tx, m, letterGift, by.trace)
}

// addGift writes a gift, or finds the one that the same request sent before.
func (s *Service) addGift(ctx context.Context, tx pgx.Tx, siteID string, byStaff bool, by giver, p gift) (g Gift, repeated bool, err error) {
	now := s.clk.Now()
	g = Gift{
		ByStaff: byStaff, Sender: by.ID, Member: p.To, Points: p.points, Memo: p.Memo, State: Sent, SentAt: now,
		ExpiresAt: now.Add(time.Duration(p.days) * day),
	}
	g.ID, err = promodb.New(tx).AddGift(ctx, promodb.AddGiftParams{
		SiteID: siteID, ByStaff: byStaff, Sender: by.ID, ApprovedBy: by.approver, RequestID: p.Request, MemberID: p.To, Currency: p.currency,
		Points: int64(p.points), Memo: p.Memo, SentAt: now, ExpiresAt: g.ExpiresAt,
	})
	if !errors.Is(err, pgx.ErrNoRows) {
		return g, false, wrap("gift", err)
	}
	g, err = sentBefore(ctx, tx, siteID, byStaff, by.ID, p)
	return g, true, wrap("gift", err)
}

// sentBefore is the gift that a request of the sender sent before. E001: it had another content. pgx.ErrNoRows: it sent nothing.
func sentBefore(ctx context.Context, tx pgx.Tx, siteID string, byStaff bool, sender string, p gift) (Gift, error) {
	was, err := promodb.New(tx).GiftOf(ctx, promodb.GiftOfParams{SiteID: siteID, ByStaff: byStaff, Sender: sender, RequestID: p.Request})
	if errors.Is(err, pgx.ErrNoRows) {
		return Gift{}, err
	}
	if err != nil {
		return Gift{}, wrap("gift", err)
	}
	if was.MemberID != p.To || was.Points != int64(p.points) || was.Memo != p.Memo {
		return Gift{}, fault.Failed
	}
	return Gift{
		ID: was.ID, ByStaff: byStaff, Sender: sender, Member: p.To, Points: p.points, Memo: p.Memo, State: was.State, SentAt: was.SentAt,
		ExpiresAt: was.ExpiresAt,
	}, nil
}

// SendPoints sends points of a member to another one of the site, where the site lets members do that (D-27): U021 where
// not, and above the day's limit; C015 while there is something to be played: the points of a bonus would leave its terms
// behind (D-20). The amount is checked as that of a conversion (D-19). Points that are not taken in time go back. A repeated
// call (Who.IdempotencyKey) gets the same answer; so does the same PointTransfer.Request, with the wallet's balance at that time.
func (s *Service) SendPoints(ctx context.Context, who Who, p PointTransfer) (Gift, wallet.State, error) {
	var st site.Site
	points, given := p.Points.Amount()
	out, err := idempotency.Do(ctx, s.db, s.caller(who), idempotency.Work[moved[Gift]]{
		Check: func() (err error) {
			st, err = s.open(ctx, who)
			switch {
			case err != nil:
				return err
			case !st.Options.PointGiving:
				return fault.NoPayPermission
			case !given:
				return fault.AmountRequired
			case !p.valid():
				return fault.Failed
			case p.To == who.Member:
				return fault.PaymentProblem.Wrap(errGift)
			}
			return nil
		},
		Do: func(tx pgx.Tx) (moved[Gift], error) { return s.sendPoints(ctx, tx, who, p, points, st.Options) },
	})
	return out.What, out.State, err
}

func (s *Service) sendPoints(ctx context.Context, tx pgx.Tx, who Who, p PointTransfer, points money.Amount, o site.Options) (out moved[Gift], err error) {
	if err := s.enterToGive(ctx, tx, who, p.To); err != nil {
		return out, err
	}
	to, err := s.receiver(ctx, tx, who.Site, p.To)
	if err != nil {
		return out, err
	}
	var repeated bool
	out.What, repeated, err = s.addGift(ctx, tx, who.Site, false, giver{ID: who.Member}, gift{PointTransfer: p, points: points, days: giftDays, currency: o.Currency})
	if err != nil {
		return out, err
	}
	out.State, err = wallet.Lock(ctx, tx, who.Member, o.Currency)
	if err != nil || repeated {
		return out, wrap("gift", err)
	}
	if err := s.maySend(ctx, tx, who, points, out.State.Points, o); err != nil {
		return out, err
	}
	out.State, err = pay(ctx, tx, wallet.Move{
		Member: who.Member, Currency: o.Currency, Unit: wallet.Point, Amount: -points, Contra: contraGift,
		Kind: "gift.send", Ref: strconv.FormatInt(out.What.ID, 10), Trace: who.Trace,
	})
	if err != nil {
		return out, err
	}
	return out, s.write(ctx, tx, to, letterGift, who.Trace)
}

// maySend checks the points of a gift that is written already, under the lock of the sender's wallet.
func (s *Service) maySend(ctx context.Context, tx pgx.Tx, who Who, points, have money.Amount, o site.Options) error {
	if points > have {
		return fault.NotEnoughPoints
	}
	if err := o.CheckPoints(points); err != nil {
		return err
	}
	owed, err := turnover.Now(ctx, tx, o, who.Member, o.Currency, s.clk.Now())
	if err != nil {
		return wrap("gift", err)
	}
	if owed.Remaining > 0 {
		return fault.TurnoverUnmet.With("remaining", owed.Remaining.String())
	}
	sent, err := promodb.New(tx).GivenSince(ctx, promodb.GivenSinceParams{Sender: who.Member, Since: Midnight(s.clk.Now(), o.Location())})
	if err != nil {
		return wrap("gift", err)
	}
	if money.Amount(sent) > o.PointGivingDayMax {
		return fault.NoPayPermission
	}
	return nil
}

// TakeGift puts the points of a gift into its member's wallet, once; C019 for one that is not there to be taken. The same call
// again (Who.IdempotencyKey) answers the same.
func (s *Service) TakeGift(ctx context.Context, who Who, id int64) (wallet.State, error) {
	var st site.Site
	return idempotency.Do(ctx, s.db, s.caller(who), idempotency.Work[wallet.State]{
		Check: func() (err error) {
			st, err = s.open(ctx, who)
			return err
		},
		Do: func(tx pgx.Tx) (wallet.State, error) { return s.takeGift(ctx, tx, who, st.Options, id) },
	})
}

func (s *Service) takeGift(ctx context.Context, tx pgx.Tx, who Who, o site.Options, id int64) (state wallet.State, err error) {
	if err := s.enter(ctx, tx, who); err != nil {
		return state, err
	}
	q, now := promodb.New(tx), s.clk.Now()
	g, err := q.LockGift(ctx, promodb.LockGiftParams{SiteID: who.Site, ID: id})
	if errors.Is(err, pgx.ErrNoRows) || err == nil && (g.MemberID != who.Member || g.State != Sent || !g.ExpiresAt.After(now)) {
		return state, fault.PaymentProblem.Wrap(errGift)
	}
	if err != nil {
		return state, wrap("gift", err)
	}
	if err := q.CloseGift(ctx, promodb.CloseGiftParams{ID: id, State: Taken, At: &now}); err != nil {
		return state, wrap("gift", err)
	}
	contra := contraGift
	if g.ByStaff {
		contra = wallet.ContraPromo
	}
	return credit(ctx, tx, o, wallet.Move{
		Member: who.Member, Currency: g.Currency, Unit: wallet.Point, Amount: money.Amount(g.Points), Contra: contra,
		Kind: "gift", Ref: strconv.FormatInt(id, 10), Trace: who.Trace,
	}, 0, now)
}

// Gifts returns a page of what a member was sent, or has sent, newest first, and how many there are. Staff senders are shown
// to members as the site.
func (s *Service) Gifts(ctx context.Context, who Who, sent bool, page paging.Slice) ([]Gift, int64, error) {
	q := promodb.New(s.db)
	total, err := q.GiftsCount(ctx, promodb.GiftsCountParams{Sent: sent, Member: who.Member})
	if err != nil {
		return nil, 0, wrap("gifts", err)
	}
	rows, err := q.Gifts(ctx, promodb.GiftsParams{At: s.clk.Now(), Sent: sent, Member: who.Member, Count: page.Count, Skip: page.Skip})
	if err != nil {
		return nil, 0, wrap("gifts", err)
	}
	out := make([]Gift, len(rows))
	for i, r := range rows {
		out[i] = Gift{
			ID: r.ID, ByStaff: r.ByStaff, Sender: r.Sender, Member: r.MemberID, Points: money.Amount(r.Points), Memo: r.Memo,
			State: r.State, SentAt: r.SentAt, ExpiresAt: r.ExpiresAt, ClosedAt: r.ClosedAt,
		}
		if r.ByStaff {
			out[i].Sender = ""
		}
	}
	return out, total, nil
}

// StaffGifts returns a page of a site's gifts for staff, newest first; memID "" means of all.
func (s *Service) StaffGifts(ctx context.Context, siteID, memID string, page paging.Slice) ([]Gift, int64, error) {
	q := promodb.New(s.db)
	total, err := q.StaffGiftListCount(ctx, promodb.StaffGiftListCountParams{Site: siteID, Member: memID})
	if err != nil {
		return nil, 0, wrap("staff gifts", err)
	}
	rows, err := q.StaffGiftList(ctx, promodb.StaffGiftListParams{Site: siteID, Member: memID, Count: page.Count, Skip: page.Skip})
	if err != nil {
		return nil, 0, wrap("staff gifts", err)
	}
	out := make([]Gift, len(rows))
	for i, r := range rows {
		out[i] = Gift{
			ID: r.ID, ByStaff: r.ByStaff, Sender: r.Sender, Member: r.MemberID, Points: money.Amount(r.Points), Memo: r.Memo,
			State: r.State, SentAt: r.SentAt, ExpiresAt: r.ExpiresAt, ClosedAt: r.ClosedAt,
		}
	}
	return out, total, nil
}
