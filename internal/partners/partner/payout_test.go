package partner_test

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/partner"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// desk makes the pay-outs of the office work: the members' desk and the partners' side of it.
func (o *office) desk() *cash.Service {
	sites, msgs := site.New(o.db, o.clk), message.New(o.db, o.clk)
	desk := cash.New(o.db, o.clk, sites, member.New(o.db, o.clk, sites, factory.Hashing()), msgs, nil)
	o.sends = o.service()
	o.sends.PayOut(desk)
	return desk
}

func ask(o *office, desk *cash.Service, memID string, amount money.Amount) (cash.Request, error) {
	return desk.Withdraw(o.Context(), cash.WithdrawalInput{
		Requester: cash.Requester{Site: "demo", Member: memID}, Amount: money.In(amount), PIN: factory.PIN, Kind: cash.Through,
	})
}

func (o *office) payout(memID string, r cash.Request) partner.PayoutInput {
	return partner.PayoutInput{Sender: o.sender(), Shown: cash.Shown{ID: r.ID, Member: memID, Amount: r.Amount, RequestedAt: r.RequestedAt}, Reason: "no cash today"}
}

func (o *office) accept(memID string, r cash.Request) error {
	_, err := o.sends.AcceptPayout(o.Context(), o.payout(memID, r))
	return err
}

func through(s *factory.S) {
	s.Options["partnerPayout"], s.Options["exchangeClosedFrom"], s.Options["exchangeClosedTo"] = true, "00:00", "00:00"
}

// D-28: a recall undoes pay. Money that the member won or paid in, and what a former partner paid, is not the partner's to take.
func TestARecallUndoesOnlyWhatThisPartnerPaid(t *testing.T) {
	o := open(t)
	o.give(o.kim, "KRW", 1_000_000) // a deposit and a win
	o.nothing("C031", func() error { _, err := o.recall(o.kim, 1); return err })
	o.must(o.pay(o.kim, 10_000))
	o.nothing("C031", func() error { _, err := o.recall(o.kim, 10_001); return err })
	o.must(o.recall(o.kim, 4_000))
	targets, err := o.sends.Targets(t.Context(), "demo", o.head, o.kim)
	require.NoError(t, err)
	require.Equal(t, money.Amount(6_000), targets[0].Recallable)
	o.nothing("C031", func() error { _, err := o.recall(o.kim, 6_001); return err })
	o.must(o.recall(o.kim, 6_000))
	o.nothing("C031", func() error { _, err := o.recall(o.kim, 1); return err })

	o.give(o.child, wallet.PT, 7_000) // what a partner earned is not the partner's above it either
	o.nothing("C031", func() error { _, err := o.recall(o.child, 1); return err })

	o.must(o.pay(o.kim, 5_000))
	o.exec("UPDATE member_member SET excluded_until = $2, status = 'excluded' WHERE member_id = $1", o.kim, noon.AddDate(1, 0, 0))
	o.nothing("U033", func() error { _, err := o.recall(o.kim, 1); return err })
	o.kim = factory.Member(t, o.db, func(m *factory.M) { m.Parent = o.head }).MemID
	o.must(o.pay(o.kim, 5_000))
	o.exec("UPDATE member_member SET parent_id = $2, upline = ARRAY[$2] WHERE member_id = $1", o.kim, o.uncle)
	o.allow(o.uncle, 100_000)
	o.nothing("C031", func() error {
		in := o.input(o.kim, 1)
		in.Partner = o.uncle
		_, err := o.sends.Recall(t.Context(), in)
		return err
	})
	o.sound()
}

