package partner

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/partner/partnerdb"
)

// ReverseInput asks to reverse a payment or a recall.
type ReverseInput struct {
	Sender
	ID     int64
	Reason string
}

// Reverse undoes a payment or a recall of the last ten minutes by an entry of its own, once, if all of it is still there: of a payment of which a
// part was recalled, nothing is reversed. A recall that is reversed is money that the member gets: it is refused as a payment is, but for the
// member's own limits and the partner's limit of the day.
//
// C019: the partner has no such send. C030: it is a reversal, was reversed before, a part of it was recalled, or ten minutes are over. C001: it is
// not there any more. Further codes: as of Pay and Recall.
func (s *Sends) Reverse(ctx context.Context, in ReverseInput) (Send, error) {
	return s.carry(ctx, Reverse, in.Sender, func(now time.Time) (Send, error) {
		reason, err := sendReason(in.Reason)
		return Send{Kind: Reverse, Reason: reason, Agent: in.Agent.ID, At: now}, err
	}, func(tx pgx.Tx, st site.Site, sent Send) (Send, error) {
		q, which := partnerdb.New(tx), partnerdb.SendParams{ID: in.ID, PartnerID: in.Partner}
		was, err := q.Send(ctx, which)
		if errors.Is(err, pgx.ErrNoRows) {
			return sent, fault.PaymentProblem
		}
		if err != nil {
			return sent, fmt.Errorf("partner: send %d: %w", in.ID, err)
		}
		sides, err := s.sides(ctx, tx, in.Sender, was.MemberID)
		if err != nil {
			return sent, err
		}
		if was, err = q.Send(ctx, which); err != nil { // as it is with both rows locked
			return sent, fmt.Errorf("partner: send %d: %w", in.ID, err)
		}
		if until := sendOf(was).ReversibleUntil(); !sent.At.Before(until) {
			return sent, fault.ReversalOver
		}
		sent.Member, sent.Amount, sent.Gains, sent.ToPartner = was.MemberID, money.Amount(was.Amount), !was.Gains, was.ToPartner
		if sent.Gains {
			err = s.mayBePaid(ctx, tx, sides.member, st.Options.Currency, sent)
		} else {
			err = mayBeRecalled(sides.member, sent.At)
		}
		if err != nil {
			return sent, err
		}
		return s.move(ctx, tx, in.Sender, st, sides.member, sent, &was)
	})
}

func sendOf(r partnerdb.SendRow) Send {
	out := Send{
		ID: r.ID, Kind: SendKind(r.Kind), Member: r.MemberID, ToPartner: r.ToPartner, Gains: r.Gains, Amount: money.Amount(r.Amount), Back: money.Amount(r.Back),
		Reason: r.Reason, Agent: r.AgentID, After: money.Amount(r.PtAfter), At: r.At.UTC(),
	}
	if r.Reverses != nil {
		out.Reverses = *r.Reverses
	}
	if r.RequestID != nil {
		out.Request = *r.RequestID
	}
	if r.ReversedBy != nil {
		out.ReversedBy = *r.ReversedBy
	}
	return out
}
