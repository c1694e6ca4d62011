package routestest_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	apibet "hubstake/api/bet"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/bettest"
)

// A folder shows its match as it stands: before, in play, ended, called off.
func TestFoldersShowTheirMatches(t *testing.T) {
	t.Parallel()
	b := bettest.New(t)
	for _, name := range []string{"M1", "M2", "M3", "M4"} {
		b.Match(name, 2*time.Hour, fixture.Scheduled)
	}
	b.Apply(fixture.Change{Team: &fixture.Team{ID: "M1h", Sport: odds.Soccer, Names: map[string]string{"ko": "홈"}}})
	m := b.Member(100_000)
	b.Place(m, 10_000, b.Home("M1"), b.Home("M2"), b.Home("M3"), b.Home("M4"))
	b.Place(m, 20_000, b.Home("M1"))
	app := serveBets(t, b).Member(m).Lang("ko-KR")
	open := apitest.OK[apibet.OpenAnswer](app.Post("/api/bet/sports/open", `{}`))
	require.Len(t, open.List, 2)
	require.Equal(t, "홈", open.List[0].Folders[0].Home)

	live := b.Event("M2", -time.Hour, fixture.Live, odds.Score{Home: 2, Away: 1})
	live.Event.Period = "h2"
	half := odds.Score{Home: 1}
	b.Apply(
		live, b.Event("M3", -2*time.Hour, fixture.Live, odds.Score{}),
		fixture.Change{Result: &fixture.Result{Event: "M3", Full: odds.Score{Home: 3, Away: 1}, Half: &half}},
	)
	b.Void("M4")
	folders := apitest.OK[apibet.OpenAnswer](app.Post("/api/bet/sports/open", `{}`)).List[1].Folders
	shown := make([]apibet.Folder, len(folders))
	for i, f := range folders {
		shown[i] = apibet.Folder{Home: f.Home, Away: f.Away, LeagueName: f.LeagueName, Country: f.Country, Progress: f.Progress, Score: f.Score, VoidReason: f.VoidReason}
	}
	require.Equal(t, []apibet.Folder{
		{Home: "홈", Away: "Away M1", LeagueName: "First Division", Country: "KR", Progress: apibet.FolderProgress{State: fixture.Scheduled}},
		{
			Home: "Home M2", Away: "Away M2", LeagueName: "First Division", Country: "KR",
			Progress: apibet.FolderProgress{State: fixture.Live, Period: "h2", Home: 2, Away: 1},
		},
		{
			Home: "Home M3", Away: "Away M3", LeagueName: "First Division", Country: "KR",
			Progress: apibet.FolderProgress{State: fixture.Ended, Home: 3, Away: 1}, Score: &apibet.FinalScore{Full: odds.Score{Home: 3, Away: 1}, Half: &half},
		},
		{Home: "Home M4", Away: "Away M4", LeagueName: "First Division", Country: "KR", Progress: apibet.FolderProgress{State: fixture.Cancelled}, VoidReason: "cancelled"},
	}, shown)
	detail := apitest.OK[apibet.DetailAnswer](app.Post("/api/bet/detail", `{"betIdx":`+strconv.FormatInt(open.List[1].BetIdx, 10)+`}`))
	require.Equal(t, folders, detail.Slip.Folders)

	_, err := b.DB.Exec(t.Context(), `INSERT INTO sports_off (site_id, sport, set_by, at) VALUES ($1, 'soccer', 'kim', now())`, b.Site)
	require.NoError(t, err)
	require.Equal(t, folders, apitest.OK[apibet.OpenAnswer](app.Post("/api/bet/sports/open", `{}`)).List[1].Folders, "a sport that is switched off since")
}
