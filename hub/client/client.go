package client

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
	"hubstake/internal/access/token"
	"hubstake/internal/core/event"
)

// Upgrade is what the HTTP request said. It is kept until CONNECT is answered.
type Upgrade struct {
	Cookies map[token.Audience]string // tokens by area; empty when the request had no allowed Origin
	Address string                    // of the client
	At      time.Time

	hold []byte // what the client sent while Redis was asked
}

// stage is how far a connection is; guarded by Client.input.
type stage uint8

const (
	fresh   stage = iota // CONNECT is expected
	asking               // the session is being read from Redis
	ready                // connected
	leaving              // nothing more is taken from the client
)

// Client is one connection. It implements conn.Handler. Every connection pays for each of its fields, so state that
// is needed only now and then stands behind a pointer that is nil otherwise.
type Client struct {
	registry.Entry[*Client]
	wheelPlace[*Client]
	node    *Node
	conn    conn.Conn
	address string   // of the client
	up      *Upgrade // nil once connected; guarded by the input lock

	input struct { // frames in
		sync.Mutex
		dec    *stomp.Decoder // nil while no frame is unfinished
		bucket limit.Bucket
		tx     map[string]*transaction
		stage  stage
	}

	// Set by CONNECT, before any other goroutine can know the client.
	version stomp.Version
	pings   bool // the client gives no signs of life by itself
	who     identity
	key     seal.Key
	openState
	expects millis // between signs of life of the client
	beats   millis // between ours; 0: none

	heard atomic.Int64 // age of the node in ms when the client last showed that it lives
	spoke atomic.Int64 // the same when we last wrote

	mu      sync.Mutex // frames out
	subs    []*Subscription
	out     *[]byte      // answers, as websocket frames; nil: none
	sealer  *seal.Sealer // kept while the session is busy
	ending  *Disconnect
	watch   watched
	numbers uint32       // subscriptions so far
	corks   uint8        // how many have more to say in a moment
	history uint8        // counts how often versions began again
	rights  event.Rights // of staff and of the partner area, as Redis had them at the last look
	marked  bool         // a flush is due
	writing bool         // a goroutine writes
	blocked bool         // the connection takes nothing now
	again   bool         // it has said meanwhile that it does
	closed  bool
}

// Accept makes the session of a connection that was just upgraded.
func (n *Node) Accept(c conn.Conn, up *Upgrade) *Client {
	s := &Client{node: n, conn: c, address: up.Address, up: up}
	s.Owner = s
	s.heard.Store(n.age(up.At))
	n.open.Add(1)
	n.pending.Add(1)
	n.sessions.Add(sliceNames[n.serial.Add(1)%Slices], &s.Entry)
	n.wheel.set(s, up.At.Add(n.Limits.Connect))
	return s
}

// Data implements conn.Handler.
func (s *Client) Data(p []byte) {
	s.heard.Store(s.node.age(s.node.Clock.Now()))
	if len(p) == 0 {
		return
	}
	s.input.Lock()
	defer s.input.Unlock()
	switch s.input.stage {
	case leaving:
	case asking:
		s.hold(p)
	default:
		s.cork() // what answers several frames goes out at once
		s.feed(p)
		s.uncork()
	}
}

// errLeft ends the decoder's loop when the session takes no more input.
var errLeft = errors.New("session: left")

// errWait ends the decoder's loop while Redis is asked; what follows the frame is kept.
var errWait = errors.New("session: wait")

// hold keeps what the client sent while Redis is asked; the input lock is held.
func (s *Client) hold(p []byte) {
	if len(s.up.hold)+len(p) > s.node.hello.Frame {
		_ = s.refuse(TooBig, "too much before CONNECTED", "")
		return
	}
	s.up.hold = append(s.up.hold, p...)
}

var decoders = sync.Pool{New: func() any { return new(stomp.Decoder) }}

// feed handles what arrived; the input lock is held. A decoder is borrowed for as long as a frame takes.
func (s *Client) feed(p []byte) {
	dec := s.input.dec
	if dec == nil {
		dec = decoders.Get().(*stomp.Decoder)
		limits := &s.node.Limits.Stomp
		if s.version == stomp.Unknown {
			limits = &s.node.hello
		}
		*dec = stomp.NewDecoder(limits)
		dec.Agree(s.version)
		s.input.dec = dec
	}
	err := dec.Feed(p, s.frame)
	if errors.Is(err, errWait) {
		s.hold(dec.Rest())
	}
	if err != nil || dec.Pending() == 0 {
		s.input.dec, *dec = nil, stomp.Decoder{}
		decoders.Put(dec)
	}
	var syntax *stomp.SyntaxError
	if errors.As(err, &syntax) {
		s.node.Metrics.protocol(syntax.Kind)
		d := Protocol
		if syntax.Kind == "size" {
			d = TooBig
		}
		_ = s.refuse(d, syntax.Reason, syntax.Receipt)
	}
}

// frame handles one frame; the input lock is held.
func (s *Client) frame(f *stomp.Frame) error {
	s.node.Metrics.frame(f.Command)
	receipt := f.Value("receipt")
	if !s.input.bucket.Take(s.node.Clock.Now(), s.node.Limits.Frames) {
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

func (s *Client) handle(f *stomp.Frame, receipt string) error {
	switch f.Command {
	case stomp.Subscribe:
		return s.subscribe(f, receipt)
	case stomp.Unsubscribe:
		return s.unsubscribe(f, receipt)
	case stomp.Send:
		if s.isOpen() {
			return s.openSend(f, receipt)
		}
		s.node.Log.Info().Str("address", s.address).Str("site", s.who.site).Msg("SEND refused")
		return s.refuse(Forbidden, "forbidden: clients cannot send", receipt)
	case stomp.Ack, stomp.Nack:
		return s.acknowledge(f, receipt)
	case stomp.Begin, stomp.Commit, stomp.Abort:
		return s.transact(f, receipt)
	}
	return nil
}

// receipt answers a frame that asked for it.
func (s *Client) receipt(id string) {
	if id == "" {
		return
	}
	s.reply(stomp.Receipt, []stomp.Header{{Name: "receipt-id", Value: id}}, nil)
}

// deliverable reports whether a message of a member belongs to this session.
func (s *Client) deliverable(m *tail.Message) bool { return m.SID == "" || m.SID == s.who.SID() }
