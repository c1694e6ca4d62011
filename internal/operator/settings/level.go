package settings

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
)

// SetLevel gives a level of a site its limits, which are settings that money depends on: U035 when a second person must see them, who has been asked.
// Limits that the level has already change nothing. E001: limits or a level that cannot be meant.
func (s *Service) SetLevel(ctx context.Context, siteID string, by audit.Actor, n int, l site.Level) error {
	st, err := s.sites.Fresh(ctx, siteID)
	if err != nil {
		return err
	}
	if err := st.Options.CheckLevel(n, l); err != nil {
		return err
	}
	was := st.Options.Levels[strconv.Itoa(n)]
	if was == l {
		return nil
	}
	needs := st.Options.NeedsApproval(site.MoneySettings, 0)
	err = audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		if needs {
			return s.askOnce(ctx, tx, st, by, fmt.Sprintf("level-%d", n), proposal{Level: n, Limits: l, LimitsBefore: was}, l)
		}
		return carryLevel(ctx, tx, siteID, by, proposal{Level: n, Limits: l, LimitsBefore: was}, false)
	})
	if err == nil && needs {
		err = fault.SecondPersonNeeded
	}
	return err
}

// carryLevel sets the limits of a level in tx. C019: they, or the rule for a second person, were changed since.
func carryLevel(ctx context.Context, tx pgx.Tx, siteID string, by audit.Actor, p proposal, approved bool) (*audit.Entry, error) {
	o, err := site.LockOptions(ctx, tx, siteID)
	if err != nil {
		return nil, err
	}
	if o.Levels[strconv.Itoa(p.Level)] != p.LimitsBefore || !approved && o.NeedsApproval(site.MoneySettings, 0) {
		return nil, fault.PaymentProblem.Wrap(errStale)
	}
	return site.SetLevel(ctx, tx, by, siteID, o, p.Level, p.Limits)
}

// Request is what a request for a second person would change.
type Request struct {
	Level         int // 1 to 10: the limits of a level, where 0 is what the site has for all; 0: options of the site
	Before, After Values
	At            *time.Time // from when it holds; nil: from the approval
}

// Asked reads a request for a second person.
func Asked(r approval.Request) (Request, error) {
	var p proposal
	if err := json.Unmarshal(r.Detail, &p); err != nil {
		return Request{}, fmt.Errorf("settings: approval %d: %w", r.ID, err)
	}
	if p.Level != 0 {
		return Request{Level: p.Level, Before: limitValues(p.LimitsBefore), After: limitValues(p.Limits)}, nil
	}
	return Request{Before: p.Before, After: p.Change, At: p.At}, nil
}

func limitValues(l site.Level) Values {
	at := func(a money.Amount) *money.Amount { return &a }
	return Values{
		DepositMin: at(l.DepositMin), DepositMax: at(l.DepositMax), WithdrawMin: at(l.WithdrawMin), WithdrawMax: at(l.WithdrawMax), MaxStake: at(l.MaxStake),
	}
}
