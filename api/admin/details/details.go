// Package details is the back office's queue of members who ask for a change of phone, name or bank account (S-04).
package details

import (
	"context"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/member"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
)

// API holds what the calls need.
type API struct {
	members *member.Service
	reports *report.Service
}

// New returns the area's API.
func New(members *member.Service, reports *report.Service) *API {
	return &API{members: members, reports: reports}
}

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	needs := httpx.Needs(right.Reset)
	return []httpx.Route{
		httpx.Post("/api/admin/details/list", httpx.Staff, a.list, needs),
		httpx.Post("/api/admin/details/reasons", httpx.Staff, a.reasons, needs),
		httpx.Post("/api/admin/details/approve", httpx.Staff, a.approve, needs),
		httpx.Post("/api/admin/details/refuse", httpx.Staff, a.refuse, needs),
	}
}

// ListRequest selects requests of the site.
type ListRequest struct {
	All         bool   `json:"all,omitzero"`   // the closed ones as well
	MemID       string `json:"memId,omitzero"` // of one member; empty: of all
	paging.Days        // in which they were asked for; with memId only
	paging.Request
}

// Row is a request with what helps to decide about it. Phone, name and account are masked; only what changes is filled.
type Row struct {
	Idx         int64               `json:"idx"`
	Kind        member.DetailsKind  `json:"kind"` // phone or account
	MemID       string              `json:"memId"`
	MemNick     string              `json:"memNick"`
	Lang        string              `json:"lang"` // in which the member reads a reason
	Before      caller.Details      `json:"before"`
	After       caller.Details      `json:"after"`
	State       member.DetailsState `json:"state"` // open, done, refused, withdrawn or over
	IP          string              `json:"ip"`
	IPKnown     bool                `json:"ipKnown"` // the member logged in from it before
	UserAgent   string              `json:"userAgent"`
	AskedAt     time.Time           `json:"askedAt"`
	ExpiresAt   time.Time           `json:"expiresAt"`
	JoinedAt    time.Time           `json:"joinedAt"`
	LastLoginAt *time.Time          `json:"lastLoginAt"`
	LastLoginIP string              `json:"lastLoginIp"`
	ChangedAt   *time.Time          `json:"changedAt"` // the last change of details before
	ResetAt     *time.Time          `json:"resetAt"`   // the last new secret by a reset
	HeldUntil   *time.Time          `json:"heldUntil"` // withdrawals are held until then
	Others      int64               `json:"others"`    // other members who have or had the new phone or account
	OpenOut     money.Amount        `json:"openOut"`   // of open withdrawals, which stay with the old account
	DecidedBy   string              `json:"decidedBy"`
	ClosedAt    *time.Time          `json:"closedAt"`
	Reason      string              `json:"reason"` // why it was refused, as the member reads it
}

// ListAnswer is a page of requests, the newest first.
type ListAnswer struct {
	List     []Row       `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) list(ctx context.Context, who httpx.Caller, req ListRequest) (ListAnswer, error) {
	if req.MemID == "" && req.Days != (paging.Days{}) {
		return ListAnswer{}, fault.Failed
	}
	page := req.Slice()
	found, total, err := a.members.DetailsQueue(ctx, member.DetailsSearch{
		Site: who.Site, MemID: req.MemID, All: req.All, Days: req.Days, Count: page.Count, Skip: page.Skip,
	})
	if err != nil {
		return ListAnswer{}, err
	}
	ids := make([]string, len(found))
	for i, f := range found {
		ids[i] = f.MemID
	}
	open, err := a.reports.OpenWithdrawals(ctx, who.Site, ids)
	if err != nil {
		return ListAnswer{}, err
	}
	out := ListAnswer{List: make([]Row, len(found)), PageInfo: req.Info(total)}
	for i, f := range found {
		out.List[i] = Row{
			Idx: f.ID, Kind: f.Kind, MemID: f.MemID, MemNick: f.Nick, Lang: f.Lang, Before: caller.DetailsOf(f.Before), After: caller.DetailsOf(f.After),
			State: f.State, IPKnown: f.IPKnown, UserAgent: f.UserAgent, AskedAt: f.AskedAt, ExpiresAt: f.ExpiresAt, JoinedAt: f.JoinedAt,
			LastLoginAt: f.LastLoginAt, ChangedAt: f.ChangedAt, ResetAt: f.ResetAt, HeldUntil: f.HeldUntil, Others: f.Others, OpenOut: open[f.MemID],
			DecidedBy: f.DecidedBy, ClosedAt: f.ClosedAt, Reason: f.Note,
		}
		if f.IP.IsValid() {
			out.List[i].IP = f.IP.String()
		}
		if f.LastLoginIP.IsValid() {
			out.List[i].LastLoginIP = f.LastLoginIP.String()
		}
	}
	return out, nil
}

// ReasonsRequest names the languages: that of the person of staff and that of the member.
type ReasonsRequest struct {
	Lang       string `json:"lang"`
	MemberLang string `json:"memberLang"`
}

// Reason is a usual reason of a refusal.
type Reason struct {
	Template   member.DetailsRefusal `json:"template"`
	Text       string                `json:"text"`
	MemberText string                `json:"memberText"` // as the member reads it
}

// ReasonsAnswer lists the usual reasons.
type ReasonsAnswer struct {
	List []Reason `json:"list"`
}

func (a *API) reasons(_ context.Context, _ httpx.Caller, req ReasonsRequest) (ReasonsAnswer, error) {
	found := member.DetailsRefusals(req.Lang, req.MemberLang)
	out := ReasonsAnswer{List: make([]Reason, len(found))}
	for i, f := range found {
		out.List[i] = Reason{Template: f.Name, Text: f.Text, MemberText: f.Member}
	}
	return out, nil
}

// ApproveRequest names the request that is carried out.
type ApproveRequest struct {
	Idx int64 `json:"idx"`
}

func (a *API) approve(ctx context.Context, who httpx.Caller, req ApproveRequest) (httpx.None, error) {
	return httpx.None{}, a.members.ApproveDetails(ctx, who.Site, caller.Actor(who), req.Idx)
}

// RefuseRequest turns a request down; the member reads the reason.
type RefuseRequest struct {
	Idx      int64                 `json:"idx"`
	Template member.DetailsRefusal `json:"template,omitzero"` // a usual reason
	Memo     string                `json:"memo,omitzero"`     // own words
}

func (a *API) refuse(ctx context.Context, who httpx.Caller, req RefuseRequest) (httpx.None, error) {
	return httpx.None{}, a.members.RefuseDetails(ctx, who.Site, caller.Actor(who), req.Idx, req.Template, req.Memo)
}
