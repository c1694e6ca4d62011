package round

import (
	"strconv"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fairness"
	"hubstake/internal/core/id"
	"hubstake/internal/sim/game"
	"hubstake/internal/sim/operatortest"
	"hubstake/internal/sim/wallet"
)

// promised is the commitment that a window shows now.
func (d *desk) promised(t *testing.T) string {
	t.Helper()
	p, err := d.Play(d.play.ID)
	require.NoError(t, err)
	require.Len(t, p.Commitment(), 64)
	return p.Commitment()
}

func TestARoundIsDrawnFromTheSeedThatWasPromised(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, operatortest.New(secret, clock.System{}, 1_000_000), dir, nil)
		defer d.stop()
		ticket, err := d.games["moonjar"].Accept("KRW", 1_000, game.Choice{})
		require.NoError(t, err)
		seen := map[string]bool{}
		for i := range 30 {
			before := d.promised(t)
			require.False(t, seen[before], "each round has a seed of its own")
			seen[before] = true
			r, err := d.Spin(t.Context(), d.play, 1_000, "key-fair-"+strconv.Itoa(i))
			require.NoError(t, err)
			require.True(t, r.Fair())
			require.Equal(t, before, fairness.Commitment(r.Seed).String())
			require.Equal(t, "hubstake/slot/1/moonjar/key-fair-"+strconv.Itoa(i), r.Message())
			require.Equal(t, ticket(game.NewStream(r.Seed, r.Message())), *r.Outcome, "anyone can draw it again")

			again, err := d.Spin(t.Context(), d.play, 1_000, "key-fair-"+strconv.Itoa(i))
			require.NoError(t, err)
			require.Equal(t, r.Seed, again.Seed, "a repetition uses up no seed")
		}
		list, err := d.Last("somchai1", "", 100)
		require.NoError(t, err)
		require.Len(t, list, 30)
		for _, r := range list {
			require.True(t, seen[fairness.Commitment(r.Seed).String()], "the seed is kept with the round")
		}
	})
}

func TestASeedOfARoundWithoutOutcomeIsNeitherShownNorUsedAgain(t *testing.T) {
	t.Parallel()
	for name, fail := range map[string]func(d *desk){
		"refused":  func(d *desk) { d.operator.Refuse = wallet.Insufficient },
		"returned": func(d *desk) { d.operator.Script["bet"] = []operatortest.Action{1, 1, 1, 1} },
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, lucky{}, func(t *testing.T, d *desk) {
				before := d.promised(t)
				fail(d)
				r, err := d.Spin(t.Context(), d.play, 1_000, "key-00001")
				require.NoError(t, err)
				require.Nil(t, r.Outcome)
				require.Equal(t, before, fairness.Commitment(r.Seed).String())
				require.False(t, r.Fair())
				require.NotEqual(t, before, d.promised(t))
			})
		})
	}
}

func TestAPromiseOutlivesTheProcess(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		o := operatortest.New(secret, clock.System{}, 1_000_000)
		d := newDesk(t, o, dir, lucky{})
		before := d.promised(t)
		d.stop()
		next := newDesk(t, o, dir, lucky{})
		defer next.stop()
		p, err := next.Play(d.play.ID)
		require.NoError(t, err)
		require.Equal(t, before, p.Commitment())
	})
}

// A window of before there were promises, and one that was forgotten, still have seeds that cannot be guessed.
func TestAWindowWithoutAPromiseGetsOneWithItsNextRound(t *testing.T) {
	inBubble(t, lucky{}, func(t *testing.T, d *desk) {
		old := d.play
		old.ID, old.Next = id.New(), fairness.Hash{}
		require.Empty(t, old.Commitment())
		require.NoError(t, d.store.PutPlay(old))
		r, err := d.Spin(t.Context(), old, 1_000, "key-00001")
		require.NoError(t, err)
		require.NotEqual(t, fairness.Hash{}, r.Seed)
		now, err := d.Play(old.ID)
		require.NoError(t, err)
		require.NotEmpty(t, now.Commitment())

		forgotten := d.play
		forgotten.ID = id.New()
		r, err = d.Spin(t.Context(), forgotten, 1_000, "key-00002")
		require.NoError(t, err)
		require.NotEqual(t, fairness.Hash{}, r.Seed)
	})
}
