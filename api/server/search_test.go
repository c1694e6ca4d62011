package server

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"

	"hubstake/internal/access/token"
	"hubstake/internal/core/fold"
	"hubstake/internal/testkit/factory"
)

// typed are names, and what people type to find them.
var typed = map[string][]string{
	"Málaga CF":         {"malaga", "MÁLAGA", norm.NFD.String("málaga"), "ｍａｌａｇａｃｆ", "málaga-cf"},
	"Hà Nội":            {"ha noi", "hanoi", norm.NFD.String("hà nội"), "HÀ NỘI"},
	"Beşiktaş JK":       {"besiktas", "BEŞİKTAŞ", "beşiktaş jk"},
	"FC 서울":             {"FC서울", "fc 서울", norm.NFD.String("서울"), "ＦＣ서울"},
	"Đorđe Ørsted-Işık": {"dorde orsted", "ĐORĐE ØRSTED IŞIK", "orsted isik"},
	"ทีมเชียงใหม่":      {norm.NFD.String("เชียงใหม่"), "ทีม เชียงใหม่"},
	"ΟΛΥΜΠΙΑΚΌΣ Динамо": {"ολυμπιακος", "динамо", "ДИНАМО"},
	"ガンバ大阪":             {norm.NFD.String("ガンバ"), "ｶﾞﾝﾊﾞ大阪"},
	"Straße 7 Æsir":     {"strasse 7", "STRASSE7", "aesir"},
}

// searches are the calls that search for a text, with their bodies and the callers; a list that searches for a whole name, a number or an address is in exact.
var searches = map[string]struct{ who, body string }{
	"/api/sports/matches":         {"", `{"sport":"soccer","search":%s}`},
	"/api/sports/results":         {"", `{"search":%s}`},
	"/api/board/{boardType}/list": {"", `{"userPageType":"","searchValue":%s}`},
	"/api/board/board/list":       {"member", `{"userPageType":"","searchValue":%s}`},
	"/api/board/qna/list":         {"member", `{"userPageType":"","searchValue":%s}`},
	"/api/admin/board/list":       {"staff", `{"boardType":"notice","searchValue":%s}`},
	"/api/admin/member/list":      {"staff", `{"search":%s}`},
	"/api/admin/offer/games":      {"staff", `{"text":%s}`},
	"/api/admin/sports/matches":   {"staff", `{"state":"upcoming","search":%s}`},
	"/api/admin/sports/names":     {"staff", `{"kind":"team","sport":"soccer","search":%s}`},
	"/api/partner/lower/list":     {"partner", `{"search":%s}`},
	"/api/partner/money/targets":  {"partner", `{"query":%s}`},
}

var exact = []string{
	"/api/admin/cash/list",                            // a whole name or account number, tested below
	"/api/admin/block/list",                           // addresses, phones and accounts
	"/api/admin/view/save", "/api/admin/view/replace", // what a saved view holds
	"/api/partner/lower/list/csv", // as the list
}

