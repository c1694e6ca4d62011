package server

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/fasthttp/websocket"
	"github.com/go-stomp/stomp/v3/frame"
	"github.com/stretchr/testify/require"

	"hubstake/hub/seal"
	"hubstake/internal/core/event"
	"hubstake/internal/testkit"
)

// follower is a client as the contract wants it: it comes back whenever its connection ends and it may, takes up its feeds where
// they were, and notes everything that must not be.
type follower struct {
	p   *person
	url func(int) string

	mu       sync.Mutex
	cash     int64 // newest version told
	feeds    []*followedFeed
	over     bool // it was told that its session has ended
	resyncs  int
	attempts int
	ws       *websocket.Conn
	joined   int // connections that got as far as the receipts
	codes    []int
	bad      []string

	stop context.CancelFunc
	done chan struct{}
}

// followedFeed is what a follower knows of a feed. Its messages carry the name of the topic and 1, 2, 3 …
type followedFeed struct {
	destination string
	n           int64  // the last number
	id, epoch   string // of the last message
	owed        bool   // numbers are missing and there was no RESYNC yet
	free        bool   // after RESYNC: the numbers may jump
}

// follow starts a follower of a person's own topic and of feeds. url chooses where it goes at its nth attempt.
func (p *person) follow(tb testing.TB, url func(int) string, feeds ...string) *follower {
	tb.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	f := &follower{p: p, url: url, stop: cancel, done: make(chan struct{})}
	for _, d := range feeds {
		f.feeds = append(f.feeds, &followedFeed{destination: d})
	}
	go func() {
		defer close(f.done)
		f.run(ctx)
	}()
	tb.Cleanup(f.leave)
	return f
}

func (f *follower) leave() {
	f.stop()
	<-f.done
}

// cut breaks the present connection.
func (f *follower) cut() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.ws != nil {
		_ = f.ws.Close()
	}
}

func (f *follower) run(ctx context.Context) {
	n := f.p.w.rnd.IntN(100)
	for ctx.Err() == nil {
		code := f.once(ctx, n)
		n++
		f.mu.Lock()
		f.attempts++
		if code != 0 {
			f.codes = append(f.codes, code)
		}
		f.mu.Unlock()
		if code == 4401 || code == 4403 || code == 1002 {
			return
		}
		wait := time.NewTimer(time.Duration(5+f.p.w.rnd.IntN(45)) * time.Millisecond)
		select {
		case <-ctx.Done():
		case <-wait.C:
		}
		wait.Stop()
	}
}

func (f *follower) complain(format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.bad = append(f.bad, fmt.Sprintf(format, args...))
}

// followed is what holds for one connection.
type followed struct {
	sealer *seal.Sealer
	seq    map[string]uint64
	cash   int64
}

// once is one connection, from the upgrade to its end; it returns the code of the close.
func (f *follower) once(ctx context.Context, n int) int {
	d := websocket.Dialer{Subprotocols: []string{"v12.stomp"}, HandshakeTimeout: testkit.Patience}
	ws, res, err := d.DialContext(ctx, f.url(n), http.Header{"Origin": {origin}})
	if res != nil && res.Body != nil {
		_ = res.Body.Close()
	}
	if err != nil {
		return 0
	}
	defer func() { _ = ws.Close() }()
	f.mu.Lock()
	f.ws = ws
	f.mu.Unlock()
	defer context.AfterFunc(ctx, func() { _ = ws.Close() })()
	say := func(text string) bool { return ws.WriteMessage(websocket.TextMessage, []byte(text+"\n\n\x00")) == nil }
	if !say("CONNECT\naccept-version:1.2\nheart-beat:0,0\ntoken:" + f.p.token) {
		return 0
	}
	s := &followed{seq: map[string]uint64{}}
	for {
		_, b, err := ws.ReadMessage()
		if err != nil {
			var ce *websocket.CloseError
			if errors.As(err, &ce) && ce.Code != websocket.CloseAbnormalClosure {
				return ce.Code
			}
			return 0
		}
		for r := frame.NewReader(bytes.NewReader(b)); ; {
			fr, err := r.Read()
			if err != nil {
				break
			}
			if fr != nil {
				f.take(fr, s, say)
			}
		}
	}
}

