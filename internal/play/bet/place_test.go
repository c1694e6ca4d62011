package bet_test

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/bet"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/bettest"
	"hubstake/internal/testkit/factory"
)

// twoMatches is a book with M1 and M2, which begin in two hours.
func twoMatches(t *testing.T) *bettest.Book {
	t.Helper()
	b := bettest.New(t)
	b.Match("M1", 2*time.Hour, fixture.Scheduled)
	b.Match("M2", 2*time.Hour, fixture.Scheduled)
	return b
}

func TestABetTakesItsStakeAndIsARoundOfTheHouse(t *testing.T) {
	t.Parallel()
	b := twoMatches(t)
	m := b.Member(100_000)
	r, err := b.Bets.Place(t.Context(), b.Order(m, 10_000, b.Home("M1"), b.Leg("M2", odds.Total, odds.Over)))
	require.NoError(t, err)
	require.Equal(t, []any{bet.Placed, money.Amount(10_000), money.Amount(90_000), odds.Price(3800), money.Amount(38_000)},
		[]any{r.State, r.Stake, r.Balance, r.Ticket.Combined, r.Ticket.Pays})
	require.Equal(t, money.Amount(90_000), b.Cash(m))
	require.Equal(t, "open: open 10000 0", b.State(r.ID))
	found, err := b.Bets.Find(t.Context(), m, r.ID)
	require.NoError(t, err)
	require.Len(t, found.Legs, 2)
	require.Equal(t, []any{odds.OneXTwo, odds.Home, odds.Price(2000), odds.Outcome{}}, []any{found.Legs[0].Kind, found.Legs[0].Key, found.Legs[0].Price, found.Legs[0].Outcome})
	require.Equal(t, odds.Line(10), found.Legs[1].Line)
	_, err = b.Bets.Find(t.Context(), b.Member(0), r.ID)
	require.ErrorIs(t, err, fault.BetNotFound, "another member's")
	b.Sound()
}

// D-48: the same key is the same bet, whatever comes between; the same slip without one is refused for three seconds.
func TestABetThatComesTwiceIsOneBet(t *testing.T) {
	t.Parallel()
	b := twoMatches(t)
	m := b.Member(100_000)
	o := b.Order(m, 10_000, b.Home("M1"), b.Home("M2"))
	o.Key = "k1"
	first, err := b.Bets.Place(t.Context(), o)
	require.NoError(t, err)
	b.Price("M1", 1500) // what would refuse it now
	again, err := b.Bets.Place(t.Context(), o)
	require.NoError(t, err)
	require.Equal(t, first.ID, again.ID)
	require.Equal(t, []any{first.Ticket.Prices, first.Ticket.Pays, money.Amount(90_000)}, []any{again.Ticket.Prices, again.Ticket.Pays, again.Balance})
	other := o
	other.Slip.Stake = 20_000
	_, err = b.Bets.Place(t.Context(), other)
	require.ErrorIs(t, err, bet.ErrKey)

	_, err = b.DB.Exec(t.Context(), `UPDATE bet_bet SET placed_at = clock_timestamp() + interval '1 min'`) // however slow the machine is, three seconds have not passed
	require.NoError(t, err)
	turned := b.Order(m, 10_000, b.Home("M2"), b.Home("M1"))
	turned.Key = "k2"
	_, err = b.Bets.Place(t.Context(), turned)
	require.ErrorIs(t, err, fault.DuplicateBet)
	_, err = b.Bets.Place(t.Context(), b.Order(b.Member(100_000), 10_000, b.Home("M2"), b.Home("M1")))
	require.NoError(t, err, "another member's")
	_, err = b.DB.Exec(t.Context(), `UPDATE bet_bet SET placed_at = placed_at - interval '63 s'`)
	require.NoError(t, err)
	_, err = b.Bets.Place(t.Context(), turned)
	require.NoError(t, err, "three seconds later, and refused before under that key")
	require.Equal(t, money.Amount(80_000), b.Cash(m))
	b.Sound()
}

