package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"hubstake/internal/ledger/wallet"
	"hubstake/internal/play/casino"
)

// settling is how long the last outcome may remain unknown.
const settling = 60 * time.Second

// verdict is what became of a fault.
type verdict struct {
	fault                         string
	recovered, converged, slowest time.Duration
	refused                       int
	drops                         int64
	problems                      []string
}

func (v verdict) String() string {
	round := func(d time.Duration) string { return d.Round(10 * time.Millisecond).String() }
	words := "holds"
	if len(v.problems) > 0 {
		words = "BROKEN\n    " + strings.Join(v.problems, "\n    ")
	}
	return fmt.Sprintf("%-28s %9s %9s %9s %8d %8d  %s", v.fault, round(v.recovered), round(v.converged), round(v.slowest), v.refused, v.drops, words)
}

// suffer plays, injects the fault, and reckons up when all is over.
func (c *crowd) suffer(ctx context.Context, f fault, t times) (verdict, error) {
	v := verdict{fault: f.name}
	if f.second {
		if err := c.addSecond(ctx); err != nil {
			return v, err
		}
		defer c.endSecond()
	}
	before := c.pids()
	drops := c.drops()
	playing, giveUp := context.WithCancel(ctx)
	defer giveUp()
	stop := c.play(playing)
	var p prober
	probing, endProbe := context.WithCancel(ctx)
	defer endProbe()
	go c.probe(probing, &p)

	if err := pause(ctx, t.lead); err != nil {
		return v, err
	}
	if err := f.inject(ctx, c); err != nil {
		return v, err
	}
	over := c.clk.Now()
	limit, cancel := context.WithTimeout(ctx, 2*t.recovery)
	defer cancel()
	back := c.until(limit, func() bool { return c.returned(f, before) && p.since(over) && c.all((*player).listening) })
	if v.recovered = c.clk.Now().Sub(over); !back || v.recovered > t.recovery {
		v.problem("not everything works again within %v", t.recovery)
	}
	if err := pause(ctx, t.tail); err != nil {
		return v, err
	}

	stopped := time.AfterFunc(settling, giveUp)
	if err := stop(); err != nil {
		v.problem("a player: %v", err)
	}
	stopped.Stop()
	endProbe()
	c.reckon(ctx, t, &v)
	v.drops = c.drops() - drops
	p.mu.Lock()
	defer p.mu.Unlock()
	v.slowest, v.refused = p.slowest, p.refused
	for _, text := range slices.Compact(p.unclear) {
		v.problem("an unclear answer: %s", text)
	}
	if v.slowest > slowAnswer {
		v.problem("an answer took longer than %v", slowAnswer)
	}
	for _, name := range programs {
		if now := c.in.pid(name); now != before[name] && !slices.Contains(f.victims, name) {
			v.problem("%s crashed: process %d is %d now", name, before[name], now)
		}
	}
	return v, nil
}

func (v *verdict) problem(format string, args ...any) {
	v.problems = append(v.problems, fmt.Sprintf(format, args...))
}

func (c *crowd) pids() map[string]int {
	all := map[string]int{}
	for _, name := range append([]string{"postgres", "redis"}, programs...) {
		all[name] = c.in.pid(name)
	}
	return all
}

// returned reports whether those who were killed have another process.
func (c *crowd) returned(f fault, before map[string]int) bool {
	for _, name := range f.victims {
		if now := c.in.pid(name); now == 0 || now == before[name] {
			return false
		}
	}
	return true
}

func (c *crowd) drops() (n int64) {
	for _, p := range c.players {
		n += p.drops.Load()
	}
	return n
}

// reckon compares what players know, the books, and what clients were shown.
func (c *crowd) reckon(ctx context.Context, t times, v *verdict) {
	quiet := c.clk.Now()
	cash, versions, err := c.books(ctx)
	if err != nil {
		v.problem("%v", err)
		return
	}
	for _, p := range c.players {
		if want := c.base[p.MemID] + p.delta; cash[p.MemID] != want {
			v.problem("%s has %d, its own answers add up to %d", p.MemID, cash[p.MemID], want)
		}
		p.delta = 0
	}
	c.base = cash
	limit, cancel := context.WithTimeout(ctx, t.convergence)
	defer cancel()
	current := func(p *player) bool {
		m := p.seen.Load()
		return p.live.Load() && m.Ver == versions[p.MemID] && m.Data1 == strconv.FormatInt(int64(cash[p.MemID]), 10)
	}
	if !c.until(limit, func() bool { return c.all(current) }) {
		for _, p := range c.players {
			if m := p.seen.Load(); !current(p) {
				v.problem("%s is shown %s of version %d, the books say %d of %d", p.MemID, m.Data1, m.Ver, cash[p.MemID], versions[p.MemID])
			}
		}
	}
	v.converged = c.clk.Now().Sub(quiet)
	for _, p := range c.players {
		if text := p.torn.Swap(nil); text != nil {
			v.problem("%s", *text)
		}
	}
	for _, check := range []func(context.Context, wallet.Starter) ([]wallet.Violation, error){wallet.Check, casino.Check} {
		found, err := check(ctx, c.in.db)
		if err != nil {
			v.problem("%v", err)
		}
		for _, x := range found {
			v.problem("%s", x)
		}
	}
}
