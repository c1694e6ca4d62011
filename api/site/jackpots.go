package site

import (
	"context"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
)

// JackpotGroup is the jackpots that a group of games fills together, and those games.
type JackpotGroup struct {
	Code   string    `json:"code"`
	Games  []Game    `json:"games"`
	Levels []Jackpot `json:"levels"`
}

// Jackpot is what a pool pays now, as its provider said within the last half minute, and who won it last.
type Jackpot struct {
	Level  string       `json:"level"`
	Amount money.Amount `json:"amount"`
	Wins   []Line       `json:"wins"` // newest first
}

// JackpotsAnswer lists the jackpots of the games that the site offers; none while their providers are silent.
type JackpotsAnswer struct {
	List []JackpotGroup `json:"list"`
}

func (a *API) jackpots(ctx context.Context, who httpx.Caller, _ httpx.None) (out JackpotsAnswer, err error) {
	groups, err := a.Reports.Jackpots(ctx, who.Site, a.Pools)
	for _, g := range groups {
		group := JackpotGroup{Code: g.Code, Games: make([]Game, len(g.Games)), Levels: make([]Jackpot, len(g.Levels))}
		for i, game := range g.Games {
			group.Games[i] = Game(game)
		}
		for i, l := range g.Levels {
			group.Levels[i] = Jackpot{Level: l.Level, Amount: l.Amount, Wins: wire(l.Wins)}
		}
		out.List = append(out.List, group)
	}
	return out, err
}
