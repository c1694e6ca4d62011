package approval

import (
	"context"
	"fmt"

	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/approval/approvaldb"
	"hubstake/internal/operator/site"
)

// Bound is why an action of one person that no rule of approvals holds makes no money all the same.
type Bound string

// The bounds.
const (
	// OwnStakes: members get back what they staked, before anything is decided.
	OwnStakes Bound = "stakes"
	// FeedPrices: prices are never better than those of the feed.
	FeedPrices Bound = "prices"
	// SetByTwo: what a level is worth was set by two persons.
	SetByTwo Bound = "levels"
	// OnePerson: for 24 hours the account and the one that gave it its rights count as one person, in sums as well.
	OnePerson Bound = "rights"
	// OwnPassword: the password of the account, which staff cannot read, is needed as well.
	OwnPassword Bound = "password"
)

// Power is an action of staff that creates, moves or frees money, or raises what members or partners earn.
type Power struct {
	Act   string            // its name in the audit
	Right right.Right       // that it needs
	Kind  site.ApprovalKind // whose rule holds for it; empty: Bound
	Bound Bound
	Calls []string // those of the back office that do it, below /api/admin/
}

// Powers are all of them. A call of the back office that changes something is here, or does nothing to money.
func Powers() []Power {
	return []Power{
		{Act: "cash.approve", Right: right.Cash, Kind: site.DepositCredit, Calls: []string{"cash/approve"}},
		{Act: "cash.approve", Right: right.Cash, Kind: site.Payout, Calls: []string{"cash/approve"}},
		{Act: "commission.paid", Right: right.Cash, Kind: site.Commission, Calls: []string{"commission/decide", "commission/pay"}},
		{Act: "casino.win.paid", Right: right.Cash, Kind: site.HeldWin, Calls: []string{"offer/win/decide"}},
		{Act: "cash.correct", Right: right.Correct, Kind: site.Correction, Calls: []string{"cash/correct"}},
		{Act: "partner.correct", Right: right.Correct, Kind: site.Correction, Calls: []string{"partner/pt/credit", "partner/pt/debit"}},
		{Act: "gift.send", Right: right.Gift, Kind: site.Gift, Calls: []string{"gift/send"}},
		{Act: "coupon.issue", Right: right.Gift, Kind: site.Gift, Calls: []string{"coupon/issue"}},
		{Act: "account.on", Right: right.Account, Kind: site.DepositAccount, Calls: []string{"account/add", "account/switch", "account/rotate"}},
		{Act: "site.settings", Right: right.Settings, Kind: site.MoneySettings, Calls: []string{"site/settings/save", "site/settings/restore"}},
		{Act: "promo.setting", Right: right.Promo, Kind: site.PromoSettings, Calls: []string{"promo/bonus/save", "promo/attendance/save", "promo/wheel/save"}},
		{Act: "vendor.add", Right: right.Catalogue, Kind: site.ProviderAccess, Calls: []string{"offer/vendor/add"}},
		{Act: "vendor.key.rotate", Right: right.Catalogue, Kind: site.ProviderAccess, Calls: []string{"offer/key/rotate", "offer/key/end"}},
		{Act: "sports.result", Right: right.Trade, Kind: site.SportsResult, Calls: []string{"sports/result"}},
		{Act: "sports.void", Right: right.Trade, Kind: site.SportsResult, Calls: []string{"sports/markets/void"}},
		{Act: "sports.correct", Right: right.Trade, Kind: site.BetCorrection, Calls: []string{"sports/correct"}},
		{Act: "sports.voidbets", Right: right.Trade, Kind: site.BetCorrection, Calls: []string{"sports/placed/void"}},
		{Act: "sports.unvoidbets", Right: right.Trade, Kind: site.BetCorrection, Calls: []string{"sports/placed/undo"}},
		{Act: "sports.offer", Right: right.Trade, Bound: FeedPrices, Calls: []string{"sports/offer"}},
		{Act: "minigame.void", Right: right.Trade, Bound: OwnStakes, Calls: []string{"minigame/void"}},
		{Act: "member.move", Right: right.Standing, Kind: site.MoveMember, Calls: []string{"member/move"}},
		{Act: "member.partner", Right: right.Standing, Kind: site.HeadOffice, Calls: []string{"member/partner"}},
		{Act: "member.settings", Right: right.Standing, Bound: SetByTwo, Calls: []string{"member/settings"}},
		{Act: "partner.rates", Right: right.Partner, Kind: site.PartnerPower, Calls: []string{"partner/rates"}},
		{Act: "partner.rights", Right: right.Partner, Kind: site.PartnerPower, Calls: []string{"partner/rights"}},
		{Act: "reset.confirm", Right: right.Reset, Kind: site.ResetByFacts, Calls: []string{"reset/confirm"}},
		{Act: "details.approve", Right: right.Reset, Kind: site.MemberDetails, Calls: []string{"details/approve"}},
		{Act: "agent.reset", Right: right.Reset, Bound: OwnPassword, Calls: []string{"partner/reset"}},
		{Act: "staff.change", Right: right.Staff, Bound: OnePerson, Calls: []string{"staff/add", "staff/change", "staff/active", "staff/recover"}},
	}
}

// Rule is what the site says about a power.
type Rule struct {
	Power
	One  bool         // one person is enough, whatever the amount
	From money.Amount // what one person does within 24 hours stays below it; 0: it always takes two, unless One
	Done money.Amount // of this kind, by the person who asks, alone within the last 24 hours
}

// Rules returns the rules of a site as one of its staff meets them.
func (s *Service) Rules(ctx context.Context, siteID, staffID string) ([]Rule, error) {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return nil, err
	}
	q, now := approvaldb.New(s.db), s.clk.Now()
	person, err := onePerson(ctx, q, now, staffID)
	if err != nil {
		return nil, err
	}
	done, err := q.DoneAlone(ctx, approvaldb.DoneAloneParams{SiteID: siteID, Person: person, Since: now.Add(-aloneWindow)})
	if err != nil {
		return nil, fmt.Errorf("approval: rules: %w", err)
	}
	sums := map[site.ApprovalKind]money.Amount{}
	for _, d := range done {
		sums[site.ApprovalKind(d.Kind)] = money.Amount(d.Amount)
	}
	var rules []Rule
	for _, p := range Powers() {
		option := st.Options.Approvals[p.Kind]
		rules = append(rules, Rule{Power: p, One: option.Off, From: option.From, Done: sums[p.Kind]})
	}
	return rules, nil
}
