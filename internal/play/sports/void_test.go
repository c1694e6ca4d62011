package sports_test

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/settle"
	"hubstake/internal/play/sports"
)

// alone leaves what decides bets on a match to one person.
func (d *desk) alone() {
	d.t.Helper()
	_, err := d.DB.Exec(d.t.Context(), `UPDATE site_site SET options = options || '{"approvals":{"result":{"off":true}}}'`)
	require.NoError(d.t, err)
}

func (d *desk) void(by audit.Actor, event, market int64) error {
	return d.office.VoidMarket(d.t.Context(), d.Site, by, event, market, "a palpable error")
}

// markets returns the markets of M1 as staff sees them: kind, state and by whom they were voided.
func (d *desk) markets() (all []string) {
	d.t.Helper()
	list, err := d.office.Markets(d.t.Context(), d.match)
	require.NoError(d.t, err)
	for _, m := range list {
		all = append(all, strings.TrimSpace(fmt.Sprint(m.Kind, " ", m.State, " ", m.VoidedBy)))
	}
	return all
}

// A market that is void before the match ends: singles are given back, the leg of a folder counts 1.00, the other market goes on, and the result changes
// nothing about it.
func TestAMarketThatStaffVoidsIsVoidWhateverTheResult(t *testing.T) {
	d := newDesk(t)
	d.alone()
	m := d.Member(1_000_000)
	d.Match("M2", 2*time.Hour, fixture.Scheduled)
	home := d.Home("M1")
	single, folder := d.Place(m, 10_000, home), d.Place(m, 20_000, home, d.Home("M2"))
	total := d.Place(m, 30_000, d.Leg("M1", odds.Total, odds.Over))
	stakes, err := d.Bets.MarketStakes(t.Context(), d.Site, d.match)
	require.NoError(t, err)
	require.Equal(t, []any{int64(2), int64(30_000)}, []any{stakes[home.Market].Bets, int64(stakes[home.Market].Stakes)})

	_, err = d.office.Markets(t.Context(), 0)
	d.refused("E001", err)
	d.refused("E001", d.office.VoidMarket(t.Context(), d.Site, d.trader, d.match, home.Market, " "))
	d.refused("E001", d.void(d.trader, 0, home.Market))
	d.refused("E001", d.void(d.trader, d.match, 0))
	d.refused("E001", d.void(d.trader, d.event("M2"), home.Market)) // it is of another match
	require.NoError(t, d.void(d.trader, d.match, home.Market))
	d.refused("C019", d.void(d.other, d.match, home.Market))
	require.Equal(t, []string{"1x2 void " + d.trader.ID, "total open"}, d.markets())
	require.Len(t, d.strings(`SELECT data2 FROM outbox_event WHERE cmd = 'ODDS' AND data1 = $1 AND data2 LIKE '%"state":"void"%'`, fmt.Sprint(home.Market)), 1, "pages are told")
	_, err = d.Bets.Place(t.Context(), d.Order(m, 10_000, home))
	require.Error(t, err, "no bet is taken")
	require.Equal(t, 1, d.settleAll())
	require.Equal(t, []string{"void: void 0 0", "open: open 20000 0", "open: open 30000 0"}, []string{d.State(single.ID), d.State(folder.ID), d.State(total.ID)})

	d.Price("M1", 2100) // the feed still offers it, which is not a complaint
	require.Equal(t, []string{"1x2 void " + d.trader.ID, "total open"}, d.markets())
	d.Result("M1", 0, 3)
	d.Result("M2", 1, 0)
	require.Equal(t, 2, d.settleAll())
	require.Equal(t, []string{"1x2 void " + d.trader.ID, "total resulted"}, d.markets())
	require.Equal(t, []string{"won: closed 20000 40000", "won: closed 30000 57000"}, []string{d.State(folder.ID), d.State(total.ID)})
	d.Apply(fixture.Change{Result: &fixture.Result{Event: "M1", Full: odds.Score{Home: 1}, Correction: true}})
	d.settleAll()
	_, err = d.DB.Exec(t.Context(), `UPDATE sports_market SET state = 'resulted' WHERE id = $1`, home.Market)
	require.NoError(t, err)
	require.Equal(t, []string{"1x2 void " + d.trader.ID, "total resulted"}, d.markets(), "a program that does not know of it leaves it void, too")
	require.Equal(t, []string{d.trader.ID + " Home M1 1x2 full open a palpable error"},
		d.strings(`SELECT concat_ws(' ', actor, detail->>'home', detail->>'kind', detail->>'period', detail->>'was', detail->>'reason') FROM audit_entry WHERE action = 'sports.void'`))
	d.Sound()
}

