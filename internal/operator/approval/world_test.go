package approval_test

import (
	"net/netip"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/account/staff"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/funds/cash"
	"hubstake/internal/funds/correction"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// noon is noon in Seoul.
var noon = time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC)

// office is a site with a clerk who asks, a second clerk, and a boss who may approve. Payouts and deposits from 500,000 on and corrections from 1,000 on
// need two; bonuses do not.
type office struct {
	*testing.T
	db        *pgxpool.Pool
	clk       *clock.Manual
	approvals *approval.Service
	staff     *staff.Service
	desk      *cash.Service
	fix       *correction.Service

	clerk, other, boss audit.Actor
}

func open(t *testing.T) *office {
	t.Helper()
	t.Parallel()
	o := &office{T: t, db: pgtest.DB(t), clk: clock.NewManual(noon)}
	factory.Site(t, o.db, func(s *factory.S) {
		s.Options["approvals"] = map[string]any{
			"payout": map[string]any{"from": 500_000}, "deposit": map[string]any{"from": 500_000}, "correction": map[string]any{"from": 1_000},
			"promo": map[string]any{"off": true},
		}
		s.Options["approvalHours"] = 2
	})
	sites, msgs := site.New(o.db, o.clk), message.New(o.db, o.clk)
	members := member.New(o.db, o.clk, sites, factory.Hashing())
	o.staff = staff.New(o.db, o.clk, members, factory.StaffKeys(t))
	o.approvals = approval.New(o.db, o.clk, sites, o.staff.HoldRights)
	o.desk = cash.New(o.db, o.clk, sites, members, msgs, nil)
	o.desk.Approvals(o.approvals)
	o.fix = correction.New(o.db, o.clk, sites, members, o.approvals)
	money := []right.Right{right.Cash, right.Correct, right.Account}
	o.clerk, o.other, o.boss = o.person(money...), o.person(money...), o.person(right.Approve)
	return o
}

func (o *office) person(rights ...right.Right) audit.Actor {
	o.Helper()
	return audit.Actor{ID: factory.Staff(o, o.db, func(s *factory.St) { s.Rights = rights }).ID, IP: netip.MustParseAddr("192.0.2.7"), Trace: "00-7-7"}
}

func (o *office) customer(has money.Amount) string {
	o.Helper()
	return factory.Member(o, o.db, func(m *factory.M) { m.Cash, m.Points = has, 5_000 }).MemID
}

// withdrawal is a member's request as staff sees it.
func (o *office) withdrawal(memID string, amount money.Amount) cash.Shown {
	o.Helper()
	r, err := o.desk.Withdraw(o.Context(), cash.WithdrawalInput{
		Requester: cash.Requester{Site: "demo", Member: memID, IP: netip.MustParseAddr("198.51.100.4")}, Amount: money.In(amount), PIN: factory.PIN,
	})
	require.NoError(o, err)
	return cash.Shown{ID: r.ID, Member: memID, Amount: amount, RequestedAt: r.RequestedAt}
}

// deposit is a member's request as staff sees it.
func (o *office) deposit(memID string, amount money.Amount) cash.Shown {
	o.Helper()
	r, err := o.desk.Deposit(o.Context(), cash.DepositInput{
		Requester: cash.Requester{Site: "demo", Member: memID, IP: netip.MustParseAddr("198.51.100.4")}, Amount: money.In(amount), Bank: "Kookmin",
	})
	require.NoError(o, err)
	return cash.Shown{ID: r.ID, Member: memID, Amount: amount, RequestedAt: r.RequestedAt}
}

// askedDeposit is a deposit of 600,000 for which the clerk has asked.
func (o *office) askedDeposit() (memID string, r approval.Request) {
	o.Helper()
	memID = o.customer(0)
	o.refused("U035", o.desk.Approve(o.Context(), "demo", o.clerk, o.deposit(memID, 600_000), true))
	return memID, o.waiting()[0]
}

// asked is a payout of 600,000 for which the clerk has asked.
func (o *office) asked() (memID string, r approval.Request) {
	o.Helper()
	memID = o.customer(600_000)
	o.refused("U035", o.desk.Approve(o.Context(), "demo", o.clerk, o.withdrawal(memID, 600_000), true))
	return memID, o.waiting()[0]
}

func (o *office) waiting() []approval.Request { return o.list(approval.Query{Open: true}) }

func (o *office) list(q approval.Query) []approval.Request {
	o.Helper()
	q.Slice = paging.Slice{Count: 100}
	rows, total, err := o.approvals.List(o.Context(), "demo", q)
	require.NoError(o, err)
	require.Len(o, rows, int(total))
	return rows
}

func by(who audit.Actor, r approval.Request) approval.Decision {
	return approval.Decision{Actor: who, Site: "demo", ID: r.ID, Version: r.Version}
}

func (o *office) refused(code string, err error) {
	o.Helper()
	f, ok := fault.Of(err)
	require.True(o, ok, "%v", err)
	require.Equal(o, code, f.Code(), "%v", err)
}

func (o *office) exec(sql string, args ...any) {
	o.Helper()
	_, err := o.db.Exec(o.Context(), sql, args...)
	require.NoError(o, err)
}

func (o *office) strings(sql string, args ...any) []string {
	o.Helper()
	rows, err := o.db.Query(o.Context(), sql, args...)
	require.NoError(o, err)
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(o, err)
	return found
}

// money is what a member has: cash, held, points.
func (o *office) money(memID string) []money.Amount {
	o.Helper()
	s, err := wallet.Balance(o.Context(), o.db, memID, "KRW")
	require.NoError(o, err)
	return []money.Amount{s.Cash, s.Held, s.Points}
}

// sound proves the books and the chain.
func (o *office) sound() {
	o.Helper()
	found, err := wallet.Check(o.Context(), o.db)
	require.NoError(o, err)
	require.Empty(o, found)
}

// shown is the deposit or withdrawal of an approval as staff sees it.
func (o *office) shown(r approval.Request) (s cash.Shown) {
	o.Helper()
	require.NoError(o, o.db.QueryRow(o.Context(), "SELECT id, member_id, amount, requested_at FROM cash_request WHERE id::text = $1", r.Target).
		Scan(&s.ID, &s.Member, &s.Amount, &s.RequestedAt))
	return s
}
