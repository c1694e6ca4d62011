package routestest_test

import (
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	apiplay "hubstake/api/partner/play"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/commission"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestThePlayOfADownlineOverHTTP(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	factory.Site(t, db)
	sites := site.New(db, clk)
	head := factory.Partner(t, db).MemID
	kim := factory.Member(t, db, func(m *factory.M) { m.Parent = head }).MemID
	foreign := factory.Member(t, db, func(m *factory.M) { m.Parent = factory.Partner(t, db).MemID }).MemID
	_, err := db.Exec(t.Context(), fmt.Sprintf(`
		INSERT INTO provider_provider (vendor_id, family) VALUES ('sim', 'seamless');
		INSERT INTO game_product (proc_id, vendor_id, group_code, name, lobby_symbol, image) VALUES ('s', 'sim', 'slot', 'Slots', 's', 's.svg');
		INSERT INTO game_game (code, proc_id, name_kor, name_eng, thumbnail) VALUES ('comet', 's', '혜성', '=Comet', 'c.svg');
		INSERT INTO commission_through (site_id, closed, settled) VALUES ('demo', '2026-01-01', '2026-01-01');
		INSERT INTO commission_chain (site_id, hash, upline, rates, insured) SELECT 'demo', sha256(parent_id::bytea), upline, array_fill(100, ARRAY[13]), '{0,0}' FROM member_member WHERE member_id IN ('%[1]s', '%[2]s');
		INSERT INTO commission_line (site_id, day, round, turn, member_id, chain_id, product, game_code, bet_at, settled_at, stake, payout, valid)
		SELECT 'demo', '2026-09-10', 2 * n + CASE m.member_id WHEN '%[1]s' THEN 0 ELSE 1 END, 0, m.member_id, c.id, 1, 'comet', '2026-09-10 01:00+00', '2026-09-10 01:00:01+00', 1000 + n, n %% 3 * 1000, 1000 + n
		  FROM generate_series(1, 520) n, member_member m JOIN commission_chain c ON c.upline = m.upline WHERE m.member_id IN ('%[1]s', '%[2]s')`, kim, foreign))
	require.NoError(t, err)
	_, err = db.Exec(t.Context(), "UPDATE commission_cursor SET at = $1", clk.Now())
	require.NoError(t, err)
	require.NoError(t, commission.New(db, clk, sites, nil).AddUp(t.Context(), "demo"))

	app := apitest.New(t, clk, apiplay.New(report.New(db, clk, sites, factory.Box())).Routes())
	for _, path := range []string{"bets", "bets/csv", "open", "open/csv", "summary", "summary/csv"} {
		path = "/api/partner/play/" + path
		app.Partner(head).Post(path, `{"product":"fish"}`).Refused(200, "E001")
	}
	for _, path := range []string{"bets", "bets/csv", "open", "open/csv"} {
		for _, other := range []string{foreign, head, "nobody1"} {
			app.Partner(head).Post("/api/partner/play/"+path, `{"memId":"`+other+`"}`).Refused(200, "U001")
		}
	}
	own := app.Partner(head)
	page := apitest.OK[apiplay.BetsAnswer](own.Post("/api/partner/play/bets", `{"count_per_list":20}`))
	require.Len(t, page.List, 20)
	require.Equal(t, clk.Now(), page.AsOf.UTC())
	require.EqualValues(t, 520, page.Totals.Bets)
	next := apitest.OK[apiplay.BetsAnswer](own.Post("/api/partner/play/bets", `{"count_per_list":20,"after":"`+page.Next+`"}`))
	require.Nil(t, next.Totals)
	require.Less(t, next.List[0].Line, page.List[19].Line)

	// The file has the rows and the totals of the screen, to the unit, and no cell that a spreadsheet takes for a formula.
	status, header, body := own.Send("/api/partner/play/bets/csv", `{"startDate":"2026-09-10","endDate":"2026-09-10"}`)
	require.Equal(t, 200, status)
	require.Equal(t, "text/csv; charset=utf-8", header.Get("Content-Type"))
	rows := readCSV(t, body)
	require.Equal(t, []string{"Bets", "Demo", head, "KRW", "2026-09-10 00:00:00", "2026-09-10 23:59:59", "2026-09-10 12:00:00"}, rows[1])
	require.Equal(t, []string{"Total", "520", page.Totals.BetAmt.String(), page.Totals.WinAmt.String(), page.Totals.Valid.String()}, rows[3])
	stake, lines := int64(0), rows[5:]
	require.Len(t, lines, 520)
	for _, r := range lines {
		require.Equal(t, kim, r[5])
		require.Equal(t, "'=Comet", r[7])
		n, err := strconv.ParseInt(r[9], 10, 64)
		require.NoError(t, err)
		stake += n
	}
	require.Equal(t, page.Totals.BetAmt, money.Amount(stake))
	_, _, body = own.Send("/api/partner/play/bets/csv", `{"startDate":"2026-09-01","endDate":"2026-09-02"}`)
	require.Contains(t, string(body), "No activity")
	_, _, body = own.Send("/api/partner/play/open/csv", `{}`)
	require.Contains(t, string(body), "No activity")

	sum := apitest.OK[apiplay.SummaryAnswer](own.Post("/api/partner/play/summary", `{"startDate":"2026-09-09","endDate":"2026-09-10"}`))
	require.Equal(t, page.Totals.BetAmt, sum.Total.BetAmt)
	require.Len(t, sum.Days, 2)
	require.NotNil(t, sum.Total.Cash)
	require.Equal(t, money.Amount(stake/100), sum.Total.Commission.Rolling)
	require.Equal(t, "members", sum.Branches[0].Kind)
	less := apitest.OK[apiplay.SummaryAnswer](app.AgentWith(head+".ann", right.PlayRead).Post("/api/partner/play/summary", `{}`))
	require.Nil(t, less.Total.Cash)
	require.Nil(t, less.Total.Commission)
	_, _, body = own.Send("/api/partner/play/summary/csv", `{"startDate":"2026-09-09","endDate":"2026-09-10"}`)
	rows = readCSV(t, body)
	require.Equal(t, []string{"total", "", "520", sum.Total.BetAmt.String(), sum.Total.WinAmt.String()}, rows[len(rows)-1][:5])
	_, _, body = own.Send("/api/partner/play/summary/csv", `{"startDate":"2026-09-01","endDate":"2026-09-02"}`)
	require.Contains(t, string(body), "No activity")
}

