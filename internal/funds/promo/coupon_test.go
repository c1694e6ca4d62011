package promo_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/funds/promo"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/testkit/factory"
)

var all = paging.Slice{Count: 100}

// issue is one coupon of 10,000 that lasts a week, to be played three times.
func issue(request string, members ...string) promo.Issue {
	return promo.Issue{Request: request, Members: members, Unit: wallet.Cash, Amount: 10_000, Rolling: 30_000, Days: 7, Note: "welcome"}
}

// code issues a coupon to a member and returns its code.
func (w world) code(who promo.Who, change ...func(*promo.Issue)) string {
	w.Helper()
	i := issue("request-"+who.Member, who.Member)
	for _, f := range change {
		f(&i)
	}
	_, err := w.a.IssueCoupons(w.Context(), staff, "demo", i)
	require.NoError(w, err)
	list, _, err := w.a.Coupons(w.Context(), who, promo.Issued, all)
	require.NoError(w, err)
	return list[0].Code
}

func TestACouponIsUsedOnceByTheMemberWhoseItIs(t *testing.T) {
	w := open(t)
	who, other := w.member(), w.member()
	code := w.code(who)
	require.Equal(t, []string{"You received a coupon"}, w.strings("SELECT title FROM message_message WHERE member_id = $1", who.Member))

	for name, typed := range map[string]string{"unknown": strings.Repeat("A", 16), "none": "", "odd": "\x00", "long": strings.Repeat("A", 41)} {
		_, _, err := w.a.UseCoupon(t.Context(), who, typed)
		require.Error(t, err, name)
		w.refused("C019", err)
	}
	_, _, err := w.a.UseCoupon(t.Context(), other, code)
	w.refused("C019", err)
	require.Empty(t, w.ledger(other))

	amount, state, err := w.a.UseCoupon(t.Context(), who, " "+strings.ToLower(code[:8]+"-"+code[8:]))
	require.NoError(t, err)
	require.Equal(t, money.Amount(10_000), amount)
	require.Equal(t, wallet.State{Cash: 10_000, Version: 1}, state)
	_, _, err = w.a.UseCoupon(t.Context(), who, code)
	w.refused("C019", err)
	require.Equal(t, []string{"cash coupon 10000"}, w.ledger(who))
	require.Equal(t, money.Amount(30_000), w.owes(who), "its turnover (D-61)")
	w.sound()
}

func TestACouponFiftyTimesAtOnceOnTwoNodesPaysOnce(t *testing.T) {
	w := open(t)
	who := w.member()
	code := w.code(who)
	require.Equal(t, map[string]int{"": 1, "C019": 49}, w.race(func(s *promo.Service) error {
		_, _, err := s.UseCoupon(t.Context(), who, code)
		return err
	}))
	require.Equal(t, []string{"cash coupon 10000"}, w.ledger(who))
	w.sound()
}

func TestOpenCouponBelongsToFirstUser(t *testing.T) {
	w := open(t)
	one, two := w.member(), w.member()
	i := issue("request-open")
	i.Count, i.Unit = 3, wallet.Point
	b, err := w.a.IssueCoupons(t.Context(), staff, "demo", i)
	require.NoError(t, err)
	list, total, err := w.a.StaffCoupons(t.Context(), "demo", promo.CouponSearch{Batch: b.ID, Slice: all})
	require.NoError(t, err)
	require.EqualValues(t, 3, total)
	today := w.clk.Now().In(time.FixedZone("KST", 9*60*60)).Format(time.DateOnly)
	for day, want := range map[string]int64{today: 3, "2020-01-01": 0} {
		_, total, err := w.a.StaffCoupons(t.Context(), "demo", promo.CouponSearch{Days: paging.Days{StartDate: day, EndDate: day}, Slice: all})
		require.NoError(t, err)
		require.Equal(t, want, total, day)
	}
	_, _, err = w.a.StaffCoupons(t.Context(), "demo", promo.CouponSearch{Days: paging.Days{StartDate: "soon"}, Slice: all})
	w.refused("E001", err)
	_, state, err := w.a.UseCoupon(t.Context(), one, list[0].Code)
	require.NoError(t, err)
	require.Equal(t, money.Amount(10_000), state.Points)
	_, _, err = w.a.UseCoupon(t.Context(), two, list[0].Code)
	w.refused("C019", err)
	w.refused("C019", w.a.GiveCoupon(t.Context(), one, list[1].Code, two.Member))

	require.NoError(t, w.a.RevokeCoupon(t.Context(), staff, "demo", list[1].ID))
	w.refused("C019", w.a.RevokeCoupon(t.Context(), staff, "demo", list[1].ID))
	w.refused("C019", w.a.RevokeCoupon(t.Context(), staff, "other", list[2].ID))
	_, _, err = w.a.UseCoupon(t.Context(), two, list[1].Code)
	w.refused("C019", err)
	require.Equal(t, []string{"coupon.issue", "coupon.revoke"}, w.strings("SELECT action FROM audit_entry ORDER BY id"))
}

