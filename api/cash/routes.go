// Package cash is the member's cash desk: asking for deposits and withdrawals, and the list of them.
package cash

import (
	"hubstake/internal/access/httpx"
	"hubstake/internal/access/limit"
	"hubstake/internal/funds/cash"
)

// API holds the service that the calls need.
type API struct {
	cash *cash.Service
}

// New returns the area's API.
func New(c *cash.Service) *API { return &API{cash: c} }

// Routes lists the calls. The list's path ends with a slash, as the product has it.
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/cash/in", httpx.Member, a.deposit, httpx.Pace(limit.Money), httpx.Idempotent),
		httpx.Post("/api/cash/out", httpx.Member, a.withdraw, httpx.Pace(limit.PIN), httpx.Idempotent),
		httpx.Post("/api/cash/closeAccount", httpx.Member, a.closeAccount, httpx.Pace(limit.PIN)),
		httpx.Post("/api/cash/list/", httpx.Member, a.list, httpx.Alias("/api/cash/list")),
		httpx.Post("/api/cash/del", httpx.Member, a.remove, httpx.Pace(limit.Money)),
	}
}
