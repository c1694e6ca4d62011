package routestest_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	apiwallet "hubstake/api/wallet"
	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash"
	"hubstake/internal/funds/point"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/game"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestWhatAMemberHasOverHTTP(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	m := factory.Member(t, db, func(m *factory.M) { m.Cash, m.Points = 100_000, 5_000 })
	sites := site.New(db, clk)
	desk := cash.New(db, clk, sites, member.New(db, clk, sites, factory.Hashing()), message.New(db, clk), nil)
	api := apiwallet.New(db, sites, desk, game.New(db, clk, zerolog.Nop(), sites, nil, nil, ""))
	app := apitest.New(t, clk, api.Routes()).Member(m.MemID)
	require.Equal(t, apiwallet.Balance{CashAmt: 100_000, PointAmt: 5_000, Version: 2},
		apitest.OK[apiwallet.Balance](app.Post("/api/cash/getUserCash", "")))
	require.True(t, api.Routes()[0].Passive, "a poll is no activity (D-09)")

	app.Post("/api/cash/getAcc", "{}").Refused(200, "C019") // nowhere to pay into
	acc := cash.Account{Bank: "KB국민은행", Number: "11122233344455", Holder: "Hubstake"}
	for range 2 {
		require.NoError(t, pg.InTx(t.Context(), db, func(tx pgx.Tx) error { return cash.AddAccount(t.Context(), tx, "demo", acc) }))
	}
	app.Post("/api/cash/getAcc", "{}").Refused(200, "C028") // the same proof as for the inquiry (D-62)
	app.Post("/api/cash/openAcc", "{}").Refused(200, "C028")
	app.Post("/api/cash/openAcc", `{"cashPin":"9999"}`).Refused(200, "C017")
	app.Post("/api/cash/getAcc", "{}").Refused(200, "C028")
	want := apiwallet.Account{Bank: acc.Bank, Number: acc.Number, Holder: acc.Holder, Until: clk.Now().Add(30 * time.Minute)}
	require.Equal(t, want, apitest.OK[apiwallet.Account](app.Post("/api/cash/openAcc", `{"cashPin":"`+string(factory.PIN)+`"}`)))
	require.Equal(t, want, apitest.OK[apiwallet.Account](app.Post("/api/cash/getAcc", "{}")), "no second PIN while it is shown")
	clk.Advance(30 * time.Minute)
	app.Post("/api/cash/getAcc", "{}").Refused(200, "C028")

	nothing := apitest.OK[apiwallet.Turnover](app.Post("/api/cash/rolling/remain", "{}"))
	require.Equal(t, apiwallet.ProductTurnover{Product: "slot", Weight: 10_000}, nothing.Products[2])
	nothing.Products = nil
	require.Zero(t, nothing)
	r, err := desk.Deposit(t.Context(), cash.DepositInput{
		Requester: cash.Requester{Site: "demo", Member: m.MemID}, Amount: money.In(20_000),
	})
	require.NoError(t, err)
	require.NoError(t, desk.Approve(t.Context(), "demo", audit.Actor{ID: "staff1"}, cash.Shown{ID: r.ID, Member: m.MemID, Amount: r.Amount, RequestedAt: r.RequestedAt}, true))
	now := apitest.OK[apiwallet.Turnover](app.Post("/api/cash/rolling/remain", "{}"))
	require.Equal(t, apiwallet.ProductTurnover{Product: "slot", Weight: 10_000, Remaining: 20_000}, now.Products[2])
	now.Products = nil
	require.Equal(t, apiwallet.Turnover{Needed: 20_000, Remaining: 20_000}, now)
}

// S-32: the page names the sum that a withdrawal in a break forfeits, points that became cash included, before the member agrees to it.
func TestTheTurnoverNamesWhatAWithdrawalInABreakForfeits(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	m := factory.Member(t, db, func(m *factory.M) { m.Cash, m.Points = 100_000, 50_000 })
	sites := site.New(db, clk)
	desk := cash.New(db, clk, sites, factory.Members(t, db, clk), message.New(db, clk), nil)
	app := apitest.New(t, clk, apiwallet.New(db, sites, desk, game.New(db, clk, zerolog.Nop(), sites, nil, nil, "")).Routes()).Member(m.MemID)
	_, err := point.New(db, clk, sites, factory.Members(t, db, clk)).Convert(t.Context(), point.Conversion{Site: m.Site, Member: m.MemID, Points: money.In(30_000)})
	require.NoError(t, err)
	for _, want := range []apiwallet.Turnover{
		{Needed: 30_000, Remaining: 30_000},
		{Needed: 30_000, Remaining: 30_000, InBreak: true, ForfeitCash: 30_000},
	} {
		now := apitest.OK[apiwallet.Turnover](app.Post("/api/cash/rolling/remain", "{}"))
		now.Products = nil
		require.Equal(t, want, now)
		_, err = db.Exec(t.Context(), "UPDATE member_member SET timeout_until = $2 WHERE member_id = $1", m.MemID, clk.Now().Add(24*time.Hour))
		require.NoError(t, err)
	}
}

// endpoints.tsv: getUserCash "also TK999". A page whose socket is down has no other way to hear that its game ran out.
func TestAPageWithoutASocketHearsThatItsGameIsOver(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	m := factory.Member(t, db, func(m *factory.M) { m.Cash = 100_000 })
	sites := site.New(db, clk)
	games := game.New(db, clk, zerolog.Nop(), sites, nil, nil, "")
	app := apitest.New(t, clk, apiwallet.New(db, sites, nil, games).Routes()).Member(m.MemID)
	shown := func() {
		t.Helper()
		require.EqualValues(t, 100_000, apitest.OK[apiwallet.Balance](app.Post("/api/cash/getUserCash", "")).CashAmt)
	}
	require.NoError(t, provider.Upsert(t.Context(), db, "sim", "seamless", provider.Settings{}))
	require.NoError(t, game.Upsert(t.Context(), db, game.Demo("sim")...))
	// apitest's callers are of the session ''.
	launch := func(token string, life time.Duration) {
		t.Helper()
		_, err := db.Exec(t.Context(), `UPDATE game_launch SET closed_at = $1 WHERE session_id = '' AND closed_at IS NULL`, clk.Now())
		require.NoError(t, err)
		_, err = db.Exec(t.Context(), `INSERT INTO game_launch (token, site_id, member_id, session_id, vendor_id, game_code, currency, created_at, expires_at)
			VALUES ($1, $2, $3, '', 'sim', 'moonjar', 'KRW', $4, $5)`, token, m.Site, m.MemID, clk.Now(), clk.Now().Add(life))
		require.NoError(t, err)
	}
	shown() // never played
	launch("t1", time.Hour)
	shown() // plays
	clk.Advance(time.Hour)
	for range 2 { // each page of the session hears it
		app.Post("/api/cash/getUserCash", "").Refused(200, "TK999")
	}
	launch("t2", time.Hour)
	shown() // plays again
	clk.Advance(time.Hour)
	app.Post("/api/cash/getUserCash", "").Refused(200, "TK999")
	require.NoError(t, games.Close(t.Context(), m.Site, m.MemID, "", ""))
	shown() // the page closed the game
	launch("t3", time.Hour)
	clk.Advance(time.Hour + 2*time.Minute)
	shown() // it was not closed: no reason to withhold the balance for ever
}
