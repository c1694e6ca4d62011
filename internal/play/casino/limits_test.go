package casino_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/betgate"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/provider"
)

// limit gives the member a limit of their own, as protection does.
func (b *table) limit(kind string, days int, amount money.Amount) {
	b.t.Helper()
	b.exec(`SELECT protection_watch($1)`, b.member)
	b.exec(`INSERT INTO protection_limit (member_id, kind, days, amount, set_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (member_id, kind, days) DO UPDATE SET amount = excluded.amount`, b.member, kind, days, int64(amount), b.clk.Now())
	b.exec(`SELECT protection_settle($1, $2)`, b.member, b.clk.Now())
}

// U034 over stakes: a window rolls, what a rollback gave back may be staked again, wins do not count, free rounds pass.
func TestALimitOfStakes(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	b.do(bet("b0", "r0", "300"))
	b.clk.Advance(time.Minute)
	b.limit("wager", 1, 1_000)
	b.is(b.do(bet("b1", "r1", "701")), provider.LimitReached, 9_700) // what was staked before the limit counts
	b.is(b.do(bet("b2", "r2", "700")), provider.OK, 9_000)
	b.is(b.do(bet("b3", "r3", "1")), provider.LimitReached, 9_000)
	b.is(b.do(bet("b1", "r1", "701")), provider.LimitReached, 9_700) // the stored answer
	b.is(b.do(win("w2", "b2", "r2", "5000")), provider.OK, 14_000)
	b.is(b.do(bet("b4", "r4", "1")), provider.LimitReached, 14_000)
	b.is(b.do(provider.Operation{Kind: provider.Bet, TxID: "f1", RoundID: "rf", Amount: "0", Campaign: "c"}), provider.OK, 14_000)
	b.is(b.do(rollback("x0", "b0", "r0")), provider.OK, 14_300)
	b.is(b.do(bet("b5", "r5", "301")), provider.LimitReached, 14_300)
	b.is(b.do(bet("b6", "r6", "300")), provider.OK, 14_000)
	b.clk.Advance(24 * time.Hour)
	b.is(b.do(bet("b7", "r7", "1000")), provider.OK, 13_000)
	b.sound(13_000)
}

// U034 over losses: stakes less wins, so a win makes room, and taking it back takes the room.
func TestALimitOfLosses(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	b.limit("loss", 1, 1_000)
	b.limit("loss", 7, 1_200)
	b.is(b.do(bet("b1", "r1", "1000")), provider.OK, 9_000)
	b.is(b.do(bet("b2", "r2", "1")), provider.LimitReached, 9_000)
	b.is(b.do(win("w1", "b1", "r1", "400")), provider.OK, 9_400)
	b.is(b.do(bet("b3", "r3", "401")), provider.LimitReached, 9_400)
	b.is(b.do(bet("b4", "r4", "400")), provider.OK, 9_000)
	b.is(b.do(win("w4", "b4", "r4", "600")), provider.OK, 9_600)
	b.is(b.do(rollback("x4", "w4", "r4")), provider.OK, 9_000)
	b.is(b.do(bet("b5", "r5", "1")), provider.LimitReached, 9_000)
	b.clk.Advance(24 * time.Hour)
	b.is(b.do(bet("b6", "r6", "201")), provider.LimitReached, 9_000) // of the week 200 are left
	b.is(b.do(bet("b7", "r7", "200")), provider.OK, 8_800)
	b.sound(8_800)
}

// Fifty bets at once at the limit's edge, at one node and at two: one passes (money.md, security.md 2.5).
func TestBetsAtOnceNeverExceedALimit(t *testing.T) {
	t.Parallel()
	for name, nodes := range map[string]int{"one node": 1, "two nodes": 2} {
		for _, kind := range []string{"wager", "loss"} {
			t.Run(name+" "+kind, func(t *testing.T) {
				t.Parallel()
				b := sit(t, 1_000_000)
				var at []*casino.Service
				for range nodes {
					o := patientOptions()
					o.HeldTries = 1_000_000
					at = append(at, b.service(t, o))
				}
				b.limit(kind, 1, 1_000)
				b.is(b.do(bet("b0", "r0", "900")), provider.OK, 999_100)
				var passed, refused atomic.Int64
				var g errgroup.Group
				start := make(chan struct{})
				for i := range 50 {
					g.Go(func() error {
						<-start
						o := bet(fmt.Sprint("c", i), fmt.Sprint("q", i), "100")
						o.Member, o.Currency = b.member, "KRW"
						a, err := at[i%nodes].Apply(t.Context(), acme, o, "")
						switch {
						case err != nil:
							return err
						case a.Status == provider.OK:
							passed.Add(1)
						case a.Status == provider.LimitReached:
							refused.Add(1)
						default:
							return fmt.Errorf("%+v", a)
						}
						return nil
					})
				}
				close(start)
				require.NoError(t, g.Wait())
				require.Equal(t, []int64{1, 49}, []int64{passed.Load(), refused.Load()})
				b.sound(999_000)
			})
		}
	}
}

