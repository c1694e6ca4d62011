package providertest_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/money"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/provider/hub88"
)

// Each of our answers has a word in the protocol, and only OK becomes RS_OK.
func TestEveryStatusHasAWord(t *testing.T) {
	t.Parallel()
	general := []provider.Status{provider.RoundClosed, provider.MemberNotFound, provider.BatchRefused} // "cases without a special error code"
	for _, s := range provider.Statuses {
		w := hub88.Say(s, true)
		require.Equal(t, s == provider.OK, w == hub88.StatusOK, s)
		if w == hub88.Unknown {
			require.Contains(t, general, s)
		}
	}
	require.Equal(t, hub88.LimitReached, hub88.Say(provider.BadAmount, true))
	require.Equal(t, hub88.WrongTypes, hub88.Say(provider.BadAmount, false))
	require.Equal(t, hub88.Unknown, hub88.Say("SOMETHING_NEW", true))
}

// "$3.56 is represented as 356000", and a won has no cents.
func TestAmounts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		currency money.Currency
		ours     money.Amount
		theirs   int64
	}{{money.USD, 356, 356_000}, {money.KRW, 1, 100_000}, {money.VND, 25_000, 2_500_000_000}, {money.USD, 0, 0}} {
		n, ok := hub88.Amount(c.ours, c.currency)
		require.True(t, ok)
		require.Equal(t, c.theirs, n)
		r := hub88.Request{Currency: c.currency.Code, Amount: &c.theirs}
		o, status := r.Operation(provider.Win)
		require.Equal(t, hub88.StatusOK, status)
		back, err := c.currency.Parse(o.Amount)
		require.NoError(t, err)
		require.Equal(t, c.ours, back)
	}
	for _, n := range []int64{1, 999, 356_001, -1000, math.MinInt64} {
		_, status := hub88.Request{Currency: "USD", Amount: &n}.Operation(provider.Bet)
		require.Equal(t, hub88.WrongTypes, status, n)
	}
	_, ok := hub88.Amount(math.MaxInt64, money.KRW)
	require.False(t, ok)
}

// Any body is an answer, never a panic, and what is read is no longer than what may be stored.
func FuzzRead(f *testing.F) {
	f.Add(`{"user":"a","request_uuid":"b","token":"c","transaction_uuid":"d","reference_transaction_uuid":"e","currency":"KRW","game_code":"g","amount":100000}`)
	f.Add(`{"request_uuid":7}`)
	f.Fuzz(func(t *testing.T, body string) {
		for path, kind := range map[string]provider.Kind{hub88.Bet: provider.Bet, hub88.Win: provider.Win, hub88.Rollback: provider.Rollback} {
			r, status := hub88.Read(path, []byte(body))
			require.LessOrEqual(t, len(r.RequestUUID), 128)
			if status != hub88.StatusOK {
				continue
			}
			o, status := r.Operation(kind)
			if c, ok := money.ByCode(o.Currency); ok && status == hub88.StatusOK && kind == provider.Win {
				a, err := c.Parse(o.Amount)
				require.True(t, err != nil || a >= 0)
			}
		}
	})
}
