package sports_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/sports"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/pgtest"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// book is a sportsbook with one feed.
type book struct {
	t   *testing.T
	ctx context.Context
	db  *pgxpool.Pool
	clk *clock.Manual
	s   *sports.Service
	seq int64
	at  int // batches so far
}

func newBook(t *testing.T) *book {
	t.Helper()
	b := &book{t: t, ctx: t.Context(), db: pgtest.DB(t), clk: clock.NewManual(noon)}
	b.s = sports.New(b.db, b.clk, sports.Defaults())
	_, err := b.db.Exec(b.ctx, `INSERT INTO site_site (site_id, name, hosts) VALUES ('demo', 'Demo', '{}') ON CONFLICT DO NOTHING`)
	require.NoError(t, err)
	return b
}

// change numbers a change.
func (b *book) change(c fixture.Change) fixture.Change {
	b.seq++
	c.Seq, c.At = b.seq, b.clk.Now()
	return c
}

// apply applies the changes as the feed's next batch.
func (b *book) apply(changes ...fixture.Change) sports.Outcome {
	b.t.Helper()
	out, err := b.s.Apply(b.ctx, "test", b.cursor(), fixture.Batch{Cursor: strconv.Itoa(b.at + 1), Changes: changes})
	require.NoError(b.t, err)
	require.False(b.t, out.Repeated)
	b.at++
	return out
}

func (b *book) cursor() string {
	if b.at == 0 {
		return ""
	}
	return strconv.Itoa(b.at)
}

func league() fixture.Change {
	return fixture.Change{League: &fixture.League{ID: "L1", Sport: odds.Soccer, Country: "KR", Names: map[string]string{"en": "First Division", "ko": "1부 리그"}}}
}

func team(id string) fixture.Change {
	return fixture.Change{Team: &fixture.Team{ID: id, Sport: odds.Soccer, Names: map[string]string{"en": "Team " + id}}}
}

func match(edit func(*fixture.Event)) fixture.Change {
	e := fixture.Event{ID: "M1", Sport: odds.Soccer, League: "L1", Home: "A", Away: "B", StartsAt: noon.Add(time.Hour), State: fixture.Scheduled}
	if edit != nil {
		edit(&e)
	}
	return fixture.Change{Event: &e}
}

func oneXTwo(home, draw, away odds.Price) fixture.Change {
	return fixture.Change{Market: &fixture.Market{Event: "M1", Kind: odds.OneXTwo, Period: odds.Full, State: fixture.Open, Prices: []fixture.Price{
		{Key: odds.Home, Price: home}, {Key: odds.Draw, Price: draw}, {Key: odds.Away, Price: away},
	}}}
}

func total(line odds.Line, over, under odds.Price) fixture.Change {
	return fixture.Change{Market: &fixture.Market{Event: "M1", Kind: odds.Total, Period: odds.Full, Line: line, State: fixture.Open, Prices: []fixture.Price{
		{Key: odds.Over, Price: over}, {Key: odds.Under, Price: under},
	}}}
}

func result(edit func(*fixture.Result)) fixture.Change {
	r := fixture.Result{Event: "M1", Full: odds.Score{Home: 2, Away: 1}, Half: &odds.Score{Home: 1}}
	if edit != nil {
		edit(&r)
	}
	return fixture.Change{Result: &r}
}

// open begins with a match with prices.
func (b *book) open() {
	b.t.Helper()
	out := b.apply(b.change(league()), b.change(team("A")), b.change(team("B")), b.change(match(nil)), b.change(oneXTwo(2000, 3400, 3900)))
	require.Empty(b.t, out.Parked)
}

// one reads one value.
func one[T any](b *book, sql string, args ...any) (v T) {
	b.t.Helper()
	require.NoError(b.t, b.db.QueryRow(b.ctx, sql, args...).Scan(&v))
	return v
}

func (b *book) market() string {
	b.t.Helper()
	return one[string](b, `SELECT m.state || ' ' || (SELECT string_agg(key || '=' || price || CASE WHEN active THEN '' ELSE '!' END, ' ' ORDER BY key) FROM sports_selection WHERE market_id = m.id)
		FROM sports_market m WHERE kind = '1x2'`)
}

func (b *book) event() string {
	b.t.Helper()
	return one[string](b, `SELECT state || ' ' || home_score || ':' || away_score || ' ' || suspend_reason FROM sports_event`)
}

func (b *book) parked() string {
	b.t.Helper()
	return one[string](b, `SELECT coalesce(string_agg(kind || ' ' || feed_id || ' ' || reason, ', ' ORDER BY kind, feed_id, reason), '') FROM sports_parked`)
}

func TestAFeedBecomesAMatchWithPrices(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	b.open()
	require.Equal(t, "open away=3900 draw=3400 home=2000", b.market())
	require.Equal(t, "scheduled 0:0 ", b.event())
	require.Equal(t, []string{"ODDS sports.1", "SCORE sports.1", "SPORT sports.soccer"},
		pgtest.Column(t, b.db, `SELECT DISTINCT cmd || ' ' || topic FROM outbox_event WHERE topic LIKE 'sports.%' ORDER BY 1`))
	out := b.apply(b.change(oneXTwo(1900, 3400, 3900)))
	require.Equal(t, 1, out.Markets)
	require.Equal(t, "open away=3900 draw=3400 home=1900", b.market())
	require.Equal(t, []string{"away 1", "draw 1", "home 2"}, pgtest.Column(t, b.db, `SELECT key || ' ' || version FROM sports_selection ORDER BY key`))
	out = b.apply(b.change(oneXTwo(1900, 3400, 3900)))
	require.Equal(t, 1, out.Applied)
	require.Zero(t, out.Markets, "the same prices are no news")
	require.EqualValues(t, 2, one[int64](b, `SELECT version FROM sports_market`))

	var m sports.Market
	require.NoError(t, json.Unmarshal([]byte(one[string](b, `SELECT data2 FROM outbox_event WHERE cmd = 'ODDS' ORDER BY ver DESC LIMIT 1`)), &m))
	require.Equal(t, []sports.Price{{odds.Home, 1900, 2, true}, {odds.Draw, 3400, 1, true}, {odds.Away, 3900, 1, true}}, m.Prices)
}

