package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/go-json-experiment/json"

	"hubstake/internal/core/money"
	"hubstake/internal/sim/game"
	"hubstake/internal/sim/round"
	"hubstake/internal/sim/table"
	"hubstake/internal/sim/wallet"
)

// Codes of bets at tables that the page has texts for.
const (
	codeLate = "BETTING_CLOSED" // after the close, or for a round that is over
	codeMany = "TOO_MANY_BETS"
)

const (
	eventsPath = "/play/{id}/events"
	// heartbeat keeps a stream alive through proxies, and finds a window that is gone.
	heartbeat = 15 * time.Second
	// writeTime is how long a window may take to take a message.
	writeTime = 10 * time.Second
	// streamsOfPlay is how many streams one window may hold: reloads overlap.
	streamsOfPlay = 3
	proofsShown   = 20
)

// TableState is what the page of a table needs to begin or to find its way after a break.
type TableState struct {
	Game     table.Info   `json:"game"`
	Limits   table.Limits `json:"limits"` // in the currency of the window
	Lang     string       `json:"lang"`
	Nick     string       `json:"nick"`
	Currency string       `json:"currency"`
	Exponent int          `json:"exponent"`
	Lobby    string       `json:"lobby"`  // address to go back to, or ""
	Origin   string       `json:"origin"` // where messages about this window may go, or ""
	OpenedAt time.Time    `json:"openedAt"`
	Spins    int          `json:"spins"` // settled bets of this window
	Staked   money.Amount `json:"staked"`
	Won      money.Amount `json:"won"`
	Table    table.State  `json:"table"`
	Mine     Mine         `json:"mine"`
}

// Mine is the member's bets at a table, newest first, and the balance.
type Mine struct {
	Bets    []RoundView   `json:"bets"`
	Balance *money.Amount `json:"balance"`
	Code    string        `json:"code"` // why there is no balance, or ""
}

func (h *handlers) tableState(w http.ResponseWriter, r *http.Request, p round.Play, info table.Info) {
	c, _ := money.ByCode(p.Currency)
	s := TableState{
		Game: info, Limits: info.Limits[p.Currency], Lang: p.Lang, Nick: p.Nick, Currency: p.Currency, Exponent: c.Exponent,
		Lobby: p.LobbyURL, Origin: origin(p.LobbyURL), OpenedAt: p.OpenedAt, Spins: p.Spins, Staked: p.Staked, Won: p.Won,
	}
	var err error
	if s.Mine, err = h.mine(r.Context(), p); err != nil {
		h.log.Error().Err(err).Msg("list bets")
		refuse(w, http.StatusInternalServerError, round.Unavailable)
		return
	}
	s.Table, _, _ = h.tables.State(p.Game) // last, because of its time
	answer(w, http.StatusOK, s)
}

func (h *handlers) mine(ctx context.Context, p round.Play) (Mine, error) {
	list, err := h.rounds.Last(p.Member, p.Game, remembered)
	if err != nil {
		return Mine{}, err
	}
	m := Mine{Bets: make([]RoundView, len(list))}
	for i := range list {
		m.Bets[i] = view(&list[i])
	}
	balance, status, err := h.rounds.Balance(ctx, p)
	switch {
	case err != nil:
		m.Code = codeLater
	case status != wallet.OK:
		m.Code = status
	default:
		m.Balance = balance
	}
	return m, nil
}

func (h *handlers) bet(w http.ResponseWriter, r *http.Request) {
	var req table.Order
	if !body(w, r, &req) {
		return
	}
	p, ok := h.find(w, r)
	if !ok {
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), spinWait)
	defer cancel()
	placed, err := h.tables.Place(ctx, p, req)
	switch {
	case err == nil:
		answer(w, http.StatusOK, view(placed))
	case errors.Is(err, table.ErrUnknown):
		refuse(w, http.StatusNotFound, "NO_TABLE")
	case errors.Is(err, table.ErrSpot), errors.Is(err, table.ErrStake), errors.Is(err, game.ErrStake):
		refuse(w, http.StatusUnprocessableEntity, "BAD_AMOUNT")
	case errors.Is(err, table.ErrOver), errors.Is(err, round.ErrLate):
		refuse(w, http.StatusConflict, codeLate)
	case errors.Is(err, table.ErrMany):
		refuse(w, http.StatusConflict, codeMany)
	case errors.Is(err, round.ErrKey):
		refuse(w, http.StatusBadRequest, "BAD_KEY")
	case errors.Is(err, round.ErrReused):
		refuse(w, http.StatusConflict, "KEY_REUSED")
	case errors.Is(err, round.ErrClosing), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		refuse(w, http.StatusServiceUnavailable, codeLater)
	default:
		h.log.Error().Err(err).Msg("bet")
		refuse(w, http.StatusInternalServerError, round.Unavailable)
	}
}

