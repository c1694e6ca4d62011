package tail

import (
	"context"
	"time"
)

const (
	maxReplays   = 1024 // waiting at once
	replayLength = 1000 // entries looked at; who missed more reads the API
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
	case t.replay <- replay{name, site, key, last, epoch, done}:
	default:
		done(nil, false)
	}
}

func (t *Tail) replays(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case r := <-t.replay:
			r.done(t.between(ctx, r))
		}
	}
}

// between reads from the entry last on. That it is still there proves that nothing after it was trimmed.
func (t *Tail) between(ctx context.Context, r replay) (out []*Message, ok bool) {
	if r.epoch == "" || r.epoch != t.Epoch(r.name) {
		return nil, false
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	entries, err := t.rdb.XRangeN(ctx, r.name, r.last.String(), "+", replayLength+1).Result()
	if err != nil || len(entries) == 0 || len(entries) > replayLength || entries[0].ID != r.last.String() {
		return nil, false
	}
	var ts []Target
	for _, e := range entries[1:] {
		id, _ := ParseID(e.ID)
		ts = targets(ts, r.site, id, r.epoch, e.Values)
	}
	for _, m := range ts {
		if m.Key == r.key {
			out = append(out, m.Message)
		}
	}
	return out, true
}
