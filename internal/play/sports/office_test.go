package sports_test

import (
	"fmt"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/account/staff"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/settle"
	"hubstake/internal/play/sports"
	"hubstake/internal/testkit/bettest"
	"hubstake/internal/testkit/factory"
)

// desk is the staff's side of a book with the match M1, which begins in two hours.
type desk struct {
	*bettest.Book
	t         *testing.T
	office    *sports.Office
	approvals *approval.Service
	settling  *settle.Service
	match     int64

	trader, other, boss audit.Actor
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	t.Parallel()
	return deskOf(t)
}

// deskOf is newDesk of a test that is parallel already.
func deskOf(t *testing.T) *desk {
	t.Helper()
	b := bettest.New(t)
	d := &desk{Book: b, t: t, settling: settle.New(b.DB, b.Bets, settle.Options{})}
	sites := site.New(b.DB, clock.System{})
	members := factory.Members(t, b.DB, clock.System{})
	d.approvals = approval.New(b.DB, clock.System{}, sites, staff.New(b.DB, clock.System{}, members, staff.Keys{}).HoldRights)
	d.office = sports.NewOffice(b.Sports, sites, d.approvals)
	b.Match("M1", 2*time.Hour, fixture.Scheduled)
	d.match = d.event("M1")
	d.trader, d.other, d.boss = d.person(right.Sports, right.Trade), d.person(right.Trade), d.person(right.Approve)
	return d
}

func (d *desk) person(rights ...right.Right) audit.Actor {
	d.t.Helper()
	return audit.Actor{ID: factory.Staff(d.t, d.DB, func(s *factory.St) { s.Rights = rights }).ID, IP: netip.MustParseAddr("192.0.2.7"), Trace: "00-7-7"}
}

func (d *desk) event(name string) (id int64) {
	d.t.Helper()
	require.NoError(d.t, d.DB.QueryRow(d.t.Context(), `SELECT id FROM sports_event WHERE feed_id = $1`, name).Scan(&id))
	return id
}

func (d *desk) refused(code string, err error) {
	d.t.Helper()
	f, ok := fault.Of(err)
	require.True(d.t, ok, "%v", err)
	require.Equal(d.t, code, f.Code(), "%v", err)
}

func (d *desk) strings(sql string, args ...any) []string {
	d.t.Helper()
	rows, err := d.DB.Query(d.t.Context(), sql, args...)
	require.NoError(d.t, err)
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(d.t, err)
	return found
}

func (d *desk) hold(on bool) error {
	return d.office.Hold(d.t.Context(), d.Site, d.trader, d.match, on, "odd stakes")
}

// settleAll settles what is due and returns how many bets ended.
func (d *desk) settleAll() (n int) {
	d.t.Helper()
	for {
		done, ok, err := d.settling.Next(d.t.Context())
		require.NoError(d.t, err)
		if !ok {
			return n
		}
		for _, ended := range done.Bets {
			n += ended
		}
	}
}

