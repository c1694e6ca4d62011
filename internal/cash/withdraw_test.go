package cash_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/cash"
	"hubstake/internal/member"
	"hubstake/internal/money"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/wallet"
)

func TestAWithdrawalIsRefusedWithItsCode(t *testing.T) {
	s := open(t)
	m := s.member(1_000_000)
	for _, c := range []struct {
		amount, pin, bank, code string
		params                  map[string]string
	}{
		{"-1", "", "", "C009", nil},
		{"0", "", "", "C009", nil},
		{"1.5", "", "", "C009", nil},
		{`"10,000"`, "", "", "C009", nil},
		{"1e4", "", "", "C009", nil},
		{"null", "", "", "C009", nil},
		{`"１００００"`, "", "", "C009", nil},
		{"9999", "", "", "C014", map[string]string{"min": "10000"}},
		{"5000001", "", "", "C013", map[string]string{"max": "5000000"}},
		{"10001", "", "", "C012", map[string]string{"unit": "10000"}},
		{"10000", "1234", "Shinhan", "U106", nil},
		{"10000", "", "", "C028", nil},
		{"10000", "9999", "", "C017", map[string]string{"max": "5", "minutes": "30"}},
		{"1010000", "9999", "", "C017", map[string]string{"max": "5", "minutes": "30"}}, // the balance is not told without the PIN
		{"1010000", "1234", "", "C001", nil},
	} {
		var in money.Input
		require.NoError(t, in.UnmarshalJSON([]byte(c.amount)))
		_, err := s.desk.Withdraw(t.Context(), cash.WithdrawalAsk{Asker: m.asker(), Amount: in, PIN: member.Secret(c.pin), Bank: c.bank})
		require.Equal(t, c.params, s.refused(c.code, err).Params(), "%s", c.amount)
	}
	require.Empty(t, s.list(m, ""), "nothing changed")
	require.Equal(t, wallet.State{Cash: 1_000_000, Version: 1}, s.wallet(m))
	require.Empty(t, s.strings("SELECT cmd FROM outbox_event WHERE cmd <> 'CASH'"))

	s.exec("UPDATE site_site SET options = '{\"withdrawalPaused\": true}'")
	_, err := s.withdraw(m, 1)
	s.refused("S006", err)
	s.exec("UPDATE site_site SET inspect = true")
	_, err = s.withdraw(m, 1)
	s.refused("S001", err)
}

func TestWhoMayBePaidOut(t *testing.T) {
	s := open(t)
	for _, c := range []struct {
		code   string
		change func(*factory.M)
		sql    string
	}{
		{code: "C016", change: func(m *factory.M) { m.PIN = "" }},
		{code: "U106", change: func(m *factory.M) { m.Holder = "Lee Minsu" }}, // S-25: own name only
		{code: "U022", sql: "UPDATE member_member SET withdraw_allowed = false WHERE member_id = $1"},
		{code: "U023", sql: "UPDATE member_member SET bank_name = '' WHERE member_id = $1"},
	} {
		change := c.change
		if change == nil {
			change = func(*factory.M) {}
		}
		m := s.member(50_000, change)
		if c.sql != "" {
			s.exec(c.sql, m.id)
		}
		_, err := s.withdraw(m, 10_000)
		s.refused(c.code, err)
		require.Equal(t, wallet.State{Cash: 50_000, Version: 1}, s.wallet(m))
	}
	m := s.member(50_000, func(m *factory.M) { m.Holder = "KIM  minsu" })
	s.must(s.desk.Withdraw(t.Context(), cash.WithdrawalAsk{
		Asker: m.asker(), Amount: money.In(10_000), PIN: factory.PIN, Bank: "kookmin",
	}))
}

func TestWithdrawalsRestFrom2330To0030OfTheSitesClockC011(t *testing.T) {
	s := open(t)
	m := s.member(100_000)
	for clock, closed := range map[string]bool{
		"2026-09-10T23:29:59+09:00": false, "2026-09-10T23:30:00+09:00": true, "2026-09-11T00:00:00+09:00": true,
		"2026-09-11T00:29:59+09:00": true, "2026-09-11T00:30:00+09:00": false, "2026-09-10T23:45:00Z": false,
	} {
		at, err := time.Parse(time.RFC3339, clock)
		require.NoError(t, err)
		s.clk.Set(at)
		_, err = s.withdraw(m, 1) // below the minimum, which is checked next
		if closed {
			require.Equal(t, map[string]string{"from": "23:30", "to": "00:30"}, s.refused("C011", err).Params(), clock)
		} else {
			s.refused("C014", err)
		}
	}
}

