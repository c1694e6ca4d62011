package sports_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/sports"
)

type scores = map[string]odds.Score

// inPlay is M1 in a period of play, with the scores of its halves.
func (d *desk) inPlay(period string, score odds.Score, parts scores) fixture.Change {
	c := d.Event("M1", 0, fixture.Live, score)
	c.Event.Period, c.Event.Scores = period, parts
	return c
}

// halfMarket offers a total of 0.5 on the first half of M1, and returns its selections.
func (d *desk) halfMarket() (over, under bet.Leg) {
	d.t.Helper()
	d.Apply(fixture.Change{Market: &fixture.Market{Event: "M1", Kind: odds.Total, Period: odds.Half1, Line: 2, State: fixture.Open, Prices: []fixture.Price{
		{Key: odds.Over, Price: 1500}, {Key: odds.Under, Price: 2500},
	}}})
	over, under = bet.Leg{Key: odds.Over, Price: 1500}, bet.Leg{Key: odds.Under, Price: 2500}
	require.NoError(d.t, d.DB.QueryRow(d.t.Context(), `
		SELECT m.id, min(s.version) FROM sports_market m JOIN sports_selection s ON s.market_id = m.id WHERE m.event_id = $1 AND m.period = 'half1' GROUP BY 1`,
		d.match).Scan(&over.Market, &over.Version))
	under.Market, under.Version = over.Market, over.Version
	return over, under
}

// raw applies changes of which some may be parked, and returns for what.
func (d *desk) raw(changes ...fixture.Change) (reasons []fixture.Reason) {
	d.t.Helper()
	seq, err := strconv.ParseInt(d.strings(`SELECT (coalesce(max(seq), 0) + 1000)::text FROM sports_event`)[0], 10, 64)
	require.NoError(d.t, err)
	for i := range changes {
		changes[i].Seq, changes[i].At = seq+int64(i), clock.System{}.Now()
	}
	cursor, err := d.Sports.Cursor(d.t.Context(), "test")
	require.NoError(d.t, err)
	out, err := d.Sports.Apply(d.t.Context(), "test", cursor, fixture.Batch{Cursor: cursor, Changes: changes})
	require.NoError(d.t, err)
	for reason := range out.Parked {
		reasons = append(reasons, reason)
	}
	return reasons
}

// Bets on the first half are paid when the half is over, and the match goes on.
func TestAHalfIsSettledWhenItIsOver(t *testing.T) {
	d := newDesk(t)
	over, _ := d.halfMarket()
	m := d.Member(100_000)
	half, whole := d.Place(m, 10_000, over), d.Place(m, 10_000, d.Home("M1"))
	d.Apply(d.inPlay("h1", odds.Score{Home: 1}, scores{"h1": {Home: 1}}))
	require.Zero(t, d.settleAll(), "the half goes on")
	looked := d.inPlay("break", odds.Score{Home: 1}, scores{"h1": {Home: 1}})
	looked.Event.Suspended = "var"
	d.Apply(looked)
	require.Zero(t, d.settleAll(), "the goal is looked at")
	d.Apply(d.inPlay("break", odds.Score{Home: 1}, scores{"h1": {Home: 1}}))
	require.Equal(t, 1, d.settleAll())
	require.Equal(t, "won: closed 10000 15000", d.State(half.ID))
	require.Equal(t, "open: open 10000 0", d.State(whole.ID))
	d.Apply(d.inPlay("h2", odds.Score{Home: 1, Away: 1}, scores{"h1": {Home: 1}, "h2": {Away: 1}}))
	require.Zero(t, d.settleAll())
	// A result without the half keeps the one that was settled.
	d.Apply(fixture.Change{Result: &fixture.Result{Event: "M1", Full: odds.Score{Home: 2, Away: 1}}})
	require.Equal(t, 1, d.settleAll())
	require.Equal(t, []string{"1 1:0"}, d.strings(`SELECT version || ' ' || half_home || ':' || half_away FROM sports_result`))
	require.Empty(t, d.strings(`SELECT state FROM sports_market WHERE event_id = $1 AND state <> 'resulted'`, d.match))
	d.Sound()
}

