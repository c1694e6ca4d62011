package game_test

import (
	"testing"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/game"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// The sportsbook is in the catalogue for its name and its filters; there is no window of a provider to open.
func TestTheSportsbookOfTheHouseIsNotLaunched(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.System{}
	require.NoError(t, provider.Ensure(t.Context(), db, casino.House, casino.House))
	require.NoError(t, game.Upsert(t.Context(), db, game.DemoBook(casino.House, "sportsbook")))
	m := factory.Member(t, db)
	s := game.New(db, clk, zerolog.Nop(), site.New(db, clk), nil, nil, "")
	_, err := s.Launch(t.Context(), game.Opening{Site: m.Site, Member: m.MemID, Product: game.Book, Game: "sportsbook"})
	require.ErrorIs(t, err, fault.GameUnavailable)
	var launches int
	require.NoError(t, db.QueryRow(t.Context(), `SELECT count(*) FROM game_launch`).Scan(&launches))
	require.Zero(t, launches)
}
