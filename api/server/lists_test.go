package server

import (
	"context"
	"encoding/json"
	"flag"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/paging"
	"hubstake/internal/platform/config"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/pgtest"
)

var (
	bulkMembers = flag.Int("members", 20_000, "members of BenchmarkLists")
	bulkBets    = flag.Int("bets", 100_000, "bets of BenchmarkLists")
)

// question is one call of a list, as its pages ask.
type question struct {
	route httpx.Route
	path  string
	body  string
}

// questions are those that can be asked of every list there is, from the contract: the first page, a long and a late one, by
// days, by a text, old bets. The lists that pages load at their start are included.
func questions() (all []question) {
	for _, r := range Routes(Services{}) {
		names := fieldsOf(r.Res)
		start := strings.HasPrefix(r.Path, "/api/main") || slices.Contains([]string{"/api/etc/mainInfo", "/api/admin/site/status"}, r.Path)
		if !start && !slices.Contains(names, "pageInfo") {
			continue
		}
		bodies := []string{`{}`}
		if asked := fieldsOf(r.Req); slices.Contains(names, "pageInfo") {
			bodies = append(bodies, `{"count_per_list":100}`, `{"page":40}`)
			for field, values := range map[string][]string{
				"startDate": {`"2026-01-01"`}, "oldYn": {`"Y"`}, "search": {`"k"`, `"park 77"`}, "searchValue": {`"title 7"`}, "status": {`"wait"`, `"pending"`, `[0,2]`},
				"gameType": {`"slot"`}, "vendorCode": {`"201"`}, "cashType": {`"in"`}, "kind": {`"ip"`},
				"category": {`"talk"`}, "state": {`"running"`, `"over"`}, "guests": {`true`, `true,"status":"wait"`}, "level": {`3`, `3,"status":"stop"`},
			} {
				for _, v := range values {
					if slices.Contains(asked, field) {
						bodies = append(bodies, `{"`+field+`":`+v+`}`)
					}
				}
			}
		}
		slices.Sort(bodies)
		for _, kind := range boardsOf(r.Path) {
			for _, body := range bodies {
				all = append(all, question{r, strings.NewReplacer("{boardType}", kind).Replace(r.Path), filled(r, body)})
			}
		}
	}
	for _, r := range Routes(Services{}) {
		if r.Path == "/api/admin/cash/background" { // the card of a request: of the member with most of everything, and of another one
			all = append(all, question{r, r.Path, `{"idx":50}`}, question{r, r.Path, `{"idx":7}`})
		}
		if r.Path == "/api/bet/sports/open" { // the newest ones, without pages
			all = append(all, question{r, r.Path, `{}`})
		}
		if slices.Contains([]string{"/api/admin/offer/transfers", "/api/admin/offer/rounds", "/api/admin/offer/debts", "/api/admin/offer/wins"}, r.Path) { // keys in place of pages
			all = append(all, question{r, r.Path, `{"vendor":"sim"}`}, question{r, r.Path, `{"vendor":"sim","count":100}`})
		}
		if r.Path == "/api/admin/cash/requests" { // it has keys in place of pages
			for _, body := range []string{
				`{}`, `{"count":100}`, `{"memId":"b000001"}`, `{"handledBy":"staff1"}`, `{"handledBy":"staff2"}`, `{"cashType":"in","status":[0,2]}`,
				`{"minAmount":30000}`, `{"after":{"at":"2026-01-01T00:00:00Z","idx":9}}`, `{"status":[1],"maxAmount":20000,"cashType":"out"}`,
			} {
				all = append(all, question{r, r.Path, body})
			}
		}
	}
	return all
}

// listMember is whose lists staff asks for: in a bulk the member with most of everything.
const listMember = "heavy01"

// lowMember is one of those below the partner who asks.
const lowMember = "b000001"

