package bet_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/bet"
	"hubstake/internal/testkit/bettest"
	"hubstake/internal/testkit/factory"
)

// set changes options of the book's site, as staff does.
func set(t *testing.T, b *bettest.Book, change string) {
	t.Helper()
	now, err := site.Defaults().With([]byte(change))
	require.NoError(t, err, "the site would refuse them")
	require.NotEqual(t, site.Defaults(), now)
	done, err := b.DB.Exec(t.Context(), `UPDATE site_site SET options = options || $2 WHERE site_id = $1`, b.Site, json.RawMessage(change))
	require.NoError(t, err)
	require.EqualValues(t, 1, done.RowsAffected())
}

// D-22: each limit of the site is that of the next bet, without a restart, and what the member is told.
func TestABetIsJudgedByTheLimitsOfItsSite(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, change string
		stake        money.Amount // taken before the change, refused after it
		want         error
		told         func(bet.Allowance) any
		is           any
	}{
		{"smallest stake", `{"sportsMinStake":7000}`, 6_999, fault.StakeBelowMin, func(a bet.Allowance) any { return a.MinStake }, money.Amount(7_000)},
		{"smallest stake of a level", `{"levels":{"1":{"sportsMinStake":8000}}}`, 7_999, fault.StakeBelowMin, func(a bet.Allowance) any { return a.MinStake }, money.Amount(8_000)},
		{"largest stake", `{"maxStake":9000}`, 9_001, fault.StakeAboveLevel, func(a bet.Allowance) any { return a.MaxStake }, money.Amount(9_000)},
		{"largest stake of a level", `{"levels":{"1":{"maxStake":9500}}}`, 9_501, fault.StakeAboveLevel, func(a bet.Allowance) any { return a.MaxStake }, money.Amount(9_500)},
		{"largest win", `{"sportsMaxWin":30000}`, 10_001, fault.WinAboveLevel, func(a bet.Allowance) any { return a.MaxWin }, money.Amount(30_000)},
		{"largest win of a level", `{"levels":{"1":{"sportsMaxWin":33000}}}`, 11_000, fault.WinAboveLevel, func(a bet.Allowance) any { return a.MaxWin }, money.Amount(33_000)},
		{"largest payout of the site", `{"sportsMaxPayout":30000}`, 10_002, fault.WinAboveMax, func(a bet.Allowance) any { return a.MaxWin }, money.Amount(30_000)},
		{"smallest odds", `{"sportsMinOdds":2001}`, 10_000, fault.OddsBelowMin, func(a bet.Allowance) any { return a.MinPrice }, odds.Price(2001)},
		{"largest odds", `{"sportsMaxOdds":3799}`, 10_003, fault.OddsAboveMax, func(a bet.Allowance) any { return a.MaxPrice }, odds.Price(3799)},
		{"selections of a folder", `{"sportsMaxLegs":1}`, 10_004, fault.TooManyLegs, func(a bet.Allowance) any { return a.MaxLegs }, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := twoMatches(t)
			m := b.Member(1_000_000)
			o := b.Order(m, c.stake, b.Home("M1"), b.Leg("M2", odds.Total, odds.Over)) // 3.80
			_, err := b.Bets.Place(t.Context(), o)
			require.NoError(t, err)
			_, err = b.DB.Exec(t.Context(), `UPDATE bet_bet SET placed_at = placed_at - interval '1 minute'`)
			require.NoError(t, err)
			set(t, b, c.change)
			_, err = b.Bets.Place(t.Context(), o)
			require.ErrorIs(t, err, c.want)
			f, _ := fault.Of(err)
			require.Empty(t, f.Missing())
			a, err := b.Bets.Allowance(t.Context(), m)
			require.NoError(t, err)
			require.Equal(t, c.is, c.told(a))
		})
	}
}

