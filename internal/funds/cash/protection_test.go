package cash_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash"
)

// depositLimit is a limit of the member's own over 24 hours.
func (s stage) depositLimit(c customer, amount money.Amount) {
	s.Helper()
	s.exec(`INSERT INTO protection_limit (member_id, kind, days, amount, set_at) VALUES ($1, 'deposit', 1, $2, $3)
		ON CONFLICT (member_id, kind, days) DO UPDATE SET amount = excluded.amount`, c.id, int64(amount), s.clk.Now())
}

// S-39: no deposit above the limit until the window is over; of many at once none slips by.
func TestADepositKeepsWithinTheMembersOwnLimit(t *testing.T) {
	s := open(t)
	m := s.member(0)
	s.depositLimit(m, 50_000)
	_, err := s.deposit(m, 60_000)
	s.refused("U034", err)
	require.Empty(t, s.list(m, ""))
	require.NoError(t, s.approve(s.must(s.deposit(m, 30_000))))
	first := s.clk.Now()
	s.clk.Advance(time.Hour)
	_, err = s.deposit(m, 30_000)
	s.refused("U034", err)
	require.Equal(t, map[string]int{"": 1, "C007": 49}, s.codes(atOnce(times(50, func() error {
		_, err := s.deposit(m, 20_000)
		return err
	})...)))
	require.NoError(t, s.approve(s.list(m, "in")[0]))
	s.clk.Advance(time.Hour)
	_, err = s.deposit(m, 10_000)
	s.refused("U034", err)
	s.clk.Set(first.Add(24 * time.Hour))
	s.must(s.deposit(m, 30_000))
	s.balanced()
}

// S-37, S-42: what a member decides between asking and the approval holds for what was asked.
func TestADepositIsNotCompletedAgainstALaterDecision(t *testing.T) {
	s := open(t)
	m := s.member(0)
	r := s.must(s.deposit(m, 30_000))
	s.depositLimit(m, 20_000)
	s.refused("U034", s.approve(r))
	require.Equal(t, cash.Requested, s.status(r))
	s.depositLimit(m, 30_000)
	s.exec(`UPDATE member_member SET timeout_until = $2 WHERE member_id = $1`, m.id, s.clk.Now().Add(time.Hour))
	s.refused("U033", s.approve(r))
	require.NoError(t, s.refuse(r))
	require.Zero(t, s.wallet(m).Cash)
	s.clk.Advance(time.Hour)
	require.NoError(t, s.approve(s.must(s.deposit(m, 30_000))))
	s.balanced()
}

// U033, U020, U018: members who may not deposit. S-42: those in a break may withdraw and are paid; those whom staff has shut out may not
// ask for a withdrawal, and one that they have asked for before is not paid as long as they are.
func TestWhoMayPayInAndWhoIsPaid(t *testing.T) {
	s := open(t)
	for _, c := range []struct {
		code, sql string
		inBreak   bool
	}{
		{"U033", `UPDATE member_member SET status = 'excluded', excluded_until = now() + interval '10 years' WHERE member_id = $1`, true},
		{"U033", `UPDATE member_member SET timeout_until = now() + interval '10 years' WHERE member_id = $1`, true},
		{"U020", `UPDATE member_member SET status = 'dormant' WHERE member_id = $1`, false},
		{"U018", `UPDATE member_member SET status = 'stop' WHERE member_id = $1`, false},
	} {
		m := s.member(50_000)
		s.depositLimit(m, 1)
		var asked cash.Request
		if !c.inBreak {
			asked = s.must(s.withdraw(m, 50_000))
		}
		s.exec(c.sql, m.id)
		_, err := s.deposit(m, 10_000)
		s.refused(c.code, err)
		if c.inBreak {
			asked = s.must(s.withdraw(m, 50_000))
		} else {
			other := s.member(50_000)
			s.exec(c.sql, other.id)
			_, err = s.withdraw(other, 10_000)
			s.refused(c.code, err)
		}
		if !c.inBreak {
			s.refused(c.code, s.approve(asked))
			s.exec(`UPDATE member_member SET status = 'normal' WHERE member_id = $1`, m.id)
		}
		require.NoError(t, s.approve(asked))
		require.Zero(t, s.wallet(m).Cash)
	}
	s.balanced()
}
