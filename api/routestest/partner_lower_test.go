package routestest_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/api/partner/lower"
	"hubstake/api/partner/rate"
	"hubstake/internal/access/limit"
	"hubstake/internal/account/member"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/partner"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
)

// downline is a head office with a partner and a member below, and a foreign branch.
type downline struct {
	app                          apitest.App // whose calls are not counted
	limited                      apitest.App // whose calls are, by limits
	limits                       *limit.Limiter
	db                           *pgxpool.Pool
	head, mid, kim, foreign, lee string
	partners                     *partner.Service
}

func buildDownline(t *testing.T) *downline {
	t.Helper()
	db, clk := pgtest.DB(t), clock.NewManual(time.Now().UTC().Truncate(time.Second))
	factory.Site(t, db, factory.OnePerson(site.PartnerPower))
	sites := site.New(db, clk)
	members := member.New(db, clk, sites, factory.Hashing())
	under := func(parent string, level int) string {
		return factory.Member(t, db, func(m *factory.M) { m.Parent, m.PartnerLevel, m.MayRefer = parent, level, level > 0 }).MemID
	}
	limits := limit.New(rdstest.Client(t), clk, zerolog.Nop(), prometheus.NewRegistry(), nil)
	w := &downline{db: db, limits: limits, head: under("", 1), foreign: under("", 1), partners: partner.New(db, clk, sites, members)}
	w.mid = under(w.head, 2)
	w.kim, w.lee = under(w.mid, 0), under(w.foreign, 0)
	present := func(context.Context, string) ([]member.Present, error) {
		return []member.Present{{MemID: w.kim}, {MemID: w.lee}}, nil
	}
	routes := slices.Concat(lower.New(w.partners, report.New(db, clk, sites, factory.Box()), present).Routes(), rate.New(w.partners).Routes())
	w.app, w.limited = apitest.New(t, clk, routes), apitest.Limited(t, clk, limits, routes)
	return w
}

// A forged cursor is refused like any bad input, and never an error of the database.
func TestAForgedCursorIsRefused(t *testing.T) {
	t.Parallel()
	w := buildDownline(t)
	for sort, key := range map[string]string{
		"memId": "\x00", "login": "0000-01-01 00:00:00+00", "joined": "0000-01-01 00:00:00+00", "cash": "9223372036854775808",
	} {
		after := base64.RawURLEncoding.EncodeToString([]byte(sort + "|kim1|" + key))
		w.app.Partner(w.head).Post("/api/partner/lower/list", `{"sort":"`+sort+`","after":"`+after+`"}`).Refused(200, "E001")
		after = base64.RawURLEncoding.EncodeToString([]byte(sort + "|\x00\xff|1"))
		w.app.Partner(w.head).Post("/api/partner/lower/list", `{"sort":"`+sort+`","after":"`+after+`"}`).Refused(200, "E001")
	}
}

