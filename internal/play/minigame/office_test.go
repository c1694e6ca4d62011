package minigame_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/operator/audit"
	"hubstake/internal/play/minigame"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/drawtest"
)

func void(t *testing.T, d *drawtest.Table, r minigame.Round, reason string) error {
	t.Helper()
	return minigame.NewOffice(d.DB).Void(t.Context(), d.Site, audit.Actor{ID: "trader"}, r, reason)
}

func published(t *testing.T, d *drawtest.Table, r minigame.Round) (p minigame.Published, previous string) {
	t.Helper()
	p, previous, err := d.Draws.Round(t.Context(), r)
	require.NoError(t, err)
	return p, previous
}

// S-64: seeds are revealed after the close. The seed of a void round gives that of the round before away, so it is told once that one has ended. Without a beacon it would be its outcome.
func TestTheSeedOfAVoidRoundIsToldAfterTheRoundBefore(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	d.Beacon = nil
	d.Dealer = d.NewDealer()
	open, next := d.Pair("coin5")
	m := d.Member(100_000)
	_, err := d.DB.Exec(t.Context(), `UPDATE minigame_round SET opens_at = now() - interval '1 min' WHERE game = $1 AND no = $2`, next.Game, next.No)
	require.NoError(t, err)
	d.Place(m, next, "first.head", 10_000)
	require.NoError(t, void(t, d, next, "a fault in the hall"))
	require.Equal(t, minigame.Void, d.End(next))
	require.Equal(t, map[minigame.State]int{minigame.Voided: 1}, d.Settle(), "stakes do not wait for the seed")
	require.Equal(t, money.Amount(100_000), d.Cash(m))
	p, _ := published(t, d, next)
	require.Equal(t, []any{minigame.RoundVoid, ""}, []any{p.State, p.Seed})
	due, err := d.Dealer.Due(t.Context())
	require.NoError(t, err)
	require.Empty(t, due)

	d.Place(m, open, "first.head", 10_000)
	seed := d.Draw(open).Seed
	require.NotEmpty(t, seed)
	d.Settle()
	var told int
	due, err = d.Dealer.Due(t.Context())
	require.NoError(t, err)
	for _, w := range due {
		ended, err := d.Dealer.End(t.Context(), w)
		require.NoError(t, err)
		require.Equal(t, minigame.NotEnded, ended)
		told++
	}
	require.Equal(t, 1, told)
	p, previous := published(t, d, next)
	require.NotEmpty(t, p.Seed)
	require.Equal(t, seed, previous)
	d.Sound()
}

// The round that ended last is shown as the last one, although the one after it ended before.
func TestTheRoundThatEndedLastIsShown(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	open, next := d.Pair("coin5")
	stands := func() (last int64, version int64) {
		all, err := d.Draws.Standings(t.Context())
		require.NoError(t, err)
		for _, s := range all {
			if s.Game == "coin5" && s.Last != nil {
				return s.Last.No, s.Version
			}
		}
		return 0, 0
	}
	require.NoError(t, void(t, d, next, "test"))
	d.End(next)
	last, before := stands()
	require.Equal(t, next.No, last)
	d.Draw(open)
	last, after := stands()
	require.Equal(t, open.No, last)
	require.Greater(t, after, before)
	var told int64
	require.NoError(t, d.DB.QueryRow(t.Context(), `SELECT max(ver) FROM outbox_event WHERE topic = 'minigame.coin5'`).Scan(&told))
	require.Equal(t, after, told, "the same state has the same version, whether it is read or told")
}

// A void round must not be a choice: staff can void while bets are taken, and no longer, however long the act waits for others; a void that comes too late is ignored, even one that was written by hand.
func TestStaffVoidsBeforeTheOutcomeCanBeKnown(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	r := d.Open("coin3")
	for _, reason := range []string{"", " ", "late", "clock", "a\x00"} {
		require.ErrorIs(t, void(t, d, r, reason), fault.Failed, "%q", reason)
	}
	tx, err := d.DB.Begin(t.Context())
	require.NoError(t, err)
	defer func() { _ = tx.Rollback(context.WithoutCancel(t.Context())) }()
	_, err = tx.Exec(t.Context(), `UPDATE minigame_round SET closes_at = clock_timestamp() - interval '1 ms' WHERE game = $1 AND no = $2`, r.Game, r.No)
	require.NoError(t, err)
	refused := make(chan error, 1)
	go func() { refused <- void(t, d, r, "too late") }()
	testkit.Eventually(t, func() bool {
		var waits bool
		err := d.DB.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')`).Scan(&waits)
		return err == nil && waits
	})
	require.NoError(t, tx.Commit(t.Context()))
	require.ErrorIs(t, <-refused, fault.PaymentProblem)

	d.Close(r, time.Second)
	_, err = d.DB.Exec(t.Context(), `UPDATE minigame_round SET ended_by = 'ghost', reason = 'it lost' WHERE game = $1 AND no = $2`, r.Game, r.No)
	require.NoError(t, err)
	require.Equal(t, minigame.Drawn, d.End(r))
	p, _ := published(t, d, r)
	require.Empty(t, p.Reason)
	requireComputed(t, d, p)
	d.Sound()
}

