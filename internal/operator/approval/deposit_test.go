package approval_test

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/funds/cash"
	"hubstake/internal/funds/promo"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/factory"
)

// firstBonus sets a bonus of 10 % for the first deposit of a day, in cash.
func (o *office) firstBonus() {
	o.Helper()
	sites := site.New(o.db, o.clk)
	svc := promo.New(o.db, o.clk, sites, member.New(o.db, o.clk, sites, member.Keys{}), message.New(o.db, o.clk))
	b := promo.Bonus{Active: true, Unit: wallet.Cash, Rates: make([]int64, promo.Levels), Cap: 100_000, Turnover: 30_000}
	for i := range b.Rates {
		b.Rates[i] = 1_000
	}
	require.NoError(o, svc.SaveBonus(o.Context(), audit.Actor{ID: "shell:test"}, "demo", promo.RuleFirst, promo.Form{}, b))
}

// cardAskedBy is who asked for the second person, as the card of a request shows it.
func (o *office) cardAskedBy(request int64) string {
	o.Helper()
	beside, err := report.New(o.db, o.clk, site.New(o.db, o.clk), factory.Box()).Beside(o.Context(), "demo", request)
	require.NoError(o, err)
	return beside.AskedBy
}

func (o *office) entries(memID string) []string {
	o.Helper()
	return o.strings("SELECT kind || ' ' || amount FROM wallet_ledger WHERE member_id = $1 AND kind NOT LIKE 'seed%' ORDER BY version", memID)
}

// S-84: a clerk who credits a deposit that never came makes money. From the site's limit on one asks (U035) and another one approves, never the same
// (U036).
func TestADepositFromTheLimitOnNeedsTwoPersons(t *testing.T) {
	o := open(t)
	o.firstBonus()
	small := o.customer(0)
	require.NoError(t, o.desk.Approve(t.Context(), "demo", o.clerk, o.deposit(small, 490_000), true), "one person is enough below the limit")
	require.Empty(t, o.waiting())
	require.Equal(t, []string{"deposit 490000", "bonus.first 49000"}, o.entries(small))

	memID := o.customer(0)
	shown := o.deposit(memID, 500_000)
	require.Empty(t, o.cardAskedBy(shown.ID))
	o.refused("U035", o.desk.Approve(t.Context(), "demo", o.clerk, shown, true))
	o.refused("U035", o.desk.Approve(t.Context(), "demo", o.clerk, shown, true))
	o.refused("U035", o.desk.Approve(t.Context(), "demo", o.other, shown, true))
	require.Equal(t, []money.Amount{0, 0, 5_000}, o.money(memID), "nothing moved")
	require.Empty(t, o.strings("SELECT title FROM message_message WHERE member_id = $1", memID), "and the member still waits")
	require.Equal(t, []string{"0"}, o.strings("SELECT status::text FROM cash_request WHERE id = $1", shown.ID))
	require.Len(t, o.waiting(), 1, "asking again changes nothing")
	r := o.waiting()[0]
	require.Equal(t, []any{site.DepositCredit, o.clerk.ID, memID, money.Amount(500_000), "cash", o.clk.Now().Add(2 * time.Hour)},
		[]any{r.Kind, r.AskedBy, r.Member, r.Amount, r.Unit, r.ExpiresAt.UTC()})
	require.Equal(t, o.clerk.ID, o.cardAskedBy(shown.ID))

	o.exec("UPDATE member_staff SET rights = '{cash,approve}' WHERE staff_id = $1", o.clerk.ID)
	o.refused("U036", o.approvals.Approve(t.Context(), by(o.clerk, r)))
	o.refused("U036", o.approvals.Refuse(t.Context(), by(o.clerk, r), "no"))
	o.refused("U029", o.approvals.Approve(t.Context(), by(o.other, r)))
	require.Equal(t, []money.Amount{0, 0, 5_000}, o.money(memID))

	require.NoError(t, o.approvals.Approve(t.Context(), by(o.boss, r)))
	require.Equal(t, []string{"deposit 500000", "bonus.first 50000"}, o.entries(memID), "with all that a deposit of one person brings")
	require.Equal(t, []string{"2"}, o.strings("SELECT count(*)::text FROM turnover_need WHERE member_id = $1", memID))
	o.refused("C019", o.approvals.Approve(t.Context(), by(o.boss, r)))
	require.Equal(t, []string{o.boss.ID}, o.strings("SELECT processed_by FROM cash_request WHERE id = $1 AND status = 1", shown.ID))
	require.Equal(t, []string{
		"cash.approve " + o.clerk.ID + " -", "approval.ask " + o.clerk.ID + " -", "cash.approve " + o.boss.ID + " " + o.clerk.ID,
	}, o.strings("SELECT action || ' ' || actor || ' ' || coalesce(detail->>'askedBy', '-') FROM audit_entry WHERE actor NOT LIKE 'shell:%' ORDER BY seq"))
	require.Equal(t, []string{"approval", "approval"}, o.strings("SELECT data1 FROM outbox_event WHERE cmd = 'QUEUE' AND data1 = 'approval' AND topic = 'admin.demo'"))
	require.Equal(t, []string{"1"}, o.strings("SELECT count(*)::text FROM message_message WHERE member_id = $1", memID), "the member is told once")
	require.Empty(t, o.cardAskedBy(shown.ID), "it is decided")
	o.sound()
}

