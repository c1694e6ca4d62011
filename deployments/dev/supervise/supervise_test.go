package supervise_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"hubstake/internal/testkit"

	"github.com/stretchr/testify/require"

	"hubstake/deployments/dev/supervise"
)

var quick = supervise.Pause{First: 10 * time.Millisecond, Most: 50 * time.Millisecond, Settled: time.Minute}

// orphanage is set for the copy of this test that starts a program and is then killed.
const orphanage = "SUPERVISE_TEST_PID_FILE"

func TestMain(m *testing.M) {
	if file := os.Getenv(orphanage); file != "" {
		sup := supervise.New(quick, func(supervise.Notice) {})
		_ = sup.Start(context.Background(), shell(filepath.Dir(file), "echo $$ >"+file+"; exec sleep 600"))
		select {} // until it is killed
	}
	os.Exit(m.Run())
}

func shell(dir, script string) supervise.Spec {
	return supervise.Spec{
		Name: "child", Path: "/bin/sh", Args: []string{"-c", script}, Dir: dir, Log: filepath.Join(dir, "log", "child.log"),
		Env: []string{"PATH=/usr/bin:/bin"}, Grace: 2 * time.Second,
	}
}

// written makes a check that is good when the child has written the file.
func written(file string) func(context.Context) error {
	return func(context.Context) error {
		_, err := os.Stat(file)
		return err
	}
}

func number(t *testing.T, file string) int {
	t.Helper()
	var n int
	testkit.Eventually(t, func() bool {
		text, err := os.ReadFile(file)
		if err != nil {
			return false
		}
		n, err = strconv.Atoi(strings.TrimSpace(string(text)))
		return err == nil
	})
	return n
}

func TestAProgramThatIsKilledIsStartedAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	notices := make(chan supervise.Notice, 10)
	sup := supervise.New(quick, func(n supervise.Notice) { notices <- n })
	t.Cleanup(sup.Stop)
	spec := shell(dir, "echo up; touch ready; exec sleep 600")
	spec.Ready = written(filepath.Join(dir, "ready"))
	require.NoError(t, sup.Start(t.Context(), spec))
	first := sup.Identities()["child"]
	require.Equal(t, first.PID, (<-notices).PID)
	require.True(t, first.Alive())

	require.NoError(t, syscall.Kill(first.PID, syscall.SIGKILL))
	ended := <-notices
	require.ErrorContains(t, ended.Err, "killed")
	require.Equal(t, quick.First, ended.After)
	again := <-notices
	require.NotEqual(t, first.PID, again.PID)
	require.False(t, first.Alive())
	require.Equal(t, again.PID, sup.Identities()["child"].PID)
	testkit.Eventually(t, func() bool {
		text, err := os.ReadFile(spec.Log)
		return err == nil && string(text) == "up\nup\n"
	}, "the log goes on")
}

func TestThePauseGrowsWhileAProgramKeepsDying(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pauses := make(chan time.Duration, 100)
	sup := supervise.New(quick, func(n supervise.Notice) {
		if n.Err != nil {
			pauses <- n.After
		}
	})
	t.Cleanup(sup.Stop)
	spec := shell(dir, "if [ -e ready ]; then exit 3; fi; touch ready; sleep 0.2")
	spec.Ready = written(filepath.Join(dir, "ready"))
	require.NoError(t, sup.Start(t.Context(), spec))
	for _, want := range []time.Duration{10, 20, 40, 50, 50} {
		require.Equal(t, want*time.Millisecond, <-pauses)
	}
}

func TestAProgramThatNeverComesUpIsAnError(t *testing.T) {
	t.Parallel()
	sup := supervise.New(quick, func(supervise.Notice) {})
	t.Cleanup(sup.Stop)
	spec := shell(t.TempDir(), "exit 7")
	spec.Ready = written("/nonexistent")
	require.ErrorContains(t, sup.Start(t.Context(), spec), "child does not start: exit status 7")

	spec.Name, spec.Path = "none", "/nonexistent/program"
	require.ErrorContains(t, sup.Start(t.Context(), spec), "none does not start")

	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	waits := shell(t.TempDir(), "exec sleep 600")
	waits.Ready = written("/nonexistent")
	require.ErrorIs(t, sup.Start(ctx, waits), context.DeadlineExceeded)
}

func TestStopEndsTheLastStartedFirstAndWhatTheyStarted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	sup := supervise.New(quick, func(supervise.Notice) {})
	for _, name := range []string{"a", "b"} {
		spec := shell(dir, "trap 'echo "+name+" >>order; exit' TERM; sleep 600 & echo $! >"+name+".pid; touch "+name+"; wait")
		spec.Name, spec.Ready = name, written(filepath.Join(dir, name))
		require.NoError(t, sup.Start(t.Context(), spec))
	}
	deaf := shell(dir, "trap '' TERM; touch deaf; while :; do sleep 600; done")
	deaf.Name, deaf.Ready, deaf.Grace = "deaf", written(filepath.Join(dir, "deaf")), 20*time.Millisecond
	require.NoError(t, sup.Start(t.Context(), deaf))
	all := sup.Identities()
	sup.Stop()
	order, err := os.ReadFile(filepath.Join(dir, "order"))
	require.NoError(t, err)
	require.Equal(t, "b\na\n", string(order))
	for name, id := range all {
		require.False(t, id.Alive(), name)
	}
	for _, name := range []string{"a.pid", "b.pid"} {
		pid := number(t, filepath.Join(dir, name))
		testkit.Eventually(t, func() bool { _, err := supervise.Identify(pid); return err != nil }, "a grandchild is not left behind")
	}
}

func TestNothingOutlivesASupervisorThatIsKilled(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "pid")
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), orphanage+"="+file)
	require.NoError(t, cmd.Start())
	pid := number(t, file)
	id, err := supervise.Identify(pid)
	require.NoError(t, err)
	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait()
	testkit.Eventually(t, func() bool { return !id.Alive() })
}

func TestAnIdentityIsMoreThanANumber(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("sleep", "600")
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	id, err := supervise.Identify(cmd.Process.Pid)
	require.NoError(t, err)
	other := supervise.Identity{PID: id.PID, Start: id.Start - 1}
	require.False(t, other.Alive())
	require.False(t, other.End(syscall.SIGKILL, time.Second), "a process of somebody else with the number is left alone")
	require.True(t, id.Alive())
	go func() { _ = cmd.Wait() }()
	require.True(t, id.End(syscall.SIGTERM, 5*time.Second))
	require.False(t, id.Alive())
}
