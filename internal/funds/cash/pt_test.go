package cash_test

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// wants are options under which one person decides, and no wait disturbs.
func wants(s *factory.S) {
	s.Options["withdrawWaitMinutes"], s.Options["ptWithdrawDayMax"] = 0, 100_000_000
	factory.OnePerson(site.Payout)(s)
}

// partner makes a partner with PT.
func (s stage) partner(pt money.Amount) customer {
	s.Helper()
	c := s.member(0, func(m *factory.M) { m.PartnerLevel = 1 })
	s.earn(c, pt, "first")
	return c
}

func (s stage) earn(c customer, amount money.Amount, ref string) {
	s.Helper()
	require.NoError(s, pg.InTx(s.Context(), s.db, func(tx pgx.Tx) error {
		if err := wallet.Open(s.Context(), tx, c.id, wallet.PT, "demo"); err != nil {
			return err
		}
		_, _, err := wallet.Apply(s.Context(), tx, wallet.Move{
			Member: c.id, Currency: wallet.PT, Unit: wallet.Cash, Amount: amount, Contra: wallet.ContraCommission, Kind: "commission", Ref: c.id + ref,
		})
		return err
	}))
}

func (s stage) withdrawPT(c customer, amount money.Amount) (cash.Request, error) {
	return s.desk.Withdraw(s.Context(), cash.WithdrawalInput{Requester: c.requester(), Amount: money.In(amount), PIN: factory.PIN, Kind: cash.PT})
}

func (s stage) pt(c customer) []money.Amount {
	s.Helper()
	w, err := wallet.Balance(s.Context(), s.db, c.id, wallet.PT)
	require.NoError(s, err)
	return []money.Amount{w.Cash, w.Held}
}

// proven checks that the holds, payments and returns of all withdrawals add up.
func (s stage) proven() {
	s.Helper()
	found, err := wallet.Prove(context.WithoutCancel(s.Context()), s.db, cash.Invariants)
	require.NoError(s, err)
	require.Empty(s, found)
}

// D-73: PT becomes money on the partner's own account by a request that staff decides.
func TestAPartnerWithdrawsItsPT(t *testing.T) {
	s := open(t, wants)
	c := s.partner(100_001)
	r := s.must(s.withdrawPT(c, 40_001))
	require.Equal(t, []any{cash.PT, cash.Requested, "Kookmin"}, []any{r.Kind, r.Status, r.Bank})
	require.Nil(t, r.UndoUntil)
	require.Equal(t, []money.Amount{60_000, 40_001}, s.pt(c))
	_, err := s.withdrawPT(c, 10_000)
	s.refused("C007", err)
	queue, err := cash.Pending(t.Context(), s.db, "demo")
	require.NoError(t, err)
	require.EqualValues(t, []int64{0, 0, 1}, []int64{queue[cash.In].Count, queue[cash.Out].Count, queue[cash.PT].Count})
	require.Equal(t, []string{c.id + " " + c.id + " pt"}, s.strings("SELECT member || ' ' || path || ' ' || data2 FROM outbox_event WHERE cmd = 'CASHREQ'"), "its own area hears of it")
	b, err := s.desk.Background(t.Context(), "demo", r.ID, "staff1", "en")
	require.NoError(t, err)
	require.Equal(t, []any{"", money.Amount(0), true}, []any{b.PayoutRefusal, b.Owed, b.First})

	require.NoError(t, s.hold(r))
	s.refused("C019", s.desk.CancelPT(t.Context(), c.requester(), r.ID)) // it is claimed
	require.NoError(t, s.approve(r))
	require.Equal(t, []money.Amount{60_000, 0}, s.pt(c))
	s.refused("C019", s.refuse(r))
	require.Equal(t, []string{"withdraw.hold cash hold -40001", "withdraw.pay hold payout -40001"}, s.strings(
		"SELECT kind || ' ' || unit || ' ' || contra || ' ' || amount FROM wallet_ledger WHERE currency = 'PTC' AND kind LIKE 'withdraw.%' ORDER BY version"))
	require.Equal(t, []string{"PT withdrawal paid"}, s.strings("SELECT title FROM message_message WHERE member_id = $1", c.id))
	require.Equal(t, []string{"cash.approve", "cash.hold", "partner.withdraw"}, s.strings("SELECT action FROM audit_entry UNION ALL SELECT action FROM audit_note ORDER BY 1"))

	r = s.must(s.withdrawPT(c, 20_000))
	require.NoError(t, s.refuse(r))
	require.Equal(t, []money.Amount{60_000, 0}, s.pt(c), "what is refused is PT again")
	r = s.must(s.withdrawPT(c, 20_000))
	other := s.partner(50_000)
	s.refused("C019", s.desk.CancelPT(t.Context(), other.requester(), r.ID))
	n, err := s.desk.Remove(t.Context(), c.requester(), []int64{r.ID})
	require.NoError(t, err)
	require.Zero(t, n, "the member's pages do not know it")
	require.NoError(t, s.desk.CancelPT(t.Context(), c.requester(), r.ID))
	require.Equal(t, []money.Amount{60_000, 0}, s.pt(c))
	s.refused("C019", s.approve(r))

	rows, err := s.desk.PTRequests(t.Context(), "demo", c.id, 0, 9)
	require.NoError(t, err)
	require.Equal(t, []cash.Status{cash.Cancelled, cash.Refused, cash.Done}, []cash.Status{rows[0].Status, rows[1].Status, rows[2].Status})
	require.Contains(t, rows[0].AccountNo, "*")
	rows, err = s.desk.PTRequests(t.Context(), "demo", c.id, rows[0].ID, 1)
	require.NoError(t, err)
	require.Len(t, rows, 1)
	for _, r := range s.list(c, "") {
		require.NotEqual(t, cash.PT, r.Kind)
	}
	_, err = s.desk.Withdraw(t.Context(), cash.WithdrawalInput{Requester: c.requester(), Amount: money.In(10_000), PIN: "9999", Kind: cash.PT})
	s.refused("C017", err)
	s.proven()
}

