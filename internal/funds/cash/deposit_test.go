package cash_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/funds/cash"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/testkit/factory"
)

func TestADepositIsRefusedWithItsCode(t *testing.T) {
	s := open(t)
	m := s.member(0)
	for _, c := range []struct {
		amount, depositor, code string
		params                  map[string]string
	}{
		{"-1", "", "C009", nil},
		{"0", "", "C009", nil},
		{"1.5", "", "C009", nil},
		{`"10,000"`, "", "C009", nil},
		{"1e4", "", "C009", nil},
		{"null", "", "C009", nil},
		{`"１００００"`, "", "C009", nil},
		{`""`, "", "C009", nil},
		{"true", "", "C009", nil},
		{"1000000000000001", "", "C009", nil},
		{"1", "", "C004", map[string]string{"min": "10000"}},
		{"9999", "", "C004", map[string]string{"min": "10000"}},
		{"5000001", "", "C003", map[string]string{"max": "5000000"}},
		{"5010000", "", "C003", map[string]string{"max": "5000000"}},
		{"10001", "", "C005", map[string]string{"unit": "10000"}},
		{"10000", strings.Repeat("a", 41), "U106", nil},
		{"10000", "a\x00b", "U106", nil},
	} {
		var in money.Input
		require.NoError(t, in.UnmarshalJSON([]byte(c.amount)))
		_, err := s.desk.Deposit(t.Context(), cash.DepositInput{Requester: m.requester(), Amount: in, Depositor: c.depositor})
		require.Equal(t, c.params, s.refused(c.code, err).Params(), c.amount)
	}
	require.Empty(t, s.list(m, ""), "nothing changed")
	require.Empty(t, s.strings("SELECT cmd FROM outbox_event"))
	require.Zero(t, s.wallet(m))

	s.exec("UPDATE site_site SET options = '{\"depositPaused\": true}'")
	_, err := s.deposit(m, 1)
	s.refused("S005", err)
	s.exec("UPDATE site_site SET inspect = true")
	_, err = s.deposit(m, 1)
	s.refused("S001", err)
}

func TestADepositIsApprovedAndTheMemberIsTold(t *testing.T) {
	s := open(t)
	p := factory.Partner(t, s.db)
	m := s.member(0, func(m *factory.M) { m.Parent, m.Lang = p.MemID, "ko" })
	r := s.must(s.deposit(m, 150_000))
	require.Equal(t, []cash.Request{{
		ID: r.ID, Kind: cash.In, Amount: 150_000, Depositor: "Kim Minsu", Bank: "Kookmin", RequestedAt: noon,
	}}, s.list(m, "in"))
	require.Zero(t, s.wallet(m), "not bettable before it is authorised (S-24)")

	s.clk.Advance(time.Minute)
	require.NoError(t, s.hold(r))
	require.NoError(t, s.approve(r))
	require.Equal(t, wallet.State{Cash: 150_000, Version: 1}, s.wallet(m))
	got := s.list(m, "")[0]
	require.Equal(t, cash.Done, got.Status)
	require.Equal(t, noon.Add(time.Minute), *got.ProcessedAt)

	idx := strconv.FormatInt(r.ID, 10)
	require.Equal(t, []string{
		"QUEUE in " + idx + " topic=admin.demo member= path=",
		"CASHREQ " + m.id + " in topic= member=" + m.id + " path=" + p.MemID,
		"QUEUE in " + idx + " topic=admin.demo member= path=",
		"CASHREQ " + m.id + " in topic= member=" + m.id + " path=" + p.MemID,
		"CASH 150000 0 topic= member=" + m.id + " path=",
		"QUEUE in " + idx + " topic=admin.demo member= path=",
		"CASHREQ " + m.id + " in topic= member=" + m.id + " path=" + p.MemID,
		"MSG 1  topic= member=" + m.id + " path=",
	}, s.strings(`SELECT cmd || ' ' || data1 || ' ' || data2 || ' topic=' || topic || ' member=' || member || ' path=' || path
		FROM outbox_event ORDER BY xid, id`))
	require.Equal(t, []string{"입금 완료|150,000원 입금이 보유금에 반영되었습니다."},
		s.strings("SELECT title || '|' || content FROM message_message WHERE member_id = $1", m.id))
	require.Equal(t, []string{"cash.hold staff1 192.0.2.7 00-0123-01 0", "cash.approve staff1 192.0.2.7 00-0123-01 2"},
		s.strings(`SELECT concat_ws(' ', action, actor, ip, trace, detail->>'was') FROM audit_entry WHERE target = $1 ORDER BY id`, idx))
	s.balanced()
}

