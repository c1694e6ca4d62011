package tail

import (
	"context"
	"time"

	"hubstake/internal/platform/redisx"
)

// reader reads streams on one goroutine and delivers what they say.
type reader struct {
	*Tail
	sink   Sink
	only   *stream // nil: all that are open
	line   *redisx.StreamReader
	places []redisx.Cursor
	block  time.Duration
	gather time.Duration
	lines  int64 // as redial was when the line was made
	away   bool

	// Of the answer that is being read.
	at          int // number of the place, or -1
	last        redisx.EntryID
	passed      bool // the stream was placed again meanwhile: its entries mean nothing
	site, epoch string
	entries     int
	stretch     int64     // of the present stream
	came        time.Time // when the first entry did
	out         []Target
}

// read delivers from all open streams, or from only one, until ctx ends or that one is closed.
func (t *Tail) read(ctx context.Context, sink Sink, only *stream) {
	r := &reader{Tail: t, sink: sink, only: only, line: redisx.NewStreamReader(t.rdb), block: block, gather: gather}
	if only != nil {
		r.block, r.gather = blockOne, gatherOne
	}
	defer r.line.Close()
	pause := newPause()
	defer pause.close()
	for ctx.Err() == nil {
		if !r.place() {
			return
		}
		if len(r.places) == 0 {
			select {
			case <-ctx.Done():
			case <-t.opened:
			}
			continue
		}
		if wait := r.batch(ctx); wait > 0 {
			pause.sleep(wait)
		}
	}
}

// place lists what is to be read and from where; open is false when the only stream was closed. Nothing of another history was delivered
// yet and everything of the one before was: this is when lost is told of it.
func (r *reader) place() (open bool) {
	var restarted []string
	r.mu.Lock()
	r.places = r.places[:0]
	add := func(s *stream) {
		r.places = append(r.places, redisx.Cursor{Stream: s.name, After: s.pos})
		if s.restarted {
			s.restarted = false
			restarted = append(restarted, s.name)
		}
	}
	if open = true; r.only != nil {
		add(r.only)
		open = r.only.open
	} else {
		for _, s := range r.order {
			if s.open {
				add(s)
			}
		}
	}
	r.mu.Unlock()
	for _, name := range restarted {
		r.log.Warn().Str("stream", name).Msg("the stream is filled from another history of PostgreSQL; versions begin again")
		r.lost(name, true)
	}
	return open
}

// batch reads once and delivers. It returns how long to wait before the next time: what comes meanwhile is read together.
func (r *reader) batch(ctx context.Context) (wait time.Duration) {
	r.at, r.entries = -1, 0
	if n := r.redial.Load(); n != r.lines {
		r.lines = n
		r.line.Close()
	}
	err := r.line.Read(ctx, r.places, batch, r.block, func(i int, e *redisx.StreamEntry) { r.take(ctx, i, e) })
	r.advance()
	if r.entries > 0 {
		r.sink.Flush()
		wait = r.gather - r.clk.Now().Sub(r.came)
	}
	switch {
	case err == nil:
		if r.away {
			r.away = false
			r.log.Info().Msg("Redis is back")
			select {
			case r.suspect <- struct{}{}:
			default:
			}
		}
	case ctx.Err() == nil:
		wait = retry
		if !r.away {
			r.away = true
			r.log.Warn().Err(err).Msg("Redis is away; sessions stay and are brought up to date later")
		}
	}
	return wait
}

// take offers one entry.
func (r *reader) take(ctx context.Context, i int, e *redisx.StreamEntry) {
	if i != r.at {
		r.advance()
		r.begin(ctx, i)
	}
	r.last = e.ID
	r.entries++
	r.stretch++
	if r.passed {
		return
	}
	r.out = targets(r.out[:0], r.site, r.epoch, r.came, e)
	for _, m := range r.out {
		r.sink.Offer(m)
	}
	if len(r.out) > 0 && r.out[0].At > 0 {
		r.metrics.ReadLag.Observe(float64(r.came.UnixMilli()-r.out[0].At) / 1000)
	}
	clear(r.out)
}

// begin looks up the stream of the entries that follow.
func (r *reader) begin(ctx context.Context, i int) {
	r.at, r.stretch = i, 0
	if r.entries == 0 {
		r.came = r.clk.Now()
	}
	if r.look(i); r.site != "" && r.epoch == "" && !r.passed {
		// Nothing had ever been published when it was opened. A feed is resumed by epoch and id, so its first entries must not go
		// out without.
		if err := r.checkEpochs(ctx); err != nil && ctx.Err() == nil {
			r.log.Warn().Err(err).Msg("entries without an epoch")
		}
		r.look(i)
	}
}

func (r *reader) look(i int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.streams[r.places[i].Stream]
	if r.passed = s == nil || s.pos != r.places[i].After || r.only != nil && r.only != s; !r.passed {
		r.site, r.epoch = s.site, s.epoch
	}
}

// advance moves the present stream past what was read of it.
func (r *reader) advance() {
	if r.at < 0 || r.passed {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if s := r.streams[r.places[r.at].Stream]; s != nil && s.pos == r.places[r.at].After {
		s.pos = r.last
		s.seen += r.stretch
	}
}
