package audit_test

import (
	"encoding/csv"
	"fmt"
	"io"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/sheet"
	"hubstake/internal/operator/audit"
	"hubstake/internal/testkit/pgtest"
)

// seqs returns the numbers of entries.
func seqs(found []audit.Record) []int64 {
	out := []int64{}
	for _, r := range found {
		out = append(out, r.Seq)
	}
	return out
}

func TestEntriesAreFoundByActorActionTargetAndDays(t *testing.T) {
	t.Parallel()
	db, ctx := pgtest.DB(t), t.Context()
	now := time.Date(2026, 11, 20, 3, 0, 0, 0, time.UTC)
	r := audit.NewReader(db, clock.NewManual(now))
	for i, e := range []audit.Entry{
		{Actor: audit.Actor{ID: "kim", IP: netip.MustParseAddr("192.0.2.7")}, Action: "cash.approve", Target: "7", Detail: map[string]any{"amount": 9007199254740993}},
		{Actor: audit.Actor{ID: "lee"}, Action: "cash.refuse", Target: "8"},
		{Actor: audit.Actor{ID: "kim"}, Action: "member.lock", Target: "minsu"},
		{Actor: audit.Actor{ID: "kim"}, Action: "member.lock", Target: "jiwoo"},
	} {
		e.Site = "demo"
		require.NoError(t, audit.Act(ctx, db, func(pgx.Tx) (*audit.Entry, error) { return &e, nil }))
		e.Site, e.Target = "other", "secret"
		require.NoError(t, audit.Act(ctx, db, func(pgx.Tx) (*audit.Entry, error) { return &e, nil }))
		// The first is older than the usual 31 days; the last two are of one moment.
		at := []time.Time{now.AddDate(0, 0, -40), now.AddDate(0, 0, -2), now.Add(-time.Hour), now.Add(-time.Hour)}[i]
		master(t, db, fmt.Sprintf("UPDATE audit_entry SET at = '%s' WHERE seq = %d", at.Format(time.RFC3339), i+1))
	}
	for name, c := range map[string]struct {
		f    audit.Filter
		want []int64
	}{
		"without days":  {audit.Filter{}, []int64{4, 3, 2}},
		"actor":         {audit.Filter{Actor: "kim"}, []int64{4, 3}},
		"action":        {audit.Filter{Action: "cash.refuse"}, []int64{2}},
		"target":        {audit.Filter{Target: "minsu"}, []int64{3}},
		"all":           {audit.Filter{Actor: "kim", Action: "member.lock", Target: "jiwoo"}, []int64{4}},
		"nothing":       {audit.Filter{Actor: "lee", Action: "member.lock"}, []int64{}},
		"not its part":  {audit.Filter{Actor: "ki"}, []int64{}},
		"another site":  {audit.Filter{Target: "secret"}, []int64{}},
		"a first day":   {audit.Filter{Days: paging.Days{StartDate: "2026-10-01"}}, []int64{4, 3, 2, 1}},
		"a last day":    {audit.Filter{Days: paging.Days{EndDate: "2026-11-18"}}, []int64{2}},
		"the day of it": {audit.Filter{Days: paging.Days{StartDate: "2026-11-18", EndDate: "2026-11-18"}}, []int64{2}},
	} {
		c.f.Location = time.UTC
		found, total, err := r.Search(ctx, "demo", c.f, paging.Slice{Count: 10})
		require.NoError(t, err, name)
		require.Equal(t, c.want, seqs(found), name)
		require.EqualValues(t, len(c.want), total, name)
	}
	utc := audit.Filter{Location: time.UTC}
	second, total, err := r.Search(ctx, "demo", utc, paging.Slice{Count: 1, Skip: 1})
	require.NoError(t, err)
	require.Equal(t, []int64{3}, seqs(second))
	require.EqualValues(t, 3, total)
	first, _, err := r.Search(ctx, "demo", audit.Filter{Target: "7", Days: paging.Days{StartDate: "2026-10-01"}, Location: time.UTC}, paging.Slice{Count: 10})
	require.NoError(t, err)
	require.Equal(t, "kim 192.0.2.7 cash.approve 7", fmt.Sprint(first[0].Actor, " ", first[0].IP, " ", first[0].Action, " ", first[0].Target))
	require.JSONEq(t, `{"amount": 9007199254740993}`, string(first[0].Detail))
	_, _, err = r.Search(ctx, "demo", audit.Filter{Days: paging.Days{StartDate: "2026-01-01", EndDate: "2026-06-01"}, Location: time.UTC}, paging.Slice{Count: 1})
	require.ErrorIs(t, err, fault.Failed, "more than 92 days are read in pieces")
}

