package redisx

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"hubstake/internal/core/clock"
)

// Fields are the names of fields of a hash, as HMGET takes them.
type Fields struct {
	count int
	words string
}

// NewFields returns the fields of those names.
func NewFields(names ...string) Fields {
	var b []byte
	for _, name := range names {
		b = word(b, name)
	}
	return Fields{len(names), string(b)}
}

// HashRead asks for fields of one hash.
type HashRead struct {
	Key    string
	Fields Fields
}

// sentinelAge is when a connection behind Sentinels is made again: a master that was replaced without noticing it goes on answering.
const sentinelAge = time.Second

// HashReader reads fields of many hashes in one write and few reads, on a connection of its own. On a cluster it has a connection for
// each hash tag, so that all of a batch on one connection is of one slot, and uses them in parallel. Use it from one goroutine.
type HashReader struct {
	rdb     redis.UniversalClient
	clk     clock.Clock
	metrics *Metrics
	lines   map[string]*hashLine // by hash tag; by the empty text where there is one server
}

// NewHashReader returns a reader that is not connected yet. Close it. With metrics nil nothing is measured.
func NewHashReader(rdb redis.UniversalClient, clk clock.Clock, metrics *Metrics) *HashReader {
	return &HashReader{rdb: rdb, clk: clk, metrics: metrics, lines: map[string]*hashLine{}}
}

// Close ends the connections; the next Read makes others.
func (r *HashReader) Close() {
	for _, l := range r.lines {
		l.Close()
	}
}

// Read calls each once for every read, one call at a time, in any order: with the values of the fields, nil for those that are missing, or
// with an error. The values hold until each returns. A connection that has died is made again once, a redirect is followed.
func (r *HashReader) Read(ctx context.Context, reads []HashRead, each func(i int, values [][]byte, err error)) {
	cluster, many := r.rdb.(*redis.ClusterClient)
	if !many {
		l := r.line("")
		for i := range reads {
			l.todo = append(l.todo, i)
		}
		l.read(ctx, reads, each)
		return
	}
	var busy []*hashLine
	for i := range reads {
		l := r.line(hashTag(reads[i].Key))
		if len(l.todo) == 0 {
			busy = append(busy, l)
		}
		l.todo = append(l.todo, i)
	}
	var calls sync.Mutex
	var g sync.WaitGroup
	for _, l := range busy {
		g.Go(func() {
			l.follow(ctx, cluster, reads[l.todo[0]].Key)
			l.read(ctx, reads, func(i int, values [][]byte, err error) {
				calls.Lock()
				defer calls.Unlock()
				each(i, values, err)
			})
		})
	}
	g.Wait()
}

func (r *HashReader) line(tag string) *hashLine {
	l := r.lines[tag]
	if l == nil {
		l = &hashLine{line: newLine(r.rdb), clk: r.clk, metrics: r.metrics}
		r.lines[tag] = l
	}
	return l
}

// hashTag returns the part of a key that decides its slot.
func hashTag(key string) string {
	if _, rest, ok := strings.Cut(key, "{"); ok {
		if tag, _, ok := strings.Cut(rest, "}"); ok && tag != "" {
			return tag
		}
	}
	return key
}

// hashLine is one connection of a HashReader.
type hashLine struct {
	line
	clk     clock.Clock
	metrics *Metrics
	todo    []int     // reads that are not answered
	made    time.Time // when the connection was
}

// follow closes a connection to a server that, as far as the client knows, is no longer the master of the key.
func (l *hashLine) follow(ctx context.Context, cluster *redis.ClusterClient, key string) {
	if l.conn == nil {
		return
	}
	if master, err := cluster.MasterForKey(ctx, key); err == nil && master.Options().Addr != l.dialled {
		l.Close()
	}
}

// read answers all of todo.
func (l *hashLine) read(ctx context.Context, reads []HashRead, each func(i int, values [][]byte, err error)) {
	if l.conn != nil && l.clk.Now().Sub(l.made) > sentinelAge && behindSentinels(l.rdb) {
		l.Close()
	}
	again := l.conn != nil // it may have died since it was last used
	for redirect := 0; len(l.todo) > 0; {
		err := l.trip(ctx, reads, each)
		if err == nil {
			break
		}
		switch moved := l.redirected(ctx, err); {
		case ctx.Err() != nil:
			err = ctx.Err()
		case moved && redirect < redirects:
			redirect++
			continue
		case again && !moved && !timedOut(err):
			again = false
			continue
		}
		err = fmt.Errorf("read hashes: %w", err)
		for _, i := range l.todo {
			each(i, nil, err)
		}
		break
	}
	l.todo = l.todo[:0]
	if l.asking { // the server is asked only for what this batch was redirected for
		l.Close()
	}
	l.addr, l.asking = "", false
}

// trip asks for all of todo and takes out what was answered. It returns why something is left.
func (l *hashLine) trip(ctx context.Context, reads []HashRead, each func(i int, values [][]byte, err error)) error {
	if l.conn == nil {
		if err := l.dial(ctx, reads[l.todo[0]].Key); err != nil {
			l.metrics.dialFailed(err)
			return err
		}
		l.made = l.clk.Now()
	}
	conn := l.conn
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	if err := l.until(ctx, l.patience); err != nil {
		return err
	}
	l.out = l.out[:0]
	for _, i := range l.todo {
		if l.asking {
			l.out = command(l.out, "ASKING")
		}
		l.out = appendHMGet(l.out, &reads[i])
	}
	sent := l.clk.Now()
	if _, err := l.conn.Write(l.out); err != nil {
		l.metrics.answered(sent, err)
		return err
	}
	left, moved := l.todo[:0], error(nil)
	for n, i := range l.todo {
		if l.asking {
			if err := l.in.ok(); err != nil {
				l.todo = append(left, l.todo[n:]...)
				return err
			}
		}
		values, err := l.in.values(reads[i].Fields.count)
		if n == 0 || err != nil {
			l.metrics.answered(sent, err)
		}
		said, ok := errors.AsType[ServerError](err)
		switch {
		case err == nil:
			each(i, values, nil)
		case !ok:
			l.todo = append(left, l.todo[n:]...)
			return err
		default:
			if _, _, redirect := said.redirect(); redirect {
				left, moved = append(left, i), err
				continue
			}
			each(i, nil, fmt.Errorf("read hash: %w", err))
		}
	}
	l.todo = left
	return moved
}

func timedOut(err error) bool {
	slow, ok := errors.AsType[net.Error](err)
	return ok && slow.Timeout()
}

func appendHMGet(b []byte, r *HashRead) []byte {
	b = header(b, '*', 2+r.Fields.count)
	b = word(b, "HMGET")
	b = word(b, r.Key)
	return append(b, r.Fields.words...)
}
