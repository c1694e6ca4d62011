// Package wallet shows what a member has: the balances, the account to pay into, and what is still to be played before a
// withdrawal.
package wallet

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/access/httpx"
	"hubstake/internal/access/limit"
	"hubstake/internal/funds/cash"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/game"
)

// API holds the services that the calls need.
type API struct {
	db    *pgxpool.Pool
	sites *site.Service
	cash  *cash.Service
	games *game.Service
}

// New returns the area's API.
func New(db *pgxpool.Pool, sites *site.Service, c *cash.Service, games *game.Service) *API {
	return &API{db: db, sites: sites, cash: c, games: games}
}

// Routes lists the calls. The balance is polled by pages whose socket is down (D-33), so it is no activity of the member.
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/cash/getUserCash", httpx.Member, a.balance, httpx.Passive),
		httpx.Post("/api/cash/rolling/remain", httpx.Member, a.turnover),
		httpx.Post("/api/cash/getAcc", httpx.Member, a.account),
		httpx.Post("/api/cash/openAcc", httpx.Member, a.openAccount, httpx.Pace(limit.PIN)),
	}
}
