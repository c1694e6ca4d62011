package settle_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/settle"
)

// D-24: a cash-out is a price, too. One that a member took after the true start of the match, or after a goal that was told late, is no end of the bet: staff ends the
// bet by its outcomes, whether that takes from the member or gives.
func TestACashOutAfterWhatTheBookDidNotKnowDoesNotStand(t *testing.T) {
	t.Parallel()
	for name, home := range map[string]int{"the bet is lost": 0, "the bet is won": 2} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			_, err := d.DB.Exec(t.Context(), `UPDATE site_site SET options = options || '{"sportsCashOut":true}'`)
			require.NoError(t, err)
			m := d.Member(100_000)
			r, fair := d.Place(m, 10_000, d.Home("M1")), d.Place(m, 20_000, d.Home("M1"))
			_, err = d.DB.Exec(t.Context(), `UPDATE bet_bet SET placed_at = placed_at - interval '3 hours'`)
			require.NoError(t, err)
			for id, amount := range map[string]money.Amount{r.ID: 9_043, fair.ID: 18_086} {
				_, err = d.Bets.CashOut(t.Context(), m, "KRW", id, amount, bet.None, "")
				require.NoError(t, err)
			}
			for _, sql := range []string{
				`UPDATE bet_bet SET ended_at = ended_at - interval '1 hour' WHERE id = $1`,
				`UPDATE bet_cash_out SET asked_at = asked_at - interval '1 hour' WHERE bet_id = $1`,
			} {
				_, err = d.DB.Exec(t.Context(), sql, fair.ID)
				require.NoError(t, err)
			}
			d.Apply(d.live(-15*time.Minute, 900, odds.Score{Away: 1}))
			require.Equal(t, map[bet.Late]int{bet.AfterStart: 1}, d.compare())
			d.Apply(fixture.Change{Result: &fixture.Result{Event: "M1", Full: odds.Score{Home: home, Away: 1}}})
			require.Zero(t, all(t, d.settle))
			require.Equal(t, money.Amount(97_129), d.Cash(m), "no bet is ended otherwise without staff")
			by, err := d.office.Otherwise(t.Context(), d.Site)
			require.NoError(t, err)
			require.Equal(t, map[int64]settle.Otherwise{d.events["M1"]: {Late: 1}}, by)
			require.NoError(t, d.correct(settle.Wish{Event: d.events["M1"]}))
			require.Equal(t, 1, d.carryOut())
			want, state := money.Amount(88_086), "lost: closed 10000 0"
			if home == 2 {
				want, state = 108_086, "won: closed 10000 20000"
			}
			require.Equal(t, []string{state, "cashed: closed 20000 18086"}, []string{d.State(r.ID), d.State(fair.ID)})
			require.Equal(t, want, d.Cash(m))
			n, err := d.settle.Outdated(t.Context())
			require.NoError(t, err)
			require.Zero(t, n)
			d.Sound()
		})
	}
}

