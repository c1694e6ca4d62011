package workerstest_test

import (
	"context"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/jackpot"
	"hubstake/internal/live"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit/rdstest"
	"hubstake/workers/jackpots"
)

// poolSource is a provider with an answer.
type poolSource struct {
	pools []jackpot.Pool
	err   error
}

func (s *poolSource) Jackpots(context.Context) ([]jackpot.Pool, error) { return s.pools, s.err }

func TestPollKeepsWhatProvidersSay(t *testing.T) {
	t.Parallel()
	rdb := rdstest.Client(t)
	a, b := rdstest.ID(), rdstest.ID()
	pools := []jackpot.Pool{{Group: "coins", Level: "mini", Currency: "KRW", Amount: 20_002, Games: []string{"palace"}, Wins: []jackpot.Win{{Round: "r1", Amount: 5}}}}
	good, bad := &poolSource{pools: pools}, &poolSource{err: provider.ErrDown}
	p := jackpots.New(rdb, map[string]provider.JackpotSource{a: good, b: bad}, zerolog.Nop())
	read := func() map[string][]jackpot.Pool {
		t.Helper()
		found, err := live.Jackpots(t.Context(), rdb, []string{a, b})
		require.NoError(t, err)
		return found
	}
	before, err := rdb.Time(t.Context()).Result()
	require.NoError(t, err)
	require.NoError(t, p.Poll(t.Context()), "a provider that is down is no failure of ours")
	after, err := rdb.Time(t.Context()).Result()
	require.NoError(t, err)
	require.Equal(t, map[string][]jackpot.Pool{a: pools}, read(), "and keeps no other one's away")
	ends, err := rdb.PExpireTime(t.Context(), live.JackpotsKey(a)).Result()
	require.NoError(t, err)
	require.GreaterOrEqual(t, ends.Milliseconds(), before.Add(30*time.Second).UnixMilli())
	require.LessOrEqual(t, ends.Milliseconds(), after.Add(30*time.Second).UnixMilli(), "what a provider said is not shown for ever")

	good.err = provider.ErrDown
	require.NoError(t, p.Poll(t.Context()))
	require.Equal(t, map[string][]jackpot.Pool{a: pools}, read(), "one lost answer hides nothing")
	good.err = provider.ErrRefused
	require.NoError(t, p.Poll(t.Context()))
	require.Empty(t, read(), "a provider that has none any more has none at once")
}

func TestPollSaysThatRedisIsAway(t *testing.T) {
	t.Parallel()
	rdb := rdstest.Client(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := jackpots.New(rdb, map[string]provider.JackpotSource{rdstest.ID(): &poolSource{}}, zerolog.Nop())
	require.ErrorIs(t, p.Poll(ctx), context.Canceled)
}
