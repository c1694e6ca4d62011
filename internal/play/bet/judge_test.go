package bet

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/sports"
)

var kickOff = time.Date(2026, 11, 28, 15, 0, 0, 0, time.UTC)

// usual are the limits of level 1 (D-22).
var usual = Limits{MinStake: 5_000, MaxStake: 1_000_000, MaxWin: 3_000_000, SiteMaxWin: 10_000_000, MinPrice: 1100, MaxPrice: 1_000_000, Bonuses: odds.StandardBonuses()}

// quote is the home side of match n at a price, in market n.
func quote(n int64, price odds.Price) sports.Quote {
	return sports.Quote{
		Market: n, Key: odds.Home, Price: price, Version: 7, Event: n, Kind: odds.OneXTwo, Period: odds.Full, StartsAt: kickOff.Add(time.Duration(n) * time.Hour),
		HomeTeam: 2 * n, AwayTeam: 2*n + 1,
	}
}

// slipOf takes all quotes at the prices that they have.
func slipOf(stake money.Amount, quotes ...sports.Quote) Slip {
	s := Slip{Stake: stake, Accept: None}
	for _, q := range quotes {
		s.Legs = append(s.Legs, Leg{q.Market, q.Key, q.Price, q.Version})
	}
	return s
}

// refused judges and returns the refusal.
func refused(t *testing.T, s Slip, quotes []sports.Quote, lim Limits, want error) *Refusal {
	t.Helper()
	ticket, err := Judge(s, quotes, lim)
	require.ErrorIs(t, err, want)
	require.Zero(t, ticket)
	var r *Refusal
	require.ErrorAs(t, err, &r)
	return r
}

func TestASlipIsTakenAtThePricesOfItsQuotes(t *testing.T) {
	t.Parallel()
	quotes := []sports.Quote{quote(3, 2000), quote(1, 1500), quote(2, 1850)}
	quotes[2].Live = true
	s := slipOf(10_000, quotes...)
	slices.Reverse(quotes) // their order does not matter
	got, err := Judge(s, quotes, usual)
	require.NoError(t, err)
	require.Equal(t, Ticket{
		Prices: []odds.Price{2000, 1500, 1850}, Combined: 5550, Bonus: 1030, Pays: 57_165, Live: true, Begins: kickOff.Add(time.Hour),
	}, got)
	got, err = Judge(slipOf(5_000, quotes[0]), quotes, usual)
	require.NoError(t, err)
	require.Equal(t, Ticket{Prices: []odds.Price{1850}, Combined: 1850, Bonus: 1000, Pays: 9_250, Live: true, Begins: kickOff.Add(2 * time.Hour)}, got)
}

func TestWrongSlipsAreNoSlips(t *testing.T) {
	t.Parallel()
	q := quote(1, 2000)
	many := make([]sports.Quote, MaxLegs+1)
	for i := range many {
		many[i] = quote(int64(i+1), 1100)
	}
	leg := func(change func(*Leg)) Slip {
		s := slipOf(5_000, q)
		change(&s.Legs[0])
		return s
	}
	for name, s := range map[string]Slip{
		"no leg": {Stake: 5_000, Accept: None}, "too many legs": slipOf(5_000, many...), "one selection twice": slipOf(5_000, q, q),
		"no stake": slipOf(0, q), "a negative stake": slipOf(-5_000, q), "more than any money": slipOf(money.Max+1, q),
		"an unknown choice": {Legs: slipOf(1, q).Legs, Stake: 5_000, Accept: "all"}, "no choice": {Legs: slipOf(1, q).Legs, Stake: 5_000},
		"no market": leg(func(l *Leg) { l.Market = 0 }), "no key": leg(func(l *Leg) { l.Key = "" }), "a key with a zero byte": leg(func(l *Leg) { l.Key = "home\x00" }), "a long key": leg(func(l *Leg) { l.Key = odds.Key(strings.Repeat("a", 33)) }), "no version": leg(func(l *Leg) { l.Version = 0 }),
		"a price of 1": leg(func(l *Leg) { l.Price = odds.Unit }), "a negative price": leg(func(l *Leg) { l.Price = -2000 }),
	} {
		_, err := Judge(s, []sports.Quote{q}, usual)
		require.ErrorIs(t, err, ErrForm, name)
	}
	_, err := Judge(slipOf(5_000, many[:MaxLegs]...), many, usual)
	require.NoError(t, err)
}

