package casino_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit/factory"
)

// Each row of money.md's table, in its order.

func TestTheSameIDGetsTheStoredAnswer(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	first := b.do(bet("b1", "r1", "6000"))
	b.is(first, provider.OK, 4_000)
	short := b.do(bet("b2", "r2", "6000"))
	b.is(short, provider.InsufficientFunds, 4_000)
	b.is(b.do(win("w1", "b1", "r1", "9000")), provider.OK, 13_000)

	again := b.do(bet("b1", "r1", "6000"))
	require.True(t, again.Repeated)
	again.Repeated = false
	require.Equal(t, first, again, "the answer as it was given, balance included")
	again = b.do(bet("b2", "r2", "6000"))
	again.Repeated = false
	require.Equal(t, short, again, "a refusal stays one, although there is money now")
	b.sound(13_000)
}

func TestTheSameIDWithOtherContent(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	b.do(bet("b1", "r1", "1000"))
	other := factory.Member(t, b.db, func(m *factory.M) { m.Cash = 500_000 })
	for name, o := range map[string]provider.Operation{
		"amount":   bet("b1", "r1", "1001"),
		"round":    bet("b1", "r2", "1000"),
		"kind":     win("b1", "b0", "r1", "1000"),
		"rollback": rollback("b1", "b0", "r1"),
		"campaign": {Kind: provider.Bet, TxID: "b1", RoundID: "r1", Amount: "1000", Campaign: "c"},
		"member":   {Kind: provider.Bet, TxID: "b1", RoundID: "r1", Amount: "1000", Member: other.MemID},
	} {
		require.Equal(t, provider.Duplicate, b.do(o).Status, name)
	}
	b.sound(9_000)
}

func TestInsufficientFundsTellsTheBalanceAndIsRecorded(t *testing.T) {
	t.Parallel()
	b := sit(t, 999)
	a := b.do(bet("b1", "r1", "1000"))
	b.is(a, provider.InsufficientFunds, 999)
	require.NotZero(t, a.OurTxID)
	b.sound(999)
}

func TestAWinOfNoBetIsNotRecorded(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	a := b.do(win("w1", "b1", "r1", "5000"))
	b.is(a, provider.NotFound, 10_000)
	require.Zero(t, a.OurTxID)
	b.do(bet("b1", "r1", "1000"))
	require.Equal(t, provider.NotFound, b.do(win("w1", "b1", "other", "5000")).Status, "the bet is of another round")
	b.is(b.do(win("w1", "b1", "r1", "5000")), provider.OK, 14_000)
	require.Equal(t, provider.InsufficientFunds, b.do(bet("b2", "r2", "50000")).Status)
	require.Equal(t, provider.NotFound, b.do(win("w2", "b2", "r2", "5000")).Status, "a refused bet wins nothing")
	b.sound(14_000)
}

func TestFreeRounds(t *testing.T) {
	t.Parallel()
	b := sit(t, 0)
	free := provider.Operation{Kind: provider.Bet, TxID: "f1", RoundID: "r1", Amount: "0", Campaign: "spring"}
	b.is(b.do(free), provider.OK, 0)
	w := win("fw1", "f1", "r1", "700")
	w.Campaign = "spring"
	b.is(b.do(w), provider.OK, 700)
	bonus := provider.Operation{Kind: provider.Win, TxID: "bw1", RoundID: "bonus-1", Amount: "300", Campaign: "spring", Closes: true}
	b.is(b.do(bonus), provider.OK, 1_000)
	unknown := win("bw2", "nobody", "bonus-2", "50")
	unknown.Campaign = "spring"
	b.is(b.do(unknown), provider.OK, 1_050)
	var promo int
	require.NoError(t, b.db.QueryRow(t.Context(), `SELECT count(*) FROM wallet_ledger WHERE kind = 'win.promo'`).Scan(&promo))
	require.Equal(t, 3, promo, "wins of a campaign are tagged")
	require.Equal(t, provider.BadAmount, b.do(bet("z", "r9", "0")).Status, "a bet of nothing without a campaign")
	b.sound(1_050)
}

