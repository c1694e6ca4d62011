package minigame_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/minigame"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/drawtest"
	"hubstake/internal/testkit/pgtest"
)

// Connections die at random moments while two nodes draw and settle, whose leases pass at once: the round has the one outcome that its commitment and the beacon
// give, every bet ends once, and the sums of the day are those of the bets.
func TestConnectionsThatDieBreakNoDraw(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	r := d.Open("coin5")
	const members, each = 6, 10
	ids, bets := make([]string, members), map[string]string{}
	var stakes money.Amount
	for i := range ids {
		ids[i] = d.Member(1_000_000)
		for k := range each {
			stake := money.Amount(10_000 + k) // the same bet twice would be refused
			bets[d.Place(ids[i], r, []string{"first.head", "first.tail"}[i%2], stake).ID] = ids[i]
			stakes += stake
		}
	}
	d.Close(r, time.Second)
	// Small batches: many transactions, and so many moments at which one can die.
	draws := func() *minigame.Service {
		writer, err := casino.New(d.DB, clock.System{}, wallet.WriterOptions{MaxBatch: 2, Timeout: testkit.Patience})
		require.NoError(t, err)
		t.Cleanup(writer.Close)
		return minigame.New(d.DB, clock.System{}, writer, minigame.Defaults())
	}
	nodes := []*minigame.Service{draws(), draws()}
	const progress = `SELECT (SELECT count(*) FILTER (WHERE state <> 'open') FROM minigame_bet) + (SELECT count(*) FILTER (WHERE state <> 'open') FROM minigame_round)`
	pgtest.UnderKills(t, d.DB, progress, func() {
		var all sync.WaitGroup
		for _, node := range nodes {
			dealer := d.NewDealer()
			all.Go(func() {
				for t.Context().Err() == nil {
					if due, err := dealer.Due(t.Context()); err == nil {
						for _, w := range due {
							_, _ = dealer.End(t.Context(), w) // what died is due again
						}
					}
					_, _, _ = node.Settle(t.Context())
					var over bool
					if err := d.DB.QueryRow(t.Context(), `
						UPDATE minigame_round SET settle_at = CASE WHEN settled_at IS NULL AND state <> 'open' THEN clock_timestamp() END
						 WHERE game = $1 AND no = $2 RETURNING settled_at IS NOT NULL`, r.Game, r.No).Scan(&over); err == nil && over {
						return
					}
				}
			})
		}
		all.Wait()
	})
	p, _, err := d.Draws.Round(t.Context(), r)
	require.NoError(t, err)
	require.Equal(t, minigame.RoundDrawn, p.State)
	requireComputed(t, d, p)
	cash := map[string]money.Amount{}
	for id, member := range bets {
		b, _, err := d.Draws.Find(t.Context(), member, id)
		require.NoError(t, err)
		require.Contains(t, []minigame.State{minigame.Won, minigame.Lost}, b.State)
		cash[member] += b.Paid - b.Stake
	}
	for _, id := range ids {
		require.Equal(t, 1_000_000+cash[id], d.Cash(id))
	}
	var sums string
	require.NoError(t, d.DB.QueryRow(t.Context(), `SELECT sum(bets) || ' ' || sum(stakes) FROM minigame_day`).Scan(&sums))
	require.Equal(t, fmt.Sprint(members*each, stakes), sums)
	d.Sound()
}

// A node whose lease passed while it settled comes to the end of a round that another one has closed: the day counts its bets once.
func TestARoundIsCountedOnce(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	r := d.Open("coin3")
	d.Place(d.Member(100_000), r, "first.head", 10_000)
	d.Draw(r)
	d.Settle()
	_, err := d.DB.Exec(t.Context(), `UPDATE minigame_round SET settle_at = clock_timestamp() WHERE game = $1 AND no = $2`, r.Game, r.No)
	require.NoError(t, err)
	_, ok, err := d.Draws.Settle(t.Context())
	require.NoError(t, err)
	require.True(t, ok)
	var bets int
	require.NoError(t, d.DB.QueryRow(t.Context(), `SELECT sum(bets) FROM minigame_day`).Scan(&bets))
	require.Equal(t, 1, bets)
}
