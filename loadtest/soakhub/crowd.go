package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"hubstake/internal/core/event"
	"hubstake/internal/hubclient"
	"hubstake/loadtest/hubrig"
)

const (
	dialing    = 64          // connects under way at once
	again      = time.Second // until a client that was cut off comes back
	readPause  = 300 * time.Millisecond
	stallEvery = 60 // messages after which a slow reader takes none at all for stallFor
	stallFor   = 15 * time.Second
	slowBuffer = 16 << 10 // bytes that a slow reader's kernel takes
	longest    = 10_000   // ms of a lag that are told apart
)

// crowd are the members' clients.
type crowd struct {
	stand *hubrig.Stand
	slow  int // the first of the members read slowly
	dial  chan struct{}
	hurry atomic.Bool // at the end no client is slow any more

	mu     sync.Mutex
	cancel []context.CancelFunc // of the connection that each member has now; nil: none
	last   []int64              // version of the balance that the connection has shown
	lags   [longest + 1]int     // messages to quick readers, by the ms from publishing until they were opened
	tally
}

// tally is what happened.
type tally struct {
	connected, received, reconnects, slowCuts int
	wrong                                     map[string]int // broken promises by kind
	examples                                  []string
}

func newCrowd(s *hubrig.Stand, slow int) *crowd {
	return &crowd{
		stand: s, slow: slow, dial: make(chan struct{}, dialing), cancel: make([]context.CancelFunc, len(s.Members)),
		last: make([]int64, len(s.Members)), tally: tally{wrong: map[string]int{}},
	}
}

// member keeps one member connected until ctx ends.
func (c *crowd) member(ctx context.Context, i int) {
	for ctx.Err() == nil {
		mine, cancel := context.WithCancel(ctx)
		err := c.session(mine, cancel, i)
		cut := mine.Err() != nil // by the churn, or it is over
		cancel()
		c.left(i)
		switch {
		case cut:
		case i < c.slow:
			c.mu.Lock()
			c.slowCuts++ // as it should be
			c.mu.Unlock()
		default:
			c.violate("connection lost", i, err)
		}
		if !cut {
			select {
			case <-ctx.Done():
			case <-time.After(again):
			}
		}
	}
}

// session is one connection from the upgrade to its end; ctx ends it from outside.
func (c *crowd) session(ctx context.Context, cancel context.CancelFunc, i int) error {
	rcvbuf := 0
	if i < c.slow {
		rcvbuf = slowBuffer
	}
	c.dial <- struct{}{}
	conn, err := connect(ctx, c.stand.URL, c.stand.Members[i], rcvbuf)
	<-c.dial
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, conn.close)()
	defer conn.close()
	c.arrived(i, cancel)
	var ver int64
	for n := 1; ; n++ {
		m, err := conn.next()
		for _, kind := range []error{hubclient.ErrSealed, errSeq, errForeign} {
			if errors.Is(err, kind) && ctx.Err() == nil {
				c.violate(kind.Error(), i, err)
			}
		}
		if err != nil {
			return err
		}
		live := m.Cmd == event.Cash && ver > 0 && i >= c.slow // and no snapshot
		if m.Cmd == event.Cash {
			if m.Ver < ver {
				c.violate("version back", i, fmt.Errorf("%d after %d", m.Ver, ver))
			}
			ver = m.Ver
		}
		c.got(i, ver)
		if live {
			c.lagged(time.Now().UnixMilli() - m.At)
		}
		if i < c.slow && !c.hurry.Load() {
			c.dawdle(ctx, n)
		}
	}
}

// dawdle is how a slow reader spends the time between messages.
func (c *crowd) dawdle(ctx context.Context, n int) {
	d := readPause
	if n%stallEvery == 0 {
		d = stallFor
	}
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

func (c *crowd) arrived(i int, cancel context.CancelFunc) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.connected++
	c.cancel[i], c.last[i] = cancel, 0
}

func (c *crowd) left(i int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cancel[i] != nil {
		c.connected--
	}
	c.cancel[i], c.last[i] = nil, 0
}

func (c *crowd) got(i int, ver int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.received++
	c.last[i] = ver
}

func (c *crowd) lagged(ms int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lags[min(max(ms, 0), longest)]++
}

// lag is how long that share of the messages to quick readers took at most, in ms.
func (c *crowd) lag(share float64) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	all, n := 0, 0
	for _, k := range c.lags {
		all += k
	}
	for ms, k := range c.lags {
		if n += k; float64(n) >= share*float64(all) {
			return ms
		}
	}
	return longest
}

// violate notes a broken promise, and the first three of each kind in full.
func (c *crowd) violate(kind string, i int, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.wrong[kind]++; c.wrong[kind] <= 3 {
		c.examples = append(c.examples, fmt.Sprintf("%s: %s: %v", kind, c.stand.Members[i].MemID, err))
	}
}

// churn cuts random members until ctx ends; they come back at once.
func (c *crowd) churn(ctx context.Context, perSecond int) {
	if perSecond <= 0 {
		return
	}
	tick := time.NewTicker(time.Second / time.Duration(perSecond))
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		c.mu.Lock()
		if cancel := c.cancel[rand.IntN(len(c.cancel))]; cancel != nil {
			cancel()
			c.reconnects++
		}
		c.mu.Unlock()
	}
}

// counts is a copy of the tally.
func (c *crowd) counts() tally {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := c.tally
	t.wrong, t.examples = maps.Clone(c.wrong), slices.Clone(c.examples)
	return t
}

// behind counts the members whose connection has not shown the newest version.
func (c *crowd) behind(newest func(i int) int64) (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, ver := range c.last {
		if ver < newest(i) {
			n++
		}
	}
	return n
}
