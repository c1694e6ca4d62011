package supporttest_test

import (
	"bytes"
	"image"
	"image/png"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/picture"
	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/audit"
	"hubstake/internal/support/inquiry"
	"hubstake/internal/testkit/factory"
)

var deskActor = audit.Actor{ID: "staff1"}

func (s inquiryStage) ask(q inquiry.Question) int64 {
	s.Helper()
	out, err := s.svc.Ask(s.Context(), s.who, q)
	require.NoError(s, err)
	return out.ID
}

func (s inquiryStage) follow(id int64, text string, images ...int64) error {
	return s.svc.FollowUp(s.Context(), s.who, id, richtext.Plain(text), images)
}

func (s inquiryStage) answer(id int64, text string) error {
	return s.svc.Answer(s.Context(), deskActor, "demo", id, richtext.Plain(text))
}

func (s inquiryStage) get(id int64) inquiry.Inquiry {
	s.Helper()
	out, err := s.svc.Get(s.Context(), s.who, id)
	require.NoError(s, err)
	return out
}

// textsOf is a thread as its texts, those of staff with their name.
func textsOf(messages []inquiry.Message) (out []string) {
	for _, m := range messages {
		if m.Staff != "" {
			m.Content.Text = m.Staff + ": " + m.Content.Text
		}
		out = append(out, m.Content.Text)
	}
	return out
}

func TestAMemberWritesAgainAndTheInquiryWaitsAgain(t *testing.T) {
	s := openInquiries(t)
	id := s.ask(questionOf("When?"))
	require.NoError(t, s.follow(id, "I forgot to say"), "also while it waits")
	require.NoError(t, s.answer(id, "Today"))
	s.clk.Advance(time.Minute)
	require.NoError(t, s.follow(id, "Not yet"))
	q := s.get(id)
	require.Equal(t, []any{inquiry.Waiting, ""}, []any{q.Status, q.Answer.Text})
	require.Nil(t, q.AnsweredAt)
	require.Equal(t, []string{"I forgot to say", "staff1: Today", "Not yet"}, textsOf(q.Messages))
	require.True(t, noon.Equal(q.Messages[1].CreatedAt), "an answer keeps its time")
	list, _, err := s.svc.StaffList(t.Context(), inquiry.StaffQuery{Site: "demo", Status: inquiry.Waiting, Slice: paging.Slice{Count: 10}})
	require.NoError(t, err)
	require.Len(t, list, 1, "staff see that it waits")
	require.NoError(t, s.answer(id, "Now"))
	require.NoError(t, s.answer(id, "Now, sorry"))
	q = s.get(id)
	require.Equal(t, []any{inquiry.Answered, "Now, sorry", 3}, []any{q.Status, q.Answer.Text, len(q.Messages)}, "an answer that is given again is one")
	thread, err := s.svc.StaffThread(t.Context(), "demo", id)
	require.NoError(t, err)
	require.Equal(t, textsOf(q.Messages), textsOf(thread.Messages))
	require.Equal(t, []string{"QUEUE", "QUEUE", "QUEUE", "MSG", "QUEUE", "QUEUE", "MSG", "QUEUE", "MSG"}, s.column("SELECT cmd FROM outbox_event WHERE cmd IN ('QUEUE', 'MSG') ORDER BY id"))
}

func TestStaffCloseAThread(t *testing.T) {
	s := openInquiries(t)
	id := s.ask(questionOf("When?"))
	closing := func(site string, closed bool) error { return s.svc.Close(t.Context(), deskActor, site, id, closed) }
	require.ErrorIs(t, closing("demo", true), fault.Failed, "it waits for an answer")
	require.NoError(t, s.answer(id, "Today"))
	require.ErrorIs(t, closing("other", true), fault.Failed)
	require.ErrorIs(t, closing("demo", false), fault.Failed, "it is open")
	require.NoError(t, closing("demo", true))
	require.ErrorIs(t, closing("demo", true), fault.Failed)
	require.Equal(t, inquiry.Closed, s.get(id).Status)
	require.ErrorIs(t, s.follow(id, "But"), fault.Failed)
	require.ErrorIs(t, s.answer(id, "But"), fault.Failed)
	require.NoError(t, closing("demo", false))
	require.NoError(t, s.follow(id, "But"))
	require.Equal(t, inquiry.Waiting, s.get(id).Status)
	require.Equal(t, []string{"true", "false"}, s.column("SELECT detail ->> 'closed' FROM audit_entry WHERE action = 'inquiry.close' ORDER BY id"))
}