func TestStaffSuspendsAMatchAndReleasesIt(t *testing.T) {
	d := newDesk(t)
	m := d.Member(1_000_000)
	state := func() []string {
		return d.strings(`SELECT concat_ws(' ', held_by, suspended, suspend_reason) FROM sports_event WHERE id = $1`, d.match)
	}
	told := func() int {
		return len(d.strings(`SELECT data2 FROM outbox_event WHERE cmd IN ('SCORE', 'SPORT') AND data1 = $1 AND data2 LIKE '%"suspended":true%"reason":"staff"%'`, fmt.Sprint(d.match)))
	}
	d.refused("E001", d.office.Hold(t.Context(), d.Site, d.trader, d.match, true, " "))
	d.refused("E001", d.office.Hold(t.Context(), d.Site, d.trader, 0, true, "x"))
	d.refused("C019", d.hold(false))
	require.Zero(t, told())
	require.NoError(t, d.hold(true))
	require.Equal(t, []string{d.trader.ID + " t staff"}, state())
	require.Equal(t, 2, told(), "the pages of the match and those of its sport")
	d.refused("C019", d.hold(true))
	d.refused("C019", d.office.Hold(t.Context(), d.Site, d.other, d.match, true, "x"))
	_, err := d.Bets.Place(t.Context(), d.Order(m, 10_000, d.Home("M1")))
	require.Error(t, err, "no bet is taken")

	d.Apply(d.Event("M1", 0, fixture.Live, odds.Score{}))
	d.Price("M1", 2100)
	d.Apply(d.Event("M1", 0, fixture.Live, odds.Score{Home: 1}))
	require.Equal(t, []string{d.trader.ID + " t staff"}, state(), "the feed does not release it")
	require.NoError(t, d.office.Hold(t.Context(), d.Site, d.other, d.match, false, "all is well"))
	require.Equal(t, []string{"f"}, d.strings(`SELECT concat_ws(' ', nullif(held_by, ''), suspended, nullif(suspend_reason, '')) FROM sports_event WHERE id = $1`, d.match))
	require.Equal(t, []string{
		"sports.hold " + d.trader.ID + " Home M1 odd stakes", "sports.release " + d.other.ID + " Home M1 all is well",
	}, d.strings(`SELECT concat_ws(' ', action, actor, detail->>'home', detail->>'reason') FROM audit_entry ORDER BY seq`))

	goal := d.Event("M1", 0, fixture.Live, odds.Score{Home: 2})
	goal.Event.Suspended = "goal"
	require.NoError(t, d.hold(true))
	d.Apply(goal)
	require.NoError(t, d.hold(false))
	require.Equal(t, []string{" t feed"}, state(), "the feed suspended it as well")
	d.Apply(d.Event("M1", 0, fixture.Ended, odds.Score{Home: 2}), fixture.Change{Result: &fixture.Result{Event: "M1", Full: odds.Score{Home: 2}}})
	d.refused("C019", d.hold(true)) // it is over
}

// Staff suspends and releases while the feed goes on: one of each wins, and what staff said last stands.
func TestHoldsAtOnceLoseNothing(t *testing.T) {
	d := newDesk(t)
	d.Apply(d.Event("M1", 0, fixture.Live, odds.Score{}))
	for _, on := range []bool{true, false, true} {
		var all sync.WaitGroup
		var done atomic.Int64
		for range 10 {
			all.Go(func() {
				if d.hold(on) == nil {
					done.Add(1)
				}
			})
		}
		for n := range 10 {
			d.Apply(d.Event("M1", 0, fixture.Live, odds.Score{Home: n}))
			d.Apply(fixture.Change{Event: &fixture.Event{
				ID: "M1", Sport: odds.Soccer, League: "L", Home: "M1h", Away: "M1a", StartsAt: clock.System{}.Now(), State: fixture.Live, Correction: true,
			}})
		}
		all.Wait()
		require.EqualValues(t, 1, done.Load())
		require.Equal(t, []string{fmt.Sprint(on)}, d.strings(`SELECT (held_by <> '' AND suspended)::text FROM sports_event WHERE id = $1`, d.match))
	}
	require.Equal(t, []string{"3"}, d.strings(`SELECT count(*)::text FROM audit_entry`))
}

func (d *desk) parked() []sports.ParkedChange {
	d.t.Helper()
	list, _, err := d.office.Parked(d.t.Context(), "", sports.ParkedAfter{}, 10)
	require.NoError(d.t, err)
	return list
}

// feed applies a change of another feed, which may be parked.
func (d *desk) feed(n int64, c fixture.Change) {
	d.t.Helper()
	c.Seq, c.At = n, clock.System{}.Now()
	from := ""
	if n > 1 {
		from = fmt.Sprint(n - 1)
	}
	_, err := d.Sports.Apply(d.t.Context(), "names", from, fixture.Batch{Cursor: fmt.Sprint(n), Changes: []fixture.Change{c}})
	require.NoError(d.t, err)
}

