package fundstest_test

import (
	"errors"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/funds/point"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestConvertChecksInTheOrderOfD19(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	svc := point.New(db, clk, site.New(db, clk), factory.Members(t, db, clk))
	m := factory.Member(t, db, func(m *factory.M) { m.Cash, m.Points = 500, 25_500 })
	for _, c := range []struct {
		points string
		code   string
		params map[string]string
	}{
		{"26001", "P001", nil}, // also not a multiple
		{"30000", "P001", nil},
		{"9999", "P003", map[string]string{"pointLimit": "10000"}}, // also not a multiple
		{"500", "P003", map[string]string{"pointLimit": "10000"}},
		{"10500", "P002", map[string]string{"pointUnit": "1000"}},
		{"-1", "C009", nil},
		{"0", "C009", nil},
		{"1.5", "C009", nil},
		{`"10,000"`, "C009", nil},
		{"1e4", "C009", nil},
		{"null", "C009", nil},
		{`"１００００"`, "C009", nil},
		{`""`, "C009", nil},
		{"99999999999999999999", "C009", nil},
	} {
		_, err := svc.Convert(t.Context(), point.Conversion{Site: m.Site, Member: m.MemID, Points: inputOf(t, c.points)})
		f, ok := fault.Of(err)
		require.True(t, ok, "%s: %v", c.points, err)
		require.Equal(t, c.code, f.Code(), c.points)
		require.Equal(t, c.params, f.Params())
		require.Empty(t, f.Missing())
	}
	require.Equal(t, wallet.State{Cash: 500, Points: 25_500, Version: 2}, requireBalance(t, svc, m, "24000"), "nothing changed before")
	list, totals, err := svc.History(t.Context(), m.Site, m.MemID, paging.Days{}, paging.Slice{Count: 10})
	require.NoError(t, err)
	require.Equal(t, wallet.Totals{Entries: 2, In: 25_500, Out: 24_000}, totals)
	require.Equal(t, money.Amount(-24_000), list[0].Amount)
	require.Equal(t, money.Amount(1_500), list[0].After)
	_, totals, err = svc.History(t.Context(), m.Site, m.MemID, paging.Days{EndDate: "2001-01-01"}, paging.Slice{Count: 10})
	require.NoError(t, err)
	require.Zero(t, totals)
}

// requireBalance converts points and returns the wallet as it was before.
func requireBalance(t *testing.T, svc *point.Service, m factory.M, points string) wallet.State {
	t.Helper()
	after, err := svc.Convert(t.Context(), point.Conversion{Site: m.Site, Member: m.MemID, Points: inputOf(t, points)})
	require.NoError(t, err)
	n, err := strconv.ParseInt(points, 10, 64)
	require.NoError(t, err)
	return wallet.State{Cash: after.Cash - money.Amount(n), Points: after.Points + money.Amount(n), Version: after.Version - 2}
}

func inputOf(t *testing.T, text string) (in money.Input) {
	t.Helper()
	require.NoError(t, in.UnmarshalJSON([]byte(text)))
	return in
}

func TestConvertIsPausedS007AndUnderMaintenanceS001(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Unix(1_789_000_000, 0))
	factory.Site(t, db, func(s *factory.S) { s.Options["pointsPaused"] = true })
	m := factory.Member(t, db, func(m *factory.M) { m.Points = 50_000 })
	ask := point.Conversion{Site: m.Site, Member: m.MemID, Points: money.In(10_000)}
	svc := point.New(db, clk, site.New(db, clk), factory.Members(t, db, clk))
	_, err := svc.Convert(t.Context(), ask)
	require.ErrorIs(t, err, fault.PointConversionMaintenance)
	_, err = db.Exec(t.Context(), "UPDATE site_site SET inspect = true")
	require.NoError(t, err)
	clk.Advance(2 * time.Second)
	_, err = svc.Convert(t.Context(), ask)
	require.ErrorIs(t, err, fault.SiteMaintenance)
}

func TestASiteThatDoesNotConvertSaysC018(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Unix(1_789_000_000, 0))
	factory.Site(t, db, func(s *factory.S) { s.Options["pointChangeOpen"] = false })
	m := factory.Member(t, db, func(m *factory.M) { m.Points = 50_000 })
	_, err := point.New(db, clk, site.New(db, clk), factory.Members(t, db, clk)).Convert(t.Context(), point.Conversion{Site: m.Site, Member: m.MemID, Points: money.In(10_000)})
	require.ErrorIs(t, err, fault.PointConversionSuspended)
}

func TestAllPointsFiftyTimesAtOnceConvertOnce(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Unix(1_789_000_000, 0))
	svc := point.New(db, clk, site.New(db, clk), factory.Members(t, db, clk))
	m := factory.Member(t, db, func(m *factory.M) { m.Points = 50_000 })
	var g errgroup.Group
	var done, refused atomic.Int64
	start := make(chan struct{})
	for range 50 {
		g.Go(func() error {
			<-start
			_, err := svc.Convert(t.Context(), point.Conversion{Site: m.Site, Member: m.MemID, Points: money.In(50_000)})
			switch {
			case err == nil:
				done.Add(1)
			case errors.Is(err, fault.NotEnoughPoints):
				refused.Add(1)
			default:
				return err
			}
			return nil
		})
	}
	close(start)
	require.NoError(t, g.Wait())
	require.EqualValues(t, 1, done.Load())
	require.EqualValues(t, 49, refused.Load(), "P001")
	w, err := wallet.Balance(t.Context(), db, m.MemID, "KRW")
	require.NoError(t, err)
	require.Equal(t, wallet.State{Cash: 50_000, Version: 3}, w)
}