// D-48, and money.md: whatever comes at once, the stake is taken once, and never more than there is.
func TestBetsAtOnce(t *testing.T) {
	t.Parallel()
	b := twoMatches(t)
	m := b.Member(50_000)
	leg := b.Home("M1")
	var taken, twice, short atomic.Int64
	var all sync.WaitGroup
	for n := range 60 {
		all.Go(func() {
			o := b.Order(m, 10_000+money.Amount(n/10), leg)
			o.Key = string(rune('a' + n/10)) // ten times the same, under six keys
			if n%10 == 9 {
				o.Key = ""
			}
			_, err := b.Bets.Place(t.Context(), o)
			switch f, _ := fault.Of(err); {
			case err == nil:
				taken.Add(1)
			case f != nil && f.Code() == fault.DuplicateBet.Code():
				twice.Add(1)
			case f != nil && f.Code() == fault.NoMoney.Code():
				short.Add(1)
			default:
				t.Errorf("%d: %v", n, err)
			}
		})
	}
	all.Wait()
	var bets, stakes int64
	require.NoError(t, b.DB.QueryRow(t.Context(), `SELECT count(*), sum(stake) FROM bet_bet`).Scan(&bets, &stakes))
	require.LessOrEqual(t, bets, int64(4), "the fifth has no money")
	require.Positive(t, bets)
	require.Equal(t, money.Amount(50_000-stakes), b.Cash(m))
	require.Positive(t, taken.Load())
	require.Positive(t, short.Load())
	require.Positive(t, twice.Load())
	b.Sound()
}

func TestWhatRefusesABetTakesNothing(t *testing.T) {
	t.Parallel()
	b := twoMatches(t)
	b.Match("M3", -time.Minute, fixture.Scheduled) // it began, and the feed has not said so
	m := b.Member(20_000)
	locked := b.Member(20_000)
	_, err := b.DB.Exec(t.Context(), `UPDATE member_member SET bet_locked = true WHERE member_id = $1`, locked)
	require.NoError(t, err)
	moved := b.Home("M1")
	b.Price("M1", 1950)
	for name, c := range map[string]struct {
		order bet.Order
		want  error
	}{
		"past posting (S-68)":     {b.Order(m, 10_000, b.Home("M3")), fault.GameUnavailable},
		"a moved price (D-26)":    {b.Order(m, 10_000, moved), fault.OddsChanged},
		"too small (D-22)":        {b.Order(m, 4_999, b.Home("M2")), fault.StakeBelowMin},
		"too large (D-22)":        {b.Order(m, 1_000_001, b.Home("M2")), fault.StakeAboveLevel},
		"no money":                {b.Order(m, 20_001, b.Home("M2")), fault.NoMoney},
		"a locked member (D-34)":  {b.Order(locked, 10_000, b.Home("M2")), fault.BettingLocked},
		"two of one match (D-25)": {b.Order(m, 10_000, b.Home("M2"), b.Leg("M2", odds.Total, odds.Over)), fault.OddsChanged},
		"no such selection":       {b.Order(m, 10_000, bet.Leg{Market: 1 << 40, Key: odds.Home, Price: 2000, Version: 1}), fault.GameUnavailable},
		"no slip":                 {b.Order(m, 10_000), bet.ErrForm},
	} {
		_, err := b.Bets.Place(t.Context(), c.order)
		require.ErrorIs(t, err, c.want, name)
	}
	var rest int
	require.NoError(t, b.DB.QueryRow(t.Context(), `
		SELECT (SELECT count(*) FROM bet_bet) + (SELECT count(*) FROM bet_leg) + (SELECT count(*) FROM casino_round) + (SELECT count(*) FROM casino_tx)`).Scan(&rest))
	require.Zero(t, rest)
	require.Equal(t, []money.Amount{20_000, 20_000}, []money.Amount{b.Cash(m), b.Cash(locked)})
	b.Sound()
}

// The book is closed by the switch of its provider, and a site without one has no book.
func TestAClosedBookTakesNoBets(t *testing.T) {
	t.Parallel()
	b := twoMatches(t)
	m := b.Member(100_000)
	_, err := b.DB.Exec(t.Context(), `UPDATE provider_provider SET active = false WHERE vendor_id = 'house'`)
	require.NoError(t, err)
	require.NoError(t, bet.Open(t.Context(), b.DB), "a restart does not open it")
	_, err = b.Bets.Place(t.Context(), b.Order(m, 10_000, b.Home("M1")))
	require.ErrorIs(t, err, fault.GameUnavailable)
	_, err = b.DB.Exec(t.Context(), `DELETE FROM provider_provider WHERE vendor_id = 'house'`)
	require.NoError(t, err)
	_, err = b.Bets.Place(t.Context(), b.Order(m, 10_000, b.Home("M1")))
	require.ErrorIs(t, err, fault.GameUnavailable)
	require.Equal(t, money.Amount(100_000), b.Cash(m))
}

