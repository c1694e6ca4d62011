package routestest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/api/server"
	"hubstake/internal/access/httpx"
)

// forGuests is every call that needs no session, outside of the back office and the partner area, without /api/. It is written down here a second
// time, so that a route of members that is opened to guests by mistake, or a new route without a thought about it, fails.
var forGuests = []string{
	"member/guest", "member/check", "member/signup", "member/login", "member/reset/ask", "member/reset/state", "member/reset/finish",
	"contact/save", "contact/case", "board/{boardType}/list", "board/{boardType}/datail", "board/{boardType}/detail",
	"etc/siteOption", "etc/bank", "etc/banner", "etc/popupList", "etc/mainInfo", "etc/documents", "etc/document",
	"main", "main/cashList", "main/jackpots", "main/popupList", "main/nt/list",
	"common/siteCheckInfo", "common/code", "common/gameCodes", "common/productList", "common/gameGroupCodes",
	"game/gamelist", "minigame/powerballResult", "minigame/games", "minigame/rules", "minigame/rounds", "minigame/round",
	"sports/tree", "sports/matches", "sports/match", "sports/results",
}

// The callers of a route are part of it. This test compares the routes of guests and members with the table above; api/server compares those of staff and
// partners with a table of rights (rights_test.go, partner_test.go) and tries every route as a guest, with foreign tokens and without the right.
func TestGuestsMayMakeTheCallsOfTheTableOnly(t *testing.T) {
	t.Parallel()
	left := slices.Clone(forGuests)
	for _, r := range server.Routes(server.Services{}) {
		for _, path := range append([]string{r.Path}, r.Aliases...) {
			name, ours := strings.CutPrefix(path, "/api/")
			require.True(t, ours, path)
			if strings.HasPrefix(name, "admin/") || r.Access == httpx.Partner || strings.HasPrefix(name, "partner/") {
				continue
			}
			require.Empty(t, r.Right, "%s: rights are for staff and partners", path)
			want := httpx.Member
			if i := slices.Index(left, name); i >= 0 {
				want, left = httpx.Public, slices.Delete(left, i, i+1)
			}
			require.Equal(t, want, r.Access, "%s: name it in the table if guests may call it", path)
		}
	}
	require.Empty(t, left, "calls that there are not")
}
