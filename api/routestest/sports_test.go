package routestest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	apisports "hubstake/api/sports"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/settle"
	"hubstake/internal/play/sports"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/bettest"
)

// end gives a match a result of three hours ago.
func end(b *bettest.Book, name string, ago time.Duration, home, away int, half *odds.Score) {
	b.Apply(
		b.Event(name, -ago, fixture.Live, odds.Score{}),
		fixture.Change{Result: &fixture.Result{Event: name, Full: odds.Score{Home: home, Away: away}, Half: half, Scores: map[string]odds.Score{"h1": {Home: 1}}}},
	)
}

func market(name string, kind odds.Kind, line odds.Line, period odds.Period, prices ...fixture.Price) fixture.Change {
	return fixture.Change{Market: &fixture.Market{Event: name, Kind: kind, Period: period, Line: line, State: fixture.Open, Prices: prices}}
}

// Results are listed with what paid, once settlement knows it; guests read them as members do.
func TestResultsShowWhatWon(t *testing.T) {
	t.Parallel()
	b := bettest.New(t)
	for i := range 4 {
		b.Match(fmt.Sprintf("M%d", i), time.Hour, fixture.Scheduled)
	}
	b.Match("later", time.Hour, fixture.Scheduled)
	b.Apply(
		market("M1", odds.Handicap, -3, odds.Full, fixture.Price{Key: odds.Home, Price: 1900}, fixture.Price{Key: odds.Away, Price: 1900}),
		market("M1", odds.Handicap, -8, odds.Full, fixture.Price{Key: odds.Home, Price: 3500}, fixture.Price{Key: odds.Away, Price: 1250}),
		market("M1", odds.Total, 12, odds.Full, fixture.Price{Key: odds.Over, Price: 1910}, fixture.Price{Key: odds.Under, Price: 1910}),
		market("M1", odds.OneXTwo, 0, odds.Half1, fixture.Price{Key: odds.Home, Price: 2500}, fixture.Price{Key: odds.Draw, Price: 2100}, fixture.Price{Key: odds.Away, Price: 4500}),
		market("M1", odds.OddEven, 0, odds.Full, fixture.Price{Key: odds.Odd, Price: 1900}, fixture.Price{Key: odds.Even, Price: 1900}),
	)
	_, err := b.DB.Exec(t.Context(), `UPDATE sports_market m SET main = line = 12 FROM sports_event e WHERE e.id = m.event_id AND e.feed_id = 'M1' AND kind = 'total'`)
	require.NoError(t, err)
	half := odds.Score{Home: 1}
	end(b, "M1", 3*time.Hour, 2, 1, &half)
	end(b, "M2", 4*time.Hour, 0, 0, nil)
	b.Void("M3")
	_, err = b.DB.Exec(t.Context(), `UPDATE sports_event SET starts_at = now() - interval '2 hours' WHERE feed_id = 'M3'`)
	require.NoError(t, err)

	app := apitest.New(t, clock.System{}, apisports.New(b.Sports).Routes())
	results := func(body string) apisports.ResultsAnswer {
		t.Helper()
		return apitest.OK[apisports.ResultsAnswer](app.Post("/api/sports/results", body))
	}
	all := results(`{}`)
	require.Nil(t, all.Next)
	require.Len(t, all.List, 3, "those that ended or were called off, not those to come")
	require.Equal(t, []string{"Home M3", "Home M1", "Home M2"}, []string{all.List[0].Home, all.List[1].Home, all.List[2].Home})
	require.Equal(t, []any{"cancelled", odds.Score{}, (*odds.Score)(nil), 0}, []any{all.List[0].Void, all.List[0].Full, all.List[0].Half, len(all.List[0].Markets)})
	require.Empty(t, all.List[1].Markets, "not settled yet")

	s := settle.New(b.DB, b.Bets, settle.Options{})
	for {
		_, ok, err := s.Next(t.Context())
		require.NoError(t, err)
		if !ok {
			break
		}
	}
	one := results(`{"search":"home m1"}`).List
	require.Len(t, one, 1)
	m1 := one[0]
	require.Equal(t, []any{odds.Soccer, "First Division", "KR", "Away M1", "test", "", odds.Score{Home: 2, Away: 1}, &half, map[string]odds.Score{"h1": {Home: 1}}},
		[]any{m1.Sport, m1.LeagueName, m1.Country, m1.Away, m1.Source, m1.Void, m1.Full, m1.Half, m1.Scores})
	require.WithinDuration(t, clock.System{}.Now(), m1.EndedAt, testkit.Patience)
	winner := func(kind odds.Kind, period odds.Period, line odds.Line, winners ...sports.Winner) sports.SettledMarket {
		return sports.SettledMarket{Kind: kind, Period: period, Line: line, Winners: winners}
	}
	require.Equal(t, []sports.SettledMarket{
		winner(odds.OneXTwo, odds.Full, 0, sports.Winner{Key: odds.Home, Outcome: "won"}),
		winner(odds.Handicap, odds.Full, -3, sports.Winner{Key: odds.Home, Outcome: "half-won"}),
		winner(odds.Total, odds.Full, 12, sports.Winner{Key: odds.Over, Outcome: "push"}, sports.Winner{Key: odds.Under, Outcome: "push"}),
		winner(odds.OddEven, odds.Full, 0, sports.Winner{Key: odds.Odd, Outcome: "won"}),
		winner(odds.OneXTwo, odds.Half1, 0, sports.Winner{Key: odds.Home, Outcome: "won"}),
	}, m1.Markets)

	at := func(ago time.Duration) string { return clock.System{}.Now().Add(-ago).Format(time.RFC3339Nano) }
	require.Len(t, results(`{"fromAt":"`+at(210*time.Minute)+`"}`).List, 2)
	require.Len(t, results(`{"toAt":"`+at(210*time.Minute)+`"}`).List, 1)
	require.Len(t, results(fmt.Sprintf(`{"leagueIdx":%d,"sport":"soccer"}`, m1.LeagueIdx)).List, 3)
	require.Empty(t, results(`{"sport":"tennis"}`).List)
	require.Empty(t, results(`{"search":"nowhere"}`).List)
	app.Post("/api/sports/results", `{"fromAt":"2020-01-01T00:00:00Z"}`).Refused(200, "E001")

	var seen []string
	for body := `{"count":1}`; ; {
		page := results(body)
		require.Len(t, page.List, 1)
		seen = append(seen, page.List[0].Home)
		if page.Next == nil {
			break
		}
		body = fmt.Sprintf(`{"count":1,"after":{"startsAt":%q,"eventIdx":%d}}`, page.Next.StartsAt.Format(time.RFC3339Nano), page.Next.EventIdx)
	}
	require.Equal(t, "Home M3, Home M1, Home M2", strings.Join(seen, ", "))

	_, err = b.DB.Exec(t.Context(), `INSERT INTO sports_off (site_id, sport, set_by, at) VALUES ($1, 'soccer', 'kim', now())`, b.Site)
	require.NoError(t, err)
	require.Empty(t, results(`{}`).List, "what the site does not offer")
}