// A market that is void after its result: open bets follow, those that ended are counted, and the correction of ended bets gives them back.
func TestAMarketThatIsVoidAfterItsResultIsCorrected(t *testing.T) {
	d := newDesk(t)
	d.alone()
	m := d.Member(1_000_000)
	d.Match("M2", 2*time.Hour, fixture.Scheduled)
	home := d.Home("M1")
	won, lost := d.Place(m, 10_000, home), d.Place(m, 20_000, d.Leg("M1", odds.OneXTwo, odds.Away))
	folder := d.Place(m, 30_000, home, d.Home("M2"))
	d.Result("M1", 1, 0)
	require.Equal(t, 2, d.settleAll())
	corrections := settle.NewOffice(clock.System{}, d.settling, d.Sports, site.New(d.DB, clock.System{}), d.approvals)
	wish := settle.Wish{Event: d.match}
	before, err := corrections.Preview(t.Context(), d.Site, wish)
	require.NoError(t, err)
	require.Equal(t, settle.Figures{Version: 1}, before.Figures)
	require.NoError(t, d.void(d.trader, d.match, home.Market))
	require.Zero(t, d.settleAll(), "ended bets stay, and the folder waits for its other leg")
	outdated, err := d.settling.Outdated(t.Context())
	require.NoError(t, err)
	require.Equal(t, 2, outdated)

	p, err := corrections.Preview(t.Context(), d.Site, wish)
	require.NoError(t, err)
	require.Equal(t, settle.Figures{Version: 2, Bets: 2, Gain: 20_000, Loss: 10_000}, p.Figures)
	require.Error(t, corrections.Correct(t.Context(), d.Site, d.trader, wish, settle.Figures{Version: 1, Bets: 2, Gain: 20_000, Loss: 10_000}, "void"), "as it was shown before")
	require.NoError(t, corrections.Correct(t.Context(), d.Site, d.trader, wish, p.Figures, "the market is void"))
	for ok := true; ok; {
		_, ok, err = d.settling.Correct(t.Context())
		require.NoError(t, err)
	}
	require.Equal(t, []string{"void: void 0 0", "void: void 0 0", "open: open 30000 0"}, []string{d.State(won.ID), d.State(lost.ID), d.State(folder.ID)})
	outdated, err = d.settling.Outdated(t.Context())
	require.NoError(t, err)
	require.Zero(t, outdated)
	d.Result("M2", 1, 0)
	require.Equal(t, 1, d.settleAll())
	require.Equal(t, "won: closed 30000 60000", d.State(folder.ID))
	d.Sound()
}

