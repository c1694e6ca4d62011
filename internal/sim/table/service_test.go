package table

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fairness"
	"hubstake/internal/core/money"
	rules "hubstake/internal/sim/baccarat"
	"hubstake/internal/sim/chaos"
	"hubstake/internal/sim/game"
	"hubstake/internal/sim/operatortest"
	"hubstake/internal/sim/round"
	"hubstake/internal/sim/wallet"
)

var secret = []byte("0123456789abcdef0123456789abcdef")

// hall is one life of the vendor with its tables, inside a synctest bubble whose clock jumps.
type hall struct {
	t *testing.T
	*Service
	rounds   *round.Service
	operator *operatortest.Operator
	box      *chaos.Box
	die      func() // without another word to the operator, as after kill -9
}

func openHall(t *testing.T, o *operatortest.Operator, dir string, games ...Game) *hall {
	t.Helper()
	rounds, err := round.OpenStore(dir)
	require.NoError(t, err)
	tables, err := OpenStore(dir)
	require.NoError(t, err)
	reg, box := prometheus.NewRegistry(), &chaos.Box{}
	client := wallet.New(o, "http://operator/v1/vendor/sim", secret, clock.System{}, reg)
	bets, err := round.New(rounds, round.Wallets{Operator: client}, box, game.NewStream, clock.System{}, zerolog.Nop(), reg)
	require.NoError(t, err)
	s := New(tables, bets, games, clock.System{}, zerolog.Nop(), reg)
	ctx, cancel := context.WithCancel(context.Background())
	ran := make(chan error, 2)
	go func() { ran <- bets.Run(ctx) }()
	go func() { ran <- s.Run(ctx) }()
	h := &hall{t: t, Service: s, rounds: bets, operator: o, box: box}
	var once sync.Once
	h.die = func() {
		once.Do(func() {
			cancel()
			bets.Close()
			require.NoError(t, <-ran)
			require.NoError(t, <-ran)
			require.NoError(t, rounds.Close())
			require.NoError(t, tables.Close())
		})
	}
	synctest.Wait()
	return h
}

func inHall(t *testing.T, g Game, test func(t *testing.T, h *hall, dir string)) {
	t.Helper()
	t.Parallel()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openHall(t, operatortest.New(secret, clock.System{}, 10_000_000), dir, g)
		defer h.die()
		test(t, h, dir)
	})
}

func (h *hall) play(member, gameCode string) round.Play {
	h.t.Helper()
	p, err := h.rounds.Open(round.Play{Game: gameCode, Token: "token", Member: member, Currency: "KRW", Lang: "ko"})
	require.NoError(h.t, err)
	return p
}

func (h *hall) state(code string) State {
	h.t.Helper()
	s, _, ok := h.State(code)
	require.True(h.t, ok)
	return s
}

// until sleeps to a moment.
func until(at time.Time) {
	<-time.After(time.Until(at))
	synctest.Wait()
}

// after sleeps until what happens at a moment is written; a batch of writes takes a millisecond.
func after(at time.Time) { until(at.Add(100 * time.Millisecond)) }

func order(no uint64, key string, stakes ...Stake) Order {
	return Order{No: no, Stakes: stakes, Key: key}
}

// bet finds a bet of a member as the store has it.
func (h *hall) bet(p round.Play, id string) round.Round {
	h.t.Helper()
	list, err := h.rounds.Last(p.Member, p.Game, 50)
	require.NoError(h.t, err)
	at := slices.IndexFunc(list, func(r round.Round) bool { return r.ID == id })
	require.GreaterOrEqual(h.t, at, 0)
	return list[at]
}

