package session

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"hubstake/hub/conn"
	"hubstake/hub/limit"
	"hubstake/hub/registry"
	"hubstake/hub/seal"
	"hubstake/hub/stomp"
	"hubstake/hub/tail"
	"hubstake/internal/platform/token"
)

// Upgrade is what the HTTP request said; it is needed until CONNECT.
type Upgrade struct {
	Cookies map[token.Audience]string // tokens by area; empty when the request had no allowed Origin
	Address string                    // of the client, for the log of refusals
	At      time.Time
	Done    func() // called once when the connection has ended
}

// stage is how far a connection has come; guarded by Session.input.
type stage uint8

const (
	fresh   stage = iota // CONNECT is expected
	asking               // the session is being read from Redis
	ready                // connected
	leaving              // nothing more is taken from the client
)

// Session is one connection. It implements conn.Handler.
type Session struct {
	registry.Entry[*Session]
	wheelPlace
	node *Node
	conn conn.Conn
	up   *Upgrade

	input struct { // frames in
		sync.Mutex
		stage  stage
		dec    stomp.Decoder
		bucket limit.Bucket
		hold   []byte // what arrived while Redis was asked
		tx     map[string]*transaction
	}

	// Set by CONNECT, before anybody else can know the session.
	version stomp.Version
	who     token.Claims
	key     seal.Key
	guest   *guest        // open mode
	expects time.Duration // between signs of life of the client
	beats   time.Duration // between ours; 0: none
	pings   bool          // the client gives no signs by itself

	heard atomic.Int64 // ms when the client last showed that it lives
	spoke atomic.Int64 // ms when we last wrote

	mu      sync.Mutex // frames out
	subs    []*Subscription
	numbers int    // subscriptions so far
	out     []byte // answers, as websocket frames
	ending  *Disconnect
	watch   watched
	marked  bool // somebody is going to flush
	writing bool // somebody writes
	blocked bool // the connection takes nothing now
	again   bool // it has said meanwhile that it does
	closed  bool
}

// Accept makes the session of a connection that was just upgraded.
func (n *Node) Accept(c conn.Conn, up *Upgrade) *Session {
	s := &Session{node: n, conn: c, up: up}
	s.Owner = s
	s.input.dec = stomp.NewDecoder(&n.Limits.Stomp)
	s.input.bucket = limit.Bucket{Rate: n.Limits.Frames, Burst: 2 * n.Limits.Frames}
	s.heard.Store(up.At.UnixMilli())
	n.open.Add(1)
	n.pending.Add(1)
	n.sessions.Add(sliceNames[n.serial.Add(1)%Slices], &s.Entry)
	n.wheel.set(s, up.At.Add(n.Limits.Connect))
	return s
}

// Who is the identity behind the session; its MemID is empty for guests and before CONNECT.
func (s *Session) Who() token.Claims { return s.who }

// Data implements conn.Handler.
func (s *Session) Data(p []byte) {
	s.heard.Store(s.node.Clock.Now().UnixMilli())
	if len(p) == 0 {
		return
	}
	s.input.Lock()
	defer s.input.Unlock()
	switch s.input.stage {
	case leaving:
	case asking:
		if len(s.input.hold)+len(p) > s.node.Limits.Stomp.Frame {
			_ = s.refuse(TooBig, "too much before CONNECTED", "")
			return
		}
		s.input.hold = append(s.input.hold, p...)
	default:
		s.feed(p)
	}
}

// errLeft ends the decoder's loop when the session takes no more input.
var errLeft = errors.New("session: left")

// errWait ends the decoder's loop while Redis is asked; what follows the frame is kept.
var errWait = errors.New("session: wait")

// feed handles what arrived; the input lock is held.
func (s *Session) feed(p []byte) {
	err := s.input.dec.Feed(p, s.frame)
	var syntax *stomp.SyntaxError
	switch {
	case errors.As(err, &syntax):
		s.node.Metrics.protocol(syntax.Kind)
		d := Protocol
		if syntax.Kind == "size" {
			d = TooBig
		}
		_ = s.refuse(d, syntax.Reason, syntax.Receipt)
	case errors.Is(err, errWait):
		s.input.hold = append(s.input.hold, s.input.dec.Rest()...)
	}
}

// resume goes on with what was held back; the input lock is held.
func (s *Session) resume() {
	held := s.input.hold
	s.input.hold = nil
	if len(held) > 0 && s.input.stage == ready {
		s.feed(held)
	}
}

