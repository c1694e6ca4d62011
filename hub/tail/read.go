package tail

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

// read delivers from all open streams, or from only one, until ctx ends or that one is closed.
func (t *Tail) read(ctx context.Context, sink Sink, only *stream) {
	var (
		names, ids []string
		out        []Target
		away       bool
		pause      = time.NewTimer(0)
	)
	defer pause.Stop()
	for ctx.Err() == nil {
		var open bool
		if names, ids, open = t.places(names[:0], ids[:0], only); !open {
			return
		}
		if len(names) == 0 {
			select {
			case <-ctx.Done():
			case <-t.opened:
			}
			continue
		}
		res, err := t.rdb.XRead(ctx, &redis.XReadArgs{
			Streams: append(append(make([]string, 0, 2*len(names)), names...), ids...), Count: batch, Block: block,
		}).Result()
		wait := gather
		switch {
		case err == nil || errors.Is(err, redis.Nil):
			if away {
				away = false
				t.log.Info().Msg("Redis is back")
				select {
				case t.suspect <- struct{}{}:
				default:
				}
			}
		case ctx.Err() != nil:
			return
		default:
			wait = retry
			if !away {
				away = true
				t.log.Warn().Err(err).Msg("Redis is away; sessions stay and are brought up to date later")
			}
		}
		if t.nameless(res) { // a feed is resumed by epoch and id, so its first entries must not go out without
			if err := t.checkEpochs(ctx); err != nil && ctx.Err() == nil {
				t.log.Warn().Err(err).Msg("entries without an epoch")
			}
		}
		for _, r := range res {
			out = t.advance(out[:0], r, names, ids)
			for _, m := range out {
				sink.Offer(m)
			}
		}
		if len(res) > 0 {
			sink.Flush()
			clear(out)
		}
		if len(res) > 0 || wait == retry {
			pause.Reset(wait)
			select {
			case <-ctx.Done():
			case <-pause.C:
			}
		}
	}
}

// places lists what is to be read and from where; open is false when only was closed.
func (t *Tail) places(names, ids []string, only *stream) (_, _ []string, open bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if only != nil {
		return append(names, only.name), append(ids, only.pos), only.open
	}
	for _, s := range t.streams {
		if s.open {
			names, ids = append(names, s.name), append(ids, s.pos)
		}
	}
	return names, ids, true
}

// nameless tells whether a site's stream had no epoch when it was opened, because nothing had ever been published.
func (t *Tail) nameless(res []redis.XStream) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, r := range res {
		if s := t.streams[r.Stream]; s != nil && s.site != "" && s.epoch == "" {
			return true
		}
	}
	return false
}

// advance moves a stream past what was read and returns what that means. Entries are passed over when the
// stream was placed anew meanwhile.
func (t *Tail) advance(out []Target, r redis.XStream, names, ids []string) []Target {
	t.mu.Lock()
	s := t.streams[r.Stream]
	var site, epoch string
	moved := s == nil
	for i, name := range names {
		if name == r.Stream && s != nil {
			moved = s.pos != ids[i]
		}
	}
	if !moved {
		s.pos, site, epoch = r.Messages[len(r.Messages)-1].ID, s.site, s.epoch
	}
	t.mu.Unlock()
	if moved {
		return out
	}
	now := t.clk.Now().UnixMilli()
	for _, e := range r.Messages {
		id, _ := ParseID(e.ID)
		n := len(out)
		if out = targets(out, site, id, epoch, e.Values); len(out) > n && out[n].At > 0 {
			t.metrics.ReadLag.Observe(float64(now-out[n].At) / 1000)
		}
	}
	return out
}
