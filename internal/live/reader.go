package live

import (
	"context"
	"errors"
	"maps"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"

	"hubstake/internal/core/clock"
	"hubstake/internal/platform/redisx"
)

// Errors of a read of a Reader.
var (
	ErrMissing = errors.New("live: no projection, and none written in time")
	ErrBusy    = errors.New("live: too many requests wait")
)

const (
	maxQueue   = 1 << 15 // requests that wait to be read for the first time
	maxWaiting = 1 << 16 // requests whose projection is missing
	maxBatch   = 512
	askAgain   = 2 * time.Second // a request to the workers may be lost with Redis' data
	firstLook  = 50 * time.Millisecond
	lastLook   = time.Second
	pipeTime   = 2 * time.Second
)

// Reader reads projections for connections that have just begun to need them. Requests are gathered into pipelines; what is missing is
// asked of the workers, who write it again from PostgreSQL, and waited for. Requests are answered from the goroutine of Run.
type Reader struct {
	rdb  redis.UniversalClient
	clk  clock.Clock
	log  zerolog.Logger
	jobs chan *job

	sites   map[string]redisx.Queued[SiteState] // of the pipeline that is being filled
	waiting []*job
	asked   map[Refresh]time.Time
	cleaned time.Time // when what was asked long ago was last forgotten
	away    bool
}

// job is one request; take and fail tell its owner.
type job struct {
	want  Refresh   // names what is wanted, in the words in which the workers are asked
	until time.Time // how long to wait for what is missing
	next  time.Time // when to look again
	every time.Duration
	queue func(context.Context, redis.Pipeliner)
	take  func() (done bool, err error)
	fail  func(error)
}

// NewReader returns a reader; it answers while Run runs.
func NewReader(rdb redis.UniversalClient, clk clock.Clock, log zerolog.Logger) *Reader {
	return &Reader{rdb: rdb, clk: clk, log: log, jobs: make(chan *job, maxQueue), sites: map[string]redisx.Queued[SiteState]{}, asked: map[Refresh]time.Time{}}
}

// Session reads a session. When it is missing it is waited for, at most that long, then done gets ErrMissing. done is
// called from another goroutine, and not at all when Session returns an error.
func (r *Reader) Session(memID, sid string, wait time.Duration, done func(Session, error)) error {
	var read redisx.Queued[Session]
	return r.put(&job{
		want:  Refresh{Kind: "session", ID: sid, Member: memID},
		queue: func(ctx context.Context, p redis.Pipeliner) { read = QueueSession(ctx, p, memID, sid) },
		take: func() (bool, error) {
			s, ok, err := read()
			if err == nil && ok {
				done(s, nil)
			}
			return ok, err
		},
		fail: func(err error) { done(Session{}, err) },
	}, wait)
}

// States reads the states of a member. done gets what is there at the first look, be it nothing, and again whenever a
// group that was missing has arrived; it gets an error only when nothing came at all.
// The rest is as for Session.
func (r *Reader) States(memID string, wait time.Duration, done func(States, error)) error {
	var (
		read   redisx.Queued[States]
		have   States
		looked bool
	)
	return r.put(&job{
		want:  Refresh{Kind: "member", ID: memID, Member: memID},
		queue: func(ctx context.Context, p redis.Pipeliner) { read = QueueStates(ctx, p, memID) },
		take: func() (bool, error) {
			s, ok, err := read()
			if err != nil {
				s = have
			}
			if ok || s != have || !looked {
				have, looked = s, true
				done(s, nil)
			}
			return ok, err
		},
		fail: func(err error) {
			if have == (States{}) {
				done(States{}, err)
			}
		},
	}, wait)
}

// Site reads the state of a site. When it is missing it is waited for. The rest is as for Session.
func (r *Reader) Site(site string, wait time.Duration, done func(SiteState, error)) error {
	var read redisx.Queued[SiteState]
	return r.put(&job{
		want: Refresh{Kind: "site", ID: site},
		queue: func(ctx context.Context, p redis.Pipeliner) {
			if r.sites[site] == nil { // one read serves all who ask in the same moment
				r.sites[site] = QueueSite(ctx, p, site)
			}
			read = r.sites[site]
		},
		take: func() (bool, error) {
			s, ok, err := read()
			if err == nil && ok {
				done(s, nil)
			}
			return ok, err
		},
		fail: func(err error) { done(SiteState{}, err) },
	}, wait)
}

