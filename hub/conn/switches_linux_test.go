package conn

import (
	"context"
	"go/ast"
	goparser "go/parser"
	"go/token"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/rawio"
)

// A program with one processor loses it at each system call that the scheduler is told of: the runtime's monitor thread hands it to another
// thread (internal/platform/rawio). That was an eighth of the hub's core. So the files that carry connections read, write and wait by rawio
// only, and rawio makes raw system calls only. BenchmarkDeliveries measures what it is about.
func TestConnectionsAreCarriedByRawSystemCalls(t *testing.T) {
	t.Parallel()
	raw := "../../internal/platform/rawio/"
	for file, told := range map[string][]string{
		"socket_linux.go": {"Read", "Write", "Writev", "Send", "Sendto", "Sendmsg", "Recvfrom"},
		"polled_linux.go": {"Read", "Write", "Writev", "Send", "Sendto", "Sendmsg", "Recvfrom", "EpollCtl", "EpollWait", "Close", "Shutdown"},
		"loop_linux.go":   {"Read", "Write", "EpollCtl", "EpollWait", "Close"},
		"greet_linux.go":  {"Read", "Write", "EpollCtl", "EpollWait", "Close"},
		raw + "rawio_linux.go": {
			"Syscall", "Syscall6", "Read", "Write", "EpollCtl", "EpollWait", "Close", "Shutdown", "Accept4", "TimerfdSettime",
		},
	} {
		f, err := goparser.ParseFile(token.NewFileSet(), filepath.FromSlash(file), nil, 0)
		require.NoError(t, err)
		ast.Inspect(f, func(n ast.Node) bool {
			if call, ok := n.(*ast.SelectorExpr); ok {
				if of, ok := call.X.(*ast.Ident); ok && (of.Name == "syscall" || of.Name == "unix") {
					require.False(t, slices.Contains(told, call.Sel.Name), "%s calls %s.%s", file, of.Name, call.Sel.Name)
				}
			}
			return true
		})
	}
}

// BenchmarkDeliveries writes a frame to each of a thousand connections with one processor. switches/op is how often the process gave it up of
// its own accord in such a round: less than one on an idle machine, and five and more when the scheduler is told of the writes.
func BenchmarkDeliveries(b *testing.B) {
	const connections = 1000
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	p, err := EventLoop(&testOptions, 1)
	require.NoError(b, err)
	ctx, cancel := context.WithCancel(b.Context())
	var g sync.WaitGroup
	g.Go(func() { _ = p.Run(ctx) })
	clients, servers := sockets(b, connections)
	var ends sync.WaitGroup
	ends.Add(connections)
	conns := make([]Conn, connections)
	for i, s := range servers {
		p.Serve(s, s, func(c Conn) Handler {
			conns[i] = c
			return silentHandler{&ends}
		})
	}
	frame := Finish(append(Open(nil), strings.Repeat("x", 400)...), 0)
	room := make([]byte, len(frame))
	var sum int64
	for b.Loop() {
		before := switches(b)
		for _, c := range conns {
			require.True(b, c.Send(frame))
		}
		sum += switches(b) - before
		b.StopTimer()
		for _, c := range clients {
			_, err := io.ReadFull(rawio.Conn(c), room)
			require.NoError(b, err)
		}
		b.StartTimer()
	}
	b.ReportMetric(float64(sum)/float64(b.N), "switches/op")
	cancel()
	ends.Wait()
	g.Wait()
}

func switches(tb testing.TB) int64 {
	var u syscall.Rusage
	require.NoError(tb, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return u.Nvcsw
}
