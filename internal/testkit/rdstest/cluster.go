package rdstest

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/config"
	"hubstake/internal/platform/loopback"
	"hubstake/internal/testkit"
)

// Slots is the number of slots of a cluster.
const Slots = 16384

// ClusterServer is a Redis cluster of one test: three masters with a replica each.
type ClusterServer struct {
	URL   config.URL
	Nodes []*Instance
}

// Cluster starts a real cluster of three masters and three replicas, which ends with the test. A dead master is
// replaced by its replica within about two seconds. Starting takes two, so tests of a package share one.
func Cluster(tb testing.TB) *ClusterServer {
	tb.Helper()
	const masters, all = 3, 6
	ctx := context.WithoutCancel(tb.Context())
	c := &ClusterServer{}
	var hosts, buses []string
	for range all {
		port, err := loopback.Free(0)
		require.NoError(tb, err)
		bus, err := loopback.Free(0)
		require.NoError(tb, err)
		n := newInstance(port, "--dir", tb.TempDir(), "--cluster-enabled", "yes", "--cluster-node-timeout", "1000", "--cluster-port", strconv.Itoa(bus),
			"--cluster-require-full-coverage", "no", "--repl-diskless-sync-delay", "0", "--repl-diskless-load", "swapdb", "--repl-ping-replica-period", "1")
		require.NoError(tb, n.run(ctx))
		tb.Cleanup(n.Kill)
		c.Nodes, hosts, buses = append(c.Nodes, n), append(hosts, n.Addr()), append(buses, strconv.Itoa(bus))
	}
	c.URL = config.URL("redis://" + strings.Join(hosts, ","))
	for i, n := range c.Nodes {
		require.NoError(tb, n.do(ctx, "CLUSTER", "SET-CONFIG-EPOCH", i+1))
		if i < masters {
			require.NoError(tb, n.do(ctx, "CLUSTER", "ADDSLOTSRANGE", i*Slots/masters, (i+1)*Slots/masters-1))
		}
		require.NoError(tb, c.Nodes[0].do(ctx, "CLUSTER", "MEET", "127.0.0.1", n.port, buses[i]))
	}
	for _, n := range c.Nodes {
		n.until(ctx, tb, func(rdb *redis.Client) bool {
			list, err := rdb.ClusterNodes(ctx).Result()
			return err == nil && strings.Count(list, "connected") == all && !strings.Contains(list, "handshake")
		})
	}
	for i, n := range c.Nodes[masters:] {
		require.NoError(tb, n.do(ctx, "CLUSTER", "REPLICATE", c.Nodes[i].id(ctx, tb)))
	}
	c.Healthy(tb)
	for _, n := range c.Nodes { // not from the start: a new cluster waits for as long as that before it takes writes
		require.NoError(tb, n.do(ctx, "CONFIG", "SET", "cluster-node-timeout", silence))
	}
	return c
}

// Replace kills a master. Its replicas, which may be frozen, go on, and one of them becomes the master.
func (c *ClusterServer) Replace(tb testing.TB, master *Instance, replicas ...*Instance) {
	tb.Helper()
	ctx := context.WithoutCancel(tb.Context())
	if replicas == nil {
		replicas = c.replicas(ctx, tb, master)
	}
	master.Kill()
	for _, replica := range replicas {
		replica.Thaw(tb)
	}
	require.NoError(tb, replicas[0].do(ctx, "CLUSTER", "FAILOVER", "TAKEOVER"))
}

// replicas are those of a master: one, or two when a busy machine made a replica of another master.
func (c *ClusterServer) replicas(ctx context.Context, tb testing.TB, master *Instance) (replicas []*Instance) {
	tb.Helper()
	id := master.id(ctx, tb)
	for _, n := range c.Nodes {
		if n.cmd.ProcessState != nil {
			continue
		}
		rdb := n.patientClient()
		self, err := rdb.ClusterNodes(ctx).Result()
		_ = rdb.Close()
		require.NoError(tb, err)
		for line := range strings.SplitSeq(self, "\n") {
			if strings.Contains(line, "myself,slave "+id) {
				replicas = append(replicas, n)
			}
		}
	}
	require.NotEmpty(tb, replicas)
	return replicas
}

// Healthy waits until every living node knows of three masters that serve all slots, and every replica follows.
func (c *ClusterServer) Healthy(tb testing.TB) {
	tb.Helper()
	ctx := context.WithoutCancel(tb.Context())
	for _, n := range c.Nodes {
		if n.cmd.ProcessState != nil {
			continue // killed
		}
		n.until(ctx, tb, func(rdb *redis.Client) bool {
			info, err := rdb.ClusterInfo(ctx).Result()
			if err != nil || !strings.Contains(info, "cluster_state:ok") || !strings.Contains(info, "cluster_slots_ok:16384") {
				return false
			}
			role, err := rdb.Info(ctx, "replication").Result()
			return err == nil && (strings.Contains(role, "role:master") || strings.Contains(role, "master_link_status:up"))
		})
	}
}

