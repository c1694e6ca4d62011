package cash_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/accounting/reconcile"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/promo"
	"hubstake/internal/ledger/turnover"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/provider"
)

// owes is what a member must still play.
func (s stage) owes(m customer) turnover.Remainder {
	s.Helper()
	r, err := s.desk.Turnover(s.Context(), "demo", m.id)
	require.NoError(s, err)
	require.Equal(s, r.Needed, r.Done+r.Remaining)
	return r.Remainder
}

// remaining checks what a member must still play.
func (s stage) remaining(m customer, want money.Amount) {
	s.Helper()
	require.Equal(s, want, s.owes(m).Remaining)
}

// play closes a round of a member that begins now: the stake goes and the payout comes through the vendor's wallet API.
func (s stage) play(m customer, id string, stake, payout money.Amount) {
	s.Helper()
	s.vendor(m, provider.Operation{Kind: provider.Bet, TxID: "b" + id, RoundID: id, Amount: stake.String()})
	s.vendor(m, provider.Operation{Kind: provider.Win, TxID: "w" + id, RefTxID: "b" + id, RoundID: id, Amount: payout.String(), Closes: true})
}

// vendor carries out an operation that must be accepted.
func (s stage) vendor(m customer, o provider.Operation) {
	s.Helper()
	_, err := s.db.Exec(s.Context(), "INSERT INTO provider_provider (vendor_id, family) VALUES ('sim', 'seamless') ON CONFLICT DO NOTHING")
	require.NoError(s, err)
	o.Member, o.Currency = m.id, "KRW"
	a, err := s.bets.Apply(s.Context(), "sim", o, "")
	require.NoError(s, err)
	require.Equal(s, provider.OK, a.Status)
}

// deposited pays in and lets staff approve it.
func (s stage) deposited(m customer, amount money.Amount) {
	s.Helper()
	require.NoError(s, s.approve(s.must(s.deposit(m, amount))))
}

// booksHold proves every invariant, those of the turnover among them.
func (s stage) booksHold() {
	s.Helper()
	found, err := wallet.Prove(s.Context(), s.db, reconcile.All())
	require.NoError(s, err)
	require.Empty(s, found)
}

var manyStakes = option("maxStake", 100_000_000)

func TestDepositBetweenAskingAndPaymentStillNeedsTurnover(t *testing.T) {
	s := open(t, option("depositWaitMinutes", 0), manyStakes)
	s.rules()
	m := s.member(20_000)
	waiting := s.must(s.withdraw(m, 10_000))
	s.clk.Advance(time.Minute)
	s.deposited(m, 1_000_000)
	s.remaining(m, 1_300_000) // the deposit, and three times its bonus
	require.NoError(t, s.approve(waiting))
	s.remaining(m, 1_300_000)
	s.clk.Advance(61 * time.Minute) // C008
	_, err := s.withdraw(m, 1_110_000)
	require.Equal(t, map[string]string{"remaining": "1300000"}, s.refused("C015", err).Params())
	s.play(m, "r1", 1_110_000, 1_200_000)
	s.remaining(m, 190_000)
	s.play(m, "r2", 190_000, 0)
	s.must(s.withdraw(m, 1_010_000))
	s.booksHold()
}

func TestStakesBeforeADepositDoNotCountForIt(t *testing.T) {
	s := open(t, option("depositWaitMinutes", 0), manyStakes)
	s.rules()
	m := s.member(1_400_000)
	s.play(m, "before", 1_400_000, 1_390_000)
	s.clk.Advance(time.Minute)
	s.deposited(m, 1_000_000)
	s.remaining(m, 1_300_000)
	_, err := s.withdraw(m, 1_110_000)
	s.refused("C015", err)
}

// A round that is open when the deposit comes began before it, whenever it closes.
func TestARoundThatIsOpenWhenTheDepositComesDoesNotCountForIt(t *testing.T) {
	s := open(t, manyStakes)
	m := s.member(100_000)
	s.vendor(m, provider.Operation{Kind: provider.Bet, TxID: "b1", RoundID: "r1", Amount: "100000"})
	s.deposited(m, 50_000)
	s.vendor(m, provider.Operation{Kind: provider.Bet, TxID: "b2", RoundID: "r1", Amount: "30000"}) // nor does what joins it
	s.vendor(m, provider.Operation{Kind: provider.Win, TxID: "w1", RefTxID: "b1", RoundID: "r1", Amount: "200000", Closes: true})
	s.remaining(m, 50_000)
}