func TestFundsAreHeldReleasedAndPaidD13(t *testing.T) {
	s := open(t)
	m := s.member(100_000)
	r := s.must(s.withdraw(m, 60_000))
	require.Equal(t, noon.Add(time.Minute), *r.UndoUntil)
	require.Equal(t, wallet.State{Cash: 40_000, Held: 60_000, Version: 2}, s.wallet(m))
	_, err := s.withdraw(m, 10_000)
	s.refused("C007", err)
	s.balanced()
	require.NoError(t, s.hold(r))
	require.NoError(t, s.refuse(r))
	require.Equal(t, wallet.State{Cash: 100_000, Version: 3}, s.wallet(m))
	require.Equal(t, []string{"Your withdrawal request of 60,000 KRW was declined and the money is back in your balance.\nReason: name differs"},
		s.strings("SELECT content FROM message_message WHERE member_id = $1", m.id))

	r = s.must(s.withdraw(m, 100_000)) // a refused one is not waited for: C008 counts completed ones
	require.NoError(t, s.approve(r))
	require.Equal(t, wallet.State{Version: 5}, s.wallet(m))
	s.balanced()
}

func TestOneHourAfterACompletedWithdrawalC008(t *testing.T) {
	s := open(t)
	m := s.member(100_000)
	r := s.must(s.withdraw(m, 10_000))
	s.clk.Advance(30 * time.Minute)
	require.NoError(t, s.approve(r))
	s.clk.Advance(time.Hour - time.Nanosecond)
	_, err := s.withdraw(m, 10_000)
	require.Equal(t, map[string]string{"minutes": "60"}, s.refused("C008", err).Params())
	s.clk.Advance(time.Nanosecond)
	s.must(s.withdraw(m, 10_000))
	s.balanced()
}

func TestTheWholeBalanceFiftyTimesAtOnceIsHeldOnce(t *testing.T) {
	s := open(t, option("pinTries", 1000)) // otherwise most of them end at the PIN, which looks at five at once
	m := s.member(100_000)
	errs := atOnce(times(50, func() error { _, err := s.withdraw(m, 100_000); return err })...)
	require.Equal(t, map[string]int{"": 1, "C007": 49}, s.codes(errs))
	require.Equal(t, wallet.State{Held: 100_000, Version: 2}, s.wallet(m))
	s.balanced()
}

// round writes a vendor's round as the wallet API leaves it.
func (s stage) round(c customer, id, state string, stake, payout int64, closed time.Time) {
	s.Helper()
	_, err := s.db.Exec(s.Context(), "INSERT INTO vendor_vendor (vendor_id, family) VALUES ('sim', 'seamless') ON CONFLICT DO NOTHING")
	require.NoError(s, err)
	_, err = s.db.Exec(s.Context(), `INSERT INTO vendor_round (vendor_id, round_id, member_id, site_id, currency, stake, payout, state,
		balance_before, balance_after, created_at, closed_at) VALUES ('sim', $1, $2, 'demo', 'KRW', $3, $4, $5, 0, 0, $6, $6)`,
		id, c.id, stake, payout, state, closed)
	require.NoError(s, err)
}

func TestTurnoverMustBeReachedC015(t *testing.T) {
	s := open(t)
	m := s.member(0)
	require.NoError(t, s.approve(s.must(s.deposit(m, 100_000))))
	turnover := func(needed, done, remaining money.Amount) {
		t.Helper()
		got, err := s.desk.Turnover(t.Context(), "demo", m.id)
		require.NoError(t, err)
		require.Equal(t, cash.Turnover{Needed: needed, Done: done, Remaining: remaining}, got)
	}
	turnover(100_000, 0, 100_000)
	s.clk.Advance(time.Minute)
	s.round(m, "lost", "closed", 60_000, 0, s.clk.Now())
	s.round(m, "tie", "closed", 30_000, 30_000, s.clk.Now())
	s.round(m, "open", "open", 30_000, 0, s.clk.Now())
	s.round(m, "void", "void", 30_000, 0, s.clk.Now())
	turnover(100_000, 60_000, 40_000)
	_, err := s.withdraw(m, 50_000)
	require.Equal(t, map[string]string{"remaining": "40000"}, s.refused("C015", err).Params())
	_, err = s.withdraw(m, 110_000)
	s.refused("C001", err)
	require.Equal(t, wallet.State{Cash: 100_000, Version: 1}, s.wallet(m), "a refusal holds nothing")

	s.round(m, "won", "closed", 40_000, 90_000, s.clk.Now())
	turnover(100_000, 100_000, 0)
	require.NoError(t, s.approve(s.must(s.withdraw(m, 50_000))))
	turnover(0, 0, 0) // it begins anew with each completed withdrawal
	s.clk.Advance(2 * time.Hour)
	s.must(s.withdraw(m, 50_000))
}

func TestTheTurnoversRateIsTheSites(t *testing.T) {
	s := open(t, option("rollingBasisPoints", 30_001))
	m := s.member(0)
	require.NoError(t, s.approve(s.must(s.deposit(m, 10_000))))
	got, err := s.desk.Turnover(t.Context(), "demo", m.id)
	require.NoError(t, err)
	require.EqualValues(t, 30_001, got.Needed)
}
