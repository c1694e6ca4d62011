package member_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/account/staff"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/factory"
)

// facts is what a member types who forgot the password.
func facts(m factory.M) member.ResetAsk {
	return member.ResetAsk{Site: "demo", MemID: m.MemID, Secret: member.ForgottenPassword, Phone: "0" + m.Phone[3:], Number: m.Number, Origin: origin}
}

func (w *world) ask(t *testing.T, a member.ResetAsk) member.ResetTicket {
	t.Helper()
	ticket, err := w.s.AskReset(t.Context(), a)
	require.NoError(t, err)
	return ticket
}

func (w *world) finish(ctx context.Context, x member.ResetTicket, secret credential.Secret) error {
	return w.s.FinishReset(ctx, member.ResetFinish{Site: "demo", ID: x.ID, Code: x.Code, Secret: secret, Origin: origin})
}

// S-04, S-06: staff confirms who asks, the member alone chooses the new secret, and nothing leaves the account for a day.
func TestAForgottenPasswordIsReset(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m, boss := factory.Member(t, w.db), factory.Staff(t, w.db)
	by := audit.Actor{ID: boss.ID}
	here, err := w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)
	for range 8 {
		_, _ = w.login(t.Context(), m.MemID, "Wrong1234")
	}
	x := w.ask(t, facts(m))
	require.ErrorIs(t, w.finish(t.Context(), x, "Fresh777!"), fault.PaymentProblem, "staff has not confirmed")

	list, total, err := w.s.Resets(t.Context(), member.ResetSearch{Site: "demo", Count: 10})
	require.NoError(t, err)
	require.EqualValues(t, 1, total)
	require.Equal(t, []any{x.ID, m.MemID, member.ForgottenPassword, false, member.ResetOpen, false, origin.IP},
		[]any{list[0].ID, list[0].MemID, list[0].Secret, list[0].BySecret, list[0].State, list[0].IPKnown, list[0].IP})
	require.NoError(t, w.s.DecideReset(t.Context(), "demo", by, x.ID, true, ""))
	require.ErrorIs(t, w.s.DecideReset(t.Context(), "demo", by, x.ID, false, "late"), fault.PaymentProblem)

	require.ErrorIs(t, w.finish(t.Context(), x, "short"), fault.BadPassword)
	wrong := x
	wrong.Code = "AAAA-AAAA-AAAA-AAAA"
	require.ErrorIs(t, w.finish(t.Context(), wrong, "Fresh777!"), fault.Failed)
	require.NoError(t, w.finish(t.Context(), x, "Fresh777!"))
	require.ErrorIs(t, w.finish(t.Context(), x, "Other777!"), fault.PaymentProblem, "once")

	s, _, err := w.s.Session(t.Context(), here.SID)
	require.NoError(t, err)
	require.Equal(t, member.Ended, s.State)
	_, err = w.login(t.Context(), m.MemID, factory.Password)
	require.ErrorIs(t, err, fault.WrongPassword)
	_, err = w.login(t.Context(), m.MemID, "Fresh777!")
	require.NoError(t, err, "the lock of wrong passwords is open again")
	p, err := w.s.Profile(t.Context(), w.db, m.MemID)
	require.NoError(t, err)
	require.Equal(t, w.clk.Now().Add(24*time.Hour), p.WithdrawHeld.UTC())
	require.Equal(t, []string{"A new password was asked for", "Your password was changed"}, w.titles(t, m.MemID))
	require.Equal(t, 0, one[int](t, w, "SELECT count(*) FROM audit_entry WHERE detail::text LIKE '%Fresh777%'")+
		one[int](t, w, "SELECT count(*) FROM audit_note WHERE detail::text LIKE '%Fresh777%'"))
}

func TestAForgottenPINIsResetByThePassword(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m, boss := factory.Member(t, w.db), factory.Staff(t, w.db)
	for range 5 {
		require.Error(t, w.s.VerifyPIN(t.Context(), m.MemID, "9999"))
	}
	x := w.ask(t, member.ResetAsk{Site: "demo", MemID: m.MemID, Secret: member.ForgottenPIN, Other: factory.Password, Origin: origin})
	require.NoError(t, w.s.DecideReset(t.Context(), "demo", audit.Actor{ID: boss.ID}, x.ID, true, ""))
	require.ErrorIs(t, w.finish(t.Context(), x, "12"), fault.BadCashPIN)
	require.NoError(t, w.finish(t.Context(), x, "4711"))
	require.NoError(t, w.s.VerifyPIN(t.Context(), m.MemID, "4711"), "its lock is open")
	_, err := w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)
}

