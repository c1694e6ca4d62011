package approval_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/funds/cash"
	"hubstake/internal/funds/correction"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/factory"
)

// S-84: a payout from the site's limit on is asked for by one (U035) and approved by another one, never by who asked (U036).
func TestAPayoutFromTheLimitOnNeedsTwoPersons(t *testing.T) {
	o := open(t)
	small := o.customer(499_999)
	o.exec(`UPDATE site_site SET options = options || '{"withdrawUnit":1}'`)
	o.clk.Advance(2 * time.Second)
	require.NoError(t, o.desk.Approve(t.Context(), "demo", o.clerk, o.withdrawal(small, 499_999), true), "one person is enough below the limit")
	require.Empty(t, o.waiting())

	memID := o.customer(500_000)
	shown := o.withdrawal(memID, 500_000)
	o.refused("U035", o.desk.Approve(t.Context(), "demo", o.clerk, shown, true))
	o.refused("U035", o.desk.Approve(t.Context(), "demo", o.clerk, shown, true))
	o.refused("U035", o.desk.Approve(t.Context(), "demo", o.other, shown, true))
	require.Equal(t, []money.Amount{0, 500_000, 5_000}, o.money(memID), "nothing moved")
	require.Len(t, o.waiting(), 1, "asking again changes nothing")
	r := o.waiting()[0]
	require.Equal(t, []any{o.clerk.ID, memID, money.Amount(-500_000), "cash", o.clk.Now().Add(2 * time.Hour)}, []any{r.AskedBy, r.Member, r.Amount, r.Unit, r.ExpiresAt.UTC()})

	o.exec("UPDATE member_staff SET rights = '{cash,approve}' WHERE staff_id = $1", o.clerk.ID)
	o.refused("U036", o.approvals.Approve(t.Context(), by(o.clerk, r)))
	o.refused("U036", o.approvals.Refuse(t.Context(), by(o.clerk, r), "no"))
	o.refused("U029", o.approvals.Approve(t.Context(), by(o.other, r))) // who may ask may not approve
	require.Len(t, o.waiting(), 1)

	require.NoError(t, o.approvals.Approve(t.Context(), by(o.boss, r)))
	require.Equal(t, []money.Amount{0, 0, 5_000}, o.money(memID))
	o.refused("C019", o.approvals.Approve(t.Context(), by(o.boss, r)))
	require.Equal(t, []string{o.boss.ID}, o.strings("SELECT processed_by FROM cash_request WHERE id = $1 AND status = 1", shown.ID))
	require.Equal(t, []string{
		"cash.approve " + o.clerk.ID + " -", "approval.ask " + o.clerk.ID + " -", "cash.approve " + o.boss.ID + " " + o.clerk.ID,
	}, o.strings("SELECT action || ' ' || actor || ' ' || coalesce(detail->>'askedBy', '-') FROM audit_entry ORDER BY seq"), "S-81: who did it, and who let it be done")
	require.Equal(t, []string{"approval", "approval"}, o.strings("SELECT data1 FROM outbox_event WHERE cmd = 'QUEUE' AND data1 = 'approval' AND topic = 'admin.demo'"))
	require.Equal(t, []string{"1"}, o.strings("SELECT count(*)::text FROM message_message WHERE member_id = $1", memID), "the member is told once")
	o.sound()
}

func TestFiftyAsksMakeOneRequest(t *testing.T) {
	o := open(t)
	shown := o.withdrawal(o.customer(600_000), 600_000)
	var all sync.WaitGroup
	codes := make([]string, 50)
	for i := range codes {
		all.Go(func() {
			if f, ok := fault.Of(o.desk.Approve(t.Context(), "demo", o.clerk, shown, true)); ok {
				codes[i] = f.Code()
			}
		})
	}
	all.Wait()
	require.Equal(t, []string{"U035"}, slices.Compact(codes))
	require.Len(t, o.waiting(), 1)
	require.Equal(t, []string{"1"}, o.strings("SELECT count(*)::text FROM audit_entry WHERE action = 'approval.ask'"))
}

