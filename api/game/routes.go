// Package game shows the games, opens them, and brings money back from those that are played with money of their own.
package game

import (
	"hubstake/internal/access/httpx"
	"hubstake/internal/access/limit"
	"hubstake/internal/play/game"
)

// API holds the service that the calls need.
type API struct {
	games *game.Service
}

// New returns the area's API.
func New(games *game.Service) *API { return &API{games: games} }

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/game/gamelist", httpx.Public, a.list),
		httpx.Post("/api/game/slot", httpx.Member, a.open("slot")),
		httpx.Post("/api/game/casino", httpx.Member, a.open("casino")),
		httpx.Post("/api/game/crownSports", httpx.Member, a.openSports),
		httpx.Post("/api/game/getGame/{name}", httpx.Member, a.openNamed),
		httpx.Post("/api/game/close", httpx.Member, a.close),
		httpx.Post("/api/cash/outGameMoney", httpx.Member, a.bringBack, httpx.Alias("/api/cash/bringBack"), httpx.Pace(limit.Money)),
		httpx.Post("/api/cash/gameMoney", httpx.Member, a.money, httpx.Passive),
	}
}
