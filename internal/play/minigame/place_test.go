package minigame_test

import (
	"errors"
	"fmt"
	"math"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/draw"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/minigame"
	"hubstake/internal/testkit/drawtest"
	"hubstake/internal/testkit/factory"
)

// A bet is taken from the wallet once, is shown with its round, and is paid by the draw: one of two sides wins, whatever is drawn.
func TestABetIsPaidByTheDraw(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	r := d.Open("coin3")
	one, other := d.Member(100_000), d.Member(100_000)
	head := d.Place(one, r, "first.head", 10_000)
	tail := d.Place(other, r, "first.tail", 10_000)
	require.Equal(t, money.Amount(90_000), d.Cash(one))
	require.Equal(t, head.Balance, d.Cash(one))
	require.Equal(t, head.Pays, tail.Pays)

	p := d.Draw(r)
	require.Equal(t, minigame.RoundDrawn, p.State)
	require.Equal(t, map[minigame.State]int{minigame.Won: 1, minigame.Lost: 1}, d.Settle())
	require.Equal(t, 180_000+head.Pays, d.Cash(one)+d.Cash(other))
	for _, m := range []struct{ member, id string }{{one, head.ID}, {other, tail.ID}} {
		b, round, err := d.Draws.Find(t.Context(), m.member, m.id)
		require.NoError(t, err)
		require.Equal(t, p, round)
		require.Equal(t, b.State == minigame.Won, b.Paid == head.Pays, b)
		require.Equal(t, b.State == minigame.Won, b.PaidAt == head.Price, b)
		_, _, err = d.Draws.Find(t.Context(), "stranger", m.id)
		require.ErrorIs(t, err, fault.BetNotFound)
	}
	require.Empty(t, d.Settle(), "once")
	d.Sound()
}

// D-49: a round takes bets until ten seconds before its draw, by the database's clock, and none before it opens.
func TestABetOutsideTheTimeOfItsRoundIsRefused(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	r := d.Open("pwball")
	m := d.Member(100_000)
	for _, times := range []string{
		`closes_at = clock_timestamp()`,
		`opens_at = now() + interval '1 min', closes_at = now() + interval '1 h'`,
		`opens_at = now() - interval '1 min', ended_by = 'chief', reason = 'test'`,
	} {
		_, err := d.DB.Exec(t.Context(), `UPDATE minigame_round SET `+times+` WHERE game = $1 AND no = $2`, r.Game, r.No)
		require.NoError(t, err)
		_, err = d.Draws.Place(t.Context(), d.Order(m, r, "power.odd", 10_000))
		require.ErrorIs(t, err, fault.GameUnavailable)
		var refusal *bet.Refusal
		require.ErrorAs(t, err, &refusal)
		require.Equal(t, bet.Closed, refusal.Reason)
	}
	require.Equal(t, minigame.Void, d.End(r))
	_, err := d.Draws.Place(t.Context(), d.Order(m, r, "power.odd", 10_000))
	require.ErrorIs(t, err, fault.RoundSettling, "B002 while its bets are being settled (D-47)")
	d.Settle()
	_, err = d.Draws.Place(t.Context(), d.Order(m, r, "power.odd", 10_000))
	require.ErrorIs(t, err, fault.GameUnavailable)
	require.Equal(t, money.Amount(100_000), d.Cash(m))
	d.Sound()
}

// Bad bets are refused with their codes and change nothing (B3).
func TestBadBetsAreRefused(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	r := d.Open("keno")
	m := d.Member(100_000, func(m *factory.M) { m.Level = 1 })
	good := d.Order(m, r, "spots:3-17-22", 10_000)
	_, err := d.Draws.Place(t.Context(), good)
	require.NoError(t, err)
	before := d.Cash(m)
	for name, c := range map[string]struct {
		change func(*minigame.Order)
		want   error
	}{
		"the same again within seconds": {func(*minigame.Order) {}, fault.DuplicateBet},
		"no such game":                  {func(o *minigame.Order) { o.Game = "bingo" }, fault.GameUnavailable},
		"no such round":                 {func(o *minigame.Order) { o.No++ }, fault.GameUnavailable},
		"a round below one":             {func(o *minigame.Order) { o.No = -1 }, bet.ErrForm},
		"picks in another order":        {func(o *minigame.Order) { o.Selection = "spots:17-3" }, bet.ErrForm},
		"a selection of another game":   {func(o *minigame.Order) { o.Selection = "end.odd" }, bet.ErrForm},
		"another price":                 {func(o *minigame.Order) { o.Price++ }, fault.OddsChanged},
		"no stake":                      {func(o *minigame.Order) { o.Stake = 0 }, bet.ErrForm},
		"a stake below zero":            {func(o *minigame.Order) { o.Stake = -10_000 }, bet.ErrForm},
		"below the level's minimum":     {func(o *minigame.Order) { o.Stake = 4_999 }, fault.StakeBelowMin},
		"above every maximum":           {func(o *minigame.Order) { o.Stake = money.Max }, fault.StakeAboveMax},
		"more than there is": {func(o *minigame.Order) {
			o.Stake, o.Selection = 95_000, "sum.odd"
			o.Price = d.Order(m, r, "sum.odd", 1).Price
		}, fault.NoMoney},
		"another currency": {func(o *minigame.Order) { o.Currency = "XXX" }, bet.ErrForm},
		"a win too high": {func(o *minigame.Order) {
			o.Selection, o.Stake = "spots:1-2-3-4-5-6-7-8-9-10", 20_000
			o.Price = d.Order(m, r, o.Selection, 1).Price
		}, fault.WinAboveLevel},
	} {
		o := good
		c.change(&o)
		_, err := d.Draws.Place(t.Context(), o)
		require.ErrorIs(t, err, c.want, name)
	}
	require.Equal(t, before, d.Cash(m))
	d.Sound()
}

