package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/event"
	"hubstake/internal/core/money"
	"hubstake/internal/hubclient"
	"hubstake/internal/live/projection"
	"hubstake/internal/sim/wallet"
)

const (
	bettors   = 16 // members whose bets come straight from the vendor
	spinners  = 4  // members who play in a game's window
	payers    = 40 // members who deposit once; two a fault
	beat      = 50 * time.Millisecond
	callLimit = 3 * time.Second
	deposit   = 10_000
)

// crowd plays on an instance.
type crowd struct {
	in      *instance
	clk     clock.Clock
	vendors []*wallet.Client // through each node of the api
	calls   atomic.Uint64    // of vendors
	second  *node            // nil: there is one node
	players []*player        // bettors, then spinners, then payers
	unpaid  []*player        // payers who have not deposited yet
	staff   string           // token
	base    map[string]money.Amount
	watch   errgroup.Group
}

// gather makes the members and logs staff in.
func gather(ctx context.Context, in *instance) (*crowd, error) {
	c := &crowd{in: in, clk: clock.System{}}
	c.vendors = []*wallet.Client{c.vendorAt(in.Origin)}
	members, err := in.members(ctx, bettors+spinners+payers)
	if err != nil {
		return nil, err
	}
	for _, m := range members {
		c.players = append(c.players, &player{Member: m})
	}
	c.unpaid = c.players[bettors+spinners:]
	if c.staff, err = in.logInStaff(ctx, c.clk); err != nil {
		return nil, err
	}
	c.base, _, err = c.books(ctx)
	return c, err
}

func (c *crowd) vendorAt(origin string) *wallet.Client {
	return wallet.New(&http.Transport{MaxIdleConnsPerHost: 64}, origin+"/v1/vendor/sim", c.in.secret, c.clk, prometheus.NewRegistry())
}

// addSecond starts a second node of the api; from then on vendors call both in turn.
func (c *crowd) addSecond(ctx context.Context) (err error) {
	if c.second, err = c.in.addNode(ctx); err != nil {
		return err
	}
	c.vendors = append(c.vendors, c.vendorAt(c.second.origin))
	return nil
}

// endSecond ends it while no member plays.
func (c *crowd) endSecond() {
	c.vendors = c.vendors[:1]
	c.second.close()
	c.second = nil
}

// books reads what the database says each player has, and the versions.
func (c *crowd) books(ctx context.Context) (cash map[string]money.Amount, versions map[string]int64, err error) {
	ids := make([]string, len(c.players))
	for i, p := range c.players {
		ids[i] = p.MemID
	}
	states, err := projection.Members(ctx, c.in.db, ids)
	if err != nil {
		return nil, nil, fmt.Errorf("read the books: %w", err)
	}
	cash, versions = map[string]money.Amount{}, map[string]int64{}
	for id, s := range states {
		n, err := strconv.ParseInt(s.Cash, 10, 64)
		if err != nil {
			return nil, nil, fmt.Errorf("read the books: %w", err)
		}
		cash[id], versions[id] = money.Amount(n), s.Version
	}
	return cash, versions, nil
}

// listen connects every player to the hub, now and again whenever the connection ends, until ctx ends.
func (c *crowd) listen(ctx context.Context) error {
	for _, p := range c.players {
		c.watch.Go(func() error {
			for ctx.Err() == nil {
				c.hear(ctx, p)
				p.live.Store(false)
				p.drops.Add(1)
				_ = pause(ctx, again) // a loop that ends with ctx
			}
			return nil
		})
	}
	limit, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	if !c.until(limit, func() bool { return c.all((*player).listening) }) {
		return errors.New("not every player came to hear the hub")
	}
	return nil
}

func (p *player) listening() bool { return p.live.Load() }

func (c *crowd) all(holds func(*player) bool) bool {
	for _, p := range c.players {
		if !holds(p) {
			return false
		}
	}
	return true
}

// until looks often whether something holds, and returns false when ctx ended before it did.
func (c *crowd) until(ctx context.Context, holds func() bool) bool {
	for !holds() {
		if pause(ctx, 20*time.Millisecond) != nil {
			return false
		}
	}
	return true
}

// hear is one connection of a player, from its beginning to its end.
func (c *crowd) hear(ctx context.Context, p *player) {
	address := "ws" + strings.TrimPrefix(c.in.Origin, "http") + "/hub"
	client, err := hubclient.Dial(ctx, address, http.Header{"Origin": {c.in.Origin}}, p.Member)
	if err != nil {
		return
	}
	defer client.Close()
	sub, err := client.Subscribe("/topic/" + p.Topic)
	if err != nil {
		return
	}
	for last := int64(0); ; {
		msg, err := sub.Next(ctx)
		if err != nil {
			return
		}
		if msg.Cmd != event.Cash {
			continue
		}
		if msg.Ver < last {
			text := fmt.Sprintf("%s was shown version %d after %d", p.MemID, msg.Ver, last)
			p.torn.Store(&text)
		}
		last = msg.Ver
		p.seen.Store(&msg)
		p.live.Store(true)
	}
}

// play starts everybody and returns what stops them. Stopping waits until each outcome is known.
func (c *crowd) play(ctx context.Context) (stop func() error) {
	var g errgroup.Group
	var over atomic.Bool
	going := func() bool { return !over.Load() }
	for _, p := range c.players[:bettors] {
		g.Go(func() error { return c.bet(ctx, p, going) })
	}
	for _, p := range c.players[bettors : bettors+spinners] {
		g.Go(func() error { return c.spins(ctx, p, going) })
	}
	n := min(2, len(c.unpaid))
	paying := c.unpaid[:n]
	c.unpaid = c.unpaid[n:]
	for _, p := range paying {
		g.Go(func() error { return c.pay(ctx, p) })
	}
	return func() error {
		over.Store(true)
		return g.Wait()
	}
}
