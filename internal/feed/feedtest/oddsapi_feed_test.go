package feedtest_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
	"hubstake/internal/feed/oddsapi"
	"hubstake/internal/play/sports"
	"hubstake/internal/testkit/pgtest"
)

var oddsNow = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// oddsBook is a feed of one league with the server that it asks.
type oddsBook struct {
	*oddsServer
	t      *testing.T
	clk    *clock.Manual
	feed   *oddsapi.Feed
	league string
	cursor string
}

func oddsOptions(league string) oddsapi.Options {
	return oddsapi.Options{Sports: []string{league}, Regions: []string{"eu"}, Bookmakers: []string{"pinnacle", "unibet"}, DaysBack: 3, Describe: true}
}

func newOddsBook(t *testing.T, league string) *oddsBook {
	t.Helper()
	b := &oddsBook{oddsServer: newOddsServer(t), t: t, clk: clock.NewManual(oddsNow), league: league}
	feed, err := oddsapi.NewFeed(newOddsClient(t, b.URL), b.clk, oddsOptions(league))
	require.NoError(t, err)
	b.feed = feed
	b.say("[]", "[]")
	return b
}

// say sets the next answers.
func (b *oddsBook) say(odds, scores string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.answers["/v4/sports/"+b.league+"/odds"], b.answers["/v4/sports/"+b.league+"/scores"] = odds, scores
}

// ask asks a second after the last question.
func (b *oddsBook) ask() fixture.Batch {
	b.t.Helper()
	b.clk.Advance(time.Second)
	batch, err := b.feed.Next(b.t.Context(), b.cursor)
	require.NoError(b.t, err)
	b.cursor = batch.Cursor
	return batch
}

// inMinutes writes a moment so many minutes from the beginning.
func inMinutes(minutes int) string {
	return oddsNow.Add(time.Duration(minutes) * time.Minute).Format(time.RFC3339)
}

// eventJSON is an element of odds in the documented shape.
func eventJSON(minutes int, bookmakers ...string) string {
	return fmt.Sprintf(`{"id":"e1","sport_key":"soccer_epl","sport_title":"EPL","commence_time":"%s","home_team":"Leeds","away_team":"Wolves","bookmakers":[%s]}`,
		inMinutes(minutes), strings.Join(bookmakers, ","))
}

func bookmakerJSON(key string, markets ...string) string {
	return fmt.Sprintf(`{"key":"%s","title":"T","last_update":"%s","markets":[%s]}`, key, inMinutes(-1), strings.Join(markets, ","))
}

func marketJSON(key string, outcomes ...string) string {
	return fmt.Sprintf(`{"key":"%s","last_update":"%s","outcomes":[%s]}`, key, inMinutes(-1), strings.Join(outcomes, ","))
}

func priceJSON(name, price string) string {
	return fmt.Sprintf(`{"name":"%s","price":%s}`, name, price)
}

func pointJSON(name, price, point string) string {
	return fmt.Sprintf(`{"name":"%s","price":%s,"point":%s}`, name, price, point)
}

// scoreJSON is an element of scores in the documented shape.
func scoreJSON(minutes int, completed bool, scores string) string {
	return fmt.Sprintf(`{"id":"e1","sport_key":"soccer_epl","sport_title":"EPL","commence_time":"%s","completed":%t,"home_team":"Leeds","away_team":"Wolves","scores":%s,"last_update":"%s"}`,
		inMinutes(minutes), completed, scores, inMinutes(0))
}

// describeChanges writes changes in short, with the reasons of those that cannot be used.
func describeChanges(changes []fixture.Change) (all []string) {
	for _, c := range changes {
		var text string
		switch {
		case c.Bad != nil:
			text = "bad " + string(c.Bad)
		case c.League != nil:
			text = "league " + c.League.ID + " " + c.League.Names["en"]
		case c.Team != nil:
			text = "team " + c.Team.ID + " " + c.Team.Names["en"]
		case c.Event != nil:
			text = fmt.Sprintf("event %s %s %d:%d", c.Event.ID, c.Event.State, c.Event.Score.Home, c.Event.Score.Away)
		case c.Market != nil:
			text = fmt.Sprintf("%s %s %s", c.Market.Kind, c.Market.Line, c.Market.State)
			for _, p := range c.Market.Prices {
				text += " " + string(p.Key) + "=" + strconv.Itoa(int(p.Price))
			}
		case c.Result != nil:
			text = fmt.Sprintf("result %d:%d", c.Result.Full.Home, c.Result.Full.Away)
		}
		if reason := c.Check(); reason != "" {
			text += " !" + string(reason)
		}
		all = append(all, text)
	}
	return all
}