func TestWithdrawalsOfPTThatMustNotBe(t *testing.T) {
	s := open(t, wants)
	c := s.partner(50_000)
	for amount, code := range map[money.Amount]string{9_999: "C014", 5_000_001: "C013", 50_001: "C001"} {
		_, err := s.withdrawPT(c, amount)
		s.refused(code, err)
	}
	_, err := s.withdrawPT(s.member(50_000), 10_000)
	s.refused("U029", err) // not a partner
	_, err = s.withdrawPT(s.member(50_000, func(m *factory.M) { m.PartnerLevel = 1 }), 10_000)
	s.refused("C001", err) // a partner that never had PT: its cash as a member is not PT
	well := "UPDATE member_member SET withdraw_allowed = true, withdraw_held_until = NULL, status = 'normal', test_since = NULL"
	held := s.must(s.withdrawPT(c, 20_000))
	free := s.partner(50_000)
	for change, code := range map[string]string{
		"UPDATE member_member SET status = 'stop'":                    "U018",
		"UPDATE member_member SET withdraw_allowed = false":           "U022",
		"UPDATE member_member SET withdraw_held_until = '2026-09-11'": "U042",
		"UPDATE member_member SET test_since = now()":                 "U051",
	} {
		s.exec(change)
		_, err := s.withdrawPT(free, 10_000)
		s.refused(code, err)
		s.refused(code, s.approve(held))
		b, err := s.desk.Background(t.Context(), "demo", held.ID, "staff1", "en")
		require.NoError(t, err)
		require.Equal(t, code, b.PayoutRefusal)
		s.exec(well)
	}
	bare := s.member(0, func(m *factory.M) { m.PartnerLevel, m.Bank, m.Number, m.Holder = 1, "", "", "" })
	s.earn(bare, 50_000, "first")
	_, err = s.withdrawPT(bare, 10_000)
	s.refused("U023", err)
	marks := s.member(0, func(m *factory.M) { m.PartnerLevel, m.Name, m.Holder = 1, "Nguyễn Đức", "NGUYEN DUC" })
	s.earn(marks, 50_000, "first")
	s.must(s.withdrawPT(marks, 10_000)) // the same name (D-70)
	stranger := s.member(0, func(m *factory.M) { m.PartnerLevel, m.Holder = 1, "Park Jiwon" })
	s.earn(stranger, 50_000, "first")
	_, err = s.withdrawPT(stranger, 10_000)
	s.refused("U106", err)
	for options, code := range map[string]string{
		`{"ptWithdrawDayMax": 9999}`: "C035", `{"exchangeClosedFrom": "00:00", "exchangeClosedTo": "23:59"}`: "C011",
	} {
		s.exec("UPDATE site_site SET options = options || $1::jsonb", options)
		_, err = s.withdrawPT(free, 10_000)
		s.refused(code, err)
		s.exec(`UPDATE site_site SET options = options || '{"ptWithdrawDayMax": 100000000, "exchangeClosedFrom": "00:00", "exchangeClosedTo": "00:00"}'`)
	}
	s.exec("UPDATE member_member SET status = 'excluded', excluded_until = '2027-09-11' WHERE member_id = $1", c.id)
	require.NoError(t, s.approve(held), "a break stops no payment")
	require.Equal(t, []money.Amount{30_000, 0}, s.pt(c))
	s.proven()
}

