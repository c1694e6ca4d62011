package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
)

func TestRestoredMovesIdentitiesAndEndsStaffsSessions(t *testing.T) {
	t.Parallel()
	cfg := settings{Database: pgtest.URL(t), Redis: rdstest.Server(t).URL}
	cfg.LogLevel = "error"
	db, err := pg.Open(t.Context(), cfg.Database, pg.Options{})
	require.NoError(t, err)
	t.Cleanup(db.Close)
	clerk := factory.Staff(t, db)
	_, err = db.Exec(t.Context(), `INSERT INTO member_session (session_id, site_id, member_id, audience, topic, hub_key, expires_at)
		VALUES ('desk', 'demo', $1, 'admin', 'desk-topic', '', now() + interval '1 hour')`, clerk.ID)
	require.NoError(t, err)

	var out strings.Builder
	require.ErrorIs(t, declareRestore(t.Context(), cfg, []string{"restored", "now"}, &out), errUsage)
	require.NoError(t, declareRestore(t.Context(), cfg, []string{"restored"}, &out))
	require.Contains(t, out.String(), "start the workers")
	var state string
	require.NoError(t, db.QueryRow(t.Context(), "SELECT state FROM member_session WHERE session_id = 'desk'").Scan(&state))
	require.Equal(t, "ended", state)
	var id int64
	require.NoError(t, db.QueryRow(t.Context(), "INSERT INTO outbox_event (site, cmd) VALUES ('demo', 'MARQUEE') RETURNING id").Scan(&id))
	require.Greater(t, id, int64(1_000_000_000))
}