func TestARollbackBeforeItsBetLeavesATombstone(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	b.is(b.do(rollback("rb1", "b1", "r1")), provider.OK, 10_000)
	b.is(b.do(rollback("rb2", "b1", "r1")), provider.OK, 10_000)
	late := b.do(bet("b1", "r1", "1000"))
	b.is(late, provider.RolledBack, 10_000)
	b.is(b.do(bet("b1", "r1", "1000")), provider.RolledBack, 10_000)
	require.Equal(t, provider.Duplicate, b.do(bet("b1", "r1", "2000")).Status)
	b.is(b.do(win("w1", "b1", "r1", "5000")), provider.RolledBack, 10_000)
	b.sound(10_000)
}

func TestAVendorMayWantNotFoundForTheUnknown(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	require.NoError(t, provider.Upsert(t.Context(), b.db, acme, "seamless", provider.Settings{RollbackUnknown: provider.NotFound}))
	b.is(b.do(rollback("rb1", "b1", "r1")), provider.NotFound, 10_000)
	b.is(b.do(rollback("rb1", "b1", "r1")), provider.NotFound, 10_000)
	b.is(b.do(bet("b1", "r1", "1000")), provider.RolledBack, 10_000)
	b.sound(10_000)
}

func TestASecondRollbackCreditsNothing(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	b.do(bet("b1", "r1", "1000"))
	b.is(b.do(rollback("rb1", "b1", "r1")), provider.OK, 10_000)
	b.is(b.do(rollback("rb1", "b1", "r1")), provider.OK, 10_000)
	b.is(b.do(rollback("rb2", "b1", "r1")), provider.OK, 10_000)
	b.is(b.do(win("w1", "b1", "r1", "5000")), provider.RolledBack, 10_000)
	b.is(b.do(bet("b2", "r1", "1000")), provider.OK, 9_000) // a round whose bets are all undone may be played again
	b.sound(9_000)
}

func TestRollbackOfARollbackOrAForeignBetIsNotFound(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	b.do(bet("b1", "r1", "1000"))
	b.do(rollback("rb1", "b1", "r1"))
	require.Equal(t, provider.NotFound, b.do(rollback("rb2", "rb1", "r1")).Status, "a rollback cannot be rolled back")
	b.do(bet("b2", "r2", "1000"))
	other := factory.Member(t, b.db)
	o := rollback("rb3", "b2", "r2")
	o.Member = other.MemID
	require.Equal(t, provider.NotFound, b.do(o).Status, "somebody else's bet")
	b.sound(9_000)
}

func TestASettledBetCannotBeRolledBack(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	b.do(bet("b1", "r1", "1000"))
	b.is(b.do(win("w1", "b1", "r1", "0")), provider.OK, 9_000)
	b.is(b.do(rollback("rb1", "b1", "r1")), provider.AlreadySettled, 9_000)
	b.is(b.do(win("w2", "b1", "r1", "500")), provider.AlreadySettled, 9_000)
	b.sound(9_000)
}

func TestRollbackOfAWin(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	b.do(bet("b1", "r1", "1000"))
	b.do(win("w1", "b1", "r1", "5000"))
	b.is(b.do(rollback("rb1", "w1", "r1")), provider.OK, 9_000)
	b.is(b.do(win("w2", "b1", "r1", "3000")), provider.OK, 12_000) // the corrected win
	b.do(bet("b2", "r2", "12000"))
	a := b.do(rollback("rb2", "w2", "r1"))
	b.is(a, provider.OK, 0)
	require.Equal(t, money.Amount(3_000), a.Debt)
	var debt int64
	require.NoError(t, b.db.QueryRow(t.Context(), `SELECT amount FROM casino_debt WHERE tx_id = 'rb2'`).Scan(&debt))
	require.Equal(t, int64(3_000), debt)
	b.sound(0)
}

func TestAVendorMayWantARefusalInsteadOfADebt(t *testing.T) {
	t.Parallel()
	b := sit(t, 1_000)
	require.NoError(t, provider.Upsert(t.Context(), b.db, acme, "seamless", provider.Settings{WinRollback: provider.RefuseDebt}))
	b.do(bet("b1", "r1", "1000"))
	b.do(win("w1", "b1", "r1", "5000"))
	b.do(bet("b2", "r2", "4500"))
	b.is(b.do(rollback("rb1", "w1", "r1")), provider.InsufficientFunds, 500)
	b.sound(500)
}

