// Package notice is how masters read the security notices of their site (S-79).
package notice

import (
	"cmp"
	"context"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/notice"
)

// API holds what the calls need.
type API struct {
	notices *notice.Service
}

// New returns the area's API.
func New(notices *notice.Service) *API { return &API{notices: notices} }

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	needs := httpx.Needs(right.Staff)
	return []httpx.Route{
		httpx.Post("/api/admin/notice/list", httpx.Staff, a.list, needs),
		httpx.Post("/api/admin/notice/see", httpx.Staff, a.see, needs),
	}
}

// ListRequest asks for a page of notices.
type ListRequest struct {
	paging.Request
}

// Row is a notice.
type Row struct {
	Idx int64 `json:"idx"`
	// Kind is login: from an address it has not logged in from before; looks: personal data were shown very often; settings: a scheduled change was not
	// applied; or key: the key of a provider was replaced or ended.
	Kind  notice.Kind `json:"kind"`
	MemID string      `json:"memId"` // whose account; empty: a command did it
	About string      `json:"about"` // of settings: the scheduled change; of key: the provider
	IP    string      `json:"ip"`
	Looks int         `json:"looks"` // how often within 24 hours
	At    time.Time   `json:"at"`
	Seen  bool        `json:"seen"` // by the caller
}

// ListAnswer is a page of notices, the newest first.
type ListAnswer struct {
	List     []Row       `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) list(ctx context.Context, who httpx.Caller, req ListRequest) (ListAnswer, error) {
	found, total, err := a.notices.List(ctx, who.Site, who.MemID, req.Slice())
	if err != nil {
		return ListAnswer{}, err
	}
	out := ListAnswer{List: make([]Row, len(found)), PageInfo: req.Info(total)}
	for i, f := range found {
		out.List[i] = Row{Idx: f.ID, Kind: f.Kind, MemID: f.Staff, About: f.About, Looks: f.Looks, At: f.At, Seen: f.Seen}
		if f.IP.IsValid() {
			out.List[i].IP = f.IP.String()
		}
	}
	return out, nil
}

// SeeRequest names the notices that the caller has seen on a page.
type SeeRequest struct {
	Idx    int64 `json:"idx"`                // the newest of the page
	Oldest int64 `json:"oldestIdx,omitzero"` // the oldest of the page; absent: idx alone
}

func (a *API) see(ctx context.Context, who httpx.Caller, req SeeRequest) (httpx.None, error) {
	return httpx.None{}, a.notices.See(ctx, who.Site, caller.Actor(who), cmp.Or(req.Oldest, req.Idx), req.Idx)
}