// D-22: stakes and wins of level 3 are three times those of level 1.
func TestLimitsGrowWithTheLevel(t *testing.T) {
	t.Parallel()
	b := twoMatches(t)
	m := b.Member(5_000_000, func(m *factory.M) { m.Level = 3 })
	_, err := b.Bets.Place(t.Context(), b.Order(m, 14_999, b.Home("M1")))
	require.ErrorIs(t, err, fault.StakeBelowLevel)
	_, err = b.Bets.Place(t.Context(), b.Order(m, 3_000_001, b.Home("M1")))
	require.ErrorIs(t, err, fault.StakeAboveLevel)
	// BET_LIMIT_MIN, BET_LIMIT_MAX: what no level may place.
	_, err = b.Bets.Place(t.Context(), b.Order(m, 4_999, b.Home("M1")))
	require.ErrorIs(t, err, fault.StakeBelowMin)
	coded, _ := fault.Of(err)
	require.Equal(t, "15000", coded.Params()["min"], "the member is told its own limit")
	_, err = b.Bets.Place(t.Context(), b.Order(m, 10_000_001, b.Home("M1")))
	require.ErrorIs(t, err, fault.StakeAboveMax)
	require.Equal(t, money.Amount(6_000_000), b.Place(m, 3_000_000, b.Home("M1")).Ticket.Pays)
}

// D-47: B001 says of a slip that a market of it is being settled, and S009 of a bet that it cannot be changed meanwhile.
func TestAMarketThatIsBeingSettledIsNamed(t *testing.T) {
	t.Parallel()
	b := cashBook(t)
	m := b.Member(100_000)
	r := b.Place(m, 10_000, b.Home("M1"))
	b.Result("M1", 1, 0)
	place := func() error {
		_, err := b.Bets.Place(t.Context(), b.Order(m, 10_000, b.Home("M1"), b.Home("M2")))
		return err
	}
	require.ErrorIs(t, place(), fault.MarketSettling)
	require.ErrorIs(t, b.Bets.Cancel(t.Context(), m, "KRW", r.ID, ""), fault.BetsSettling)
	_, err := b.Bets.CashOut(t.Context(), m, "KRW", r.ID, 9_000, bet.Better, "")
	require.ErrorIs(t, err, fault.BetsSettling)
	settleAll(t, b)
	require.ErrorIs(t, place(), fault.GameUnavailable)
	require.ErrorIs(t, b.Bets.Cancel(t.Context(), m, "KRW", r.ID, ""), bet.ErrEnded)
	b.Sound()
}

// D-20: a bet with a leg below 1.30 is no turnover.
func TestShortPricesAreNoTurnover(t *testing.T) {
	t.Parallel()
	b := twoMatches(t)
	b.Price("M1", 1299)
	m := b.Member(100_000)
	b.Place(m, 10_000, b.Home("M1"), b.Home("M2"))
	b.Place(m, 10_000, b.Home("M2"))
	var counts []bool
	rows, err := b.DB.Query(t.Context(), `SELECT counts FROM casino_round ORDER BY id`)
	require.NoError(t, err)
	for rows.Next() {
		var one bool
		require.NoError(t, rows.Scan(&one))
		counts = append(counts, one)
	}
	require.NoError(t, rows.Err())
	require.Equal(t, []bool{false, true}, counts)
}