func TestABatchHasOneEffect(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	b.open()
	batch := fixture.Batch{Cursor: "next", Changes: []fixture.Change{b.change(oneXTwo(1900, 3400, 3900))}}
	var done [4]sports.Outcome // of several pollers
	var g errgroup.Group
	for i := range done {
		g.Go(func() (err error) {
			done[i], err = b.s.Apply(b.ctx, "test", "1", batch)
			return err
		})
	}
	require.NoError(t, g.Wait())
	applied := 0
	for _, out := range done {
		applied += out.Applied
	}
	require.Equal(t, 1, applied)
	cursor, err := b.s.Cursor(b.ctx, "test")
	require.NoError(t, err)
	require.Equal(t, "next", cursor)
}

func TestAnOlderChangeThatComesLateChangesNothing(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	b.open()
	older, newer := b.change(oneXTwo(2100, 3400, 3900)), b.change(oneXTwo(1900, 3400, 3900))
	firstHalf := b.change(match(func(e *fixture.Event) { e.State, e.Period = fixture.Live, "h1" }))
	goal := b.change(match(func(e *fixture.Event) { e.State, e.Period, e.Score.Home = fixture.Live, "h1", 1 }))
	b.apply(goal, newer)
	out := b.apply(older, firstHalf)
	require.Equal(t, 2, out.Old)
	require.Empty(t, out.Parked)
	require.Equal(t, "open away=3900 draw=3400 home=1900", b.market())
	require.Equal(t, "live 1:0 ", b.event())
}

func TestWhatCannotBeBelievedIsParkedAndSuspendsWhatItIsAbout(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	b.open()
	for name, c := range map[string]struct {
		change                fixture.Change
		parked, event, market string
	}{
		"negative price":    {oneXTwo(-2000, 3400, 3900), "market M1 absurd", "", "suspended"},
		"price of one":      {oneXTwo(1000, 3400, 3900), "market M1 absurd", "", "suspended"},
		"huge price":        {oneXTwo(2_000_000, 3400, 3900), "market M1 absurd", "", "suspended"},
		"crossed":           {oneXTwo(3100, 3400, 3900), "market M1 crossed", "", "suspended"},
		"overround":         {oneXTwo(1200, 1200, 1200), "market M1 overround", "", "suspended"},
		"no draw":           {fixture.Change{Market: &fixture.Market{Event: "M1", Kind: odds.OneXTwo, Period: odds.Full, State: fixture.Open, Prices: []fixture.Price{{Key: odds.Home, Price: 2000}, {Key: odds.Away, Price: 1900}}}}, "market M1 malformed", "", "suspended"},
		"line of no line":   {fixture.Change{Market: &fixture.Market{Event: "M1", Kind: odds.OneXTwo, Period: odds.Full, Line: 2, State: fixture.Suspended}}, "market M1 absurd", "", "open"},
		"unknown kind":      {fixture.Change{Market: &fixture.Market{Event: "M1", Kind: "corners", Period: odds.Full, State: fixture.Suspended}}, "market M1 malformed", "", "open"},
		"unknown match":     {fixture.Change{Market: &fixture.Market{Event: "M9", Kind: odds.Total, Period: odds.Full, Line: 10, State: fixture.Open, Prices: []fixture.Price{{Key: odds.Over, Price: 1900}, {Key: odds.Under, Price: 1900}}}}, "market M9 unknown_event", "", "open"},
		"unknown team":      {match(func(e *fixture.Event) { e.ID, e.Home = "M2", "Z" }), "event M2 unknown_team", "", "open"},
		"unknown league":    {match(func(e *fixture.Event) { e.ID, e.League = "M2", "L9" }), "event M2 unknown_league", "", "open"},
		"negative score":    {match(func(e *fixture.Event) { e.State, e.Score.Home = fixture.Live, -1 }), "event M1 absurd", "doubt", "open"},
		"other teams":       {match(func(e *fixture.Event) { e.Home, e.Away = "B", "A" }), "event M1 other_match", "doubt", "open"},
		"another century":   {match(func(e *fixture.Event) { e.StartsAt = time.Time{} }), "event M1 absurd", "doubt", "open"},
		"unread":            {fixture.Change{Bad: []byte(`{"seq":`)}, "batch  malformed", "", "open"},
		"two in one":        {fixture.Change{League: league().League, Team: team("A").Team}, "league L1 malformed", "", "open"},
		"unknown result":    {result(func(r *fixture.Result) { r.Event = "M9" }), "result M9 unknown_event", "", "open"},
		"result before":     {result(nil), "result M1 early", "", "open"},
		"half above full":   {result(func(r *fixture.Result) { r.Half.Home = 3 }), "result M1 absurd", "", "open"},
		"a name too long":   {match(func(e *fixture.Event) { e.ID = strings.Repeat("x", 500) }), "event " + strings.Repeat("x", 120) + " malformed", "", "open"},
		"an id of control":  {match(func(e *fixture.Event) { e.ID, e.StartsAt = "M\x00", time.Time{} }), "event M malformed", "", "open"},
		"period of control": {match(func(e *fixture.Event) { e.Period = "h\x00" }), "event M1 malformed", "doubt", "open"},
		"scores of control": {match(func(e *fixture.Event) { e.Scores = map[string]odds.Score{"\x00": {}} }), "event M1 absurd", "doubt", "open"},
		"language of one":   {fixture.Change{Team: &fixture.Team{ID: "C", Sport: odds.Soccer, Names: map[string]string{"\x00": "x"}}}, "team C malformed", "", "open"},
		"rank of billions":  {fixture.Change{League: &fixture.League{ID: "L2", Sport: odds.Soccer, Rank: 1 << 40, Names: map[string]string{"": "x"}}}, "league L2 malformed", "", "open"},
		"an unread number":  {fixture.Change{Bad: []byte(`{"seq":1e999999}`)}, "batch  malformed", "", "open"},
		"an unread letter":  {fixture.Change{Bad: []byte("{\"id\":\"\\ud800 \\u0000 \x00 \xff\"}")}, "batch  malformed", "", "open"},
		"a name of control": {fixture.Change{Team: &fixture.Team{ID: "C\x00", Sport: odds.Soccer, Names: map[string]string{"": "x"}}}, "team C malformed", "", "open"},
	} {
		out := b.apply(b.change(c.change))
		require.Len(t, out.Parked, 1, name)
		require.Equal(t, c.parked, b.parked(), name)
		require.Equal(t, c.market+" away=3900 draw=3400 home=2000", b.market(), name)
		require.Equal(t, "scheduled 0:0 "+c.event, b.event(), name)
		out = b.apply(b.change(match(nil)), b.change(oneXTwo(2000, 3400, 3900)))
		require.Empty(t, out.Parked, name)
		require.Equal(t, "open away=3900 draw=3400 home=2000", b.market(), "%s: the next word that can be believed opens it again", name)
		require.Equal(t, "scheduled 0:0 ", b.event(), name)
		_, err := b.db.Exec(b.ctx, `DELETE FROM sports_parked`)
		require.NoError(t, err)
	}
}