func TestAThreadIsItsMembersAndBounded(t *testing.T) {
	s := openInquiries(t)
	id := s.ask(questionOf("When?"))
	other := s
	other.who = requesterOf(factory.Member(t, s.db))
	require.ErrorIs(t, other.follow(id, "Me too"), fault.Failed)
	_, err := s.svc.StaffThread(t.Context(), "other", id)
	require.ErrorIs(t, err, fault.Failed)
	var all sync.WaitGroup
	var refused atomic.Int64
	for range 70 {
		all.Go(func() {
			if err := s.follow(id, "Hello?"); err != nil {
				refused.Add(1)
				assert.ErrorIs(t, err, fault.TryLater)
			}
		})
	}
	all.Wait()
	require.EqualValues(t, 11, refused.Load())
	require.Len(t, s.get(id).Messages, 59)

	var answered int64
	for range 20 {
		answered = s.ask(questionOf("x"))
		require.NoError(t, s.answer(answered, "y"))
	}
	for range 19 {
		s.ask(questionOf("x"))
	}
	require.ErrorIs(t, s.follow(answered, "Again"), fault.TryLater, "no more than twenty wait")
	require.Equal(t, "y", s.get(answered).Answer.Text, "nothing happened")
}

func pngOf(t *testing.T, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, w, h))))
	return b.Bytes()
}

func (s inquiryStage) upload() int64 {
	s.Helper()
	m, err := s.svc.Upload(s.Context(), s.who, pngOf(s.T, 30, 20))
	require.NoError(s, err)
	require.Equal(s, []int{30, 20}, []int{m.Width, m.Height})
	return m.ID
}

func TestPicturesGoWithAMessage(t *testing.T) {
	s := openInquiries(t)
	with := questionOf("Look")
	with.Images = []int64{s.upload(), s.upload()}
	id := s.ask(with)
	later := s.upload()
	require.NoError(t, s.follow(id, "And this", later))
	q := s.get(id)
	require.Equal(t, []int{2, 1}, []int{len(q.Images), len(q.Messages[0].Images)})
	require.Equal(t, inquiry.Image{ID: later, Width: 30, Height: 20}, q.Messages[0].Images[0])
	b, err := s.svc.OwnImage(t.Context(), s.who, later)
	require.NoError(t, err)
	require.True(t, bytes.HasPrefix(b, []byte("\xff\xd8\xff")))
	_, err = picture.Clean(b)
	require.NoError(t, err)
	forStaff, err := s.svc.StaffImage(t.Context(), "demo", later)
	require.NoError(t, err)
	require.Equal(t, b, forStaff)
}

func TestPicturesOfOthersAreNotThere(t *testing.T) {
	s := openInquiries(t)
	other := s
	other.who = requesterOf(factory.Member(t, s.db))
	mine, id := s.upload(), s.ask(questionOf("x"))
	theirs := other.ask(questionOf("y"))
	_, err := other.svc.OwnImage(t.Context(), other.who, mine)
	require.ErrorIs(t, err, fault.Failed)
	_, err = s.svc.StaffImage(t.Context(), "demo", mine)
	require.ErrorIs(t, err, fault.Failed, "staff see only what was sent")
	require.ErrorIs(t, other.follow(theirs, "x", mine), fault.Failed, "another member's picture")
	require.Empty(t, other.get(theirs).Messages, "and nothing was written")
	require.ErrorIs(t, s.follow(id, "x", mine, mine), fault.Failed)
	require.ErrorIs(t, s.follow(id, "x", 1<<40), fault.Failed)
	four := []int64{mine, s.upload(), s.upload(), s.upload()}
	require.ErrorIs(t, s.follow(id, "x", four...), fault.Failed)
	require.NoError(t, s.follow(id, "x", mine))
	require.ErrorIs(t, s.follow(id, "x", mine), fault.Failed, "a picture is sent once")
	_, err = s.svc.StaffImage(t.Context(), "other", mine)
	require.ErrorIs(t, err, fault.Failed, "another site")
	with := questionOf("x")
	with.Category, with.Images = inquiry.BankAccount, []int64{four[1]}
	_, err = s.svc.Ask(t.Context(), s.who, with)
	require.ErrorIs(t, err, fault.Failed)
}

func TestUnsentPicturesAreForgotten(t *testing.T) {
	s := openInquiries(t)
	sent, id := s.upload(), s.ask(questionOf("x"))
	require.NoError(t, s.follow(id, "x", sent))
	first := s.upload()
	for range 6 {
		s.upload()
	}
	_, err := s.svc.OwnImage(t.Context(), s.who, first)
	require.ErrorIs(t, err, fault.Failed, "the oldest makes room")
	s.clk.Advance(23 * time.Hour)
	n, err := inquiry.PruneImages(t.Context(), s.db, s.clk.Now())
	require.NoError(t, err)
	require.Zero(t, n)
	s.clk.Advance(time.Hour + time.Second)
	n, err = inquiry.PruneImages(t.Context(), s.db, s.clk.Now())
	require.NoError(t, err)
	require.EqualValues(t, 6, n)
	_, err = s.svc.OwnImage(t.Context(), s.who, sent)
	require.NoError(t, err, "what was sent is kept")
}

func TestFilesThatAreNoPictureAreRefused(t *testing.T) {
	s := openInquiries(t)
	for _, file := range []string{"", "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "GIF89a", "\x89PNG\r\n\x1a\n"} {
		_, err := s.svc.Upload(t.Context(), s.who, []byte(file))
		require.ErrorIs(t, err, fault.Failed, file)
	}
	require.Equal(t, []string{"0"}, s.column("SELECT count(*)::text FROM inquiry_image"))
}
