package transfer_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	catalogue "hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/transfer"
	"hubstake/internal/sim/chaos"
)

func TestThereAndBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, err := w.service.Out(t.Context(), w.wish())
	require.ErrorIs(t, err, catalogue.VendorMemberMissing, "G009: no money was ever there")

	o, err := w.service.In(t.Context(), w.wish(), began)
	require.NoError(t, err)
	require.Equal(t, []any{transfer.Done, money.Amount(began), provider.In}, []any{o.Status, o.Amount, o.Direction})
	require.Zero(t, w.cash())
	require.EqualValues(t, began, w.there())
	held, err := w.service.Accounts(t.Context(), w.member, "KRW")
	require.NoError(t, err)
	require.Len(t, held, 1)
	require.Equal(t, []any{"acme", money.Amount(began), money.Amount(0)}, []any{held[0].Vendor, held[0].Balance, held[0].Pending})

	_, err = w.service.In(t.Context(), w.wish(), began)
	require.ErrorIs(t, err, catalogue.NotEnoughCash, "C001: there is nothing to move")

	w.play(-30_000)
	w.play(5_000)
	o, err = w.service.Out(t.Context(), w.wish())
	require.NoError(t, err)
	require.Equal(t, []any{transfer.Done, money.Amount(75_000)}, []any{o.Status, o.Amount})
	require.EqualValues(t, 75_000, w.cash())
	require.Zero(t, w.there())
	held, err = w.service.Accounts(t.Context(), w.member, "KRW")
	require.NoError(t, err)
	require.Empty(t, held)
	o, err = w.service.Out(t.Context(), w.wish())
	require.NoError(t, err)
	require.Zero(t, o, "there is nothing any longer")
	w.sound()

	// Each move told the member (M10).
	rows, err := w.db.Query(t.Context(), `SELECT data1 FROM outbox_event WHERE member = $1 AND cmd = 'CASH' ORDER BY ver`, w.member)
	require.NoError(t, err)
	told, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	require.Equal(t, []string{"100000", "0", "75000"}, told)
}

// faults.md row 32 and the like: after any fault of the call the outcome is the vendor's, learnt by asking it, and it takes effect once.
func TestFaultsOfTheVendor(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		fault      string
		then       transfer.Status // at once
		carriedOut bool
	}{
		{chaos.TransferBefore, transfer.Pending, false},
		{chaos.TransferAfter, transfer.Pending, true},
		{chaos.TransferError, transfer.Pending, false},
		{chaos.TransferErrorAfter, transfer.Pending, true},
		{chaos.TransferTwice, transfer.Done, true},
		{chaos.TransferSlow, transfer.Done, true},
	} {
		t.Run(c.fault, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			check := func(o transfer.Order, err error, from, to func() money.Amount) {
				t.Helper()
				require.NoError(t, err)
				require.Equal(t, c.then, o.Status)
				if c.then == transfer.Pending {
					sum, n := w.way()
					require.Equal(t, 1, n)
					require.EqualValues(t, began, w.cash()+w.there()+sum)
					_, err := w.service.In(t.Context(), w.wish(), began)
					require.ErrorIs(t, err, catalogue.RequestPending)
					_, err = w.service.Out(t.Context(), w.wish())
					require.ErrorIs(t, err, catalogue.RequestPending)
					w.resolve()
				}
				if c.carriedOut {
					require.Equal(t, []money.Amount{0, began}, []money.Amount{from(), to()})
				} else {
					require.Equal(t, []money.Amount{began, 0}, []money.Amount{from(), to()})
				}
				w.sound()
			}
			w.faults(chaos.Settings{Transfer: c.fault, DelayMs: 5, Times: 1})
			o, err := w.service.In(t.Context(), w.wish(), began)
			check(o, err, w.cash, w.there)

			if !c.carriedOut {
				_, err := w.service.In(t.Context(), w.wish(), began)
				require.NoError(t, err)
			}
			w.faults(chaos.Settings{Transfer: c.fault, DelayMs: 5, Times: 1})
			o, err = w.service.Out(t.Context(), w.wish())
			check(o, err, w.there, w.cash)
		})
	}
}

