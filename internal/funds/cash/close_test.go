package cash_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/credential"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func (s stage) closeAccount(c customer, cashLeft, points money.Amount) error {
	return s.desk.CloseAccount(s.Context(), cash.Closing{Requester: c.requester(), Cash: cashLeft, Points: points, Password: factory.Password})
}

func (s stage) memberStatus(c customer) string {
	return pgtest.Column(s, s.db, "SELECT status || ' ' || coalesce(status_by, '') FROM member_member WHERE member_id = '"+c.id+"'")[0]
}

// S-15: a member closes the account, and gives up what is left by its exact sum only.
func TestAMemberClosesTheAccount(t *testing.T) {
	s := open(t)
	c := s.member(1_500, func(m *factory.M) { m.Points = 300 })
	wrong := cash.Closing{Requester: c.requester(), Cash: 1_500, Points: 300, Password: credential.Secret("wrong-1")}
	require.ErrorIs(t, s.desk.CloseAccount(t.Context(), wrong), fault.WrongPassword)
	wrong.Password = ""
	require.ErrorIs(t, s.desk.CloseAccount(t.Context(), wrong), fault.PasswordRequired)
	require.ErrorIs(t, s.closeAccount(c, 1_400, 300), fault.PaymentProblem, "not what is left")
	require.ErrorIs(t, s.closeAccount(c, 1_500, 0), fault.PaymentProblem)
	require.Contains(t, s.memberStatus(c), "normal")

	require.NoError(t, s.closeAccount(c, 1_500, 300))
	require.Equal(t, "closed "+c.id, s.memberStatus(c))
	require.Equal(t, []string{"cash closing -1500", "point closing.points -300"}, pgtest.Column(t, s.db,
		"SELECT unit || ' ' || kind || ' ' || amount FROM wallet_ledger WHERE member_id = '"+c.id+"' AND kind LIKE 'closing%' ORDER BY version"))
	require.Equal(t, []string{"member.close " + c.id}, pgtest.Column(t, s.db, "SELECT action || ' ' || target FROM audit_note WHERE action = 'member.close'"))
	require.ErrorIs(t, s.closeAccount(c, 0, 0), fault.Suspended, "once")
	_, err := s.deposit(c, 10_000)
	require.ErrorIs(t, err, fault.ContactAdmin)
}

func TestAnAccountWithSomethingOpenStaysOpen(t *testing.T) {
	s := open(t)
	asked := s.member(0)
	_, err := s.deposit(asked, 10_000)
	require.NoError(t, err)
	require.ErrorIs(t, s.closeAccount(asked, 0, 0), fault.RequestPending)

	playing := s.member(5_000)
	_, err = s.db.Exec(t.Context(), `INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, currency, state, bets, stake, balance_before, balance_after, created_at)
		VALUES ('sim', 'open', $1, 'demo', 'KRW', 'open', 1, 1000, 6000, 5000, $2)`, playing.id, noon)
	require.NoError(t, err)
	require.ErrorIs(t, s.closeAccount(playing, 5_000, 0), fault.PreviousBetsSettling)
	require.Contains(t, s.memberStatus(playing), "normal")

	partner := s.member(0, func(m *factory.M) { m.PartnerLevel = 1 })
	require.ErrorIs(t, s.closeAccount(partner, 0, 0), fault.ContactAdmin, "staff looks after a downline")
}

// A withdrawal and the closing at once: the money is paid or the account stays open, and nothing is lost without having been agreed to.
func TestClosingAndWithdrawingAtOnce(t *testing.T) {
	s := open(t)
	for range 5 {
		c := s.member(10_000)
		var wg sync.WaitGroup
		var closing, withdrawing error
		wg.Go(func() { closing = s.closeAccount(c, 10_000, 0) })
		wg.Go(func() { _, withdrawing = s.withdraw(c, 10_000) })
		wg.Wait()
		require.NotEqual(t, closing == nil, withdrawing == nil, "%v; %v", closing, withdrawing)
	}
}

func TestManyClosingsAtOnceAreOne(t *testing.T) {
	s := open(t)
	c := s.member(10_000)
	errs := make([]error, 5) // fewer than the tries that lock an account: each counts until its password was checked
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() { errs[i] = s.closeAccount(c, 10_000, 0) })
	}
	wg.Wait()
	done := 0
	for _, err := range errs {
		if err == nil {
			done++
			continue
		}
		require.ErrorIs(t, err, fault.Suspended)
	}
	require.Equal(t, 1, done)
	require.Equal(t, []string{"-10000"}, pgtest.Column(t, s.db,
		"SELECT amount::text FROM wallet_ledger WHERE member_id = '"+c.id+"' AND kind = 'closing'"))
}
