package promo_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/money"
	"hubstake/internal/funds/promo"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/testkit/factory"
)

// S-103: a test account is given nothing by the house or by members, and gives nothing: corrections alone fund it.
func TestATestAccountIsGivenNothing(t *testing.T) {
	w := open(t, giving)
	who, to := w.member(), w.member(func(m *factory.M) { m.Points = 50_000 })
	coupons := promo.Issue{Request: "request-1", Members: []string{who.Member}, Unit: wallet.Cash, Amount: 1_000, Days: 3}
	b, err := w.a.IssueCoupons(t.Context(), staff, "demo", coupons)
	require.NoError(t, err)
	code := w.strings("SELECT code FROM promo_coupon WHERE batch_id = $1", b.ID)[0]
	g, err := w.a.GiftPoints(t.Context(), staff, "demo", pointTransfer(who, 7_000), 3)
	require.NoError(t, err)
	factory.MarkTest(t, w.db, who.Member)

	_, _, err = w.a.UseCoupon(t.Context(), who, code)
	w.refused("U051", err)
	_, err = w.a.TakeGift(t.Context(), who, g.ID)
	w.refused("U051", err)
	_, _, err = w.a.CheckIn(t.Context(), who)
	w.refused("U051", err)
	coupons.Request = "request-2"
	_, err = w.a.IssueCoupons(t.Context(), staff, "demo", coupons)
	w.refused("U051", err)
	again := pointTransfer(who, 7_000)
	again.Request = "request-2"
	_, err = w.a.GiftPoints(t.Context(), staff, "demo", again, 3)
	w.refused("U051", err)
	_, _, err = w.a.SendPoints(t.Context(), to, pointTransfer(who, 10_000))
	w.refused("C019", err) // members do not learn which accounts are for tests
	require.Empty(t, w.ledger(who))
	require.Equal(t, money.Amount(50_000), w.wallet(to).Points)

	_, _, err = w.a.SendPoints(t.Context(), who, pointTransfer(to, 10_000))
	w.refused("U051", err)
	require.Equal(t, []string{"1"}, w.strings("SELECT count(*)::text FROM promo_coupon"))
	w.sound()
}
