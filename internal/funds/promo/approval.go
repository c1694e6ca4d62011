package promo

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
)

// errRepeated explains a C019 in the log.
var errRepeated = errors.New("promo: the request was carried out before")

// giver is the one who gives.
type giver struct {
	ID       string // of staff, or a memId
	approver string // the second person; empty: none
	trace    string
}

// giving is what staff asks to give: one of the two.
type giving struct {
	Coupons *Issue      `json:"coupons,omitzero"`
	Gift    *sentPoints `json:"gift,omitzero"`
}

// sentPoints are points of the house for a member.
type sentPoints struct {
	Request string       `json:"request"`
	To      string       `json:"to"`
	Points  money.Amount `json:"points"`
	Memo    string       `json:"memo"`
	Days    int          `json:"days"`
}

// Approvals gives the service what asks for a second person. Without it, gifts and settings that need one fail.
func (s *Service) Approvals(a *approval.Service) {
	s.approvals = a
	s.handleSettings(a)
	a.Handle(site.Gift, approval.Action{Right: right.Gift, Do: s.give})
}

// askToGive asks for the second person; hash tells requests of another content apart.
func (s *Service) askToGive(ctx context.Context, tx pgx.Tx, st site.Site, by audit.Actor, what giving, hash []byte) (*audit.Entry, error) {
	detail, err := json.Marshal(what)
	if err != nil {
		return nil, wrap("ask to give", err)
	}
	subject := approval.Subject{Kind: site.Gift, Currency: st.Options.Currency, Detail: detail}
	suffix := ":" + hex.EncodeToString(hash[:8])
	if g := what.Gift; g != nil {
		subject.Target, subject.Member, subject.Unit, subject.Amount, subject.Reason = "gift:"+by.ID+":"+g.Request+suffix, g.To, string(wallet.Point), g.Points, g.Memo
	} else {
		i := what.Coupons
		for _, m := range i.Members {
			if _, err := s.addressee(ctx, tx, st.ID, m); err != nil {
				return nil, err
			}
		}
		subject.Target, subject.Unit, subject.Amount, subject.Reason = "coupons:"+i.Request+suffix, string(i.Unit), i.value(), i.Note
		if len(i.Members) == 1 {
			subject.Member = i.Members[0]
		}
	}
	return s.approvals.Ask(ctx, tx, st, by, subject)
}

// AskedCoupons returns the coupons that a request for approval wants to issue; nil: it sends points.
func AskedCoupons(detail json.RawMessage) (*Issue, error) {
	var what giving
	err := json.Unmarshal(detail, &what)
	return what.Coupons, wrap("approved gift", err)
}

// give is approval.Action.Do of coupons and points.
func (s *Service) give(ctx context.Context, tx pgx.Tx, st site.Site, by audit.Actor, r approval.Request) (out approval.Effect, err error) {
	var what giving
	if err := json.Unmarshal(r.Detail, &what); err != nil {
		return out, wrap("approved gift", err)
	}
	from := giver{r.AskedBy, by.ID, by.Trace}
	if g := what.Gift; g != nil {
		_, out.Entry, err = s.send(ctx, tx, st.ID, from, gift{
			PointTransfer: PointTransfer{Request: g.Request, To: g.To, Memo: g.Memo}, points: g.Points, days: g.Days, currency: st.Options.Currency,
		})
	} else {
		var hash []byte
		if hash, err = fingerprint(*what.Coupons); err == nil {
			_, out.Entry, err = s.issue(ctx, tx, st.ID, from, *what.Coupons, hash)
		}
	}
	out.Detail, _ = out.Entry.Detail.(map[string]any)
	return out, err
}
