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
	hashes *redisx.HashReader
	reader *live.Reader
	clk    clock.Clock
	log    zerolog.Logger
	kick   chan struct{}
	away   bool

	// Of the current batch of sessions; the memory is used again for the next one.
	sessions []session
	sites    map[string]*site
	reads    []redisx.HashRead
	targets  []target

	bytes int // waiting to be written, sampled in this round of all slices
}

// session is one session of a batch, with what Redis says of it.
type session struct {
	client.Watched
	record    live.Session
	recordOK  bool // Redis holds the record
	recordErr error
	states    live.Versions
	statesErr error
	site      *site // nil when it is told nothing of its site
}

// site is one site of a batch.
type site struct {
	state  live.SiteState
	ok     bool // Redis holds the state
	err    error
	online []string // members who are connected
}

// target is where the values of a read belong: to the record or the states of a session, or to a site.
type target struct {
	session int
	states  bool
	site    *site
}

// New returns a watcher of the node's sessions. metrics are those of rdb.
func New(n *client.Node, rdb redis.UniversalClient, metrics *redisx.Metrics, r *live.Reader, clk clock.Clock, log zerolog.Logger) *Watch {
	return &Watch{
		node: n, rdb: rdb, hashes: redisx.NewHashReader(rdb, clk, metrics), reader: r, clk: clk, log: log, kick: make(chan struct{}, 1),
		sites: map[string]*site{},
	}
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
	defer w.hashes.Close()
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

// look reads what Redis has for some sessions and tells them. force asks for whatever is missing, however often that was
// done in vain.
func (w *Watch) look(ctx context.Context, clients []*client.Client, force bool) {
	now := w.clk.Now()
	defer w.forget()
	for _, c := range clients {
		messages, bytes := c.Queue()
		w.node.Metrics.QueueMessages.Observe(float64(messages))
		w.bytes += bytes
		if watched, ok := c.Watch(); ok {
			w.add(watched)
		}
	}
	if len(w.sessions) == 0 {
		return
	}
	err := errors.Join(w.read(ctx), w.online(ctx, now))
	if failed := err != nil; failed != w.away && ctx.Err() == nil {
		if w.away = failed; failed {
			w.log.Warn().Err(err).Msg("the watcher cannot read; sessions stay as they are")
		}
	}
	w.renew(ctx)
	for i := range w.sessions {
		w.tell(&w.sessions[i], now, force)
	}
}

// forget drops what the batch holds of its sessions.
func (w *Watch) forget() {
	clear(w.sessions)
	clear(w.sites)
	clear(w.reads)
	clear(w.targets)
	w.sessions, w.reads, w.targets = w.sessions[:0], w.reads[:0], w.targets[:0]
}

// add puts a session into the batch. Of its states only the versions are read: nearly always it knows them.
func (w *Watch) add(watched client.Watched) {
	i, s := len(w.sessions), session{Watched: watched}
	queue := func(r redisx.HashRead, t target) { w.reads, w.targets = append(w.reads, r), append(w.targets, t) }
	if s.Record {
		queue(live.StatusRead(s.MemID, s.SID, s.Staff), target{session: i})
	}
	if s.States != nil {
		queue(live.VersionsRead(s.MemID), target{session: i, states: true})
	}
	if s.Notices != nil { // it is set whenever States is
		if s.site = w.sites[s.Site]; s.site == nil {
			s.site = &site{}
			w.sites[s.Site] = s.site
			queue(live.SiteRead(s.Site), target{site: s.site})
		}
		if s.States != nil { // staff has none, and is not among the members who are online
			s.site.online = append(s.site.online, s.MemID)
		}
	}
	w.sessions = append(w.sessions, s)
}

// read fills the batch. On a cluster one master may be away while the others answer.
func (w *Watch) read(ctx context.Context) (failed error) {
	ctx, cancel := context.WithTimeout(ctx, pipeTime)
	defer cancel()
	w.hashes.Read(ctx, w.reads, func(i int, values [][]byte, err error) {
		if err != nil {
			failed = err
		}
		t := w.targets[i]
		switch {
		case t.site != nil:
			if t.site.err = err; err == nil {
				t.site.state, t.site.ok = live.ParseSite(values)
			}
		case t.states:
			s := &w.sessions[t.session]
			if s.statesErr = err; err == nil {
				s.states = live.ParseVersions(values)
			}
		default:
			s := &w.sessions[t.session]
			if s.recordErr = err; err == nil {
				s.record, s.recordOK = live.ParseStatus(values)
			}
		}
	})
	return failed
}

// online writes that the members of the batch are connected.
func (w *Watch) online(ctx context.Context, now time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, pipeTime)
	defer cancel()
	_, err := w.rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		for id, s := range w.sites {
			if len(s.online) > 0 {
				live.QueueOnline(ctx, p, id, now, s.online)
			}
		}
		return nil
	})
	if errors.Is(err, redis.Nil) {
		return nil
	}
	return err
}

// renew has the records of staff written again: a right that was given or taken changes nothing but PostgreSQL, so it is seen at the next
// look, within ten seconds.
func (w *Watch) renew(ctx context.Context) {
	var ask []live.Refresh
	for i := range w.sessions {
		if s := &w.sessions[i]; s.Staff {
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
func (w *Watch) tell(s *session, now time.Time, force bool) {
	missing, behind := false, false
	switch {
	case !s.Record:
		s.Session.Expire(now)
	case s.recordErr != nil:
	case s.recordOK:
		s.Session.Check(s.record, now)
	default:
		missing = true
		s.Session.Expire(now.Add(-2 * Every)) // it may have been renewed: the workers were asked
	}
	if s.States != nil && s.statesErr == nil {
		behind = s.Behind(s.states)
		missing = missing || !s.states.Complete()
	}
	if s.Notices != nil && s.site.err == nil {
		if s.site.ok {
			s.Notice(s.site.state)
		} else {
			missing = true
		}
	}
	switch again := s.Session.Missing(missing); {
	case again, missing && force:
		w.await(s)
	case behind:
		w.report(w.states(s, 0))
	}
}

// await asks the workers for what a session is missing and waits for it until about the next look.
func (w *Watch) await(s *session) {
	client := s.Session // s is the batch's
	if s.Record {
		w.report(w.reader.Status(s.MemID, s.SID, s.Staff, Every, func(rec live.Session, err error) {
			if err == nil {
				client.Check(rec, w.clk.Now())
			}
		}))
	}
	if s.States != nil {
		w.report(w.states(s, Every))
	}
	if watched := s.Watched; s.Notices != nil {
		w.report(w.reader.Site(s.Site, Every, func(st live.SiteState, err error) {
			if err == nil {
				watched.Notice(st)
			}
		}))
	}
}

// states brings a session the states of its member, and waits that long for those that are missing.
func (w *Watch) states(s *session, wait time.Duration) error {
	watched := s.Watched // s is the batch's
	return w.reader.States(s.MemID, wait, func(st live.States, err error) {
		if err == nil {
			watched.Brought(st)
		}
	})
}

func (w *Watch) report(err error) {
	if err != nil {
		w.log.Warn().Err(err).Msg("the watcher asks again at the next look")
	}
}
