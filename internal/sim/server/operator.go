package server

import (
	"context"
	"net/http"
	"regexp"
	"strings"
	"time"

	"hubstake/internal/core/fairness"
	"hubstake/internal/core/money"
	"hubstake/internal/sim/chaos"
	"hubstake/internal/sim/game"
	"hubstake/internal/sim/round"
	"hubstake/internal/sim/table"
	"hubstake/internal/sim/web"
)

// LaunchRequest asks for a window of a game for a member. Signed by the operator.
type LaunchRequest struct {
	Game     string `json:"game"`
	Token    string `json:"token"`
	MemberID string `json:"member_id"`
	Nick     string `json:"nick"`
	Currency string `json:"currency"`
	Lang     string `json:"lang"`
	Mobile   bool   `json:"mobile"`
	LobbyURL string `json:"lobby_url"`
	// OwnWallet plays with the money that was moved here; else each bet asks the operator.
	OwnWallet bool `json:"own_wallet"`
}

// LaunchAnswer is the address of the window. It does not hold the operator's token.
type LaunchAnswer struct {
	URL string `json:"url"`
}

var memberID = regexp.MustCompile(`^[A-Za-z0-9_.:-]{1,64}$`)

// problem names what is wrong with a launch, or is "".
func (l LaunchRequest) problem() string {
	switch {
	case !known(l.Game):
		return "UNKNOWN_GAME"
	case l.Token == "" || len(l.Token) > 512:
		return "BAD_TOKEN"
	case !memberID.MatchString(l.MemberID):
		return "BAD_MEMBER"
	case len(l.Nick) > 128:
		return "BAD_NICK"
	case game.Stakes(l.Currency) == nil:
		return "WRONG_CURRENCY"
	case l.LobbyURL != "" && origin(l.LobbyURL) == "":
		return "BAD_LOBBY"
	}
	return ""
}

// ownSuffix makes a second code of each game, for an operator whose catalogue has it twice: played from the operator's wallet
// and from this vendor's own.
const ownSuffix = "-own"

func known(code string) bool {
	if _, ok := table.Find(code); ok {
		return true
	}
	_, ok := game.Find(code)
	return ok
}

func (h *handlers) launch(w http.ResponseWriter, r *http.Request) {
	var req LaunchRequest
	if !h.signedBody(w, r, &req) {
		return
	}
	req.Game = strings.TrimSuffix(req.Game, ownSuffix)
	if h.out(w, r) {
		h.launches.WithLabelValues("", "fault").Inc()
		return
	}
	if code := req.problem(); code != "" {
		h.launches.WithLabelValues("", "refused").Inc()
		refuse(w, http.StatusUnprocessableEntity, code)
		return
	}
	p, err := h.rounds.Open(round.Play{
		Game: req.Game, Token: req.Token, Member: req.MemberID, Nick: req.Nick, Currency: req.Currency,
		Lang: web.Language(req.Lang), Mobile: req.Mobile, LobbyURL: req.LobbyURL, Own: req.OwnWallet,
	})
	if err != nil {
		h.log.Error().Err(err).Msg("launch")
		refuse(w, http.StatusInternalServerError, "UNAVAILABLE")
		return
	}
	h.launches.WithLabelValues(req.Game, "ok").Inc()
	answer(w, http.StatusOK, LaunchAnswer{URL: origin(h.cfg.PublicURL) + "/play/" + p.ID})
}

// out carries an outage out and reports whether the call is over.
func (h *handlers) out(w http.ResponseWriter, r *http.Request) bool {
	if h.box.Get().Outage == "" {
		return false
	}
	return outage(w, r, h.box.Take())
}

func outage(w http.ResponseWriter, r *http.Request, f chaos.Settings) bool {
	switch f.Outage {
	case chaos.OutageRefuse:
		panic(http.ErrAbortHandler)
	case chaos.OutageError:
		refuse(w, http.StatusServiceUnavailable, "UNAVAILABLE")
		return true
	case chaos.OutageSlow:
		pause, cancel := context.WithTimeout(r.Context(), f.Delay())
		defer cancel()
		<-pause.Done()
	}
	return false
}

// RecallRequest asks for a member's last rounds, newest first (S-59). Signed by the operator.
type RecallRequest struct {
	MemberID string `json:"member_id"`
	Game     string `json:"game"`  // "" is every game
	Limit    int    `json:"limit"` // 1 … 200; 0 is 50
}

