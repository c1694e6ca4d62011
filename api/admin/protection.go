package admin

import (
	"context"
	"time"

	"hubstake/internal/money"
	"hubstake/internal/platform/httpx"
	"hubstake/internal/protection"
)

// MemberProtectionAnswer is what a member has set for their own protection. Staff reads it, which the audit keeps, and changes
// nothing of it.
type MemberProtectionAnswer struct {
	Limits        []MemberLimit  `json:"limits"`
	TimeoutUntil  *time.Time     `json:"timeoutUntil"`
	ExcludedUntil *time.Time     `json:"excludedUntil"`
	Excluded      bool           `json:"excluded"`
	Minutes       int            `json:"minutes"` // between two reminders
	Changes       []MemberChange `json:"changes"` // the newest first, at most 200
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
}

// MemberChange is something that the member changed.
type MemberChange struct {
	At     time.Time       `json:"at"`
	Action string          `json:"action"` // set, asked, confirmed, cancelled, timeout, exclusion, interval
	Kind   protection.Kind `json:"kind"`
	Days   int             `json:"days"`
	Before *int64          `json:"before"`
	After  *int64          `json:"after"`
	Until  *time.Time      `json:"until"`
}

func (a *API) memberProtection(ctx context.Context, who httpx.Caller, req MemberRequest) (MemberProtectionAnswer, error) {
	st, changes, err := a.Protection.Shown(ctx, on(who, req.MemID))
	if err != nil {
		return MemberProtectionAnswer{}, err
	}
	out := MemberProtectionAnswer{
		Limits: make([]MemberLimit, len(st.Limits)), TimeoutUntil: st.Break.Timeout, ExcludedUntil: st.Break.Exclusion,
		Excluded: st.Break.Excluded, Minutes: st.Interval, Changes: make([]MemberChange, len(changes)),
	}
	for i, l := range st.Limits {
		out.Limits[i] = MemberLimit{Kind: l.Kind, Days: l.Days, Amount: l.Amount, Used: l.Used, SetAt: l.SetAt}
		if p := l.Pending; p != nil {
			out.Limits[i].PendingAmount, out.Limits[i].PendingFrom = p.Amount, &p.From
		}
	}
	for i, c := range changes {
		out.Changes[i] = MemberChange(c)
	}
	return out, nil
}
