// Package reconcile compares all clients of a node with Redis every five seconds: even if every event were lost, no client shows
// an old state for longer than that. It reads in batches, one slice of the clients at a time, so that its work is spread evenly.
// Its reads never count as the member's activity.
package reconcile

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"

	"hubstake/hub/client"
	"hubstake/internal/core/clock"
	"hubstake/internal/live"
	"hubstake/internal/platform/redisx"
)

// Every is how often each client is compared.
const Every = 5 * time.Second

const (
	pipeTime     = 2 * time.Second
	onlineSlices = 10 // the members of so many slices, those of a second, are written as online in one trip
)

// Reconciler is the watcher of realtime.md for one node.
type Reconciler struct {
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

	online map[string][]string // site → members who are connected and were not written as such yet
	bytes  int                 // waiting to be written, sampled in this round of all slices
}

// session is one session of a batch, with what Redis says of it.
type session struct {
	client.Watched
	record    live.Session
	recordOK  bool // Redis holds the record
	recordErr error
	states    live.Versions
	statesErr error
	site      *site // nil when it gets no messages of its site
}

// site is one site of a batch.
type site struct {
	state live.SiteState
	ok    bool // Redis holds the state
	err   error
}

// target is where the values of a read belong: to the record or the states of a session, or to a site.
type target struct {
	session int
	states  bool
	site    *site
}

// New returns the reconciler of the node's clients. metrics are those of rdb.
func New(n *client.Node, rdb redis.UniversalClient, metrics *redisx.Metrics, reader *live.Reader, clk clock.Clock, log zerolog.Logger) *Reconciler {
	return &Reconciler{
		node: n, rdb: rdb, hashes: redisx.NewHashReader(rdb, clk, metrics), reader: reader, clk: clk, log: log, kick: make(chan struct{}, 1),
		sites: map[string]*site{}, online: map[string][]string{},
	}
}

// Kick makes the reconciler compare all clients at once, because events may have been lost.
func (r *Reconciler) Kick() {
	select {
	case r.kick <- struct{}{}:
	default:
	}
}

// Run compares one slice after the other until ctx ends.
func (r *Reconciler) Run(ctx context.Context) error {
	defer r.hashes.Close()
	tick := time.NewTicker(Every / client.Slices)
	defer tick.Stop()
	var buf []*client.Client
	for i := 0; ; i++ {
		select {
		case <-ctx.Done():
			return nil
		case <-r.kick:
			for k := range client.Slices {
				buf = r.node.Slice(buf[:0], k)
				r.look(ctx, buf, true)
			}
			r.writeOnline(ctx)
		case <-tick.C:
			buf = r.node.Slice(buf[:0], i)
			r.look(ctx, buf, false)
			if i%onlineSlices == onlineSlices-1 {
				r.writeOnline(ctx)
			}
			if i%client.Slices == client.Slices-1 {
				r.node.Metrics.QueueBytes.Set(float64(r.bytes))
				r.bytes = 0
			}
		}
		clear(buf)
	}
}

// look reads what Redis has for some sessions and tells them. force asks for whatever is missing, however often that was
// done in vain.
func (r *Reconciler) look(ctx context.Context, clients []*client.Client, force bool) {
	now := r.clk.Now()
	defer r.forget()
	for _, c := range clients {
		watched, ok := c.Watch()
		r.node.Metrics.QueueMessages.Observe(float64(watched.Messages))
		if r.bytes += watched.Bytes; ok {
			r.add(watched)
		}
	}
	if len(r.sessions) == 0 {
		return
	}
	err := r.read(ctx)
	if failed := err != nil; failed != r.away && ctx.Err() == nil {
		if r.away = failed; failed {
			r.log.Warn().Err(err).Msg("the watcher cannot read; clients stay as they are")
		}
	}
	r.renew(ctx)
	for i := range r.sessions {
		r.tell(&r.sessions[i], now, force)
	}
}

// forget drops what the batch holds of its sessions.
func (r *Reconciler) forget() {
	clear(r.sessions)
	clear(r.sites)
	clear(r.reads)
	clear(r.targets)
	r.sessions, r.reads, r.targets = r.sessions[:0], r.reads[:0], r.targets[:0]
}