func TestARolledBackRoundGivesTheNeedBack(t *testing.T) {
	s := open(t)
	m := s.member(0)
	s.deposited(m, 100_000)
	s.play(m, "r1", 100_000, 120_000)
	s.remaining(m, 0)
	s.vendor(m, provider.Operation{Kind: provider.Rollback, TxID: "x1", RefTxID: "wr1"})
	s.remaining(m, 100_000) // open again
	s.vendor(m, provider.Operation{Kind: provider.Win, TxID: "w2", RefTxID: "br1", RoundID: "r1", Amount: "100000", Closes: true})
	s.remaining(m, 100_000) // settled again, as a tie
	s.vendor(m, provider.Operation{Kind: provider.Rollback, TxID: "x2", RefTxID: "w2"})
	s.vendor(m, provider.Operation{Kind: provider.Rollback, TxID: "x3", RefTxID: "br1"})
	s.remaining(m, 100_000) // void
	s.play(m, "r2", 60_000, 0)
	s.remaining(m, 40_000)
	s.booksHold()
}

func TestMoreThanNeededIsNotSavedForTheNextDeposit(t *testing.T) {
	s := open(t, option("depositWaitMinutes", 0))
	m := s.member(500_000)
	s.deposited(m, 10_000)
	s.play(m, "r1", 400_000, 390_000)
	s.remaining(m, 0)
	s.deposited(m, 20_000)
	s.remaining(m, 20_000)
}

func TestAnEmptyWalletBeginsAgainWithNothing(t *testing.T) {
	s := open(t, option("rollingBasisPoints", 50_000), option("depositWaitMinutes", 0))
	m := s.member(0)
	s.deposited(m, 100_000)
	s.play(m, "r1", 96_000, 0)
	require.Equal(t, turnover.Remainder{Products: s.owes(m).Products}, s.owes(m), "4,000 are less than the smallest bet")
	s.deposited(m, 10_000)
	s.remaining(m, 50_000) // of this deposit alone
	s.play(m, "r2", 9_000, 0)
	s.remaining(m, 41_000) // 5,000 are a wallet
	s.deposited(m, 10_000)
	s.remaining(m, 91_000)
	s.booksHold()
}

// Money that is somewhere else for the moment is the member's: on hold, in an open round, with a provider, in points.
func TestMoneyElsewhereIsNoEmptyWallet(t *testing.T) {
	t.Parallel()
	for name, hide := range map[string]func(s stage, m customer){
		"a requested withdrawal": func(s stage, m customer) {
			_, err := s.db.Exec(s.Context(), "UPDATE wallet_balance SET balance = 0, held = 100000 WHERE member_id = $1", m.id)
			require.NoError(s, err)
		},
		"an open round": func(s stage, m customer) {
			s.vendor(m, provider.Operation{Kind: provider.Bet, TxID: "b", RoundID: "r", Amount: "100000"})
		},
		"a provider's wallet": func(s stage, m customer) {
			s.inProvider(m, 100_000, 0)
		},
		"on its way to a provider": func(s stage, m customer) {
			s.inProvider(m, 0, 100_000)
		},
		"points that can become cash": func(s stage, m customer) {
			_, err := s.db.Exec(s.Context(), "UPDATE wallet_balance SET balance = 0, points = 10000 WHERE member_id = $1", m.id)
			require.NoError(s, err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, option("depositWaitMinutes", 0))
			m := s.member(0)
			s.deposited(m, 100_000)
			hide(s, m)
			s.remaining(m, 100_000)
			s.deposited(m, 10_000)
			s.remaining(m, 110_000)
		})
	}
}