// filled adds to a list's body what the list cannot do without.
func filled(r httpx.Route, body string) string {
	switch {
	case slices.Contains([]string{
		"/api/admin/member/ledger", "/api/admin/member/points", "/api/admin/member/rounds", "/api/admin/member/logins", "/api/admin/message/list",
	}, r.Path), strings.Contains(body, "Date") && slices.Contains([]string{ // lists of all members have no days
		"/api/admin/cash/list", "/api/admin/coupon/list", "/api/admin/details/list",
	}, r.Path):
		return strings.Replace(`{"memId":"`+listMember+`",`+body[1:], ",}", "}", 1)
	case slices.Contains([]string{"/api/minigame/rounds", "/api/admin/minigame/rounds"}, r.Path):
		return strings.Replace(`{"gameCode":"keno",`+body[1:], ",}", "}", 1)
	case r.Path == "/api/partner/reports/points":
		return strings.Replace(`{"memId":"`+lowMember+`",`+body[1:], ",}", "}", 1)
	case r.Path == "/api/partner/reports/cash":
		return strings.Replace(`{"kind":"in",`+body[1:], ",}", "}", 1)
	case !slices.Contains(fieldsOf(r.Req), "boardType"):
		return body
	case body == `{}`:
		return `{"boardType":"notice"}`
	default:
		return `{"boardType":"notice",` + body[1:]
	}
}

func boardsOf(path string) []string {
	if strings.Contains(path, "{boardType}") {
		return []string{"mq", "notice", "event", "faq"}
	}
	return []string{""}
}

func (b *bulk) tokenFor(a httpx.Access, n int) string {
	return map[httpx.Access]string{
		httpx.Public: "", httpx.Member: b.members[n%len(b.members)], httpx.Partner: b.partner, httpx.Staff: b.staff,
	}[a]
}

// recorder keeps the statements that a pool is asked.
type recorder struct {
	mu    sync.Mutex
	asked []statement
}

type statement struct {
	sql  string
	args []any
}

func (r *recorder) TraceQueryStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked = append(r.asked, statement{d.SQL, d.Args})
	return ctx
}

func (r *recorder) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// pool opens databases of which the recorder hears.
func (r *recorder) pool(t testing.TB) func(config.URL) *pgxpool.Pool {
	return func(u config.URL) *pgxpool.Pool {
		cfg := pgtest.Pool(t, u).Config()
		cfg.ConnConfig.Tracer = r
		pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
		require.NoError(t, err)
		t.Cleanup(pool.Close)
		return pool
	}
}

func (r *recorder) take() []statement {
	r.mu.Lock()
	defer r.mu.Unlock()
	taken := r.asked
	r.asked = nil
	return taken
}

// small is how many rows a table may have to be read as a whole.
const small = 1000

// budget is how many blocks one query of a list may read: some hundreds of an index, a row shown by its key in three tables,
// a row of the pages before. A query that reads all rows of a member or a site exceeds it, unless the list adds up what a member
// selected: then it may read the rows that the first member has in a table, but not those of others.
func budget(q question) int {
	var page paging.Request
	_ = json.Unmarshal([]byte(q.body), &page) // what else is asked for does not matter
	s := page.Slice()
	blocks := 380 + 10*int(s.Count) + int(s.Skip)
	if slices.Contains(fieldsOf(q.route.Res), "totals") {
		blocks += listRounds / 50
	}
	if q.path == "/api/admin/cash/list" && strings.Contains(q.body, `"search"`) {
		blocks += 500 // that wait and are opened, because no index knows names
	}
	return blocks
}

// listRounds is how many rounds there are for TestNoListScansABigTable; the first member has a fiftieth of them.
const listRounds = 40_000

// scans are the big tables that a plan reads from their begin to their end.
func scans(plan map[string]any, big map[string]bool) (found []string) {
	if table, _ := plan["Relation Name"].(string); plan["Node Type"] == "Seq Scan" && big[table] {
		found = append(found, table)
	}
	children, _ := plan["Plans"].([]any)
	for _, c := range children {
		found = append(found, scans(c.(map[string]any), big)...)
	}
	return found
}