func TestAMemberIsPaidOutByItsPartner(t *testing.T) {
	o := open(t, through)
	desk := o.desk()
	o.give(o.kim, "KRW", 100_000)
	r, err := ask(o, desk, o.kim, 30_000)
	require.NoError(t, err)
	require.Equal(t, []any{cash.Through, o.head, "", ""}, []any{r.Kind, r.Payer, r.Bank, r.AccountNo})
	require.Equal(t, money.Amount(70_000), o.has(o.kim, "KRW"), "it is held")
	_, err = ask(o, desk, o.kim, 10_000)
	o.refused("C007", err)
	_, err = desk.Withdraw(t.Context(), cash.WithdrawalInput{Requester: cash.Requester{Site: "demo", Member: o.kim}, Amount: money.In(10_000), PIN: factory.PIN})
	o.refused("C007", err) // one request at a time, of the house or of the partner
	staff := audit.Actor{ID: "staff1"}
	o.nothing("C019", func() error { return desk.Hold(t.Context(), "demo", staff, o.payout(o.kim, r).Shown) })
	o.nothing("C019", func() error { return desk.Approve(t.Context(), "demo", staff, o.payout(o.kim, r).Shown, true) })

	for name, c := range map[string]struct {
		code   string
		change func(*partner.PayoutInput)
	}{
		"another partner": {"U001", func(in *partner.PayoutInput) { in.Partner = o.uncle }},
		"another member":  {"C019", func(in *partner.PayoutInput) { in.Member = o.child }},
		"another amount":  {"C019", func(in *partner.PayoutInput) { in.Amount++ }},
		"another moment":  {"C019", func(in *partner.PayoutInput) { in.RequestedAt = in.RequestedAt.Add(time.Second) }},
		"another request": {"C019", func(in *partner.PayoutInput) { in.ID++ }},
	} {
		o.allow(o.uncle, 100_000)
		in := o.payout(o.kim, r)
		c.change(&in)
		t.Log(name)
		o.nothing(c.code, func() error { _, err := o.sends.AcceptPayout(t.Context(), in); return err })
	}
	for change, code := range map[string]string{
		"UPDATE partner_partner SET pay_allowed = false":                                             "U021",
		"UPDATE partner_partner SET pay_day_max = 29999":                                             "C029",
		"UPDATE member_member SET withdraw_allowed = false":                                          "U022",
		"UPDATE member_member SET withdraw_held_until = '2026-09-11'":                                "U042",
		"UPDATE member_member SET status = 'stop' WHERE member_id = '" + o.kim + "'":                 "U018",
		"UPDATE member_member SET parent_id = NULL, upline = '{}' WHERE member_id = '" + o.kim + "'": "U001",
	} {
		o.exec(change)
		o.nothing(code, func() error { return o.accept(o.kim, r) })
		o.allow(o.head, 100_000)
		o.exec("UPDATE member_member SET withdraw_allowed = true, withdraw_held_until = NULL, status = 'normal'")
		o.exec("UPDATE member_member SET parent_id = $2, upline = ARRAY[$2] WHERE member_id = $1", o.kim, o.head)
	}

	require.NoError(t, o.accept(o.kim, r))
	require.Equal(t, []money.Amount{80_000, 70_000}, []money.Amount{o.has(o.head, wallet.PT), o.has(o.kim, "KRW")})
	o.nothing("C019", func() error { return o.accept(o.kim, r) })
	o.nothing("C019", func() error { return o.sends.RefusePayout(t.Context(), o.payout(o.kim, r)) })
	require.Equal(t, []string{"Paid out by your partner"}, pgtest.Column(t, o.db, "SELECT title FROM message_message WHERE member_id = '"+o.kim+"'"))
	rows, totals, err := o.sends.List(t.Context(), partner.SendSearch{Site: "demo", Partner: o.head, Kind: partner.Payout, Count: 9})
	require.NoError(t, err)
	require.Equal(t, partner.SendTotals{Entries: 1, PaidOut: 30_000}, totals)
	require.Equal(t, []any{r.ID, false}, []any{rows[0].Request, rows[0].Gains})
	o.nothing("C030", func() error { _, err := o.reverse(rows[0]); return err })
	o.nothing("C031", func() error { _, err := o.recall(o.kim, 1); return err }) // it was no payment
	p, err := o.sends.Purse(t.Context(), "demo", o.head)
	require.NoError(t, err)
	require.Equal(t, []money.Amount{100_000, 100_000, 70_000}, []money.Amount{p.Left(), p.RecallLeft(), p.PayoutLeft()})
	_, err = ask(o, desk, o.kim, 10_000)
	o.refused("C008", err) // the wait between withdrawals holds for both
	o.clk.Advance(time.Hour)

	r, err = ask(o, desk, o.kim, 20_000)
	require.NoError(t, err)
	in := o.payout(o.kim, r)
	in.Reason = " "
	o.nothing("E001", func() error { return o.sends.RefusePayout(t.Context(), in) })
	require.NoError(t, o.sends.RefusePayout(t.Context(), o.payout(o.kim, r)))
	require.Equal(t, money.Amount(70_000), o.has(o.kim, "KRW"))
	r, err = ask(o, desk, o.kim, 20_000)
	require.NoError(t, err)
	o.clk.Advance(time.Hour)
	n, err := desk.Remove(t.Context(), cash.Requester{Site: "demo", Member: o.kim}, []int64{r.ID}) // as long as the partner has not answered
	require.NoError(t, err)
	require.Equal(t, 1, n)
	r, err = ask(o, desk, o.kim, 20_000)
	require.NoError(t, err)
	open, err := o.sends.Payouts(t.Context(), "demo", o.head, true, 0, 9)
	require.NoError(t, err)
	require.Len(t, open, 1)
	all, err := o.sends.Payouts(t.Context(), "demo", o.head, false, 0, 9)
	require.NoError(t, err)
	require.Len(t, all, 4)
	foreign, err := o.sends.Payouts(t.Context(), "demo", o.uncle, false, 0, 9)
	require.NoError(t, err)
	require.Empty(t, foreign)
	require.NoError(t, desk.Refuse(t.Context(), "demo", staff, o.payout(o.kim, r).Shown, cash.Because{Words: "the partner is away"}))
	require.Equal(t, money.Amount(70_000), o.has(o.kim, "KRW"))
	o.sound()
	found, err := wallet.Prove(t.Context(), o.db, cash.Invariants)
	require.NoError(t, err)
	require.Empty(t, found)
}

