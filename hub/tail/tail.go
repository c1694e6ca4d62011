// Package tail reads the streams from which the hub lives: where they stand, whether Redis lost its data,
// and the recipients of each entry.
//
// Only streams with a subscription are read. A stream is opened by reading where it ends; a client that reads a
// projection after that misses nothing in between.
package tail

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"

	"hubstake/internal/core/clock"
	"hubstake/internal/live"
	"hubstake/internal/platform/redisx"
)

const (
	block      = 50 * time.Millisecond  // a stream that was just opened is read after at most this
	blockOne   = 100 * time.Millisecond // the same where each has a reader: one that moves to another master is found after this
	gather     = 2 * time.Millisecond   // between two answers, so that busy streams are read in batches
	gatherOne  = 5 * time.Millisecond   // the same where each has a reader: there are many more reads
	batch      = 1000                   // entries of one stream in one read
	epochEvery = time.Second
	keepOpen   = 60 * time.Second // a stream without subscriptions is read for so long, for clients that come back
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
	lost    func(stream string, restarted bool)
	back    func() // Redis answers again

	checking sync.Mutex // taken before mu

	mu      sync.Mutex
	streams map[string]*stream
	order   []*stream     // the same, in the order in which they came
	changed chan struct{} // streams are to be opened
	opened  chan struct{} // streams are to be read
	suspect chan struct{} // Redis was away: look at the epochs at once
	replay  chan replay
	redial  atomic.Int64 // counts how often all lines had to be made again
}

type stream struct {
	name, site string
	refs       int
	free       time.Time // when refs became 0
	open       bool
	waiting    []func() // to be called when it is open
	pos        ID
	epoch      string
	seen       int64  // entries that were read
	ahead      int64  // of what Redis counts, those that were there when it counted seen as 0
	recount    bool   // Redis counts from another beginning: ahead is found again at the next moment at which everything was read
	history    string // that the epoch names
	restarted  bool   // the stream is of another history, and the node was not told so yet
	behind     bool   // it ends before pos: the present master did not have all that its predecessor had
	stuck      ID     // pos at the last check, when more was there; zero: it was not so
}

// New returns a reader that reads nothing yet. lost is called when entries of a stream may be missing, because Redis lost them or trimmed
// them before they were read; the reader has then found its place in what there is now. When the stream is filled from another history of
// PostgreSQL, lost is called a second time with restarted, after the last entry of the old history was delivered: versions begin again.
// back is called when Redis answers again after it did not.
func New(rdb redis.UniversalClient, clk clock.Clock, log zerolog.Logger, m *Metrics, lost func(stream string, restarted bool), back func()) *Tail {
	return &Tail{
		rdb: rdb, clk: clk, log: log, metrics: m, lost: lost, back: back,
		streams: map[string]*stream{}, changed: make(chan struct{}, 1), opened: make(chan struct{}, 1),
		suspect: make(chan struct{}, 1), replay: make(chan replay, maxReplays),
	}
}

// Personal names the stream of a shard for Acquire.
func Personal(shard string) (name, site string) { return live.StreamKey(shard), "" }

// Site names the stream of a site for Acquire.
func Site(site string) (name, siteID string) { return live.SiteStreamKey(site), site }

// Play names the stream of a site's odds, scores and draws for Acquire.
func Play(site string) (name, siteID string) { return live.PlayStreamKey(site), site }

// Acquire makes sure that a stream is read, and calls ready when it is: at once, or later from another
// goroutine. Each call is paired with a Release.
func (t *Tail) Acquire(name, site string, ready func()) {
	t.mu.Lock()
	s := t.streams[name]
	if s == nil {
		s = &stream{name: name, site: site}
		t.streams[name] = s
		t.order = append(t.order, s)
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
			s.waiting = nil // their subscriptions are gone
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
		for _, s := range fresh {
			if cluster {
				wg.Go(func() { t.read(ctx, sink(), s) })
			}
		}
		if err := errors.Join(err, t.checkEpochs(ctx)); err != nil && ctx.Err() == nil {
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

// open finds where new streams end and calls those that wait for them. If Redis does not answer now, the next call asks again.
func (t *Tail) open(ctx context.Context) (fresh []*stream, err error) {
	var closed []*stream
	t.mu.Lock()
	for _, s := range t.order {
		if !s.open {
			closed = append(closed, s)
		}
	}
	t.mu.Unlock()
	at, err := t.positions(ctx, closed)
	var ready []func()
	t.mu.Lock()
	for i, s := range closed {
		if !at[i].known {
			continue
		}
		s.pos, s.epoch, s.open = at[i].Last, at[i].Epoch, true
		s.history = live.EpochHistory(s.epoch)
		s.ahead = at[i].Added - s.seen
		ready = append(ready, s.waiting...)
		s.waiting = nil
		fresh = append(fresh, s)
	}
	t.mu.Unlock()
	if len(fresh) > 0 {
		select {
		case t.opened <- struct{}{}:
		default:
		}
	}
	for _, f := range ready {
		f()
	}
	return fresh, err
}

// place is where a stream ends. On a cluster one master may be away while the others answer.
type place struct {
	live.Position
	known bool
}

// positions asks where streams end; there is an answer for each, known or not.
func (t *Tail) positions(ctx context.Context, streams []*stream) ([]place, error) {
	at := make([]place, len(streams))
	if len(streams) == 0 {
		return at, nil
	}
	reads := make([]redisx.Queued[live.Position], len(streams))
	failed := t.pipe(ctx, func(p redis.Pipeliner) {
		for i, s := range streams {
			reads[i] = live.QueuePosition(ctx, p, s.name)
		}
	})
	for i, read := range reads {
		pos, _, err := read()
		at[i] = place{pos, err == nil}
		if err != nil {
			failed = err
		}
	}
	return at, failed
}

// pipe runs a pipeline. What Redis answers to one command is told where that is read.
func (t *Tail) pipe(ctx context.Context, fill func(redis.Pipeliner)) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	_, err := t.rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		fill(p)
		return nil
	})
	var reply redis.Error
	if err != nil && !errors.As(err, &reply) {
		return fmt.Errorf("streams: %w", err)
	}
	return nil
}

