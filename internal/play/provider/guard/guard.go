// Package guard stands before every call that goes out to a provider. A bulkhead bounds how many are under way, so a slow
// provider uses up its own share of goroutines and sockets and no other's; a circuit breaker answers at once while the provider
// does not, and lets one call through from time to time to see whether it is back.
//
// Each process decides for itself, from the outcomes of its own calls.
package guard

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/sony/gobreaker/v2"

	"hubstake/internal/core/jackpot"
	"hubstake/internal/core/money"
	"hubstake/internal/play/provider"
)

const (
	// underWay bounds the calls to one provider.
	underWay = 32

	// The circuit opens after so many failures in a row, or when half of at least minCalls within a window failed.
	inARow     = 5
	minCalls   = 20
	window     = 10 * time.Second
	windowStep = 2 * time.Second

	// openFor is how long an open circuit keeps calls back before one of them tries.
	openFor = 5 * time.Second
)

// Guard is one provider's. It is safe for concurrent use.
type Guard struct {
	vendor  string
	metrics *provider.Metrics
	slots   chan struct{}
	circuit *gobreaker.CircuitBreaker[struct{}]
}

// New returns a guard for a provider and registers its state. Refusals are counted in m, beside the calls themselves.
func New(vendor string, m *provider.Metrics, reg prometheus.Registerer) *Guard {
	g := &Guard{vendor: vendor, metrics: m, slots: make(chan struct{}, underWay)}
	g.circuit = gobreaker.NewCircuitBreaker[struct{}](gobreaker.Settings{
		Name: vendor, MaxRequests: 1, Interval: window, BucketPeriod: windowStep, Timeout: openFor,
		ReadyToTrip: func(c gobreaker.Counts) bool {
			return c.ConsecutiveFailures >= inARow || (c.Requests >= minCalls && 2*c.TotalFailures >= c.Requests)
		},
		// A refusal is an answer: the provider is there.
		IsSuccessful: func(err error) bool { return err == nil || errors.Is(err, provider.ErrRefused) },
		// A caller that gave up before the answer says nothing about the provider.
		IsExcluded: func(err error) bool { return errors.Is(err, context.Canceled) },
	})
	g.measure(reg)
	return g
}

// Do makes one call, or does not: provider.ErrBusy and provider.ErrOpen say that nothing was sent. Any other error is the
// call's own.
func (g *Guard) Do(ctx context.Context, op string, call func(context.Context) error) error {
	select {
	case g.slots <- struct{}{}:
		defer func() { <-g.slots }()
	default:
		g.metrics.Request(g.vendor, op, "busy", 0)
		return fmt.Errorf("vendor %s: %s: %w", g.vendor, op, provider.ErrBusy)
	}
	_, err := g.circuit.Execute(func() (struct{}, error) { return struct{}{}, call(ctx) })
	if errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests) {
		g.metrics.Request(g.vendor, op, "open", 0)
		return fmt.Errorf("vendor %s: %s: %w", g.vendor, op, provider.ErrOpen)
	}
	return err
}

// Client puts the guard before a provider's client.
func (g *Guard) Client(c provider.Client) provider.Client { return client{g, c} }

type client struct {
	guard *Guard
	next  provider.Client
}

func (c client) Launch(ctx context.Context, l provider.Launch) (url string, err error) {
	err = c.guard.Do(ctx, "launch", func(ctx context.Context) error {
		url, err = c.next.Launch(ctx, l)
		return err
	})
	return url, err
}

// TransferWallet puts the guard before a provider's wallets.
func (g *Guard) TransferWallet(p provider.TransferWallet) provider.TransferWallet {
	return transferWallet{g, p}
}

// Jackpots puts the guard before the question for a provider's jackpots.
func (g *Guard) Jackpots(s provider.JackpotSource) provider.JackpotSource { return jackpots{g, s} }

type jackpots struct {
	guard *Guard
	next  provider.JackpotSource
}

func (j jackpots) Jackpots(ctx context.Context) (pools []jackpot.Pool, err error) {
	err = j.guard.Do(ctx, "jackpots", func(ctx context.Context) error {
		pools, err = j.next.Jackpots(ctx)
		return err
	})
	return pools, err
}

type transferWallet struct {
	guard *Guard
	next  provider.TransferWallet
}

func (p transferWallet) Move(ctx context.Context, o provider.Order) (out provider.Outcome, err error) {
	err = p.guard.Do(ctx, "transfer_"+string(o.Direction), func(ctx context.Context) error {
		out, err = p.next.Move(ctx, o)
		return err
	})
	return out, err
}

func (p transferWallet) Ask(ctx context.Context, o provider.Order) (out provider.Outcome, err error) {
	err = p.guard.Do(ctx, "transfer_status", func(ctx context.Context) error {
		out, err = p.next.Ask(ctx, o)
		return err
	})
	return out, err
}

func (p transferWallet) Held(ctx context.Context, member, currency string) (held money.Amount, err error) {
	err = p.guard.Do(ctx, "transfer_balance", func(ctx context.Context) error {
		held, err = p.next.Held(ctx, member, currency)
		return err
	})
	return held, err
}
