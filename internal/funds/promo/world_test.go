package promo_test

import (
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	staffing "hubstake/internal/account/staff"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/promo"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// noon is noon of a Thursday in Seoul.
var noon = time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC)

var staff = audit.Actor{ID: "staff1", Trace: "00-0123-01"}

// world is a site with two nodes of the service on one database.
type world struct {
	*testing.T
	db    *pgxpool.Pool
	clk   *clock.Manual
	a, b  *promo.Service
	sites *site.Service
}

func open(t *testing.T, options ...func(*factory.S)) world {
	t.Helper()
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	factory.Site(t, db, append([]func(*factory.S){factory.OnePerson(site.PromoSettings)}, options...)...)
	node := func() *promo.Service {
		sites := site.New(db, clk)
		members := member.New(db, clk, sites, factory.Hashing())
		s := promo.New(db, clk, sites, members, message.New(db, clk))
		s.Approvals(approval.New(db, clk, sites, staffing.New(db, clk, members, staffing.Keys{}).HoldRights))
		return s
	}
	return world{t, db, clk, node(), node(), site.New(db, clk)}
}

func (w world) member(change ...func(*factory.M)) promo.Who {
	w.Helper()
	return promo.Who{Site: "demo", Member: factory.Member(w, w.db, change...).MemID, Trace: "00-77-01"}
}

func (w world) wallet(who promo.Who) wallet.State {
	w.Helper()
	s, err := wallet.Balance(w.Context(), w.db, who.Member, "KRW")
	require.NoError(w, err)
	return s
}

// ledger lists the kinds and amounts of a member's moves.
func (w world) ledger(who promo.Who) []string {
	w.Helper()
	return w.strings("SELECT concat_ws(' ', unit, kind, amount) FROM wallet_ledger WHERE member_id = $1 AND kind NOT LIKE 'seed.%' ORDER BY version", who.Member)
}

func (w world) strings(sql string, args ...any) []string {
	w.Helper()
	rows, err := w.db.Query(w.Context(), sql, args...)
	require.NoError(w, err)
	out, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(w, err)
	return out
}

// sound proves the invariants of the wallet.
func (w world) sound() {
	w.Helper()
	broken, err := wallet.Check(w.Context(), w.db)
	require.NoError(w, err)
	require.Empty(w, broken)
}

func (w world) refused(code string, err error) {
	w.Helper()
	f, ok := fault.Of(err)
	require.True(w, ok, "%s wanted, got %v", code, err)
	require.Equal(w, code, f.Code())
	require.Empty(w, f.Missing())
}

// race makes fifty calls at once, half of them on each node, and counts their outcomes: "" is success.
func (w world) race(call func(*promo.Service) error) map[string]int {
	w.Helper()
	errs, start := make([]error, 50), make(chan struct{})
	var wg sync.WaitGroup
	for i := range errs {
		node := w.a
		if i%2 == 1 {
			node = w.b
		}
		wg.Go(func() {
			<-start
			errs[i] = call(node)
		})
	}
	close(start)
	wg.Wait()
	out := map[string]int{}
	for _, err := range errs {
		code := ""
		if err != nil {
			f, ok := fault.Of(err)
			require.True(w, ok, "%v", err)
			code = f.Code()
		}
		out[code]++
	}
	return out
}

// owes is what everything that was given asks to be played.
func (w world) owes(who promo.Who) (n money.Amount) {
	w.Helper()
	require.NoError(w, w.db.QueryRow(w.Context(), "SELECT coalesce(sum(amount), 0) FROM turnover_need WHERE member_id = $1", who.Member).Scan(&n))
	return n
}