// Another score of a half that was settled is no message like any other: without a correction it waits for a person, with one its bets count as outdated.
func TestAHalfThatWasSettledIsCorrected(t *testing.T) {
	d := newDesk(t)
	over, under := d.halfMarket()
	m := d.Member(100_000)
	d.Place(m, 10_000, over)
	d.Apply(d.inPlay("break", odds.Score{Home: 1}, scores{"h1": {Home: 1}}))
	require.Equal(t, 1, d.settleAll())
	require.Equal(t, []fixture.Reason{sports.Contradicts}, d.raw(d.inPlay("h2", odds.Score{Home: 1}, scores{"h1": {}, "h2": {Home: 1}})))
	require.Equal(t, []string{"live 1:0 doubt"}, d.strings(`SELECT concat_ws(' ', state, home_score || ':' || away_score, suspend_reason) FROM sports_event WHERE id = $1`, d.match))

	back := d.inPlay("h2", odds.Score{}, scores{"h1": {}, "h2": {}})
	back.Event.Correction = true
	require.Empty(t, d.raw(back))
	require.Zero(t, d.settleAll())
	outdated, err := d.settling.Outdated(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, outdated, "it was paid by a goal that did not count")
	_ = under

	first := d.inPlay("h1", odds.Score{}, scores{"h1": {}})
	first.Event.Correction = true
	require.Empty(t, d.raw(first))
	require.Equal(t, []string{"closed"}, d.strings(`SELECT state FROM sports_market WHERE event_id = $1 AND period = 'half1'`, d.match), "the half goes on")
	require.Empty(t, d.strings(`SELECT o.outcome FROM settle_outcome o JOIN sports_market m ON m.id = o.market_id WHERE m.event_id = $1`, d.match))
}

// The half-time score that comes after the result settles what waited for it (the result of staff included), once.
func TestTheHalfThatComesLaterCompletesTheResult(t *testing.T) {
	for _, byStaff := range []bool{false, true} {
		t.Run(strconv.FormatBool(byStaff), func(t *testing.T) {
			d := newDesk(t)
			over, _ := d.halfMarket()
			m := d.Member(100_000)
			half, whole := d.Place(m, 10_000, over), d.Place(m, 10_000, d.Home("M1"))
			d.Apply(d.Event("M1", 0, fixture.Live, odds.Score{}))
			if byStaff {
				d.alone()
				require.NoError(t, d.enter(d.trader, d.match, 0, full(2, 1)))
			} else {
				d.Apply(fixture.Change{Result: &fixture.Result{Event: "M1", Full: odds.Score{Home: 2, Away: 1}}})
			}
			require.Equal(t, 1, d.settleAll())
			require.Equal(t, "won: closed 10000 20000", d.State(whole.ID))
			require.Equal(t, "open: open 10000 0", d.State(half.ID))
			d.Apply(fixture.Change{Result: &fixture.Result{Event: "M1", Full: odds.Score{Home: 2, Away: 1}, Half: &odds.Score{Home: 1}}})
			require.Equal(t, 1, d.settleAll())
			require.Equal(t, "won: closed 10000 15000", d.State(half.ID))
			d.Apply(fixture.Change{Result: &fixture.Result{Event: "M1", Full: odds.Score{Home: 2, Away: 1}}}) // less than is known
			require.Zero(t, d.settleAll())
			require.Equal(t, money.Amount(115_000), d.Cash(m))
			require.Equal(t, []string{"1 ", "2 1:0"}, d.strings(`SELECT version || ' ' || coalesce(half_home || ':' || half_away, '') FROM sports_result ORDER BY version`))
			require.Equal(t, byStaff, d.strings(`SELECT set_by FROM sports_result ORDER BY version DESC LIMIT 1`)[0] != "", "who said how it ended stays")
			d.Sound()
		})
	}
}

