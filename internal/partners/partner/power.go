package partner

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/core/waterfall"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
)

// Power is what a partner may earn, or what it may pay: one of the two is filled.
type Power struct {
	Rates       *RateForm    `json:"rates,omitempty"`
	InsuredFrom money.Amount `json:"insuredFrom,omitzero"` // with Rates
	InsuredPart int32        `json:"insuredPart,omitzero"` // with Rates
	Rights      *Rights      `json:"rights,omitempty"`
}

// AskedPower is what a request for a second person gives a partner, and what it had.
type AskedPower struct {
	Before Power `json:"before"`
	After  Power `json:"after"`
}

// ReadAskedPower returns what a request for approval wants to give.
func ReadAskedPower(detail json.RawMessage) (a AskedPower, err error) {
	if err := json.Unmarshal(detail, &a); err != nil {
		return a, fmt.Errorf("asked power of a partner: %w", err)
	}
	return a, nil
}

func powerOf(r waterfall.Rates, i waterfall.Insurance) Power {
	form := FormOf(r)
	return Power{Rates: &form, InsuredFrom: money.Amount(i.From), InsuredPart: i.Part}
}

// Approvals gives the service what asks for a second person. Without it, changes that need one fail.
func (s *Service) Approvals(a *approval.Service) {
	s.approvals = a
	a.Handle(site.PartnerPower, approval.Action{Right: right.Partner, Do: s.approved})
}

// change is a change of a partner's power in tx: its effect, the power before and after, and whether it is a raise.
type change func(tx pgx.Tx) (did approval.Effect, asked AskedPower, raised bool, err error)

// apply carries a change out, or asks for the second person that a raise by staff needs (U035, D-69). Partners set rates only up to their own.
func (s *Service) apply(ctx context.Context, by By, memID, reason string, do change) error {
	st, err := s.sites.Fresh(ctx, by.Site)
	if err != nil {
		return fmt.Errorf("partner: %w", err)
	}
	two := by.staff() && st.Options.NeedsApproval(site.PartnerPower)
	var asked bool
	err = audit.Act(ctx, s.db, func(tx pgx.Tx) (entry *audit.Entry, err error) {
		entry, asked, err = s.approvals.Attempt(ctx, tx, st, by.Actor, func(tx pgx.Tx) (approval.Effect, *approval.Subject, error) {
			did, change, raised, err := do(tx)
			if err != nil || !raised || !two {
				return did, nil, err
			}
			detail, err := json.Marshal(change)
			hash := sha256.Sum256(detail)
			return did, &approval.Subject{
				Kind: site.PartnerPower, Target: memID + ":" + hex.EncodeToString(hash[:8]), Member: memID, Detail: detail, Reason: reason,
			}, err
		})
		return entry, err
	})
	if err == nil && asked {
		err = fault.SecondPersonNeeded
	}
	return err
}

// approved is approval.Action.Do of a raise. C019: the partner has other rates or rights by now than when the request was made.
func (s *Service) approved(ctx context.Context, tx pgx.Tx, st site.Site, _ audit.Actor, r approval.Request) (did approval.Effect, err error) {
	asked, err := ReadAskedPower(r.Detail)
	if err != nil {
		return did, err
	}
	by := By{Actor: audit.Actor{ID: r.AskedBy}, Site: st.ID}
	if rights := asked.After.Rights; rights != nil {
		did, _, _, err = s.setRights(ctx, tx, by, r.Member, *rights, r.Reason)
		return did, err
	}
	if asked.After.Rates == nil {
		return did, fault.Failed
	}
	var now AskedPower
	_, did, now, _, err = s.setRates(ctx, tx, by, RateInput{
		MemID: r.Member, Rates: asked.After.Rates.Rates(), Insured: waterfall.Insurance{From: int64(asked.After.InsuredFrom), Part: asked.After.InsuredPart},
		Reason: r.Reason,
	})
	if err == nil && (*now.Before.Rates != *asked.Before.Rates || now.Before.InsuredFrom != asked.Before.InsuredFrom || now.Before.InsuredPart != asked.Before.InsuredPart) {
		err = fault.PaymentProblem
	}
	return did, err
}
