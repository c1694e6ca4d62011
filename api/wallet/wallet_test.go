package wallet_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	apiwallet "hubstake/api/wallet"
	"hubstake/internal/audit"
	"hubstake/internal/cash"
	"hubstake/internal/clock"
	"hubstake/internal/member"
	"hubstake/internal/message"
	"hubstake/internal/money"
	"hubstake/internal/platform/pg"
	"hubstake/internal/site"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestWhatAMemberHasOverHTTP(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	m := factory.Member(t, db, func(m *factory.M) { m.Cash, m.Points = 100_000, 5_000 })
	sites := site.New(db, clk)
	desk := cash.New(db, clk, sites, member.New(db, clk, sites, member.Keys{Hasher: factory.Hasher()}), message.New(db, clk), nil)
	api := apiwallet.New(db, sites, desk)
	app := apitest.New(t, clk, api.Routes()).Member(m.MemID)
	require.Equal(t, apiwallet.Balance{CashAmt: 100_000, PointAmt: 5_000, Version: 2},
		apitest.OK[apiwallet.Balance](app.Post("/api/cash/getUserCash", "")))
	require.True(t, api.Routes()[0].Passive, "a poll is no activity (D-09)")

	app.Post("/api/cash/getAcc", "{}").Refused(200, "C019") // nowhere to pay into
	acc := cash.Account{Bank: "KB국민은행", Number: "11122233344455", Holder: "Hubstake"}
	for range 2 {
		require.NoError(t, pg.InTx(t.Context(), db, func(tx pgx.Tx) error { return cash.AddAccount(t.Context(), tx, "demo", acc) }))
	}
	require.Equal(t, apiwallet.Account(acc), apitest.OK[apiwallet.Account](app.Post("/api/cash/getAcc", "{}")))

	require.Zero(t, apitest.OK[apiwallet.Turnover](app.Post("/api/cash/rolling/remain", "{}")))
	r, err := desk.Deposit(t.Context(), cash.DepositAsk{
		Asker: cash.Asker{Site: "demo", Member: m.MemID}, Amount: money.In(20_000),
	})
	require.NoError(t, err)
	require.NoError(t, desk.Approve(t.Context(), "demo", audit.Actor{ID: "staff1"}, r.ID))
	require.Equal(t, apiwallet.Turnover{Needed: 20_000, Remaining: 20_000},
		apitest.OK[apiwallet.Turnover](app.Post("/api/cash/rolling/remain", "{}")))
}
