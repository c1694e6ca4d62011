package limit

import (
	"context"
	"errors"
	"net/netip"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"

	"hubstake/internal/core/clock"
	"hubstake/internal/platform/peer"
	"hubstake/internal/platform/redisx"
)

const (
	// pause is how long Redis is not asked after it failed, so that an outage does not slow every call down.
	pause = time.Second
	// idMax is the longest id that has a bucket of its own: no account has a longer one.
	idMax = 40
)

var errPaused = errors.New("limits: Redis failed a moment ago")

// Limiter decides which callers must wait. A nil Limiter lets every call pass.
type Limiter struct {
	rdb  redis.Scripter
	clk  clock.Clock
	log  zerolog.Logger
	free []netip.Prefix

	refused *prometheus.CounterVec
	away    prometheus.Counter

	mu          sync.Mutex
	pausedUntil time.Time // until then Redis is not asked
	local       local
}

// New returns a limiter. Calls from the free addresses are never counted: probes and load tests.
func New(rdb redis.Scripter, clk clock.Clock, log zerolog.Logger, reg prometheus.Registerer, free []netip.Prefix) *Limiter {
	l := &Limiter{
		rdb: rdb, clk: clk, log: log, free: free, local: local{full: map[string]time.Time{}},
		refused: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "api_rate_limited_total", Help: "Calls that came too often, by class and by what was counted: address, customer (a /48 of IPv6), member, id or tree (of a head office).",
		}, []string{"class", "key_kind"}),
		away: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "api_limiter_fallbacks_total", Help: "Calls that could not be counted in Redis: strict classes were counted by this node alone.",
		}),
	}
	reg.MustRegister(l.refused, l.away)
	for _, c := range Classes() {
		for kind, p := range map[string]Pace{"address": c.Address, "customer": c.Customer, "member": c.Each, "tree": c.Tree} {
			if p.Burst > 0 {
				l.refused.WithLabelValues(c.Name, kind)
			}
		}
	}
	return l
}

// Address counts a call of an unidentified caller. It returns how long the caller must wait; 0 lets the call pass. An IPv6
// caller is counted by its /64, and then by its /48, because a customer may have many /64s.
func (l *Limiter) Address(ctx context.Context, c Class, ip netip.Addr) time.Duration {
	if l == nil || c.Address.Burst == 0 || l.isFree(ip) {
		return 0
	}
	if wait := l.take(ctx, c, "address", peer.Network(ip).Addr().String(), c.Address); wait > 0 {
		return wait
	}
	customer, ok := peer.Customer(ip)
	if !ok || c.Customer.Burst == 0 {
		return 0
	}
	return l.take(ctx, c, "customer", customer.Addr().String(), c.Customer)
}

// Member counts a call with a valid session. who is unique over all areas.
func (l *Limiter) Member(ctx context.Context, c Class, ip netip.Addr, who string) time.Duration {
	if l == nil || c.Each.Burst == 0 || l.isFree(ip) {
		return 0
	}
	return l.take(ctx, c, "member", who, c.Each)
}

// ID counts an attempt on an id that a caller typed, whether the id exists or not.
func (l *Limiter) ID(ctx context.Context, c Class, ip netip.Addr, id string) time.Duration {
	if l == nil || c.Each.Burst == 0 || l.isFree(ip) || len(id) > idMax {
		return 0
	}
	return l.take(ctx, c, "id", id, c.Each)
}

// Tree counts a call for the head office of the tree to which the calling partner, or the registration code of a guest, belongs.
func (l *Limiter) Tree(ctx context.Context, c Class, ip netip.Addr, head string) time.Duration {
	if l == nil || c.Tree.Burst == 0 || l.isFree(ip) {
		return 0
	}
	return l.take(ctx, c, "tree", head, c.Tree)
}

func (l *Limiter) isFree(ip netip.Addr) bool {
	for _, p := range l.free {
		if p.Contains(ip.Unmap()) {
			return true
		}
	}
	return false
}

func (l *Limiter) take(ctx context.Context, c Class, kind, who string, p Pace) time.Duration {
	key := redisx.LimitKey(c.Name, kind+":"+who)
	left, err := l.ask(ctx, key, p)
	if err != nil {
		l.away.Inc()
		left = 0
		if c.Strict {
			left = l.local.take(key, p, l.clk.Now())
		}
	}
	if left > 0 {
		l.refused.WithLabelValues(c.Name, kind).Inc()
	}
	return left
}

// ask asks Redis, unless it failed a moment ago. The caller's own end is no failure of Redis, but the answer is the same.
func (l *Limiter) ask(ctx context.Context, key string, p Pace) (time.Duration, error) {
	l.mu.Lock()
	resting := l.clk.Now().Before(l.pausedUntil)
	l.mu.Unlock()
	if resting {
		return 0, errPaused
	}
	ctx, cancel := redisx.Brief(ctx, l.rdb)
	defer cancel()
	left, err := redisx.Take(ctx, l.rdb, key, p.Every, p.Burst)
	if err != nil {
		l.mu.Lock()
		l.pausedUntil = l.clk.Now().Add(pause)
		l.mu.Unlock()
		l.log.Warn().Err(err).Msg("limits: counting on this node instead")
	}
	return left, err
}
