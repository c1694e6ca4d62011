package partner

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/access/idempotency"
	"hubstake/internal/account/member"
	"hubstake/internal/account/protection"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/partner/partnerdb"
)

// SendKind says what a send was.
type SendKind string

// The kinds.
const (
	Pay     SendKind = "pay"
	Recall  SendKind = "recall"
	Reverse SendKind = "reverse" // of a payment or a recall, by an entry that compensates it
	// Payout is money of a member that became PT because the member asked to be paid out by its partner (D-28).
	Payout SendKind = "payout"
)

// ReverseWithin is how long a payment or a recall can be reversed.
const ReverseWithin = 10 * time.Minute

// maxSendReason bounds the reason of a send, in code points.
const maxSendReason = 200

// Sends moves a partner's own money (PT) to the accounts directly below it and back.
type Sends struct {
	db       *pgxpool.Pool
	clk      clock.Clock
	sites    *site.Service
	members  *member.Service
	messages *message.Service
	metrics  *SendMetrics
	desk     *cash.Service // of pay-outs
}

// NewSends returns a service.
func NewSends(db *pgxpool.Pool, clk clock.Clock, sites *site.Service, members *member.Service, messages *message.Service) *Sends {
	return &Sends{db: db, clk: clk, sites: sites, members: members, messages: messages}
}

// Now is the moment by which reversals are judged.
func (s *Sends) Now() time.Time { return s.clk.Now().UTC() }

// Sender is the partner who acts, and the person who does it.
type Sender struct {
	Site, Partner  string
	Agent          audit.Actor     // the partner itself, or a person of its sub-staff
	IdempotencyKey idempotency.Key // of this call; the zero key for none
}

// SendInput is a payment or a recall.
type SendInput struct {
	Sender
	Member string // directly below
	Amount money.Input
	Reason string // the member reads it
}

// Send is one entry: a payment, a recall or a reversal.
type Send struct {
	ID         int64        `json:"id"`
	Kind       SendKind     `json:"kind"`
	Member     string       `json:"member"`
	ToPartner  bool         `json:"toPartner"` // PT of a partner below moves, not cash of a member
	Gains      bool         `json:"gains"`     // the other side's money grew
	Amount     money.Amount `json:"amount"`
	Back       money.Amount `json:"back"` // how much of it was recalled or reversed since
	Reason     string       `json:"reason"`
	Agent      string       `json:"agent"`
	Reverses   int64        `json:"reverses"`   // 0: it is no reversal
	ReversedBy int64        `json:"reversedBy"` // 0: it is not reversed
	After      money.Amount `json:"after"`      // the partner's PT
	Request    int64        `json:"request"`    // of a pay-out: the request of the member; else 0
	At         time.Time    `json:"at"`
}

// ReversibleUntil is when a send can no longer be reversed; the zero time for one that cannot be.
func (s Send) ReversibleUntil() time.Time {
	if s.Kind == Reverse || s.Kind == Payout || s.ReversedBy != 0 || s.Kind == Pay && s.Back > 0 {
		return time.Time{}
	}
	return s.At.Add(ReverseWithin)
}

// Pay moves PT to a member's cash, or to the PT of a partner, directly below. The money asks for turnover as a deposit does, so that a payment and
// a withdrawal are no way around D-20; and the member's own limits of deposits hold. The same call again (Sender.IdempotencyKey) answers the same.
//
// S001: the site is in maintenance. C009, E001: no amount, no reason. U029: not a partner any more. U021: it may not pay. U001: the account is not
// directly below. U002, U011, U018, U020, U033, U051: its state. U034: its own limit. C029: more than the partner may still pay today. C001: more
// than its PT.
func (s *Sends) Pay(ctx context.Context, in SendInput) (Send, error) {
	return s.carry(ctx, Pay, in.Sender, func(now time.Time) (Send, error) { return in.check(Pay, now) },
		func(tx pgx.Tx, st site.Site, sent Send) (Send, error) {
			sides, err := s.sides(ctx, tx, in.Sender, sent.Member)
			if err != nil {
				return sent, err
			}
			sent.ToPartner = sides.member.Partner
			if err := s.mayBePaid(ctx, tx, sides.member, st.Options.Currency, sent); err != nil {
				return sent, err
			}
			if err := withinDay(ctx, tx, in.Partner, st, sides.dayMax, sent); err != nil {
				return sent, err
			}
			return s.move(ctx, tx, in.Sender, st, sides.member, sent, nil)
		})
}