// S-87: who asked has lost the right, or the account, when the second person approves. U037, and nothing moves.
func TestWhoAskedMustStillBeAllowed(t *testing.T) {
	t.Parallel()
	for name, sql := range map[string]string{
		"the right": "UPDATE member_staff SET rights = '{message}' WHERE staff_id = $1", "the account": "UPDATE member_staff SET active = false WHERE staff_id = $1",
	} {
		t.Run(name, func(t *testing.T) {
			o := open(t)
			memID, r := o.asked()
			o.exec(sql, o.clerk.ID)
			o.refused("U037", o.approvals.Approve(t.Context(), by(o.boss, r)))
			require.Equal(t, []money.Amount{0, 600_000, 5_000}, o.money(memID))
			require.Empty(t, o.waiting())
			over := o.list(approval.Query{})[0]
			require.Equal(t, []any{approval.Failed, "U037", o.boss.ID}, []any{over.State, over.Code, over.DecidedBy})
			require.Equal(t, []string{"0"}, o.strings("SELECT status::text FROM cash_request"))
			o.refused("U035", o.desk.Approve(t.Context(), "demo", o.other, o.shown(r), true))
			require.NoError(t, o.approvals.Approve(t.Context(), by(o.boss, o.waiting()[0])), "another one may ask")
		})
	}
}

// S-87: the right to approve counts at the moment of the decision, whatever the page still shows.
func TestWhoApprovesMustStillBeAllowed(t *testing.T) {
	o := open(t)
	memID, r := o.asked()
	o.exec("UPDATE member_staff SET rights = '{cash}' WHERE staff_id = $1", o.boss.ID)
	o.refused("U029", o.approvals.Approve(t.Context(), by(o.boss, r)))
	o.refused("U029", o.approvals.Refuse(t.Context(), by(o.boss, r), "no"))
	o.exec("UPDATE member_staff SET rights = '{approve}', active = false WHERE staff_id = $1", o.boss.ID)
	o.refused("U029", o.approvals.Approve(t.Context(), by(o.boss, r)))
	require.Len(t, o.waiting(), 1)
	require.Equal(t, []money.Amount{0, 600_000, 5_000}, o.money(memID))
}

// The action makes its own checks again: a withdrawal that was decided meanwhile is not paid, and the request has failed.
func TestAWithdrawalThatWasDecidedMeanwhileIsNotPaid(t *testing.T) {
	o := open(t)
	memID, r := o.asked()
	require.NoError(t, o.desk.Refuse(t.Context(), "demo", o.other, o.shown(r), cash.Because{Words: "name differs"}))
	o.refused("C019", o.approvals.Approve(t.Context(), by(o.boss, r)))
	over := o.list(approval.Query{})[0]
	require.Equal(t, []any{approval.Failed, "C019"}, []any{over.State, over.Code})
	require.Equal(t, []money.Amount{600_000, 0, 5_000}, o.money(memID))
	require.Equal(t, []string{"C019"}, o.strings("SELECT detail->>'code' FROM audit_entry WHERE action = 'approval.fail'"))
	o.sound()
}

// Withdrawals of the member are stopped after one clerk asked: the second person does not pay, no clerk asks again before that is over, and
// the withdrawal itself can be refused.
func TestAPayoutThatWasStoppedMeanwhileIsNotPaidByTheSecondPerson(t *testing.T) {
	t.Parallel()
	for code, change := range map[string]string{
		"U022": "withdraw_allowed = false", "U042": "withdraw_held_until = now() + interval '10 years'", "U011": "status = 'black'",
	} {
		t.Run(change, func(t *testing.T) {
			o := open(t)
			memID, r := o.asked()
			o.exec("UPDATE member_member SET "+change+" WHERE member_id = $1", memID)
			o.refused(code, o.approvals.Approve(t.Context(), by(o.boss, r)))
			require.Equal(t, []money.Amount{0, 600_000, 5_000}, o.money(memID), "nothing moved")
			over := o.list(approval.Query{})[0]
			require.Equal(t, []any{approval.Failed, code}, []any{over.State, over.Code})
			o.refused(code, o.desk.Approve(t.Context(), "demo", o.other, o.shown(r), false))
			require.Empty(t, o.waiting(), "no second person is asked in vain")
			require.NoError(t, o.desk.Refuse(t.Context(), "demo", o.other, o.shown(r), cash.Because{Words: "the account was taken over"}))
			require.Equal(t, []money.Amount{600_000, 0, 5_000}, o.money(memID))
			o.sound()
		})
	}
}

