package cash_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/testkit/factory"
)

// S-103: a test account moves no real money, whether it was marked before its request or after it.
func TestATestAccountDepositsAndWithdrawsNothing(t *testing.T) {
	s := open(t)
	m, waits := s.member(0), s.member(0)
	factory.MarkTest(t, s.db, m.id)
	_, err := s.deposit(m, 50_000)
	s.refused("U051", err)
	_, err = s.withdraw(m, 10_000)
	s.refused("U051", err)
	require.Equal(t, []string{"0"}, s.strings("SELECT count(*)::text FROM cash_request"))

	r := s.must(s.deposit(waits, 50_000))
	factory.MarkTest(t, s.db, waits.id)
	s.refused("U051", s.approve(r))
	require.Zero(t, s.wallet(waits))
	require.NoError(t, s.refuse(r))
	s.balanced()
}
