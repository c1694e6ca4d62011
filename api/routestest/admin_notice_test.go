package routestest_test

import (
	"fmt"
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

// A page is marked as seen, and what stands on other pages stays new.
func TestOnlyTheNoticesOfThePageAreSeen(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	master := factory.Staff(t, db)
	for range 5 {
		require.NoError(t, pg.InTx(t.Context(), db, func(tx pgx.Tx) error {
			return notice.Write(t.Context(), tx, "demo", notice.Notice{Kind: notice.Login, Staff: master.ID, At: clk.Now()}, "")
		}))
	}
	svc := notice.New(db)
	app := apitest.New(t, clk, apinotice.New(svc).Routes()).StaffWith(master.ID, right.Staff)
	list := func(body string) []apinotice.Row {
		return apitest.OK[apinotice.ListAnswer](app.Post("/api/admin/notice/list", body)).List
	}
	seen := func() (out []bool) {
		for _, r := range list(`{}`) {
			out = append(out, r.Seen)
		}
		return out
	}
	second := list(`{"page":2,"count_per_list":2}`)
	require.Len(t, second, 2)
	see := func(newest, oldest int64) apitest.Answer {
		return app.Post("/api/admin/notice/see", fmt.Sprintf(`{"idx":%d,"oldestIdx":%d}`, newest, oldest))
	}
	see(second[1].Idx, second[0].Idx).Refused(200, "E001")
	apitest.OK[httpx.None](see(second[0].Idx, second[1].Idx))
	require.Equal(t, []bool{false, false, true, true, false}, seen(), "neither the newer nor the older ones")
	n, err := svc.Unseen(t.Context(), "demo", master.ID)
	require.NoError(t, err)
	require.EqualValues(t, 3, n)
	all := list(`{}`)
	apitest.OK[httpx.None](see(all[0].Idx, all[4].Idx))
	require.Equal(t, []bool{true, true, true, true, true}, seen())

	// The notices that a node of the release before noted stay seen.
	_, err = db.Exec(t.Context(), "DELETE FROM notice_read")
	require.NoError(t, err)
	_, err = db.Exec(t.Context(), "INSERT INTO notice_seen (staff_id, notice_id) VALUES ($1, $2)", master.ID, all[2].Idx)
	require.NoError(t, err)
	require.Equal(t, []bool{false, false, true, true, true}, seen())
	n, err = svc.Unseen(t.Context(), "demo", master.ID)
	require.NoError(t, err)
	require.EqualValues(t, 2, n)
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
	// 24 hours after the first hundred only the second counts, of which masters know.
	for range 99 {
		look(now.Add(24 * time.Hour))
	}
	require.Len(t, told(), 2)
	look(now.Add(24 * time.Hour))
	require.Equal(t, "looks "+s.ID+" 200", told()[2])
	looks, err := personal.Looks(t.Context(), db, "demo", now.Add(47*time.Hour))
	require.NoError(t, err)
	require.Equal(t, map[string]int{s.ID: 100}, looks, "those of the last 24 hours")
	events := pgtest.Column(t, db, "SELECT DISTINCT data1 FROM outbox_event")
	require.Equal(t, []string{"notice"}, events)
}

// The 24 hours end with each look, so that no edge of a day hides some: 99 shortly before it and one after it are a hundred.
func TestLooksAreCountedOverTheLastDayAtAnyTime(t *testing.T) {
	t.Parallel()
	db, now := pgtest.DB(t), time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC)
	s, m := factory.Staff(t, db), factory.Member(t, db)
	look := func(after time.Duration) {
		t.Helper()
		require.NoError(t, pg.InTx(t.Context(), db, func(tx pgx.Tx) error {
			_, err := personal.Look{Subject: personal.OfMember, ID: m.MemID}.Record(t.Context(), tx, audit.Actor{ID: s.ID}, "demo", m.MemID, now.Add(after))
			return err
		}))
	}
	told := func() []string {
		return pgtest.Column(t, db, "SELECT kind || ' ' || staff_id || ' ' || looks FROM notice_notice ORDER BY id")
	}
	look(0)
	for range 98 {
		look(24*time.Hour - time.Minute)
	}
	require.Empty(t, told())
	look(24 * time.Hour) // the first one is over, 99 are left
	require.Empty(t, told())
	look(24*time.Hour + time.Minute)
	require.Equal(t, []string{"looks " + s.ID + " 100"}, told())
	for range 60 {
		look(24*time.Hour + 2*time.Minute)
	}
	for range 39 { // the first hundred are over, and were told
		look(48*time.Hour + 90*time.Second)
	}
	require.Len(t, told(), 1)
	look(48*time.Hour + 90*time.Second)
	require.Equal(t, "looks "+s.ID+" 100", told()[1])
}
