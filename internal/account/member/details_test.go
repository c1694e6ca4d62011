package member_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/account/personal"
	"hubstake/internal/account/staff"
	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	secret "hubstake/internal/core/id"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/config"
	"hubstake/internal/testkit/factory"
)

// onePerson lets one member of staff decide about details and resets.
var onePerson = map[string]any{"approvals": map[string]any{"reset": map[string]any{"off": true}, "details": map[string]any{"off": true}}}

func phoneAsk(m factory.M, number string) member.DetailsAsk {
	return member.DetailsAsk{
		Site: "demo", MemID: m.MemID, Kind: member.DetailsPhone, Details: member.Details{Phone: number}, Password: factory.Password, Origin: origin,
	}
}

func accountAsk(m factory.M, d member.Details) member.DetailsAsk {
	return member.DetailsAsk{
		Site: "demo", MemID: m.MemID, Kind: member.DetailsAccount, Details: d, Password: factory.Password, PIN: factory.PIN, Origin: origin,
	}
}

func (w *world) askDetails(t *testing.T, a member.DetailsAsk) int64 {
	t.Helper()
	id, err := w.s.AskDetails(t.Context(), a)
	require.NoError(t, err)
	return id
}

func (w *world) phone(t *testing.T, memID string) string {
	t.Helper()
	p, err := w.s.Profile(t.Context(), w.db, memID)
	require.NoError(t, err)
	return p.Phone
}

func (w *world) detailsState(t *testing.T, id int64) string {
	t.Helper()
	return one[string](t, w, "SELECT state FROM member_change WHERE id = $1", id)
}

// S-04, S-12: a new account is written with its audit, holds withdrawals for a day, ends all sessions and tells the member.
func TestNameAndAccountChangeTogether(t *testing.T) {
	t.Parallel()
	w := newWorld(t, onePerson)
	m, boss := factory.Member(t, w.db), factory.Staff(t, w.db)
	by := audit.Actor{ID: boss.ID}
	here, err := w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)
	reset := w.ask(t, facts(m))

	id := w.askDetails(t, accountAsk(m, member.Details{Name: " Park  Jiwon ", Bank: "Shinhan", Number: "777-888 9990"}))
	require.Zero(t, one[int](t, w, "SELECT count(*) FROM member_change r WHERE r::text LIKE '%7778889990%' OR r::text LIKE '%Park Jiwon%'"), "sealed")
	newer := factory.PersonalKeys()
	newer.SealAccepted, newer.Seal = []config.Key{newer.Seal}, config.Key(secret.Key())
	box, err := personal.New(newer)
	require.NoError(t, err)
	_, err = member.MovePersonal(t.Context(), w.db, box, func(int) {})
	require.NoError(t, err)
	require.True(t, box.Current(one[string](t, w, "SELECT wanted FROM member_change WHERE id = $1", id)), "sealed again under the new key")
	w.s.Personal = box
	list, total, err := w.s.DetailsQueue(t.Context(), member.DetailsSearch{Site: "demo", Count: 10})
	require.NoError(t, err)
	require.EqualValues(t, 1, total)
	old, _, err := w.s.DetailsQueue(t.Context(), member.DetailsSearch{Site: "demo", Count: 10, Days: paging.Days{EndDate: "2020-01-01"}})
	require.NoError(t, err)
	require.Empty(t, old)
	require.Equal(t, []any{id, m.MemID, member.DetailsAccount, member.DetailsOpen, false, int64(0)},
		[]any{list[0].ID, list[0].MemID, list[0].Kind, list[0].State, list[0].IPKnown, list[0].Others})
	require.Equal(t, member.Details{Name: "P*** J****", Bank: "Shinhan", Number: "******9990", Holder: "P*** J****"}, list[0].After)
	require.Equal(t, personal.Mask(m.Number), list[0].Before.Number)

	var mark int64
	w.events(t, &mark)
	require.NoError(t, w.s.ApproveDetails(t.Context(), "demo", by, id))
	p, err := w.s.Profile(t.Context(), w.db, m.MemID)
	require.NoError(t, err)
	require.Equal(t, []string{"Park Jiwon", "Shinhan", "7778889990", "Park Jiwon", m.Phone}, []string{p.Name, p.Bank, p.Number, p.Holder, p.Phone})
	require.Equal(t, w.clk.Now().Add(24*time.Hour), p.WithdrawHeld.UTC())
	require.ErrorIs(t, p.MayPayOut(w.clk.Now().Add(24*time.Hour-time.Second)), fault.WithdrawalHeld)
	require.NoError(t, p.MayPayOut(w.clk.Now().Add(24*time.Hour)))
	s, _, err := w.s.Session(t.Context(), here.SID)
	require.NoError(t, err)
	require.Equal(t, []any{member.Ended, "DETAILS"}, []any{s.State, s.Reason})
	var told []event.Cmd
	for _, e := range w.events(t, &mark) {
		told = append(told, e.Cmd)
	}
	require.Contains(t, told, event.Logout)
	require.Contains(t, told, event.Queue)
	require.Equal(t, []string{"A new password was asked for", "A change of your details was asked for", "Your name or bank account was changed"}, w.titles(t, m.MemID))
	_, state, _, err := w.s.ResetOf(t.Context(), "demo", reset.ID, reset.Code)
	require.NoError(t, err)
	require.Equal(t, member.ResetOver, state, "the old account number proves nothing any more")
	require.ErrorIs(t, w.s.ApproveDetails(t.Context(), "demo", by, id), fault.PaymentProblem, "once")

	// S-81, S-98: the audit has both sides masked, and nothing keeps the whole values.
	require.Equal(t, "******9990", one[string](t, w, "SELECT detail->'details'->'after'->>'accountNo' FROM audit_entry WHERE action = 'details.approve'"))
	require.Equal(t, personal.Mask(m.Number), one[string](t, w, "SELECT detail->'details'->'before'->>'accountNo' FROM audit_entry WHERE action = 'details.approve'"))
	for _, table := range []string{"audit_entry", "audit_note", "member_change", "outbox_event", "message_message", "approval_request"} {
		require.Zero(t, one[int](t, w, "SELECT count(*) FROM "+table+" r WHERE r::text LIKE '%7778889990%' OR r::text LIKE '%Park Jiwon%'"), table)
	}
}