// D-20: bets on both sides of a match are no turnover, as long as both were open at a time.
func TestBetsOnBothSidesOfAMatchAreNoTurnover(t *testing.T) {
	t.Parallel()
	handicap := func(b *bettest.Book) {
		b.Apply(fixture.Change{Market: &fixture.Market{Event: "M1", Kind: odds.Handicap, Period: odds.Full, Line: 2, State: fixture.Open, Prices: []fixture.Price{
			{Key: odds.Home, Price: 1900}, {Key: odds.Away, Price: 1900},
		}}})
	}
	type placing func(t *testing.T, b *bettest.Book, m string) string
	place := func(legs ...func(b *bettest.Book) bet.Leg) placing {
		return func(_ *testing.T, b *bettest.Book, m string) string {
			all := make([]bet.Leg, len(legs))
			for i, leg := range legs {
				all[i] = leg(b)
			}
			return b.Place(m, 10_000, all...).ID
		}
	}
	side := func(match string, kind odds.Kind, key odds.Key) func(b *bettest.Book) bet.Leg {
		return func(b *bettest.Book) bet.Leg { return b.Leg(match, kind, key) }
	}
	home, away := side("M1", odds.OneXTwo, odds.Home), side("M1", odds.OneXTwo, odds.Away)
	other, total := side("M2", odds.OneXTwo, odds.Home), side("M1", odds.Total, odds.Over)
	cancelled := func(t *testing.T, b *bettest.Book, m string) string {
		id := place(away)(t, b, m)
		require.NoError(t, b.Bets.Cancel(t.Context(), m, "KRW", id, ""))
		return id
	}
	cashedOut := func(t *testing.T, b *bettest.Book, m string) string {
		id := place(away)(t, b, m)
		list, err := b.Bets.Running(t.Context(), m, 10)
		require.NoError(t, err)
		_, err = b.Bets.CashOut(t.Context(), m, "KRW", id, list[0].CashOut.Amount, bet.Better, "")
		require.NoError(t, err)
		return id
	}
	for name, c := range map[string]struct {
		bets    []placing
		counted []int // the places of those that count
	}{
		"one bet":                       {[]placing{place(home)}, []int{0}},
		"two sides":                     {[]placing{place(home), place(away)}, nil},
		"a side and a draw":             {[]placing{place(home), place(side("M1", odds.OneXTwo, odds.Draw))}, nil},
		"a win and the other handicap":  {[]placing{place(home), place(side("M1", odds.Handicap, odds.Away))}, nil},
		"a win and its handicap":        {[]placing{place(home), place(side("M1", odds.Handicap, odds.Home))}, []int{0, 1}},
		"over and under":                {[]placing{place(total), place(side("M1", odds.Total, odds.Under))}, nil},
		"a win and a total":             {[]placing{place(home), place(total)}, []int{0, 1}},
		"two matches":                   {[]placing{place(home), place(side("M2", odds.OneXTwo, odds.Away))}, []int{0, 1}},
		"in a folder":                   {[]placing{place(home, other), place(away)}, nil},
		"and one beside them":           {[]placing{place(home), place(away), place(other)}, []int{2}},
		"the other side was cancelled":  {[]placing{place(home), cancelled}, []int{0}},
		"the other side was cashed out": {[]placing{place(home), cashedOut}, nil},
		"after a cash-out":              {[]placing{cashedOut, place(home)}, []int{1}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := cashBook(t)
			handicap(b)
			m := b.Member(100_000)
			ask(t, b, m, 1_000_000)
			want := money.Amount(1_000_000)
			for i, one := range c.bets {
				one(t, b, m)
				if slices.Contains(c.counted, i) {
					want -= 10_000
				}
			}
			b.Result("M1", 2, 1)
			b.Result("M2", 0, 1)
			settleAll(t, b)
			require.Equal(t, want, remaining(t, b, m))
			b.Sound()
		})
	}
}

// ask asks a member for turnover.
func ask(t *testing.T, b *bettest.Book, member string, amount money.Amount) {
	t.Helper()
	_, err := b.DB.Exec(t.Context(), `SELECT turnover_ask($1, 'KRW', 'bonus', 'b', $2, 0, now())`, member, amount)
	require.NoError(t, err)
}

// remaining is what a member must still play.
func remaining(t *testing.T, b *bettest.Book, member string) (left money.Amount) {
	t.Helper()
	require.NoError(t, b.DB.QueryRow(t.Context(), `SELECT remaining FROM turnover_now($1, 'KRW', 0, 1, now()) WHERE product = ''`, member).Scan(&left))
	return left
}

