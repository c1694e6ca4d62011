package routestest_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/api/admin/block"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/paging"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/pgtest"
)

func openBlocks(t *testing.T) office {
	t.Helper()
	t.Parallel()
	return newOffice(t, func(o office) []httpx.Route { return block.New(o.members).Routes() })
}

func TestStaffBlocksAndLifts(t *testing.T) {
	o := openBlocks(t)
	list := func(body string) block.ListAnswer {
		return apitest.OK[block.ListAnswer](o.app.Post("/api/admin/block/list", body))
	}
	require.Equal(t, block.ListAnswer{List: []block.Row{}, PageInfo: paging.Info{Page: 1, CountPerList: 10}}, list("{}"))
	for kind, value := range map[string]string{"ip": "192.0.2.9/24", "phone": "010-1234-5678", "account": "110-234-567890"} {
		apitest.OK[httpx.None](o.app.Post("/api/admin/block/add", fmt.Sprintf(`{"kind":%q,"value":%q,"reason":"fraud"}`, kind, value)))
		got := list(fmt.Sprintf(`{"kind":%q}`, kind))
		require.EqualValues(t, 1, got.PageInfo.Total)
		require.Equal(t, map[string]string{"ip": "192.0.2.0/24", "phone": "*********5678", "account": "********7890"}[kind], got.List[0].Value)
		apitest.OK[httpx.None](o.app.Post("/api/admin/block/remove", fmt.Sprintf(`{"id":%d}`, got.List[0].ID)))
		require.Empty(t, list("{}").List)
	}
	o.app.Post("/api/admin/block/remove", `{"id":99}`).Refused(200, "E001")
	o.app.Post("/api/admin/block/add", `{"kind":"ip","value":"0.0.0.0/0","reason":"all"}`).Refused(200, "U032")
	o.app.Post("/api/admin/block/add", `{"kind":"ip","value":"192.0.2.9"}`).Refused(200, "E001")
	require.Len(t, pgtest.Column(t, o.db, "SELECT action FROM audit_entry"), 6)
}

func TestABlockWithAnEndIsMarkedAndCleared(t *testing.T) {
	o := openBlocks(t)
	apitest.OK[httpx.None](o.app.Post("/api/admin/block/add", `{"kind":"ip","value":"192.0.2.9","reason":"fraud","hours":24}`))
	apitest.OK[httpx.None](o.app.Post("/api/admin/block/add", `{"kind":"ip","value":"192.0.2.10","reason":"fraud"}`))
	o.app.Post("/api/admin/block/add", `{"kind":"ip","value":"192.0.2.11","reason":"fraud","hours":8785}`).Refused(200, "E001")
	list := func() []block.Row {
		return apitest.OK[block.ListAnswer](o.app.Post("/api/admin/block/list", `{"search":"192.0.2.9"}`)).List
	}
	require.Equal(t, []any{noon.Add(24 * time.Hour), false}, []any{*list()[0].Until, list()[0].Over})
	require.Zero(t, apitest.OK[block.ClearAnswer](o.app.Post("/api/admin/block/clear", "{}")).Removed)
	o.clk.Advance(24 * time.Hour)
	require.True(t, list()[0].Over)
	require.EqualValues(t, 1, apitest.OK[block.ClearAnswer](o.app.Post("/api/admin/block/clear", "{}")).Removed)
	require.Empty(t, list())
	require.Equal(t, []string{"192.0.2.10/32"}, pgtest.Column(t, o.db, "SELECT value FROM member_block"))
}
