package round

import (
	"context"
	"math/rand/v2"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fairness"
	"hubstake/internal/core/money"
	"hubstake/internal/sim/chaos"
	"hubstake/internal/sim/game"
	"hubstake/internal/sim/operatortest"
	"hubstake/internal/sim/wallet"
	"hubstake/internal/testkit"
)

var secret = []byte("0123456789abcdef0123456789abcdef")

// lucky is a source under which every Moon Jar game wins: all reels stand at their first stop, three jars in a row.
type lucky struct{}

func (lucky) Uint32() uint32 { return 0 }

type seeded struct{ *rand.PCG }

func (s seeded) Uint32() uint32 { return uint32(s.Uint64() >> 32) }

// desk is a vendor at work inside a synctest bubble.
type desk struct {
	*Service
	box      *chaos.Box
	operator *operatortest.Operator
	dir      string
	play     Play
	stop     func()
}

// newDesk is a vendor whose numbers come from src, or from the seeds of its rounds if that is nil.
func newDesk(t *testing.T, o *operatortest.Operator, dir string, src game.Source) *desk {
	t.Helper()
	store, err := OpenStore(dir)
	require.NoError(t, err)
	reg := prometheus.NewRegistry()
	box := &chaos.Box{}
	client := wallet.New(o, "http://operator/v1/vendor/sim", secret, clock.System{}, reg)
	draws := game.NewStream
	if src != nil {
		draws = func(fairness.Hash, string) game.Source { return src }
	}
	s, err := New(store, Wallets{Operator: client}, box, draws, clock.System{}, zerolog.Nop(), reg)
	require.NoError(t, err)
	play, err := s.Open(Play{Game: "moonjar", Token: "token", Member: "somchai1", Currency: "KRW", Lang: "th"})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ran := make(chan error, 1)
	go func() { ran <- s.Run(ctx) }()
	var once sync.Once
	d := &desk{Service: s, box: box, operator: o, dir: dir, play: play}
	d.stop = func() {
		once.Do(func() {
			s.Close()
			cancel()
			require.NoError(t, <-ran)
			require.NoError(t, store.Close())
		})
	}
	return d
}

// pass lets time go by in the bubble, whose clock jumps.
func pass(d time.Duration) {
	<-time.After(d)
}

func inBubble(t *testing.T, src game.Source, test func(t *testing.T, d *desk)) {
	t.Helper()
	t.Parallel()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, operatortest.New(secret, clock.System{}, 1_000_000), dir, src)
		defer d.stop()
		test(t, d)
	})
}

