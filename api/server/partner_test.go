package server

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/right"
	"hubstake/internal/testkit/factory"
)

// everyAgent is in the place of a right for calls that every person of the partner area may make.
const everyAgent right.Right = "(every agent)"

// summary is the one call of the partner area that the product names outside of /api/partner.
const summary = "/api/stributor/summary"

// partnerRights has every call of the partner area, by the right that it needs, without /api/partner/.
var partnerRights = map[right.Right][]string{
	aGuest:     {"login", "enrol/begin", "enrol"},
	everyAgent: {"getToken", "logout", "security", "security/codes", "session/end", "reports/home"},
	right.LowerRead: {
		"online", "lower/list", "lower/list/csv", "lower/tree", "lower/card", "lower/requests", "rate/info", "rate/children", "rate/history",
		"reports/access", "reports/access/csv", "reports/addresses", "reports/addresses/csv",
	},
	right.LowerWrite:     {"lower/ceilings", "lower/check", "lower/create"},
	right.LowerModify:    {"lower/switch", "lower/subtree", "lower/approve", "lower/refuse"},
	right.RateModify:     {"rate/set"},
	right.MoneyRead:      {"money/purse", "money/sends", "money/sends/csv", "money/payouts", "money/withdrawal", "money/withdrawals", "money/pt", "money/pt/csv", "reports/cash", "reports/cash/csv", "reports/points", "reports/points/csv"},
	right.MoneyWrite:     {"money/targets", "money/pay", "money/recall", "money/reverse", "money/payouts/accept", "money/payouts/refuse", "money/withdraw", "money/withdraw/cancel"},
	right.PlayRead:       {"play/bets", "play/bets/csv", "play/open", "play/open/csv", "play/detail", "play/summary", "play/summary/csv"},
	right.CommissionRead: {"settlement/list", "settlement/file", "settlement/differs"},
	right.MessageWrite:   {"message/send"},
	right.AgentModify:    {"agent/list", "agent/add", "agent/change", "agent/active", "agent/reset"},
}

// Every call of the partner area, with every role: sub-staff with one right alone, with none, and the partner itself, who has all. A call past the
// door is refused for its body, so that nothing is changed.
func TestEveryPartnerRouteWithEveryRole(t *testing.T) {
	t.Parallel()
	wanted := map[string]right.Right{}
	for one, paths := range partnerRights {
		for _, path := range paths {
			require.NotContains(t, wanted, "/api/partner/"+path)
			wanted["/api/partner/"+path] = one
		}
	}
	wanted[summary] = everyAgent // each figure needs its right, as on the first page
	w := newWhole(t, 1, nil)
	partner := factory.Partner(t, w.db).MemID
	own := factory.Agent(t, w.db, partner, func(a *factory.Ag) { a.Password = factory.Password })
	sessions, roles := map[string]string{"all": w.enterAgent(own)}, map[string][]right.Right{"all": right.Partners(), "none": {}}
	for _, one := range right.Partners() {
		roles[string(one)] = []right.Right{one}
	}
	for name, rights := range roles {
		if name == "all" {
			continue
		}
		id := partner + "." + strings.ReplaceAll(name, ".", "")[:min(12, len(name)-strings.Count(name, "."))]
		sessions[name] = w.enterAgent(factory.Agent(t, w.db, id, func(a *factory.Ag) { a.Rights = rights }))
	}
	for _, r := range Routes(Services{}) {
		inside := strings.HasPrefix(r.Path, "/api/partner/") || r.Path == summary
		require.Equal(t, inside, r.Access == httpx.Partner || inside && r.Access == httpx.Public, "%s: calls of the partner area lie under /api/partner", r.Path)
		if !inside {
			continue
		}
		need, known := wanted[r.Path]
		require.True(t, known, "%s: say in the table above who may call it", r.Path)
		delete(wanted, r.Path)
		require.Equal(t, need == aGuest, r.Access == httpx.Public, r.Path)
		if need == aGuest {
			continue
		}
		for name, rights := range roles {
			if need == everyAgent || slices.Contains(rights, need) {
				w.refused(r.Path, sessions[name], `{"noSuchField":1}`, 400, "E001", "with the right: "+name)
			} else {
				w.refused(r.Path, sessions[name], `{"noSuchField":1}`, 403, "U029", "without the right: "+name)
			}
		}
	}
	require.Empty(t, wanted, "calls that there are not")
}