// The one who asks learns neither whether there is such a member nor which of the facts was wrong.
func TestAResetThatDoesNotFitIsAnsweredAlike(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db)
	black := factory.Member(t, w.db, func(m *factory.M) { m.Status = member.Black })
	other := factory.Member(t, w.db)
	for name, a := range map[string]member.ResetAsk{
		"no such member":    {Site: "demo", MemID: "nosuch1", Secret: member.ForgottenPassword, Phone: "01012345678", Number: "12345678"},
		"of another site":   {Site: "demo", MemID: "", Secret: member.ForgottenPassword, Phone: "0" + m.Phone[3:], Number: m.Number},
		"another's phone":   {Site: "demo", MemID: m.MemID, Secret: member.ForgottenPassword, Phone: "0" + other.Phone[3:], Number: m.Number},
		"another's account": {Site: "demo", MemID: m.MemID, Secret: member.ForgottenPassword, Phone: "0" + m.Phone[3:], Number: other.Number},
		"no facts":          {Site: "demo", MemID: m.MemID, Secret: member.ForgottenPassword},
		"a shut-out member": facts(black),
		"a wrong PIN":       {Site: "demo", MemID: m.MemID, Secret: member.ForgottenPassword, Other: "9999"},
		"a wrong password":  {Site: "demo", MemID: m.MemID, Secret: member.ForgottenPIN, Other: "Wrong1234"},
		"no member, a PIN":  {Site: "demo", MemID: "nosuch1", Secret: member.ForgottenPassword, Other: "9999"},
		"no member, a pass": {Site: "demo", MemID: "nosuch1", Secret: member.ForgottenPIN, Other: "Wrong1234"},
	} {
		_, err := w.s.AskReset(t.Context(), a)
		require.ErrorIs(t, err, fault.ResetMismatch, name)
	}
	_, err := w.s.AskReset(t.Context(), member.ResetAsk{Site: "demo", MemID: m.MemID, Secret: "name"})
	require.ErrorIs(t, err, fault.Failed)
	require.Zero(t, one[int](t, w, "SELECT count(*) FROM member_reset"))
	require.Zero(t, one[int](t, w, "SELECT pin_failures FROM member_member WHERE member_id = $1", m.MemID), "no stranger locks a PIN")
	require.Equal(t, 1, one[int](t, w, "SELECT pass_failures FROM member_member WHERE member_id = $1", m.MemID))
}

// While the hasher is full, every attempt that needs a hash is told to try later: one that is refused at once has hashed nothing, and a
// caller could measure that.
func TestAResetHashesWhetherOrNotThereIsAPINToCompare(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m, bare, locked := factory.Member(t, w.db), factory.Member(t, w.db), factory.Member(t, w.db)
	_, err := w.db.Exec(t.Context(), "UPDATE member_member SET pin_hash = '' WHERE member_id = $1", bare.MemID)
	require.NoError(t, err)
	for range 5 {
		require.ErrorIs(t, w.s.VerifyPIN(t.Context(), locked.MemID, "9999"), fault.WrongCashPIN)
	}
	undo := w.s.Hasher.CrowdWithPINs()
	for name, memID := range map[string]string{"a member": m.MemID, "no such member": "nosuch1", "no PIN": bare.MemID, "a locked PIN": locked.MemID} {
		_, err := w.s.AskReset(t.Context(), member.ResetAsk{Site: "demo", MemID: memID, Secret: member.ForgottenPassword, Other: "9999"})
		require.ErrorIs(t, err, fault.TryLater, name)
	}
	undo()
	defer w.s.Hasher.Overload()()
	for name, memID := range map[string]string{"a member": m.MemID, "no such member": "nosuch1"} {
		_, err := w.s.AskReset(t.Context(), member.ResetAsk{Site: "demo", MemID: memID, Secret: member.ForgottenPIN, Other: "Wrong1234"})
		require.ErrorIs(t, err, fault.TryLater, name)
	}
}

func TestAResetIsOverAfterItsTime(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m, boss := factory.Member(t, w.db), factory.Staff(t, w.db)
	by := audit.Actor{ID: boss.ID}
	first := w.ask(t, facts(m))
	second := w.ask(t, facts(m))
	require.ErrorIs(t, w.s.DecideReset(t.Context(), "demo", by, first.ID, true, ""), fault.PaymentProblem, "a newer one took its place")
	w.clk.Advance(72 * time.Hour)
	require.ErrorIs(t, w.s.DecideReset(t.Context(), "demo", by, second.ID, true, ""), fault.PaymentProblem)
	third := w.ask(t, facts(m))
	require.NoError(t, w.s.DecideReset(t.Context(), "demo", by, third.ID, true, ""))
	w.clk.Advance(24 * time.Hour)
	require.ErrorIs(t, w.finish(t.Context(), third, "Fresh777!"), fault.PaymentProblem)
	_, state, _, err := w.s.ResetOf(t.Context(), "demo", third.ID, third.Code)
	require.NoError(t, err)
	require.Equal(t, member.ResetOver, state)
	factory.Site(t, w.db, func(s *factory.S) { s.ID = "other" })
	require.ErrorIs(t, w.s.DecideReset(t.Context(), "other", by, third.ID, true, ""), fault.MemberNotFound)
	require.ErrorIs(t, w.s.DecideReset(t.Context(), "demo", by, third.ID, false, " "), fault.Failed)
}

