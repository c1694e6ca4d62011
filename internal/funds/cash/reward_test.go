package cash_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash"
	"hubstake/internal/funds/promo"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/factory"
)

// rules sets bonuses of 10 % for the first deposit of a day and 5 % for later ones, in cash, to be played three times.
func (s stage) rules() {
	s.Helper()
	sites := site.New(s.db, s.clk)
	svc := promo.New(s.db, s.clk, sites, member.New(s.db, s.clk, sites, member.Keys{}), s.msgs)
	for rule, rate := range map[string]int64{promo.RuleFirst: 1_000, promo.RuleAgain: 500} {
		b := promo.Bonus{Active: true, Unit: wallet.Cash, Rates: make([]int64, promo.Levels), Cap: 100_000, Turnover: 30_000}
		for i := range b.Rates {
			b.Rates[i] = rate
		}
		require.NoError(s, svc.SaveBonus(s.Context(), audit.Actor{ID: "staff1"}, "demo", rule, promo.Form{}, b))
	}
}

func TestADepositBringsItsBonusAndTheTurnoverOfIt(t *testing.T) {
	s := open(t)
	s.rules()
	m := s.member(0)
	deposit := func(amount money.Amount) cash.Request {
		r := s.must(s.deposit(m, amount))
		require.NoError(t, s.approve(r))
		s.clk.Advance(5 * time.Minute)
		return r
	}
	deposit(100_000)
	require.Equal(t, money.Amount(110_000), s.wallet(m).Cash)
	turnover, err := s.desk.Turnover(t.Context(), "demo", m.id)
	require.NoError(t, err)
	require.Equal(t, money.Amount(130_000), turnover.Needed, "the deposit, and three times the bonus (D-20)")
	_, err = s.withdraw(m, 10_000)
	require.Equal(t, map[string]string{"remaining": "130000"}, s.refused("C015", err).Params())

	deposit(100_000) // a later one of the day
	deposit(100_000) // once a day
	require.Equal(t, money.Amount(315_000), s.wallet(m).Cash)
	s.clk.Set(time.Date(2026, 9, 10, 15, 0, 0, 0, time.UTC)) // midnight in Seoul
	deposit(100_000)
	require.Equal(t, money.Amount(425_000), s.wallet(m).Cash)
	require.Equal(t, []string{
		"deposit 100000", "bonus.first 10000", "deposit 100000", "bonus.again 5000", "deposit 100000", "deposit 100000", "bonus.first 10000",
	}, s.strings("SELECT kind || ' ' || amount FROM wallet_ledger WHERE member_id = $1 ORDER BY version", m.id))
	s.balanced()
}

func TestStaffSeesTheBonusThatAnApprovalPays(t *testing.T) {
	s := open(t)
	s.rules()
	m := s.member(0)
	background := func(r cash.Request) (cash.Background, []string) {
		b, err := s.desk.Background(t.Context(), "demo", r.ID, "staff1", "en")
		require.NoError(t, err)
		var bonuses []string
		for _, g := range b.Bonuses {
			bonuses = append(bonuses, fmt.Sprintf("%s %d, play %d", g.Rule, g.Amount, g.Turnover))
		}
		return b, bonuses
	}
	for i, want := range [][]string{{"first 10000, play 30000"}, {"again 5000, play 15000"}, nil} {
		r := s.must(s.deposit(m, 100_000))
		before := s.wallet(m).Cash
		b, bonuses := background(r)
		require.Equal(t, want, bonuses)
		require.Equal(t, cash.Total{Count: int64(i), Amount: money.Amount(i) * 100_000}, b.Deposits, "without the one that waits")
		require.NoError(t, s.approve(r))
		paid := money.Amount(0)
		for _, g := range b.Bonuses {
			paid += g.Amount
		}
		require.Equal(t, before+100_000+paid, s.wallet(m).Cash, "what was shown is what is paid")
		b, bonuses = background(r)
		require.Empty(t, bonuses, "it is paid")
		turnover, err := s.desk.Turnover(t.Context(), "demo", m.id)
		require.NoError(t, err)
		require.Equal(t, turnover.Remaining, b.Turnover)
		s.clk.Advance(5 * time.Minute)
	}
	_, err := s.desk.Background(t.Context(), "demo", 0, "staff1", "en")
	require.ErrorIs(t, err, fault.Failed)
}

func TestOfFiftyApprovalsOneGivesTheBonus(t *testing.T) {
	s := open(t)
	s.rules()
	m := s.member(0)
	r := s.must(s.deposit(m, 100_000))
	errs := atOnce(append(times(49, func() error { return s.approve(r) }), func() error { return s.refuse(r) })...)
	codes := s.codes(errs)
	require.Equal(t, map[string]int{"": 1, "C019": 49}, codes)
	if s.status(r) == cash.Done {
		require.Equal(t, money.Amount(110_000), s.wallet(m).Cash)
	} else {
		require.Zero(t, s.wallet(m).Cash)
	}
	s.balanced()
}

func TestLevelsHaveLimitsOfTheirOwn(t *testing.T) {
	s := open(t, option("levels", map[string]any{"3": map[string]any{"depositMin": 50_000, "depositMax": 8_000_000, "withdrawMax": 20_000}}))
	one, three := s.member(100_000), s.member(100_000, func(m *factory.M) { m.Level = 3 })
	_, err := s.deposit(three, 40_000)
	require.Equal(t, map[string]string{"min": "50000"}, s.refused("C004", err).Params())
	_, err = s.deposit(one, 6_000_000)
	s.refused("C003", err)
	s.must(s.deposit(three, 6_000_000))
	s.must(s.deposit(one, 40_000))
	_, err = s.withdraw(three, 30_000)
	require.Equal(t, map[string]string{"max": "20000"}, s.refused("C013", err).Params())
	s.must(s.withdraw(one, 30_000))
}