// D-23: within five minutes, ten minutes before the first match, three a day.
func TestAMemberCancelsInTime(t *testing.T) {
	t.Parallel()
	b := twoMatches(t)
	b.Match("M4", 11*time.Minute, fixture.Scheduled)
	b.Match("M5", 9*time.Minute, fixture.Scheduled)
	m := b.Member(100_000)
	cancel := func(id string) error { return b.Bets.Cancel(t.Context(), m, "KRW", id, "") }

	require.ErrorIs(t, cancel(b.Place(m, 5_000, b.Home("M1"), b.Home("M5")).ID), bet.ErrLate, "a match begins too soon")
	old := b.Place(m, 5_001, b.Home("M1")).ID
	_, err := b.DB.Exec(t.Context(), `UPDATE bet_bet SET placed_at = placed_at - interval '301 s' WHERE id = $1`, old)
	require.NoError(t, err)
	require.ErrorIs(t, cancel(old), bet.ErrLate, "it is too old")
	require.ErrorIs(t, b.Bets.Cancel(t.Context(), b.Member(0), "KRW", old, ""), fault.BetNotFound, "another member's")
	require.ErrorIs(t, cancel("S0"), fault.BetNotFound)
	before := b.Cash(m)
	for n := range 3 {
		r := b.Place(m, 6_000+money.Amount(n), b.Home("M4"))
		require.NoError(t, cancel(r.ID))
		require.NoError(t, cancel(r.ID), "again: the same answer")
		require.Equal(t, "cancelled: void 0 0", b.State(r.ID))
		require.Equal(t, before, b.Cash(m))
	}
	fourth := b.Place(m, 7_000, b.Home("M4")).ID
	require.ErrorIs(t, cancel(fourth), bet.ErrOften)
	_, err = b.DB.Exec(t.Context(), `UPDATE bet_bet SET ended_at = ended_at - interval '25 h' WHERE state = 'cancelled'`)
	require.NoError(t, err)
	require.NoError(t, cancel(fourth), "the next day")
	b.Sound()
}

// A bet that is cancelled fifty times at once gives its stake back once.
func TestABetIsCancelledOnce(t *testing.T) {
	t.Parallel()
	b := twoMatches(t)
	m := b.Member(100_000)
	r := b.Place(m, 10_000, b.Home("M1"))
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if err := b.Bets.Cancel(t.Context(), m, "KRW", r.ID, ""); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	require.Equal(t, "cancelled: void 0 0", b.State(r.ID))
	require.Equal(t, money.Amount(100_000), b.Cash(m))
	b.Sound()
}