func leedsJSON(markets ...string) string {
	return "[" + eventJSON(60, bookmakerJSON("pinnacle", markets...)) + "]"
}

func TestAnAnswerBecomesAMatchWithItsMarkets(t *testing.T) {
	t.Parallel()
	b := newOddsBook(t, "soccer_epl")
	b.say("["+eventJSON(60,
		bookmakerJSON("unibet", marketJSON("h2h", priceJSON("Leeds", "9"), priceJSON("Wolves", "9"), priceJSON("Draw", "9"))),
		bookmakerJSON("pinnacle",
			marketJSON("h2h", priceJSON("Leeds", "2.3"), priceJSON("Wolves", "3.105"), priceJSON("Draw", "3.4")),
			marketJSON("h2h_lay", priceJSON("Leeds", "2.4"), priceJSON("Wolves", "3.2"), priceJSON("Draw", "3.5")),
			marketJSON("spreads", pointJSON("Wolves", "1.96", "0.25"), pointJSON("Leeds", "1.97", "-0.25")),
			marketJSON("totals", pointJSON("Over", "1.95", "2.5"), pointJSON("Under", "1.9", "2.5"))))+"]",
		"["+scoreJSON(60, false, "null")+"]")
	batch := b.ask()
	require.Equal(t, []string{
		"league soccer_epl EPL", "team Leeds Leeds", "team Wolves Wolves", "event e1 scheduled 0:0",
		"1x2 0 open home=2300 draw=3400 away=3105", "handicap -0.25 open home=1970 away=1960", "total 2.5 open over=1950 under=1900",
	}, describeChanges(batch.Changes))
	asked := oddsNow.Add(time.Second)
	require.Equal(t, strconv.FormatInt(asked.UnixMilli(), 10), batch.Cursor)
	require.Zero(t, batch.Vouched, "the API answers for no price afterwards")
	e, m := batch.Changes[3], batch.Changes[4]
	require.Equal(t, fixture.Event{
		ID: "e1", Sport: odds.Soccer, League: "soccer_epl", Home: "Leeds", Away: "Wolves", StartsAt: oddsNow.Add(time.Hour), State: fixture.Scheduled,
	}, *e.Event)
	require.Equal(t, []any{asked.UnixMilli(), asked}, []any{e.Seq, e.At})
	read := oddsNow.Add(-time.Minute)
	require.Equal(t, []any{read.UnixMilli(), read}, []any{m.Seq, m.At}, "a price is as new as the API's reading of it")
}

func TestAMatchGoesFromItsStartToItsResult(t *testing.T) {
	t.Parallel()
	b := newOddsBook(t, "soccer_epl")
	b.say("["+eventJSON(60)+"]", "["+scoreJSON(60, false, "null")+"]")
	require.Equal(t, []string{"league soccer_epl EPL", "team Leeds Leeds", "team Wolves Wolves", "event e1 scheduled 0:0"}, describeChanges(b.ask().Changes))
	b.clk.Advance(time.Hour)
	require.Equal(t, []string{"event e1 live 0:0"}, describeChanges(b.ask().Changes), "names are told once")
	b.say("["+eventJSON(60)+"]", "["+scoreJSON(60, false, `[{"name":"Wolves","score":"1"},{"name":"Leeds","score":"2"}]`)+"]")
	require.Equal(t, []string{"event e1 live 2:1"}, describeChanges(b.ask().Changes))
	b.say("[]", "["+scoreJSON(60, true, `[{"name":"Leeds","score":"2"},{"name":"Wolves","score":"3"}]`)+"]")
	require.Equal(t, []string{"event e1 ended 2:3", "result 2:3"}, describeChanges(b.ask().Changes))
	b.say("[]", "["+scoreJSON(60, true, "null")+"]")
	require.Equal(t, []string{"event e1 ended 0:0"}, describeChanges(b.ask().Changes), "without a score staff enters the result")
}