// add puts a session into the batch. Of its states only the versions are read: nearly always it knows them.
func (r *Reconciler) add(watched client.Watched) {
	i, s := len(r.sessions), session{Watched: watched}
	queue := func(read redisx.HashRead, t target) { r.reads, r.targets = append(r.reads, read), append(r.targets, t) }
	if s.Record {
		queue(live.StatusRead(s.MemID, s.SID, s.Rights), target{session: i})
	}
	if s.States != nil {
		queue(live.VersionsRead(s.MemID), target{session: i, states: true})
	}
	if s.Notices != nil { // it is set whenever States is
		if s.site = r.sites[s.Site]; s.site == nil {
			s.site = &site{}
			r.sites[s.Site] = s.site
			queue(live.SiteRead(s.Site), target{site: s.site})
		}
	}
	if s.Online {
		r.online[s.Site] = append(r.online[s.Site], s.MemID)
	}
	r.sessions = append(r.sessions, s)
}

// read fills the batch. On a cluster one master may be away while the others answer.
func (r *Reconciler) read(ctx context.Context) (failed error) {
	ctx, cancel := context.WithTimeout(ctx, pipeTime)
	defer cancel()
	r.hashes.Read(ctx, r.reads, func(i int, values [][]byte, err error) {
		if err != nil {
			failed = err
		}
		t := r.targets[i]
		switch {
		case t.site != nil:
			if t.site.err = err; err == nil {
				t.site.state, t.site.ok = live.ParseSite(values)
			}
		case t.states:
			s := &r.sessions[t.session]
			if s.statesErr = err; err == nil {
				s.states = live.ParseVersions(values)
			}
		default:
			s := &r.sessions[t.session]
			if s.recordErr = err; err == nil {
				s.record, s.recordOK = live.ParseStatus(values)
			}
		}
	})
	return failed
}

// writeOnline writes that the members who were looked at since the last time are connected.
func (r *Reconciler) writeOnline(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, pipeTime)
	defer cancel()
	now := r.clk.Now()
	_, err := r.rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		for site, members := range r.online {
			if len(members) > 0 {
				live.QueueOnline(ctx, p, site, now, members)
			}
		}
		return nil
	})
	for site, members := range r.online {
		clear(members)
		if r.online[site] = members[:0]; len(members) == 0 { // the site has no more clients here
			delete(r.online, site)
		}
	}
	if err != nil && !r.away && ctx.Err() == nil {
		r.log.Warn().Err(err).Msg("members who are online are written with the next look")
	}
}

// renew has the records of sessions with rights written again: a right that was given changes nothing but PostgreSQL, so it is seen at the next
// look, within ten seconds. So is one that staff lost; sessions of the partner area end with a right that they lose.
func (r *Reconciler) renew(ctx context.Context) {
	var ask []live.Refresh
	for i := range r.sessions {
		if s := &r.sessions[i]; s.Rights {
			ask = append(ask, live.Refresh{Kind: "session", ID: s.SID, Member: s.MemID})
		}
	}
	if len(ask) == 0 || r.away {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, pipeTime)
	defer cancel()
	if err := live.AskRefresh(ctx, r.rdb, ask...); err != nil && ctx.Err() == nil {
		r.log.Warn().Err(err).Msg("rights are looked at again later")
	}
}

// tell hands one session what was read for it. Whether it may go on comes first.
func (r *Reconciler) tell(s *session, now time.Time, force bool) {
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
		r.await(s)
	case behind:
		r.report(r.states(s, 0))
	}
}

// await asks the workers for what a session is missing and waits for it until about the next look.
func (r *Reconciler) await(s *session) {
	client := s.Session // s is the batch's
	if s.Record {
		r.report(r.reader.Status(s.MemID, s.SID, s.Rights, Every, func(rec live.Session, err error) {
			if err == nil {
				client.Check(rec, r.clk.Now())
			}
		}))
	}
	if s.States != nil {
		r.report(r.states(s, Every))
	}
	if watched := s.Watched; s.Notices != nil {
		r.report(r.reader.Site(s.Site, Every, func(st live.SiteState, err error) {
			if err == nil {
				watched.Notice(st)
			}
		}))
	}
}

// states brings a session the states of its member, and waits that long for those that are missing.
func (r *Reconciler) states(s *session, wait time.Duration) error {
	watched := s.Watched // s is the batch's
	return r.reader.States(s.MemID, wait, func(st live.States, err error) {
		if err == nil {
			watched.Brought(st)
		}
	})
}

func (r *Reconciler) report(err error) {
	if err != nil {
		r.log.Warn().Err(err).Msg("the watcher asks again at the next look")
	}
}