func TestARequestIsRefusedWithAReason(t *testing.T) {
	o := open(t)
	memID, r := o.asked()
	for _, reason := range []string{"", " ", strings.Repeat("a", 201), "a\nb"} {
		o.refused("E001", o.approvals.Refuse(t.Context(), by(o.boss, r), reason))
	}
	stale := r
	stale.Version++
	o.refused("C019", o.approvals.Refuse(t.Context(), by(o.boss, stale), "another version was shown"))
	require.NoError(t, o.approvals.Refuse(t.Context(), by(o.boss, r), " call the member first "))
	over := o.list(approval.Query{})[0]
	require.Equal(t, []any{approval.Refused, "call the member first", o.boss.ID, int32(2)}, []any{over.State, over.Note, over.DecidedBy, over.Version})
	o.refused("C019", o.approvals.Approve(t.Context(), by(o.boss, r)))
	require.Equal(t, []money.Amount{0, 600_000, 5_000}, o.money(memID), "the withdrawal still waits for its decision")
}

func TestOnlyWhoAskedCancels(t *testing.T) {
	o := open(t)
	_, r := o.asked()
	o.refused("U029", o.approvals.Cancel(t.Context(), by(o.boss, r)))
	other := by(o.clerk, r)
	other.Site = "other"
	o.refused("C019", o.approvals.Cancel(t.Context(), other))
	require.NoError(t, o.approvals.Cancel(t.Context(), by(o.clerk, r)))
	o.refused("C019", o.approvals.Approve(t.Context(), by(o.boss, r)))
	require.Equal(t, approval.Cancelled, o.list(approval.Query{})[0].State)
}

// A request is over to the second, whether the job has come round or not; the job tells staff and the audit.
func TestARequestExpires(t *testing.T) {
	o := open(t)
	_, r := o.asked()
	o.clk.Advance(2*time.Hour - time.Second)
	n, err := approval.Expire(t.Context(), o.db, o.clk.Now())
	require.NoError(t, err)
	require.Zero(t, n)
	require.Len(t, o.waiting(), 1)
	o.clk.Advance(time.Second)
	require.Empty(t, o.waiting())
	require.Equal(t, approval.Expired, o.list(approval.Query{})[0].State)
	o.refused("C019", o.approvals.Approve(t.Context(), by(o.boss, r)))

	o.refused("U035", o.desk.Approve(t.Context(), "demo", o.clerk, o.shown(r), true))
	require.Len(t, o.waiting(), 1, "it is asked for again before the job came round")
	o.clk.Advance(2 * time.Hour)
	for _, want := range []int{1, 0} {
		n, err = approval.Expire(t.Context(), o.db, o.clk.Now())
		require.NoError(t, err)
		require.Equal(t, want, n)
	}
	require.Equal(t, []string{"expired", "expired"}, o.strings("SELECT state FROM approval_request"))
	require.Equal(t, []string{"approval.expire"}, o.strings("SELECT action FROM audit_note"))
}

func TestStaffIsToldHowManyWait(t *testing.T) {
	o := open(t)
	_, r := o.asked()
	for who, want := range map[string]int64{o.clerk.ID: 0, o.boss.ID: 1} {
		n, err := approval.Waiting(t.Context(), o.db, "demo", who)
		require.NoError(t, err)
		require.Equal(t, want, n)
	}
	require.Empty(t, o.list(approval.Query{Open: true, AskedBy: o.other.ID}))
	require.Len(t, o.list(approval.Query{Open: true, AskedBy: o.clerk.ID}), 1)
	require.NoError(t, o.approvals.Cancel(t.Context(), by(o.clerk, r)))
	n, err := approval.Waiting(t.Context(), o.db, "demo", o.boss.ID)
	require.NoError(t, err)
	require.Zero(t, n)
}