func TestTheFirstBookmakerOfTheOrderThatHasMarketsIsTaken(t *testing.T) {
	t.Parallel()
	h2h := func(home string) string {
		return marketJSON("h2h", priceJSON("Leeds", home), priceJSON("Wolves", "2.9"), priceJSON("Draw", "2.9"))
	}
	for want, bookmakers := range map[string][]string{
		"2000": {bookmakerJSON("unibet", h2h("3")), bookmakerJSON("pinnacle", h2h("2"))},
		"3000": {bookmakerJSON("pinnacle"), bookmakerJSON("unibet", h2h("3")), bookmakerJSON("betfair", h2h("4"))},
		"3001": {bookmakerJSON("pinnacle", marketJSON("h2h_lay", priceJSON("Leeds", "2"))), bookmakerJSON("unibet", h2h("3.001"))},
		"3002": {`{"key":7}`, `"pinnacle"`, `{"key":"pinnacle","markets":{}}`, bookmakerJSON("unibet", h2h("3.002"))},
		"3003": {bookmakerJSON("unibet", h2h("3.003")), bookmakerJSON("unibet", h2h("4"))},
		"":     {bookmakerJSON("betfair", h2h("4"))},
	} {
		b := newOddsBook(t, "soccer_epl")
		b.say("["+eventJSON(60, bookmakers...)+"]", "[]")
		got := describeChanges(b.ask().Changes)[4:]
		if want == "" {
			require.Empty(t, got)
			continue
		}
		require.Equal(t, []string{"1x2 0 open home=" + want + " draw=2900 away=2900"}, got)
	}
}

func TestMarketsOfASport(t *testing.T) {
	t.Parallel()
	two := marketJSON("h2h", priceJSON("Leeds", "1.9"), priceJSON("Wolves", "2"))
	three := marketJSON("h2h", priceJSON("Leeds", "2.5"), priceJSON("Wolves", "3"), priceJSON("Draw", "3"))
	for league, want := range map[string][]string{
		"soccer_epl":             {"1x2 0 open home=1900 away=2000 !malformed", "1x2 0 open home=2500 draw=3000 away=3000"},
		"handball_germany":       {"winner 0 open home=1900 away=2000", "1x2 0 open home=2500 draw=3000 away=3000"},
		"icehockey_nhl":          {"winner 0 open home=1900 away=2000"}, // the final score has overtime
		"basketball_nba":         {"winner 0 open home=1900 away=2000"},
		"americanfootball_nfl":   {"winner 0 open home=1900 away=2000"},
		"baseball_mlb":           {"winner 0 open home=1900 away=2000"},
		"tennis_atp_aus_open":    {"winner 0 open home=1900 away=2000"},
		"mma_mixed_martial_arts": {"winner 0 open home=1900 away=2000"},
		"boxing_boxing":          {"winner 0 open home=1900 away=2000"},
	} {
		b := newOddsBook(t, league)
		b.say(leedsJSON(two, three), "[]")
		require.Equal(t, want, describeChanges(b.ask().Changes)[4:], league)
	}
}