// Higher levels have the site's stake and win times the level, or their own; another site has its own rules in the same batch.
func TestLevelsAndSitesHaveTheirOwnLimits(t *testing.T) {
	t.Parallel()
	b := twoMatches(t)
	set(t, b, `{"sportsMinStake":6000,"sportsMaxWin":100000,"levels":{"4":{"sportsMinStake":7000,"sportsMaxWin":90000}}}`)
	told := func(level int) [2]money.Amount {
		a, err := b.Bets.Allowance(t.Context(), b.Member(0, func(m *factory.M) { m.Level = level }))
		require.NoError(t, err)
		return [2]money.Amount{a.MinStake, a.MaxWin}
	}
	require.Equal(t, [][2]money.Amount{{6_000, 100_000}, {18_000, 300_000}, {7_000, 90_000}}, [][2]money.Amount{told(1), told(3), told(4)})
	other := factory.Site(t, b.DB, func(s *factory.S) { s.ID = "other" })
	stranger := factory.Member(t, b.DB, func(m *factory.M) { m.Site, m.Cash = other, 100_000 }).MemID
	o := b.Order(stranger, 5_000, b.Home("M1"))
	o.Site = other
	_, err := b.Bets.Place(t.Context(), o)
	require.NoError(t, err)
	_, err = b.Bets.Place(t.Context(), b.Order(b.Member(100_000), 5_000, b.Home("M1")))
	require.ErrorIs(t, err, fault.StakeBelowMin)
}

// Options that no page can have saved refuse the bets of their site as a failure, and no others.
func TestOptionsThatCannotBeReadStopTheirSiteOnly(t *testing.T) {
	t.Parallel()
	b := twoMatches(t)
	broken := b.Order(b.Member(100_000), 5_000, b.Home("M1"))
	_, err := b.DB.Exec(t.Context(), `UPDATE site_site SET options = '{"sportsMinStake":"much"}'`)
	require.NoError(t, err)
	other := factory.Site(t, b.DB, func(s *factory.S) { s.ID = "other" })
	o := b.Order(factory.Member(t, b.DB, func(m *factory.M) { m.Site, m.Cash = other, 100_000 }).MemID, 5_000, b.Home("M1"))
	o.Site = other
	failed := make(chan error)
	go func() {
		_, err := b.Bets.Place(t.Context(), broken)
		failed <- err
	}()
	_, err = b.Bets.Place(t.Context(), o)
	require.NoError(t, err)
	err = <-failed
	require.Error(t, err)
	_, coded := fault.Of(err)
	require.False(t, coded)
	require.Equal(t, money.Amount(100_000), b.Cash(broken.Member))
}

// D-25: the pairs that the site allows go together, others do not.
func TestAFolderHasThePairsThatTheSiteAllows(t *testing.T) {
	t.Parallel()
	b := twoMatches(t)
	m := b.Member(100_000)
	over := b.Order(m, 5_000, b.Home("M1"), b.Leg("M1", odds.Total, odds.Over))
	_, err := b.Bets.Place(t.Context(), over)
	require.ErrorIs(t, err, fault.OddsChanged)
	set(t, b, `{"sportsPairs":["win+over"]}`)
	_, err = b.Bets.Place(t.Context(), over)
	require.NoError(t, err)
	_, err = b.Bets.Place(t.Context(), b.Order(m, 5_000, b.Home("M1"), b.Leg("M1", odds.Total, odds.Under)))
	var r *bet.Refusal
	require.ErrorAs(t, err, &r)
	require.Equal(t, bet.SameMatch, r.Reason)
	a, err := b.Bets.Allowance(t.Context(), m)
	require.NoError(t, err)
	require.Equal(t, bet.Pairs{{bet.Win, bet.Over}}, a.Pairs)
}

// The terms of pairs are spelt twice: the site's options do not know the sportsbook.
func TestTermsAreThoseOfTheOptions(t *testing.T) {
	t.Parallel()
	var terms []string
	for _, one := range bet.Terms {
		terms = append(terms, string(one))
	}
	require.Equal(t, site.SportsTerms, terms)
}

// D-51: a folder has the bonus of its site, and is paid by it although the site gives another one by then.
func TestAFolderHasTheBonusThatItWasPlacedUnder(t *testing.T) {
	t.Parallel()
	b := twoMatches(t)
	set(t, b, `{"sportsBonuses":[{"legs":2,"factor":1500}],"sportsBonusMinOdds":1900}`)
	m := b.Member(100_000)
	legs := []bet.Leg{b.Home("M1"), b.Leg("M2", odds.Total, odds.Over)}
	r := b.Place(m, 10_000, legs...)
	require.Equal(t, []any{odds.Price(1500), money.Amount(57_000)}, []any{r.Ticket.Bonus, r.Ticket.Pays})
	single := b.Place(m, 10_000, legs[0])
	require.Equal(t, odds.Unit, single.Ticket.Bonus)
	set(t, b, `{"sportsBonusMinOdds":1901}`)
	require.Equal(t, odds.Unit, b.Place(m, 11_000, legs...).Ticket.Bonus, "a selection below the smallest odds does not count")
	var kept []string
	rows, err := b.DB.Query(t.Context(), `SELECT bonuses FROM bet_bet ORDER BY placed_at`)
	require.NoError(t, err)
	for rows.Next() {
		var one string
		require.NoError(t, rows.Scan(&one))
		kept = append(kept, one)
	}
	require.NoError(t, rows.Err())
	require.Equal(t, []string{"1900 2:1500", "", "1901 2:1500"}, kept)
}