// A void that staff asked for in time and that waits within two seconds of its draw comes too late: its randomness may be public.
func TestAVoidNearTheDrawIsADraw(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	r := d.Open("coin3")
	require.NoError(t, void(t, d, r, "test"))
	_, err := d.DB.Exec(t.Context(), `UPDATE minigame_round SET closes_at = clock_timestamp() - interval '10 s', draws_at = clock_timestamp() + interval '1.9 s' WHERE game = $1 AND no = $2`, r.Game, r.No)
	require.NoError(t, err)
	early := d.DealerAt(clock.NewManual(time.Now().Add(-time.Minute))) // however slow the machine is, its draw is to come
	waiting, err := early.Due(t.Context())
	require.NoError(t, err)
	require.Len(t, waiting, 1)
	ended, err := early.End(t.Context(), waiting[0])
	require.NoError(t, err)
	require.Equal(t, minigame.NotEnded, ended, "it waits for its draw")
	d.Close(r, time.Second)
	require.Equal(t, minigame.Drawn, d.End(r))
}

// D-49: after ten minutes a round is void, whatever the beacon says by then: otherwise its dealer could choose.
func TestALateRoundIsVoidAlthoughTheBeaconAnswers(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	for game, without := range map[string]bool{"coin3": false, "coin5": true} {
		r := d.Open(game)
		if without {
			_, err := d.DB.Exec(t.Context(), `UPDATE minigame_round SET beacon = '', beacon_round = 0 WHERE game = $1 AND no = $2`, r.Game, r.No)
			require.NoError(t, err)
		}
		d.Close(r, 11*time.Minute)
		require.Equal(t, minigame.Void, d.End(r))
		p, _ := published(t, d, r)
		require.Equal(t, []any{"late", without}, []any{p.Reason, p.Signature == ""})
		require.Nil(t, p.Outcome)
	}
}

// Randomness that is public while the database still takes bets says that a clock is wrong: such a round is void. Without a beacon one cannot tell whose, and it is a failure.
func TestARoundThatTakesBetsIsNotDrawn(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	r := d.Open("coin3")
	m := d.Member(100_000)
	d.Place(m, r, "first.head", 10_000)
	ahead := clock.NewManual(clock.System{}.Now().Add(3 * time.Hour))
	end := func() (minigame.Ended, error) {
		dealer := d.DealerAt(ahead)
		due, err := dealer.Due(t.Context())
		require.NoError(t, err)
		for _, w := range due {
			if w.Round == r {
				return dealer.End(t.Context(), w)
			}
		}
		require.Fail(t, "the round is not due")
		return "", nil
	}
	_, err := d.DB.Exec(t.Context(), `UPDATE minigame_round SET beacon = '' WHERE game = $1 AND no = $2`, r.Game, r.No)
	require.NoError(t, err)
	ended, err := end()
	require.ErrorContains(t, err, "clocks")
	require.Equal(t, minigame.NotEnded, ended)
	_, err = d.DB.Exec(t.Context(), `UPDATE minigame_round SET beacon = $3 WHERE game = $1 AND no = $2`, r.Game, r.No, d.Beacon.Hash())
	require.NoError(t, err)
	ended, err = end()
	require.NoError(t, err)
	require.Equal(t, minigame.Void, ended)
	d.Settle()
	require.Equal(t, money.Amount(100_000), d.Cash(m))
	p, _ := published(t, d, r)
	require.Equal(t, "clock", p.Reason)
	require.NotEmpty(t, p.Signature)
}

// hanging is a beacon that takes connections and does not answer.
type hanging struct {
	*drawtest.Beacon
	clk   *clock.Manual
	asked int
}

func (b *hanging) Get(context.Context, uint64) (signature []byte, randomness [32]byte, err error) {
	b.asked++
	b.clk.Set(b.clk.Now().Add(5 * time.Second))
	return nil, randomness, context.DeadlineExceeded
}

// A beacon that hangs is asked for one round at a look, so that rounds are opened in time.
func TestABeaconThatHangsHoldsNothingUp(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	for _, game := range []string{"coin3", "coin5", "eos3"} {
		d.Close(d.Open(game), time.Minute)
	}
	clk := clock.NewManual(clock.System{}.Now())
	b := &hanging{Beacon: d.Beacon, clk: clk}
	dealer := minigame.NewDealer(d.DB, clk, d.Box, b, minigame.Options{})
	for look := range 2 {
		due, err := dealer.Due(t.Context())
		require.NoError(t, err)
		require.Len(t, due, 3)
		for _, w := range due {
			_, err := dealer.End(t.Context(), w)
			require.ErrorIs(t, err, minigame.ErrNotYet)
		}
		require.Equal(t, look+1, b.asked)
	}
}
