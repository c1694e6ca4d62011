package feedtest_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fixture"
	"hubstake/internal/feed/footballdata"
	"hubstake/internal/play/sports"
	"hubstake/internal/testkit/pgtest"
)

// weekendSeason has two matches of one league at the same time, one of another league a day later, and one without a result.
const weekendSeason = seasonHead +
	"E0,06/08/2022,15:00,Leeds,Wolves,2,1,H,1,1,,2.3,3.4,3.1,1.95,1.9,-0.25,1.97,1.96\n" +
	"E0,06/08/2022,15:00,Newcastle,Forest,2,0,H,0,0,,1.6,3.75,5.5,1.95,1.9,-1.0,2.05,1.88\n" +
	"SP1,07/08/2022,15:00,Cadiz,Sociedad,0,1,A,0,1,,3.2,3.1,2.4,2.4,1.57,,,\n" +
	"E0,07/08/2022,16:30,Leicester,Leeds,,,,,,,1.8,3.6,4.5,,,,,\n"

var seasonOpening = time.Date(2030, 5, 1, 12, 0, 0, 0, time.UTC)

func newReplay(t *testing.T, matches []footballdata.Match, clk clock.Clock, o footballdata.Options) *footballdata.Replay {
	t.Helper()
	r, err := footballdata.NewReplay(matches, clk, o)
	require.NoError(t, err)
	return r
}

// describeChange writes a change in short.
func describeChange(c fixture.Change) string {
	switch {
	case c.League != nil:
		return "league " + c.League.ID
	case c.Team != nil:
		return "team " + c.Team.ID
	case c.Event != nil:
		return fmt.Sprintf("%s %s %d:%d", c.Event.Home, c.Event.State, c.Event.Score.Home, c.Event.Score.Away)
	case c.Market != nil:
		return fmt.Sprintf("%s %s %s", strings.Split(c.Market.Event, "/")[2], c.Market.Kind, c.Market.State)
	case c.Result.Half != nil:
		return fmt.Sprintf("%s result %d:%d (%d:%d)", strings.Split(c.Result.Event, "/")[2], c.Result.Full.Home, c.Result.Full.Away, c.Result.Half.Home, c.Result.Half.Away)
	default:
		return fmt.Sprintf("%s result %s", strings.Split(c.Result.Event, "/")[2], c.Result.Void)
	}
}

// playReplay moves the clock from change to change until the replay is over, and returns all batches.
func playReplay(t *testing.T, r *footballdata.Replay, clk *clock.Manual, from string) (batches []fixture.Batch) {
	t.Helper()
	for {
		b, err := r.Next(t.Context(), from)
		require.NoError(t, err)
		batches, from = append(batches, b), b.Cursor
		at, more, err := r.Due(from)
		require.NoError(t, err)
		if !more {
			return batches
		}
		if at.After(clk.Now()) {
			clk.Set(at)
		}
	}
}

func changesOf(batches []fixture.Batch) (all []fixture.Change) {
	for _, b := range batches {
		all = append(all, b.Changes...)
	}
	return all
}

