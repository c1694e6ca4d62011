package casino_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/ledger/wallet"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit/factory"
)

func (b *table) batch(atomic bool, ops ...provider.Operation) []provider.Status {
	b.t.Helper()
	for i := range ops {
		ops[i].Currency = "KRW"
		if ops[i].Member == "" {
			ops[i].Member = b.member
		}
	}
	as, err := b.s.Batch(b.t.Context(), acme, ops, atomic, "")
	require.NoError(b.t, err)
	out := make([]provider.Status, len(as))
	for i, a := range as {
		require.Equal(b.t, ops[i].TxID, a.TxID)
		out[i] = a.Status
	}
	return out
}

func TestABatchGoesInOrderWithAStatusPerItem(t *testing.T) {
	t.Parallel()
	b := sit(t, 1_000)
	ops := []provider.Operation{
		bet("b1", "r1", "1000"), bet("b2", "r2", "1"), win("w1", "b1", "r1", "500"), bet("b3", "r3", "500"), bet("b4", "r4", "x"),
	}
	want := []provider.Status{provider.OK, provider.InsufficientFunds, provider.OK, provider.OK, provider.BadAmount}
	require.Equal(t, want, b.batch(false, ops...))
	require.Equal(t, want, b.batch(false, ops...), "a repeat is answered the same")
	b.sound(0)
}

func TestAnAtomicBatchTakesEffectOrNot(t *testing.T) {
	t.Parallel()
	b := sit(t, 1_000)
	bad := []provider.Operation{bet("b1", "r1", "600"), bet("b2", "r2", "600"), win("w1", "b1", "r1", "900")}
	want := []provider.Status{provider.BatchRefused, provider.InsufficientFunds, provider.BatchRefused}
	require.Equal(t, want, b.batch(true, bad...))
	b.sound(1_000)
	require.Equal(t, []provider.Status{provider.BatchRefused, provider.InsufficientFunds, provider.BatchRefused}, b.batch(true, bad...))

	require.Equal(t, []provider.Status{provider.BatchRefused, provider.BadAmount}, b.batch(true, bet("c1", "c", "1"), bet("c2", "c", "-1")))
	require.Equal(t, []provider.Status{provider.BatchRefused, provider.NotFound}, b.batch(true, bet("d1", "d", "1"), win("d2", "d0", "d", "1")))
	good := []provider.Operation{bet("d0", "d", "1"), bet("d1", "d", "1"), win("d2", "d0", "d", "1")}
	ok := []provider.Status{provider.OK, provider.OK, provider.OK}
	require.Equal(t, ok, b.batch(true, good...), "what was not recorded may still be carried out")
	require.Equal(t, ok, b.batch(true, good...))
	b.sound(999)
}

func TestABatchHasItsBounds(t *testing.T) {
	t.Parallel()
	b := sit(t, 1_000)
	for name, ops := range map[string][]provider.Operation{
		"empty": {}, "too many": make([]provider.Operation, casino.MaxBatch+1), "malformed": {{Kind: provider.Bet}},
	} {
		_, err := b.s.Batch(t.Context(), acme, ops, false, "")
		require.ErrorIs(t, err, provider.ErrMalformed, name)
	}
}

// Two atomic batches over the same members in opposite orders do not lock each other out.
func TestAtomicBatchesDoNotDeadlock(t *testing.T) {
	t.Parallel()
	b := sit(t, 100_000)
	other := factory.Member(t, b.db, func(m *factory.M) { m.Cash = 100_000 })
	var g errgroup.Group
	for _, first := range []bool{true, false} {
		g.Go(func() error {
			for i := range 30 {
				name := map[bool]string{true: "x", false: "y"}[first] + string(rune('a'+i%26)) + string(rune('a'+i/26))
				x, y := bet(name+"1", name, "10"), bet(name+"2", name, "10")
				x.Member, y.Member, x.Currency, y.Currency = b.member, other.MemID, "KRW", "KRW"
				ops := []provider.Operation{x, y}
				if !first {
					ops = []provider.Operation{y, x}
				}
				err := wallet.ErrBusy
				for errors.Is(err, wallet.ErrBusy) { // providers repeat
					_, err = b.s.Batch(t.Context(), acme, ops, true, "")
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
	}
	require.NoError(t, g.Wait())
	b.sound(100_000 - 60*10)
}

// The bets of the house come from our own programs: a key that an operator gave its provider opens nothing.
func TestOperationsOfTheHouseDoNotComeOverTheNetwork(t *testing.T) {
	t.Parallel()
	b := sit(t, 1_000)
	require.NoError(t, provider.Upsert(t.Context(), b.db, casino.Book, "seamless", provider.Settings{}))
	o := bet("h1", "h1", "100")
	o.Member, o.Currency = b.member, "KRW"
	_, err := b.s.Apply(t.Context(), casino.Book, o, "")
	require.ErrorIs(t, err, provider.ErrUnknown)
	for _, atomic := range []bool{false, true} {
		_, err = b.s.Batch(t.Context(), casino.Book, []provider.Operation{o}, atomic, "")
		require.ErrorIs(t, err, provider.ErrUnknown)
	}
	b.sound(1_000)
}
