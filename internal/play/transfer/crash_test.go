package transfer_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/transfer"
	"hubstake/internal/sim/chaos"
	"hubstake/internal/testkit"
)

// TestMain lets the test binary be a process that kills itself at a step.
func TestMain(m *testing.M) {
	if os.Getenv("HUBSTAKE_TRANSFER") != "" {
		os.Exit(mortal())
	}
	os.Exit(m.Run())
}

// doom kills the process with SIGKILL at the n-th step: a statement about to be sent to the database, a call about to be sent to
// the vendor, or one that was answered.
type doom struct{ left atomic.Int64 }

func (d *doom) step(string) {
	if d.left.Add(-1) == 0 {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	}
}

func (d *doom) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	d.step("sql")
	return ctx
}

func (d *doom) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (d *doom) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	d.step("sql")
	return ctx
}

func (d *doom) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

func (d *doom) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

// mortal makes one move, or asks for what is pending, until its step comes. Status 0: it lived to the end.
func mortal() int {
	env := os.Getenv
	n, err := strconv.Atoi(env("HUBSTAKE_TRANSFER_STEP"))
	if err != nil {
		return 2
	}
	d := &doom{}
	d.left.Store(int64(n))
	ctx := context.Background()
	plain, err := pg.Open(ctx, config.URL(env("HUBSTAKE_TRANSFER_DB")), pg.Options{})
	if err != nil {
		return 2
	}
	plain.Close()
	cfg := plain.Config()
	cfg.ConnConfig.Tracer = d
	db, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return 2
	}
	defer db.Close()
	key, err := provider.NewKey("k1", provider.HMAC, secret[:])
	if err != nil {
		return 2
	}
	s := transfer.New(db, clock.System{}, zerolog.Nop(), map[string]provider.TransferWallet{"acme": &middle{
		TransferWallet: dialed(env("HUBSTAKE_TRANSFER_VENDOR"), key), before: d.step, after: d.step,
	}}, nil)
	w := transfer.Wish{Site: "demo", Member: env("HUBSTAKE_TRANSFER_MEMBER"), Currency: "KRW", Vendor: "acme"}
	switch env("HUBSTAKE_TRANSFER") {
	case "in":
		_, err = s.In(ctx, w, began)
	case "out":
		_, err = s.Out(ctx, w)
	default:
		err = s.Resolve(ctx)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// run lets a process make a move and die at a step; it reports whether it died.
func (w *world) run(what string, step int) (died bool) {
	w.t.Helper()
	cmd := exec.CommandContext(w.t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), "HUBSTAKE_TRANSFER="+what, "HUBSTAKE_TRANSFER_STEP="+strconv.Itoa(step),
		"HUBSTAKE_TRANSFER_DB="+string(w.url), "HUBSTAKE_TRANSFER_VENDOR="+w.address, "HUBSTAKE_TRANSFER_MEMBER="+w.member)
	out, err := cmd.CombinedOutput()
	if err == nil {
		return false
	}
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	require.True(w.t, ok && status.Signaled() && status.Signal() == syscall.SIGKILL, "%s at step %d: %v: %s", what, step, err, out)
	return true
}

// kill -9 between any two steps of a move loses nothing and doubles nothing: the order that it left is settled by asking the vendor. In make test
// it is some of the steps, chosen by the seed.
func TestKilledAtEachStep(t *testing.T) {
	t.Parallel()
	for _, what := range []string{"in", "out", "resolve"} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			w, rnd := newWorld(t), testkit.Rand(t)
			steps := 0
			for died := true; died; {
				steps += testkit.Size(1+rnd.IntN(8), 1)
				require.Less(t, steps, 60)
				w.prepare(what, steps)
				before := w.cash() + w.there()
				if what == "resolve" {
					before = began
				}
				died = w.run(what, steps)
				sum, _ := w.way()
				require.Equal(t, before, w.cash()+w.there()+sum, "after the kill at step %d", steps)
				testkit.Eventually(t, func() bool { // the database may still hold what the dead process had locked
					w.resolve()
					_, pending := w.way()
					return pending == 0
				})
				require.EqualValues(t, began, w.cash()+w.there())
			}
			require.Greater(t, steps, 5, "it was killed at some steps")
			w.sound()
		})
	}
}

// prepare brings the money to where the move starts from.
func (w *world) prepare(what string, step int) {
	w.t.Helper()
	ctx := w.t.Context()
	if w.there() > 0 && what != "out" {
		_, err := w.service.Out(ctx, w.wish())
		require.NoError(w.t, err)
	}
	if w.cash() > 0 && what == "out" {
		_, err := w.service.In(ctx, w.wish(), began)
		require.NoError(w.t, err)
	}
	if what == "resolve" { // an order that was carried out, and one that was not, by turns
		f := chaos.TransferAfter
		if step%2 == 0 {
			f = chaos.TransferBefore
		}
		w.faults(chaos.Settings{Transfer: f, Times: 1})
		_, err := w.service.In(ctx, w.wish(), began)
		require.NoError(w.t, err)
		_, err = w.db.Exec(ctx, `UPDATE transfer_order SET ask_at = now() - interval '1 minute' WHERE status = 'pending'`)
		require.NoError(w.t, err)
	}
}

// died is what a stand-in for a dying process panics with.
type died struct{}

// Under any fault of the vendor, with processes that die anywhere and any play, the sum of wallet, vendor and money on its way
// changes by play alone, and when everything works again nothing is on its way.
func TestMoneyIsNeverLostOrDoubled(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	total := money.Amount(began)
	faults := []string{
		"", "", chaos.TransferBefore, chaos.TransferAfter, chaos.TransferError, chaos.TransferErrorAfter, chaos.TransferTwice,
	}
	holds := func() {
		sum, _ := w.way()
		require.Equal(t, total, w.cash()+w.there()+sum)
	}
	rapid.Check(t, func(r *rapid.T) {
		w.faults(chaos.Settings{})
		for range rapid.IntRange(1, 8).Draw(r, "moves") {
			s := chaos.Settings{Transfer: rapid.SampledFrom(faults).Draw(r, "fault")}
			if rapid.IntRange(0, 5).Draw(r, "outage") == 0 {
				s.Outage = chaos.OutageError
			}
			w.faults(s)
			die := func(string) { panic(died{}) }
			w.transferWallet.before, w.transferWallet.after = nil, nil
			switch rapid.IntRange(0, 5).Draw(r, "dies") {
			case 0:
				w.transferWallet.before = die
			case 1:
				w.transferWallet.after = die
			}
			w.try(rapid.SampledFrom([]string{"in", "out", "win", "lose", "resolve"}).Draw(r, "move"), &total)
			holds()
		}
		w.faults(chaos.Settings{})
		w.transferWallet.before, w.transferWallet.after = nil, nil
		w.resolve()
		_, pending := w.way()
		require.Zero(t, pending)
		holds()
	})
	w.sound()
}

// try makes one move; what it answers is judged by the books.
func (w *world) try(move string, total *money.Amount) {
	defer func() {
		if p := recover(); p != nil && p != (died{}) {
			panic(p)
		}
	}()
	ctx := w.t.Context()
	switch move {
	case "in":
		_, _ = w.service.In(ctx, w.wish(), max(w.cash(), 1))
	case "out":
		_, _ = w.service.Out(ctx, w.wish())
	case "win":
		w.play(700)
		*total += 700
	case "lose":
		if w.there() >= 300 {
			w.play(-300)
			*total -= 300
		}
	default: // on this goroutine, or a dying one would be the end of the test
		w.transferWallet.before, w.transferWallet.after = nil, nil
		w.resolve()
	}
}