func TestAnExpiredTokenStopsBetsOnly(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	token := b.launch(time.Minute)
	o := bet("b1", "r1", "1000")
	o.Token = token
	b.is(b.do(o), provider.OK, 9_000)
	var game string
	require.NoError(t, b.db.QueryRow(t.Context(), `SELECT game_code FROM casino_round`).Scan(&game))
	require.Equal(t, "moonjar", game, "the launch says which game")
	var seen time.Time
	require.NoError(t, b.db.QueryRow(t.Context(), `SELECT seen_at FROM member_session`).Scan(&seen))
	require.WithinDuration(t, b.clk.Now(), seen, time.Millisecond, "playing is being active (D-09)")

	b.clk.Advance(time.Minute)
	o = bet("b2", "r2", "1000")
	o.Token = token
	require.Equal(t, provider.TokenExpired, b.do(o).Status)
	a, err := b.s.Balance(t.Context(), acme, token, b.member, "KRW")
	require.NoError(t, err)
	require.Equal(t, provider.TokenExpired, a.Status)
	w := win("w1", "b1", "r1", "2000")
	w.Token = token
	b.is(b.do(w), provider.OK, 11_000)
	r := rollback("rb1", "w1", "r1")
	r.Token = token
	b.is(b.do(r), provider.OK, 9_000)
	b.sound(9_000)
}

func TestATokenIsOfItsMemberItsVendorAndALiveSession(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	token := b.launch(time.Hour)
	a, err := b.s.Balance(t.Context(), acme, token, "", "KRW")
	require.NoError(t, err)
	b.is(a, provider.OK, 10_000)
	other := factory.Member(t, b.db, func(m *factory.M) { m.Cash = 10_000 })
	for name, change := range map[string]func(*provider.Operation){
		"unknown":                func(o *provider.Operation) { o.Token = "nothing" },
		"unknown, with a member": func(o *provider.Operation) { o.Token, o.Member = "nothing", b.member },
		"other member":           func(o *provider.Operation) { o.Member = other.MemID },
	} {
		o := bet("x-"+name, "r1", "1000")
		o.Token = token
		change(&o)
		require.Equal(t, provider.TokenExpired, b.do(o).Status, name)
	}
	require.NoError(t, provider.Upsert(t.Context(), b.db, "other", "seamless", provider.Settings{}))
	foreign := bet("b1", "r1", "1000")
	foreign.Token, foreign.Currency = token, "KRW"
	a, err = b.s.Apply(t.Context(), "other", foreign, "")
	require.NoError(t, err)
	require.Equal(t, provider.TokenExpired, a.Status)
	b.exec(`UPDATE member_session SET state = 'ended'`)
	o := bet("b2", "r2", "1000")
	o.Token = token
	require.Equal(t, provider.TokenExpired, b.do(o).Status, "logging out ends the game")
	b.sound(10_000)
}

func TestCurrenciesAndAmounts(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	for _, c := range []string{"VND", "USD", "XXX", "krw"} {
		o := bet("c"+c, "r1", "1000")
		o.Currency = c
		require.Equal(t, provider.WrongCurrency, b.do(o).Status, c)
	}
	for _, a := range []string{"", "0", "-1", "1.5", "1,000", "1e3", " 1", "+1", "１０００", "0x10", "1000001", "99999999999999999999", "null", "1."} {
		got := b.do(bet("a"+a, "r1", a))
		b.is(got, provider.BadAmount, 10_000)
	}
	b.is(b.do(bet("ok", "r1", "1000.00")), provider.OK, 9_000)
	for _, a := range []string{"", "-1", "1,000", "1e3", "+1", "null", "1."} {
		got := b.do(win("w"+a, "ok", "r1", a))
		require.Equal(t, []any{provider.BadAmount, "parked"}, []any{got.Status, got.Result(provider.Win)}, "%q: a person must ask the provider what it means", a)
	}
	b.is(b.do(win("w0", "ok", "r1", "0")), provider.OK, 9_000)
	b.sound(9_000)
}

