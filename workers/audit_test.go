package main

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/operator/audit"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/pgtest"
)

func TestAuditVerify(t *testing.T) {
	t.Parallel()
	address := pgtest.URL(t)
	db, err := pg.Open(t.Context(), address, pg.Options{})
	require.NoError(t, err)
	t.Cleanup(db.Close)
	require.NoError(t, audit.Act(t.Context(), db, func(pgx.Tx) (*audit.Entry, error) {
		return &audit.Entry{Actor: audit.Actor{ID: "s"}, Site: "demo", Action: "a.b", Target: "1"}, nil
	}))
	run := func(args ...string) (string, error) {
		var out strings.Builder
		err := verifyAudit(t.Context(), settings{Database: address}, args, &out)
		return out.String(), err
	}
	tip, err := run("audit", "verify")
	require.NoError(t, err)
	require.Regexp(t, `^demo:1:[0-9a-f]{64}\n$`, tip)
	_, err = run("audit", "verify", strings.TrimSpace(tip))
	require.NoError(t, err)
	out, err := run("audit", "verify", "demo:2"+strings.TrimSpace(tip)[len("demo:1"):])
	require.ErrorIs(t, err, errTampered)
	require.Contains(t, out, "tampered: demo: the chain ends at 1, it was 2 long\n")
	for _, args := range [][]string{{"audit"}, {"verify"}, {"audit", "erase"}} {
		_, err := run(args...)
		require.ErrorIs(t, err, errUsage)
	}
	_, err = run("audit", "verify", "nonsense")
	require.Error(t, err)
}
