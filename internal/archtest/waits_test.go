package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A test must not fail because the machine is busy. So what it waits for has testkit.Patience as its only end, nothing that it asserts is a
// time that has passed, and what it draws at random follows from the seed of the run.

// realWait is a wait by the clock that a test cannot do without: the seconds that it takes when all is well, and why no state and no clock of
// the test can replace it.
type realWait struct {
	seconds float64
	why     string
}

// mostWaited is what all real waits together may take, in seconds. Those in a browser have a bound of their own (web/e2e/support/loads.ts).
const mostWaited = 45

// realWaits are all of them, by file and function; none has an upper bound that a busy machine could exceed. Those without seconds pass in a
// bubble of testing/synctest, whose clock is not real, or are no part of make test and make test-deep.
var realWaits = map[string]realWait{
	"deployments/lb_test.go atFiveSeconds":                                              {10, "haproxy and nginx, programs of others, cut a handshake after five seconds of their clock; make test-deep only"},
	"deployments/dev/backing_test.go TestPostgresHealsAndKeepsItsData":                  {0, "a try on a connection that is never answered ends, and another one follows"},
	"deployments/dev/supervise/supervise_test.go TestAProgramThatNeverComesUpIsAnError": {0.1, "the program never comes up, however long the start is given"},
	"internal/testkit/pgtest/network.go Read":                                           {0, "a reader of a dead connection looks once a millisecond whether the test is over"},
	"hub/main_test.go TestFewDescriptors":                                               {1, "processor time is compared with the time in which it was used; a process that spins uses all of it"},
	"hub/server/admission_test.go TestHandshakesThatTrickleInAreCutWhileOthersConnect":  {1, "fasthttp cuts a handshake by the machine's clock"},
	"hub/server/conformance_test.go TestOpenModeHeartBeatsAreKeptAndAskedFor":           {1, "a library of others that misses a beat ends by its own clock; the test tries until it stays"},
	"hub/server/fault_test.go TestDrainMovesAllClients":                                 {0.3, "a drain takes at least the time that it is spread over"},
	"hub/server/fault_test.go TestGameTokenThatIsOverIsToldOnce":                        {5, "the watcher looks every five seconds"},
	"hub/server/fault_test.go TestTokenThatIsNotRenewedEndsTheSession":                  {5, "the watcher looks every five seconds"},
	"hub/server/fault_test.go TestWatcherBringsWhatTheStreamsLost":                      {5, "the watcher looks every five seconds"},
	"hub/server/fault_test.go TestWatcherEndsSessions":                                  {5, "the watcher looks every five seconds"},
	"hub/server/follower_test.go run":                                                   {0, "the pause of a client before it comes back; it ends with the follower"},
	"hub/tail/pause_test.go TestAPauseIsNeverTooShort":                                  {0.1, "the kernel's timer is what is tested: no pause is too short"},
	"internal/account/member/throttle_test.go TestATryThatIsGivenUpDoesNotCount":        {0.3, "the pause after wrong passwords, once as it is"},
	"internal/platform/redisx/metrics_test.go TestAServerThatIsAwayOrSilentIsSeen":      {0.1, "a frozen Redis: the call must end, and cannot succeed"},
	"internal/platform/redisx/nonces_test.go TestNoncesOfAServerThatIsAway":             {0.1, "a frozen Redis: the call must end, and cannot succeed"},
	"internal/platform/redisx/resp_test.go TestSilentServerAndEndDoNotHoldAReader":      {3, "a frozen Redis: the reader waits for at least its patience"},
	"internal/sim/round/service_test.go pass":                                           {0, "in a bubble"},
	"internal/sim/server/jackpots_test.go TestTheOperatorReadsTheJackpots":              {0.1, "a fault that slows an answer slows it by at least so much"},
	"internal/sim/server/server_test.go TestLaunchOutages":                              {0.1, "a fault that slows an answer slows it by at least so much"},
	"internal/sim/table/service_test.go TestAfterARestartTheRoundIsTheSame":             {0, "in a bubble"},
	"internal/sim/table/service_test.go until":                                          {0, "in a bubble"},
	"monitoring/drill_test.go TestAlertsFireOnTheRunningProduct":                        {0, "make drill waits until Prometheus forgets, up to twenty minutes"},
	"workers/relay/frozen_test.go TestALeaderThatIsGoneWithoutAWordIsReplaced":          {5, "PostgreSQL ends the session of a leader that is silent after five seconds"},
	"workers/relay/relay_test.go TestKilledAnywhereNothingIsLostAndNothingComesTwice":   {2, "relays live for a random moment; what they had done by then does not matter"},
}

