package wallet_test

import (
	"errors"
	"fmt"
	"strconv"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"pgregory.net/rapid"

	"hubstake/internal/core/event"
	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func apply(t *testing.T, db *pgxpool.Pool, m wallet.Move) (s wallet.State, repeated bool, err error) {
	t.Helper()
	err = pg.InTx(t.Context(), db, func(tx pgx.Tx) (err error) {
		s, repeated, err = wallet.Apply(t.Context(), tx, m)
		return err
	})
	return s, repeated, err
}

func cash(member string, amount money.Amount, contra, ref string) wallet.Move {
	return wallet.Move{
		Member: member, Currency: "KRW", Unit: wallet.Cash, Amount: amount, Contra: contra, Kind: "test." + contra, Ref: ref,
	}
}

// events are the CASH events of a member, oldest first.
func events(t *testing.T, db *pgxpool.Pool, member string) (out []string) {
	t.Helper()
	rows, err := db.Query(t.Context(), `SELECT data1 || '/' || data2 || '@' || ver FROM outbox_event
		WHERE member = $1 AND cmd = $2 ORDER BY xid, id`, member, string(event.Cash))
	require.NoError(t, err)
	out, err = pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	return out
}

// Of a member with two wallets the events of the site's currency are CASH, in the order of its versions; those of the other are
// WALLET. It is so for moves of their own and for those of a batch.
func TestOnlyMovesInTheSitesCurrencyAreShown(t *testing.T) {
	t.Parallel()
	for _, home := range []string{"KRW", "VND"} {
		t.Run(home, func(t *testing.T) {
			t.Parallel()
			db := pgtest.DB(t)
			factory.Site(t, db, func(s *factory.S) { s.Options["currency"] = home })
			other := map[string]string{"KRW": "VND", "VND": "KRW"}[home]
			one, many := factory.Member(t, db).MemID, factory.Member(t, db).MemID
			var batch []*posting
			for _, member := range []string{one, many} {
				require.NoError(t, pg.InTx(t.Context(), db, func(tx pgx.Tx) error { return wallet.Open(t.Context(), tx, member, other, "demo") }))
				for n := range 12 {
					m := cash(member, money.Amount(1+n), wallet.ContraDeposit, fmt.Sprint(member, n))
					if m.Currency = home; n%3 > 0 {
						m.Currency = other
					}
					if member == many {
						batch = append(batch, &posting{Move: m})
						continue
					}
					_, _, err := apply(t, db, m)
					require.NoError(t, err)
				}
			}
			w := writer(t, db, wallet.WriterOptions{Timeout: testkit.Patience})
			for _, p := range batch {
				require.NoError(t, w.Do(t.Context(), p, many))
				require.NoError(t, p.err)
			}
			for _, member := range []string{one, many} {
				require.Equal(t, []string{"1/0@1", "5/0@2", "12/0@3", "22/0@4"}, events(t, db, member))
				var n, last int
				require.NoError(t, db.QueryRow(t.Context(), `SELECT count(*), max(ver) FROM outbox_event WHERE member = $1 AND cmd = 'WALLET'`, member).Scan(&n, &last))
				require.Equal(t, []int{8, 8}, []int{n, last})
			}
		})
	}
}

func TestMoves(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	m := factory.Member(t, db).MemID

	s, repeated, err := apply(t, db, cash(m, 50_000, wallet.ContraDeposit, "1"))
	require.NoError(t, err)
	require.False(t, repeated)
	require.Equal(t, wallet.State{Cash: 50_000, Version: 1}, s)

	s, _, err = apply(t, db, cash(m, -20_000, wallet.ContraHold, "2"))
	require.NoError(t, err)
	require.Equal(t, wallet.State{Cash: 30_000, Held: 20_000, Version: 2}, s, "held money has left the cash balance (D-13)")

	s, _, err = apply(t, db, cash(m, 5_000, wallet.ContraHold, "3"))
	require.NoError(t, err)
	require.Equal(t, wallet.State{Cash: 35_000, Held: 15_000, Version: 3}, s, "a release gives back")

	s, _, err = apply(t, db, wallet.Move{
		Member: m, Currency: "KRW", Unit: wallet.Hold, Amount: -15_000, Contra: wallet.ContraPayout, Kind: "withdraw", Ref: "4",
	})
	require.NoError(t, err)
	require.Equal(t, wallet.State{Cash: 35_000, Version: 4}, s, "a payment leaves the hold, not the cash")
	require.Equal(t, []string{"50000/0@1", "30000/0@2", "35000/0@3", "35000/0@4"}, events(t, db, m))
}

func TestTheSameReferenceMovesOnce(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	m := factory.Member(t, db).MemID
	var g errgroup.Group
	var mu sync.Mutex
	first := 0
	for range 20 {
		g.Go(func() error {
			_, repeated, err := apply(t, db, cash(m, 1_000, wallet.ContraDeposit, "once"))
			mu.Lock()
			defer mu.Unlock()
			if !repeated {
				first++
			}
			return err
		})
	}
	require.NoError(t, g.Wait())
	require.Equal(t, 1, first)
	require.Equal(t, []string{"1000/0@1"}, events(t, db, m))
}

func TestTwoAtOnceCannotOverdraw(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	m := factory.Member(t, db, func(m *factory.M) { m.Cash = 10_000 }).MemID
	var g errgroup.Group
	var mu sync.Mutex
	done, short := 0, 0
	for n := range 50 {
		g.Go(func() error {
			_, _, err := apply(t, db, cash(m, -4_000, wallet.ContraVendor+"sim", strconv.Itoa(n)))
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				done++
			case errors.Is(err, wallet.ErrShort):
				short++
			default:
				return err
			}
			return nil
		})
	}
	require.NoError(t, g.Wait())
	require.Equal(t, 2, done)
	require.Equal(t, 48, short)
	s, err := wallet.Balance(t.Context(), db, m, "KRW")
	require.NoError(t, err)
	require.Equal(t, money.Amount(2_000), s.Cash)
}

