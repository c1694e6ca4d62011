// Package client is a member's connection: frames in, a conflating writer out, heartbeats, and the table
// of ways in which it ends.
//
// A client has no goroutine of its own. Input is handled on the goroutine that brings it, deliveries on the one that
// brings those; a goroutine that finds the writer free writes, one that finds it busy leaves its frames to it.
//
// Lock order: Client.input, then Client.mu, then the locks of registry, limits and wheel. Nothing is
// written to a socket, and nothing is asked of Redis, under any lock but Client.input.
package client

import (
	"context"
	"math/rand/v2"
	"net/netip"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"hubstake/hub/limit"
	"hubstake/hub/registry"
	"hubstake/hub/stomp"
	"hubstake/hub/tail"
	"hubstake/internal/access/token"
	"hubstake/internal/core/clock"
	"hubstake/internal/live"
	"hubstake/internal/platform/obs"
)

// Limits of a session. Zero means no limit where that makes sense.
type Limits struct {
	Stomp         stomp.Limits
	Subscriptions int
	Frames        limit.Pace    // of STOMP frames
	PerSession    int           // connections of one session
	Output        int           // bytes of answers that a client may leave unread
	Feed          int           // messages of a feed that wait; more become one RESYNC
	Connect       time.Duration // until the CONNECT frame must be there
	Beat          time.Duration // our heartbeats, and what we ask of clients
	Missing       time.Duration // how long a session that Redis lost is waited for
}

// Deps are what the sessions of a node work with.
type Deps struct {
	Limits   Limits
	Clock    clock.Clock
	Log      zerolog.Logger
	Metrics  *Metrics
	Verifier *token.Verifier
	Keys     *token.Sealer
	Reader   *live.Reader
	OpenDeps

	BackOffice []netip.Prefix // from which sessions of the back office may connect; none: from everywhere

	Tracer *obs.Tracer          // nil when tracing is off
	Left   func(address string) // a connection of that address has ended; may be nil
	Failed func(address string) // one was refused for what it sent before it was authorised; may be nil
}

// Slices is the number of parts into which the clients are divided for package reconcile, which compares one part after the other.
const Slices = 50

// maxHello bounds, in bytes, what is kept of a client that is not authorised: a CONNECT with its token, and what was sent with it.
const maxHello = 16 << 10

// Node holds the sessions of one hub process.
type Node struct {
	Deps
	Tail     *tail.Tail // set before the first session
	hello    stomp.Limits
	registry *registry.Registry[*Subscription]
	guards   *registry.Registry[*guard]
	sessions *registry.Registry[*Client]
	perSID   *limit.Counter
	begin    time.Time // ages are counted from it
	wheel    wheel[*Client]
	serial   atomic.Uint64
	open     atomic.Int64
	pending  atomic.Int64 // connections without a CONNECT
}

// NewNode returns a node without sessions.
func NewNode(d Deps) *Node {
	n := &Node{Deps: d, registry: registry.New[*Subscription](), guards: registry.New[*guard](), sessions: registry.New[*Client](), perSID: limit.NewCounter(d.Limits.PerSession)}
	n.hello = d.Limits.Stomp
	n.hello.Frame = min(n.hello.Frame, maxHello)
	n.begin = d.Clock.Now()
	n.wheel.start(n.begin)
	return n
}

// age is how many ms the node has run at that moment. It goes on evenly when the clock is set, so that five minutes by
// which it was wrong are not taken for five minutes of silence.
func (n *Node) age(at time.Time) int64 { return at.Sub(n.begin).Milliseconds() }

// Run turns the wheel of time limits and heartbeats until ctx ends.
func (n *Node) Run(ctx context.Context) error {
	n.wheel.run(ctx, n.Clock.Now)
	return nil
}

// Open is the number of connections.
func (n *Node) Open() int { return int(n.open.Load()) }

// Pending is the number of connections that have not been authorised yet.
func (n *Node) Pending() int { return int(n.pending.Load()) }

var sliceNames = func() (names [Slices]string) {
	for i := range names {
		names[i] = strconv.Itoa(i)
	}
	return names
}()

// Slice appends the sessions of one of the Slices parts.
func (n *Node) Slice(dst []*Client, i int) []*Client {
	return n.sessions.Append(dst, sliceNames[i%Slices])
}

// All appends all sessions.
func (n *Node) All(dst []*Client) []*Client {
	for i := range Slices {
		dst = n.Slice(dst, i)
	}
	return dst
}

// Drain tells all connections to move to another node, spread evenly over d, and returns when all were told or ctx
// ended.
func (n *Node) Drain(ctx context.Context, d time.Duration) {
	all := n.All(nil)
	rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	tick := time.NewTicker(max(d/100, 10*time.Millisecond))
	defer tick.Stop()
	begin, told := n.Clock.Now(), 0
	for told < len(all) {
		share := len(all)
		if passed := n.Clock.Now().Sub(begin); passed < d && ctx.Err() == nil {
			share = int(int64(len(all)) * int64(passed) / int64(d))
		}
		for ; told < share; told++ {
			all[told].End(Drain)
		}
		n.Metrics.DrainRemaining.Set(float64(len(all) - told))
		if told < len(all) {
			select {
			case <-tick.C:
			case <-ctx.Done():
			}
		}
	}
	for _, s := range n.All(all[:0]) { // those whose upgrade was through when it began came since; the others hear it only once
		s.End(Drain)
	}
}

// Lost sends RESYNC to all subscribers of the feeds of a stream, because messages may be missing. restarted: the stream is filled
// from another history of PostgreSQL; its versions begin again, so the states' subscriptions get RESYNC too and forget the old ones.
func (n *Node) Lost(stream string, restarted bool) {
	for _, s := range n.All(nil) {
		s.resync(stream, restarted)
	}
}

// Fan delivers the messages of one reading goroutine; it implements tail.Sink. All that a batch has for a
// session is written at once.
type Fan struct {
	node   *Node
	subs   []*Subscription
	guards []*guard
	dirty  []*Client
}

// Fan returns a new one.
func (n *Node) Fan() *Fan { return &Fan{node: n} }

// Offer hands a message to all who stand under its key.
func (f *Fan) Offer(t tail.Target) {
	f.subs = f.node.registry.Append(f.subs[:0], t.Key)
	for _, sub := range f.subs {
		if sub.offer(t.Message) {
			f.dirty = append(f.dirty, sub.session)
		}
	}
	if t.Kind != tail.Logout {
		return
	}
	f.guards = f.node.guards.Append(f.guards[:0], t.Key)
	for _, g := range f.guards {
		if g.session.deliverable(t.Message) {
			g.session.outlived(t.Message)
		}
	}
}

// Flush writes what was offered.
func (f *Fan) Flush() {
	for _, s := range f.dirty {
		s.flush()
	}
	clear(f.dirty)
	f.dirty = f.dirty[:0]
}
