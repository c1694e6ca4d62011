package hubrig

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/redis/go-redis/v9"

	"hubstake/internal/hubclient"
	"hubstake/internal/platform/loopback"
)

// Constants of all stands.
const (
	Site   = "stand"
	Origin = "http://localhost:8080"
)

// Options of a stand.
type Options struct {
	Dir     string   // for programs, logs, pid files and members; made when missing
	Members int      // with a session each
	Hub     string   // the hub's program; empty: it is built from the tree
	HubCPU  int      // core of the hub, which then has GOMAXPROCS=1; negative: not pinned
	LoadCPU int      // core of Redis; negative: not pinned
	Env     []string // further settings of the hub, KEY=value; the last one counts
}

// Stand is a running hub with its Redis.
type Stand struct {
	Dir     string
	URL     string // ws://host:port/hub
	Metrics string // host:port of /metrics
	Pprof   string // bearer token of /debug/pprof there
	Redis   string // host:port
	File    string // members, a line each: memId, token, topic, hubKey, shard
	Members []hubclient.Member
	RDB     redis.UniversalClient

	redis *redisServer
	node  *node
	logs  []*os.File
}

// Start builds what is missing and returns when the hub is ready. Close ends it.
func Start(ctx context.Context, o Options) (_ *Stand, err error) {
	s := &Stand{Dir: o.Dir, Pprof: newToken()}
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	if err := os.MkdirAll(o.Dir, 0o755); err != nil {
		return nil, fmt.Errorf("stand: %w", err)
	}
	if err := RaiseDescriptors(o.Members); err != nil {
		return nil, err
	}
	if o.Hub == "" {
		if o.Hub, err = Build(ctx, o.Dir); err != nil {
			return nil, err
		}
	}
	out, err := s.log("redis")
	if err != nil {
		return nil, err
	}
	if s.redis, err = startRedis(ctx, o.Dir, o.LoadCPU, out); err != nil {
		return nil, err
	}
	s.Redis, s.RDB = s.redis.addr, s.redis.rdb
	k, err := newKeys()
	if err != nil {
		return nil, err
	}
	if s.Members, err = k.people(ctx, s.RDB, o.Members); err != nil {
		return nil, err
	}
	if s.File, err = writeMembers(o.Dir, s.Members); err != nil {
		return nil, err
	}
	return s, s.serve(ctx, o, k)
}

// serve starts the hub.
func (s *Stand) serve(ctx context.Context, o Options, k *keys) error {
	address, err := loopback.FreeAddress()
	if err != nil {
		return err
	}
	s.Metrics, err = loopback.FreeAddress()
	if err != nil {
		return err
	}
	out, err := s.log("hub")
	if err != nil {
		return err
	}
	s.URL = "ws://" + address + "/hub"
	n := &node{pidFile: s.HubPID(), ready: readiness(s.Metrics), prog: program{
		name: "hub", cpu: o.HubCPU, args: []string{o.Hub}, env: o.environment(k, s.redis, address, s.Metrics, s.Pprof), log: out,
	}}
	if err := startNode(ctx, n); err != nil {
		return fmt.Errorf("%w (%s)", err, out.Name())
	}
	s.node = n
	return nil
}

func (s *Stand) log(name string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(s.Dir, name+".log"), os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, fmt.Errorf("log: %w", err)
	}
	s.logs = append(s.logs, f)
	return f, nil
}

// HubPID is the file with the pid of the hub that runs now.
func (s *Stand) HubPID() string { return filepath.Join(s.Dir, "hub.pid") }

// RedisPID is the file with the pid of Redis.
func (s *Stand) RedisPID() string { return filepath.Join(s.Dir, "redis.pid") }

// Deaths is how often the hub died and was started again.
func (s *Stand) Deaths() int { return int(s.node.deaths.Load()) }

// Ready tells why the hub should get no work, or nil.
func (s *Stand) Ready(ctx context.Context) error {
	if s.node == nil {
		return errors.New("not started")
	}
	return s.node.ready(ctx)
}

// Close ends the hub and Redis. The logs stay.
func (s *Stand) Close() {
	if s.node != nil {
		s.node.close()
	}
	if s.redis != nil {
		s.redis.stop()
	}
	for _, f := range s.logs {
		_ = f.Close()
	}
}
