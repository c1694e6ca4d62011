package conn

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/rawio"
)

const (
	switchesEnv    = "HUB_TEST_SWITCHES" // set in the process that TestDeliveriesDoNotGiveTheProcessorAway starts
	switchesConns  = 1000
	switchesRounds = 50
	switchesLimit  = 125 // of all rounds: about 30 happen, and 250 and more when the scheduler is told of the writes
	switchesTries  = 10  // of which the best counts: a busy machine adds switches and takes none away
)

// A program with one processor loses it at each system call that the scheduler is told of: the runtime's monitor thread hands it to another
// thread (internal/platform/rawio). That was an eighth of the hub's core. It shows as voluntary context switches of a process that has nothing
// to wait for; they are counted for a process, so this test starts one.
func TestDeliveriesDoNotGiveTheProcessorAway(t *testing.T) {
	if os.Getenv(switchesEnv) != "" {
		fmt.Printf("switches=%d\n", deliverAndCount(t))
		return
	}
	least := int64(math.MaxInt64)
	for try := 0; try < switchesTries && least > switchesLimit; try++ {
		c := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^"+t.Name()+"$", "-test.v")
		c.Env = append(os.Environ(), switchesEnv+"=1", "GOMAXPROCS=1", "GOGC=off")
		out, err := c.CombinedOutput()
		require.NoError(t, err, "%s", out)
		_, after, found := strings.Cut(string(out), "switches=")
		require.True(t, found, "%s", out)
		var n int64
		_, err = fmt.Sscan(after, &n)
		require.NoError(t, err)
		least = min(least, n)
	}
	require.LessOrEqual(t, least, int64(switchesLimit), "voluntary context switches in %d deliveries", switchesConns*switchesRounds)
}

// deliverAndCount writes a frame to each of many connections, round after round, and returns how often the process gave its processor up of its
// own accord while it wrote.
func deliverAndCount(t *testing.T) (sum int64) {
	p, err := EventLoop(&testOptions, 1)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	var g sync.WaitGroup
	g.Go(func() { _ = p.Run(ctx) })
	clients, servers := sockets(t, switchesConns)
	var ends sync.WaitGroup
	ends.Add(switchesConns)
	conns := make([]Conn, switchesConns)
	for i, s := range servers {
		p.Serve(s, s, func(c Conn) Handler {
			conns[i] = c
			return silentHandler{&ends}
		})
	}
	frame := Finish(append(Open(nil), strings.Repeat("x", 400)...), 0)
	room := make([]byte, len(frame))
	for range switchesRounds {
		<-time.After(time.Millisecond)
		before := switches(t)
		for _, c := range conns {
			require.True(t, c.Send(frame))
		}
		sum += switches(t) - before
		for _, c := range clients {
			_, err := io.ReadFull(rawio.Conn(c), room)
			require.NoError(t, err)
		}
	}
	cancel()
	ends.Wait()
	g.Wait()
	return sum
}

func switches(t *testing.T) int64 {
	var u syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return u.Nvcsw
}
