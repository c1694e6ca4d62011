package redisx

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

func TestValuesComeWhole(t *testing.T) {
	t.Parallel()
	const text = "*3\r\n$2\r\n\r\n\r\n$-1\r\n$0\r\n\r\n" + "-WRONGTYPE x\r\n" + "*3\r\n$1\r\na\r\n$1\r\nb\r\n$1\r\nc\r\n"
	for _, in := range []*answers{newAnswers(strings.NewReader(text)), newAnswers(iotest.OneByteReader(strings.NewReader(text)))} {
		v, err := in.values(3)
		require.NoError(t, err)
		require.Equal(t, [][]byte{[]byte("\r\n"), nil, {}}, v)
		_, err = in.values(3)
		require.Equal(t, ServerError("WRONGTYPE x"), err, "of this read alone")
		v, err = in.values(3)
		require.NoError(t, err)
		require.Equal(t, [][]byte{[]byte("a"), []byte("b"), []byte("c")}, v)
	}
	for _, bad := range []string{"*2\r\n", "*4\r\n", "*-1\r\n", "$1\r\na\r\n", "*3\r\n$1\r\na\r\n-ERR x\r\n", "*3\r\n*1\r\n", "*3\r\n$1\r\nab\r\n", "*3\r\n$2000000\r\n" + strings.Repeat("x", 2000002), "+OK\r\n", ""} {
		_, err := newAnswers(strings.NewReader(bad)).values(3)
		require.Error(t, err, "%.40q", bad)
		require.NotErrorAs(t, err, new(ServerError), "%.40q", bad)
	}
}

// hashReader returns a reader of n hashes h:{tag}:i, of which every third lacks the field b.
func hashReader(t *testing.T, rdb redis.UniversalClient, n int) (*HashReader, []HashRead) {
	t.Helper()
	fields := NewFields("a", "b")
	var reads []HashRead
	_, err := rdb.Pipelined(t.Context(), func(p redis.Pipeliner) error {
		for i := range n {
			key := fmt.Sprintf("h:{%d}:%d", i%16, i)
			p.HSet(t.Context(), key, "a", i)
			if i%3 != 0 {
				p.HSet(t.Context(), key, "b", "")
			}
			reads = append(reads, HashRead{key, fields})
		}
		return nil
	})
	require.NoError(t, err)
	r := NewHashReader(rdb, clock.System{}, nil)
	t.Cleanup(r.Close)
	return r, reads
}

// check reads everything, and requires that each read is answered once and by its own hash. It returns an error of a read, if there was one.
func check(t *testing.T, r *HashReader, reads []HashRead) (failed error) {
	t.Helper()
	seen := make([]int, len(reads))
	r.Read(context.WithoutCancel(t.Context()), reads, func(i int, values [][]byte, err error) {
		seen[i]++
		if err != nil {
			failed = err
			return
		}
		require.Equal(t, fmt.Sprint(i), string(values[0]))
		require.Equal(t, i%3 == 0, values[1] == nil)
	})
	for i, n := range seen {
		require.Equal(t, 1, n, "read %d", i)
	}
	return failed
}

func TestHashesAreReadInOneTrip(t *testing.T) {
	t.Parallel()
	srv := rdstest.Server(t)
	rdb, err := Open(srv.Patient())
	require.NoError(t, err)
	t.Cleanup(func() { _ = rdb.Close() })
	r, reads := hashReader(t, rdb, 5000)
	require.NoError(t, check(t, r, reads))
	r.Read(t.Context(), nil, func(int, [][]byte, error) { t.Error("nothing was asked") })

	require.NoError(t, rdb.Set(t.Context(), "text", "x", 0).Err())
	var errs []error
	r.Read(t.Context(), []HashRead{reads[0], {"text", reads[0].Fields}, reads[1], {"none", reads[0].Fields}}, func(i int, values [][]byte, err error) {
		errs = append(errs, err)
		if i == 3 {
			require.Equal(t, [][]byte{nil, nil}, values)
		}
	})
	require.Len(t, errs, 4)
	require.ErrorContains(t, errs[1], "WRONGTYPE")
	require.NoError(t, errs[2], "one that fails does not harm the others")

	require.NoError(t, rdb.Do(t.Context(), "CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes").Err())
	require.NoError(t, check(t, r, reads), "the connection had died meanwhile")
	srv.Kill()
	require.Error(t, check(t, r, reads))
	srv.Restart(t)
	var left []HashRead
	r, left = hashReader(t, rdb, 10)
	require.NoError(t, check(t, r, left))
}

// Slots move key by key while they are read, then a master dies (faults.md rows 25 and 26).
func TestHashesOfAClusterAreReadWhereTheyAre(t *testing.T) {
	t.Parallel()
	c := rdstest.Cluster(t)
	rdb, err := Open(c.URL)
	require.NoError(t, err)
	t.Cleanup(func() { _ = rdb.Close() })
	r, reads := hashReader(t, rdb, 640)
	require.NoError(t, check(t, r, reads))
	for _, key := range []string{reads[0].Key, reads[1].Key, reads[2].Key} {
		from, to := c.Master(t, key), c.Nodes[0]
		for _, n := range c.Nodes[:3] {
			if n != from {
				to = n
			}
		}
		moved := make(chan struct{})
		go func() {
			defer close(moved)
			c.Migrate(t, key, to)
		}()
		for done := false; !done; {
			select {
			case <-moved:
				done = true
			default:
			}
			require.NoError(t, check(t, r, reads))
		}
		require.Same(t, to, c.Master(t, key))
	}
	c.Replace(t, c.Master(t, reads[0].Key))
	testkit.Eventually(t, func() bool { return check(t, r, reads) == nil })
}

func TestHashesBehindSentinelsAreReadFromTheNewMaster(t *testing.T) {
	t.Parallel()
	s := rdstest.Sentinels(t)
	rdb, err := Open(s.URL)
	require.NoError(t, err)
	t.Cleanup(func() { _ = rdb.Close() })
	r, reads := hashReader(t, rdb, 10)
	require.NoError(t, check(t, r, reads))
	s.Replace(t)
	testkit.Eventually(t, func() bool {
		_, err := rdb.Ping(t.Context()).Result()
		return err == nil
	})
	r2, reads := hashReader(t, rdb, 10)
	r2.Close()
	testkit.Eventually(t, func() bool { return check(t, r, reads) == nil })
}

func FuzzValues(f *testing.F) {
	f.Add([]byte("*2\r\n$1\r\na\r\n$-1\r\n*2\r\n$0\r\n\r\n$0\r\n\r\n"), uint8(1))
	f.Add([]byte("-MOVED 1 a:1\r\n*2\r\n"), uint8(3))
	f.Fuzz(func(t *testing.T, b []byte, step uint8) {
		whole, pieces := newAnswers(bytes.NewReader(b)), newAnswers(&stepper{b, max(1, int(step))})
		for range 3 {
			v1, err1 := whole.values(2)
			v2, err2 := pieces.values(2)
			require.Equal(t, err1 == nil, err2 == nil, "%v %v", err1, err2)
			require.Equal(t, v1, v2, "however it is cut")
			if err1 != nil {
				return
			}
			require.Len(t, v1, 2)
		}
	})
}