// Every rule of a withdrawal holds for a pay-out through the partner.
func TestPayoutsThatMustNotBeAskedFor(t *testing.T) {
	o := open(t, through)
	desk := o.desk()
	o.give(o.kim, "KRW", 50_000)
	for change, code := range map[string]string{
		"UPDATE site_site SET options = options || '{\"partnerPayout\": false}'":      "U029",
		"UPDATE partner_partner SET pay_allowed = false":                              "U029",
		"UPDATE member_member SET status = 'stop' WHERE member_id = '" + o.head + "'": "U029",
		"UPDATE member_member SET withdraw_allowed = false":                           "U022",
		"UPDATE member_member SET withdraw_held_until = '2026-09-11'":                 "U042",
		"turnover": "C015",
	} {
		t.Log(change)
		if code == "C015" {
			o.must(o.pay(o.kim, 10_000)) // a payment is played before it leaves
		} else {
			o.exec(change)
		}
		desk = o.desk()
		before := o.trace()
		_, err := ask(o, desk, o.kim, 10_000)
		f, ok := fault.Of(err)
		require.True(t, ok, "%v", err)
		require.Equal(t, code, f.Code())
		require.Equal(t, before, o.trace())
		if code == "C015" {
			o.must(o.recall(o.kim, 10_000))
		}
		o.exec("UPDATE site_site SET options = options || '{\"partnerPayout\": true}'")
		o.allow(o.head, 100_000)
		o.exec("UPDATE member_member SET withdraw_allowed = true, withdraw_held_until = NULL, status = 'normal'")
	}
	for amount, code := range map[money.Amount]string{5_000: "C014", 6_000_000: "C013", 10_001: "C012", 60_000: "C001"} {
		_, err := ask(o, o.desk(), o.kim, amount)
		o.refused(code, err)
	}
	_, err := o.desk().Withdraw(t.Context(), cash.WithdrawalInput{Requester: cash.Requester{Site: "demo", Member: o.kim}, Amount: money.In(10_000), PIN: "9999", Kind: cash.Through})
	o.refused("C017", err)
	waits, err := ask(o, o.desk(), o.kim, 10_000)
	require.NoError(t, err)
	o.exec("UPDATE member_member SET timeout_until = '2026-09-10 05:00+00' WHERE member_id = $1", o.kim)
	o.nothing("U033", func() error { return o.accept(o.kim, waits) }) // in a break the house pays, to the own account
	other := factory.Member(t, o.db, func(m *factory.M) { m.Parent, m.Cash = o.head, 50_000 }).MemID
	o.exec("UPDATE member_member SET excluded_until = '2027-09-11', status = 'excluded' WHERE member_id = $1", other)
	_, err = ask(o, o.desk(), other, 10_000)
	o.refused("U033", err)
}

func TestTwoAnswersToAPayoutAreOne(t *testing.T) {
	o := open(t, through)
	desk := o.desk()
	o.give(o.kim, "KRW", 100_000)
	r, err := ask(o, desk, o.kim, 30_000)
	require.NoError(t, err)
	other := o.service()
	other.PayOut(desk)
	var all sync.WaitGroup
	for n := range 20 {
		all.Go(func() {
			if n%2 == 0 {
				_, _ = []*partner.Sends{o.sends, other}[n/2%2].AcceptPayout(t.Context(), o.payout(o.kim, r))
			} else {
				_ = other.RefusePayout(t.Context(), o.payout(o.kim, r))
			}
		})
	}
	all.Wait()
	require.Equal(t, money.Amount(150_000), o.has(o.head, wallet.PT)+o.has(o.kim, "KRW"))
	require.Len(t, pgtest.Column(t, o.db, "SELECT title FROM message_message"), 1)
	o.sound()
}

func TestKilledConnectionsLeaveNoHalfPayout(t *testing.T) {
	o := open(t, through, func(s *factory.S) { s.Options["withdrawWaitMinutes"] = 0 })
	desk := o.desk()
	o.allow(o.head, money.Max)
	o.give(o.kim, "KRW", 1_000_000)
	pgtest.UnderKills(t, o.db, "SELECT count(*) FROM partner_send", func() {
		for range 30 {
			if r, err := ask(o, desk, o.kim, 10_000); err == nil {
				_ = o.accept(o.kim, r)
			}
			if rows, err := o.sends.Payouts(t.Context(), "demo", o.head, true, 0, 9); err == nil && len(rows) > 0 {
				_, _ = o.sends.AcceptPayout(t.Context(), partner.PayoutInput{Sender: o.sender(), Shown: rows[0].Shown})
			}
		}
	})
	held, err := wallet.Balance(t.Context(), o.db, o.kim, "KRW")
	require.NoError(t, err)
	require.Equal(t, money.Amount(1_050_000), o.has(o.head, wallet.PT)+held.Cash+held.Held)
	o.sound()
	found, err := wallet.Prove(t.Context(), o.db, cash.Invariants)
	require.NoError(t, err)
	require.Empty(t, found)
}
