package casino

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/casino/casinodb"
	"hubstake/internal/play/provider"
)

// maxNote bounds the reason of a decision about a held win, in code points.
const maxNote = 200

// States of a held win.
const (
	held    = "held"
	paid    = "paid"
	refused = "refused"
)

// Office is staff's part of held wins: one person asks to pay or to refuse a win, another one approves it (S-84).
type Office struct {
	db        *pgxpool.Pool
	clk       clock.Clock
	sites     *site.Service
	service   *Service
	messages  *message.Service
	approvals *approval.Service
}

// NewOffice returns an office that carries out what approvals lets through.
func NewOffice(service *Service, sites *site.Service, messages *message.Service, approvals *approval.Service) *Office {
	o := &Office{db: service.db, clk: service.clk, sites: sites, service: service, messages: messages, approvals: approvals}
	approvals.Handle(site.HeldWin, approval.Action{Right: right.Cash, Do: o.decided})
	return o
}

// Decision is what one person asks for about a held win, and what an approval keeps of it.
type Decision struct {
	ID     int64      `json:"id"`
	Pay    bool       `json:"pay"` // else it is refused
	Vendor string     `json:"vendor"`
	TxID   string     `json:"txId"`
	Round  string     `json:"roundId"`
	Why    HoldReason `json:"why"` // it is held
}

// AskedDecision returns what a request for approval wants to do with a held win.
func AskedDecision(detail json.RawMessage) (d Decision, err error) {
	if err = json.Unmarshal(detail, &d); err != nil {
		err = fmt.Errorf("casino: approved decision: %w", err)
	}
	return d, err
}

// Decide asks for a second person who pays or refuses a held win; the error is then U035. C019: it is held no longer, or another decision about it waits.
// E001: no reason, or one that is too long or cannot be printed. The member reads the reason of a refusal.
func (o *Office) Decide(ctx context.Context, siteID string, by audit.Actor, id int64, pay bool, reason string) error {
	reason = strings.TrimSpace(reason)
	if reason == "" || !utf8.ValidString(reason) || utf8.RuneCountInString(reason) > maxNote ||
		strings.ContainsFunc(reason, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return fault.Failed
	}
	st, err := o.sites.Get(ctx, siteID)
	if err != nil {
		return err
	}
	err = audit.Act(ctx, o.db, func(tx pgx.Tx) (*audit.Entry, error) {
		h, err := casinodb.New(tx).Held(ctx, casinodb.HeldParams{SiteID: siteID, ID: id})
		if errors.Is(err, pgx.ErrNoRows) || err == nil && h.State != held {
			return nil, fault.PaymentProblem.Wrap(errDecided)
		}
		if err != nil {
			return nil, fmt.Errorf("casino: held win %d: %w", id, err)
		}
		detail, err := json.Marshal(Decision{ID: id, Pay: pay, Vendor: h.VendorID, TxID: h.TxID, Round: h.RoundID, Why: HoldReason(h.Reason)})
		if err != nil {
			return nil, fmt.Errorf("casino: held win %d: %w", id, err)
		}
		entry, err := o.approvals.Ask(ctx, tx, st, by, approval.Subject{
			Kind: site.HeldWin, Target: strconv.FormatInt(id, 10), Member: h.MemberID, Currency: h.Currency, Unit: string(wallet.Cash),
			Amount: money.Amount(h.Amount), Detail: detail, Reason: reason,
		})
		if err == nil && entry == audit.Nothing {
			err = fault.PaymentProblem.Wrap(errAsked)
		}
		return entry, err
	})
	if err == nil {
		err = fault.SecondPersonNeeded
	}
	return err
}

// Explanations of a C019 in the log.
var (
	errDecided = errors.New("casino: the win is not held any more, or is not of the site")
	errAsked   = errors.New("casino: a decision about the win waits already")
)