// Of many who use one code at once, one sets the secret.
func TestAResetIsFinishedOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m, boss := factory.Member(t, w.db), factory.Staff(t, w.db)
	x := w.ask(t, facts(m))
	require.NoError(t, w.s.DecideReset(t.Context(), "demo", audit.Actor{ID: boss.ID}, x.ID, true, ""))
	var all sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		all.Go(func() { errs[i] = w.finish(t.Context(), x, "Fresh777!") })
	}
	all.Wait()
	done := 0
	for _, err := range errs {
		if err == nil {
			done++
		} else {
			require.ErrorIs(t, err, fault.PaymentProblem)
		}
	}
	require.Equal(t, 1, done)
}

// S-84: staff can read phone and account number of every member, so one person alone must not let their holder in.
func TestAResetByFactsNeedsTwoPersons(t *testing.T) {
	t.Parallel()
	w := newWorld(t, map[string]any{"approvals": map[string]any{}})
	sites := site.New(w.db, w.clk)
	approvals := approval.New(w.db, w.clk, sites, staff.New(w.db, w.clk, w.s, staff.Keys{}).HoldRights)
	w.s.Approvals(approvals)
	actor := func(r right.Right) audit.Actor {
		return audit.Actor{ID: factory.Staff(t, w.db, func(s *factory.St) { s.Rights = []right.Right{r} }).ID}
	}
	clerk, boss := actor(right.Reset), actor(right.Approve)
	waiting := func() []approval.Request {
		list, _, err := approvals.List(t.Context(), "demo", approval.Query{Open: true, Slice: paging.Slice{Count: 10}})
		require.NoError(t, err)
		return list
	}
	decide := func(by audit.Actor, r approval.Request) error {
		return approvals.Approve(t.Context(), approval.Decision{Actor: by, Site: "demo", ID: r.ID, Version: r.Version})
	}

	m := factory.Member(t, w.db)
	x := w.ask(t, facts(m))
	for range 2 {
		require.ErrorIs(t, w.s.DecideReset(t.Context(), "demo", clerk, x.ID, true, ""), fault.SecondPersonNeeded)
	}
	require.ErrorIs(t, w.finish(t.Context(), x, "Fresh777!"), fault.PaymentProblem)
	list := waiting()
	require.Len(t, list, 1)
	require.ErrorIs(t, decide(clerk, list[0]), fault.OwnRequest)
	require.NoError(t, decide(boss, list[0]))
	require.ErrorIs(t, decide(boss, list[0]), fault.PaymentProblem)
	require.NoError(t, w.finish(t.Context(), x, "Fresh777!"))
	require.Equal(t, boss.ID+" "+clerk.ID, one[string](t, w, "SELECT actor || ' ' || (detail->>'askedBy') FROM audit_entry WHERE action = 'reset.confirm'"))

	// A newer request of the member takes the place of the one that waits: approving the old one opens nothing.
	other := factory.Member(t, w.db)
	old := w.ask(t, facts(other))
	require.ErrorIs(t, w.s.DecideReset(t.Context(), "demo", clerk, old.ID, true, ""), fault.SecondPersonNeeded)
	newer := w.ask(t, facts(other))
	require.ErrorIs(t, decide(boss, waiting()[0]), fault.PaymentProblem)
	require.ErrorIs(t, w.finish(t.Context(), newer, "Fresh777!"), fault.PaymentProblem)

	// The other secret is known to the member only: one person is enough.
	third := factory.Member(t, w.db)
	y := w.ask(t, member.ResetAsk{Site: "demo", MemID: third.MemID, Secret: member.ForgottenPassword, Other: factory.PIN, Origin: origin})
	require.NoError(t, w.s.DecideReset(t.Context(), "demo", clerk, y.ID, true, ""))
	require.NoError(t, w.finish(t.Context(), y, "Fresh777!"))
}

// A thief who logs in and asks a minute later does not come from a known address.
func TestAnAddressIsKnownADayAfterALogin(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db)
	_, err := w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)
	known := func() bool {
		w.ask(t, facts(m))
		list, _, err := w.s.Resets(t.Context(), member.ResetSearch{Site: "demo", Count: 1})
		require.NoError(t, err)
		return list[0].IPKnown
	}
	w.clk.Advance(24 * time.Hour)
	require.False(t, known())
	w.clk.Advance(time.Second)
	require.True(t, known())
}
