package redisx

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/config"
	"hubstake/internal/testkit/rdstest"
)

// got is an entry that outlives its buffer.
type got struct {
	i      int
	id     string
	fields []string
}

func keep(into *[]got) func(int, *StreamEntry) {
	return func(i int, e *StreamEntry) {
		g := got{i: i, id: e.ID.String()}
		for _, f := range e.Fields {
			g.fields = append(g.fields, string(f))
		}
		*into = append(*into, g)
	}
}

func places(names ...string) (ps []Cursor) {
	for _, n := range names {
		ps = append(ps, Cursor{Stream: n})
	}
	return ps
}

const answer = "*2\r\n" +
	"*2\r\n$1\r\na\r\n*2\r\n" +
	"*2\r\n$3\r\n1-1\r\n*4\r\n$3\r\ncmd\r\n$4\r\nCASH\r\n$1\r\nx\r\n$0\r\n\r\n" +
	"*2\r\n$4\r\n1-22\r\n*2\r\n$1\r\ny\r\n$2\r\n\r\n\r\n" +
	"*2\r\n$1\r\nc\r\n*1\r\n" +
	"*2\r\n$22\r\n18446744073709551615-7\r\n*0\r\n"

func TestAnswerComesWhole(t *testing.T) {
	t.Parallel()
	want := []got{
		{0, "1-1", []string{"cmd", "CASH", "x", ""}},
		{0, "1-22", []string{"y", "\r\n"}},
		{2, "18446744073709551615-7", nil},
	}
	for name, rd := range map[string]io.Reader{
		"at once": strings.NewReader(answer + answer), "by bytes": iotest.OneByteReader(strings.NewReader(answer + answer)),
		"in halves": iotest.HalfReader(strings.NewReader(answer + answer)),
	} {
		a := newAnswers(rd)
		for range 2 {
			var have []got
			require.NoError(t, a.read(places("a", "b", "c"), 2, keep(&have)), name)
			require.Equal(t, want, have, name)
		}
	}
	for _, null := range []string{"*-1\r\n", "*0\r\n"} {
		require.NoError(t, newAnswers(strings.NewReader(null)).read(places("a"), 2, func(int, *StreamEntry) { t.Error("an entry") }))
	}
}

func TestWhatIsNoAnswerIsRefused(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"*4\r\n", "*1\r\n*3\r\n", "*1\r\n*2\r\n$1\r\nz\r\n*0\r\n", "*x\r\n", "*\r\n", "*-2\r\n", "*+1\r\n", "*1\n", "\r\n", "\n", "$1\r\na\r\n", ":1\r\n", "%1\r\n",
		"*99999999999999999999\r\n", "*1\r\n*2\r\n$1\r\na\r\n*3\r\n", "*1\r\n*2\r\n$1\r\na\r\n*1\r\n*2\r\n$1\r\n7\r\n*0\r\n",
		"*1\r\n*2\r\n$1\r\na\r\n*1\r\n*2\r\n$2\r\n7-\r\n*0\r\n", "*1\r\n*2\r\n$1\r\na\r\n*1\r\n*2\r\n$2\r\n-7\r\n*0\r\n", "*1\r\n*2\r\n$1\r\na\r\n*1\r\n*2\r\n$3\r\n1-1\r\n*1\r\n",
		"*1\r\n*2\r\n$1\r\na\r\n*1\r\n*2\r\n$22\r\n18446744073709551616-7\r\n*0\r\n", "*1\r\n*2\r\n$1\r\na\r\n*1\r\n*2\r\n$3\r\n1-1\r\n*130\r\n",
		"*2\r\n*2\r\n$1\r\nb\r\n*0\r\n*2\r\n$1\r\na\r\n*0\r\n", "*1\r\n*2\r\n$1\r\nabc", "*1\r\n*2\r\n$1\r\naXY*0\r\n", "*1\r\n*2\r\n$999999999\r\n",
		strings.Repeat("9", maxHeader+readSize),
	} {
		require.Error(t, newAnswers(strings.NewReader(s)).read(places("a", "b"), 2, func(int, *StreamEntry) {}), "%.60q", s)
	}
	var said ServerError
	err := newAnswers(strings.NewReader("-MOVED 3999 127.0.0.1:6381\r\n")).read(places("a"), 2, func(int, *StreamEntry) {})
	require.ErrorAs(t, err, &said)
	addr, ask, ok := said.redirect()
	require.True(t, ok && !ask)
	require.Equal(t, "127.0.0.1:6381", addr)
	require.ErrorAs(t, newAnswers(strings.NewReader("*1\r\n-ERR half way\r\n")).read(places("a"), 2, func(int, *StreamEntry) {}), &said)
}

