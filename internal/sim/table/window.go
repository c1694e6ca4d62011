package table

import (
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"hubstake/internal/core/fairness"
	"hubstake/internal/core/id"
)

func newSeed(no uint64, now time.Time) *Seed {
	seed := fairness.Hash(id.Key()) // of the kernel's generator (S-51)
	return &Seed{No: no, Seed: seed, Commitment: fairness.Commitment(seed).String(), MadeAt: now}
}

// Phases of a round.
const (
	Preparing = "preparing"
	Betting   = "betting"
	Closed    = "closed"
	Showing   = "showing"
	Result    = "result"
)

// phase returns where a round is at a moment.
func (r Round) phase(now time.Time) string {
	switch {
	case now.Before(r.OpenAt):
		return Preparing
	case now.Before(r.CloseAt):
		return Betting
	case len(r.Result) == 0:
		return Closed
	case now.Before(r.ResultAt):
		return Showing
	}
	return Result
}

// State is a table as everyone sees it. It never holds a seed that still decides something, nor a result before its time.
type State struct {
	Table   string    `json:"table"`
	No      uint64    `json:"no"` // 0 before the table's first round
	Phase   string    `json:"phase"`
	Now     time.Time `json:"now"`
	OpenAt  time.Time `json:"openAt"`
	CloseAt time.Time `json:"closeAt"`
	DrawAt  time.Time `json:"drawAt"`

	Offer    jsontext.Value `json:"offer,omitzero"`
	Result   jsontext.Value `json:"result,omitzero"` // from showing on
	ResultAt time.Time      `json:"resultAt,omitzero"`
	EndAt    time.Time      `json:"endAt,omitzero"`
	Crowd    map[string]int `json:"crowd,omitzero"` // members on each spot, from showing on

	SeedNo     uint64 `json:"seedNo"`
	Turn       int    `json:"turn"`
	Turns      int    `json:"turns"`
	Commitment string `json:"commitment"`
	Board      any    `json:"board"`
}

// state is what everyone sees at a moment. The lock is held.
func (t *live) state(now time.Time) State {
	r := t.round
	s := State{
		Table: t.info.Code, No: r.No, Phase: r.phase(now), Now: now, OpenAt: r.OpenAt, CloseAt: r.CloseAt, DrawAt: r.DrawAt,
		Offer: t.offer.Shown, SeedNo: r.SeedNo, Turn: r.Turn, Turns: t.info.Turns, Commitment: t.seed.Commitment,
	}
	if s.Phase == Showing || s.Phase == Result {
		s.Result, s.ResultAt, s.EndAt, s.Crowd = r.Result, r.ResultAt, r.EndAt, t.crowd
	}
	var results []jsontext.Value
	for _, p := range t.past {
		if t.info.Turns == 1 || p.SeedNo == r.SeedNo { // the roads are those of the shoe
			results = append(results, p.Result)
		}
	}
	if s.Phase == Result {
		results = append(results, r.Result)
	}
	s.Board = t.game.Board(results)
	return s
}

// State returns a table as everyone sees it now, and how often that has changed.
func (s *Service) State(code string) (State, int, bool) {
	t := s.tables[code]
	if t == nil {
		return State{}, 0, false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.state(s.clk.Now()), t.version, true
}

// Proof is a seed of a table as it may be seen.
type Proof struct {
	No         uint64    `json:"no"`
	Commitment string    `json:"commitment"`
	MadeAt     time.Time `json:"madeAt"`
	Seed       string    `json:"seed"` // "" while it is secret
}

// Proofs lists the current seed of a table, and at most limit that were revealed, newest first.
func (s *Service) Proofs(code string, limit int) (current Proof, revealed []Proof, err error) {
	t := s.tables[code]
	if t == nil {
		return current, nil, ErrUnknown
	}
	t.mu.Lock()
	current = Proof{No: t.seed.No, Commitment: t.seed.Commitment, MadeAt: t.seed.MadeAt}
	t.mu.Unlock()
	list, err := s.store.revealed(code, limit)
	revealed = []Proof{}
	for _, seed := range list {
		revealed = append(revealed, Proof{seed.No, seed.Commitment, seed.MadeAt, seed.Seed.String()})
	}
	return current, revealed, err
}

// Window is a listener to a table. Changed is signalled after a change of the table, and of the bets of the window's member; several
// changes may be one signal. It is closed when the table ends.
type Window struct {
	Changed chan struct{}
	member  string
	mine    bool
}

// Listen opens a window of a member, which the caller must end with Leave. Its first signal is there at once.
func (s *Service) Listen(code, member string) (*Window, bool) {
	t := s.tables[code]
	if t == nil {
		return nil, false
	}
	w := &Window{Changed: make(chan struct{}, 1), member: member, mine: true}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return nil, false
	}
	t.windows[w] = true
	w.signal()
	return w, true
}

// Leave ends a window.
func (s *Service) Leave(code string, w *Window) {
	t := s.tables[code]
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.windows, w)
}

// Mine reports whether the bets of the window's member have changed since it was last asked.
func (s *Service) Mine(code string, w *Window) bool {
	t := s.tables[code]
	t.mu.Lock()
	defer t.mu.Unlock()
	mine := w.mine
	w.mine = false
	return mine
}

// signal never blocks: a window that has not looked yet will see all changes when it does.
func (w *Window) signal() {
	select {
	case w.Changed <- struct{}{}:
	default:
	}
}

// publish tells all windows that the table has changed. The lock is held.
func (t *live) publish() {
	t.version++
	for w := range t.windows {
		w.signal()
	}
}

// tell says to the windows of a member that a bet has changed.
func (t *live) tell(member string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for w := range t.windows {
		if w.member == member {
			w.mine = true
			w.signal()
		}
	}
}

func (t *live) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	for w := range t.windows {
		close(w.Changed)
	}
	t.windows = map[*Window]bool{}
}

func (s *Service) listening() (n int) {
	for _, t := range s.tables {
		t.mu.Lock()
		n += len(t.windows)
		t.mu.Unlock()
	}
	return n
}
