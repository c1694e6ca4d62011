package server

import (
	"net/http"
	"time"

	"hubstake/internal/core/money"
	"hubstake/internal/sim/game"
	"hubstake/internal/sim/round"
)

// JackpotsAnswer lists the vendor's jackpots in every currency that it serves.
type JackpotsAnswer struct {
	Pools []PoolEntry `json:"pools"`
}

// PoolEntry is one jackpot. Amounts are decimal.
type PoolEntry struct {
	Group    string     `json:"group"`
	Level    string     `json:"level"`
	Currency string     `json:"currency"`
	Amount   string     `json:"amount"` // what it pays now
	Games    []string   `json:"games"`  // codes of the games that take part, of both wallets
	Wins     []WinEntry `json:"wins"`   // the last ones, newest first
}

// WinEntry is a win of a jackpot. It was paid with the round's win, so the operator finds the member by the round.
type WinEntry struct {
	RoundID string    `json:"round_id"`
	Game    string    `json:"game"`
	Amount  string    `json:"amount"`
	At      time.Time `json:"at"`
}

// jackpots answers the operator, which asks every few seconds. An outage on demand counts no such question against its Times.
func (h *handlers) jackpots(w http.ResponseWriter, r *http.Request) {
	var none struct{}
	if !h.signedBody(w, r, &none) || outage(w, r, h.box.Get()) {
		return
	}
	list, err := h.rounds.Pools(money.KRW.Code, money.VND.Code, money.USD.Code)
	if err != nil {
		h.log.Error().Err(err).Msg("jackpots")
		refuse(w, http.StatusInternalServerError, round.Unavailable)
		return
	}
	_, games := game.Jackpots()
	out := JackpotsAnswer{Pools: make([]PoolEntry, len(list))}
	for i, p := range list {
		out.Pools[i] = poolEntry(p, games[p.Group])
	}
	answer(w, http.StatusOK, out)
}

func poolEntry(p round.Pool, games []string) PoolEntry {
	c, _ := money.ByCode(p.Currency)
	e := PoolEntry{Group: p.Group, Level: p.Level, Currency: p.Currency, Amount: c.Format(p.Amount()), Wins: []WinEntry{}}
	for _, code := range games {
		e.Games = append(e.Games, code, code+ownSuffix)
	}
	for _, win := range p.Wins {
		e.Wins = append(e.Wins, WinEntry{RoundID: win.Round, Game: win.Game, Amount: c.Format(win.Amount), At: win.At})
	}
	return e
}

// poolStates are the jackpots of a game in a currency; none for a game that takes part in none.
func (h *handlers) poolStates(j *game.Jackpot, currency string) ([]PoolState, error) {
	states := []PoolState{}
	if j == nil {
		return states, nil
	}
	list, err := h.rounds.Pools(currency)
	for _, p := range list {
		if p.Group == j.Group {
			states = append(states, PoolState{p.Level, p.Amount()})
		}
	}
	return states, err
}

// wins never is null on the wire.
func wins(list []round.JackpotWin) []round.JackpotWin {
	if list == nil {
		return []round.JackpotWin{}
	}
	return list
}
