package casino_test

import (
	"errors"
	"fmt"
	"net/netip"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/account/member"
	"hubstake/internal/account/staff"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit/factory"
)

// desk is a table with staff: a clerk who asks and a boss who approves.
type desk struct {
	*table
	office      *casino.Office
	approvals   *approval.Service
	messages    *message.Service
	clerk, boss audit.Actor
}

func staffed(t *testing.T, b *table) *desk {
	t.Helper()
	sites := site.New(b.db, b.clk)
	members := member.New(b.db, b.clk, sites, factory.Hashing())
	d := &desk{table: b, messages: message.New(b.db, b.clk)}
	d.approvals = approval.New(b.db, b.clk, sites, staff.New(b.db, b.clk, members, factory.StaffKeys(t)).HoldRights)
	d.office = casino.NewOffice(b.s, sites, d.messages, d.approvals)
	d.clerk, d.boss = d.person(t, right.Cash), d.person(t, right.Approve)
	return d
}

func (d *desk) person(t *testing.T, rights ...right.Right) audit.Actor {
	return audit.Actor{ID: factory.Staff(t, d.db, func(s *factory.St) { s.Rights = rights }).ID, IP: netip.MustParseAddr("192.0.2.7")}
}

// held returns the held wins as "tx state amount reason".
func (b *table) held() []string {
	b.t.Helper()
	return b.texts("SELECT format('%s %s %s %s', tx_id, state, amount, reason) FROM casino_held_win ORDER BY id")
}

func (b *table) texts(sql string, args ...any) []string {
	b.t.Helper()
	rows, err := b.db.Query(b.t.Context(), sql, args...)
	require.NoError(b.t, err)
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(b.t, err)
	return found
}

func (d *desk) refused(code string, err error) {
	d.t.Helper()
	f, ok := fault.Of(err)
	require.True(d.t, ok, "%v", err)
	require.Equal(d.t, code, f.Code(), "%v", err)
}

// asked asks for a decision about the held win of a transaction and returns the request.
func (d *desk) asked(tx string, pay bool) approval.Request {
	d.t.Helper()
	var id int64
	require.NoError(d.t, d.db.QueryRow(d.t.Context(), "SELECT id FROM casino_held_win WHERE tx_id = $1", tx).Scan(&id))
	d.refused("U035", d.office.Decide(d.t.Context(), "demo", d.clerk, id, pay, "checked with the provider"))
	open, _, err := d.approvals.List(d.t.Context(), "demo", approval.Query{Open: true, Slice: paging.Slice{Count: 10}})
	require.NoError(d.t, err)
	return open[0]
}

func (d *desk) by(who audit.Actor, r approval.Request) approval.Decision {
	return approval.Decision{Actor: who, Site: "demo", ID: r.ID, Version: r.Version}
}

func (d *desk) titles() []string {
	d.t.Helper()
	return d.texts("SELECT title FROM message_message WHERE member_id = $1 ORDER BY id", d.member)
}

