package game_test

import (
	"context"
	"testing"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/account/protection"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/game"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/transfer"
	"hubstake/internal/testkit/factory"
)

// opener is a provider of wallets that takes its time to open a game.
type opener struct {
	meanwhile func()
	held      money.Amount
}

func (o *opener) Launch(context.Context, provider.Launch) (string, error) {
	o.meanwhile()
	return "https://games.example/", nil
}

func (o *opener) Move(_ context.Context, m provider.Order) (provider.Outcome, error) {
	if m.Direction == provider.In {
		o.held += m.Amount
	} else {
		o.held -= m.Amount
	}
	return provider.Outcome{Order: m, Done: true, Balance: o.held}, nil
}

func (o *opener) Ask(context.Context, provider.Order) (provider.Outcome, error) { panic("not asked") }

func (o *opener) Held(context.Context, string, string) (money.Amount, error) { return o.held, nil }

// The member takes a break while the provider opens the game: nothing goes to the provider, and no game opens.
func TestALaunchMovesNoMoneyOnceABreakBegan(t *testing.T) {
	t.Parallel()
	h := enter(t)
	require.NoError(t, provider.Upsert(t.Context(), h.db, "sim", provider.FamilyTransfer, provider.Settings{}))
	protect := protection.New(h.db, h.clk, factory.Members(t, h.db, h.clk))
	o := &opener{meanwhile: func() {
		require.NoError(t, protect.Timeout(t.Context(), protection.Who{Site: "demo", Member: h.member}, 7))
	}}
	moves := transfer.New(h.db, h.clk, zerolog.Nop(), map[string]provider.TransferWallet{"sim": o}, nil)
	games := game.New(h.db, h.clk, zerolog.Nop(), site.New(h.db, h.clk), map[string]provider.Client{"sim": o}, moves, "http://localhost:8080/")
	ask := h.opening()
	ask.Take = 100_000
	_, err := games.Launch(t.Context(), ask)
	require.ErrorIs(t, err, fault.SelfExcluded)
	w, berr := wallet.Balance(t.Context(), h.db, h.member, "KRW")
	require.NoError(t, berr)
	require.EqualValues(t, 100_000, w.Cash, "S-42: no wager after the break began")
}

// A break closes the games that are open, tells their pages and brings the money back, all before it is answered.
func TestABreakClosesGamesAndBringsMoneyBack(t *testing.T) {
	t.Parallel()
	h := enter(t)
	require.NoError(t, provider.Upsert(t.Context(), h.db, "sim", provider.FamilyTransfer, provider.Settings{}))
	o := &opener{meanwhile: func() {}}
	moves := transfer.New(h.db, h.clk, zerolog.Nop(), map[string]provider.TransferWallet{"sim": o}, nil)
	games := game.New(h.db, h.clk, zerolog.Nop(), site.New(h.db, h.clk), map[string]provider.Client{"sim": o}, moves, "http://localhost:8080/")
	ask := h.opening()
	ask.Take = 100_000
	_, err := games.Launch(t.Context(), ask)
	require.NoError(t, err)
	require.EqualValues(t, 100_000, o.held)
	protect := protection.New(h.db, h.clk, factory.Members(t, h.db, h.clk))
	protect.OnBreak(games.Recall)
	require.NoError(t, protect.Timeout(t.Context(), protection.Who{Site: "demo", Member: h.member}, 1))
	require.Zero(t, o.held)
	until, _ := h.last()
	require.Equal(t, "0", until)
	_, err = games.Launch(t.Context(), ask)
	require.ErrorIs(t, err, fault.SelfExcluded)
}