// RecallAnswer holds the rounds.
type RecallAnswer struct {
	Rounds []RecalledRound `json:"rounds"`
}

// RecalledRound is a round with everything that it can be drawn again from. Amounts are minor units.
type RecalledRound struct {
	RoundID  string        `json:"round_id"`
	Game     string        `json:"game"`
	Rules    string        `json:"rules"`
	Currency string        `json:"currency"`
	Stake    money.Amount  `json:"stake"`
	Choice   game.Choice   `json:"choice,omitzero"`
	Win      money.Amount  `json:"win"`
	Status   round.Status  `json:"status"`
	Refusal  string        `json:"refusal"`
	Outcome  *game.Outcome `json:"outcome"`
	Bet      *round.Bet    `json:"bet,omitzero"` // at a table: its spots, and the cards or the race

	Jackpots []round.JackpotWin `json:"jackpots"` // part of Win
	BegunAt  time.Time          `json:"begun_at"`
	EndedAt  *time.Time         `json:"ended_at"`

	// As RoundView has them.
	Commitment string `json:"commitment"`
	Seed       string `json:"seed"`
	Message    string `json:"message"`
}

func recalled(list []round.Round) []RecalledRound {
	out := make([]RecalledRound, len(list))
	for i, r := range list {
		out[i] = RecalledRound{
			RoundID: r.ID, Game: r.Game, Rules: r.Rules, Currency: r.Currency, Stake: r.Stake, Choice: r.Choice, Win: r.Won(),
			Status: r.Status, Refusal: r.Refusal, Outcome: r.Outcome, Bet: r.Bet, Jackpots: wins(r.Jackpots), BegunAt: r.BegunAt,
		}
		if r.Fair() {
			out[i].Commitment, out[i].Seed, out[i].Message = fairness.Commitment(r.Seed).String(), r.Seed.String(), r.Message()
		}
		if !r.EndedAt.IsZero() {
			out[i].EndedAt = &r.EndedAt
		}
	}
	return out
}

func (h *handlers) recall(w http.ResponseWriter, r *http.Request) {
	var req RecallRequest
	if !h.signedBody(w, r, &req) {
		return
	}
	if req.Limit == 0 {
		req.Limit = 50
	}
	if !memberID.MatchString(req.MemberID) || req.Limit < 1 || req.Limit > 200 || (req.Game != "" && !known(req.Game)) {
		refuse(w, http.StatusBadRequest, "BAD_REQUEST")
		return
	}
	list, err := h.rounds.Last(req.MemberID, req.Game, req.Limit)
	if err != nil {
		h.log.Error().Err(err).Msg("recall")
		refuse(w, http.StatusInternalServerError, "UNAVAILABLE")
		return
	}
	answer(w, http.StatusOK, RecallAnswer{recalled(list)})
}

// GameEntry is one game of the public list: its description and the stakes by currency.
type GameEntry struct {
	game.Info
	Stakes map[string][]money.Amount `json:"stakes"`
}

func entry(info game.Info) GameEntry {
	stakes := map[string][]money.Amount{}
	for _, c := range []money.Currency{money.KRW, money.VND, money.USD} {
		stakes[c.Code] = game.Stakes(c.Code)
	}
	return GameEntry{info, stakes}
}

func (h *handlers) games(w http.ResponseWriter, _ *http.Request) {
	list := []any{}
	for _, g := range game.Catalogue() {
		list = append(list, entry(g.Info()))
	}
	for _, g := range table.All() {
		list = append(list, g.Info())
	}
	answer(w, http.StatusOK, list)
}

// lobby is the vendor's front page: its games, and in development the faults.
func (h *handlers) lobby(w http.ResponseWriter, r *http.Request) {
	h.pages.Lobby(w, web.Accepted(r.Header.Get("Accept-Language")), !h.cfg.Production())
}

func (h *handlers) faults(w http.ResponseWriter, _ *http.Request) {
	answer(w, http.StatusOK, h.box.Get())
}

func (h *handlers) setFaults(w http.ResponseWriter, r *http.Request) {
	var s chaos.Settings
	if !body(w, r, &s) {
		return
	}
	if err := h.box.Set(s); err != nil {
		refuse(w, http.StatusUnprocessableEntity, "BAD_FAULTS")
		return
	}
	h.log.Warn().Interface("faults", s).Msg("faults on demand")
	answer(w, http.StatusOK, s)
}