func TestAReplayTellsEachMatchFromItsOfferToItsResult(t *testing.T) {
	t.Parallel()
	matches, rejected := readSeason(t, weekendSeason)
	require.Empty(t, rejected)
	clk := clock.NewManual(seasonOpening)
	batches := playReplay(t, newReplay(t, matches, clk, footballdata.Options{Speed: 60, Lead: 4 * time.Hour}), clk, "")
	var lines []string
	for _, b := range batches {
		line := ""
		for _, c := range b.Changes {
			require.Empty(t, c.Check(), describeChange(c))
			line += describeChange(c) + ", "
		}
		lines = append(lines, strings.TrimSuffix(line, ", "))
		if len(b.Changes) > 0 {
			require.Equal(t, b.Changes[len(b.Changes)-1].At, b.Vouched)
		}
	}
	require.Equal(t, []string{
		"league E0, team Leeds, team Wolves, Leeds scheduled 0:0, Leeds 1x2 open, Leeds total open, Leeds handicap open, " +
			"team Newcastle, team Forest, Newcastle scheduled 0:0, Newcastle 1x2 open, Newcastle total open, Newcastle handicap open",
		"Leeds live 0:0, Leeds 1x2 closed, Leeds total closed, Leeds handicap closed, Newcastle live 0:0, Newcastle 1x2 closed, Newcastle total closed, Newcastle handicap closed",
		"Leeds live 1:1, Newcastle live 0:0",
		"Leeds live 1:1, Newcastle live 0:0",
		"Leeds ended 2:1, Leeds result 2:1 (1:1), Newcastle ended 2:0, Newcastle result 2:0 (0:0)",
		"league SP1, team Cadiz, team Sociedad, Cadiz scheduled 0:0, Cadiz 1x2 open, Cadiz total open",
		"team Leicester, Leicester scheduled 0:0, Leicester 1x2 open",
		"Cadiz live 0:0, Cadiz 1x2 closed, Cadiz total closed",
		"Cadiz live 0:1",
		"Cadiz live 0:1",
		"Leicester postponed 0:0, Leicester 1x2 closed",
		"Cadiz ended 0:1, Cadiz result 0:1 (0:1)",
		"Leicester result postponed",
	}, lines)
	// The 4 hours before the first start take 4 minutes. The last start is 25.5 hours after it, the last moment another 48.
	require.Equal(t, seasonOpening, batches[0].Changes[0].At)
	require.Equal(t, seasonOpening.Add(4*time.Minute), batches[0].Changes[3].Event.StartsAt)
	require.Equal(t, seasonOpening.Add(4*time.Minute), batches[1].Changes[0].At)
	require.Equal(t, seasonOpening.Add((4+25+48)*time.Minute+30*time.Second), clk.Now())
}

func TestARestartRepeatsNothing(t *testing.T) {
	t.Parallel()
	matches, _ := readSeason(t, weekendSeason)
	o := footballdata.Options{Speed: 300, Lead: 4 * time.Hour, Most: 3}
	clk := clock.NewManual(seasonOpening)
	want := changesOf(playReplay(t, newReplay(t, matches, clk, o), clk, ""))
	for i := 1; i < len(want); i++ {
		require.Greater(t, want[i].Seq, want[i-1].Seq)
		require.False(t, want[i].At.Before(want[i-1].At))
	}

	// Another replay for each batch, the matches in another order: only the cursor is kept.
	clk.Set(seasonOpening)
	slices.Reverse(matches)
	var got []fixture.Change
	for cursor := ""; ; {
		r := newReplay(t, matches, clk, o)
		b, err := r.Next(t.Context(), cursor)
		require.NoError(t, err)
		again, err := r.Next(t.Context(), cursor)
		require.NoError(t, err)
		require.Equal(t, b, again, "the same question has the same answer")
		require.LessOrEqual(t, len(b.Changes), o.Most)
		got, cursor = append(got, b.Changes...), b.Cursor
		at, more, err := r.Due(cursor)
		require.NoError(t, err)
		if !more {
			break
		}
		if at.After(clk.Now()) {
			clk.Set(at)
		}
	}
	require.Equal(t, want, got)
}

// While more is due, the feed answers for its prices only up to the last change: the next one may take them back.
func TestABatchThatIsNotTheLastVouchesForNoLaterMoment(t *testing.T) {
	t.Parallel()
	matches, _ := readSeason(t, weekendSeason)
	clk := clock.NewManual(seasonOpening)
	r := newReplay(t, matches, clk, footballdata.Options{Speed: 1, Lead: 4 * time.Hour, Most: 13})
	b, err := r.Next(t.Context(), "")
	require.NoError(t, err)
	require.False(t, b.More)
	require.Equal(t, seasonOpening, b.Vouched)
	clk.Advance(3 * time.Hour)
	b, err = r.Next(t.Context(), b.Cursor)
	require.NoError(t, err)
	require.Empty(t, b.Changes, "nothing is due")
	require.Equal(t, clk.Now(), b.Vouched)
	clk.Advance(100 * 24 * time.Hour)
	b, err = r.Next(t.Context(), b.Cursor)
	require.NoError(t, err)
	require.True(t, b.More)
	require.Equal(t, b.Changes[12].At, b.Vouched)
}

