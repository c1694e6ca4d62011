package server

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/gofiber/fiber/v3"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/httpx"
	"hubstake/internal/access/token"
	"hubstake/internal/core/money"
	"hubstake/internal/testkit/factory"
)

// The password of a partner alone opens its session as a member. No call that such a session, or a guest, can make answers figures or accounts of the
// downline; those are answered in the session of the partner area, which took a one-time code (D-73).
func TestFiguresOfADownlineAreAnsweredInThePartnerAreaOnly(t *testing.T) {
	t.Parallel()
	w := newWhole(t, 1, nil)
	partner := factory.Partner(t, w.db).MemID
	low := factory.Member(t, w.db, func(m *factory.M) { m.Parent, m.Cash = partner, 7_770_013 }).MemID
	_, err := w.db.Exec(t.Context(), `INSERT INTO commission_cash_day SELECT $1, (now() AT TIME ZONE 'Asia/Seoul')::date, 'demo', 3, 7770117, 2, 6660019, 1`, partner)
	require.NoError(t, err)
	_, err = w.db.Exec(t.Context(), `INSERT INTO commission_partner_day SELECT $1, (now() AT TIME ZONE 'Asia/Seoul')::date, 'x', 'demo', 1, 5550021, 4440023, 1, 0, 0`, partner)
	require.NoError(t, err)
	secrets := []string{`"` + low + `"`}
	for _, amount := range []money.Amount{7_770_013, 7_770_117, 6_660_019, 5_550_021, 4_440_023} {
		secrets = append(secrets, strconv.FormatInt(int64(amount), 10))
	}
	member, area := w.enterMember(partner), w.session(partner, token.Partner)
	for _, path := range []string{"/api/stributor/summary", "/api/distributor/summary"} {
		w.refused(path, member, `{}`, 401, "U029", "the session of a member")
		_, env := w.post(path, area, `{}`)
		require.EqualValues(t, 7_770_117, env.Data.(map[string]any)["money"].(map[string]any)["deposits"].(map[string]any)["amount"], path)
	}
	last := slices.SortedStableFunc(slices.Values(Routes(Services{})), func(a, b httpx.Route) int { // what ends the session comes last
		return strings.Count(a.Path, "logout") + strings.Count(a.Path, "sessions/end") - strings.Count(b.Path, "logout") - strings.Count(b.Path, "sessions/end")
	})
	answers, shown := 0, map[string]bool{}
	for _, r := range last {
		for _, path := range append([]string{r.Path}, r.Aliases...) {
			bearer := map[httpx.Access]string{httpx.Member: member, httpx.Partner: area}[r.Access]
			if r.Access == httpx.Staff || r.Takes.MaxBytes > 0 || strings.HasSuffix(path, "/csv") {
				continue
			}
			status, env, err := w.ask(0, http.MethodPost, address(path), bearer, fiber.MIMEApplicationJSON, `{}`)
			require.NoError(t, err, path)
			text, err := json.Marshal(env.Data)
			require.NoError(t, err)
			if status == http.StatusOK && env.ResultCode == "200" {
				answers++
			}
			for _, secret := range secrets {
				if r.Access == httpx.Partner {
					shown[secret] = shown[secret] || strings.Contains(string(text), secret)
				} else {
					require.NotContains(t, string(text), secret, "%s, as %s", path, r.Access)
				}
			}
		}
	}
	require.Greater(t, answers, 60, "most calls that read need no body")
	for _, secret := range secrets {
		require.True(t, shown[secret], "the partner area answers %s", secret)
	}
}
