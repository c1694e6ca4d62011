package server

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/funds/cash"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
)

// tame are the calls of the back office that change something and neither create, move or free money nor raise what members or partners earn.
var tame = []string{
	"confirm", "getToken", "logout", "approval/approve", "approval/cancel", "approval/refuse", "audit/export.csv", // the second person is honest
	"view/delete", "view/list", "view/rename", "view/replace", "view/save", "notice/see", "personal/show", "member/documents",
	"member/approve", "member/lock", "member/logout", "member/note", "member/protection", "member/protection/limit", "member/protection/timeout",
	"member/refuse", "member/status", "member/test", "member/unlock", "block/add", "block/clear", "block/remove",
	"reset/refuse", "details/refuse", "staff/review", "staff/unlock",
	"cash/background", "cash/hold", "cash/refuse", "cash/requests.csv", "coupon/revoke", "account/move",
	"offer/transfers", "offer/rounds", "offer/debts", "offer/wins", "offer/switch", "offer/change", "offer/product/add", "offer/game/add",
	"site/settings/plans/cancel", "site/inspect", "site/pause", "maintenance/save", "maintenance/step",
	"sports/hold", "sports/parked/settle", "sports/patterns/settle", "sports/feeds/restart",
	"banner/delete", "banner/save", "board/comment", "board/publish", "board/report/decide", "board/save", "document/publish", "document/texts",
	"picture/save", "popup/delete", "popup/save", "message/send", "qna/answer", "qna/close", "qna/sample/delete", "qna/sample/save",
}

// hoard is all that the members, their partners have, and others do not: what is in wallets, what can still be put into them
// and what was paid out of them.
const hoard = `SELECT (SELECT coalesce(sum(balance + held + points), 0) FROM wallet_balance)
	+ (SELECT coalesce(sum(amount), 0) FROM promo_coupon WHERE state = 'issued') + (SELECT coalesce(sum(points), 0) FROM promo_gift WHERE state = 'sent')
	+ (SELECT coalesce(sum(amount), 0) FROM cash_request WHERE kind IN ('out', 'pt') AND status = 1)
	+ (SELECT coalesce(sum(b.stake), 0) FROM settle_order o JOIN bet_bet b ON b.id = o.bet_id WHERE o.done_at IS NULL)`

// powers are what lets members or partners earn more, by a number that one person must not raise.
var powers = map[string]string{
	"rates of partners":         "SELECT coalesce(sum(r), 0) FROM (SELECT DISTINCT ON (member_id) rates FROM partner_rate ORDER BY member_id, since DESC) now, unnest(now.rates) r",
	"the day's maximum":         "SELECT coalesce(sum(pay_day_max), 0) FROM partner_partner",
	"head offices":              "SELECT count(*) FROM member_member WHERE role = 'partner' AND parent_id IS NULL",
	"keys of providers":         "SELECT count(*) FROM provider_key WHERE key_id NOT LIKE 'end%'",
	"providers":                 "SELECT count(*) FROM provider_provider",
	"members that were moved":   "SELECT count(*) FROM member_member WHERE member_id = 'agentlow' AND parent_id <> 'agent1'",
	"accounts to pay into":      "SELECT count(*) FROM cash_account WHERE active",
	"bonuses":                   "SELECT count(*) FROM (SELECT DISTINCT ON (name) value FROM promo_setting ORDER BY name, version DESC) now WHERE (value ->> 'active')::boolean",
	"points that may be given":  "SELECT coalesce((options ->> 'pointGivingDayMax')::bigint, 1000000) FROM site_site",
	"results":                   "SELECT count(*) FROM sports_result",
	"resets proved by facts":    "SELECT count(*) FROM member_reset WHERE proof = 'facts' AND state IN ('confirmed', 'done')",
	"details of members":        "SELECT count(*) FROM member_change WHERE state = 'done'",
	"wins that were held: paid": "SELECT count(*) FROM casino_held_win WHERE state = 'paid'",
}

func (c *crew) numbersOf(queries map[string]string) map[string]int64 {
	out := map[string]int64{}
	for name, sql := range queries {
		require.NoError(c.t, c.db.QueryRow(c.t.Context(), sql).Scan(new(int64)), name)
		out[name] = c.latest(sql)
	}
	return out
}

// greedy returns a body as it is, and with each amount in it as large as one person may move alone, by one more, and far too large.
func greedy(body string) []string {
	bodies, fields := []string{body}, map[string]any{}
	if json.Unmarshal([]byte(body), &fields) != nil {
		return bodies
	}
	for _, amount := range []int64{299_999, 300_000, 999_999, 1_000_000, 2_999_999, 3_000_000, 1_000_000_000} {
		changed := false
		for _, name := range []string{"amount", "pointAmt", "dayMax"} {
			if _, there := fields[name]; there {
				fields[name], changed = amount, true
			}
		}
		if id, there := fields["requestId"]; there {
			fields["requestId"] = fmt.Sprint(strings.TrimRight(fmt.Sprint(id), "x"), strings.Repeat("x", len(bodies)))
		}
		if text, err := json.Marshal(fields); err == nil && changed {
			bodies = append(bodies, string(text))
		}
	}
	return bodies
}

