package server

import (
	"net/http"
	"time"

	"hubstake/internal/core/money"
	"hubstake/internal/sim/game"
	"hubstake/internal/sim/round"
)

const (
	liveRounds = 20
	// liveDelay is how far the show lags behind, so that a round cannot be matched with a player who is seen to play it.
	liveDelay = 30 * time.Second
)

// LiveRound is a round of some member as everyone may see it: nothing names the member, the wallet or the round. Amounts are minor units.
type LiveRound struct {
	Game     string             `json:"game"`
	Currency string             `json:"currency"`
	Exponent int                `json:"exponent"`
	Stake    money.Amount       `json:"stake"`
	Win      money.Amount       `json:"win"`
	Outcome  *game.Outcome      `json:"outcome"`
	Jackpots []round.JackpotWin `json:"jackpots"` // part of Win
	At       time.Time          `json:"at"`
}

// LiveAnswer lists the last rounds, newest first.
type LiveAnswer struct {
	Rounds []LiveRound `json:"rounds"`
}

// live answers the last rounds of all members, up to liveDelay ago.
func (h *handlers) live(w http.ResponseWriter, _ *http.Request) {
	list, err := h.rounds.Newest(h.clk.Now().Add(-liveDelay), liveRounds)
	if err != nil {
		h.log.Error().Err(err).Msg("live rounds")
		refuse(w, http.StatusInternalServerError, round.Unavailable)
		return
	}
	out := LiveAnswer{Rounds: make([]LiveRound, len(list))}
	for i, r := range list {
		c, _ := money.ByCode(r.Currency)
		out.Rounds[i] = LiveRound{
			Game: r.Game, Currency: r.Currency, Exponent: c.Exponent, Stake: r.Stake, Win: r.Won(), Outcome: r.Outcome,
			Jackpots: wins(r.Jackpots), At: r.BegunAt,
		}
	}
	answer(w, http.StatusOK, out)
}

// watchPage is a window for everyone, which shows the rounds of live one after the other. An operator may frame it.
func (h *handlers) watchPage(w http.ResponseWriter, r *http.Request) { h.pages.Watch(w, languageOf(r)) }
