package settle_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/settle"
	"hubstake/internal/play/sports"
	"hubstake/internal/testkit/factory"
)

// round returns the number of the round of a bet.
func (d *desk) round(id string) int64 {
	return d.number(`SELECT id FROM casino_round WHERE round_id = $1`, id)
}

// matches is the office of the matches, where one person decides.
func (d *desk) matches() *sports.Office {
	d.t.Helper()
	_, err := d.DB.Exec(d.t.Context(), `UPDATE site_site SET options = options || '{"approvals":{"result":{"off":true}}}'`)
	require.NoError(d.t, err)
	sites := site.New(d.DB, clock.System{})
	return sports.NewOffice(d.Sports, sites, approval.New(d.DB, clock.System{}, sites, factory.EveryRight))
}

// D-66: a match that the feed called off by mistake, and that was played: its bets are void, and listed because the outcome is known. The correction has a preview, takes the
// stakes again, pays what was won, tells the members, and can be taken back; the books balance throughout.
func TestAVoidIsUndoneByTheOutcome(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	m, spender := d.Member(100_000), d.Member(50_000)
	won := d.Place(m, 10_000, d.Home("M1"))
	lost := d.Place(m, 20_000, d.Leg("M1", odds.OneXTwo, odds.Away))
	spent := d.Place(spender, 50_000, d.Leg("M1", odds.OneXTwo, odds.Draw))
	folder := d.Place(m, 10_000, d.Home("M1"), d.Home("M2"))
	single := d.Place(m, 5_000, d.Leg("M1", odds.Total, odds.Over))
	require.NoError(t, d.office.Correct(t.Context(), d.Site, person("ann"), settle.Wish{Bet: d.round(single.ID)}, settle.Figures{Bets: 1, Gain: 5_000}, "a fault of the page"))
	require.Equal(t, 1, d.carryOut())
	d.Void("M1")
	require.Equal(t, 3, all(t, d.settle))
	require.Equal(t, []money.Amount{90_000, 50_000}, []money.Amount{d.Cash(m), d.Cash(spender)})
	d.Place(spender, 45_000, d.Home("M2"))

	_, err := d.DB.Exec(t.Context(), `UPDATE sports_event SET starts_at = now(), planned_at = now() WHERE feed_id = 'M1'`)
	require.NoError(t, err)
	out := d.Say(clock.System{}.Now(), d.Event("M1", 0, fixture.Live, odds.Score{Home: 1}))
	require.Equal(t, map[fixture.Reason]int{sports.StateBack: 1}, out.Parked, "its bets were settled")
	d.Apply(fixture.Change{Result: &fixture.Result{Event: "M1", Full: odds.Score{Home: 1}}})
	all(t, d.settle)
	require.Equal(t, "void: void 0 0", d.State(won.ID), "no bet is ended otherwise without staff")
	by, err := d.office.Otherwise(t.Context(), d.Site)
	require.NoError(t, err)
	require.Equal(t, map[int64]settle.Otherwise{d.events["M1"]: {Voids: 3}}, by, "not the one that staff voided by itself")
	w := settle.Wish{Event: d.events["M1"]}
	p, err := d.office.Preview(t.Context(), d.Site, w)
	require.NoError(t, err)
	// 2.00 × 10,000 less the stake is paid, 20,000 and 50,000 are taken again.
	require.Equal(t, []any{3, money.Amount(10_000), money.Amount(70_000)}, []any{p.Bets, p.Gain, p.Loss})
	require.Equal(t, []any{1, money.Amount(45_000)}, []any{p.Debtors, p.Debt})
	require.NoError(t, d.correct(w))
	require.Equal(t, 3, d.carryOut())
	require.Zero(t, d.carryOut())
	require.Equal(t, []string{"won: closed 10000 20000", "lost: closed 20000 0", "lost: closed 50000 0", "open: open 10000 0", "void: void 0 0"},
		[]string{d.State(won.ID), d.State(lost.ID), d.State(spent.ID), d.State(folder.ID), d.State(single.ID)})
	require.Equal(t, []money.Amount{80_000, 0}, []money.Amount{d.Cash(m), d.Cash(spender)})
	require.EqualValues(t, 45_000, d.number(`SELECT amount FROM casino_debt WHERE member_id = $1`, spender))
	d.Sound()
	messages := message.New(d.DB, clock.System{})
	letters := 0
	for ok := true; ok; {
		ok, err = d.settle.NotifyMember(t.Context(), messages)
		require.NoError(t, err)
		if ok {
			letters++
		}
	}
	require.Equal(t, 4, letters)

	// Staff voids a bet that is in force again, and gives that back: as often as it must be.
	for range 2 {
		wish := settle.Wish{Bet: d.round(won.ID)}
		require.NoError(t, d.correct(wish), "a second void")
		require.Equal(t, 1, d.carryOut())
		require.Equal(t, "void: void 0 0", d.State(won.ID))
		require.ErrorIs(t, d.correct(wish), fault.PaymentProblem, "it is void")
		wish.Undo = true
		require.NoError(t, d.correct(wish))
		require.Equal(t, 1, d.carryOut())
		require.Equal(t, "won: closed 10000 20000", d.State(won.ID))
		require.ErrorIs(t, d.correct(wish), fault.PaymentProblem, "it is not void")
		d.Sound()
	}
	require.Equal(t, money.Amount(80_000), d.Cash(m))

	d.Apply(fixture.Change{Result: &fixture.Result{Event: "M1", Void: "cancelled", Correction: true}})
	all(t, d.settle)
	require.NoError(t, d.correct(w))
	require.Equal(t, 3, d.carryOut())
	require.Equal(t, []string{"void: void 0 0", "void: void 0 0", "void: void 0 0"}, []string{d.State(won.ID), d.State(lost.ID), d.State(spent.ID)})
	found, err := d.Bets.Find(t.Context(), m, won.ID)
	require.NoError(t, err)
	require.Equal(t, bet.Voided, found.Corrections[len(found.Corrections)-1].Is)
	d.Sound()
}

