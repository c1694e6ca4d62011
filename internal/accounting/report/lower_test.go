package report_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/accounting/report"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// downline is two head offices; the first has a partner, which has a partner, and members everywhere.
type downline struct {
	*testing.T
	db                         *pgxpool.Pool
	s                          *report.Service
	head, mid, low, other      string
	own, midOwn, deep, foreign string
}

func plantDownline(t *testing.T) *downline {
	t.Helper()
	db := pgtest.DB(t)
	factory.Site(t, db)
	clk := clock.NewManual(time.Now().UTC())
	d := &downline{T: t, db: db, s: report.New(db, clk, site.New(db, clk), factory.Box())}
	under := func(parent string, level int, cash money.Amount) string {
		return factory.Member(t, db, func(m *factory.M) {
			m.Parent, m.PartnerLevel, m.MayRefer, m.Cash, m.At = parent, level, level > 0, cash, clk.Now().Add(-time.Hour).Truncate(time.Microsecond)
		}).MemID
	}
	d.head, d.other = under("", 1, 0), under("", 1, 0)
	d.mid = under(d.head, 2, 5)
	d.low = under(d.mid, 3, 0)
	d.own, d.midOwn, d.deep = under(d.head, 0, 100), under(d.mid, 0, 200), under(d.low, 0, 400)
	d.foreign = under(d.other, 0, 800)
	return d
}

func (d *downline) list(q report.LowerSearch) []string {
	d.Helper()
	q.Site, q.Money, q.Count = "demo", true, 100
	if q.Sort == "" {
		q.Sort = report.LowerID
	}
	rows, next, err := d.s.Lowers(d.Context(), q)
	require.NoError(d, err)
	require.Empty(d, next)
	ids := make([]string, len(rows))
	for i, r := range rows {
		ids[i] = r.MemID
	}
	slices.Sort(ids)
	return ids
}

func amount(n money.Amount) *money.Amount { return &n }

func inOrder(ids ...string) []string { slices.Sort(ids); return ids }

func TestADownlineIsListedWithItsFilters(t *testing.T) {
	t.Parallel()
	d := plantDownline(t)
	exec := func(sql string, args ...any) {
		_, err := d.db.Exec(t.Context(), sql, args...)
		require.NoError(t, err)
	}
	exec("UPDATE member_member SET bet_locked = true, status = 'stop' WHERE member_id = $1", d.deep)
	exec("UPDATE member_member SET nick = 'Blue 100%', nick_key = 'blue 100%', status = 'pending' WHERE member_id = $1", d.own)
	exec("INSERT INTO partner_closed (member_id, group_code, closed_by, at) VALUES ($1, 'slot', $2, now())", d.midOwn, d.mid)
	all := inOrder(d.mid, d.low, d.midOwn, d.deep)
	require.Equal(t, all, d.list(report.LowerSearch{Partner: d.head}), "approved ones only")
	require.Equal(t, []string{d.own}, d.list(report.LowerSearch{Partner: d.head, Status: "pending"}))
	require.Equal(t, inOrder(d.low, d.midOwn, d.deep), d.list(report.LowerSearch{Partner: d.mid}))
	require.Equal(t, inOrder(d.low, d.midOwn, d.deep), d.list(report.LowerSearch{Partner: d.head, Under: d.mid}))
	require.Equal(t, []string{d.foreign}, d.list(report.LowerSearch{Partner: d.other}))
	require.Empty(t, d.list(report.LowerSearch{Partner: d.mid, Under: d.head}), "above the partner")
	require.Empty(t, d.list(report.LowerSearch{Partner: d.mid, Under: d.other}))
	require.Empty(t, d.list(report.LowerSearch{Partner: d.head, Status: "deleted"}))
	require.Equal(t, inOrder(d.mid, d.low), d.list(report.LowerSearch{Partner: d.head, Kind: "partner"}))
	require.Equal(t, []string{d.low}, d.list(report.LowerSearch{Partner: d.head, Level: 3}))
	require.Equal(t, []string{d.deep}, d.list(report.LowerSearch{Partner: d.head, Off: "bet"}))
	require.Equal(t, []string{d.midOwn}, d.list(report.LowerSearch{Partner: d.head, Off: "slot"}))
	require.Equal(t, []string{d.deep}, d.list(report.LowerSearch{Partner: d.head, Status: "stop"}))
	require.Equal(t, []string{d.low}, d.list(report.LowerSearch{Partner: d.head, Online: []string{d.low, d.foreign, d.head}}))
	require.Empty(t, d.list(report.LowerSearch{Partner: d.head, Online: []string{}}))
	require.Equal(t, []string{d.own}, d.list(report.LowerSearch{Partner: d.head, Status: "pending", Text: "ue 100%"}))
	require.Equal(t, []string{d.deep}, d.list(report.LowerSearch{Partner: d.head, Text: strings.ToUpper(d.deep)}))
	require.Empty(t, d.list(report.LowerSearch{Partner: d.head, Text: "kim"}), "names are not searched")

	total, err := d.s.LowerTotal(t.Context(), report.LowerSearch{Site: "demo", Partner: d.head, Money: true})
	require.NoError(t, err)
	require.Equal(t, report.LowerTotals{Members: 2, Partners: 2, Cash: amount(605), Points: amount(0)}, total)

	for _, bad := range []report.LowerSearch{
		{Sort: "nick"},
		{Sort: report.LowerID, Off: "money"},
		{Sort: report.LowerID, Kind: "staff"},
		{Sort: report.LowerID, After: "x"},
		{Sort: report.LowerCash, After: "bWVtSWR8YXxi"},
	} {
		bad.Site, bad.Partner, bad.Money, bad.Count = "demo", d.head, true, 10
		_, _, err := d.s.Lowers(t.Context(), bad)
		require.ErrorIs(t, err, fault.Failed, "%+v", bad)
	}
}