func TestMarketsThatCannotBeBelievedSayWhy(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		market string
		want   []string
	}{
		// absurd prices
		{marketJSON("totals", pointJSON("Over", "0", "2.5"), pointJSON("Under", "1.9", "2.5")), []string{"total 2.5 open over=0 under=1900 !absurd"}},
		{marketJSON("totals", pointJSON("Over", "-110", "2.5"), pointJSON("Under", "1.9", "2.5")), []string{"total 2.5 open over=0 under=1900 !absurd"}},
		{marketJSON("totals", pointJSON("Over", "1e9", "2.5"), pointJSON("Under", "1.9", "2.5")), []string{"total 2.5 open over=0 under=1900 !absurd"}},
		{marketJSON("totals", pointJSON("Over", "1.0", "2.5"), pointJSON("Under", "1.9", "2.5")), []string{"total 2.5 open over=1000 under=1900 !absurd"}},
		{marketJSON("totals", pointJSON("Over", "1.9", "-2.5"), pointJSON("Under", "1.9", "-2.5")), []string{"total -2.5 open over=1900 under=1900 !absurd"}},
		{marketJSON("totals", pointJSON("Over", "2.1", "2.5"), pointJSON("Under", "2.1", "2.5")), []string{"total 2.5 open over=2100 under=2100 !crossed"}},
		{marketJSON("totals", pointJSON("Over", "1.001", "2.5"), pointJSON("Under", "1.002", "2.5")), []string{"total 2.5 open over=1001 under=1002"}},
		// crossed points: each side is alone on its line
		{marketJSON("spreads", pointJSON("Leeds", "1.9", "-1.5"), pointJSON("Wolves", "1.9", "2")), []string{"handicap -2 open away=1900 !malformed", "handicap -1.5 open home=1900 !malformed"}},
		{marketJSON("spreads", pointJSON("Leeds", "1.9", "-1.5"), pointJSON("Wolves", "1.9", "-1.5")), []string{"handicap -1.5 open home=1900 !malformed", "handicap 1.5 open away=1900 !malformed"}},
		{marketJSON("totals", pointJSON("Over", "1.9", "2.5"), pointJSON("Under", "1.9", "3")), []string{"total 2.5 open over=1900 !malformed", "total 3 open under=1900 !malformed"}},
		// several lines
		{
			marketJSON("spreads", pointJSON("Leeds", "1.9", "-1.5"), pointJSON("Leeds", "1.7", "-1.25"), pointJSON("Wolves", "2.1", "1.25"), pointJSON("Wolves", "1.9", "1.5")),
			[]string{"handicap -1.5 open home=1900 away=1900", "handicap -1.25 open home=1700 away=2100"},
		},
		{
			marketJSON("spreads", pointJSON("Leeds", "1.9", "-1.5"), pointJSON("Leeds", "1.8", "-1.5"), pointJSON("Wolves", "1.9", "1.5")),
			[]string{"handicap -1.5 open home=1900 home=1800 away=1900 !malformed"},
		},
		// unknown names
		{marketJSON("h2h", priceJSON("Leeds United", "2"), priceJSON("Wolves", "3"), priceJSON("Draw", "3")), []string{"1x2 0 open !malformed"}},
		{marketJSON("h2h", priceJSON("leeds", "2"), priceJSON("Wolves", "3"), priceJSON("Draw", "3")), []string{"1x2 0 open !malformed"}},
		{marketJSON("totals", pointJSON("Leeds", "1.9", "2.5"), pointJSON("Under", "1.9", "2.5")), []string{"total 2.5 open !malformed"}},
		{marketJSON("spreads", pointJSON("Draw", "1.9", "0"), pointJSON("Wolves", "1.9", "0")), []string{"handicap 0 open !malformed"}},
		// wrong types
		{marketJSON("h2h", priceJSON("Leeds", `"2.0"`), priceJSON("Wolves", "3"), priceJSON("Draw", "3")), []string{"1x2 0 open !malformed"}},
		{marketJSON("h2h", priceJSON("Leeds", "null"), priceJSON("Wolves", "3"), priceJSON("Draw", "3")), []string{"1x2 0 open !malformed"}},
		{marketJSON("h2h", priceJSON("Leeds", "[2]"), priceJSON("Wolves", "3"), priceJSON("Draw", "3")), []string{"1x2 0 open !malformed"}},
		{marketJSON("h2h", `{"name":"Leeds"}`, priceJSON("Wolves", "3"), priceJSON("Draw", "3")), []string{"1x2 0 open !malformed"}},
		{marketJSON("h2h", `{"name":7,"price":2}`, priceJSON("Wolves", "3"), priceJSON("Draw", "3")), []string{"1x2 0 open !malformed"}},
		{marketJSON("totals", priceJSON("Over", "1.9"), priceJSON("Under", "1.9")), []string{"total 0 open !absurd"}},
		{marketJSON("totals", pointJSON("Over", "1.9", `"2.5"`), pointJSON("Under", "1.9", "2.5")), []string{"total 0 open !absurd", "total 2.5 open !malformed"}},
		{marketJSON("spreads", pointJSON("Leeds", "1.9", "-1.3"), pointJSON("Wolves", "1.9", "1.3")), []string{"handicap 0 open !malformed"}},
		{marketJSON("spreads", pointJSON("Leeds", "1.9", "-900"), pointJSON("Wolves", "1.9", "900")), []string{"handicap 0 open !malformed"}},
		{`{"key":"spreads","outcomes":{}}`, []string{"handicap 0 open !malformed"}},
		{`{"key":"h2h","last_update":"yesterday","outcomes":[]}`, []string{"1x2 0 open !malformed"}},
		{`{"key":"h2h"}`, []string{"1x2 0 open !malformed"}},
		{`"h2h"`, []string{`bad "h2h" !malformed`}},
		{`{"key":["h2h"]}`, []string{`bad {"key":["h2h"]} !malformed`}},
		{`{"key":"outrights","outcomes":7}`, nil},
	} {
		b := newOddsBook(t, "soccer_epl")
		b.say(leedsJSON(c.market), "[]")
		got := describeChanges(b.ask().Changes)[4:]
		if c.want == nil {
			require.Empty(t, got, c.market)
			continue
		}
		require.Equal(t, c.want, got, c.market)
	}
}