// Recall takes back what this partner paid to an account directly below, and has not taken back yet (D-28): cash of a member, or PT of a partner, at most
// what is free. Holds and the stakes of open bets are not in the cash. The needs of payments are taken back with their money, those of the newest payments
// first. The payments of a former partner stay.
//
// C031: more than was paid. C020: more than what of the payments was not played, while other money is to be played. C029: more than the partner may still
// recall today. U033: the member has excluded itself: it is paid to its own account only. U022: staff has suspended withdrawals of the member, which keeps the money where it is. A hold after a new secret (U042) and a timeout do not
// stop a recall: they are about money that leaves to the outside, and about play. C001: more than is free. Further codes: as of Pay, but for U034.
func (s *Sends) Recall(ctx context.Context, in SendInput) (Send, error) {
	return s.carry(ctx, Recall, in.Sender, func(now time.Time) (Send, error) { return in.check(Recall, now) },
		func(tx pgx.Tx, st site.Site, sent Send) (Send, error) {
			sides, err := s.sides(ctx, tx, in.Sender, sent.Member)
			if err != nil {
				return sent, err
			}
			sent.ToPartner = sides.member.Partner
			if err := mayBeRecalled(sides.member, sent.At); err != nil {
				return sent, err
			}
			if err := withinDay(ctx, tx, in.Partner, st, sides.dayMax, sent); err != nil {
				return sent, err
			}
			return s.move(ctx, tx, in.Sender, st, sides.member, sent, nil)
		})
}

// check is what the form says of a send.
func (in SendInput) check(kind SendKind, now time.Time) (Send, error) {
	amount, given := in.Amount.Amount()
	if !given {
		return Send{}, fault.AmountRequired
	}
	reason, err := sendReason(in.Reason)
	return Send{
		Kind: kind, Member: strings.ToLower(strings.TrimSpace(in.Member)), Gains: kind == Pay, Amount: amount, Reason: reason, Agent: in.Agent.ID, At: now,
	}, err
}

func sendReason(typed string) (string, error) {
	reason := strings.TrimSpace(typed)
	if reason == "" || !utf8.ValidString(reason) || utf8.RuneCountInString(reason) > maxSendReason ||
		strings.ContainsFunc(reason, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return "", fault.Failed
	}
	return reason, nil
}

// carry makes a send in a transaction of its own, once for its key. prepare is what the form says of it.
func (s *Sends) carry(
	ctx context.Context, kind SendKind, who Sender, prepare func(now time.Time) (Send, error), do func(pgx.Tx, site.Site, Send) (Send, error),
) (made Send, err error) {
	var st site.Site
	var sent Send
	var did bool
	defer func() { s.metrics.ended(kind, did, err) }()
	caller := idempotency.Caller{Member: who.Partner, Key: who.IdempotencyKey, At: s.clk.Now()}
	return idempotency.Do(ctx, s.db, caller, idempotency.Work[Send]{
		Check: func() (err error) {
			if st, err = s.sites.Get(ctx, who.Site); err != nil {
				return err
			}
			if st.Maintenance {
				return fault.SiteMaintenance // the partner area only reads then (D-35)
			}
			sent, err = prepare(s.clk.Now())
			return err
		},
		Do: func(tx pgx.Tx) (Send, error) {
			did = true
			return do(tx, st, sent)
		},
	})
}

