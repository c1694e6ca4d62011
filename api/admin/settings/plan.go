package settings

import (
	"context"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/settings"
)

// Plan is a scheduled change.
type Plan struct {
	Idx        int64              `json:"idx"`
	State      settings.PlanState `json:"state"` // waiting, applied, cancelled or failed
	At         time.Time          `json:"at"`
	SetBy      string             `json:"setBy"`
	ApprovedBy string             `json:"approvedBy"` // empty: no second person was needed
	SetAt      time.Time          `json:"setAt"`
	Before     settings.Values    `json:"before"` // only what it changes
	After      settings.Values    `json:"after"`
	Note       string             `json:"note"`
	Finished   *time.Time         `json:"finished"`   // when it was applied, cancelled or failed
	FinishedBy string             `json:"finishedBy"` // who cancelled it
	Reason     string             `json:"reason"`     // why it was cancelled
	Version    *int64             `json:"version"`    // the version that it became
	Code       string             `json:"code"`       // why it failed; C019: the option had another value than when it was scheduled
	Params     map[string]string  `json:"params"`     // of the code; option names the option
}

// PlansAnswer is a page of scheduled changes, those that wait first.
type PlansAnswer struct {
	List     []Plan      `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) plans(ctx context.Context, who httpx.Caller, req paging.Request) (PlansAnswer, error) {
	found, total, err := a.settings.Plans(ctx, who.Site, req.Slice())
	out := PlansAnswer{List: make([]Plan, len(found)), PageInfo: req.Info(total)}
	for i, p := range found {
		out.List[i] = Plan{
			Idx: p.ID, State: p.State, At: p.At, SetBy: p.SetBy, ApprovedBy: p.ApprovedBy, SetAt: p.SetAt, Before: p.Before, After: p.After, Note: p.Note,
			Finished: p.Finished, FinishedBy: p.FinishedBy, Reason: p.Reason, Version: p.Version, Code: p.Code, Params: p.Params,
		}
	}
	return out, err
}

// CancelRequest cancels a scheduled change. C019: it does not wait any more.
type CancelRequest struct {
	Idx    int64  `json:"idx"`
	Reason string `json:"reason"` // up to 200 characters
}

func (a *API) cancel(ctx context.Context, who httpx.Caller, req CancelRequest) (httpx.None, error) {
	return httpx.None{}, a.settings.CancelPlan(ctx, who.Site, caller.Actor(who), req.Idx, req.Reason)
}