// No list reads a big table as a whole, nor many blocks for a page and its total, whatever is asked of it: each statement that a call makes is explained with its own
// values on a database that is large enough for the planner to care. A new list is covered by being one. In make test it is an eighth of them, by seed.
func TestNoListScansABigTable(t *testing.T) {
	t.Parallel()
	rec := &recorder{}
	w := newWhole(t, 1, rec.pool(t))
	b := newBulk(t, w, 8_000, listRounds)
	rows, err := w.db.Query(t.Context(), "SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples > $1 AND relnamespace = 'public'::regnamespace", small)
	require.NoError(t, err)
	big := map[string]bool{}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	for _, n := range names {
		big[n] = true
	}
	require.Subset(t, names, []string{"member_member", "casino_round", "cash_request", "wallet_balance", "message_message", "member_login", "inquiry_inquiry", "board_post"})
	require.True(t, slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, "audit_entry_") }))

	conn, err := w.db.Acquire(t.Context())
	require.NoError(t, err)
	defer conn.Release()
	_, err = conn.Exec(t.Context(), "SET statement_timeout = 0") // the patience of requests is not what is tested
	require.NoError(t, err)
	seen := map[string]bool{}
	all := questions()
	for _, q := range testkit.Some(t, len(all)/8, all) {
		rec.take()
		status, _ := w.post(q.path, b.tokenFor(q.route.Access, 0), q.body)
		require.Less(t, status, 500, q.path)
		asked := rec.take()
		if r := touched(t, conn, asked); r.most > budget(q) {
			t.Errorf("%s %s reads %d blocks, not %d:\n%s\n%v", q.path, q.body, r.most, budget(q), r.by.sql, r.by.args)
		}
		for _, s := range asked {
			verb, _, _ := strings.Cut(strings.TrimSpace(stripComment(s.sql)), " ")
			if seen[q.path+s.sql+q.body] || !slices.Contains([]string{"SELECT", "UPDATE", "WITH"}, strings.ToUpper(strings.TrimSpace(verb))) {
				continue
			}
			seen[q.path+s.sql+q.body] = true
			for _, plan := range plans(t, conn, s) {
				if found := scans(plan, big); len(found) > 0 {
					t.Errorf("%s %s reads all of %v:\n%s\n%v\n%v", q.path, q.body, found, s.sql, s.args, plan)
				}
			}
		}
	}
	require.Greater(t, len(seen), testkit.Size(10, 100))
}

// settled is how often a connection makes a plan of its own for each asking before it may keep one for all.
const settled = 7

// reads is what queries read of the database, in its blocks of 8 kB: together, and the one that reads most.
type reads struct {
	all, most int
	by        statement
}

// touched carries out the queries of a call again and counts what they read.
func touched(t testing.TB, conn *pgxpool.Conn, asked []statement) (r reads) {
	t.Helper()
	for _, s := range asked {
		verb, _, _ := strings.Cut(strings.TrimSpace(stripComment(s.sql)), " ")
		if !slices.Contains([]string{"SELECT", "WITH"}, strings.ToUpper(strings.TrimSpace(verb))) {
			continue
		}
		var text string
		args := append([]any{pgx.QueryExecModeExec}, s.args...)
		require.NoError(t, conn.QueryRow(t.Context(), "EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) "+s.sql, args...).Scan(&text), s.sql)
		var explained []struct {
			Plan struct {
				Hit  int `json:"Shared Hit Blocks"`
				Read int `json:"Shared Read Blocks"`
			}
		}
		require.NoError(t, json.Unmarshal([]byte(text), &explained))
		n := explained[0].Plan.Hit + explained[0].Plan.Read
		if r.all += n; n > r.most {
			r.most, r.by = n, s
		}
	}
	return r
}

