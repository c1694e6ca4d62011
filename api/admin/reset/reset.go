// Package reset is the back office's queue of members who forgot a secret. Staff confirms who asks, and never sees the secret (S-06).
package reset

import (
	"context"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/member"
	"hubstake/internal/account/personal"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
)

// API holds what the calls need.
type API struct {
	members *member.Service
}

// New returns the area's API.
func New(members *member.Service) *API { return &API{members: members} }

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	needs := httpx.Needs(right.Reset)
	return []httpx.Route{
		httpx.Post("/api/admin/reset/list", httpx.Staff, a.list, needs),
		httpx.Post("/api/admin/reset/confirm", httpx.Staff, a.confirm, needs, httpx.Fresh),
		httpx.Post("/api/admin/reset/refuse", httpx.Staff, a.refuse, needs),
	}
}

// ListRequest selects requests of the site.
type ListRequest struct {
	All bool `json:"all,omitzero"` // those that are decided or over as well
	paging.Request
}

// Row is a request with what helps to tell the right person.
type Row struct {
	Idx         int64             `json:"idx"`
	MemID       string            `json:"memId"`
	MemNick     string            `json:"memNick"`
	MemName     string            `json:"memName"`
	Phone       string            `json:"phone"` // phone, account and name are masked (S-98)
	AccountNo   string            `json:"accountNo"`
	Secret      member.Forgotten  `json:"secret"`   // password or pin: the one that was forgotten
	BySecret    bool              `json:"bySecret"` // shown by the other secret; else by phone and account number
	State       member.ResetState `json:"state"`    // open, confirmed, refused, done or over
	IP          string            `json:"ip"`
	IPKnown     bool              `json:"ipKnown"` // the member logged in from it before
	UserAgent   string            `json:"userAgent"`
	AskedAt     time.Time         `json:"askedAt"`
	ExpiresAt   time.Time         `json:"expiresAt"`
	JoinedAt    time.Time         `json:"joinedAt"`
	LastLoginAt *time.Time        `json:"lastLoginAt"`
	LastLoginIP string            `json:"lastLoginIp"`
	DecidedBy   string            `json:"decidedBy"`
	DecidedAt   *time.Time        `json:"decidedAt"`
	Note        string            `json:"note"` // why it was refused
	DoneAt      *time.Time        `json:"doneAt"`
}

// ListAnswer is a page of requests, the newest first.
type ListAnswer struct {
	List     []Row       `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) list(ctx context.Context, who httpx.Caller, req ListRequest) (ListAnswer, error) {
	page := req.Slice()
	found, total, err := a.members.Resets(ctx, member.ResetSearch{Site: who.Site, All: req.All, Count: page.Count, Skip: page.Skip})
	if err != nil {
		return ListAnswer{}, err
	}
	out := ListAnswer{List: make([]Row, len(found)), PageInfo: req.Info(total)}
	for i, f := range found {
		out.List[i] = Row{
			Idx: f.ID, MemID: f.MemID, MemNick: f.Nick, MemName: personal.MaskName(f.Name), Phone: personal.Mask(f.Phone),
			AccountNo: personal.Mask(f.Number), Secret: f.Secret, BySecret: f.BySecret,
			State: f.State, IPKnown: f.IPKnown, UserAgent: f.UserAgent, AskedAt: f.AskedAt, ExpiresAt: f.ExpiresAt, JoinedAt: f.JoinedAt,
			LastLoginAt: f.LastLoginAt, DecidedBy: f.DecidedBy, DecidedAt: f.DecidedAt, Note: f.Note, DoneAt: f.DoneAt,
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

// ConfirmRequest says that the right person asked.
type ConfirmRequest struct {
	Idx int64 `json:"idx"`
}

func (a *API) confirm(ctx context.Context, who httpx.Caller, req ConfirmRequest) (httpx.None, error) {
	return httpx.None{}, a.members.DecideReset(ctx, who.Site, caller.Actor(who), req.Idx, true, "")
}

// RefuseRequest turns a request down; the reason is for the back office.
type RefuseRequest struct {
	Idx    int64  `json:"idx"`
	Reason string `json:"reason"`
}

func (a *API) refuse(ctx context.Context, who httpx.Caller, req RefuseRequest) (httpx.None, error) {
	return httpx.None{}, a.members.DecideReset(ctx, who.Site, caller.Actor(who), req.Idx, false, req.Reason)
}
