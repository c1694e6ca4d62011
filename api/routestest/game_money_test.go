package routestest_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	apigame "hubstake/api/game"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/game"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/transfer"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// ownWalletProvider is a vendor that keeps a wallet: what it is told to say, at the port of the domain.
type ownWalletProvider struct {
	held  money.Amount
	fails error
	url   error
}

func (h *ownWalletProvider) Launch(_ context.Context, l provider.Launch) (string, error) {
	if !l.OwnWallet {
		return "", errors.New("not to be played from the operator's wallet")
	}
	return "https://games.example/own", h.url
}

func (h *ownWalletProvider) Move(_ context.Context, o provider.Order) (provider.Outcome, error) {
	if h.fails != nil {
		return provider.Outcome{}, h.fails
	}
	if h.held += o.Amount; o.Direction == provider.Out {
		h.held -= 2 * o.Amount
	}
	return provider.Outcome{Order: o, Done: true, Balance: h.held}, nil
}

func (h *ownWalletProvider) Ask(_ context.Context, o provider.Order) (provider.Outcome, error) {
	return provider.Outcome{Order: o, Reason: "UNKNOWN_ORDER"}, nil
}

func (h *ownWalletProvider) Held(context.Context, string, string) (money.Amount, error) {
	return h.held, nil
}

// Opening a game of a vendor that keeps wallets moves the member's cash there; outGameMoney brings it back.
func TestGameMoneyOverHTTP(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	require.NoError(t, provider.Upsert(t.Context(), db, "own", provider.FamilyTransfer, provider.Settings{}))
	require.NoError(t, game.Upsert(t.Context(), db, game.Demo("own")...))
	m := factory.Member(t, db, func(m *factory.M) { m.Cash = 50_000 })
	h := &ownWalletProvider{}
	transfers := transfer.New(db, clk, zerolog.Nop(), map[string]provider.TransferWallet{"own": h}, nil)
	games := game.New(db, clk, zerolog.Nop(), site.New(db, clk), map[string]provider.Client{"own": h}, transfers, "http://localhost/")
	app := apitest.New(t, clk, apigame.New(games).Routes())
	app = app.Member(m.MemID)
	_, err := db.Exec(t.Context(), `
		INSERT INTO member_session (session_id, site_id, member_id, audience, topic, hub_key, expires_at)
		VALUES ($1, 'demo', $2, 'member', 't', 'k', $3)`, "", m.MemID, clk.Now().Add(time.Hour))
	require.NoError(t, err)
	app.Post("/api/cash/outGameMoney", `{}`).Refused(200, "G007")
	app.Post("/api/cash/outGameMoney", `{"vendor":"nobody"}`).Refused(200, "G008")
	app.Post("/api/cash/outGameMoney", `{"vendor":"own"}`).Refused(200, "G009")
	require.Empty(t, apitest.OK[apigame.GameMoneyAnswer](app.Post("/api/cash/gameMoney", `{}`)).List)

	bare := `{"gameGroup":"slot","vendorKey":"201","gameKey":"moonjar"}`
	take := func(amount string) string {
		return `{"gameGroup":"slot","vendorKey":"201","gameKey":"moonjar","takeAmt":` + amount + `}`
	}
	open := take("50000")
	h.url = provider.ErrDown
	app.Post("/api/game/slot", open).Refused(200, "G9999")
	require.Zero(t, h.held, "a game that does not open gets no money")
	h.url = nil
	require.Equal(t, "https://games.example/own", apitest.OK[apigame.OpenAnswer](app.Post("/api/game/slot", open)).GameURL)
	require.EqualValues(t, 50_000, h.held)
	list := apitest.OK[apigame.GameMoneyAnswer](app.Post("/api/cash/gameMoney", `{}`)).List
	require.Equal(t, []apigame.GameMoney{{Vendor: "own", Name: "Hanok Studio", Amt: 50_000, SaidAt: clk.Now(), Open: true}}, list)
	h.held += 700
	clk.Advance(5 * time.Second)
	list = apitest.OK[apigame.GameMoneyAnswer](app.Post("/api/cash/gameMoney", `{}`)).List
	require.Equal(t, []apigame.GameMoney{{Vendor: "own", Name: "Hanok Studio", Amt: 50_700, SaidAt: clk.Now(), Open: true}}, list, "what was won meanwhile")
	h.held -= 700

	apitest.OK[apigame.OpenAnswer](app.Post("/api/game/slot", bare))
	require.EqualValues(t, 50_000, h.held, "nothing is taken along that was not asked for")
	app.Post("/api/game/slot", take("-1")).Refused(200, "E001")
	app.Post("/api/game/slot", take("1")).Refused(200, "C001")

	h.held -= 20_000
	require.Equal(t, apigame.BringBackAnswer{OutAmt: 30_000, Status: "complete"},
		apitest.OK[apigame.BringBackAnswer](app.Post("/api/cash/outGameMoney", `{"vendor":"201"}`)), "by a product's key")
	require.Equal(t, apigame.BringBackAnswer{Status: "complete"},
		apitest.OK[apigame.BringBackAnswer](app.Post("/api/cash/bringBack", `{"vendor":"own"}`)), "nothing is left")

	// Leaving the game brings the money back as well, without another word.
	apitest.OK[apigame.OpenAnswer](app.Post("/api/game/slot", take("30000")))
	require.EqualValues(t, 30_000, h.held)
	apitest.OK[httpx.None](app.Post("/api/game/close", `{}`))
	require.Zero(t, h.held)

	// It is not known whether the money arrived: no game, and no other order until it is.
	h.fails = provider.ErrDown
	open = take("30000")
	app.Post("/api/game/slot", open).Refused(200, "G9999")
	require.Equal(t, []apigame.GameMoney{{Vendor: "own", Name: "Hanok Studio", ToGame: 30_000, SaidAt: clk.Now()}},
		apitest.OK[apigame.GameMoneyAnswer](app.Post("/api/cash/gameMoney", `{}`)).List)
	app.Post("/api/game/slot", open).Refused(200, "C007")
	app.Post("/api/cash/outGameMoney", `{"vendor":"own"}`).Refused(200, "C007")
	require.NoError(t, transfers.Resolve(t.Context()))
	require.Empty(t, apitest.OK[apigame.GameMoneyAnswer](app.Post("/api/cash/gameMoney", `{}`)).List)

	h.fails = nil
	apitest.OK[apigame.OpenAnswer](app.Post("/api/game/slot", open))
	h.fails = provider.ErrDown
	require.Equal(t, apigame.BringBackAnswer{OutAmt: 30_000, Status: "wait"},
		apitest.OK[apigame.BringBackAnswer](app.Post("/api/cash/outGameMoney", `{"vendor":"own"}`)))
}
