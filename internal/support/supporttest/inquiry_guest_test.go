package supporttest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/message"
	"hubstake/internal/support/inquiry"
	"hubstake/internal/testkit/factory"
)

var (
	guestVisitor = inquiry.Visitor{Site: "demo", Lang: "en", Trace: "00-2"}
	staffActor   = audit.Actor{ID: "staff1"}
)

func guestQuestion() inquiry.GuestQuestion {
	return inquiry.GuestQuestion{
		Category: inquiry.LogIn, Text: "I cannot log in <any> more.\r\nPlease help.",
		Contact: inquiry.Contact{Kind: inquiry.Email, Address: "kim@mail.example", Account: "kim0001"},
	}
}

func guestQuery(status inquiry.Status) inquiry.StaffQuery {
	return inquiry.StaffQuery{Site: "demo", Status: status, Guests: true, Slice: paging.Slice{Count: 10}}
}

// Review W11: who cannot log in reaches staff, and reads the answer.
func TestAGuestIsAnsweredByStaff(t *testing.T) {
	s := openInquiries(t)
	_, err := s.svc.Ask(t.Context(), s.who, questionOf("A member's"))
	require.NoError(t, err)
	r, err := s.svc.AskAsGuest(t.Context(), guestVisitor, guestQuestion())
	require.NoError(t, err)
	require.Regexp(t, `^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$`, r.Secret)
	require.Equal(t, noon, r.CreatedAt)
	require.Equal(t, []string{"QUEUE inquiry admin.demo ", "QUEUE inquiry admin.demo "}, s.column(eventRows))

	list, total, err := s.svc.StaffList(t.Context(), guestQuery(inquiry.Waiting))
	require.NoError(t, err)
	require.Equal(t, int64(1), total, "the member's is not among them")
	e := list[0]
	require.Equal(t, []any{r.ID, "", "en", "I cannot log in more. Please help.", inquiry.LogIn}, []any{e.ID, e.Member, e.Lang, e.Title, e.Category})
	require.Equal(t, inquiry.Contact{Kind: inquiry.Email, Address: "k**@mail.example", Account: "kim0001"}, *e.Guest)
	require.Equal(t, richtext.Content{HTML: "I cannot log in &lt;any&gt; more.<br>Please help.", Text: "I cannot log in <any> more.\nPlease help."}, e.Content)
	all, total, err := s.svc.StaffList(t.Context(), inquiry.StaffQuery{Site: "demo", Slice: paging.Slice{Count: 10}})
	require.NoError(t, err)
	require.Equal(t, []any{int64(2), r.ID, s.who.Member}, []any{total, all[0].ID, all[1].Member})
	require.Nil(t, all[1].Guest)

	got, err := s.svc.GuestInquiry(t.Context(), "demo", r.ID, r.Secret)
	require.NoError(t, err)
	require.Equal(t, []any{inquiry.Waiting, inquiry.LogIn, "", noon}, []any{got.Status, got.Category, got.Answer.Text, got.CreatedAt})

	answer := richtext.Content{HTML: "<b>Unlocked.</b>", Text: "Unlocked."}
	require.ErrorIs(t, s.svc.Answer(t.Context(), staffActor, "other", r.ID, answer), fault.Failed, "staff of another site")
	require.NoError(t, s.svc.Answer(t.Context(), staffActor, "demo", r.ID, answer))
	got, err = s.svc.GuestInquiry(t.Context(), "demo", r.ID, strings.ToLower(strings.ReplaceAll(r.Secret, "-", " ")))
	require.NoError(t, err, "however the secret is typed")
	require.Equal(t, []any{inquiry.Answered, answer, noon}, []any{got.Status, got.Answer, *got.AnsweredAt})

	_, total, err = s.svc.StaffList(t.Context(), guestQuery(inquiry.Answered))
	require.NoError(t, err)
	require.Equal(t, int64(1), total)
	require.Equal(t, []string{"inquiry.answer " + fmt.Sprint(r.ID) + ` {"guest": "true"}`},
		s.column("SELECT concat_ws(' ', action, target, detail) FROM audit_entry"), "the audit is kept longer than a contact may be")
	_, letters, err := s.messages.List(t.Context(), message.Reader{Site: "demo", Member: s.who.Member}, paging.Slice{Count: 1})
	require.NoError(t, err)
	require.Zero(t, letters, "no message is sent for a guest")
}

