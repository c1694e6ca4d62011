package tail

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/redis/go-redis/v9"

	"hubstake/internal/platform/redisx"
)

const (
	maxReplays   = 1024 // waiting at once
	replayLength = 1000 // entries that are repeated at most; who missed more reads the API
)

// replay is a request to repeat what followed an entry.
type replay struct {
	name, site, key string
	last            ID
	epoch           string
	done            func([]*Message, bool)
}

// Replay repeats what a stream said to key after the entry last. done gets it from another goroutine; false
// means that something may be missing, because the stream was trimmed, lost its data, or too much has passed.
func (t *Tail) Replay(name, site, key string, last ID, epoch string, done func([]*Message, bool)) {
	select {
	case t.replay <- replay{name: name, site: site, key: key, last: last, epoch: epoch, done: done}:
	default:
		done(nil, false)
	}
}

// replays answers what is asked, together what waits together: when a node has gone, many come back at once with nearly the same.
func (t *Tail) replays(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case r := <-t.replay:
			byStream := map[string][]replay{r.name: {r}}
			for range len(t.replay) {
				r := <-t.replay // no other goroutine receives from it
				byStream[r.name] = append(byStream[r.name], r)
			}
			for name, rs := range byStream {
				t.repeat(ctx, name, rs)
			}
		}
	}
}

// repeat reads a stream once for all who ask.
func (t *Tail) repeat(ctx context.Context, name string, rs []replay) {
	first := slices.MinFunc(rs, func(a, b replay) int { return a.last.Compare(b.last) })
	told, err := t.from(ctx, name, first)
	for _, r := range rs {
		ms, ok := told.after(r)
		if err != nil || !ok {
			ms, ok = nil, false
		}
		r.done(ms, ok)
	}
}

// stretch is what a stream says from an entry on.
type stretch struct {
	epoch   string
	ids     []ID
	targets [][]Target
}

var errCut = errors.New("tail: the stream ends before what was read of it")

// from reads the entries after the one that a client saw last, or, when there are more than are looked at, the newest entries: a client
// that saw one of them can still be sent all that follow.
func (t *Tail) from(ctx context.Context, name string, r replay) (s stretch, err error) {
	s.epoch = t.Epoch(name)
	pos := t.position(name)
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	const most = replayLength + 1 // with the one that was seen
	entries, err := t.rdb.XRangeN(ctx, name, r.last.String(), "+", most+1).Result()
	if err == nil && len(entries) > most {
		entries, err = t.rdb.XRevRangeN(ctx, name, "+", "-", most).Result()
		slices.Reverse(entries)
	}
	if err != nil {
		return s, fmt.Errorf("replay: %w", err)
	}
	for _, m := range entries {
		e := entry(m)
		s.ids = append(s.ids, e.ID)
		s.targets = append(s.targets, targets(nil, r.site, s.epoch, time.Time{}, e))
	}
	if n := len(s.ids); n == 0 || pos.After(s.ids[n-1]) {
		return s, errCut // by trimming, or by a failover
	}
	return s, nil
}

// after returns the entries that a client missed. That the last entry it saw is still there proves that nothing after it was trimmed; ok is false when it is not.
func (s *stretch) after(r replay) (ms []*Message, ok bool) {
	i, found := slices.BinarySearchFunc(s.ids, r.last, ID.Compare)
	if !found || s.epoch == "" || r.epoch != s.epoch {
		return nil, false
	}
	for _, ts := range s.targets[i+1:] {
		for _, m := range ts {
			if m.Key == r.key {
				ms = append(ms, m.Message)
			}
		}
	}
	return ms, true
}

// position is up to where a stream has been read.
func (t *Tail) position(name string) ID {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s := t.streams[name]; s != nil {
		return s.pos
	}
	return ID{}
}

// entry gives an entry of go-redis the form of one that was read on the line.
func entry(m redis.XMessage) *redisx.StreamEntry {
	e := &redisx.StreamEntry{}
	e.ID, _ = ParseID(m.ID) // Redis wrote it
	for name, v := range m.Values {
		if s, ok := v.(string); ok {
			e.Fields = append(e.Fields, []byte(name), []byte(s))
		}
	}
	return e
}
