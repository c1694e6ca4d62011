// Package tail reads the streams from which the hub lives: where they stand, whether Redis lost its data,
// and what each entry means to whom.
//
// Only streams that somebody needs are read. A stream is opened by reading where it ends; whoever reads a
// projection after that misses nothing in between.
package tail

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"

	"hubstake/internal/clock"
	"hubstake/internal/platform/rds"
)

const (
	block      = 50 * time.Millisecond // a stream that was just opened is read after at most this
	gather     = time.Millisecond      // between two reads, so that busy streams are read in batches
	batch      = 1000                  // entries of one stream in one read
	epochEvery = time.Second
	keepOpen   = 60 * time.Second // a stream that nobody needs is read for so long, for who comes back
	retry      = 200 * time.Millisecond
)

// Sink takes what the streams say. Offer may be called many times before Flush.
type Sink interface {
	Offer(Target)
	Flush()
}

// Tail reads the streams of one hub node.
type Tail struct {
	rdb     redis.UniversalClient
	clk     clock.Clock
	log     zerolog.Logger
	metrics *Metrics
	lost    func(stream string) // Redis lost the data of a stream
	back    func()              // Redis answers again

	checking sync.Mutex // taken before mu

	mu      sync.Mutex
	streams map[string]*stream
	changed chan struct{} // streams are to be opened
	opened  chan struct{} // streams are to be read
	suspect chan struct{} // Redis was away: look at the epochs at once
	replay  chan replay
}

type stream struct {
	name, site string
	refs       int
	free       time.Time // when refs became 0
	open       bool
	waiting    []func() // to be called when it is open
	pos        string
	epoch      string
}

// New returns a reader that reads nothing yet. lost is called when Redis lost a stream's data, after the
// reader has found its place in what there is now; back when Redis answers again after it did not.
func New(rdb redis.UniversalClient, clk clock.Clock, log zerolog.Logger, m *Metrics, lost func(stream string), back func()) *Tail {
	return &Tail{
		rdb: rdb, clk: clk, log: log, metrics: m, lost: lost, back: back,
		streams: map[string]*stream{}, changed: make(chan struct{}, 1), opened: make(chan struct{}, 1),
		suspect: make(chan struct{}, 1), replay: make(chan replay, maxReplays),
	}
}

// Personal names the stream of a shard for Acquire.
func Personal(shard string) (name, site string) { return rds.StreamKey(shard), "" }

// Site names the stream of a site for Acquire.
func Site(site string) (name, siteID string) { return rds.SiteStreamKey(site), site }

// Acquire makes sure that a stream is read, and calls ready when it is: at once, or later from another
// goroutine. Each call is paired with a Release.
func (t *Tail) Acquire(name, site string, ready func()) {
	t.mu.Lock()
	s := t.streams[name]
	if s == nil {
		s = &stream{name: name, site: site}
		t.streams[name] = s
		t.metrics.own(name, true)
		select {
		case t.changed <- struct{}{}:
		default:
		}
	}
	s.refs++
	open := s.open
	if !open {
		s.waiting = append(s.waiting, ready)
	}
	t.mu.Unlock()
	if open {
		ready()
	}
}

// Release takes back one Acquire.
func (t *Tail) Release(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s := t.streams[name]; s != nil {
		if s.refs--; s.refs == 0 {
			s.free = t.clk.Now()
		}
	}
}

// Epoch is the present epoch of a stream that is read.
func (t *Tail) Epoch(name string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s := t.streams[name]; s != nil {
		return s.epoch
	}
	return ""
}