func TestAGuestsInquiryIsShownForItsSecretOnly(t *testing.T) {
	s := openInquiries(t)
	factory.Site(t, s.db, func(x *factory.S) { x.ID = "other" })
	r, err := s.svc.AskAsGuest(t.Context(), guestVisitor, guestQuestion())
	require.NoError(t, err)
	second, err := s.svc.AskAsGuest(t.Context(), guestVisitor, guestQuestion())
	require.NoError(t, err)
	mine, err := s.svc.Ask(t.Context(), s.who, questionOf("Mine"))
	require.NoError(t, err)
	require.NotEqual(t, r.Secret, second.Secret)
	for why, c := range map[string]struct {
		site, secret string
		id           int64
	}{
		"a wrong secret":      {"demo", "AAAA-AAAA-AAAA-AAAA", r.ID},
		"no secret":           {"demo", "", r.ID},
		"half of it":          {"demo", r.Secret[:9], r.ID},
		"of another case":     {"demo", second.Secret, r.ID},
		"on another site":     {"other", r.Secret, r.ID},
		"of a member":         {"demo", r.Secret, mine.ID},
		"a member, no secret": {"demo", "", mine.ID},
		"one that is missing": {"demo", r.Secret, second.ID + 1000},
		"a negative number":   {"demo", r.Secret, -1},
	} {
		_, err := s.svc.GuestInquiry(t.Context(), c.site, c.id, c.secret)
		require.Equal(t, error(fault.Failed), err, why)
	}
	_, err = s.svc.Get(t.Context(), s.who, r.ID)
	require.ErrorIs(t, err, fault.Failed, "nor by a member")
	_, total, err := s.svc.StaffList(t.Context(), inquiry.StaffQuery{Site: "other", Guests: true, Slice: paging.Slice{Count: 10}})
	require.NoError(t, err)
	require.Zero(t, total, "nor by staff of another site")
	for _, row := range s.column("SELECT i::text FROM inquiry_inquiry i") {
		require.NotContains(t, strings.ReplaceAll(row, "-", ""), strings.ReplaceAll(r.Secret, "-", ""), "the secret is not kept")
	}
}

func TestAGuestsInquiryIsWithinItsBounds(t *testing.T) {
	s := openInquiries(t)
	long := strings.Repeat("가", inquiry.MaxGuestText)
	for why, c := range map[string]struct {
		change func(*inquiry.GuestQuestion)
		fits   bool
	}{
		"as it is":            {func(*inquiry.GuestQuestion) {}, true},
		"the longest text":    {func(q *inquiry.GuestQuestion) { q.Text = long }, true},
		"a longer one":        {func(q *inquiry.GuestQuestion) { q.Text = long + "가" }, false},
		"too short":           {func(q *inquiry.GuestQuestion) { q.Text = "  help me     \n" }, false},
		"nothing but marks":   {func(q *inquiry.GuestQuestion) { q.Text = "<b></b><i></i>" }, true}, // it is plain text
		"no category":         {func(q *inquiry.GuestQuestion) { q.Category = "" }, false},
		"a member's category": {func(q *inquiry.GuestQuestion) { q.Category = inquiry.BankAccount }, false},
		"no account":          {func(q *inquiry.GuestQuestion) { q.Contact.Account = " " }, true},
		"a long account":      {func(q *inquiry.GuestQuestion) { q.Contact.Account = strings.Repeat("k", inquiry.MaxAccount+1) }, false},
		"no contact":          {func(q *inquiry.GuestQuestion) { q.Contact.Address = "" }, false},
		"no kind":             {func(q *inquiry.GuestQuestion) { q.Contact.Kind = "" }, false},
		"an unknown kind":     {func(q *inquiry.GuestQuestion) { q.Contact.Kind = "pigeon" }, false},
		"no domain":           {func(q *inquiry.GuestQuestion) { q.Contact.Address = "kim@mail" }, false},
		"two at signs":        {func(q *inquiry.GuestQuestion) { q.Contact.Address = "kim@a.example,b@c.example" }, false},
		"a long address":      {func(q *inquiry.GuestQuestion) { q.Contact.Address = strings.Repeat("k", 90) + "@mail.example" }, false},
		"a phone": {func(q *inquiry.GuestQuestion) {
			q.Contact = inquiry.Contact{Kind: inquiry.Phone, Address: "+82 10-1234-5678"}
		}, true},
		"a short phone": {func(q *inquiry.GuestQuestion) { q.Contact = inquiry.Contact{Kind: inquiry.Phone, Address: "010-123"} }, false},
		"letters in a phone": {func(q *inquiry.GuestQuestion) {
			q.Contact = inquiry.Contact{Kind: inquiry.Phone, Address: "010 1234 5678 kim"}
		}, false},
		"a messenger": {func(q *inquiry.GuestQuestion) {
			q.Contact = inquiry.Contact{Kind: inquiry.Messenger, Address: "텔레그램 @kim"}
		}, true},
		"no messenger at all":  {func(q *inquiry.GuestQuestion) { q.Contact = inquiry.Contact{Kind: inquiry.Messenger, Address: "---"} }, false},
		"a turned-around text": {func(q *inquiry.GuestQuestion) { q.Contact.Address = "kim@mail.\u202eelpmaxe" }, true}, // without the mark that turns it
	} {
		q := guestQuestion()
		c.change(&q)
		_, err := s.svc.AskAsGuest(t.Context(), guestVisitor, q)
		if c.fits {
			require.NoError(t, err, why)
		} else {
			require.ErrorIs(t, err, fault.Failed, why)
		}
	}
	all := guestQuery(inquiry.Waiting)
	all.Slice.Count = 100
	list, _, err := s.svc.StaffList(t.Context(), all)
	require.NoError(t, err)
	require.True(t, slices.ContainsFunc(list, func(e inquiry.Entry) bool { return e.Guest.Address == "k**@mail.elpmaxe" }))
}

