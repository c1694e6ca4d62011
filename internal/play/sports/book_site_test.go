package sports_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/odds"
	"hubstake/internal/play/sports"
	"hubstake/internal/testkit/factory"
)

// D-68: what decides bets of all sites is done by staff of the site of the book. Every act of a trader, by staff of that site and of another one.
func TestTheSiteOfTheBookDecidesForAllSites(t *testing.T) {
	d := newDesk(t)
	factory.Site(t, d.DB, func(s *factory.S) { s.ID = "other" })
	_, err := d.DB.Exec(t.Context(), `UPDATE site_site SET created_at = $2 WHERE site_id = $1`, d.Site, time.Now().Add(-time.Hour))
	require.NoError(t, err)
	market := int64(0)
	require.NoError(t, d.DB.QueryRow(t.Context(), `SELECT min(id) FROM sports_market WHERE event_id = $1`, d.match).Scan(&market))
	_, err = d.DB.Exec(t.Context(), `UPDATE sports_cursor SET refused_at = now(), refused = 1`)
	require.NoError(t, err)
	margin := 777
	var league int64
	var sport odds.Sport
	var feed string
	require.NoError(t, d.DB.QueryRow(t.Context(), `SELECT league_id, sport, feed FROM sports_event WHERE id = $1`, d.match).Scan(&league, &sport, &feed))

	acts := map[string]func(site string) error{
		"result": func(site string) error {
			return d.office.EnterResult(t.Context(), site, d.trader, sports.EnteredResult{Event: d.match, Ended: sports.Ended{Full: odds.Score{Home: 1}}, Source: "league"}, "called off")
		},
		"void a market": func(site string) error {
			return d.office.VoidMarket(t.Context(), site, d.trader, d.match, market, "wrong line")
		},
		"begin a feed again":     func(site string) error { return d.office.BeginAgain(t.Context(), site, d.trader, feed, "it went back") },
		"dismiss what is parked": func(site string) error { return d.office.Dismiss(t.Context(), site, d.trader, 1) },
		"name a team": func(site string) error {
			return d.office.AddAlias(t.Context(), site, d.trader, "team", sports.Alias{Parked: 1})
		},
		"margin of a league": func(site string) error {
			return d.office.ChangeOffer(t.Context(), site, d.trader, sports.OfferChange{Sport: sport, League: league, Margin: &margin, Reason: "cup"})
		},
	}
	for name, act := range acts {
		before := d.strings(`SELECT e::text FROM sports_event e UNION ALL SELECT m::text FROM sports_market m UNION ALL SELECT l::text FROM sports_league l UNION ALL SELECT a::text FROM approval_request a ORDER BY 1`)
		t.Log(name)
		d.refused("U029", act("other"))
		require.Equal(t, before, d.strings(`SELECT e::text FROM sports_event e UNION ALL SELECT m::text FROM sports_market m UNION ALL SELECT l::text FROM sports_league l UNION ALL SELECT a::text FROM approval_request a ORDER BY 1`))
	}
	for name, act := range acts {
		t.Log(name)
		if err := act(d.Site); err != nil {
			require.NotContains(t, err.Error(), "U029")
		}
	}
	_, err = d.DB.Exec(t.Context(), `UPDATE site_site SET options = options || '{"bookSite": "other"}' WHERE site_id = $1`, d.Site)
	require.NoError(t, err)
	d.refused("U029", acts["void a market"](d.Site))
	_, err = d.DB.Exec(t.Context(), `UPDATE site_site SET options = options - 'bookSite' || '{"bookSite": "gone"}'`)
	require.NoError(t, err)
	d.refused("U029", acts["void a market"]("other")) // a site that is not there decides nothing, and no other site names itself
}

// Another site suspends a match for its own members.
func TestAnotherSiteHoldsAMatchForItsOwnMembers(t *testing.T) {
	d := newDesk(t)
	factory.Site(t, d.DB, func(s *factory.S) { s.ID = "other" })
	_, err := d.DB.Exec(t.Context(), `UPDATE site_site SET created_at = $2 WHERE site_id = $1`, d.Site, time.Now().Add(-time.Hour))
	require.NoError(t, err)
	hold := func(site string, on bool) error {
		return d.office.Hold(t.Context(), site, d.trader, d.match, on, "odd stakes")
	}
	refusals := func() []string {
		return d.strings(`SELECT DISTINCT o.site || ' ' || o.refusal FROM sports_market m JOIN sports_selection s ON s.market_id = m.id
			CROSS JOIN LATERAL sports_offered(ARRAY[$1, 'other'], ARRAY[m.id, m.id], ARRAY[s.key, s.key]) o WHERE m.event_id = $2 AND s.active ORDER BY 1`, d.Site, d.match)
	}
	require.Equal(t, []string{"demo ", "other "}, refusals())
	require.NoError(t, hold("other", true))
	require.Equal(t, []string{"demo ", "other suspended"}, refusals())
	d.refused("C019", hold("other", true))
	for site, n := range map[string]int{"other": 1, d.Site: 0} {
		held, _, err := d.office.List(t.Context(), site, "en", sports.ShowHeld, sports.Wanted{}, sports.After{}, 10)
		require.NoError(t, err)
		require.Len(t, held, n)
	}
	require.NoError(t, hold(d.Site, true)) // for all sites
	require.NoError(t, hold("other", false))
	require.Equal(t, []string{"demo suspended", "other suspended"}, refusals())
	d.refused("C019", hold("other", false))
	require.NoError(t, hold(d.Site, false))
	require.Equal(t, []string{"demo ", "other "}, refusals())
}

// Staff of the site of the book sees the bets of all sites before it decides.
func TestTheSiteOfTheBookSeesTheBetsOfAllSites(t *testing.T) {
	d := newDesk(t)
	factory.Site(t, d.DB, func(s *factory.S) { s.ID = "other" })
	_, err := d.DB.Exec(t.Context(), `UPDATE site_site SET created_at = $2 WHERE site_id = $1`, d.Site, time.Now().Add(-time.Hour))
	require.NoError(t, err)
	m := d.Member(50_000)
	d.Place(m, 10_000, d.Home("M1"))
	_, err = d.DB.Exec(t.Context(), `UPDATE bet_bet SET site_id = 'other'`)
	require.NoError(t, err)
	seen := func(site string) (bets int64) {
		open, err := d.Bets.MarketStakes(t.Context(), site, d.match)
		require.NoError(t, err)
		for _, one := range open {
			bets += one.Bets
		}
		of, err := d.Bets.Exposure(t.Context(), site, []int64{d.match})
		require.NoError(t, err)
		require.Equal(t, bets, of[d.match].Bets)
		return bets
	}
	require.EqualValues(t, []int64{1, 1}, []int64{seen(d.Site), seen("other")})
	_, err = d.DB.Exec(t.Context(), `UPDATE bet_bet SET site_id = $1`, d.Site)
	require.NoError(t, err)
	require.EqualValues(t, []int64{1, 0}, []int64{seen(d.Site), seen("other")})
}
