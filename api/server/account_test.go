package server

import (
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
	"github.com/stretchr/testify/require"

	"hubstake/internal/testkit/factory"
)

// A member ends its other devices, which are out at once on every node, and changes its password.
func TestDevicesAndPasswordOverHTTP(t *testing.T) {
	t.Parallel()
	st := newStand(t, map[string]any{"multiLogin": "allow"})
	m := factory.Member(t, st.db)
	a, b, c := st.login(t, m.MemID), st.login(t, m.MemID), st.login(t, m.MemID)
	info := func(in reply) int {
		return st.nodes[1].post(t, "/api/member/info", tokenOf(in), map[string]any{}).status
	}
	list := st.nodes[1].post(t, "/api/member/sessions", tokenOf(a), map[string]any{}).data["list"].([]any)
	require.Len(t, list, 3)
	current := 0
	for _, d := range list {
		if d.(map[string]any)["current"] == true {
			current++
			require.Equal(t, a.data["sid"], d.(map[string]any)["sid"])
		}
	}
	require.Equal(t, 1, current)
	ended := st.nodes[0].post(t, "/api/member/sessions/end", tokenOf(a), map[string]any{"sid": b.data["sid"]})
	require.Equal(t, map[string]any{"ended": 1.0}, ended.data)
	require.Equal(t, []int{200, 401, 200}, []int{info(a), info(b), info(c)})
	require.Equal(t, map[string]any{"ended": 1.0}, st.nodes[0].post(t, "/api/member/sessions/endOthers", tokenOf(a), map[string]any{}).data)
	require.Equal(t, []int{200, 401}, []int{info(a), info(c)})

	d := st.login(t, m.MemID)
	wrong := st.nodes[0].post(t, "/api/member/update", tokenOf(a), map[string]any{"memPass": "Wrong1234", "newMemPass": "Fresh777!"})
	require.Equal(t, "U003", wrong.code)
	require.Equal(t, []int{200, 200}, []int{info(a), info(d)})
	for _, field := range []string{"memLevel", "cashAmt", "status", "siteid", "role", "phone", "accountNo", "recommendYn"} {
		r := st.nodes[0].post(t, "/api/member/update", tokenOf(a), map[string]any{"memPass": factory.Password, "memNick": "Tiger", field: "1"})
		require.Equal(t, 400, r.status, "ASVS 15.3.3: %s", field)
	}
	changed := st.nodes[0].post(t, "/api/member/update", tokenOf(a), map[string]any{"memPass": factory.Password, "newMemPass": "Fresh777!", "memNick": "Tiger"})
	require.Equal(t, "200", changed.code)
	require.Equal(t, "Tiger", changed.data["memNick"])
	require.Equal(t, []int{200, 401}, []int{info(a), info(d)}, "ASVS 7.4.3")
	logins := st.nodes[1].post(t, "/api/member/logins", tokenOf(a), map[string]any{})
	require.Len(t, logins.data["list"], 5, "four log-ins, and the wrong password of the change")
	require.EqualValues(t, 5, logins.data["pageInfo"].(map[string]any)["total"])
}

func TestSuspensionEndsOpenSessions(t *testing.T) { // ASVS 7.4.2, 8.3.2: at the next call
	t.Parallel()
	st := newStand(t, nil)
	m, s, other := factory.Member(t, st.db), factory.Staff(t, st.db), factory.Staff(t, st.db)
	otp, err := totp.GenerateCode(factory.TOTPSecret, st.clk.Now())
	require.NoError(t, err)
	boss := tokenOf(st.nodes[0].post(t, "/api/admin/login", "", map[string]any{"memId": s.ID, "memPass": s.Password, "otp": otp}))
	_, err = st.db.Exec(t.Context(), "UPDATE member_session SET confirmed_until = $1 WHERE member_id = $2", st.clk.Now().Add(time.Hour), s.ID)
	require.NoError(t, err)
	in := st.login(t, m.MemID)
	set := func(body map[string]any) string {
		return st.nodes[0].post(t, "/api/admin/member/status", boss, body).code
	}
	require.Equal(t, "E001", set(map[string]any{"memId": m.MemID, "status": "king", "reason": "x"}))
	require.Equal(t, "U001", set(map[string]any{"memId": "nobody77", "status": "dormant", "reason": "x"}))
	require.Equal(t, "200", set(map[string]any{"memId": m.MemID, "status": "dormant", "reason": "a year away"}))
	require.Equal(t, 401, st.nodes[1].post(t, "/api/member/info", tokenOf(in), map[string]any{}).status)
	require.Equal(t, "U020", st.nodes[0].post(t, "/api/member/login", "", map[string]any{"memId": m.MemID, "memPass": factory.Password}).code)
	require.Equal(t, "U001", st.nodes[0].post(t, "/api/admin/staff/unlock", boss, map[string]any{"memId": m.MemID}).code, "members are not staff")
	require.Equal(t, "200", st.nodes[0].post(t, "/api/admin/staff/unlock", boss, map[string]any{"memId": other.ID}).code)
}