// Two members play the same rounds: each bet is taken at once, the result is one for both, and it is paid by the rules when it is shown.
func TestEverybodyPlaysTheSameRound(t *testing.T) {
	inHall(t, Baccarat(), func(t *testing.T, h *hall, _ string) {
		kim, somchai := h.play("kim", "baccarat"), h.play("somchai", "baccarat")
		first := h.state("baccarat")
		require.Equal(t, Preparing, first.Phase)
		require.Len(t, first.Commitment, 64)
		until(first.OpenAt)
		require.Equal(t, Betting, h.state("baccarat").Phase)

		a, err := h.Place(t.Context(), kim, order(1, "key-kim-1", Stake{"player", 10_000}, Stake{"tie", 1_000}))
		require.NoError(t, err)
		require.Equal(t, round.Accepted, a.Status)
		b, err := h.Place(t.Context(), somchai, order(1, "key-som-1", Stake{"banker", 20_000}))
		require.NoError(t, err)
		again, err := h.Place(t.Context(), kim, order(1, "key-kim-1", Stake{"player", 10_000}, Stake{"tie", 1_000}))
		require.NoError(t, err)
		require.Equal(t, a.ID, again.ID, "the same key is the same bet")
		second, err := h.Place(t.Context(), kim, order(1, "key-kim-2", Stake{"bankerPair", 2_000}))
		require.NoError(t, err)
		require.NotEqual(t, a.ID, second.ID, "another key is another bet of the same round")
		require.Equal(t, 3, h.operator.Calls("bet"))

		until(first.DrawAt.Add(-time.Millisecond))
		closed := h.state("baccarat")
		require.Equal(t, Closed, closed.Phase)
		require.Empty(t, closed.Result)
		require.True(t, closed.ResultAt.IsZero(), "how long it takes would say how many cards there are")
		until(first.DrawAt)
		shown := h.state("baccarat")
		require.Equal(t, Showing, shown.Phase)
		require.Equal(t, map[string]int{"player": 1, "tie": 1, "banker": 1, "bankerPair": 1}, shown.Crowd)
		require.Empty(t, shown.Board.(baccaratBoard).Beads, "the roads wait for the result")
		require.Zero(t, h.operator.Calls("win"))

		after(shown.ResultAt)
		require.Len(t, h.state("baccarat").Board.(baccaratBoard).Beads, 1)
		var hand rules.Hand
		require.NoError(t, json.Unmarshal(shown.Result, &hand))
		for id, p := range map[string]round.Play{a.ID: kim, b.ID: somchai, second.ID: kim} {
			r := h.bet(p, id)
			require.Equal(t, round.Settled, r.Status)
			require.Equal(t, shown.Result, r.Bet.Result)
			var want money.Amount
			for _, spot := range r.Bet.Spots {
				want += spot.Stake / 20 * hand.Returns()[spot.Code]
			}
			require.Equal(t, want, r.Won())
			paid, _ := h.operator.Win(id)
			require.EqualValues(t, want, paid)
		}
		require.True(t, h.operator.Balanced())
		after(h.state("baccarat").EndAt)
		require.EqualValues(t, 2, h.state("baccarat").No)
	})
}

// Bets before the opening, after the close, for another round, of wrong stakes and over the limits are refused; nothing is asked for.
func TestBetsThatAreNotTaken(t *testing.T) {
	inHall(t, Baccarat(), func(t *testing.T, h *hall, _ string) {
		p := h.play("kim", "baccarat")
		try := func(o Order) error {
			_, err := h.Place(t.Context(), p, o)
			return err
		}
		st := h.state("baccarat")
		require.ErrorIs(t, try(order(1, "key-0000", Stake{"player", 1_000})), round.ErrLate, "before the opening")
		until(st.OpenAt)
		require.ErrorIs(t, try(order(2, "key-0001", Stake{"player", 1_000})), ErrOver)
		require.ErrorIs(t, try(order(1, "key", Stake{"player", 1_000})), round.ErrKey)
		require.ErrorIs(t, try(order(1, "key-0001", Stake{"dragon", 1_000})), ErrSpot)
		require.ErrorIs(t, try(order(1, "key-0001")), ErrStake)
		for _, amount := range []money.Amount{-1_000, 0, 500, 1_500, 2_001_000} {
			require.ErrorIs(t, try(order(1, "key-0001", Stake{"player", amount})), ErrStake, amount)
		}
		require.ErrorIs(t, try(order(1, "key-0001", Stake{"tie", 201_000})), ErrStake, "a side bet has a lower limit")
		require.ErrorIs(t, try(order(1, "key-0001", Stake{"tie", 1_000}, Stake{"tie", 1_000})), ErrStake, "a spot twice")
		require.NoError(t, try(order(1, "key-0002", Stake{"tie", 150_000})))
		require.ErrorIs(t, try(order(1, "key-0003", Stake{"tie", 51_000})), ErrStake, "all bets of the round together")
		require.ErrorIs(t, try(order(1, "key-0002", Stake{"tie", 1_000})), round.ErrReused)
		for i := 1; i < most; i++ {
			require.NoError(t, try(order(1, "key-x"+strconv.Itoa(1000+i), Stake{"player", 1_000})))
		}
		require.ErrorIs(t, try(order(1, "key-0004", Stake{"player", 1_000})), ErrMany)
		other := h.play("somchai", "baccarat")
		until(st.CloseAt.Add(-10 * time.Millisecond)) // the answer comes before the close: a batch of writes takes a millisecond
		_, err := h.Place(t.Context(), other, order(1, "key-0005", Stake{"player", 1_000}))
		require.NoError(t, err, "to the last moment")
		until(st.CloseAt)
		_, err = h.Place(t.Context(), other, order(1, "key-0006", Stake{"player", 1_000}))
		require.ErrorIs(t, err, round.ErrLate)
		_, err = h.Place(t.Context(), other, order(1, "key-0005", Stake{"player", 1_000}))
		require.NoError(t, err, "a repeated key is answered after the close too")
		require.Equal(t, most+1, h.operator.Calls("bet"))
	})
}

