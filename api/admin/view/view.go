// Package view keeps what staff saved of the lists of the back office. Each account has views of its own.
package view

import (
	"context"

	"hubstake/internal/access/httpx"
	"hubstake/internal/account/staff"
)

// API holds what the calls need.
type API struct {
	staff *staff.Service
}

// New returns the area's API.
func New(s *staff.Service) *API { return &API{staff: s} }

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/admin/view/list", httpx.Staff, a.list),
		httpx.Post("/api/admin/view/save", httpx.Staff, a.save),
		httpx.Post("/api/admin/view/rename", httpx.Staff, a.rename),
		httpx.Post("/api/admin/view/replace", httpx.Staff, a.replace),
		httpx.Post("/api/admin/view/delete", httpx.Staff, a.remove),
	}
}

// Look is how a table is drawn, where that differs from what its page has.
type Look struct {
	Columns map[string]bool `json:"columns"` // shown or hidden, by key
	Density string          `json:"density"` // comfortable or compact; empty: as the page has it
}

// View is a saved view.
type View struct {
	Idx    int64  `json:"idx"`
	Name   string `json:"name"`
	Search string `json:"search"` // the filters, as the address of the page has them
	Look   Look   `json:"look"`
}

// ListRequest names a list.
type ListRequest struct {
	List staff.ViewList `json:"list"` // members, requests, ledger, rounds or audit
}

// ListAnswer has the caller's views of the list, by name.
type ListAnswer struct {
	List []View `json:"list"`
}

func (a *API) list(ctx context.Context, who httpx.Caller, req ListRequest) (ListAnswer, error) {
	found, err := a.staff.Views(ctx, who.MemID, req.List)
	out := ListAnswer{List: make([]View, len(found))}
	for i, v := range found {
		out.List[i] = View{Idx: v.ID, Name: v.Name, Search: v.Search, Look: Look(v.Look)}
	}
	return out, err
}

// SaveRequest is a new view. U060: a name that cannot be; U061: there is one of that name; U062: the list has as many as it may.
type SaveRequest struct {
	List   staff.ViewList `json:"list"`
	Name   string         `json:"name"`   // up to 60 characters
	Search string         `json:"search"` // up to 1,000 bytes
	Look   Look           `json:"look"`
}

// SaveAnswer names the new view.
type SaveAnswer struct {
	Idx int64 `json:"idx"`
}

func (a *API) save(ctx context.Context, who httpx.Caller, req SaveRequest) (SaveAnswer, error) {
	id, err := a.staff.SaveView(ctx, who.MemID, req.List, staff.View{Name: req.Name, Search: req.Search, Look: staff.Look(req.Look)})
	return SaveAnswer{id}, err
}

// RenameRequest gives a view another name. C019: it is there no longer.
type RenameRequest struct {
	Idx  int64  `json:"idx"`
	Name string `json:"name"`
}

func (a *API) rename(ctx context.Context, who httpx.Caller, req RenameRequest) (httpx.None, error) {
	return httpx.None{}, a.staff.RenameView(ctx, who.MemID, req.Idx, req.Name)
}

// ReplaceRequest gives a view what the page shows now. C019: it is there no longer.
type ReplaceRequest struct {
	Idx    int64  `json:"idx"`
	Search string `json:"search"`
	Look   Look   `json:"look"`
}

func (a *API) replace(ctx context.Context, who httpx.Caller, req ReplaceRequest) (httpx.None, error) {
	return httpx.None{}, a.staff.ReplaceView(ctx, who.MemID, req.Idx, req.Search, staff.Look(req.Look))
}

// DeleteRequest names a view. C019: it is there no longer.
type DeleteRequest struct {
	Idx int64 `json:"idx"`
}

func (a *API) remove(ctx context.Context, who httpx.Caller, req DeleteRequest) (httpx.None, error) {
	return httpx.None{}, a.staff.DeleteView(ctx, who.MemID, req.Idx)
}