func TestMatchesThatCannotBeReadAreParkedAndTheRestIsUsed(t *testing.T) {
	t.Parallel()
	good := strings.ReplaceAll(strings.ReplaceAll(eventJSON(60), "e1", "good"), "Leeds", "Arsenal")
	rest := []string{"league soccer_epl EPL", "team Arsenal Arsenal", "team Wolves Wolves", "event good scheduled 0:0"}
	for _, c := range []struct {
		odds, scores string
		want         []string
	}{
		{`7`, "", []string{"bad 7 !malformed"}},
		{`null`, "", []string{"bad null !malformed"}},
		{`{"id":7}`, "", []string{`bad {"id":7} !malformed`}},
		{`{"id":""}`, "", []string{`bad {"id":""} !malformed`}},
		{`{"id":"e1","home_team":["Leeds"]}`, "", []string{"event e1  0:0 !malformed"}},
		{`{"id":"e1","commence_time":"soon"}`, "", []string{"event e1  0:0 !malformed"}},
		{`{"id":"e1","commence_time":1772366400}`, "", []string{"event e1  0:0 !malformed"}},
		{"", `{"id":"e1","completed":"yes"}`, []string{"event e1  0:0 !malformed"}},
		{eventJSON(-5), `{"id":"e1","completed":"yes"}`, []string{"event e1  0:0 !malformed"}},
		{eventJSON(-5), `{"id":"e1","scores":[{"name":"Leeds","score":2}]}`, []string{"event e1  0:0 !malformed"}},
		{eventJSON(-5), `7`, []string{"bad 7 !malformed", "team Leeds Leeds", "event e1 live 0:0"}},
		{eventJSON(-5), strings.ReplaceAll(scoreJSON(-5, false, "null"), "Wolves", "Villa"), []string{"event e1  0:0 !malformed"}},
	} {
		b := newOddsBook(t, "soccer_epl")
		list := func(first, second string) string {
			return "[" + strings.Trim(first+","+second, ",") + "]"
		}
		b.say(list(good, c.odds), list(c.scores, ""))
		want := append(append([]string{}, c.want...), rest...)
		require.ElementsMatch(t, want, describeChanges(b.ask().Changes), c.odds+c.scores)
	}
}

func TestScoresThatCannotBeReadSuspendTheirMatch(t *testing.T) {
	t.Parallel()
	for _, scores := range []string{
		`[{"name":"Leeds","score":"1"}]`,
		`[{"name":"Leeds","score":"1"},{"name":"Villa","score":"0"}]`,
		`[{"name":"Leeds","score":"1"},{"name":"Leeds","score":"0"}]`,
		`[{"name":"Leeds","score":"1"},{"name":"Wolves","score":"0"},{"name":"Wolves","score":"2"}]`,
		`[{"name":"Leeds","score":"-1"},{"name":"Wolves","score":"0"}]`,
		`[{"name":"Leeds","score":"+1"},{"name":"Wolves","score":"0"}]`,
		`[{"name":"Leeds","score":""},{"name":"Wolves","score":"0"}]`,
		`[{"name":"Leeds","score":"1.5"},{"name":"Wolves","score":"0"}]`,
		`[{"name":"Leeds","score":"99999999999999999999"},{"name":"Wolves","score":"0"}]`,
		`[{"name":"Leeds","score":null},{"name":"Wolves","score":"0"}]`,
		`{}`,
	} {
		b := newOddsBook(t, "soccer_epl")
		b.say("["+eventJSON(-5, bookmakerJSON("pinnacle", marketJSON("totals", pointJSON("Over", "1.9", "2.5"), pointJSON("Under", "1.9", "2.5"))))+"]", "["+scoreJSON(-5, true, scores)+"]")
		require.Equal(t, []string{"event e1  0:0 !malformed"}, describeChanges(b.ask().Changes), scores)
	}
	b := newOddsBook(t, "soccer_epl")
	b.say("[]", "["+scoreJSON(-5, true, `[{"name":"Leeds","score":"1000"},{"name":"Wolves","score":"0"}]`)+"]")
	require.Equal(t, []string{"event e1 ended 1000:0 !absurd", "result 1000:0 !absurd"}, describeChanges(b.ask().Changes)[3:])
}

