// Package bizmetrics tells Prometheus what the house does: bets, wins, deposits, withdrawals and conversions, as the ledger has
// them, and who is online.
//
// It counts what the active relay has published, so each move counts once, whatever node made it and however many workers run:
// a crash may lose what was not added up yet, nothing counts twice. The books are the ledger; these are for watching.
package bizmetrics

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"

	"hubstake/internal/accounting/report"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/event"
	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/live/outbox"
	"hubstake/internal/operator/site"
)

const (
	pace = time.Second // between two looks at what was published
	most = 2000        // moves in one question
	// bound is how many moves wait while the database is away; more are counted as dropped.
	bound = 100_000
)

// Worker adds up moves. Make it with New, give Note to the relay and run it.
type Worker struct {
	db  *pgxpool.Pool
	log zerolog.Logger
	m   metrics

	known bool // the sites have their series

	mu    sync.Mutex
	moves []report.Moved
	facts map[sort]sum
}

// sort of moves: their fact tells what there is to know, but for the group of the game.
type sort struct {
	site, kind, game string
	taken            bool
}

type sum struct {
	moves  int64
	amount money.Amount
}

// New registers the metrics.
func New(db *pgxpool.Pool, rdb redis.Cmdable, clk clock.Clock, log zerolog.Logger, reg registerer) *Worker {
	return &Worker{db: db, log: log, m: newMetrics(db, rdb, clk, log, reg), facts: map[sort]sum{}}
}

// Note takes the rows that the relay has published and will not publish again. It never waits.
func (w *Worker) Note(rows []outbox.Row) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, r := range rows {
		if r.Event.Cmd != event.Cash {
			continue
		}
		if f, err := wallet.ParseFact(r.Fact); err == nil {
			w.add(sort{r.Event.Site, f.Kind, f.Game, f.Amount < 0}, sum{1, max(f.Amount, -f.Amount)})
			continue
		}
		if len(w.moves) >= bound {
			w.m.dropped.Inc()
			continue
		}
		w.moves = append(w.moves, report.Moved{Site: r.Event.Site, Member: r.Event.Member, Version: r.Event.Ver, At: r.Event.At})
	}
}

func (w *Worker) add(s sort, more sum) {
	was := w.facts[s]
	w.facts[s] = sum{was.moves + more.moves, was.amount + more.amount}
}

// Run adds up what was noted until ctx is done. A fault of the database is logged and waited out.
func (w *Worker) Run(ctx context.Context) error {
	t := time.NewTicker(pace)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-t.C:
		}
		if err := w.AddUp(ctx); err != nil && ctx.Err() == nil {
			w.log.Warn().Err(err).Msg("figures: trying again")
		}
	}
}

// AddUp counts everything that was noted until now.
func (w *Worker) AddUp(ctx context.Context) error {
	if !w.known {
		sites, err := site.IDs(ctx, w.db)
		if err != nil {
			return err //nolint:wrapcheck // it says what it is
		}
		for _, id := range sites {
			w.m.preset(id)
		}
		w.known = true
	}
	if err := w.addFacts(ctx); err != nil {
		return err
	}
	for {
		w.mu.Lock()
		part := w.moves[:min(most, len(w.moves))]
		w.mu.Unlock()
		if len(part) == 0 {
			return nil
		}
		figures, err := report.Figures(ctx, w.db, part)
		if err != nil {
			return err
		}
		w.mu.Lock()
		w.moves = w.moves[len(part):]
		w.mu.Unlock()
		for _, f := range figures {
			w.m.add(f)
		}
	}
}

// addFacts counts the moves that told themselves.
func (w *Worker) addFacts(ctx context.Context) error {
	w.mu.Lock()
	facts := w.facts
	w.facts = map[sort]sum{}
	w.mu.Unlock()
	games := map[string]bool{}
	for s := range facts {
		games[s.game] = true
	}
	if len(games) == 0 {
		return nil
	}
	groups, err := report.Groups(ctx, w.db, slices.Collect(maps.Keys(games)))
	if err != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		for s, n := range facts {
			w.add(s, n)
		}
		return err //nolint:wrapcheck // it says what it is
	}
	for s, n := range facts {
		group := groups[s.game]
		if group == "" {
			group = report.Other
		}
		w.m.add(report.Figure{Site: s.site, Kind: s.kind, Group: group, Taken: s.taken, Moves: n.moves, Amount: n.amount})
	}
	return nil
}