func TestMovesThatCannotBe(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	m := factory.Member(t, db).MemID
	good := cash(m, 1, wallet.ContraDeposit, "x")
	for name, change := range map[string]func(*wallet.Move){
		"zero":         func(m *wallet.Move) { m.Amount = 0 },
		"no reference": func(m *wallet.Move) { m.Ref = "" },
		"no reason":    func(m *wallet.Move) { m.Kind = "" },
		"too large":    func(m *wallet.Move) { m.Amount = money.Max + 1 },
		"nobody":       func(m *wallet.Move) { m.Member = "nobody" },
		"no such unit": func(m *wallet.Move) { m.Unit = "chips" },
		"overdraw":     func(m *wallet.Move) { m.Amount = -1 },
		"empty hold":   func(m *wallet.Move) { m.Unit, m.Amount = wallet.Hold, -1 },
		"no points":    func(m *wallet.Move) { m.Unit, m.Amount = wallet.Point, -1 },
	} {
		bad := good
		change(&bad)
		_, _, err := apply(t, db, bad)
		require.Error(t, err, name)
	}
	require.Empty(t, events(t, db, m), "nothing that was refused left a trace")
}

// After any series of moves the ledger explains the wallet: versions without a gap, exact running balances, nothing negative, and
// the same amounts as the model (money.md, 1, 2, 5).
func TestRandomMovesAgreeWithAModel(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	rapid.Check(t, func(rt *rapid.T) {
		m := factory.Member(t, db).MemID
		var want wallet.State
		for n := range rapid.IntRange(1, 25).Draw(rt, "moves") {
			move := wallet.Move{
				Member: m, Currency: "KRW", Kind: "test", Ref: fmt.Sprint(m, n),
				Unit:   rapid.SampledFrom([]wallet.Unit{wallet.Cash, wallet.Hold, wallet.Point}).Draw(rt, "unit"),
				Amount: money.Amount(rapid.Int64Range(-100, 100).Filter(func(n int64) bool { return n != 0 }).Draw(rt, "amount")),
				Contra: rapid.SampledFrom([]string{wallet.ContraDeposit, wallet.ContraHold}).Draw(rt, "contra"),
			}
			next := want
			switch {
			case move.Unit == wallet.Cash && move.Contra == wallet.ContraHold:
				next.Cash, next.Held = next.Cash+move.Amount, next.Held-move.Amount
			case move.Unit == wallet.Cash:
				next.Cash += move.Amount
			case move.Unit == wallet.Hold:
				next.Held += move.Amount
			default:
				next.Points += move.Amount
			}
			next.Version++
			got, _, err := apply(t, db, move)
			if next.Cash < 0 || next.Held < 0 || next.Points < 0 {
				require.ErrorIs(rt, err, wallet.ErrShort)
				continue
			}
			require.NoError(rt, err)
			require.Equal(rt, next, got)
			want = next
		}
		got, err := wallet.Balance(t.Context(), db, m, "KRW")
		require.NoError(rt, err)
		require.Equal(rt, want, got)
		var rows, holes int64
		require.NoError(rt, db.QueryRow(t.Context(), `SELECT count(*), coalesce(max(version), 0) - count(*) FROM wallet_ledger
			WHERE member_id = $1`, m).Scan(&rows, &holes))
		require.Equal(rt, want.Version, rows)
		require.Zero(rt, holes)
	})
}

func TestAFailedTransactionLeavesNoEvent(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	m := factory.Member(t, db).MemID
	own := errors.New("the rule behind the move refused")
	err := pg.InTx(t.Context(), db, func(tx pgx.Tx) error {
		_, _, err := wallet.Apply(t.Context(), tx, cash(m, 100, wallet.ContraDeposit, "1"))
		require.NoError(t, err)
		return own
	})
	require.ErrorIs(t, err, own)
	require.Empty(t, events(t, db, m))
}
