package game_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fault"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/provider"
)

// S-61: while scheduled maintenance runs, bets and launches are refused, and what is under way finishes. Afterwards all is as before.
func TestScheduledMaintenanceRefusesBetsAndFinishesRounds(t *testing.T) {
	t.Parallel()
	for name, of := range map[string]struct {
		label   string
		refusal error
		status  provider.Status
	}{
		site.Whole:           {"", fault.SiteMaintenance, provider.Maintenance},
		string(site.Betting): {"", fault.BettingMaintenance, provider.Maintenance},
		"vendor/sim":         {"Hanok Studio", fault.GameUnavailable, provider.Maintenance},
		"product/201":        {"Hanok Studio", fault.GameUnavailable, provider.Maintenance},
		"game/moonjar":       {"Moon Jar", fault.GameUnavailable, provider.Maintenance},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := enter(t)
			_, err := h.games.Launch(t.Context(), h.opening())
			require.NoError(t, err)
			token := (<-h.asked)["token"].(string)
			op := func(kind provider.Kind, tx, ref, round, amount string) provider.Operation {
				return provider.Operation{
					Kind: kind, Token: token, TxID: tx, RefTxID: ref, RoundID: round, Member: h.member, Currency: "KRW", Amount: amount,
					Game: map[bool]string{true: "moonjar"}[kind == provider.Bet], Closes: kind == provider.Win,
				}
			}
			begins := h.clk.Now().Add(time.Minute)
			_, err = h.games.SaveWindow(t.Context(), "demo", operator, site.Window{
				Name: name, Begins: begins, Ends: begins.Add(time.Minute), AnnounceMinutes: 1, Reason: "their database moves",
			})
			require.NoError(t, err)
			st, err := site.New(h.db, h.clk).Fresh(t.Context(), "demo")
			require.NoError(t, err)
			require.Equal(t, of.label, st.Windows[0].NameENG)
			require.Equal(t, provider.OK, h.do(op(provider.Bet, "b1", "", "r1", "100")))
			require.Equal(t, provider.OK, h.do(op(provider.Bet, "b2", "", "r2", "100")))

			h.clk.Set(begins)
			n, err := site.AdvanceWindows(t.Context(), h.db, h.clk.Now())
			require.NoError(t, err)
			require.Equal(t, 1, n)
			_, err = h.games.Launch(t.Context(), h.opening())
			require.ErrorIs(t, err, of.refusal)
			require.Equal(t, of.status, h.do(op(provider.Bet, "b3", "", "r3", "100")))
			require.Equal(t, provider.OK, h.do(op(provider.Win, "w1", "b1", "r1", "300")), "a bet under way is settled")
			require.Equal(t, provider.OK, h.do(op(provider.Rollback, "x2", "b2", "r2", "")), "or taken back")

			h.clk.Set(begins.Add(time.Minute))
			n, err = site.AdvanceWindows(t.Context(), h.db, h.clk.Now())
			require.NoError(t, err)
			require.Equal(t, 1, n)
			require.Equal(t, provider.OK, h.do(op(provider.Bet, "b4", "", "r4", "100")))
		})
	}
}

func TestMaintenanceOfWhatIsNotInTheCatalogueIsRefused(t *testing.T) {
	t.Parallel()
	h := enter(t)
	begins := h.clk.Now().Add(time.Minute)
	for _, name := range []string{"game/nothing", "product/999", "vendor/else", "game/a\x00b", "game/"} {
		_, err := h.games.SaveWindow(t.Context(), "demo", operator, site.Window{Name: name, Begins: begins, Ends: begins.Add(time.Minute), Reason: "x"})
		require.ErrorIs(t, err, fault.Failed, "%q", name)
	}
}