// A feed that knows names only: staff says which league and which teams they are, and its next change applies.
func TestUnknownNamesGetTheirLeagueAndTeams(t *testing.T) {
	d := newDesk(t)
	ids := map[string]int64{}
	for kind, sql := range map[string]string{
		"league": "SELECT id FROM sports_league", "home": "SELECT home_id FROM sports_event", "away": "SELECT away_id FROM sports_event",
		"tennis": `INSERT INTO sports_team (sport, names) VALUES ('tennis', '{"en":"A. Player"}') RETURNING id`,
	} {
		var id int64
		require.NoError(t, d.DB.QueryRow(t.Context(), sql).Scan(&id))
		ids[kind] = id
	}
	event := fixture.Change{Event: &fixture.Event{
		ID: "X", Sport: odds.Soccer, League: "K1", Home: "Heimat", Away: "Auswaerts", StartsAt: clock.System{}.Now().Add(time.Hour), State: fixture.Scheduled,
	}}
	d.feed(1, event)
	d.feed(2, event)
	p := d.parked()
	require.Len(t, p, 1)
	require.Equal(t, []any{sports.UnknownLeague, int64(2), "K1", "Heimat", "Auswaerts", []sports.Unknown{{Kind: "league", Name: "K1"}}},
		[]any{p[0].Reason, p[0].Times, p[0].League, p[0].Home, p[0].Away, p[0].Unknown})
	alias := func(kind string, parked int64, name string, target int64) error {
		return d.office.AddAlias(t.Context(), d.Site, d.trader, kind, sports.Alias{Parked: parked, Name: name, Target: target})
	}
	d.refused("E001", alias("league", p[0].ID, "K2", ids["league"]))
	d.refused("E001", alias("league", p[0].ID, "", -1))
	d.refused("E001", alias("team", p[0].ID, "", ids["home"]))
	d.refused("C019", alias("league", -1, "", ids["league"]))
	require.NoError(t, alias("league", p[0].ID, "", ids["league"]))
	require.Empty(t, d.parked())
	d.refused("C019", alias("league", p[0].ID, "", ids["league"]))

	d.feed(3, event)
	p = d.parked()
	require.Equal(t, []sports.Unknown{{Kind: "team", Name: "Heimat"}, {Kind: "team", Name: "Auswaerts"}}, p[0].Unknown)
	d.refused("E001", alias("team", p[0].ID, "", ids["home"]))         // which of the two?
	d.refused("E001", alias("team", p[0].ID, "Heimat", ids["tennis"])) // of another sport
	require.NoError(t, alias("team", p[0].ID, "Heimat", ids["home"]))
	require.Equal(t, []sports.Unknown{{Kind: "team", Name: "Auswaerts"}}, d.parked()[0].Unknown)
	require.NoError(t, alias("team", p[0].ID, "", ids["away"]))
	require.Empty(t, d.parked())
	d.feed(4, event)
	require.Empty(t, d.parked())
	require.NotZero(t, d.event("X"))
	require.Equal(t, []string{"league K1 First Division", "team Heimat Home M1", "team Auswaerts Away M1"},
		d.strings(`SELECT concat_ws(' ', detail->>'kind', detail->>'feedId', detail->>'name') FROM audit_entry WHERE action = 'sports.alias' ORDER BY seq`))
}

// A change that staff dismissed comes back when the feed repeats it, and two of staff at once dismiss it once.
func TestADismissedChangeComesBack(t *testing.T) {
	d := newDesk(t)
	bad := fixture.Change{Result: &fixture.Result{Event: "nothing"}}
	d.feed(1, bad)
	d.feed(2, fixture.Change{Bad: []byte(`"\u0000 not JSON`)})
	p := d.parked()
	require.Len(t, p, 2)
	first, next, err := d.office.Parked(t.Context(), "", sports.ParkedAfter{}, 1)
	require.NoError(t, err)
	rest, last, err := d.office.Parked(t.Context(), "", *next, 1)
	require.NoError(t, err)
	require.Equal(t, []any{p[0].ID, p[1].ID, (*sports.ParkedAfter)(nil)}, []any{first[0].ID, rest[0].ID, last})
	only, _, err := d.office.Parked(t.Context(), sports.UnknownEvent, sports.ParkedAfter{}, 10)
	require.NoError(t, err)
	require.Len(t, only, 1)
	var all sync.WaitGroup
	var done atomic.Int64
	for range 10 {
		all.Go(func() {
			if d.office.Dismiss(t.Context(), d.Site, d.trader, only[0].ID) == nil {
				done.Add(1)
			}
		})
	}
	all.Wait()
	require.EqualValues(t, 1, done.Load())
	require.Len(t, d.parked(), 1)
	d.feed(3, bad)
	require.Len(t, d.parked(), 2)
}