func TestTheDownlineOverHTTP(t *testing.T) {
	t.Parallel()
	w := buildDownline(t)
	own := w.app.Partner(w.head)
	list := apitest.OK[lower.ListAnswer](own.Post("/api/partner/lower/list", `{"sort":"memId"}`))
	require.Len(t, list.List, 2)
	require.Equal(t, lower.Totals{Members: 1, Partners: 1, Cash: new(money.Amount), Points: new(money.Amount)}, *list.Totals)
	online := apitest.OK[lower.ListAnswer](own.Post("/api/partner/lower/list", `{"online":true}`))
	require.Len(t, online.List, 1)
	require.True(t, online.List[0].Online && online.List[0].MemID == w.kim)
	own.Post("/api/partner/lower/list", `{"sort":"memNick"}`).Refused(200, "E001")
	own.Post("/api/partner/lower/list/csv", `{"sort":"memNick"}`).Refused(200, "E001")
	_, _, file := own.Send("/api/partner/lower/list/csv", `{"sort":"memId"}`)
	require.Contains(t, string(file), "Total,1,1,0,0\n")
	for _, one := range list.List {
		require.Contains(t, string(file), "\n"+one.MemID+","+one.MemNick+","+one.MemName+","+one.Phone+",")
	}
	require.NotContains(t, string(file), w.lee)
	_, _, file = own.Send("/api/partner/lower/list/csv", `{"online":true}`)
	require.Contains(t, string(file), w.kim+",")
	require.NotContains(t, string(file), "\n"+w.mid+",")

	tree := apitest.OK[lower.TreeAnswer](own.Post("/api/partner/lower/tree", `{}`))
	require.Len(t, tree.List, 1)
	require.Equal(t, lower.Branch{Members: 1, Cash: new(money.Amount), Online: 1}, tree.List[0].Branch)
	for _, path := range []string{"tree", "card", "switch", "subtree", "approve", "refuse"} {
		for _, other := range []string{w.foreign, w.lee, "nobody1"} {
			own.Post("/api/partner/lower/"+path, map[string]string{
				"tree": `{"node":"` + other + `"}`, "card": `{"memId":"` + other + `"}`,
				"switch":  `{"memId":"` + other + `","switch":"bet","off":true,"reason":"x"}`,
				"subtree": `{"memId":"` + other + `","switch":"bet","off":true,"reason":"x"}`,
				"approve": `{"memId":"` + other + `"}`, "refuse": `{"memId":"` + other + `","reason":"x"}`,
			}[path]).Refused(200, "U001")
		}
	}
	card := apitest.OK[lower.CardAnswer](own.Post("/api/partner/lower/card", `{"memId":"`+w.kim+`"}`))
	require.Equal(t, []string{w.mid, w.head}, card.Upline)
	require.NotNil(t, card.Money)
	card = apitest.OK[lower.CardAnswer](w.app.AgentWith(w.head+".ann", right.LowerRead).Post("/api/partner/lower/card", `{"memId":"`+w.kim+`"}`))
	require.Nil(t, card.Money, "a person without the right sees no money")

	turned := apitest.OK[lower.SwitchAnswer](own.Post("/api/partner/lower/switch", `{"memId":"`+w.kim+`","switch":"casino","off":true,"reason":"x"}`))
	require.True(t, turned.Changed)
	card = apitest.OK[lower.CardAnswer](w.app.Partner(w.mid).Post("/api/partner/lower/card", `{"memId":"`+w.kim+`"}`))
	require.False(t, card.Casino || card.Switched[0].Own)
	require.Empty(t, card.Switched[0].Partner, "who is above is not shown")
	w.app.Partner(w.mid).Post("/api/partner/lower/switch", `{"memId":"`+w.kim+`","switch":"casino","off":false,"reason":"x"}`).Refused(200, "U063")
	all := apitest.OK[lower.SubtreeAnswer](own.Post("/api/partner/lower/subtree", `{"memId":"`+w.mid+`","switch":"casino","off":true,"reason":"x"}`))
	require.Equal(t, lower.SubtreeAnswer{Changed: 1, Same: 1}, all)
}

// The money of the downline, and what the sums of it come to: numbers that stand in an answer for nothing else.
const (
	cashOfKim, pointsOfKim, depositsOfKim, withdrawalsOfKim = "71000001", "72000002", "73000003", "74000004"
	cashOfMid                                               = "10000000"
	cashOfBoth                                              = "81000001"
	cashOfNew                                               = "75000005"
)

