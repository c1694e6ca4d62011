package casino_test

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"pgregory.net/rapid"

	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
)

// limitDay sets what the provider may pay more than was staked on a day.
func (b *table) limitDay(most, fresh money.Amount) {
	b.t.Helper()
	b.exec(`UPDATE site_site SET options = options || jsonb_build_object('providerDayMax', $1::bigint, 'newProviderDayMax', $2::bigint, 'maxStake', 1000000000, 'maxWin', 1000000000)`,
		int64(most), int64(fresh))
}

// sum is the room of the day that is left.
func (b *table) room() (sum int64) {
	b.t.Helper()
	require.NoError(b.t, b.db.QueryRow(b.t.Context(), "SELECT sum(room) FROM casino_room").Scan(&sum))
	return sum
}

// M1: a provider pays more than was staked, up to the day's limit; then its wins wait for two persons, the site stops offering it, and stakes that are lost
// make room again. The next day has its own limit.
func TestAProviderPaysNoMoreThanTheDaysLimit(t *testing.T) {
	t.Parallel()
	b := sit(t, 100_000)
	b.limitDay(10_000, 0)
	b.do(bet("b1", "r1", "1000"))
	b.is(b.do(win("w1", "b1", "r1", "9000")), provider.OK, 108_000)
	require.EqualValues(t, 2_000, b.room())
	b.do(bet("b2", "r2", "1000"))
	b.is(b.do(win("w2", "b2", "r2", "3000")), provider.OK, 110_000) // to the limit
	b.do(bet("b3", "r3", "1000"))
	b.do(bet("b4", "r4", "5000"))
	a := b.do(win("w3", "b3", "r3", "1001"))
	b.is(a, provider.OK, 104_000)
	require.True(t, a.Held)
	require.Equal(t, []string{"w3 held 1001 day"}, b.held())
	require.Equal(t, []string{"vendor/acme t providerDayMax "}, b.texts("SELECT concat_ws(' ', name, off, reason, set_by) FROM site_switch"))
	require.Equal(t, []string{"INSPECT", "QUEUE alarm", "QUEUE inspect"},
		b.texts("SELECT DISTINCT concat_ws(' ', cmd, nullif(data1, 'N')) FROM outbox_event WHERE cmd IN ('INSPECT', 'QUEUE') AND member = '' ORDER BY 1"))
	b.is(b.do(bet("b5", "r5", "1000")), provider.Maintenance, 104_000)
	b.is(b.do(win("w4", "b4", "r4", "6000")), provider.OK, 110_000) // the stakes of b3 and b4 made room: 1000 + 5000
	require.EqualValues(t, 0, b.room())
	b.exec("UPDATE site_switch SET off = false")
	b.do(bet("b6", "r6", "1000"))
	b.is(b.do(win("w6", "b6", "r6", "0")), provider.OK, 109_000)
	b.do(bet("b7", "r7", "1000"))
	b.is(b.do(win("w7", "b7", "r7", "2001")), provider.OK, 108_000) // held
	b.limitDay(20_000, 0)
	b.exec("UPDATE site_switch SET off = false")
	b.do(bet("b8", "r8", "1000"))
	b.is(b.do(win("w8", "b8", "r8", "12000")), provider.OK, 107_000+12_000) // a raised limit counts at once, as does a lost stake
	b.clk.Advance(24 * time.Hour)
	b.do(bet("b9", "r9", "1000"))
	b.is(b.do(win("w9", "b9", "r9", "21000")), provider.OK, 118_000+21_000)
	b.sound(139_000)
}

// A stake makes room once: a bet that was settled, reopened and taken back gives its stake to the member only where there is room for it.
func TestAStakeThatIsTakenBackMakesNoRoom(t *testing.T) {
	t.Parallel()
	b := sit(t, 100_000)
	b.limitDay(0, 0)
	b.do(bet("b1", "r1", "50000"))
	b.do(bet("b2", "r2", "1"))
	b.do(win("w1", "b1", "r1", "0"))
	b.is(b.do(win("w2", "b2", "r2", "50001")), provider.OK, 99_999+1)
	b.do(rollback("x1", "w1", "r1"))
	a := b.do(rollback("x2", "b1", "r1"))
	b.is(a, provider.AlreadySettled, 100_000)
	require.Zero(t, a.OurTxID, "it is asked again another day")
	b.do(bet("b3", "r3", "60000"))
	b.is(b.do(rollback("x3", "b3", "r3")), provider.OK, 100_000) // a bet that was never settled comes back whatever the room
	b.is(b.do(win("w4", "b1", "r1", "1")), provider.OK, 100_000) // held: the stake of b1 counted once
	require.Equal(t, []string{"w4 held 1 day"}, b.held())
	b.sound(100_000)
}

// A provider whose first key is not a day old has the limit of a new one; a rotated key of an old one does not make it new.
func TestANewProviderHasATightLimit(t *testing.T) {
	t.Parallel()
	b := sit(t, 100_000)
	b.limitDay(50_000, 2_000)
	key := func(id string, added, until any) {
		b.exec("INSERT INTO provider_key (vendor_id, key_id, kind, material, valid_from, valid_until, added_at) VALUES ($1, $2, 'hmac', 'x', $3, $4, $5)",
			acme, id, b.clk.Now().Add(-10*24*time.Hour), until, added)
	}
	n := 0
	held := func() bool {
		n++
		b.do(bet(fmt.Sprint("b", n), fmt.Sprint("r", n), "1000"))
		a := b.do(win(fmt.Sprint("w", n), fmt.Sprint("b", n), fmt.Sprint("r", n), "3001"))
		b.exec("UPDATE site_switch SET off = false")
		return a.Held
	}
	require.False(t, held(), "keys of the configuration are not new")
	b.exec("DELETE FROM casino_room")
	key("one", b.clk.Now(), nil)
	require.True(t, held())
	b.clk.Advance(24 * time.Hour)
	require.False(t, held())
	key("two", b.clk.Now(), nil)
	b.exec("UPDATE provider_key SET valid_until = $1 WHERE key_id = 'one'", b.clk.Now())
	require.False(t, held(), "the key before it is known")
	b.exec("UPDATE provider_key SET valid_until = $1 WHERE key_id = 'one'", b.clk.Now().Add(-8*24*time.Hour))
	require.True(t, held(), "a provider that was gone for a week is new again")
	sound(t, b.db)
}