func readCSV(t *testing.T, body []byte) [][]string {
	t.Helper()
	r := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(body), "\ufeff")))
	r.FieldsPerRecord = -1
	rows, err := r.ReadAll()
	require.NoError(t, err)
	return rows
}

// D-30: the new parent of a partner sees what it does since it came, on the page and in the file.
func TestTheSummaryHasNothingOfTheBranchWhereAPartnerWasBefore(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	factory.Site(t, db)
	sites := site.New(db, clk)
	before, after := factory.Partner(t, db).MemID, factory.Partner(t, db).MemID
	moved := factory.Member(t, db, func(m *factory.M) { m.Parent, m.PartnerLevel, m.MayRefer = before, 2, true }).MemID
	kim := factory.Member(t, db, func(m *factory.M) { m.Parent = moved }).MemID
	for _, sql := range []string{
		`INSERT INTO commission_through (site_id, closed, settled) VALUES ('demo', '2026-01-01', '2026-01-01')`,
		`INSERT INTO commission_chain (site_id, hash, upline, rates, insured) SELECT 'demo', sha256(p::bytea), ARRAY['` + moved + `', p], array_fill(100, ARRAY[26]), '{0,0,0,0}' FROM unnest(ARRAY['` + before + `', '` + after + `']) p`,
		`INSERT INTO commission_line (site_id, day, round, turn, member_id, chain_id, product, game_code, bet_at, settled_at, stake, payout, valid)
		 SELECT 'demo', '2026-08-01'::date + n, n, 0, '` + kim + `', c.id, 0, 'g', '2026-08-01 03:00+00'::timestamptz + n * interval '1 day', '2026-08-01 03:00+00'::timestamptz + n * interval '1 day', 1000 + n, 0, 1000 + n
		   FROM generate_series(1, 39) n JOIN commission_chain c ON c.upline[2] = CASE WHEN n <= 30 THEN '` + before + `' ELSE '` + after + `' END`,
		`INSERT INTO member_upline (member_id, upline, until) SELECT member_id, upline, '2026-08-31 04:00+00' FROM member_member WHERE member_id IN ('` + moved + `', '` + kim + `')`,
		`UPDATE member_member SET upline = array_replace(upline, '` + before + `', '` + after + `'), parent_id = CASE parent_id WHEN '` + before + `' THEN '` + after + `' ELSE parent_id END, upline_since = '2026-08-31 04:00+00'
		  WHERE member_id IN ('` + moved + `', '` + kim + `')`,
		`UPDATE commission_cursor SET at = '2026-09-10 03:00+00'`,
	} {
		_, err := db.Exec(t.Context(), sql)
		require.NoError(t, err)
	}
	require.NoError(t, commission.New(db, clk, sites, nil).AddUp(t.Context(), "demo"))
	app := apitest.New(t, clk, apiplay.New(report.New(db, clk, sites, factory.Box())).Routes())
	const days = `{"startDate":"2026-07-01","endDate":"2026-09-10"}`
	summary := func(partner string) (apiplay.SummaryAnswer, [][]string) {
		_, _, body := app.Partner(partner).Send("/api/partner/play/summary/csv", days)
		return apitest.OK[apiplay.SummaryAnswer](app.Partner(partner).Post("/api/partner/play/summary", days)), readCSV(t, body)
	}
	s, file := summary(after)
	require.Len(t, s.Branches, 2)
	require.Equal(t, []any{moved, int64(9), money.Amount(9_315)}, []any{s.Branches[0].MemID, s.Branches[0].Bets, s.Branches[0].BetAmt})
	require.Equal(t, apiplay.Commission{Rolling: 93, Losing: 92}, *s.Branches[0].Commission)
	require.Equal(t, s.Total.Played, s.Branches[0].Played)
	require.Equal(t, []string{"branch", moved, "9", "9315", "0", "9315", "9315", "93", "92"}, file[len(file)-2][:9])
	s, file = summary(before)
	require.Equal(t, []any{"members", "elsewhere"}, []any{s.Branches[0].Kind, s.Branches[1].Kind})
	require.Equal(t, []any{int64(30), money.Amount(30_465)}, []any{s.Branches[1].Bets, s.Branches[1].BetAmt})
	require.Equal(t, []string{"branch", "elsewhere", "30", "30465"}, file[len(file)-2][:4])
}