// plantMoney gives kim and mid money and one address, and puts a signup with money below mid.
func (w *downline) plantMoney(t *testing.T) {
	t.Helper()
	fresh := factory.Member(t, w.db, func(m *factory.M) { m.Parent = w.mid }).MemID
	for sql, args := range map[string][]any{
		"UPDATE wallet_balance SET balance = " + cashOfKim + ", points = " + pointsOfKim + ", held = 76000006 WHERE member_id = $1": {w.kim},
		"UPDATE wallet_balance SET balance = " + cashOfMid + " WHERE member_id = $1":                                                {w.mid},
		"UPDATE wallet_balance SET balance = " + cashOfNew + " WHERE member_id = $1":                                                {fresh},
		"UPDATE member_member SET status = 'pending' WHERE member_id = $1":                                                          {fresh},
		"UPDATE member_member SET join_ip = '10.1.1.1' WHERE member_id = ANY ($1)":                                                  {[]string{w.kim, w.mid}},
		`INSERT INTO cash_request (site_id, member_id, kind, currency, amount, status, requested_at, processed_at)
			VALUES ('demo', $1, 'in', 'KRW', ` + depositsOfKim + `, 1, now(), now()), ('demo', $1, 'out', 'KRW', ` + withdrawalsOfKim + `, 1, now(), now())`: {w.kim},
	} {
		_, err := w.db.Exec(t.Context(), sql, args...)
		require.NoError(t, err)
	}
}

// Amounts of the downline need the right money.read, field by field (S-87). Without it no answer has one, as it is sent, and no order of the list
// tells them; a file has its columns, empty.
func TestAmountsNeedTheRightToSeeMoney(t *testing.T) {
	t.Parallel()
	w := buildDownline(t)
	w.plantMoney(t)
	every := []string{cashOfKim, pointsOfKim, depositsOfKim, withdrawalsOfKim, cashOfMid, cashOfBoth, cashOfNew, "76000006"}
	all := []string{cashOfKim, pointsOfKim, depositsOfKim, withdrawalsOfKim}
	filled := `"(cashAmt|pointAmt|deposits|withdrawals|cash|points|held|depositCount|withdrawalCount|lastDepositAt)":[^n]`
	sees, blind := w.app.AgentWith(w.head+".ann", right.LowerRead, right.MoneyRead), w.app.AgentWith(w.head+".bea", right.LowerRead)
	for _, one := range []struct {
		path, body string
		has        []string // with the right
	}{
		{"list", `{}`, append([]string{cashOfMid, cashOfBoth}, all...)},
		{"list", `{"under":"` + w.mid + `","sort":"login"}`, all},
		{"list/csv", `{}`, append([]string{cashOfMid, cashOfBoth}, all...)},
		{"tree", `{}`, []string{cashOfMid, cashOfKim, cashOfBoth}},
		{"tree", `{"node":"` + w.mid + `"}`, all},
		{"card", `{"memId":"` + w.kim + `"}`, append([]string{cashOfMid, "76000006"}, all...)}, // mid has the same address
		{"card", `{"memId":"` + w.mid + `"}`, append([]string{cashOfMid}, all...)},
		{"requests", `{}`, []string{cashOfNew}},
	} {
		status, _, answer := sees.Send("/api/partner/lower/"+one.path, one.body)
		require.Equal(t, 200, status)
		for _, amount := range one.has {
			require.Contains(t, string(answer), amount, one.path)
		}
		if one.path != "list/csv" {
			require.Regexp(t, filled, string(answer), one.path)
		}
		status, _, answer = blind.Send("/api/partner/lower/"+one.path, one.body)
		require.Equal(t, 200, status)
		require.Contains(t, string(answer), w.mid, "the rows are there")
		for _, amount := range every {
			require.NotContains(t, string(answer), amount, one.path)
		}
		require.NotRegexp(t, filled, string(answer), one.path)
	}
	_, _, file := blind.Send("/api/partner/lower/list/csv", `{}`)
	require.Contains(t, string(file), ",Balance,Points,Deposits,Withdrawals,")
	require.Contains(t, string(file), "Total,1,1,,\n")
	require.Regexp(t, "\n"+w.kim+",.*,"+w.mid+",,,,,", string(file))

	for _, path := range []string{"list", "list/csv"} {
		blind.Post("/api/partner/lower/"+path, `{"sort":"cash"}`).Refused(200, "E001")
	}
	after := base64.RawURLEncoding.EncodeToString([]byte("cash|" + w.mid + "|20000000"))
	blind.Post("/api/partner/lower/list", `{"sort":"cash","after":"`+after+`"}`).Refused(200, "E001")
	for _, who := range []apitest.App{sees, w.app.Partner(w.head)} {
		list := apitest.OK[lower.ListAnswer](who.Post("/api/partner/lower/list", `{"sort":"cash"}`))
		require.Equal(t, []string{w.kim, w.mid}, []string{list.List[0].MemID, list.List[1].MemID})
		require.EqualValues(t, 81_000_001, *list.Totals.Cash)
	}
}

