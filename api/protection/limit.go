package protection

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/account/protection"
	"hubstake/internal/core/money"
)

// Limit is one in force.
type Limit struct {
	Kind    protection.Kind `json:"kind"`   // deposit, loss, wager or session
	Days    int             `json:"days"`   // 1, 7 or 30: of 24 hours each, until now
	Amount  money.Amount    `json:"amount"` // minor units; of session minutes
	Used    money.Amount    `json:"used"`   // negative: more was won than lost
	SetAt   time.Time       `json:"setAt"`
	Pending *Pending        `json:"pending"`
}

// Pending is what the limit was asked to be raised to.
type Pending struct {
	Amount *money.Amount `json:"amount"` // null: no limit any more
	From   time.Time     `json:"from"`   // it may be confirmed from then
	Until  time.Time     `json:"until"`  // and is forgotten then
}

// Info is all that a member has set.
type Info struct {
	Limits        []Limit    `json:"limits"`
	TimeoutUntil  *time.Time `json:"timeoutUntil"`
	ExcludedUntil *time.Time `json:"excludedUntil"`
	Excluded      bool       `json:"excluded"` // after excludedUntil until staff takes the member back
	Minutes       int        `json:"minutes"`  // between two reminders
}

// Shown is a state on the wire.
func Shown(s protection.State) Info {
	out := Info{
		Limits: make([]Limit, len(s.Limits)), TimeoutUntil: s.Break.Timeout, ExcludedUntil: s.Break.Exclusion, Excluded: s.Break.Excluded,
		Minutes: s.Interval,
	}
	for i, l := range s.Limits {
		out.Limits[i] = Limit{Kind: l.Kind, Days: l.Days, Amount: l.Amount, Used: l.Used, SetAt: l.SetAt}
		if p := l.Pending; p != nil {
			out.Limits[i].Pending = &Pending{Amount: p.Amount, From: p.From, Until: p.Until}
		}
	}
	return out
}

// LimitRequest names a limit.
type LimitRequest struct {
	Kind protection.Kind `json:"kind"`
	Days int             `json:"days"`
}

func (r LimitRequest) which() protection.Which { return protection.Which{Kind: r.Kind, Days: r.Days} }

// LimitSetRequest sets a limit: a lower one at once, a higher one after 24 hours and a confirmation.
type LimitSetRequest struct {
	Kind   protection.Kind `json:"kind"`
	Days   int             `json:"days"`
	Amount money.Input     `json:"amount"` // of session minutes
}

func (a *API) set(ctx context.Context, c httpx.Caller, req LimitSetRequest) (Info, error) {
	return a.state(ctx, c, a.protection.Set(ctx, who(c), protection.Which{Kind: req.Kind, Days: req.Days}, req.Amount))
}

func (a *API) remove(ctx context.Context, c httpx.Caller, req LimitRequest) (Info, error) {
	return a.state(ctx, c, a.protection.Remove(ctx, who(c), req.which()))
}

func (a *API) confirm(ctx context.Context, c httpx.Caller, req LimitRequest) (Info, error) {
	return a.state(ctx, c, a.protection.Confirm(ctx, who(c), req.which()))
}

func (a *API) cancel(ctx context.Context, c httpx.Caller, req LimitRequest) (Info, error) {
	return a.state(ctx, c, a.protection.Cancel(ctx, who(c), req.which()))
}
