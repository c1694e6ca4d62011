package registry

import (
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The index must always say what a plain map of sets says.
func TestRegistryIsAMapOfSets(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := New[int]()
		entries := make([]*Entry[int], 12)
		at := map[int]string{}
		for i := range entries {
			entries[i] = &Entry[int]{Owner: i}
		}
		t.Repeat(map[string]func(*rapid.T){
			"add": func(t *rapid.T) {
				i, key := rapid.IntRange(0, 11).Draw(t, "i"), rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "key")
				r.Add(key, entries[i])
				if _, in := at[i]; !in {
					at[i] = key
				}
			},
			"remove": func(t *rapid.T) {
				i := rapid.IntRange(0, 11).Draw(t, "i")
				r.Remove(entries[i])
				delete(at, i)
			},
			"": func(t *rapid.T) {
				if r.Len() != len(at) {
					t.Fatalf("%d entries, %d are expected", r.Len(), len(at))
				}
				for _, key := range []string{"a", "b", "c"} {
					have := r.Append(nil, key)
					slices.Sort(have)
					var want []int
					for i, k := range at {
						if k == key {
							want = append(want, i)
						}
					}
					slices.Sort(want)
					if !slices.Equal(have, want) {
						t.Fatalf("%s: %v, %v are expected", key, have, want)
					}
				}
			},
		})
	})
}

func TestRegistryFromManyGoroutines(t *testing.T) {
	t.Parallel()
	r := New[int]()
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			es := make([]Entry[int], 500)
			for i := range es {
				es[i].Owner = i
				r.Add("all", &es[i])
				r.Add("w"+strconv.Itoa(w), &Entry[int]{Owner: i})
				r.Append(nil, "all")
			}
			for i := range es {
				r.Remove(&es[i])
			}
		})
	}
	wg.Wait()
	require.Empty(t, r.Append(nil, "all"))
	require.Equal(t, 8*500, r.Len())
}

func BenchmarkAppend10000(b *testing.B) {
	r := New[int]()
	for i := range 10_000 {
		r.Add("site", &Entry[int]{Owner: i})
	}
	var buf []int
	for b.Loop() {
		buf = r.Append(buf[:0], "site")
	}
}
