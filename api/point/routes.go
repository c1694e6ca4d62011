// Package point turns a member's points into cash and shows their history.
package point

import (
	"hubstake/internal/funds/point"
	"hubstake/internal/funds/promo"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/httpx"
	"hubstake/internal/platform/limit"
)

// API holds the services that the calls need.
type API struct {
	points *point.Service
	promos *promo.Service
	sites  *site.Service
}

// New returns the area's API.
func New(p *point.Service, promos *promo.Service, sites *site.Service) *API {
	return &API{points: p, promos: promos, sites: sites}
}

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/cash/pointChg", httpx.Member, a.convert, httpx.Pace(limit.Money), httpx.Idempotent),
		httpx.Post("/api/cash/pointList", httpx.Member, a.history),
	}
}
