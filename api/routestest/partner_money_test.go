package routestest_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	apiadmincash "hubstake/api/admin/cash"
	apicash "hubstake/api/cash"
	apimoney "hubstake/api/partner/money"
	"hubstake/internal/account/member"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/funds/cash"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/partner"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestThePartnersMoneyOverHTTP(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Now().UTC().Truncate(time.Second)) // the ledger has the moments of the database
	factory.Site(t, db)
	sites := site.New(db, clk)
	head := factory.Partner(t, db).MemID
	kim := factory.Member(t, db, func(m *factory.M) { m.Parent = head }).MemID
	foreign := factory.Member(t, db, func(m *factory.M) { m.Parent = factory.Partner(t, db).MemID }).MemID
	_, err := db.Exec(t.Context(), "INSERT INTO partner_partner (member_id, site_id, pay_allowed, pay_day_max) VALUES ($1, 'demo', true, 50000)", head)
	require.NoError(t, err)
	require.NoError(t, pg.InTx(t.Context(), db, func(tx pgx.Tx) error {
		if err := wallet.Open(t.Context(), tx, head, wallet.PT, "demo"); err != nil {
			return err
		}
		_, _, err := wallet.Apply(t.Context(), tx, wallet.Move{
			Member: head, Currency: wallet.PT, Unit: wallet.Cash, Amount: 100_000, Contra: wallet.ContraCorrection, Kind: "correction", Ref: "1",
		})
		return err
	}))
	app := apitest.New(t, clk, apimoney.New(partner.NewSends(db, clk, sites, member.New(db, clk, sites, factory.Hashing()), message.New(db, clk)), report.New(db, clk, sites, factory.Box()), nil).Routes())
	body := func(memID, amount string) string {
		return fmt.Sprintf(`{"memId":%q,"amount":%s,"reason":"as agreed"}`, memID, amount)
	}

	reader := app.AgentWith(head+".kim", right.MoneyRead)

	own := app.AgentWith(head+".lee", right.MoneyRead, right.MoneyWrite)
	targets := apitest.OK[apimoney.TargetsAnswer](own.Post("/api/partner/money/targets", `{"query":""}`))
	require.Len(t, targets.List, 1)
	require.Equal(t, kim, targets.List[0].MemID)
	for _, amount := range []string{"0", "-5", "1.5", `"x"`, "null"} {
		own.Post("/api/partner/money/pay", body(kim, amount)).Refused(200, "C009")
	}
	own.Post("/api/partner/money/pay", body(foreign, "100")).Refused(200, "U001")
	own.Post("/api/partner/money/pay", body("nobody1", "100")).Refused(200, "U001")
	own.Post("/api/partner/money/pay", body(kim, "50001")).Refused(200, "C029")
	own.Post("/api/partner/money/recall", body(kim, "1")).Refused(200, "C031")

	paid := apitest.OK[apimoney.Send](own.Post("/api/partner/money/pay", body(kim, "30000")))
	require.Equal(t, []any{"pay", kim, money.Amount(70_000), head + ".lee"}, []any{string(paid.Kind), paid.MemID, *paid.PT, paid.Agent})
	require.Equal(t, clk.Now().Add(10*time.Minute), *paid.ReversibleUntil)
	apitest.OK[apimoney.Send](own.Post("/api/partner/money/recall", body(strings.ToUpper(kim), "10000")))
	own.Post("/api/partner/money/reverse", fmt.Sprintf(`{"id":%d,"reason":"x"}`, paid.ID)).Refused(200, "C030")
	last := apitest.OK[apimoney.Send](own.Post("/api/partner/money/pay", body(kim, "1000")))
	back := apitest.OK[apimoney.Send](own.Post("/api/partner/money/reverse", fmt.Sprintf(`{"id":%d,"reason":"wrong amount"}`, last.ID)))
	require.Equal(t, last.ID, back.Reverses)
	require.Nil(t, back.ReversibleUntil)

	purse := apitest.OK[apimoney.Purse](reader.Post("/api/partner/money/purse", `{}`))
	require.Equal(t, apimoney.Purse{PT: 80_000, Version: 5, May: true, DayMax: 50_000, Today: 30_000, Left: 20_000, RecallLeft: 40_000, PayoutLeft: 50_000}, purse)

	var next int64
	var ids []int64
	for range 3 {
		page := apitest.OK[apimoney.SendsAnswer](reader.Post("/api/partner/money/sends", `{"count_per_list":2,"before":`+strconv.FormatInt(next, 10)+`}`))
		require.Equal(t, apimoney.SendTotals{Count: 4, Paid: 31_000, Recalled: 10_000, Reversed: 1_000}, page.Totals)
		for _, r := range page.List {
			ids = append(ids, r.ID)
		}
		if next = page.Next; next == 0 {
			break
		}
	}
	require.Len(t, ids, 4)
	require.IsDecreasing(t, ids)
	ledger := apitest.OK[apimoney.LedgerAnswer](reader.Post("/api/partner/money/pt", `{"count_per_list":3}`))
	require.Equal(t, []any{int64(5), money.Amount(111_000), money.Amount(31_000)}, []any{ledger.Count, ledger.In, ledger.Out})
	require.Equal(t, []int64{5, 4, 3}, []int64{ledger.List[0].No, ledger.List[1].No, ledger.List[2].No})
	require.Equal(t, int64(3), ledger.Next)
	require.Equal(t, []any{money.Amount(80_000), kim, "wrong amount"}, []any{ledger.List[0].After, ledger.List[0].Other, ledger.List[0].Reason})
	reader.Post("/api/partner/money/sends", `{"kind":"gift"}`).Refused(200, "E001")

	_, header, file := reader.Send("/api/partner/money/sends/csv", `{}`)
	require.Equal(t, "text/csv; charset=utf-8", header.Get("Content-Type"))
	require.Contains(t, string(file), "Total,4,31000,10000,1000,0\n")
	require.Contains(t, string(file), fmt.Sprintf(",pay,%s,-30000,70000,as agreed,%s.lee,,\n", kim, head))
	require.Contains(t, string(file), fmt.Sprintf(",reverse,%s,1000,80000,wrong amount,%s.lee,%d,\n", kim, head, last.ID))
	_, _, file = reader.Send("/api/partner/money/sends/csv", `{"kind":"recall"}`)
	require.Contains(t, string(file), "Total,1,0,10000,0,0\n")
	require.NotContains(t, string(file), ",pay,")
	_, _, file = reader.Send("/api/partner/money/pt/csv", `{}`)
	require.Contains(t, string(file), "Total,5,111000,31000\n")
	require.Contains(t, string(file), fmt.Sprintf(",pt.reverse,1000,80000,%s,wrong amount,\n", kim))

	apitest.OK[apimoney.Send](own.Post("/api/partner/money/pay", fmt.Sprintf(`{"memId":%q,"amount":1,"reason":"=1+1"}`, kim)))
	for _, path := range []string{"sends/csv", "pt/csv"} {
		_, _, file = reader.Send("/api/partner/money/"+path, `{}`)
		require.Contains(t, string(file), ",'=1+1", "a reason is no formula")
	}

	payer := app.AgentWith(head+".min", right.MoneyWrite) // pays, but sees no money: neither what accounts have nor the PT (S-87)
	require.NotNil(t, targets.List[0].Balance)
	require.Nil(t, apitest.OK[apimoney.TargetsAnswer](payer.Post("/api/partner/money/targets", `{"query":""}`)).List[0].Balance)
	for _, way := range []string{"pay", "recall"} {
		require.Nil(t, apitest.OK[apimoney.Send](payer.Post("/api/partner/money/"+way, body(kim, "100"))).PT)
	}
}