// An entry that the relay would never write is skipped, and needs no more memory than the limits allow.
func TestHugeEntriesArePassedOver(t *testing.T) {
	t.Parallel()
	rdb, line := pair(t)
	ctx, s := t.Context(), rdstest.ID()
	add := func(fields ...string) {
		require.NoError(t, rdb.XAdd(ctx, &redis.XAddArgs{Stream: s, Values: fields}).Err())
	}
	add("n", "1")
	add("n", "2", "data1", strings.Repeat("x", maxValue+1), "z", "z")
	add("n", "3", "data1", strings.Repeat("x", maxValue))
	many := []string{"n", "4"}
	for range 5 {
		many = append(many, "data1", strings.Repeat("x", maxValue-100))
	}
	add(many...)
	add("n", "5")
	var have []got
	require.NoError(t, line.Read(ctx, places(s), 10, time.Millisecond, keep(&have)))
	require.Len(t, have, 5)
	require.Equal(t, []string{"n", "1"}, have[0].fields)
	require.Empty(t, have[1].fields, "its place counts, its content does not")
	require.Equal(t, "3", have[2].fields[1])
	require.Len(t, have[2].fields[3], maxValue)
	require.Empty(t, have[3].fields)
	require.Equal(t, []string{"n", "5"}, have[4].fields)
	require.LessOrEqual(t, len(line.in.buf), 2*(maxEntry+maxHeader))
	require.NoError(t, line.Read(ctx, []Cursor{{Stream: s, After: EntryID{1 << 62, 0}}}, 10, time.Millisecond, keep(&have)))
	require.Len(t, line.in.buf, readSize, "the buffer is small again")
}

func pair(t *testing.T) (redis.UniversalClient, *StreamReader) {
	t.Helper()
	rdb := rdstest.Client(t)
	line := NewStreamReader(rdb)
	t.Cleanup(line.Close)
	return rdb, line
}

// go-redis is the oracle: random streams, names, texts and positions are read alike.
func TestReadsWhatGoRedisReads(t *testing.T) {
	t.Parallel()
	rdb, line := pair(t)
	ctx := t.Context()
	rnd := rand.New(rand.NewPCG(1, 2))
	for round := range 30 {
		var ps []Cursor
		var names, ids []string
		for range 1 + rnd.IntN(6) {
			s := rdstest.ID()
			_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
				for range rnd.IntN(40) {
					var fields []any
					for range 1 + rnd.IntN(12) {
						text := make([]byte, rnd.IntN(1<<rnd.IntN(14)))
						for i := range text {
							text[i] = byte(rnd.IntN(256))
						}
						fields = append(fields, strconv.Itoa(len(fields)), text) // a map has each name once
					}
					p.XAdd(ctx, &redis.XAddArgs{Stream: s, ID: "*", Values: fields})
				}
				return nil
			})
			require.NoError(t, err)
			after := EntryID{}
			if all, err := rdb.XRange(ctx, s, "-", "+").Result(); err == nil && len(all) > 0 && rnd.IntN(2) == 0 {
				after, _ = ParseEntryID(all[rnd.IntN(len(all))].ID)
			}
			ps, names, ids = append(ps, Cursor{s, after}), append(names, s), append(ids, after.String())
		}
		most := 1 + rnd.IntN(30)
		var have, want []got
		require.NoError(t, line.Read(ctx, ps, most, time.Millisecond, keep(&have)))
		res, err := rdb.XRead(ctx, &redis.XReadArgs{Streams: append(names, ids...), Count: int64(most), Block: time.Millisecond}).Result()
		if !errors.Is(err, redis.Nil) {
			require.NoError(t, err)
		}
		for _, s := range res {
			for _, e := range s.Messages {
				g := got{id: e.ID}
				for g.i = 0; names[g.i] != s.Stream; {
					g.i++
				}
				for k := range len(e.Values) {
					name := strconv.Itoa(2 * k)
					g.fields = append(g.fields, name, e.Values[name].(string))
				}
				want = append(want, g)
			}
		}
		require.Equal(t, want, have, "round %d", round)
	}
}

func TestLineSignsInAndComesBack(t *testing.T) {
	t.Parallel()
	srv, ctx := rdstest.Server(t), t.Context()
	admin, err := Open(srv.URL)
	require.NoError(t, err)
	defer func() { _ = admin.Close() }()
	require.NoError(t, admin.Do(ctx, "ACL", "SETUSER", "hub", "on", ">secret", "~*", "+@all").Err())
	require.NoError(t, admin.Do(ctx, "ACL", "SETUSER", "default", "off").Err())
	url := strings.Replace(string(srv.URL), "redis://", "redis://hub:secret@", 1)
	rdb, err := Open(config.URL(url[:len(url)-1] + "3"))
	require.NoError(t, err)
	defer func() { _ = rdb.Close() }()
	line := NewStreamReader(rdb)
	defer line.Close()
	add := func() { require.NoError(t, rdb.XAdd(ctx, &redis.XAddArgs{Stream: "s", Values: []any{"a", "b"}}).Err()) }
	add()
	var have []got
	require.NoError(t, line.Read(ctx, places("s"), 10, time.Millisecond, keep(&have)))
	require.Len(t, have, 1, "in database 3")

	bad, err := Open(config.URL(strings.Replace(url, "secret", "wrong", 1)))
	require.NoError(t, err)
	defer func() { _ = bad.Close() }()
	other := NewStreamReader(bad)
	var said ServerError
	require.ErrorAs(t, other.Read(ctx, places("s"), 10, time.Millisecond, keep(&have)), &said)
	require.Contains(t, said.Error(), "WRONGPASS")

	require.NoError(t, rdb.Do(ctx, "CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes").Err())
	require.Error(t, line.Read(ctx, places("s"), 10, time.Millisecond, keep(&have)))
	require.NoError(t, line.Read(ctx, places("s"), 10, time.Millisecond, keep(&have)))
	require.Len(t, have, 2)
}