// Run reads until ctx ends. sink makes what takes the messages of one reading goroutine. Streams of one server are read
// together; on a cluster, where one command cannot span slots, each has its own reader.
func (t *Tail) Run(ctx context.Context, sink func() Sink) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	_, cluster := t.rdb.(*redis.ClusterClient)
	if !cluster {
		wg.Go(func() { t.read(ctx, sink(), nil) })
	}
	wg.Go(func() { t.replays(ctx) })
	tick := time.NewTicker(epochEvery)
	defer tick.Stop()
	for {
		fresh, err := t.open(ctx)
		if err == nil {
			for _, s := range fresh {
				if cluster {
					wg.Go(func() { t.read(ctx, sink(), s) })
				}
			}
			err = t.checkEpochs(ctx)
		}
		if err != nil && ctx.Err() == nil {
			t.log.Warn().Err(err).Msg("cannot ask Redis where the streams stand")
		}
		t.prune()
		select {
		case <-ctx.Done():
			return nil
		case <-t.changed:
		case <-t.suspect:
			t.back()
		case <-tick.C:
		}
	}
}

// open finds where new streams end and tells who waits.
func (t *Tail) open(ctx context.Context) (fresh []*stream, err error) {
	t.mu.Lock()
	for _, s := range t.streams {
		if !s.open {
			fresh = append(fresh, s)
		}
	}
	t.mu.Unlock()
	at, err := t.positions(ctx, fresh)
	if err != nil || len(fresh) == 0 {
		return nil, err
	}
	var ready []func()
	t.mu.Lock()
	for i, s := range fresh {
		s.pos, s.epoch, s.open = at[i].LastID, at[i].Epoch, true
		ready = append(ready, s.waiting...)
		s.waiting = nil
	}
	t.mu.Unlock()
	select {
	case t.opened <- struct{}{}:
	default:
	}
	for _, f := range ready {
		f()
	}
	return fresh, nil
}

// positions asks where streams end.
func (t *Tail) positions(ctx context.Context, streams []*stream) ([]rds.Position, error) {
	if len(streams) == 0 {
		return nil, nil
	}
	reads := make([]rds.Queued[rds.Position], len(streams))
	if err := t.pipe(ctx, func(p redis.Pipeliner) {
		for i, s := range streams {
			reads[i] = rds.QueuePosition(ctx, p, s.name)
		}
	}); err != nil {
		return nil, err
	}
	at := make([]rds.Position, len(streams))
	for i, read := range reads {
		var err error
		if at[i], _, err = read(); err != nil {
			return nil, err
		}
	}
	return at, nil
}

// pipe runs a pipeline. That a key is missing is no error.
func (t *Tail) pipe(ctx context.Context, fill func(redis.Pipeliner)) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	_, err := t.rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		fill(p)
		return nil
	})
	if err != nil && !errors.Is(err, redis.Nil) {
		return fmt.Errorf("streams: %w", err)
	}
	return nil
}

// checkEpochs finds streams whose data Redis lost since they were read. What they hold now is read from its
// end: what was in between is in the projections and behind the API, to which lost sends everybody.
func (t *Tail) checkEpochs(ctx context.Context) error {
	t.checking.Lock() // an answer that is older than what another check found would look like a loss
	defer t.checking.Unlock()
	t.mu.Lock()
	var open []*stream
	for _, s := range t.streams {
		if s.open {
			open = append(open, s)
		}
	}
	t.mu.Unlock()
	at, err := t.positions(ctx, open)
	if err != nil {
		return err
	}
	var gone []string
	t.mu.Lock()
	for i, s := range open {
		if s.epoch != "" && at[i].Epoch != s.epoch {
			gone = append(gone, s.name)
			s.pos = at[i].LastID
		}
		s.epoch = at[i].Epoch
	}
	t.mu.Unlock()
	for _, name := range gone {
		t.metrics.EpochChanges.Inc()
		t.log.Warn().Str("stream", name).Msg("Redis lost its data; sessions are brought up to date from the projections")
		t.lost(name)
	}
	return nil
}

// prune forgets streams that nobody has needed for a while.
func (t *Tail) prune() {
	now := t.clk.Now()
	t.mu.Lock()
	defer t.mu.Unlock()
	for name, s := range t.streams {
		if s.refs == 0 && s.open && now.Sub(s.free) > keepOpen {
			s.open = false
			delete(t.streams, name)
			t.metrics.own(name, false)
		}
	}
}