// The time of the member's own limit is over: no bet, and wins and rollbacks still come.
func TestALimitOfSessionTime(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	b.exec(`INSERT INTO member_session (session_id, site_id, member_id, audience, topic, hub_key, created_at, seen_at, expires_at)
		VALUES ('s', 'demo', $1, 'member', 't', 'k', $2, $2, $2::timestamptz + interval '9 days')`, b.member, b.clk.Now())
	b.exec(`INSERT INTO protection_limit (member_id, kind, days, amount, set_at) VALUES ($1, 'session', 1, 30, $2)`, b.member, b.clk.Now())
	b.exec(`SELECT protection_settle($1, $2)`, b.member, b.clk.Now())
	b.clk.Advance(30*time.Minute - time.Second)
	b.is(b.do(bet("b1", "r1", "100")), provider.OK, 9_900)
	b.clk.Advance(time.Second)
	b.is(b.do(bet("b2", "r2", "100")), provider.LimitReached, 9_900)
	g, _, err := betgate.May(t.Context(), b.db, b.member, acme, "", b.clk.Now())
	require.NoError(t, err)
	require.Equal(t, betgate.Session, g)
	b.is(b.do(win("w1", "b1", "r1", "200")), provider.OK, 10_100)
	b.exec(`UPDATE member_session SET state = 'ended', ended_at = $1`, b.clk.Now())
	b.clk.Advance(24 * time.Hour)
	b.is(b.do(bet("b3", "r3", "100")), provider.OK, 10_000)
	b.sound(10_000)
}

// S-61: provider, product and game are switched off one by one. New bets are refused; wins and rollbacks come through.
func TestSwitchesOnTheWayOfABet(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	token := b.launch(time.Hour)
	b.exec(`UPDATE member_session SET expires_at = expires_at + interval '1 day'`)
	b.exec(`INSERT INTO game_product (proc_id, vendor_id, group_code, name, lobby_symbol, image) VALUES ('202', $1, 'slot', 'Q', 's', 'i')`, acme)
	b.exec(`INSERT INTO game_game (code, proc_id, name_kor, name_eng, thumbnail) VALUES ('comet', '202', 'k', 'e', 't')`)
	named := func(tx, game string) provider.Operation {
		o := bet(tx, "r"+tx, "100")
		o.Game = game
		return o
	}
	launched := func(tx string) provider.Operation {
		o := bet(tx, "r"+tx, "100")
		o.Token = token
		return o
	}
	for i, c := range []struct {
		set, unset     string
		comet, moonjar provider.Status
	}{
		{`UPDATE provider_provider SET active = false`, `UPDATE provider_provider SET active = true`, provider.Maintenance, provider.Maintenance},
		{`UPDATE game_product SET active = false WHERE proc_id = '201'`, `UPDATE game_product SET active = true`, provider.OK, provider.Maintenance},
		{`UPDATE game_game SET active = false WHERE code = 'moonjar'`, `UPDATE game_game SET active = true`, provider.OK, provider.Maintenance},
		{`UPDATE game_game SET active = false WHERE code = 'comet'`, `UPDATE game_game SET active = true`, provider.Maintenance, provider.OK},
	} {
		tx := fmt.Sprint("t", i)
		require.Equal(t, provider.OK, b.do(launched("a"+tx)).Status)
		require.Equal(t, provider.OK, b.do(launched("c"+tx)).Status)
		b.exec(c.set)
		require.Equal(t, c.comet, b.do(named("k"+tx, "comet")).Status, c.set)
		require.Equal(t, c.moonjar, b.do(named("m"+tx, "moonjar")).Status, c.set)
		require.Equal(t, c.moonjar, b.do(launched("l"+tx)).Status, "the game of the launch")
		if i > 0 {
			require.Equal(t, provider.OK, b.do(named("u"+tx, "unheard-of")).Status, "not in the catalogue: not switched off")
		}
		w := win("w"+tx, "a"+tx, "ra"+tx, "100")
		w.Game = "moonjar"
		require.Equal(t, provider.OK, b.do(w).Status, "wins come through")
		require.Equal(t, provider.OK, b.do(rollback("x"+tx, "c"+tx, "rc"+tx)).Status, "and rollbacks")
		b.exec(c.unset)
	}
	require.Empty(t, check(t, b))
}