// The moment of a price orders the changes of a market, so it must be one that has come.
func TestThePriceOfALaterMomentIsOneOfNow(t *testing.T) {
	t.Parallel()
	two := func(at string) string {
		return `{"key":"totals"` + at + `,"outcomes":[` + pointJSON("Over", "1.9", "2.5") + "," + pointJSON("Under", "1.9", "2.5") + "]}"
	}
	asked := oddsNow.Add(time.Second)
	for at, want := range map[string]time.Time{
		`,"last_update":"2099-01-01T00:00:00Z"`:      asked,
		`,"last_update":"2026-03-01T13:00:00+09:00"`: oddsNow.Add(-8 * time.Hour),
		`,"last_update":null`:                        oddsNow.Add(-time.Minute), // that of the bookmaker
		"":                                           oddsNow.Add(-time.Minute),
	} {
		b := newOddsBook(t, "soccer_epl")
		b.say(leedsJSON(two(at)), "[]")
		c := b.ask().Changes[4]
		require.Equal(t, []any{want, want.UnixMilli()}, []any{c.At, c.Seq}, at)
	}
	b := newOddsBook(t, "soccer_epl")
	b.say("["+eventJSON(60, `{"key":"pinnacle","markets":[`+two("")+"]}")+"]", "[]")
	require.Equal(t, asked, b.ask().Changes[4].At, "neither says when")
}

func TestMarketsThatAreNotInTheAnswerAnyMoreAreSuspended(t *testing.T) {
	t.Parallel()
	b := newOddsBook(t, "soccer_epl")
	totals := func(line string) string {
		return marketJSON("totals", pointJSON("Over", "1.9", line), pointJSON("Under", "1.9", line))
	}
	b.say(leedsJSON(totals("2.5")), "[]")
	b.ask()
	b.say(leedsJSON(totals("2.75")), "[]")
	moved := b.ask()
	require.Equal(t, []string{"event e1 scheduled 0:0", "total 2.75 open over=1900 under=1900", "total 2.5 suspended"}, describeChanges(moved.Changes))
	require.Greater(t, moved.Changes[2].Seq, moved.Changes[1].Seq)
	b.say("[]", "[]")
	require.Equal(t, []string{"total 2.75 suspended"}, describeChanges(b.ask().Changes))
	require.Empty(t, b.ask().Changes, "it is told once")
}

// A batch that was not stored is asked for again from the cursor before it, and must say the same.
func TestABatchThatWasNotAppliedIsToldAgain(t *testing.T) {
	t.Parallel()
	b := newOddsBook(t, "soccer_epl")
	b.say(leedsJSON(marketJSON("totals", pointJSON("Over", "1.9", "2.5"), pointJSON("Under", "1.9", "2.5"))), "[]")
	first := describeChanges(b.ask().Changes)
	b.cursor = ""
	require.Equal(t, first, describeChanges(b.ask().Changes), "names and all")
	before := b.cursor
	b.say("[]", "[]")
	require.Equal(t, []string{"total 2.5 suspended"}, describeChanges(b.ask().Changes))
	b.cursor = before
	require.Equal(t, []string{"total 2.5 suspended"}, describeChanges(b.ask().Changes))
	b.cursor = "5" // of another node
	require.Empty(t, b.ask().Changes, "this node does not know what was open then: the price grows stale")
}

func TestCursorsGrowEvenIfTheClockIsSetBack(t *testing.T) {
	t.Parallel()
	b := newOddsBook(t, "soccer_epl")
	b.say(leedsJSON(), "[]")
	b.ask()
	before := b.cursor
	b.clk.Set(oddsNow.Add(-time.Hour))
	later := b.ask()
	require.Greater(t, later.Changes[0].Seq, oddsNow.UnixMilli())
	require.Greater(t, later.Cursor, before)
	for _, cursor := range []string{"x", "-1", "0", "1.5", "9999999999999999"} {
		_, err := b.feed.Next(t.Context(), cursor)
		require.ErrorIs(t, err, oddsapi.ErrCursor, cursor)
	}
}