// Wherever a call breaks, the round ends once and the operator's books agree with ours.
func TestARoundEndsWhateverBreaks(t *testing.T) {
	t.Parallel()
	const cutB, cutA, errB, errA, hang = operatortest.CutBefore, operatortest.CutAfter, operatortest.ErrBefore, operatortest.ErrAfter, operatortest.Hang
	type script = map[string][]operatortest.Action
	many := func(a operatortest.Action, n int) (list []operatortest.Action) {
		for range n {
			list = append(list, a)
		}
		return list
	}
	for name, tc := range map[string]struct {
		script      script
		faults      chaos.Settings
		first, last Status
		within      time.Duration
	}{
		"plain":                       {first: Settled, last: Settled},
		"bet cut before, once":        {script: script{"bet": {cutB}}, first: Settled, last: Settled},
		"bet cut after, three times":  {script: script{"bet": {cutA, errA, cutA}}, first: Settled, last: Settled},
		"bet never arrives":           {script: script{"bet": many(cutB, 4)}, first: Returned, last: Returned},
		"bet taken, never known":      {script: script{"bet": many(cutA, 4)}, first: Returned, last: Returned},
		"bet hangs":                   {script: script{"bet": many(hang, 4)}, first: Returned, last: Returned},
		"and the rollback fails too":  {script: script{"bet": many(cutA, 4), "rollback": many(errB, 6)}, first: Returning, last: Returned, within: 2 * time.Minute},
		"rollback's answer is lost":   {script: script{"bet": many(cutA, 4), "rollback": many(cutA, 3)}, first: Returning, last: Returned, within: time.Minute},
		"win cut after":               {script: script{"win": {cutA}}, first: Settled, last: Settled},
		"win refused for ten minutes": {script: script{"win": many(errB, 25)}, first: Drawn, last: Settled, within: 15 * time.Minute},
		"win taken, never known":      {script: script{"win": many(cutA, 5)}, first: Drawn, last: Settled, within: time.Minute},
		"answers thrown away":         {faults: chaos.Settings{LoseAnswer: 1}, first: Settled, last: Settled},
		"all answers thrown away":     {faults: chaos.Settings{LoseAnswer: 10, Times: 1}, first: Returned, last: Returned},
		"each call five times":        {faults: chaos.Settings{Duplicate: 5}, first: Settled, last: Settled},
		"win before its bet":          {faults: chaos.Settings{OutOfOrder: chaos.WinFirst}, first: Settled, last: Settled},
		"rollback before its bet":     {faults: chaos.Settings{OutOfOrder: chaos.RollbackFirst}, first: Returned, last: Returned},
		"everything at once": {
			script: script{"bet": {errA, hang}, "win": many(cutA, 4)},
			faults: chaos.Settings{DelayMs: 400, Duplicate: 2, LoseAnswer: 1, OutOfOrder: chaos.WinFirst},
			first:  Settled, last: Settled,
		},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, lucky{}, func(t *testing.T, d *desk) {
				d.operator.Script = tc.script
				if d.operator.Script == nil {
					d.operator.Script = script{}
				}
				require.NoError(t, d.box.Set(tc.faults))
				r, err := d.Spin(t.Context(), d.play, 1_000, "key-00001")
				require.NoError(t, err)
				require.Equal(t, tc.first, r.Status)
				pass(tc.within)
				synctest.Wait()
				again, err := d.Spin(t.Context(), d.play, 1_000, "key-00001")
				require.NoError(t, err)
				require.Equal(t, r.ID, again.ID)
				require.Equal(t, tc.last, again.Status)
				require.Equal(t, r.Outcome, again.Outcome)

				bets, wins, returned, open := d.operator.Sums()
				require.Zero(t, open)
				require.LessOrEqual(t, bets, 1)
				require.True(t, d.operator.Balanced())
				if tc.last == Settled {
					require.Equal(t, 1, wins)
					paid, told := d.operator.Win(r.ID)
					require.True(t, told)
					require.EqualValues(t, r.Outcome.Win, paid)
					require.Positive(t, paid)
				} else {
					require.Equal(t, bets, returned)
					require.Nil(t, again.Outcome, "no outcome of a game that did not count")
				}
				n, age := d.backlog()
				require.Zero(t, n)
				require.Zero(t, age)
			})
		})
	}
}

func TestALossIsToldToo(t *testing.T) {
	inBubble(t, seeded{rand.NewPCG(3, 3)}, func(t *testing.T, d *desk) {
		for i := range 20 {
			r, err := d.Spin(t.Context(), d.play, 1_000, "key-loss-"+strconv.Itoa(i))
			require.NoError(t, err)
			paid, told := d.operator.Win(r.ID)
			require.True(t, told, "a win of 0 closes the round")
			require.EqualValues(t, r.Won(), paid)
		}
		require.True(t, d.operator.Balanced())
	})
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for _, status := range []string{wallet.Insufficient, wallet.TokenExpired, wallet.RoundClosed, wallet.WrongCurrency, wallet.Locked, wallet.Maintenance, "SOMETHING_NEW"} {
		t.Run(status, func(t *testing.T) {
			inBubble(t, lucky{}, func(t *testing.T, d *desk) {
				d.operator.Refuse = status
				r, err := d.Spin(t.Context(), d.play, 1_000, "key-refused")
				require.NoError(t, err)
				require.Equal(t, Refused, r.Status)
				require.Equal(t, status, r.Refusal)
				require.Nil(t, r.Outcome)
				require.EqualValues(t, 1_000_000, *r.Balance)
				require.Zero(t, d.operator.Calls("win")+d.operator.Calls("rollback"))
				d.operator.Refuse = ""
				again, err := d.Spin(t.Context(), d.play, 1_000, "key-refused")
				require.NoError(t, err)
				require.Equal(t, Refused, again.Status, "the same key has the same answer")
				next, err := d.Spin(t.Context(), d.play, 1_000, "key-next")
				require.NoError(t, err)
				require.Equal(t, Settled, next.Status, "a refusal blocks nothing")
			})
		})
	}
}

func TestTheOperatorsFinalNoIsADispute(t *testing.T) {
	inBubble(t, lucky{}, func(t *testing.T, d *desk) {
		d.operator.Hook = func(op string, after bool) {
			if op != "win" || after {
				return
			}
			d.operator.Hook = nil // an operator rolls the bet back by hand
			last, err := d.Last("somchai1", "", 1)
			require.NoError(t, err)
			_, err = d.wallets.Operator.Call(context.Background(), wallet.Rollback, d.rollbackRequest(&last[0]), oncePatience, chaos.Settings{})
			require.NoError(t, err)
		}
		r, err := d.Spin(t.Context(), d.play, 1_000, "key-dispute")
		require.NoError(t, err)
		require.Equal(t, Disputed, r.Status)
		require.Equal(t, wallet.RolledBack, r.Refusal)
		require.EqualValues(t, 1, testutil.ToFloat64(d.m.disputed))
		n, _ := d.backlog()
		require.Zero(t, n, "a dispute is not repeated for ever")
	})
}