// Every search of the product finds a name by what a person can type: without marks, in another width, case or composition, with or without spaces.
func TestEverySearchFindsNamesAsTheyAreTyped(t *testing.T) {
	t.Parallel()
	w := newWhole(t, 1, nil)
	for _, r := range Routes(Services{}) {
		if slices.ContainsFunc(fieldsOf(r.Req), func(f string) bool { return slices.Contains([]string{"search", "searchValue", "text", "query"}, f) }) {
			_, known := searches[r.Path]
			require.True(t, known || slices.Contains(exact, r.Path) || strings.Contains(r.Path, "/save") || strings.Contains(r.Path, "/change"), "%s: a search that this test does not know", r.Path)
		}
	}
	partner := factory.Partner(t, w.db).MemID
	asker := factory.Member(t, w.db).MemID
	who := map[string]string{"": "", "member": w.enterMember(asker), "staff": w.enterStaff(factory.Staff(t, w.db)), "partner": w.session(partner, token.Partner)}
	n := 0
	for name := range typed {
		n++
		low := factory.Member(t, w.db, func(m *factory.M) { m.Parent = partner }).MemID
		for _, sql := range []string{
			`UPDATE member_member SET nick = $1, nick_key = $1 WHERE member_id = $2`,
			`INSERT INTO board_post (site_id, board, title, content, html) SELECT 'demo', b, $1, $2, $2 FROM unnest(ARRAY['notice', 'board']) b`,
			`INSERT INTO inquiry_inquiry (site_id, member_id, category, lang, title, content, html, created_at) SELECT 'demo', '` + asker + `', 'etc', 'en', $1, $2, $2, now()`,
			`WITH v AS (INSERT INTO provider_provider (vendor_id, family) VALUES ('v1', 'seamless') ON CONFLICT DO NOTHING),
			      p AS (INSERT INTO game_product (proc_id, vendor_id, group_code, name, lobby_symbol, image) VALUES ('p1', 'v1', 'slot', 'x', 'x', 'x.svg') ON CONFLICT DO NOTHING)
			 INSERT INTO game_game (code, proc_id, name_kor, name_eng, thumbnail) SELECT 'g' || $2, 'p1', 'x', $1, '/a.svg'`,
			`WITH l AS (INSERT INTO sports_league (sport, names) VALUES ('soccer', '{"en":"League"}') RETURNING id),
			      h AS (INSERT INTO sports_team (sport, names) SELECT 'soccer', jsonb_build_object('en', 'x' || $2, 'vi', $1::text) RETURNING id),
			      a AS (INSERT INTO sports_team (sport, names) SELECT 'soccer', jsonb_build_object('en', $1::text) RETURNING id)
			 INSERT INTO sports_event (feed, feed_id, sport, league_id, home_id, away_id, starts_at, planned_at, state, clock_at, changed_at)
			 SELECT 'f', $2 || s, 'soccer', l.id, h.id, a.id, now() + CASE s WHEN 'ended' THEN -1 ELSE 1 END * interval '1 hour', now(), s, now(), now()
			   FROM l, h, a, unnest(ARRAY['scheduled', 'ended']) s`,
			`INSERT INTO sports_result (event_id, version, home, away, source, at) SELECT id, 1, 1, 0, 'feed', now() FROM sports_event WHERE feed_id = $2 || 'ended' AND $1 <> ''`,
		} {
			_, err := w.db.Exec(t.Context(), sql, name, low)
			require.NoError(t, err, sql)
		}
	}
	for path, call := range searches {
		for name, forms := range typed {
			for _, form := range forms {
				if path == "/api/partner/money/targets" && !strings.HasPrefix(fold.Text(name), fold.Text(form)) {
					continue // offers those that begin with what is typed
				}
				quoted, err := json.Marshal(form)
				require.NoError(t, err)
				_, env := w.post(address(path), who[call.who], fmt.Sprintf(call.body, quoted))
				require.Equal(t, "200", env.ResultCode, path)
				found, err := json.Marshal(env.Data)
				require.NoError(t, err)
				require.Contains(t, string(found), name, "%s: %q", path, form)
				for other := range typed {
					require.True(t, other == name || !strings.Contains(string(found), other), "%s: %q finds %s", path, form, other)
				}
			}
		}
	}

	// Names that are sealed are found as a whole, by their fingerprints, also those that were made before marks were left out.
	named := factory.Member(t, w.db, func(m *factory.M) { m.Name = "Nguyễn Đức Á" }).MemID
	_, err := w.db.Exec(t.Context(), `INSERT INTO cash_request (site_id, member_id, kind, currency, amount, status, requested_at, depositor) VALUES ('demo', $1, 'in', 'KRW', 5000, 0, now(), 'NGUYEN DUC A')`, named)
	require.NoError(t, err)
	for path, body := range map[string]string{"/api/admin/member/list": `{"search":%s}`, "/api/admin/cash/list": `{"cashType":"in","search":%s}`} {
		for _, form := range []string{"nguyen duc a", "Nguyễn Đức Á", norm.NFD.String("NGUYỄN ĐỨC Á")} {
			_, env := w.post(path, who["staff"], fmt.Sprintf(body, strconv.Quote(form)))
			found, err := json.Marshal(env.Data)
			require.NoError(t, err)
			require.Contains(t, string(found), named, "%s: %q", path, form)
		}
	}

	// The two forms are one.
	for name, forms := range typed {
		for _, text := range append(slices.Clone(forms), name) {
			var sql string
			require.NoError(t, w.db.QueryRow(t.Context(), "SELECT search_fold($1)", text).Scan(&sql))
			require.Equal(t, fold.Text(text), norm.NFC.String(sql))
		}
	}
}