// Faults, row 30: while the vendor is away, orders stay pending however often it is asked, and are settled when it is back.
func TestAVendorThatIsAway(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.faults(chaos.Settings{Outage: chaos.OutageError})
	o, err := w.service.In(t.Context(), w.wish(), began)
	require.NoError(t, err)
	require.Equal(t, transfer.Pending, o.Status)
	for range 5 {
		w.resolve()
		_, n := w.way()
		require.Equal(t, 1, n)
		require.Zero(t, w.cash(), "nothing is guessed")
	}
	list, total, err := transfer.Queue(t.Context(), w.db, "demo", 10, 0)
	require.NoError(t, err)
	require.EqualValues(t, 1, total)
	require.Equal(t, []any{o.ID, 5, w.member}, []any{list[0].ID, list[0].Asked, list[0].Member})
	require.Contains(t, list[0].Reason, "503")
	require.Greater(t, list[0].AskAt, w.clk.Now().Add(15*time.Second), "less and less often")

	reg := prometheus.NewRegistry()
	reg.MustRegister(transfer.NewPendings(w.db, w.clk, zerolog.Nop(), "acme", "other"))
	require.NoError(t, testutil.GatherAndCompare(reg, strings.NewReader(`
		# HELP transfer_pending Orders of which it is not known what became of them.
		# TYPE transfer_pending gauge
		transfer_pending{vendor="acme"} 1
		transfer_pending{vendor="other"} 0
	`), "transfer_pending"))

	w.faults(chaos.Settings{})
	w.resolve()
	require.EqualValues(t, began, w.cash())
	w.faults(chaos.Settings{Outage: chaos.OutageRefuse})
	_, err = w.service.In(t.Context(), w.wish(), began)
	require.NoError(t, err)
	w.faults(chaos.Settings{})
	w.resolve()
	_, err = w.service.In(t.Context(), w.wish(), began)
	require.NoError(t, err)
	w.faults(chaos.Settings{Outage: chaos.OutageError})
	_, err = w.service.Out(t.Context(), w.wish())
	require.ErrorIs(t, err, catalogue.VendorError, "G012: its balance is not known, nothing was asked")
	_, n := w.way()
	require.Zero(t, n)
	w.sound()
}

// A call that was not made cannot have happened: the money is back at once.
func TestACallThatWasNotMade(t *testing.T) {
	t.Parallel()
	for _, unsent := range []error{provider.ErrBusy, provider.ErrOpen} {
		w := newWorld(t)
		w.transferWallet.answer = fmt.Errorf("guard: %w", unsent)
		o, err := w.service.In(t.Context(), w.wish(), began)
		require.NoError(t, err)
		require.Equal(t, transfer.Refused, o.Status)
		require.EqualValues(t, began, w.cash())
		w.transferWallet.answer = nil
		_, err = w.service.In(t.Context(), w.wish(), began)
		require.NoError(t, err)
		w.transferWallet.answer = unsent
		_, err = w.service.Out(t.Context(), w.wish())
		require.ErrorIs(t, err, catalogue.RecallProblem)
		require.EqualValues(t, began, w.there())
		w.sound()
	}
}

// C020: the member lost what the vendor had, between its balance and the order.
func TestAnOrderBackThatTheVendorRefuses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, err := w.service.In(t.Context(), w.wish(), began)
	require.NoError(t, err)
	w.transferWallet.before = func(op string) {
		if op == "move" {
			w.play(-1)
		}
	}
	_, err = w.service.Out(t.Context(), w.wish())
	require.ErrorIs(t, err, catalogue.RecallProblem)
	require.Zero(t, w.cash())
	require.EqualValues(t, began-1, w.there())
	w.transferWallet.before = nil
	_, err = w.service.Out(t.Context(), w.wish())
	require.NoError(t, err)
	require.EqualValues(t, began-1, w.cash())
	w.sound()
}

// A call that is still on its way when its outcome is asked for comes too late: the money is here, once.
func TestACallThatComesAfterItsOutcomeWasAskedFor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.transferWallet.before = func(op string) {
		if op == "move" {
			w.resolve()
			require.EqualValues(t, began, w.cash())
		}
	}
	o, err := w.service.In(t.Context(), w.wish(), began)
	require.NoError(t, err)
	require.Equal(t, transfer.Refused, o.Status)
	require.EqualValues(t, began, w.cash())
	require.Zero(t, w.there())
	w.sound()
}

