package redisx

import (
	"context"
	"errors"
	"net"
	"strings"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"

	"hubstake/internal/core/clock"
)

// Values of the label of redis_errors_total.
const (
	errDial     = "dial"     // no connection could be made
	errTimeout  = "timeout"  // no answer in time, or no connection was free in time
	errNetwork  = "network"  // the connection broke
	errFailover = "failover" // the server is a replica, or has no master
	errCluster  = "cluster"  // slots are moving or not served
	errLoading  = "loading"  // the server reads its data
	errMemory   = "memory"   // maxmemory is reached
	errReply    = "reply"    // any other refusal
)

// Pipelines are measured as a whole.
const pipeline = "pipeline"

// The commands that have a label of their own; the rest is "other", so that the number of series has a bound.
var named = func() map[string]bool {
	names := map[string]bool{}
	for name := range strings.FieldsSeq(`del eval evalsha exists expire get hget hgetall hmget hset incr mget ping script set
		xack xadd xautoclaim xgroup xinfo xlen xrange xread xreadgroup xrevrange zadd zcount zrange zrem zscore`) {
		names[name] = true
	}
	return names
}()

// replies are the first words of refusals. An empty value is part of normal operation and not counted as an error.
var replies = map[string]string{
	"NOSCRIPT": "", "BUSYGROUP": "",
	"READONLY": errFailover, "MASTERDOWN": errFailover, "NOREPLICAS": errFailover, "UNBLOCKED": errFailover,
	"MOVED": errCluster, "ASK": errCluster, "TRYAGAIN": errCluster, "CLUSTERDOWN": errCluster, "CROSSSLOT": errCluster,
	"LOADING": errLoading, "BUSY": errLoading, "OOM": errMemory,
}

// The commands by which a connection introduces itself. They are not ours, and when they fail so does the command that needed
// the connection.
var handshake = map[string]bool{"hello": true, "auth": true, "select": true, "client": true, "readonly": true}

// Metrics are those of one client.
type Metrics struct {
	clk      clock.Clock
	duration *prometheus.HistogramVec
	errors   map[string]prometheus.Counter
	reloads  prometheus.Counter
	late     prometheus.Counter
}

// Observe measures what a client does and registers the metrics: call it once, before the client is used. It returns them for the readers
// that have connections of their own.
func Observe(rdb redis.UniversalClient, reg prometheus.Registerer, clk clock.Clock) *Metrics {
	m := &Metrics{
		clk: clk, errors: map[string]prometheus.Counter{},
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "redis_command_duration_seconds", Help: "Answered commands; reads that wait for something to come are left out.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5},
		}, []string{"cmd"}),
		reloads: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "redis_topology_reloads_total",
			Help: "How often the slots of a cluster were read, or another master was found behind Sentinels; 0 with a single server.",
		}),
	}
	failed := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "redis_errors_total", Help: "Commands and connections that failed, by what went wrong.",
	}, []string{"kind"})
	for _, kind := range []string{errDial, errTimeout, errNetwork, errFailover, errCluster, errLoading, errMemory, errReply} {
		m.errors[kind] = failed.WithLabelValues(kind)
	}
	m.late = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "redis_history_refusals_total", Help: "Writes that Redis refused because they came from another history of PostgreSQL than the one it is tied to.",
	})
	reg.MustRegister(m.duration, m.reloads, m.late, failed)
	if c, ok := rdb.(*redis.ClusterClient); ok {
		c.AddHook(observer{m: m})
		c.OnNewNode(func(node *redis.Client) { node.AddHook(nodeObserver{observer{m: m}}) })
		return m
	}
	rdb.AddHook(observer{m: m, master: &atomic.Pointer[string]{}})
	return m
}

// observer implements redis.Hook for a client.
type observer struct {
	m      *Metrics
	master *atomic.Pointer[string] // whom the last connection reached; nil on a cluster
}