func TestWithoutAllAnswersThereIsNoBatch(t *testing.T) {
	t.Parallel()
	b := newOddsBook(t, "soccer_epl")
	b.say("["+eventJSON(-5)+"]", "{}")
	_, err := b.feed.Next(t.Context(), "")
	require.ErrorIs(t, err, oddsapi.ErrDown)
	b.say("{}", "[]")
	_, err = b.feed.Next(t.Context(), "")
	require.ErrorIs(t, err, oddsapi.ErrDown)
	b.refuse(http.StatusTooManyRequests)
	_, err = b.feed.Next(t.Context(), "")
	require.ErrorIs(t, err, oddsapi.ErrPace)
}

func TestScoresAndNamesAreOptions(t *testing.T) {
	t.Parallel()
	b := newOddsBook(t, "soccer_epl")
	o := oddsOptions("soccer_epl")
	o.DaysBack, o.Describe = 0, false
	feed, err := oddsapi.NewFeed(newOddsClient(t, b.URL), b.clk, o)
	require.NoError(t, err)
	b.say("["+eventJSON(60)+"]", "{}")
	batch, err := feed.Next(t.Context(), "")
	require.NoError(t, err)
	require.Equal(t, []string{"event e1 scheduled 0:0"}, describeChanges(batch.Changes))
	require.Len(t, b.questions(), 1)
}

func TestAFeedIsOfOneSportWithKeysThatMayStandInAPath(t *testing.T) {
	t.Parallel()
	c := newOddsClient(t, oddsapi.Host)
	for name, edit := range map[string]func(*oddsapi.Options){
		"no leagues":    func(o *oddsapi.Options) { o.Sports = nil },
		"no regions":    func(o *oddsapi.Options) { o.Regions = nil },
		"no bookmakers": func(o *oddsapi.Options) { o.Bookmakers = nil },
		"two sports":    func(o *oddsapi.Options) { o.Sports = []string{"soccer_epl", "basketball_nba"} },
		"unknown sport": func(o *oddsapi.Options) { o.Sports = []string{"cricket_odi"} },
		"a path":        func(o *oddsapi.Options) { o.Sports = []string{"soccer_epl/../x"} },
		"a query":       func(o *oddsapi.Options) { o.Regions = []string{"eu&markets=x"} },
		"too many days": func(o *oddsapi.Options) { o.DaysBack = 4 },
		"negative days": func(o *oddsapi.Options) { o.DaysBack = -1 },
	} {
		o := oddsOptions("soccer_epl")
		edit(&o)
		_, err := oddsapi.NewFeed(c, clock.System{}, o)
		require.Error(t, err, name)
	}
	o := oddsOptions("soccer_epl")
	o.Sports = append(o.Sports, "soccer_uefa_champs_league")
	_, err := oddsapi.NewFeed(c, clock.System{}, o)
	require.NoError(t, err)
}

// Parts of good answers change places: whatever comes of it, each change can be ordered or is kept as it came.
func TestAnyAnswerIsTranslatedWithoutPanic(t *testing.T) {
	t.Parallel()
	b := newOddsBook(t, "soccer_epl")
	good := leedsJSON(marketJSON("h2h", priceJSON("Leeds", "2.3"), priceJSON("Wolves", "3.1"), priceJSON("Draw", "3.4")), marketJSON("totals", pointJSON("Over", "1.9", "2.5"), pointJSON("Under", "1.9", "2.5")))
	scores := "[" + scoreJSON(-60, true, `[{"name":"Wolves","score":"1"},{"name":"Leeds","score":"2"}]`) + "]"
	parts := regexp.MustCompile(`"[^"]*"|-?[0-9.]+|\[[^\[\]]*\]|\{[^{}]*\}`)
	rapid.Check(t, func(rt *rapid.T) {
		mutated := func(text string) string {
			found := parts.FindAllStringIndex(text, -1)
			at := rapid.SampledFrom(found).Draw(rt, "at")
			by := rapid.SampledFrom([]string{"null", "7", "-1e400", `"x"`, "[]", "{}", "[null]", `"\u0000"`, "true", `"Leeds"`, `"2026-03-01T12:00:00Z"`, "99999999999999999999"}).Draw(rt, "by")
			return text[:at[0]] + by + text[at[1]:]
		}
		b.say(mutated(good), mutated(scores))
		b.clk.Advance(time.Second)
		batch, err := b.feed.Next(t.Context(), b.cursor)
		if err != nil { // a key became a number, perhaps
			require.ErrorIs(rt, err, oddsapi.ErrDown)
			return
		}
		b.cursor = batch.Cursor
		for _, c := range batch.Changes {
			require.Positive(rt, c.Seq)
			require.LessOrEqual(rt, c.Seq, b.clk.Now().UnixMilli())
			require.False(rt, c.At.After(b.clk.Now()))
		}
	})
}

