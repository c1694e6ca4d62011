package board_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/board"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// talk is a free board on which a member has written a post with a comment.
type talk struct {
	t       *testing.T
	db      *pgxpool.Pool
	clk     *clock.Manual
	svc     *board.Service
	m       factory.M
	post    int64
	comment int64
}

func newTalk(t *testing.T) talk {
	t.Helper()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	w := talk{t: t, db: db, clk: clk, svc: board.New(db, clk), m: factory.Member(t, db)}
	p, err := w.svc.Write(t.Context(), board.Draft{
		Site: w.m.Site, Member: w.m.MemID, Writer: w.m.Nick, Texts: []board.Text{{Title: "Hello", Content: richtext.Plain("all")}}, Category: "talk",
	})
	require.NoError(t, err)
	c, err := w.svc.Comment(t.Context(), board.Remark{Site: w.m.Site, Member: w.m.MemID, Writer: w.m.Nick, Post: p.ID, Content: richtext.Plain("first")})
	require.NoError(t, err)
	w.post, w.comment = p.ID, c.ID
	return w
}

func (w talk) view(member string) (board.Post, []board.Comment, error) {
	return w.svc.View(w.t.Context(), w.m.Site, board.Free, w.post, board.Reader{Lang: "en", SiteLang: "vn", Member: member})
}

// ways are the calls on a post or comment of the member's own.
func (w talk) ways(post, comment board.Own) map[string]func() error {
	ctx, content := w.t.Context(), richtext.Plain("changed")
	return map[string]func() error{
		"change post":    func() error { return w.svc.ChangeOwn(ctx, post, "win", board.Text{Title: "Changed", Content: content}) },
		"change comment": func() error { return w.svc.ChangeOwnComment(ctx, comment, content) },
		"delete comment": func() error { return w.svc.DeleteOwnComment(ctx, comment) },
		"delete post":    func() error { return w.svc.DeleteOwn(ctx, post) },
	}
}

func (w talk) own(id int64) board.Own { return board.Own{Site: w.m.Site, Member: w.m.MemID, ID: id} }

func TestMembersChangeAndDeleteTheirOwn(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	ways := w.ways(w.own(w.post), w.own(w.comment))
	w.clk.Advance(time.Hour)
	require.NoError(t, ways["change post"]())
	require.NoError(t, ways["change comment"]())
	p, comments, err := w.view(w.m.MemID)
	require.NoError(t, err)
	require.Equal(t, []any{"Changed", "changed", "win", w.m.MemID}, []any{p.Title, p.Content.Text, p.Category, p.Member})
	require.Equal(t, "changed", comments[0].Content.Text)
	for _, at := range []*time.Time{p.EditedAt, comments[0].EditedAt} {
		require.True(t, w.clk.Now().Equal(*at), "readers see that it was changed")
	}
	require.ErrorIs(t, w.svc.ChangeOwn(t.Context(), w.own(w.post), "vip", board.Text{Title: "x", Content: richtext.Plain("x")}), fault.Failed)

	require.NoError(t, ways["delete comment"]())
	_, comments, err = w.view(w.m.MemID)
	require.NoError(t, err)
	require.Empty(t, comments)
	require.NoError(t, ways["delete post"]())
	_, _, err = w.view(w.m.MemID)
	require.ErrorIs(t, err, fault.Failed)
	for name, again := range ways {
		require.ErrorIs(t, again(), fault.Failed, name)
	}

	// Staff keep what was deleted, and cannot bring it back.
	list, total, err := w.svc.StaffList(t.Context(), w.m.Site, "vn", board.Free, "chang", paging.Slice{Count: 10})
	require.NoError(t, err)
	require.EqualValues(t, 1, total)
	require.Equal(t, []any{true, false, "changed"}, []any{list[0].Deleted, list[0].Published, list[0].Texts[0].Content.Text})
	require.ErrorIs(t, w.svc.Publish(t.Context(), staff, w.m.Site, w.post, true), fault.Failed)
	require.ErrorIs(t, w.svc.PublishComment(t.Context(), staff, w.m.Site, w.comment, true), fault.Failed)
}

func TestWhatOthersWroteCannotBeChanged(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	other := factory.Member(t, w.db)
	for name, who := range map[string]board.Own{
		"another member": {Site: w.m.Site, Member: other.MemID}, "another site": {Site: "other", Member: w.m.MemID}, "nobody": {Site: w.m.Site},
	} {
		post, comment := who, who
		post.ID, comment.ID = w.post, w.comment
		for way, call := range w.ways(post, comment) {
			require.ErrorIs(t, call(), fault.Failed, "%s: %s", name, way)
		}
	}
	p, comments, err := w.view(other.MemID)
	require.NoError(t, err)
	require.Equal(t, []any{"Hello", 1, "first"}, []any{p.Title, len(comments), comments[0].Content.Text})
	require.Nil(t, p.EditedAt)
}

