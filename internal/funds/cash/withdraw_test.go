package cash_test

import (
	"maps"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/account/personal"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
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
		_, err := s.desk.Withdraw(t.Context(), cash.WithdrawalInput{Requester: m.requester(), Amount: in, PIN: credential.Secret(c.pin), Bank: c.bank})
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

// S-04: the one who reset a secret may be a thief, and the owner has a day to notice the letter.
func TestWithdrawalsAreHeldAfterANewSecret(t *testing.T) {
	s := open(t)
	m := s.member(50_000)
	s.exec("UPDATE member_member SET withdraw_held_until = $2 WHERE member_id = $1", m.id, s.clk.Now().Add(90*time.Minute))
	_, err := s.withdraw(m, 10_000)
	require.Equal(t, "2", s.refused("U042", err).Params()["hours"], "hours that have begun count")
	s.clk.Advance(90 * time.Minute)
	_, err = s.withdraw(m, 10_000)
	require.NoError(t, err)
}

// An open withdrawal is paid to the account for which the PIN was given, whatever account the member has when staff pays. A change of the
// account holds it like the next one: the one who asked may be a thief (S-04).
func TestAnOpenWithdrawalKeepsItsAccount(t *testing.T) {
	s := open(t, option("approvals", map[string]any{"details": map[string]any{"off": true}}), option("withdrawWaitMinutes", 0))
	var old string
	m := s.member(50_000, func(m *factory.M) { old = m.Number })
	members := member.New(s.db, s.clk, site.New(s.db, s.clk), factory.Hashing())
	r, err := s.withdraw(m, 10_000)
	require.NoError(t, err)
	id, err := members.AskDetails(t.Context(), member.DetailsAsk{
		Site: "demo", MemID: m.id, Kind: member.DetailsAccount, Details: member.Details{Name: "Park Jiwon", Number: "7778889990"},
		Password: factory.Password, PIN: factory.PIN,
	})
	require.NoError(t, err)
	require.NoError(t, members.ApproveDetails(t.Context(), "demo", audit.Actor{ID: factory.Staff(t, s.db).ID}, id))
	s.refused("U042", s.approve(r))
	s.clk.Advance(24 * time.Hour)
	require.NoError(t, s.approve(r))
	kept := func(r cash.Request, status int) string {
		sealed := s.strings("SELECT account_sealed FROM cash_request WHERE id = $1 AND status = $2", r.ID, status)
		require.Len(t, sealed, 1)
		number, err := factory.Box().Open(personal.RequestAccount, strconv.FormatInt(r.ID, 10), "", sealed[0])
		require.NoError(t, err)
		return number
	}
	require.Equal(t, old, kept(r, 1))
	r, err = s.withdraw(m, 10_000)
	require.NoError(t, err)
	require.Equal(t, "7778889990", kept(r, 0))
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
	s.must(s.desk.Withdraw(t.Context(), cash.WithdrawalInput{
		Requester: m.requester(), Amount: money.In(10_000), PIN: factory.PIN, Bank: "kookmin",
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
	require.Equal(t, []string{"Your withdrawal request of ₩60,000 was declined and the money is back in your balance.\nReason: name differs"},
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

func TestTurnoverMustBeReachedC015(t *testing.T) {
	s := open(t, option("depositWaitMinutes", 0))
	m := s.member(0)
	s.deposited(m, 100_000)
	turnover := func(needed, done, remaining money.Amount) {
		t.Helper()
		got := s.owes(m)
		require.Equal(t, []money.Amount{needed, done, remaining}, []money.Amount{got.Needed, got.Done, got.Remaining})
	}
	turnover(100_000, 0, 100_000)
	s.play(m, "lost", 30_000, 0)
	s.play(m, "tie", 30_000, 30_000)
	s.play(m, "won", 30_000, 50_000)
	s.vendor(m, provider.Operation{Kind: provider.Bet, TxID: "b", RoundID: "open", Amount: "10000"})
	s.vendor(m, provider.Operation{Kind: provider.Bet, TxID: "v", RoundID: "void", Amount: "10000"})
	s.vendor(m, provider.Operation{Kind: provider.Rollback, TxID: "x", RefTxID: "v"})
	turnover(100_000, 60_000, 40_000)
	before := s.wallet(m)
	_, err := s.withdraw(m, 50_000)
	require.Equal(t, map[string]string{"remaining": "40000"}, s.refused("C015", err).Params())
	_, err = s.withdraw(m, 110_000)
	s.refused("C001", err)
	require.Equal(t, before, s.wallet(m), "a refusal holds nothing")

	s.play(m, "last", 40_000, 90_000)
	turnover(100_000, 100_000, 0)
	require.NoError(t, s.approve(s.must(s.withdraw(m, 50_000))))
	turnover(100_000, 100_000, 0) // paid out: nothing is cleared, and nothing asked for
	s.clk.Advance(2 * time.Hour)
	s.must(s.withdraw(m, 50_000))
	s.booksHold()
}

func TestTheTurnoversRateIsTheSites(t *testing.T) {
	s := open(t, option("rollingBasisPoints", 30_001))
	m := s.member(0)
	require.NoError(t, s.approve(s.must(s.deposit(m, 10_000))))
	require.EqualValues(t, 30_001, s.owes(m).Needed)
}

// waiting blocks until a transaction waits for a lock.
func (s stage) waiting() {
	s.Helper()
	testkit.Eventually(s, func() bool {
		var n int
		require.NoError(s, s.db.QueryRow(s.Context(), "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()").Scan(&n))
		return n > 0
	})
}

// stops are the ways in which a payout is stopped after it was asked for, by the code with which staff is refused then.
var stops = map[string]string{
	"U022": "withdraw_allowed = false",
	"U042": "withdraw_held_until = now() + interval '10 years'",
	"U018": "status = 'stop'",
	"U011": "status = 'black'",
	"U020": "status = 'closed'",
}

// A thief asks for a withdrawal, then staff resets the password, switches withdrawals off or blocks the account. Another clerk, who does
// not know of it, pays nothing; the request can be refused, or is paid when the stop is over.
func TestAWithdrawalIsNotPaidAgainstALaterDecision(t *testing.T) {
	t.Parallel()
	for code, change := range stops {
		t.Run(change, func(t *testing.T) {
			s := open(t, option("withdrawWaitMinutes", 0))
			m := s.member(100_000)
			for _, held := range []bool{false, true} {
				r := s.must(s.withdraw(m, 10_000))
				was := cash.Requested
				if held {
					require.NoError(t, s.hold(r))
					was = cash.Held
				}
				background := func() string {
					b, err := s.desk.Background(t.Context(), "demo", r.ID, "staff1", "en")
					require.NoError(t, err)
					return b.PayoutRefusal
				}
				require.Empty(t, background())
				s.exec("UPDATE member_member SET "+change+" WHERE member_id = $1", m.id)
				s.refused(code, s.approve(r))
				require.Equal(t, code, background(), "the card names it")
				require.Equal(t, was, s.status(r))
				require.Empty(t, s.strings("SELECT ref FROM wallet_ledger WHERE kind = 'withdraw.pay' AND ref = $1", strconv.FormatInt(r.ID, 10)))
				if held {
					require.NoError(t, s.refuse(r))
					require.Empty(t, background(), "it is decided")
					continue
				}
				s.exec("UPDATE member_member SET withdraw_allowed = true, withdraw_held_until = NULL, status = 'normal' WHERE member_id = $1", m.id)
				require.NoError(t, s.approve(r))
			}
			require.Equal(t, wallet.State{Cash: 90_000, Version: 5}, s.wallet(m))
			s.booksHold()
		})
	}
}

// A decision about the member that is committed while the approval waits for the member stops it.
func TestAWithdrawalIsNotPaidAgainstADecisionOfTheSameMoment(t *testing.T) {
	t.Parallel()
	for code, change := range stops {
		t.Run(change, func(t *testing.T) {
			s := open(t)
			m := s.member(100_000)
			r := s.must(s.withdraw(m, 10_000))
			tx, err := s.db.Begin(t.Context())
			require.NoError(t, err)
			_, err = tx.Exec(t.Context(), "UPDATE member_member SET "+change+" WHERE member_id = $1", m.id)
			require.NoError(t, err)
			done := make(chan error, 1)
			go func() { done <- s.approve(r) }()
			s.waiting()
			require.NoError(t, tx.Commit(t.Context()))
			s.refused(code, <-done)
			require.Equal(t, cash.Requested, s.status(r))
			require.EqualValues(t, 10_000, s.wallet(m).Held)
		})
	}
}

// S-42: a break that the member took after asking stops no payment.
func TestABreakStopsNoPayment(t *testing.T) {
	t.Parallel()
	for name, pause := range map[string]func(stage, customer){"timeout": stage.timeout, "exclusion": stage.excluded} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			m := s.member(100_000)
			r := s.must(s.withdraw(m, 100_000))
			pause(s, m)
			b, err := s.desk.Background(t.Context(), "demo", r.ID, "staff1", "en")
			require.NoError(t, err)
			require.Empty(t, b.PayoutRefusal)
			require.NoError(t, s.approve(r))
			require.Zero(t, s.wallet(m).Held)
			s.booksHold()
		})
	}
}

// A withdrawal that began before staff decided about the member, and is written after it, keeps to the decision.
func TestAWithdrawalKeepsToWhatStaffDecidedMeanwhile(t *testing.T) {
	t.Parallel()
	changes := maps.Clone(stops)
	changes["U106"] = "account_holder = 'Lee Minsu', holder_sealed = ''"
	changes[""] = "account_no = '999000111', account_sealed = ''"
	for code, change := range changes {
		t.Run(change, func(t *testing.T) {
			s := open(t)
			m := s.member(100_000)
			tx, err := s.db.Begin(t.Context())
			require.NoError(t, err)
			_, err = tx.Exec(t.Context(), "UPDATE member_member SET "+change+" WHERE member_id = $1", m.id)
			require.NoError(t, err)
			var r cash.Request
			done := make(chan error, 1)
			go func() { r, err = s.withdraw(m, 10_000); done <- err }()
			s.waiting()
			require.NoError(t, tx.Commit(t.Context()))
			if err := <-done; code != "" {
				s.refused(code, err)
				require.Empty(t, s.list(m, "out"))
				return
			}
			require.Equal(t, "999000111", r.AccountNo)
			require.Equal(t, "999000111", s.list(m, "out")[0].AccountNo)
		})
	}
}
