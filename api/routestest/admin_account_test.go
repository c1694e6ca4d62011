package routestest_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/api/admin/account"
	"hubstake/internal/access/httpx"
	"hubstake/internal/funds/cash"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
)

func openAccounts(t *testing.T) office {
	t.Helper()
	t.Parallel()
	return newOffice(t, func(o office) []httpx.Route { return account.New(o.desk).Routes() }, func(s *factory.S) {
		s.Options["approvals"] = map[string]any{"account": map[string]any{"off": true}}
	})
}

func TestStaffManagesDepositAccounts(t *testing.T) {
	o := openAccounts(t)
	call := func(path, body string) []account.Row {
		return apitest.OK[account.ListAnswer](o.app.Post("/api/admin/account/"+path, body)).List
	}
	require.Empty(t, call("list", "{}"))
	for i, number := range []string{"111-111", "222222", "333333"} {
		require.Len(t, call("add", fmt.Sprintf(`{"bank":"Kookmin","accountNo":%q,"accountHolder":"Hubstake"}`, number)), i+1)
	}
	o.app.Post("/api/admin/account/add", `{"bank":"Kookmin","accountNo":"111111","accountHolder":"Hubstake"}`).Refused(200, "U008")
	o.app.Post("/api/admin/account/add", `{"bank":"Kookmin","accountNo":"x","accountHolder":"Hubstake"}`).Refused(200, "U106")
	o.app.Post("/api/admin/account/switch", `{"idx":1,"version":1,"active":true,"reason":""}`).Refused(200, "E001")
	call("switch", `{"idx":1,"version":1,"active":true,"reason":"first"}`)
	call("switch", `{"idx":2,"version":1,"active":true,"reason":"second"}`)
	o.app.Post("/api/admin/account/switch", `{"idx":2,"version":1,"active":false,"reason":"stale"}`).Refused(200, "C019")
	list := call("move", `{"idx":2,"version":2,"forward":true}`)
	require.Equal(t, []int64{2, 1, 3}, []int64{list[0].Idx, list[1].Idx, list[2].Idx})
	require.Equal(t, "111111", list[1].Number)
	list = call("rotate", `{"idx":3,"version":1,"offIdx":1,"offVersion":2,"reason":"instead"}`)
	require.Equal(t, []any{int64(2), true, int64(3), true, int64(1), false},
		[]any{list[0].Idx, list[0].Active, list[1].Idx, list[1].Active, list[2].Idx, list[2].Active})
	call("switch", `{"idx":2,"version":3,"active":false,"reason":"off"}`)
	o.app.Post("/api/admin/account/switch", `{"idx":3,"version":2,"active":false,"reason":"off"}`).Refused(200, "C019")
	require.False(t, call("switch", `{"idx":3,"version":2,"active":false,"noneLeft":true,"reason":"off"}`)[0].Active)
}

func TestStaffSearchesWhoSawWhichAccount(t *testing.T) {
	o := openAccounts(t)
	for _, number := range []string{"111111", "222222"} {
		apitest.OK[account.ListAnswer](o.app.Post("/api/admin/account/add", fmt.Sprintf(`{"bank":"Kookmin","accountNo":%q,"accountHolder":"Hubstake"}`, number)))
	}
	for idx := 1; idx <= 2; idx++ {
		apitest.OK[account.ListAnswer](o.app.Post("/api/admin/account/switch", fmt.Sprintf(`{"idx":%d,"version":1,"active":true,"reason":"x"}`, idx)))
	}
	a, b := factory.Member(t, o.db), factory.Member(t, o.db)
	for _, memID := range []string{a.MemID, b.MemID} {
		_, err := o.desk.OpenAccount(t.Context(), cash.Viewer{Site: "demo", Member: memID}, factory.PIN)
		require.NoError(t, err)
		_, err = o.desk.HeldAccount(t.Context(), cash.Viewer{Site: "demo", Member: memID})
		require.NoError(t, err)
	}
	views := func(body string) account.ViewsAnswer {
		return apitest.OK[account.ViewsAnswer](o.app.Post("/api/admin/account/views", body))
	}
	for body, want := range map[string]int64{
		"{}": 4, fmt.Sprintf(`{"memId":%q}`, a.MemID): 2, `{"idx":2}`: 2, `{"idx":9}`: 0, `{"memId":"nobody"}`: 0,
		fmt.Sprintf(`{"memId":%q,"idx":2}`, a.MemID): 0, `{"page":2,"count_per_list":3}`: 4,
	} {
		require.Equal(t, want, views(body).PageInfo.Total, body)
	}
	require.Len(t, views(`{"page":2,"count_per_list":3}`).List, 1)
	newest := views("{}").List[0]
	require.Equal(t, account.View{
		ID: newest.ID, MemID: b.MemID, Idx: 2, Bank: "Kookmin", Number: "222222", At: noon, Until: noon.Add(30 * time.Minute),
	}, newest)
}