// In play the moment counts at which the member asked, and the score that the book had then: a goal that was told late, and one that did not count. A leg that was decided
// by then does not count.
func TestACashOutInPlayIsComparedWithWhatWasToldLate(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		asked odds.Score                 // the score of M1 when the member asked
		then  func(*desk) fixture.Change // what the feed says afterwards
		ago   time.Duration              // how late
		want  bet.Late
	}{
		"a goal that is told late": {ago: 30 * time.Second, want: bet.AfterScore, then: func(d *desk) fixture.Change { return d.live(0, 0, odds.Score{Away: 1}) }},
		"a goal that is told":      {then: func(d *desk) fixture.Change { return d.live(0, 0, odds.Score{Away: 1}) }},
		"a goal that did not count": {asked: odds.Score{Home: 1}, want: bet.AtNoScore, then: func(d *desk) fixture.Change {
			c := d.live(0, 0, odds.Score{})
			c.Event.Correction = true
			return c
		}},
		"an end that is told late": {ago: 30 * time.Second, want: bet.AfterEnd, then: func(d *desk) fixture.Change {
			return d.Event("M1", 0, fixture.Ended, odds.Score{})
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			_, err := d.DB.Exec(t.Context(), `UPDATE site_site SET options = options || '{"sportsCashOut":true}'`)
			require.NoError(t, err)
			m := d.Member(100_000)
			r := d.Place(m, 10_000, d.Home("M1"), d.Home("M2"))
			_, err = d.DB.Exec(t.Context(), `UPDATE bet_bet SET placed_at = placed_at - interval '1 hour'`)
			require.NoError(t, err)
			d.Apply(d.live(0, 0, odds.Score{}))
			if c.asked != (odds.Score{}) {
				d.Apply(d.live(0, 0, c.asked))
			}
			cashing, err := d.Bets.CashOut(t.Context(), m, "KRW", r.ID, 8_000, bet.Better, "")
			require.NoError(t, err)
			require.NotNil(t, cashing.DueAt)
			_, err = d.DB.Exec(t.Context(), `UPDATE bet_cash_out SET due_at = now()`)
			require.NoError(t, err)
			d.Price("M1", 2000)
			n, err := d.Bets.DecideCashOuts(t.Context(), 10)
			require.NoError(t, err)
			require.Equal(t, 1, n)
			d.ApplyAt(clock.System{}.Now().Add(-c.ago), c.then(d))
			d.passes(3 * time.Minute)
			_, err = d.DB.Exec(t.Context(), `UPDATE bet_cash_out SET asked_at = asked_at - interval '3 minutes'`)
			require.NoError(t, err)
			want := map[bet.Late]int{}
			if c.want != "" {
				want[c.want] = 1
			}
			require.Equal(t, want, d.compare())
			outdated := func() int {
				n, err := d.settle.Outdated(t.Context())
				require.NoError(t, err)
				return n
			}
			d.Apply(fixture.Change{Result: &fixture.Result{Event: "M1", Full: odds.Score{Away: 1}, Correction: true}})
			all(t, d.settle)
			require.Zero(t, outdated(), "M2 is not decided yet")
			d.Result("M2", 1, 0)
			all(t, d.settle)
			require.Equal(t, len(want), outdated())
			d.Sound()
		})
	}
}

// A cash-out that counted a leg by a result which is corrected afterwards is no end of the bet: a member who saw that the result was wrong would have sold it to the house.
// A result that comes after a cash-out changes nothing, corrected or not.
func TestACashOutByAResultThatIsCorrectedDoesNotStand(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before bool // the cash-out is taken before the result of M1
		state  string
		cash   money.Amount
	}{
		"by the result":     {state: "lost: closed 10000 0", cash: 90_000},
		"before the result": {before: true, state: "cashed: closed 10000 8608", cash: 98_608},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			_, err := d.DB.Exec(t.Context(), `UPDATE site_site SET options = options || '{"sportsCashOut":true}'`)
			require.NoError(t, err)
			m := d.Member(100_000)
			r := d.Place(m, 10_000, d.Home("M1"), d.Home("M2"))
			d.passes(3 * time.Hour)
			cashOut := func() {
				list, err := d.Bets.Running(t.Context(), m, 10)
				require.NoError(t, err)
				_, err = d.Bets.CashOut(t.Context(), m, "KRW", r.ID, list[0].CashOut.Amount, bet.None, "")
				require.NoError(t, err)
			}
			if c.before {
				cashOut()
				_, err := d.DB.Exec(t.Context(), `UPDATE bet_cash_out SET asked_at = asked_at - interval '3 hours'`)
				require.NoError(t, err)
			}
			d.Result("M1", 1, 0)
			all(t, d.settle)
			if !c.before {
				cashOut()
			}
			d.Apply(fixture.Change{Result: &fixture.Result{Event: "M1", Full: odds.Score{Away: 1}, Correction: true}})
			d.Result("M2", 1, 0)
			all(t, d.settle)
			d.compare()
			n, err := d.settle.Outdated(t.Context())
			require.NoError(t, err)
			if c.before {
				require.Zero(t, n)
			} else {
				require.Equal(t, 1, n)
				require.NoError(t, d.correct(settle.Wish{Event: d.events["M1"]}))
				require.Equal(t, 1, d.carryOut())
			}
			require.Equal(t, []any{c.state, c.cash}, []any{d.State(r.ID), d.Cash(m)})
			d.Sound()
		})
	}
}
