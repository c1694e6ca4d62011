package settle_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/operator/approval"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/settle"
)

// compare compares all late bets and returns how many were found, by why.
func (d *desk) compare() map[bet.Late]int {
	d.t.Helper()
	all := map[bet.Late]int{}
	for {
		_, late, ok, err := d.settle.CompareLate(d.t.Context())
		require.NoError(d.t, err)
		if !ok {
			return all
		}
		for why, n := range late {
			all[why] += n
		}
	}
}

// live is M1 in play as its feed tells it.
func (d *desk) live(started time.Duration, seconds int, score odds.Score) fixture.Change {
	c := d.Event("M1", started, fixture.Live, score)
	c.Event.Clock = seconds
	return c
}

// D-24: what the feed says at first of a match that is in play already makes the bets void that were struck after its true start, whether it names the start or only
// counts the time; the bets from before stand. The stake comes back at once, without waiting for the result.
func TestABetStruckAfterTheTrueStartIsVoid(t *testing.T) {
	t.Parallel()
	for name, first := range map[string]func(*desk) fixture.Change{
		"the start is named": func(d *desk) fixture.Change { return d.live(-15*time.Minute, 900, odds.Score{}) },
		"the clock says it":  func(d *desk) fixture.Change { return d.live(10*time.Minute, 900, odds.Score{}) },
		"it was over already": func(d *desk) fixture.Change {
			return d.Event("M1", -2*time.Hour, fixture.Ended, odds.Score{Home: 1})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			m := d.Member(1_000_000)
			before := d.Place(m, 30_000, d.Home("M1"))
			_, err := d.DB.Exec(t.Context(), `UPDATE bet_bet SET placed_at = placed_at - interval '3 hours' WHERE id = $1`, before.ID)
			require.NoError(t, err)
			single := d.Place(m, 10_000, d.Home("M1"))
			folder := d.Place(m, 20_000, d.Home("M1"), d.Home("M2"))
			d.Apply(first(d))
			require.Equal(t, map[bet.Late]int{bet.AfterStart: 2}, d.compare())
			require.Equal(t, []string{"open: open 30000 0", "void: void 0 0", "open: open 20000 0"}, []string{d.State(before.ID), d.State(single.ID), d.State(folder.ID)})
			found, err := d.Bets.Find(t.Context(), m, single.ID)
			require.NoError(t, err)
			require.Equal(t, []any{bet.AfterStart, odds.Voided}, []any{found.Legs[0].Late, found.Legs[0].Outcome}, "the mark")

			d.Apply(fixture.Change{Result: &fixture.Result{Event: "M1", Full: odds.Score{Home: 1}}})
			d.Result("M2", 1, 0)
			all(t, d.settle)
			require.Equal(t, []string{"won: closed 30000 60000", "void: void 0 0", "won: closed 20000 40000"}, []string{d.State(before.ID), d.State(single.ID), d.State(folder.ID)})
			require.Empty(t, d.compare(), "once")
			d.Sound()
		})
	}
}

// The first word and the result may come in one batch: the bets are compared before any is paid.
func TestALateBetIsNotPaidByTheSameBatch(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	m := d.Member(100_000)
	single := d.Place(m, 10_000, d.Home("M1"))
	d.Apply(d.live(-15*time.Minute, 900, odds.Score{}), fixture.Change{Result: &fixture.Result{Event: "M1", Full: odds.Score{Home: 1}}})
	require.Equal(t, 1, all(t, d.settle))
	require.Equal(t, "void: void 0 0", d.State(single.ID))
	require.Equal(t, money.Amount(100_000), d.Cash(m))
	d.Sound()
}