// C035: the sum of a day of the site's clock counts, without what was refused or cancelled.
func TestAPartnerWithdrawsWithinTheDay(t *testing.T) {
	s := open(t, wants, option("ptWithdrawDayMax", 30_000))
	c := s.partner(200_000)
	require.NoError(t, s.approve(s.must(s.withdrawPT(c, 20_000))))
	_, err := s.withdrawPT(c, 10_001)
	require.Equal(t, "10000", s.refused("C035", err).Params()["left"])
	require.NoError(t, s.refuse(s.must(s.withdrawPT(c, 10_000))))
	require.NoError(t, s.approve(s.must(s.withdrawPT(c, 10_000))))
	_, err = s.withdrawPT(c, 10_000)
	s.refused("C035", err)
	terms, err := s.desk.PTTerms(t.Context(), "demo", c.id)
	require.NoError(t, err)
	require.Equal(t, cash.PTTerms{Bank: "Kookmin", Account: terms.Account, PT: 170_000, Min: 10_000, Max: 5_000_000, DayMax: 30_000}, terms)
	s.clk.Advance(12 * time.Hour) // midnight in Seoul; it was noon
	s.exec(`UPDATE site_site SET options = options || '{"exchangeClosedFrom": "12:00", "exchangeClosedTo": "12:01"}'`)
	require.NoError(t, s.approve(s.must(s.withdrawPT(c, 30_000))))
	s.proven()
}

// C034: PT stands for what its partner owes, when it asks and when staff pays.
func TestADebtOfAPartnerComesBeforeItsWithdrawal(t *testing.T) {
	s := open(t, wants)
	c := s.partner(100_000)
	s.exec("INSERT INTO commission_debt (partner_id, site_id, day, owed) VALUES ($1, 'demo', '2026-09-09', 60000)", c.id)
	s.exec("INSERT INTO casino_debt (vendor_id, tx_id, member_id, currency, amount) VALUES ('house', 'w1', $1, 'KRW', 10000)", c.id)
	_, err := s.withdrawPT(c, 30_001)
	require.Equal(t, "70000", s.refused("C034", err).Params()["owed"])
	require.Equal(t, []money.Amount{100_000, 0}, s.pt(c))
	r := s.must(s.withdrawPT(c, 30_000))
	s.exec("UPDATE commission_debt SET owed = 60001")
	s.refused("C034", s.approve(r))
	b, err := s.desk.Background(t.Context(), "demo", r.ID, "staff1", "en")
	require.NoError(t, err)
	require.Equal(t, []any{"C034", money.Amount(70_001)}, []any{b.PayoutRefusal, b.Owed})
	require.NoError(t, s.refuse(r)) // and the debt takes its PT
	require.Equal(t, []money.Amount{100_000, 0}, s.pt(c))
}

func TestTwoWithdrawalsOfPTAtOnceAreOne(t *testing.T) {
	s := open(t, wants)
	c := s.partner(50_000)
	require.Equal(t, map[string]int{"": 1, "C007": 9}, s.codes(atOnce(times(10, func() error { _, err := s.withdrawPT(c, 50_000); return err })...)))
	require.Equal(t, []money.Amount{0, 50_000}, s.pt(c))
	rows, err := s.desk.PTRequests(t.Context(), "demo", c.id, 0, 9)
	require.NoError(t, err)
	decided := s.codes(atOnce(
		func() error { return s.approve(rows[0]) }, func() error { return s.refuse(rows[0]) },
		func() error { return s.desk.CancelPT(t.Context(), c.requester(), rows[0].ID) }, func() error { return s.approve(rows[0]) },
	))
	require.Equal(t, map[string]int{"": 1, "C019": 3}, decided)
	s.proven()
}

