package routestest_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	apimoney "hubstake/api/partner/money"
	"hubstake/internal/account/member"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
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
	app := apitest.New(t, clk, apimoney.New(partner.NewSends(db, clk, sites, member.New(db, clk, sites, factory.Hashing()), message.New(db, clk)), report.New(db, clk, sites, factory.Box())).Routes())
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
	own.Post("/api/partner/money/recall", body(kim, "1")).Refused(200, "C001")

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
	require.Equal(t, apimoney.Purse{PT: 80_000, Version: 5, May: true, DayMax: 50_000, Today: 30_000, Left: 20_000}, purse)

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
	require.Contains(t, string(file), "Total,4,31000,10000,1000\n")
	require.Contains(t, string(file), fmt.Sprintf(",pay,%s,-30000,70000,as agreed,%s.lee,,\n", kim, head))
	require.Contains(t, string(file), fmt.Sprintf(",reverse,%s,1000,80000,wrong amount,%s.lee,%d,\n", kim, head, last.ID))
	_, _, file = reader.Send("/api/partner/money/sends/csv", `{"kind":"recall"}`)
	require.Contains(t, string(file), "Total,1,0,10000,0\n")
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