// plans are those of a statement when it is asked for the first time, and when its connection has settled for one.
func plans(t *testing.T, conn *pgxpool.Conn, s statement) (out []map[string]any) {
	t.Helper()
	ctx := t.Context()
	_, err := conn.Exec(ctx, "DEALLOCATE ALL; PREPARE asked AS "+s.sql)
	require.NoError(t, err, s.sql)
	values := make([]string, len(s.args))
	for i := range values {
		values[i] = "$" + strconv.Itoa(i+1)
	}
	execute := "EXPLAIN (FORMAT JSON) EXECUTE asked"
	if len(values) > 0 {
		execute += "(" + strings.Join(values, ",") + ")"
	}
	for n := range settled {
		var text string
		args := append([]any{pgx.QueryExecModeSimpleProtocol}, s.args...)
		require.NoError(t, conn.QueryRow(ctx, execute, args...).Scan(&text), "%s: %v", s.sql, s.args)
		if n > 0 && n < settled-1 {
			continue
		}
		var explained []struct{ Plan map[string]any }
		require.NoError(t, json.Unmarshal([]byte(text), &explained))
		for _, e := range explained {
			out = append(out, e.Plan)
		}
	}
	return out
}

// stripComment takes sqlc's name off a statement.
func stripComment(sql string) string {
	for strings.HasPrefix(strings.TrimSpace(sql), "--") {
		_, sql, _ = strings.Cut(strings.TrimSpace(sql), "\n")
	}
	return sql
}

// BenchmarkLists asks every list of a full database and reports the 99th percentile of each, in ms: `make bench-lists`, with
// a million bets and a hundred thousand members, wants at most 50. The blocks that a call reads are reported beside it,
// because they do not depend on other load of the machine.
func BenchmarkLists(b *testing.B) {
	rec := &recorder{}
	full := newBulk(b, newWhole(b, 1, rec.pool(b)), *bulkMembers, *bulkBets)
	conn, err := full.db.Acquire(b.Context())
	require.NoError(b, err)
	defer conn.Release()
	for _, q := range questions() {
		rec.take()
		if _, env := full.post(q.path, full.tokenFor(q.route.Access, 0), q.body); env.ResultCode != "200" {
			continue // a value that this list does not know
		}
		read := touched(b, conn, rec.take())
		b.Run(q.path+" "+q.body, func(b *testing.B) {
			const times = 200
			var took []time.Duration
			for range b.N {
				for i := range times {
					began := time.Now()
					status, _, err := full.ask(0, http.MethodPost, q.path, full.tokenFor(q.route.Access, i), fiber.MIMEApplicationJSON, q.body)
					took = append(took, time.Since(began))
					require.NoError(b, err)
					require.Equal(b, 200, status)
				}
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
			b.ReportMetric(float64(read.all), "blocks")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkMemberPage asks what each part of a member's page in the back office asks, for the member with most of everything, and reports the
// 99th percentile of all calls of a part together, in ms: part of `make bench-lists`, wants at most 300.
func BenchmarkMemberPage(b *testing.B) {
	full := newBulk(b, newWhole(b, 1, nil), *bulkMembers, *bulkBets)
	of := `{"memId":"` + listMember + `","count_per_list":50}`
	for _, part := range []struct {
		name  string
		calls [][2]string
	}{
		{"overview", [][2]string{
			{"member/card", `{"memId":"` + listMember + `"}`},
			{"member/list", `{"search":"` + listMember + `","count_per_list":50}`},
			{"member/documents", `{"memId":"` + listMember + `"}`},
		}},
		{"ledger", [][2]string{{"member/ledger", of}}},
		{"points", [][2]string{{"member/points", of}}},
		{"rounds", [][2]string{{"member/rounds", of}}},
		{"requests", [][2]string{{"cash/list", of}}},
		{"coupons", [][2]string{{"coupon/list", of}}},
		{"messages", [][2]string{{"message/list", of}}},
		{"logins", [][2]string{{"member/logins", of}}},
		{"details", [][2]string{{"details/list", `{"all":true,` + of[1:]}}},
		{"audit", [][2]string{{"audit/list", of}}},
	} {
		b.Run(part.name, func(b *testing.B) {
			const times = 200
			var took []time.Duration
			for range b.N {
				for range times {
					began := time.Now()
					for _, call := range part.calls {
						status, env := full.post("/api/admin/"+call[0], full.staff, call[1])
						require.Equal(b, []any{200, "200"}, []any{status, env.ResultCode}, call[0])
					}
					took = append(took, time.Since(began))
				}
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
			b.ReportMetric(0, "ns/op")
		})
	}
}
