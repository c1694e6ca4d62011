package settle_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fixture"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/sports"
)

// tells makes M1 stand at a score, also at one below the last.
func (d *desk) tells(score odds.Score) {
	d.t.Helper()
	c := d.live(0, 0, score)
	c.Event.Correction = true
	d.Apply(c)
}

// strikes places a bet in play and lets its delay pass. It is at the score of now.
func (d *desk) strikes(member string, stake money.Amount, leg bet.Leg) string {
	d.t.Helper()
	r := d.Place(member, stake, leg)
	_, err := d.DB.Exec(d.t.Context(), `UPDATE bet_bet SET state = 'open', due_at = NULL WHERE id = $1`, r.ID)
	require.NoError(d.t, err)
	return r.ID
}

func (d *desk) marks(ids ...string) []bet.Late {
	d.t.Helper()
	var all []bet.Late
	for _, id := range ids {
		var late bet.Late
		require.NoError(d.t, d.DB.QueryRow(d.t.Context(), `SELECT late FROM bet_leg WHERE bet_id = $1 AND place = 0`, id).Scan(&late))
		all = append(all, late)
	}
	return all
}

// Only the score that was taken back, told again at once, was no goal that did not count: a goal of the other side is another one.
func TestAnotherGoalIsNotTheOneThatDidNotCount(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	m := d.Member(100_000)
	d.Apply(d.live(0, 0, odds.Score{}))
	d.tells(odds.Score{Home: 1})
	knew := d.strikes(m, 10_000, d.Leg("M1", odds.OneXTwo, odds.Away))
	d.tells(odds.Score{})
	d.tells(odds.Score{Away: 1})
	d.passes(3 * time.Minute)
	require.Equal(t, map[bet.Late]int{bet.AtNoScore: 1}, d.compare())
	d.Apply(fixture.Change{Result: &fixture.Result{Event: "M1", Full: odds.Score{Away: 1}}})
	all(t, d.settle)
	require.Equal(t, "void: void 0 0", d.State(knew))
	require.Equal(t, money.Amount(100_000), d.Cash(m))
	d.Sound()
}

// A slip of the feed later on takes back only itself, and not what did not count before; the bets between the two stand.
func TestASlipDoesNotMakeAnEarlierScoreCount(t *testing.T) {
	t.Parallel()
	for name, slip := range map[string]bool{"a slip": true, "twice": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			m := d.Member(100_000)
			d.Apply(d.live(0, 0, odds.Score{}))
			d.tells(odds.Score{Home: 1})
			first := d.strikes(m, 10_000, d.Home("M1"))
			d.tells(odds.Score{})
			d.passes(20 * time.Minute)
			require.Equal(t, map[bet.Late]int{bet.AtNoScore: 1}, d.compare())
			d.tells(odds.Score{Home: 1})
			between := d.strikes(m, 11_000, d.Home("M1"))
			d.passes(20 * time.Minute)
			last := d.strikes(m, 12_000, d.Home("M1"))
			d.tells(odds.Score{})
			if slip {
				d.tells(odds.Score{Home: 1})
			}
			d.passes(3 * time.Minute)
			d.compare()
			want := []bet.Late{bet.AtNoScore, "", bet.AtNoScore}
			if slip {
				want[2] = ""
			}
			require.Equal(t, want, d.marks(first, between, last))
			d.Sound()
		})
	}
}

// A result is the feed's word about the score, too: one that has the score that was just taken back says that it counts.
func TestAResultTellsAScoreAgain(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	m := d.Member(100_000)
	d.Apply(d.live(0, 0, odds.Score{}))
	d.tells(odds.Score{Home: 1})
	fair := d.strikes(m, 10_000, d.Home("M1"))
	d.tells(odds.Score{})
	d.Apply(fixture.Change{Result: &fixture.Result{Event: "M1", Full: odds.Score{Home: 1}}})
	all(t, d.settle)
	require.Equal(t, "won: closed 10000 20000", d.State(fair))
	require.Equal(t, money.Amount(110_000), d.Cash(m))
	d.Sound()
}

