package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
)

// A package that is renamed must not leave the race detector, or its share, in silence.
func TestTheSuiteNamesPackagesThatExist(t *testing.T) {
	t.Parallel()
	p, err := findPlace(os.Getenv)
	require.NoError(t, err)
	packages, err := p.goPackages(t.Context())
	require.NoError(t, err)
	named := append(append([]string{}, racedPackages...), seeingPackages...)
	for _, sh := range goShares {
		named = append(named, sh.roots...)
	}
	for _, root := range named {
		found := false
		for _, name := range packages {
			found = found || below(name, []string{root})
		}
		require.True(t, found, "no package with tests is %s or below it", root)
	}
	shares, err := p.shares(t.Context())
	require.NoError(t, err)
	run := map[string]int{}
	for _, sh := range shares {
		for _, arg := range sh.args {
			if strings.HasPrefix(sh.name, "go-") && strings.HasPrefix(arg, "hubstake/") {
				run[arg]++
			}
		}
	}
	for _, name := range packages {
		require.Equal(t, 1, run[name], "%s is in one share", name)
	}
}

func TestShareOfAPackageIsTheOneThatNamesItClosest(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"hubstake/api/server": "go-api-server", "hubstake/api/provider": "go-api", "hubstake/hub": "go-hub",
		"hubstake/internal/play/casino": "go-casino", "hubstake/internal/play/bet": "go-play", "hubstake/loadtest": "go-rest",
	} {
		require.Equal(t, want, shareOf(name), name)
	}
}

func TestASharePassedTooLongAgoIsOverdue(t *testing.T) {
	t.Parallel()
	shares := []share{{name: "new"}, {name: "fresh"}, {name: "last"}, {name: "old"}, {name: "broken"}, {name: "later"}}
	late, oldest := overdue(shares, map[string][]string{
		"fresh": {"fresh", "100", "t"}, "last": {"last", "60", "t"}, "old": {"old", "59", "t"}, "broken": {"broken", "x", "t"},
		"later": {"later", "200", "t"}, // noted in a longer history than this one
	}, 100)
	require.Equal(t, []string{"new", "old", "broken"}, late)
	require.Equal(t, 100, oldest, "an unreadable pass is as old as the tree")
	for began, want := range map[string][]string{"60": nil, "59": {"new"}} {
		late, _ = overdue(shares[:1], map[string][]string{listBegan: {listBegan, began, "t"}}, 100)
		require.Equal(t, want, late, "a share that never passed is as old as the list")
	}
}

func TestPassesAreNoted(t *testing.T) {
	t.Parallel()
	here, err := findPlace(os.Getenv)
	require.NoError(t, err)
	p := place{root: t.TempDir()}
	require.NoError(t, os.Mkdir(filepath.Join(p.root, ".ci"), 0o755))
	require.NoError(t, os.Symlink(filepath.Join(here.root, ".git"), filepath.Join(p.root, ".git")))
	for _, name := range []string{"lint", "faults", "lint"} {
		require.NoError(t, p.notePass(t.Context(), name))
	}
	passes, err := p.passes()
	require.NoError(t, err)
	require.Len(t, passes, 3)
	require.NotNil(t, passes[listBegan])
	commits, err := p.commits(t.Context())
	require.NoError(t, err)
	late, oldest := overdue([]share{{name: "lint"}, {name: "faults"}}, passes, commits)
	require.Empty(t, late)
	require.Zero(t, oldest)
}

func TestStepsTellWhatTheyCost(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	s := &steps{out: &out, clk: clock.System{}}
	busy := step{"busy", func(ctx context.Context) (string, error) {
		return "note", command(ctx, t.TempDir(), os.Environ(), "sh", "-c", "i=0; while [ $i -lt 50000 ]; do i=$((i+1)); done")
	}}
	bad := step{"bad", func(context.Context) (string, error) { return "", errors.New("broken") }}
	last := step{"last", func(context.Context) (string, error) { return "", nil }}
	err := report(s, func() error { return s.lanes(t.Context(), []step{bad, last}, []step{busy}) })
	require.ErrorContains(t, err, "bad: broken")
	costs := map[string]cost{}
	for _, c := range s.done {
		costs[c.name] = c
	}
	require.Positive(t, costs["busy"].cpu)
	require.Equal(t, "✗", costs["bad"].mark)
	require.Equal(t, "✓", costs["last"].mark, "a failure does not stop the others")
	for _, row := range []string{"busy", "in all", "servers and programs"} {
		require.Contains(t, out.String(), row)
	}
}

// Go's cache of results knows the addresses of the test servers. A second run at the same time has addresses of its own.
func TestTheAddressOfTheTestServersStays(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	first, err := lastTestAddress()
	require.NoError(t, err)
	beside, err := lastTestAddress()
	require.NoError(t, err)
	require.NotEqual(t, first.Password, beside.Password)
	require.NotEqual(t, first.Postgres, beside.Postgres)
	beside.release()
	first.release()
	again, err := lastTestAddress()
	require.NoError(t, err)
	require.Equal(t, first.Password, again.Password)
}

// The end of a long output is what is read: it names the tests that failed, wherever they stood.
func TestARunTellsAgainWhatFailed(t *testing.T) {
	t.Parallel()
	out := "ok  \ta\t1s\n--- FAIL: TestX (0.1s)\n    x_test.go:1: not equal\nFAIL\nFAIL\thubstake/x\t1s\nok  \tb\t2s\n"
	require.Equal(t, "--- FAIL: TestX (0.1s)\n    x_test.go:1: not equal\nFAIL\nFAIL\thubstake/x\t1s", telling(out))
	require.Equal(t, "1 failed\nwhy", telling("1 failed\nwhy\n"))
	long := telling(strings.Repeat("a line\n", 100))
	require.Equal(t, mostTold, strings.Count(long, "\n")+1)
}