// A site that has not said anything of deposits has the default of payouts, also one that stored rules before there was one of deposits.
func TestADepositNeedsTwoPersonsByDefault(t *testing.T) {
	o := open(t)
	o.exec(`UPDATE site_site SET options = options || '{"approvals":{"payout":{"off":true}}}'`)
	o.clk.Advance(2 * time.Second)
	require.NoError(t, o.desk.Approve(t.Context(), "demo", o.clerk, o.deposit(o.customer(0), 2_990_000), true))
	memID := o.customer(0)
	shown := o.deposit(memID, 3_000_000)
	o.refused("U045", o.desk.Approve(t.Context(), "demo", o.clerk, shown, false))
	require.Empty(t, o.waiting(), "the code comes before the second person is asked")
	o.refused("U035", o.desk.Approve(t.Context(), "demo", o.clerk, shown, true))
	require.Equal(t, []money.Amount{0, 0, 5_000}, o.money(memID))
}

func TestOfFiftyApprovalsOneCreditsTheDeposit(t *testing.T) {
	o := open(t)
	o.firstBonus()
	memID, r := o.askedDeposit()
	bosses := []audit.Actor{o.boss, o.person(right.Approve), o.person(right.Approve)}
	codes := map[string]int{}
	var all sync.WaitGroup
	var mu sync.Mutex
	start := make(chan struct{})
	for i := range 50 {
		all.Go(func() {
			<-start
			code := "done"
			if err := o.approvals.Approve(t.Context(), by(bosses[i%3], r)); err != nil {
				code = err.Error()
				if f, ok := fault.Of(err); ok {
					code = f.Code()
				}
			}
			mu.Lock()
			defer mu.Unlock()
			codes[code]++
		})
	}
	close(start)
	all.Wait()
	require.Equal(t, map[string]int{"done": 1, "C019": 49}, codes)
	require.Equal(t, []string{"deposit 600000", "bonus.first 60000"}, o.entries(memID))
	require.Equal(t, []string{"1"}, o.strings("SELECT count(*)::text FROM audit_entry WHERE action = 'cash.approve'"))
	require.Equal(t, []string{"1"}, o.strings("SELECT count(*)::text FROM message_message WHERE member_id = $1", memID))
	o.sound()
}

// The second person who refuses ends only the question: the deposit is open, is asked for again or refused, and credits nothing.
func TestADepositThatTheSecondPersonRefusesStaysOpen(t *testing.T) {
	o := open(t)
	memID, r := o.askedDeposit()
	shown := o.shown(r)
	require.NoError(t, o.approvals.Refuse(t.Context(), by(o.boss, r), "not on the statement"))
	require.Equal(t, approval.Refused, o.list(approval.Query{})[0].State)
	require.Equal(t, []string{"0"}, o.strings("SELECT status::text FROM cash_request"))
	require.Empty(t, o.cardAskedBy(shown.ID))

	o.refused("U035", o.desk.Approve(t.Context(), "demo", o.other, shown, true))
	require.Equal(t, o.other.ID, o.cardAskedBy(shown.ID))
	r = o.waiting()[0]
	require.NoError(t, o.desk.Refuse(t.Context(), "demo", o.clerk, shown, cash.Because{Usual: cash.NotArrived}), "while it waits, too")
	o.refused("C019", o.approvals.Approve(t.Context(), by(o.boss, r)))
	require.Equal(t, []any{approval.Failed, "C019"}, []any{o.list(approval.Query{})[0].State, o.list(approval.Query{})[0].Code})
	require.Equal(t, []string{"-2"}, o.strings("SELECT status::text FROM cash_request"))
	require.Equal(t, []money.Amount{0, 0, 5_000}, o.money(memID))
	require.Empty(t, o.entries(memID))
	o.sound()
}

// A deposit that its member must not make any more is not credited by the second person, no clerk asks again, and it can be refused.
func TestADepositThatWasStoppedMeanwhileIsNotCreditedByTheSecondPerson(t *testing.T) {
	t.Parallel()
	for code, change := range map[string]string{
		"U033": "timeout_until = now() + interval '10 years'", "U018": "status = 'black'", "U020": "status = 'dormant'",
		"U051": "test_since = now()",
	} {
		t.Run(code, func(t *testing.T) {
			o := open(t)
			memID, r := o.askedDeposit()
			o.exec("UPDATE member_member SET "+change+" WHERE member_id = $1", memID)
			o.refused(code, o.approvals.Approve(t.Context(), by(o.boss, r)))
			require.Equal(t, []any{approval.Failed, code}, []any{o.list(approval.Query{})[0].State, o.list(approval.Query{})[0].Code})
			require.Empty(t, o.entries(memID))
			o.refused(code, o.desk.Approve(t.Context(), "demo", o.other, o.shown(r), false))
			require.Empty(t, o.waiting(), "no second person is asked in vain")
			require.NoError(t, o.desk.Refuse(t.Context(), "demo", o.other, o.shown(r), cash.Because{Words: "please contact us"}))
			o.sound()
		})
	}
}