func TestASiteSwitchesALeagueOff(t *testing.T) {
	d := newDesk(t)
	m := d.Member(1_000_000)
	var league int64
	require.NoError(t, d.DB.QueryRow(t.Context(), "SELECT id FROM sports_league").Scan(&league))
	change := func(league int64, off bool, margin int) error {
		c := sports.OfferChange{Sport: odds.Soccer, League: league, Off: off, Reason: "few stakes"}
		if margin >= 0 {
			c.Margin = &margin
		}
		return d.office.ChangeOffer(t.Context(), d.Site, d.trader, c)
	}
	d.refused("E001", d.office.ChangeOffer(t.Context(), d.Site, d.trader, sports.OfferChange{Sport: "chess", Off: true, Reason: "x"}))
	d.refused("E001", d.office.ChangeOffer(t.Context(), d.Site, d.trader, sports.OfferChange{Sport: odds.Tennis, League: league, Off: true, Reason: "x"}))
	d.refused("E001", d.office.ChangeOffer(t.Context(), d.Site, d.trader, sports.OfferChange{Sport: odds.Soccer, Off: true}))
	d.refused("E001", change(0, false, 100)) // a whole sport has no margin
	d.refused("E001", change(league, false, 3001))
	d.refused("C019", change(league, false, 0))
	require.NoError(t, change(league, true, -1))
	d.refused("C019", change(league, true, -1))
	_, err := d.Bets.Place(t.Context(), d.Order(m, 10_000, d.Home("M1")))
	require.Error(t, err)
	found, err := d.office.Leagues(t.Context(), d.Site, "en", odds.Soccer, "first")
	require.NoError(t, err)
	require.Equal(t, []sports.Named{{ID: league, Name: "First Division", Country: "KR", Off: true}}, found)
	require.NoError(t, change(league, false, 1000))
	d.Place(m, 10_000, d.Home("M1"))
	d.Price("M1", 2200)
	require.Equal(t, []string{"2080"}, d.strings(`SELECT price::text FROM sports_selection WHERE key = 'home'`), "a tenth of what the feed's price wins")
	require.NoError(t, change(0, true, -1))
	found, err = d.office.Leagues(t.Context(), d.Site, "en", odds.Soccer, "first")
	require.NoError(t, err)
	require.Equal(t, []any{false, true, 1000}, []any{found[0].Off, found[0].SportOff, found[0].Margin}, "the league itself stays on")
	_, err = d.Bets.Place(t.Context(), d.Order(m, 11_000, d.Home("M1")))
	require.Error(t, err, "the whole sport")
	require.Equal(t, []string{
		"soccer/%d true few stakes", "soccer/%d false few stakes 0 1000", "soccer/0 true few stakes",
	}, replaced(d.strings(`SELECT concat_ws(' ', target, detail->>'off', detail->>'reason', detail->>'wasMargin', detail->>'margin') FROM audit_entry ORDER BY seq`),
		fmt.Sprint("/", league, " "), "/%d "))
}

func replaced(texts []string, old, with string) []string {
	for i := range texts {
		texts[i] = strings.Replace(texts[i], old, with, 1)
	}
	return texts
}

func (d *desk) enter(by audit.Actor, match int64, version int, ended sports.Ended) error {
	return d.office.EnterResult(d.t.Context(), d.Site, by, sports.EnteredResult{Event: match, Version: version, Ended: ended, Source: "the league's page"}, "the feed is silent")
}