// An approved correction that finds too little money moves nothing, and the request has failed.
func TestACorrectionIsCarriedOutOnceByTheSecondPerson(t *testing.T) {
	o := open(t)
	memID := o.customer(10_000)
	c := correction.Correction{Request: "request-1", Member: memID, Unit: wallet.Cash, Take: true, Amount: money.In(8_000), Reason: "paid twice"}
	_, err := o.fix.Correct(t.Context(), "demo", o.clerk, c)
	o.refused("U035", err)
	r := o.waiting()[0]
	require.Equal(t, []any{money.Amount(-8_000), "paid twice", memID}, []any{r.Amount, r.Reason, r.Member})
	_, err = o.fix.Correct(t.Context(), "demo", o.clerk, correction.Correction{
		Request: "request-2", Member: memID, Unit: wallet.Cash, Take: true, Amount: money.In(400), Reason: "below the limit",
	})
	require.NoError(t, err)
	require.NoError(t, o.approvals.Approve(t.Context(), by(o.boss, r)))
	require.Equal(t, []money.Amount{1_600, 0, 5_000}, o.money(memID))

	c.Request, c.Amount = "request-3", money.In(1_100)
	_, err = o.fix.Correct(t.Context(), "demo", o.clerk, c)
	o.refused("U035", err)
	_, err = o.fix.Correct(t.Context(), "demo", o.other, correction.Correction{
		Request: "request-4", Member: memID, Unit: wallet.Cash, Take: true, Amount: money.In(599), Reason: "meanwhile",
	})
	require.NoError(t, err)
	o.refused("C001", o.approvals.Approve(t.Context(), by(o.boss, o.waiting()[0])))
	require.Equal(t, []money.Amount{1_001, 0, 5_000}, o.money(memID))
	over := o.list(approval.Query{})[0]
	require.Equal(t, []any{approval.Failed, "C001"}, []any{over.State, over.Code})
	require.Equal(t, []string{o.boss.ID + " " + o.clerk.ID + " paid twice"},
		o.strings("SELECT actor || ' ' || (detail->>'askedBy') || ' ' || (detail->>'reason') FROM audit_entry WHERE action = 'cash.correct' AND detail ? 'askedBy'"))
	o.sound()
	require.NotContains(t, o.strings("SELECT unnest(rights) FROM member_staff WHERE staff_id = $1", o.boss.ID), string(right.Correct), "the right to approve is enough")
}

// S-103: two persons fund a test account, however small the amount is and whatever the site asks for other corrections.
func TestATestAccountIsFundedByTwoPersons(t *testing.T) {
	o := open(t)
	o.exec(`UPDATE site_site SET options = options || '{"approvals":{"correction":{"off":true}}}'`)
	o.clk.Advance(2 * time.Second)
	memID := factory.Member(t, o.db).MemID
	factory.MarkTest(t, o.db, memID)
	c := correction.Correction{Request: "request-1", Member: memID, Unit: wallet.Cash, Amount: money.In(1), Reason: "a new game"}
	_, err := o.fix.Correct(t.Context(), "demo", o.clerk, c)
	o.refused("U035", err)
	require.Equal(t, []money.Amount{0, 0, 0}, o.money(memID))
	require.NoError(t, o.approvals.Approve(t.Context(), by(o.boss, o.waiting()[0])))
	require.Equal(t, []money.Amount{1, 0, 0}, o.money(memID))
	require.Equal(t, []string{"correction.test"}, o.strings("SELECT kind FROM wallet_ledger WHERE member_id = $1", memID))

	player := o.customer(10)
	c.Request, c.Member = "request-2", player
	_, err = o.fix.Correct(t.Context(), "demo", o.clerk, c)
	require.NoError(t, err)
	require.Equal(t, []string{"correction"}, o.strings("SELECT kind FROM wallet_ledger WHERE member_id = $1 AND kind NOT LIKE 'seed%'", player))
	o.sound()
}

// account adds an account to pay into, which is off, and returns it as staff sees it.
func (o *office) account(number string) *cash.ShownAccount {
	o.Helper()
	require.NoError(o, o.desk.AddDepositAccount(o.Context(), "demo", o.clerk, cash.Account{Bank: "Kookmin", Number: number, Holder: "Hubstake"}))
	return o.now(number)
}

// now is the account with a number as staff sees it now.
func (o *office) now(number string) *cash.ShownAccount {
	o.Helper()
	list, err := o.desk.Accounts(o.Context(), "demo")
	require.NoError(o, err)
	i := slices.IndexFunc(list, func(a cash.DepositAccount) bool { return a.Number == number })
	return &cash.ShownAccount{ID: list[i].ID, Version: list[i].Version}
}

