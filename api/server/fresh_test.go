package server

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/pquerna/otp/totp"
	"github.com/stretchr/testify/require"

	"hubstake/internal/testkit/factory"
)

// needFresh are the calls that ask staff for a fresh one-time code whatever they are asked for (S-85). The approval of a withdrawal asks from an
// amount on (internal/funds/cash).
var needFresh = []string{
	"/api/admin/approval/approve", "/api/admin/audit/export.csv", "/api/admin/cash/requests.csv", "/api/admin/offer/key/end",
	"/api/admin/offer/key/rotate", "/api/admin/offer/vendor/add", "/api/admin/offer/win/decide", "/api/admin/member/partner", "/api/admin/personal/show", "/api/admin/reset/confirm",
	"/api/admin/staff/active", "/api/admin/staff/add", "/api/admin/staff/change", "/api/admin/staff/recover", "/api/admin/staff/unlock",
}

// freshRoutes are those of the router.
func freshRoutes() (paths []string) {
	for _, r := range Routes(Services{}) {
		if r.Fresh {
			paths = append(paths, r.Path)
		}
	}
	return paths
}

func TestSensitiveCallsNeedAFreshCode(t *testing.T) {
	t.Parallel()
	require.ElementsMatch(t, needFresh, freshRoutes())
	for _, r := range Routes(Services{}) {
		require.Equal(t, strings.HasPrefix(r.Path, "/api/admin/") && strings.HasSuffix(r.Path, ".csv"), r.Fresh && strings.HasSuffix(r.Path, ".csv"), "%s: every export", r.Path)
	}
}

// A code that is given to one node counts at the other, in that session; each call is refused before it and reached after it.
func TestAFreshCodeCountsOnEveryNode(t *testing.T) {
	t.Parallel()
	w := newWhole(t, 2, nil)
	s := factory.Staff(t, w.db)
	session := w.enterStale(s)
	for _, path := range needFresh {
		w.refused(path, session, `{}`, 200, "U045", "a login alone")
	}
	code := func(ahead time.Duration) string {
		otp, err := totp.GenerateCode(factory.TOTPSecret, time.Now().Add(ahead))
		require.NoError(t, err)
		return otp
	}
	w.refused("/api/admin/confirm", session, `{"otp":"`+code(-time.Minute/2)+`"}`, 200, "U046", "a code of before the login")
	w.refused("/api/admin/confirm", session, `{"otp":""}`, 200, "U046", "none")
	next := `{"otp":"` + code(time.Minute/2) + `"}`
	status, env := w.post("/api/admin/confirm", session, next)
	require.Equal(t, []any{200, "200"}, []any{status, env.ResultCode})
	for i, path := range needFresh {
		_, env, err := w.ask(i, http.MethodPost, path, session, fiber.MIMEApplicationJSON, `{}`)
		require.NoError(t, err)
		require.NotEqual(t, "U045", env.ResultCode, path)
	}
	_, env, err := w.ask(1, http.MethodPost, "/api/admin/confirm", session, fiber.MIMEApplicationJSON, next)
	require.NoError(t, err)
	require.Equal(t, "U046", env.ResultCode, "the same code at the other node")
	_, err = w.db.Exec(t.Context(), "UPDATE member_session SET confirmed_until = now() WHERE member_id = $1", s.ID)
	require.NoError(t, err)
	w.refused("/api/admin/audit/export.csv", session, `{}`, 200, "U045", "five minutes later")
}