// A person of sub-staff who makes accounts sets no rates with them and lets no account in, for which it needs the rights of those calls (S-87).
func TestMakingAccountsGivesNoOtherRight(t *testing.T) {
	t.Parallel()
	w := buildDownline(t)
	boss := partner.By{Site: "demo"}
	boss.ID = "boss1"
	_, err := w.partners.SetRates(t.Context(), boss, partner.RateInput{MemID: w.head, Rates: partner.RateForm{CasinoLosing: 4000}.Rates(), Reason: "x"})
	require.NoError(t, err)
	require.NoError(t, w.partners.SetRights(t.Context(), boss, w.head, partner.Rights{Approve: true, Version: 1}, "x"))
	made := 0
	create := func(by apitest.App, rest string) apitest.Answer {
		made++
		return by.Post("/api/partner/lower/create", fmt.Sprintf(`{"memId":"fresh0%d","memNick":"Nick 0%[1]d","phone":"0102000100%[1]d","accountNo":"11022200%[1]d",%s%s}`, made, newPerson, rest))
	}
	makes := w.app.AgentWith(w.head+".ann", right.LowerWrite)
	full := `,"level":2,"rates":{"casinoLosing":4000},"insuredPart":10000`
	create(makes, full).Refused(403, "U029")
	create(w.app.AgentWith(w.head+".ann", right.LowerWrite, right.LowerModify), full).Refused(403, "U029")
	requests := apitest.OK[lower.RequestsAnswer](w.app.Partner(w.head).Post("/api/partner/lower/requests", `{}`))
	require.Empty(t, requests.List, "nothing was made")
	ceilings := apitest.OK[lower.CeilingsAnswer](makes.Post("/api/partner/lower/ceilings", `{}`))
	require.Empty(t, ceilings.Levels)
	require.False(t, ceilings.Approve)

	for _, c := range []struct {
		by   apitest.App
		rest string
		want member.Status
	}{
		{makes, "", member.Pending},
		{w.app.AgentWith(w.head+".ann", right.LowerWrite, right.RateModify), full, member.Pending},
		{w.app.AgentWith(w.head+".ann", right.LowerWrite, right.LowerModify), "", member.Normal},
		{w.app.Partner(w.head), full, member.Normal},
	} {
		require.Equal(t, c.want, apitest.OK[lower.CreateAnswer](create(c.by, c.rest)).Status)
	}
	ceilings = apitest.OK[lower.CeilingsAnswer](w.app.AgentWith(w.head+".ann", right.LowerWrite, right.RateModify).Post("/api/partner/lower/ceilings", `{}`))
	require.Equal(t, []int{2, 3, 4, 5, 6}, ceilings.Levels)
	require.False(t, ceilings.Approve)
	ceilings = apitest.OK[lower.CeilingsAnswer](w.app.Partner(w.head).Post("/api/partner/lower/ceilings", `{}`))
	require.True(t, ceilings.Approve)

	// The rates with which an account was made are no change: the first one is not locked, the second is (D-29).
	set := func(rates string) apitest.Answer {
		return w.app.Partner(w.head).Post("/api/partner/rate/set", fmt.Sprintf(`{"memId":"fresh0%d","rates":%s}`, made, rates))
	}
	child := func() rate.Child {
		for _, c := range apitest.OK[rate.ChildrenAnswer](w.app.Partner(w.head).Post("/api/partner/rate/children", `{}`)).List {
			if c.MemID == fmt.Sprint("fresh0", made) {
				return c
			}
		}
		return rate.Child{}
	}
	require.NotNil(t, child().Since)
	require.Nil(t, child().LockedUntil)
	require.NotNil(t, apitest.OK[rate.Terms](set(`{"casinoLosing":100}`)).LockedUntil)
	require.NotNil(t, child().LockedUntil)
	set(`{"casinoLosing":200}`).Refused(200, "U064")
}