func TestWhatStaffHidCannotBeChangedButDeleted(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	ways := w.ways(w.own(w.post), w.own(w.comment))
	require.NoError(t, w.svc.PublishComment(t.Context(), staff, w.m.Site, w.comment, false))
	require.ErrorIs(t, ways["change comment"](), fault.Failed)
	require.NoError(t, w.svc.PublishComment(t.Context(), staff, w.m.Site, w.comment, true))
	require.NoError(t, w.svc.Publish(t.Context(), staff, w.m.Site, w.post, false))
	require.ErrorIs(t, ways["change post"](), fault.Failed)
	require.ErrorIs(t, ways["change comment"](), fault.Failed, "its post is out of sight")
	require.NoError(t, ways["delete post"]())
	require.NoError(t, ways["delete comment"]())
}

func TestDeletedPostsCountForTheDay(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	require.NoError(t, w.svc.DeleteOwn(t.Context(), w.own(w.post)))
	_, err := w.svc.Write(t.Context(), board.Draft{
		Site: w.m.Site, Member: w.m.MemID, Texts: []board.Text{{Title: "Again", Content: richtext.Plain("x")}}, Quota: w.svc.DayQuota(1, time.UTC),
	})
	require.ErrorIs(t, err, fault.TryLater)
}

func TestThePostsOfACategoryAreListed(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	_, err := w.svc.Write(t.Context(), board.Draft{Site: w.m.Site, Member: w.m.MemID, Texts: []board.Text{{Title: "x", Content: richtext.Plain("x")}}, Category: "vip"})
	require.ErrorIs(t, err, fault.Failed)
	whole, err := paging.Days{}.Period(time.UTC)
	require.NoError(t, err)
	for category, want := range map[string]int{"": 1, "talk": 1, "win": 0} {
		posts, total, err := w.svc.List(t.Context(), board.Query{
			Site: w.m.Site, Board: board.Free, Lang: "en", Category: category, Period: whole, Slice: paging.Slice{Count: 10},
		})
		require.NoError(t, err)
		require.Equal(t, []int{want, want}, []int{len(posts), int(total)}, category)
	}
}

// report reports the post or the comment of the talk.
func (w talk) report(member string, comment bool, reason board.Reason) error {
	id := w.post
	if comment {
		id = w.comment
	}
	return w.svc.Report(w.t.Context(), board.Report{Site: w.m.Site, Member: member, ID: id, Comment: comment, Reason: reason, Words: "look"})
}

func (w talk) reports() []board.Reported {
	w.t.Helper()
	list, total, err := w.svc.Reports(w.t.Context(), w.m.Site, paging.Slice{Count: 10})
	require.NoError(w.t, err)
	require.Len(w.t, list, int(total))
	return list
}

func TestStaffDecideWhatMembersReport(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	a, b := factory.Member(t, w.db).MemID, factory.Member(t, w.db).MemID
	require.NoError(t, w.report(a, false, "spam"))
	require.NoError(t, w.report(a, true, "abuse"))
	require.NoError(t, w.report(b, true, "other"))
	require.NoError(t, w.report(b, true, "spam"), "the second report of a member changes nothing")
	require.NoError(t, w.ways(w.own(w.post), w.own(w.comment))["change comment"]())

	list := w.reports()
	require.Equal(t, []any{2, w.comment, int64(2), "changed", w.m.MemID}, []any{len(list), list[0].Comment, list[0].Total, list[0].Content.Text, list[0].Member})
	require.Equal(t, []board.Said{
		{Member: b, Reason: "other", Words: "look", Content: "first", At: list[0].Said[0].At},
		{Member: a, Reason: "abuse", Words: "look", Content: "first", At: list[0].Said[1].At},
	}, list[0].Said, "the text as it was reported")
	require.Equal(t, []any{int64(0), "Hello\nall"}, []any{list[1].Comment, list[1].Said[0].Content})
	p, comments, err := w.view(a)
	require.NoError(t, err)
	require.True(t, p.Reported && comments[0].Reported)
	p, comments, err = w.view(w.m.MemID)
	require.NoError(t, err)
	require.False(t, p.Reported || comments[0].Reported, "only who reported sees it")

	require.ErrorIs(t, w.svc.DecideReports(t.Context(), staff, "other", w.comment, true, true), fault.Failed)
	require.ErrorIs(t, w.svc.DecideReports(t.Context(), staff, "other", w.post, false, true), fault.Failed)
	require.NoError(t, w.svc.DecideReports(t.Context(), staff, w.m.Site, w.comment, true, true))
	require.NoError(t, w.svc.DecideReports(t.Context(), staff, w.m.Site, w.post, false, false))
	require.ErrorIs(t, w.svc.DecideReports(t.Context(), staff, w.m.Site, w.post, false, true), fault.Failed, "decided is decided")
	require.Empty(t, w.reports())
	_, comments, err = w.view(a)
	require.NoError(t, err, "the post stays")
	require.Empty(t, comments, "the comment is out of sight")
	require.Equal(t, []string{"hide", "dismiss"}, pgtest.Column(t, w.db, "SELECT detail ->> 'decision' FROM audit_entry WHERE action = 'board.report' ORDER BY id"))
	require.NoError(t, w.report(a, false, "spam"))
	require.Empty(t, w.reports(), "a member reports a thing once, even when staff dismissed it")
}

