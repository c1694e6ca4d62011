package minigame_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/draw"
	"hubstake/internal/core/fairness"
	"hubstake/internal/core/money"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/vault"
	"hubstake/internal/play/minigame"
	"hubstake/internal/testkit/drawtest"
)

// S-64: a round's commitment stands before it takes bets, and from what is published afterwards the draw is computed again.
func TestADrawIsComputedAgainFromWhatIsPublished(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	for _, g := range draw.Games() {
		r := d.Open(g.Code)
		before, _, err := d.Draws.Round(t.Context(), r)
		require.NoError(t, err)
		require.Equal(t, minigame.RoundOpen, before.State)
		require.Empty(t, before.Seed)
		require.Nil(t, before.Outcome)
		network := d.Beacon.Network()
		require.Equal(t, network.Hash, before.BeaconChain)
		require.Equal(t, network.RoundAt(g.DrawTime(r.No)), uint64(before.BeaconRound))

		p := d.Draw(r)
		require.Equal(t, before.Commitment, p.Commitment)
		requireComputed(t, d, p)
	}
}

// requireComputed computes a draw again from what is published of it.
func requireComputed(t *testing.T, d *drawtest.Table, p minigame.Published) {
	t.Helper()
	raw, err := hex.DecodeString(p.Seed)
	require.NoError(t, err)
	seed := fairness.Hash(raw)
	require.Equal(t, p.Commitment, fairness.Commitment(seed).String())
	link := seed
	for range p.Index { // down to the head
		link = sha256.Sum256(link[:])
	}
	require.Equal(t, p.Chain, link.String())
	signature, err := hex.DecodeString(p.Signature)
	require.NoError(t, err)
	randomness, err := d.Beacon.Network().Verify(uint64(p.BeaconRound), signature)
	require.NoError(t, err)
	g, ok := draw.Of(p.Game)
	require.True(t, ok)
	outcome, err := json.Marshal(g.Draw(fairness.NewStream(seed[:], fairness.DrawMessage(p.Game, p.No, randomness))))
	require.NoError(t, err)
	published, err := json.Marshal(p.Outcome)
	require.NoError(t, err)
	require.JSONEq(t, string(outcome), string(published))
}

// The rounds of a chain have no gap (S-64): the next one takes the next seed, and after a pause a new chain begins, so that seeds which were told are not used again by
// a database that was restored.
func TestAChainHasNoGap(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	g, _ := draw.Of("coin3")
	_, err := d.Dealer.Open(t.Context())
	require.NoError(t, err)
	type place struct {
		no, first int64
		place     int
		chain     string
	}
	read := func() (all []place) {
		rows, err := d.DB.Query(t.Context(), `SELECT no, first_no, place, chain_id FROM minigame_round WHERE game = $1 ORDER BY no`, g.Code)
		require.NoError(t, err)
		defer rows.Close()
		for rows.Next() {
			var p place
			require.NoError(t, rows.Scan(&p.no, &p.first, &p.place, &p.chain))
			all = append(all, p)
		}
		return all
	}
	all := read()
	require.NotEmpty(t, all)
	for i, p := range all {
		require.Equal(t, place{all[0].no + int64(i), all[0].no, i + 1, all[0].chain}, p)
	}
	n, err := d.Dealer.Open(t.Context())
	require.NoError(t, err)
	require.LessOrEqual(t, n, len(draw.Games()), "nothing is made twice, unless the time for a next round came")

	_, err = d.DB.Exec(t.Context(), `DELETE FROM minigame_round WHERE game = $1`, g.Code) // as a backup of an hour before has no rounds of now
	require.NoError(t, err)
	_, err = d.Dealer.Open(t.Context())
	require.NoError(t, err)
	fresh := read()
	require.NotEmpty(t, fresh)
	require.NotEqual(t, all[0].chain, fresh[0].chain)
	require.Equal(t, 1, fresh[0].place)

	for name, sql := range map[string]string{
		"a gap":                  `UPDATE minigame_round SET no = no + 7 WHERE game = 'coin3'`,
		"a seed twice":           `UPDATE minigame_round SET place = 1 WHERE game = 'coin3' AND place = 2`,
		"without the one before": `UPDATE minigame_round SET before = NULL WHERE game = 'coin3' AND place = 2`,
		"another head":           `UPDATE minigame_round SET head = commitment WHERE game = 'coin3'`,
		"drawn without outcome":  `UPDATE minigame_round SET state = 'drawn', seed = commitment, ended_at = now() WHERE game = 'coin3'`,
	} {
		if len(fresh) < 2 && name != "another head" {
			continue
		}
		_, err := d.DB.Exec(t.Context(), sql)
		require.Error(t, err, name)
	}
}

