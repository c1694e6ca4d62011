package report_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/accounting/report"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/jackpot"
	"hubstake/internal/core/money"
	"hubstake/internal/play/game"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit/factory"
)

// withCatalogue offers the demonstration games of the provider sim.
func withCatalogue(t *testing.T, db *pgxpool.Pool) {
	t.Helper()
	require.NoError(t, provider.Upsert(t.Context(), db, "sim", "seamless", provider.Settings{}))
	require.NoError(t, game.Upsert(t.Context(), db, game.Demo("sim")...))
}

func pool(group, level, currency string, amount money.Amount, wins ...jackpot.Win) jackpot.Pool {
	return jackpot.Pool{Group: group, Level: level, Currency: currency, Amount: amount, Games: []string{"palace", "palace-own", "fox"}, Wins: wins}
}

// read asks past what is kept of the answer before.
func read(t *testing.T, clk *clock.Manual, svc *report.Service, said map[string][]jackpot.Pool) []report.JackpotGroup {
	t.Helper()
	clk.Advance(3 * time.Second)
	groups, err := svc.Jackpots(t.Context(), "demo", func(context.Context) map[string][]jackpot.Pool { return said })
	require.NoError(t, err)
	return groups
}

func TestJackpotsOfTheSitesCurrencyAndGames(t *testing.T) {
	db, clk, svc := open(t)
	withCatalogue(t, db)
	said := map[string][]jackpot.Pool{"sim": {
		pool("coins", "mini", "KRW", 21_000), pool("coins", "mini", "USD", 2_000), pool("coins", "grand", "KRW", 10_000_000),
	}, "other": {pool("coins", "mini", "KRW", 5)}}
	groups := read(t, clk, svc, said)
	require.Len(t, groups, 1, "the games of a provider that the site does not know are none")
	g := groups[0]
	require.Equal(t, "coins", g.Code)
	require.Equal(t, []string{"palace", "fox"}, []string{g.Games[0].Code, g.Games[1].Code})
	require.Equal(t, []report.Jackpot{{Level: "mini", Amount: 21_000}, {Level: "grand", Amount: 10_000_000}}, g.Levels)

	_, err := db.Exec(t.Context(), "INSERT INTO site_switch (site_id, name, off, reason, set_by, set_at) VALUES ('demo', 'game/palace', true, 'test', 'test', now())")
	require.NoError(t, err)
	groups = read(t, clk, svc, said)
	require.Len(t, groups[0].Games, 1, "a game that is switched off leaves the group")
	_, err = db.Exec(t.Context(), "INSERT INTO site_switch (site_id, name, off, reason, set_by, set_at) VALUES ('demo', 'vendor/sim', true, 'test', 'test', now())")
	require.NoError(t, err)
	require.Empty(t, read(t, clk, svc, said), "a group without a game is not shown")
	require.Empty(t, read(t, clk, svc, nil), "while nothing is known there are none")
}

// A provider says who won; our books say whether it was paid, to whom, and when it may be shown (D-57).
func TestWinnersOfJackpotsAreThoseOfTheBooks(t *testing.T) {
	db, clk, svc := open(t)
	withCatalogue(t, db)
	m := factory.Member(t, db, func(m *factory.M) { m.MemID = "hongkildong" })
	wonRound(t, db, m.MemID, "paid", 1_000, 21_500, "closed", noon)
	wonRound(t, db, m.MemID, "less", 1_000, 20_000, "closed", noon)
	wonRound(t, db, m.MemID, "open", 1_000, 21_000, "open", noon)
	wonRound(t, db, m.MemID, "late", 1_000, 21_000, "closed", noon.Add(10*time.Minute))
	tester := factory.Member(t, db).MemID
	factory.MarkTest(t, db, tester) // S-103
	wonRound(t, db, tester, "test", 1_000, 21_000, "closed", noon)
	said := map[string][]jackpot.Pool{"sim": {pool("coins", "mini", "KRW", 20_000,
		jackpot.Win{Round: "late", Amount: 21_000}, jackpot.Win{Round: "paid", Amount: 21_002}, jackpot.Win{Round: "less", Amount: 21_000},
		jackpot.Win{Round: "open", Amount: 21_000}, jackpot.Win{Round: "test", Amount: 21_000}, jackpot.Win{Round: "invented", Amount: 21_000}, jackpot.Win{Round: "paid", Amount: 0})}}
	require.Empty(t, read(t, clk, svc, said)[0].Levels[0].Wins, "a minute must pass")
	clk.Advance(2 * time.Minute)
	require.Equal(t, []report.Line{{MemIDMasked: "ho***", Amount: 21_000, At: noon.Truncate(time.Minute)}}, read(t, clk, svc, said)[0].Levels[0].Wins)
}

// Many pages that ask at once ask Redis once in two seconds.
func TestJackpotsAreKeptForAMoment(t *testing.T) {
	_, clk, svc := open(t)
	asked := 0
	for range 5 {
		_, err := svc.Jackpots(t.Context(), "demo", func(context.Context) map[string][]jackpot.Pool { asked++; return nil })
		require.NoError(t, err)
	}
	require.Equal(t, 1, asked)
	clk.Advance(3 * time.Second)
	_, err := svc.Jackpots(t.Context(), "demo", func(context.Context) map[string][]jackpot.Pool { asked++; return nil })
	require.NoError(t, err)
	require.Equal(t, 2, asked)
}