// D-24: a start that becomes known after payment is a correction with a preview, which its member is told of.
func TestAStartThatIsCorrectedAfterPaymentIsACorrection(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	m := d.Member(100_000)
	single := d.Place(m, 10_000, d.Home("M1"))
	folder := d.Place(m, 10_000, d.Home("M1"), d.Home("M2"))
	d.Result("M1", 1, 0)
	d.Result("M2", 1, 0)
	require.Equal(t, 2, all(t, d.settle))
	require.Empty(t, d.compare())
	require.Equal(t, money.Amount(140_000), d.Cash(m))

	d.Apply(d.Event("M1", -20*time.Minute, fixture.Ended, odds.Score{Home: 1}))
	require.Equal(t, map[bet.Late]int{bet.AfterStart: 2}, d.compare())
	require.Equal(t, "won: closed 10000 20000", d.State(single.ID), "no bet is ended otherwise without staff")
	n, err := d.settle.Outdated(t.Context())
	require.NoError(t, err)
	require.Equal(t, 2, n)
	by, err := d.office.Otherwise(t.Context(), d.Site)
	require.NoError(t, err)
	require.Equal(t, map[int64]settle.Otherwise{d.events["M1"]: {Late: 2}}, by)
	w := settle.Wish{Event: d.events["M1"]}
	p, err := d.office.Preview(t.Context(), d.Site, w)
	require.NoError(t, err)
	require.Equal(t, []any{2, money.Amount(0), money.Amount(30_000)}, []any{p.Bets, p.Gain, p.Loss})
	require.NoError(t, d.correct(w))
	require.Equal(t, 2, d.carryOut())
	require.Equal(t, []string{"void: void 0 0", "won: closed 10000 20000"}, []string{d.State(single.ID), d.State(folder.ID)})
	require.Equal(t, money.Amount(110_000), d.Cash(m))
	n, err = d.settle.Outdated(t.Context())
	require.NoError(t, err)
	require.Zero(t, n)
	d.Sound()
}

// A start that was a mistake of the feed, and a match that was put off after its planned start, take the marks off again.
func TestAMarkGoesWithWhatTheFeedTakesBack(t *testing.T) {
	t.Parallel()
	for name, then := range map[string]func(*desk) fixture.Change{
		"another start": func(d *desk) fixture.Change { return d.live(0, 0, odds.Score{}) },
		"put off": func(d *desk) fixture.Change {
			return d.Event("M1", 3*time.Hour, fixture.Scheduled, odds.Score{})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			m := d.Member(100_000)
			folder := d.Place(m, 10_000, d.Home("M1"), d.Home("M2"))
			d.Apply(d.live(-time.Hour, 0, odds.Score{}))
			require.Equal(t, map[bet.Late]int{bet.AfterStart: 1}, d.compare())
			d.Apply(then(d))
			require.Empty(t, d.compare())
			found, err := d.Bets.Find(t.Context(), m, folder.ID)
			require.NoError(t, err)
			require.Empty(t, found.Legs[0].Late)
			d.Result("M1", 0, 1)
			d.Result("M2", 1, 0)
			all(t, d.settle)
			require.Equal(t, "lost: closed 10000 0", d.State(folder.ID))
			d.Sound()
		})
	}
}

// A goal that is told late: bets in play at the score before it, which were accepted since it fell, are void; those that knew it stand. A goal that did not
// count takes the marks off.
func TestAGoalThatIsToldLateVoidsTheBetsOfTheScoreBefore(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	m := d.Member(1_000_000)
	d.Apply(d.live(0, 0, odds.Score{}))
	struck := func(ago time.Duration, goals int) string {
		r := d.Place(m, money.Amount(10_000+1_000*int64(ago/time.Second)+int64(goals)*100), d.Home("M1"), d.Home("M2"))
		_, err := d.DB.Exec(t.Context(), `UPDATE bet_bet SET state = 'open', due_at = NULL, placed_at = placed_at - $2::interval WHERE id = $1`, r.ID, ago)
		require.NoError(t, err)
		_, err = d.DB.Exec(t.Context(), `UPDATE bet_leg SET home = $2 WHERE bet_id = $1 AND place = 0`, r.ID, goals)
		require.NoError(t, err)
		return r.ID
	}
	before, after, knew := struck(60*time.Second, 0), struck(10*time.Second, 0), struck(5*time.Second, 1)
	goal := func(ago time.Duration, score odds.Score, correction bool) {
		c := d.live(0, 0, score)
		c.Event.Correction = correction
		d.ApplyAt(clock.System{}.Now().Add(-ago), c)
	}
	goal(30*time.Second, odds.Score{Home: 1}, false)
	require.Equal(t, map[bet.Late]int{bet.AfterScore: 1}, d.compare())
	late := func(id string) bet.Late {
		found, err := d.Bets.Find(t.Context(), m, id)
		require.NoError(t, err)
		return found.Legs[0].Late
	}
	require.Equal(t, []bet.Late{"", bet.AfterScore, ""}, []bet.Late{late(before), late(after), late(knew)})
	goal(0, odds.Score{}, true)
	d.passes(3 * time.Minute)
	require.Equal(t, map[bet.Late]int{bet.AtNoScore: 1}, d.compare())
	require.Equal(t, []bet.Late{"", "", bet.AtNoScore}, []bet.Late{late(before), late(after), late(knew)})
	d.Sound()
}

