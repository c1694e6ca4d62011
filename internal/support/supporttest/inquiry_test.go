package supporttest_test

import (
	"net/netip"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/richtext"
	"hubstake/internal/funds/cash"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
	"hubstake/internal/support/inquiry"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

var noon = time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC)

type inquiryStage struct {
	*testing.T
	db       *pgxpool.Pool
	clk      *clock.Manual
	svc      *inquiry.Service
	messages *message.Service
	cash     *cash.Service
	who      inquiry.Requester
}

func openInquiries(t *testing.T) inquiryStage {
	t.Helper()
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	m := factory.Member(t, db)
	sites, messages := site.New(db, clk), message.New(db, clk)
	members := member.New(db, clk, sites, factory.Hashing())
	desk := cash.New(db, clk, sites, members, messages, nil)
	return inquiryStage{t, db, clk, inquiry.New(db, clk, members, desk, messages), messages, desk, requesterOf(m)}
}

func requesterOf(m factory.M) inquiry.Requester {
	return inquiry.Requester{Site: m.Site, Member: m.MemID, Lang: "en", IP: netip.MustParseAddr("2001:db8::7"), Trace: "00-1"}
}

func questionOf(title string) inquiry.Question {
	return inquiry.Question{Title: title, Content: richtext.Plain("How?")}
}

func (s inquiryStage) column(sql string) []string {
	s.Helper()
	rows, err := s.db.Query(s.Context(), sql)
	require.NoError(s, err)
	got, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(s, err)
	return got
}

const eventRows = `SELECT concat_ws(' ', cmd, data1, topic, member) FROM outbox_event ORDER BY id`

func TestStaffHearOfAnInquiryAndTheMemberOfItsAnswer(t *testing.T) {
	s := openInquiries(t)
	q, err := s.svc.Ask(t.Context(), s.who, questionOf("Where is 100% of it?"))
	require.NoError(t, err)
	require.Equal(t, []any{inquiry.Waiting, inquiry.Other}, []any{q.Status, q.Category})
	require.Equal(t, []string{"QUEUE inquiry admin.demo "}, s.column(eventRows))

	desk, total, err := s.svc.StaffList(t.Context(), inquiry.StaffQuery{Site: "demo", Status: inquiry.Waiting, Slice: paging.Slice{Count: 10}})
	require.NoError(t, err)
	require.Equal(t, []any{int64(1), s.who.Member, "en"}, []any{total, desk[0].Member, desk[0].Lang})
	staff := audit.Actor{ID: "staff1"}
	answer := richtext.Content{HTML: "<b>Here.</b>", Text: "Here."}
	require.ErrorIs(t, s.svc.Answer(t.Context(), staff, "other", q.ID, answer), fault.Failed, "of another site is not there")
	require.ErrorIs(t, s.svc.Answer(t.Context(), staff, "demo", -1, answer), fault.Failed)
	require.NoError(t, s.svc.Answer(t.Context(), staff, "demo", q.ID, answer))

	got, err := s.svc.Get(t.Context(), s.who, q.ID)
	require.NoError(t, err)
	require.Equal(t, []any{inquiry.Answered, answer, noon}, []any{got.Status, got.Answer, *got.AnsweredAt})
	require.Nil(t, got.Account)
	require.Equal(t, []string{"QUEUE inquiry admin.demo ", "QUEUE inquiry admin.demo ", "MSG 1 " + " " + s.who.Member}, s.column(eventRows))
	letters, _, err := s.messages.List(t.Context(), message.Reader{Site: "demo", Member: s.who.Member}, paging.Slice{Count: 1})
	require.NoError(t, err)
	require.Equal(t, []string{"Your inquiry has been answered", "Where is 100% of it?\n\nHere."}, []string{letters[0].Title, letters[0].Content})
	require.Equal(t, []string{"inquiry.answer"}, s.column("SELECT action FROM audit_entry"))
	_, total, err = s.svc.StaffList(t.Context(), inquiry.StaffQuery{Site: "demo", Status: inquiry.Waiting, Slice: paging.Slice{Count: 10}})
	require.NoError(t, err)
	require.Zero(t, total)
	_, _, err = s.svc.StaffList(t.Context(), inquiry.StaffQuery{Site: "demo", Status: "lost", Slice: paging.Slice{Count: 10}})
	require.ErrorIs(t, err, fault.Failed)
}

