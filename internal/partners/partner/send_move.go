package partner

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"strconv"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/ledger/turnover"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/partner/partnerdb"
)

// sendMoves are the kinds of the two moves of a send: of the partner's PT, of a member's cash, and of the PT of a partner below. Their reference is the
// send.
var sendMoves = map[SendKind]struct{ own, cash, below string }{
	Pay:     {"pt.pay", "partner.pay", "pt.paid"},
	Recall:  {"pt.recall", "partner.recall", "pt.recalled"},
	Reverse: {"pt.reverse", "partner.reverse", "pt.reversed"},
	Payout:  {"pt.payout", "partner.payout", ""},
}

// moves returns the move of the partner's PT and that of the other side.
func (s Send) moves(who Sender, currency string) (own, other wallet.Move) {
	kinds, amount := sendMoves[s.Kind], s.Amount
	if !s.Gains {
		amount = -amount
	}
	own = wallet.Move{
		Member: who.Partner, Currency: wallet.PT, Unit: wallet.Cash, Amount: -amount, Contra: wallet.ContraPartner, Kind: kinds.own,
		Ref: strconv.FormatInt(s.ID, 10), Trace: who.Agent.Trace,
	}
	other = own
	other.Member, other.Currency, other.Kind, other.Amount = s.Member, currency, kinds.cash, amount
	if s.ToPartner {
		other.Currency, other.Kind = wallet.PT, kinds.below
	}
	return own, other
}

// move carries a send out in tx, whose members are locked: both wallets, what is to be played for it, its row, the audit and the message to the other
// side. was is the send that this one reverses, or nil.
func (s *Sends) move(ctx context.Context, tx pgx.Tx, who Sender, st site.Site, p member.Profile, sent Send, was *partnerdb.SendRow) (Send, error) {
	q := partnerdb.New(tx)
	if err := wallet.Open(ctx, tx, who.Partner, wallet.PT, who.Site); err != nil {
		return sent, err
	}
	if sent.ToPartner {
		if err := wallet.Open(ctx, tx, sent.Member, wallet.PT, who.Site); err != nil {
			return sent, err
		}
	}
	var err error
	if sent.ID, err = q.NextSend(ctx); err != nil {
		return sent, fmt.Errorf("partner: send: %w", err)
	}
	own, other := sent.moves(who, st.Options.Currency)
	var need money.Amount // to be played for it, or what is taken back of that
	states, err := wallet.ApplyAll(ctx, tx, func() (err error) {
		need, err = turnoverOf(ctx, tx, st, who.Partner, sent, was)
		return err
	}, own, other)
	switch {
	case errors.Is(err, wallet.ErrShort):
		return sent, fault.NotEnoughCash
	case errors.Is(err, wallet.ErrMissing):
		return sent, fault.MemberNotFound.Wrap(err)
	case err != nil:
		return sent, err
	}
	if err := keepsDebt(ctx, q, st.Options.Currency, states, own, other); err != nil {
		return sent, err
	}
	sent.After = states[0].Cash
	if sent.Gains && !sent.ToPartner {
		if err := turnover.Ask(ctx, tx, st.Options, other, states[1], need, sent.At); err != nil {
			return sent, err
		}
	}
	row := partnerdb.AddSendParams{
		ID: sent.ID, SiteID: who.Site, PartnerID: who.Partner, MemberID: sent.Member, ToPartner: sent.ToPartner, Kind: string(sent.Kind), Gains: sent.Gains,
		Amount: int64(sent.Amount), Reason: sent.Reason, AgentID: who.Agent.ID, PtAfter: int64(sent.After), Turnover: int64(need), At: sent.At, Day: dayOf(st, sent.At),
	}
	if sent.Request != 0 {
		row.RequestID = &sent.Request
	}
	if was != nil {
		row.Reverses, sent.Reverses = &was.ID, was.ID
	}
	if err := q.AddSend(ctx, row); err != nil {
		return sent, fmt.Errorf("partner: send: %w", err)
	}
	title, content := sendNotification(p.Lang, sent, st.Options.Currency)
	err = s.messages.Send(ctx, tx, message.Notification{Site: who.Site, Member: sent.Member, Title: title, Content: content, Trace: who.Agent.Trace})
	if err != nil {
		return sent, err
	}
	return sent, audit.Note(ctx, tx, audit.Entry{
		Actor: who.Agent, Site: who.Site, Action: "partner." + string(sent.Kind), Target: sent.Member,
		Detail: map[string]any{
			"send": sent.ID, "partner": who.Partner, "amount": sent.Amount, "gains": sent.Gains, "reason": sent.Reason, "reverses": sent.Reverses,
			"ptBefore": states[0].Cash - own.Amount, "ptAfter": states[0].Cash, "before": states[1].Cash - other.Amount, "after": states[1].Cash,
			"turnover": need,
		},
	})
}

// keepsDebt refuses a move that leaves a partner with less PT than it owes for commissions (D-30), for which that PT is taken, and for corrected bets (D-74). A
// withdrawal of PT has the same rule (C034), which an account below would otherwise go around.
func keepsDebt(ctx context.Context, q *partnerdb.Queries, currency string, states []wallet.State, moves ...wallet.Move) error {
	for i, m := range moves {
		if m.Currency != wallet.PT || m.Amount >= 0 {
			continue
		}
		owed, err := q.PTOwed(ctx, partnerdb.PTOwedParams{Partner: m.Member, Currency: currency})
		if err != nil {
			return fmt.Errorf("partner: debt: %w", err)
		}
		if int64(states[i].Cash) < owed {
			return fault.NotEnoughCash
		}
	}
	return nil
}