// A partner sees phones and accounts masked. It cannot find out by tries what the mask hides, neither by live checks nor by accounts that are refused with a
// code that says which value is in use (S-98): all partners below one head office share a bound of a day, each find is noted, and beyond the
// bound no answer depends on what is in use.
func TestHiddenPhonesCannotBeFoundByTries(t *testing.T) {
	t.Parallel()
	w := buildDownline(t)
	n := 0
	create := func(by string, phone, account, more string) apitest.Answer {
		n++
		return w.limited.Partner(by).Post("/api/partner/lower/create",
			fmt.Sprintf(`{"memId":"fresh%02d","memNick":"Nick %[1]d","phone":%q,"accountNo":%q,%s%s}`, n, phone, account, newPerson, more))
	}
	check := func(by, kind, value string) apitest.Answer {
		return w.limited.Partner(by).Post("/api/partner/lower/check", fmt.Sprintf(`{"kind":%q,"value":%q}`, kind, value))
	}
	const phone, account = "01077770001", "1107777000100"
	apitest.OK[lower.CreateAnswer](create(w.foreign, phone, account, ""))
	anywhere := netip.MustParseAddr("192.0.2.7")
	for range limit.Lookup.Tree.Burst - 5 {
		require.Zero(t, w.limits.Tree(t.Context(), limit.Lookup, anywhere, w.head))
	}

	create(w.mid, phone, account, "").Refused(200, "U118")
	create(w.mid, "01077770002", account, "").Refused(200, "U119")
	check(w.head, "phone", phone).Refused(200, "U118")
	check(w.head, "account", account).Refused(200, "U119")
	apitest.OK[struct{}](check(w.head, "phone", "01077770002"))
	for range 2 {
		create(w.mid, phone, account, "").Refused(429, "E002")
		create(w.mid, "01077770002", account, "").Refused(429, "E002")
		create(w.mid, phone, account, `,"level":3,"rates":{"sports1":1}`).Refused(200, "G010")
		create(w.mid, "01077770002", "1107777000200", `,"level":3,"rates":{"sports1":1}`).Refused(200, "G010")
	}
	for _, by := range []string{w.mid, w.head} {
		check(by, "phone", phone).Refused(429, "E002")
		check(by, "phone", "01077770002").Refused(429, "E002")
		check(by, "account", account).Refused(429, "E002")
		check(by, "phone", "x").Refused(200, "U105")
		check(by, "memId", w.lee).Refused(200, "U116")
	}
	apitest.OK[lower.CreateAnswer](create(w.head, "01077770003", "1107777000300", ""))

	check(w.foreign, "phone", phone).Refused(200, "U118")
	create(w.foreign, phone, account, "").Refused(200, "U118")

	_, err := audit.Link(t.Context(), w.db)
	require.NoError(t, err)
	rows, err := w.db.Query(t.Context(), "SELECT concat_ws(' ', actor, target, detail->>'kind', detail->>'call') FROM audit_entry WHERE action = 'partner.taken' ORDER BY seq")
	require.NoError(t, err)
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	require.Equal(t, []string{
		w.mid + " " + w.mid + " phone create", w.mid + " " + w.mid + " account create", w.head + " " + w.head + " phone check", w.head + " " + w.head + " account check",
		w.foreign + " " + w.foreign + " phone check", w.foreign + " " + w.foreign + " phone create",
	}, found)
	var told int
	require.NoError(t, w.db.QueryRow(t.Context(), "SELECT count(*) FROM audit_entry WHERE detail::text LIKE '%7777%'").Scan(&told))
	require.Zero(t, told, "the value is not noted")
}