func TestAForeignInquiryIsOneThatIsNotThere(t *testing.T) {
	s := openInquiries(t)
	q, err := s.svc.Ask(t.Context(), s.who, questionOf("Mine"))
	require.NoError(t, err)
	stranger := requesterOf(factory.Member(t, s.db))
	_, foreign := s.svc.Get(t.Context(), stranger, q.ID)
	_, missing := s.svc.Get(t.Context(), stranger, q.ID+1)
	require.ErrorIs(t, foreign, fault.Failed)
	require.Equal(t, missing, foreign)
	whole, err := paging.Days{}.Period(time.UTC)
	require.NoError(t, err)
	for member, want := range map[string]int64{s.who.Member: 1, stranger.Member: 0} {
		_, total, err := s.svc.List(t.Context(), inquiry.Query{Member: member, Title: "mine", Period: whole, Slice: paging.Slice{Count: 10}})
		require.NoError(t, err)
		require.Equal(t, want, total)
	}
	for _, title := range []string{"%", "_", "li%ne", `\`} {
		_, total, err := s.svc.List(t.Context(), inquiry.Query{Member: s.who.Member, Title: title, Period: whole, Slice: paging.Slice{Count: 10}})
		require.NoError(t, err)
		require.Zero(t, total, "%s is looked for as it is", title)
	}
}

func TestAccountIsShownAfterPIND62(t *testing.T) {
	s := openInquiries(t)
	ask := func(who inquiry.Requester, pin credential.Secret) (inquiry.Inquiry, error) {
		q := questionOf("Which account?")
		q.Category, q.PIN = inquiry.BankAccount, pin
		return s.svc.Ask(t.Context(), who, q)
	}
	for pin, code := range map[credential.Secret]*fault.Fault{"": fault.CashPINRequired, "9999": fault.WrongCashPIN, factory.PIN: fault.PaymentProblem} {
		_, err := ask(s.who, pin)
		require.ErrorIs(t, err, code)
	}
	require.Empty(t, s.column("SELECT title FROM inquiry_inquiry"), "a site without an account keeps no half an inquiry")
	for _, n := range []string{"111", "222"} {
		require.NoError(t, pg.InTx(t.Context(), s.db, func(tx pgx.Tx) error {
			return cash.AddAccount(t.Context(), tx, "demo", cash.Account{Bank: "Kookmin", Number: n, Holder: "Hubstake"})
		}))
	}

	q, err := ask(s.who, factory.PIN)
	require.NoError(t, err)
	require.Equal(t, []any{inquiry.Answered, "111", noon.Add(30 * time.Minute)}, []any{q.Status, q.Account.Number, q.Account.Until})
	require.NotContains(t, q.Answer.HTML, "111", "what is kept for good does not name it")
	require.Empty(t, s.column(eventRows), "staff need not answer")
	again, err := ask(s.who, factory.PIN)
	require.NoError(t, err)
	require.Equal(t, q.Account, again.Account, "it stays the member's own for a while")
	second, err := ask(requesterOf(factory.Member(t, s.db)), factory.PIN)
	require.NoError(t, err)
	require.Equal(t, "222", second.Account.Number, "the next member gets the next account")

	got, err := s.svc.Get(t.Context(), s.who, q.ID)
	require.NoError(t, err)
	require.Equal(t, q.Account, got.Account)
	require.Equal(t, []string{"111 2001:db8::7/128", "111 2001:db8::7/128", "222 2001:db8::7/128", "111 2001:db8::7/128"},
		s.column(`SELECT concat_ws(' ', a.number, v.ip::text) FROM cash_account_view v JOIN cash_account a ON a.id = v.account_id ORDER BY v.id`), "each look is noted")

	viewer := cash.Viewer{Site: s.who.Site, Member: s.who.Member, IP: s.who.IP}
	held, err := s.cash.HeldAccount(t.Context(), viewer)
	require.NoError(t, err)
	require.Equal(t, *q.Account, held, "the deposit page shows the same account until the same moment")

	_, err = s.db.Exec(t.Context(), "UPDATE member_member SET timeout_until = $2 WHERE member_id = $1", s.who.Member, noon.Add(time.Minute))
	require.NoError(t, err)
	_, err = ask(s.who, factory.PIN)
	require.ErrorIs(t, err, fault.SelfExcluded)
	got, err = s.svc.Get(t.Context(), s.who, q.ID)
	require.NoError(t, err, "the inquiry can be read")
	require.Nil(t, got.Account, "but nothing can be paid in")
	s.clk.Advance(time.Minute)
	got, err = s.svc.Get(t.Context(), s.who, q.ID)
	require.NoError(t, err)
	require.NotNil(t, got.Account)

	s.clk.Advance(30 * time.Minute)
	_, err = s.cash.HeldAccount(t.Context(), viewer)
	require.ErrorIs(t, err, fault.CashPINRequired, "and asks for the same proof")
	got, err = s.svc.Get(t.Context(), s.who, q.ID)
	require.NoError(t, err)
	require.Nil(t, got.Account, "it is not shown for good")
	_, err = s.svc.Ask(t.Context(), s.who, inquiry.Question{Category: "vip", Title: "x", Content: richtext.Plain("x")})
	require.ErrorIs(t, err, fault.Failed)
}

func TestTwentyWaitAtMostWhateverComesAtOnce(t *testing.T) {
	s := openInquiries(t)
	var g errgroup.Group
	start := make(chan struct{})
	results := make(chan error, 30)
	for range 30 {
		g.Go(func() error {
			<-start
			_, err := s.svc.Ask(t.Context(), s.who, questionOf("again"))
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
	require.Equal(t, 10, refused)
	require.Len(t, s.column("SELECT title FROM inquiry_inquiry"), 20)
}