func TestPayoutsThroughThePartnerOverHTTP(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Now().UTC().Truncate(time.Second)) // the ledger has the moments of the database
	factory.Site(t, db, func(s *factory.S) {
		s.Options["partnerPayout"], s.Options["exchangeClosedFrom"], s.Options["exchangeClosedTo"] = true, "00:00", "00:00"
	})
	sites := site.New(db, clk)
	members, messages := member.New(db, clk, sites, factory.Hashing()), message.New(db, clk)
	head := factory.Partner(t, db).MemID
	other := factory.Partner(t, db).MemID
	kim := factory.Member(t, db, func(m *factory.M) { m.Parent, m.Cash = head, 100_000 }).MemID
	_, err := db.Exec(t.Context(), "INSERT INTO partner_partner (member_id, site_id, pay_allowed, pay_day_max) SELECT unnest($1::text[]), 'demo', true, 50000", []string{head, other})
	require.NoError(t, err)
	desk, sends := cash.New(db, clk, sites, members, messages, nil), partner.NewSends(db, clk, sites, members, messages)
	sends.PayOut(desk)
	app := apitest.New(t, clk, slices.Concat(apicash.New(desk).Routes(), apimoney.New(sends, report.New(db, clk, sites, factory.Box()), desk).Routes()))

	app.Member(kim).Post("/api/cash/out", `{"amount":30000,"cashPin":"1234","through":"yes"}`).Refused(400, "E001")
	row := apitest.OK[apicash.Row](app.Member(kim).Post("/api/cash/out", `{"amount":30000,"cashPin":"1234","through":true}`))
	require.Equal(t, []any{"through", "", ""}, []any{row.CashType, row.Bank, row.AccountMasked})
	app.Member(kim).Post("/api/cash/out", `{"amount":30000,"cashPin":"1234"}`).Refused(200, "C007")

	own, reader := app.AgentWith(head+".lee", right.MoneyRead, right.MoneyWrite), app.AgentWith(head+".kim", right.MoneyRead)
	list := apitest.OK[apimoney.PayoutsAnswer](reader.Post("/api/partner/money/payouts", `{}`)).List
	require.Len(t, list, 1)
	asked := fmt.Sprintf(`"id":%d,"memId":%q,"amount":30000,"requestedAt":%q`, row.Idx, kim, list[0].RequestedAt.Format(time.RFC3339Nano))
	for _, path := range []string{"accept", "refuse"} {
		reader.Post("/api/partner/money/payouts/"+path, "{"+asked+"}").Refused(403, "U029")
		own.Post("/api/partner/money/payouts/"+path, `{"id":"x"}`).Refused(400, "E001")
	}
	stranger := app.AgentWith(other+".lee", right.MoneyRead, right.MoneyWrite)
	require.Empty(t, apitest.OK[apimoney.PayoutsAnswer](stranger.Post("/api/partner/money/payouts", `{"all":true}`)).List)
	stranger.Post("/api/partner/money/payouts/accept", "{"+asked+"}").Refused(200, "U001")
	stranger.Post("/api/partner/money/payouts/refuse", "{"+asked+`,"reason":"no"}`).Refused(200, "C019")
	own.Post("/api/partner/money/payouts/refuse", "{"+asked+"}").Refused(200, "E001")
	paid := apitest.OK[apimoney.Send](own.Post("/api/partner/money/payouts/accept", "{"+asked+"}"))
	require.Equal(t, []any{partner.Payout, row.Idx, money.Amount(30_000)}, []any{paid.Kind, paid.Request, *paid.PT})
	own.Post("/api/partner/money/payouts/accept", "{"+asked+"}").Refused(200, "C019")
	ledger := apitest.OK[apimoney.LedgerAnswer](reader.Post("/api/partner/money/pt", `{}`)).List
	require.Equal(t, []any{"pt.payout", kim}, []any{ledger[0].Kind, ledger[0].Other})
}