// A bet whose answer is not there when the cards come is given back: a member always knows whether a bet counts.
func TestABetThatIsNotAnsweredInTimeIsGivenBack(t *testing.T) {
	inHall(t, Baccarat(), func(t *testing.T, h *hall, _ string) {
		p := h.play("kim", "baccarat")
		st := h.state("baccarat")
		h.operator.Script["bet"] = []operatortest.Action{operatortest.CutAfter, operatortest.CutAfter, operatortest.CutAfter, operatortest.CutAfter}
		until(st.CloseAt.Add(-100 * time.Millisecond))
		r, err := h.Place(t.Context(), p, order(1, "key-0001", Stake{"player", 1_000}))
		require.NoError(t, err)
		require.Equal(t, round.Returning, r.Status)
		require.True(t, time.Now().Before(st.DrawAt), "before the first card")
		until(st.DrawAt.Add(time.Minute))
		bets, wins, returned, open := h.operator.Sums()
		require.Equal(t, []int{1, 0, 1, 0}, []int{bets, wins, returned, open})
		require.True(t, h.operator.Balanced())
	})
}

// The operator refuses a bet, and does not answer a win for a while: the table goes on.
func TestTheOperatorSaysNoOrNothing(t *testing.T) {
	inHall(t, Baccarat(), func(t *testing.T, h *hall, _ string) {
		p := h.play("kim", "baccarat")
		st := h.state("baccarat")
		until(st.OpenAt)
		h.operator.Refuse = wallet.Insufficient
		r, err := h.Place(t.Context(), p, order(1, "key-0001", Stake{"player", 1_000}))
		require.NoError(t, err)
		require.Equal(t, round.Refused, r.Status)
		require.Equal(t, wallet.Insufficient, r.Refusal)
		h.operator.Refuse = ""
		for range 8 {
			h.operator.Script["win"] = append(h.operator.Script["win"], operatortest.ErrBefore)
		}
		r, err = h.Place(t.Context(), p, order(1, "key-0002", Stake{"player", 1_000}))
		require.NoError(t, err)
		until(st.DrawAt.Add(15 * time.Second))
		require.Equal(t, round.Drawn, h.bet(p, r.ID).Status, "decided, and owed")
		until(st.DrawAt.Add(10 * time.Minute))
		require.Equal(t, round.Settled, h.bet(p, r.ID).Status)
		require.Greater(t, h.state("baccarat").No, uint64(10))
		require.True(t, h.operator.Balanced())
	})
}

// The program dies at each phase of a round and comes back, at once or long after: the round has the result that its seed promised, and
// its bets end once.
func TestAfterARestartTheRoundIsTheSame(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		die  func(s State) time.Time
		away time.Duration
	}{
		"while betting is open":       {die: func(s State) time.Time { return s.OpenAt.Add(5 * time.Second) }, away: 2 * time.Second},
		"after the close":             {die: func(s State) time.Time { return s.CloseAt.Add(time.Second) }, away: 10 * time.Millisecond},
		"while the cards come":        {die: func(s State) time.Time { return s.DrawAt.Add(2 * time.Second) }, away: time.Second},
		"and is away for three hours": {die: func(s State) time.Time { return s.OpenAt.Add(5 * time.Second) }, away: 3 * time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			inHall(t, Baccarat(), func(t *testing.T, h *hall, dir string) {
				p := h.play("kim", "baccarat")
				st := h.state("baccarat")
				until(st.OpenAt)
				r, err := h.Place(t.Context(), p, order(1, "key-0001", Stake{"player", 10_000}, Stake{"bankerPair", 1_000}))
				require.NoError(t, err)
				seed := h.tables["baccarat"].seed.Seed
				promised := Baccarat().Draw(seed, 0)
				until(tc.die(st))
				h.die()
				<-time.After(tc.away)

				next := openHall(t, h.operator, dir, Baccarat())
				defer next.die()
				back := next.state("baccarat")
				require.EqualValues(t, 1, back.No, "the round goes on where it was")
				require.Equal(t, st.Commitment, back.Commitment)
				again, err := next.Place(t.Context(), p, order(1, "key-0001", Stake{"player", 10_000}, Stake{"bankerPair", 1_000}))
				require.NoError(t, err)
				require.Equal(t, r.ID, again.ID, "the member finds the open bet (S-60)")
				until(time.Now().Add(time.Minute))
				end := next.bet(p, r.ID)
				require.Equal(t, round.Settled, end.Status)
				require.Equal(t, promised.Result, end.Bet.Result)
				bets, wins, returned, open := next.operator.Sums()
				require.Equal(t, []int{1, 1, 0, 0}, []int{bets, wins, returned, open})
				require.True(t, next.operator.Balanced())
			})
		})
	}
}

