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

// Reader reads projections for connections that have just begun to need them. Requests that come together are one batch; what is missing is
// asked of the workers, who write it again from PostgreSQL, and waited for. Requests are answered from the goroutine of Run.
type Reader struct {
	rdb    redis.UniversalClient
	hashes *redisx.HashReader
	clk    clock.Clock
	log    zerolog.Logger
	jobs   chan *job

	reads   []redisx.HashRead // of the present batch
	heads   []*job            // for each read, the first of those who want it
	sites   map[string]*job   // the first who wants a site in the present batch
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
	read  redisx.HashRead
	take  func(values [][]byte) (done bool) // nil: they could not be read
	fail  func(error)
	also  *job // the next one that wants the same read
}

// NewReader returns a reader; it answers while Run runs. metrics may be nil.
func NewReader(rdb redis.UniversalClient, metrics *redisx.Metrics, clk clock.Clock, log zerolog.Logger) *Reader {
	return &Reader{
		rdb: rdb, hashes: redisx.NewHashReader(rdb, clk, metrics), clk: clk, log: log, jobs: make(chan *job, maxQueue),
		sites: map[string]*job{}, asked: map[Refresh]time.Time{},
	}
}

// Session reads what decides whether a session may connect: Member, Site, Audience, Topic, Key, State, Gen and Rights. When it is missing it
// is waited for, at most that long, then done gets ErrMissing. done is called from another goroutine, and not at all when Session returns an error.
func (r *Reader) Session(memID, sid string, wait time.Duration, done func(Session, error)) error {
	return r.session(admittedRead(memID, sid), admitted, memID, sid, wait, done)
}

// Status reads what may end or change a session that is connected, as ParseStatus returns it. The rest is as for Session.
func (r *Reader) Status(memID, sid string, rights bool, wait time.Duration, done func(Session, error)) error {
	return r.session(StatusRead(memID, sid, rights), ParseStatus, memID, sid, wait, done)
}

func (r *Reader) session(read redisx.HashRead, parse func([][]byte) (Session, bool), memID, sid string, wait time.Duration, done func(Session, error)) error {
	return r.put(&job{
		want: Refresh{Kind: "session", ID: sid, Member: memID},
		read: read,
		take: once(parse, done),
		fail: func(err error) { done(Session{}, err) },
	}, wait)
}

// once hands over what was read as soon as it is there.
func once[T any](parse func([][]byte) (T, bool), done func(T, error)) func([][]byte) bool {
	return func(values [][]byte) bool {
		if values == nil {
			return false
		}
		v, ok := parse(values)
		if ok {
			done(v, nil)
		}
		return ok
	}
}

// States reads the states of a member. done gets what is there at the first look, be it nothing, and again whenever a
// group that was missing has arrived; it gets an error only when nothing came at all.
// The rest is as for Session.
func (r *Reader) States(memID string, wait time.Duration, done func(States, error)) error {
	var (
		have   States
		looked bool
	)
	return r.put(&job{
		want: Refresh{Kind: "member", ID: memID, Member: memID},
		read: statesRead(memID),
		take: func(values [][]byte) bool {
			s := have
			if values != nil {
				s = parseStates(values)
			}
			if s != have || !looked {
				have, looked = s, true
				done(s, nil)
			}
			return values != nil && s.Complete()
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
	return r.put(&job{
		want: Refresh{Kind: "site", ID: site},
		read: SiteRead(site),
		take: once(ParseSite, done),
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
	defer r.hashes.Close()
	look := time.NewTicker(firstLook)
	defer look.Stop()
	batch := make([]*job, 0, maxBatch)
	for {
		batch = batch[:0]
		var due <-chan time.Time // nil while no request waits: an idle hub does not wake for it
		if len(r.waiting)+len(r.asked) > 0 {
			due = look.C
		}
		select {
		case <-ctx.Done():
			r.abandon(ctx.Err())
			return nil
		case j := <-r.jobs:
			batch = r.gather(append(batch, j))
		case <-due:
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

// answer reads a batch. On a cluster one master may be away while the others answer.
func (r *Reader) answer(ctx context.Context, batch []*job) {
	r.reads, r.heads = r.reads[:0], r.heads[:0]
	clear(r.sites)
	for _, j := range batch {
		if j.want.Kind == "site" { // one read serves all who ask in the same moment
			if first := r.sites[j.want.ID]; first != nil {
				j.also, first.also = first.also, j
				continue
			}
			r.sites[j.want.ID] = j
		}
		r.reads, r.heads = append(r.reads, j.read), append(r.heads, j)
	}
	rctx, cancel := context.WithTimeout(ctx, pipeTime)
	defer cancel()
	var ask []Refresh
	var failed error
	r.hashes.Read(rctx, r.reads, func(i int, values [][]byte, err error) {
		if err != nil {
			failed = err
		}
		for j := r.heads[i]; j != nil; {
			next := j.also
			j.also = nil
			ask = r.settle(j, values, err, ask)
			j = next
		}
	})
	clear(r.heads)
	if away := failed != nil && ctx.Err() == nil; away != r.away {
		if r.away = away; away {
			r.log.Warn().Err(failed).Msg("projections cannot be read; connections that need one wait")
		}
	}
	if len(ask) > 0 {
		if err := AskRefresh(rctx, r.rdb, ask...); err != nil && ctx.Err() == nil {
			r.log.Warn().Err(err).Msg("cannot ask the workers for projections")
			for _, a := range ask {
				delete(r.asked, a)
			}
		}
	}
}

// settle answers a request, or lets it wait. It appends what the workers are to be asked for.
func (r *Reader) settle(j *job, values [][]byte, err error, ask []Refresh) []Refresh {
	now := r.clk.Now()
	if j.take(values) {
		return ask
	}
	if err == nil {
		err = ErrMissing
		if now.Sub(r.asked[j.want]) > askAgain {
			r.asked[j.want] = now
			ask = append(ask, j.want)
		}
	}
	if !now.Before(j.until) || len(r.waiting) >= maxWaiting {
		j.fail(err)
		return ask
	}
	j.next = now.Add(j.every)
	j.every = min(j.every*2, lastLook)
	r.waiting = append(r.waiting, j)
	return ask
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