// clocked is a finding in a test: how it depends on the speed of the machine, or cannot be repeated.
type clocked struct{ function, what string }

// bubbles are functions whose argument runs by the clock of a bubble.
var bubbles = []string{"synctest.Test", "inBubble"}

// sources are what may be used of math/rand: sources of a test's own, and their types.
var sources = []string{"New", "NewPCG", "NewChaCha8", "NewZipf", "Rand", "PCG", "Source", "Zipf"}

// speed returns what a test file has that depends on how fast the machine is, or on chance without a seed.
func speed(f *ast.File) (found []clocked) {
	random := slices.ContainsFunc(f.Imports, func(i *ast.ImportSpec) bool { return strings.HasPrefix(i.Path.Value, `"math/rand`) })
	for _, d := range f.Decls {
		name := ""
		if fn, ok := d.(*ast.FuncDecl); ok {
			name = fn.Name.Name
			if strings.HasPrefix(name, "Benchmark") {
				continue
			}
		}
		since := passed(d)
		note := func(what string) { found = append(found, clocked{name, what}) }
		ast.Inspect(d, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BinaryExpr:
				if n.Op == token.LSS || n.Op == token.GTR || n.Op == token.LEQ || n.Op == token.GEQ {
					if (since(n.X) || since(n.Y)) && !patient(n.X) && !patient(n.Y) {
						note("a time that has passed is compared")
					}
				}
			case *ast.CallExpr:
				called := nameOf(n.Fun)
				if slices.Contains(bubbles, called) {
					return false
				}
				if what := judgeCall(called, n, since); what != "" {
					note(what)
				}
			case *ast.SelectorExpr:
				if of, ok := n.X.(*ast.Ident); ok && random && of.Name == "rand" && !slices.Contains(sources, n.Sel.Name) {
					note("rand." + n.Sel.Name + " has no seed: use testkit.Rand")
				}
			}
			return true
		})
	}
	return found
}

// judgeCall returns what is wrong with a call, or nothing.
func judgeCall(called string, call *ast.CallExpr, since func(ast.Expr) bool) string {
	of, name, _ := strings.Cut(called, ".")
	switch {
	case (of == "require" || of == "assert") && (strings.HasPrefix(name, "Eventually") || strings.HasPrefix(name, "Never")):
		return called + " has an end of its own: use testkit.Eventually"
	case (of == "require" || of == "assert") && slices.ContainsFunc(call.Args, since) && !slices.ContainsFunc(call.Args, patient):
		return called + " compares a time that has passed"
	case called == "time.Sleep":
		return called
	case called == "context.WithTimeout" && !patient(call.Args[1]), called == "context.WithDeadline":
		return called + " ends sooner or later than testkit.Patience"
	case (called == "time.After" || called == "time.NewTimer" || called == "time.AfterFunc") && !patient(call.Args[0]):
		return called + " is neither testkit.Patience nor listed as a real wait"
	}
	return ""
}

// nameOf returns the name of a function that is called, as written.
func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		if of, ok := e.X.(*ast.Ident); ok {
			return of.Name + "." + e.Sel.Name
		}
	}
	return ""
}

