package bet_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/casino/casinotest"
	"hubstake/internal/testkit/bettest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestExposureIsWhatTheSiteMayLoseOnAMatch(t *testing.T) {
	t.Parallel()
	b := bettest.New(t)
	b.Match("M1", 2*time.Hour, fixture.Scheduled)
	b.Match("M2", 2*time.Hour, fixture.Scheduled)
	factory.Site(t, b.DB, func(s *factory.S) { s.ID = "other" })
	m := b.Member(1_000_000)
	first, second := id(t, b, "M1"), id(t, b, "M2")
	exposure := func(site string) map[int64]bet.Exposure {
		all, err := b.Bets.Exposure(t.Context(), site, []int64{first, second})
		require.NoError(t, err)
		return all
	}
	require.Empty(t, exposure(b.Site))
	b.Place(m, 10_000, b.Home("M1"))                                               // pays 20,000
	b.Place(m, 5_000, b.Leg("M1", odds.OneXTwo, odds.Away))                        // pays 19,500
	b.Place(m, 6_000, b.Leg("M1", odds.Total, odds.Over))                          // pays 11,400
	folder := b.Place(m, 10_000, b.Home("M1"), b.Leg("M2", odds.Total, odds.Over)) // pays 38,000
	cancelled := b.Place(m, 20_000, b.Leg("M1", odds.OneXTwo, odds.Draw), b.Home("M2"))
	require.NoError(t, b.Bets.Cancel(t.Context(), m, "KRW", cancelled.ID, ""))
	require.NotEmpty(t, folder.ID)
	require.Equal(t, map[int64]bet.Exposure{
		first: {Bets: 4, Stakes: 31_000, Pays: 88_900, Winner: []bet.OutcomeExposure{
			{Key: odds.Home, Bets: 2, Stakes: 20_000, Pays: 58_000, Worst: -33_000},
			{Key: odds.Draw, Worst: 25_000},
			{Key: odds.Away, Bets: 1, Stakes: 5_000, Pays: 19_500, Worst: 5_500},
		}},
		second: {Bets: 1, Stakes: 10_000, Pays: 38_000},
	}, exposure(b.Site))
	require.Empty(t, exposure("other"), "stakes of another site")
}

func id(t *testing.T, b *bettest.Book, match string) (id int64) {
	t.Helper()
	require.NoError(t, b.DB.QueryRow(t.Context(), `SELECT id FROM sports_event WHERE feed_id = $1`, match).Scan(&id))
	return id
}

// The bets of one match are found by an index, however many the others have.
func TestExposureReadsTheBetsOfItsMatchesAlone(t *testing.T) {
	t.Parallel()
	b := bettest.New(t)
	b.Match("M1", 2*time.Hour, fixture.Scheduled)
	b.Place(b.Member(1_000_000), 10_000, b.Home("M1"))
	_, err := b.DB.Exec(t.Context(), `
		WITH made AS (
		  INSERT INTO bet_bet (id, site_id, member_id, currency, stake, pays, most, combined, bonus, live, accept, same, state, placed_at)
		  SELECT 'bulk' || n, $1, 'm' || n, 'KRW', 1000, 2000, 2000, 2000, 1000, false, 'none', '', 'open', now() FROM generate_series(1, 20000) n RETURNING id)
		INSERT INTO bet_leg (bet_id, place, event_id, market_id, key, price, version, home, away)
		SELECT id, 0, 0, -row_number() OVER (), 'home', 2000, 1, 0, 0 FROM made`, b.Site)
	require.NoError(t, err)
	_, err = b.DB.Exec(t.Context(), `ANALYZE bet_bet, bet_leg`)
	require.NoError(t, err)
	plan := strings.Join(pgtest.Column(t, b.DB, `EXPLAIN SELECT * FROM bet_exposure('demo', ARRAY[1::bigint])`), "\n")
	require.Contains(t, plan, "bet_leg_market")
	require.Contains(t, plan, "bet_bet_pkey")
	require.NotContains(t, plan, "Seq Scan on bet_")
}

// The exposure of a match with many bets is read again after five seconds.
func TestTheExposureOfManyBetsIsKeptForAWhile(t *testing.T) {
	t.Parallel()
	b := bettest.New(t)
	b.Match("M1", 2*time.Hour, fixture.Scheduled)
	clk := clock.NewManual(time.Now())
	bets := bet.New(b.DB, clk, casinotest.Service(t, b.DB, clock.System{}), bet.Defaults())
	_, err := b.DB.Exec(t.Context(), `
		WITH made AS (
		  INSERT INTO bet_bet (id, site_id, member_id, currency, stake, pays, most, combined, bonus, live, accept, same, state, placed_at)
		  SELECT 'bulk' || n, $1, 'm' || n, 'KRW', 1000, 2000, 2000, 2000, 1000, false, 'none', '', 'open', now() FROM generate_series(1, 10000) n RETURNING id)
		INSERT INTO bet_leg (bet_id, place, event_id, market_id, key, price, version, home, away) SELECT id, 0, 0, $2, 'home', 2000, 1, 0, 0 FROM made`,
		b.Site, b.Home("M1").Market)
	require.NoError(t, err)
	count := func() int64 {
		all, err := bets.Exposure(t.Context(), b.Site, []int64{id(t, b, "M1")})
		require.NoError(t, err)
		return all[id(t, b, "M1")].Bets
	}
	require.EqualValues(t, 10_000, count())
	b.Place(b.Member(1_000_000), 10_000, b.Home("M1"))
	clk.Advance(5*time.Second - time.Millisecond)
	require.EqualValues(t, 10_000, count())
	clk.Advance(time.Millisecond)
	require.EqualValues(t, 10_001, count())
}