// D-26, S-75: a bet in play waits, and is decided by what is then.
func TestABetInPlayWaits(t *testing.T) {
	t.Parallel()
	b := bettest.New(t, func(r *bet.Rules) { r.Site.SportsDelaySeconds = 0 })
	b.Match("L1", -time.Hour, fixture.Live)
	m := b.Member(100_000)
	confirm := func() int {
		n, err := b.Bets.Confirm(t.Context(), 10)
		require.NoError(t, err)
		return n
	}
	r := b.Place(m, 10_000, b.Home("L1"))
	require.Equal(t, bet.Waiting, r.State)
	require.Equal(t, "wait: open 10000 0", b.State(r.ID), "its stake is taken")
	require.ErrorIs(t, b.Bets.Cancel(t.Context(), m, "KRW", r.ID, ""), bet.ErrEnded)
	require.Zero(t, confirm(), "the feed said nothing since: the score may be an old one")
	require.Equal(t, "wait: open 10000 0", b.State(r.ID))
	_, err := b.DB.Exec(t.Context(), `UPDATE bet_bet SET due_at = now() WHERE state = 'wait'`)
	require.NoError(t, err)
	b.Price("L1", 2000)
	require.Equal(t, []int{1, 0}, []int{confirm(), confirm()})
	require.Equal(t, "open: open 10000 0", b.State(r.ID))
	require.ErrorIs(t, b.Bets.Cancel(t.Context(), m, "KRW", r.ID, ""), bet.ErrLate)

	refused := func(reason bet.Reason, r bet.Receipt) {
		t.Helper()
		require.Equal(t, 1, confirm())
		found, err := b.Bets.Find(t.Context(), m, r.ID)
		require.NoError(t, err)
		require.Equal(t, []any{bet.Refused, string(reason)}, []any{found.State, found.Reason})
		require.Equal(t, "refused: void 0 0", b.State(r.ID))
		require.Equal(t, money.Amount(90_000), b.Cash(m))
	}
	r = b.Place(m, 11_000, b.Home("L1"))
	b.Price("L1", 1900)
	refused(bet.Changed, r)
	r = b.Place(m, 12_000, b.Home("L1"))
	b.Apply(b.Event("L1", -time.Hour, fixture.Live, odds.Score{Home: 1}))
	refused(bet.ScoreChanged, r)
	r = b.Place(m, 13_000, b.Home("L1"))
	stop := b.Event("L1", -time.Hour, fixture.Live, odds.Score{Home: 1})
	stop.Event.Suspended = "var"
	b.Apply(stop)
	refused(bet.Suspended, r)

	b.Apply(b.Event("L1", -time.Hour, fixture.Live, odds.Score{Home: 1}))
	o := b.Order(m, 14_000, b.Home("L1"))
	o.Slip.Accept = bet.Any
	r, err = b.Bets.Place(t.Context(), o)
	require.NoError(t, err)
	b.Price("L1", 1400)
	require.Equal(t, 1, confirm())
	found, err := b.Bets.Find(t.Context(), m, r.ID)
	require.NoError(t, err)
	require.Equal(t, []any{bet.Placed, odds.Price(1400), money.Amount(19_600)}, []any{found.State, found.Legs[0].Price, found.Pays})
	b.Sound()
}

func TestABetWaitsUntilItsDelayIsOver(t *testing.T) {
	t.Parallel()
	b := bettest.New(t, func(r *bet.Rules) { r.Site.SportsDelaySeconds = 3600 })
	b.Match("L1", -time.Hour, fixture.Live)
	b.Place(b.Member(100_000), 10_000, b.Home("L1"))
	n, err := b.Bets.Confirm(t.Context(), 10)
	require.NoError(t, err)
	require.Zero(t, n)
}

// D-20: a bet that waited counts for the turnover by the prices at which it is accepted.
func TestTurnoverOfABetInPlayIsByItsLastPrices(t *testing.T) {
	t.Parallel()
	b := bettest.New(t, func(r *bet.Rules) { r.Site.SportsDelaySeconds = 0 })
	b.Match("L1", -time.Hour, fixture.Live)
	m := b.Member(100_000)
	for _, c := range []struct {
		stake        money.Amount
		before, then odds.Price
		counts       bool
	}{{10_000, 1400, 1200, false}, {11_000, 1200, 1400, true}} {
		b.Price("L1", c.before)
		o := b.Order(m, c.stake, b.Home("L1"))
		o.Slip.Accept = bet.Any
		r, err := b.Bets.Place(t.Context(), o)
		require.NoError(t, err)
		b.Price("L1", c.then)
		n, err := b.Bets.Confirm(t.Context(), 10)
		require.NoError(t, err)
		require.Equal(t, 1, n)
		var counts bool
		require.NoError(t, b.DB.QueryRow(t.Context(), `SELECT counts FROM casino_round WHERE round_id = $1`, r.ID).Scan(&counts))
		require.Equal(t, c.counts, counts, "placed at %s, accepted at %s", c.before, c.then)
	}
	b.Sound()
}

// S-68: what closes the book also closes it for bets that wait.
func TestABetThatWaitsIsRefusedWhenTheBookCloses(t *testing.T) {
	t.Parallel()
	b := bettest.New(t, func(r *bet.Rules) { r.Site.SportsDelaySeconds = 0 })
	b.Match("L1", -time.Hour, fixture.Live)
	m := b.Member(100_000)
	for _, c := range []struct{ close, open string }{
		{`UPDATE provider_provider SET active = false WHERE vendor_id = 'house'`, `UPDATE provider_provider SET active = true WHERE vendor_id = 'house'`},
		{`UPDATE site_site SET inspect = true`, `UPDATE site_site SET inspect = false`},
		{`UPDATE member_member SET bet_locked = true`, `UPDATE member_member SET bet_locked = false`},
		{`UPDATE member_member SET status = 'excluded', excluded_until = now() + interval '1 year'`, `SELECT`},
	} {
		r := b.Place(m, 10_000, b.Home("L1"))
		_, err := b.DB.Exec(t.Context(), c.close)
		require.NoError(t, err)
		n, err := b.Bets.Confirm(t.Context(), 10)
		require.NoError(t, err)
		require.Equal(t, 1, n)
		require.Equal(t, "refused: void 0 0", b.State(r.ID), c.close)
		require.Equal(t, money.Amount(100_000), b.Cash(m))
		_, err = b.DB.Exec(t.Context(), c.open+`; UPDATE bet_bet SET placed_at = placed_at - interval '1 minute'`)
		require.NoError(t, err)
	}
	b.Sound()
}

