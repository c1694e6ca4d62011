// Package online tells staff and partners which members have a live connection now.
package online

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/account/member"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
)

// API holds what the calls need.
type API struct {
	members *member.Service
	present func(ctx context.Context, siteID string) ([]member.Present, error)
}

// New returns the area's API. present tells who of a site has a live connection.
func New(m *member.Service, present func(ctx context.Context, siteID string) ([]member.Present, error)) *API {
	return &API{members: m, present: present}
}

// Routes lists the calls. Pages ask again and again, so they are no activity of the person (D-09).
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/admin/online/list", httpx.Staff, a.ofSite, httpx.Needs(right.Member), httpx.Passive),
		httpx.Post("/api/partner/online", httpx.Partner, a.ofPartner, httpx.Needs(right.LowerRead), httpx.Passive),
	}
}

// ListRequest asks for the members who are online; with a partner only for its downline.
type ListRequest struct {
	Partner string `json:"partner,omitzero"` // memId
	paging.Request
}

// Member who is online.
type Member struct {
	MemID       string     `json:"memId"`
	MemNick     string     `json:"memNick"`
	MemLevel    int        `json:"memLevel"`
	Partner     bool       `json:"partner"`
	Referrer    string     `json:"recommender"`
	LastLoginAt *time.Time `json:"lastLoginAt"`
	SeenAt      time.Time  `json:"seenAt"` // the last heartbeat of the connection, at most 30 seconds ago
}

// Branch is how many are online below a partner, itself included. The one without a memId has those with no partner in
// between.
type Branch struct {
	MemID  string `json:"memId"`
	Online int64  `json:"online"`
}

// ListAnswer is a page of members, those who logged in last first. The branches add up to the total of the page info.
type ListAnswer struct {
	List     []Member    `json:"list"`
	Branches []Branch    `json:"branches"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) ofSite(ctx context.Context, who httpx.Caller, req ListRequest) (ListAnswer, error) {
	return a.list(ctx, who, req)
}

// ofPartner lists the caller's downline only: a partner elsewhere reads like one that does not exist.
func (a *API) ofPartner(ctx context.Context, who httpx.Caller, req ListRequest) (ListAnswer, error) {
	return a.list(ctx, who, req, who.MemID)
}

func (a *API) list(ctx context.Context, who httpx.Caller, req ListRequest, partners ...string) (ListAnswer, error) {
	if req.Partner != "" {
		partners = append(partners, req.Partner)
	}
	present, err := a.present(ctx, who.Site)
	if err != nil {
		return ListAnswer{}, fault.TryLater.Wrap(err)
	}
	page := req.Slice()
	found, branches, err := a.members.Online(ctx, member.OnlineQuery{
		Site: who.Site, Partners: partners, Present: present, Count: page.Count, Skip: page.Skip,
	})
	if err != nil {
		return ListAnswer{}, err
	}
	out := ListAnswer{List: make([]Member, len(found)), Branches: make([]Branch, len(branches))}
	for i, m := range found {
		out.List[i] = Member{
			MemID: m.MemID, MemNick: m.Nick, MemLevel: m.Level, Partner: m.Partner, Referrer: m.Referrer, LastLoginAt: m.LastLoginAt,
			SeenAt: m.SeenAt,
		}
	}
	total := int64(0)
	for i, b := range branches {
		out.Branches[i] = Branch(b)
		total += b.Online
	}
	out.PageInfo = req.Info(total)
	return out, nil
}
