package round

import (
	"math"
	"math/rand/v2"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/sim/chaos"
	"hubstake/internal/sim/game"
	"hubstake/internal/sim/operatortest"
	"hubstake/internal/testkit"
)

// neverWins draws the last ticket of every jackpot, and the reels of a loss or a win as they fall.
type neverWins struct{}

func (neverWins) Uint32() uint32 { return 99_999_999 }

// palace opens a game that takes part in the jackpots.
func (d *desk) palace(t *testing.T, member, currency string) Play {
	t.Helper()
	p, err := d.Open(Play{Game: "palace", Token: "token", Member: member, Currency: currency, Lang: "th"})
	require.NoError(t, err)
	return p
}

// poolOf reads one pool and proves what must always hold of it.
func (d *desk) poolOf(t *testing.T, group, level, currency string) *Pool {
	t.Helper()
	list, err := d.Pools(currency)
	require.NoError(t, err)
	found := &Pool{}
	for i := range list {
		p := &list[i]
		require.Equal(t, currency, p.Currency)
		require.Equal(t, p.Contributed+int64(p.Seeded-p.Paid)*game.RateParts, p.Parts, "the pool's books balance")
		require.GreaterOrEqual(t, p.Parts, int64(0))
		if p.Group == group && p.Level == level {
			found = p
		}
	}
	require.Equal(t, level, found.Level)
	return found
}

func TestAStakeFillsThePoolsOfItsGroupAndCurrency(t *testing.T) {
	inBubble(t, neverWins{}, func(t *testing.T, d *desk) {
		require.EqualValues(t, 20_000, d.poolOf(t, "coins", "mini", "KRW").Amount(), "a pool begins with its seed")
		r, err := d.Spin(t.Context(), d.palace(t, "somchai1", "KRW"), 1_000, "key-00001")
		require.NoError(t, err)
		require.Equal(t, Settled, r.Status)
		require.Empty(t, r.Jackpots)
		for level, parts := range map[string]int64{"mini": 20_000, "major": 20_000, "grand": 30_000} {
			require.Equal(t, parts, d.poolOf(t, "coins", level, "KRW").Contributed, level)
			require.Zero(t, d.poolOf(t, "ways", level, "KRW").Contributed, "another group")
			require.Zero(t, d.poolOf(t, "coins", level, "USD").Contributed, "another currency")
		}
		require.EqualValues(t, 20_002, d.poolOf(t, "coins", "mini", "KRW").Amount())
		_, err = d.Spin(t.Context(), d.play, 1_000, "key-00002")
		require.NoError(t, err)
		require.EqualValues(t, 20_000, d.poolOf(t, "coins", "mini", "KRW").Contributed, "a game without jackpots brings nothing")
		again, err := d.Spin(t.Context(), d.palace(t, "somchai2", "KRW"), 1_000, "key-00001")
		require.NoError(t, err)
		require.NotEqual(t, r.ID, again.ID)
		require.EqualValues(t, 40_000, d.poolOf(t, "coins", "mini", "KRW").Contributed)
	})
}

// A refused bet and one that did not count bring nothing: only a round with an outcome takes part.
func TestRoundsWithoutAnOutcomeTakeNoPart(t *testing.T) {
	inBubble(t, neverWins{}, func(t *testing.T, d *desk) {
		require.NoError(t, d.box.Set(chaos.Settings{Jackpot: game.LevelGrand}))
		p := d.palace(t, "somchai1", "KRW")
		d.operator.Script["bet"] = []operatortest.Action{1, 1, 1, 1}
		r, err := d.Spin(t.Context(), p, 1_000, "key-lost1")
		require.NoError(t, err)
		require.Equal(t, Returned, r.Status)
		d.operator.Refuse = "INSUFFICIENT_FUNDS"
		r, err = d.Spin(t.Context(), p, 1_000, "key-poor1")
		require.NoError(t, err)
		require.Equal(t, Refused, r.Status)
		pool := d.poolOf(t, "coins", "grand", "KRW")
		require.Zero(t, pool.Contributed)
		require.Zero(t, pool.Paid)
	})
}