// friendsAsk lets one member ask for a deposit that never came, the other for a withdrawal, and their partner for its PT. The newest request is the one that
// is decided, so the partner asks last each third time.
func (c *crew) friendsAsk(n int) {
	if n%3 != 0 {
		require.NoError(c.t, c.partnerAsks())
	} else {
		defer func() { require.NoError(c.t, c.partnerAsks()) }()
	}
	for i, path := range []string{"/api/cash/in", "/api/cash/out"} {
		friend := c.enterMember(c.members[i].MemID)
		_, _, err := c.ask(0, "POST", path, friend, "application/json", fmt.Sprintf(`{"amount":%d,"cashPin":"1234"}`, []int64{1_000_000, 2_990_000}[c.rnd.IntN(2)]))
		require.NoError(c.t, err)
	}
}

// partnerAsks lets the partner above the members ask for a withdrawal of PT that it has.
func (c *crew) partnerAsks() error {
	sites := site.New(c.db, clock.System{})
	desk := cash.New(c.db, clock.System{}, sites, member.New(c.db, clock.System{}, sites, factory.Hashing()), message.New(c.db, clock.System{}), nil)
	_, err := desk.Withdraw(c.t.Context(), cash.WithdrawalInput{
		Requester: cash.Requester{Site: "demo", Member: "agentlow"}, Amount: money.In(100_000), PIN: factory.PIN, Kind: cash.PT,
	})
	if _, refused := fault.Of(err); refused {
		return nil
	}
	return err
}

// S-84: one person makes no money. A dishonest member of staff with one right, whose friends are all the members and partners of the site, does everything
// that this right can do, over and over, with every amount: within a day the friends have at most what the site's rules of that right let
// one person move alone, and nothing that lets members or partners earn more was raised.
func TestOneWhoIsDishonestTakesNothingAboveTheRules(t *testing.T) {
	t.Parallel()
	c := newCrew(t, "{}")
	rules := site.Defaults().Approvals
	needed := map[string]right.Right{}
	for _, r := range Routes(Services{}) {
		needed[r.Path] = r.Right
	}
	c.powersAreWhole(needed)
	times := testkit.Size(3, 12)
	all := slices.DeleteFunc(right.All(), func(one right.Right) bool {
		return one == right.Cash || one == right.Approve // asks for nothing, and there is nothing that honest staff asked for
	})
	for _, one := range append([]right.Right{right.Cash}, all...) { // others lock the friends out
		clerk := c.enterStaff(factory.Staff(t, c.db, func(s *factory.St) { s.Rights = []right.Right{one} }))
		var most int64
		kinds := map[site.ApprovalKind]bool{}
		for _, p := range approval.Powers() {
			if p.Right == one && p.Kind != "" && p.Kind != site.Payout && !kinds[p.Kind] { // a payout gives a member its own
				kinds[p.Kind] = true
				most += int64(max(rules[p.Kind].From-1, 0))
			}
		}
		had, could := c.latest(hoard), c.numbersOf(powers)
		for n := range times {
			for _, path := range c.actions {
				if needed[path] != one {
					continue
				}
				c.stake, c.due = []int64{10_000, 900_000, 999_999, 1_000_000}[n%4], []int64{10, 1_400_000, 2_999_999, 3_000_000}[n%4]
				if one == right.Cash {
					c.friendsAsk(n)
				}
				for _, body := range greedy(c.calls[path]()) {
					_, _, _ = c.ask(0, "POST", path, clerk, "application/json", body)
				}
			}
		}
		got := c.latest(hoard) - had
		require.LessOrEqual(t, got, most, "made by the right %q alone", one)
		if most > 0 {
			require.Positive(t, got, "the right %q moves something, or this proves nothing", one)
		}
		for name, n := range c.numbersOf(powers) {
			require.LessOrEqual(t, n, could[name], "%s, raised by the right %q alone", name, one)
		}
		_, err := c.db.Exec(t.Context(), "DELETE FROM approval_request WHERE state = 'open'")
		require.NoError(t, err)
	}
}

// powersAreWhole checks that each call of the back office that changes something is among the powers, or was thought about and makes no
// money. needed are the rights of the calls.
func (c *crew) powersAreWhole(needed map[string]right.Right) {
	var known []string
	for _, p := range approval.Powers() {
		require.NotEqual(c.t, p.Kind == "", p.Bound == "", "%s: a rule or a bound", p.Act)
		for _, call := range p.Calls {
			require.Equal(c.t, p.Right, needed["/api/admin/"+call], call)
			known = append(known, call)
		}
	}
	known = append(known, tame...)
	slices.Sort(known)
	known = slices.Compact(known)
	var calls []string
	for _, path := range c.actions {
		calls = append(calls, strings.TrimPrefix(path, "/api/admin/"))
	}
	require.ElementsMatch(c.t, known, calls, "the calls of powers, and those that are tame")
	for _, kind := range site.ApprovalKinds {
		require.True(c.t, slices.ContainsFunc(approval.Powers(), func(p approval.Power) bool { return p.Kind == kind }), "%s: a kind without an action", kind)
	}
}
