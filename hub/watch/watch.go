// Package watch looks after all sessions of a node every five seconds: even if every event were lost, nobody is wrong for
// longer than that. It reads in batches, a part of the sessions at a time, so that its work is spread evenly.
// What it does never counts as the activity of a member.
package watch

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"

	"hubstake/hub/client"
	"hubstake/internal/core/clock"
	"hubstake/internal/live"
	"hubstake/internal/platform/redisx"
)

// Every is how often each session is looked at.
const Every = 5 * time.Second

const pipeTime = 2 * time.Second

// Watch is the watcher of one node.
type Watch struct {
	node   *client.Node
	rdb    redis.UniversalClient
	reader *live.Reader
	clk    clock.Clock
	log    zerolog.Logger
	kick   chan struct{}
	away   bool

	bytes int // sampled in this round
}

// New returns a watcher of the node's sessions.
func New(n *client.Node, rdb redis.UniversalClient, r *live.Reader, clk clock.Clock, log zerolog.Logger) *Watch {
	return &Watch{node: n, rdb: rdb, reader: r, clk: clk, log: log, kick: make(chan struct{}, 1)}
}

// Kick makes the watcher look at all sessions at once, because something may have been lost.
func (w *Watch) Kick() {
	select {
	case w.kick <- struct{}{}:
	default:
	}
}

// Run watches until ctx ends.
func (w *Watch) Run(ctx context.Context) error {
	tick := time.NewTicker(Every / client.Slices)
	defer tick.Stop()
	var buf []*client.Client
	for i := 0; ; i++ {
		select {
		case <-ctx.Done():
			return nil
		case <-w.kick:
			for k := range client.Slices {
				buf = w.node.Slice(buf[:0], k)
				w.look(ctx, buf, true)
			}
		case <-tick.C:
			buf = w.node.Slice(buf[:0], i)
			w.look(ctx, buf, false)
			if i%client.Slices == client.Slices-1 {
				w.node.Metrics.QueueBytes.Set(float64(w.bytes))
				w.bytes = 0
			}
		}
		clear(buf)
	}
}

// round is what is read for some sessions in one pipeline.
type round struct {
	sessions []client.Watched
	records  []redisx.Queued[live.Session]
	states   map[string]redisx.Queued[live.States]
	sites    map[string]redisx.Queued[live.SiteState]
	online   map[string][]string // site → members
}

// look reads what Redis has for some sessions and tells them. force asks for whatever is missing, however often that was
// done in vain.
func (w *Watch) look(ctx context.Context, sessions []*client.Client, force bool) {
	now := w.clk.Now()
	r := round{states: map[string]redisx.Queued[live.States]{}, sites: map[string]redisx.Queued[live.SiteState]{}, online: map[string][]string{}}
	for _, s := range sessions {
		messages, bytes := s.Queue()
		w.node.Metrics.QueueMessages.Observe(float64(messages))
		w.bytes += bytes
		if watched, ok := s.Watch(); ok {
			r.sessions = append(r.sessions, watched)
		}
	}
	if len(r.sessions) == 0 {
		return
	}
	w.read(ctx, &r, now)
	w.renew(ctx, r.sessions)
	for i, s := range r.sessions {
		w.tell(&r, i, s, now, force)
	}
}

// read runs the pipeline of a round. On a cluster one master may be away while the others answer.
func (w *Watch) read(ctx context.Context, r *round, now time.Time) {
	ctx, cancel := context.WithTimeout(ctx, pipeTime)
	defer cancel()
	_, err := w.rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		r.records = make([]redisx.Queued[live.Session], len(r.sessions))
		for i, s := range r.sessions {
			if s.Record {
				r.records[i] = live.QueueSession(ctx, p, s.MemID, s.SID)
			}
			if s.States != nil { // staff has none, and is not among the members who are online
				r.online[s.Site] = append(r.online[s.Site], s.MemID)
				if r.states[s.MemID] == nil {
					r.states[s.MemID] = live.QueueStates(ctx, p, s.MemID)
				}
			}
			if s.Notices != nil && r.sites[s.Site] == nil {
				r.sites[s.Site] = live.QueueSite(ctx, p, s.Site)
			}
		}
		for site, members := range r.online {
			live.QueueOnline(ctx, p, site, now, members)
		}
		return nil
	})
	if failed := err != nil && !errors.Is(err, redis.Nil); failed != w.away && ctx.Err() == nil {
		if w.away = failed; failed {
			w.log.Warn().Err(err).Msg("the watcher cannot read; sessions stay as they are")
		}
	}
}

// renew has the records of staff written again: a right that was given or taken changes nothing but PostgreSQL, so it is seen at the next
// look, within ten seconds.
func (w *Watch) renew(ctx context.Context, sessions []client.Watched) {
	var ask []live.Refresh
	for _, s := range sessions {
		if s.Staff {
			ask = append(ask, live.Refresh{Kind: "session", ID: s.SID, Member: s.MemID})
		}
	}
	if len(ask) == 0 || w.away {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, pipeTime)
	defer cancel()
	if err := live.AskRefresh(ctx, w.rdb, ask...); err != nil && ctx.Err() == nil {
		w.log.Warn().Err(err).Msg("the rights of staff are looked at again later")
	}
}

// tell hands one session what was read for it. Whether it may go on comes first.
func (w *Watch) tell(r *round, i int, s client.Watched, now time.Time, force bool) {
	ask := false
	if !s.Record {
		s.Session.Expire(now)
	} else if rec, ok, err := r.records[i](); err == nil && ok {
		s.Session.Check(rec, now)
	} else if err == nil {
		ask = true
		s.Session.Expire(now.Add(-2 * Every)) // it may have been renewed: the workers were asked
	}
	if s.States != nil {
		if st, ok, err := r.states[s.MemID](); err == nil {
			s.Brought(st)
			ask = ask || !ok
		}
	}
	if s.Notices != nil {
		if st, ok, err := r.sites[s.Site](); err == nil && ok {
			s.Notice(st)
		} else if err == nil {
			ask = true
		}
	}
	if again := s.Session.Missing(ask); again || ask && force {
		w.await(s)
	}
}

// await asks the workers for what a session is missing and waits for it until about the next look.
func (w *Watch) await(s client.Watched) {
	var errs [3]error
	if s.Record {
		errs[0] = w.reader.Session(s.MemID, s.SID, Every, func(rec live.Session, err error) {
			if err == nil {
				s.Session.Check(rec, w.clk.Now())
			}
		})
	}
	if s.States != nil {
		errs[1] = w.reader.States(s.MemID, Every, func(st live.States, err error) {
			if err == nil {
				s.Brought(st)
			}
		})
	}
	if s.Notices != nil {
		errs[2] = w.reader.Site(s.Site, Every, func(st live.SiteState, err error) {
			if err == nil {
				s.Notice(st)
			}
		})
	}
	if err := errors.Join(errs[:]...); err != nil {
		w.log.Warn().Err(err).Msg("the watcher asks again at the next look")
	}
}
