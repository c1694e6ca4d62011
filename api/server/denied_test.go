package server

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/pquerna/otp/totp"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/token"
	"hubstake/internal/core/right"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
)

// staffLogin logs staff in from an address.
func (st *stand) staffLogin(t *testing.T, ip string, s factory.St, password string) reply {
	t.Helper()
	code, err := totp.GenerateCode(factory.TOTPSecret, st.clk.Now())
	require.NoError(t, err)
	return st.nodes[0].from(t, ip, "/api/admin/login", "", map[string]any{"memId": s.ID, "memPass": password, "otp": code})
}

func (st *stand) count(t *testing.T, sql string, args ...any) (n int) {
	t.Helper()
	require.NoError(t, st.db.QueryRow(t.Context(), sql, args...).Scan(&n))
	return n
}

// A stranger with any number of addresses cannot lock staff out: the stranger's attempts fill neither a lock nor a pace of
// the id.
func TestAStrangerWithManyAddressesKeepsNoStaffOut(t *testing.T) {
	t.Parallel()
	st := newStand(t, nil)
	s := factory.Staff(t, st.db)
	for n := range 15 {
		for try := range 3 {
			r := st.staffLogin(t, fmt.Sprintf("192.0.2.%d", n), s, "Wrong-1234")
			require.Equal(t, []any{200, []string{"U003", "U003", "U004"}[try]}, []any{r.status, r.code})
		}
	}
	require.Equal(t, "200", st.staffLogin(t, "198.51.100.1", s, s.Password).code)
}

// security.md 2.8: with a list of networks the back office refuses other addresses before any other check.
func TestTheBackOfficeIsCalledFromItsNetworksOnly(t *testing.T) {
	t.Parallel()
	st := newStand(t, nil, fence...)
	s, m := factory.Staff(t, st.db), factory.Member(t, st.db)
	for _, ip := range []string{"192.0.2.1", "2001:db8:6::1"} {
		r := st.staffLogin(t, ip, s, s.Password)
		require.Equal(t, []any{403, "U029"}, []any{r.status, r.code}, ip)
	}
	require.Zero(t, st.count(t, "SELECT count(*) FROM member_login"), "no work was done for it")
	in := st.staffLogin(t, "198.51.100.7", s, s.Password)
	require.Equal(t, "200", in.code)
	require.Equal(t, 403, st.nodes[1].from(t, "192.0.2.1", "/api/admin/getToken", tokenOf(in), map[string]any{}).status, "a stolen token opens nothing either")
	require.Equal(t, "200", st.nodes[1].from(t, "2001:db8:5::9", "/api/admin/getToken", tokenOf(in), map[string]any{}).code)
	right := map[string]any{"memId": m.MemID, "memPass": factory.Password}
	require.Equal(t, "200", st.nodes[0].from(t, "192.0.2.1", "/api/member/login", "", right).code, "members come from everywhere")
}

// The documents of the api list the calls of the back office.
func TestTheDocumentsAreShownInTheNetworksOfTheBackOfficeOnly(t *testing.T) {
	t.Parallel()
	st := newStand(t, nil, fence...)
	for address, want := range map[string]int{"192.0.2.1": 403, "2001:db8:6::1": 403, "198.51.100.7": 200} {
		for _, path := range []string{"/api/docs", "/api/docs/openapi.json"} {
			r := httptest.NewRequest(http.MethodGet, siteOrigin+path, nil)
			r.Header.Set("x-forwarded-for", address)
			res, err := st.nodes[0].app.Test(r, fiber.TestConfig{Timeout: testkit.Patience})
			require.NoError(t, err)
			require.NoError(t, res.Body.Close())
			require.Equal(t, want, res.StatusCode, "%s from %s", path, address)
		}
	}
}

// security.md 2.9: who of the staff was refused what is in the audit, and a script that is refused all day does not fill it.
func TestDenialsOfStaffAreInTheAuditAndDoNotFloodIt(t *testing.T) {
	t.Parallel()
	st := newStand(t, nil)
	s := factory.Staff(t, st.db, func(s *factory.St) { s.Rights = []right.Right{right.Settings} })
	in := tokenOf(st.staffLogin(t, "198.51.100.1", s, s.Password))
	denied := func() int {
		return st.count(t, "SELECT count(*) FROM audit_note WHERE action = 'access.denied' AND actor = $1 AND target LIKE '/api/admin/%' AND ip = '198.51.100.1'", s.ID)
	}
	for range 20 {
		require.Equal(t, 403, st.nodes[0].from(t, "198.51.100.1", "/api/admin/cash/approve", in, map[string]any{"idx": 1}).status)
	}
	require.Equal(t, deniedPerMinute, denied())
	st.clk.Advance(time.Minute)
	require.Equal(t, 403, st.nodes[0].from(t, "198.51.100.1", "/api/admin/staff/unlock", in, map[string]any{"siteId": "other", "memId": "x"}).status)
	require.Equal(t, deniedPerMinute+1, denied())
}

// security.md 2.2: a token that was renewed long ago must be a copy. Its use ends the session on every node.
func TestAnOldTokenEndsTheSessionOfTheNewOne(t *testing.T) {
	t.Parallel()
	st := newStand(t, nil)
	in := st.login(t, factory.Member(t, st.db).MemID)
	call := func(node int, text string) int {
		return st.nodes[node].post(t, "/api/member/info", text, map[string]any{}).status
	}
	renewed := st.nodes[0].post(t, "/api/getToken", tokenOf(in), map[string]any{"force": true})
	require.Equal(t, "200", renewed.code)
	require.Equal(t, 200, call(1, tokenOf(in)), "a call of another tab that was on its way")
	st.clk.Advance(10 * time.Second)
	require.Equal(t, 200, call(1, tokenOf(renewed)))
	require.Equal(t, 401, call(1, tokenOf(in)))
	require.Equal(t, 401, call(0, tokenOf(renewed)))
	require.Equal(t, 401, call(1, tokenOf(renewed)))
	require.Equal(t, 1, st.count(t, "SELECT count(*) FROM outbox_event WHERE cmd = 'LOGOUT' AND data1 = 'REUSED'"))
	require.Equal(t, 1, st.count(t, "SELECT count(*) FROM audit_note WHERE action = 'session.reused'"))
}

// ASVS 7.3.2: however often it is renewed, a token does not open the session after the longest time that the site allows.
func TestNoTokenOutlivesTheLongestSession(t *testing.T) {
	t.Parallel()
	st := newStand(t, map[string]any{"sessionHours": 1, "autoLogoutMinutes": 1000})
	in := st.login(t, factory.Member(t, st.db).MemID)
	st.clk.Advance(30 * time.Minute)
	renewed := st.nodes[0].post(t, "/api/getToken", tokenOf(in), map[string]any{"force": true})
	require.Equal(t, "200", renewed.code)
	ends, err := time.Parse(time.RFC3339, renewed.data["expiresAt"].(string))
	require.NoError(t, err)
	require.True(t, ends.Equal(st.clk.Now().Add(30*time.Minute)))
	st.clk.Advance(30*time.Minute + 31*time.Second) // half a minute of leeway between clocks
	require.Equal(t, 401, st.nodes[0].post(t, "/api/member/info", tokenOf(renewed), map[string]any{}).status)
	require.Less(t, time.Hour, token.Life)
}