// D-71: a win in a finer unit than ours was answered as no amount, for ever. It is rounded down, and what was said is stored.
func TestAWinInAFinerUnitIsRoundedDown(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	for i, c := range []struct {
		said string
		paid money.Amount
		kept []string
	}{
		{"1500.99999", 1_500, []string{"1500.99999"}}, {"0.5", 0, []string{"0.5"}}, {"0000700.10", 700, []string{"0000700.10"}}, {"20.00000", 20, nil},
	} {
		n := fmt.Sprint(i)
		before := b.do(bet("b"+n, "r"+n, "1")).Balance
		o := win("w"+n, "b"+n, "r"+n, c.said)
		b.is(b.do(o), provider.OK, before+c.paid)
		b.is(b.do(o), provider.OK, before+c.paid)
		require.Equal(t, c.kept, append([]string(nil), b.texts("SELECT amount FROM casino_said WHERE tx_id = $1", "w"+n)...), c.said)
		require.Equal(t, []string{"closed"}, b.texts("SELECT state FROM casino_round WHERE round_id = $1", "r"+n))
		if c.kept != nil {
			require.Equal(t, provider.Duplicate, b.do(win("w"+n, "b"+n, "r"+n, c.said+"7")).Status, "the same id with another amount")
		}
	}
	require.Equal(t, provider.BadAmount, b.do(bet("f", "rf", "0.5")).Status, "a bet may be refused")
	require.Empty(t, check(t, b))
}

func TestABetOnAClosedRound(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	b.do(bet("b1", "r1", "1000"))
	b.do(bet("b2", "r1", "1000"))
	partial := win("w0", "b1", "r1", "100")
	partial.Closes = false
	b.is(b.do(partial), provider.OK, 8_100)
	b.is(b.do(bet("b3", "r1", "1000")), provider.OK, 7_100)
	b.is(b.do(win("w1", "b1", "r1", "100")), provider.OK, 7_200)
	b.is(b.do(bet("b4", "r1", "1000")), provider.RoundClosed, 7_200)
	b.is(b.do(win("w2", "b2", "r1", "100")), provider.OK, 7_300) // another bet of the round is paid after it closed
	b.sound(7_300)
}

func TestIneligibleBetsAreRefused(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	n := 0
	refused := func(want provider.Status, set, unset string) {
		t.Helper()
		n++
		tx, round := fmt.Sprint("b", n), fmt.Sprint("r", n)
		b.is(b.do(bet("ok"+tx, round, "100")), provider.OK, 10_000-100)
		b.exec(set)
		require.Equal(t, want, b.do(bet(tx, round, "100")).Status, set)
		b.is(b.do(rollback("rb"+tx, "ok"+tx, round)), provider.OK, 10_000) // money still comes back
		b.exec(unset)
	}
	refused(provider.BettingLocked, `UPDATE member_member SET bet_locked = true`, `UPDATE member_member SET bet_locked = false`)
	refused(provider.BettingLocked, `UPDATE member_member SET bet_permitted = false`, `UPDATE member_member SET bet_permitted = true`)
	for _, s := range []string{"pending", "stop", "suspended", "black", "deleted", "dormant", "closed", "excluded"} {
		refused(provider.BettingLocked, `UPDATE member_member SET status = '`+s+`'`, `UPDATE member_member SET status = 'normal'`)
	}
	refused(provider.Maintenance, `UPDATE site_site SET inspect = true`, `UPDATE site_site SET inspect = false`)
	refused(provider.Maintenance, `UPDATE site_site SET options = '{"bettingPaused": true}'`, `UPDATE site_site SET options = '{}'`)
	refused(provider.Maintenance, `UPDATE provider_provider SET active = false`, `UPDATE provider_provider SET active = true`)
	a := b.do(provider.Operation{Kind: provider.Bet, TxID: "x", RoundID: "x", Amount: "1", Member: "nobody"})
	b.is(a, provider.MemberNotFound, 0)
	b.sound(10_000)
}

func TestTheLimitGrowsWithTheLevel(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000, func(m *factory.M) { m.Level = 3 })
	b.exec(`UPDATE site_site SET options = '{"maxStake": 1000, "maxWin": 5000}'`)
	require.Equal(t, provider.BadAmount, b.do(bet("b1", "r1", "3001")).Status, "D-22: level 3 may stake three times as much")
	b.is(b.do(bet("b2", "r1", "3000")), provider.OK, 7_000)
	a := b.do(win("w1", "b2", "r1", "5001"))
	b.is(a, provider.OK, 7_000)
	require.True(t, a.Held, "a win above the limit is kept for two persons")
	b.sound(7_000)
}