func TestOnlyWhatStaffMadeGiftableIsGivenOnAndOnce(t *testing.T) {
	w := open(t)
	factory.Site(t, w.db, func(s *factory.S) { s.ID = "other"; s.Hosts = []string{"other.example"} })
	who, to, third := w.member(), w.member(), w.member()
	away := w.member(func(m *factory.M) { m.Site = "other" })
	gone := w.member(func(m *factory.M) { m.Status = "suspended" })
	plain := w.code(who)
	w.refused("C019", w.a.GiveCoupon(t.Context(), who, plain, to.Member))

	code := w.code(who, func(i *promo.Issue) { i.Request, i.Giftable = "request-gift", true })
	for name, receiver := range map[string]string{"oneself": who.Member, "nobody": "nobody1", "another site's": away.Member, "not allowed": gone.Member} {
		err := w.a.GiveCoupon(t.Context(), who, code, receiver)
		require.Error(t, err, name)
		w.refused("C019", err)
	}
	w.refused("C019", w.a.GiveCoupon(t.Context(), to, code, third.Member)) // not its member
	require.Equal(t, map[string]int{"": 1, "C019": 49}, w.race(func(s *promo.Service) error {
		return s.GiveCoupon(t.Context(), who, code, to.Member)
	}))
	w.refused("C019", w.a.GiveCoupon(t.Context(), to, code, third.Member)) // not a second time
	_, _, err := w.a.UseCoupon(t.Context(), who, code)
	w.refused("C019", err)
	_, _, err = w.a.UseCoupon(t.Context(), to, code)
	require.NoError(t, err)
	require.Empty(t, w.ledger(who), "no money of the giver moved (S-26)")
	list, _, err := w.a.Coupons(t.Context(), to, "", all)
	require.NoError(t, err)
	require.Equal(t, []string{who.Member, promo.Used}, []string{list[0].GivenBy, list[0].State})
	for _, memID := range []string{who.Member, to.Member} {
		seen, _, err := w.a.StaffCoupons(t.Context(), "demo", promo.CouponSearch{Member: memID, State: promo.Used, Slice: all})
		require.NoError(t, err)
		require.Len(t, seen, 1, "staff finds it with who gave it and with who used it")
	}
}

func TestTheSameRequestIssuesOnce(t *testing.T) {
	w := open(t)
	who := w.member()
	batches := make(chan promo.Batch, 50)
	require.Equal(t, map[string]int{"": 50}, w.race(func(s *promo.Service) error {
		b, err := s.IssueCoupons(t.Context(), staff, "demo", issue("the-same-request", who.Member))
		batches <- b
		return err
	}))
	first := <-batches
	for range 49 {
		require.Equal(t, first, <-batches)
	}
	_, total, err := w.a.Coupons(t.Context(), who, "", all)
	require.NoError(t, err)
	require.EqualValues(t, 1, total)
	require.Len(t, w.strings("SELECT action FROM audit_entry"), 1)
	another := issue("the-same-request", who.Member)
	another.Amount++
	_, err = w.a.IssueCoupons(t.Context(), staff, "demo", another)
	w.refused("E001", err)
}