func TestAScoreThatGoesBackNeedsACorrection(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	b.open()
	play := func(home int, correction bool) fixture.Change {
		return b.change(match(func(e *fixture.Event) { e.State, e.Score.Home, e.Correction = fixture.Live, home, correction }))
	}
	b.apply(play(2, false))
	b.apply(play(1, false))
	require.Equal(t, "event M1 score_back", b.parked())
	require.Equal(t, "live 2:0 doubt", b.event())
	b.apply(play(1, true))
	require.Equal(t, "live 1:0 ", b.event())
}

func TestAResultEndsTheMatchOnce(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	b.open()
	half := b.change(total(4, 1900, 1900))
	half.Market.Period = odds.Half1
	b.apply(half, b.change(match(func(e *fixture.Event) { e.State = fixture.Live })))
	b.clk.Advance(2 * time.Hour)
	first := b.change(result(func(r *fixture.Result) { r.Half = nil }))
	out := b.apply(first)
	require.Equal(t, 1, out.Results)
	require.Equal(t, "ended 2:1 ", b.event())
	require.Equal(t, []string{"1x2 resulted", "total closed"}, pgtest.Column(t, b.db, `SELECT kind || ' ' || state FROM sports_market ORDER BY 1`))

	out = b.apply(first, b.change(result(func(r *fixture.Result) { r.Half = nil })))
	require.Equal(t, 2, out.Old, "the same result again")
	b.apply(b.change(result(func(r *fixture.Result) { r.Full.Away = 2 })))
	require.Equal(t, "result M1 contradicts", b.parked())
	out = b.apply(b.change(result(func(r *fixture.Result) { r.Full.Away, r.Correction = 2, true })))
	require.Equal(t, 1, out.Results)
	require.Equal(t, "ended 2:2 ", b.event())
	require.Equal(t, []string{"1 2:1", "2 2:2"}, pgtest.Column(t, b.db, `SELECT version || ' ' || home || ':' || away FROM sports_result ORDER BY version`))
	require.Equal(t, []string{"1x2 resulted", "total resulted"}, pgtest.Column(t, b.db, `SELECT kind || ' ' || state FROM sports_market ORDER BY 1`))

	out = b.apply(b.change(oneXTwo(2000, 3400, 3900)), b.change(match(nil)))
	require.Equal(t, 1, out.Old, "a price after the end")
	require.Contains(t, b.parked(), "event M1 state_back")
}

func TestAResultBelowTheScoreNeedsACorrection(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	b.open()
	b.clk.Advance(3 * time.Hour)
	b.apply(b.change(match(func(e *fixture.Event) { e.State, e.Score = fixture.Live, odds.Score{Home: 3, Away: 1} })))
	out := b.apply(b.change(result(nil)))
	require.Zero(t, out.Results)
	require.Equal(t, "result M1 score_back", b.parked())
	require.Equal(t, "live 3:1 doubt", b.event())
	require.Equal(t, "open away=3900 draw=3400 home=2000", b.market(), "nothing to settle by")
	out = b.apply(b.change(result(func(r *fixture.Result) { r.Correction = true })))
	require.Equal(t, 1, out.Results)
	require.Equal(t, "ended 2:1 ", b.event())
}

