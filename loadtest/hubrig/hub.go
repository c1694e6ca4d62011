package hubrig

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"hubstake/internal/core/id"
)

// node is the hub process, kept alive.
type node struct {
	prog    program
	pidFile string
	ready   func(context.Context) error
	deaths  atomic.Int64

	stop context.CancelFunc
	end  sync.WaitGroup
}

// startNode returns when the hub is ready; from then on it is started again whenever it dies.
func startNode(ctx context.Context, n *node) error {
	proc, err := n.start()
	if err != nil {
		return err
	}
	if err := poll(ctx, 20*time.Second, proc, n.ready); err != nil {
		proc.end(time.Second)
		return fmt.Errorf("hub: %w", err)
	}
	ctx, n.stop = context.WithCancel(context.WithoutCancel(ctx))
	n.end.Go(func() { n.keep(ctx, proc) })
	return nil
}

func (n *node) start() (*process, error) {
	proc, err := launch(n.prog)
	if err != nil {
		return nil, err
	}
	if err := writePID(n.pidFile, proc.pid); err != nil {
		proc.end(time.Second)
		return nil, err
	}
	return proc, nil
}

// keep owns the process until ctx ends.
func (n *node) keep(ctx context.Context, proc *process) {
	for {
		select {
		case <-ctx.Done():
			proc.end(5 * time.Second)
			return
		case <-proc.done:
		}
		n.deaths.Add(1)
		next, err := n.start()
		for err != nil { // no process, no memory: the machine has to recover first
			select {
			case <-ctx.Done():
				return
			case <-time.After(100 * time.Millisecond):
			}
			next, err = n.start()
		}
		proc = next
	}
}

func (n *node) close() {
	n.stop()
	n.end.Wait()
}

// environment is the hub's. Limits that a single machine full of clients would run into are off.
func (o Options) environment(k *keys, r *redisServer, listen, metrics, pprof string) []string {
	env := []string{
		"PATH=" + os.Getenv("PATH"), "HUB_ENV=development", "HUB_LISTEN=" + listen, "HUB_METRICS_LISTEN=" + metrics,
		"HUB_REDIS_URL=" + r.url(), "HUB_ORIGINS=" + Origin, "HUB_JWT_PUBLIC_KEYS=" + k.signer.Public(),
		"HUB_SEAL_KEY=" + base64.RawURLEncoding.EncodeToString(k.kek), "HUB_PPROF_TOKEN=" + pprof, "HUB_LOG_LEVEL=warn", "HUB_DRAIN=0s",
		"HUB_MAX_PER_ADDRESS=0", "HUB_MAX_UPGRADE_RATE=0", "HUB_MAX_PENDING=0", "HUB_MAX_CONNECTIONS=0",
	}
	if o.HubCPU >= 0 {
		env = append(env, "GOMAXPROCS=1")
	}
	return append(env, o.Env...)
}

// Build compiles the hub of this tree into a directory, as production does but for the version.
func Build(ctx context.Context, dir string) (string, error) {
	bin := filepath.Join(dir, "hub")
	cmd := exec.CommandContext(ctx, "go", "build", "-o", bin, "hubstake/hub")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build of the hub: %w\n%s", err, out)
	}
	return bin, nil
}

// readiness asks the hub itself.
func readiness(metrics string) func(context.Context) error {
	return func(ctx context.Context) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+metrics+"/readyz", nil)
		if err != nil {
			return err
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		_ = res.Body.Close()
		if res.StatusCode != http.StatusOK {
			return errors.New(res.Status)
		}
		return nil
	}
}

// newToken is what opens the hub's profiles.
func newToken() string { return id.New() + id.New() }
