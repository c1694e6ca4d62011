package server

import (
	"context"
	"errors"
	"net/http"
	"time"

	"hubstake/internal/core/fairness"
	"hubstake/internal/core/money"
	"hubstake/internal/sim/game"
	"hubstake/internal/sim/round"
	"hubstake/internal/sim/table"
	"hubstake/internal/sim/wallet"
	"hubstake/internal/sim/web"
)

// Codes that the page has texts for, beside the operator's own statuses.
const (
	codeEnded      = "GAME_ENDED"  // no such play
	codeOpen       = "ROUND_OPEN"  // another round of this game is still being settled
	codeNotCounted = "NOT_COUNTED" // the stake was not kept
	codeDisputed   = "DISPUTED"    // a person must look
	codeLater      = "TRY_LATER"   // ask again with the same key
	codeFast       = "TOO_FAST"    // sooner after the last round than the game allows
)

const remembered = 50 // rounds in the page's history (S-59)

// RoundView is a round as its page sees it. Amounts are minor units; a balance is null when the operator named none.
type RoundView struct {
	ID      string        `json:"id"`
	Code    string        `json:"code"` // "" for a round with an outcome
	Settled bool          `json:"settled"`
	Stake   money.Amount  `json:"stake"`
	Choice  game.Choice   `json:"choice,omitzero"`
	Win     money.Amount  `json:"win"`
	Outcome *game.Outcome `json:"outcome"`
	Bet     *round.Bet    `json:"bet,omitzero"` // at a table; without an outcome and a code it waits for the result

	Jackpots []round.JackpotWin `json:"jackpots"` // part of Win
	Pools    []PoolState        `json:"pools"`    // after a round that was just played
	AfterBet *money.Amount      `json:"afterBet"`
	Balance  *money.Amount      `json:"balance"`
	BegunAt  time.Time          `json:"begunAt"`

	// The outcome follows from Seed and Message (package fairness); all three are empty while there is no outcome.
	Commitment string `json:"commitment"` // hex, which was shown before the round
	Seed       string `json:"seed"`       // hex
	Message    string `json:"message"`
	Next       string `json:"next"` // the commitment of the window's next round, after a round that was just played
}

func view(r *round.Round) RoundView {
	v := RoundView{
		ID: r.ID, Settled: !r.Status.Open(), Stake: r.Stake, Choice: r.Choice, Win: r.Won(), Outcome: r.Outcome, Bet: r.Bet,
		Jackpots: wins(r.Jackpots), Pools: []PoolState{}, AfterBet: r.AfterBet, Balance: r.Balance, BegunAt: r.BegunAt,
	}
	if r.Fair() {
		v.Commitment, v.Seed, v.Message = fairness.Commitment(r.Seed).String(), r.Seed.String(), r.Message()
	}
	switch r.Status {
	case round.Refused:
		v.Code = r.Refusal
	case round.Betting, round.Returning, round.Returned:
		v.Code = codeNotCounted
	case round.Disputed:
		v.Code = codeDisputed
	case round.Accepted, round.Drawn, round.Settled:
	}
	return v
}

// State is what a page needs to begin or to find its way after a break.
type State struct {
	Game     GameEntry     `json:"game"`
	Lang     string        `json:"lang"`
	Nick     string        `json:"nick"`
	Currency string        `json:"currency"`
	Exponent int           `json:"exponent"`
	Lobby    string        `json:"lobby"`  // address to go back to, or ""
	Origin   string        `json:"origin"` // where messages about this window may go, or ""
	Code     string        `json:"code"`   // why there is no balance, or ""
	Balance  *money.Amount `json:"balance"`
	OpenedAt time.Time     `json:"openedAt"`
	Now      time.Time     `json:"now"`
	Spins    int           `json:"spins"` // of this window
	Staked   money.Amount  `json:"staked"`
	Won      money.Amount  `json:"won"`
	Rounds   []RoundView   `json:"rounds"` // newest first

	Pools []PoolState `json:"pools"` // jackpots that the game takes part in, smallest first

	Commitment string `json:"commitment"` // hex, of the seed of the next round; "" if there is none yet
}

// PoolState is a jackpot as the page shows it, in minor units.
type PoolState struct {
	Level  string       `json:"level"`
	Amount money.Amount `json:"amount"`
}

// find answers 404 itself when there is no such play.
func (h *handlers) find(w http.ResponseWriter, r *http.Request) (round.Play, bool) {
	p, err := h.rounds.Play(r.PathValue("id"))
	if errors.Is(err, round.ErrNotFound) {
		refuse(w, http.StatusNotFound, codeEnded)
		return p, false
	}
	if err != nil {
		h.log.Error().Err(err).Msg("find play")
		refuse(w, http.StatusInternalServerError, round.Unavailable)
		return p, false
	}
	return p, true
}

// played returns the game of a play, as the house offers it through which it was opened; false when there is none any more.
func played(p round.Play) (game.Info, bool) {
	g, ok := game.Find(p.Game)
	if !ok {
		return game.Info{}, false
	}
	info := g.Info()
	if p.Own {
		info = info.Own()
	}
	return info, true
}