// decided is approval.Action.Do of a held win.
func (o *Office) decided(ctx context.Context, tx pgx.Tx, st site.Site, by audit.Actor, r approval.Request) (out approval.Effect, err error) {
	d, err := AskedDecision(r.Detail)
	if err != nil {
		return out, err
	}
	q := casinodb.New(tx)
	if err := q.LockHeld(ctx, casinodb.LockHeldParams{Site: st.ID, ID: d.ID}); err != nil {
		return out, fmt.Errorf("casino: held win %d: %w", d.ID, err)
	}
	h, err := q.Held(ctx, casinodb.HeldParams{SiteID: st.ID, ID: d.ID})
	if errors.Is(err, pgx.ErrNoRows) || err == nil && h.State != held {
		return out, fault.PaymentProblem.Wrap(errDecided)
	}
	if err != nil {
		return out, fmt.Errorf("casino: held win %d: %w", d.ID, err)
	}
	state := refused
	if d.Pay {
		state = paid
		if err := o.service.payHeld(ctx, tx, h, by.Trace); err != nil {
			return out, err
		}
	}
	if err := q.EndHeld(ctx, casinodb.EndHeldParams{ID: d.ID, State: state, Note: r.Reason, At: o.clk.Now()}); err != nil {
		return out, fmt.Errorf("casino: held win %d: %w", d.ID, err)
	}
	n, err := o.notification(ctx, tx, st.ID, h, state, r.Reason)
	if err != nil {
		return out, err
	}
	n.Trace = by.Trace
	if err := o.messages.Send(ctx, tx, n); err != nil {
		return out, err
	}
	return approval.Effect{
		Entry: audit.Entry{Action: "casino.win." + state, Target: h.MemberID},
		Detail: map[string]any{
			"vendor": h.VendorID, "tx": h.TxID, "round": h.RoundID, "currency": h.Currency, "amount": h.Amount, "why": h.Reason, "reason": r.Reason,
		},
	}, nil
}

// payHeld pays a held win, whose wallet tx has locked, as a transaction of its own in the same round.
func (s *Service) payHeld(ctx context.Context, tx pgx.Tx, h casinodb.HeldRow, trace string) error {
	win, err := casinodb.New(tx).HeldTx(ctx, casinodb.HeldTxParams{VendorID: h.VendorID, TxID: h.TxID})
	if err != nil {
		return fmt.Errorf("casino: held win %d: %w", h.ID, err)
	}
	o := provider.Operation{
		Kind: provider.Win, TxID: paidKey(h.TxID), RefTxID: win.RefTxID, RoundID: h.RoundID, Member: h.MemberID, Currency: h.Currency, Campaign: win.CampaignID,
	}
	amount := money.Amount(h.Amount)
	j := &job{
		request: request{vendor: h.VendorID, op: o, amount: amount, trace: trace}, member: h.MemberID, hash: hash(o, amount, money.Whole), pays: true,
	}
	if err := wallet.Carry(ctx, tx, s.begin([]*task{{jobs: []*job{j}}})); err != nil {
		return fmt.Errorf("casino: held win %d: %w", h.ID, err)
	}
	if j.answer.Status != provider.OK || j.answer.Repeated {
		return fmt.Errorf("casino: held win %d: %w: %s", h.ID, errUnpaid, j.answer.Status)
	}
	return nil
}

var errUnpaid = errors.New("casino: the win could not be paid")

func (o *Office) notification(ctx context.Context, tx pgx.Tx, siteID string, h casinodb.HeldRow, state, reason string) (message.Notification, error) {
	lang, err := casinodb.New(tx).MemberLang(ctx, h.MemberID)
	if err != nil {
		return message.Notification{}, fmt.Errorf("casino: held win %d: %w", h.ID, err)
	}
	return notification(siteID, h.MemberID, lang, state, h.RoundID, h.Currency, money.Amount(h.Amount), reason), nil
}

// TellHeld sends the message about each held win to its member, in the member's language, and notes the win for the audit as an act of its provider. It returns how many there were. Several may run
// at once.
func TellHeld(ctx context.Context, db *pgxpool.Pool, messages *message.Service, now time.Time) (n int, err error) {
	for more := true; more; {
		err := pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
			q := casinodb.New(tx)
			h, err := q.Untold(ctx)
			if more = !errors.Is(err, pgx.ErrNoRows); !more {
				return nil
			}
			if err != nil {
				return err
			}
			if err := q.Told(ctx, casinodb.ToldParams{ID: h.ID, At: now}); err != nil {
				return err
			}
			err = audit.Note(ctx, tx, audit.Entry{Actor: audit.Actor{ID: h.Vendor}, Site: h.Site, Action: "casino.win.held", Target: h.Member, Detail: map[string]any{
				"vendor": h.Vendor, "tx": h.Tx, "round": h.Round, "currency": h.Currency, "amount": h.Amount, "why": h.Reason,
			}})
			if err != nil || h.State != held { // it was decided or taken back at once
				return err
			}
			return messages.Send(ctx, tx, notification(h.Site, h.Member, h.Lang, held, h.Round, h.Currency, money.Amount(h.Amount), ""))
		})
		if err != nil {
			return n, fmt.Errorf("casino: tell of held wins: %w", err)
		}
		if more {
			n++
		}
	}
	return n, nil
}