// D-25: 21 pairs of 7 terms, and those of one term with itself, each refused unless the site allows that pair.
func TestSelectionsOfOneMatchDoNotGoTogetherUnlessTheSiteSaysSo(t *testing.T) {
	t.Parallel()
	of := map[Term]sports.Quote{}
	for _, one := range []struct {
		kind odds.Kind
		key  odds.Key
	}{
		{odds.OneXTwo, odds.Home},
		{odds.OneXTwo, odds.Draw},
		{odds.OneXTwo, odds.Away},
		{odds.Handicap, odds.Home},
		{odds.Handicap, odds.Away},
		{odds.Total, odds.Over},
		{odds.Total, odds.Under},
	} {
		q := quote(1, 2000)
		q.Kind, q.Key = one.kind, one.key
		of[TermOf(one.kind, one.key)] = q
	}
	require.Len(t, of, len(Terms))
	pairs := 0
	for i, a := range Terms {
		for _, b := range Terms[i:] {
			x, y := of[a], of[b]
			x.Market, y.Market = 1, 2 // two lines, or two markets
			quotes := []sports.Quote{quote(9, 2000), x, y}
			s := slipOf(5_000, quotes...)
			for _, lim := range []Pairs{nil, {{a, "other"}}} {
				wide := usual
				wide.Pairs = lim
				r := refused(t, s, quotes, wide, fault.OddsChanged)
				require.Equal(t, []any{SameMatch, []int{1, 2}}, []any{r.Reason, r.Legs}, "%s %s", a, b)
			}
			for _, pair := range [][2]Term{{a, b}, {b, a}} {
				wide := usual
				wide.Pairs = Pairs{pair}
				_, err := Judge(s, quotes, wide)
				require.NoError(t, err, "%s %s", a, b)
			}
			y.Market = 1
			quotes[2], quotes[2].Key = y, y.Key+"x"
			all := usual
			all.Pairs = Pairs{{a, b}}
			refused(t, slipOf(5_000, quotes...), quotes, all, fault.OddsChanged)
			if a != b {
				pairs++
			}
		}
	}
	require.Equal(t, 21, pairs)
	for _, kind := range odds.Kinds {
		for _, key := range kind.Keys() {
			named := kind == odds.OneXTwo || kind == odds.Winner || kind.HasLine()
			require.Equal(t, named, slices.Contains(Terms, TermOf(kind, key)), "%s %s", kind, key)
		}
	}
	x, y := quote(1, 2000), quote(2, 2000)
	x.Kind, x.Key, y.Event = odds.BothScore, odds.Yes, 1
	all := usual
	all.Pairs = Pairs{{Elsewhere, Win}}
	refused(t, slipOf(5_000, x, y), []sports.Quote{x, y}, all, fault.OddsChanged)
}

func TestWhatCannotBeBetOnIsRefusedByItsLegs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		quote sports.Refusal
		want  Reason
		fault error
	}{
		{sports.Off, Off, fault.GameUnavailable},
		{sports.ClosedNow, Closed, fault.GameUnavailable},
		{sports.SuspendedNow, Suspended, fault.OddsChanged},
		{sports.SelectionIsDown, Inactive, fault.OddsChanged},
	} {
		quotes := []sports.Quote{quote(1, 2000), quote(2, 2000), quote(3, 2000)}
		quotes[0].Refusal, quotes[2].Refusal = c.quote, c.quote
		r := refused(t, slipOf(5_000, quotes...), quotes, usual, c.fault)
		require.Equal(t, []any{c.want, []int{0, 2}}, []any{r.Reason, r.Legs})
	}
	known := quote(1, 2000)
	r := refused(t, slipOf(5_000, known, quote(2, 2000)), []sports.Quote{known}, usual, fault.GameUnavailable)
	require.Equal(t, []any{Unknown, []int{1}}, []any{r.Reason, r.Legs})
	require.Equal(t, slipOf(5_000, known).Legs, r.Now)
}

// D-26: none, better and any, for a price that fell, stayed and rose.
func TestAChangedPriceIsTakenAsTheMemberChose(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		choice Choice
		now    odds.Price
		taken  bool
	}{
		{None, 1900, false},
		{None, 2000, true},
		{None, 2100, false},
		{Better, 1900, false},
		{Better, 2000, true},
		{Better, 2100, true},
		{Any, 1900, true},
		{Any, 2000, true},
		{Any, 2100, true},
	} {
		same, now := quote(1, 1500), quote(2, c.now)
		now.Version = 9
		s := slipOf(5_000, same, quote(2, 2000))
		s.Accept = c.choice
		got, err := Judge(s, []sports.Quote{same, now}, usual)
		if c.taken {
			require.NoError(t, err, "%+v", c)
			require.Equal(t, []odds.Price{1500, c.now}, got.Prices)
			continue
		}
		r := refused(t, s, []sports.Quote{same, now}, usual, fault.OddsChanged)
		require.Equal(t, []any{Changed, []int{1}}, []any{r.Reason, r.Legs}, "%+v", c)
		// One tap: the slip at the prices of now is taken.
		s.Legs = r.Now
		_, err = Judge(s, []sports.Quote{same, now}, usual)
		require.NoError(t, err)
	}
}