// Many at once for one member: serialised, each with its own answer, never more than there is.
func TestManyAtOnceForOneMember(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	var mu sync.Mutex
	balances := map[money.Amount]int{}
	var g errgroup.Group
	start := make(chan struct{})
	for i := range 50 {
		g.Go(func() error {
			<-start
			o := bet(fmt.Sprint("b", i), fmt.Sprint("r", i), "1000")
			o.Member, o.Currency = b.member, "KRW"
			a, err := b.s.Apply(t.Context(), acme, o, "")
			mu.Lock()
			defer mu.Unlock()
			if err == nil && a.Status == provider.OK {
				balances[a.Balance]++
			}
			return err
		})
	}
	close(start)
	require.NoError(t, g.Wait())
	require.Len(t, balances, 10, "ten bets fit, each with a balance of its own")
	b.sound(0)
}

// One transaction sent fifty times at once has one effect, and one answer.
func TestOneIDManyTimesAtOnce(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	var g errgroup.Group
	start := make(chan struct{})
	for range 50 {
		g.Go(func() error {
			<-start
			o := bet("b1", "r1", "1000")
			o.Member, o.Currency = b.member, "KRW"
			a, err := b.s.Apply(t.Context(), acme, o, "")
			if err == nil && (a.Status != provider.OK || a.Balance != 9_000) {
				return fmt.Errorf("%+v", a)
			}
			return err
		})
	}
	close(start)
	require.NoError(t, g.Wait())
	b.sound(9_000)
}

// One id for two members at once: one of them has it.
func TestOneIDForTwoMembersAtOnce(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	other := factory.Member(t, b.db, func(m *factory.M) { m.Cash = 10_000 })
	for i := range 20 {
		var g errgroup.Group
		start, ok := make(chan struct{}), make(chan provider.Status, 2)
		for _, m := range []string{b.member, other.MemID} {
			g.Go(func() error {
				<-start
				o := bet(fmt.Sprint("b", i), fmt.Sprint("r", i), "10")
				o.Member, o.Currency = m, "KRW"
				a, err := b.s.Apply(t.Context(), acme, o, "")
				ok <- a.Status
				return err
			})
		}
		close(start)
		require.NoError(t, g.Wait())
		require.ElementsMatch(t, []provider.Status{provider.OK, provider.Duplicate}, []provider.Status{<-ok, <-ok})
	}
	sum := money.Amount(0)
	for _, m := range []string{b.member, other.MemID} {
		w, err := wallet.Balance(t.Context(), b.db, m, "KRW")
		require.NoError(t, err)
		sum += w.Cash
	}
	require.Equal(t, money.Amount(20_000-20*10), sum)
	sound(t, b.db)
}

func TestMalformedOperations(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	for name, o := range map[string]provider.Operation{
		"no id":            {Kind: provider.Bet, RoundID: "r", Member: b.member, Currency: "KRW", Amount: "1"},
		"no round":         {Kind: provider.Bet, TxID: "x", Member: b.member, Currency: "KRW", Amount: "1"},
		"no member":        {Kind: provider.Bet, TxID: "x", RoundID: "r", Currency: "KRW", Amount: "1"},
		"no currency":      {Kind: provider.Bet, TxID: "x", RoundID: "r", Member: b.member, Amount: "1"},
		"win without bet":  {Kind: provider.Win, TxID: "x", RoundID: "r", Member: b.member, Currency: "KRW", Amount: "1"},
		"rollback of what": {Kind: provider.Rollback, TxID: "x", RoundID: "r", Member: b.member, Currency: "KRW"},
		"of itself":        {Kind: provider.Rollback, TxID: "x", RefTxID: "x", Member: b.member, Currency: "KRW"},
		"kind":             {Kind: "gift", TxID: "x", RoundID: "r", Member: b.member, Currency: "KRW", Amount: "1"},
		"control":          {Kind: provider.Bet, TxID: "x\n", RoundID: "r", Member: b.member, Currency: "KRW", Amount: "1"},
		"long":             {Kind: provider.Bet, TxID: fmt.Sprintf("%0129d", 1), RoundID: "r", Member: b.member, Currency: "KRW", Amount: "1"},
		"not UTF-8":        {Kind: provider.Bet, TxID: "\xff", RoundID: "r", Member: b.member, Currency: "KRW", Amount: "1"},
	} {
		_, err := b.s.Apply(t.Context(), acme, o, "")
		require.ErrorIs(t, err, provider.ErrMalformed, name)
	}
	b.sound(10_000)
}