func TestPagesByKeyHaveNoGapsAndNoDoubles(t *testing.T) {
	t.Parallel()
	d := plantDownline(t)
	for i := range 23 {
		m := factory.Member(t, d.db, func(m *factory.M) { m.Parent, m.Cash = d.low, money.Amount(i%3*50) })
		_, err := d.db.Exec(t.Context(), `UPDATE member_member SET joined_at = '2026-01-01 10:00:00.123456+00'::timestamptz + $2 * interval '1 hour',
			last_login_at = CASE WHEN $2 = 1 THEN NULL ELSE '2026-02-01 00:00:00.5+00'::timestamptz + $2 * interval '1 day' END WHERE member_id = $1`, m.MemID, i%4)
		require.NoError(t, err)
	}
	whole := d.list(report.LowerSearch{Partner: d.head})
	require.Len(t, whole, 28)
	for _, sort := range []report.LowerSort{report.LowerJoined, report.LowerID, report.LowerLogin, report.LowerCash} {
		var got []string
		var cash []money.Amount
		for after, pages := "", 0; pages == 0 || after != ""; pages++ {
			rows, next, err := d.s.Lowers(t.Context(), report.LowerSearch{Site: "demo", Partner: d.head, Money: true, Sort: sort, After: after, Count: 5})
			require.NoError(t, err)
			require.LessOrEqual(t, len(rows), 5)
			for _, r := range rows {
				got, cash = append(got, r.MemID), append(cash, *r.Cash)
			}
			after = next
			require.Less(t, pages, 10)
		}
		require.Len(t, got, 28, sort)
		require.Equal(t, whole, inOrder(got...), sort)
		if sort == report.LowerCash {
			require.True(t, slices.IsSortedFunc(cash, func(a, b money.Amount) int { return int(b - a) }))
		}
	}
}