// S-61: the draws, a product or one game can be switched off; a member's locks hold as for every bet.
func TestSwitchesAndLocksHold(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	r := d.Open("coin5")
	m := d.Member(100_000)
	_, err := d.DB.Exec(t.Context(), `UPDATE provider_provider SET active = false WHERE vendor_id = 'minigame'`)
	require.NoError(t, err)
	_, err = d.Draws.Place(t.Context(), d.Order(m, r, "same.no", 10_000))
	require.ErrorIs(t, err, fault.GameUnavailable)
	_, err = d.DB.Exec(t.Context(), `UPDATE provider_provider SET active = true; UPDATE member_member SET bet_locked = true`)
	require.NoError(t, err)
	_, err = d.Draws.Place(t.Context(), d.Order(m, r, "same.no", 10_000))
	require.ErrorIs(t, err, fault.BettingLocked)
	require.Equal(t, money.Amount(100_000), d.Cash(m))
}

// The same order under the same key is one bet, even if twenty come at once; another order under the key is refused.
func TestAnOrderUnderAKeyIsOneBet(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	r := d.Open("ladders")
	m := d.Member(100_000)
	o := d.Order(m, r, "combo.left_3", 10_000)
	o.Key = "k"
	var all sync.WaitGroup
	var mu sync.Mutex
	ids := map[string]int{}
	for range 20 {
		all.Go(func() {
			receipt, err := d.Draws.Place(t.Context(), o)
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				ids[receipt.ID]++
			} else if !errors.Is(err, fault.PreviousBetsSettling) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	require.Len(t, ids, 1)
	require.Equal(t, money.Amount(90_000), d.Cash(m))
	o.Stake = 20_000
	_, err := d.Draws.Place(t.Context(), o)
	require.ErrorIs(t, err, bet.ErrKey)
	d.Sound()
}

// D-20: bets of a member that cannot both win are no turnover, nor is one below 1.30; others count.
func TestBothSidesOfADrawAreNoTurnover(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	r, elsewhere, coins := d.Open("pwball"), d.Open("eos3"), d.Open("coin3")
	m, other := d.Member(200_000), d.Member(100_000)
	first := d.Place(m, r, "power.odd", 10_000)
	second := d.Place(m, r, "power_combo.even_over", 10_000)
	third := d.Place(m, r, "sum.odd", 10_000)
	alone := d.Place(m, elsewhere, "power.even", 10_000)
	theirs := d.Place(other, r, "power.even", 10_000)
	short := d.Place(other, coins, "same.no", 10_000)
	require.Less(t, short.Price, minigame.Defaults().MinCounted)
	counts := func(id string) (counts bool) {
		require.NoError(t, d.DB.QueryRow(t.Context(), `SELECT counts FROM casino_round WHERE vendor_id = 'minigame' AND round_id = $1`, id).Scan(&counts))
		return counts
	}
	require.Equal(t, []bool{false, false, true, true, true, false},
		[]bool{counts(first.ID), counts(second.ID), counts(third.ID), counts(alone.ID), counts(theirs.ID), counts(short.ID)})
}

// A draw waits for bets that are being stored, and a bet that comes afterwards is refused: none is left open, none is paid without having been in time.
func TestBetsAndTheDrawAtTheSameTime(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	r := d.Open("meta3")
	const members = 30
	placed := make([]string, members)
	var all sync.WaitGroup
	begin := make(chan struct{})
	for i := range members {
		m := d.Member(100_000)
		o := d.Order(m, r, []string{"power.odd", "power.even"}[i%2], 10_000)
		all.Go(func() {
			<-begin
			for try := 0; try < 20; try++ {
				receipt, err := d.Draws.Place(t.Context(), o)
				if err == nil {
					placed[i] = receipt.ID
					return
				}
				if !errors.Is(err, fault.PreviousBetsSettling) {
					return
				}
			}
		})
	}
	all.Go(func() {
		<-begin
		d.Close(r, time.Second)
		d.End(r)
	})
	close(begin)
	all.Wait()
	d.Settle()
	var open, bets int
	require.NoError(t, d.DB.QueryRow(t.Context(), `SELECT count(*) FILTER (WHERE state = 'open'), count(*) FROM minigame_bet`).Scan(&open, &bets))
	require.Zero(t, open)
	accepted := 0
	for _, id := range placed {
		if id != "" {
			accepted++
		}
	}
	require.Equal(t, bets, accepted)
	d.Sound()
}

// D-20: picks of more than half of the numbers, in however many bets, bring back most of their stakes whatever is drawn: they are no turnover.
func TestPicksOfMostNumbersAreNoTurnover(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	r := d.Open("keno")
	half, most := d.Member(1_000_000), d.Member(1_000_000)
	for n := 1; n <= 35; n++ {
		d.Place(half, r, fmt.Sprint("spots:", n), 5_000)
		d.Place(most, r, fmt.Sprint("spots:", n), 5_000)
	}
	d.Place(half, r, "spots:1-2-3", 5_000)
	d.Place(most, r, "spots:35-36", 5_000)
	counted := func(member string) (n int) {
		require.NoError(t, d.DB.QueryRow(t.Context(), `SELECT count(*) FROM casino_round WHERE member_id = $1 AND counts`, member).Scan(&n))
		return n
	}
	require.Equal(t, []int{36, 0}, []int{counted(half), counted(most)})
}

// Several bets of a member on one selection of a round stay within the limits of one (D-22).
func TestManyBetsOnASelectionAreJudgedAsOne(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	r, elsewhere := d.Open("pwball"), d.Open("eos3")
	m := d.Member(100_000_000)
	d.Place(m, r, "power.odd", 600_000)
	_, err := d.Draws.Place(t.Context(), d.Order(m, r, "power.odd", 600_001))
	var refusal *bet.Refusal
	require.ErrorAs(t, err, &refusal)
	require.ErrorIs(t, err, fault.StakeAboveLevel)
	require.Equal(t, money.Amount(400_000), refusal.MaxStake, "one bet may be 1,000,000")
	d.Place(m, r, "power.odd", refusal.MaxStake)
	_, err = d.Draws.Place(t.Context(), d.Order(m, r, "power.odd", 5_000))
	require.ErrorAs(t, err, &refusal)
	require.Zero(t, refusal.MaxStake)
	d.Place(m, r, "sum.odd", 1_000_000)
	d.Place(m, elsewhere, "power.odd", 1_000_000)
}

// A stranger's numbers are answered, not passed on to the database.
func TestRoundsThatCannotBeAreNotThere(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	for _, r := range []minigame.Round{{"coin3", math.MinInt64}, {"coin3", 0}, {"coin3\x00", 1}, {"", 1}} {
		_, _, err := d.Draws.Round(t.Context(), r)
		require.ErrorIs(t, err, fault.GameUnavailable)
	}
}

// A bet is paid by the pay table of its round: what has one price by the price of the bet, picks only by a program that has that table.
func TestAnotherPayTableIsNotGuessed(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	r := d.Open("keno")
	m := d.Member(100_000)
	picks, parity := d.Place(m, r, "spots:1-2-3", 10_000), d.Place(m, r, "sum.odd", 10_000)
	version := func(n int) {
		_, err := d.DB.Exec(t.Context(), `UPDATE minigame_round SET rules = $3, settle_at = clock_timestamp() WHERE game = $1 AND no = $2`, r.Game, r.No, n)
		require.NoError(t, err)
	}
	d.Draw(r)
	version(draw.Version + 1)
	_, _, err := d.Draws.Settle(t.Context())
	require.ErrorContains(t, err, "another pay table")
	state := func(bet minigame.Receipt) minigame.State {
		b, _, err := d.Draws.Find(t.Context(), m, bet.ID)
		require.NoError(t, err)
		return b.State
	}
	require.Equal(t, minigame.Placed, state(picks))
	require.NotEqual(t, minigame.Placed, state(parity))
	version(draw.Version)
	d.Settle()
	require.NotEqual(t, minigame.Placed, state(picks))
	d.Sound()
}
