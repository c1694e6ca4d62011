package redisx

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// Cursor is a stream and the id of the last entry that was read from it.
type Cursor struct {
	Stream string
	After  EntryID
}

// StreamReader is a dedicated connection on which one goroutine reads streams continuously and cheaply: one write and one read of the socket
// for a whole batch, and no copy of what comes. It finds the server by the client's own knowledge of Sentinels and the cluster, and
// again whenever something went wrong. Use it from one goroutine.
type StreamReader struct{ line }

// NewStreamReader returns a reader that is not connected yet. Close it.
func NewStreamReader(rdb redis.UniversalClient) *StreamReader { return &StreamReader{newLine(rdb)} }

// Read reads at most most entries of each place. When there are none it waits for up to block. each gets the number of the
// place and the entry, which is valid until each returns. After an error the connection is closed; entries that came before
// it are valid. All places must be on one server, on a cluster in one slot.
func (l *StreamReader) Read(ctx context.Context, places []Cursor, most int, block time.Duration, each func(i int, e *StreamEntry)) error {
	for try := 0; ; try++ {
		err := l.read(ctx, places, most, block, each)
		if err == nil {
			return nil
		}
		redirected := l.redirected(ctx, err)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if !redirected || try >= redirects {
			l.addr, l.asking = "", false
			return fmt.Errorf("read streams: %w", err)
		}
	}
}

func (l *StreamReader) read(ctx context.Context, places []Cursor, most int, block time.Duration, each func(i int, e *StreamEntry)) error {
	if l.conn == nil {
		if err := l.dial(ctx, places[0].Stream); err != nil {
			return err
		}
	}
	conn := l.conn
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	if err := l.until(ctx, block+l.patience/2); err != nil {
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
		if err := l.in.ok(); err != nil {
			return err
		}
	}
	return l.in.read(places, most, each)
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
