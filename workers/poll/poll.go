// Package poll reads the feeds of the sportsbook and writes what they say into it.
//
// Each feed has one leader in the cluster, by an advisory lock on a connection of its own. The leader asks for the page after the cursor, and
// sports.Apply stores the page and the new cursor in one transaction. A leader that is killed anywhere leaves either both or neither, so the next one
// goes on without a gap and repeats nothing. Two leaders at a time, as there may be for a moment after a network failed, only ask twice: of two
// equal pages one has an effect.
//
// The suspension of markets whose prices grew old runs on a beat of its own, with a lock of its own, for every feed that has matches on offer: a
// feed that is silent, whose page cannot be applied, or that was taken out of the settings must not leave old prices open.
package poll

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/sony/gobreaker/v2"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fixture"
	"hubstake/internal/play/sports"
	"hubstake/workers/lead"
)

// Source is where a feed's pages come from.
type Source interface {
	// Next returns what the feed says after a cursor; empty: from its beginning.
	Next(ctx context.Context, cursor string) (fixture.Batch, error)
}

// Feed says how a source is read.
type Feed struct {
	Name     string // in rows and metrics
	Vendor   string // feeds of one vendor share a circuit
	Source   Source
	Every    time.Duration // between two questions, unless there is more now
	Deadline time.Duration // of a question
	Rewind   bool          // a feed that does not know its cursor any more is read from its beginning

	// Ended reports whether nothing comes after a cursor any more, so that the feed is left. Nil: a feed without an end.
	Ended func(cursor string) bool
}

// Options of a poller. Zero values mean the product's.
type Options struct {
	Beat         time.Duration // between two looks for old prices; 1 s
	FirstPause   time.Duration // longest pause after the first failure; 1 s, but not below the feed's own interval
	LongestPause time.Duration // longest pause after many; 30 s, or ten intervals of the feed
	OpenFor      time.Duration // how long a circuit that opened keeps questions back; 10 s

	// Applied is called after each page that had an effect, by the goroutine of its feed. It must not wait.
	Applied func(feed string, page fixture.Batch, out sports.Outcome)
}

// Connections returns how many connections a poller of so many feeds may keep for its locks.
func Connections(feeds int) int32 { return int32(feeds) + 1 }

// Poller is the worker. Make it with New and run one per process.
type Poller struct {
	db       *pgxpool.Pool
	book     *sports.Service
	clk      clock.Clock
	log      zerolog.Logger
	m        *metrics
	o        Options
	feeds    []Feed
	circuits map[string]*gobreaker.CircuitBreaker[fixture.Batch] // by vendor
}

// New returns a poller of the feeds and registers its metrics.
func New(db *pgxpool.Pool, book *sports.Service, clk clock.Clock, log zerolog.Logger, reg prometheus.Registerer, o Options, feeds ...Feed) *Poller {
	for _, option := range []struct {
		at    *time.Duration
		usual time.Duration
	}{{&o.Beat, time.Second}, {&o.FirstPause, time.Second}, {&o.LongestPause, 30 * time.Second}, {&o.OpenFor, 10 * time.Second}} {
		if *option.at == 0 {
			*option.at = option.usual
		}
	}
	p := &Poller{db: db, book: book, clk: clk, log: log, o: o, feeds: feeds, circuits: map[string]*gobreaker.CircuitBreaker[fixture.Batch]{}}
	for _, f := range feeds {
		if p.circuits[f.Vendor] == nil {
			p.circuits[f.Vendor] = newCircuit(f.Vendor, o.OpenFor)
		}
	}
	p.m = newMetrics(reg, p)
	return p
}

// Run reads all feeds until ctx is done. When every feed has an end, Run also returns after the last of them has ended. Failures are logged and
// waited out.
func (p *Poller) Run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var reading, looking sync.WaitGroup
	endless := len(p.feeds) == 0
	for _, f := range p.feeds {
		endless = endless || f.Ended == nil
		r := &reader{Poller: p, Feed: f, log: p.log.With().Str("feed", f.Name).Logger()}
		reading.Go(func() { p.lead(ctx, f.Name, p.m.leader.WithLabelValues(f.Name), r.read) })
	}
	looking.Go(func() { p.lead(ctx, "stale prices", nil, p.suspendStale) })
	reading.Wait()
	if !endless {
		stop()
	}
	looking.Wait()
	return nil
}

const (
	patience = 10 * time.Second // with the server, for one statement
	longest  = 30 * time.Second // for a transaction of the work; the server ends a statement long before
)

// lead has work run while this process holds the lock of a name.
func (p *Poller) lead(ctx context.Context, name string, leading prometheus.Gauge, work func(context.Context) error) {
	lead.Run(ctx, p.db, p.log, "poll "+name, leading, work)
}

// jitter returns a random pause after so many failures in a row, at most first doubled each time, and longest.
func jitter(failures int, first, longest time.Duration) time.Duration {
	most := longest
	if d := first << min(failures-1, 20); d < longest {
		most = d
	}
	return rand.N(most + 1)
}
