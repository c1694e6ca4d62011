package member_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/audit"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/factory"
)

func (w *world) takeBreak(t *testing.T, r member.NewBreak) error {
	t.Helper()
	r.Site = "demo"
	return pg.InTx(t.Context(), w.db, func(tx pgx.Tx) error { return w.s.TakeBreak(t.Context(), tx, r) })
}

// S-41: no path readmits a member before the end of an exclusion, whether staff or the member set it, and no other status
// does.
func TestAnExclusionLastsToItsEnd(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	own, given := factory.Member(t, w.db), factory.Member(t, w.db)
	staff := func(m factory.M) member.Act {
		return member.Act{Actor: audit.Actor{ID: "staff1"}, Site: "demo", MemID: m.MemID}
	}
	until := w.clk.Now().AddDate(0, 12, 0)
	require.NoError(t, w.takeBreak(t, member.NewBreak{MemID: own.MemID, Until: until, Exclusion: true}))
	require.NoError(t, w.s.SetStatus(t.Context(), staff(given), member.Excluded, "asked for by telephone"))
	shortest := w.clk.Now().AddDate(0, member.ShortestExclusion, 0)

	for m, end := range map[*factory.M]time.Time{&own: until, &given: shortest} {
		for _, status := range []member.Status{member.Black, member.Stopped, member.Closed, member.Excluded} {
			require.ErrorIs(t, w.s.SetStatus(t.Context(), staff(*m), member.Normal, "please"), fault.SelfExcluded, status)
			require.NoError(t, w.s.SetStatus(t.Context(), staff(*m), status, "another way"))
		}
		p, err := w.s.Profile(t.Context(), w.db, m.MemID)
		require.NoError(t, err)
		require.False(t, p.Break.Exclusion.Before(end.Truncate(time.Microsecond)))
		_, err = w.login(t.Context(), m.MemID, factory.Password)
		require.NoError(t, err, "to withdraw (S-42)")
	}
	for _, sql := range []string{
		"UPDATE member_member SET status = 'normal', status_at = $2 WHERE member_id = $1",
		"UPDATE member_member SET excluded_until = $2 WHERE member_id = $1",
		"UPDATE member_member SET excluded_until = NULL, status_at = $2 WHERE member_id = $1",
	} {
		_, err := w.db.Exec(t.Context(), sql, own.MemID, w.clk.Now())
		require.Error(t, err, "the database refuses it as well: %s", sql)
	}

	w.clk.Set(until)
	for _, m := range []factory.M{own, given} {
		p, err := w.s.Profile(t.Context(), w.db, m.MemID)
		require.NoError(t, err)
		holds, _ := p.Break.At(w.clk.Now())
		require.True(t, holds, "not by itself: staff takes the member back")
		w.clk.Set(w.clk.Now().AddDate(0, member.ShortestExclusion, 0))
		require.NoError(t, w.s.SetStatus(t.Context(), staff(m), member.Normal, "asked to come back"))
		p, err = w.s.Profile(t.Context(), w.db, m.MemID)
		require.NoError(t, err)
		holds, _ = p.Break.At(w.clk.Now())
		require.False(t, holds)
	}
}

func TestABreakGrowsOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db)
	day := func(n int) time.Time { return w.clk.Now().Add(time.Duration(n) * 24 * time.Hour) }
	require.NoError(t, w.takeBreak(t, member.NewBreak{MemID: m.MemID, Until: day(7)}))
	require.ErrorIs(t, w.takeBreak(t, member.NewBreak{MemID: m.MemID, Until: day(1)}), fault.Failed)
	require.NoError(t, w.takeBreak(t, member.NewBreak{MemID: m.MemID, Until: day(30)}))
	_, err := w.db.Exec(t.Context(), "UPDATE member_member SET timeout_until = timeout_until - interval '1 second' WHERE member_id = $1", m.MemID)
	require.Error(t, err)
	require.NoError(t, w.takeBreak(t, member.NewBreak{MemID: m.MemID, Until: day(200), Exclusion: true}))
	require.ErrorIs(t, w.takeBreak(t, member.NewBreak{MemID: m.MemID, Until: day(190), Exclusion: true}), fault.Failed)
	require.NoError(t, w.takeBreak(t, member.NewBreak{MemID: m.MemID, Until: day(400), Exclusion: true}), "extendable")
	v, err := w.s.View(t.Context(), m.MemID)
	require.NoError(t, err)
	require.True(t, v.InBreak)
	require.WithinDuration(t, day(400), *v.BreakUntil, time.Millisecond)

	stopped := factory.Member(t, w.db, func(m *factory.M) { m.Status = member.Stopped })
	require.ErrorIs(t, w.takeBreak(t, member.NewBreak{MemID: stopped.MemID, Until: day(7)}), fault.Suspended)
	require.ErrorIs(t, w.takeBreak(t, member.NewBreak{MemID: "nobody", Until: day(7)}), fault.MemberNotFound)
	require.NoError(t, w.takeBreak(t, member.NewBreak{MemID: factory.Member(t, w.db).MemID, Until: day(1)}))
	free, err := w.s.View(t.Context(), factory.Member(t, w.db).MemID)
	require.NoError(t, err)
	require.False(t, free.InBreak)
	require.Nil(t, free.BreakUntil)
}