func TestAReplayGoesOnWithAnotherSpeed(t *testing.T) {
	t.Parallel()
	matches, _ := readSeason(t, weekendSeason)
	clk := clock.NewManual(seasonOpening)
	b, err := newReplay(t, matches, clk, footballdata.Options{Speed: 3600, Lead: 4 * time.Hour}).Next(t.Context(), "")
	require.NoError(t, err)
	clk.Advance(3 * time.Second) // three hours of the season: one is left until the start
	slow := newReplay(t, matches, clk, footballdata.Options{Speed: 1, Lead: 4 * time.Hour})
	at, more, err := slow.Due(b.Cursor)
	require.NoError(t, err)
	require.True(t, more)
	require.Equal(t, clk.Now().Add(time.Hour), at)
	b, err = slow.Next(t.Context(), b.Cursor)
	require.NoError(t, err)
	require.Empty(t, b.Changes)
	clk.Set(at)
	b, err = slow.Next(t.Context(), b.Cursor)
	require.NoError(t, err)
	require.Equal(t, "Leeds live 0:0", describeChange(b.Changes[0]))
	require.Equal(t, at, b.Changes[0].Event.StartsAt)
}

func TestLaterMatchesMayBeAddedToAReplay(t *testing.T) {
	t.Parallel()
	matches, _ := readSeason(t, weekendSeason)
	clk := clock.NewManual(seasonOpening)
	o := footballdata.Options{Speed: 60, Lead: time.Hour}
	whole := changesOf(playReplay(t, newReplay(t, matches, clk, o), clk, ""))
	clk.Set(seasonOpening)
	first := playReplay(t, newReplay(t, matches[:2], clk, o), clk, "")
	rest := playReplay(t, newReplay(t, matches, clk, o), clk, first[len(first)-1].Cursor)
	require.Equal(t, whole, append(changesOf(first), changesOf(rest)...))
}

func TestAForeignCursorIsRefused(t *testing.T) {
	t.Parallel()
	matches, _ := readSeason(t, weekendSeason)
	r := newReplay(t, matches, clock.NewManual(seasonOpening), footballdata.Options{Speed: 1})
	for _, cursor := range []string{"7", "1/2/3", "1/2/3/4/5", "1/2/0/4", "1/2/x/4", "-1/2/3/4", "1/2/9999999/4", "9999999999999999/2/1/4", "1/9999999999999999/1/4", "99999999999999999999/2/3/4"} {
		_, err := r.Next(t.Context(), cursor)
		require.ErrorIs(t, err, footballdata.ErrCursor, cursor)
		_, _, err = r.Due(cursor)
		require.ErrorIs(t, err, footballdata.ErrCursor, cursor)
	}
	// Bounds do not overflow: whatever is due comes.
	_, err := r.Next(t.Context(), "0/4102444800000/1000000/0")
	require.NoError(t, err)
}

func TestOptionsOutOfBoundsAreRefused(t *testing.T) {
	t.Parallel()
	matches, _ := readSeason(t, weekendSeason)
	for _, o := range []footballdata.Options{{}, {Speed: 1_000_001}, {Speed: 1, Lead: -1}, {Speed: 1, Lead: 1000 * time.Hour}, {Speed: 1, Most: -1}} {
		_, err := footballdata.NewReplay(matches, clock.System{}, o)
		require.Error(t, err, o)
	}
	_, err := footballdata.NewReplay(nil, clock.System{}, footballdata.Options{Speed: 1})
	require.Error(t, err)
	_, err = footballdata.NewReplay(append(matches, matches[0]), clock.System{}, footballdata.Options{Speed: 1})
	require.ErrorContains(t, err, "given twice")
}

