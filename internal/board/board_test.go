package board_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/board"
	"hubstake/internal/clock"
	"hubstake/internal/fault"
	"hubstake/internal/paging"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestPostsAreListedByLanguageAndTheirViewsCounted(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	site := factory.Site(t, db)
	svc := board.New(db, clk)
	post := func(d board.Draft) (id int64) {
		d.Site = site
		require.NoError(t, pg.InTx(t.Context(), db, func(tx pgx.Tx) (err error) {
			id, err = svc.Create(t.Context(), tx, d)
			return err
		}))
		clk.Advance(time.Hour)
		return id
	}
	pinned := post(board.Draft{Board: board.Notice, Title: "Rules", Pinned: true})
	post(board.Draft{Board: board.Notice, Lang: "ko", Title: "점검 100% 안내"})
	post(board.Draft{Board: board.Notice, Lang: "en", Title: "Maintenance 100% done"})
	post(board.Draft{Board: board.Notice, Lang: "en", Title: "Maintenance 1000 done"})
	post(board.Draft{Board: board.Marquee, Title: "Welcome"})

	whole, err := paging.Days{}.Period(time.UTC)
	require.NoError(t, err)
	titles := func(q board.Query) (out []string) {
		t.Helper()
		q.Site, q.Count = site, 10
		if q.Until.IsZero() {
			q.Period = whole
		}
		posts, total, err := svc.List(t.Context(), q)
		require.NoError(t, err)
		require.Len(t, posts, int(total))
		for _, p := range posts {
			out = append(out, p.Title)
		}
		return out
	}
	require.Equal(t, []string{"Rules", "Maintenance 1000 done", "Maintenance 100% done"}, titles(board.Query{Board: board.Notice, Lang: "en"}))
	require.Equal(t, []string{"Rules", "점검 100% 안내"}, titles(board.Query{Board: board.Notice, Lang: "ko"}))
	require.Equal(t, []string{"Maintenance 100% done"}, titles(board.Query{Board: board.Notice, Lang: "en", Title: "maintenance 100%"}), "a % is a %")
	require.Equal(t, []string{"Welcome"}, titles(board.Query{Board: board.Marquee, Lang: "jp"}))
	early := paging.Period{Since: whole.Since, Until: time.Date(2026, 9, 10, 4, 0, 0, 0, time.UTC)}
	require.Equal(t, []string{"Rules"}, titles(board.Query{Board: board.Notice, Lang: "en", Period: early}), "the end does not belong to a period")

	_, _, err = svc.List(t.Context(), board.Query{Site: site, Board: "qna", Period: whole})
	require.ErrorIs(t, err, fault.Failed)

	for n := range int64(2) {
		p, err := svc.View(t.Context(), site, board.Notice, pinned)
		require.NoError(t, err)
		require.Equal(t, n+1, p.Views)
	}
	for _, wrong := range []struct {
		site string
		kind board.Kind
		id   int64
	}{{"other", board.Notice, pinned}, {site, board.Event, pinned}, {site, board.Notice, -1}} {
		_, err := svc.View(t.Context(), wrong.site, wrong.kind, wrong.id)
		require.ErrorIs(t, err, fault.Failed)
	}
	var marquees int
	require.NoError(t, db.QueryRow(t.Context(), "SELECT count(*) FROM outbox_event WHERE cmd = 'MARQUEE' AND site = $1", site).Scan(&marquees))
	require.Equal(t, 1, marquees, "only the ticker has an event")
}
