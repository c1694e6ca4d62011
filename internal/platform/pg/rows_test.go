package pg_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/pgtest"
)

// Every column type arrives as it was sent, empty arrays as well, and both NULL moments and moments before 2000.
func TestRowsArriveAsTheyWereSent(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	_, err := pgtest.Pool(t, url).Exec(t.Context(), `CREATE TYPE sample AS (a text, n bigint, m bigint, yes boolean, raw bytea, at timestamptz)`)
	require.NoError(t, err)
	db := pgtest.Pool(t, url) // whose connections know the type

	type sample struct {
		A    string
		N, M int64
		Yes  bool
		Raw  []byte
		At   *time.Time
	}
	early, late := time.Date(1970, 1, 1, 0, 0, 0, 1000, time.UTC), time.Date(2026, 11, 22, 1, 2, 3, 4000, time.UTC)
	for _, want := range [][]sample{
		{},
		{{A: "", N: -1, M: 1 << 62, Raw: []byte{}}},
		{{"é😀", 0, -1 << 63, true, []byte{0, 255}, &early}, {"b", 1, 2, false, []byte("x"), &late}, {"c", 3, 4, true, []byte("y"), nil}},
	} {
		rows := pg.NewRows(6, len(want))
		for _, s := range want {
			rows.Row()
			rows.Text(s.A)
			rows.Int(s.N, s.M)
			rows.Bool(s.Yes)
			rows.Bytes(s.Raw)
			rows.Time(s.At)
		}
		require.Equal(t, len(want), rows.Len())
		for range 2 { // the second time from the statement cache
			got, err := db.Query(t.Context(), `SELECT * FROM unnest($1::sample[])`, rows)
			require.NoError(t, err)
			all, err := pgx.CollectRows(got, pgx.RowToStructByPos[sample])
			require.NoError(t, err)
			require.ElementsMatch(t, want, all)
		}
	}
	wrong := pg.NewRows(6, 1)
	wrong.Row()
	wrong.Text("only one column")
	_, err = db.Exec(t.Context(), `SELECT unnest($1::sample[])`, wrong)
	require.Error(t, err)
}