// patient reports whether an expression has testkit.Patience in it.
func patient(e ast.Expr) bool {
	return mentions(e, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		return ok && s.Sel.Name == "Patience" && nameOf(s) == "testkit.Patience"
	})
}

func mentions(e ast.Node, is func(ast.Node) bool) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		found = found || n != nil && is(n)
		return !found
	})
	return found
}

// passed returns a function that reports whether an expression is made of time.Since, or of a variable of the declaration that was.
func passed(d ast.Decl) func(ast.Expr) bool {
	elapsed := map[string]bool{}
	is := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			return nameOf(n.Fun) == "time.Since"
		case *ast.Ident:
			return elapsed[n.Name]
		}
		return false
	}
	ast.Inspect(d, func(n ast.Node) bool {
		if set, ok := n.(*ast.AssignStmt); ok {
			for i, left := range set.Lhs {
				id, named := left.(*ast.Ident)
				if named && i < len(set.Rhs) && mentions(set.Rhs[i], func(n ast.Node) bool { c, ok := n.(*ast.CallExpr); return ok && nameOf(c.Fun) == "time.Since" }) {
					elapsed[id.Name] = true
				}
			}
		}
		return true
	})
	return func(e ast.Expr) bool { return mentions(e, is) }
}

func TestNoTestDependsOnTheSpeedOfTheMachine(t *testing.T) {
	t.Parallel()
	planted, err := parser.ParseFile(token.NewFileSet(), "planted_test.go", `package planted
		import "math/rand/v2"
		func TestA(t *testing.T) {
			require.Eventually(t, f, time.Minute, time.Second)
			assert.Less(t, time.Since(begin), time.Second)
			took := time.Since(begin)
			require.InDelta(t, 1, took.Seconds(), 1)
			for took < time.Second {}
			ctx, cancel := context.WithTimeout(ctx, time.Minute)
			time.Sleep(time.Second)
			<-time.After(time.Second)
			_ = rand.IntN(3)
		}
		func TestB(t *testing.T) {
			testkit.Eventually(t, f)
			require.Less(t, time.Since(begin), testkit.Patience)
			ctx, cancel := context.WithTimeout(ctx, testkit.Patience)
			<-time.After(testkit.Patience)
			_ = rand.New(rand.NewPCG(1, 2)).IntN(3)
			synctest.Test(t, func(t *testing.T) { <-time.After(time.Second) })
		}`, parser.SkipObjectResolution)
	require.NoError(t, err)
	found := speed(planted)
	require.Len(t, found, 8, "%v", found)
	for _, c := range found {
		require.Equal(t, "TestA", c.function, c.what)
	}

	var wrong []string
	there := map[string]bool{}
	for _, path := range testFiles(t) {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, path), nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				there[path+" "+fn.Name.Name] = true
			}
		}
		for _, c := range speed(f) {
			at := path + " " + c.function
			if _, listed := realWaits[at]; !listed {
				wrong = append(wrong, at+": "+c.what)
			}
		}
	}
	require.Empty(t, wrong, "%s", strings.Join(wrong, "\n"))

	sum := 0.0
	for at, w := range realWaits {
		require.True(t, there[at], "%s is listed and does not exist", at)
		require.NotEmpty(t, w.why, at)
		sum += w.seconds
	}
	require.LessOrEqual(t, sum, float64(mostWaited), "seconds that all tests together wait by the clock")
}

// testFiles are the tests that are held to the rules, and what they share.
func testFiles(t *testing.T) (paths []string) {
	t.Helper()
	for _, path := range goFiles(t, ".") {
		path, err := filepath.Rel(root, path)
		require.NoError(t, err)
		path = filepath.ToSlash(path)
		kit := strings.HasPrefix(path, "internal/testkit/") && path != "internal/testkit/testkit.go"
		if kit || strings.HasSuffix(path, "_test.go") {
			paths = append(paths, path)
		}
	}
	require.Greater(t, len(paths), 500)
	return paths
}