// Two nodes never draw twice: each round ends once, and with one outcome, for any number of nodes.
func TestManyDealersOpenAndDrawEachRoundOnce(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	r := d.Open("pwball")
	d.Close(r, time.Second)
	var all sync.WaitGroup
	var mu sync.Mutex
	ends := map[minigame.Ended]int{}
	for range 6 {
		node := d.NewDealer()
		all.Go(func() {
			_, err := node.Open(t.Context())
			if err != nil {
				t.Error(err)
			}
			due, err := node.Due(t.Context())
			if err != nil {
				t.Error(err)
			}
			for _, w := range due {
				ended, err := node.End(t.Context(), w)
				if err != nil {
					t.Error(err)
				}
				if w.Round == r {
					mu.Lock()
					ends[ended]++
					mu.Unlock()
				}
			}
		})
	}
	all.Wait()
	require.Equal(t, 1, ends[minigame.Drawn], ends)
	var events int
	require.NoError(t, d.DB.QueryRow(t.Context(), `SELECT count(*) FROM outbox_event WHERE cmd = 'ROUND' AND topic = 'minigame.pwball' AND data2 LIKE '%"state":"drawn"%'`).Scan(&events))
	require.Equal(t, 1, events, "every site is told once")
}

// D-49: a late beacon is a late draw; after ten minutes the round is void and stakes go back. Its seed is told all the same: the chain goes on.
func TestARoundWhoseBeaconIsSilentIsVoidAfterTenMinutes(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	r, _ := d.Pair("eos5")
	m := d.Member(100_000)
	receipt := d.Place(m, r, "sum_range.small", 10_000)
	d.Beacon.Silent = true
	d.Close(r, 9*time.Minute)
	due, err := d.Dealer.Due(t.Context())
	require.NoError(t, err)
	for _, w := range due {
		_, err = d.Dealer.End(t.Context(), w)
		require.ErrorIs(t, err, minigame.ErrNotYet)
	}
	require.Empty(t, d.Settle())
	d.Close(r, 11*time.Minute)
	require.Equal(t, minigame.Void, d.End(r))
	require.Equal(t, map[minigame.State]int{minigame.Voided: 1}, d.Settle())
	require.Equal(t, money.Amount(100_000), d.Cash(m))
	b, p, err := d.Draws.Find(t.Context(), m, receipt.ID)
	require.NoError(t, err)
	require.Equal(t, minigame.Voided, b.State)
	require.Equal(t, []any{minigame.RoundVoid, "late"}, []any{p.State, p.Reason})
	require.NotEmpty(t, p.Seed)
	d.Sound()
}

// A new seal key begins new chains; rounds that were opened under the old one are still drawn while it is accepted.
func TestANewSealKeyBeginsNewChains(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	r := d.Open("meta5")
	box, err := vault.New([32]byte{2}, config.Key{1})
	require.NoError(t, err)
	d.Box = box
	d.Dealer = d.NewDealer()
	d.Draw(r)
	var chains int
	require.NoError(t, d.DB.QueryRow(t.Context(), `SELECT count(*) FROM minigame_chain WHERE game = 'meta5'`).Scan(&chains))
	require.Equal(t, 1, chains)
	var sealed string
	require.NoError(t, d.DB.QueryRow(t.Context(), `SELECT sealed FROM minigame_chain LIMIT 1`).Scan(&sealed))
	require.False(t, box.Current(sealed))
}