// The win call carries the jackpot; it is paid once however often it is told, and the pool begins again with its seed.
func TestAJackpotIsPaidWithTheRoundsWin(t *testing.T) {
	inBubble(t, neverWins{}, func(t *testing.T, d *desk) {
		require.NoError(t, d.box.Set(chaos.Settings{Jackpot: game.LevelMini, Duplicate: 5, LoseAnswer: 2, Times: 1}))
		p := d.palace(t, "somchai1", "KRW")
		r, err := d.Spin(t.Context(), p, 1_000, "key-00001")
		require.NoError(t, err)
		require.Equal(t, Settled, r.Status)
		require.Equal(t, []JackpotWin{{Level: "mini", Amount: 20_002}}, r.Jackpots)
		require.Equal(t, r.Outcome.Win+20_002, r.Won())
		paid, told := d.operator.Win(r.ID)
		require.True(t, told)
		require.EqualValues(t, r.Won(), paid)
		require.True(t, d.operator.Balanced())
		again, err := d.Spin(t.Context(), p, 1_000, "key-00001")
		require.NoError(t, err)
		require.Equal(t, r.Jackpots, again.Jackpots, "the same key is the same round")
		pool := d.poolOf(t, "coins", "mini", "KRW")
		require.EqualValues(t, 20_000, pool.Amount())
		require.EqualValues(t, 40_000, pool.Seeded)
		require.EqualValues(t, 20_002, pool.Paid)
		require.Len(t, pool.Wins, 1)
		require.Equal(t, r.ID, pool.Wins[0].Round)
		window, err := d.Play(p.ID)
		require.NoError(t, err)
		require.Equal(t, r.Won(), window.Won)
	})
}

// A rest of less than a minor unit stays in the pool: a stake of 200 brings two fifths of a won.
func TestNothingOfAPoolIsRoundedAway(t *testing.T) {
	inBubble(t, neverWins{}, func(t *testing.T, d *desk) {
		require.NoError(t, d.box.Set(chaos.Settings{Jackpot: game.LevelMini}))
		p := d.palace(t, "somchai1", "KRW")
		for i, want := range []money.Amount{20_000, 20_000, 20_001, 20_000, 20_001} {
			r, err := d.Spin(t.Context(), p, 200, "key-0000"+strconv.Itoa(i))
			require.NoError(t, err)
			require.Equal(t, want, r.Jackpots[0].Amount)
		}
		require.EqualValues(t, 20_000*game.RateParts, d.poolOf(t, "coins", "mini", "KRW").Parts)
	})
}

// The program dies between the pool and the payment: the next one pays what was drawn, and the pool is not taken twice.
func TestACrashBetweenPoolAndPaymentLosesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		o := operatortest.New(secret, clock.System{}, 1_000_000)
		d := newDesk(t, o, dir, neverWins{})
		require.NoError(t, d.box.Set(chaos.Settings{Jackpot: game.LevelMajor, Times: 1}))
		o.Script["win"] = []operatortest.Action{1, 1, 1, 1}
		p := d.palace(t, "somchai1", "KRW")
		owed, err := d.Spin(t.Context(), p, 1_000, "key-00001")
		require.NoError(t, err)
		require.Equal(t, Drawn, owed.Status)
		require.EqualValues(t, 400_002, owed.Jackpots[0].Amount)
		d.stop()
		_, told := o.Win(owed.ID)
		require.False(t, told)

		next := newDesk(t, o, dir, neverWins{})
		defer next.stop()
		pass(time.Minute)
		synctest.Wait()
		paid, told := o.Win(owed.ID)
		require.True(t, told)
		require.EqualValues(t, owed.Won(), paid)
		pool := next.poolOf(t, "coins", "major", "KRW")
		require.EqualValues(t, 400_002, pool.Paid)
		require.EqualValues(t, 400_000, pool.Amount())
	})
}