func TestBadSpins(t *testing.T) {
	inBubble(t, lucky{}, func(t *testing.T, d *desk) {
		for name, tc := range map[string]struct {
			stake int64
			key   string
			want  error
		}{
			"no key": {1_000, "", ErrKey}, "short key": {1_000, "seven77", ErrKey}, "key with a zero": {1_000, "12345678\x00", ErrKey},
			"no stake": {0, "key-00001", game.ErrStake}, "negative": {-1_000, "key-00001", game.ErrStake},
			"odd stake": {1_001, "key-00001", game.ErrStake}, "above the limit": {200_000, "key-00001", game.ErrStake},
		} {
			_, err := d.Spin(t.Context(), d.play, money.Amount(tc.stake), tc.key)
			require.ErrorIs(t, err, tc.want, name)
		}
		require.Zero(t, d.operator.Calls("bet"))
		_, err := d.Spin(t.Context(), d.play, 1_000, "key-00001")
		require.NoError(t, err)
		_, err = d.Spin(t.Context(), d.play, 2_000, "key-00001")
		require.ErrorIs(t, err, ErrReused)
	})
}

// A page that lost its answer, or a finger that pressed twenty times: one bet.
func TestManyWithOneKeyAreOneRound(t *testing.T) {
	inBubble(t, lucky{}, func(t *testing.T, d *desk) {
		require.NoError(t, d.box.Set(chaos.Settings{DelayMs: 500}))
		var wg sync.WaitGroup
		ids := make([]string, 20)
		for i := range ids {
			wg.Go(func() {
				r, err := d.Spin(t.Context(), d.play, 1_000, "key-00001")
				require.NoError(t, err)
				ids[i] = r.ID
			})
		}
		wg.Wait()
		for _, id := range ids {
			require.Equal(t, ids[0], id)
		}
		require.Equal(t, 1, d.operator.Calls("bet"))
	})
}

// S-60: one unresolved round blocks another of the same game, and only of that.
func TestAnOpenRoundBlocksItsGame(t *testing.T) {
	inBubble(t, lucky{}, func(t *testing.T, d *desk) {
		d.operator.Script["win"] = []operatortest.Action{1, 1, 1, 1, 1, 1, 1, 1}
		first, err := d.Spin(t.Context(), d.play, 1_000, "key-00001")
		require.NoError(t, err)
		require.Equal(t, Drawn, first.Status)
		_, err = d.Spin(t.Context(), d.play, 1_000, "key-00002")
		require.ErrorIs(t, err, ErrBusy)
		window, err := d.Open(Play{Game: "moonjar", Token: "other", Member: "somchai1", Currency: "KRW"})
		require.NoError(t, err)
		_, err = d.Spin(t.Context(), window, 1_000, "key-00003")
		require.ErrorIs(t, err, ErrBusy, "in another window too")
		comet, err := d.Open(Play{Game: "comet", Token: "other", Member: "somchai1", Currency: "KRW"})
		require.NoError(t, err)
		other, err := d.Spin(t.Context(), comet, 1_000, "key-00004")
		require.NoError(t, err)
		require.NotEmpty(t, other.ID, "another game goes on")
		pass(5 * time.Minute)
		synctest.Wait()
		next, err := d.Spin(t.Context(), d.play, 1_000, "key-00005")
		require.NoError(t, err)
		require.Equal(t, Settled, next.Status)
		require.True(t, d.operator.Balanced())
	})
}

// The waiting page goes away; the round does not.
func TestARoundOutlivesItsPage(t *testing.T) {
	inBubble(t, lucky{}, func(t *testing.T, d *desk) {
		require.NoError(t, d.box.Set(chaos.Settings{DelayMs: 2_000}))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := d.Spin(ctx, d.play, 1_000, "key-00001")
		require.ErrorIs(t, err, context.DeadlineExceeded)
		r, err := d.Spin(t.Context(), d.play, 1_000, "key-00001")
		require.NoError(t, err)
		require.Equal(t, Settled, r.Status)
		require.Equal(t, 1, d.operator.Calls("bet"))
	})
}

