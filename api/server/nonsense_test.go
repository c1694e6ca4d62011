package server

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
)

// field is a field of a request on the wire.
type field struct {
	name string
	typ  reflect.Type
}

func typedFields(t reflect.Type) (out []field) {
	for f := range t.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			out = append(out, typedFields(f.Type)...)
		case name != "-" && name != "":
			out = append(out, field{name, f.Type})
		}
	}
	return out
}

// every calls do for each route that takes JSON with a token of its own kind. Calls that end sessions are left out.
func (w *walker) every(do func(r httpx.Route, path, token string)) {
	w.t.Helper()
	for _, r := range Routes(Services{}) {
		if slices.Contains([]string{"/api/member/logout", "/api/admin/logout", "/api/getToken", "/api/admin/getToken", "/api/partner/logout", "/api/partner/getToken", "/api/member/sessions/endOthers"}, r.Path) || r.Takes.MaxBytes > 0 {
			continue
		}
		do(r, address(r.Path), w.token(r))
	}
}

// security.md 2.4: one name twice, a NUL, a broken surrogate, more after the end: 400 wherever it is sent.
func TestNoRouteTakesABodyWithTwoMeanings(t *testing.T) {
	t.Parallel()
	w := newWalker(t)
	w.every(func(r httpx.Route, path, token string) {
		w.refused(path, token, `{"siteId":"demo","siteId":"other"}`, 400, "E001", "two sites")
		w.refused(path, token, `{"siteId":"demo"} {}`, 400, "E001", "more after the end")
		w.refused(path, token, "\ufeff{}", 400, "E001", "a byte order mark")
		for _, f := range typedFields(r.Req) {
			w.refused(path, token, `{"`+f.name+`":"a\u0000b"}`, 400, "E001", "NUL in "+f.name)
			w.refused(path, token, `{"`+f.name+`":"\ud800"}`, 400, "E001", "half a character in "+f.name)
			w.refused(path, token, `{"`+f.name+`":null,"`+f.name+`":null}`, 400, "E001", f.name+" twice")
			w.refused(path, token, `{"`+strings.ToUpper(f.name)+`":null}`, 400, "E001", f.name+" in capitals")
		}
	})
}

// security.md 2.4: what is no positive whole number within the limits is no amount anywhere, and moves nothing.
func TestInvalidAmountsAreRejectedOnEveryRoute(t *testing.T) {
	t.Parallel()
	w := newWalker(t)
	before := w.books()
	asked := 0
	w.every(func(r httpx.Route, path, token string) {
		for _, f := range typedFields(r.Req) {
			if f.typ != reflect.TypeFor[money.Input]() {
				continue
			}
			asked++
			for _, amount := range []string{
				`-1`, `0`, `1.5`, `"1,000"`, `1e3`, `null`, `true`, `[]`, `{}`, `"０１"`, `"１０００"`, `9223372036854775808`, `-9223372036854775809`, `1e400`, `""`, `" 1"`, `"+1"`,
			} {
				status, env := w.post(path, token, `{"`+f.name+`":`+amount+`}`)
				require.Contains(t, []int{200, 400}, status, "%s %s=%s", path, f.name, amount)
				require.NotEqual(t, "200", env.ResultCode, "%s %s=%s", path, f.name, amount)
			}
		}
	})
	require.GreaterOrEqual(t, asked, 3, "deposit, withdrawal and conversion at least")
	for path, field := range map[string]string{"/api/cash/in": `"amount`, "/api/cash/out": `"cashPin":"1234","amount`, "/api/cash/pointChg": `"pointAmt`} {
		for _, amount := range []string{`-1`, `0`, `1.5`, `"1,000"`, `1e3`, `null`, `true`, `[]`, `"０１"`, `9223372036854775808`} {
			w.refused(path, w.member, `{`+field+`":`+amount+`}`, 200, "C009", amount)
		}
	}
	require.Equal(t, before, w.books())
}

// books is what there is of money and of requests for it.
func (w *whole) books() (out string) {
	w.t.Helper()
	require.NoError(w.t, w.db.QueryRow(w.t.Context(), `SELECT concat_ws(' ', (SELECT count(*) FROM wallet_ledger), (SELECT count(*) FROM cash_request),
		(SELECT concat_ws('/', sum(balance), sum(held), sum(points)) FROM wallet_balance))`).Scan(&out))
	return out
}

