package main

import (
	"context"
	"math/rand/v2"
	"strconv"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/hubclient"
	"hubstake/internal/live"
	"hubstake/loadtest/hubrig"
)

const (
	beat      = 20 * time.Millisecond // between batches
	broadcast = 5 * time.Second       // between messages to all
	slowRate  = 40                    // personal messages a second of a slow reader
)

// publisher writes events as the relay does.
type publisher struct {
	rdb     redis.UniversalClient
	members []hubclient.Member
	slow    int // the first of the members
	rate    int
	epoch   string

	mu   sync.Mutex
	vers []int64 // last version of each member's balance
	sent int
}

func newPublisher(s *hubrig.Stand, set settings) *publisher {
	p := &publisher{rdb: s.RDB, members: s.Members, slow: set.slow, rate: set.rate, epoch: id.New(), vers: make([]int64, len(s.Members))}
	for i := range p.vers {
		p.vers[i] = 1 // what the stand gave them
	}
	return p
}

// run publishes until ctx ends. A publication that was begun is finished: a version that was counted but not published would
// count as lost.
func (p *publisher) run(ctx context.Context) error {
	whole := context.WithoutCancel(ctx)
	tick, all := time.NewTicker(beat), time.NewTicker(broadcast)
	defer tick.Stop()
	defer all.Stop()
	last, owed, owedSlow := time.Now(), 0.0, 0.0
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-all.C:
			if err := p.broadcast(whole); err != nil {
				return err
			}
		case now := <-tick.C:
			d := max(now.Sub(last), 0).Seconds() // a tick may lie before the beginning when the machine was slow
			last = now
			owed += d * float64(p.rate)
			owedSlow += d * float64(slowRate*p.slow)
			who := make([]int, 0, int(owed+owedSlow))
			for ; owed >= 1; owed-- {
				who = append(who, rand.IntN(len(p.members)))
			}
			for ; owedSlow >= 1 && p.slow > 0; owedSlow-- {
				who = append(who, rand.IntN(p.slow))
			}
			if err := p.publish(whole, who); err != nil {
				return err
			}
		}
	}
}

// publish moves the balance of each of these members, once for each time that they are named.
func (p *publisher) publish(ctx context.Context, who []int) error {
	byStream := map[string][]live.Entry{}
	p.mu.Lock()
	for _, i := range who {
		p.vers[i]++
		e := event.Event{
			Site: hubrig.Site, Member: p.members[i].MemID, Cmd: event.Cash, Data1: strconv.FormatInt(p.vers[i], 10), Data2: "0", Ver: p.vers[i],
			At: time.Now(),
		}
		byStream[live.StreamOf(e)] = append(byStream[live.StreamOf(e)], live.Entry{ID: "*", Event: e})
		p.sent++
	}
	p.mu.Unlock()
	for stream, entries := range byStream {
		if _, err := live.Publish(ctx, p.rdb, stream, p.epoch, "", entries); err != nil {
			return err
		}
	}
	return nil
}

func (p *publisher) broadcast(ctx context.Context) error {
	e := event.Event{Site: hubrig.Site, Cmd: event.Marquee, At: time.Now()}
	if _, err := live.Publish(ctx, p.rdb, live.SiteStreamKey(hubrig.Site), p.epoch, "", []live.Entry{{ID: "*", Event: e}}); err != nil {
		return err
	}
	return nil
}

// last is the newest version of a member's balance.
func (p *publisher) last(i int) int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.vers[i]
}

// count is how many personal messages were published.
func (p *publisher) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.sent
}
