package cash_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/play/casino"
)

// D-74: what a member owes is taken before a withdrawal is asked for, and a withdrawal that would leave the debt is refused.
func TestADebtIsTakenBeforeAWithdrawal(t *testing.T) {
	s := open(t)
	c := s.member(600_000)
	_, err := s.db.Exec(t.Context(), `INSERT INTO casino_debt (vendor_id, tx_id, member_id, currency, amount) VALUES ('house', 'w1', $1, 'KRW', 50000), ('house', 'w2', $1, 'KRW', 1120000)`, c.id)
	require.NoError(t, err)
	f := func(amount money.Amount) error { _, err := s.withdraw(c, amount); return err }
	s.refused("C032", f(600_000))
	s.refused("C032", f(10_000))
	s.refused("C001", f(610_000))
	_, err = s.db.Exec(t.Context(), "DELETE FROM casino_debt WHERE tx_id = 'w2'")
	require.NoError(t, err)
	s.refused("C032", f(560_000))
	require.Equal(t, []string{"600000 0"}, s.strings("SELECT balance || ' ' || held FROM wallet_balance WHERE member_id = $1", c.id), "a refusal takes nothing")
	owed, err := s.desk.Owed(t.Context(), "demo", c.id)
	require.NoError(t, err)
	require.Equal(t, money.Amount(50_000), owed)

	r := s.must(s.withdraw(c, 500_000))
	require.Equal(t, []string{"50000 500000"}, s.strings("SELECT balance || ' ' || held FROM wallet_balance WHERE member_id = $1", c.id))
	require.Equal(t, []string{"50000"}, s.strings("SELECT repaid::text FROM casino_debt"))
	b, err := s.desk.Background(t.Context(), "demo", r.ID, "staff1", "en")
	require.NoError(t, err)
	require.Zero(t, b.Owed)
	require.NoError(t, s.refuse(r)) // the debt stays paid
	require.Equal(t, []string{"550000 0"}, s.strings("SELECT balance || ' ' || held FROM wallet_balance WHERE member_id = $1", c.id))
	found, err := wallet.Prove(t.Context(), s.db, casino.Invariants)
	require.NoError(t, err)
	require.Empty(t, found)
}

// M7: a bet met the turnover, the withdrawal was asked for, and the bet became void: the card says so, and paying needs a reason.
func TestTurnoverIsLookedAtAgainWhenAWithdrawalIsPaid(t *testing.T) {
	s := open(t, option("payoutCodeFrom", 900_000_000))
	c := s.member(0)
	require.NoError(t, s.approve(s.must(s.deposit(c, 100_000))))
	_, err := s.db.Exec(t.Context(), `INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, game_code, currency, bets, stake, payout, state, counts, balance_before, balance_after, created_at, closed_at)
		VALUES ('sim', 'r1', $1, 'demo', 'none', 'KRW', 1, 100000, 0, 'closed', true, 100000, 0, $2, $2)`, c.id, noon)
	require.NoError(t, err)
	s.clk.Advance(time.Second) // what is to be played for a deposit of the same moment would be a later one's
	r := s.must(s.withdraw(c, 50_000))
	again := func() money.Amount {
		b, err := s.desk.Background(t.Context(), "demo", r.ID, "staff1", "en")
		require.NoError(t, err)
		return b.Reopened
	}
	require.Zero(t, again())
	_, err = s.db.Exec(t.Context(), `UPDATE casino_round SET state = 'void', bets = 0, stake = 0, payout = 0`)
	require.NoError(t, err)
	require.Equal(t, money.Amount(100_000), again())
	s.refused("C033", s.approve(r))
	s.refused("E001", s.desk.ApproveBecause(t.Context(), "demo", staff, s.shown(r), true, strings.Repeat("x", 301)))
	require.NoError(t, s.desk.ApproveBecause(t.Context(), "demo", staff, s.shown(r), true, "the match was called off"))
	require.Equal(t, []string{"the match was called off"}, s.strings("SELECT detail->>'why' FROM audit_entry WHERE action = 'cash.approve' AND detail->>'why' <> ''"))
}
