package admin

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/account/protection"
	"hubstake/internal/core/money"
)

// MemberProtectionAnswer is what protects a member. Staff reads it, which the audit keeps, and may make it tighter, never looser
// (S-37).
type MemberProtectionAnswer struct {
	Limits        []MemberLimit  `json:"limits"`
	TimeoutUntil  *time.Time     `json:"timeoutUntil"`
	ExcludedUntil *time.Time     `json:"excludedUntil"`
	Excluded      bool           `json:"excluded"`
	Minutes       int            `json:"minutes"`  // between two reminders
	Resting       bool           `json:"resting"`  // a break holds now (U033)
	Timeouts      []int          `json:"timeouts"` // days of the timeouts that there are
	Changes       []MemberChange `json:"changes"`  // the newest first, at most 200
}

// MemberLimit is a limit in force.
type MemberLimit struct {
	Kind          protection.Kind `json:"kind"` // deposit, loss, wager or session
	Days          int             `json:"days"`
	Amount        money.Amount    `json:"amount"` // minor units; of session minutes
	Used          money.Amount    `json:"used"`
	SetAt         time.Time       `json:"setAt"`
	PendingAmount *money.Amount   `json:"pendingAmount"` // null with a pendingFrom: no limit any more
	PendingFrom   *time.Time      `json:"pendingFrom"`
	PendingUntil  *time.Time      `json:"pendingUntil"` // then it is forgotten
}

// MemberChange is something that the member changed, or staff for the member.
type MemberChange struct {
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

// MemberLimitRequest sets a limit of a member that is tighter than what holds.
type MemberLimitRequest struct {
	MemID  string          `json:"memId"`
	Kind   protection.Kind `json:"kind"`
	Days   int             `json:"days"`   // 1, 7 or 30
	Amount money.Input     `json:"amount"` // minor units; of session minutes
	Reason string          `json:"reason"` // up to 200 letters
}

func (a *API) memberLimit(ctx context.Context, who httpx.Caller, req MemberLimitRequest) (MemberProtectionAnswer, error) {
	act := on(who, req.MemID)
	err := a.Protection.Tighten(ctx, act, protection.Which{Kind: req.Kind, Days: req.Days}, req.Amount, req.Reason)
	if err != nil {
		return MemberProtectionAnswer{}, err
	}
	return a.memberProtection(ctx, who, MemberRequest{MemID: req.MemID})
}

// MemberTimeoutRequest gives a member a timeout.
type MemberTimeoutRequest struct {
	MemID  string `json:"memId"`
	Days   int    `json:"days"`   // one of timeouts
	Reason string `json:"reason"` // up to 200 letters
}

func (a *API) memberTimeout(ctx context.Context, who httpx.Caller, req MemberTimeoutRequest) (MemberProtectionAnswer, error) {
	if err := a.Protection.Rest(ctx, on(who, req.MemID), req.Days, req.Reason); err != nil {
		return MemberProtectionAnswer{}, err
	}
	return a.memberProtection(ctx, who, MemberRequest{MemID: req.MemID})
}

func (a *API) memberProtection(ctx context.Context, who httpx.Caller, req MemberRequest) (MemberProtectionAnswer, error) {
	st, changes, err := a.Protection.Shown(ctx, on(who, req.MemID))
	if err != nil {
		return MemberProtectionAnswer{}, err
	}
	out := MemberProtectionAnswer{
		Limits: make([]MemberLimit, len(st.Limits)), TimeoutUntil: st.Break.Timeout, ExcludedUntil: st.Break.Exclusion,
		Excluded: st.Break.Excluded, Minutes: st.Interval, Resting: st.Resting, Timeouts: protection.Timeouts, Changes: make([]MemberChange, len(changes)),
	}
	for i, l := range st.Limits {
		out.Limits[i] = MemberLimit{Kind: l.Kind, Days: l.Days, Amount: l.Amount, Used: l.Used, SetAt: l.SetAt}
		if p := l.Pending; p != nil {
			out.Limits[i].PendingAmount, out.Limits[i].PendingFrom, out.Limits[i].PendingUntil = p.Amount, &p.From, &p.Until
		}
	}
	for i, c := range changes {
		out.Changes[i] = MemberChange(c)
	}
	return out, nil
}
