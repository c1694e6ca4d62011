// Package testkit holds what the tests of all packages share: the two sizes of a test, its patience and its seed.
//
// `make test` runs with -short: every rule is proved, at a small size. `make test-deep` runs without it: large sizes, and the tests that
// only repeat, at length, what a smaller one proves.
package testkit

import (
	"hash/fnv"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Patience is the longest that a test waits for a state before it calls the state missing. The machine may be busy or slow, so no test has a
// shorter end; a test that passes does not wait for it.
const Patience = 5 * time.Minute

// tick is the pause between two looks at a state.
const tick = 10 * time.Millisecond

// Eventually waits until the condition holds, and fails the test when it does not within Patience.
func Eventually(t require.TestingT, condition func() bool, message ...any) {
	if tb, ok := t.(interface{ Helper() }); ok { // a rapid.T is no testing.TB
		tb.Helper()
	}
	require.Eventually(t, condition, Patience, tick, message...)
}

// DeepOnly skips a test in `make test`. Its comment names the test that proves the same rule there.
func DeepOnly(tb testing.TB) {
	tb.Helper()
	if testing.Short() {
		tb.Skip("part of make test-deep")
	}
}

// Size returns small in `make test` and large in `make test-deep`. It cannot be called before the flags are parsed.
func Size[T any](small, large T) T {
	if testing.Short() {
		return small
	}
	return large
}

// Some returns n elements of a list in `make test`, chosen by the seed and in their order, and all of them in `make test-deep`.
func Some[T any](tb testing.TB, n int, list []T) (chosen []T) {
	tb.Helper()
	if !testing.Short() {
		return list
	}
	at := Rand(tb).Perm(len(list))[:min(n, len(list))]
	slices.Sort(at)
	for _, i := range at {
		chosen = append(chosen, list[i])
	}
	return chosen
}

// Rand returns a source of random numbers that follows from Seed and the test's name. Several goroutines may share it; which of them
// gets which number is then up to the scheduler.
func Rand(tb testing.TB) *rand.Rand {
	tb.Helper()
	name := fnv.New64a()
	_, _ = name.Write([]byte(tb.Name()))
	return rand.New(&lockedSource{src: rand.NewPCG(Seed(tb), name.Sum64())})
}

// lockedSource is a source for several goroutines.
type lockedSource struct {
	mu  sync.Mutex
	src rand.Source
}

// Uint64 implements rand.Source.
func (s *lockedSource) Uint64() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.src.Uint64()
}

// Seed returns the seed of this run's random tests: TEST_SEED, else one made of the commit, so that each commit tries other numbers and any
// run can be repeated. A test that fails prints it.
func Seed(tb testing.TB) uint64 {
	tb.Helper()
	tb.Cleanup(func() {
		if tb.Failed() {
			tb.Logf("repeat with TEST_SEED=%d", seed())
		}
	})
	return seed()
}

var seed = sync.OnceValue(func() uint64 {
	if n, err := strconv.ParseUint(os.Getenv("TEST_SEED"), 10, 64); err == nil {
		return n
	}
	commit, err := exec.Command("git", "rev-parse", "HEAD").Output()
	if err != nil {
		return 1 // a tree without git
	}
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(strings.TrimSpace(string(commit))))
	return uint64(sum.Sum32())
})
