// Package level tells staff how many members the levels have. Their limits are settings (api/admin/settings).
package level

import (
	"context"

	"hubstake/internal/access/httpx"
	"hubstake/internal/account/member"
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
	return []httpx.Route{httpx.Post("/api/admin/level/list", httpx.Staff, a.list, httpx.Needs(right.Settings))}
}

// Row is a level.
type Row struct {
	Level   int   `json:"level"`   // 1 to 10
	Members int64 `json:"members"` // in any status, as /api/admin/member/list counts them
}

// ListAnswer are all levels.
type ListAnswer struct {
	List []Row `json:"list"`
}

func (a *API) list(ctx context.Context, who httpx.Caller, _ httpx.None) (ListAnswer, error) {
	counts, err := a.members.OfLevels(ctx, who.Site)
	out := ListAnswer{List: make([]Row, len(counts))}
	for i, n := range counts {
		out.List[i] = Row{Level: i + 1, Members: n}
	}
	return out, err
}
