package transfer_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/provider/seamless"
	"hubstake/internal/play/transfer"
	"hubstake/internal/sim/chaos"
	"hubstake/internal/sim/round"
	"hubstake/internal/sim/server"
	"hubstake/internal/sim/table"
	"hubstake/internal/sim/transferwallet"
	simwallet "hubstake/internal/sim/wallet"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

const began = 100_000 // what every member of these tests has

var secret = config.Key([]byte("a key of tests, of 32 bytes or so"))

// world is a database, the simulated vendor behind HTTP, and a member.
type world struct {
	t              testing.TB
	db             *pgxpool.Pool
	url            config.URL // of the database
	clk            *clock.Manual
	box            *chaos.Box
	vendor         *transferwallet.Store
	address        string // of the vendor
	transferWallet *middle
	service        *transfer.Service
	member         string
	rounds         atomic.Int64
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{t: t, url: pgtest.URL(t), clk: clock.NewManual(clock.System{}.Now()), box: &chaos.Box{}}
	var err error
	w.db, err = pg.Open(t.Context(), w.url, pg.Options{})
	require.NoError(t, err)
	t.Cleanup(w.db.Close)
	w.vendor, err = transferwallet.OpenStore(t.TempDir())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, w.vendor.Close()) })
	cfg := server.Config{Common: config.Common{Env: "development"}, Secret: secret, PublicURL: "http://games.test"}
	h, err := server.New(cfg, &round.Service{}, &table.Service{}, w.vendor, w.box, clock.System{}, zerolog.Nop(), prometheus.NewRegistry())
	require.NoError(t, err)
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	w.address = srv.URL
	for _, id := range []string{"acme", "other"} {
		require.NoError(t, provider.Upsert(t.Context(), w.db, id, provider.FamilyTransfer, provider.Settings{}))
	}
	w.transferWallet = &middle{TransferWallet: dial(t, srv.URL)}
	w.service = w.with(map[string]provider.TransferWallet{"acme": w.transferWallet})
	w.member = factory.Member(t, w.db, func(m *factory.M) { m.Cash = began }).MemID
	return w
}

func dial(t testing.TB, url string) provider.TransferWallet {
	t.Helper()
	key, err := provider.NewKey("k1", provider.HMAC, secret[:])
	require.NoError(t, err)
	return dialed(url, key)
}

func dialed(url string, key provider.Key) provider.TransferWallet {
	return seamless.NewClient("acme", url, provider.Always(key), clock.System{}, provider.NewMetrics(prometheus.NewRegistry(), "acme"))
}

func (w *world) with(transferWallets map[string]provider.TransferWallet) *transfer.Service {
	return transfer.New(w.db, w.clk, zerolog.Nop(), transferWallets, nil)
}

func (w *world) wish() transfer.Wish {
	return transfer.Wish{Site: "demo", Member: w.member, Currency: "KRW", Vendor: "acme"}
}

func (w *world) faults(s chaos.Settings) { require.NoError(w.t, w.box.Set(s)) }

// cash is what the member has here.
func (w *world) cash() money.Amount {
	w.t.Helper()
	s, err := wallet.Balance(w.t.Context(), w.db, w.member, "KRW")
	require.NoError(w.t, err)
	return s.Cash
}

// there is what the vendor has.
func (w *world) there() money.Amount {
	w.t.Helper()
	n, err := w.vendor.Balance(w.member, "KRW")
	require.NoError(w.t, err)
	return n
}

// way is the money that is in neither: orders that are pending here, by what the vendor did about them.
func (w *world) way() (sum money.Amount, pending int) {
	w.t.Helper()
	list, _, err := transfer.Queue(w.t.Context(), w.db, "demo", 100, 0)
	require.NoError(w.t, err)
	for _, o := range list {
		done, err := w.vendor.Known(o.ID)
		require.NoError(w.t, err)
		if (o.Direction == provider.In) != done { // left here and not there yet, or left there and not here yet
			sum += o.Amount
		}
	}
	return sum, len(list)
}

// play changes what the vendor has: a round that wins n, or loses it when n is negative.
func (w *world) play(n money.Amount) {
	w.t.Helper()
	id := fmt.Sprint("round", w.rounds.Add(1))
	req := simwallet.Request{TxID: id, MemberID: w.member, Currency: "KRW", Amount: fmt.Sprint(max(n, -n))}
	op := simwallet.Win
	if n < 0 {
		op = simwallet.Bet
	}
	a, err := w.vendor.Call(context.Background(), op, req, simwallet.Patience{}, chaos.Settings{})
	require.NoError(w.t, err)
	require.Equal(w.t, simwallet.OK, a.Status)
}

// resolve asks for everything that is pending, as the job does when its time has come.
func (w *world) resolve() {
	w.t.Helper()
	w.clk.Advance(2 * time.Minute)
	require.NoError(w.t, w.service.Resolve(w.t.Context()))
}

// sound proves the books.
func (w *world) sound() {
	w.t.Helper()
	for _, check := range []func(context.Context, wallet.Starter) ([]wallet.Violation, error){wallet.Check, casino.Check, transfer.Check} {
		found, err := check(w.t.Context(), w.db)
		require.NoError(w.t, err)
		require.Empty(w.t, found)
	}
}

// middle stands between us and the vendor: it can die before a call is sent or after it was carried out, hold one back, or answer itself.
type middle struct {
	provider.TransferWallet
	before, after func(op string)
	answer        error
}

func (m *middle) step(hook func(string), op string) {
	if hook != nil {
		hook(op)
	}
}

func (m *middle) Move(ctx context.Context, o provider.Order) (provider.Outcome, error) {
	m.step(m.before, "move")
	defer m.step(m.after, "move")
	if m.answer != nil {
		return provider.Outcome{}, m.answer
	}
	return m.TransferWallet.Move(ctx, o)
}

func (m *middle) Ask(ctx context.Context, o provider.Order) (provider.Outcome, error) {
	m.step(m.before, "ask")
	defer m.step(m.after, "ask")
	return m.TransferWallet.Ask(ctx, o)
}
