package accounttest_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/account/protection"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/audit"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/factory"
)

// S-37: a limit is lowered at once, raised after 24 hours and a confirmation, and not for ever.
func TestLoweringIsAtOnceAndRaisingWaits(t *testing.T) {
	w := newProtectionWorld(t)
	which := protection.Which{Kind: protection.Deposit, Days: 7}
	require.NoError(t, w.set(protection.Deposit, 7, 50_000))
	require.EqualValues(t, 50_000, w.limit().Amount)
	require.NoError(t, w.set(protection.Deposit, 7, 40_000))
	require.EqualValues(t, 40_000, w.limit().Amount, "lower: at once")

	asked := w.clk.Now()
	require.NoError(t, w.set(protection.Deposit, 7, 90_000))
	l := w.limit()
	require.EqualValues(t, 40_000, l.Amount, "higher: not yet")
	require.EqualValues(t, 90_000, *l.Pending.Amount)
	require.Equal(t, asked.Add(24*time.Hour), l.Pending.From.In(asked.Location()))
	require.ErrorIs(t, w.s.Confirm(t.Context(), w.who, which), fault.Failed)
	w.clk.Advance(24*time.Hour - time.Second)
	require.ErrorIs(t, w.s.Confirm(t.Context(), w.who, which), fault.Failed, "a second too early")
	w.clk.Advance(time.Second)
	require.EqualValues(t, 40_000, w.limit().Amount, "not without the confirmation")
	require.NoError(t, w.s.Confirm(t.Context(), w.who, which))
	require.EqualValues(t, 90_000, w.limit().Amount)
	require.Nil(t, w.limit().Pending)
	require.ErrorIs(t, w.s.Confirm(t.Context(), w.who, which), fault.Failed, "once")

	require.NoError(t, w.s.Remove(t.Context(), w.who, which))
	require.Nil(t, w.limit().Pending.Amount, "no limit is the loosest of all")
	require.NoError(t, w.s.Cancel(t.Context(), w.who, which))
	require.Nil(t, w.limit().Pending)
	require.ErrorIs(t, w.s.Cancel(t.Context(), w.who, which), fault.Failed)

	require.NoError(t, w.set(protection.Deposit, 7, 95_000))
	require.NoError(t, w.set(protection.Deposit, 7, 90_000), "the present one takes back what was asked")
	require.Nil(t, w.limit().Pending)
	require.NoError(t, w.set(protection.Deposit, 7, 95_000))
	require.NoError(t, w.set(protection.Deposit, 7, 10_000))
	require.Nil(t, w.limit().Pending, "a lower one as well")

	require.NoError(t, w.s.Remove(t.Context(), w.who, which))
	w.clk.Advance(8 * 24 * time.Hour)
	require.Nil(t, w.limit().Pending, "forgotten after a week")
	require.ErrorIs(t, w.s.Confirm(t.Context(), w.who, which), fault.Failed)
	require.NoError(t, w.s.Remove(t.Context(), w.who, which))
	w.clk.Advance(24 * time.Hour)
	require.NoError(t, w.s.Confirm(t.Context(), w.who, which))
	st, err := w.s.Of(t.Context(), w.who.Member)
	require.NoError(t, err)
	require.Empty(t, st.Limits)
}

func TestInvalidLimitIsRejected(t *testing.T) {
	w := newProtectionWorld(t)
	require.ErrorIs(t, w.set("bets", 1, 1_000), fault.Failed)
	require.ErrorIs(t, w.set(protection.Wager, 2, 1_000), fault.Failed)
	require.ErrorIs(t, w.set(protection.Wager, 1, 0), fault.AmountRequired)
	require.ErrorIs(t, w.set(protection.Session, 1, 24*60+1), fault.Failed)
	require.NoError(t, w.set(protection.Session, 1, 24*60))
	for _, do := range []func() error{
		func() error { return w.s.Remove(t.Context(), w.who, protection.Which{Kind: protection.Loss, Days: 1}) },
		func() error { return w.s.Cancel(t.Context(), w.who, protection.Which{Kind: protection.Loss, Days: 1}) },
		func() error { return w.s.Confirm(t.Context(), w.who, protection.Which{Kind: protection.Loss, Days: 1}) },
	} {
		require.ErrorIs(t, do(), fault.Failed)
	}
}

// A window is the 24 × days hours until now, to the microsecond, and the lowest of the limits applies (S-36).
func TestWindowsRollExactly(t *testing.T) {
	w := newProtectionWorld(t)
	require.NoError(t, w.set(protection.Wager, 1, 1_000))
	require.NoError(t, w.set(protection.Wager, 7, 1_500))
	require.NoError(t, w.set(protection.Loss, 1, 900))
	room := func(kind protection.Kind) int64 {
		return queryValue[int64](w, "SELECT protection_room($1, $2, 'KRW', $3)", w.who.Member, string(kind), w.clk.Now())
	}
	begin := w.clk.Now()
	w.flow(600, 600)
	require.EqualValues(t, 400, room(protection.Wager))
	require.EqualValues(t, 300, room(protection.Loss))
	w.clk.Advance(time.Hour)
	w.flow(0, -800) // a win
	require.EqualValues(t, 400, room(protection.Wager))
	require.EqualValues(t, 1_100, room(protection.Loss), "what was won may be lost as well")
	w.clk.Set(begin.Add(24*time.Hour - time.Microsecond))
	require.EqualValues(t, 400, room(protection.Wager))
	w.clk.Set(begin.Add(24 * time.Hour))
	require.EqualValues(t, 900, room(protection.Wager), "the day is over; the week's limit is the lower one now")
	require.EqualValues(t, 1_700, room(protection.Loss))
	w.flow(900, 900)
	require.Zero(t, room(protection.Wager))
	w.clk.Set(begin.Add(48 * time.Hour))
	require.Zero(t, room(protection.Wager), "of the week")
	w.clk.Set(begin.Add(7 * 24 * time.Hour))
	require.EqualValues(t, 600, room(protection.Wager))

	w.clk.Set(begin.Add(33 * 24 * time.Hour))
	n, err := w.s.Prune(t.Context())
	require.NoError(t, err)
	require.EqualValues(t, 2, n, "the last row before the longest window stays: a sum begins there")
	w.flow(250, 0)
	require.EqualValues(t, 750, room(protection.Wager))
}

