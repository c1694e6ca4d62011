package routestest_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	apicash "hubstake/api/admin/cash"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// The right is checked with every other route's.
func TestTheListOfAllRequestsOverHTTP(t *testing.T) {
	o := openCashDesk(t)
	const list, file = "/api/admin/cash/requests", "/api/admin/cash/requests.csv"
	for range 3 {
		o.deposit(t, factory.Member(t, o.db).MemID, "192.0.2.1")
	}
	for _, path := range []string{list, file} {
		for _, bad := range []string{`{"cashType":"x"}`, `{"startDate":"2026-13-01"}`, `{"minAmount":-1}`, `{"minAmount":2,"maxAmount":1}`, `{"startDate":"2026-01-01","endDate":"2026-12-31"}`} {
			o.app.Post(path, bad).Refused(200, "E001")
		}
		o.app.Post(path, `{"status":"open"}`).Refused(400, "E001")
	}
	for _, bad := range []string{`{"count":-1}`, `{"count":101}`, `{"after":{"idx":1}}`} {
		o.app.Post(list, bad).Refused(200, "E001")
	}
	first := apitest.OK[apicash.RequestsAnswer](o.app.Post(list, `{"count":2}`))
	require.Len(t, first.List, 2)
	require.Equal(t, []apicash.StatusTotal{{CashType: "in", Status: 0, Count: 3, Amount: 30_000}}, first.Totals, "of the whole selection")
	require.NotNil(t, first.Next)
	next, err := json.Marshal(first.Next)
	require.NoError(t, err)
	second := apitest.OK[apicash.RequestsAnswer](o.app.Post(list, fmt.Sprintf(`{"count":2,"after":%s}`, next)))
	require.Len(t, second.List, 1)
	require.Nil(t, second.Next)
	require.Empty(t, second.Totals)
	require.Empty(t, apitest.OK[apicash.RequestsAnswer](o.app.Post(list, `{"cashType":"out"}`)).List)

	status, header, body := o.app.Send(file, `{"memId":"`+second.List[0].MemID+`"}`)
	require.Equal(t, 200, status)
	require.Empty(t, header.Get("X-File-Cut"))
	require.Equal(t, 1, strings.Count(string(body), ",in,"+second.List[0].MemID))
	require.Equal(t, []string{"staff1 " + second.List[0].MemID}, pgtest.Column(t, o.db, "SELECT actor || ' ' || (detail->>'member') FROM audit_entry WHERE action = 'cash.export'"))
}
