package round

import (
	"math/rand/v2"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fairness"
	"hubstake/internal/core/money"
	"hubstake/internal/sim/chaos"
	"hubstake/internal/sim/game"
	"hubstake/internal/sim/operatortest"
)

// window opens another game of the desk's member.
func (d *desk) window(t *testing.T, code string) Play {
	t.Helper()
	p, err := d.Open(Play{Game: code, Token: "token", Member: "somchai1", Currency: "KRW", Lang: "ko"})
	require.NoError(t, err)
	return p
}

func chips(list ...game.Chip) game.Choice { return game.Choice{Chips: list} }

// S-59: the chips are kept with the round, and the same key is the same round with the same chips only.
func TestAChoiceIsKeptWithItsRound(t *testing.T) {
	inBubble(t, lucky{}, func(t *testing.T, d *desk) {
		w := d.window(t, "roulette")
		bet := Wager{Stake: 600, Key: "key-00001", Choice: chips(game.Chip{Spot: "straight-0", Amount: 200}, game.Chip{Spot: "red", Amount: 400})}
		r, err := d.Bet(t.Context(), w, bet)
		require.NoError(t, err)
		require.Equal(t, Settled, r.Status)
		require.Equal(t, 0, *r.Outcome.Drawn, "the source draws the zero")
		require.EqualValues(t, 7_200, r.Won())
		again, err := d.Bet(t.Context(), w, bet)
		require.NoError(t, err)
		require.Equal(t, r.ID, again.ID)
		require.Equal(t, bet.Choice, again.Choice)
		list, err := d.Last("somchai1", "roulette", 9)
		require.NoError(t, err)
		require.Equal(t, bet.Choice, list[0].Choice)
		require.Equal(t, r.Outcome, list[0].Outcome)
		for name, other := range map[string]game.Choice{
			"other spots":   chips(game.Chip{Spot: "straight-1", Amount: 200}, game.Chip{Spot: "red", Amount: 400}),
			"other amounts": chips(game.Chip{Spot: "straight-0", Amount: 400}, game.Chip{Spot: "red", Amount: 200}),
		} {
			bet.Choice = other
			_, err = d.Bet(t.Context(), w, bet)
			require.ErrorIs(t, err, ErrReused, name)
		}
		require.Equal(t, 1, d.operator.Calls("bet"))
		require.True(t, d.operator.Balanced())
	})
}

// A wheel and a shot follow from the promised seed, as spins do; the choice has no influence on the number.
func TestARoundWithAChoiceIsDrawnFromTheSeedThatWasPromised(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, d *desk) {
		for code, bet := range map[string]Wager{
			"roulette": {Stake: 200, Key: "key-00001", Choice: chips(game.Chip{Spot: "red", Amount: 200})},
			"reef":     {Stake: 200, Key: "key-00001", Choice: game.Choice{Fish: "tang"}},
		} {
			w := d.window(t, code)
			r, err := d.Bet(t.Context(), w, bet)
			require.NoError(t, err)
			require.Equal(t, w.Commitment(), fairness.Commitment(r.Seed).String())
			ticket, err := d.games[code].Accept("KRW", bet.Stake, bet.Choice)
			require.NoError(t, err)
			require.Equal(t, ticket(game.NewStream(r.Seed, r.Message())), *r.Outcome)
		}
	})
}

func TestABadChoiceStakesNothing(t *testing.T) {
	inBubble(t, lucky{}, func(t *testing.T, d *desk) {
		table, sea := d.window(t, "roulette"), d.window(t, "reef")
		for _, bet := range []Wager{
			{Stake: 200, Key: "key-00001"},
			{Stake: 200, Key: "key-00001", Choice: chips(game.Chip{Spot: "straight-37", Amount: 200})},
			{Stake: 200, Key: "key-00001", Choice: game.Choice{Fish: "shark"}},
		} {
			_, err := d.Bet(t.Context(), table, bet)
			require.ErrorIs(t, err, game.ErrChoice)
		}
		_, err := d.Bet(t.Context(), table, Wager{Stake: 200, Key: "key-00001", Choice: chips(game.Chip{Spot: "red", Amount: 400})})
		require.ErrorIs(t, err, game.ErrStake)
		_, err = d.Bet(t.Context(), sea, Wager{Stake: 200, Key: "key-00001", Choice: game.Choice{Fish: "dragon"}})
		require.ErrorIs(t, err, game.ErrChoice)
		_, err = d.Bet(t.Context(), d.play, Wager{Stake: 200, Key: "key-00001", Choice: game.Choice{Fish: "shark"}})
		require.ErrorIs(t, err, game.ErrChoice)
		require.Zero(t, d.operator.Calls("bet"))
		list, err := d.Last("somchai1", "", 9)
		require.NoError(t, err)
		require.Empty(t, list)
	})
}

