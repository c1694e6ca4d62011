package live

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"

	"hubstake/internal/core/calls"
	"hubstake/internal/core/clock"
	"hubstake/internal/platform/redisx"
)

const (
	// callsEvery is how often a process adds its own calls to those of all.
	callsEvery = 5 * time.Second
	// callsPart is the time of which one key has the sums, callsParts how many of them make the last hour, callsRecent how many of those are recent.
	callsPart   = 5 * time.Minute
	callsParts  = 12
	callsRecent = 3
	// callsKept is how long a key stays: longer than the last hour reads it.
	callsKept = 2 * time.Hour
)

// CallsKey has the sums of the calls between us and a provider, of all nodes, in the part of time that begins at a moment.
func CallsKey(vendor string, at time.Time) string {
	return "calls:" + vendor + ":" + strconv.FormatInt(at.Truncate(callsPart).Unix(), 10)
}

// KeepCalls adds what a process has counted to the sums of all, until ctx is done. Sums that Redis does not take are lost: whether it took
// them is not always known, and none may count twice.
func KeepCalls(ctx context.Context, rdb redis.Cmdable, clk clock.Clock, log zerolog.Logger, tally *calls.Tally) error {
	t := time.NewTicker(callsEvery)
	defer t.Stop()
	for {
		last := false
		select {
		case <-ctx.Done():
			last = true
		case <-t.C:
		}
		if err := AddCalls(context.WithoutCancel(ctx), rdb, clk.Now(), tally.Take()); err != nil {
			log.Warn().Err(err).Msg("calls of providers: not counted")
		}
		if last {
			return nil
		}
	}
}

// AddCalls adds sums to those of the part of time that now is in.
func AddCalls(ctx context.Context, rdb redis.Cmdable, now time.Time, sums map[calls.Line]calls.Sums) error {
	ctx, cancel := redisx.Brief(ctx, rdb)
	defer cancel()
	for l, s := range sums {
		_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
			key := CallsKey(l.Provider, now)
			add := func(name string, n int64) {
				if n != 0 {
					p.HIncrBy(ctx, key, string(l.Way)+"."+name, n)
				}
			}
			add("answered", s.Answered)
			add("failed", s.Failed)
			add("rejected", s.Rejected)
			for i, n := range s.Times {
				add(strconv.Itoa(i), n)
			}
			p.Expire(ctx, key, callsKept)
			return nil
		})
		if err != nil {
			return fmt.Errorf("calls of %s: %w", l.Provider, err)
		}
	}
	return nil
}

// Calls reads the figures of providers, of all nodes. A provider without calls in the last hour has none.
func Calls(ctx context.Context, rdb redis.Cmdable, now time.Time, vendors []string) (map[calls.Line]calls.Figures, error) {
	ctx, cancel := redisx.Brief(ctx, rdb)
	defer cancel()
	type part struct {
		vendor string
		recent bool
		found  *redis.MapStringStringCmd
	}
	var parts []part
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		for _, v := range vendors {
			for i := range callsParts {
				parts = append(parts, part{v, i < callsRecent, p.HGetAll(ctx, CallsKey(v, now.Add(-time.Duration(i)*callsPart)))})
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("calls of providers: %w", err)
	}
	out := map[calls.Line]calls.Figures{}
	for _, p := range parts {
		for field, text := range p.found.Val() {
			way, name, _ := strings.Cut(field, ".")
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				return nil, fmt.Errorf("calls of %s: %s: %w", p.vendor, field, err)
			}
			one := sumOf(name, n)
			l := calls.Line{Provider: p.vendor, Way: calls.Way(way)}
			f := out[l]
			f.Hour = f.Hour.Plus(one)
			if p.recent {
				f.Recent = f.Recent.Plus(one)
			}
			out[l] = f
		}
	}
	return out, nil
}

// sumOf is what one field of a key says; a field of another release says nothing.
func sumOf(name string, n int64) (s calls.Sums) {
	switch name {
	case "answered":
		s.Answered = n
	case "failed":
		s.Failed = n
	case "rejected":
		s.Rejected = n
	default:
		if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(s.Times) {
			s.Times[i] = n
		}
	}
	return s
}