func TestARefusedDepositChangesNoMoneyAndSaysWhy(t *testing.T) {
	s := open(t)
	m := s.member(0)
	r := s.must(s.deposit(m, 50_000))
	s.refused("E001", s.desk.Refuse(t.Context(), "demo", staff, s.shown(r), cash.Because{Words: " "}))
	s.refused("E001", s.desk.Refuse(t.Context(), "demo", staff, s.shown(r), cash.Because{Words: strings.Repeat("x", 301)}))
	require.NoError(t, s.refuse(r))
	require.Zero(t, s.wallet(m))
	require.Equal(t, "name differs", s.list(m, "")[0].Memo)
	require.Equal(t, []string{"Your deposit request of ₩50,000 was declined.\nReason: name differs"},
		s.strings("SELECT content FROM message_message WHERE member_id = $1", m.id))
	s.balanced()
}

func TestOneOpenDepositC007AndTheWaitC006(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(stage, customer, cash.Request) error{
		"done":      func(s stage, _ customer, r cash.Request) error { return s.approve(r) },
		"refused":   func(s stage, _ customer, r cash.Request) error { return s.refuse(r) },
		"cancelled": func(s stage, c customer, r cash.Request) error { return s.cancel(c, r) },
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			m := s.member(0)
			first := s.must(s.deposit(m, 10_000))
			_, err := s.deposit(m, 20_000)
			s.refused("C007", err)
			s.clk.Advance(time.Hour)
			require.NoError(t, end(s, m, first))
			s.clk.Advance(3*time.Minute - time.Nanosecond)
			_, err = s.deposit(m, 20_000)
			require.Equal(t, map[string]string{"minutes": "3"}, s.refused("C006", err).Params())
			require.Len(t, s.list(m, ""), 1, "a refused request leaves no row")
			s.clk.Advance(time.Nanosecond)
			s.must(s.deposit(m, 20_000))
		})
	}
}

func TestTwentyDepositsAtOnceAreOne(t *testing.T) {
	s := open(t)
	m := s.member(0)
	errs := atOnce(times(20, func() error { _, err := s.deposit(m, 10_000); return err })...)
	require.Equal(t, map[string]int{"": 1, "C007": 19}, s.codes(errs))
	require.Len(t, s.list(m, ""), 1)
	require.Len(t, s.strings("SELECT cmd FROM outbox_event WHERE cmd = 'QUEUE'"), 1)
}

func TestTheListKnowsKindsDaysAndPages(t *testing.T) {
	s := open(t)
	m, other := s.member(100_000), s.member(0)
	s.must(s.deposit(other, 10_000))
	in := s.must(s.deposit(m, 10_000))
	s.clk.Set(time.Date(2026, 9, 10, 15, 30, 0, 0, time.UTC)) // 00:30 of the 11th in Seoul
	out := s.must(s.withdraw(m, 10_000))
	ids := func(kind string, d paging.Days, p paging.Slice) (ids []int64, total int64) {
		list, totals, err := s.desk.List(t.Context(), "demo", m.id, kind, d, p)
		require.NoError(t, err)
		for _, r := range list {
			ids = append(ids, r.ID)
		}
		return ids, totals[cash.In].Requests + totals[cash.Out].Requests
	}
	for _, c := range []struct {
		kind  string
		days  paging.Days
		page  paging.Slice
		want  []int64
		total int64
	}{
		{"", paging.Days{}, paging.Slice{Count: 10}, []int64{out.ID, in.ID}, 2},
		{"in", paging.Days{}, paging.Slice{Count: 10}, []int64{in.ID}, 1},
		{"out", paging.Days{}, paging.Slice{Count: 10}, []int64{out.ID}, 1},
		{"", paging.Days{EndDate: "2026-09-10"}, paging.Slice{Count: 10}, []int64{in.ID}, 1},
		{"", paging.Days{StartDate: "2026-09-11"}, paging.Slice{Count: 10}, []int64{out.ID}, 1},
		{"", paging.Days{}, paging.Slice{Count: 1, Skip: 1}, []int64{in.ID}, 2},
	} {
		got, total := ids(c.kind, c.days, c.page)
		require.Equal(t, c.want, got)
		require.Equal(t, c.total, total)
	}
	_, _, err := s.desk.List(t.Context(), "demo", m.id, "both", paging.Days{}, paging.Slice{})
	require.ErrorIs(t, err, fault.Failed)
	_, _, err = s.desk.List(t.Context(), "demo", m.id, "", paging.Days{StartDate: "yesterday"}, paging.Slice{})
	require.ErrorIs(t, err, fault.Failed)

	s.clk.Advance(time.Hour)
	q, err := cash.Pending(t.Context(), s.db, "demo")
	require.NoError(t, err)
	require.EqualValues(t, 2, q[cash.In].Count)
	require.EqualValues(t, 1, q[cash.Out].Count)
	require.Equal(t, time.Hour, q[cash.Out].Age(s.clk.Now()))
	q, err = cash.Pending(t.Context(), s.db, "none")
	require.NoError(t, err)
	require.Zero(t, q[cash.In].Age(s.clk.Now()))
}
