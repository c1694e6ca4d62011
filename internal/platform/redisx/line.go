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

const redirects = 5 // in a row, before there is a pause

// line is a connection to the master that holds a key, on which one goroutine writes commands and parses their replies. It finds the
// server by what the client knows of Sentinels and the cluster.
type line struct {
	rdb  redis.UniversalClient
	conn net.Conn
	in   *answers
	out  []byte

	addr     string        // where a redirect sent us; empty: ask the client
	asking   bool          // the slot is on its way there
	dialled  string        // the address of the connection
	patience time.Duration // of the client: how long an answer may take
}

func newLine(rdb redis.UniversalClient) line { return line{rdb: rdb, patience: patienceOf(rdb)} }

// Close ends the connection; the next read makes another.
func (l *line) Close() {
	if l.conn != nil {
		_ = l.conn.Close() // whatever it says, it is gone
		l.conn = nil
	}
}

// redirected closes the connection after an error, has the slots of a cluster read again, and reports whether the server named another
// one: then that is dialled next.
func (l *line) redirected(ctx context.Context, err error) bool {
	here := ""
	if l.conn != nil {
		here = l.conn.RemoteAddr().String()
	}
	l.Close()
	l.addr, l.asking = "", false
	if cluster, ok := l.rdb.(*redis.ClusterClient); ok && ctx.Err() == nil {
		cluster.ReloadState(ctx)
	}
	said, ok := errors.AsType[ServerError](err)
	if !ok {
		return false
	}
	addr, ask, moved := said.redirect()
	if moved {
		l.addr, l.asking = absolute(addr, here), ask
	}
	return moved
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

// until gives the next question and its answer that long.
func (l *line) until(ctx context.Context, d time.Duration) error {
	limit, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	end, _ := limit.Deadline()
	return l.conn.SetDeadline(end)
}

// dial connects to the master that holds a key.
func (l *line) dial(ctx context.Context, key string) error {
	limit, cancel := context.WithTimeout(ctx, l.patience/2)
	defer cancel()
	opt, err := options(limit, l.rdb, key)
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
	l.conn, l.dialled = conn, addr
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

// sentinelAddr is what go-redis calls the server of a client behind Sentinels.
const sentinelAddr = "FailoverClient"

func behindSentinels(rdb redis.UniversalClient) bool {
	c, ok := rdb.(*redis.Client)
	return ok && c.Options().Addr == sentinelAddr
}

// hello logs in. Without HELLO 3 answers come as RESP2, which is all that answers understands.
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