// streams counts the open streams of each window.
type streams struct {
	mu   sync.Mutex
	open map[string]int
}

func (s *streams) enter(play string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[play] >= streamsOfPlay {
		return false
	}
	s.open[play]++
	return true
}

func (s *streams) leave(play string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[play]--; s.open[play] == 0 {
		delete(s.open, play)
	}
}

// events is the stream of a table's window (server-sent events): `table` is a table.State after each change of the table, `mine` a Mine
// after each change of the member's bets. Each is the whole of it, so a window that missed some misses nothing.
func (h *handlers) events(w http.ResponseWriter, r *http.Request) {
	p, ok := h.find(w, r)
	if !ok {
		return
	}
	if !h.streams.enter(p.ID) {
		refuse(w, http.StatusTooManyRequests, "TOO_MANY_STREAMS")
		return
	}
	defer h.streams.leave(p.ID)
	window, ok := h.tables.Listen(p.Game, p.Member)
	if !ok {
		refuse(w, http.StatusServiceUnavailable, codeLater)
		return
	}
	defer h.tables.Leave(p.Game, window)
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	w.Header().Set("X-Accel-Buffering", "no") // a proxy must not collect messages
	out := stream{w: w, control: http.NewResponseController(w), clk: time.Now}
	if out.write("retry: 1000\n\n") != nil {
		return
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for seen := -1; ; {
		var err error
		select {
		case <-r.Context().Done():
			return
		case <-beat.C:
			err = out.write(":\n\n")
		case _, open := <-window.Changed:
			if !open {
				return
			}
			state, version, _ := h.tables.State(p.Game)
			if version != seen {
				seen = version
				err = out.send("table", state)
			}
			if err == nil && h.tables.Mine(p.Game, window) {
				var m Mine
				if m, err = h.mine(r.Context(), p); err != nil {
					h.log.Error().Err(err).Msg("list bets")
					return // the window comes back
				}
				err = out.send("mine", m)
			}
		}
		if err != nil {
			return
		}
	}
}

type stream struct {
	w       io.Writer
	control *http.ResponseController
	clk     func() time.Time
}

func (s stream) send(event string, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return s.write(fmt.Sprintf("event: %s\ndata: %s\n\n", event, raw))
}

func (s stream) write(text string) error {
	if err := s.control.SetWriteDeadline(s.clk().Add(writeTime)); err != nil {
		return err
	}
	if _, err := io.WriteString(s.w, text); err != nil {
		return err
	}
	return s.control.Flush()
}

// ProofsAnswer is what a table has promised and revealed.
type ProofsAnswer struct {
	Table    string        `json:"table"`
	Turns    int           `json:"turns"`    // rounds that one seed decides
	Current  table.Proof   `json:"current"`  // its seed is secret
	Revealed []table.Proof `json:"revealed"` // newest first
}

// proofs is public: anyone may compute the rounds of a table again.
func (h *handlers) proofs(w http.ResponseWriter, r *http.Request) {
	g, ok := table.Find(r.PathValue("code"))
	if !ok {
		refuse(w, http.StatusNotFound, "NO_TABLE")
		return
	}
	info := g.Info()
	current, revealed, err := h.tables.Proofs(info.Code, proofsShown)
	if err != nil {
		h.log.Error().Err(err).Msg("seeds of a table")
		refuse(w, http.StatusInternalServerError, round.Unavailable)
		return
	}
	answer(w, http.StatusOK, ProofsAnswer{Table: info.Code, Turns: info.Turns, Current: current, Revealed: revealed})
}
