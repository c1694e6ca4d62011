package board_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/board"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestAnEventIsComingRunningAndOver(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC)
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	site := factory.Site(t, db)
	svc := board.New(db, clk)
	at := func(days int) *time.Time { d := noon.AddDate(0, 0, days); return &d }
	text := func(lang, title string) board.Text {
		return board.Text{Lang: lang, Title: title, Content: richtext.Plain("x")}
	}
	version := int32(0) // of the one event that is changed
	save := func(id int64, d board.Draft) int64 {
		t.Helper()
		d = inVietnamese(d)
		d.Site, d.Board = site, board.Event
		if id != 0 {
			version++
			d.Version = version
		}
		post, err := svc.Save(t.Context(), staff, id, d)
		require.NoError(t, err)
		return post
	}
	whole, err := paging.Days{}.Period(time.UTC)
	require.NoError(t, err)
	states := func(lang string, asked board.State) map[string]board.State {
		t.Helper()
		posts, total, err := svc.List(t.Context(), board.Query{
			Site: site, Board: board.Event, Lang: lang, SiteLang: "vn", State: asked, Period: whole, Slice: paging.Slice{Count: 10},
		})
		require.NoError(t, err)
		require.Len(t, posts, int(total))
		out := map[string]board.State{}
		for _, p := range posts {
			out[p.Title] = p.State
		}
		return out
	}
	save(0, board.Draft{Texts: []board.Text{text("", "always")}})
	wheel := save(0, board.Draft{
		Texts: []board.Text{text("en", "wheel"), text("ko", "룰렛"), text("vn", "vòng quay")}, Time: board.Time{Since: at(1), Until: at(2)}, Category: "draw",
	})
	for n, want := range []board.State{board.Coming, board.Running, board.Over} {
		require.Equal(t, map[string]board.State{"always": board.Running, "wheel": want}, states("en", ""), n)
		open, over := map[string]board.State{"always": board.Running, "룰렛": want}, map[string]board.State{}
		if want == board.Over {
			open, over = map[string]board.State{"always": board.Running}, map[string]board.State{"룰렛": want}
		}
		require.Equal(t, open, states("ko", board.Running), "those that are not over")
		require.Equal(t, over, states("ko", board.Over))
		p, _, err := svc.View(t.Context(), site, board.Event, wheel, board.Reader{Lang: "vn", SiteLang: "vn"})
		require.NoError(t, err)
		require.Equal(t, []any{want, true, true}, []any{p.State, p.Since.Equal(*at(1)), p.Until.Equal(*at(2))})
		clk.Advance(24 * time.Hour)
	}
	entries, _, err := svc.StaffList(t.Context(), site, "vn", board.Event, "wheel", paging.Slice{Count: 10})
	require.NoError(t, err)
	require.True(t, entries[0].Until.Equal(*at(2)))

	// A language that was taken off and comes back has the time of the post.
	save(wheel, board.Draft{Texts: []board.Text{text("en", "wheel")}, Time: board.Time{Until: at(9)}})
	save(wheel, board.Draft{Texts: []board.Text{text("en", "wheel"), text("ko", "룰렛")}, Time: board.Time{Until: at(9)}})
	require.Equal(t, map[string]board.State{"always": board.Running, "룰렛": board.Running}, states("ko", ""))
	save(wheel, board.Draft{Texts: []board.Text{text("en", "wheel")}})
	require.Equal(t, board.Running, states("en", "")["wheel"], "without an end")

	for name, d := range map[string]board.Draft{
		"ends before it begins": {Board: board.Event, Time: board.Time{Since: at(2), Until: at(1)}},
		"ends as it begins":     {Board: board.Event, Time: board.Time{Since: at(1), Until: at(1)}},
		"a notice":              {Board: board.Notice, Time: board.Time{Until: at(1)}},
	} {
		d.Site, d.Texts, d.Default = site, []board.Text{text("vn", "x")}, "vn"
		_, err := svc.Save(t.Context(), staff, 0, d)
		require.ErrorIs(t, err, fault.Failed, name)
	}
	for _, asked := range []board.State{board.Coming, "soon"} {
		_, _, err := svc.List(t.Context(), board.Query{Site: site, Board: board.Event, State: asked, Period: whole})
		require.ErrorIs(t, err, fault.Failed)
	}
}