// S-72: a void market waits for a second person, as a result does, and the result may come meanwhile.
func TestAVoidMarketWaitsForASecondPerson(t *testing.T) {
	d := newDesk(t)
	home := d.Home("M1")
	single := d.Place(d.Member(1_000_000), 10_000, home)
	d.refused("E001", d.void(d.trader, d.match, 0))
	for range 2 {
		d.refused("U035", d.void(d.trader, d.match, home.Market))
	}
	require.Equal(t, []string{"1"}, d.strings("SELECT count(*)::text FROM approval_request"), "asking again changes nothing")
	require.Equal(t, []string{"1x2 open", "total open"}, d.markets())
	detail := []byte(d.strings("SELECT detail::text FROM approval_request")[0])
	asked, err := sports.AskedMarket(detail)
	require.NoError(t, err)
	require.Equal(t, &sports.VoidedMarket{Event: d.match, Market: home.Market, Home: "Home M1", Away: "Away M1", Kind: odds.OneXTwo, Period: odds.Full}, asked)
	result, err := sports.AskedResult(detail)
	require.NoError(t, err)
	require.Zero(t, result, "the release before finds no match in it")
	own := d.asked()
	own.Actor = d.trader
	_, err = d.DB.Exec(t.Context(), "UPDATE member_staff SET rights = '{trade,approve}' WHERE staff_id = $1", d.trader.ID)
	require.NoError(t, err)
	d.refused("U036", d.approvals.Approve(t.Context(), own))
	d.Result("M1", 1, 0)
	require.NoError(t, d.approvals.Approve(t.Context(), d.asked()))
	require.Equal(t, 1, d.settleAll())
	require.Equal(t, "void: void 0 0", d.State(single.ID))
	require.Equal(t, []string{"1x2 void " + d.boss.ID, "total resulted"}, d.markets())
	d.refused("C019", d.void(d.trader, d.match, home.Market))
	require.Equal(t, []string{d.boss.ID + " " + d.trader.ID + " a palpable error"},
		d.strings(`SELECT concat_ws(' ', actor, detail->>'askedBy', detail->>'reason') FROM audit_entry WHERE action = 'sports.void'`))
	d.Sound()
}

// Several of staff at once, while members bet on the market and its feed goes on: one voids it, and no bet is left on it.
func TestAMarketIsVoidedOnce(t *testing.T) {
	d := newDesk(t)
	d.alone()
	home := d.Home("M1")
	var all sync.WaitGroup
	var done atomic.Int64
	for n := range 10 {
		m := d.Member(100_000)
		all.Go(func() {
			if d.void([]audit.Actor{d.trader, d.other}[n%2], d.match, home.Market) == nil {
				done.Add(1)
			}
		})
		all.Go(func() { _, _ = d.Bets.Place(t.Context(), d.Order(m, 10_000, home)) })
	}
	for n := range 10 {
		d.Price("M1", odds.Price(2000+n))
	}
	all.Wait()
	require.EqualValues(t, 1, done.Load())
	d.settleAll()
	require.Equal(t, []string{"0"}, d.strings(`SELECT count(*)::text FROM bet_running`))
	require.Equal(t, []string{"1"}, d.strings(`SELECT count(*)::text FROM audit_entry`))
	d.Sound()
}

// A market is voided wherever it stands, and one that its match made void stays so after a corrected result.
func TestAMarketIsVoidedWhereverItStands(t *testing.T) {
	t.Parallel()
	for state, stand := range map[string]func(d *desk){
		"suspended": func(d *desk) {
			d.Apply(fixture.Change{Market: &fixture.Market{Event: "M1", Kind: odds.OneXTwo, Period: odds.Full, State: fixture.Suspended}})
		},
		"closed":   func(d *desk) { d.Apply(d.Event("M1", -2*time.Hour, fixture.Ended, odds.Score{Home: 1})) },
		"resulted": func(d *desk) { d.Result("M1", 1, 0) },
		"void":     func(d *desk) { d.Void("M1") },
	} {
		t.Run(state, func(t *testing.T) {
			d := newDesk(t)
			d.alone()
			home := d.Home("M1")
			single := d.Place(d.Member(100_000), 10_000, home)
			stand(d)
			require.Equal(t, "1x2 "+state, d.markets()[0])
			require.NoError(t, d.void(d.trader, d.match, home.Market))
			require.Equal(t, 1, d.settleAll())
			require.Equal(t, "void: void 0 0", d.State(single.ID))
			e := d.Event("M1", -2*time.Hour, fixture.Ended, odds.Score{Home: 1})
			e.Event.Correction = true
			d.Apply(e, fixture.Change{Result: &fixture.Result{Event: "M1", Full: odds.Score{Home: 1}, Correction: true}})
			require.Equal(t, []string{"1x2 void " + d.trader.ID, "total resulted"}, d.markets())
			found, _, err := d.office.List(t.Context(), d.Site, "en", sports.ShowOver, sports.Wanted{}, sports.After{}, 10)
			require.NoError(t, err)
			require.EqualValues(t, 1, found[0].Voided)
			d.Sound()
		})
	}
}
