package cash_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/funds/cash"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// act lists the transitions that a member or staff may attempt.
var act = map[string]func(stage, customer, cash.Request) error{
	"hold":    func(s stage, _ customer, r cash.Request) error { return s.hold(r) },
	"approve": func(s stage, _ customer, r cash.Request) error { return s.approve(r) },
	"refuse":  func(s stage, _ customer, r cash.Request) error { return s.refuse(r) },
	"cancel":  func(s stage, c customer, r cash.Request) error { return s.cancel(c, r) },
}

func TestOnlyTheTransitionsOfD12(t *testing.T) {
	reach := map[cash.Status][]string{
		cash.Requested: nil, cash.Held: {"hold"}, cash.Done: {"approve"}, cash.Cancelled: {"cancel"}, cash.Refused: {"refuse"},
	}
	becomes := map[cash.Status]map[string]cash.Status{
		cash.Requested: {"hold": cash.Held, "approve": cash.Done, "refuse": cash.Refused, "cancel": cash.Cancelled},
		cash.Held:      {"approve": cash.Done, "refuse": cash.Refused},
	}
	s := open(t)
	for _, kind := range []cash.Kind{cash.In, cash.Out} {
		for from, steps := range reach {
			for what, try := range act {
				m := s.member(100_000)
				ask := map[cash.Kind]func(customer) (cash.Request, error){
					cash.In:  func(c customer) (cash.Request, error) { return s.deposit(c, 10_000) },
					cash.Out: func(c customer) (cash.Request, error) { return s.withdraw(c, 10_000) },
				}[kind]
				r := s.must(ask(m))
				for _, step := range steps {
					require.NoError(t, act[step](s, m, r))
				}
				err := try(s, m, r)
				want, allowed := becomes[from][what]
				switch {
				case allowed:
					require.NoError(t, err, "%s %d %s", kind, from, what)
				case what == "cancel" && from == cash.Held:
					s.refused("C007", err)
					want = from
				case what == "cancel": // a closed one is hidden instead
					require.NoError(t, err)
					require.Empty(t, s.list(m, ""))
					want = from
				default:
					s.refused("C019", err)
					want = from
				}
				require.Equal(t, want, s.status(r), "%s %d %s", kind, from, what)
			}
		}
	}
	s.balanced()
}

func TestWhatIsNotThereCannotBeDecided(t *testing.T) {
	s := open(t)
	m := s.member(0)
	r := s.must(s.deposit(m, 10_000))
	s.refused("C019", s.desk.Approve(t.Context(), "other", staff, s.shown(r), true))
	absent := s.shown(r)
	absent.ID++
	s.refused("C019", s.desk.Approve(t.Context(), "demo", staff, absent, true))
	require.Equal(t, cash.Requested, s.status(r))
}

func TestARequestThatIsNotTheOneShownIsNotDecided(t *testing.T) {
	s := open(t)
	r := s.must(s.withdraw(s.member(50_000), 10_000))
	for what, change := range map[string]func(*cash.Shown){
		"another member": func(r *cash.Shown) { r.Member = "someoneelse" },
		"another amount": func(r *cash.Shown) { r.Amount++ },
		"another moment": func(r *cash.Shown) { r.RequestedAt = r.RequestedAt.Add(time.Microsecond) },
		"only its id":    func(r *cash.Shown) { *r = cash.Shown{ID: r.ID} },
	} {
		shown := s.shown(r)
		change(&shown)
		for _, err := range []error{
			s.desk.Hold(t.Context(), "demo", staff, shown), s.desk.Approve(t.Context(), "demo", staff, shown, true),
			s.desk.Refuse(t.Context(), "demo", staff, shown, cash.Because{Words: "late"}),
		} {
			s.refused("C019", err)
		}
		require.Equal(t, cash.Requested, s.status(r), what)
	}
	require.Empty(t, s.strings("SELECT action FROM audit_entry"))
	require.NoError(t, s.approve(r))
	s.balanced()
}

