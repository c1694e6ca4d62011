package loadtest_test

import (
	"context"
	"math"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/event"
	"hubstake/internal/hubclient"
	"hubstake/internal/testkit"
	"hubstake/loadtest/hubrig"
)

// builtHub is the hub's program, built once for all tests.
var builtHub = sync.OnceValues(func() (string, error) { return hubrig.Build(context.Background(), buildDir) })

var buildDir string

func TestMain(m *testing.M) {
	var err error
	if buildDir, err = os.MkdirTemp("", "hubrig-"); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(buildDir)
	os.Exit(code)
}

func rigOptions(t *testing.T, members int) hubrig.Options {
	t.Helper()
	hub, err := builtHub()
	require.NoError(t, err)
	return hubrig.Options{Dir: t.TempDir(), Hub: hub, Members: members, HubCPU: -1, LoadCPU: -1}
}

func readPID(t *testing.T, file string) int {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	n, err := strconv.Atoi(strings.TrimSpace(string(text)))
	require.NoError(t, err)
	return n
}

// readBalance connects a member and waits for the balance.
func readBalance(t *testing.T, s *hubrig.Stand, m hubclient.Member) hubclient.Message {
	t.Helper()
	c, err := hubclient.Dial(t.Context(), s.URL, http.Header{"Origin": {hubrig.Origin}}, m)
	require.NoError(t, err)
	defer c.Close()
	sub, err := c.Subscribe("/topic/" + m.Topic)
	require.NoError(t, err)
	for {
		msg, err := sub.Next(t.Context())
		require.NoError(t, err)
		if msg.Cmd == event.Cash {
			return msg
		}
	}
}

func TestAStandHasAHubThatIsStartedAgain(t *testing.T) {
	t.Parallel()
	s, err := hubrig.Start(t.Context(), rigOptions(t, 3))
	require.NoError(t, err)
	closed := false
	defer func() {
		if !closed {
			s.Close()
		}
	}()
	require.Len(t, s.Members, 3)
	lines, err := os.ReadFile(s.File)
	require.NoError(t, err)
	require.Equal(t, 3, strings.Count(string(lines), "\n"))
	require.Len(t, strings.Split(strings.SplitN(string(lines), "\n", 2)[0], "\t"), 5)
	for _, m := range s.Members {
		require.Equal(t, "1000000", readBalance(t, s, m).Data1)
	}
	metrics, err := s.Scrape(t.Context())
	require.NoError(t, err)
	require.Equal(t, 3.0, metrics["hub_connects_total"])

	out := filepath.Join(s.Dir, "out")
	err = s.Run(t.Context(), "sh", "-c", `wc -l <"$HUB_MEMBERS" >`+out+`; echo "$HUB_URL $HUB_ORIGIN $HUB_SITE $HUB_REDIS" >>`+out+`; exit 3`)
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit)
	require.Equal(t, 3, exit.ExitCode())
	text, err := os.ReadFile(out)
	require.NoError(t, err)
	require.Equal(t, "3\n"+s.URL+" "+hubrig.Origin+" "+hubrig.Site+" redis://"+s.Redis+"/0\n", string(text))

	old := readPID(t, s.HubPID())
	require.NoError(t, syscall.Kill(old, syscall.SIGKILL))
	testkit.Eventually(t, func() bool { return s.Deaths() == 1 && s.Ready(t.Context()) == nil })
	require.NotEqual(t, old, readPID(t, s.HubPID()))
	readBalance(t, s, s.Members[0])

	hub, redis := readPID(t, s.HubPID()), readPID(t, s.RedisPID())
	s.Close()
	closed = true
	for _, p := range []int{hub, redis} {
		require.ErrorIs(t, syscall.Kill(p, 0), syscall.ESRCH, "nothing is left behind")
	}
}

func TestAHubThatCannotStartSaysSo(t *testing.T) {
	t.Parallel()
	o := rigOptions(t, 1)
	o.Env = []string{"HUB_TYPO=1"}
	_, err := hubrig.Start(t.Context(), o)
	require.ErrorContains(t, err, "before it was ready")
	text, err := os.ReadFile(o.Dir + "/hub.log")
	require.NoError(t, err)
	require.Contains(t, string(text), "HUB_TYPO")
}

func TestAQuantileIsTheBoundThatKeepsTheShare(t *testing.T) {
	t.Parallel()
	before := hubrig.Histogram{.001: 100, .01: 100, math.Inf(1): 100}
	h := hubrig.Histogram{.001: 190, .01: 199, math.Inf(1): 200}.Since(before)
	require.InDelta(t, .001, h.Quantile(.9), 1e-9)
	require.InDelta(t, .01, h.Quantile(.99), 1e-9)
	require.True(t, math.IsInf(h.Quantile(1), 1))
	require.True(t, math.IsNaN(before.Since(before).Quantile(.99)))
}
