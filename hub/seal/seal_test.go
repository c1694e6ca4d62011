package seal

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func testKey(t testing.TB, session string) *Key {
	t.Helper()
	salt := NewSalt()
	k, err := Derive(bytes.Repeat([]byte{7}, KeySize), salt[:], session)
	require.NoError(t, err)
	return &k
}

func TestOpenReturnsWhatWasSealed(t *testing.T) {
	t.Parallel()
	k := testKey(t, "s")
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SliceOfN(rapid.Byte(), 0, 1000).Draw(t, "plaintext")
		dest := rapid.String().Draw(t, "destination")
		seq := rapid.Uint64().Draw(t, "seq")
		prefix := rapid.SliceOfN(rapid.Byte(), 0, 50).Draw(t, "prefix")
		body := New(k, "s").Append(bytes.Clone(prefix), p, dest, seq)
		if !bytes.HasPrefix(body, prefix) || len(body)-len(prefix) != Size(len(p)) {
			t.Fatalf("%d bytes after a prefix of %d, %d are expected", len(body), len(prefix), Size(len(p)))
		}
		back, err := New(k, "s").Open(body[len(prefix):], dest, seq)
		if err != nil || !bytes.Equal(back, p) {
			t.Fatalf("%v: %x became %x", err, p, back)
		}
		if _, err := New(k, "s").Open(body[len(prefix):], dest, seq+1); err == nil {
			t.Fatal("opened with another seq")
		}
	})
}

func TestIVsAreUnique(t *testing.T) {
	t.Parallel()
	k := testKey(t, "s")
	const workers, each = 8, 125_000
	ivs := make([][ivChars]byte, workers*each)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			s := New(k, "s")
			var buf []byte
			for i := range each {
				buf = s.Append(buf[:0], nil, "d", 1)
				copy(ivs[w*each+i][:], buf)
			}
		})
	}
	wg.Wait()
	slices.SortFunc(ivs, func(a, b [ivChars]byte) int { return bytes.Compare(a[:], b[:]) })
	require.Len(t, slices.Compact(ivs), workers*each)
}

func TestKeysDoNotPrint(t *testing.T) {
	t.Parallel()
	k := testKey(t, "s")
	for _, s := range []string{fmt.Sprint(*k), fmt.Sprintf("%v %+v %#v %s", *k, *k, *k, *k)} {
		require.NotContains(t, s, fmt.Sprint(k[0])+" ")
		require.Contains(t, s, "***")
	}
}

func TestSaltsDiffer(t *testing.T) {
	t.Parallel()
	a, b := NewSalt(), NewSalt()
	require.NotEqual(t, a, b)
}

// Nothing but an authentic body opens, and nothing makes Open panic.
func FuzzOpen(f *testing.F) {
	k := Key{1}
	// A fixed IV, so that all the processes that fuzz know the same body.
	good := New(&k, "s").append(nil, []byte(`{"cmd":"CASH"}`), "/topic/a", 1, new([ivSize]byte))
	f.Add(good)
	f.Add([]byte("short"))
	f.Add([]byte(strings.Repeat("A", 64)))
	f.Fuzz(func(t *testing.T, body []byte) {
		p, err := New(&k, "s").Open(body, "/topic/a", 1)
		if err == nil && !bytes.Equal(body, good) {
			t.Fatalf("%q opened to %q", body, p)
		}
	})
}

func BenchmarkSeal(b *testing.B) {
	k := testKey(b, "s")
	payload := bytes.Repeat([]byte("x"), 200)
	b.Run("kept sealer", func(b *testing.B) {
		s := New(k, "AAECAwQFBgcICQoLDA0ODw")
		var buf []byte
		b.ReportAllocs()
		for b.Loop() {
			buf = s.Append(buf[:0], payload, "/topic/AAECAwQFBgcICQoLDA0ODw", 7)
		}
	})
	b.Run("sealer for each frame", func(b *testing.B) {
		var buf []byte
		b.ReportAllocs()
		for b.Loop() {
			buf = New(k, "AAECAwQFBgcICQoLDA0ODw").Append(buf[:0], payload, "/topic/AAECAwQFBgcICQoLDA0ODw", 7)
		}
	})
}

func BenchmarkDerive(b *testing.B) {
	salt := NewSalt()
	key := make([]byte, KeySize)
	b.ReportAllocs()
	for b.Loop() {
		_, _ = Derive(key, salt[:], "AAECAwQFBgcICQoLDA0ODw")
	}
}
