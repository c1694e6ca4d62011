package platformtest_test

import (
	"net"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/loopback"
)

const wantedPort = "TEST_WANTED_PORT"

func TestMain(m *testing.M) {
	if want, err := strconv.Atoi(os.Getenv(wantedPort)); err == nil {
		got, err := loopback.Free(want)
		if err != nil || got == want {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func TestAPortIsGivenOnce(t *testing.T) {
	t.Parallel()
	first, err := loopback.Free(0)
	require.NoError(t, err)
	require.True(t, loopback.IsFree(first), "a program can listen there")
	again, err := loopback.Free(first)
	require.NoError(t, err)
	require.NotEqual(t, first, again, "a port is given once")

	other := exec.Command(os.Args[0])
	other.Env = append(os.Environ(), wantedPort+"="+strconv.Itoa(first))
	require.NoError(t, other.Run(), "another process is not given it either")
}

func TestAPortWithAListenerIsNotGiven(t *testing.T) {
	t.Parallel()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = ln.Close() })
	used := ln.Addr().(*net.TCPAddr).Port
	other, err := loopback.Free(used)
	require.NoError(t, err)
	require.NotEqual(t, used, other)
}

func TestAPortThatIsLeftOut(t *testing.T) {
	t.Parallel()
	first, err := loopback.Free(0)
	require.NoError(t, err)
	other, err := loopback.Free(first+1, first+1)
	require.NoError(t, err)
	require.NotEqual(t, first+1, other)
}