func TestAnyReasonOfASuspensionIsTheFeedsOwn(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	out := b.apply(b.change(league()), b.change(team("A")), b.change(team("B")), b.change(match(func(e *fixture.Event) { e.Suspended = "doubt" })))
	require.Equal(t, 1, out.Events)
	require.Equal(t, "scheduled 0:0 doubt", b.event())
	b.apply(b.change(match(func(e *fixture.Event) { e.State, e.Suspended = fixture.Live, "doubt" })))
	require.Equal(t, "live 0:0 doubt", b.event())
}

func TestAMatchThatIsCalledOffIsVoid(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	b.open()
	out := b.apply(b.change(match(func(e *fixture.Event) { e.State = fixture.Cancelled })))
	require.Equal(t, 1, out.Results)
	require.Equal(t, "void away=3900 draw=3400 home=2000", b.market())
	require.Equal(t, "cancelled", one[string](b, `SELECT void FROM sports_result`))
}

func TestTheLineWithTheClosestPricesIsTheMainOne(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	b.open()
	main := func() string {
		return one[string](b, `SELECT string_agg(line::text, ' ') FROM sports_market WHERE kind = 'total' AND main`)
	}
	b.apply(b.change(total(10, 1950, 1850)), b.change(total(9, 1700, 2100)), b.change(total(11, 2300, 1600)))
	require.Equal(t, "10", main())
	b.apply(b.change(total(11, 1900, 1900)))
	require.Equal(t, "11", main())
	shut := b.change(total(11, 1900, 1900))
	shut.Market.State = fixture.Suspended
	b.apply(shut)
	require.Equal(t, "10", main(), "a suspended line is not shown first")
	many := make([]fixture.Change, 60)
	for i := range many {
		many[i] = b.change(total(odds.Line(20+i), 1900, 1900))
	}
	require.Equal(t, map[fixture.Reason]int{sports.TooMany: 23}, b.apply(many...).Parked)
}

func TestFeedsThatDoNotVouchForTheirPricesAreNamedWithTheAgeOfTheirNewest(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	unvouched := func() []string {
		t.Helper()
		feeds, err := b.s.Unvouched(b.ctx)
		require.NoError(t, err)
		return feeds
	}
	newest := func() map[string]time.Time {
		t.Helper()
		at, err := b.s.NewestPrices(b.ctx, []string{"test", "other"})
		require.NoError(t, err)
		return at
	}
	require.Empty(t, unvouched())
	require.Empty(t, newest())
	b.open()
	require.Equal(t, []string{"test"}, unvouched())
	require.Equal(t, map[string]time.Time{"test": noon}, newest())
	b.clk.Advance(time.Minute)
	_, err := b.s.Apply(b.ctx, "test", b.cursor(), fixture.Batch{Cursor: "vouched", Vouched: b.clk.Now()})
	require.NoError(t, err)
	require.Empty(t, unvouched())
	require.Equal(t, map[string]time.Time{"test": noon.Add(time.Minute)}, newest())
	b.clk.Advance(10 * time.Second)
	require.Empty(t, unvouched(), "10 s are the shorter limit")
	b.clk.Advance(time.Second)
	require.Equal(t, []string{"test"}, unvouched())
	_, err = b.s.Apply(b.ctx, "test", "vouched", fixture.Batch{Cursor: "over", Changes: []fixture.Change{b.change(match(func(e *fixture.Event) { e.State = fixture.Cancelled }))}})
	require.NoError(t, err)
	require.Empty(t, unvouched(), "without a match there is nothing to suspend")
}

func TestOldPricesSuspendTheirMarketUntilTheFeedConfirmsThem(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	b.open()
	stale := func() int {
		t.Helper()
		n, err := b.s.SuspendStale(b.ctx, "test")
		require.NoError(t, err)
		return n
	}
	b.clk.Advance(2 * time.Minute)
	require.Zero(t, stale(), "120 s before the match")
	b.clk.Advance(time.Second)
	require.Equal(t, 1, stale())
	require.Zero(t, stale())
	require.Equal(t, "suspended away=3900 draw=3400 home=2000", b.market())
	b.apply(b.change(oneXTwo(2000, 3400, 3900)))
	require.Equal(t, "open away=3900 draw=3400 home=2000", b.market())

	b.apply(b.change(match(func(e *fixture.Event) { e.State = fixture.Live })))
	b.clk.Advance(11 * time.Second)
	require.Equal(t, 1, stale(), "10 s in play")
	_, err := b.s.Apply(b.ctx, "test", b.cursor(), fixture.Batch{Cursor: "vouched", Vouched: b.clk.Now()})
	require.NoError(t, err)
	require.Equal(t, "open away=3900 draw=3400 home=2000", b.market(), "the feed answers for all its prices")
	b.clk.Advance(9 * time.Second)
	require.Zero(t, stale())
	late := b.change(oneXTwo(2100, 3400, 3900))
	b.clk.Advance(time.Minute)
	_, err = b.s.Apply(b.ctx, "test", "vouched", fixture.Batch{Cursor: "late", Changes: []fixture.Change{late}})
	require.NoError(t, err)
	require.Equal(t, "suspended away=3900 draw=3400 home=2100", b.market(), "prices that come late are old when they come")
}

func TestTheLeaguesMarginLowersThePrices(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	b.apply(b.change(league()), b.change(team("A")), b.change(team("B")), b.change(match(nil)))
	_, err := b.db.Exec(b.ctx, `UPDATE sports_league SET margin = 500`)
	require.NoError(t, err)
	b.apply(b.change(oneXTwo(2000, 3400, 3900)))
	require.Equal(t, "open away=3755 draw=3280 home=1950", b.market())
}