// The form of each value is that of signup, and what others have or what is blocked is refused at once.
func TestDetailsThatCannotBeAreRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t, onePerson)
	m, other, boss := factory.Member(t, w.db), factory.Member(t, w.db), factory.Staff(t, w.db)
	for _, b := range []member.BlockAct{{Kind: member.BlockPhone, Value: "01099998888"}, {Kind: member.BlockAccount, Value: "99998888"}} {
		b.Site, b.Reason, b.Actor = "demo", "fraud", audit.Actor{ID: boss.ID}
		require.NoError(t, w.s.AddBlock(t.Context(), b))
	}
	wrongPIN, noPIN, noPassword, wrongPassword := accountAsk(m, member.Details{Number: "7778889990"}), accountAsk(m, member.Details{Number: "7778889990"}),
		phoneAsk(m, "01012344321"), phoneAsk(m, "01012344321")
	wrongPIN.PIN, noPIN.PIN, noPassword.Password, wrongPassword.Password = "9999", "", "", "Wrong1234"
	unknown := phoneAsk(m, "01012344321")
	unknown.Kind = "nick"
	for name, c := range map[string]struct {
		ask  member.DetailsAsk
		want error
	}{
		"no password":           {noPassword, fault.PasswordRequired},
		"a wrong password":      {wrongPassword, fault.WrongPassword},
		"no PIN":                {noPIN, fault.CashPINRequired},
		"a wrong PIN":           {wrongPIN, fault.WrongCashPIN},
		"no such kind":          {unknown, fault.Failed},
		"no phone":              {phoneAsk(m, "12"), fault.BadPhone},
		"the same phone":        {phoneAsk(m, "0"+m.Phone[3:]), fault.Failed},
		"another's phone":       {phoneAsk(m, "0"+other.Phone[3:]), fault.DuplicatePhone},
		"a blocked phone":       {phoneAsk(m, "01099998888"), fault.BlockedPhone},
		"nothing":               {accountAsk(m, member.Details{}), fault.Failed},
		"the same account":      {accountAsk(m, member.Details{Number: m.Number}), fault.Failed},
		"another's account":     {accountAsk(m, member.Details{Number: other.Number}), fault.DuplicateAccount},
		"a blocked account":     {accountAsk(m, member.Details{Number: "99998888"}), fault.BlockedAccount},
		"no number":             {accountAsk(m, member.Details{Number: "12ab"}), fault.BadAccount},
		"no bank":               {accountAsk(m, member.Details{Bank: "1"}), fault.BadAccount},
		"no name":               {accountAsk(m, member.Details{Name: "123"}), fault.BadAccount},
		"another holder":        {accountAsk(m, member.Details{Holder: "Park Jiwon"}), fault.BadAccount},
		"a name and its other":  {accountAsk(m, member.Details{Name: "Park Jiwon", Holder: "Lee Sora"}), fault.BadAccount},
		"a phone as an account": {accountAsk(m, member.Details{Phone: "01012344321"}), fault.Failed},
	} {
		_, err := w.s.AskDetails(t.Context(), c.ask)
		require.ErrorIs(t, err, c.want, name)
	}
	require.Zero(t, one[int](t, w, "SELECT count(*) FROM member_change"))
	require.Empty(t, w.titles(t, m.MemID))
	require.Equal(t, 1, one[int](t, w, "SELECT pin_failures FROM member_member WHERE member_id = $1", m.MemID), "a wrong PIN counts")
}