func (f *follower) take(fr *frame.Frame, s *followed, say func(string) bool) {
	switch fr.Command {
	case "CONNECTED":
		salt, err := base64.RawURLEncoding.DecodeString(fr.Header.Get("key-salt"))
		key, err2 := seal.Derive(f.p.sessKey, salt, f.p.sid)
		if err != nil || err2 != nil {
			f.complain("no key: %v %v", err, err2)
			return
		}
		s.sealer = seal.New(&key, f.p.sid)
		say("SUBSCRIBE\nid:own\nreceipt:own\ndestination:/topic/" + f.p.topic)
		f.mu.Lock()
		feeds := make([]string, len(f.feeds))
		for i, d := range f.feeds {
			feeds[i] = fmt.Sprintf("SUBSCRIBE\nid:%d\nreceipt:%d\ndestination:%s", i, i, d.destination)
			if d.id != "" {
				feeds[i] += "\nlast-id:" + d.id + "\nepoch:" + d.epoch
			}
		}
		f.mu.Unlock()
		for _, d := range feeds {
			say(d)
		}
	case "RECEIPT":
		f.mu.Lock()
		f.joined++
		f.mu.Unlock()
	case "MESSAGE":
		f.message(fr, s)
	case "ERROR":
		if code := fr.Header.Get("code"); code != "E002" && code != "U017" && code != "U029" {
			f.complain("ERROR %v %s", fr.Header, fr.Body)
		}
	}
}

func (f *follower) message(fr *frame.Frame, s *followed) {
	sub := fr.Header.Get("subscription")
	seq, _ := strconv.ParseUint(fr.Header.Get("seq"), 10, 64)
	if seq != s.seq[sub]+1 {
		f.complain("%s: seq %d after %d", sub, seq, s.seq[sub])
	}
	s.seq[sub] = seq
	plain, err := s.sealer.Open(fr.Body, fr.Header.Get("destination"), seq)
	if err != nil { // R2
		f.complain("undecryptable: %v", fr.Header)
		return
	}
	m := parse(plain)
	f.mu.Lock()
	defer f.mu.Unlock()
	bad := func(format string, args ...any) { f.bad = append(f.bad, f.p.memID+": "+fmt.Sprintf(format, args...)) }
	if sub != "own" {
		f.feeds[number(sub)].take(m, fr.Header, &f.resyncs, bad)
		return
	}
	if f.over { // R6
		bad("%s after the end", m.Cmd)
	}
	f.over = m.Cmd == string(event.Logout)
	if m.Cmd != "CASH" {
		return
	}
	if m.Ver > 1 && (m.Data2 != f.p.memID || m.Data1 != strconv.FormatInt(m.Ver, 10)) { // R2, R4
		bad("CASH %d says %s of %s", m.Ver, m.Data1, m.Data2)
	}
	if m.Ver < s.cash {
		bad("CASH %d after %d", m.Ver, s.cash)
	}
	s.cash = m.Ver
	f.cash = max(f.cash, m.Ver)
}

// take notes a message of a feed (R2, R3).
func (d *followedFeed) take(m note, h *frame.Header, resyncs *int, bad func(string, ...any)) {
	if m.Cmd == "RESYNC" {
		*resyncs++
		d.free, d.owed = true, false
		return
	}
	n := number(m.Data2)
	switch {
	case "/topic/"+m.Data1 != d.destination:
		bad("%s of %s on %s", m.Cmd, m.Data1, d.destination)
	case n <= d.n:
		bad("%s %d after %d", d.destination, n, d.n)
	case n != d.n+1 && d.n > 0 && !d.free:
		d.owed = true
	}
	d.n, d.id, d.epoch, d.free = n, h.Get("message-id"), h.Get("epoch"), false
}

// sees is what it was told last of its wallet.
func (f *follower) sees() int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.cash
}

// reached reports whether every feed is at least where the load was, and every gap was owned up to.
func (f *follower) reached(l map[string]int64) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, d := range f.feeds {
		if d.n < l[d.destination] || d.owed {
			return false
		}
	}
	return true
}

// report is what a test asks about the past.
func (f *follower) report() (joined, resyncs int, codes []int, bad []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.joined, f.resyncs, f.codes, f.bad
}

// keepUp waits until all followers have received something that was published after now.
func keepUp(tb testing.TB, l *load, fs []*follower) {
	tb.Helper()
	l.goesOn(tb, 2)
	reach(tb, l, fs)
}

// reach waits until all followers have received everything that the load has published up to now.
func reach(tb testing.TB, l *load, fs []*follower) {
	tb.Helper()
	cash, feeds := l.wallets(), l.numbers()
	for _, f := range fs {
		want := cash[f.p.memID]
		testkit.Eventually(tb, func() bool { return f.sees() >= want && f.reached(feeds) },
			"%d %v: %v", want, feeds, f)
	}
}

// converge is reach after everything was said, and asks what was wrong on the way.
func converge(tb testing.TB, l *load, fs []*follower) {
	tb.Helper()
	reach(tb, l, fs)
	for _, f := range fs {
		_, _, _, bad := f.report()
		require.Empty(tb, bad)
	}
}

func (f *follower) String() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	s := fmt.Sprintf("%s cash %d resyncs %d attempts %d joined %d codes %v bad %v", f.p.memID, f.cash, f.resyncs, f.attempts, f.joined, f.codes, f.bad)
	for _, d := range f.feeds {
		s += fmt.Sprintf(" %s %d %v", d.destination, d.n, d.owed)
	}
	return s
}
