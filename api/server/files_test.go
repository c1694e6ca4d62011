package server

import (
	"bytes"
	"encoding/csv"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/gofiber/fiber/v3"
	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"hubstake/internal/access/httpx"
	"hubstake/internal/access/token"
	"hubstake/internal/core/sheet"
	"hubstake/internal/testkit/factory"
)

// file asks for a list as a file of a media type.
func (w *whole) file(path, bearer, accept, body string) (header http.Header, file []byte) {
	w.t.Helper()
	r, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, w.nodes[0]+path, strings.NewReader(body))
	require.NoError(w.t, err)
	r.Host = "localhost"
	r.Header.Set("content-type", fiber.MIMEApplicationJSON)
	r.Header.Set("authorization", "Bearer "+bearer)
	if accept != "" {
		r.Header.Set("accept", accept)
	}
	res, err := http.DefaultClient.Do(r)
	require.NoError(w.t, err)
	defer func() { _ = res.Body.Close() }()
	file, err = io.ReadAll(res.Body)
	require.NoError(w.t, err)
	return res.Header, file
}

// W4: each list that can be a file is one in both formats, with the same cells, and what people typed is a text in both. The list walks over all routes: one
// that answers with a file of its own making instead of a list is refused.
func TestEveryListIsAFileOfBothFormatsAndNoTextIsAFormula(t *testing.T) {
	t.Parallel()
	const hostile = `=HYPERLINK("https://evil.example","x")`
	w := newWhole(t, 1, nil)
	partner := factory.Partner(t, w.db).MemID
	low := factory.Member(t, w.db, func(m *factory.M) { m.Parent, m.Cash = partner, 50_000 }).MemID
	for _, sql := range []string{
		`UPDATE member_member SET nick = '` + hostile + `' WHERE member_id = '` + low + `'`,
		`INSERT INTO cash_request (site_id, member_id, kind, currency, amount, bank, account_no, account_holder, status, memo, requested_at, processed_at, processed_by)
		 VALUES ('demo', '` + low + `', 'in', 'KRW', 70000, '` + hostile + `', '1', '` + hostile + `', 1, '` + hostile + `', now(), now(), 'kim')`,
		`INSERT INTO audit_entry (site_id, actor, action, target) VALUES ('demo', 'kim', 'member.lock', '` + hostile + `')`,
		`INSERT INTO wallet_ledger (member_id, currency, version, unit, contra, kind, amount, balance_after, ref, created_at)
		 VALUES ('` + low + `', 'KRW', 99, 'cash', 'deposit', 'deposit', 70000, 120000, '` + hostile + `', now()),
		        ('` + low + `', 'KRW', 100, 'cash', 'bet', 'bet', -70000, 50000, '` + hostile + `', now())`,
	} {
		_, err := w.db.Exec(t.Context(), sql)
		require.NoError(t, err, sql)
	}
	bearers := map[httpx.Access]string{
		httpx.Member: w.enterMember(low), httpx.Partner: w.session(partner, token.Partner), httpx.Staff: w.enterStaff(factory.Staff(t, w.db)),
	}
	bodies := map[string]string{"/api/partner/reports/cash/csv": `{"kind":"in"}`, "/api/partner/reports/points/csv": `{"memId":"` + low + `"}`}
	hosts := map[string]bool{}
	lists := 0
	for _, r := range Routes(Services{}) {
		named := strings.HasSuffix(r.Path, "csv")
		require.Equal(t, named, r.Res == reflect.TypeFor[sheet.List](), "%s: what is a list for a spreadsheet comes in both formats", r.Path)
		if r.Res == reflect.TypeFor[httpx.File]() {
			require.Contains(t, r.Path, "image", "%s: a file of its own making is a picture", r.Path)
		}
		if !named {
			continue
		}
		lists++
		body := bodies[r.Path]
		if body == "" {
			body = `{}`
		}
		header, plain := w.file(r.Path, bearers[r.Access], "", body)
		require.Equal(t, "text/csv; charset=utf-8", header.Get("content-type"), "%s: for those who do not choose: %s", r.Path, plain)
		require.Contains(t, header.Get("content-disposition"), `.csv"`)
		header, book := w.file(r.Path, bearers[r.Access], sheet.XLSX.Type(), body)
		require.Equal(t, sheet.XLSX.Type(), header.Get("content-type"), "%s: %s", r.Path, book)
		require.Contains(t, header.Get("content-disposition"), `.xlsx"`)

		reader := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(plain), "\ufeff")))
		reader.FieldsPerRecord = -1
		want, err := reader.ReadAll()
		require.NoError(t, err)
		opened, err := excelize.OpenReader(bytes.NewReader(book))
		require.NoError(t, err)
		got, err := opened.GetRows("Sheet1")
		require.NoError(t, err)
		entries := 0
		if r.Path == "/api/admin/audit/export.csv" {
			entries = 1 // the first file is in the audit itself
		}
		require.Len(t, got, len(want)+entries, r.Path)
		for y, row := range got {
			for x, cell := range row {
				at, err := excelize.CoordinatesToCellName(x+1, y+1)
				require.NoError(t, err)
				formula, err := opened.GetCellFormula("Sheet1", at)
				require.NoError(t, err)
				require.Empty(t, formula, "%s %s", r.Path, at)
				if cell == hostile {
					hosts[r.Path] = true
				}
			}
		}
		for _, row := range want {
			for _, cell := range row {
				require.False(t, strings.HasPrefix(cell, "="), "%s: %s", r.Path, cell)
			}
		}
	}
	require.Greater(t, lists, 10)
	for _, path := range []string{"/api/admin/cash/requests.csv", "/api/admin/audit/export.csv", "/api/report/statement.csv", "/api/partner/lower/list/csv"} {
		require.True(t, hosts[path], "%s shows what was typed, as it was typed", path)
	}
}