func TestHidingDecidesTheReports(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	a := factory.Member(t, w.db).MemID
	require.NoError(t, w.report(a, false, "spam"))
	require.NoError(t, w.report(a, true, "spam"))
	require.NoError(t, w.svc.PublishComment(t.Context(), staff, w.m.Site, w.comment, false))
	require.Len(t, w.reports(), 1)
	require.NoError(t, w.svc.Publish(t.Context(), staff, w.m.Site, w.post, false))
	require.Empty(t, w.reports())
}

// A post or comment that was reported and then deleted by its writer stays a matter for staff.
func TestADeletedThingCanBeDecided(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	a := factory.Member(t, w.db).MemID
	for _, comment := range []bool{true, false} {
		require.NoError(t, w.report(a, comment, "fraud"))
	}
	ways := w.ways(w.own(w.post), w.own(w.comment))
	require.NoError(t, ways["delete comment"]())
	require.NoError(t, ways["delete post"]())
	list := w.reports()
	require.True(t, list[0].Deleted && list[1].Deleted)
	require.NoError(t, w.svc.DecideReports(t.Context(), staff, w.m.Site, w.comment, true, true))
	require.NoError(t, w.svc.DecideReports(t.Context(), staff, w.m.Site, w.post, false, true))
	require.Empty(t, w.reports())
}

func TestReportsThatMeanNothingAreRefused(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	other := factory.Member(t, w.db).MemID
	for _, comment := range []bool{false, true} {
		require.ErrorIs(t, w.report(w.m.MemID, comment, "spam"), fault.Failed, "the member's own")
		require.ErrorIs(t, w.report(other, comment, "boring"), fault.Failed)
		require.ErrorIs(t, w.report(other, comment, ""), fault.Failed)
		elsewhere := board.Report{Site: "other", Member: other, ID: w.post, Comment: comment, Reason: "spam"}
		require.ErrorIs(t, w.svc.Report(t.Context(), elsewhere), fault.Failed)
	}
	require.NoError(t, w.svc.PublishComment(t.Context(), staff, w.m.Site, w.comment, false))
	require.NoError(t, w.svc.Publish(t.Context(), staff, w.m.Site, w.post, false))
	for _, comment := range []bool{false, true} {
		require.ErrorIs(t, w.report(other, comment, "spam"), fault.Failed, "out of sight already")
	}
	notice, err := w.svc.Save(t.Context(), staff, 0, inVietnamese(board.Draft{Site: w.m.Site, Board: board.Notice, Texts: []board.Text{{Title: "x", Content: richtext.Plain("x")}}}))
	require.NoError(t, err)
	w.post = notice
	require.ErrorIs(t, w.report(other, false, "spam"), fault.Failed, "the site's own")
}

// Reports are paced: a member cannot bury staff, not even with many at once, and one thing at once counts once.
func TestReportsOfADayAreBounded(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	other := factory.Member(t, w.db).MemID
	var comments []int64
	for i := range 25 {
		c, err := w.svc.Comment(t.Context(), board.Remark{
			Site: w.m.Site, Member: w.m.MemID, Writer: w.m.Nick, Post: w.post, Content: richtext.Plain(fmt.Sprint(i)),
		})
		require.NoError(t, err)
		comments = append(comments, c.ID)
	}
	var all sync.WaitGroup
	var refused atomic.Int64
	for i := range 50 {
		all.Go(func() {
			err := w.svc.Report(t.Context(), board.Report{Site: w.m.Site, Member: other, ID: comments[i/2], Comment: true, Reason: "spam"})
			if err != nil {
				refused.Add(1)
				assert.ErrorIs(t, err, fault.TryLater)
			}
		})
	}
	all.Wait()
	require.EqualValues(t, 10, refused.Load(), "twenty things, each reported twice, went through")
	require.Equal(t, []string{"20"}, pgtest.Column(t, w.db, "SELECT count(*)::text FROM board_report"))
	w.clk.Advance(24*time.Hour + time.Second)
	require.NoError(t, w.report(other, false, "spam"))
}