// A match that is called off while it is played was abandoned: what the play had decided stands, everything else is void (D-24).
func TestWhatThePlayHadDecidedStandsWhenTheMatchIsAbandoned(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*desk) fixture.Change{
		"by its state": func(d *desk) fixture.Change {
			return d.Event("M1", -2*time.Hour, fixture.Cancelled, odds.Score{Home: 2, Away: 1})
		},
		"by its result": func(*desk) fixture.Change {
			return fixture.Change{Result: &fixture.Result{Event: "M1", Void: fixture.Abandoned}}
		},
		"as cancelled": func(*desk) fixture.Change {
			return fixture.Change{Result: &fixture.Result{Event: "M1", Void: "cancelled"}}
		},
		"with scores": func(*desk) fixture.Change {
			return fixture.Change{Result: &fixture.Result{
				Event: "M1", Void: fixture.Abandoned, Full: odds.Score{Home: 2, Away: 1}, Scores: scores{"h1": {Home: 1}, "h2": {Home: 1, Away: 1}},
			}}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := deskOf(t)
			overHalf, underHalf := d.halfMarket()
			m := d.Member(100_000)
			over, under := d.Place(m, 10_000, d.Leg("M1", odds.Total, odds.Over)), d.Place(m, 10_000, d.Leg("M1", odds.Total, odds.Under))
			half, noHalf, home := d.Place(m, 10_000, overHalf), d.Place(m, 10_000, underHalf), d.Place(m, 10_000, d.Home("M1"))
			d.Apply(d.inPlay("h2", odds.Score{Home: 2, Away: 1}, scores{"h1": {Home: 1}, "h2": {Home: 1, Away: 1}}))
			require.Equal(t, 2, d.settleAll(), "the half is over")
			d.Apply(end(d))
			require.Equal(t, 3, d.settleAll())
			for bet, want := range map[string]string{
				over.ID: "won: closed 10000 19000", under.ID: "lost: closed 10000 0", half.ID: "won: closed 10000 15000", noHalf.ID: "lost: closed 10000 0",
			} {
				require.Equal(t, want, d.State(bet))
			}
			require.Contains(t, d.State(home.ID), "void")
			require.Equal(t, money.Amount(94_000), d.Cash(m))
			d.Apply(fixture.Change{Result: &fixture.Result{Event: "M1", Void: "cancelled"}}) // the same, in another word
			require.Zero(t, d.settleAll())
			d.Sound()
		})
	}
}

// Staff says how a match stood when it was abandoned, in the first half: a total that was passed stands, one that was not is void.
func TestStaffSaysHowAnAbandonedMatchStood(t *testing.T) {
	d := newDesk(t)
	d.alone()
	over, under := d.halfMarket()
	m := d.Member(100_000)
	half, noHalf, more := d.Place(m, 10_000, over), d.Place(m, 10_000, under), d.Place(m, 10_000, d.Leg("M1", odds.Total, odds.Under))
	d.Apply(d.Event("M1", 0, fixture.Live, odds.Score{}))
	require.NoError(t, d.enter(d.trader, d.match, 0, sports.Ended{Void: fixture.Abandoned, Full: odds.Score{Home: 1}, Half: &odds.Score{Home: 1}, HalfOpen: true}))
	require.Equal(t, 3, d.settleAll())
	require.Equal(t, []string{"won: closed 10000 15000", "lost: closed 10000 0"}, []string{d.State(half.ID), d.State(noHalf.ID)})
	require.Contains(t, d.State(more.ID), "void")
	d.refused("C019", d.enter(d.trader, d.match, 1, sports.Ended{Void: fixture.Abandoned, Full: odds.Score{Home: 1}, Half: &odds.Score{Home: 1}, HalfOpen: true}))
	d.refused("E001", d.enter(d.trader, d.match, 1, sports.Ended{Full: odds.Score{Home: 1}, Half: &odds.Score{Home: 1}, HalfOpen: true}))
	d.Sound()
}

// The feed does not know whether extra time was played: staff enters the score after 90 minutes, and the feed's later words change nothing (D-65).
func TestAResultThatMayHaveExtraTimeIsStaffs(t *testing.T) {
	d := newDesk(t)
	d.alone()
	m := d.Member(100_000)
	draw := d.Place(m, 10_000, d.Leg("M1", odds.OneXTwo, odds.Draw))
	unclear := func() []fixture.Reason {
		return d.raw(d.Event("M1", 0, fixture.Ended, odds.Score{Home: 2, Away: 1}),
			fixture.Change{Result: &fixture.Result{Event: "M1", Full: odds.Score{Home: 2, Away: 1}, ExtraTime: true}})
	}
	d.Apply(d.Event("M1", 0, fixture.Live, odds.Score{}))
	require.Equal(t, []fixture.Reason{sports.ExtraTime}, unclear())
	require.Zero(t, d.settleAll())
	require.NoError(t, d.enter(d.trader, d.match, 0, full(1, 1)))
	require.Equal(t, 1, d.settleAll())
	require.Equal(t, "won: closed 10000 34000", d.State(draw.ID))
	require.Empty(t, unclear(), "it is not listed again")
	d.Sound()
}

