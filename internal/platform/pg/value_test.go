package pg_test

import (
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/pgtest"
)

func TestWhatIsNotThereIsNull(t *testing.T) {
	t.Parallel()
	require.Nil(t, pg.Text(""))
	require.Equal(t, "x", *pg.Text("x"))
	require.Nil(t, pg.Addr(netip.Addr{}))
	require.Equal(t, "192.0.2.1", pg.Addr(netip.MustParseAddr("192.0.2.1")).String())
}

func TestAPatternTakesItsTextLiterally(t *testing.T) { // security.md 2.4
	t.Parallel()
	db := pgtest.DB(t)
	for _, wild := range []string{`%`, `_`, `\`, `\%`, `a%b_c\d`, `'; --`} {
		var itself, other bool
		err := db.QueryRow(t.Context(), `SELECT 'x' || $1::text || 'y' LIKE $2, 'xzy' LIKE $2`, wild, pg.Contains(wild)).Scan(&itself, &other)
		require.NoError(t, err)
		require.True(t, itself, wild)
		require.False(t, other, wild)
	}
}
