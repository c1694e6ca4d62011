package report_test

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/accounting/report"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/sheet"
	"hubstake/internal/operator/audit"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestAllRequestsAreFoundByWhatTheyAreAndPagedByKey(t *testing.T) {
	db, _, svc := open(t)
	ann, ben := factory.Member(t, db).MemID, factory.Member(t, db).MemID
	for i := range 7 { // several of one moment
		request(t, db, ann, "in", int64(10_000*(i+1)), 1, noon.Add(-time.Duration(i/3)*time.Hour))
	}
	request(t, db, ben, "out", 500_000, -2, noon.Add(-time.Hour))
	request(t, db, ben, "out", 20_000, 1, noon.AddDate(0, 0, -40))
	_, err := db.Exec(t.Context(), "UPDATE cash_request SET processed_by = 'kim' WHERE kind = 'out'")
	require.NoError(t, err)
	_, err = db.Exec(t.Context(), `INSERT INTO cash_request (site_id, member_id, kind, currency, amount, status, requested_at) VALUES ('other', $1, 'in', 'KRW', 1, 1, $2)`, ann, noon)
	require.NoError(t, err)

	sum := func(f report.RequestFilter) (n int64) {
		totals, err := svc.RequestTotals(t.Context(), "demo", f)
		require.NoError(t, err)
		for _, one := range totals {
			n += one.Count
		}
		return n
	}
	for name, c := range map[string]struct {
		f    report.RequestFilter
		want int
	}{
		"the last 31 days": {report.RequestFilter{}, 8},
		"older":            {report.RequestFilter{Days: paging.Days{StartDate: "2026-07-15", EndDate: "2026-09-10"}}, 9},
		"kind":             {report.RequestFilter{Kinds: []string{"out"}}, 1},
		"state":            {report.RequestFilter{Statuses: []int16{1}}, 7},
		"amount":           {report.RequestFilter{Least: 30_000, Most: 60_000}, 4},
		"member":           {report.RequestFilter{Member: ben}, 1},
		"handled by":       {report.RequestFilter{By: "kim"}, 1},
		"all at once":      {report.RequestFilter{Kinds: []string{"out"}, Statuses: []int16{-2, 0}, Least: 1, Most: 500_000, Member: ben, By: "kim"}, 1},
		"nothing":          {report.RequestFilter{By: "lee"}, 0},
	} {
		found, err := svc.Requests(t.Context(), "demo", c.f, report.After{}, 100)
		require.NoError(t, err, name)
		require.Len(t, found, c.want, name)
		require.EqualValues(t, c.want, sum(c.f), name)
	}
	for name, f := range map[string]report.RequestFilter{
		"93 days": {Days: paging.Days{StartDate: "2026-01-01", EndDate: "2026-04-04"}}, "no day": {Days: paging.Days{StartDate: "2026-02-30"}},
		"below nothing": {Least: -1}, "upside down": {Least: 2, Most: 1},
	} {
		_, err := svc.Requests(t.Context(), "demo", f, report.After{}, 100)
		require.ErrorIs(t, err, fault.Failed, name)
		_, err = svc.RequestTotals(t.Context(), "demo", f)
		require.ErrorIs(t, err, fault.Failed, name)
		_, err = svc.RequestsFile(t.Context(), audit.Actor{ID: "kim"}, "demo", f)
		require.ErrorIs(t, err, fault.Failed, name)
	}
	require.Empty(t, pgtest.Column(t, db, "SELECT action FROM audit_entry"), "a refused file is no file")

	seen, after := map[int64]bool{}, report.After{}
	for range 4 {
		page, err := svc.Requests(t.Context(), "demo", report.RequestFilter{}, after, 2)
		require.NoError(t, err)
		require.Len(t, page, 2)
		for _, r := range page {
			require.False(t, seen[r.ID], "twice")
			seen[r.ID], after = true, report.After{At: r.RequestedAt, ID: r.ID}
		}
		if len(seen) == 2 { // one that comes meanwhile moves no page
			request(t, db, ann, "in", 10_000, 1, noon.Add(time.Minute))
		}
	}
	require.Len(t, seen, 8)
	totals, err := svc.RequestTotals(t.Context(), "demo", report.RequestFilter{Kinds: []string{"out"}})
	require.NoError(t, err)
	require.Equal(t, []report.RequestTotal{{Kind: "out", Status: -2, Count: 1, Amount: 500_000}}, totals)
}