// A bet on a round that the table has lost is given back, and one on an earlier round that it still knows is settled by it.
func TestBetsOfRoundsThatAreOver(t *testing.T) {
	inHall(t, Baccarat(), func(t *testing.T, h *hall, dir string) {
		p := h.play("kim", "baccarat")
		until(h.state("baccarat").OpenAt)
		r, err := h.Place(t.Context(), p, order(1, "key-0001", Stake{"banker", 10_000}))
		require.NoError(t, err)
		st := h.state("baccarat")
		code := "baccarat"
		h.die()
		// The table is put two rounds further, as if its settlement had been skipped.
		store, err := OpenStore(dir)
		require.NoError(t, err)
		for no := uint64(2); no <= 3; no++ {
			require.NoError(t, store.put(code, nil, &Round{No: no, SeedNo: 1, Turn: int(no - 1), OpenAt: st.DrawAt, CloseAt: st.DrawAt, DrawAt: st.DrawAt}))
		}
		require.NoError(t, store.Close())
		next := openHall(t, h.operator, dir, Baccarat())
		defer next.die()
		until(time.Now().Add(10 * time.Second))
		require.Equal(t, round.Settled, next.bet(p, r.ID).Status)
		require.Equal(t, Baccarat().Draw(next.tables[code].seed.Seed, 0).Result, next.bet(p, r.ID).Bet.Result)

		for next.state(code).Phase != Betting {
			after(time.Now())
		}
		lost, err := next.Place(t.Context(), p, order(next.state(code).No, "key-0002", Stake{"banker", 10_000}))
		require.NoError(t, err)
		require.Equal(t, round.Accepted, lost.Status)
		no := lost.Bet.No
		next.die()
		store, err = OpenStore(dir)
		require.NoError(t, err)
		require.NoError(t, store.db.Update(func(tx *bbolt.Tx) error { return tx.Bucket(bucketRounds).Delete(key(code, no)) }))
		require.NoError(t, store.put(code, nil, &Round{No: no + 1, SeedNo: 1, Turn: int(no), OpenAt: time.Now(), CloseAt: time.Now(), DrawAt: time.Now()}))
		require.NoError(t, store.Close())
		last := openHall(t, h.operator, dir, Baccarat())
		defer last.die()
		until(time.Now().Add(10 * time.Second))
		require.Equal(t, round.Returned, last.bet(p, lost.ID).Status)
		require.True(t, h.operator.Balanced())
		_, _, returned, open := h.operator.Sums()
		require.Equal(t, []int{1, 0}, []int{returned, open})
	})
}

// A shoe has sixty rounds. Its seed is secret until the last one is over, and then gives all of its cards again.
func TestASeedIsRevealedWhenItsShoeIsOver(t *testing.T) {
	inHall(t, Baccarat(), func(t *testing.T, h *hall, _ string) {
		st := h.state("baccarat")
		var seen []rules.Hand
		for h.state("baccarat").SeedNo == 1 {
			now := h.state("baccarat")
			until(now.DrawAt)
			var hand rules.Hand
			require.NoError(t, json.Unmarshal(h.state("baccarat").Result, &hand))
			seen = append(seen, hand)
			_, revealed, err := h.Proofs("baccarat", 10)
			require.NoError(t, err)
			require.Empty(t, revealed)
			after(h.state("baccarat").EndAt)
		}
		require.Len(t, seen, rules.Rounds)
		current, revealed, err := h.Proofs("baccarat", 10)
		require.NoError(t, err)
		require.EqualValues(t, 2, current.No)
		require.Empty(t, current.Seed)
		require.NotEqual(t, st.Commitment, current.Commitment)
		require.Equal(t, Preparing, h.state("baccarat").Phase, "the next commitment is seen before betting opens")
		require.Empty(t, h.state("baccarat").Board.(baccaratBoard).Beads)
		require.Len(t, revealed, 1)
		require.Equal(t, st.Commitment, revealed[0].Commitment)
		var seed fairness.Hash
		require.NoError(t, seed.UnmarshalText([]byte(revealed[0].Seed)))
		require.Equal(t, st.Commitment, fairness.Commitment(seed).String())
		for n, hand := range seen {
			require.Equal(t, rules.Deal(seed, n), hand)
		}
	})
}