// turnoverOf returns what a send asks a member to play, or takes back what earlier payments asked for and returns how much that was. Both wallets are
// locked.
func turnoverOf(ctx context.Context, tx pgx.Tx, st site.Site, partner string, sent Send, was *partnerdb.SendRow) (money.Amount, error) {
	switch {
	case sent.Kind == Payout: // its turnover was looked at when it was asked for
		return 0, nil
	case !sent.Gains:
		return takeBack(ctx, tx, st, partner, sent, was)
	case sent.ToPartner:
		return 0, nil
	case was != nil:
		return money.Amount(was.Turnover), nil // what the recall took back is to be played again
	default:
		return sent.Amount.Share(st.Options.RollingBasisPoints), nil
	}
}

// takeBack notes of which payments a recall takes the money, the newest first, or the one that is reversed, and takes their needs back in
// proportion. C031: the recall reaches beyond the payments of this partner. C020: it reaches beyond what of them was not played, and something is to be played
// for other money.
func takeBack(ctx context.Context, tx pgx.Tx, st site.Site, partner string, sent Send, was *partnerdb.SendRow) (taken money.Amount, err error) {
	q := partnerdb.New(tx)
	payments := []partnerdb.PaidForRow{}
	if was != nil {
		payments = append(payments, partnerdb.PaidForRow{ID: was.ID, Kind: was.Kind, Amount: was.Amount, Turnover: was.Turnover, Back: was.Back})
	} else if payments, err = q.PaidFor(ctx, partnerdb.PaidForParams{Member: sent.Member, Partner: partner, Amount: int64(sent.Amount)}); err != nil {
		return 0, fmt.Errorf("partner: payments to %s: %w", sent.Member, err)
	}
	var whole money.Amount
	for _, p := range payments {
		whole += money.Amount(p.Amount - p.Back)
	}
	if sent.Amount > whole {
		return 0, fault.RecallAbovePaid.With("left", whole.String())
	}
	var open unplayed
	if !sent.ToPartner {
		if open, err = unplayedOf(ctx, tx, st, sent); err != nil {
			return 0, err
		}
	}
	left := sent.Amount
	for _, p := range payments {
		part := min(left, money.Amount(p.Amount-p.Back))
		if was == nil || p.Turnover > 0 { // where payments ask for nothing, the ten minutes bound a reversal
			part = min(part, open.most(p))
		}
		if part == 0 {
			continue
		}
		left -= part
		if err := q.NoteBack(ctx, partnerdb.NoteBackParams{ID: p.ID, Part: int64(part)}); err != nil {
			return 0, fmt.Errorf("partner: taken back of %d: %w", p.ID, err)
		}
		need := proportion(p.Turnover, p.Amount-p.Back, p.Amount) - proportion(p.Turnover, p.Amount-p.Back-int64(part), p.Amount)
		if sent.ToPartner || need == 0 {
			continue
		}
		if err := turnover.TakeBack(ctx, tx, sendMoves[SendKind(p.Kind)].cash, strconv.FormatInt(p.ID, 10), need, sent.At); err != nil {
			return 0, err
		}
		taken += need
	}
	if left == 0 {
		return taken, nil
	}
	return taken, fault.RecallProblem.Wrap(errOtherMoney)
}

// unplayed is what payments to a member still ask for, and whether other money asks for something as well.
type unplayed struct {
	of    map[string]money.Amount // by the number of the payment
	other bool
}

func unplayedOf(ctx context.Context, tx pgx.Tx, st site.Site, sent Send) (unplayed, error) {
	needs, err := turnover.OpenNeeds(ctx, tx, st.Options, sent.Member, st.Options.Currency, sent.At)
	out := unplayed{of: make(map[string]money.Amount, len(needs))}
	for _, n := range needs {
		if n.Kind == sendMoves[Pay].cash || n.Kind == sendMoves[Reverse].cash {
			out.of[n.Ref] = n.Open
		} else {
			out.other = true
		}
	}
	return out, err
}

// most is how much of a payment can be taken back. While other money is to be played, that is what was not played of the payment: the rest may be lost, and
// what would be taken in its name is the other money.
func (u unplayed) most(p partnerdb.PaidForRow) money.Amount {
	whole := money.Amount(p.Amount - p.Back)
	open := u.of[strconv.FormatInt(p.ID, 10)]
	switch {
	case !u.other, open > 0 && open >= proportion(p.Turnover, p.Amount-p.Back, p.Amount):
		return whole
	case open == 0:
		return 0
	default:
		return min(whole, proportion(p.Amount, int64(open), p.Turnover))
	}
}

// proportion returns what part of whole is of n, rounded down. part is not above whole.
func proportion(n, part, whole int64) money.Amount {
	hi, lo := bits.Mul64(uint64(n), uint64(part))
	quotient, _ := bits.Div64(hi, lo, uint64(whole))
	return money.Amount(quotient)
}

var errOtherMoney = errors.New("partner: something is to be played for money that the partner did not pay")
