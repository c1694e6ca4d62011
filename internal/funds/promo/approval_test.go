package promo_test

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	staffing "hubstake/internal/account/staff"
	"hubstake/internal/core/right"
	"hubstake/internal/funds/promo"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/factory"
)

// twoPersons is a site where gifts of one person from 20,000 on need a second one.
func twoPersons(s *factory.S) {
	s.Options["approvals"] = map[string]any{"gift": map[string]any{"from": 20_000}}
}

// pair is a giver and a boss with an approval service of their site.
func (w world) pair() (giver, boss audit.Actor, approvals *approval.Service) {
	w.Helper()
	return w.person(right.Gift), w.person(right.Approve), w.approvalsOf(w.a)
}

// person is a member of staff with some rights.
func (w world) person(rights ...right.Right) audit.Actor {
	w.Helper()
	return audit.Actor{ID: factory.Staff(w, w.db, func(s *factory.St) { s.Rights = rights }).ID, Trace: "00-77-01"}
}

// approvalsOf is an approval service of a node.
func (w world) approvalsOf(node *promo.Service) *approval.Service {
	w.Helper()
	sites := site.New(w.db, w.clk)
	members := member.New(w.db, w.clk, sites, factory.Hashing())
	approvals := approval.New(w.db, w.clk, sites, staffing.New(w.db, w.clk, members, staffing.Keys{}).HoldRights)
	node.Approvals(approvals)
	return approvals
}

// waiting are the open requests, the newest first.
func (w world) waiting(approvals *approval.Service) []approval.Request {
	w.Helper()
	list, _, err := approvals.List(w.Context(), "demo", approval.Query{Open: true, Slice: all})
	require.NoError(w, err)
	return list
}

// S-84: one person cannot give away large amounts by coupons and gifts, which need no correction.
func TestLargeGiftsNeedTwoPersons(t *testing.T) {
	w := open(t, twoPersons)
	giver, boss, approvals := w.pair()
	who, other := w.member(), w.member()
	large := issue("request-large", who.Member, other.Member) // 2 × 10,000
	for range 2 {
		_, err := w.a.IssueCoupons(t.Context(), giver, "demo", large)
		w.refused("U035", err)
	}
	_, err := w.a.GiftPoints(t.Context(), giver, "demo", pointTransfer(who, 20_000), 3)
	w.refused("U035", err)
	require.Empty(t, w.strings("SELECT code FROM promo_coupon"))
	require.Empty(t, w.strings("SELECT id::text FROM promo_gift"))
	list := w.waiting(approvals)
	require.Len(t, list, 2, "the same request is asked for once")

	decide := func(r approval.Request, by audit.Actor) error {
		return approvals.Approve(t.Context(), approval.Decision{Actor: by, Site: "demo", ID: r.ID, Version: r.Version})
	}
	w.refused("U036", decide(list[0], giver))
	for _, r := range list {
		require.NoError(t, decide(r, boss))
		w.refused("C019", decide(r, boss))
	}
	require.ElementsMatch(t, []string{who.Member, other.Member}, w.strings("SELECT member_id FROM promo_coupon ORDER BY id"))
	require.Equal(t, []string{giver.ID + " " + boss.ID}, w.strings("SELECT sender || ' ' || approved_by FROM promo_gift"))
	again, err := w.a.IssueCoupons(t.Context(), giver, "demo", large)
	require.NoError(t, err, "what was issued is answered")
	require.Equal(t, 2, again.Coupons)
	require.Equal(t, []string{"coupon.issue " + boss.ID + " " + giver.ID, "gift.send " + boss.ID + " " + giver.ID},
		w.strings("SELECT action || ' ' || actor || ' ' || (detail->>'askedBy') FROM audit_entry WHERE action IN ('coupon.issue', 'gift.send') ORDER BY action"))
}

// Many small gifts of one person are one large one, whatever comes at once on two nodes; those of two persons do not count.
func TestSmallGiftsOfOnePersonAddUp(t *testing.T) {
	w := open(t, twoPersons)
	giver, boss, approvals := w.pair()
	who := w.member()
	errs := make([]error, 12)
	var all sync.WaitGroup
	for n := range errs {
		all.Go(func() {
			node := []*promo.Service{w.a, w.b}[n%2]
			if n < 6 {
				_, errs[n] = node.IssueCoupons(t.Context(), giver, "demo", func() promo.Issue {
					i := issue("request-small-"+string(rune('a'+n)), who.Member)
					i.Amount = 5_000
					return i
				}())
				return
			}
			p := pointTransfer(who, 5_000)
			p.Request = "request-small-" + string(rune('a'+n))
			_, errs[n] = node.GiftPoints(t.Context(), giver, "demo", p, 3)
		})
	}
	all.Wait()
	given := 0
	for _, err := range errs {
		if err == nil {
			given++
			continue
		}
		w.refused("U035", err)
	}
	require.Equal(t, 3, given, "15,000; with the fourth it would be 20,000")
	require.Len(t, w.waiting(approvals), 9)
	r := w.waiting(approvals)[0]
	require.NoError(t, approvals.Approve(t.Context(), approval.Decision{Actor: boss, Site: "demo", ID: r.ID, Version: r.Version}))

	small := func() error {
		p := pointTransfer(who, 4_000)
		p.Request = "request-" + w.clk.Now().Format("150405")
		_, err := w.a.GiftPoints(t.Context(), giver, "demo", p, 3)
		return err
	}
	require.NoError(t, small(), "19,000: what two persons gave does not count")
	w.clk.Advance(time.Hour)
	w.refused("U035", small())
	w.clk.Advance(23 * time.Hour)
	require.NoError(t, small(), "a day later")
}
