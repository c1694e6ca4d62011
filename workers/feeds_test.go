package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/id"
	"hubstake/internal/platform/config"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/pgtest"
)

// load reads settings; further ones are laid over those that a development machine needs.
func load(t *testing.T, env string, further ...string) (settings, error) {
	t.Helper()
	return config.LoadFrom[settings]("WORKERS", append([]string{
		"WORKERS_ENV=" + env, "WORKERS_DATABASE_URL=postgres://w:4cFvUu2vhT@127.0.0.1/h", "WORKERS_REDIS_URL=redis://127.0.0.1",
	}, further...))
}

func TestTheFeedsOfTheSettings(t *testing.T) {
	t.Parallel()
	key := "WORKERS_FEED_SIM_KEY=" + base64.RawURLEncoding.EncodeToString(id.Key())
	cfg, err := load(t, "development", "WORKERS_FEED_SIM_URL=http://127.0.0.1:1", key,
		"WORKERS_FEED_ODDS_KEY=secret", "WORKERS_FEED_ODDS_SPORTS=soccer_epl,basketball_nba,soccer_italy_serie_a", "WORKERS_FEED_ODDS_EVERY=5m")
	require.NoError(t, err)
	feeds, err := cfg.feeds(clock.System{})
	require.NoError(t, err)
	var names []string
	for _, f := range feeds {
		names = append(names, f.Vendor+" "+f.Name+" "+f.Every.String())
	}
	require.Equal(t, []string{"oddsapi oddsapi-soccer 5m0s", "oddsapi oddsapi-basketball 5m0s", "sim sim 1s"}, names)
	cfg, err = load(t, "development")
	require.NoError(t, err)
	feeds, err = cfg.feeds(clock.System{})
	require.NoError(t, err)
	require.Empty(t, feeds)
	require.Equal(t, 10*time.Second, cfg.stale().StaleLive)
	require.Equal(t, 2*time.Minute, cfg.stale().StaleBefore)
}

func TestSettingsOfFeedsThatCannotBeUsedAreNamed(t *testing.T) {
	t.Parallel()
	key := "WORKERS_FEED_SIM_KEY=" + base64.RawURLEncoding.EncodeToString(id.Key())
	for name, c := range map[string]struct {
		settings []string
		want     string
	}{
		"no key":          {[]string{"FEED_SIM_URL=https://games.example"}, "FEED_SIM_URL and FEED_SIM_KEY"},
		"no address":      {[]string{strings.TrimPrefix(key, "WORKERS_")}, "FEED_SIM_URL and FEED_SIM_KEY"},
		"plain http":      {[]string{"FEED_SIM_URL=http://games.example", strings.TrimPrefix(key, "WORKERS_")}, "FEED_SIM_URL must be https"},
		"no host":         {[]string{"FEED_SIM_URL=games.example", strings.TrimPrefix(key, "WORKERS_")}, "FEED_SIM_URL must be of the form"},
		"no leagues":      {[]string{"FEED_ODDS_KEY=secret"}, "FEED_ODDS_KEY and FEED_ODDS_SPORTS"},
		"no such sport":   {[]string{"FEED_ODDS_KEY=secret", "FEED_ODDS_SPORTS=chess_world"}, "chess_world"},
		"too many days":   {[]string{"FEED_ODDS_KEY=secret", "FEED_ODDS_SPORTS=soccer_epl", "FEED_ODDS_RESULT_DAYS=4"}, "three days"},
		"too fast":        {[]string{"FEED_SIM_EVERY=1ms"}, "FEED_SIM_EVERY must be between"},
		"old at once":     {[]string{"FEED_STALE_LIVE=0s"}, "FEED_STALE_LIVE"},
		"not an interval": {[]string{"FEED_ODDS_EVERY=soon"}, "FEED_ODDS_EVERY cannot be read"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var further []string
			for _, s := range c.settings {
				further = append(further, "WORKERS_"+s)
			}
			_, err := load(t, "production", further...)
			require.ErrorContains(t, err, c.want)
			require.NotContains(t, err.Error(), "secret")
		})
	}
	_, err := load(t, "production", key, "WORKERS_FEED_SIM_URL=https://games.example", strings.Replace(key, "FEED_SIM_KEY", "SEAL_KEY", 1))
	require.ErrorContains(t, err, "FEED_SIM_KEY and SEAL_KEY must not be the same")
}