// D-73: a partner asks for its PT on its own bank account, staff decides as about a withdrawal, and the queue shows it.
func TestAPartnerWithdrawsItsPTOverHTTP(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Now().UTC().Truncate(time.Second))
	factory.Site(t, db, func(s *factory.S) {
		s.Options["exchangeClosedFrom"], s.Options["exchangeClosedTo"], s.Options["withdrawWaitMinutes"] = "00:00", "00:00", 0
	}, factory.OnePerson(site.Payout))
	sites := site.New(db, clk)
	members, messages := member.New(db, clk, sites, factory.Hashing()), message.New(db, clk)
	head, other := factory.Partner(t, db).MemID, factory.Partner(t, db).MemID
	require.NoError(t, pg.InTx(t.Context(), db, func(tx pgx.Tx) error {
		if err := wallet.Open(t.Context(), tx, head, wallet.PT, "demo"); err != nil {
			return err
		}
		_, _, err := wallet.Apply(t.Context(), tx, wallet.Move{
			Member: head, Currency: wallet.PT, Unit: wallet.Cash, Amount: 100_000, Contra: wallet.ContraCorrection, Kind: "correction", Ref: "1",
		})
		return err
	}))
	desk, reports := cash.New(db, clk, sites, members, messages, nil), report.New(db, clk, sites, factory.Box())
	app := apitest.New(t, clk, slices.Concat(
		apimoney.New(partner.NewSends(db, clk, sites, members, messages), reports, desk).Routes(), apicash.New(desk).Routes(), apiadmincash.New(desk, reports).Routes(),
	))
	const path = "/api/partner/money/withdraw"
	own, stranger := app.AgentWith(head, right.Partners()...), app.AgentWith(other, right.Partners()...)
	for _, call := range []string{"withdraw", "withdraw/cancel", "withdrawal", "withdrawals"} {
		app.Post("/api/partner/money/"+call, `{}`).Refused(401, "U029")
		app.AgentWith(head+".kim", right.LowerRead).Post("/api/partner/money/"+call, `{}`).Refused(403, "U029")
	}
	app.AgentWith(head+".lee", right.Partners()...).Post(path, `{"amount":10000,"cashPin":"1234"}`).Refused(200, "U029")
	own.Post(path, `{"cashPin":"1234"}`).Refused(200, "C009")
	own.Post(path, `{"amount":10000}`).Refused(200, "C028")
	own.Post(path, `{"amount":10000,"cashPin":"4321"}`).Refused(200, "C017")
	own.Post(path, `{"amount":100001,"cashPin":"1234"}`).Refused(200, "C001")
	stranger.Post(path, `{"amount":10000,"cashPin":"1234"}`).Refused(200, "C001")

	made := apitest.OK[apimoney.Withdrawal](own.Post(path, `{"amount":40001,"cashPin":"1234"}`))
	require.Equal(t, []any{money.Amount(40_001), int16(0), "Kookmin"}, []any{made.Amount, made.Status, made.Bank})
	require.Contains(t, made.AccountNo, "****")
	terms := apitest.OK[apimoney.Terms](own.Post("/api/partner/money/withdrawal", `{}`))
	require.Equal(t, []any{true, money.Amount(59_999), money.Amount(40_001), "C007"}, []any{terms.Own, terms.PT, terms.Held, terms.Refusal.Code})
	require.False(t, apitest.OK[apimoney.Terms](app.AgentWith(head+".kim", right.MoneyRead).Post("/api/partner/money/withdrawal", `{}`)).Own)
	require.Empty(t, apitest.OK[apimoney.WithdrawalsAnswer](stranger.Post("/api/partner/money/withdrawals", `{}`)).List)
	stranger.Post(path+"/cancel", fmt.Sprintf(`{"id":%d}`, made.ID)).Refused(200, "C019")
	app.AgentWith(head+".lee", right.Partners()...).Post(path+"/cancel", fmt.Sprintf(`{"id":%d}`, made.ID)).Refused(200, "U029")
	require.Empty(t, apitest.OK[apicash.ListAnswer](app.Member(head).Post("/api/cash/list", `{}`)).List, "it is no withdrawal of the member's pages")
	app.Member(head).Post("/api/cash/list", `{"cashType":"pt"}`).Refused(200, "E001")
	apitest.OK[any](own.Post(path+"/cancel", fmt.Sprintf(`{"id":%d}`, made.ID)))

	made = apitest.OK[apimoney.Withdrawal](own.Post(path, `{"amount":50000,"cashPin":"1234"}`))
	queue := apitest.OK[apiadmincash.ListAnswer](app.StaffWith("s1", right.Cash).Post("/api/admin/cash/list", `{"cashType":"pt","status":[0,2]}`)).List
	require.Len(t, queue, 1)
	require.Equal(t, []any{"pt", head, money.Amount(50_000), money.Amount(50_000)}, []any{queue[0].CashType, queue[0].MemID, queue[0].Amount, queue[0].MemberCash})
	shown := fmt.Sprintf(`{"idx":%d,"memId":%q,"amount":50000,"requestedAt":%q}`, made.ID, head, made.RequestedAt.Format(time.RFC3339Nano))
	app.StaffWith("s2", right.Member).Post("/api/admin/cash/approve", shown).Refused(403, "U029")
	apitest.OK[apiadmincash.Row](app.StaffWith("s1", right.Cash).Post("/api/admin/cash/hold", shown))
	own.Post(path+"/cancel", fmt.Sprintf(`{"id":%d}`, made.ID)).Refused(200, "C019")
	require.Equal(t, int16(1), apitest.OK[apiadmincash.Row](app.StaffWith("s1", right.Cash).Post("/api/admin/cash/approve", shown)).Status)
	page := apitest.OK[apimoney.WithdrawalsAnswer](own.Post("/api/partner/money/withdrawals", `{"count_per_list":1}`))
	require.Equal(t, []any{int16(1), made.ID}, []any{page.List[0].Status, page.Next})
	page = apitest.OK[apimoney.WithdrawalsAnswer](own.Post("/api/partner/money/withdrawals", fmt.Sprintf(`{"before":%d}`, page.Next)))
	require.Equal(t, []any{int16(-1), int64(0)}, []any{page.List[0].Status, page.Next})
	ledger := apitest.OK[apimoney.LedgerAnswer](own.Post("/api/partner/money/pt", `{}`)).List
	require.Equal(t, []string{"withdraw.hold", "withdraw.release", "withdraw.hold", "correction"}, []string{ledger[0].Kind, ledger[1].Kind, ledger[2].Kind, ledger[3].Kind})
	all := apitest.OK[apiadmincash.RequestsAnswer](app.StaffWith("s1", right.Cash).Post("/api/admin/cash/requests", `{"cashType":"pt"}`))
	require.Equal(t, []int{2, 2}, []int{len(all.List), len(all.Totals)})
}
