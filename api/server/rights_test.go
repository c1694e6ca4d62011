package server

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/right"
	"hubstake/internal/testkit/factory"
)

// Calls of the back office beside those of a right.
const (
	everyStaff right.Right = "every member of staff"
	aGuest     right.Right = "before the login"
)

// rightOf is who may make each call of the back office. It is written down here a second time, by area, so that a route without a thought about
// its right, or with another one, fails.
var rightOf = map[right.Right][]string{
	aGuest: {"login", "enrol", "enrol/begin"},
	everyStaff: {"confirm", "getToken", "logout", "site/status", "today", "approval/list", "approval/cancel", "approval/rules", // of approvals: the own ones
		"view/list", "view/save", "view/rename", "view/replace", "view/delete"}, // the own ones

	right.Member: {
		"member/list", "member/card", "member/note", "member/logins", "member/documents", "member/protection", "online/list",
	},
	right.Signup: {"member/approve", "member/refuse"},
	right.Standing: {
		"member/lock", "member/unlock", "member/logout", "member/status", "member/settings", "member/move", "member/test", "member/partner", "member/protection/limit", "member/protection/timeout",
	},
	right.Block: {"block/list", "block/add", "block/remove", "block/clear"},
	right.Reset: {"reset/list", "reset/confirm", "reset/refuse", "details/list", "details/reasons", "details/approve", "details/refuse", "partner/reset"},

	right.Personal: {"personal/show"}, // and the right of what is shown

	right.Cash: {
		"offer/win/decide",
		"cash/list", "cash/requests", "cash/requests.csv", "cash/background", "cash/hold", "cash/approve", "cash/refuse", "member/ledger", "member/rounds",
		"transfer/list", "commission/days", "commission/list", "commission/decide", "commission/pay",
	},
	right.Correct: {"cash/correct", "partner/pt/credit", "partner/pt/debit"},
	right.Gift:    {"member/points", "gift/list", "gift/send", "coupon/list", "coupon/issue", "coupon/revoke"},
	right.Account: {"account/list", "account/add", "account/move", "account/switch", "account/rotate", "account/views"},

	right.Approve: {"approval/approve", "approval/refuse"},

	right.Message: {"message/send", "message/list"},
	right.Inquiry: {"qna/list", "qna/thread", "qna/image", "qna/answer", "qna/close", "qna/sample/list", "qna/sample/save", "qna/sample/delete"},

	right.Settings:    {"site/settings", "site/settings/save", "site/settings/history", "site/settings/restore", "site/settings/plans", "site/settings/plans/cancel", "level/list"},
	right.Promo:       {"promo/settings", "promo/bonus/save", "promo/attendance/save", "promo/wheel/save"},
	right.Offer:       {"offer/list", "offer/games", "offer/switch", "offer/change", "offer/transfers", "offer/rounds", "offer/debts", "offer/wins"},
	right.Catalogue:   {"offer/key/rotate", "offer/key/end", "offer/vendor/add", "offer/product/add", "offer/game/add"},
	right.Sports:      {"sports/matches", "sports/parked", "sports/names", "sports/markets", "sports/placed", "sports/correction", "sports/patterns", "sports/feeds", "minigame/rounds", "minigame/performance"},
	right.Trade:       {"sports/hold", "sports/parked/settle", "sports/offer", "sports/result", "sports/markets/void", "sports/placed/void", "sports/placed/undo", "sports/correct", "sports/patterns/settle", "sports/feeds/restart", "minigame/void"},
	right.Maintenance: {"site/inspect", "site/pause", "site/switches", "maintenance/list", "maintenance/save", "maintenance/step"},
	right.Content: {
		"board/list", "board/save", "board/publish", "board/comment", "board/report/list", "board/report/decide", "banner/list", "banner/save",
		"banner/delete", "popup/list", "popup/save", "popup/delete", "document/list", "document/texts", "document/publish",
		"picture/list", "picture/save",
	},

	right.Partner: {"partner/tree", "partner/card", "partner/rates", "partner/rights"},

	right.Staff: {"notice/list", "notice/see", "staff/list", "staff/add", "staff/change", "staff/active", "staff/recover", "staff/review", "staff/unlock"},
	right.Audit: {"audit/list", "audit/export.csv", "audit/verify"},
}

// Every call of the back office, with every role: staff with one right alone, with none, and with all. A call past the door is refused for its
// body, so that nothing is changed.
func TestEveryStaffRouteWithEveryRole(t *testing.T) {
	t.Parallel()
	wanted := map[string]right.Right{}
	for one, paths := range rightOf {
		for _, path := range paths {
			require.NotContains(t, wanted, "/api/admin/"+path)
			wanted["/api/admin/"+path] = one
		}
	}
	w := newWhole(t, 1, nil)
	roles := map[string][]right.Right{"none": {}, "all": right.All()}
	for _, one := range right.All() {
		roles[string(one)] = []right.Right{one}
		require.NotEmpty(t, rightOf[one], "a right without a call")
	}
	sessions := map[string]string{}
	for name, rights := range roles {
		sessions[name] = w.enterStaff(factory.Staff(t, w.db, func(s *factory.St) { s.Rights = rights }))
	}
	for _, r := range Routes(Services{}) {
		inside := strings.HasPrefix(r.Path, "/api/admin/")
		require.Equal(t, inside, r.Access == httpx.Staff || inside && r.Access == httpx.Public, "%s: staff calls lie under /api/admin", r.Path)
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
			may := need == everyStaff
			for _, one := range rights {
				may = may || one == need
			}
			if r.Takes.MaxBytes > 0 { // a file of which nothing can be made
				status, env := w.call(http.MethodPost, r.Path, sessions[name], r.Takes.Types[0], "x")
				want := map[bool][]any{true: {200, "U055"}, false: {403, "U029"}}[may]
				require.Equal(t, want, []any{status, env.ResultCode}, "%s: %s", r.Path, name)
				continue
			}
			if may {
				w.refused(r.Path, sessions[name], `{"noSuchField":1}`, 400, "E001", "with the right: "+name)
			} else {
				w.refused(r.Path, sessions[name], `{"noSuchField":1}`, 403, "U029", "without the right: "+name)
			}
		}
	}
	require.Empty(t, wanted, "calls that there are not")
}
