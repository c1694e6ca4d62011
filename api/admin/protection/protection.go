// Package protection shows staff what protects a member, and makes it tighter.
package protection

import (
	"context"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/protection"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
)

// API holds what the calls need.
type API struct {
	protection *protection.Service
}

// New returns the area's API.
func New(protection *protection.Service) *API { return &API{protection: protection} }

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	changes := httpx.Needs(right.Standing)
	return []httpx.Route{
		httpx.Post("/api/admin/member/protection", httpx.Staff, a.read, httpx.Needs(right.Member)),
		httpx.Post("/api/admin/member/protection/limit", httpx.Staff, a.limit, changes),
		httpx.Post("/api/admin/member/protection/timeout", httpx.Staff, a.timeout, changes),
	}
}

// Answer is what protects a member. Staff reads it, which the audit keeps, and may make it tighter, never looser
// (S-37).
type Answer struct {
	Limits        []Limit    `json:"limits"`
	TimeoutUntil  *time.Time `json:"timeoutUntil"`
	ExcludedUntil *time.Time `json:"excludedUntil"`
	Excluded      bool       `json:"excluded"`
	Minutes       int        `json:"minutes"`  // between two reminders
	InBreak       bool       `json:"inBreak"`  // a break holds now (U033)
	Timeouts      []int      `json:"timeouts"` // days of the timeouts that there are
	Changes       []Change   `json:"changes"`  // the newest first, at most 200
}

// Request names a member of the site.
type Request struct {
	MemID string `json:"memId"`
}

// Limit is a limit in force.
type Limit struct {
	Kind          protection.Kind `json:"kind"` // deposit, loss, wager or session
	Days          int             `json:"days"`
	Amount        money.Amount    `json:"amount"` // minor units; of session minutes
	Used          money.Amount    `json:"used"`
	SetAt         time.Time       `json:"setAt"`
	PendingAmount *money.Amount   `json:"pendingAmount"` // null with a pendingFrom: no limit any more
	PendingFrom   *time.Time      `json:"pendingFrom"`
	PendingUntil  *time.Time      `json:"pendingUntil"` // then it is forgotten
}

// Change is something that the member changed, or staff for the member.
type Change struct {
	At     time.Time       `json:"at"`
	Action string          `json:"action"` // set, asked, confirmed, cancelled, timeout, exclusion, interval
	Kind   protection.Kind `json:"kind"`
	Days   int             `json:"days"`
	Before *int64          `json:"before"`
	After  *int64          `json:"after"`
	Until  *time.Time      `json:"until"`
	Staff  string          `json:"staff"`  // who of the staff did it; empty: the member
	Reason string          `json:"reason"` // staff's
}

// LimitRequest sets a limit of a member that is tighter than what holds.
type LimitRequest struct {
	MemID  string          `json:"memId"`
	Kind   protection.Kind `json:"kind"`
	Days   int             `json:"days"`   // 1, 7 or 30
	Amount money.Input     `json:"amount"` // minor units; of session minutes
	Reason string          `json:"reason"` // up to 200 letters
}

func (a *API) limit(ctx context.Context, who httpx.Caller, req LimitRequest) (Answer, error) {
	act := caller.Act(who, req.MemID)
	err := a.protection.LowerLimit(ctx, act, protection.Which{Kind: req.Kind, Days: req.Days}, req.Amount, req.Reason)
	if err != nil {
		return Answer{}, err
	}
	return a.read(ctx, who, Request{MemID: req.MemID})
}

// TimeoutRequest gives a member a timeout.
type TimeoutRequest struct {
	MemID  string `json:"memId"`
	Days   int    `json:"days"`   // one of timeouts
	Reason string `json:"reason"` // up to 200 letters
}

func (a *API) timeout(ctx context.Context, who httpx.Caller, req TimeoutRequest) (Answer, error) {
	if err := a.protection.CoolOff(ctx, caller.Act(who, req.MemID), req.Days, req.Reason); err != nil {
		return Answer{}, err
	}
	return a.read(ctx, who, Request{MemID: req.MemID})
}

func (a *API) read(ctx context.Context, who httpx.Caller, req Request) (Answer, error) {
	st, changes, err := a.protection.Shown(ctx, caller.Act(who, req.MemID))
	if err != nil {
		return Answer{}, err
	}
	out := Answer{
		Limits: make([]Limit, len(st.Limits)), TimeoutUntil: st.Break.Timeout, ExcludedUntil: st.Break.Exclusion,
		Excluded: st.Break.Excluded, Minutes: st.Interval, InBreak: st.InBreak, Timeouts: protection.Timeouts, Changes: make([]Change, len(changes)),
	}
	for i, l := range st.Limits {
		out.Limits[i] = Limit{Kind: l.Kind, Days: l.Days, Amount: l.Amount, Used: l.Used, SetAt: l.SetAt}
		if p := l.Pending; p != nil {
			out.Limits[i].PendingAmount, out.Limits[i].PendingFrom, out.Limits[i].PendingUntil = p.Amount, &p.From, &p.Until
		}
	}
	for i, c := range changes {
		out.Changes[i] = Change(c)
	}
	return out, nil
}