// Races begin at even minutes, the bets are paid at the prices that were shown, and each race has a seed of its own.
func TestRacesBeginAtEvenMinutes(t *testing.T) {
	inHall(t, Race(), func(t *testing.T, h *hall, _ string) {
		p := h.play("kim", "dragonboat")
		for n := range 4 {
			st := h.state("dragonboat")
			require.EqualValues(t, n+1, st.No)
			require.EqualValues(t, n+1, st.SeedNo)
			require.Zero(t, st.DrawAt.Sub(st.DrawAt.Truncate(2*time.Minute)))
			require.GreaterOrEqual(t, st.CloseAt.Sub(st.OpenAt), 20*time.Second)
			var f field
			require.NoError(t, json.Unmarshal(st.Offer, &f))
			var stakes []Stake
			for _, spot := range slices.Sorted(maps.Keys(f.Prices)) {
				stakes = append(stakes, Stake{spot, 1_000})
			}
			r, err := h.Place(t.Context(), p, order(st.No, "key-000"+strconv.Itoa(n), stakes...))
			require.NoError(t, err)
			until(st.DrawAt)
			shown := h.state("dragonboat")
			var end finish
			require.NoError(t, json.Unmarshal(shown.Result, &end))
			after(shown.ResultAt)
			one, two := strconv.Itoa(end.Order[0]), strconv.Itoa(end.Order[1])
			want := f.Prices["win."+one] + f.Prices["place."+one] + f.Prices["place."+two] + f.Prices["exacta."+one+"-"+two]
			paid := h.bet(p, r.ID)
			require.Equal(t, want*1_000/20, paid.Won())
			_, revealed, err := h.Proofs("dragonboat", 10)
			require.NoError(t, err)
			require.Len(t, revealed, n+1)
			require.Len(t, h.state("dragonboat").Board, n+1)
			after(shown.EndAt)
		}
		require.True(t, h.operator.Balanced())
	})
}

// A window hears of each phase and of its own member's bets only, and ends with the table.
func TestAWindowHearsWhatConcernsIt(t *testing.T) {
	inHall(t, Baccarat(), func(t *testing.T, h *hall, _ string) {
		kim := h.play("kim", "baccarat")
		mine, ok := h.Listen("baccarat", "kim")
		require.True(t, ok)
		other, ok := h.Listen("baccarat", "somchai")
		require.True(t, ok)
		heard := func(w *Window) bool {
			synctest.Wait()
			select {
			case <-w.Changed:
				return true
			default:
				return false
			}
		}
		for _, w := range []*Window{mine, other} {
			require.True(t, heard(w), "the first state")
			require.True(t, h.Mine("baccarat", w))
		}
		st := h.state("baccarat")
		until(st.OpenAt)
		_, err := h.Place(t.Context(), kim, order(1, "key-0001", Stake{"player", 1_000}))
		require.NoError(t, err)
		require.True(t, heard(mine))
		require.True(t, h.Mine("baccarat", mine))
		require.False(t, heard(other))
		until(st.CloseAt)
		require.True(t, heard(other))
		require.False(t, h.Mine("baccarat", other))
		h.Leave("baccarat", other)
		h.die()
		require.True(t, heard(mine))
		_, open := <-mine.Changed
		require.False(t, open)
		_, ok = h.Listen("baccarat", "kim")
		require.False(t, ok)
	})
}

// The state that everyone sees holds neither the seed nor, before its time, a result.
func TestTheStateKeepsItsSecrets(t *testing.T) {
	inHall(t, Race(), func(t *testing.T, h *hall, _ string) {
		st := h.state("dragonboat")
		live := h.tables["dragonboat"]
		text, err := live.seed.Seed.MarshalText()
		require.NoError(t, err)
		for _, at := range []time.Time{st.OpenAt, st.CloseAt.Add(-time.Millisecond), st.CloseAt.Add(time.Second), st.DrawAt.Add(-time.Millisecond)} {
			until(at)
			raw, err := json.Marshal(h.state("dragonboat"))
			require.NoError(t, err)
			require.NotContains(t, string(raw), string(text))
			require.NotContains(t, string(raw), "order")
		}
	})
}