// checkEpochs finds streams of which entries are missing: Redis lost its data since they were read, all of it or, in a failover, the last
// moments; or the hub was away for longer than entries are kept. The missing facts are in the projections and behind the API, and
// lost makes all clients read those. Reading goes on where it was, or at the stream's current end if that is earlier.
func (t *Tail) checkEpochs(ctx context.Context) error {
	t.checking.Lock() // an answer that is older than what another check found would look like a loss
	defer t.checking.Unlock()
	t.mu.Lock()
	var open []*stream
	var before []ID
	for _, s := range t.order {
		if s.open {
			open, before = append(open, s), append(before, s.pos)
		}
	}
	t.mu.Unlock()
	at, failed := t.positions(ctx, open)
	var gone []string
	stuck, lag := false, map[string]int64{}
	t.mu.Lock()
	for i, s := range open {
		if !at[i].known {
			continue
		}
		if s.judge(at[i].Position, before[i]) {
			gone = append(gone, s.name)
		}
		// More is there than was read, and it was so a second ago: the line leads to a server that is the master no more.
		more := at[i].Last.After(before[i]) && s.pos == before[i]
		stuck = stuck || more && s.stuck == s.pos
		if s.stuck = (ID{}); more {
			s.stuck = s.pos
		}
		lag[s.name] = s.lag(at[i].Position)
	}
	t.mu.Unlock()
	t.metrics.behind(lag)
	if stuck {
		t.redial.Add(1)
	}
	for _, name := range gone {
		t.metrics.EpochChanges.Inc()
		t.log.Warn().Str("stream", name).Msg("entries of a stream are missing; sessions are brought up to date from the projections")
		t.lost(name, false)
	}
	return failed
}

// judge compares where a stream stands with what was read of it, and reports whether entries are missing; the lock is held. before is
// how far it had been read when Redis was asked.
func (s *stream) judge(at live.Position, before ID) (missing bool) {
	rewound := before.After(at.Last)
	changed := s.epoch != "" && at.Epoch != s.epoch
	history := live.EpochHistory(at.Epoch)
	restarted := s.history != "" && history != "" && history != s.history
	if history != "" {
		s.history = history
	}
	switch {
	case restarted: // its ids say nothing about where the reader is
		s.pos, s.restarted = at.Last, true
	case changed && rewound:
		s.pos = at.Last
	}
	emptied := at.Length == 0 && at.Last.After(s.pos) // there is nothing left to read, so the end is not reached by reading
	if emptied {
		s.pos = at.Last
	}
	missing = changed || restarted || emptied || rewound && !s.behind
	s.recount = s.recount || missing
	s.behind, s.epoch = rewound && !restarted, at.Epoch
	if s.pos != at.Last {
		return missing
	}
	// Everything was read. Redis counts more entries than came: some were trimmed before.
	missing = missing || !s.recount && at.Added > s.ahead+s.seen
	s.ahead, s.recount = at.Added-s.seen, false
	return missing
}

// lag is how many entries of a stream are still to be read; the lock is held.
func (s *stream) lag(at live.Position) int64 {
	if at.Last.After(s.pos) {
		return max(1, at.Added-s.ahead-s.seen)
	}
	return 0
}

// prune forgets streams that had no subscription for a while.
func (t *Tail) prune() {
	now := t.clk.Now()
	t.mu.Lock()
	defer t.mu.Unlock()
	for name, s := range t.streams {
		if s.refs == 0 && s.open && now.Sub(s.free) > keepOpen {
			s.open = false
			delete(t.streams, name)
			t.order = slices.DeleteFunc(t.order, func(o *stream) bool { return o == s })
			t.metrics.own(name, false)
		}
	}
}