// passes lets time pass for what the database knows of the match and its bets.
func (d *desk) passes(by time.Duration) {
	d.t.Helper()
	for _, sql := range []string{
		`UPDATE sports_truth SET at = at - $1::interval, told_at = told_at - $1::interval, known_at = known_at - $1::interval`,
		`UPDATE bet_bet SET placed_at = placed_at - $1::interval`,
	} {
		_, err := d.DB.Exec(d.t.Context(), sql, by)
		require.NoError(d.t, err)
	}
}

// A goal that is reviewed: bets that were struck at its score during the review are void when it does not count, because a member in the stadium knows before the
// book; older ones stand, those at the score that stays, too. A score that is told again at once was a slip of the feed and takes no bet.
func TestBetsAtAScoreThatDidNotCountAreVoid(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		again bool // the score is told again at once
		want  map[bet.Late]int
		state string
	}{
		"it does not count":  {want: map[bet.Late]int{bet.AtNoScore: 1}, state: "void: void 0 0"},
		"a slip of the feed": {again: true, state: "won: closed 12000 24000"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			m := d.Member(1_000_000)
			d.Apply(d.live(0, 0, odds.Score{}))
			struck := func(stake money.Amount, ago time.Duration, goals int) string {
				r := d.Place(m, stake, d.Home("M1"))
				_, err := d.DB.Exec(t.Context(), `UPDATE bet_bet SET state = 'open', due_at = NULL, placed_at = placed_at - $2::interval WHERE id = $1`, r.ID, ago)
				require.NoError(t, err)
				_, err = d.DB.Exec(t.Context(), `UPDATE bet_leg SET home = $2 WHERE bet_id = $1`, r.ID, goals)
				require.NoError(t, err)
				return r.ID
			}
			old, stays, during := struck(10_000, 20*time.Minute, 1), struck(11_000, 30*time.Second, 0), struck(12_000, 20*time.Second, 1)
			told := func(score odds.Score) {
				c := d.live(0, 0, score)
				c.Event.Correction = true
				d.Apply(c)
			}
			told(odds.Score{Home: 1})
			told(odds.Score{})
			if c.again {
				told(odds.Score{Home: 1})
			} else {
				require.Empty(t, d.compare(), "it may be a slip")
			}
			d.passes(3 * time.Minute)
			want := c.want
			if want == nil {
				want = map[bet.Late]int{}
			}
			require.Equal(t, want, d.compare())
			d.Apply(fixture.Change{Result: &fixture.Result{Event: "M1", Full: odds.Score{Home: 1}}})
			all(t, d.settle)
			require.Equal(t, []string{"won: closed 10000 20000", "won: closed 11000 22000", c.state}, []string{d.State(old), d.State(stays), d.State(during)})
			d.Sound()
		})
	}
}

// A market that is settled before it is known whether a score was a slip is settled by what is known then.
func TestAScoreThatDidNotCountIsComparedBeforePayment(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	m := d.Member(100_000)
	d.Apply(d.live(0, 0, odds.Score{}))
	r := d.Place(m, 10_000, d.Home("M1"))
	_, err := d.DB.Exec(t.Context(), `UPDATE bet_bet SET state = 'open', due_at = NULL WHERE id = $1`, r.ID)
	require.NoError(t, err)
	_, err = d.DB.Exec(t.Context(), `UPDATE bet_leg SET away = 1 WHERE bet_id = $1`, r.ID)
	require.NoError(t, err)
	d.Apply(d.live(0, 0, odds.Score{Away: 1}))
	c := d.live(0, 0, odds.Score{})
	c.Event.Correction = true
	d.Apply(c)
	d.Apply(fixture.Change{Result: &fixture.Result{Event: "M1", Full: odds.Score{Home: 1}}})
	require.Equal(t, 1, all(t, d.settle))
	require.Equal(t, "void: void 0 0", d.State(r.ID))
	require.Equal(t, money.Amount(100_000), d.Cash(m))
	d.Sound()
}