func (o *office) turn(by audit.Actor, on, off *cash.ShownAccount, noneLeft bool) error {
	return o.desk.SwitchAccounts(o.Context(), "demo", by, cash.Switch{On: on, Off: off, NoneLeft: noneLeft, Reason: "limit of the bank"})
}

// active lists the numbers that members are shown.
func (o *office) active() []string {
	o.Helper()
	return o.strings("SELECT number FROM cash_account WHERE active ORDER BY position, id")
}

// S-84: one person alone cannot lead members' money to another account. Switching one off needs one person: it must be quick.
func TestSwitchingAnAccountOnNeedsTwoPersons(t *testing.T) {
	o := open(t)
	first := o.account("111111")
	require.Empty(t, o.active())
	o.refused("U035", o.turn(o.clerk, first, nil, false))
	o.refused("U035", o.turn(o.other, first, nil, false))
	require.Empty(t, o.active(), "it waits")
	require.Len(t, o.waiting(), 1, "asking again changes nothing")
	r := o.waiting()[0]
	opens, replaces, err := cash.OpensAccount(r.Detail)
	require.NoError(t, err)
	require.Equal(t, cash.Account{Bank: "Kookmin", Number: "111111", Holder: "Hubstake"}, opens, "the second person sees the whole number")
	require.Nil(t, replaces)
	require.Equal(t, []any{site.DepositAccount, "limit of the bank", o.clerk.ID}, []any{r.Kind, r.Reason, r.AskedBy})
	o.exec("UPDATE member_staff SET rights = '{account,approve}' WHERE staff_id = $1", o.clerk.ID)
	o.refused("U036", o.approvals.Approve(t.Context(), by(o.clerk, r)))
	require.NoError(t, o.approvals.Approve(t.Context(), by(o.boss, r)))
	require.Equal(t, []string{"111111"}, o.active())

	second := o.account("222222")
	o.refused("U035", o.turn(o.clerk, second, o.now("111111"), false))
	require.Equal(t, []string{"111111"}, o.active())
	_, replaces, err = cash.OpensAccount(o.waiting()[0].Detail)
	require.NoError(t, err)
	require.Equal(t, "111111", replaces.Number)
	require.NoError(t, o.approvals.Approve(t.Context(), by(o.boss, o.waiting()[0])))
	require.Equal(t, []string{"222222"}, o.active(), "one for the other, in one step")
	require.Equal(t, []string{"account.on " + o.boss.ID + " " + o.clerk.ID, "account.rotate " + o.boss.ID + " " + o.clerk.ID},
		o.strings("SELECT action || ' ' || actor || ' ' || (detail->>'askedBy') FROM audit_entry WHERE action IN ('account.on', 'account.rotate') ORDER BY seq"))

	require.NoError(t, o.turn(o.clerk, nil, o.now("222222"), true))
	require.Empty(t, o.active())
}

// The switch makes its own checks again: accounts that were switched meanwhile stay as they are, and the request has failed.
func TestAnAccountThatWasSwitchedMeanwhileStaysAsItIs(t *testing.T) {
	o := open(t)
	o.account("111111")
	o.account("222222")
	o.exec("UPDATE cash_account SET active = number = '111111'")
	o.refused("U035", o.turn(o.clerk, o.now("222222"), o.now("111111"), false))
	o.refused("U035", o.turn(o.other, o.now("222222"), nil, false))
	both := o.waiting()
	require.Len(t, both, 2, "a rotation is another request than switching on")
	require.NoError(t, o.approvals.Approve(t.Context(), by(o.boss, both[0])))
	require.NoError(t, o.turn(o.clerk, nil, o.now("222222"), true))
	o.refused("C019", o.approvals.Approve(t.Context(), by(o.boss, both[1]))) // it was switched off since the request
	require.Equal(t, []string{"111111"}, o.active())
	require.Equal(t, []string{"C019"}, o.strings("SELECT code FROM approval_request WHERE state = 'failed'"))

	o.exec("UPDATE cash_account SET active = number = '111111', version = version + 1")
	o.refused("U035", o.turn(o.clerk, o.now("222222"), o.now("111111"), false))
	o.exec("UPDATE cash_account SET number = '333333' WHERE number = '222222'") // as after a restore: another account has the id
	o.refused("C019", o.approvals.Approve(t.Context(), by(o.boss, o.waiting()[0])))
	require.Equal(t, []string{"111111"}, o.active())
}