// The first limit counts what was staked before it: it is read from the ledger. The last one removed forgets it.
func TestALimitCountsWhatWasBefore(t *testing.T) {
	w := newProtectionWorld(t)
	post := func(amount money.Amount, contra, kind, ref string) {
		require.NoError(t, pg.InTx(t.Context(), w.db, func(tx pgx.Tx) error {
			_, _, err := wallet.Apply(t.Context(), tx, wallet.Move{
				Member: w.who.Member, Currency: "KRW", Unit: wallet.Cash, Amount: amount, Contra: contra, Kind: kind, Ref: ref,
			})
			return err
		}))
	}
	post(9_000, wallet.ContraDeposit, "deposit", "1")
	post(-700, "vendor:acme", "bet", "acme:b1")
	post(-500, "vendor:acme", "bet", "acme:b2")
	post(500, "vendor:acme", "rollback", "acme:x2")
	post(400, "vendor:acme", "win", "acme:w1")
	w.clk.Set(databaseTime(w))
	require.NoError(t, w.set(protection.Wager, 30, 10_000))
	require.EqualValues(t, 700, w.limit().Used)
	which := protection.Which{Kind: protection.Wager, Days: 30}
	require.NoError(t, w.s.Remove(t.Context(), w.who, which))
	w.clk.Advance(25 * time.Hour)
	require.NoError(t, w.s.Confirm(t.Context(), w.who, which))
	require.Zero(t, queryValue[int](w, "SELECT count(*) FROM protection_flow"))
	w.flow(100, 100)
	require.Zero(t, queryValue[int](w, "SELECT count(*) FROM protection_flow"), "members without limits are not tracked")
	require.NoError(t, w.set(protection.Loss, 30, 10_000))
	require.EqualValues(t, 300, w.limit().Used)
}

// databaseTime is the database's clock, by which the ledger writes.
func databaseTime(w *protectionWorld) time.Time { return queryValue[time.Time](w, "SELECT now()") }

// Gross: what was withdrawn gives nothing back (S-36, S-39).
func TestDepositsKeepWithinTheLimit(t *testing.T) {
	w := newProtectionWorld(t)
	require.NoError(t, w.mayDeposit(5_000_000), "without a limit")
	require.NoError(t, w.set(protection.Deposit, 1, 30_000))
	require.NoError(t, w.mayDeposit(30_000))
	require.ErrorIs(t, w.mayDeposit(30_001), fault.LimitReached)
	w.paid(20_000)
	require.NoError(t, w.mayDeposit(10_000))
	require.ErrorIs(t, w.mayDeposit(20_000), fault.LimitReached)
	require.NoError(t, w.mayDeposit(0), "what is completed keeps within")
	require.NoError(t, w.set(protection.Deposit, 1, 19_999))
	require.ErrorIs(t, w.mayDeposit(0), fault.LimitReached)
	w.clk.Advance(24 * time.Hour)
	require.NoError(t, w.mayDeposit(19_999), "the window is over")
	for status, want := range map[string]error{"dormant": fault.ContactAdmin, "stop": fault.Suspended, "excluded": fault.SelfExcluded} {
		w.exec("UPDATE member_member SET status = $2 WHERE member_id = $1", w.who.Member, status)
		require.ErrorIs(t, w.mayDeposit(1), want, status)
	}
}

// Each change is kept and cannot be altered. Staff may read it, which is recorded in the audit.
func TestTheHistoryIsKept(t *testing.T) {
	w := newProtectionWorld(t)
	require.NoError(t, w.set(protection.Loss, 1, 2_000))
	require.NoError(t, w.set(protection.Loss, 1, 5_000))
	require.NoError(t, w.s.Interval(t.Context(), w.who, 15))
	require.NoError(t, w.s.Timeout(t.Context(), w.who, 7))
	act := member.Act{Actor: audit.Actor{ID: "staff1"}, Site: "demo", MemID: w.who.Member}
	st, changes, err := w.s.Shown(t.Context(), act)
	require.NoError(t, err)
	require.Len(t, st.Limits, 1)
	var got []string
	for _, c := range changes {
		got = append(got, c.Action)
	}
	require.Equal(t, []string{"timeout", "interval", "asked", "set"}, got)
	require.EqualValues(t, 2_000, *changes[2].Before)
	require.EqualValues(t, 5_000, *changes[2].After)
	require.Equal(t, "staff1", queryValue[string](w, "SELECT actor FROM audit_entry WHERE action = 'protection.view' AND target = $1", w.who.Member))
	for _, sql := range []string{"UPDATE protection_change SET days = 1", "DELETE FROM protection_change"} {
		_, err := w.db.Exec(t.Context(), sql)
		require.ErrorContains(t, err, "append-only")
	}
	factory.Site(t, w.db, func(s *factory.S) { s.ID, s.Hosts = "other", []string{"other.example"} })
	act.Site = "other"
	_, _, err = w.s.Shown(t.Context(), act)
	require.ErrorIs(t, err, fault.MemberNotFound, "staff of another site")
}