// A market in games is settled by the games of the sets, which staff enters where the feed has them not; the score of sets settles the rest.
func TestStaffSettlesGamesByTheSets(t *testing.T) {
	d := newDesk(t)
	d.alone()
	d.Apply(
		fixture.Change{League: &fixture.League{ID: "ATP", Sport: odds.Tennis, Names: map[string]string{"en": "Tour"}}},
		fixture.Change{Team: &fixture.Team{ID: "P1", Sport: odds.Tennis, Names: map[string]string{"en": "One"}}},
		fixture.Change{Team: &fixture.Team{ID: "P2", Sport: odds.Tennis, Names: map[string]string{"en": "Two"}}},
		fixture.Change{Event: &fixture.Event{
			ID: "T1", Sport: odds.Tennis, League: "ATP", Home: "P1", Away: "P2", StartsAt: clock.System{}.Now().Add(time.Hour), State: fixture.Scheduled,
		}},
		fixture.Change{Market: &fixture.Market{Event: "T1", Kind: odds.Total, Period: odds.Full, Line: 10, State: fixture.Open, Prices: []fixture.Price{
			{Key: odds.Over, Price: 1900}, {Key: odds.Under, Price: 1900},
		}}},
	)
	_, err := d.DB.Exec(t.Context(), `
		WITH m AS (INSERT INTO sports_market (event_id, kind, period, unit, line, quoted_at) VALUES ($1, 'total', 'full', 'games', 86, now()) RETURNING id)
		INSERT INTO sports_selection (market_id, key, feed_price, price) SELECT m.id, k, 1900, 1900 FROM m, unnest(ARRAY['over', 'under']) k`, d.event("T1"))
	require.NoError(t, err)
	leg := func(unit string) (l bet.Leg) {
		l = bet.Leg{Key: odds.Over, Price: 1900}
		require.NoError(t, d.DB.QueryRow(t.Context(), `
			SELECT m.id, s.version FROM sports_market m JOIN sports_selection s ON s.market_id = m.id AND s.key = 'over' WHERE m.event_id = $1 AND m.unit = $2`,
			d.event("T1"), unit).Scan(&l.Market, &l.Version))
		return l
	}
	m := d.Member(100_000)
	sets, games := d.Place(m, 10_000, leg("")), d.Place(m, 10_000, leg("games"))
	live := fixture.Event{ID: "T1", Sport: odds.Tennis, League: "ATP", Home: "P1", Away: "P2", StartsAt: clock.System{}.Now(), State: fixture.Live}
	d.Apply(fixture.Change{Event: &live})
	d.Apply(fixture.Change{Result: &fixture.Result{Event: "T1", Full: odds.Score{Home: 2, Away: 1}}})
	require.Equal(t, 1, d.settleAll())
	require.Equal(t, "won: closed 10000 19000", d.State(sets.ID))
	require.Equal(t, "open: open 10000 0", d.State(games.ID), "sets are no games")

	match := d.event("T1")
	ended := full(2, 1)
	ended.Scores = scores{"s1": {Home: 6, Away: 4}, "s2": {Home: 3, Away: 6}}
	d.refused("E001", d.enter(d.trader, match, 1, ended)) // a set is missing
	ended.Scores["s4"] = odds.Score{Home: 6, Away: 3}
	d.refused("E001", d.enter(d.trader, match, 1, ended))
	delete(ended.Scores, "s4")
	ended.Scores["s3"] = odds.Score{Home: 6, Away: 3}
	require.NoError(t, d.enter(d.trader, match, 1, ended))
	require.Equal(t, 1, d.settleAll())
	require.Equal(t, "won: closed 10000 19000", d.State(games.ID), "28 games")
	wrong := full(1, 0)
	wrong.Scores = scores{"s1": {Home: 1}}
	d.refused("E001", d.enter(d.trader, d.match, 0, wrong)) // soccer has no sets
	d.Sound()
}