// inProvider takes the member's cash away, and has a provider's wallet hold so much, and so much be on its way there.
func (s stage) inProvider(m customer, there, pending money.Amount) {
	s.Helper()
	for _, sql := range []string{
		"INSERT INTO provider_provider (vendor_id, family) VALUES ('acme', 'transfer') ON CONFLICT DO NOTHING",
		"UPDATE wallet_balance SET balance = 0 WHERE member_id = '" + m.id + "'",
		"INSERT INTO transfer_account (member_id, vendor_id, currency, site_id, balance, said_at) VALUES ('" + m.id + "', 'acme', 'KRW', 'demo', " + there.String() + ", now())",
	} {
		_, err := s.db.Exec(s.Context(), sql)
		require.NoError(s, err)
	}
	if pending > 0 {
		_, err := s.db.Exec(s.Context(), `INSERT INTO transfer_order (id, site_id, member_id, vendor_id, currency, direction, amount, ask_at, created_at)
			VALUES ('o' || $1, 'demo', $1, 'acme', 'KRW', 'in', $2, now(), now())`, m.id, int64(pending))
		require.NoError(s, err)
	}
}

func TestABonusAfterAWinAsksForItsOwnTurnoverOnly(t *testing.T) {
	s := open(t, option("depositWaitMinutes", 0), manyStakes)
	s.rules()
	m := s.member(0)
	s.deposited(m, 100_000) // and 10,000, three times
	s.play(m, "r1", 110_000, 900_000)
	s.play(m, "r2", 20_000, 0)
	s.remaining(m, 0)
	s.clk.Advance(5 * time.Minute)
	s.deposited(m, 100_000) // and 5,000, three times
	s.remaining(m, 115_000)
	s.booksHold()
}

// catalogue has a game of three products: s, c and m.
func (s stage) catalogue() {
	s.Helper()
	for group, code := range map[string]string{"slot": "s", "casino": "c", "minigame": "m"} {
		_, err := s.db.Exec(s.Context(), "INSERT INTO provider_provider (vendor_id, family) VALUES ('sim', 'seamless') ON CONFLICT DO NOTHING")
		require.NoError(s, err)
		_, err = s.db.Exec(s.Context(), `WITH p AS (INSERT INTO game_product (proc_id, vendor_id, group_code, name, lobby_symbol, image) VALUES ('p-' || $1, 'sim', $1, 'n', 'l', 'i'))
			INSERT INTO game_game (code, proc_id, name_kor, name_eng, thumbnail) VALUES ($2, 'p-' || $1, 'k', 'e', 't')`, group, code)
		require.NoError(s, err)
	}
}

func TestProductsCountByTheirWeight(t *testing.T) {
	s := open(t, option("rollingWeights", map[string]int{"slot": 2_500, "minigame": 0}), manyStakes)
	s.catalogue()
	m := s.member(1_000_000)
	s.deposited(m, 1_000_000)
	in := func(id, game string, stake, payout money.Amount) {
		t.Helper()
		s.vendor(m, provider.Operation{Kind: provider.Bet, TxID: "b" + id, RoundID: id, Amount: stake.String(), Game: game})
		s.vendor(m, provider.Operation{Kind: provider.Win, TxID: "w" + id, RefTxID: "b" + id, RoundID: id, Amount: payout.String(), Closes: true})
	}
	in("1", "s", 100_002, 50_000)
	in("2", "c", 300_000, 400_000)
	in("3", "m", 50_000, 0)
	in("4", "", 10_000, 0)
	require.Equal(t, turnover.Remainder{
		Needed: 1_000_000, Done: 335_000, Remaining: 665_000, Products: []turnover.Product{
			{Name: "sports", Weight: 10_000, Remaining: 665_000},
			{Name: "casino", Weight: 10_000, Staked: 300_000, Counted: 300_000, Remaining: 665_000},
			{Name: "slot", Weight: 2_500, Staked: 100_002, Counted: 25_000, Remaining: 2_660_000},
			{Name: "minigame", Staked: 50_000},
			{Name: "fishing", Weight: 10_000, Remaining: 665_000},
			{Name: "virtual", Weight: 10_000, Remaining: 665_000},
			{Name: "other", Weight: 10_000, Staked: 10_000, Counted: 10_000, Remaining: 665_000},
		},
	}, s.owes(m))

	// Both sides of a table: what they cancel out counts nothing.
	s.vendor(m, provider.Operation{Kind: provider.Bet, TxID: "banker", RoundID: "5", Amount: "200000", Game: "c"})
	s.vendor(m, provider.Operation{Kind: provider.Bet, TxID: "player", RoundID: "5", Amount: "200000", Game: "c"})
	s.vendor(m, provider.Operation{Kind: provider.Win, TxID: "w5", RefTxID: "banker", RoundID: "5", Amount: "390000", Closes: true})
	s.remaining(m, 655_000)
	s.booksHold()
}

