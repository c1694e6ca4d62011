package notice_test

import (
	"fmt"
	"net/http"
	"net/netip"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	apinotice "hubstake/api/admin/notice"
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/personal"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/notice"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// S-79: each master has the notices of the own site until that master has seen them.
func TestMastersReadTheNoticesOfTheirSite(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	first, second := factory.Staff(t, db), factory.Staff(t, db)
	foreign := factory.Staff(t, db, func(s *factory.St) { s.Site = "other" })
	add := func(site, staff string) {
		require.NoError(t, pg.InTx(t.Context(), db, func(tx pgx.Tx) error {
			return notice.Write(t.Context(), tx, site, notice.Notice{Kind: notice.Login, Staff: staff, IP: netip.MustParseAddr("192.0.2.7"), At: clk.Now()}, "")
		}))
	}
	add("demo", first.ID)
	add("other", foreign.ID)
	add("demo", second.ID)
	svc := notice.New(db)
	app := apitest.New(t, clk, apinotice.New(svc).Routes())
	list := func(as factory.St, body string) apinotice.ListAnswer {
		return apitest.OK[apinotice.ListAnswer](app.StaffWith(as.ID, right.Staff).Post("/api/admin/notice/list", body))
	}
	seen := func(as factory.St) (out []bool) {
		for _, r := range list(as, `{}`).List {
			out = append(out, r.Seen)
		}
		return out
	}
	unseen := func(as factory.St) int64 {
		n, err := svc.Unseen(t.Context(), "demo", as.ID)
		require.NoError(t, err)
		return n
	}
	rows := list(first, `{}`).List
	require.Len(t, rows, 2, "not those of another site")
	require.Equal(t, apinotice.Row{Idx: rows[0].Idx, Kind: notice.Login, MemID: second.ID, IP: "192.0.2.7", At: clk.Now()}, rows[0])
	require.EqualValues(t, 2, list(first, `{"page":2,"count_per_list":1}`).PageInfo.Total)
	require.EqualValues(t, 2, unseen(first))

	see := func(idx int64) string { return fmt.Sprintf(`{"idx":%d}`, idx) }
	for _, path := range []string{"/api/admin/notice/list", "/api/admin/notice/see"} {
		app.Post(path, `{}`).Refused(http.StatusUnauthorized, "U029")
		app.StaffWith(first.ID, right.Audit, right.Cash).Post(path, `{}`).Refused(http.StatusForbidden, "U029")
	}
	master := app.StaffWith(first.ID, right.Staff)
	master.Post("/api/admin/notice/see", see(rows[1].Idx+1)).Refused(200, "E001") // of another site
	master.Post("/api/admin/notice/see", see(999)).Refused(200, "E001")
	require.EqualValues(t, 2, unseen(first))

	apitest.OK[httpx.None](master.Post("/api/admin/notice/see", see(rows[1].Idx)))
	require.Equal(t, []bool{false, true}, seen(first), "what came later stays new")
	require.Equal(t, []bool{false, false}, seen(second), "each for themselves")
	wait := sync.WaitGroup{}
	for _, r := range rows { // two at once, the older one perhaps last
		wait.Go(func() { apitest.OK[httpx.None](master.Post("/api/admin/notice/see", see(r.Idx))) })
	}
	wait.Wait()
	require.Equal(t, []bool{true, true}, seen(first))
	require.Zero(t, unseen(first))
	require.EqualValues(t, 2, unseen(second))
	require.Equal(t, []string{first.ID, first.ID, first.ID}, pgtest.Column(t, db, "SELECT actor FROM audit_entry WHERE action = 'notice.see'"))
}

// Masters are told at every hundredth look within 24 hours, and not before.
func TestVeryManyLooksAreTold(t *testing.T) {
	t.Parallel()
	db, now := pgtest.DB(t), time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC)
	s, m := factory.Staff(t, db), factory.Member(t, db)
	look := func(at time.Time) {
		t.Helper()
		require.NoError(t, pg.InTx(t.Context(), db, func(tx pgx.Tx) error {
			_, err := personal.Look{Subject: personal.OfMember, ID: m.MemID}.Record(t.Context(), tx, audit.Actor{ID: s.ID}, "demo", m.MemID, at)
			return err
		}))
	}
	told := func() []string {
		return pgtest.Column(t, db, "SELECT kind || ' ' || staff_id || ' ' || looks FROM notice_notice ORDER BY id")
	}
	for range 99 {
		look(now)
	}
	require.Empty(t, told())
	look(now)
	require.Equal(t, []string{"looks " + s.ID + " 100"}, told())
	for range 100 {
		look(now.Add(23 * time.Hour))
	}
	require.Equal(t, "looks "+s.ID+" 200", told()[1])
	for range 99 {
		look(now.Add(24 * time.Hour))
	}
	require.Len(t, told(), 2, "another day is counted by itself")
	events := pgtest.Column(t, db, "SELECT DISTINCT data1 FROM outbox_event")
	require.Equal(t, []string{"notice"}, events)
}