// The next process takes up what the last one owed.
func TestARestartLosesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		o := operatortest.New(secret, clock.System{}, 1_000_000)
		d := newDesk(t, o, dir, lucky{})
		o.Script["win"] = []operatortest.Action{1, 1, 1, 1}
		owed, err := d.Spin(t.Context(), d.play, 1_000, "key-00001")
		require.NoError(t, err)
		require.Equal(t, Drawn, owed.Status)
		d.stop()
		_, told := o.Win(owed.ID)
		require.False(t, told)

		next := newDesk(t, o, dir, lucky{})
		defer next.stop()
		pass(time.Minute)
		synctest.Wait()
		paid, told := o.Win(owed.ID)
		require.True(t, told)
		require.EqualValues(t, owed.Outcome.Win, paid)
		same, err := next.Play(d.play.ID)
		require.NoError(t, err, "the window that was open goes on")
		again, err := next.Spin(t.Context(), same, 1_000, "key-00001")
		require.NoError(t, err)
		require.Equal(t, Settled, again.Status)
		require.Equal(t, owed.Outcome, again.Outcome)
	})
}

func TestOldRoundsAreForgotten(t *testing.T) {
	inBubble(t, lucky{}, func(t *testing.T, d *desk) {
		_, err := d.Spin(t.Context(), d.play, 1_000, "key-00001")
		require.NoError(t, err)
		pass(playsKept + 2*pruneEvery)
		_, err = d.Play(d.play.ID)
		require.ErrorIs(t, err, ErrNotFound)
		list, err := d.Last("somchai1", "moonjar", 10)
		require.NoError(t, err)
		require.Len(t, list, 1, "a round is remembered as long as its transactions")
		pass(roundsKept)
		list, err = d.Last("somchai1", "moonjar", 10)
		require.NoError(t, err)
		require.Empty(t, list)
	})
}

// S-59.
func TestLastListsTheNewestFirst(t *testing.T) {
	inBubble(t, lucky{}, func(t *testing.T, d *desk) {
		for i := range 5 {
			_, err := d.Spin(t.Context(), d.play, 1_000, "key-0000"+strconv.Itoa(i))
			require.NoError(t, err)
			pass(time.Second)
		}
		other, err := d.Open(Play{Game: "comet", Token: "x", Member: "somchai12", Currency: "KRW"})
		require.NoError(t, err)
		_, err = d.Spin(t.Context(), other, 1_000, "key-other1")
		require.NoError(t, err)
		list, err := d.Last("somchai1", "", 3)
		require.NoError(t, err)
		require.Len(t, list, 3)
		for i, want := range []string{"key-00004", "key-00003", "key-00002"} {
			require.Equal(t, want, list[i].Key)
		}
		list, err = d.Last("somchai1", "comet", 3)
		require.NoError(t, err)
		require.Empty(t, list, "another member's rounds are not listed")
	})
}

// Hundreds of rounds under a random choice of everything that can break: the books agree in the end.
func TestManyRoundsUnderRandomFaults(t *testing.T) {
	t.Parallel()
	for seed := range testkit.Size[uint64](1, 4) {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			inBubble(t, seeded{rand.NewPCG(seed, 1)}, func(t *testing.T, d *desk) {
				dice := rand.New(rand.NewPCG(seed, 2))
				for op := range map[string]bool{"bet": true, "win": true, "rollback": true} {
					for range 150 {
						a := operatortest.Plain
						if dice.IntN(2) == 0 {
							a = operatortest.Action(dice.IntN(6))
						}
						d.operator.Script[op] = append(d.operator.Script[op], a)
					}
				}
				owed := map[string]int64{}
				for i := range 100 {
					require.NoError(t, d.box.Set(chaos.Settings{
						Duplicate: dice.IntN(3), LoseAnswer: dice.IntN(2), DelayMs: dice.IntN(50),
						OutOfOrder: []string{"", "", "", chaos.WinFirst, chaos.RollbackFirst}[dice.IntN(5)],
					}))
					r, err := d.Spin(t.Context(), d.play, 1_000, "key-many-"+strconv.Itoa(i))
					if err == nil && r.Outcome != nil {
						owed[r.ID] = int64(r.Outcome.Win)
					}
					if err != nil {
						require.ErrorIs(t, err, ErrBusy)
						pass(10 * time.Second)
					}
				}
				pass(2 * time.Hour)
				synctest.Wait()
				_, _, _, open := d.operator.Sums()
				require.Zero(t, open)
				require.True(t, d.operator.Balanced())
				require.NotEmpty(t, owed)
				for id, want := range owed {
					got, told := d.operator.Win(id)
					require.True(t, told, "a win that the player saw was told")
					require.Equal(t, want, got)
				}
				require.Zero(t, testutil.ToFloat64(d.m.disputed))
			})
		})
	}
}
