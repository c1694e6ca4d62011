package cash_test

import (
	"net/netip"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/funds/cash"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/casino/casinotest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// noon is noon in Seoul.
var noon = time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC)

var staff = audit.Actor{ID: "staff1", IP: netip.MustParseAddr("192.0.2.7"), Trace: "00-0123-01"}

// stage is a site with a cash desk at noon.
type stage struct {
	*testing.T
	db   *pgxpool.Pool
	clk  *clock.Manual
	desk *cash.Service
	msgs *message.Service
	bets *casino.Service
}

func open(t *testing.T, options ...func(*factory.S)) stage {
	t.Helper()
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	factory.Site(t, db, append(options, factory.OnePerson(site.PromoSettings))...)
	sites, msgs := site.New(db, clk), message.New(db, clk)
	members := member.New(db, clk, sites, factory.Hashing())
	desk := cash.New(db, clk, sites, members, msgs, nil)
	return stage{T: t, db: db, clk: clk, desk: desk, msgs: msgs, bets: casinotest.Service(t, db, clk)}
}

// option sets an option of the site.
func option(name string, value any) func(*factory.S) {
	return func(s *factory.S) { s.Options[name] = value }
}

func (s stage) member(cash money.Amount, change ...func(*factory.M)) customer {
	s.Helper()
	m := factory.Member(s, s.db, append([]func(*factory.M){func(m *factory.M) { m.Cash = cash }}, change...)...)
	return customer{m.MemID}
}

// customer is a member at the desk.
type customer struct{ id string }

func (c customer) requester() cash.Requester {
	return cash.Requester{Site: "demo", Member: c.id, IP: netip.MustParseAddr("198.51.100.4"), Trace: "00-77-01"}
}

func (s stage) deposit(c customer, amount money.Amount) (cash.Request, error) {
	return s.desk.Deposit(s.Context(), cash.DepositInput{Requester: c.requester(), Amount: money.In(amount), Bank: "Kookmin"})
}

func (s stage) withdraw(c customer, amount money.Amount) (cash.Request, error) {
	return s.desk.Withdraw(s.Context(), cash.WithdrawalInput{Requester: c.requester(), Amount: money.In(amount), PIN: factory.PIN})
}

// shown is a request as staff sees it on the page.
func (s stage) shown(r cash.Request) cash.Shown {
	s.Helper()
	owner := s.strings("SELECT member_id FROM cash_request WHERE id = $1", r.ID)
	require.Len(s, owner, 1)
	return cash.Shown{ID: r.ID, Member: owner[0], Amount: r.Amount, RequestedAt: r.RequestedAt}
}

func (s stage) approve(r cash.Request) error {
	return s.desk.Approve(s.Context(), "demo", staff, s.shown(r), true)
}

func (s stage) hold(r cash.Request) error {
	return s.desk.Hold(s.Context(), "demo", staff, s.shown(r))
}

func (s stage) refuse(r cash.Request) error {
	return s.desk.Refuse(s.Context(), "demo", staff, s.shown(r), cash.Because{Words: "name differs"})
}

func (s stage) cancel(c customer, r cash.Request) error {
	_, err := s.desk.Remove(s.Context(), c.requester(), []int64{r.ID})
	return err
}

func (s stage) must(r cash.Request, err error) cash.Request {
	s.Helper()
	require.NoError(s, err)
	return r
}

// refused demands a code with all values that its text needs.
func (s stage) refused(code string, err error) *fault.Fault {
	s.Helper()
	f, ok := fault.Of(err)
	require.True(s, ok, "%s wanted, got %v", code, err)
	require.Equal(s, code, f.Code())
	require.Empty(s, f.Missing())
	return f
}

func (s stage) wallet(c customer) wallet.State {
	s.Helper()
	w, err := wallet.Balance(s.Context(), s.db, c.id, "KRW")
	require.NoError(s, err)
	return w
}

func (s stage) status(r cash.Request) (st cash.Status) {
	s.Helper()
	require.NoError(s, s.db.QueryRow(s.Context(), "SELECT status FROM cash_request WHERE id = $1", r.ID).Scan(&st))
	return st
}

func (s stage) list(c customer, kind string) []cash.Request {
	s.Helper()
	list, totals, err := s.desk.List(s.Context(), "demo", c.id, kind, paging.Days{}, paging.Slice{Count: 100})
	require.NoError(s, err)
	require.Len(s, list, int(totals[cash.In].Requests+totals[cash.Out].Requests))
	return list
}

// strings reads a column.
func (s stage) strings(sql string, args ...any) []string {
	s.Helper()
	rows, err := s.db.Query(s.Context(), sql, args...)
	require.NoError(s, err)
	out, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(s, err)
	return out
}

// exec changes what no service changes yet.
func (s stage) exec(sql string, args ...any) {
	s.Helper()
	_, err := s.db.Exec(s.Context(), sql, args...)
	require.NoError(s, err)
	s.clk.Advance(2 * time.Second) // the site's options are kept for a second
}

// balanced checks money.md's invariants 1, 2, 5 and 10 for all members.
func (s stage) balanced() {
	s.Helper()
	require.Empty(s, s.strings(`
		SELECT member_id FROM wallet_balance w
		 WHERE balance <> (SELECT coalesce(sum(amount), 0) FROM wallet_ledger l WHERE l.member_id = w.member_id AND unit = 'cash')
		    OR version <> (SELECT count(*) FROM wallet_ledger l WHERE l.member_id = w.member_id)
		    OR held <> (SELECT coalesce(sum(amount), 0) FROM cash_request r WHERE r.member_id = w.member_id AND kind = 'out' AND status IN (0, 2))`))
	require.Empty(s, s.strings(`
		SELECT id::text FROM cash_request r WHERE kind = 'out' AND
		  (SELECT string_agg(kind, ' ' ORDER BY version) FROM wallet_ledger WHERE ref = r.id::text AND kind LIKE 'withdraw.%') IS DISTINCT FROM
		  CASE WHEN status IN (0, 2) THEN 'withdraw.hold' WHEN status = 1 THEN 'withdraw.hold withdraw.pay'
		       ELSE 'withdraw.hold withdraw.release' END`))
	require.Empty(s, s.strings(`
		SELECT id::text FROM cash_request r WHERE kind = 'in' AND
		  (status = 1) <> EXISTS (SELECT FROM wallet_ledger WHERE kind = 'deposit' AND ref = r.id::text AND amount = r.amount)`))
}

// atOnce runs all functions from the same moment on and returns their errors.
func atOnce(fs ...func() error) []error {
	errs, start := make([]error, len(fs)), make(chan struct{})
	var wg sync.WaitGroup
	for i, f := range fs {
		wg.Go(func() {
			<-start
			errs[i] = f()
		})
	}
	close(start)
	wg.Wait()
	return errs
}

// times repeats a function for atOnce.
func times(n int, f func() error) []func() error {
	fs := make([]func() error, n)
	for i := range fs {
		fs[i] = f
	}
	return fs
}

// codes counts outcomes: "" is success.
func (s stage) codes(errs []error) map[string]int {
	s.Helper()
	out := map[string]int{}
	for _, err := range errs {
		if err == nil {
			out[""]++
			continue
		}
		f, ok := fault.Of(err)
		require.True(s, ok, "%v", err)
		out[f.Code()]++
	}
	return out
}