// DialHook implements redis.Hook.
func (o observer) DialHook(next redis.DialHook) redis.DialHook {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		c, err := next(ctx, network, addr)
		switch {
		case err != nil && !errors.Is(err, context.Canceled):
			o.m.errors[errDial].Inc()
		case err == nil && o.master != nil:
			now := c.RemoteAddr().String()
			if before := o.master.Swap(&now); before != nil && *before != now {
				o.m.reloads.Inc()
			}
		}
		return c, err
	}
}

// ProcessHook implements redis.Hook.
func (o observer) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		if handshake[cmd.Name()] {
			return next(ctx, cmd)
		}
		began := o.m.clk.Now()
		err := next(ctx, cmd)
		answered := o.m.failed(err)
		if !answered || waits(cmd) {
			return err
		}
		label := cmd.Name()
		if !named[label] {
			label = "other"
		}
		o.m.duration.WithLabelValues(label).Observe(o.m.clk.Now().Sub(began).Seconds())
		return err
	}
}

// ProcessPipelineHook implements redis.Hook.
func (o observer) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		if len(cmds) > 0 && handshake[cmds[0].Name()] {
			return next(ctx, cmds)
		}
		began := o.m.clk.Now()
		err := next(ctx, cmds)
		if o.m.failed(err) {
			o.m.duration.WithLabelValues(pipeline).Observe(o.m.clk.Now().Sub(began).Seconds())
		}
		return err
	}
}

// nodeObserver watches the nodes of a cluster, of which the client above it knows nothing: connections, and the
// commands by which the slots are read.
type nodeObserver struct{ observer }

// ProcessHook implements redis.Hook.
func (o nodeObserver) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		err := next(ctx, cmd)
		if err == nil && cmd.Name() == "cluster" {
			o.m.reloads.Inc()
		}
		return err
	}
}

// ProcessPipelineHook implements redis.Hook.
func (nodeObserver) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return next
}

// failed counts an error and reports whether the server answered at all.
func (m *Metrics) failed(err error) (answered bool) {
	if err == nil || errors.Is(err, redis.Nil) {
		return true
	}
	var reply redis.Error
	if errors.As(err, &reply) {
		word, _, _ := strings.Cut(reply.Error(), " ")
		if IsReply(err, "ERR no such key") { // XINFO of a stream to which nothing was ever published
			return true
		}
		if IsReply(err, HistoryReply) {
			m.late.Inc()
			return true
		}
		kind, known := replies[word]
		if !known {
			kind = errReply
		}
		if kind != "" {
			m.errors[kind].Inc()
		}
		return true
	}
	var broken *net.OpError
	var slow net.Error
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, redis.ErrClosed): // the caller has lost interest
	case errors.As(err, &broken) && broken.Op == "dial": // counted where it was dialled
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, redis.ErrPoolTimeout), errors.As(err, &slow) && slow.Timeout():
		m.errors[errTimeout].Inc()
	default:
		m.errors[errNetwork].Inc()
	}
	return false
}

// The methods below are for connections that are not the client's; nothing is measured without metrics.

// answered measures a batch by its first reply, because the reader handles each reply before it reads the next one.
func (m *Metrics) answered(sent time.Time, err error) {
	if m != nil && m.failed(err) {
		m.duration.WithLabelValues(pipeline).Observe(m.clk.Now().Sub(sent).Seconds())
	}
}

// dialFailed counts a connection that could not be made.
func (m *Metrics) dialFailed(err error) {
	if m != nil && !errors.Is(err, context.Canceled) {
		m.errors[errDial].Inc()
	}
}

// waits reports whether a read waits on purpose for what may come: how long it takes says nothing of the server.
func waits(cmd redis.Cmder) bool {
	name := cmd.Name()
	if name != "xread" && name != "xreadgroup" {
		return false
	}
	for _, arg := range cmd.Args() {
		switch arg {
		case "block":
			return true
		case "streams":
			return false
		}
	}
	return false
}