// Of many that a member sends at once, one waits (U050); after the member took it back, the next one may.
func TestOneChangeOfDetailsWaits(t *testing.T) {
	t.Parallel()
	w := newWorld(t, onePerson)
	m, other := factory.Member(t, w.db), factory.Member(t, w.db)
	errs := atOnce(8, func(int) error {
		_, err := w.s.AskDetails(t.Context(), phoneAsk(m, "01012344321"))
		return err
	})
	require.Equal(t, 1, successes(errs))
	for _, err := range errs {
		if err != nil {
			require.ErrorIs(t, err, fault.DetailsWaiting)
		}
	}
	w.askDetails(t, accountAsk(m, member.Details{Number: "7778889990"})) // another kind
	own, err := w.s.DetailsOf(t.Context(), m.MemID)
	require.NoError(t, err)
	require.Len(t, own, 2)
	id := own[1].ID
	require.Equal(t, member.DetailsPhone, own[1].Kind)
	require.ErrorIs(t, w.s.WithdrawDetails(t.Context(), "demo", other.MemID, id, origin), fault.MemberNotFound)
	require.NoError(t, w.s.WithdrawDetails(t.Context(), "demo", m.MemID, id, origin))
	require.ErrorIs(t, w.s.WithdrawDetails(t.Context(), "demo", m.MemID, id, origin), fault.PaymentProblem)
	require.ErrorIs(t, w.s.ApproveDetails(t.Context(), "demo", audit.Actor{ID: factory.Staff(t, w.db).ID}, id), fault.PaymentProblem)
	again := w.askDetails(t, phoneAsk(m, "01012344321"))
	w.clk.Advance(72 * time.Hour)
	require.ErrorIs(t, w.s.WithdrawDetails(t.Context(), "demo", m.MemID, again, origin), fault.PaymentProblem, "its time is over")
	w.askDetails(t, phoneAsk(m, "01012344321"))
	require.Equal(t, "over", w.detailsState(t, again))
}

// A member who is shut out cannot ask, and one who is shut out while a request waits does not get it.
func TestAShutOutMemberChangesNoDetails(t *testing.T) {
	t.Parallel()
	w := newWorld(t, onePerson)
	for status, want := range map[member.Status]error{
		member.Closed: fault.ContactAdmin, member.Excluded: fault.SelfExcluded, member.Black: fault.BlockedMember, member.Suspended: fault.Suspended,
	} {
		boss := factory.Staff(t, w.db)
		m := factory.Member(t, w.db)
		id := w.askDetails(t, phoneAsk(m, "01012344321"))
		require.NoError(t, w.s.SetStatus(t.Context(), member.Act{Actor: audit.Actor{ID: boss.ID}, Site: "demo", MemID: m.MemID}, status, "test"))
		require.ErrorIs(t, w.s.ApproveDetails(t.Context(), "demo", audit.Actor{ID: boss.ID}, id), fault.PaymentProblem, status)
		_, err := w.s.AskDetails(t.Context(), accountAsk(m, member.Details{Number: "7778889990"}))
		require.ErrorIs(t, err, want, status)
		require.NoError(t, w.s.RefuseDetails(t.Context(), "demo", audit.Actor{ID: boss.ID}, id, member.DetailsIdentity, ""), "staff may still close it")
	}
}