// A bet at a score that was just taken back may be void: until that is known it is worth nothing that could be paid.
func TestABetAtAScoreThatWasTakenBackIsNotCashedOut(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	_, err := d.DB.Exec(t.Context(), `UPDATE site_site SET options = options || '{"sportsCashOut":true}'`)
	require.NoError(t, err)
	m := d.Member(100_000)
	d.Apply(d.live(0, 0, odds.Score{}))
	d.tells(odds.Score{Away: 1})
	price := func(home, draw, away odds.Price) {
		d.Apply(fixture.Change{Market: &fixture.Market{Event: "M1", Kind: odds.OneXTwo, Period: odds.Full, State: fixture.Open, Prices: []fixture.Price{
			{Key: odds.Home, Price: home}, {Key: odds.Draw, Price: draw}, {Key: odds.Away, Price: away},
		}}})
	}
	price(5000, 3800, 1600)
	knew := d.strikes(m, 10_000, d.Home("M1"))
	d.tells(odds.Score{})
	price(2000, 3400, 3900)
	cash := d.Cash(m)
	_, err = d.Bets.CashOut(t.Context(), m, "KRW", knew, 10_000, bet.Any, "")
	if err == nil {
		_, dbErr := d.DB.Exec(t.Context(), `UPDATE bet_cash_out SET due_at = now()`)
		require.NoError(t, dbErr)
		price(2000, 3400, 3900)
		_, dbErr = d.Bets.DecideCashOuts(t.Context(), 10)
		require.NoError(t, dbErr)
	}
	require.Equal(t, cash, d.Cash(m), d.State(knew))
	var no *bet.NoCashOut
	require.ErrorAs(t, err, &no)
	require.Equal(t, bet.Closed, no.Reason)
	d.passes(3 * time.Minute)
	require.Equal(t, map[bet.Late]int{bet.AtNoScore: 1}, d.compare())
	require.Equal(t, money.Amount(100_000), d.Cash(m))
	d.Sound()
}

// Two feeds that tell of one match must agree on how it ended: a result that contradicts the one by which bets were paid waits for a person, so that not both sides of a
// match are paid. One that agrees, with the sides the other way round, settles.
func TestResultsOfTwoFeedsThatContradictAreNotBothPaid(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		second odds.Score
		parked map[fixture.Reason]int
		state  string
		cash   money.Amount
	}{
		"they contradict": {second: odds.Score{Home: 1}, parked: map[fixture.Reason]int{sports.Contradicts: 1}, state: "open: open 10000 0", cash: 100_000},
		"they agree":      {second: odds.Score{Away: 1}, parked: map[fixture.Reason]int{}, state: "lost: closed 10000 0", cash: 100_000},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			d.Twin("M1")
			m := d.Member(100_000)
			one, other := d.Place(m, 10_000, d.Home("M1")), d.Place(m, 10_000, d.Leg("M1 twin", odds.OneXTwo, odds.Home))
			d.passes(time.Hour)
			d.Result("M1", 1, 0)
			d.TwinStands("M1", fixture.Live, odds.Score{})
			all(t, d.settle)
			require.Equal(t, "won: closed 10000 20000", d.State(one.ID))
			out := d.Second(fixture.Change{Result: &fixture.Result{Event: "M1 twin", Full: c.second}})
			require.Equal(t, c.parked, out.Parked)
			all(t, d.settle)
			require.Equal(t, c.state, d.State(other.ID))
			require.Equal(t, c.cash, d.Cash(m))
			d.Sound()
		})
	}
}

// The last goal of a match may be reviewed after the whistle: a result below the score takes that back as the match in play would have.
func TestAResultTakesTheLastGoalBack(t *testing.T) {
	t.Parallel()
	for name, over := range map[string]bool{"in play": false, "over": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			m := d.Member(100_000)
			d.Apply(d.live(0, 0, odds.Score{}))
			before := d.strikes(m, 11_000, d.Leg("M1", odds.OneXTwo, odds.Draw))
			d.tells(odds.Score{Home: 1})
			knew := d.strikes(m, 10_000, d.Leg("M1", odds.OneXTwo, odds.Draw))
			if over {
				d.Apply(d.Event("M1", 0, fixture.Ended, odds.Score{Home: 1}))
			}
			d.Apply(fixture.Change{Result: &fixture.Result{Event: "M1", Correction: true}})
			all(t, d.settle)
			require.Equal(t, []string{"won: closed 11000 37400", "void: void 0 0"}, []string{d.State(before), d.State(knew)})
			require.Equal(t, money.Amount(126_400), d.Cash(m))
			d.Sound()
		})
	}
}