// P7: a win above the option was refused to the provider, and the member was silently not paid. It is accepted, stands there for two persons, the round closes,
// and the member is told; two persons pay it once.
func TestAWinAboveTheLimitIsHeldAndPaidByTwo(t *testing.T) {
	t.Parallel()
	d := staffed(t, sit(t, 10_000))
	d.exec("UPDATE member_member SET lang = 'en'")
	d.do(bet("b1", "r1", "1000"))
	big := win("w1", "b1", "r1", "10000001")
	a := d.do(big)
	d.is(a, provider.OK, 9_000)
	require.Equal(t, []any{true, "parked"}, []any{a.Held, a.Result(provider.Win)})
	require.NotZero(t, a.OurTxID)
	again := d.do(big)
	require.Equal(t, []any{provider.OK, true, true, a.OurTxID}, []any{again.Status, again.Held, again.Repeated, again.OurTxID})
	d.is(d.do(win("w1", "b1", "r1", "10000002")), provider.Duplicate, 9_000)
	d.is(d.do(win("w2", "b1", "r1", "5")), provider.AlreadySettled, 9_000)
	require.Equal(t, []string{"w1 held 10000001 win"}, d.held())
	require.Equal(t, []string{"closed 0"}, d.texts("SELECT state || ' ' || payout FROM casino_round"))
	require.Equal(t, []string{"win:" + d.member}, d.texts("SELECT data2 FROM outbox_event WHERE cmd = 'QUEUE' AND data1 = 'alarm'"))
	for _, want := range []int{1, 0} {
		n, err := casino.TellHeld(t.Context(), d.db, d.messages, d.clk.Now())
		require.NoError(t, err)
		require.Equal(t, want, n)
	}
	require.Equal(t, []string{"Your win is being checked"}, d.titles())
	require.Equal(t, []string{"casino.win.held"}, d.texts("SELECT action FROM audit_note"))
	d.sound(9_000)

	r := d.asked("w1", true)
	require.Equal(t, []any{site.HeldWin, d.member, money.Amount(10_000_001), d.clerk.ID}, []any{r.Kind, r.Member, r.Amount, r.AskedBy})
	d.refused("C019", d.office.Decide(t.Context(), "demo", d.clerk, 1, false, "no"))
	d.refused("U036", d.approvals.Approve(t.Context(), d.by(d.clerk, r)))
	require.NoError(t, d.approvals.Approve(t.Context(), d.by(d.boss, r)))
	d.refused("C019", d.approvals.Approve(t.Context(), d.by(d.boss, r)))
	d.refused("C019", d.office.Decide(t.Context(), "demo", d.clerk, 1, true, "again"))
	require.Equal(t, []string{"w1 paid 10000001 win"}, d.held())
	require.Equal(t, []string{"closed 10000001"}, d.texts("SELECT state || ' ' || payout FROM casino_round"))
	require.Equal(t, []string{"Your win is being checked", "Your win has been paid"}, d.titles())
	require.Equal(t, []string{d.boss.ID + " " + d.clerk.ID},
		d.texts("SELECT actor || ' ' || (detail->>'askedBy') FROM audit_entry WHERE action = 'casino.win.paid'"))
	d.is(d.do(big), provider.OK, 9_000) // the answer that was given
	d.sound(10_009_001)

	d.is(d.do(rollback("x1", "w1", "r1")), provider.OK, 9_000)
	d.is(d.do(rollback("x2", "w1", "r1")), provider.OK, 9_000)
	d.is(d.do(win("w3", "b1", "r1", "700")), provider.OK, 9_700)
	require.Equal(t, []string{"closed 700"}, d.texts("SELECT state || ' ' || payout FROM casino_round"))
	d.sound(9_700)
}

func TestAHeldWinIsRefusedWithAReasonForItsMember(t *testing.T) {
	t.Parallel()
	d := staffed(t, sit(t, 10_000))
	d.exec("UPDATE member_member SET lang = 'en'")
	d.do(bet("b1", "r1", "1000"))
	d.do(win("w1", "b1", "r1", "10000001"))
	for _, reason := range []string{"", " ", "a\nb"} {
		d.refused("E001", d.office.Decide(t.Context(), "demo", d.clerk, 1, false, reason))
	}
	require.NoError(t, d.approvals.Approve(t.Context(), d.by(d.boss, d.asked("w1", false))))
	require.Equal(t, []string{"w1 refused 10000001 win"}, d.held())
	require.Equal(t, []string{"Your win has not been paid"}, d.titles())
	require.Contains(t, d.texts("SELECT content FROM message_message")[0], "checked with the provider")
	d.is(d.do(rollback("x1", "w1", "r1")), provider.OK, 9_000)
	require.Equal(t, []string{"w1 refused 10000001 win"}, d.held())
	d.sound(9_000)
}