// A page of the back office shows the request of one member; PostgreSQL is restored from a backup made before it, and the next request,
// of another member, gets the same id.
func TestApprovingALostRequestAfterARestoreDoesNotPayAnotherMember(t *testing.T) {
	t.Parallel()
	server, clk := pgtest.Own(t), clock.NewManual(noon)
	url := server.Migrated(t)
	connect := func() stage {
		db := pgtest.Pool(t, url)
		sites, msgs := site.New(db, clk), message.New(db, clk)
		desk := cash.New(db, clk, sites, member.New(db, clk, sites, factory.Hashing()), msgs, nil)
		return stage{T: t, db: db, clk: clk, desk: desk, msgs: msgs}
	}
	s := connect()
	factory.Site(t, s.db)
	payer, other := s.member(0), s.member(0)
	s.db.Close()
	server.Stop()
	backup := server.Copy(t)
	server.Start(t)

	s = connect()
	shown := s.shown(s.must(s.deposit(payer, 10_000)))
	s.db.Close()
	server.Stop()
	server.Restore(t, backup)
	server.Start(t)

	s = connect()
	r := s.must(s.deposit(other, 2_000_000))
	require.Equal(t, shown.ID, r.ID, "the id is given out a second time")
	s.refused("C019", s.desk.Approve(t.Context(), "demo", staff, shown, true))
	require.Equal(t, cash.Requested, s.status(r))
	require.Zero(t, s.wallet(other).Cash)
	require.NoError(t, s.approve(r))
}

func TestAWithdrawalIsUndoneWithinAMinuteD15(t *testing.T) {
	s := open(t)
	m := s.member(100_000)
	r := s.must(s.withdraw(m, 50_000))
	s.clk.Advance(time.Minute - time.Nanosecond)
	require.NoError(t, s.cancel(m, r))
	require.EqualValues(t, 100_000, s.wallet(m).Cash)
	r = s.must(s.withdraw(m, 50_000))
	s.clk.Advance(time.Minute)
	s.refused("C007", s.cancel(m, r))
	require.EqualValues(t, 50_000, s.wallet(m).Cash)
	in := s.must(s.deposit(m, 10_000))
	s.clk.Advance(24 * time.Hour)
	require.NoError(t, s.cancel(m, in), "a deposit has no such limit")
	s.balanced()
}

func TestRemoveHidesClosedOnesAndNeverTheLedgerD16(t *testing.T) {
	s := open(t)
	m, stranger := s.member(100_000), s.member(0)
	out := s.must(s.withdraw(m, 10_000))
	require.NoError(t, s.approve(out))
	in := s.must(s.deposit(m, 10_000))
	held := s.must(s.deposit(stranger, 10_000))

	n, err := s.desk.Remove(t.Context(), stranger.requester(), []int64{out.ID, in.ID, -1})
	require.NoError(t, err)
	require.Zero(t, n, "what is not one's own is passed over")
	require.NoError(t, s.hold(held))
	n, err = s.desk.Remove(t.Context(), m.requester(), []int64{in.ID, out.ID, in.ID, held.ID})
	require.NoError(t, err)
	require.Equal(t, 2, n, "each id once")
	require.Equal(t, cash.Cancelled, s.status(in))
	list := s.list(m, "")
	require.Len(t, list, 1, "the cancelled one stays on the list until it is hidden")
	require.Equal(t, in.ID, list[0].ID)
	require.Len(t, s.strings("SELECT kind FROM wallet_ledger WHERE ref = $1::bigint::text", out.ID), 2)
	n, err = s.desk.Remove(t.Context(), m.requester(), []int64{out.ID})
	require.NoError(t, err)
	require.Zero(t, n)
}

func TestApprovingTwiceSucceedsOnceC019(t *testing.T) {
	s := open(t)
	m := s.member(0)
	r := s.must(s.deposit(m, 10_000))
	require.NoError(t, s.approve(r))
	s.refused("C019", s.approve(r))
	s.refused("C019", s.refuse(r))
	require.EqualValues(t, 10_000, s.wallet(m).Cash)
	require.Len(t, s.strings("SELECT title FROM message_message"), 1)
}