// D-45, U033: a timeout and an exclusion refuse bets while they hold, and a timeout ends by itself.
func TestABreakRefusesBets(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	b.do(bet("b0", "r0", "100"))
	b.exec(`UPDATE member_member SET timeout_until = $2 WHERE member_id = $1`, b.member, b.clk.Now().Add(24*time.Hour))
	b.is(b.do(bet("b1", "r1", "100")), provider.BettingLocked, 9_900)
	g, _, err := betgate.May(t.Context(), b.db, b.member, acme, "", b.clk.Now())
	require.NoError(t, err)
	require.Equal(t, betgate.Excluded, g)
	b.is(b.do(win("w0", "b0", "r0", "300")), provider.OK, 10_200)
	b.clk.Advance(24 * time.Hour)
	b.is(b.do(bet("b2", "r2", "100")), provider.OK, 10_100)
	b.exec(`UPDATE member_member SET status = 'excluded', excluded_until = $2 WHERE member_id = $1`, b.member, b.clk.Now().AddDate(0, 6, 0))
	b.is(b.do(bet("b3", "r3", "100")), provider.BettingLocked, 10_100)
	b.is(b.do(rollback("x2", "b2", "r2")), provider.OK, 10_200)
	b.sound(10_200)
}

// A site that changed its currency has members with two wallets. There is no rate between the two, so a limit holds for the stakes and
// losses of each by itself: what is staked in one neither uses up the other nor is lost to it, even when both move in one batch.
func TestALimitCountsEachCurrencyByItself(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	b.exec(`INSERT INTO wallet_balance (member_id, currency, site_id) VALUES ($1, 'VND', 'demo')`, b.member)
	require.NoError(t, pg.InTx(t.Context(), b.db, func(tx pgx.Tx) error {
		_, _, err := wallet.Apply(t.Context(), tx, wallet.Move{
			Member: b.member, Currency: "VND", Unit: wallet.Cash, Amount: 10_000, Contra: wallet.ContraDeposit, Kind: "seed.vnd", Ref: b.member,
		})
		return err
	}))
	dong := func(o provider.Operation) provider.Operation {
		o.Currency = "VND"
		return o
	}
	b.is(b.do(dong(bet("v0", "s0", "300"))), provider.OK, 9_700)
	b.clk.Advance(time.Minute)
	b.limit("wager", 1, 1_000)
	b.limit("loss", 7, 900)
	b.is(b.do(bet("b1", "r1", "901")), provider.LimitReached, 10_000)
	b.is(b.do(bet("b2", "r2", "900")), provider.OK, 9_100)
	b.is(b.do(bet("b3", "r3", "1")), provider.LimitReached, 9_100)
	b.is(b.do(dong(bet("v1", "s1", "601"))), provider.LimitReached, 9_700) // what was staked before the limit counts
	b.is(b.do(dong(bet("v2", "s2", "600"))), provider.OK, 9_100)
	b.is(b.do(dong(bet("v3", "s3", "1"))), provider.LimitReached, 9_100)
	b.is(b.do(dong(win("w2", "v2", "s2", "500"))), provider.OK, 9_600)
	b.is(b.do(bet("b4", "r4", "1")), provider.LimitReached, 9_100) // what is won in one makes no room in the other
	b.is(b.do(dong(bet("v4", "s4", "101"))), provider.LimitReached, 9_600)
	b.is(b.do(dong(bet("v5", "s5", "100"))), provider.OK, 9_500)

	b.limit("wager", 1, 100_000)
	b.limit("loss", 7, 100_000)
	var g errgroup.Group
	for n := range 20 {
		g.Go(func() error {
			o := bet(fmt.Sprint("m", n), fmt.Sprint("q", n), "10")
			o.Member, o.Currency = b.member, []string{"KRW", "VND"}[n%2]
			a, err := b.s.Apply(t.Context(), acme, o, "")
			if err == nil && a.Status != provider.OK {
				err = fmt.Errorf("%s", a.Status)
			}
			return err
		})
	}
	require.NoError(t, g.Wait())
	for currency, want := range map[string][]int64{"KRW": {1_000, 1_000}, "VND": {1_100, 600}} {
		var wagered, lost int64
		require.NoError(t, b.db.QueryRow(t.Context(), `SELECT wagered, lost FROM protection_total($1, $2, 'infinity')`, b.member, currency).Scan(&wagered, &lost))
		require.Equal(t, want, []int64{wagered, lost}, currency)
	}
	b.sound(9_000)
}