// PT, holds and payments add up to what was earned, in whatever order partners and staff act.
func TestPTHeldAndPaidAddUp(t *testing.T) {
	s := open(t, wants)
	rnd := rand.New(rand.NewPCG(7, 11))
	partners := []customer{s.partner(300_000), s.partner(80_000), s.partner(10_000)}
	earned := money.Amount(390_000)
	for n := range 120 {
		c := partners[rnd.IntN(len(partners))]
		var open []cash.Request
		rows, err := s.desk.PTRequests(t.Context(), "demo", c.id, 0, 1)
		require.NoError(t, err)
		if len(rows) > 0 && rows[0].Status.Open() {
			open = rows
		}
		switch act := rnd.IntN(6); {
		case act == 0:
			more := money.Amount(rnd.IntN(20_000) + 1)
			s.earn(c, more, time.Duration(n).String())
			earned += more
		case len(open) == 0:
			_, err = s.withdrawPT(c, money.Amount(rnd.IntN(60_000)))
		case act == 1:
			err = s.hold(open[0])
		case act == 2:
			err = s.refuse(open[0])
		case act == 3:
			err = s.desk.CancelPT(t.Context(), c.requester(), open[0].ID)
		default:
			err = s.approve(open[0])
		}
		if err != nil {
			_, refusal := fault.Of(err)
			require.True(t, refusal, "%v", err)
		}
		s.clk.Advance(time.Second)
	}
	require.Equal(t, earned, s.allPT())
	s.proven()
}

// allPT is what partners have, what is held of it, and what was paid.
func (s stage) allPT() (all money.Amount) {
	s.Helper()
	require.NoError(s, s.db.QueryRow(context.WithoutCancel(s.Context()), `SELECT (SELECT coalesce(sum(balance + held), 0) FROM wallet_balance WHERE currency = 'PTC')
		+ (SELECT coalesce(sum(amount), 0) FROM cash_request WHERE kind = 'pt' AND status = 1)`).Scan(&all))
	return all
}

func TestKilledConnectionsLeaveNoHalfWithdrawalOfPT(t *testing.T) {
	s := open(t, wants)
	c := s.partner(1_000_000)
	pgtest.UnderKills(t, s.db, "SELECT count(*) FROM wallet_ledger", func() {
		for n := range 30 {
			_, _ = s.withdrawPT(c, 10_000)
			rows, err := s.desk.PTRequests(t.Context(), "demo", c.id, 0, 1)
			if err != nil || len(rows) == 0 {
				continue
			}
			shown := cash.Shown{ID: rows[0].ID, Member: c.id, Amount: rows[0].Amount, RequestedAt: rows[0].RequestedAt}
			switch n % 3 {
			case 0:
				_ = s.desk.CancelPT(t.Context(), c.requester(), rows[0].ID)
			case 1:
				_ = s.desk.Refuse(t.Context(), "demo", staff, shown, cash.Because{Words: "no"})
			default:
				_ = s.desk.Approve(t.Context(), "demo", staff, shown, true)
			}
		}
	})
	require.Equal(t, money.Amount(1_000_000), s.allPT())
	s.proven()
}

// Two partners cannot be paid more at once than one of them has, and requests of several do not wait for each other.
func TestWithdrawalsOfManyPartnersAtOnce(t *testing.T) {
	s := open(t, wants)
	var all sync.WaitGroup
	for range 6 {
		c := s.partner(20_000)
		for range 3 {
			all.Go(func() {
				if r, err := s.withdrawPT(c, 15_000); err == nil {
					_ = s.desk.Approve(t.Context(), "demo", staff, cash.Shown{ID: r.ID, Member: c.id, Amount: r.Amount, RequestedAt: r.RequestedAt}, true)
				}
			})
		}
	}
	all.Wait()
	require.Equal(t, money.Amount(120_000), s.allPT())
	require.Equal(t, []string{"0"}, s.strings("SELECT count(*)::text FROM wallet_balance WHERE currency = 'PTC' AND (balance < 0 OR held < 0)"))
	s.proven()
}
