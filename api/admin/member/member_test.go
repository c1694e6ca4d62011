package member_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	apimember "hubstake/api/admin/member"
	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestStaffSearchMembersByStatus(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	pending := factory.Member(t, db, func(m *factory.M) { m.Status = member.Pending })
	factory.Member(t, db)
	app := apitest.New(t, clk, apimember.New(member.New(db, clk, site.New(db, clk), factory.Hashing()), nil, nil).Routes()).Staff("staff1")
	got := apitest.OK[apimember.ListAnswer](app.Post("/api/admin/member/list", `{"status":"pending"}`))
	require.Equal(t, paging.Info{Page: 1, CountPerList: 10, Total: 1, Pages: 1}, got.PageInfo)
	require.Equal(t, pending.MemID, got.List[0].MemID)
}