// D-26: a bet in play waits as long as its site says, and is judged again by the bonus that its member was shown.
func TestABetInPlayWaitsAsLongAsItsSiteSays(t *testing.T) {
	t.Parallel()
	b := bettest.New(t)
	b.Match("L1", -time.Hour, fixture.Live)
	b.Match("M2", 2*time.Hour, fixture.Scheduled)
	set(t, b, `{"sportsDelaySeconds":17,"sportsBonuses":[{"legs":2,"factor":1500}]}`)
	m := b.Member(100_000)
	r := b.Place(m, 10_000, b.Home("L1"), b.Home("M2"))
	var delay time.Duration
	require.NoError(t, b.DB.QueryRow(t.Context(), `SELECT due_at - placed_at FROM bet_bet`).Scan(&delay))
	require.Equal(t, 17*time.Second, delay)
	a, err := b.Bets.Allowance(t.Context(), m)
	require.NoError(t, err)
	require.Equal(t, delay, a.Delay)

	confirm := func() {
		t.Helper()
		_, err := b.DB.Exec(t.Context(), `UPDATE bet_bet SET due_at = now() WHERE state = 'wait'`)
		require.NoError(t, err)
		b.Price("L1", 2000)
		n, err := b.Bets.Confirm(t.Context(), 10)
		require.NoError(t, err)
		require.Equal(t, 1, n)
	}
	set(t, b, `{"sportsBonuses":[{"legs":2,"factor":1200}],"sportsMinStake":20000}`)
	confirm()
	found, err := b.Bets.Find(t.Context(), m, r.ID)
	require.NoError(t, err)
	require.Equal(t, []any{bet.Placed, odds.Price(1500), money.Amount(60_000)}, []any{found.State, found.Bonus, found.Pays})

	r = b.Place(m, 20_000, b.Home("L1"))
	set(t, b, `{"sportsMinOdds":2100}`)
	confirm()
	require.Equal(t, "refused: void 0 0", b.State(r.ID), "limits are those of now")
	b.Sound()
}

// D-23: how long, how close to the first match and how often a member may cancel is the site's, in what is refused and in what is shown.
func TestAMemberCancelsByTheRulesOfTheSite(t *testing.T) {
	t.Parallel()
	b := twoMatches(t) // in two hours
	m := b.Member(100_000)
	cancel := func(id string) error { return b.Bets.Cancel(t.Context(), m, "KRW", id, "") }
	until := func() *time.Time {
		list, err := b.Bets.Running(t.Context(), m, 10)
		require.NoError(t, err)
		require.Len(t, list, 1)
		return list[0].CancelUntil
	}
	r := b.Place(m, 5_000, b.Home("M1"))
	_, err := b.DB.Exec(t.Context(), `UPDATE bet_bet SET placed_at = placed_at - interval '6 min'`)
	require.NoError(t, err)
	require.Nil(t, until())
	require.ErrorIs(t, cancel(r.ID), bet.ErrLate)
	set(t, b, `{"sportsCancelMinutes":7}`)
	require.NotNil(t, until())
	set(t, b, `{"sportsCancelAheadMinutes":121}`)
	require.Nil(t, until())
	require.ErrorIs(t, cancel(r.ID), bet.ErrLate)
	set(t, b, `{"sportsCancelAheadMinutes":119,"sportsCancelsPerDay":0}`)
	require.Nil(t, until())
	require.ErrorIs(t, cancel(r.ID), bet.ErrOften)
	set(t, b, `{"sportsCancelsPerDay":1}`)
	require.NotNil(t, until())
	a, err := b.Bets.Allowance(t.Context(), m)
	require.NoError(t, err)
	require.Equal(t, []any{7 * time.Minute, 119 * time.Minute, int64(1), int64(1)}, []any{a.CancelAge, a.CancelAhead, a.Cancels, a.CancelsLeft})
	require.NoError(t, cancel(r.ID))
	require.ErrorIs(t, cancel(b.Place(m, 6_000, b.Home("M1")).ID), bet.ErrOften)
	b.Sound()
}
