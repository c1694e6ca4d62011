package tail

import (
	"context"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/id"
	"hubstake/internal/live"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit/rdstest"
)

// counter is a sink that says when n messages have come.
type counter struct {
	n    int
	done chan struct{}
}

func (c *counter) Offer(Target) {
	if c.n--; c.n == 0 {
		close(c.done)
	}
}

func (c *counter) Flush() {}

// BenchmarkRead is what an entry costs from the socket to the message, and what it costs by way of go-redis.
func BenchmarkRead(b *testing.B) {
	rdb, err := redisx.Open(rdstest.Server(b).URL)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = rdb.Close() }()
	ctx := b.Context()
	const n = 50_000
	pad := strings.Repeat("0", 130)
	for done := 0; done < n; done += 1000 {
		_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
			for i := range 1000 {
				mem := "member" + strconv.Itoa(i)
				p.XAdd(ctx, &redis.XAddArgs{Stream: live.StreamKey(id.Shard(mem)), Values: []any{
					"member", mem, "cmd", "CASH", "data1", done + i, "data2", pad, "ver", done + i, "at", time.Now().UnixMilli(),
				}})
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	report := func(b *testing.B, from time.Duration) {
		b.Helper()
		b.ReportMetric(float64((cpu()-from).Nanoseconds())/float64(b.N)/n, "cpu-ns/entry")
	}
	t := New(rdb, clock.System{}, zerolog.Nop(), NewMetrics(prometheus.NewRegistry()), func(string, bool) {}, func() {})
	b.Run("line", func(b *testing.B) {
		for _, most := range []int{2, 100} {
			b.Run(strconv.Itoa(most)+" of each stream", func(b *testing.B) {
				b.ReportAllocs()
				begin := cpu()
				for b.Loop() {
					c := &counter{n: n, done: make(chan struct{})}
					r := &reader{Tail: t, sink: c, line: redisx.NewStreamReader(rdb)}
					t.streams, t.order = map[string]*stream{}, nil
					for i := range id.Shards {
						s := &stream{name: live.StreamKey(id.ShardName(i)), open: true}
						t.streams[s.name], t.order = s, append(t.order, s)
					}
					take := func(i int, e *redisx.StreamEntry) { r.take(ctx, i, e) }
					for c.n > 0 {
						r.place()
						r.at, r.entries = -1, 0
						if err := r.line.Read(ctx, r.places, most, block, take); err != nil {
							b.Fatal(err)
						}
						r.advance()
					}
					r.line.Close()
				}
				report(b, begin)
			})
		}
	})
	b.Run("go-redis", func(b *testing.B) {
		for _, most := range []int64{2, 100} {
			b.Run(strconv.Itoa(int(most))+" of each stream", func(b *testing.B) {
				b.ReportAllocs()
				begin := cpu()
				for b.Loop() {
					goRedis(ctx, b, rdb, most, n)
				}
				report(b, begin)
			})
		}
	})
}

// cpu is what this process has used: the server's part of the time does not count.
func cpu() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func goRedis(ctx context.Context, b *testing.B, rdb redis.UniversalClient, most int64, n int) {
	b.Helper()
	c := &counter{n: n, done: make(chan struct{})}
	var names, ids []string
	at := map[string]int{}
	for i := range id.Shards {
		name := live.StreamKey(id.ShardName(i))
		at[name] = i
		names, ids = append(names, name), append(ids, "0-0")
	}
	var out []Target
	for c.n > 0 {
		res, err := rdb.XRead(ctx, &redis.XReadArgs{Streams: append(append([]string(nil), names...), ids...), Count: most, Block: block}).Result()
		if err != nil {
			b.Fatal(err)
		}
		for _, s := range res {
			for _, e := range s.Messages {
				out = targets(out[:0], "", "", time.Time{}, entry(e))
				for _, m := range out {
					c.Offer(m)
				}
				ids[at[s.Stream]] = e.ID
			}
		}
	}
}
