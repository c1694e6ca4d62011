package server

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/access/httpx"
	"hubstake/internal/access/token"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit/factory"
)

// isID are the names under which requests carry ids of things; a request's other whole numbers are named in noID.
var (
	isID = regexp.MustCompile(`(?i)^(.*idx|idxList|batch|sid|id|row)$`)
	noID = []string{"page", "version", "count_per_list", "rates", "turnover", "rolling", "restore", "upTo", "no"} // no: of a round, which all sites share
)

const nowhere = 987_654_321 // an id of nothing

// whatElse fills the fields that calls on a thing need besides its id.
var whatElse = map[string]string{
	"action": `"delete"`, "title": `"title"`, "content": `"content"`, "answer": `"answer"`, "memo": `"memo"`, "reason": `"reason"`, "on": `true`,
}

// owned makes one thing of each kind that belongs to a member and returns their ids: requests of cash, a message, an inquiry, a
// round, a picture.
func (w *walker) owned(memID, site string) (ids []int64) {
	w.t.Helper()
	ctx := w.t.Context()
	for _, sql := range []string{
		`INSERT INTO cash_request (site_id, member_id, kind, currency, amount) VALUES ($2, $1, 'in', 'KRW', 10000) RETURNING id`,
		`INSERT INTO cash_request (site_id, member_id, kind, currency, amount, status, processed_at) VALUES ($2, $1, 'out', 'KRW', 10000, 1, now()) RETURNING id`,
		`INSERT INTO message_message (site_id, member_id, title, content) VALUES ($2, $1, 'title', 'text') RETURNING id`,
		`INSERT INTO message_message (site_id, member_id, title, content, read_at) VALUES ($2, $1, 'title', 'text', now()) RETURNING id`,
		`INSERT INTO inquiry_inquiry (site_id, member_id, category, lang, title, content, html, created_at) VALUES ($2, $1, 'etc', 'en', 't', 't', 't', now()) RETURNING id`,
		`INSERT INTO casino_round (site_id, vendor_id, round_id, member_id, currency, balance_before, balance_after)
		 VALUES ($2, 'sim', 'r' || $1, $1, 'KRW', 0, 0) RETURNING id`,
		`INSERT INTO inquiry_image (site_id, member_id, width, height, bytes, created_at, inquiry_id)
		 SELECT $2, $1, 1, 1, 'x', now(), max(id) FROM inquiry_inquiry WHERE member_id = $1 RETURNING id`,
	} {
		var id int64
		require.NoError(w.t, w.db.QueryRow(ctx, sql, memID, site).Scan(&id), sql)
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// rowsOf is all that there is of a member, to see that nothing changed.
func (w *whole) rowsOf(memID string) (out string) {
	w.t.Helper()
	parts := make([]string, 0, 8)
	for _, table := range []string{"cash_request", "message_message", "inquiry_inquiry", "inquiry_image", "casino_round", "wallet_balance", "wallet_ledger", "member_session", "member_member"} {
		parts = append(parts, "(SELECT coalesce(string_agg(x::text, ';' ORDER BY x::text), '') FROM "+table+" x WHERE member_id = $1)")
	}
	require.NoError(w.t, w.db.QueryRow(w.t.Context(), "SELECT concat_ws('|', "+strings.Join(parts, ", ")+")", memID).Scan(&out))
	return out
}

// security.md 2.3: every call that takes an id answers a foreign thing exactly as a missing one and does not touch it:
// another member's for members, another site's for staff. New calls are covered by taking an id.
func TestAForeignThingIsOneThatIsNotThere(t *testing.T) {
	t.Parallel()
	w := newWalker(t)
	require.NoError(t, provider.Upsert(t.Context(), w.db, "sim", "seamless", provider.Settings{}))
	neighbour := factory.Member(t, w.db).MemID
	stranger := factory.Member(t, w.db, func(m *factory.M) { m.Site = "other" }).MemID
	ofNeighbour := w.owned(neighbour, "demo")
	_, err := w.db.Exec(t.Context(), "SELECT identities_ahead(1000)") // no id of one site is that of another kind of thing in the other site
	require.NoError(t, err)
	ofStranger := w.owned(stranger, "other")
	sid := func(memID string) string {
		w.session(memID, token.Member)
		var s string
		require.NoError(t, w.db.QueryRow(t.Context(), "SELECT session_id FROM member_session WHERE member_id = $1", memID).Scan(&s))
		return s
	}
	foreignSID := sid(neighbour)
	before := w.rowsOf(neighbour) + w.rowsOf(stranger)

	asked := map[string]bool{}
	w.every(func(r httpx.Route, path, tok string) {
		if r.Access == httpx.Public || r.Access == httpx.Partner {
			return
		}
		fields := typedFields(r.Req)
		for _, f := range fields {
			var foreign []string
			absent := fmt.Sprint(nowhere)
			switch {
			case f.name == "memId" && r.Access == httpx.Staff:
				foreign, absent = []string{quoted(stranger)}, `"nobody77"`
			case f.name == "sid":
				foreign, absent = []string{quoted(foreignSID)}, quoted(strings.Repeat("A", len(foreignSID)))
			case f.typ.Kind() == reflect.Int64 || f.typ == reflect.TypeFor[[]int64]():
				if slices.Contains(noID, f.name) || f.typ.PkgPath() != "" {
					continue
				}
				require.Regexp(t, isID, f.name, "%s: is it an id? (isID, noID)", r.Path)
				theirs := ofStranger
				if r.Access != httpx.Staff { // those of the own site are staff's business
					theirs = slices.Concat(ofNeighbour, ofStranger)
				}
				for _, id := range theirs {
					foreign = append(foreign, fmt.Sprint(id))
				}
				if f.typ.Kind() == reflect.Slice {
					absent = "[" + absent + "]"
					for i := range foreign {
						foreign[i] = "[" + foreign[i] + "]"
					}
				}
			default:
				continue
			}
			asked[r.Path] = true
			for _, id := range foreign {
				a, theirs := w.post(path, tok, body(f.name, id, fields))
				b, missing := w.post(path, tok, body(f.name, absent, fields))
				theirs.TraceID, missing.TraceID = "", ""
				require.Equal(t, b, a, "%s %s=%s", path, f.name, id)
				require.Equal(t, missing, theirs, "%s %s=%s", path, f.name, id)
			}
		}
	})
	require.Equal(t, before, w.rowsOf(neighbour)+w.rowsOf(stranger))
	require.Subset(t, keys(asked), []string{
		"/api/bet/detail", "/api/cash/del", "/api/board/msgRead", "/api/board/msgUpdate", "/api/board/qna/datail", "/api/board/qna/follow", "/api/board/qna/image", "/api/member/sessions/end",
		"/api/admin/cash/approve", "/api/admin/cash/refuse", "/api/admin/cash/hold", "/api/admin/member/lock", "/api/admin/message/send", "/api/admin/qna/answer",
		"/api/admin/qna/thread", "/api/admin/qna/image", "/api/admin/qna/close",
	})
}

func body(name, id string, fields []field) string {
	parts := []string{`"` + name + `":` + id}
	for _, f := range fields {
		if v, ok := whatElse[f.name]; ok && f.name != name && (f.typ.Kind() == reflect.String || f.typ.Kind() == reflect.Bool) {
			parts = append(parts, `"`+f.name+`":`+v)
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func keys(m map[string]bool) (out []string) {
	for k := range m {
		out = append(out, k)
	}
	return out
}