func TestAFileOfTheAuditIsInTheAuditAndHasNoFormula(t *testing.T) {
	t.Parallel()
	db, ctx := pgtest.DB(t), t.Context()
	r := audit.NewReader(db, clock.System{})
	const written = 1_003 // three reads
	require.NoError(t, pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO audit_entry (site_id, actor, action, target) SELECT 'demo', 'kim', 'member.lock', '=1+' || n FROM generate_series(1, $1) n`, written)
		return err
	}))
	write(t, db, "other", "cash.refuse")
	l, err := r.Export(ctx, audit.Actor{ID: "auditor"}, "demo", audit.Filter{Actor: "kim", Location: time.UTC})
	require.NoError(t, err)
	require.False(t, l.Cut)
	f := l.Open(t.Context(), sheet.CSV)
	text, err := io.ReadAll(f)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(text), "\ufeff"))).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"No", "Time", "Actor", "IP", "Action", "Target", "Detail"}, rows[0])
	require.Len(t, rows, 1+written, "each entry once, though all are of one moment")
	require.Equal(t, []string{"1003", "kim", "'=1+1003"}, []string{rows[1][0], rows[1][2], rows[1][5]})
	require.Equal(t, "1", rows[written][0])

	found, _, err := r.Search(ctx, "demo", audit.Filter{Action: "audit.export", Location: time.UTC}, paging.Slice{Count: 2})
	require.NoError(t, err)
	require.Len(t, found, 1)
	require.Equal(t, "auditor", found[0].Actor)
	require.Contains(t, string(found[0].Detail), `"actor": "kim"`)

	r.HoldRows(700)
	l, err = r.Export(ctx, audit.Actor{ID: "auditor"}, "demo", audit.Filter{Actor: "kim", Location: time.UTC})
	require.NoError(t, err)
	require.True(t, l.Cut)
	f = l.Open(t.Context(), sheet.CSV)
	text, err = io.ReadAll(f)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	require.Len(t, lines, 1+700+1)
	require.Contains(t, lines[701], "Cut: this file holds 700 rows", "no file ends in silence")
	require.Equal(t, []string{"false", "true"}, pgtest.Column(t, db, "SELECT detail->>'cut' FROM audit_entry WHERE action = 'audit.export' ORDER BY seq"))
}

// A chain that is longer than one check is recomputed in several, and whatever is wrong is found by the one that reads it (S-82, S-83).
func TestTheChainIsRecomputedInBoundedSpans(t *testing.T) {
	t.Parallel()
	db, ctx := pgtest.DB(t), t.Context()
	r := audit.NewReader(db, clock.System{})
	span, err := r.VerifySpan(ctx, "demo", 0)
	require.NoError(t, err)
	require.Equal(t, audit.Span{Complete: true}, span, "a site without entries")

	const written = 5_003
	_, err = db.Exec(ctx, `INSERT INTO audit_entry (site_id, actor, action, target) SELECT 'demo', 'kim', 'member.lock', n::text FROM generate_series(1, $1) n`, written)
	require.NoError(t, err)
	write(t, db, "other", "cash.refuse")
	all := func() (spans []audit.Span, faults []audit.SpanFault) {
		for upTo := int64(0); ; {
			s, err := r.VerifySpan(ctx, "demo", upTo)
			require.NoError(t, err)
			spans, faults = append(spans, s), append(faults, s.Faults...)
			if s.Complete || len(s.Faults) > 0 {
				return spans, faults
			}
			upTo = s.From - 1
		}
	}
	spans, faults := all()
	require.Empty(t, faults)
	require.Len(t, spans, 2)
	require.Equal(t, []int64{4, written, 1, 3}, []int64{spans[0].From, spans[0].To, spans[1].From, spans[1].To})
	require.False(t, spans[1].Since.IsZero())

	for _, c := range []struct {
		name, sql string
		missing   bool
	}{
		{"a detail", `UPDATE audit_entry SET detail = '{"x":1}' WHERE site_id = 'demo' AND seq = %d`, false},
		{"a new hash of its own", "UPDATE audit_entry SET hash = sha256(hash) WHERE site_id = 'demo' AND seq = %d", false},
		{"taken out", "DELETE FROM audit_entry WHERE site_id = 'demo' AND seq = %d", true},
	} {
		for _, seq := range []int64{1, 2, 3, 4, 5, 2_500, written} {
			master(t, db, "CREATE TABLE kept AS SELECT * FROM audit_entry", fmt.Sprintf(c.sql, seq))
			_, faults := all()
			require.NotEmpty(t, faults, "%s: %d", c.name, seq)
			require.Equal(t, c.missing, faults[0].Missing, "%s: %d", c.name, seq)
			require.Contains(t, []int64{seq, seq + 1}, faults[0].Seq, "%s: %d: itself, or the one that does not follow it", c.name, seq)
			master(t, db, "DELETE FROM audit_entry", "INSERT INTO audit_entry OVERRIDING SYSTEM VALUE SELECT * FROM kept", "DROP TABLE kept")
		}
	}
	_, faults = all()
	require.Empty(t, faults, "as it was")
	master(t, db, "DELETE FROM audit_head WHERE site_id = 'demo'")
	_, faults = all()
	require.NotEmpty(t, faults, "the head of the chain is gone")
}
