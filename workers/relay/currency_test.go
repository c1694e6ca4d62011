package relay_test

import (
	"context"
	"fmt"
	"strconv"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/accounting/reconcile"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/id"
	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/live"
	"hubstake/internal/live/outbox"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
	"hubstake/workers/rebuild"
)

// A member with two wallets is shown the one in the site's currency, whichever moves: by the events, by the projection that the
// hub's watcher reads, and by the projection that is written again from PostgreSQL. Versions only grow.
func TestTheShownBalanceIsThatOfTheSitesCurrency(t *testing.T) {
	t.Parallel()
	db, rdb, ctx := pgtest.DB(t), client(t, rdstest.Server(t)), t.Context()
	boss := factory.Partner(t, db)
	m := factory.Member(t, db, func(m *factory.M) { m.Cash, m.Parent = 50_000, boss.MemID }).MemID
	require.NoError(t, pg.InTx(ctx, db, func(tx pgx.Tx) error { return wallet.Open(ctx, tx, m, "VND", "demo") }))
	require.NoError(t, provider.Upsert(ctx, db, "acme", "plain", provider.Settings{}))
	bets, err := casino.New(db, clock.System{}, wallet.WriterOptions{Timeout: testkit.Patience})
	require.NoError(t, err)
	t.Cleanup(bets.Close)

	for n := range 30 { // the wallet in dong is far ahead of the other by its version
		amount, currency := money.Amount(1_000_000+n), "VND"
		if n%5 == 0 {
			amount, currency = 100, "KRW"
		}
		require.NoError(t, pg.InTx(ctx, db, func(tx pgx.Tx) error {
			_, _, err := wallet.Apply(ctx, tx, wallet.Move{
				Member: m, Currency: currency, Unit: wallet.Cash, Amount: amount, Contra: wallet.ContraDeposit, Kind: "test", Ref: strconv.Itoa(n),
			})
			return err
		}))
		a, err := bets.Apply(ctx, "acme", provider.Operation{
			Kind: provider.Bet, TxID: fmt.Sprint("b", n), RoundID: fmt.Sprint("r", n), Amount: "500", Member: m, Currency: currency,
		}, "")
		require.NoError(t, err)
		require.Equal(t, provider.OK, a.Status)
	}
	own, err := wallet.Balance(ctx, db, m, "KRW")
	require.NoError(t, err)
	other, err := wallet.Balance(ctx, db, m, "VND")
	require.NoError(t, err)
	require.Greater(t, other.Version, own.Version)

	defer start(t, db, rdb)()
	allPublished(t, db)

	shown := func() live.Balance {
		s, err := rdb.HGetAll(ctx, live.BalanceKey(m)).Result()
		require.NoError(t, err)
		version, _ := strconv.ParseInt(s["ver"], 10, 64) // while nothing is there: 0
		return live.Balance{Cash: s["cash"], Points: s["points"], Version: version}
	}
	want := live.Balance{Cash: strconv.FormatInt(int64(own.Cash), 10), Points: "0", Version: own.Version}
	require.Equal(t, want, shown(), "after the events of both wallets")

	entries, err := rdb.XRange(ctx, live.StreamKey(id.Shard(m)), "-", "+").Result()
	require.NoError(t, err)
	var version int64
	for _, e := range entries {
		require.NotContains(t, e.Values, "path", "whom to tell of a bet is not its member's affair")
		if e.Values["member"] != m || e.Values["cmd"] != "CASH" {
			continue
		}
		version++
		require.Equal(t, strconv.FormatInt(version, 10), e.Values["ver"], "each version once, in order")
	}
	require.Equal(t, own.Version, version, "of the wallet in the site's currency only")
	require.Contains(t, told(t, rdb), boss.MemID, "partners hear of bets in any currency")

	found, err := wallet.Prove(ctx, db, reconcile.All())
	require.NoError(t, err)
	require.Empty(t, found)
	differ, err := outbox.Compare(ctx, db, rdb)
	require.NoError(t, err)
	require.Empty(t, differ)

	require.NoError(t, rdb.FlushAll(ctx).Err())
	worker := rebuild.New(db, rdb, clock.System{}, zerolog.Nop(), prometheus.NewRegistry())
	working, cancel := context.WithCancel(ctx)
	done := make(chan error, 1)
	go func() { done <- worker.Run(working) }()
	defer func() {
		cancel()
		require.NoError(t, <-done)
	}()
	require.NoError(t, live.AskRefresh(ctx, rdb, live.Refresh{Kind: "member", ID: m}))
	testkit.Eventually(t, func() bool { return shown().Cash != "" })
	require.Equal(t, want, shown(), "written again from PostgreSQL")
}
