// Package point turns a member's points into cash and shows their history.
package point

import (
	"hubstake/internal/access/httpx"
	"hubstake/internal/access/limit"
	"hubstake/internal/funds/point"
	"hubstake/internal/funds/promo"
	"hubstake/internal/operator/site"
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
