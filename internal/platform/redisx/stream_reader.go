package redisx

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"hubstake/internal/platform/rawio"
)

// Cursor is a stream and the id of the last entry that was read from it.
type Cursor struct {
	Stream string
	After  EntryID
}

const (
	dialTime  = time.Second
	answerIn  = time.Second // beyond the time for which a read may block: later the server counts as dead
	redirects = 5           // in a row, before there is a pause
)

// StreamReader is a dedicated connection on which one goroutine reads streams continuously and cheaply: one write and one read of the socket
// for a whole batch, and no copy of what comes. It finds the server by the client's own knowledge of Sentinels and the cluster, and
// again whenever something went wrong. Use it from one goroutine.
type StreamReader struct {
	rdb  redis.UniversalClient
	conn net.Conn
	in   *answers
	out  []byte

	addr   string // where a redirect sent us; empty: ask the client
	asking bool   // the slot is on its way here
}

// NewStreamReader returns a reader that is not connected yet. Close it.
func NewStreamReader(rdb redis.UniversalClient) *StreamReader { return &StreamReader{rdb: rdb} }

// Close ends the connection; the next Read makes another.
func (l *StreamReader) Close() {
	if l.conn != nil {
		_ = l.conn.Close() // whatever it says, it is gone
		l.conn = nil
	}
}

// Read reads at most most entries of each place. When there are none it waits for up to block. each gets the number of the
// place and the entry, which is valid until each returns. After an error the connection is closed; entries that came before
// it are valid. All places must be on one server, on a cluster in one slot.
func (l *StreamReader) Read(ctx context.Context, places []Cursor, most int, block time.Duration, each func(i int, e *StreamEntry)) error {
	for try := 0; ; try++ {
		err := l.read(ctx, places, most, block, each)
		if err == nil {
			return nil
		}
		here := ""
		if l.conn != nil {
			here = l.conn.RemoteAddr().String()
		}
		l.Close()
		l.addr, l.asking = "", false
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if cluster, ok := l.rdb.(*redis.ClusterClient); ok {
			cluster.ReloadState(ctx)
		}
		if said, ok := errors.AsType[ServerError](err); ok && try < redirects {
			if addr, ask, moved := said.redirect(); moved {
				l.addr, l.asking = absolute(addr, here), ask
				continue
			}
		}
		return fmt.Errorf("read streams: %w", err)
	}
}

// absolute completes an address without a host: then it is that of the server who named it.
func absolute(addr, here string) string {
	if host, port, err := net.SplitHostPort(addr); err == nil && (host == "" || host == "?") {
		if host, _, err = net.SplitHostPort(here); err == nil {
			return net.JoinHostPort(host, port)
		}
	}
	return addr
}

func (l *StreamReader) read(ctx context.Context, places []Cursor, most int, block time.Duration, each func(i int, e *StreamEntry)) error {
	if l.conn == nil {
		if err := l.dial(ctx, places[0].Stream); err != nil {
			return err
		}
	}
	conn := l.conn
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	if err := l.until(ctx, block+answerIn); err != nil {
		return err
	}
	l.out = l.out[:0]
	if l.asking {
		l.out = command(l.out, "ASKING")
	}
	l.out = appendXRead(l.out, places, most, block)
	if _, err := l.conn.Write(l.out); err != nil {
		return err
	}
	if l.asking {
		if ok, err := l.in.line(); err != nil || string(ok) != "+OK" {
			return fmt.Errorf("asking: %.40q: %w", ok, errors.Join(errAnswer, err))
		}
	}
	return l.in.read(places, most, each)
}

// until gives the next question and its answer that long.
func (l *StreamReader) until(ctx context.Context, d time.Duration) error {
	limit, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	end, _ := limit.Deadline()
	return l.conn.SetDeadline(end)
}

// dial connects to the master that holds a stream.
func (l *StreamReader) dial(ctx context.Context, stream string) error {
	limit, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	opt, err := options(limit, l.rdb, stream)
	if err != nil {
		return err
	}
	addr := opt.Addr
	if l.addr != "" {
		addr = l.addr
	}
	conn, err := opt.Dialer(limit, opt.Network, addr)
	if err != nil {
		return err
	}
	end, _ := limit.Deadline()
	if err := errors.Join(conn.SetDeadline(end), hello(conn, opt)); err != nil {
		_ = conn.Close()
		return err
	}
	conn = rawio.Conn(conn)
	l.conn = conn
	if l.in == nil {
		l.in = newAnswers(conn)
	}
	*l.in = answers{rd: conn, buf: l.in.buf, keep: -1, at: l.in.at, entry: l.in.entry}
	return nil
}

// options are those of the client for the server that holds a key.
func options(ctx context.Context, rdb redis.UniversalClient, key string) (*redis.Options, error) {
	switch c := rdb.(type) {
	case *redis.Client: // behind Sentinels its dialer finds the master
		return c.Options(), nil
	case *redis.ClusterClient:
		master, err := c.MasterForKey(ctx, key)
		if err != nil {
			return nil, err
		}
		return master.Options(), nil
	}
	return nil, fmt.Errorf("redisx: no way to connect with %T", rdb)
}

// hello signs in. Without HELLO 3 answers come as RESP2, which is all that answers understands.
func hello(conn net.Conn, opt *redis.Options) error {
	var out []byte
	n := 0
	say := func(words ...string) {
		out = command(out, words...)
		n++
	}
	switch {
	case opt.Username != "":
		say("AUTH", opt.Username, opt.Password)
	case opt.Password != "":
		say("AUTH", opt.Password)
	}
	if opt.DB != 0 {
		say("SELECT", strconv.Itoa(opt.DB))
	}
	if n == 0 {
		return nil
	}
	if _, err := conn.Write(out); err != nil {
		return err
	}
	rd := bufio.NewReaderSize(conn, 256) // nothing else comes before it is asked for
	for range n {
		line, err := rd.ReadString('\n')
		if err != nil {
			return err
		}
		if line = strings.TrimRight(line, "\r\n"); line != "+OK" {
			return ServerError(strings.TrimPrefix(line, "-"))
		}
	}
	return nil
}

func command(b []byte, words ...string) []byte {
	b = header(b, '*', len(words))
	for _, w := range words {
		b = word(b, w)
	}
	return b
}

func header(b []byte, kind byte, n int) []byte {
	b = append(b, kind)
	b = strconv.AppendInt(b, int64(n), 10)
	return append(b, '\r', '\n')
}

func word(b []byte, w string) []byte {
	b = header(b, '$', len(w))
	b = append(b, w...)
	return append(b, '\r', '\n')
}

func number(b []byte, n int64) []byte {
	var digits [20]byte
	d := strconv.AppendInt(digits[:0], n, 10)
	b = append(header(b, '$', len(d)), d...)
	return append(b, '\r', '\n')
}

func appendXRead(b []byte, places []Cursor, most int, block time.Duration) []byte {
	b = header(b, '*', 6+2*len(places))
	b = word(b, "XREAD")
	b = word(b, "COUNT")
	b = number(b, int64(most))
	b = word(b, "BLOCK")
	b = number(b, max(1, block.Milliseconds())) // 0 would be for ever
	b = word(b, "STREAMS")
	for _, p := range places {
		b = word(b, p.Stream)
	}
	var id [41]byte
	for _, p := range places {
		s := p.After.Append(id[:0])
		b = append(header(b, '$', len(s)), s...)
		b = append(b, '\r', '\n')
	}
	return b
}