func TestCouponsThatCannotBeMeantAreNotIssued(t *testing.T) {
	w := open(t)
	who := w.member()
	for name, change := range map[string]func(*promo.Issue){
		"no request":       func(i *promo.Issue) { i.Request = "" },
		"odd request":      func(i *promo.Issue) { i.Request = "a b c d e f g" },
		"nobody":           func(i *promo.Issue) { i.Members = nil },
		"members and open": func(i *promo.Issue) { i.Count = 1 },
		"twice the same":   func(i *promo.Issue) { i.Members = []string{who.Member, strings.ToUpper(who.Member)} },
		"too many":         func(i *promo.Issue) { i.Members, i.Count = nil, 201 },
		"nothing":          func(i *promo.Issue) { i.Amount = 0 },
		"negative":         func(i *promo.Issue) { i.Amount = -1 },
		"a fortune":        func(i *promo.Issue) { i.Amount = 10_000_001 },
		"held money":       func(i *promo.Issue) { i.Unit = wallet.Hold },
		"negative rolling": func(i *promo.Issue) { i.Rolling = -1 },
		"no day":           func(i *promo.Issue) { i.Days = 0 },
		"a control":        func(i *promo.Issue) { i.Note = "a\nb" },
		"open and gift":    func(i *promo.Issue) { i.Members, i.Count, i.Giftable = nil, 1, true },
	} {
		i := issue("request-1234", who.Member)
		change(&i)
		_, err := w.a.IssueCoupons(t.Context(), staff, "demo", i)
		require.Error(t, err, name)
		w.refused("E001", err)
	}
	_, err := w.a.IssueCoupons(t.Context(), staff, "demo", issue("request-1234", who.Member, "nobody1"))
	w.refused("U001", err)
	require.Empty(t, w.strings("SELECT code FROM promo_coupon"), "all or nothing")
	require.Empty(t, w.strings("SELECT request_id FROM promo_batch"))
}

func TestACouponExpires(t *testing.T) {
	w := open(t)
	who := w.member()
	code := w.code(who)
	w.clk.Advance(7 * 24 * time.Hour)
	_, _, err := w.a.UseCoupon(t.Context(), who, code)
	w.refused("C019", err) // before the job has seen it
	list, _, err := w.a.Coupons(t.Context(), who, promo.Expired, all)
	require.NoError(t, err)
	require.Len(t, list, 1, "and it is shown so")
	n, err := promo.Expire(t.Context(), w.db, w.clk.Now())
	require.NoError(t, err)
	require.Equal(t, 1, n)
	require.Equal(t, []string{"expired"}, w.strings("SELECT state FROM promo_coupon"))
	n, err = promo.Expire(t.Context(), w.db, w.clk.Now())
	require.NoError(t, err)
	require.Zero(t, n)
	require.Empty(t, w.ledger(who))
}

func TestNothingIsGivenUnderMaintenanceOrInABreak(t *testing.T) {
	w := open(t)
	who := w.member()
	code := w.code(who)
	_, err := w.db.Exec(t.Context(), "UPDATE member_member SET timeout_until = $2 WHERE member_id = $1", who.Member, noon.Add(time.Hour))
	require.NoError(t, err)
	_, _, err = w.a.UseCoupon(t.Context(), who, code)
	w.refused("U033", err)
	w.clk.Advance(time.Hour)
	_, err = w.db.Exec(t.Context(), "UPDATE member_member SET status = 'suspended' WHERE member_id = $1", who.Member)
	require.NoError(t, err)
	_, _, err = w.a.UseCoupon(t.Context(), who, code)
	w.refused("U020", err)
	_, err = w.db.Exec(t.Context(), "UPDATE site_site SET inspect = true")
	require.NoError(t, err)
	w.clk.Advance(2 * time.Second)
	_, _, err = w.a.UseCoupon(t.Context(), who, code)
	w.refused("S001", err)
	require.Empty(t, w.ledger(who))
}