// sides are the partner and the other side of a send, with their rows locked.
type sides struct {
	member member.Profile
	dayMax money.Amount
}

// sides locks both rows and finds out whether the partner may act on the account.
func (s *Sends) sides(ctx context.Context, tx pgx.Tx, who Sender, memID string) (out sides, err error) {
	if err := member.LockRows(ctx, tx, who.Partner, memID); err != nil {
		return out, err
	}
	partner, err := s.members.Profile(ctx, tx, who.Partner)
	if err != nil {
		return out, err
	}
	if !partner.Partner || partner.Site != who.Site || partner.Status != member.Normal {
		return out, fault.NoAccess
	}
	may, err := partnerdb.New(tx).Permission(ctx, partnerdb.PermissionParams{MemberID: who.Partner, SiteID: who.Site})
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return out, fmt.Errorf("partner: permission: %w", err)
	}
	if !may.PayAllowed {
		return out, fault.NoPayPermission
	}
	out.dayMax = money.Amount(may.PayDayMax)
	if out.member, err = s.members.Profile(ctx, tx, memID); err != nil {
		return out, err
	}
	if !directlyBelow(out.member, who.Site, who.Partner) {
		return out, fault.MemberNotFound
	}
	return out, nil
}

// directlyBelow reports whether a partner may pay to an account. A foreign account, a grandchild, the partner itself and one that does not exist
// read alike.
func directlyBelow(p member.Profile, siteID, partner string) bool {
	return len(p.Upline) > 0 && p.Upline[0] == partner && p.Site == siteID && p.Status != member.Deleted
}

// mayBePaid refuses money for an account that must not get any now. The member's own limits of deposits are asked of a payment, not of a recall
// that is reversed: that money was the member's before.
func (s *Sends) mayBePaid(ctx context.Context, tx pgx.Tx, p member.Profile, currency string, sent Send) error {
	if err := p.Status.Refusal(); err != nil {
		return err
	}
	if resting, _ := p.Break.At(sent.At); resting {
		return fault.SelfExcluded
	}
	if err := p.MayUseRealMoney(); err != nil {
		return err
	}
	if p.Partner || sent.Kind != Pay {
		return nil
	}
	return protection.MayDeposit(ctx, tx, p.MemID, currency, sent.Amount, sent.At)
}

// mayBeRecalled refuses a recall from an account whose money stays where it is.
func mayBeRecalled(p member.Profile, at time.Time) error {
	if err := p.Status.Refusal(); err != nil {
		return err
	}
	if err := p.MayUseRealMoney(); err != nil {
		return err
	}
	if !p.WithdrawAllowed {
		return fault.WithdrawalSuspended
	}
	if p.Break.Excludes(at) {
		return fault.SelfExcluded
	}
	return nil
}

// dayOf is the day of a moment by the site's clock.
func dayOf(st site.Site, at time.Time) time.Time {
	y, m, d := at.In(st.Options.Location()).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// withinDay refuses a send with which its kind exceeds what the partner may move on a day: C029. Payments, recalls and pay-outs are counted each for themselves.
func withinDay(ctx context.Context, tx pgx.Tx, partner string, st site.Site, dayMax money.Amount, sent Send) error {
	used, err := movedOn(ctx, tx, partner, sent.Kind, dayOf(st, sent.At))
	if err != nil {
		return err
	}
	if left := max(dayMax-used, 0); sent.Amount > left {
		return fault.PayDayLimit.With("left", left.String())
	}
	return nil
}

// movedOn is what a partner has moved by a kind of send on a day; exact with the partner's row locked.
func movedOn(ctx context.Context, db partnerdb.DBTX, memID string, kind SendKind, day time.Time) (money.Amount, error) {
	n, err := partnerdb.New(db).PaidOn(ctx, partnerdb.PaidOnParams{Partner: memID, Day: day, Kind: string(kind)})
	if err != nil {
		return 0, fmt.Errorf("partner: paid today: %w", err)
	}
	return money.Amount(n), nil
}
