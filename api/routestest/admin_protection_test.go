package routestest_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	apiprotection "hubstake/api/admin/protection"
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/protection"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
)

func openStaffProtection(t *testing.T) office {
	t.Helper()
	t.Parallel()
	return newOffice(t, func(o office) []httpx.Route {
		return apiprotection.New(protection.New(o.db, o.clk, o.members)).Routes()
	})
}

func TestStaffProtectsAMemberOverHTTP(t *testing.T) {
	o := openStaffProtection(t)
	m := factory.Member(t, o.db).MemID
	path := "/api/admin/member/protection"
	empty := apitest.OK[apiprotection.Answer](o.app.Post(path, `{"memId":"`+m+`"}`))
	require.Equal(t, apiprotection.Answer{
		Limits: []apiprotection.Limit{}, Minutes: 60, Timeouts: protection.Timeouts, Changes: []apiprotection.Change{},
	}, empty)
	o.app.Post(path, `{"memId":"nobody1"}`).Refused(200, "U001")

	limit := func(amount, reason string) apitest.Answer {
		return o.app.Post(path+"/limit", `{"memId":"`+m+`","kind":"loss","days":7,"amount":`+amount+`,"reason":"`+reason+`"}`)
	}
	limit("-1", "a call").Refused(200, "C009")
	limit("50000", "").Refused(200, "E001")
	got := apitest.OK[apiprotection.Answer](limit("50000", "a call"))
	require.EqualValues(t, 50_000, got.Limits[0].Amount)
	require.Equal(t, []string{"set", "staff1", "a call"}, []string{got.Changes[0].Action, got.Changes[0].Staff, got.Changes[0].Reason})
	limit("60000", "looser").Refused(200, "E001")

	timeout := func(days string) apitest.Answer {
		return o.app.Post(path+"/timeout", `{"memId":"`+m+`","days":`+days+`,"reason":"a call"}`)
	}
	timeout("3").Refused(200, "E001")
	got = apitest.OK[apiprotection.Answer](timeout("7"))
	require.True(t, got.InBreak)
	require.Equal(t, noon.Add(7*24*time.Hour), got.TimeoutUntil.UTC())
	require.Len(t, got.Changes, 2)
}
