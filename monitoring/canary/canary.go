package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"time"

	"github.com/rs/zerolog"

	"hubstake/internal/core/clock"
	"hubstake/internal/platform/obs"
)

// Waits after a failure: full jitter up to a bound that doubles.
const (
	firstWait = time.Second
	lastWait  = 30 * time.Second
)

// canary probes until it is told to stop.
type canary struct {
	cfg settings
	clk clock.Clock
	log zerolog.Logger
	m   *metrics
	api *api
}

func newCanary(cfg settings, clk clock.Clock, p obs.Program) *canary {
	return &canary{
		cfg: cfg, clk: clk, log: p.Log, m: newMetrics(p.Reg),
		api: &api{http: &http.Client{Timeout: cfg.Timeout}, base: cfg.origin(), origin: cfg.origin()},
	}
}

// failed is an error with the stage at which it happened.
type failed struct {
	stage stage
	err   error
}

func (f *failed) Error() string { return string(f.stage) + ": " + f.err.Error() }

func (f *failed) Unwrap() error { return f.err }

// run makes one visit after the other until ctx ends.
func (c *canary) run(ctx context.Context) error {
	wait := firstWait
	for ctx.Err() == nil {
		began := c.clk.Now()
		err := c.visit(ctx)
		if err == nil || ctx.Err() != nil {
			wait = firstWait
			continue
		}
		var f *failed
		if errors.As(err, &f) {
			c.m.failures.WithLabelValues(string(f.stage)).Inc()
		}
		c.log.Warn().Err(err).Msg("a visit failed")
		if c.clk.Now().Sub(began) > lastWait {
			wait = firstWait // it went well for a while
		}
		pause(ctx, time.Duration(mathrand.Int64N(int64(wait)))+100*time.Millisecond)
		wait = min(2*wait, lastWait)
	}
	return nil
}

// visit is a session: login, connection, probes for the time of a session, log-out.
func (c *canary) visit(ctx context.Context) error {
	s, err := c.login(ctx)
	if err != nil {
		return &failed{stageLogin, err}
	}
	defer c.logout(ctx, s)
	l, err := dial(ctx, c.cfg.hub(), c.cfg.origin(), s, c.cfg.Timeout)
	if err != nil {
		return &failed{stageConnect, err}
	}
	defer l.close()
	if err := c.snapshot(ctx, l, s.Topic); err != nil {
		return err
	}
	for end := c.clk.Now().Add(c.cfg.Session); ctx.Err() == nil && c.clk.Now().Before(end); {
		if err := c.probe(ctx, l, s.Token); err != nil {
			return err
		}
		if err := c.listen(ctx, l); err != nil {
			return err
		}
	}
	return nil
}

func (c *canary) login(ctx context.Context) (session, error) {
	s, err := c.api.login(ctx, c.cfg.Member, string(c.cfg.Password))
	result := "ok"
	if err != nil {
		result = "error"
		if errors.As(err, &refusal{}) {
			result = "refused"
		}
	}
	c.m.logins.WithLabelValues(result).Inc()
	return s, err
}

// logout ends the session, even when the canary itself ends.
func (c *canary) logout(ctx context.Context, s session) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.cfg.Timeout)
	defer cancel()
	if err := c.api.logout(ctx, s.Token); err != nil {
		c.log.Debug().Err(err).Msg("log-out")
	}
}

// snapshot subscribes and waits for the balance, with which the hub answers.
func (c *canary) snapshot(ctx context.Context, l *listener, topic string) error {
	if err := l.subscribe(topic); err != nil {
		return &failed{stageSubscribe, err}
	}
	_, err := c.await(ctx, l, stageSubscribe, func(n note) bool { return n.Cmd == "CASH" })
	return err
}

// probe has an event made and waits for it.
func (c *canary) probe(ctx context.Context, l *listener, token string) error {
	nonce, began := rand.Text(), c.clk.Now()
	if err := c.api.probe(ctx, token, nonce); err != nil {
		return &failed{stageProbe, err}
	}
	n, err := c.await(ctx, l, stageDelivery, func(n note) bool { return n.Cmd == "PROBE" && n.Data1 == nonce })
	if err != nil {
		return err
	}
	now := c.clk.Now()
	c.m.round.Observe(now.Sub(began).Seconds())
	c.m.delivery.Observe(max(now.Sub(time.UnixMilli(n.At)), 0).Seconds()) // two clocks: never less than nothing
	c.m.success.Set(float64(now.UnixMilli()) / 1000)
	return nil
}

// await reads events until one is the one.
func (c *canary) await(ctx context.Context, l *listener, at stage, ok func(note) bool) (note, error) {
	ctx, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	for {
		n, err := l.next(ctx)
		switch {
		case errors.Is(err, errSealed):
			return n, &failed{stageSeal, err}
		case errors.Is(err, context.DeadlineExceeded):
			return n, &failed{at, fmt.Errorf("nothing within %s", c.cfg.Timeout)}
		case err != nil:
			return n, &failed{at, err}
		case ok(n):
			return n, nil
		}
	}
}

// listen reads what else comes until the next probe is due, so that a connection that breaks is noticed at once.
func (c *canary) listen(ctx context.Context, l *listener) error {
	ctx, cancel := context.WithTimeout(ctx, c.cfg.Every)
	defer cancel()
	for {
		_, err := l.next(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, errSealed):
			return &failed{stageSeal, err}
		case err != nil:
			return &failed{stageConnect, err}
		}
	}
}

// pause waits for d, or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}