func TestAFileOfRequestsSaysWhenItIsCutAndIsInTheAudit(t *testing.T) {
	db, _, svc := open(t)
	m := factory.Member(t, db).MemID
	for i := range 5 {
		request(t, db, m, "in", int64(i+1), 1, noon.Add(-time.Duration(i)*time.Minute))
	}
	_, err := db.Exec(t.Context(), "UPDATE cash_request SET memo = '=1+1', processed_by = 'lee'")
	require.NoError(t, err)
	file := func(most int) (rows [][]string, cut bool) {
		svc.HoldRows(most)
		l, err := svc.RequestsFile(t.Context(), audit.Actor{ID: "kim"}, "demo", report.RequestFilter{Kinds: []string{"in"}})
		require.NoError(t, err)
		body := l.Open(t.Context(), sheet.CSV)
		text, err := io.ReadAll(body)
		require.NoError(t, err)
		require.NoError(t, body.Close())
		r := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(text), "\ufeff")))
		r.FieldsPerRecord = -1
		rows, err = r.ReadAll()
		require.NoError(t, err)
		return rows[2:], l.Cut
	}
	rows, cut := file(5)
	require.False(t, cut)
	require.Len(t, rows, 5)
	require.Equal(t, []string{"in", m, "1", "1", "lee", "'=1+1"}, []string{rows[0][2], rows[0][3], rows[0][5], rows[0][6], rows[0][12], rows[0][13]})
	rows, cut = file(3)
	require.True(t, cut)
	require.Len(t, rows, 4)
	require.Contains(t, rows[3][0], "Cut: this file holds 3 rows")
	require.Equal(t, []string{"kim 5 false", "kim 3 true"},
		pgtest.Column(t, db, "SELECT actor || ' ' || (detail->>'rows') || ' ' || (detail->>'cut') FROM audit_entry WHERE action = 'cash.export' ORDER BY seq"), fmt.Sprint(cut))
}

// S-98: the list of all requests and its file show who it was, and not the whole name and account.
func TestAllRequestsAndTheirFileAreMasked(t *testing.T) {
	db, _, svc := open(t)
	m := factory.Member(t, db, func(m *factory.M) { m.Name, m.Holder = "Seo Gangbyeong", "Seo Gangbyeong" })
	request(t, db, m.MemID, "out", 20_000, 1, noon)
	_, err := db.Exec(t.Context(), "UPDATE cash_request SET depositor = 'Seo Gangbyeong', account_no = '27182818284590', account_holder = 'Seo Gangbyeong'")
	require.NoError(t, err)
	found, err := svc.Requests(t.Context(), "demo", report.RequestFilter{}, report.After{}, 10)
	require.NoError(t, err)
	require.Len(t, found, 1)
	require.Equal(t, []string{"S** G*********", "S** G*********", "**********4590", "S** G*********"},
		[]string{found[0].MemName, found[0].Depositor, found[0].AccountNo, found[0].Holder})
	l, err := svc.RequestsFile(t.Context(), audit.Actor{ID: "kim"}, "demo", report.RequestFilter{})
	require.NoError(t, err)
	body := l.Open(t.Context(), sheet.CSV)
	text, err := io.ReadAll(body)
	require.NoError(t, err)
	require.NoError(t, body.Close())
	require.Contains(t, string(text), "**********4590")
	require.NotContains(t, string(text), "27182818284590")
	require.NotContains(t, string(text), "Gangbyeong")
}