func (h *handlers) page(w http.ResponseWriter, r *http.Request) {
	p, err := h.rounds.Play(r.PathValue("id"))
	if err != nil {
		h.pages.Gone(w, web.Accepted(r.Header.Get("Accept-Language")))
		return
	}
	if g, ok := table.Find(p.Game); ok {
		info := g.Info()
		h.pages.Table(w, p.Lang, info.Engine, info.Code, info.Names[p.Lang])
		return
	}
	if info, ok := played(p); ok {
		h.pages.Game(w, p.Lang, info.Engine, info.Code, info.Names[p.Lang])
	}
}

func (h *handlers) state(w http.ResponseWriter, r *http.Request) {
	var none struct{}
	if !body(w, r, &none) {
		return
	}
	p, ok := h.find(w, r)
	if !ok {
		return
	}
	if g, ok := table.Find(p.Game); ok {
		h.tableState(w, r, p, g.Info())
		return
	}
	c, _ := money.ByCode(p.Currency)
	s := State{
		Lang: p.Lang, Nick: p.Nick, Currency: p.Currency, Exponent: c.Exponent,
		Lobby: p.LobbyURL, Origin: origin(p.LobbyURL), OpenedAt: p.OpenedAt, Now: h.clk.Now(),
		Spins: p.Spins, Staked: p.Staked, Won: p.Won, Rounds: []RoundView{}, Commitment: p.Commitment(),
	}
	info, ok := played(p)
	if ok {
		s.Game = entry(info)
	}
	var err error
	if s.Pools, err = h.poolStates(info.Jackpot, p.Currency); err != nil {
		h.log.Error().Err(err).Msg("jackpots of a play")
		refuse(w, http.StatusInternalServerError, round.Unavailable)
		return
	}
	list, err := h.rounds.Last(p.Member, p.Game, remembered)
	if err != nil {
		h.log.Error().Err(err).Msg("list rounds")
		refuse(w, http.StatusInternalServerError, round.Unavailable)
		return
	}
	for i := range list {
		if v := view(&list[i]); v.Outcome != nil {
			s.Rounds = append(s.Rounds, v)
		}
	}
	balance, status, err := h.rounds.Balance(r.Context(), p)
	switch {
	case err != nil:
		s.Code = codeLater
	case status != wallet.OK:
		s.Code = status
	default:
		s.Balance = balance
	}
	answer(w, http.StatusOK, s)
}

// played answers a round with the jackpots of its game as they now are.
func (h *handlers) played(w http.ResponseWriter, p round.Play, r *round.Round) {
	v := view(r)
	info, _ := played(p)
	var err error
	if v.Pools, err = h.poolStates(info.Jackpot, p.Currency); err != nil {
		h.log.Error().Err(err).Msg("jackpots after a spin") // the round is what counts
	}
	if now, err := h.rounds.Play(p.ID); err == nil { // a window that was forgotten meanwhile has no next round
		v.Next = now.Commitment()
	}
	answer(w, http.StatusOK, v)
}

// SpinRequest commits one game cycle. Key is the page's own: repeating it never plays again.
type SpinRequest struct {
	Stake  money.Amount `json:"stake"`
	Choice game.Choice  `json:"choice,omitzero"` // in games in which something is chosen
	Key    string       `json:"key"`
}

func (h *handlers) spin(w http.ResponseWriter, r *http.Request) {
	var req SpinRequest
	if !body(w, r, &req) {
		return
	}
	p, ok := h.find(w, r)
	if !ok {
		return
	}
	if _, ok := table.Find(p.Game); ok {
		refuse(w, http.StatusConflict, "NO_SPINS")
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), spinWait)
	defer cancel()
	played, err := h.rounds.Bet(ctx, p, round.Wager{Stake: req.Stake, Choice: req.Choice, Key: req.Key})
	switch {
	case err == nil:
		h.played(w, p, played)
	case errors.Is(err, game.ErrStake):
		refuse(w, http.StatusUnprocessableEntity, "BAD_AMOUNT")
	case errors.Is(err, game.ErrChoice):
		refuse(w, http.StatusUnprocessableEntity, "BAD_CHOICE")
	case errors.Is(err, round.ErrFast):
		refuse(w, http.StatusTooManyRequests, codeFast)
	case errors.Is(err, round.ErrKey):
		refuse(w, http.StatusBadRequest, "BAD_KEY")
	case errors.Is(err, round.ErrReused):
		refuse(w, http.StatusConflict, "KEY_REUSED")
	case errors.Is(err, round.ErrBusy):
		refuse(w, http.StatusConflict, codeOpen)
	case errors.Is(err, round.ErrClosing), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		refuse(w, http.StatusServiceUnavailable, codeLater)
	default:
		h.log.Error().Err(err).Msg("spin")
		refuse(w, http.StatusInternalServerError, round.Unavailable)
	}
}