// D-66: staff voids the bets of a market that were placed within a time, open and ended ones, after a preview; another time stays. Above the amount a second person
// decides. Bets that ended by a void that is taken back are listed, and paid by a correction.
func TestStaffVoidsTheBetsOfATime(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	m, other := d.Member(5_000_000), d.Member(1_000_000)
	early := d.Place(m, 10_000, d.Home("M1"))
	_, err := d.DB.Exec(t.Context(), `UPDATE bet_bet SET placed_at = placed_at - interval '1 hour' WHERE id = $1`, early.ID)
	require.NoError(t, err)
	single := d.Place(m, 20_000, d.Home("M1"))
	folder := d.Place(m, 30_000, d.Home("M1"), d.Home("M2"))
	elsewhere := d.Place(other, 40_000, d.Leg("M1", odds.Total, odds.Over))
	now := clock.System{}.Now()
	w := settle.Placed{Event: d.events["M1"], Market: d.Home("M1").Market, From: now.Add(-10 * time.Minute), To: now.Add(time.Minute)}
	void := func() error {
		p, err := d.office.PreviewPlaced(t.Context(), d.Site, w)
		require.NoError(t, err)
		return d.office.VoidPlaced(t.Context(), d.Site, person("ann"), w, p.PlacedFigures, "the feed was late")
	}
	p, err := d.office.PreviewPlaced(t.Context(), d.Site, w)
	require.NoError(t, err)
	require.Equal(t, []any{1, 1, money.Amount(50_000), money.Amount(20_000), money.Amount(0), 1}, []any{p.Bets, p.GoOn, p.Stakes, p.Gain, p.Loss, p.Members})
	require.ErrorIs(t, d.office.VoidPlaced(t.Context(), d.Site, person("ann"), w, settle.PlacedFigures{}, "not as shown"), fault.PaymentProblem)
	require.NoError(t, void())
	require.Equal(t, 1, d.carryOut())
	require.Equal(t, []string{"open: open 10000 0", "void: void 0 0", "open: open 30000 0", "open: open 40000 0"},
		[]string{d.State(early.ID), d.State(single.ID), d.State(folder.ID), d.State(elsewhere.ID)})
	found, err := d.Bets.Find(t.Context(), m, folder.ID)
	require.NoError(t, err)
	require.Equal(t, []any{bet.ByStaff, odds.Voided}, []any{found.Legs[0].Late, found.Legs[0].Outcome})
	d.Result("M1", 0, 1)
	d.Result("M2", 1, 0)
	all(t, d.settle)
	require.Equal(t, []string{"lost: closed 10000 0", "void: void 0 0", "won: closed 30000 60000"}, []string{d.State(early.ID), d.State(single.ID), d.State(folder.ID)})

	p, err = d.office.PreviewPlaced(t.Context(), d.Site, w)
	require.NoError(t, err)
	require.Len(t, p.Windows, 1)
	require.NoError(t, d.office.UndoPlaced(t.Context(), d.Site, person("bea"), p.Windows[0].Idx, "the feed was right"))
	require.ErrorIs(t, d.office.UndoPlaced(t.Context(), d.Site, person("bea"), p.Windows[0].Idx, "the feed was right"), fault.PaymentProblem, "once")
	by, err := d.office.Otherwise(t.Context(), d.Site)
	require.NoError(t, err)
	require.Equal(t, map[int64]settle.Otherwise{d.events["M1"]: {Voids: 1, Others: 1}}, by)
	wish := settle.Wish{Event: d.events["M1"]}
	require.NoError(t, d.correct(wish))
	require.Equal(t, 2, d.carryOut())
	require.Equal(t, []string{"lost: closed 20000 0", "lost: closed 30000 0"}, []string{d.State(single.ID), d.State(folder.ID)})
	require.Equal(t, money.Amount(4_940_000), d.Cash(m))
	d.Sound()
}

// windowOf is a time around now on the market of M1's winner.
func (d *desk) windowOf(from, to time.Duration) settle.Placed {
	now := clock.System{}.Now()
	return settle.Placed{Event: d.events["M1"], Market: d.Home("M1").Market, From: now.Add(from), To: now.Add(to)}
}

// voidPlaced voids the bets of a time as they are shown.
func (d *desk) voidPlaced(by string, w settle.Placed) error {
	d.t.Helper()
	p, err := d.office.PreviewPlaced(d.t.Context(), d.Site, w)
	require.NoError(d.t, err)
	return d.office.VoidPlaced(d.t.Context(), d.Site, person(by), w, p.PlacedFigures, "the feed was late")
}