func TestATreeShowsItsOwnNodesOnly(t *testing.T) {
	t.Parallel()
	d := plantDownline(t)
	node := func(partner, of, after string, count int32) report.Nodes {
		n, err := d.s.Node(t.Context(), report.NodeSearch{
			Site: "demo", Partner: partner, Node: of, After: after, Online: []string{d.deep, d.foreign}, Money: true, Count: count,
		})
		require.NoError(t, err)
		return n
	}
	top := node(d.head, "", "", 100)
	require.Equal(t, report.Branch{Members: 3, Partners: 2, Cash: amount(705), Online: 1}, top.Self)
	require.Len(t, top.List, 2)
	require.Equal(t, []string{d.mid, d.own}, []string{top.List[0].MemID, top.List[1].MemID}, "partners first")
	require.Equal(t, report.Branch{Members: 2, Partners: 1, Cash: amount(600), Online: 1}, top.List[0].Branch)
	require.Equal(t, report.Branch{Cash: amount(0)}, top.List[1].Branch, "of a member")
	one := node(d.head, "", "", 1)
	require.Equal(t, d.mid, one.List[0].MemID)
	two := node(d.head, "", one.Next, 1)
	require.Equal(t, d.own, two.List[0].MemID)
	require.Empty(t, two.Next)
	require.Equal(t, d.deep, node(d.head, d.low, "", 100).List[0].MemID)
	for _, other := range []string{d.head, d.other, d.foreign, "nobody1"} {
		_, err := d.s.Node(t.Context(), report.NodeSearch{Site: "demo", Partner: d.mid, Node: other, Count: 100})
		require.ErrorIs(t, err, fault.MemberNotFound, other)
	}
	roots := node("", "", "", 100)
	require.Len(t, roots.List, 2, "staff begins with the head offices")
	_, err := d.s.Node(t.Context(), report.NodeSearch{Site: "demo", Partner: d.head, After: "nonsense", Count: 100})
	require.ErrorIs(t, err, fault.Failed)
}

func TestACardIsMaskedAndKnowsItsBranchOnly(t *testing.T) {
	t.Parallel()
	d := plantDownline(t)
	_, err := d.db.Exec(t.Context(), "UPDATE member_member SET join_ip = '10.1.1.1' WHERE member_id = ANY ($1)", []string{d.deep, d.midOwn, d.foreign})
	require.NoError(t, err)
	_, err = d.db.Exec(t.Context(), "INSERT INTO member_switch (member_id, part, partner_id, agent_id, reason, at) VALUES ($1, 'bet', $2, 'x.y', 'quarrel', now())", d.deep, d.mid)
	require.NoError(t, err)
	c, err := d.s.LowerCard(t.Context(), report.CardSearch{Site: "demo", Partner: d.mid, Member: d.deep, Money: true})
	require.NoError(t, err)
	require.Equal(t, []string{d.low, d.mid}, c.Upline, "no further than the one that looks")
	require.Equal(t, amount(400), c.Cash)
	require.NotContains(t, c.Name, "Minsu")
	require.Regexp(t, `^[*•]+\d{4}$`, c.Phone)
	require.Regexp(t, `^[*•]+\d{4}$`, c.Number)
	require.Len(t, c.Shared, 1)
	require.Equal(t, d.midOwn, c.Shared[0].MemID, "not the one of the other branch")
	require.Equal(t, "quarrel", c.Switched[0].Reason)
	for _, other := range []string{d.head, d.mid, d.own, d.foreign, "nobody1"} {
		_, err := d.s.LowerCard(t.Context(), report.CardSearch{Site: "demo", Partner: d.mid, Member: other})
		require.ErrorIs(t, err, fault.MemberNotFound, other)
	}
}

