package promo_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/money"
	"hubstake/internal/funds/promo"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/testkit/factory"
)

func giving(s *factory.S) { s.Options["pointGiving"], s.Options["pointGivingDayMax"] = true, 50_000 }

func pointTransfer(to promo.Who, points money.Amount) promo.PointTransfer {
	return promo.PointTransfer{Request: "request-1", To: to.Member, Points: money.In(points), Memo: "thanks"}
}

func TestAGiftOfTheHouseIsSentAndTakenOnce(t *testing.T) {
	w := open(t)
	who, other := w.member(), w.member()
	ids := make(chan int64, 50)
	require.Equal(t, map[string]int{"": 50}, w.race(func(s *promo.Service) error {
		g, err := s.GiftPoints(t.Context(), staff, "demo", pointTransfer(who, 7_000), 3)
		ids <- g.ID
		return err
	}))
	id := <-ids
	for range 49 {
		require.Equal(t, id, <-ids)
	}
	require.Empty(t, w.ledger(who), "nothing before it is taken")
	_, err := w.a.GiftPoints(t.Context(), staff, "demo", pointTransfer(who, 7_001), 3)
	w.refused("E001", err) // the same request, another content
	otherMemo := pointTransfer(who, 7_000)
	otherMemo.Memo = "sorry"
	_, err = w.a.GiftPoints(t.Context(), staff, "demo", otherMemo, 3)
	w.refused("E001", err)
	_, err = w.a.GiftPoints(t.Context(), staff, "demo", pointTransfer(other, 7_000), 3)
	w.refused("E001", err)
	_, err = w.a.TakeGift(t.Context(), other, id)
	w.refused("C019", err)
	_, err = w.a.TakeGift(t.Context(), who, id+1)
	w.refused("C019", err)

	require.Equal(t, map[string]int{"": 1, "C019": 49}, w.race(func(s *promo.Service) error {
		_, err := s.TakeGift(t.Context(), who, id)
		return err
	}))
	require.Equal(t, []string{"point gift 7000"}, w.ledger(who))
	list, _, err := w.a.Gifts(t.Context(), who, false, all)
	require.NoError(t, err)
	require.Equal(t, []any{"", promo.Taken, "thanks"}, []any{list[0].Sender, list[0].State, list[0].Memo}, "which staff it was is not told")
	require.Equal(t, []string{"gift.send staff1"}, w.strings("SELECT action || ' ' || actor FROM audit_entry"))
	w.sound()
}

func TestMembersSendPointsOnlyWhereTheSiteLetsThem(t *testing.T) {
	w := open(t)
	who, to := w.member(func(m *factory.M) { m.Points = 90_000 }), w.member()
	_, _, err := w.a.SendPoints(t.Context(), who, pointTransfer(to, 10_000))
	w.refused("U021", err) // D-27: off by default
	require.Equal(t, money.Amount(90_000), w.wallet(who).Points)
}

func TestPointsOfAMemberAreSentOnceAndTaken(t *testing.T) {
	w := open(t, giving)
	who, to := w.member(func(m *factory.M) { m.Points = 90_000 }), w.member()
	for name, c := range map[string]struct {
		p    promo.PointTransfer
		code string
	}{
		"none":      {pointTransfer(to, 0), "C009"},
		"too many":  {pointTransfer(to, 91_000), "P001"},
		"too few":   {pointTransfer(to, 9_000), "P003"},
		"no unit":   {pointTransfer(to, 10_500), "P002"},
		"oneself":   {pointTransfer(who, 10_000), "C019"},
		"nobody":    {promo.PointTransfer{Request: "request-1", To: "nobody1", Points: money.In(10_000)}, "C019"},
		"a request": {promo.PointTransfer{Request: "?", To: to.Member, Points: money.In(10_000)}, "E001"},
		"the day":   {pointTransfer(to, 60_000), "U021"},
	} {
		_, _, err := w.a.SendPoints(t.Context(), who, c.p)
		require.Error(t, err, name)
		w.refused(c.code, err)
	}
	require.Empty(t, w.ledger(who))

	require.Equal(t, map[string]int{"": 50}, w.race(func(s *promo.Service) error {
		_, _, err := s.SendPoints(t.Context(), who, pointTransfer(to, 30_000))
		return err
	}))
	require.Equal(t, []string{"point gift.send -30000"}, w.ledger(who))
	second := pointTransfer(to, 30_000)
	second.Request = "request-2"
	_, _, err := w.a.SendPoints(t.Context(), who, second)
	w.refused("U021", err) // 60,000 on one day

	list, _, err := w.a.Gifts(t.Context(), to, false, all)
	require.NoError(t, err)
	require.Equal(t, who.Member, list[0].Sender)
	state, err := w.a.TakeGift(t.Context(), to, list[0].ID)
	require.NoError(t, err)
	require.Equal(t, wallet.State{Points: 30_000, Version: 1}, state)
	w.sound()
}

func TestExpiredGiftIsReturnedOnce(t *testing.T) {
	w := open(t, giving)
	who, to := w.member(func(m *factory.M) { m.Points = 50_000 }), w.member()
	g, _, err := w.a.SendPoints(t.Context(), who, pointTransfer(to, 20_000))
	require.NoError(t, err)
	_, err = w.a.GiftPoints(t.Context(), staff, "demo", pointTransfer(to, 5_000), 1)
	require.NoError(t, err)
	w.clk.Advance(8 * 24 * time.Hour)
	_, err = w.a.TakeGift(t.Context(), to, g.ID)
	w.refused("C019", err)
	w.race(func(*promo.Service) error {
		_, err := promo.Expire(t.Context(), w.db, w.clk.Now())
		return err
	})
	require.Equal(t, []string{"point gift.send -20000", "point gift.return 20000"}, w.ledger(who))
	require.Empty(t, w.ledger(to))
	require.Equal(t, []string{"expired", "expired"}, w.strings("SELECT state FROM promo_gift"))
	w.sound()
}

// S-04: a thief of a secret who may not withdraw must not send the money away as a gift either.
func TestNothingIsGivenAwayWhereNothingMayBeWithdrawn(t *testing.T) {
	w, who, friend, code, gift := gifts(t)
	for state, want := range map[string]string{"withdraw_allowed = false": "U022", "withdraw_held_until = $2": "U042"} {
		master(w, "UPDATE member_member SET withdraw_allowed = true, withdraw_held_until = NULL WHERE member_id = $1", who.Member)
		master(w, "UPDATE member_member SET "+state+" WHERE member_id = $1 AND $2::timestamptz IS NOT NULL", who.Member, noon.Add(time.Hour))
		w.refused(want, third(w.a.SendPoints(t.Context(), who, pointTransfer(friend, 10_000))))
		w.refused(want, w.a.GiveCoupon(t.Context(), who, code, friend.Member))
	}
	require.Empty(t, w.ledger(who))
	require.NoError(t, second(w.a.TakeGift(t.Context(), who, gift)), "nothing leaves the account by that")
	w.clk.Advance(time.Hour)
	master(w, "UPDATE member_member SET withdraw_allowed = true WHERE member_id = $1", who.Member)
	require.NoError(t, w.a.GiveCoupon(t.Context(), who, code, friend.Member))
}