// M5: many at once have one effect.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, do := range []func() error{
		func() error { _, err := w.service.In(t.Context(), w.wish(), began); return err },
		func() error { _, err := w.service.Out(t.Context(), w.wish()); return err },
	} {
		var g errgroup.Group
		for range 20 {
			g.Go(func() error {
				if err := do(); err != nil && !errors.Is(err, catalogue.RequestPending) && !errors.Is(err, catalogue.NotEnoughCash) {
					return err
				}
				return nil
			})
		}
		require.NoError(t, g.Wait())
		require.EqualValues(t, began, w.cash()+w.there())
	}
	require.EqualValues(t, began, w.cash())
	var orders int
	require.NoError(t, w.db.QueryRow(t.Context(), `SELECT count(*) FROM transfer_order`).Scan(&orders))
	require.Equal(t, 2, orders)
	w.sound()
}

// Two jobs at once ask once, and a vendor that hangs keeps no other one's orders waiting.
func TestResolvingAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	hang, hangs := make(chan struct{}), make(chan struct{})
	stuck := &middle{TransferWallet: w.transferWallet.TransferWallet, before: func(op string) {
		if op == "ask" {
			close(hangs)
			<-hang
		}
	}}
	both := w.with(map[string]provider.TransferWallet{"acme": w.transferWallet, "other": stuck})
	other := w.wish()
	other.Vendor = "other"
	w.faults(chaos.Settings{Transfer: chaos.TransferAfter, Times: 1})
	o, err := both.In(t.Context(), other, began)
	require.NoError(t, err)
	require.Equal(t, transfer.Pending, o.Status)
	ended := make(chan error, 1)
	w.clk.Advance(time.Minute)
	go func() { ended <- both.Resolve(t.Context()) }()
	<-hangs
	// The order of the vendor that hangs is taken; another job asks the other vendor only.
	require.NoError(t, both.Resolve(t.Context()))
	_, n := w.way()
	require.Equal(t, 1, n)
	close(hang)
	require.NoError(t, <-ended)
	_, n = w.way()
	require.Zero(t, n)
	w.sound()
}

func TestUnknownVendors(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	wish := w.wish()
	wish.Vendor = "nobody"
	_, err := w.service.In(t.Context(), wish, began)
	require.ErrorIs(t, err, catalogue.UnknownVendor)
	_, err = w.service.Out(t.Context(), wish)
	require.ErrorIs(t, err, catalogue.UnknownVendor)
}

// The check finds what it is for.
func TestTheCheckFindsCorruption(t *testing.T) {
	t.Parallel()
	for _, corrupt := range []string{
		`UPDATE transfer_order SET amount = amount + 1`,
		`UPDATE transfer_order SET status = 'refused'`,
		`DELETE FROM transfer_order`,
		`UPDATE transfer_order SET direction = 'out'`,
	} {
		w := newWorld(t)
		_, err := w.service.In(t.Context(), w.wish(), began)
		require.NoError(t, err)
		w.sound()
		_, err = w.db.Exec(t.Context(), corrupt)
		require.NoError(t, err)
		found, err := transfer.Check(t.Context(), w.db)
		require.NoError(t, err)
		require.NotEmpty(t, found, corrupt)
	}
}

// Transfers whose ledger rows were archived with their month are not missing; one that a program forgets today is.
func TestTransfersOfAnArchivedMonthBreakNoInvariant(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, err := w.service.In(t.Context(), w.wish(), began)
	require.NoError(t, err)
	archived, err := pg.RotateMonths(t.Context(), w.db, time.Now().AddDate(5, 2, 0))
	require.NoError(t, err)
	require.NotEmpty(t, archived)
	found, err := transfer.Check(t.Context(), w.db)
	require.NoError(t, err)
	require.Empty(t, found)
	_, err = w.db.Exec(t.Context(), `UPDATE transfer_order SET amount = amount + 1; DELETE FROM wallet_ref WHERE kind = 'game.in'`)
	require.NoError(t, err)
	found, err = transfer.Check(t.Context(), w.db)
	require.NoError(t, err)
	require.NotEmpty(t, found)
}