// Amounts that are not shown are not added up: the queries look at no wallet and at no request (S-87). Sums that are remembered for a search
// that shows them are not used for one that does not.
func TestAmountsThatAreNotShownAreNotRead(t *testing.T) {
	t.Parallel()
	d := plantDownline(t)
	for _, shown := range []bool{true, false} {
		total, err := d.s.LowerTotal(t.Context(), report.LowerSearch{Site: "demo", Partner: d.head, Money: shown})
		require.NoError(t, err)
		n, err := d.s.Node(t.Context(), report.NodeSearch{Site: "demo", Partner: d.head, Money: shown, Count: 100})
		require.NoError(t, err)
		require.Equal(t, []int64{3, 2, 3, 2}, []int64{total.Members, total.Partners, n.Self.Members, n.Self.Partners})
		for _, a := range []*money.Amount{total.Cash, total.Points, n.Self.Cash, n.List[0].Lower.Cash, n.List[0].Branch.Cash, n.List[1].Branch.Cash} {
			require.Equal(t, shown, a != nil)
		}
	}
	_, _, err := d.s.Lowers(t.Context(), report.LowerSearch{Site: "demo", Partner: d.head, Sort: report.LowerCash, Count: 10})
	require.ErrorIs(t, err, fault.Failed, "an order tells the amounts")

	args := map[string][]any{
		report.NodeSQL(false, false): {"demo", d.head, "partner", "", 101, "KRW", d.head},
		report.BranchesSQL(false):    {[]string{d.mid}, "KRW"},
		report.NodeSQL(false, true):  {"demo", d.head, "partner", "", 101, "KRW", d.head},
		report.BranchesSQL(true):     {[]string{d.mid}, "KRW"},
	}
	for sql, with := range args {
		rows, err := d.db.Query(t.Context(), "EXPLAIN "+sql, with...)
		require.NoError(t, err)
		plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
		require.NoError(t, err)
		reads := strings.Contains(strings.Join(plan, "\n"), "wallet_balance")
		require.Equal(t, strings.Contains(sql, "w.balance"), reads, strings.Join(plan, "\n"))
	}
}

// plantWide makes a node with 10,000 children, of which 200 are partners with 100 members each.
func plantWide(tb testing.TB, db *pgxpool.Pool) (head string) {
	tb.Helper()
	factory.Site(tb, db)
	head = factory.Partner(tb, db).MemID
	_, err := db.Exec(tb.Context(), fmt.Sprintf(`
		INSERT INTO member_member (member_id, site_id, role, partner_level, parent_id, upline, nick, nick_key, name, phone, bank_name, account_no, account_holder, lang, pass_hash, pin_hash, status)
		SELECT 'wide' || i, 'demo', CASE WHEN i <= 200 THEN 'partner' ELSE 'member' END, CASE WHEN i <= 200 THEN 2 END, '%[1]s', ARRAY['%[1]s'], 'wide' || i, 'wide' || i, '', '', '', '', '', 'en', '', '', 'normal'
		  FROM generate_series(1, 10000) i
		UNION ALL
		SELECT 'vast' || i, 'demo', 'member', NULL, 'wide' || (i %% 200 + 1), ARRAY['wide' || (i %% 200 + 1), '%[1]s'], 'vast' || i, 'vast' || i, '', '', '', '', '', 'en', '', '', 'normal'
		  FROM generate_series(1, 20000) i;
		INSERT INTO wallet_balance (member_id, currency, site_id, balance) SELECT member_id, 'KRW', 'demo', 10 FROM member_member WHERE member_id ~ '^(wide|vast)\d+$';
		ANALYZE member_member; ANALYZE wallet_balance`, head))
	require.NoError(tb, err)
	return head
}

func TestAWideNodeIsReadByItsIndex(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	head := plantWide(t, db)
	for _, role := range []string{"partner", "member"} {
		rows, err := db.Query(t.Context(), "EXPLAIN "+report.NodeSQL(false, true), "demo", head, role, "wide5", 101, "KRW", head)
		require.NoError(t, err)
		var plan []string
		for rows.Next() {
			var line string
			require.NoError(t, rows.Scan(&line))
			plan = append(plan, line)
		}
		require.NoError(t, rows.Err())
		require.Contains(t, strings.Join(plan, "\n"), "member_member_children", "%s", strings.Join(plan, "\n"))
		require.NotContains(t, strings.Join(plan, "\n"), "Seq Scan on member_member")
	}
}

func BenchmarkAWideNode(b *testing.B) {
	db := pgtest.DB(b)
	head := plantWide(b, db)
	clk := clock.NewManual(time.Now())
	for b.Loop() {
		s := report.New(db, clk, site.New(db, clk), factory.Box()) // nothing is remembered
		n, err := s.Node(b.Context(), report.NodeSearch{Site: "demo", Partner: head, Money: true, Count: 100})
		require.NoError(b, err)
		require.Len(b, n.List, 100)
		require.EqualValues(b, 29_800, n.Self.Members)
	}
}