// S-84: one person proposes, another one confirms, exactly once on two nodes.
func TestAChangeOfDetailsNeedsTwoPersons(t *testing.T) {
	t.Parallel()
	w := newWorld(t, map[string]any{"approvals": map[string]any{}})
	sites := site.New(w.db, w.clk)
	keys, _ := factory.Keys(t, w.clk)
	node := func() (*member.Service, *approval.Service) {
		s := member.New(w.db, w.clk, sites, keys)
		a := approval.New(w.db, w.clk, sites, staff.New(w.db, w.clk, s, staff.Keys{}).HoldRights)
		s.Approvals(a)
		return s, a
	}
	one1, first := node()
	_, second := node()
	actor := func(r right.Right) audit.Actor {
		return audit.Actor{ID: factory.Staff(t, w.db, func(s *factory.St) { s.Rights = []right.Right{r} }).ID}
	}
	clerk, boss := actor(right.Reset), actor(right.Approve)
	m := factory.Member(t, w.db)
	id := w.askDetails(t, phoneAsk(m, "01012344321"))
	for range 2 {
		require.ErrorIs(t, one1.ApproveDetails(t.Context(), "demo", clerk, id), fault.SecondPersonNeeded)
	}
	require.Equal(t, m.Phone, w.phone(t, m.MemID), "nothing has changed yet")
	list, total, err := first.List(t.Context(), "demo", approval.Query{Open: true, Slice: paging.Slice{Count: 10}})
	require.NoError(t, err)
	require.EqualValues(t, 1, total)
	asked, err := member.ReadAskedDetails(list[0].Detail)
	require.NoError(t, err)
	require.Equal(t, []any{id, member.DetailsPhone, "*********4321"}, []any{asked.ID, asked.Kind, asked.After.Phone})
	decide := func(n *approval.Service, by audit.Actor) error {
		return n.Approve(t.Context(), approval.Decision{Actor: by, Site: "demo", ID: list[0].ID, Version: list[0].Version})
	}
	require.ErrorIs(t, decide(first, clerk), fault.OwnRequest)
	errs := atOnce(20, func(i int) error { return decide([]*approval.Service{first, second}[i%2], boss) })
	require.Equal(t, 1, successes(errs))
	require.Equal(t, "+821012344321", w.phone(t, m.MemID))
	require.Equal(t, boss.ID+" "+clerk.ID, one[string](t, w, "SELECT actor || ' ' || (detail->>'askedBy') FROM audit_entry WHERE action = 'details.approve'"))
	require.Equal(t, []string{"A change of your details was asked for", "Your phone number was changed"}, w.titles(t, m.MemID))

	// A change that the member took back meanwhile, or a phone that another member took, ends the approval as failed.
	for name, meanwhile := range map[string]func(m factory.M, id int64) error{
		"C019": func(m factory.M, id int64) error {
			return w.s.WithdrawDetails(t.Context(), "demo", m.MemID, id, origin)
		},
		"U007": func(factory.M, int64) error {
			factory.Member(t, w.db, func(m *factory.M) { m.Phone = "+821055556666" })
			return nil
		},
	} {
		other := factory.Member(t, w.db)
		id := w.askDetails(t, phoneAsk(other, map[string]string{"C019": "01055557777", "U007": "01055556666"}[name]))
		require.ErrorIs(t, one1.ApproveDetails(t.Context(), "demo", clerk, id), fault.SecondPersonNeeded)
		require.NoError(t, meanwhile(other, id))
		list, _, err = first.List(t.Context(), "demo", approval.Query{Open: true, Slice: paging.Slice{Count: 10}})
		require.NoError(t, err)
		f, refused := fault.Of(decide(second, boss))
		require.True(t, refused)
		require.Equal(t, name, f.Code())
		require.Equal(t, other.Phone, w.phone(t, other.MemID))
	}
}

