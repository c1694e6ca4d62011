package simtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/money"
	"hubstake/internal/sim/chaos"
	"hubstake/internal/sim/transferwallet"
	"hubstake/internal/sim/wallet"
)

func openStore(t *testing.T, dir string) *transferwallet.Store {
	t.Helper()
	s, err := transferwallet.OpenStore(dir)
	require.NoError(t, err)
	return s
}

func transferOrder(id, kind string, n money.Amount) transferwallet.Order {
	return transferwallet.Order{TxID: id, Kind: kind, Member: "kim01", Currency: "KRW", Amount: n}
}

// An order is carried out once, and answered alike for ever, also by the next process.
func TestAnOrderIsCarriedOutOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := openStore(t, dir)
	first, err := s.Carry(transferOrder("order-01", transferwallet.Deposit, 500))
	require.NoError(t, err)
	require.Equal(t, transferwallet.Done, first.Status)
	require.EqualValues(t, 500, first.Balance)
	var g errgroup.Group
	for range 20 {
		g.Go(func() error {
			again, err := s.Carry(transferOrder("order-01", transferwallet.Deposit, 500))
			if err == nil && again != first {
				t.Errorf("%+v", again)
			}
			return err
		})
	}
	require.NoError(t, g.Wait())
	_, err = s.Carry(transferOrder("order-01", transferwallet.Deposit, 501))
	require.ErrorIs(t, err, transferwallet.ErrDuplicate)
	_, err = s.Carry(transferOrder("order-01", transferwallet.Withdraw, 500))
	require.ErrorIs(t, err, transferwallet.ErrDuplicate)

	short, err := s.Carry(transferOrder("order-02", transferwallet.Withdraw, 501))
	require.NoError(t, err)
	require.Equal(t, []any{transferwallet.Refused, transferwallet.Short, money.Amount(500)}, []any{short.Status, short.Reason, short.Balance})
	require.NoError(t, s.Close())

	s = openStore(t, dir)
	told, err := s.Ask("order-01")
	require.NoError(t, err)
	require.Equal(t, first, told)
	n, err := s.Balance("kim01", "KRW")
	require.NoError(t, err)
	require.EqualValues(t, 500, n)
	require.NoError(t, s.Close())
}

// Asking for an id closes it: the order that comes afterwards is refused, however often.
func TestAskingClosesAnIDThatIsNotKnown(t *testing.T) {
	t.Parallel()
	s := openStore(t, t.TempDir())
	told, err := s.Ask("order-01")
	require.NoError(t, err)
	require.Equal(t, transferwallet.Order{TxID: "order-01", Status: transferwallet.Refused, Reason: transferwallet.Closed}, told)
	for range 2 {
		o, err := s.Carry(transferOrder("order-01", transferwallet.Deposit, 500))
		require.NoError(t, err)
		require.Equal(t, told, o)
	}
	n, err := s.Balance("kim01", "KRW")
	require.NoError(t, err)
	require.Zero(t, n)
	require.NoError(t, s.Close())
}

// Rounds are played with the money that is here, by the rules of the wallet API.
func TestPlayingWithIt(t *testing.T) {
	t.Parallel()
	s := openStore(t, t.TempDir())
	_, err := s.Carry(transferOrder("order-01", transferwallet.Deposit, 1_000))
	require.NoError(t, err)
	call := func(op, tx, ref, amount string) [2]string {
		a, err := s.Call(t.Context(), op, wallet.Request{TxID: tx, RefTxID: ref, MemberID: "kim01", Currency: "KRW", Amount: amount}, wallet.Patience{}, chaos.Settings{})
		require.NoError(t, err)
		return [2]string{a.Status, a.Balance}
	}
	require.Equal(t, [2]string{wallet.OK, "1000"}, call(wallet.Balance, "", "", ""))
	for range 2 {
		require.Equal(t, [2]string{wallet.OK, "400"}, call(wallet.Bet, "b1", "", "600"))
	}
	require.Equal(t, [2]string{wallet.Insufficient, "400"}, call(wallet.Bet, "b2", "", "401"))
	for range 2 {
		require.Equal(t, [2]string{wallet.OK, "1300"}, call(wallet.Win, "w1", "b1", "900"))
	}
	require.Equal(t, [2]string{wallet.OK, "1200"}, call(wallet.Bet, "b3", "", "100"))
	for range 2 {
		require.Equal(t, [2]string{wallet.OK, "1300"}, call(wallet.Rollback, "r3", "b3", ""))
	}
	require.Equal(t, wallet.RolledBack, call(wallet.Bet, "b3", "", "100")[0])
	require.Equal(t, [2]string{wallet.OK, "1300"}, call(wallet.Rollback, "r4", "b4", ""), "before its bet")
	require.Equal(t, wallet.RolledBack, call(wallet.Bet, "b4", "", "100")[0])
	require.Equal(t, wallet.BadAmount, call(wallet.Bet, "b5", "", "-1")[0])
	require.Equal(t, [2]string{wallet.OK, "1300"}, call(wallet.Balance, "", "", ""))
	require.NoError(t, s.Close())
}
