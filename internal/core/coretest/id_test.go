package coretest_test

import (
	"encoding/base64"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/id"
)

// The shard of a member is on the wire and in Redis' keys: these values may never change.
func TestShardsStayWhatTheyAre(t *testing.T) {
	t.Parallel()
	for memID, want := range map[string]string{"": "{9}", "demomember": "{10}", "kim01": "{8}", "load000000": "{11}", "load000001": "{5}", "zzzzz": "{12}"} {
		require.Equal(t, want, id.Shard(memID), memID)
	}
}

func TestShardsAreFilledEvenly(t *testing.T) {
	t.Parallel()
	const members = 16_000
	n := map[string]int{}
	for i := range members {
		n[id.Shard(fmt.Sprintf("member%05d", i))]++
	}
	require.Len(t, n, id.Shards)
	for s := range id.Shards {
		require.InDelta(t, members/id.Shards, n[id.ShardName(s)], 150, id.ShardName(s))
	}
}

func TestIdentifiersAreRandom(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 10_000 {
		s := id.New()
		raw, err := base64.RawURLEncoding.DecodeString(s)
		require.NoError(t, err)
		require.Len(t, raw, 16)
		require.False(t, seen[s])
		seen[s] = true
	}
	require.Len(t, id.Key(), 32)
	one, other := id.Key(), id.Key()
	require.NotEqual(t, one, other)
}