func TestATeamKnownByNameOnlyIsMatched(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	b.open()
	out, err := b.s.Apply(b.ctx, "other", "", fixture.Batch{Cursor: "1", Changes: []fixture.Change{
		{Seq: 1, At: noon, League: league().League},
		{Seq: 2, At: noon, Event: match(func(e *fixture.Event) { e.Home, e.Away = "team a", "Team B" }).Event},
	}})
	require.NoError(t, err)
	require.Empty(t, out.Parked)
	require.Equal(t, 2, one[int](b, `SELECT count(*) FROM sports_team`))
	require.Equal(t, 2, one[int](b, `SELECT count(*) FROM sports_event WHERE home_id = 1 AND away_id = 2`))
}

// quote asks for a selection of M1's 1X2 in a transaction of its own.
func (b *book) quote(tx pgx.Tx, key odds.Key) (refusal string) {
	b.t.Helper()
	require.NoError(b.t, tx.QueryRow(b.ctx, `SELECT refusal FROM sports_quotes(ARRAY['demo'], ARRAY[(SELECT id FROM sports_market WHERE kind = '1x2')], ARRAY[$1])`, key).Scan(&refusal))
	return refusal
}

func TestASuspensionWaitsForBetsThatAreBeingStored(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	b.open()
	_, err := b.db.Exec(b.ctx, `WITH fresh AS (UPDATE sports_market SET quoted_at = now()) UPDATE sports_event SET starts_at = now() + interval '1 hour'`)
	require.NoError(t, err)
	bet, err := b.db.Begin(b.ctx)
	require.NoError(t, err)
	require.Empty(t, b.quote(bet, odds.Home))
	b.apply(b.change(oneXTwo(1900, 3400, 3900))) // a price does not wait

	suspended := make(chan error, 1)
	stop := b.change(oneXTwo(1900, 3400, 3900))
	stop.Market.State = fixture.Suspended
	go func() {
		_, err := b.s.Apply(b.ctx, "test", b.cursor(), fixture.Batch{Cursor: "stop", Changes: []fixture.Change{stop}})
		suspended <- err
	}()
	testkit.Eventually(t, func() bool {
		return one[bool](b, `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')`)
	})
	asked := make(chan string, 1)
	go func() { // a bet that comes while the suspension waits is told of it
		_ = pg.InTx(b.ctx, b.db, func(tx pgx.Tx) error {
			asked <- b.quote(tx, odds.Home)
			return nil
		})
	}()
	require.NoError(t, bet.Commit(b.ctx))
	require.NoError(t, <-suspended)
	<-asked // before or after the suspension, both are true; it never hangs
	require.NoError(t, pg.InTx(b.ctx, b.db, func(tx pgx.Tx) error {
		require.Equal(t, "suspended", b.quote(tx, odds.Home))
		return nil
	}))
}

// Two pollers, two sweeps for old prices and bets on several matches take what they lock in an order that never ends in a deadlock, and of
// each batch one has an effect.
func TestPollersSweepsAndBetsAtOnceNeverWaitInACircle(t *testing.T) {
	t.Parallel()
	const matches = 8
	rounds := testkit.Size(10, 40)
	b, rnd := newBook(t), testkit.Rand(t)
	first := []fixture.Change{b.change(league()), b.change(team("A")), b.change(team("B"))}
	for m := range matches {
		first = append(first, b.change(match(func(e *fixture.Event) { e.ID, e.StartsAt = fmt.Sprint("M", m), noon.Add(24*time.Hour) })))
		c := oneXTwo(2000, 3400, 3900)
		c.Market.Event = fmt.Sprint("M", m)
		first = append(first, b.change(c))
	}
	b.apply(first...)
	markets := one[[]int64](b, `SELECT array_agg(id) FROM sports_market`)
	require.Len(t, markets, matches)

	var circles, effects atomic.Int64
	ctx := pg.OnRetry(t.Context(), func(string) { circles.Add(1) })
	for round := range rounds {
		b.clk.Advance(3 * time.Minute) // all prices are old by now
		var batch []fixture.Change
		for _, m := range rnd.Perm(matches)[:matches/2] {
			c := oneXTwo(odds.Price(1900+round), 3400, 3900)
			c.Market.Event = fmt.Sprint("M", m)
			c.Market.State = []fixture.MarketState{fixture.Open, fixture.Suspended}[rnd.IntN(2)]
			batch = append(batch, b.change(c))
		}
		var g errgroup.Group
		for range 2 {
			g.Go(func() error {
				out, err := b.s.Apply(ctx, "test", b.cursor(), fixture.Batch{Cursor: strconv.Itoa(b.at + 1), Changes: batch})
				if !out.Repeated {
					effects.Add(1)
				}
				return err
			})
			g.Go(func() error {
				_, err := b.s.SuspendStale(ctx, "test")
				return err
			})
			g.Go(func() error {
				ids := slices.Clone(markets)
				rnd.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
				return pg.InTx(ctx, b.db, func(tx pgx.Tx) error { // a bet asks once for all its legs
					_, err := tx.Exec(ctx, `SELECT FROM sports_quotes(array_fill('demo'::text, ARRAY[4]), $1, array_fill($2::text, ARRAY[4]))`, ids[:4], odds.Home)
					return err
				})
			})
		}
		require.NoError(t, g.Wait())
		b.at++
	}
	require.EqualValues(t, rounds, effects.Load())
	require.Zero(t, circles.Load(), "transactions that were tried again")
}