// What can one who signs a provider's calls take in a day? Wins, rollbacks and repeats in any order, for several friends, at two nodes: at most the option.
func TestOneWhoSignsTakesAtMostTheDaysLimit(t *testing.T) {
	t.Parallel()
	b := sit(t, 0)
	nodes := []*casino.Service{b.s, b.service(t, wallet.WriterOptions{Timeout: testkit.Patience})}
	n := 0
	rapid.Check(t, func(rt *rapid.T) {
		n++
		most := money.Amount(rapid.SampledFrom([]int64{0, 7, 1_000, 5_003}).Draw(rt, "limit"))
		b.exec("DELETE FROM casino_room")
		b.limitDay(1_000_000_000, most)
		b.exec(`INSERT INTO provider_key (vendor_id, key_id, kind, material, valid_from, added_at) VALUES ($1, 'k', 'hmac', 'x', $2, $2) ON CONFLICT DO NOTHING`, acme, b.clk.Now())
		var friends []string
		for range 2 {
			friends = append(friends, factory.Member(t, b.db, func(m *factory.M) { m.Cash = 3_000 }).MemID)
		}
		for i := range rapid.IntRange(1, 16).Draw(rt, "steps") {
			id := func(kind string, last int) string {
				return fmt.Sprint("s", n, kind, rapid.IntRange(1, last).Draw(rt, kind))
			}
			o := provider.Operation{Currency: "KRW", Amount: fmt.Sprint(rapid.SampledFrom([]int{0, 1, 1_000, 3_000, 9_000}).Draw(rt, "amount"))}
			at := rapid.IntRange(0, 1).Draw(rt, "friend")
			o.Member, o.RoundID = friends[at], fmt.Sprint("s", n, "r", at)
			who := fmt.Sprint("f", at)
			switch rapid.IntRange(0, 4).Draw(rt, "kind") {
			case 0, 1:
				o.Kind, o.TxID, o.RoundID = provider.Bet, id(who+"b", 5), fmt.Sprint("s", n, "r", at, "-", i)
			case 2:
				o.Kind, o.TxID, o.Closes = provider.Win, id(who+"w", 8), rapid.Bool().Draw(rt, "closes")
				o.RefTxID = id(who+"b", 5)
				_ = b.db.QueryRow(t.Context(), "SELECT round_id FROM casino_tx WHERE vendor_id = $1 AND tx_id = $2", acme, o.RefTxID).Scan(&o.RoundID)
				if rapid.IntRange(0, 4).Draw(rt, "campaign") == 0 {
					o.Campaign = "c"
				}
			default:
				o.Kind, o.TxID, o.RefTxID = provider.Rollback, id(who+"x", 12), id(who+rapid.SampledFrom([]string{"b", "w"}).Draw(rt, "of"), 8)
			}
			b.exec("UPDATE site_switch SET off = false") // a careless colleague switches it on again
			_, err := nodes[i%2].Apply(t.Context(), acme, o, "")
			require.NoError(rt, err)
			var has int64
			require.NoError(rt, b.db.QueryRow(t.Context(), "SELECT sum(balance) FROM wallet_balance WHERE member_id = ANY ($1)", friends).Scan(&has))
			require.LessOrEqual(rt, has, int64(6_000+most), "step %d", i)
		}
	})
	sound(t, b.db)
}

// Many wins at once at two nodes: together they take the day's limit, to the unit, and everything above waits.
func TestWinsAtOnceTakeTheDaysLimitAndNoMore(t *testing.T) {
	t.Parallel()
	b := sit(t, 1_000)
	b.limitDay(25_500, 0)
	o := patientOptions()
	o.HeldTries = 1_000_000
	nodes := []*casino.Service{b.service(t, o), b.service(t, o)}
	friends := []string{b.member}
	for range 7 {
		friends = append(friends, factory.Member(t, b.db, func(m *factory.M) { m.Cash = 1_000 }).MemID)
	}
	for i := range 64 {
		op := bet(fmt.Sprint("b", i), fmt.Sprint("r", i), "10")
		op.Member = friends[i%8]
		require.Equal(t, provider.OK, b.do(op).Status)
	}
	var paid atomic.Int64
	var g errgroup.Group
	start := make(chan struct{})
	for i := range 64 {
		g.Go(func() error {
			<-start
			op := win(fmt.Sprint("w", i), fmt.Sprint("b", i), fmt.Sprint("r", i), "1010")
			op.Member, op.Currency = friends[i%8], "KRW"
			for {
				a, err := nodes[i%2].Apply(t.Context(), acme, op, "")
				if errors.Is(err, wallet.ErrBusy) || errors.Is(err, wallet.ErrRolledBack) { // then the provider repeats
					continue
				}
				if err == nil && !a.Held {
					paid.Add(1)
				}
				return err
			}
		})
	}
	close(start)
	require.NoError(t, g.Wait())
	// The stake of each held win makes room for others: 25 paid take 25,000, and 39 lost stakes of 10 bring 390.
	require.EqualValues(t, 25, paid.Load())
	require.EqualValues(t, 25_500-25_000+39*10, b.room())
	sound(t, b.db)
}