// asked is the newest request for approval that waits.
func (d *desk) asked() approval.Decision {
	d.t.Helper()
	list, _, err := d.approvals.List(d.t.Context(), d.Site, approval.Query{Open: true, Slice: paging.Slice{Count: 10}})
	require.NoError(d.t, err)
	require.NotEmpty(d.t, list)
	return approval.Decision{Actor: d.boss, Site: d.Site, ID: list[0].ID, Version: list[0].Version}
}

func full(home, away int) sports.Ended { return sports.Ended{Full: odds.Score{Home: home, Away: away}} }

// S-72: a result that staff enters waits for a second person; its bets are settled by it, and a correction leaves those that were settled as they are.
func TestStaffEntersAResultAndCorrectsIt(t *testing.T) {
	d := newDesk(t)
	m := d.Member(1_000_000)
	d.Match("M2", 2*time.Hour, fixture.Scheduled)
	single, folder := d.Place(m, 10_000, d.Home("M1")), d.Place(m, 10_000, d.Home("M1"), d.Home("M2"))
	d.refused("C019", d.enter(d.trader, d.match, 0, full(2, 0))) // it has not begun
	d.Apply(d.Event("M1", 0, fixture.Live, odds.Score{Home: 1}))
	d.refused("E001", d.enter(d.trader, d.match, 0, full(-1, 0)))
	d.refused("E001", d.enter(d.trader, d.match, 0, sports.Ended{Full: odds.Score{Home: 1}, Half: &odds.Score{Home: 2}}))
	d.refused("E001", d.enter(d.trader, d.match, 0, sports.Ended{Void: "boring"}))
	d.refused("E001", d.enter(d.trader, 0, 0, full(2, 0)))
	d.refused("C019", d.enter(d.trader, d.match, 1, full(2, 0))) // there is no result to correct
	for range 2 {
		d.refused("U035", d.enter(d.trader, d.match, 0, full(2, 0)))
	}
	require.Equal(t, []string{"1"}, d.strings("SELECT count(*)::text FROM approval_request"), "asking again changes nothing")
	require.Equal(t, []string{"0"}, d.strings("SELECT count(*)::text FROM sports_result"))
	own := d.asked()
	own.Actor = d.trader
	_, err := d.DB.Exec(t.Context(), "UPDATE member_staff SET rights = '{trade,approve}' WHERE staff_id = $1", d.trader.ID)
	require.NoError(t, err)
	d.refused("U036", d.approvals.Approve(t.Context(), own))
	second := d.asked()
	require.NoError(t, d.approvals.Approve(t.Context(), second))
	d.refused("C019", d.approvals.Approve(t.Context(), second))
	require.Equal(t, []string{"1 2 0 the league's page " + d.boss.ID}, d.strings("SELECT concat_ws(' ', version, home, away, source, set_by) FROM sports_result"))
	require.Equal(t, 1, d.settleAll())
	require.Equal(t, []string{"won: closed 10000 20000", "open: open 10000 0"}, []string{d.State(single.ID), d.State(folder.ID)})

	d.contradict(&fixture.Result{Event: "M1", Full: odds.Score{Home: 1, Away: 1}, Correction: true})
	require.Equal(t, sports.StaffDecided, d.parked()[0].Reason, "no feed overrules staff")
	d.refused("C019", d.enter(d.other, d.match, 1, full(2, 0))) // it is so already
	d.refused("U035", d.enter(d.other, d.match, 1, full(0, 1)))
	asked, err := sports.AskedResult([]byte(d.strings("SELECT detail::text FROM approval_request WHERE state = 'open'")[0]))
	require.NoError(t, err)
	require.Equal(t, []any{"Home M1", "Away M1", &sports.Ended{Full: odds.Score{Home: 2}}, odds.Score{Away: 1}}, []any{asked.Home, asked.Away, asked.Was, asked.Full})
	require.NoError(t, d.approvals.Approve(t.Context(), d.asked()))
	require.Equal(t, 1, d.settleAll(), "the folder is lost by the correction")
	require.Equal(t, []string{"won: closed 10000 20000", "lost: closed 10000 0"}, []string{d.State(single.ID), d.State(folder.ID)})
	outdated, err := d.settling.Outdated(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, outdated)
	require.Equal(t, []string{
		d.boss.ID + " " + d.trader.ID + " the league's page the feed is silent", d.boss.ID + " " + d.other.ID + " the league's page the feed is silent",
	}, d.strings(`SELECT concat_ws(' ', actor, detail->>'askedBy', detail->>'source', detail->>'reason') FROM audit_entry WHERE action = 'sports.result' ORDER BY seq`))
	d.Sound()
}

