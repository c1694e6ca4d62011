package redisx

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

// NonceKey is where a nonce of a vendor's call is remembered.
func NonceKey(nonce string) string { return "nonce:" + nonce }

const nonceBatch = 256 // questions in a trip

// Nonces remembers the nonces of calls. Questions that come while a trip to the server is under way share the next one: under
// load a nonce costs a fraction of a round trip, and alone nothing waits.
type Nonces struct {
	rdb redis.UniversalClient

	mu      sync.Mutex
	waiting []*nonce
	under   bool // a trip is under way
}

// nonce is one question. done is buffered, so that the answer does not wait for a caller that has left.
type nonce struct {
	ctx        context.Context //nolint:containedctx // of the caller who waits
	key, value string
	ttl        time.Duration
	was        string
	done       chan error
}

// NewNonces returns a memory in Redis.
func NewNonces(rdb redis.UniversalClient) *Nonces { return &Nonces{rdb: rdb} }

// PutIfAbsent stores a value under a nonce for ttl, unless one is there already; then it returns that one and changes nothing.
// After an error it is unknown whether the value was stored.
func (n *Nonces) PutIfAbsent(ctx context.Context, name, value string, ttl time.Duration) (was string, err error) {
	ctx, cancel := Brief(ctx, n.rdb)
	defer cancel()
	q := &nonce{ctx: ctx, key: NonceKey(name), value: value, ttl: ttl, done: make(chan error, 1)}
	n.mu.Lock()
	n.waiting = append(n.waiting, q)
	if !n.under {
		n.under = true
		go n.run()
	}
	n.mu.Unlock()
	select {
	case err = <-q.done:
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		return "", fmt.Errorf("nonce: %w", err)
	}
	return q.was, nil
}

// run makes round trips until the queue is empty.
func (n *Nonces) run() {
	for {
		n.mu.Lock()
		batch := n.waiting[:min(nonceBatch, len(n.waiting))]
		n.waiting = n.waiting[len(batch):]
		n.under = len(batch) > 0
		n.mu.Unlock()
		if len(batch) == 0 {
			return
		}
		n.trip(slices.DeleteFunc(batch, func(q *nonce) bool { return q.ctx.Err() != nil })) // their callers have left
	}
}

func (n *Nonces) trip(batch []*nonce) {
	if len(batch) == 0 {
		return
	}
	ctx, cancel := Brief(context.Background(), n.rdb)
	defer cancel()
	answers := make([]*redis.StatusCmd, len(batch))
	_, _ = n.rdb.Pipelined(ctx, func(p redis.Pipeliner) error { // each command tells its own error
		for i, q := range batch {
			answers[i] = p.SetArgs(ctx, q.key, q.value, redis.SetArgs{Mode: "NX", Get: true, TTL: q.ttl})
		}
		return nil
	})
	for i, q := range batch {
		var err error
		if q.was, err = answers[i].Result(); errors.Is(err, redis.Nil) {
			q.was, err = "", nil
		}
		q.done <- err
	}
}