// A clock that stands at the beginning of the season sees every match at its own time.
func TestRealSeasonsAreReplayedWhole(t *testing.T) {
	t.Parallel()
	matches := readRealMatches(t)
	o := footballdata.Options{Speed: 1, Lead: 24 * time.Hour}
	clk := clock.NewManual(seasonOpening)
	clk.Set(newReplay(t, matches, clk, o).Begins())
	r := newReplay(t, matches, clk, o)
	starts, results, open := map[string]time.Time{}, map[string]fixture.Result{}, map[string]int{}
	for _, c := range changesOf(playReplay(t, r, clk, "")) {
		require.Empty(t, c.Check())
		switch {
		case c.Event != nil:
			starts[c.Event.ID] = c.Event.StartsAt
			require.Equal(t, c.Event.State == fixture.Scheduled, c.At.Before(c.Event.StartsAt))
		case c.Market != nil && c.Market.State == fixture.Open:
			open[c.Market.Event]++
			require.Equal(t, starts[c.Market.Event].Add(-o.Lead), c.At)
		case c.Market != nil:
			open[c.Market.Event]--
			require.Equal(t, starts[c.Market.Event], c.At)
		case c.Result != nil:
			results[c.Result.Event] = *c.Result
		}
	}
	require.Len(t, results, len(matches))
	for _, m := range matches {
		require.Equal(t, m.StartsAt, starts[m.ID()])
		require.Equal(t, []any{*m.Full, m.Half, 0}, []any{results[m.ID()].Full, results[m.ID()].Half, open[m.ID()]})
	}
	require.Len(t, slices.Collect(maps.Keys(starts)), len(matches))
}

func TestAReplayFillsTheSportsbook(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(seasonOpening)
	s := sports.New(db, clk, sports.Defaults())
	matches, _ := readSeason(t, weekendSeason)
	r := newReplay(t, matches, clk, footballdata.Options{Speed: 60, Lead: 4 * time.Hour})
	state := `SELECT t.names->>'en' || ' ' || e.state || ' ' || coalesce(string_agg(m.kind || ' ' || m.state, ', ' ORDER BY m.kind), '')
		FROM sports_event e JOIN sports_team t ON t.id = e.home_id LEFT JOIN sports_market m ON m.event_id = e.id GROUP BY t.names, e.state, e.id ORDER BY e.id LIMIT 1`
	var seen []string
	for {
		cursor, err := s.Cursor(t.Context(), "footballdata")
		require.NoError(t, err)
		b, err := r.Next(t.Context(), cursor)
		require.NoError(t, err)
		out, err := s.Apply(t.Context(), "footballdata", cursor, b)
		require.NoError(t, err)
		require.Empty(t, out.Parked)
		require.Zero(t, out.Old)
		require.False(t, out.Repeated)
		seen = append(seen, pgtest.Column(t, db, state)...)
		again, err := s.Apply(t.Context(), "footballdata", cursor, b)
		require.NoError(t, err)
		require.True(t, again.Repeated)
		at, more, err := r.Due(b.Cursor)
		require.NoError(t, err)
		if !more {
			break
		}
		clk.Set(at)
	}
	seen = slices.Compact(seen)
	require.Equal(t, []string{
		"Leeds scheduled 1x2 open, handicap open, total open",
		"Leeds live 1x2 closed, handicap closed, total closed",
		"Leeds ended 1x2 resulted, handicap resulted, total resulted",
	}, seen)
	require.Equal(t, []string{"Leeds  2:1 1:1", "Newcastle  2:0 0:0", "Cadiz  0:1 0:1", "Leicester postponed 0:0 "}, pgtest.Column(t, db, `
		SELECT t.names->>'en' || ' ' || r.void || ' ' || r.home || ':' || r.away || ' ' || coalesce(r.half_home || ':' || r.half_away, '')
		  FROM sports_result r JOIN sports_event e ON e.id = r.event_id JOIN sports_team t ON t.id = e.home_id ORDER BY e.id`))
}