// One partner does not use the bound of its tree up at once: it has the pace of live checks.
func TestRefusedAccountsHaveThePaceOfLiveChecks(t *testing.T) {
	t.Parallel()
	w := buildDownline(t)
	taken := fmt.Sprintf(`{"memId":%q,"memNick":"Nick 01","phone":"01077770001","accountNo":"1107777000100",%s}`, w.lee, newPerson)
	testkit.Eventually(t, func() bool { // a slow machine may have given one back meanwhile
		for w.limits.Member(t.Context(), limit.Lookup, netip.MustParseAddr("192.0.2.7"), "partner:"+w.mid) == 0 {
		}
		return w.limited.Partner(w.mid).Post("/api/partner/lower/create", taken).Status == 429
	})
	w.limited.Partner(w.head).Post("/api/partner/lower/create", taken).Refused(200, "U116")
}

const newPerson = `"memPass":"Pass12345","cashPin":"1234","memName":"Lee Jiwon","bankName":"Kookmin","accountHolder":"Lee Jiwon","lang":"ko"`

func TestAccountsAndRatesOverHTTP(t *testing.T) {
	t.Parallel()
	w := buildDownline(t)
	boss := partner.By{Site: "demo"}
	boss.ID = "boss1"
	set := func(memID string, rates partner.RateForm) {
		_, err := w.partners.SetRates(t.Context(), boss, partner.RateInput{MemID: memID, Rates: rates.Rates(), Reason: "x"})
		require.NoError(t, err)
	}
	set(w.head, partner.RateForm{CasinoRolling: 100, Sports1: 50})
	own := w.app.Partner(w.head)
	ceilings := apitest.OK[lower.CeilingsAnswer](own.Post("/api/partner/lower/ceilings", `{}`))
	require.Equal(t, []int{2, 3, 4, 5, 6}, ceilings.Levels)
	require.Equal(t, partner.RateForm{CasinoRolling: 100, Sports1: 50}, ceilings.Rates)
	create := func(id string, rest string) apitest.Answer {
		return own.Post("/api/partner/lower/create", fmt.Sprintf(`{"memId":%q,"memNick":"Nick %s","phone":"0102000%s","accountNo":"11022%s",%s%s}`,
			id, id, strings.Repeat(id[len(id)-1:], 4), strings.Repeat(id[len(id)-1:], 6), newPerson, rest))
	}
	create("sub1", `,"level":2,"rates":{"casinoRolling":101}`).Refused(200, "U101")
	create("subpart1", `,"level":2,"rates":{"casinoRolling":101}`).Refused(200, "G010")
	create("subpart1", `,"level":2,"rates":{"casinoRolling":1.5}`).Refused(400, "E001")
	create("subpart1", `,"level":2,"rates":{"casinoRolling":-1}`).Refused(200, "E001")
	made := apitest.OK[lower.CreateAnswer](create("subpart1", `,"level":2,"rates":{"casinoRolling":90}`))
	require.Equal(t, member.Pending, made.Status)
	create("subpart1", "").Refused(200, "U116")
	own.Post("/api/partner/lower/check", `{"kind":"memId","value":"subpart1"}`).Refused(200, "U116")
	own.Post("/api/partner/lower/check", `{"code":"nobody1"}`).Refused(200, "U009")
	own.Post("/api/partner/lower/check", `{"code":"`+w.kim+`"}`).Refused(200, "U010")

	requests := apitest.OK[lower.RequestsAnswer](own.Post("/api/partner/lower/requests", `{}`))
	require.False(t, requests.May)
	require.Len(t, requests.List, 1)
	own.Post("/api/partner/lower/approve", `{"memId":"subpart1"}`).Refused(200, "U029")

	body := func(memID, rates string) string { return `{"memId":"` + memID + `","rates":` + rates + `}` }
	for _, bad := range []string{`{"casinoRolling":1.5}`, `{"casinoRolling":"5"}`, `{"noSuchRate":5}`} {
		own.Post("/api/partner/rate/set", body(w.mid, bad)).Refused(400, "E001")
	}
	own.Post("/api/partner/rate/set", body(w.mid, `{"casinoRolling":-1}`)).Refused(200, "E001")
	own.Post("/api/partner/rate/set", body(w.mid, `{"sports1":51}`)).Refused(200, "G010")
	own.Post("/api/partner/rate/set", body(w.foreign, `{}`)).Refused(200, "U001")
	own.Post("/api/partner/rate/set", body(w.head, `{}`)).Refused(200, "U001")
	terms := apitest.OK[rate.Terms](own.Post("/api/partner/rate/set", body(w.mid, `{"sports1":50}`)))
	require.NotNil(t, terms.LockedUntil)
	own.Post("/api/partner/rate/set", body(w.mid, `{}`)).Refused(200, "U064")
	children := apitest.OK[rate.ChildrenAnswer](own.Post("/api/partner/rate/children", `{"count_per_list":1}`))
	require.True(t, children.More)
	rest := apitest.OK[rate.ChildrenAnswer](own.Post("/api/partner/rate/children", `{"after":"`+children.List[0].MemID+`"}`))
	require.Len(t, rest.List, 1)
	require.NotEqual(t, children.List[0].MemID, rest.List[0].MemID)
	info := apitest.OK[rate.Terms](own.Post("/api/partner/rate/info", `{}`))
	require.Equal(t, partner.RateForm{CasinoRolling: 100, Sports1: 50}, info.Rates)
	require.Empty(t, info.By, "staff has no name here")
	history := apitest.OK[rate.HistoryAnswer](own.Post("/api/partner/rate/history", `{"memId":"`+w.mid+`"}`))
	require.Len(t, history.List, 1)
	w.app.Partner(w.mid).Post("/api/partner/rate/history", `{"memId":"`+w.head+`"}`).Refused(200, "U001")
}