// season is a file of two matches, with rows that cannot be used.
const season = `Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG,B365H,B365D,B365A
E0,12/08/2023,12:30,Arsenal,Chelsea,2,1,H,1,0,2.10,3.40,3.60
E0,12/08/2023,15:00,Everton,Fulham,x,1,,,,2.60,3.20,2.80
E0,13/08/2023,14:00,Leeds,Leeds,0,0,D,0,0,2.60,3.20,2.80
E0,19/08/2023,15:00,Fulham,Arsenal,0,3,A,0,1,6.00,4.20,1.55
`

func write(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "E0.csv")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	return file
}

// screen is what a command prints, while it runs.
type screen struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *screen) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

func TestASeasonIsPlayedAgainAndGoesOnWhereItStopped(t *testing.T) {
	t.Parallel()
	address := pgtest.URL(t)
	db := pgtest.Pool(t, address)
	cfg, err := load(t, "development", "WORKERS_LOG_LEVEL=error")
	require.NoError(t, err)
	cfg.Database = address
	file := write(t, season)

	out := &screen{}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- replayFeed(ctx, cfg, []string{"feed", "-speed", "1", file}, out) }()
	testkit.Eventually(t, func() bool { return number(t, db, `SELECT count(*) FROM sports_market WHERE state = 'open'`) == 1 })
	cancel()
	require.NoError(t, <-done)
	require.Contains(t, out.String(), `E0.csv:3: left out: column FTHG: not a number of goals: "x"`)
	require.Contains(t, out.String(), "E0.csv:4: left out: column AwayTeam: the same as HomeTeam")
	require.Contains(t, out.String(), "E0.csv: 2 matches, 2 rows left out")
	require.NotContains(t, out.String(), "the season is over")
	require.Equal(t, 1, number(t, db, `SELECT count(*) FROM sports_cursor WHERE feed = 'footballdata-E0-2023-08-12'`))

	out = &screen{}
	require.NoError(t, replayFeed(t.Context(), cfg, []string{"feed", "-speed", "1000000", file}, out))
	require.Contains(t, out.String(), "the season is over")
	require.Equal(t, 2, number(t, db, `SELECT count(*) FROM sports_event WHERE state = 'ended'`))
	require.Equal(t, 2, number(t, db, `SELECT count(*) FROM sports_result`))
	require.Equal(t, 2, number(t, db, `SELECT home_score FROM sports_event WHERE feed_id = 'E0/2023-08-12/Arsenal/Chelsea'`))
}

func number(t *testing.T, db *pgxpool.Pool, sql string) (n int) {
	t.Helper()
	require.NoError(t, db.QueryRow(t.Context(), sql).Scan(&n))
	return n
}

func TestAReplayThatCannotBeginSaysWhy(t *testing.T) {
	t.Parallel()
	cfg, err := load(t, "development")
	require.NoError(t, err)
	begin := func(args ...string) (string, error) {
		out := &screen{}
		err := replayFeed(t.Context(), cfg, append([]string{"feed"}, args...), out)
		return out.String(), err
	}
	_, err = begin()
	require.ErrorIs(t, err, errUsage)
	_, err = begin("-speed", "fast", "E0.csv")
	require.ErrorIs(t, err, errUsage)
	_, err = begin(filepath.Join(t.TempDir(), "absent.csv"))
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = begin(write(t, "a,b\n1,2\n"))
	require.ErrorContains(t, err, "E0.csv: footballdata: not a file of results: no column Div")
	said, err := begin(write(t, "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,someday,Arsenal,Chelsea,1,0\n"))
	require.ErrorIs(t, err, errNoMatches)
	require.Contains(t, said, "E0.csv:2: left out: column Date: not a date")
	_, err = begin("-speed", "0", write(t, season))
	require.ErrorContains(t, err, "speed 0")
	cfg.Env = "production"
	_, err = begin(write(t, season))
	require.ErrorIs(t, err, errReplayInProduction)
}