func TestTwoApproversAndARefuserAtOnceMakeOneTransition(t *testing.T) {
	s := open(t)
	for range 12 {
		m := s.member(50_000)
		in, out := s.must(s.deposit(m, 10_000)), s.must(s.withdraw(m, 20_000))
		for _, r := range []cash.Request{in, out} {
			approve := func() error { return s.approve(r) }
			errs := atOnce(approve, approve, func() error { return s.refuse(r) })
			require.Equal(t, map[string]int{"": 1, "C019": 2}, s.codes(errs))
		}
		require.Len(t, s.strings("SELECT title FROM message_message WHERE member_id = $1", m.id), 2)
	}
	s.balanced()
}

func TestACancelAgainstAnApprovalMakesOneTransition(t *testing.T) {
	s := open(t)
	for range 12 {
		m := s.member(50_000)
		for _, r := range []cash.Request{s.must(s.withdraw(m, 20_000)), s.must(s.deposit(m, 10_000))} {
			errs := atOnce(func() error { return s.approve(r) }, func() error { return s.cancel(m, r) })
			switch s.status(r) {
			case cash.Done:
				require.NoError(t, errs[0])
				if errs[1] != nil { // or it came later and hid the closed one
					s.refused("C007", errs[1])
				}
			case cash.Cancelled:
				s.refused("C019", errs[0])
				require.NoError(t, errs[1])
			default:
				require.Fail(t, "no decision was made")
			}
		}
	}
	s.balanced()
}

// S-85: a payout from the site's amount on needs a fresh one-time code, before it is paid or a second person is asked; a claim does not.
func TestALargePayoutNeedsAFreshCode(t *testing.T) {
	s := open(t, option("payoutCodeFrom", 100_000))
	small, large := s.member(150_000), s.member(200_000)
	out := s.must(s.withdraw(small, 90_000))
	require.NoError(t, s.desk.Approve(t.Context(), "demo", staff, s.shown(out), false))
	out = s.must(s.withdraw(large, 100_000))
	s.refused("U045", s.desk.Approve(t.Context(), "demo", staff, s.shown(out), false))
	require.Equal(t, cash.Requested, s.status(out))
	require.NoError(t, s.desk.Hold(t.Context(), "demo", staff, s.shown(out)), "a claim pays nothing")
	s.refused("U045", s.desk.Approve(t.Context(), "demo", staff, s.shown(out), false))
	require.NoError(t, s.desk.Approve(t.Context(), "demo", staff, s.shown(out), true))
	require.Equal(t, cash.Done, s.status(out))
	s.refused("C019", s.desk.Approve(t.Context(), "demo", staff, s.shown(out), false))
}

// S-85: so does a deposit: without it one stolen session could credit money that never came.
func TestALargeDepositNeedsAFreshCode(t *testing.T) {
	s := open(t, option("payoutCodeFrom", 100_000))
	small, large := s.member(0), s.member(0)
	in := s.must(s.deposit(small, 90_000))
	require.NoError(t, s.desk.Approve(t.Context(), "demo", staff, s.shown(in), false))
	in = s.must(s.deposit(large, 100_000))
	s.refused("U045", s.desk.Approve(t.Context(), "demo", staff, s.shown(in), false))
	require.Equal(t, cash.Requested, s.status(in))
	require.Zero(t, s.wallet(large))
	require.NoError(t, s.desk.Hold(t.Context(), "demo", staff, s.shown(in)), "a claim credits nothing")
	s.refused("U045", s.desk.Approve(t.Context(), "demo", staff, s.shown(in), false))
	require.NoError(t, s.desk.Approve(t.Context(), "demo", staff, s.shown(in), true))
	require.Equal(t, cash.Done, s.status(in))
	require.EqualValues(t, 100_000, s.wallet(large).Cash)
	other := s.must(s.deposit(s.member(0), 100_000))
	require.NoError(t, s.desk.Refuse(t.Context(), "demo", staff, s.shown(other), cash.Because{Words: "it has not arrived"}), "nor does a refusal need one")
	s.balanced()
}