// Two nodes at once: no order of a member's deposits, rounds and withdrawals reduces the turnover.
func TestDepositsAndWithdrawalsAtOnceAreExact(t *testing.T) {
	s := open(t, option("depositWaitMinutes", 0), option("withdrawWaitMinutes", 0), option("pinTries", 1000))
	for range 10 {
		m := s.member(50_000)
		deposit := s.must(s.deposit(m, 50_000))
		errs := atOnce(
			func() error { return s.approve(deposit) },
			func() error { _, err := s.withdraw(m, 50_000); return err },
		)
		require.NoError(t, errs[0])
		if errs[1] != nil { // the deposit was first
			s.refused("C015", errs[1])
		}
		s.remaining(m, 50_000)
	}
	s.booksHold()
}

func TestPointsThatBecomeCashMustBePlayed(t *testing.T) {
	s := open(t)
	m := s.member(0)
	_, err := s.db.Exec(t.Context(), "UPDATE wallet_balance SET points = 30000 WHERE member_id = $1", m.id)
	require.NoError(t, err)
	s.convert(m, 20_000)
	s.remaining(m, 20_000)
	_, err = s.withdraw(m, 20_000)
	s.refused("C015", err)
}

// The points of a bonus carry its turnover: an empty cash wallet does not rid them of it.
func TestABonusInPointsKeepsItsTurnoverWhenTheCashIsLost(t *testing.T) {
	s := open(t, option("pointRollingBasisPoints", 0))
	sites := site.New(s.db, s.clk)
	svc := promo.New(s.db, s.clk, sites, member.New(s.db, s.clk, sites, member.Keys{}), s.msgs)
	b := promo.Bonus{Active: true, Unit: wallet.Point, Rates: []int64{5_000, 0, 0, 0, 0, 0, 0, 0, 0, 0}, Cap: 100_000, Turnover: 50_000}
	require.NoError(t, svc.SaveBonus(t.Context(), staff, "demo", promo.RuleFirst, promo.Form{}, b))
	m := s.member(0)
	s.deposited(m, 100_000)
	s.remaining(m, 350_000)
	s.play(m, "r1", 100_000, 0)
	s.remaining(m, 250_000)
	s.convert(m, 50_000)
	s.remaining(m, 250_000)
	_, err := s.withdraw(m, 50_000)
	s.refused("C015", err)
}

// Entries older than turnover.Keep are merged into the opening state; the remainder stays the same.
func TestAdvancingChangesNothingThatIsAskedFor(t *testing.T) {
	s := open(t, option("depositWaitMinutes", 0), option("exchangeClosedFrom", "00:00"), option("exchangeClosedTo", "00:00"))
	m := s.member(0)
	for i := range 12 {
		s.deposited(m, 100_000)
		s.play(m, "a"+string(rune('a'+i)), 30_000, 20_000)
		s.clk.Advance(24 * time.Hour)
		before := s.owes(m)
		_, err := turnover.Advance(t.Context(), s.db, s.clk.Now())
		require.NoError(t, err)
		require.Equal(t, before.Remaining, s.owes(m).Remaining)
		require.Equal(t, money.Amount(70_000*(i+1)), before.Remaining)
	}
	var folded int64
	require.NoError(t, s.db.QueryRow(t.Context(), "SELECT remainder FROM turnover_state WHERE member_id = $1", m.id).Scan(&folded))
	require.Positive(t, folded)
	s.play(m, "last", 840_000, 0)
	s.remaining(m, 0)
	require.NoError(t, s.approve(s.must(s.withdraw(m, 10_000))))
	s.clk.Advance(10 * 24 * time.Hour)
	_, err := turnover.Advance(t.Context(), s.db, s.clk.Now())
	require.NoError(t, err)
	var open bool
	require.NoError(t, s.db.QueryRow(t.Context(), "SELECT due_at IS NOT NULL FROM turnover_state WHERE member_id = $1", m.id).Scan(&open))
	require.False(t, open, "nothing is asked for: the job leaves the member alone")
	s.booksHold()
}