// A server that takes the question and says nothing is not waited for, nor is the end of a program.
func TestSilentServerAndEndDoNotHoldAReader(t *testing.T) {
	t.Parallel()
	srv := rdstest.Server(t)
	rdb, err := Open(srv.URL)
	require.NoError(t, err)
	defer func() { _ = rdb.Close() }()
	line := NewStreamReader(rdb)
	defer line.Close()
	require.NoError(t, line.Read(t.Context(), places("s"), 10, time.Millisecond, nil))
	srv.Freeze(t)
	begin := time.Now()
	require.Error(t, line.Read(t.Context(), places("s"), 10, 20*time.Millisecond, nil))
	require.GreaterOrEqual(t, time.Since(begin), usualPatience/2)
	srv.Thaw(t)
	require.NoError(t, line.Read(t.Context(), places("s"), 10, time.Millisecond, nil))

	ctx, cancel := context.WithCancel(t.Context())
	stop := time.AfterFunc(20*time.Millisecond, cancel)
	defer stop.Stop()
	require.ErrorIs(t, line.Read(ctx, places("s"), 10, time.Hour, nil), context.Canceled, "the read is not waited for")
}

func TestAddressWithoutAHostIsThatOfWhoNamedIt(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{":7001": "10.0.0.1:7001", "?:7001": "10.0.0.1:7001", "h:1": "h:1", "[::1]:1": "[::1]:1", "x": "x"} {
		require.Equal(t, want, absolute(in, "10.0.0.1:6379"))
	}
}

func FuzzAnswers(f *testing.F) {
	f.Add([]byte(answer), uint8(3))
	f.Add([]byte("*1\r\n*2\r\n$1\r\na\r\n*1\r\n*2\r\n$3\r\n1-1\r\n*2\r\n$2000000\r\nx"), uint8(1))
	f.Add([]byte("-MOVED 1 a:1\r\n"), uint8(7))
	f.Fuzz(func(t *testing.T, b []byte, step uint8) {
		ps := places("a", "b", "c")
		var whole, pieces []got
		err1 := newAnswers(bytes.NewReader(b)).read(ps, 4, keep(&whole))
		in := newAnswers(&stepper{b, max(1, int(step))})
		err2 := in.read(ps, 4, keep(&pieces))
		require.Equal(t, err1 == nil, err2 == nil, "%v %v", err1, err2)
		require.Equal(t, whole, pieces, "however it is cut")
		require.LessOrEqual(t, len(in.buf), 2*(maxEntry+maxHeader))
		for i, g := range whole {
			require.LessOrEqual(t, len(g.fields), 2*maxFields)
			require.Zero(t, len(g.fields)%2)
			require.Less(t, g.i, len(ps))
			require.True(t, i == 0 || whole[i-1].i <= g.i)
		}
	})
}

// stepper gives a few bytes at a time.
type stepper struct {
	b []byte
	n int
}

func (s *stepper) Read(p []byte) (int, error) {
	if len(s.b) == 0 {
		return 0, io.EOF
	}
	n := copy(p, s.b[:min(s.n, len(s.b))])
	s.b = s.b[n:]
	return n, nil
}

func BenchmarkAnswers(b *testing.B) {
	var one strings.Builder
	for i := range 25 {
		_, _ = fmt.Fprintf(&one, "*2\r\n$9\r\n1789000-%d\r\n*12\r\n$6\r\nmember\r\n$9\r\nmember%03d\r\n$3\r\ncmd\r\n$4\r\nCASH\r\n$5\r\ndata1\r\n$3\r\n%03d\r\n$5\r\ndata2\r\n$130\r\n%0130d\r\n$3\r\nver\r\n$3\r\n812\r\n$2\r\nat\r\n$13\r\n1789000000123\r\n",
			i%10, i, i, i)
	}
	text := "*1\r\n*2\r\n$6\r\nev:{7}\r\n*25\r\n" + one.String()
	rd := strings.NewReader(text)
	a, ps := newAnswers(rd), places("ev:{7}")
	b.ReportAllocs()
	for b.Loop() {
		rd.Reset(text)
		if err := a.read(ps, 25, func(int, *StreamEntry) {}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/25, "ns/entry")
}