// Staff takes the void of a market back: it is decided by the result again, its bets are listed, and it can be voided a second time.
func TestTheVoidOfAMarketIsTakenBack(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	m := d.Member(100_000)
	single := d.Place(m, 10_000, d.Home("M1"))
	folder := d.Place(m, 10_000, d.Home("M1"), d.Home("M2"))
	market := d.Home("M1").Market
	matches := d.matches()
	require.NoError(t, matches.VoidMarket(t.Context(), d.Site, person("ann"), d.events["M1"], market, "the line was wrong"))
	require.Equal(t, 1, all(t, d.settle))
	require.Equal(t, "void: void 0 0", d.State(single.ID))
	version := d.number(`SELECT settle_result($1)`, d.events["M1"])
	d.Result("M1", 1, 0)
	require.NoError(t, matches.UnvoidMarket(t.Context(), d.Site, person("ann"), d.events["M1"], market, "it was right"))
	require.Greater(t, d.number(`SELECT settle_result($1)`, d.events["M1"]), version+1, "a request from before must not pass")
	require.ErrorIs(t, matches.UnvoidMarket(t.Context(), d.Site, person("ann"), d.events["M1"], market, "it was right"), fault.PaymentProblem)
	all(t, d.settle)
	by, err := d.office.Otherwise(t.Context(), d.Site)
	require.NoError(t, err)
	require.Equal(t, map[int64]settle.Otherwise{d.events["M1"]: {Voids: 1}}, by)
	require.NoError(t, d.correct(settle.Wish{Event: d.events["M1"]}))
	require.Equal(t, 1, d.carryOut())
	d.Result("M2", 1, 0)
	all(t, d.settle)
	require.Equal(t, []string{"won: closed 10000 20000", "won: closed 10000 40000"}, []string{d.State(single.ID), d.State(folder.ID)})
	require.NoError(t, matches.VoidMarket(t.Context(), d.Site, person("ann"), d.events["M1"], market, "a second time"))
	all(t, d.settle)
	require.NoError(t, d.correct(settle.Wish{Event: d.events["M1"]}))
	require.Equal(t, 2, d.carryOut())
	require.Equal(t, []string{"void: void 0 0", "won: closed 10000 20000"}, []string{d.State(single.ID), d.State(folder.ID)})
	d.Sound()
}
