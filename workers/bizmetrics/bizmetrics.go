// Package bizmetrics tells Prometheus what the house does: bets, wins, deposits, withdrawals and conversions, as the ledger has
// them, and who is online.
//
// It counts what the active relay has published, so each move counts once, whatever node made it and however many workers run:
// a crash may lose what was not added up yet, nothing counts twice. The books are the ledger; these are for watching.
package bizmetrics

import (
	"cmp"
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

const pace = time.Second // between two looks at what was published

// Worker adds up moves. Make it with New, give Note to the relay and run it.
type Worker struct {
	db  *pgxpool.Pool
	log zerolog.Logger
	m   metrics

	known bool // the sites have their series

	mu   sync.Mutex
	sums map[activity]sum
}

// activity is a kind of move of a member on a site: what an event and its fact say of it.
type activity struct {
	site, member, kind, game string
	taken                    bool // from the member
}

type sum struct {
	moves  int64
	amount money.Amount
}

// New registers the metrics.
func New(db *pgxpool.Pool, rdb redis.Cmdable, clk clock.Clock, log zerolog.Logger, reg registerer) *Worker {
	return &Worker{db: db, log: log, m: newMetrics(db, rdb, clk, log, reg), sums: map[activity]sum{}}
}

// Note takes the rows that the relay has published and will not publish again. It never waits.
func (w *Worker) Note(rows []outbox.Row) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, r := range rows {
		if r.Event.Cmd != event.Cash {
			continue
		}
		f, err := wallet.ParseFact(r.Fact)
		if err != nil { // written by a program of the release before
			w.m.dropped.Inc()
			continue
		}
		w.add(activity{site: r.Event.Site, member: r.Event.Member, kind: f.Kind, game: f.Game, taken: f.Amount < 0}, sum{1, max(f.Amount, -f.Amount)})
	}
}

func (w *Worker) add(a activity, more sum) {
	was := w.sums[a]
	w.sums[a] = sum{was.moves + more.moves, was.amount + more.amount}
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
			return err
		}
		for _, id := range sites {
			w.m.preset(id)
		}
		w.known = true
	}
	w.mu.Lock()
	sums := w.sums
	w.sums = map[activity]sum{}
	w.mu.Unlock()
	games := map[string]bool{}
	for a := range sums {
		games[a.game] = true
	}
	if len(games) == 0 {
		return nil
	}
	groups, err := report.Groups(ctx, w.db, slices.Collect(maps.Keys(games)))
	var tests []string
	if err == nil {
		tests, err = report.TestAccounts(ctx, w.db)
	}
	if err != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		for a, n := range sums {
			w.add(a, n)
		}
		return err
	}
	for a, n := range sums {
		if slices.Contains(tests, a.member) { // S-103
			continue
		}
		w.m.add(a, cmp.Or(groups[a.game], report.OtherGroup), n)
	}
	return nil
}
