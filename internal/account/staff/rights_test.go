package staff_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/right"
	"hubstake/internal/testkit/factory"
)

// The wide rights of the release before become those that they covered: no member of staff loses or gains by the migration.
func TestWideRightsBecomeThoseThatTheyCovered(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	file, err := os.ReadFile("../../platform/pg/migrations/00054_finer_rights.sql")
	require.NoError(t, err)
	_, migration, _ := strings.Cut(string(file), "-- +goose StatementBegin")
	migration, _, _ = strings.Cut(migration, "-- +goose StatementEnd")
	covered := map[string][]right.Right{
		"member":  {right.Member, right.Signup, right.Standing, right.Block, right.Reset},
		"cash":    {right.Cash, right.Correct, right.Gift, right.Account},
		"message": {right.Message, right.Inquiry},
		"site":    {right.Settings, right.Promo, right.Offer, right.Maintenance, right.Content},
		"approve": {right.Approve}, "staff": {right.Staff}, "audit": {right.Audit},
	}
	want := map[string][]right.Right{}
	for _, old := range [][]string{{"member"}, {"cash"}, {"message"}, {"site"}, {"approve"}, {"staff", "audit"}, {"cash", "approve"}, {"member", "cash", "message", "site", "staff", "approve", "audit"}, {}} {
		s := factory.Staff(t, w.db)
		w.exec(t, "UPDATE member_staff SET rights = $1 WHERE staff_id = $2", old, s.ID)
		some := []right.Right{}
		for _, name := range old {
			some = append(some, covered[name]...)
		}
		want[s.ID] = right.Of(some)
	}
	for range 2 { // a second run changes nothing
		conn, err := w.db.Acquire(t.Context())
		require.NoError(t, err)
		require.NoError(t, conn.Conn().PgConn().Exec(t.Context(), migration).Close())
		conn.Release()
		for id, rights := range want {
			account, _, err := w.s.Account(t.Context(), id)
			require.NoError(t, err)
			require.Equal(t, rights, account.Rights)
		}
	}
	require.Zero(t, one[int](t, w, "SELECT count(*) FROM member_staff WHERE cardinality(rights) <> (SELECT count(DISTINCT r) FROM unnest(rights) r)"))
}