// Master is the node that serves a key.
func (c *ClusterServer) Master(tb testing.TB, key string) *Instance {
	tb.Helper()
	ctx := context.WithoutCancel(tb.Context())
	for _, n := range c.Nodes {
		if n.cmd.ProcessState != nil {
			continue
		}
		rdb := n.client()
		shards, err := rdb.ClusterShards(ctx).Result()
		slot := rdb.ClusterKeySlot(ctx, key).Val()
		_ = rdb.Close()
		if err != nil {
			continue
		}
		for _, s := range shards {
			if !slices.ContainsFunc(s.Slots, func(r redis.SlotRange) bool { return r.Start <= slot && slot <= r.End }) {
				continue
			}
			m := slices.IndexFunc(s.Nodes, func(o redis.Node) bool { return o.Role == "master" && o.Health == "online" })
			if m < 0 {
				continue
			}
			if i := slices.IndexFunc(c.Nodes, func(o *Instance) bool { return int64(o.port) == s.Nodes[m].Port }); i >= 0 {
				return c.Nodes[i]
			}
		}
	}
	require.Fail(tb, "no node serves the key")
	return nil
}

// Cut parts a master from its replicas, which are frozen: what is written from now on dies with the master. Replace it then.
func (c *ClusterServer) Cut(tb testing.TB, master *Instance) (replicas []*Instance) {
	tb.Helper()
	ctx := context.WithoutCancel(tb.Context())
	replicas = c.replicas(ctx, tb, master)
	for _, n := range replicas {
		n.Freeze(tb)
	}
	require.NoError(tb, master.do(ctx, "CLIENT", "KILL", "TYPE", "replica"))
	return replicas
}

// Migrate moves the slot of a key to another master while it is used, key by key, as redis-cli does.
func (c *ClusterServer) Migrate(tb testing.TB, key string, to *Instance) {
	tb.Helper()
	ctx := context.WithoutCancel(tb.Context())
	from := c.Master(tb, key)
	src, dst := from.patientClient(), to.patientClient()
	defer func() { _, _ = src.Close(), dst.Close() }()
	slot := src.ClusterKeySlot(ctx, key).Val()
	srcID, dstID := from.id(ctx, tb), to.id(ctx, tb)
	require.NoError(tb, to.do(ctx, "CLUSTER", "SETSLOT", slot, "IMPORTING", srcID))
	require.NoError(tb, from.do(ctx, "CLUSTER", "SETSLOT", slot, "MIGRATING", dstID))
	for {
		keys, err := src.ClusterGetKeysInSlot(ctx, int(slot), 10).Result()
		require.NoError(tb, err)
		if len(keys) == 0 {
			break
		}
		args := []any{"MIGRATE", "127.0.0.1", to.port, "", 0, testkit.Patience.Milliseconds(), "KEYS"}
		for _, k := range keys {
			args = append(args, k)
		}
		require.NoError(tb, from.do(ctx, args...))
	}
	for _, n := range append([]*Instance{to, from}, c.masters(ctx)...) { // the owner first
		require.NoError(tb, n.do(ctx, "CLUSTER", "SETSLOT", slot, "NODE", dstID))
	}
}

func (c *ClusterServer) masters(ctx context.Context) (all []*Instance) {
	for _, n := range c.Nodes {
		if n.cmd.ProcessState != nil {
			continue
		}
		rdb := n.client()
		if role, err := rdb.Info(ctx, "replication").Result(); err == nil && strings.Contains(role, "role:master") {
			all = append(all, n)
		}
		_ = rdb.Close()
	}
	return all
}

// do sends one command to this server alone.
func (s *Instance) do(ctx context.Context, args ...any) error {
	rdb := s.patientClient()
	defer func() { _ = rdb.Close() }()
	if err := rdb.Do(ctx, args...).Err(); err != nil {
		return fmt.Errorf("%v on port %d: %w", args, s.port, err)
	}
	return nil
}

func (s *Instance) id(ctx context.Context, tb testing.TB) string {
	tb.Helper()
	rdb := s.patientClient()
	defer func() { _ = rdb.Close() }()
	id, err := rdb.ClusterMyID(ctx).Result()
	require.NoError(tb, err)
	return id
}

// until waits for something about this server.
func (s *Instance) until(ctx context.Context, tb testing.TB, ok func(*redis.Client) bool) {
	tb.Helper()
	rdb := s.client()
	defer func() { _ = rdb.Close() }()
	require.NoError(tb, poll(ctx, func(context.Context) bool { return ok(rdb) }), "port %d", s.port)
}