func TestThePartnerAreaOverHTTP(t *testing.T) {
	t.Parallel()
	st := newStand(t, nil)
	m := factory.Partner(t, st.db)
	codeAt := func(secret string, at time.Time) string {
		c, err := totp.GenerateCode(secret, at)
		require.NoError(t, err)
		return c
	}
	code := func(secret string) string { return codeAt(secret, st.clk.Now()) }
	n := st.nodes[0]
	who := map[string]any{"memId": strings.ToUpper(m.MemID), "memPass": m.Password}
	first := n.post(t, "/api/partner/login", "", who)
	require.Equal(t, []any{"200", true, ""}, []any{first.code, first.data["enrol"], first.data["token"]})
	require.Empty(t, first.cookie.Value, "no session before the second factor")
	begun := n.post(t, "/api/partner/enrol/begin", "", who)
	require.Equal(t, false, begun.data["newPass"])
	who["otp"] = code(begun.data["secret"].(string))
	in := n.post(t, "/api/partner/enrol", "", who)
	require.Equal(t, "200", in.code)
	require.Len(t, in.data["recoveryCodes"], 10)
	require.Equal(t, "psid", in.cookie.Name)
	self := in.data["agent"].(map[string]any)
	require.Equal(t, []any{m.MemID, m.MemID, 1.0, "Asia/Seoul", "KRW"}, []any{self["agentId"], self["memId"], self["partnerLevel"], self["timeZone"], self["currency"]})
	require.Len(t, self["rights"], len(right.Partners()))
	partner := tokenOf(in)

	made := n.post(t, "/api/partner/agent/add", partner, map[string]any{"suffix": "mina", "name": "Mina", "rights": []string{"agent.modify", "play.read"}})
	require.Equal(t, m.MemID+".mina", made.data["agentId"])
	sub := map[string]any{"memId": made.data["agentId"], "memPass": made.data["password"]}
	begun = n.post(t, "/api/partner/enrol/begin", "", sub)
	require.Equal(t, true, begun.data["newPass"])
	secret := begun.data["secret"].(string)
	sub["otp"], sub["newPass"] = code(secret), "Quiet-Harbour-29"
	helper := tokenOf(n.post(t, "/api/partner/enrol", "", sub))

	// Rights and accounts count at once, on the other node as well (S-87).
	other := st.nodes[1]
	list := func() reply { return other.post(t, "/api/partner/agent/list", helper, map[string]any{}) }
	require.Equal(t, "200", list().code)
	change := map[string]any{"agentId": made.data["agentId"], "version": 1, "name": "Mina", "rights": []string{"play.read"}}
	require.Equal(t, "200", n.post(t, "/api/partner/agent/change", partner, change).code)
	require.Equal(t, 401, list().status, "the session ends with the right, on the hub as well")
	var logouts int
	require.NoError(t, st.db.QueryRow(t.Context(), "SELECT count(*) FROM outbox_event WHERE cmd = 'LOGOUT' AND member = $1 AND sid <> ''", m.MemID).Scan(&logouts))
	require.Equal(t, 1, logouts)
	again := map[string]any{"memId": made.data["agentId"], "memPass": "Quiet-Harbour-29", "otp": codeAt(secret, st.clk.Now().Add(30*time.Second))}
	helper = tokenOf(n.post(t, "/api/partner/login", "", again))
	require.Equal(t, 403, list().status, "its new one does not have it")
	security := func() reply { return other.post(t, "/api/partner/security", helper, map[string]any{}) }
	require.Len(t, security().data["sessions"], 1)
	require.Equal(t, made.data["agentId"], other.post(t, "/api/partner/getToken", helper, map[string]any{}).data["agent"].(map[string]any)["agentId"])
	end := map[string]any{"agentId": made.data["agentId"], "active": false, "reason": "left"}
	require.Equal(t, "200", n.post(t, "/api/partner/agent/active", partner, end).code)
	require.Equal(t, 401, security().status)

	_, err := st.db.Exec(t.Context(), "UPDATE member_member SET recommend_allowed = false WHERE member_id = $1", m.MemID)
	require.NoError(t, err)
	require.Equal(t, 401, other.post(t, "/api/partner/security", partner, map[string]any{}).status, "a partner who may not refer any more")
	_, err = st.db.Exec(t.Context(), "UPDATE member_member SET recommend_allowed = true WHERE member_id = $1", m.MemID)
	require.NoError(t, err)
	require.Equal(t, "200", other.post(t, "/api/partner/security", partner, map[string]any{}).code)
	require.Equal(t, 401, n.post(t, "/api/member/info", partner, map[string]any{}).status, "no token of members")
	out := n.post(t, "/api/partner/logout", partner, map[string]any{})
	require.Empty(t, out.cookie.Value)
	require.Equal(t, 401, other.post(t, "/api/partner/security", partner, map[string]any{}).status)
}