// Twenty players draw the same jackpot at once: the first gets what all stakes before brought, each later one a seed and what
// came since. Together they get what was put in, to the last part.
func TestOfManyWhoWinAtOnceOneGetsThePool(t *testing.T) {
	inBubble(t, neverWins{}, func(t *testing.T, d *desk) {
		const players = 20
		for i := range 5 {
			_, err := d.Spin(t.Context(), d.palace(t, "saver"+strconv.Itoa(i), "KRW"), 100_000, "key-00001")
			require.NoError(t, err)
		}
		before := d.poolOf(t, "coins", "mini", "KRW").Amount()
		require.EqualValues(t, 21_000, before)
		require.NoError(t, d.box.Set(chaos.Settings{Jackpot: game.LevelMini}))
		var wg sync.WaitGroup
		won := make([]money.Amount, players)
		for i := range players {
			p := d.palace(t, "player"+strconv.Itoa(i), "KRW")
			wg.Go(func() {
				r, err := d.Spin(t.Context(), p, 1_000, "key-00001")
				require.NoError(t, err)
				won[i] = r.Jackpots[0].Amount
			})
		}
		wg.Wait()
		full := 0
		var sum money.Amount
		for _, w := range won {
			sum += w
			if w == before+2 {
				full++
			} else {
				require.EqualValues(t, 20_002, w)
			}
		}
		require.Equal(t, 1, full)
		pool := d.poolOf(t, "coins", "mini", "KRW")
		require.Equal(t, sum, pool.Paid)
		require.EqualValues(t, 20_000, pool.Amount())
		require.EqualValues(t, (players+1)*20_000, pool.Seeded)
		require.Len(t, pool.Wins, winsKept)
	})
}

// A round whose win went out before its bet, on demand, takes no part: its amount was said already.
func TestAWinThatWasToldEarlyHasNoJackpot(t *testing.T) {
	inBubble(t, neverWins{}, func(t *testing.T, d *desk) {
		require.NoError(t, d.box.Set(chaos.Settings{OutOfOrder: chaos.WinFirst, Jackpot: game.LevelMini, Times: 1}))
		r, err := d.Spin(t.Context(), d.palace(t, "somchai1", "KRW"), 1_000, "key-00001")
		require.NoError(t, err)
		require.Equal(t, Settled, r.Status)
		require.Empty(t, r.Jackpots)
		require.Zero(t, d.poolOf(t, "coins", "mini", "KRW").Contributed)
	})
}

// TestPoolsPayTheirReturn plays the pool itself with changing stakes: what it pays is what it states, within four standard errors.
func TestPoolsPayTheirReturn(t *testing.T) {
	t.Parallel()
	src := seeded{rand.NewPCG(3, 5)}
	l := game.Level{Code: "mini", Tickets: 2_000, Seed: 4, Rate: 40}
	j := game.Jackpot{Group: "test", Levels: []game.Level{l}}
	p := Pool{Currency: "KRW"}
	p.seed(l)
	stakes := game.Stakes("KRW")[:4]
	var staked, squares float64
	wins := 0
	for i := range testkit.Size(60_000, 400_000) {
		r := &Round{Stake: stakes[game.Draw(src, len(stakes))], Game: "palace", ID: strconv.Itoa(i)}
		staked += float64(r.Stake)
		p.contribute(l, r.Stake)
		if len(j.Won(src, "KRW", r.Stake)) > 0 {
			paid := float64(p.pay(l, r))
			squares += paid * paid
			wins++
		}
	}
	require.Greater(t, wins, testkit.Size(75, 500))
	returned, stated := float64(p.Paid)/staked, float64(l.Rate)/game.RateParts+float64(l.Seed)/float64(l.Tickets)
	t.Logf("%d wins, %.5f of the stakes (stated %.5f)", wins, returned, stated)
	require.InDelta(t, stated, returned, 4*math.Sqrt(squares)/staked)
	require.Equal(t, p.Contributed+int64(p.Seeded-p.Paid)*game.RateParts, p.Parts)
}