// security.md 2.4: SQL in any text is a text: it changes nothing, and no answer is a failure of ours. In make test each field gets one of the texts.
func TestNoRouteReadsATextAsSQL(t *testing.T) {
	t.Parallel()
	w := newWalker(t)
	texts := []string{`' OR 1=1--`, `';create table injected()--`, `\`, `%00`, `%`, `_`, strings.Repeat("가", 5000)}
	asked := 0
	w.every(func(r httpx.Route, path, token string) {
		for _, f := range typedFields(r.Req) {
			if f.typ.Kind() != reflect.String {
				continue
			}
			asked++
			for _, text := range testkit.Size([]string{texts[asked%len(texts)]}, texts) {
				status, env := w.post(path, token, fmt.Sprintf(`{%q:%s}`, f.name, quoted(text)))
				require.Less(t, status, 500, "%s %s=%.20s: %s", path, f.name, text, env.ResultCode)
			}
		}
	})
	var injected *string
	require.NoError(t, w.db.QueryRow(t.Context(), "SELECT to_regclass('injected')::text").Scan(&injected))
	require.Nil(t, injected)
}

// Searches know no wildcards: one of them only finds nothing where nothing has them, and between letters they stand for no others.
func TestNoSearchKnowsWildcards(t *testing.T) {
	t.Parallel()
	w := newWalker(t)
	factory.Member(t, w.db, func(m *factory.M) { m.Nick = "Nocturne" })
	searched := 0
	w.every(func(r httpx.Route, path, token string) {
		for _, f := range typedFields(r.Req) {
			if f.name != "search" && f.name != "searchValue" {
				continue
			}
			searched++
			for _, text := range []string{`%`, `_`, `\`, `%%`, `noct%ne`, `noct_rne`} {
				status, env := w.post(path, token, fmt.Sprintf(`{%q:%s}`, f.name, quoted(text)))
				require.Equal(t, 200, status, path)
				data, _ := env.Data.(map[string]any)
				require.Empty(t, data["list"], "%s finds something with %s", path, text)
			}
		}
	})
	require.Greater(t, searched, 2)
}

// security.md 2.4: pages that cannot be are brought into range, days that cannot be are refused.
func TestEveryListHasItsBounds(t *testing.T) {
	t.Parallel()
	w := newWalker(t)
	factory.Member(t, w.db, func(m *factory.M) { m.MemID = listMember })
	factory.Member(t, w.db, func(m *factory.M) { m.MemID, m.Parent = lowMember, w.partnerID })
	lists := 0
	w.every(func(r httpx.Route, path, token string) {
		names := fieldsOf(r.Req)
		switch byKey := !slices.Contains(names, "page"); {
		case !slices.Contains(names, "count_per_list"):
		case byKey:
			lists++
			for _, page := range []string{`{"count_per_list":1000000}`, `{"count_per_list":-5}`} {
				status, env := w.post(path, token, filled(r, page))
				require.Equal(t, []any{200, "200"}, []any{status, env.ResultCode}, "%s %s", path, page)
			}
		default:
			lists++
			for _, page := range []string{`{"page":-1}`, `{"page":1000000000}`, `{"count_per_list":1000000}`, `{"count_per_list":-5}`} {
				page = filled(r, page)
				status, env := w.post(path, token, page)
				require.Equal(t, []any{200, "200"}, []any{status, env.ResultCode}, "%s %s", path, page)
				info := env.Data.(map[string]any)["pageInfo"].(map[string]any)
				require.LessOrEqual(t, info["countPerList"], 100.0, path)
				require.Positive(t, info["page"], path)
			}
		}
		if slices.Contains(names, "startDate") && slices.Contains(names, "count_per_list") {
			for _, days := range []string{
				`{"startDate":"2026-02-30"}`, `{"endDate":"2026-13-01"}`, `{"startDate":"'; --"}`, `{"startDate":"2026-03-02","endDate":"2026-03-01"}`,
				`{"startDate":"2026-01-01","endDate":"2026-12-31"}`, `{"startDate":"2026-01-01 00:00:01"}`,
			} {
				w.refused(path, token, filled(r, days), 200, "E001", days)
			}
			for _, days := range []string{
				`{"startDate":"2026-03-01","endDate":"2026-03-01"}`, `{"startDate":"2026-03-01 00:00:00","endDate":"2026-05-31 23:59:59"}`,
			} {
				status, env := w.post(path, token, filled(r, days))
				require.Equal(t, []any{200, "200"}, []any{status, env.ResultCode}, "%s %s", path, days)
			}
		}
	})
	require.Greater(t, lists, 10)
}

// ASVS 15.3.3: no call accepts fields that its caller may not set.
func TestNoRouteTakesWhatItDoesNotName(t *testing.T) {
	t.Parallel()
	w := newWalker(t)
	w.every(func(r httpx.Route, path, token string) {
		names := fieldsOf(r.Req)
		for _, name := range []string{
			"memLevel", "cashAmt", "pointAmt", "recommendYn", "status", "role", "isAdmin", "partnerLevel", "member_id", "memberId", "rights", "balance",
		} {
			if !slices.Contains(names, name) {
				w.refused(path, token, `{"`+name+`":1}`, 400, "E001", name)
			}
		}
	})
}

func quoted(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		return strconv.Quote(s)
	}
	return string(b)
}