// A flood from however many addresses neither buries staff nor keeps the guests of another site out.
func TestASiteTakesFiveHundredInquiriesOfGuestsADayWhateverComesAtOnce(t *testing.T) {
	s := openInquiries(t)
	factory.Site(t, s.db, func(x *factory.S) { x.ID = "other" })
	_, err := s.db.Exec(t.Context(), `INSERT INTO inquiry_inquiry (site_id, category, lang, title, content, html, created_at, guest_contact_kind, guest_contact, guest_account, guest_secret)
		SELECT 'demo', 'etc', 'en', 't', 't', 't', $1, 'phone', '01012345678', '', '\x00' FROM generate_series(1, 495)`, noon)
	require.NoError(t, err)
	var g errgroup.Group
	start, results := make(chan struct{}), make(chan error, 12)
	for range 12 {
		g.Go(func() error {
			<-start
			_, err := s.svc.AskAsGuest(t.Context(), guestVisitor, guestQuestion())
			results <- err
			return nil
		})
	}
	close(start)
	require.NoError(t, g.Wait())
	close(results)
	refused := 0
	for err := range results {
		if err != nil {
			require.ErrorIs(t, err, fault.TryLater)
			refused++
		}
	}
	require.Equal(t, 7, refused)
	_, err = s.svc.AskAsGuest(t.Context(), inquiry.Visitor{Site: "other", Lang: "en"}, guestQuestion())
	require.NoError(t, err)
	_, err = s.svc.Ask(t.Context(), s.who, questionOf("of a member"))
	require.NoError(t, err, "members are not concerned")
	s.clk.Advance(24 * time.Hour)
	_, err = s.svc.AskAsGuest(t.Context(), guestVisitor, guestQuestion())
	require.NoError(t, err)
}

// A guest's text and contact are deleted 180 days after the question or its answer, as the privacy notice says.
func TestGuestsInquiriesAreDeletedAfter180Days(t *testing.T) {
	s := openInquiries(t)
	const day = 24 * time.Hour
	old, err := s.svc.AskAsGuest(t.Context(), guestVisitor, guestQuestion())
	require.NoError(t, err)
	answered, err := s.svc.AskAsGuest(t.Context(), guestVisitor, guestQuestion())
	require.NoError(t, err)
	mine, err := s.svc.Ask(t.Context(), s.who, questionOf("Mine"))
	require.NoError(t, err)
	s.clk.Advance(100 * day)
	require.NoError(t, s.svc.Answer(t.Context(), staffActor, "demo", answered.ID, richtext.Plain("Yes.")))
	prune := func() int64 {
		n, err := inquiry.PruneGuests(t.Context(), s.db, s.clk.Now())
		require.NoError(t, err)
		return n
	}
	s.clk.Advance(80 * day)
	require.Zero(t, prune(), "on the last day")
	s.clk.Advance(time.Second)
	require.Equal(t, int64(1), prune())
	_, err = s.svc.GuestInquiry(t.Context(), "demo", old.ID, old.Secret)
	require.ErrorIs(t, err, fault.Failed)
	_, err = s.svc.GuestInquiry(t.Context(), "demo", answered.ID, answered.Secret)
	require.NoError(t, err, "an answer is there as long as a question")
	s.clk.Advance(100 * day)
	require.Equal(t, int64(1), prune())
	_, err = s.svc.Get(t.Context(), s.who, mine.ID)
	require.NoError(t, err, "a member's inquiry stays")
}
