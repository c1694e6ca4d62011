package sports_test

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

// goesOn is M1 in play, after its result, by a correction of the feed.
func (d *desk) goesOn(home int) fixture.Change {
	c := d.Event("M1", 0, fixture.Live, odds.Score{Home: home})
	c.Event.Correction = true
	return c
}

// folder is an open bet on M1 and M2 of which M1 won by its result, with singles on M1.
func (d *desk) folder(singles ...odds.Key) (member string, open bet.Receipt, ended []bet.Receipt) {
	d.t.Helper()
	d.Match("M2", 2*time.Hour, fixture.Scheduled)
	member = d.Member(100_000)
	open = d.Place(member, 10_000, d.Home("M1"), d.Home("M2"))
	for _, key := range singles {
		ended = append(ended, d.Place(member, 10_000, d.Leg("M1", odds.OneXTwo, key)))
	}
	d.Result("M1", 1, 0)
	return member, open, ended
}

func (d *desk) outcomes() int {
	d.t.Helper()
	return len(d.strings(`SELECT o.outcome FROM settle_outcome o JOIN sports_market m ON m.id = o.market_id WHERE m.event_id = $1`, d.match))
}

// The result is withdrawn before a bet ended by it: the match goes on without outcomes, and its bets end by the next result, once.
func TestAMatchThatGoesOnAfterItsResultHasNoOutcomes(t *testing.T) {
	d := newDesk(t)
	m, open, _ := d.folder()
	require.Zero(t, d.settleAll())
	require.Equal(t, 5, d.outcomes())
	d.Apply(d.goesOn(1))
	require.Zero(t, d.outcomes(), "at once, not when its markets are looked at")
	require.Equal(t, []string{"1x2 closed", "total closed"}, d.strings(`SELECT concat_ws(' ', kind, state) FROM sports_market WHERE event_id = $1 ORDER BY kind`, d.match))
	d.Result("M2", 1, 0)
	require.Zero(t, d.settleAll())
	require.Equal(t, "open: open 10000 0", d.State(open.ID), "the withdrawn result decides no folder")
	d.Apply(d.Event("M1", 0, fixture.Ended, odds.Score{Home: 1, Away: 1}))
	require.Zero(t, d.settleAll())
	d.Apply(fixture.Change{Result: &fixture.Result{Event: "M1", Full: odds.Score{Home: 1, Away: 1}, Correction: true}})
	require.Equal(t, 1, d.settleAll())
	require.Equal(t, "lost: closed 10000 0", d.State(open.ID))
	require.Equal(t, money.Amount(90_000), d.Cash(m))
	d.Sound()
}

// A job that no node has taken ends no bet of a match that goes on.
func TestAMatchThatGoesOnBeforeItIsSettledPaysNoBet(t *testing.T) {
	d := newDesk(t)
	_, _, singles := d.folder(odds.Home, odds.Away)
	d.Apply(d.goesOn(1))
	require.Zero(t, d.settleAll())
	require.Equal(t, "open: open 10000 0", d.State(singles[0].ID))
	d.Sound()
}

// Once a bet ended by its result, or a node is settling it, a match stays over whatever the feed corrects: no bet is paid twice.
func TestAMatchWhoseBetsWereSettledDoesNotGoOn(t *testing.T) {
	t.Parallel()
	for name, settled := range map[string]func(*desk){
		"settled": func(d *desk) { require.Equal(d.t, 1, d.settleAll()) },
		"being settled": func(d *desk) {
			d.strings(`UPDATE settle_due SET tries = 1, at = now() + interval '1 hour' RETURNING ''`)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := deskOf(t)
			m, _, singles := d.folder(odds.Home)
			settled(d)
			cash, outcomes := d.Cash(m), d.outcomes()
			out := d.say(high, d.goesOn(1))
			require.Equal(t, map[fixture.Reason]int{sports.StateBack: 1}, out.Parked)
			require.Equal(t, []string{"ended"}, d.strings(`SELECT state FROM sports_event WHERE id = $1`, d.match))
			require.Equal(t, outcomes, d.outcomes())
			if name != "settled" {
				return
			}
			d.say(high+1, fixture.Change{Result: &fixture.Result{Event: "M1", Full: odds.Score{Away: 1}, Correction: true}})
			require.Equal(t, 1, d.settleAll(), "the folder")
			require.Equal(t, []any{"won: closed 10000 20000", cash}, []any{d.State(singles[0].ID), d.Cash(m)}, "staff decides about it")
			outdated, err := d.settling.Outdated(t.Context())
			require.NoError(t, err)
			require.Equal(t, 1, outdated)
			d.Sound()
		})
	}
}

// The match went on by a mistake: the feed repeats its result, or staff enters it again.
func TestAMatchThatWentOnEndsByTheResultThatItHas(t *testing.T) {
	t.Parallel()
	for name, again := range map[string]func(*desk){
		"the feed": func(d *desk) {
			d.Apply(fixture.Change{Result: &fixture.Result{Event: "M1", Full: odds.Score{Home: 1}}})
		},
		"staff": func(d *desk) {
			_, err := d.DB.Exec(d.t.Context(), `UPDATE site_site SET options = options || '{"approvals":{"result":{"off":true}}}'`)
			require.NoError(d.t, err)
			require.NoError(d.t, d.enter(d.trader, d.match, 1, sports.Ended{Full: odds.Score{Home: 1}}))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := deskOf(t)
			m, _, singles := d.folder(odds.Home)
			d.Apply(d.goesOn(0))
			require.Zero(t, d.settleAll())
			again(d)
			require.Equal(t, 1, d.settleAll())
			require.Equal(t, []any{"won: closed 10000 20000", money.Amount(100_000)}, []any{d.State(singles[0].ID), d.Cash(m)})
			outdated, err := d.settling.Outdated(t.Context())
			require.NoError(t, err)
			require.Zero(t, outdated)
			d.Sound()
		})
	}
}