func TestAFeedFillsTheSportsbook(t *testing.T) {
	t.Parallel()
	b := newOddsBook(t, "soccer_epl")
	db := pgtest.DB(t)
	s := sports.New(db, b.clk, sports.Defaults())
	apply := func() sports.Outcome {
		t.Helper()
		cursor, err := s.Cursor(t.Context(), "oddsapi")
		require.NoError(t, err)
		require.Equal(t, b.cursor, cursor)
		out, err := s.Apply(t.Context(), "oddsapi", cursor, b.ask())
		require.NoError(t, err)
		require.False(t, out.Repeated)
		return out
	}
	state := func() []string {
		return pgtest.Column(t, db, `SELECT e.state || ' ' || e.home_score || ':' || e.away_score || ' ' || e.suspend_reason || ' ' ||
			(SELECT string_agg(m.kind || ' ' || m.line || ' ' || m.state, ', ' ORDER BY m.kind, m.line) FROM sports_market m WHERE m.event_id = e.id) FROM sports_event e`)
	}
	h2h := marketJSON("h2h", priceJSON("Leeds", "2.3"), priceJSON("Wolves", "3.1"), priceJSON("Draw", "3.4"))
	b.say(leedsJSON(h2h, marketJSON("spreads", pointJSON("Leeds", "1.97", "-0.25"), pointJSON("Wolves", "1.96", "0.25"))), "["+scoreJSON(60, false, "null")+"]")
	require.Empty(t, apply().Parked)
	require.Equal(t, []string{"scheduled 0:0  1x2 0 open, handicap -1 open"}, state())

	require.Equal(t, 2, apply().Old, "prices that were not read again are not new")
	b.say(leedsJSON(h2h, marketJSON("spreads", pointJSON("Leeds", "1.97", "-0.5"), pointJSON("Wolves", "1.96", "0.75"))), "[]")
	require.Equal(t, map[fixture.Reason]int{fixture.Malformed: 2}, apply().Parked)
	require.Equal(t, []string{"scheduled 0:0  1x2 0 open, handicap -1 suspended"}, state(), "a line that moved is taken back")

	b.clk.Advance(time.Hour)
	b.say("["+eventJSON(60)+"]", "["+scoreJSON(60, false, `[{"name":"Wolves","score":"1"},{"name":"Leeds","score":"2"}]`)+"]")
	require.Empty(t, apply().Parked)
	require.Equal(t, []string{"live 2:1  1x2 0 suspended, handicap -1 suspended"}, state())
	b.say("["+eventJSON(60)+"]", "["+scoreJSON(60, false, `[{"name":"Wolves","score":"0"},{"name":"Leeds","score":"2"}]`)+"]")
	require.Equal(t, map[fixture.Reason]int{sports.ScoreBack: 1}, apply().Parked)
	require.Equal(t, []string{"live 2:1 doubt 1x2 0 suspended, handicap -1 suspended"}, state())

	b.say("[]", "["+scoreJSON(60, true, `[{"name":"Wolves","score":"1"},{"name":"Leeds","score":"3"}]`)+"]")
	require.Equal(t, 1, apply().Results)
	require.Equal(t, 1, apply().Old, "the result is the same")
	require.Equal(t, []string{"ended 3:1  1x2 0 resulted, handicap -1 resulted"}, state())
	require.Equal(t, []string{"3:1"}, pgtest.Column(t, db, `SELECT home || ':' || away FROM sports_result`))
}