func TestQuotesAreRefused(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	b.open()
	ask := func(change string) (refusal string) {
		t.Helper()
		tx, err := b.db.Begin(b.ctx)
		require.NoError(t, err)
		defer func() { require.NoError(t, tx.Rollback(b.ctx)) }()
		_, err = tx.Exec(b.ctx, `WITH fresh AS (UPDATE sports_market SET quoted_at = now()) UPDATE sports_event SET starts_at = now() + interval '1 hour'`)
		require.NoError(t, err)
		_, err = tx.Exec(b.ctx, change)
		require.NoError(t, err)
		return b.quote(tx, odds.Home)
	}
	for change, want := range map[string]string{
		`SELECT`: "",
		`UPDATE sports_event SET starts_at = now()`:                                                                                             "closed",
		`UPDATE sports_event SET starts_at = now(), state = 'live'`:                                                                             "",
		`UPDATE sports_event SET state = 'postponed'`:                                                                                           "closed",
		`UPDATE sports_event SET suspended = true`:                                                                                              "suspended",
		`UPDATE sports_market SET state = 'suspended'`:                                                                                          "suspended",
		`UPDATE sports_market SET state = 'resulted'`:                                                                                           "closed",
		`UPDATE sports_market SET quoted_at = clock_timestamp() - interval '200 s'`:                                                             "",
		`UPDATE sports_market SET quoted_at = now() - interval '241 s'`:                                                                         "suspended", // no worker suspended it
		`WITH confirmed AS (UPDATE sports_cursor SET vouched_at = now()) UPDATE sports_market SET quoted_at = '-infinity'`:                      "",
		`WITH live AS (UPDATE sports_event SET state = 'live', starts_at = now()) UPDATE sports_market SET quoted_at = now() - interval '5 s'`:  "",
		`WITH live AS (UPDATE sports_event SET state = 'live', starts_at = now()) UPDATE sports_market SET quoted_at = now() - interval '21 s'`: "suspended",
		`WITH unknown AS (UPDATE sports_cursor SET stale_live = NULL, stale_before = NULL) UPDATE sports_market SET quoted_at = '-infinity'`:    "", // a program of the release before
		`WITH stricter AS (UPDATE sports_cursor SET stale_before = '10 s') UPDATE sports_market SET quoted_at = now() - interval '30 s'`:        "suspended",
		`UPDATE sports_selection SET active = false`:                                                                                            "inactive",
		`INSERT INTO sports_off (site_id, sport, set_by, at) VALUES ('demo', 'soccer', 'x', now())`:                                             "off",
		`INSERT INTO sports_off (site_id, sport, league_id, set_by, at) VALUES ('demo', 'soccer', 77, 'x', now())`:                              "",
	} {
		require.Equal(t, want, ask(change), change)
	}
}

// The final state does not depend on how often a feed says something, nor in which order it does within a match's own sequence.
func TestDuplicatesAndOrderDoNotChangeTheEnd(t *testing.T) {
	t.Parallel()
	const dump = `SELECT string_agg(x, E'\n' ORDER BY x) FROM (
		SELECT 'e ' || feed_id || ' ' || state || ' ' || period || ' ' || home_score || ':' || away_score || ' ' || suspend_reason || ' ' || seq AS x FROM sports_event
		UNION ALL SELECT 'm ' || e.feed_id || ' ' || m.kind || ' ' || m.line || ' ' || m.state || ' ' || m.main || ' ' || m.seq FROM sports_market m JOIN sports_event e ON e.id = m.event_id
		UNION ALL SELECT 's ' || e.feed_id || ' ' || m.kind || ' ' || m.line || ' ' || s.key || ' ' || s.price || ' ' || s.active
		  FROM sports_selection s JOIN sports_market m ON m.id = s.market_id JOIN sports_event e ON e.id = m.event_id
		UNION ALL SELECT 'r ' || e.feed_id || ' ' || r.home || ':' || r.away FROM sports_result r JOIN sports_event e ON e.id = r.event_id) d`
	for seed := range uint64(3) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, 1))
			plain, noisy := newBook(t), newBook(t)
			var batches [][]fixture.Change
			first := []fixture.Change{plain.change(league()), plain.change(team("A")), plain.change(team("B")), plain.change(team("C"))}
			var score [3]odds.Score
			for m := range score {
				first = append(first, plain.change(match(func(e *fixture.Event) { e.ID, e.Away = fmt.Sprint("M", m), []string{"B", "C"}[m%2] })))
			}
			batches = append(batches, first)
			for range 25 {
				var batch []fixture.Change
				for range 1 + r.IntN(6) {
					m := r.IntN(len(score))
					id := fmt.Sprint("M", m)
					var c fixture.Change
					switch r.IntN(5) {
					case 0:
						score[m].Home += r.IntN(2)
						c = match(func(e *fixture.Event) {
							e.ID, e.Away, e.State, e.Period, e.Score = id, []string{"B", "C"}[m%2], fixture.Live, "h1", score[m]
							e.Suspended = []string{"", "goal"}[r.IntN(2)]
						})
					case 1:
						c = total(odds.Line(8+r.IntN(4)), odds.Price(1700+r.IntN(300)), odds.Price(1700+r.IntN(300)))
						c.Market.State = []fixture.MarketState{fixture.Open, fixture.Open, fixture.Suspended}[r.IntN(3)]
					case 2:
						c = oneXTwo(odds.Price(900+r.IntN(2000)), 3000, 3000) // some of them absurd or crossed
					default:
						c = oneXTwo(odds.Price(1500+r.IntN(800)), 3300, 3300)
					}
					if c.Market != nil {
						c.Market.Event = id
					}
					batch = append(batch, plain.change(c))
				}
				batches = append(batches, batch)
			}
			end := result(func(x *fixture.Result) { x.Event, x.Full = "M0", odds.Score{Home: 9, Away: 9} })
			end.Result.Half = nil
			plain.clk.Advance(3 * time.Hour)
			noisy.clk.Advance(3 * time.Hour)
			batches = append(batches, []fixture.Change{plain.change(end)})
			for _, batch := range batches {
				plain.apply(batch...)
			}
			var seen []fixture.Change
			for _, batch := range batches {
				noisy.apply(batch...)
				seen = append(seen, batch...)
				for range r.IntN(3) { // again, a part of what came before, in any order
					again := make([]fixture.Change, 0, 10)
					for range r.IntN(10) {
						again = append(again, seen[r.IntN(len(seen))])
					}
					noisy.apply(again...)
				}
			}
			require.Equal(t, one[string](plain, dump), one[string](noisy, dump))
		})
	}
}

