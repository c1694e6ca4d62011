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

// The window of the sportsbook is a page of the site: for who may bet, and without money to take along.
func TestTheSportsbookOfTheHouseIsAPageOfTheSite(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.System{}
	require.NoError(t, provider.Ensure(t.Context(), db, casino.Book, casino.Book))
	require.NoError(t, game.Upsert(t.Context(), db, game.DemoBook(casino.Book, "sportsbook")))
	m := factory.Member(t, db)
	s := game.New(db, clk, zerolog.Nop(), site.New(db, clk), nil, nil, "")
	o := game.Opening{Site: m.Site, Member: m.MemID, Group: "sports", Product: game.Book, Game: "sportsbook"}
	url, err := s.Launch(t.Context(), o)
	require.NoError(t, err)
	require.Equal(t, "/sportsViewer/sportsbook/sportsbook", url)
	taking, wrong, unknown := o, o, o
	taking.Take, wrong.Group, unknown.Game = 1, "slot", "soccer"
	for _, c := range []struct {
		game.Opening
		want error
	}{{taking, fault.Failed}, {wrong, fault.InvalidGameType}, {unknown, fault.GameUnavailable}} {
		_, err := s.Launch(t.Context(), c.Opening)
		require.ErrorIs(t, err, c.want)
	}
	_, err = db.Exec(t.Context(), `UPDATE member_member SET bet_locked = true`)
	require.NoError(t, err)
	_, err = s.Launch(t.Context(), o)
	require.ErrorIs(t, err, fault.BettingLocked)
	var launches int
	require.NoError(t, db.QueryRow(t.Context(), `SELECT count(*) FROM game_launch`).Scan(&launches))
	require.Zero(t, launches)
}