// D-25: two feeds tell of the same match, which is one match all the same.
func TestAFolderHasNoMatchTwiceFromTwoFeeds(t *testing.T) {
	t.Parallel()
	b := twoMatches(t)
	begins := clock.System{}.Now().Add(2 * time.Hour)
	changes := []fixture.Change{
		{League: &fixture.League{ID: "L", Sport: odds.Soccer, Country: "KR", Names: map[string]string{"en": "First Division"}}},
		{Event: &fixture.Event{ID: "other", Sport: odds.Soccer, League: "L", Home: "Home M1", Away: "Away M1", StartsAt: begins, State: fixture.Scheduled}},
		{Market: &fixture.Market{Event: "other", Kind: odds.Total, Period: odds.Full, Line: 10, State: fixture.Open, Prices: []fixture.Price{
			{Key: odds.Over, Price: 1900}, {Key: odds.Under, Price: 1900},
		}}},
	}
	for i := range changes {
		changes[i].Seq, changes[i].At = int64(i+1), clock.System{}.Now()
	}
	out, err := b.Sports.Apply(t.Context(), "second", "", fixture.Batch{Cursor: "1", Changes: changes})
	require.NoError(t, err)
	require.Empty(t, out.Parked)
	m := b.Member(100_000)
	_, err = b.Bets.Place(t.Context(), b.Order(m, 10_000, b.Home("M1"), b.Leg("other", odds.Total, odds.Over)))
	var r *bet.Refusal
	require.ErrorAs(t, err, &r)
	require.Equal(t, bet.SameMatch, r.Reason)
	b.Place(m, 10_000, b.Home("M2"), b.Leg("other", odds.Total, odds.Over))
}

// A site whose currency was changed: its members have no wallet in the new one.
func TestAMemberWithoutAWalletInTheCurrencyHasNoMoney(t *testing.T) {
	t.Parallel()
	b := twoMatches(t)
	o := b.Order(b.Member(100_000), 10_000, b.Home("M1"))
	o.Currency = "VND"
	_, err := b.Bets.Place(t.Context(), o)
	require.ErrorIs(t, err, fault.NoMoney)
}

// A wallet that another transaction holds keeps its own bets waiting, not those of others.
func TestBetsInPlayDoNotWaitForTheWalletOfAnother(t *testing.T) {
	t.Parallel()
	b := bettest.New(t, func(r *bet.Rules) { r.Site.SportsDelaySeconds = 0 })
	b.Match("L1", -time.Hour, fixture.Live)
	held, free := b.Member(100_000), b.Member(100_000)
	first, second := b.Place(held, 10_000, b.Home("L1")), b.Place(free, 10_000, b.Home("L1"))
	b.Price("L1", 2000)
	tx, err := b.DB.Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), `SELECT FROM wallet_balance WHERE member_id = $1 FOR UPDATE`, held)
	require.NoError(t, err)
	ctx, stop := context.WithTimeout(t.Context(), testkit.Patience)
	defer stop()
	n, err := b.Bets.Confirm(ctx, 10)
	require.NoError(t, tx.Rollback(t.Context()))
	require.Error(t, err, "it is said that one waits")
	require.Equal(t, 1, n)
	require.Equal(t, []string{"wait: open 10000 0", "open: open 10000 0"}, []string{b.State(first.ID), b.State(second.ID)})
	n, err = b.Bets.Confirm(t.Context(), 10)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	b.Sound()
}