// A match that goes on after its result, by a correction, ends with another score: markets wait for the result that says so.
func TestAMatchThatGoesOnIsNotEndedByItsOldResult(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	b.open()
	state := func(s fixture.EventState, home int) fixture.Change {
		return b.change(match(func(e *fixture.Event) { e.State, e.Score, e.Correction = s, odds.Score{Home: home, Away: 1}, true }))
	}
	lines := func() string { return one[string](b, `SELECT state FROM sports_market WHERE kind = 'total'`) }
	b.apply(state(fixture.Live, 2))
	b.clk.Advance(2 * time.Hour)
	b.apply(b.change(result(nil)))
	b.apply(state(fixture.Live, 2), b.change(total(10, 1900, 1900)))
	require.Equal(t, "open", lines())
	b.apply(state(fixture.Ended, 3))
	require.Equal(t, "closed", lines(), "2:1 is not its score")
	b.apply(b.change(result(func(r *fixture.Result) { r.Full.Home, r.Correction = 3, true })))
	require.Equal(t, "resulted", lines())
}

// A match whose state was wrong for a moment ends with the result that it has.
func TestAMatchThatEndsAgainWithTheSameScoreKeepsItsResult(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	b.open()
	state := func(s fixture.EventState) fixture.Change {
		return b.change(match(func(e *fixture.Event) { e.State, e.Score, e.Correction = s, odds.Score{Home: 2, Away: 1}, true }))
	}
	b.apply(state(fixture.Live))
	b.clk.Advance(2 * time.Hour)
	b.apply(b.change(result(nil)))
	b.apply(state(fixture.Live), b.change(total(10, 1900, 1900)))
	b.apply(state(fixture.Ended))
	require.Equal(t, []string{"1x2 resulted", "total resulted"}, pgtest.Column(t, b.db, `SELECT kind || ' ' || state FROM sports_market ORDER BY 1`))
}

// A vendor that reuses an id for another match sends its event and its result together.
func TestTheResultOfAnotherMatchUnderTheSameIDIsNotPaid(t *testing.T) {
	t.Parallel()
	for name, begun := range map[string]fixture.EventState{"live": fixture.Live, "ended without a result": fixture.Ended} {
		for wrongName, wrong := range map[string]func(*fixture.Event){
			"other teams":   func(e *fixture.Event) { e.Home, e.Away, e.State = "B", "A", fixture.Ended },
			"another state": func(e *fixture.Event) { e.State = fixture.Scheduled },
			"malformed":     func(e *fixture.Event) { e.League = "" },
			"absurd":        func(e *fixture.Event) { e.Score.Home = -1 },
		} {
			for _, later := range []bool{false, true} {
				t.Run(fmt.Sprint(name, ", ", wrongName, ", in a later batch: ", later), func(t *testing.T) {
					t.Parallel()
					b := newBook(t)
					b.open()
					b.clk.Advance(3 * time.Hour)
					good := match(func(e *fixture.Event) { e.State = begun })
					b.apply(b.change(good))
					bad, end := b.change(match(wrong)), b.change(result(nil))
					if later {
						b.apply(bad)
						b.apply(end)
					} else {
						b.apply(bad, end)
					}
					require.Zero(t, one[int](b, `SELECT count(*) FROM sports_result`))
					require.Contains(t, b.parked(), "result M1 ")
					require.Contains(t, b.event(), " doubt")
					require.NotContains(t, b.market(), "resulted")

					out := b.apply(b.change(good), b.change(result(nil)))
					require.Equal(t, 1, out.Results, "a good event lifts the doubt, and the feed repeats the result")
					require.Equal(t, "ended 2:1 ", b.event())
					require.Contains(t, b.market(), "resulted")
				})
			}
		}
	}
}

func TestACorrectionDoesNotSettleAMatchWhoseEventWasParkedWithIt(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	b.open()
	b.clk.Advance(3 * time.Hour)
	out := b.apply(b.change(match(func(e *fixture.Event) { e.Home, e.Away, e.State = "B", "A", fixture.Ended })), b.change(result(func(r *fixture.Result) { r.Correction = true })))
	require.Zero(t, out.Results)
	require.Equal(t, "event M1 other_match, result M1 other_match", b.parked())
}