// Four shots in a second, each a round of its own; a repeated key is no shot and is answered at any time.
func TestShotsHaveAPause(t *testing.T) {
	inBubble(t, lucky{}, func(t *testing.T, d *desk) {
		sea := d.window(t, "reef")
		shot := func(p Play, key string) (*Round, error) {
			return d.Bet(t.Context(), p, Wager{Stake: 200, Key: key, Choice: game.Choice{Fish: "shark"}})
		}
		first, err := shot(sea, "key-00001")
		require.NoError(t, err)
		require.EqualValues(t, 20_000, first.Won(), "ticket 0 catches")
		_, err = shot(sea, "key-00002")
		require.ErrorIs(t, err, ErrFast)
		_, err = shot(d.window(t, "reef"), "key-00002")
		require.ErrorIs(t, err, ErrFast, "a second window is no second gun")
		again, err := shot(sea, "key-00001")
		require.NoError(t, err)
		require.Equal(t, first.ID, again.ID)
		_, err = d.Bet(t.Context(), d.window(t, "trench"), Wager{Stake: 200, Key: "key-00003", Choice: game.Choice{Fish: "dragon"}})
		require.NoError(t, err, "another game has a pause of its own")
		pass(time.Until(first.BegunAt.Add(250*time.Millisecond)) - 1) // writing takes time in the bubble too
		_, err = shot(sea, "key-00002")
		require.ErrorIs(t, err, ErrFast)
		pass(1)
		for i := range 8 {
			_, err = shot(sea, "key-1000"+strconv.Itoa(i))
			require.NoError(t, err)
			pass(250 * time.Millisecond)
		}
		require.Equal(t, 10, d.operator.Calls("bet"))
		require.True(t, d.operator.Balanced())
	})
}

// The process dies with a win untold; the next one tells it, and the page's key still gives the chips and the number.
func TestARestartKeepsTheChips(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		o := operatortest.New(secret, clock.System{}, 1_000_000)
		d := newDesk(t, o, dir, lucky{})
		table := d.window(t, "roulette")
		o.Script["win"] = []operatortest.Action{1, 1, 1, 1}
		bet := Wager{Stake: 400, Key: "key-00001", Choice: chips(game.Chip{Spot: "split-0-2", Amount: 400})}
		owed, err := d.Bet(t.Context(), table, bet)
		require.NoError(t, err)
		require.Equal(t, Drawn, owed.Status)
		d.stop()

		next := newDesk(t, o, dir, seeded{rand.NewPCG(1, 1)})
		defer next.stop()
		pass(time.Minute)
		synctest.Wait()
		paid, told := o.Win(owed.ID)
		require.True(t, told)
		require.EqualValues(t, 7_200, paid)
		again, err := next.Bet(t.Context(), table, bet)
		require.NoError(t, err)
		require.Equal(t, Settled, again.Status)
		require.Equal(t, owed.Outcome, again.Outcome)
		require.Equal(t, bet.Choice, again.Choice)
	})
}

// Shots and tables under every fault: the operator's books agree in the end.
func TestRoundsWithAChoiceUnderFaults(t *testing.T) {
	inBubble(t, seeded{rand.NewPCG(8, 1)}, func(t *testing.T, d *desk) {
		dice := rand.New(rand.NewPCG(8, 2))
		for op := range map[string]bool{"bet": true, "win": true, "rollback": true} {
			for range 100 {
				d.operator.Script[op] = append(d.operator.Script[op], operatortest.Action(dice.IntN(6)))
			}
		}
		sea, table := d.window(t, "trench"), d.window(t, "roulette")
		owed := map[string]money.Amount{}
		for i := range 60 {
			require.NoError(t, d.box.Set(chaos.Settings{
				Duplicate: dice.IntN(3), LoseAnswer: dice.IntN(2), OutOfOrder: []string{"", chaos.WinFirst, chaos.RollbackFirst}[dice.IntN(3)],
			}))
			p, bet := sea, Wager{Stake: 1_000, Key: "key-many-" + strconv.Itoa(i), Choice: game.Choice{Fish: "krill"}}
			if i%2 == 0 {
				p, bet.Choice = table, chips(game.Chip{Spot: "red", Amount: 600}, game.Chip{Spot: "dozen-1", Amount: 400})
			}
			r, err := d.Bet(t.Context(), p, bet)
			if err == nil && r.Outcome != nil {
				owed[r.ID] = r.Outcome.Win
			}
			pass(10 * time.Second)
		}
		pass(2 * time.Hour)
		synctest.Wait()
		_, _, _, open := d.operator.Sums()
		require.Zero(t, open)
		require.True(t, d.operator.Balanced())
		require.NotEmpty(t, owed)
		for id, want := range owed {
			got, told := d.operator.Win(id)
			require.True(t, told)
			require.EqualValues(t, want, got)
		}
	})
}
