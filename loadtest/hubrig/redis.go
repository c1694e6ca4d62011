package hubrig

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"

	"hubstake/internal/platform/config"
	"hubstake/internal/platform/loopback"
	"hubstake/internal/platform/redisx"
)

// redisServer is a server that keeps nothing.
type redisServer struct {
	proc *process
	addr string
	rdb  redis.UniversalClient
}

// startRedis returns when the server answers.
func startRedis(ctx context.Context, dir string, cpu int, log *os.File) (*redisServer, error) {
	port, err := loopback.Free(0)
	if err != nil {
		return nil, err
	}
	s := &redisServer{addr: loopback.Address(port)}
	s.proc, err = launch(program{
		name: "redis-server", cpu: cpu, env: []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C"}, log: log,
		args: []string{"redis-server", "--port", strconv.Itoa(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", dir},
	})
	if err != nil {
		return nil, err
	}
	if err = poll(ctx, 10*time.Second, s.proc, s.listens); err == nil {
		s.rdb, err = redisx.Open(config.URL(s.url()))
	}
	if err == nil {
		err = writePID(filepath.Join(dir, "redis.pid"), s.proc.pid)
	}
	if err != nil {
		s.stop()
		return nil, fmt.Errorf("redis-server: %w", err)
	}
	return s, nil
}

// listens is all there is to wait for: a server without a file to load answers as soon as it listens.
func (s *redisServer) listens(ctx context.Context) error {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", s.addr)
	if err != nil {
		return err
	}
	return conn.Close()
}

func (s *redisServer) url() string { return "redis://" + s.addr + "/0" }

func (s *redisServer) stop() {
	if s.rdb != nil {
		_ = s.rdb.Close()
	}
	s.proc.end(time.Second)
}

// poll asks every 5 ms until the answer is nil, the process has ended or the time is over.
func poll(ctx context.Context, limit time.Duration, p *process, ask func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		err := ask(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-p.done:
			return fmt.Errorf("it ended before it was ready: %w", errors.Join(p.err, err))
		case <-ctx.Done():
			return fmt.Errorf("not ready in time: %w", err)
		case <-tick.C:
		}
	}
}