func TestAForeignSubStaffIsOneThatIsNotThere(t *testing.T) {
	t.Parallel()
	w := newWhole(t, 1, nil)
	partner, other := factory.Partner(t, w.db).MemID, factory.Partner(t, w.db).MemID
	own := w.enterAgent(factory.Agent(t, w.db, partner, func(a *factory.Ag) { a.Password = factory.Password }))
	stranger := factory.Partner(t, w.db, func(m *factory.M) { m.Site = "other" }).MemID
	theirs := factory.Agent(t, w.db, other+".mina")
	elsewhere := factory.Agent(t, w.db, stranger+".mina", func(a *factory.Ag) { a.Site = "other" })
	for path, rest := range map[string]string{
		"change": `"version":1,"name":"X","rights":[]`, "active": `"active":false,"reason":"x"`, "reset": `"reason":"x"`,
	} {
		path = "/api/partner/agent/" + path
		ask := func(id string) (int, httpx.Envelope) {
			status, env := w.post(path, own, `{"agentId":"`+id+`",`+rest+`}`)
			env.TraceID = ""
			return status, env
		}
		status, missing := ask(partner + ".nobody")
		require.Equal(t, "U001", missing.ResultCode, path)
		for _, id := range []string{theirs.ID, elsewhere.ID, other, partner + ".", ""} {
			s, env := ask(id)
			require.Equal(t, []any{status, missing}, []any{s, env}, "%s %s", path, id)
		}
	}
	var changed int
	require.NoError(t, w.db.QueryRow(t.Context(), "SELECT count(*) FROM agent_account WHERE version > 1 OR NOT active").Scan(&changed))
	require.Zero(t, changed)
}

// A site whose partners may not refer any more has no partner area: the change of the setting ends the sessions of all its persons, of which the hub
// is told, and the calls of those that are left are refused.
func TestTheRightToReferOfASiteEndsItsPartnerArea(t *testing.T) {
	t.Parallel()
	w := newWhole(t, 1, nil)
	partner := factory.Partner(t, w.db).MemID
	own := w.enterAgent(factory.Agent(t, w.db, partner, func(a *factory.Ag) { a.Password = factory.Password }))
	sub := w.enterAgent(factory.Agent(t, w.db, partner+".mina"))
	staff := w.enterStaff(factory.Staff(t, w.db))
	status, _ := w.post("/api/partner/security", sub, `{}`)
	require.Equal(t, 200, status)
	_, shown := w.post("/api/admin/site/settings", staff, `{}`)
	version := shown.Data.(map[string]any)["version"]
	status, saved := w.post("/api/admin/site/settings/save", staff, fmt.Sprintf(`{"version":%.0f,"values":{"recommendYn":"N"},"note":"x"}`, version))
	require.Equal(t, 200, status, saved)
	for _, token := range []string{own, sub} {
		status, _ := w.post("/api/partner/security", token, `{}`)
		require.Equal(t, 401, status)
	}
	var ended, told int
	require.NoError(t, w.db.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM member_session WHERE member_id = $1 AND state = 'ended'),
		(SELECT count(*) FROM outbox_event WHERE cmd = 'LOGOUT' AND member = $1)`, partner).Scan(&ended, &told))
	require.Equal(t, []int{2, 2}, []int{ended, told})
}
