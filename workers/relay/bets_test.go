package relay_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/live"
	"hubstake/internal/live/outbox"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
	"hubstake/workers/relay"
)

// write commits events, each in a transaction of its own.
func write(ctx context.Context, t *testing.T, db *pgxpool.Pool, events ...event.Event) {
	t.Helper()
	for _, e := range events {
		e.Site = "demo"
		require.NoError(t, pg.InTx(ctx, db, func(tx pgx.Tx) error { return outbox.Write(ctx, tx, e) }))
	}
}

func bet(member, path string, ver int64) event.Event {
	return event.Event{Member: member, Upline: path, Cmd: event.Cash, Data1: "900", Data2: "0", Ver: ver}
}

// told are the partners that each BET of the site's stream names.
func told(t *testing.T, rdb redis.UniversalClient) (out []string) {
	t.Helper()
	entries, err := rdb.XRange(t.Context(), live.SiteStreamKey("demo"), "-", "+").Result()
	require.NoError(t, err)
	for _, e := range entries {
		if e.Values["cmd"] == string(event.Bet) {
			require.NotContains(t, e.Values, "member", "the partners read who it was; nothing else hears of it")
			out = append(out, e.Values["path"].(string))
		}
	}
	return out
}

func TestPartnersHearOfBetsAtMostOnceASecond(t *testing.T) {
	t.Parallel()
	db, rdb, ctx := pgtest.DB(t), client(t, rdstest.Server(t)), t.Context()
	clk := clock.NewManual(time.Now())
	stop := startAt(t, db, rdb, clk)
	defer stop()
	for n := range int64(60) {
		write(ctx, t, db, bet("kim01", "low01,top01", n+1), bet("lee01", "top01", n+1))
		if n == 0 {
			testkit.Eventually(t, func() bool { return len(told(t, rdb)) > 0 }, "the first is told at once")
		}
	}
	write(ctx, t, db, bet("solo1", "", 1), event.Event{Member: "kim01", Upline: "low01,top01", Cmd: event.Login, Data1: "kim01"})
	testkit.Eventually(t, func() bool { return rdb.HGet(ctx, live.BalanceKey("solo1"), "ver").Val() == "1" })
	require.Len(t, told(t, rdb), 1, "the others are held back within the second")
	clk.Advance(time.Second)
	testkit.Eventually(t, func() bool { return len(told(t, rdb)) > 1 }, "the last signal comes although nothing happens any more")
	require.Len(t, told(t, rdb), 2)
	var all []string
	for _, s := range told(t, rdb) {
		all = append(all, strings.Split(s, ",")...)
	}
	slices.Sort(all)
	require.Equal(t, []string{"low01", "top01"}, slices.Compact(all))

	testkit.Eventually(t, func() bool {
		var rows int
		err := db.QueryRow(ctx, "SELECT count(*) FROM outbox_event e, outbox_cursor c WHERE (e.xid, e.id) > (c.xid, c.id)").Scan(&rows)
		return err == nil && rows == 0
	})
	entries, err := rdb.XRange(ctx, live.StreamKey(id.Shard("kim01")), "-", "+").Result()
	require.NoError(t, err)
	n := 0
	for _, e := range entries {
		require.NotContains(t, e.Values, "path", "to the member it is a balance like any other")
		if e.Values["member"] == "kim01" {
			n++
		}
	}
	require.Equal(t, 60, n)
	b, err := rdb.HGet(ctx, live.BalanceKey("kim01"), "ver").Result()
	require.NoError(t, err)
	require.Equal(t, "60", b)
}

// A large bet is told with its member and stake, in one entry for the whole upline; to those above other members it is one bet among others.
func TestALargeBetIsToldToItsOwnUpline(t *testing.T) {
	t.Parallel()
	db, rdb, ctx := pgtest.DB(t), client(t, rdstest.Server(t)), t.Context()
	r := relay.New(db, rdb, clock.System{}, obs.Program{Log: zerolog.Nop(), Reg: prometheus.NewRegistry()})
	r.LargeBets(func(_ context.Context, siteID string) money.Amount {
		return map[string]money.Amount{"demo": 500_000}[siteID]
	})
	ctx, stop := context.WithCancel(ctx)
	var g errgroup.Group
	g.Go(func() error { return r.Run(ctx) })
	for n, f := range []wallet.Fact{{Kind: "bet", Amount: -499_999}, {Kind: "bet", Amount: -500_000}, {Kind: "win", Amount: 900_000}, {Kind: "rollback", Amount: 500_000}} {
		_, err := db.Exec(ctx, "INSERT INTO outbox_event (site, member, path, cmd, data1, data2, ver, fact) VALUES ('demo', 'kim01', 'low01,top01', 'CASH', '1', '0', $1, $2)", n+1, f.String())
		require.NoError(t, err)
	}
	write(ctx, t, db, bet("lee01", "top02", 1))
	var large []string
	testkit.Eventually(t, func() bool {
		entries, err := rdb.XRange(ctx, live.SiteStreamKey("demo"), "-", "+").Result()
		require.NoError(t, err)
		large = nil
		heard := ""
		for _, e := range entries {
			if who, some := e.Values["data1"].(string); some && who != "" {
				large = append(large, strings.Join([]string{e.Values["cmd"].(string), who, e.Values["data2"].(string), e.Values["path"].(string)}, " "))
				continue
			}
			heard += e.Values["path"].(string)
		}
		return len(large) > 0 && strings.Contains(heard, "top02")
	})
	stop()
	require.NoError(t, g.Wait())
	require.Equal(t, []string{"BET kim01 500000 low01,top01"}, large)
}

// The relay dies between a bet and its signal: the next one reads the bet again, and tells.
func TestASignalOutlivesTheRelay(t *testing.T) {
	t.Parallel()
	db, rdb, ctx := pgtest.DB(t), client(t, rdstest.Server(t)), t.Context()
	stop := startAt(t, db, rdb, clock.NewManual(time.Now())) // on whose clock the second never passes
	write(ctx, t, db, bet("kim01", "top01", 1))
	testkit.Eventually(t, func() bool { return len(told(t, rdb)) == 1 })
	write(ctx, t, db, bet("kim01", "top02", 2)) // held back
	testkit.Eventually(t, func() bool {
		ver, err := rdb.HGet(ctx, live.BalanceKey("kim01"), "ver").Result()
		return err == nil && ver == "2"
	})
	stop()
	require.Equal(t, []string{"top01"}, told(t, rdb))

	defer start(t, db, rdb)()
	testkit.Eventually(t, func() bool { return slices.Equal(told(t, rdb), []string{"top01", "top02"}) })
}
