package routestest_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"hubstake/api/online"
	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/live"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
)

// onlineTree is two partners at the top, one of them with a partner below, and members everywhere; all are online.
type onlineTree struct {
	app         apitest.App
	a, low, b   string // partners; low stands below a
	own, deep   string // members of a and of low
	foreign     string // member of b
	nobodys     string // member without a partner
	away        string // member of a whose connection is gone
	seen        time.Time
	redisFailed error
}

func plantOnline(t *testing.T) *onlineTree {
	t.Helper()
	db, rdb, now := pgtest.DB(t), rdstest.Client(t), time.Now().UTC().Truncate(time.Millisecond)
	site := "demo" + rdstest.ID()[:8] // presence is by site, and Redis is shared with other tests
	factory.Site(t, db, func(s *factory.S) { s.ID = "demo" })
	below := func(parent string) func(*factory.M) { return func(m *factory.M) { m.Parent = parent } }
	x := &onlineTree{seen: now.Add(-3 * time.Second)}
	x.a, x.b = factory.Partner(t, db).MemID, factory.Partner(t, db).MemID
	x.low = factory.Partner(t, db, below(x.a), func(m *factory.M) { m.PartnerLevel = 2 }).MemID
	x.own, x.deep = factory.Member(t, db, below(x.a)).MemID, factory.Member(t, db, below(x.low)).MemID
	x.foreign, x.nobodys, x.away = factory.Member(t, db, below(x.b)).MemID, factory.Member(t, db).MemID, factory.Member(t, db, below(x.a)).MemID
	_, err := rdb.Pipelined(t.Context(), func(p redis.Pipeliner) error {
		live.QueueOnline(t.Context(), p, site, now.Add(-31*time.Second), []string{x.away})
		live.QueueOnline(t.Context(), p, site, x.seen, []string{x.a, x.b, x.low, x.own, x.deep, x.foreign, x.nobodys, "staff1"})
		return nil
	})
	require.NoError(t, err)
	clk := clock.NewManual(now)
	present := func(ctx context.Context, id string) ([]member.Present, error) {
		require.Equal(t, "demo", id)
		seen, err := live.Online(ctx, rdb, site, clk.Now())
		var out []member.Present
		for id, at := range seen {
			out = append(out, member.Present{MemID: id, SeenAt: at})
		}
		return out, errors.Join(err, x.redisFailed)
	}
	x.app = apitest.New(t, clk, online.New(factory.Members(t, db, clk), present).Routes())
	return x
}

func onlineIDs(a online.ListAnswer) (out []string) {
	for _, m := range a.List {
		out = append(out, m.MemID)
	}
	slices.Sort(out)
	return out
}

func sortedIDs(s ...string) []string { slices.Sort(s); return s }

func onlineByBranch(a online.ListAnswer) map[string]int64 {
	out := map[string]int64{}
	for _, b := range a.Branches {
		out[b.MemID] = b.Online
	}
	return out
}

func TestAPartnerSeesOnlyItsOwnSubtree(t *testing.T) {
	t.Parallel()
	x := plantOnline(t)
	get := func(partner, body string) online.ListAnswer {
		t.Helper()
		return apitest.OK[online.ListAnswer](x.app.Partner(partner).Post("/api/partner/online", body))
	}
	got := get(x.a, "{}")
	require.Equal(t, sortedIDs(x.low, x.own, x.deep), onlineIDs(got), "neither itself nor others, nor who is gone")
	require.Equal(t, map[string]int64{"": 1, x.low: 2}, onlineByBranch(got))
	require.EqualValues(t, 3, got.PageInfo.Total)
	for _, m := range got.List {
		require.Equal(t, x.seen, m.SeenAt)
		require.Equal(t, m.MemID == x.low, m.Partner)
	}
	require.Equal(t, []string{x.deep}, onlineIDs(get(x.low, "{}")))
	require.Equal(t, []string{x.foreign}, onlineIDs(get(x.b, "{}")))
	require.Equal(t, []string{x.deep}, onlineIDs(get(x.a, `{"partner":"`+x.low+`"}`)))
	for _, not := range []string{x.b, x.a, "nobody", "%"} {
		require.Empty(t, onlineIDs(get(x.low, `{"partner":"`+not+`"}`)), "who is not below reads as who does not exist: %s", not)
	}
}

func TestStaffSeesTheSiteByBranches(t *testing.T) {
	t.Parallel()
	x := plantOnline(t)
	app := x.app.Staff("boss1")
	all := apitest.OK[online.ListAnswer](app.Post("/api/admin/online/list", `{"count_per_list":100}`))
	require.Equal(t, sortedIDs(x.a, x.b, x.low, x.own, x.deep, x.foreign, x.nobodys), onlineIDs(all), "staff are no members")
	require.Equal(t, map[string]int64{"": 1, x.a: 4, x.b: 2}, onlineByBranch(all))

	var paged []string
	for page := range 4 {
		got := apitest.OK[online.ListAnswer](app.Post("/api/admin/online/list", `{"count_per_list":2,"page":`+string(rune('1'+page))+`}`))
		require.EqualValues(t, 7, got.PageInfo.Total)
		require.EqualValues(t, 4, got.PageInfo.Pages)
		paged = append(paged, onlineIDs(got)...)
	}
	require.Equal(t, onlineIDs(all), sortedIDs(paged...))

	below := apitest.OK[online.ListAnswer](app.Post("/api/admin/online/list", `{"partner":"`+x.a+`"}`))
	require.Equal(t, sortedIDs(x.low, x.own, x.deep), onlineIDs(below))
	require.Equal(t, map[string]int64{"": 1, x.low: 2}, onlineByBranch(below))

	x.redisFailed = errors.New("away")
	app.Post("/api/admin/online/list", "{}").Refused(503, "E002")
}