// A feed that says that a match ended, or goes on, days before its start may mean another one.
func TestAResultBeforeTheStartIsNotPaidWhateverTheStateOfTheMatch(t *testing.T) {
	t.Parallel()
	for _, state := range []fixture.EventState{fixture.Scheduled, fixture.Live, fixture.Ended, fixture.Postponed} {
		t.Run(string(state), func(t *testing.T) {
			t.Parallel()
			b := newBook(t)
			b.open() // the match begins in an hour
			inState := match(func(e *fixture.Event) { e.State = state })
			out := b.apply(b.change(inState), b.change(result(func(r *fixture.Result) { r.Correction = true })))
			require.Zero(t, out.Results)
			require.Equal(t, "result M1 early", b.parked())
			require.NotContains(t, b.market(), "resulted")
			b.clk.Advance(44 * time.Minute)
			require.Zero(t, b.apply(b.change(result(nil))).Results)
			b.clk.Advance(17 * time.Minute)
			require.Equal(t, 1, b.apply(b.change(result(nil))).Results)
		})
	}
}

func TestAMatchMayBeginALittleEarlierOrBeMovedToAnEarlierStart(t *testing.T) {
	t.Parallel()
	for name, starts := range map[string]time.Time{"a little earlier": noon.Add(time.Hour), "moved": noon.Add(-2 * time.Hour), "put off after it was planned": noon.Add(20 * time.Hour)} {
		b := newBook(t)
		b.open()
		b.clk.Advance(46 * time.Minute)
		out := b.apply(b.change(match(func(e *fixture.Event) { e.State, e.StartsAt = fixture.Ended, starts })), b.change(result(nil)))
		require.Equal(t, 1, out.Results, name)
	}
}

func TestAMatchIsCalledOffBeforeItsStart(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	b.open()
	out := b.apply(b.change(result(func(r *fixture.Result) { r.Void, r.Full, r.Half = "cancelled", odds.Score{}, nil })))
	require.Equal(t, 1, out.Results)
	require.Contains(t, b.market(), "void")
}

// applyVouched applies the changes as the feed's next batch, which answers for all prices up to now.
func (b *book) applyVouched(changes ...fixture.Change) sports.Outcome {
	b.t.Helper()
	out, err := b.s.Apply(b.ctx, "test", b.cursor(), fixture.Batch{Cursor: strconv.Itoa(b.at + 1), Vouched: b.clk.Now(), Changes: changes})
	require.NoError(b.t, err)
	b.at++
	return out
}

// A vendor that restores a backup numbers from there again: its goals and prices seem old.
func TestAFeedThatNumbersAgainDoesNotKeepItsOldPricesOpen(t *testing.T) {
	t.Parallel()
	live := func(home int) fixture.Change {
		return match(func(e *fixture.Event) { e.State, e.StartsAt, e.Score.Home = fixture.Live, noon, home })
	}
	vouched := func(b *book) time.Time {
		return one[time.Time](b, `SELECT vouched_at FROM sports_cursor`).UTC()
	}
	begin := func() *book {
		b := newBook(t)
		b.seq = 1000
		b.open()
		b.applyVouched(b.change(live(0)))
		b.seq = 500
		return b
	}
	for name, c := range map[string]fixture.Change{"a goal": live(1), "a price": oneXTwo(1500, 3400, 3900)} {
		b := begin()
		b.clk.Advance(5 * time.Second)
		out := b.applyVouched(b.change(c))
		require.Equal(t, 1, out.Old, name)
		require.Equal(t, noon, vouched(b), name)
		b.clk.Advance(time.Second)
		b.applyVouched() // nothing new, which must not open the old prices again
		open := one[int](b, `SELECT count(*) FROM sports_market m JOIN sports_event e ON e.id = m.event_id WHERE m.state = 'open' AND NOT e.suspended`)
		require.Zero(t, open, name)
	}

	b := begin()
	stop := oneXTwo(2000, 3400, 3900)
	late := b.change(oneXTwo(1500, 3400, 3900)) // older by its time, too: a change that comes late
	late.At = noon.Add(-time.Second)
	b.clk.Advance(8 * time.Second)
	b.applyVouched(late)
	require.Equal(t, noon, vouched(b))
	require.Equal(t, "open away=3900 draw=3400 home=2000", b.market())
	b.applyVouched(b.change(live(0)), b.change(stop)) // a repetition is harmless
	require.Equal(t, noon.Add(8*time.Second), vouched(b))
	require.Equal(t, "open away=3900 draw=3400 home=2000", b.market())
	require.Equal(t, "live 0:0 ", b.event())
}

func TestANumberThatCannotBeIsNotAdopted(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]fixture.Change{
		"event": match(nil), "market": oneXTwo(1500, 3400, 3900), "result": result(func(r *fixture.Result) { r.Void = "cancelled" }),
	} {
		for _, seq := range []int64{1 << 53, 1<<63 - 1} {
			b := newBook(t)
			b.open()
			huge := b.change(c)
			huge.Seq = seq
			out := b.applyVouched(huge)
			require.Equal(t, map[fixture.Reason]int{fixture.Absurd: 1}, out.Parked, name)
			require.Zero(t, out.Results, name)
			require.Zero(t, one[int](b, `SELECT count(*) FROM sports_cursor WHERE vouched_at IS NOT NULL`), name)
			b.apply(b.change(match(nil)), b.change(oneXTwo(1900, 3400, 3900)))
			require.Equal(t, "open away=3900 draw=3400 home=1900", b.market(), "%s: later changes are not old", name)
			require.Equal(t, "scheduled 0:0 ", b.event(), name)
		}
	}
	b := newBook(t)
	b.open()
	huge := b.change(match(nil))
	huge.Seq = 1 << 53
	b.apply(huge)
	require.Equal(t, "scheduled 0:0 doubt", b.event())
}
