package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/funds/promo"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
)

// bonuses of the demo site are points for large deposits: load tests and the journey stay below and reckon without them.
var bonuses = map[string]promo.Bonus{
	promo.RuleNew:     {Active: true, Unit: wallet.Point, Rates: level(2_000, 100), Cap: 200_000, MinDeposit: 200_000, Turnover: 10_000},
	promo.RuleFirst:   {Active: true, Unit: wallet.Point, Rates: level(500, 50), Cap: 100_000, MinDeposit: 200_000, Turnover: 10_000},
	promo.RuleWeekend: {Active: true, Unit: wallet.Point, Rates: level(300, 30), Cap: 50_000, MinDeposit: 300_000, Turnover: 10_000},
}

// level is a rate in basis points that grows with the member's level.
func level(first, step int64) []int64 {
	out := make([]int64, promo.Levels)
	for i := range out {
		out[i] = first + int64(i)*step
	}
	return out
}

var (
	attendance = promo.Attendance{Active: true, Points: 100, Streaks: []promo.Streak{{Days: 3, Points: 300}, {Days: 7, Points: 1_000}, {Days: 14, Points: 3_000}}}
	wheel      = promo.Wheel{Active: true, Prizes: []promo.Prize{
		{Label: "100 P", Points: 100, Weight: 40},
		{Label: "300 P", Points: 300, Weight: 25},
		{Label: "–", Weight: 15},
		{Label: "500 P", Points: 500, Weight: 12},
		{Label: "1,000 P", Points: 1_000, Weight: 6},
		{Label: "10,000 P", Points: 10_000, Weight: 2},
	}}
)

// gifts are what the house gives: bonus terms, attendance and a wheel unless staff ever set them, and once a coupon and a gift for
// the demo member.
func (s seeder) gifts(ctx context.Context, a accounts) error {
	sites := site.New(s.db, s.clk)
	svc, approvals := promo.New(s.db, s.clk, sites, s.members, message.New(s.db, s.clk)), approval.New(s.db, s.clk, sites, everyRight)
	svc.Approvals(approvals)
	by := audit.Actor{ID: a.Admin.MemID}
	set, err := svc.Settings(ctx, demoSite)
	if err != nil {
		return err
	}
	unlessSet := func(name string, save func() error) error {
		if set.Stamps[name].Version > 0 {
			return nil
		}
		err := save()
		if errors.Is(err, fault.SecondPersonNeeded) {
			err = approveSetting(ctx, svc, approvals, name)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	}
	for rule, b := range bonuses {
		if err := unlessSet(rule, func() error { return svc.SaveBonus(ctx, by, demoSite, rule, promo.Form{}, b) }); err != nil {
			return err
		}
	}
	if err := unlessSet("attendance", func() error { return svc.SaveAttendance(ctx, by, demoSite, promo.Form{}, attendance) }); err != nil {
		return err
	}
	if err := unlessSet("wheel", func() error { return svc.SaveWheel(ctx, by, demoSite, promo.Form{}, wheel) }); err != nil {
		return err
	}
	for _, i := range []promo.Issue{
		{Request: "demo-seed-coupon-1", Unit: wallet.Point, Amount: 5_000, Rolling: 10_000, Giftable: true, Note: "Welcome"},
		{Request: "demo-seed-coupon-2", Unit: wallet.Cash, Amount: 10_000, Rolling: 20_000, Note: "Welcome"},
	} {
		i.Members, i.Days = []string{a.Member.MemID}, 90
		if _, err := svc.IssueCoupons(ctx, by, demoSite, i); err != nil {
			return fmt.Errorf("coupon: %w", err)
		}
	}
	_, err = svc.GiftPoints(ctx, by, demoSite, promo.PointTransfer{Request: "demo-seed-gift-1", To: a.Member.MemID, Points: money.In(2_000), Memo: "Welcome"}, 90)
	if err != nil {
		return fmt.Errorf("gift: %w", err)
	}
	return nil
}

// everyRight gives all rights to both persons: the seed asks in the name of the first master and approves as the command that made it.
func everyRight(_ context.Context, _ pgx.Tx, _ string, ids ...string) (map[string][]right.Right, error) {
	out := map[string][]right.Right{}
	for _, id := range ids {
		out[id] = right.All()
	}
	return out, nil
}

// approveSetting approves the first version of a setting, which waits for its second person.
func approveSetting(ctx context.Context, svc *promo.Service, approvals *approval.Service, name string) error {
	waiting, _, err := svc.WaitingChanges(ctx, demoSite)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(waiting, func(w promo.Waiting) bool { return w.Name == name && w.Version == 0 })
	if i < 0 {
		return errors.New("no change waits for its approval")
	}
	r := waiting[i].Request
	return approvals.Approve(ctx, approval.Decision{Actor: audit.Actor{ID: "shell:seed"}, Site: demoSite, ID: r.ID, Version: r.Version})
}