// put queues a request, or refuses it at once: then its owner is not called.
func (r *Reader) put(j *job, wait time.Duration) error {
	j.until, j.every = r.clk.Now().Add(wait), firstLook
	select {
	case r.jobs <- j:
		return nil
	default:
		return ErrBusy
	}
}

// Run answers until ctx ends; then what still waits fails.
func (r *Reader) Run(ctx context.Context) error {
	look := time.NewTicker(firstLook)
	defer look.Stop()
	batch := make([]*job, 0, maxBatch)
	for {
		batch = batch[:0]
		select {
		case <-ctx.Done():
			r.abandon(ctx.Err())
			return nil
		case j := <-r.jobs:
			batch = r.gather(append(batch, j))
		case <-look.C:
			batch = r.due(batch)
		}
		if len(batch) > 0 {
			r.answer(ctx, batch)
			clear(batch)
		}
	}
}

// gather takes what else is queued.
func (r *Reader) gather(batch []*job) []*job {
	for len(batch) < maxBatch {
		select {
		case j := <-r.jobs:
			batch = append(batch, j)
		default:
			return batch
		}
	}
	return batch
}

// due takes out of the waiting requests those that are to be looked at again.
func (r *Reader) due(batch []*job) []*job {
	now := r.clk.Now()
	keep := r.waiting[:0]
	for _, j := range r.waiting {
		if len(batch) < maxBatch && !now.Before(j.next) {
			batch = append(batch, j)
		} else {
			keep = append(keep, j)
		}
	}
	clear(r.waiting[len(keep):])
	r.waiting = keep
	if now.Sub(r.cleaned) > askAgain {
		r.cleaned = now
		maps.DeleteFunc(r.asked, func(_ Refresh, at time.Time) bool { return now.Sub(at) > askAgain })
	}
	return batch
}

// answer reads a batch in one pipeline.
func (r *Reader) answer(ctx context.Context, batch []*job) {
	pctx, cancel := context.WithTimeout(ctx, pipeTime)
	defer cancel()
	clear(r.sites)
	_, err := r.rdb.Pipelined(pctx, func(p redis.Pipeliner) error {
		for _, j := range batch {
			j.queue(pctx, p)
		}
		return nil
	})
	if away := err != nil && !errors.Is(err, redis.Nil) && ctx.Err() == nil; away != r.away {
		if r.away = away; away {
			r.log.Warn().Err(err).Msg("projections cannot be read; who needs one waits")
		}
	}
	now := r.clk.Now()
	var ask []Refresh
	for _, j := range batch {
		done, err := j.take()
		switch {
		case done:
			continue
		case err == nil:
			err = ErrMissing
			if now.Sub(r.asked[j.want]) > askAgain {
				r.asked[j.want] = now
				ask = append(ask, j.want)
			}
		}
		if !now.Before(j.until) || len(r.waiting) >= maxWaiting {
			j.fail(err)
			continue
		}
		j.next = now.Add(j.every)
		j.every = min(j.every*2, lastLook)
		r.waiting = append(r.waiting, j)
	}
	if len(ask) > 0 {
		if err := AskRefresh(pctx, r.rdb, ask...); err != nil && ctx.Err() == nil {
			r.log.Warn().Err(err).Msg("cannot ask the workers for projections")
			for _, a := range ask {
				delete(r.asked, a)
			}
		}
	}
}

// abandon fails everything that waits.
func (r *Reader) abandon(err error) {
	for _, j := range r.waiting {
		j.fail(err)
	}
	r.waiting = nil
	for batch := r.gather(nil); len(batch) > 0; batch = r.gather(nil) {
		for _, j := range batch {
			j.fail(err)
		}
	}
}
