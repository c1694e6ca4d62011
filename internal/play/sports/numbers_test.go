package sports_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/sports"
)

// high is the numbering of a vendor before it restored a backup.
const high = 1 << 40

// say applies changes of the book's feed, the first with this number. The feed answers for all its prices.
func (d *desk) say(seq int64, changes ...fixture.Change) sports.Outcome {
	d.t.Helper()
	for i := range changes {
		changes[i].Seq = seq + int64(i)
		if changes[i].At.IsZero() {
			changes[i].At = clock.System{}.Now()
		}
	}
	var cursor string
	require.NoError(d.t, d.DB.QueryRow(d.t.Context(), "SELECT cursor FROM sports_cursor WHERE feed = 'test'").Scan(&cursor))
	out, err := d.Sports.Apply(d.t.Context(), "test", cursor, fixture.Batch{Cursor: fmt.Sprint("to ", seq), Vouched: clock.System{}.Now(), Changes: changes})
	require.NoError(d.t, err)
	require.False(d.t, out.Repeated)
	return out
}

func winner(match string, home odds.Price) fixture.Change {
	return fixture.Change{Market: &fixture.Market{Event: match, Kind: odds.OneXTwo, Period: odds.Full, State: fixture.Open, Prices: []fixture.Price{
		{Key: odds.Home, Price: home}, {Key: odds.Draw, Price: 3400}, {Key: odds.Away, Price: 3900},
	}}}
}

func (d *desk) winner(match string) string {
	d.t.Helper()
	return d.strings(`
		SELECT concat_ws(' ', m.state, s.price) FROM sports_market m JOIN sports_event e ON e.id = m.event_id JOIN sports_selection s ON s.market_id = m.id
		 WHERE e.feed_id = $1 AND m.kind = '1x2' AND s.key = 'home'`, match)[0]
}

func (d *desk) back() []sports.FeedNumbers {
	d.t.Helper()
	list, err := d.Sports.RefusedNumbers(d.t.Context())
	require.NoError(d.t, err)
	for i := range list {
		require.WithinDuration(d.t, time.Now(), list[i].LastAt, time.Hour)
		list[i].LastAt = time.Time{}
	}
	return list
}

// A vendor restores a backup and numbers from there again: staff sees it, and lets the feed begin again.
func TestStaffLetsAFeedBeginAgainWhoseNumbersWentBack(t *testing.T) {
	d := newDesk(t)
	d.Match("M2", 2*time.Hour, fixture.Scheduled)
	live := func(home int) fixture.Change {
		return d.Event("M1", -time.Hour, fixture.Live, odds.Score{Home: home})
	}
	d.say(high, live(0), winner("M1", 2000), winner("M2", 2000))
	require.Empty(t, d.back())
	begin := func(feed, reason string) error {
		return d.office.BeginAgain(t.Context(), d.Site, d.trader, feed, reason)
	}
	d.refused("C019", begin("test", "nothing went back"))

	require.Equal(t, 1, d.say(500, live(1)).Refused)
	require.Equal(t, 2, d.say(501, live(1), winner("M1", 1500)).Refused)
	require.Equal(t, []sports.FeedNumbers{{Feed: "test", Refused: 3, Stored: high + 1, Seen: 502}}, d.back())
	require.Equal(t, []string{"suspended 2000", "open 2000"}, []string{d.winner("M1"), d.winner("M2")})

	d.refused("E001", begin("test", " "))
	d.refused("C019", begin("another", "a slip of the pen"))
	require.NoError(t, begin("test", "the vendor restored a backup"))
	d.refused("C019", begin("test", "twice"))
	require.Empty(t, d.back())
	require.Equal(t, []string{"test 3 2 the vendor restored a backup"}, d.strings(`
		SELECT concat_ws(' ', target, detail->>'refused', detail->>'matches', detail->>'reason') FROM audit_entry WHERE action = 'sports.renumber'`))
	cursor, err := d.Sports.Cursor(t.Context(), "test")
	require.NoError(t, err)
	require.Empty(t, cursor, "the feed is read from its beginning")

	require.Equal(t, "suspended 2000", d.winner("M2"))
	d.say(503)
	require.Equal(t, "suspended 2000", d.winner("M2"), "the feed answers for prices that it has not told under its new numbers")
	d.say(504, live(1), winner("M1", 1500), winner("M2", 2100))
	require.Equal(t, []string{"open 1500", "open 2100"}, []string{d.winner("M1"), d.winner("M2")})
	require.Equal(t, []string{"live 1 f"}, d.strings(`SELECT concat_ws(' ', state, home_score, suspended) FROM sports_event WHERE feed_id = 'M1'`))
	require.Empty(t, d.back())
	d.Place(d.Member(100_000), 10_000, d.Home("M2"))
	d.Sound()
}

// A feed that begins again tells its history: it does not bring a match back to life, and no result of before replaces its correction.
func TestTheHistoryOfAFeedThatBeginsAgainChangesNoResult(t *testing.T) {
	d := newDesk(t)
	before := clock.System{}.Now().Add(-time.Minute)
	score := func(home int, at time.Time, correction bool) fixture.Change {
		return fixture.Change{At: at, Result: &fixture.Result{Event: "M1", Full: odds.Score{Home: home}, Correction: correction}}
	}
	now := time.Time{}
	var was sports.Outcome
	d.say(high, d.Event("M1", 0, fixture.Live, odds.Score{}), score(1, now, false))
	d.say(high+2, score(2, now, true))
	was = d.say(500, score(3, now, true))
	require.Equal(t, []int{0, 1}, []int{was.Results, was.Refused}, "a correction under a number that went back is seen by staff")
	require.NoError(t, d.office.BeginAgain(t.Context(), d.Site, d.trader, "test", "the vendor restored a backup"))

	old := d.Event("M1", 0, fixture.Live, odds.Score{})
	old.At, old.Event.Correction = before, true
	out := d.say(1, old, score(1, before, false), score(4, before, true))
	require.Equal(t, []int{3, 0}, []int{out.Old, out.Results})
	require.Equal(t, []string{"ended 2"}, d.strings(`SELECT concat_ws(' ', state, home_score) FROM sports_event WHERE feed_id = 'M1'`))
	require.Equal(t, 1, d.say(4, score(3, now, true)).Results)
}

// One change that comes out of order counts for a day.
func TestARefusedNumberCountsForADay(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	b.seq = 1000
	b.open()
	b.clk.Advance(time.Second)
	b.seq = 500
	require.Equal(t, 1, b.apply(b.change(oneXTwo(1500, 3400, 3900))).Refused)
	back := func() []sports.FeedNumbers {
		list, err := b.s.RefusedNumbers(b.ctx)
		require.NoError(t, err)
		return list
	}
	require.Equal(t, []any{1, int64(1005), int64(501)}, []any{len(back()), back()[0].Stored, back()[0].Seen})
	b.clk.Advance(24 * time.Hour)
	require.Empty(t, back())
	b.seq = 200
	require.Equal(t, 1, b.apply(b.change(match(func(e *fixture.Event) { e.Suspended = "var" }))).Refused)
	require.Equal(t, []int64{1, 1004, 201}, []int64{back()[0].Refused, back()[0].Stored, back()[0].Seen}, "what was refused before is forgotten")
}