// frame handles one frame; the input lock is held.
func (s *Session) frame(f *stomp.Frame) error {
	s.node.Metrics.frame(f.Command)
	receipt := f.Value("receipt")
	if !s.input.bucket.Take(s.node.Clock.Now()) {
		return s.refuse(TooMany, "too many frames", receipt)
	}
	connecting := f.Command == stomp.Connect || f.Command == stomp.Stomp
	switch {
	case s.input.stage == fresh && connecting:
		return s.connect(f)
	case s.input.stage == fresh:
		return s.violate("order", "the first frame must be CONNECT", receipt)
	case connecting:
		return s.violate("order", "already connected", receipt)
	case !f.Command.Client():
		return s.violate("command", f.Command.String()+" is a frame of servers", receipt)
	}
	if f.Command == stomp.Disconnect {
		s.receipt(receipt)
		s.input.stage = leaving
		s.End(Normal)
		return errLeft
	}
	if err := s.handle(f, receipt); err != nil {
		return err
	}
	if f.Command != stomp.Subscribe { // which answers when its stream is read
		s.receipt(receipt)
	}
	return nil
}

func (s *Session) handle(f *stomp.Frame, receipt string) error {
	switch f.Command {
	case stomp.Subscribe:
		return s.subscribe(f, receipt)
	case stomp.Unsubscribe:
		return s.unsubscribe(f, receipt)
	case stomp.Send:
		if s.guest != nil {
			return s.guestSend(f, receipt)
		}
		s.node.Log.Info().Str("address", s.up.Address).Str("site", s.who.Site).Msg("SEND refused")
		return s.refuse(Forbidden, "forbidden: clients cannot send", receipt)
	case stomp.Ack, stomp.Nack:
		return s.acknowledge(f, receipt)
	case stomp.Begin, stomp.Commit, stomp.Abort:
		return s.transact(f, receipt)
	}
	return nil
}

// receipt answers a frame that asked for it.
func (s *Session) receipt(id string) {
	if id == "" {
		return
	}
	s.reply(stomp.Receipt, []stomp.Header{{Name: "receipt-id", Value: id}}, nil)
}

// violate ends a session that broke the protocol.
func (s *Session) violate(kind, reason, receipt string) error {
	s.node.Metrics.protocol(kind)
	return s.refuse(Protocol, reason, receipt)
}

// refuse sends an ERROR that says why, quotes the receipt, and ends the session; the input lock is held.
func (s *Session) refuse(d *Disconnect, reason, receipt string) error {
	s.input.stage = leaving
	if s.version == stomp.Unknown {
		s.node.Metrics.Connects.WithLabelValues("refused").Inc()
	}
	s.fail(d, reason, receipt)
	return errLeft
}

// fail is refuse for those who do not hold the input lock.
func (s *Session) fail(d *Disconnect, reason, receipt string, more ...stomp.Header) {
	message := d.Name
	if d == Protocol || d == TooBig || d == TooMany {
		message = reason
	}
	h := append([]stomp.Header{{Name: "message", Value: message}, {Name: "code", Value: d.errorCode}}, more...)
	if receipt != "" {
		h = append(h, stomp.Header{Name: "receipt-id", Value: receipt})
	}
	h = append(h, stomp.Header{Name: "content-type", Value: "text/plain"})
	s.reply(stomp.Error, h, []byte(reason))
	s.End(d)
}

// End ends the session once everything that waits has been written. Only the first call counts.
func (s *Session) End(d *Disconnect) {
	s.mu.Lock()
	if s.ending == nil {
		s.ending = d
	}
	s.mu.Unlock()
	s.flush()
}

// Closed implements conn.Handler.
func (s *Session) Closed(cause error) {
	n := s.node
	s.input.Lock()
	was := s.input.stage
	s.input.stage = leaving
	s.input.hold, s.input.tx = nil, nil
	s.input.Unlock()

	s.mu.Lock()
	s.closed = true
	subs, d := s.subs, s.ending
	s.subs, s.out = nil, nil
	connected := s.version != stomp.Unknown
	s.mu.Unlock()

	for _, sub := range subs {
		s.drop(sub)
	}
	if s.guest != nil {
		s.guest.client.Leave()
	}
	n.wheel.remove(s)
	n.sessions.Remove(&s.Entry)
	n.open.Add(-1)
	if connected {
		n.Metrics.connection(&s.who, -1)
		if s.who.SID != "" {
			n.perSID.Leave(s.who.SID)
		}
	} else {
		n.pending.Add(-1)
		if was == fresh && d == nil {
			n.Metrics.Connects.WithLabelValues("error").Inc()
		}
	}
	label := reasonOf(cause)
	if d != nil {
		label = d.label
	} else if label == "protocol" {
		n.Metrics.protocol("websocket")
	}
	if label == "slow" {
		n.Metrics.SlowDisconnect.Inc()
	}
	n.Metrics.Disconnects.WithLabelValues(label).Inc()
	s.up.Done()
}

// drop takes a subscription out of everything that knows it.
func (s *Session) drop(sub *Subscription) {
	s.node.Metrics.Subscriptions.Dec()
	if sub.guest {
		return
	}
	s.node.registry.Remove(&sub.Entry)
	s.node.Tail.Release(sub.topic.stream)
}

// deliverable tells whether a message of a member belongs to this session.
func (s *Session) deliverable(m *tail.Message) bool { return m.SID == "" || m.SID == s.who.SID }