// contradict applies a result of the book's own feed that is parked.
func (d *desk) contradict(r *fixture.Result) {
	d.t.Helper()
	var cursor string
	require.NoError(d.t, d.DB.QueryRow(d.t.Context(), "SELECT cursor FROM sports_cursor WHERE feed = 'test'").Scan(&cursor))
	_, err := d.Sports.Apply(d.t.Context(), "test", cursor, fixture.Batch{Cursor: cursor, Changes: []fixture.Change{{Seq: 1 << 40, At: clock.System{}.Now(), Result: r}}})
	require.NoError(d.t, err)
}

// A sport is switched off before its first league comes: nothing of it can be bet on, and who did it is kept with the time and the reason (S-61).
func TestASportWithoutLeaguesIsSwitchedOff(t *testing.T) {
	d := newDesk(t)
	m := d.Member(100_000)
	turn := func(off bool) error {
		return d.office.ChangeOffer(t.Context(), d.Site, d.trader, sports.OfferChange{Sport: odds.Tennis, Off: off, Reason: "no trader for it"})
	}
	off := func() bool {
		t.Helper()
		is, err := d.office.SportOff(t.Context(), d.Site, odds.Tennis)
		require.NoError(t, err)
		return is
	}
	require.False(t, off())
	require.NoError(t, turn(true))
	d.refused("C019", turn(true))
	require.True(t, off())
	require.Equal(t, []string{d.trader.ID + " true"}, d.strings(`SELECT concat_ws(' ', set_by, (at > now() - interval '1 hour')::text) FROM sports_off`))
	require.Equal(t, []string{"tennis/0 true no trader for it"}, d.strings(`
		SELECT concat_ws(' ', target, detail->>'off', detail->>'reason') FROM audit_entry WHERE action = 'sports.offer'`))

	name := map[string]string{"en": "A name"}
	d.Apply(
		fixture.Change{League: &fixture.League{ID: "T", Sport: odds.Tennis, Names: name}},
		fixture.Change{Team: &fixture.Team{ID: "P1", Sport: odds.Tennis, Names: name}},
		fixture.Change{Team: &fixture.Team{ID: "P2", Sport: odds.Tennis, Names: name}},
		fixture.Change{Event: &fixture.Event{
			ID: "T1", Sport: odds.Tennis, League: "T", Home: "P1", Away: "P2", StartsAt: clock.System{}.Now().Add(time.Hour), State: fixture.Scheduled,
		}},
		fixture.Change{Market: &fixture.Market{Event: "T1", Kind: odds.Winner, Period: odds.Full, State: fixture.Open, Prices: []fixture.Price{
			{Key: odds.Home, Price: 1900}, {Key: odds.Away, Price: 1900},
		}}},
	)
	_, err := d.Bets.Place(t.Context(), d.Order(m, 10_000, d.Leg("T1", odds.Winner, odds.Home)))
	require.Error(t, err)
	require.NoError(t, turn(false))
	require.False(t, off())
	d.Place(m, 10_000, d.Leg("T1", odds.Winner, odds.Home))
	d.Sound()
}