// A refusal has a usual reason in the member's language, own words, or both, and the member reads it.
func TestARefusedChangeTellsWhy(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db, func(m *factory.M) { m.Lang = "ko" })
	by := audit.Actor{ID: factory.Staff(t, w.db).ID}
	id := w.askDetails(t, accountAsk(m, member.Details{Number: "7778889990"}))
	require.ErrorIs(t, w.s.RefuseDetails(t.Context(), "demo", by, id, "", " "), fault.Failed)
	require.ErrorIs(t, w.s.RefuseDetails(t.Context(), "demo", by, id, "nosuch", "x"), fault.Failed)
	factory.Site(t, w.db, func(s *factory.S) { s.ID = "other" })
	require.ErrorIs(t, w.s.RefuseDetails(t.Context(), "other", by, id, "", "x"), fault.MemberNotFound)
	require.ErrorIs(t, w.s.ApproveDetails(t.Context(), "other", by, id), fault.MemberNotFound)
	require.NoError(t, w.s.RefuseDetails(t.Context(), "demo", by, id, member.DetailsHolder, "Bank book please"))
	require.ErrorIs(t, w.s.RefuseDetails(t.Context(), "demo", by, id, "", "late"), fault.PaymentProblem)
	own, err := w.s.DetailsOf(t.Context(), m.MemID)
	require.NoError(t, err)
	require.Equal(t, member.DetailsRefused, own[0].State)
	require.Equal(t, "새 계좌가 본인 명의가 아닙니다. 본인 명의의 계좌로만 지급합니다.\nBank book please", own[0].Note)
	require.Contains(t, one[string](t, w, "SELECT content FROM message_message WHERE member_id = $1 ORDER BY id DESC LIMIT 1", m.MemID), own[0].Note)
	p, err := w.s.Profile(t.Context(), w.db, m.MemID)
	require.NoError(t, err)
	require.Nil(t, p.WithdrawHeld)
	require.Equal(t, m.Number, p.Number)
	for _, lang := range site.Defaults().Languages {
		for _, r := range member.DetailsRefusals("en", lang) {
			require.NotEmpty(t, r.Text)
			require.NotEmpty(t, r.Member, "%s %s", lang, r.Name)
		}
	}
}

// S-04: a thief with the password alone gets a new PIN by it, and with both a new account. At no moment within 24 hours of the last step is
// a withdrawal possible, and a new password of the owner ends what the thief asked for.
func TestAThiefWithThePasswordGetsNoMoneyWithinADay(t *testing.T) {
	t.Parallel()
	w := newWorld(t, onePerson)
	m := factory.Member(t, w.db)
	by := audit.Actor{ID: factory.Staff(t, w.db).ID}
	held := func() error {
		p, err := w.s.Profile(t.Context(), w.db, m.MemID)
		require.NoError(t, err)
		return p.MayPayOut(w.clk.Now())
	}
	before := w.askDetails(t, phoneAsk(m, "01012344321"))
	x := w.ask(t, member.ResetAsk{Site: "demo", MemID: m.MemID, Secret: member.ForgottenPIN, Other: factory.Password, Origin: origin})
	require.NoError(t, w.s.DecideReset(t.Context(), "demo", by, x.ID, true, ""))
	require.NoError(t, w.finish(t.Context(), x, "4711"))
	require.ErrorIs(t, held(), fault.WithdrawalHeld)
	require.ErrorIs(t, w.s.ApproveDetails(t.Context(), "demo", by, before), fault.PaymentProblem, "asked for before a secret was replaced")

	w.clk.Advance(23 * time.Hour)
	ask := accountAsk(m, member.Details{Number: "7778889990"})
	ask.PIN = "4711"
	id := w.askDetails(t, ask)
	list, _, err := w.s.DetailsQueue(t.Context(), member.DetailsSearch{Site: "demo", Count: 1})
	require.NoError(t, err)
	require.NotNil(t, list[0].ResetAt, "staff sees the new secret")
	require.NotNil(t, list[0].HeldUntil)
	require.NoError(t, w.s.ApproveDetails(t.Context(), "demo", by, id))
	w.clk.Advance(23 * time.Hour)
	require.ErrorIs(t, held(), fault.WithdrawalHeld, "the newer hold counts")

	mine := w.askDetails(t, phoneAsk(m, "01012344321"))
	require.NoError(t, w.s.Update(t.Context(), member.Change{
		Site: "demo", MemID: m.MemID, Password: factory.Password, NewPassword: "Fresh777!", Origin: origin,
	}))
	require.Equal(t, "over", w.detailsState(t, mine))
}
