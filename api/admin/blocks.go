package admin

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/account/member"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
)

func (a *API) blockRoutes() []httpx.Route {
	needs := httpx.Needs(right.Member)
	return []httpx.Route{
		httpx.Post("/api/admin/block/list", httpx.Staff, a.blockList, needs),
		httpx.Post("/api/admin/block/add", httpx.Staff, a.blockAdd, needs),
		httpx.Post("/api/admin/block/remove", httpx.Staff, a.blockRemove, needs),
	}
}

// BlockListRequest searches blocks of the site.
type BlockListRequest struct {
	Kind   string `json:"kind,omitzero"`   // ip, phone or account; empty for all
	Search string `json:"search,omitzero"` // part of the value
	paging.Request
}

// BlockRow is something with which nobody may sign up or log in.
type BlockRow struct {
	ID        int64     `json:"id"`
	Kind      string    `json:"kind"`
	Value     string    `json:"value"` // a network such as 192.0.2.0/24, a phone in E.164, an account number
	Reason    string    `json:"reason"`
	BlockedBy string    `json:"blockedBy"`
	At        time.Time `json:"at"`
}

// BlockListAnswer is a page of blocks, the newest first.
type BlockListAnswer struct {
	List     []BlockRow  `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) blockList(ctx context.Context, who httpx.Caller, req BlockListRequest) (BlockListAnswer, error) {
	page := req.Slice()
	found, total, err := a.Members.Blocks(ctx, member.BlockSearch{
		Site: who.Site, Kind: req.Kind, Text: req.Search, Count: page.Count, Skip: page.Skip,
	})
	if err != nil {
		return BlockListAnswer{}, err
	}
	out := BlockListAnswer{List: make([]BlockRow, len(found)), PageInfo: req.Info(total)}
	for i, b := range found {
		out.List[i] = BlockRow{ID: b.ID, Kind: b.Kind, Value: b.Value, Reason: b.Reason, BlockedBy: b.By, At: b.At}
	}
	return out, nil
}

// BlockAddRequest blocks an address or network, a phone or a bank account, as typed.
type BlockAddRequest struct {
	Kind   string `json:"kind"`
	Value  string `json:"value"`
	Reason string `json:"reason"`
}

func (a *API) blockAdd(ctx context.Context, who httpx.Caller, req BlockAddRequest) (httpx.None, error) {
	return httpx.None{}, a.Members.AddBlock(ctx, member.BlockAct{
		Actor: actor(who), Site: who.Site, Kind: req.Kind, Value: req.Value, Reason: req.Reason,
	})
}

// BlockRemoveRequest lifts a block.
type BlockRemoveRequest struct {
	ID int64 `json:"id"`
}

func (a *API) blockRemove(ctx context.Context, who httpx.Caller, req BlockRemoveRequest) (httpx.None, error) {
	return httpx.None{}, a.Members.RemoveBlock(ctx, actor(who), who.Site, req.ID)
}