// The feed's result came after staff asked: the second person does not overrule it unseen.
func TestAResultThatCameMeanwhileStands(t *testing.T) {
	d := newDesk(t)
	d.Apply(d.Event("M1", -time.Hour, fixture.Live, odds.Score{}))
	d.refused("U035", d.enter(d.trader, d.match, 0, full(3, 0)))
	d.Result("M1", 2, 0)
	d.refused("C019", d.approvals.Approve(t.Context(), d.asked()))
	require.Equal(t, []string{"1 2 "}, d.strings("SELECT concat_ws(' ', version, home, set_by) FROM sports_result"))
	require.Equal(t, []string{"failed C019"}, d.strings("SELECT concat_ws(' ', state, code) FROM approval_request"))
}

// A match that is called off before it begins: its bets are void. Where the site leaves it to one person, that person is enough.
func TestStaffCallsAMatchOff(t *testing.T) {
	d := newDesk(t)
	_, err := d.DB.Exec(t.Context(), `UPDATE site_site SET options = options || '{"approvals":{"result":{"off":true}}}'`)
	require.NoError(t, err)
	single := d.Place(d.Member(1_000_000), 10_000, d.Home("M1"))
	require.NoError(t, d.enter(d.trader, d.match, 0, sports.Ended{Void: "cancelled", Full: odds.Score{Home: 9}}))
	require.Equal(t, 1, d.settleAll())
	require.Equal(t, "void: void 0 0", d.State(single.ID))
	require.Equal(t, []string{"cancelled " + d.trader.ID}, d.strings("SELECT concat_ws(' ', e.state, r.set_by) FROM sports_event e JOIN sports_result r ON r.event_id = e.id"))
	d.Sound()
}

func TestStaffSeesMatchesByWhereTheyStand(t *testing.T) {
	d := newDesk(t)
	for _, name := range []string{"M2", "M3", "M4", "M5"} {
		d.Match(name, 3*time.Hour, fixture.Scheduled)
	}
	d.Apply(d.Event("M2", -time.Hour, fixture.Live, odds.Score{Home: 1}), d.Event("M3", -2*time.Hour, fixture.Live, odds.Score{}))
	d.Apply(d.Event("M3", -2*time.Hour, fixture.Ended, odds.Score{}))
	d.Result("M4", 1, 0)
	require.NoError(t, d.hold(true))
	list := func(state sports.Shown, want sports.Wanted) (names []string) {
		t.Helper()
		var after sports.After
		for {
			found, next, err := d.office.List(t.Context(), d.Site, "en", state, want, after, 1)
			require.NoError(t, err)
			for _, m := range found {
				names = append(names, m.FeedID)
			}
			if next == nil {
				return names
			}
			after = *next
		}
	}
	require.Equal(t, []string{"M2"}, list(sports.ShowLive, sports.Wanted{}))
	require.Equal(t, []string{"M1", "M5"}, list(sports.ShowUpcoming, sports.Wanted{}))
	require.Equal(t, []string{"M5"}, list(sports.ShowUpcoming, sports.Wanted{Search: "away m5"}))
	require.Empty(t, list(sports.ShowUpcoming, sports.Wanted{Sport: odds.Tennis}))
	require.Equal(t, []string{"M1"}, list(sports.ShowHeld, sports.Wanted{}))
	require.ElementsMatch(t, []string{"M3", "M4"}, list(sports.ShowUnsettled, sports.Wanted{}), "no result, and bets to settle")
	d.settleAll()
	require.Equal(t, []string{"M3"}, list(sports.ShowUnsettled, sports.Wanted{}))
	require.ElementsMatch(t, []string{"M3", "M4"}, list(sports.ShowOver, sports.Wanted{}))
	found, _, err := d.office.List(t.Context(), d.Site, "en", sports.ShowHeld, sports.Wanted{}, sports.After{}, 10)
	require.NoError(t, err)
	require.Equal(t, []any{"Home M1", "Away M1", "test", d.trader.ID, true, "staff", false}, []any{
		found[0].Home, found[0].Away, found[0].Feed, found[0].HeldBy, found[0].Progress.Suspended, found[0].Progress.Reason, found[0].Off,
	})
}