// S-81: a partner to whom an account is moved sees neither what it did in the other branch, nor who set its rates there and why.
func TestAMovedAccountBringsNothingOfTheOtherBranch(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Now().UTC().Truncate(time.Second))
	factory.Site(t, db, factory.OnePerson(site.MoveMember, site.PartnerPower))
	sites := site.New(db, clk)
	members := member.New(db, clk, sites, factory.Hashing())
	members.Approvals(approval.New(db, clk, sites, nil))
	partners := partner.New(db, clk, sites, members)
	under := func(parent string, level int) string {
		return factory.Member(t, db, func(m *factory.M) {
			m.Parent, m.PartnerLevel, m.MayRefer, m.At = parent, level, level > 0, clk.Now().Add(-time.Hour)
		}).MemID
	}
	before, after := under("", 1), under("", 1)
	mid, kim := under(before, 2), under(before, 0)
	app := apitest.New(t, clk, lower.New(partners, report.New(db, clk, sites, factory.Box()), func(context.Context, string) ([]member.Present, error) { return nil, nil }).Routes(), rate.New(partners).Routes())
	happens := func(amount int) {
		for _, sql := range []string{
			`INSERT INTO cash_request (site_id, member_id, kind, currency, amount, status, requested_at, processed_at) VALUES ('demo', $1, 'in', 'KRW', $3, 1, $2, $2)`,
			`INSERT INTO member_login (site_id, member_id, audience, result, ip, at) VALUES ('demo', $1, 'member', '200', '10.0.0.1'::inet + $3::int, $2)`,
			`UPDATE member_member SET last_login_ip = '10.0.0.1'::inet + $3::int, last_login_at = $2, join_ip = '10.0.0.1' WHERE member_id = $1`,
			`INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, game_code, currency, bets, stake, payout, state, balance_before, balance_after, created_at)
			 VALUES ('sim', 'r' || $3::int, $1, 'demo', 'comet', 'KRW', 1, $3, 0, 'closed', 0, 0, $2)`,
		} {
			_, err := db.Exec(t.Context(), sql, kim, clk.Now(), amount)
			require.NoError(t, err)
		}
	}
	staff := partner.By{Site: "demo"}
	staff.ID = "boss1"
	for _, one := range []string{before, after} {
		_, err := partners.SetRates(t.Context(), staff, partner.RateInput{MemID: one, Rates: partner.RateForm{Sports1: 90}.Rates(), Reason: "contract"})
		require.NoError(t, err)
	}
	set := func(as apitest.App, points int, reason string) rate.Terms {
		terms := apitest.OK[rate.Terms](as.Post("/api/partner/rate/set", fmt.Sprintf(`{"memId":%q,"rates":{"sports1":%d},"insuredFrom":5,"insuredPart":%d,"reason":%q}`, mid, points, points, reason)))
		clk.Advance(partner.LockedFor)
		return terms
	}
	children := func(as apitest.App) rate.Child {
		return apitest.OK[rate.ChildrenAnswer](as.Post("/api/partner/rate/children", `{}`)).List[0]
	}
	history := func(as apitest.App) (out []string) {
		for _, one := range apitest.OK[rate.HistoryAnswer](as.Post("/api/partner/rate/history", `{"memId":"`+mid+`"}`)).List {
			out = append(out, fmt.Sprint(one.Rates.Sports1, " ", one.By, " ", one.Reason))
		}
		return out
	}
	old, ann, fresh := app.Partner(before), app.AgentWith(before+".ann", right.RateModify, right.LowerRead), app.Partner(after)
	require.Equal(t, before, set(old, 30, "a friend").By)
	set(ann, 40, "a good month")
	_, err := partners.SetRates(t.Context(), staff, partner.RateInput{MemID: mid, Rates: partner.RateForm{Sports1: 45}.Rates(), Reason: "audit"})
	require.NoError(t, err)
	clk.Advance(partner.LockedFor)
	require.Equal(t, []string{"45  ", "40 " + before + ".ann a good month", "30 " + before + " a friend"}, history(old), "what staff says is for staff")
	require.Equal(t, []string{"45  audit", "40  a good month", "30  a friend"}, history(app.Partner(mid)), "a partner knows why its own rates changed")
	set(ann, 50, "secret")
	require.Equal(t, []string{before + ".ann", "secret"}, []string{children(old).By, children(old).Reason})

	happens(700)
	clk.Advance(time.Minute)
	for _, one := range []string{mid, kim} {
		require.NoError(t, members.MoveUnder(t.Context(), member.Act{Actor: staff.Actor, Site: "demo", MemID: one}, before, after, "as agreed"))
	}
	arrived := clk.Now()
	child := children(fresh)
	require.Equal(t, []any{"", "", int32(50)}, []any{child.By, child.Reason, child.Rates.Sports1})
	require.True(t, arrived.Equal(*child.Since), "they hold here since it came")
	require.Equal(t, []string{"50  "}, history(fresh))
	clk.Advance(time.Minute)
	happens(30)
	set(fresh, 60, "welcome")
	require.Equal(t, []string{"60 " + after + " welcome", "50  "}, history(fresh))

	card := apitest.OK[lower.CardAnswer](fresh.Post("/api/partner/lower/card", `{"memId":"`+kim+`"}`))
	require.Equal(t, []any{money.Amount(30), int64(1), "10.0.0.31", ""}, []any{*card.Deposits, card.Money.DepositCount, card.LastLoginIP, card.JoinIP})
	require.Len(t, card.Rounds, 1)
	require.Len(t, card.Logins, 1)
	require.Equal(t, []any{money.Amount(30), "10.0.0.31"}, []any{card.Rounds[0].Stake, card.Logins[0].IP})
	list := apitest.OK[lower.ListAnswer](fresh.Post("/api/partner/lower/list", `{"kind":"member"}`))
	require.Equal(t, card.Row, list.List[0])
}