// S-84: a time whose bets one person voids ends now, whatever was typed. Bets that are placed later would be void without being shown, counted or seen by a second
// person, and until the result is known their void could be taken back: a friend would stake without any risk.
func TestNoBetOfTheFutureIsVoidedWithATime(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	friend := d.Member(5_000_000)
	d.Place(friend, 5_000, d.Home("M1"))
	require.NoError(t, d.voidPlaced("ann", d.windowOf(-time.Minute, 24*time.Hour)))
	require.Equal(t, 1, d.carryOut())
	later := d.Place(friend, 1_000_000, d.Home("M1"))
	old := d.Place(friend, 6_000, d.Home("M1"))
	_, err := d.DB.Exec(t.Context(), `UPDATE bet_bet SET placed_at = placed_at - interval '1 hour' WHERE id = $1`, old.ID)
	require.NoError(t, err)
	require.NoError(t, d.voidPlaced("ann", d.windowOf(-61*time.Minute, -59*time.Minute)), "the marks are set again")
	require.Equal(t, 1, d.carryOut())
	d.Result("M1", 0, 1)
	all(t, d.settle)
	require.Equal(t, "lost: closed 1000000 0", d.State(later.ID))
	require.Equal(t, money.Amount(4_000_000), d.Cash(friend))
	require.ErrorIs(t, d.office.VoidPlaced(t.Context(), d.Site, person("ann"), d.windowOf(time.Hour, 2*time.Hour), settle.PlacedFigures{}, "later"), fault.Failed)
	d.Sound()
}

// S-84: a folder that goes on without a leg counts by what it may pay, not by its stake: one person would save a friend's folder whose leg is about to lose.
func TestAFolderThatGoesOnCountsByWhatItMayPay(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	friend := d.Member(1_000_000)
	folder := d.Place(friend, 400_000, d.Home("M1"), d.Home("M2")) // 2.00 × 2.00
	require.ErrorIs(t, d.voidPlaced("ann", d.windowOf(-time.Minute, 0)), fault.SecondPersonNeeded, "it may pay 1,600,000")
	d.Result("M1", 0, 1)
	d.Result("M2", 1, 0)
	all(t, d.settle)
	require.Equal(t, "lost: closed 400000 0", d.State(folder.ID))
	require.Equal(t, money.Amount(600_000), d.Cash(friend))
	d.Sound()
}

// S-84: taking the void of a time back makes its folders worth more, so it is an act as voiding them is: with the same amounts, in the same sum of a day.
func TestTheVoidOfATimeIsTakenBackByTwo(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	friend := d.Member(1_000_000)
	folder := d.Place(friend, 400_000, d.Home("M1"), d.Home("M2"))
	w := d.windowOf(-time.Minute, 0)
	require.ErrorIs(t, d.voidPlaced("ann", w), fault.SecondPersonNeeded)
	d.approve("bea")
	d.carryOut()
	d.Result("M1", 1, 0)
	all(t, d.settle)
	p, err := d.office.PreviewPlaced(t.Context(), d.Site, w)
	require.NoError(t, err)
	undo := func(by string) error {
		return d.office.UndoPlaced(t.Context(), d.Site, person(by), p.Windows[0].Idx, "the feed was right")
	}
	require.ErrorIs(t, undo("ann"), fault.SecondPersonNeeded, "it may pay 1,600,000 instead of 800,000")
	d.Result("M2", 1, 0)
	all(t, d.settle)
	require.Equal(t, "won: closed 400000 800000", d.State(folder.ID))
	require.Equal(t, money.Amount(1_400_000), d.Cash(friend))
	d.approve("bea")
	require.ErrorIs(t, undo("ann"), fault.PaymentProblem, "once")
	by, err := d.office.Otherwise(t.Context(), d.Site)
	require.NoError(t, err)
	require.Equal(t, map[int64]settle.Otherwise{d.events["M1"]: {Others: 1}}, by, "it ended by the void, and is corrected with a preview")
	d.Sound()
}

// approve lets a second person approve the only open request.
func (d *desk) approve(by string) {
	d.t.Helper()
	var id int64
	var version int32
	require.NoError(d.t, d.DB.QueryRow(d.t.Context(), `SELECT id, version FROM approval_request WHERE state = 'open'`).Scan(&id, &version))
	require.NoError(d.t, d.approvals.Approve(d.t.Context(), approval.Decision{Actor: person(by), Site: d.Site, ID: id, Version: version}))
}
