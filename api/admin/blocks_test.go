package admin_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/api/admin"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/paging"
	"hubstake/internal/testkit/apitest"
)

func TestStaffBlocksAndLifts(t *testing.T) {
	o := open(t)
	list := func(body string) admin.BlockListAnswer {
		return apitest.OK[admin.BlockListAnswer](o.app.Post("/api/admin/block/list", body))
	}
	require.Equal(t, admin.BlockListAnswer{List: []admin.BlockRow{}, PageInfo: paging.Info{Page: 1, CountPerList: 10}}, list("{}"))
	for kind, value := range map[string]string{"ip": "192.0.2.9/24", "phone": "010-1234-5678", "account": "110-234-567890"} {
		apitest.OK[httpx.None](o.app.Post("/api/admin/block/add", fmt.Sprintf(`{"kind":%q,"value":%q,"reason":"fraud"}`, kind, value)))
		got := list(fmt.Sprintf(`{"kind":%q}`, kind))
		require.EqualValues(t, 1, got.PageInfo.Total)
		require.Equal(t, map[string]string{"ip": "192.0.2.0/24", "phone": "+821012345678", "account": "110234567890"}[kind], got.List[0].Value)
		apitest.OK[httpx.None](o.app.Post("/api/admin/block/remove", fmt.Sprintf(`{"id":%d}`, got.List[0].ID)))
		require.Empty(t, list("{}").List)
	}
	o.app.Post("/api/admin/block/remove", `{"id":99}`).Refused(200, "E001")
	o.app.Post("/api/admin/block/add", `{"kind":"ip","value":"0.0.0.0/0","reason":"all"}`).Refused(200, "U032")
	o.app.Post("/api/admin/block/add", `{"kind":"ip","value":"192.0.2.9"}`).Refused(200, "E001")
	require.Len(t, o.column(t, "SELECT action FROM audit_entry"), 6)
}
