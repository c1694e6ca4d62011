// Package block is the back office's list of addresses, phones and bank accounts that may not sign up or log in.
package block

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
	needs := httpx.Needs(right.Block)
	return []httpx.Route{
		httpx.Post("/api/admin/block/list", httpx.Staff, a.list, needs, httpx.Searches(ListRequest.searches)),
		httpx.Post("/api/admin/block/add", httpx.Staff, a.add, needs),
		httpx.Post("/api/admin/block/clear", httpx.Staff, a.clear, needs),
		httpx.Post("/api/admin/block/remove", httpx.Staff, a.remove, needs),
	}
}

// ListRequest searches blocks of the site.
type ListRequest struct {
	Kind   string `json:"kind,omitzero"`   // ip, phone or account; empty for all
	Search string `json:"search,omitzero"` // part of an address, or a whole phone or account
	paging.Request
}

// searches reports whether this is the first page of a search.
func (r ListRequest) searches() bool { return r.Search != "" && r.Page <= 1 }

// Row is an address, network, phone or account that may not sign up or log in.
type Row struct {
	ID        int64      `json:"id"`
	Kind      string     `json:"kind"`
	Value     string     `json:"value"` // a network such as 192.0.2.0/24; of a phone or an account the last four digits
	Reason    string     `json:"reason"`
	BlockedBy string     `json:"blockedBy"`
	At        time.Time  `json:"at"`
	Until     *time.Time `json:"until"` // null: until it is lifted
	Over      bool       `json:"over"`  // until has passed: it blocks nothing any more
}

// ListAnswer is a page of blocks, the newest first.
type ListAnswer struct {
	List     []Row       `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) list(ctx context.Context, who httpx.Caller, req ListRequest) (ListAnswer, error) {
	page := req.Slice()
	found, total, err := a.members.Blocks(ctx, member.BlockSearch{
		Site: who.Site, Kind: req.Kind, Text: req.Search, Count: page.Count, Skip: page.Skip,
	})
	if err != nil {
		return ListAnswer{}, err
	}
	out := ListAnswer{List: make([]Row, len(found)), PageInfo: req.Info(total)}
	for i, b := range found {
		if b.Kind != member.BlockIP {
			b.Value = personal.Mask(b.Value) // S-98
		}
		out.List[i] = Row{ID: b.ID, Kind: b.Kind, Value: b.Value, Reason: b.Reason, BlockedBy: b.By, At: b.At, Until: b.Until, Over: b.Over}
	}
	return out, nil
}

// AddRequest blocks an address or network, a phone or a bank account, as typed.
type AddRequest struct {
	Kind   string `json:"kind"`
	Value  string `json:"value"`
	Reason string `json:"reason"`
	Hours  int    `json:"hours,omitzero"` // how long it holds, up to 8784; 0: until it is lifted
}

func (a *API) add(ctx context.Context, who httpx.Caller, req AddRequest) (httpx.None, error) {
	return httpx.None{}, a.members.AddBlock(ctx, member.BlockAct{
		Actor: caller.Actor(who), Site: who.Site, Kind: req.Kind, Value: req.Value, Reason: req.Reason, Hours: req.Hours,
	})
}

// ClearAnswer says how many blocks were over, and are gone.
type ClearAnswer struct {
	Removed int64 `json:"removed"`
}

func (a *API) clear(ctx context.Context, who httpx.Caller, _ httpx.None) (ClearAnswer, error) {
	n, err := a.members.ClearBlocks(ctx, caller.Actor(who), who.Site)
	return ClearAnswer{Removed: n}, err
}

// RemoveRequest lifts a block.
type RemoveRequest struct {
	ID int64 `json:"id"`
}

func (a *API) remove(ctx context.Context, who httpx.Caller, req RemoveRequest) (httpx.None, error) {
	return httpx.None{}, a.members.RemoveBlock(ctx, caller.Actor(who), who.Site, req.ID)
}
