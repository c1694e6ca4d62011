package feedtest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
	"hubstake/internal/feed/footballdata"
	"hubstake/internal/feed/oddsapi"
	"hubstake/internal/play/sports"
	"hubstake/internal/sim/chaos"
	simulated "hubstake/internal/sim/sports"
	"hubstake/internal/testkit/pgtest"
)

// told is all that a feed says of some matches, from their offer to their results.
type told struct {
	changes []fixture.Change
	inner   bool // fixture.Batch.Inner
}

// adapters are the feeds of the sportsbook, each with the matches of all its sports.
var adapters = map[string]func(t *testing.T) told{"sim": simTells, "oddsapi": oddsTells, "footballdata": filesTell}

// Every package of internal/feed that translates a feed of matches is one of the adapters: a new one is tested as the others are.
func TestEveryFeedOfMatchesIsAnAdapter(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../*/*.go")
	require.NoError(t, err)
	found := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		if name := filepath.Base(filepath.Dir(file)); name != "feedtest" && strings.Contains(string(text), `"hubstake/internal/core/fixture"`) {
			found[name] = true
		}
	}
	for name := range found {
		require.Contains(t, adapters, name)
	}
	require.Len(t, found, len(adapters))
}

// simTells are the matches of a day of the simulator, all sports of it.
func simTells(t *testing.T) (all told) {
	feed := simulated.NewFeed(simulated.New(1), &chaos.Box{})
	clk := clock.NewManual(time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC))
	cursor := ""
	for range 3 {
		for more := true; more; {
			page, err := feed.Page(cursor, clk.Now(), 2000)
			require.NoError(t, err)
			all.changes = append(all.changes, page.Changes...)
			cursor, more = page.Cursor, page.More
		}
		clk.Advance(6 * time.Hour)
	}
	all.inner = true
	return all
}

// finals are how matches of the sports of the-odds-api end, with the lines that bookmakers make on them.
var finals = map[string]struct {
	home, away  int
	total, side string
}{
	"soccer_epl": {2, 1, "2.5", "-0.5"}, "basketball_nba": {101, 99, "201.5", "-2.5"}, "baseball_mlb": {5, 3, "8.5", "-1.5"}, "icehockey_nhl": {3, 2, "5.5", "-1.5"},
	"mma_mixed_martial_arts": {1, 0, "2.5", "-0.5"}, "boxing_boxing": {1, 0, "9.5", "-0.5"}, "tennis_atp_aus_open": {2, 1, "21.5", "-1.5"},
	"handball_germany_bundesliga": {30, 27, "55.5", "-2.5"}, "americanfootball_nfl": {24, 17, "44.5", "-3.5"}, "volleyball_italy": {3, 1, "180.5", "-1.5"},
}

// oddsTells are a match of each sport with all markets that the API has.
func oddsTells(t *testing.T) (all told) {
	sportsSeen := map[odds.Sport]bool{}
	for league, final := range finals {
		sport, ok := oddsapi.SportOf(league)
		require.True(t, ok, league)
		sportsSeen[sport] = true
		b := newOddsBook(t, league)
		opposite := strings.TrimPrefix(final.side, "-")
		b.say(leedsJSON(
			marketJSON("h2h", priceJSON("Leeds", "1.9"), priceJSON("Wolves", "2")),
			marketJSON("h2h", priceJSON("Leeds", "2.5"), priceJSON("Wolves", "3"), priceJSON("Draw", "3")),
			marketJSON("spreads", pointJSON("Leeds", "1.9", final.side), pointJSON("Wolves", "1.9", opposite)),
			marketJSON("totals", pointJSON("Over", "1.9", final.total), pointJSON("Under", "1.9", final.total))), "["+scoreJSON(60, false, "null")+"]")
		first := b.ask()
		b.clk.Advance(3 * time.Hour)
		b.say("[]", "["+scoreJSON(60, true, fmt.Sprintf(`[{"name":"Leeds","score":"%d"},{"name":"Wolves","score":"%d"}]`, final.home, final.away))+"]")
		last := b.ask()
		for _, c := range append(first.Changes, last.Changes...) {
			all.changes = append(all.changes, renamed(c, league))
		}
		all.inner = last.Inner
	}
	for _, sport := range odds.Sports {
		if sport != odds.Badminton && sport != odds.Esport { // the API has no leagues of these
			require.True(t, sportsSeen[sport], sport)
		}
	}
	return all
}

// renamed keeps matches of several leagues apart.
func renamed(c fixture.Change, league string) fixture.Change {
	switch {
	case c.Event != nil:
		e := *c.Event
		e.ID, c.Event = league, &e
	case c.Market != nil:
		m := *c.Market
		m.Event, c.Market = league, &m
	case c.Result != nil:
		r := *c.Result
		r.Event, c.Result = league, &r
	}
	return c
}

// filesTell are the matches of a file.
func filesTell(t *testing.T) (all told) {
	matches, rejected, err := footballdata.Read(strings.NewReader(
		"Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG,HTR,B365H,B365D,B365A,B365>2.5,B365<2.5,AHh,B365AHH,B365AHA\n" +
			"E0,05/08/2022,20:00,Crystal Palace,Arsenal,0,2,A,0,1,A,4.2,3.6,1.85,2.1,1.72,0.5,2.09,1.84\n" +
			"E0,06/08/2022,15:00,Leeds,Wolves,2,1,H,1,1,D,2.3,3.3,3.1,2,1.8,-0.25,1.98,1.93\n"))
	require.NoError(t, err)
	require.Empty(t, rejected)
	clk := clock.NewManual(matches[0].StartsAt)
	for _, batch := range playReplay(t, newReplay(t, matches, clk, footballdata.Options{Speed: 1, Lead: time.Hour}), clk, "") {
		all.changes = append(all.changes, batch.Changes...)
		all.inner = batch.Inner
	}
	return all
}

// Each market that any feed offers, of all sports and kinds, is one that the feed's own result decides, in the unit of the line.
func TestWhatIsOnOfferIsSettledInItsUnit(t *testing.T) {
	t.Parallel()
	for name, tells := range adapters {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := tells(t)
			sportOf, results := map[string]odds.Sport{}, map[string]fixture.Result{}
			for _, c := range all.changes {
				switch {
				case c.Event != nil:
					sportOf[c.Event.ID] = c.Event.Sport
				case c.Result != nil && c.Result.Void == "":
					results[c.Result.Event] = *c.Result
				}
			}
			settled := map[odds.Sport]int{}
			for _, c := range all.changes {
				m := c.Market
				if m == nil || m.State != fixture.Open || c.Check() != "" {
					continue
				}
				sport := sportOf[m.Event]
				require.True(t, sport.Asks(m.Kind, m.Period, m.Unit, m.Line), "%s: %s %s %s %s", sport, m.Kind, m.Period, m.Unit, m.Line)
				require.True(t, m.Unit == "" || all.inner, "%s %s", sport, m.Unit)
				r, ended := results[m.Event]
				if !ended {
					continue
				}
				require.True(t, sport.Ends(r.Full), "%s %v", sport, r.Full)
				if m.Period == odds.Half1 {
					require.NotNil(t, r.Half, sport)
				}
				if m.Unit != "" {
					_, ok := sport.InnerScore(r.Full, r.Scores, false)
					require.True(t, ok, "%s %+v", sport, r)
				}
				if m.Kind == odds.Total && m.Unit == "" && sport.Inner() != "" {
					require.Less(t, m.Line, odds.Line(4*7), "%s: a line of another unit", sport)
				}
				settled[sport]++
			}
			require.NotEmpty(t, settled)
			for sport := range settled {
				require.Contains(t, odds.Sports, sport)
			}
			for id := range results {
				require.Positive(t, settled[sportOf[id]], "nothing of %s is on offer", sportOf[id])
			}
		})
	}
}

// unitBook applies what an adapter tells of one match.
type unitBook struct {
	t   *testing.T
	db  *pgxpool.Pool
	clk *clock.Manual
	s   *sports.Service
	seq int64
}

// newUnitBook returns a book with the first match of an adapter that ended with a result, and its result. The match is in play.
func newUnitBook(t *testing.T, all told, wanted func(odds.Sport, fixture.Result) bool) (*unitBook, fixture.Event, fixture.Result, bool) {
	t.Helper()
	sportOf := map[string]fixture.Event{}
	var names []fixture.Change
	for _, c := range all.changes {
		if c.League != nil || c.Team != nil {
			names = append(names, c)
		}
		if c.Event != nil && sportOf[c.Event.ID].ID == "" {
			sportOf[c.Event.ID] = *c.Event
		}
	}
	for _, c := range all.changes {
		if c.Result == nil || c.Result.Void != "" || !wanted(sportOf[c.Result.Event].Sport, *c.Result) {
			continue
		}
		e := sportOf[c.Result.Event]
		e.State, e.Period, e.Score, e.Scores, e.Suspended = fixture.Live, "", odds.Score{}, nil, ""
		b := &unitBook{t: t, db: pgtest.DB(t), clk: clock.NewManual(e.StartsAt.Add(3 * time.Hour))}
		b.s = sports.New(b.db, b.clk, sports.Defaults())
		for _, name := range names {
			if l := name.League; l != nil && l.ID == e.League || name.Team != nil && (name.Team.ID == e.Home || name.Team.ID == e.Away) {
				b.say(all, name)
			}
		}
		b.say(all, fixture.Change{Event: &e})
		for _, m := range all.changes {
			if m.Market != nil && m.Market.Event == e.ID && m.Market.State == fixture.Open {
				b.say(all, m)
			}
		}
		return b, e, *c.Result, true
	}
	return nil, fixture.Event{}, fixture.Result{}, false
}

// say applies a change as the feed's next one, and returns for what it was parked.
func (b *unitBook) say(all told, c fixture.Change) (reasons []fixture.Reason) {
	b.t.Helper()
	from := ""
	if b.seq > 0 {
		from = strconv.FormatInt(b.seq, 10)
	}
	b.seq++
	c.Seq, c.At = b.seq, b.clk.Now()
	out, err := b.s.Apply(b.t.Context(), "unit", from, fixture.Batch{Cursor: strconv.FormatInt(b.seq, 10), Inner: all.inner, Changes: []fixture.Change{c}})
	require.NoError(b.t, err)
	for reason := range out.Parked {
		reasons = append(reasons, reason)
	}
	return reasons
}

func (b *unitBook) open() []string {
	return pgtest.Column(b.t, b.db, `SELECT kind || ' ' || period FROM sports_market WHERE state NOT IN ('resulted', 'void') ORDER BY 1`)
}

// Of every adapter: a result that says more than the one before completes it, and one that says less contradicts nothing.
func TestAResultThatSaysMoreCompletesTheFirst(t *testing.T) {
	t.Parallel()
	for name, tells := range adapters {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := tells(t)
			b, _, r, ok := newUnitBook(t, all, func(s odds.Sport, r fixture.Result) bool {
				return s == odds.Soccer && (r.Half != nil || name == "oddsapi")
			})
			require.True(t, ok)
			bare := r
			bare.Half, bare.Scores = nil, nil
			require.Empty(t, b.say(all, fixture.Change{Result: &bare}))
			require.Empty(t, b.say(all, fixture.Change{Result: &r}), "it says the same and more")
			require.Empty(t, b.open())
			require.Empty(t, b.say(all, fixture.Change{Result: &bare}))
			require.Equal(t, []string{fmt.Sprint(r.Half != nil)}, pgtest.Column(t, b.db, `SELECT (half_home IS NOT NULL)::text FROM sports_result ORDER BY version DESC LIMIT 1`))
			other := r
			other.Full.Home++
			require.Equal(t, []fixture.Reason{sports.Contradicts}, b.say(all, fixture.Change{Result: &other}))
		})
	}
}

// Of every adapter with a sport that is counted in sets: a score in games or points settles nothing.
func TestAScoreInAnotherUnitWaitsForAPerson(t *testing.T) {
	t.Parallel()
	for name, tells := range adapters {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := tells(t)
			b, e, r, ok := newUnitBook(t, all, func(s odds.Sport, _ fixture.Result) bool { return s == odds.Tennis || s == odds.Volleyball })
			if !ok {
				for _, c := range all.changes {
					require.True(t, c.Event == nil || c.Event.Sport.Inner() == "", "its sports have one unit")
				}
				return
			}
			require.NotEmpty(t, b.open())
			before := b.open()
			games := r
			games.Full, games.Scores = odds.Score{Home: 13, Away: 9}, nil
			require.Equal(t, []fixture.Reason{sports.OtherUnit}, b.say(all, fixture.Change{Result: &games}), e.Sport)
			require.Equal(t, before, b.open())
			// A line in another unit, from whichever feed, is not on offer: neither as one of sets nor, without the scores of the parts, as one of games.
			line := fixture.Market{Event: e.ID, Kind: odds.Total, Period: odds.Full, Line: 86, State: fixture.Open, Prices: []fixture.Price{
				{Key: odds.Over, Price: 1900}, {Key: odds.Under, Price: 1900},
			}}
			require.Equal(t, []fixture.Reason{sports.OtherUnit}, b.say(all, fixture.Change{Market: &line}))
			line.Unit = e.Sport.Inner()
			require.Equal(t, !all.inner, len(b.say(all, fixture.Change{Market: &line})) > 0)
		})
	}
}

// Of every adapter: a result that may include extra time waits for a person, and the feed's later words change nothing of what the person said.
func TestAResultThatMayIncludeExtraTimeWaitsForAPerson(t *testing.T) {
	t.Parallel()
	for name, tells := range adapters {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := tells(t)
			for _, c := range all.changes { // leagues only
				require.True(t, c.Result == nil || !c.Result.ExtraTime)
			}
			b, _, r, ok := newUnitBook(t, all, func(s odds.Sport, _ fixture.Result) bool { return s == odds.Soccer })
			require.True(t, ok)
			before := b.open()
			r.ExtraTime = true
			require.Equal(t, []fixture.Reason{sports.ExtraTime}, b.say(all, fixture.Change{Result: &r}))
			require.Equal(t, before, b.open())
			r.ExtraTime = false
			require.Equal(t, []fixture.Reason{sports.OtherMatch}, b.say(all, fixture.Change{Result: &r}), "the match is in doubt until a good event comes")
		})
	}
}

// The-odds-api does not say whether a final score has extra time: of a cup it may, unless the match was over before extra time could be.
func TestCupsOfTheOddsAPIMayHaveExtraTime(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		league string
		after  time.Duration // of the start
		want   bool
	}{
		{"soccer_fa_cup", 118 * time.Minute, false},
		{"soccer_fa_cup", 140 * time.Minute, true},
		{"soccer_uefa_champs_league", 3 * time.Hour, true},
		{"soccer_germany_bundesliga", 3 * time.Hour, true},
		{"soccer_epl", 3 * time.Hour, false},
		{"handball_champions_league", 90 * time.Minute, true},
		{"basketball_nba", 3 * time.Hour, false},
		{"icehockey_nhl", 3 * time.Hour, false},
	} {
		b := newOddsBook(t, c.league)
		b.clk.Advance(time.Hour + c.after)
		b.say("[]", "["+scoreJSON(60, true, `[{"name":"Leeds","score":"2"},{"name":"Wolves","score":"1"}]`)+"]")
		changes := b.ask().Changes
		require.Equal(t, c.want, changes[len(changes)-1].Result.ExtraTime, "%s %s", c.league, c.after)
	}
}
