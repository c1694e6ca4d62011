package wallet_test

import (
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"hubstake/internal/clock"
	"hubstake/internal/money"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/wallet"
)

// posting is a move in a batch, and what became of it.
type posting struct {
	wallet.Move
	state wallet.State
	err   error
	panic bool
	sql   string // something else to be written with it
}

// posts is the work of a batch of moves.
type posts struct {
	*wallet.Book
	all []*posting
}

func (p posts) Read(q *pgx.Batch) {
	for _, m := range p.all {
		p.Want(m.Member, m.Currency)
	}
	p.Lock(q)
}

func (p posts) Write(q *pgx.Batch) error {
	for _, m := range p.all {
		if m.panic {
			panic("a defect")
		}
		if m.state, m.err = p.Post(m.Move, "", ""); m.sql != "" {
			q.Queue(m.sql)
		}
	}
	p.Book.Write(q)
	return nil
}

func writer(t *testing.T, db *pgxpool.Pool, m *wallet.WriterMetrics) *wallet.Writer[*posting] {
	t.Helper()
	w, err := wallet.NewWriter(db, wallet.WriterOptions{Lanes: 1, Metrics: m}, func(all []*posting) wallet.Work {
		return posts{wallet.NewBook(), all}
	})
	require.NoError(t, err)
	t.Cleanup(w.Close)
	return w
}

// A post in a batch does to a wallet what a move of its own does.
func TestPostsAgreeWithMoves(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	w := writer(t, db, nil)
	rapid.Check(t, func(rt *rapid.T) {
		one, other := factory.Member(t, db).MemID, factory.Member(t, db).MemID
		for n := range rapid.IntRange(1, 15).Draw(rt, "moves") {
			m := wallet.Move{
				Member: one, Currency: "KRW", Kind: "test", Ref: fmt.Sprint(one, n),
				Unit:   rapid.SampledFrom([]wallet.Unit{wallet.Cash, wallet.Hold, wallet.Point}).Draw(rt, "unit"),
				Amount: money.Amount(rapid.Int64Range(-100, 100).Filter(func(n int64) bool { return n != 0 }).Draw(rt, "amount")),
				Contra: wallet.ContraDeposit,
			}
			if m.Unit == wallet.Cash && rapid.Bool().Draw(rt, "hold") {
				m.Contra = wallet.ContraHold
			}
			want, _, wantErr := apply(t, db, m)
			m.Member = other
			p := &posting{Move: m}
			require.NoError(rt, w.Do(t.Context(), other, p))
			require.Equal(rt, wantErr, p.err)
			require.Equal(rt, want, p.state)
		}
		require.Equal(rt, events(t, db, one), events(t, db, other))
	})
	v, err := wallet.Check(t.Context(), db)
	require.NoError(t, err)
	require.Empty(t, v)
}

func TestPostsThatCannotBe(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	w := writer(t, db, nil)
	m := factory.Member(t, db).MemID
	good := cash(m, 1, wallet.ContraDeposit, "x")
	for name, change := range map[string]func(*wallet.Move){
		"zero":         func(m *wallet.Move) { m.Amount = 0 },
		"no reference": func(m *wallet.Move) { m.Ref = "" },
		"no reason":    func(m *wallet.Move) { m.Kind = "" },
		"too large":    func(m *wallet.Move) { m.Amount = money.Max + 1 },
		"nobody":       func(m *wallet.Move) { m.Member = "nobody" },
		"no such unit": func(m *wallet.Move) { m.Unit = "chips" },
	} {
		p := &posting{Move: good}
		change(&p.Move)
		require.NoError(t, w.Do(t.Context(), m, p))
		require.Error(t, p.err, name)
	}
	require.Empty(t, events(t, db, m))
}

// A panic, and a statement that the server refuses, end their own batch and leave nothing of it.
func TestABatchThatFails(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	reg := prometheus.NewRegistry()
	w := writer(t, db, wallet.NewWriterMetrics(reg, clock.System{}))
	m := factory.Member(t, db).MemID
	err := w.Do(t.Context(), m, &posting{Move: cash(m, 1, wallet.ContraDeposit, "1"), panic: true})
	require.ErrorContains(t, err, "a defect")
	require.NotErrorIs(t, err, wallet.ErrAlone, "nobody knows what a defect left undone")
	err = w.Do(t.Context(), m, &posting{Move: cash(m, 1, wallet.ContraDeposit, "2"), sql: "SELECT 1/0"})
	require.ErrorIs(t, err, wallet.ErrAlone, "undone for certain")
	p := &posting{Move: cash(m, 5, wallet.ContraDeposit, "3")}
	require.NoError(t, w.Do(t.Context(), m, p))
	require.Equal(t, wallet.State{Cash: 5, Version: 1}, p.state)
	n, err := testutil.GatherAndCount(reg, "wallet_batches_total")
	require.NoError(t, err)
	require.Equal(t, 4, n)
	w.Close()
	require.ErrorIs(t, w.Do(t.Context(), m, p), wallet.ErrClosed)
}