// The provider takes a win back before it is paid: the second person pays nothing.
func TestAHeldWinThatIsTakenBackIsNotPaid(t *testing.T) {
	t.Parallel()
	d := staffed(t, sit(t, 10_000))
	d.do(bet("b1", "r1", "1000"))
	d.do(win("w1", "b1", "r1", "10000001"))
	r := d.asked("w1", true)
	d.is(d.do(rollback("x1", "w1", "r1")), provider.OK, 9_000)
	require.Equal(t, []string{"w1 withdrawn 10000001 win"}, d.held())
	d.refused("C019", d.approvals.Approve(t.Context(), d.by(d.boss, r)))
	d.is(d.do(win("w2", "b1", "r1", "3000")), provider.OK, 12_000)
	n, err := casino.TellHeld(t.Context(), d.db, d.messages, d.clk.Now())
	require.NoError(t, err)
	require.Equal(t, 1, n)
	require.Empty(t, d.titles(), "there is nothing to wait for")
	d.sound(12_000)
}

// Ten approvals and ten rollbacks at once: the win is paid once or not at all, and taken back in both cases.
func TestAHeldWinIsPaidAndTakenBackAtOnce(t *testing.T) {
	t.Parallel()
	d := staffed(t, sit(t, 100_000))
	for i := range 6 {
		n := fmt.Sprint(i)
		d.do(bet("b"+n, "r"+n, "1000"))
		d.do(win("w"+n, "b"+n, "r"+n, "10000001"))
		r := d.asked("w"+n, true)
		var g errgroup.Group
		start := make(chan struct{})
		for k := range 5 {
			g.Go(func() error {
				<-start
				err := d.approvals.Approve(t.Context(), d.by(d.boss, r))
				if _, refused := fault.Of(err); refused {
					return nil
				}
				return err
			})
			g.Go(func() error {
				<-start
				o := rollback(fmt.Sprint("x", n, "-", k), "w"+n, "r"+n)
				o.Member, o.Currency = d.member, "KRW"
				for {
					_, err := d.s.Apply(t.Context(), acme, o, "")
					if !errors.Is(err, wallet.ErrBusy) {
						return err
					}
				}
			})
		}
		close(start)
		require.NoError(t, g.Wait())
		d.sound(money.Amount(100_000 - 1_000*(i+1)))
	}
}

// Wins that are accepted by one and held by another rule, each with what is paid after two persons decided: no reason loses a win.
func TestEveryReasonHoldsAWinForTwoPersons(t *testing.T) {
	t.Parallel()
	for why, c := range map[casino.HoldReason]struct {
		options string
		win     provider.Operation
		need    string // what must be played for it
	}{
		casino.HoldWin:  {`{"maxWin":5000}`, win("w1", "b1", "r1", "6000"), ""},
		casino.HoldDay:  {`{"providerDayMax":5000,"newProviderDayMax":0}`, win("w1", "b1", "r1", "7000"), ""},
		casino.HoldFree: {`{"freeWinMax":5000}`, campaign("w1", 6_000), "6000"},
		casino.HoldSize: {`{}`, win("w1", "b1", "r1", "99999999999999999999.5"), ""},
	} {
		t.Run(string(why), func(t *testing.T) {
			t.Parallel()
			d := staffed(t, sit(t, 10_000))
			d.exec("UPDATE site_site SET options = options || $1::jsonb", c.options)
			d.do(bet("b1", "r1", "1000"))
			a := d.do(c.win)
			d.is(a, provider.OK, 9_000)
			require.True(t, a.Held)
			require.Len(t, d.held(), 1)
			require.Contains(t, d.held()[0], string(why))
			require.Empty(t, d.texts("SELECT ref FROM turnover_need"))
			d.sound(9_000)
			r := d.asked("w1", true)
			require.NoError(t, d.approvals.Approve(t.Context(), d.by(d.boss, r)))
			d.sound(9_000 + r.Amount)
			if c.need != "" {
				require.Equal(t, []string{c.need}, d.texts("SELECT amount::text FROM turnover_need"))
				d.is(d.do(rollback("x1", "w1", "w1")), provider.OK, 9_000)
				require.Empty(t, d.texts("SELECT ref FROM turnover_need WHERE undone_at IS NULL"))
				d.sound(9_000)
			}
		})
	}
	require.Len(t, casino.HoldReasons, 4)
}