// D-22: each limit at its edge and one beyond, with what would be accepted.
func TestLimitsOfTheLevelAndTheSite(t *testing.T) {
	t.Parallel()
	two := quote(1, 2000)
	one := []sports.Quote{two}
	take := func(stake money.Amount, lim Limits, quotes ...sports.Quote) {
		t.Helper()
		_, err := Judge(slipOf(stake, quotes...), quotes, lim)
		require.NoError(t, err)
	}
	take(5_000, usual, two)
	r := refused(t, slipOf(4_999, two), one, usual, fault.StakeBelowLevel)
	require.Equal(t, "5000", r.Fault.Params()["min"])
	require.Equal(t, money.Amount(1_000_000), r.MaxStake)
	take(1_000_000, usual, two)
	r = refused(t, slipOf(1_000_001, two), one, usual, fault.StakeAboveLevel)
	require.Equal(t, "1000000", r.Fault.Params()["max"])
	require.Equal(t, money.Amount(1_000_000), r.MaxStake)

	four := quote(1, 4000)
	take(750_000, usual, four)
	r = refused(t, slipOf(750_001, four), []sports.Quote{four}, usual, fault.WinAboveLevel)
	require.Equal(t, "3000000", r.Fault.Params()["max"])
	require.Equal(t, money.Amount(750_000), r.MaxStake)
	high := usual
	high.MaxWin = 30_000_000
	r = refused(t, slipOf(1_000_000, quote(1, 20_000)), []sports.Quote{quote(1, 20_000)}, high, fault.WinAboveMax)
	require.Equal(t, "10000000", r.Fault.Params()["max"])
	require.Equal(t, money.Amount(500_000), r.MaxStake)
	r = refused(t, slipOf(5_000, quote(1, 900_000)), []sports.Quote{quote(1, 900_000)}, usual, fault.WinAboveLevel)
	require.Zero(t, r.MaxStake, "the smallest stake would win too much")

	short := []sports.Quote{quote(1, 1100), quote(2, 1099)}
	take(5_000, usual, short[0])
	r = refused(t, slipOf(5_000, short...), short, usual, fault.OddsBelowMin)
	require.Equal(t, []any{Short, []int{1}, "1100"}, []any{r.Reason, r.Legs, r.Fault.Params()["min"]})

	free := Limits{MaxPrice: 1_000_000}
	long := []sports.Quote{quote(1, 100_000), quote(2, 10_000)}
	take(1, free, long...)
	long[1].Price = 10_001
	r = refused(t, slipOf(1, long...), long, free, fault.OddsAboveMax)
	require.Equal(t, "1000000", r.Fault.Params()["max"])
	take(money.Max/10, Limits{}, quote(1, 2000))
}

// A slip is taken and pays within the limits, or it is refused, and the stake that a refusal names is then taken.
func TestTheStakeThatARefusalNamesIsTaken(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(12, 26))
	taken, named := 0, 0
	for n := range 4_000 {
		quotes := make([]sports.Quote, 1+rnd.IntN(6))
		for i := range quotes {
			quotes[i] = quote(int64(i+1), odds.Price(1050+rnd.IntN(4000)))
		}
		lim := usual
		lim.MaxWin = money.Amount(rnd.Int64N(20_000_000))
		s := slipOf(1+money.Amount(rnd.Int64N(2_000_000)), quotes...)
		got, err := Judge(s, quotes, lim)
		text := fmt.Sprintf("%d: %+v %+v %v", n, s, lim, err)
		if err == nil {
			taken++
			require.True(t, s.Stake >= lim.MinStake && s.Stake <= lim.MaxStake && got.Pays <= lim.SiteMaxWin, text)
			require.True(t, lim.MaxWin == 0 || got.Pays <= lim.MaxWin, text)
			continue
		}
		var r *Refusal
		require.ErrorAs(t, err, &r, text)
		if r.MaxStake == 0 {
			continue
		}
		named++
		s.Stake = r.MaxStake
		_, err = Judge(s, quotes, lim)
		require.NoError(t, err, text)
		s.Stake++
		_, err = Judge(s, quotes, lim)
		require.Error(t, err, text)
	}
	require.Positive(t, taken)
	require.Positive(t, named)
}
