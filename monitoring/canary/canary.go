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
	"hubstake/internal/core/event"
	"hubstake/internal/hubclient"
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

	session *session  // nil: the next visit logs in
	until   time.Time // when session is old enough to be replaced
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
	defer c.logout(ctx)
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

// visit uses one session: login, connection, probes for the time of a session, logout. After a failure that does not end the session the next
// visit goes on with it, as a page reconnects: an outage must not use up the member's logins (limit.LogIn), or the canary fails for longer
// than the product and at another stage.
func (c *canary) visit(ctx context.Context) error {
	if c.session == nil {
		s, err := c.login(ctx)
		if err != nil {
			return &failed{stageLogin, err}
		}
		c.session, c.until = &s, c.clk.Now().Add(c.cfg.Session)
	}
	err := c.watch(ctx, *c.session)
	if endsSession(err) || !c.clk.Now().Before(c.until) {
		c.logout(ctx)
	}
	return err
}

// watch connects and probes until the session is old enough, or something fails.
func (c *canary) watch(ctx context.Context, s session) error {
	hub, err := c.connect(ctx, s)
	if err != nil {
		return &failed{stageConnect, err}
	}
	defer hub.Close()
	l, err := c.snapshot(ctx, hub, s.Topic)
	if err != nil {
		return err
	}
	for ctx.Err() == nil && c.clk.Now().Before(c.until) {
		if err := c.probe(ctx, l, s.Token); err != nil {
			return err
		}
		if err := c.listen(ctx, l); err != nil {
			return err
		}
	}
	return nil
}

// endsSession reports whether a visit that ended with err leaves a session with which it is useless to come again: the API or the hub refused it
// for good, or its key opens nothing. hub/README.md has the codes after which a client may reconnect.
func endsSession(err error) bool {
	code := hubclient.Code(err)
	if r := (refusal{}); errors.As(err, &r) {
		code = r.code
	}
	switch code {
	case "", "E001", "E002", "limit", "timeout":
		return errors.Is(err, hubclient.ErrSealed)
	}
	return true
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

// logout ends the session if there is one, even when the canary itself ends.
func (c *canary) logout(ctx context.Context) {
	if c.session == nil {
		return
	}
	s := *c.session
	c.session = nil
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.cfg.Timeout)
	defer cancel()
	if err := c.api.logout(ctx, s.Token); err != nil {
		c.log.Debug().Err(err).Msg("log-out")
	}
}

func (c *canary) connect(ctx context.Context, s session) (*hubclient.Client, error) {
	ctx, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	header := http.Header{"Origin": {c.cfg.origin()}, "User-Agent": {userAgent}}
	return hubclient.Dial(ctx, c.cfg.hub(), header, s.member())
}

// snapshot subscribes to the own topic and waits for the balance, with which the hub answers.
func (c *canary) snapshot(ctx context.Context, hub *hubclient.Client, topic string) (*hubclient.Subscription, error) {
	l, err := hub.Subscribe("/topic/" + topic)
	if err != nil {
		return nil, &failed{stageSubscribe, err}
	}
	_, err = c.await(ctx, l, stageSubscribe, func(m hubclient.Message) bool { return m.Cmd == event.Cash })
	return l, err
}

// probe has an event made and waits for it.
func (c *canary) probe(ctx context.Context, l *hubclient.Subscription, token string) error {
	nonce, began := rand.Text(), c.clk.Now()
	if err := c.api.probe(ctx, token, nonce); err != nil {
		return &failed{stageProbe, err}
	}
	n, err := c.await(ctx, l, stageDelivery, func(m hubclient.Message) bool { return m.Cmd == event.Probe && m.Data1 == nonce })
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
func (c *canary) await(ctx context.Context, l *hubclient.Subscription, at stage, ok func(hubclient.Message) bool) (hubclient.Message, error) {
	ctx, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	for {
		n, err := l.Next(ctx)
		switch {
		case errors.Is(err, hubclient.ErrSealed):
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
func (c *canary) listen(ctx context.Context, l *hubclient.Subscription) error {
	ctx, cancel := context.WithTimeout(ctx, c.cfg.Every)
	defer cancel()
	for {
		_, err := l.Next(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, hubclient.ErrSealed):
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
