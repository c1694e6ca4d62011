// Package board shows the site's announcements to everybody.
package board

import (
	"hubstake/internal/board"
	"hubstake/internal/platform/httpx"
	"hubstake/internal/site"
)

// API holds the services that the calls need.
type API struct {
	sites  *site.Service
	boards *board.Service
}

// New returns the area's API.
func New(sites *site.Service, boards *board.Service) *API { return &API{sites: sites, boards: boards} }

// Routes lists the calls. The product misspells the path of a post (D-40).
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/board/{boardType}/list", httpx.Public, a.list),
		httpx.Post("/api/board/{boardType}/datail", httpx.Public, a.post, httpx.Alias("/api/board/{boardType}/detail")),
	}
}
