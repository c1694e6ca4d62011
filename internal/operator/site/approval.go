package site

import (
	"fmt"
	"slices"

	"hubstake/internal/core/money"
)

// ApprovalKind is a kind of action that may need a second person (S-84).
type ApprovalKind string

// The kinds.
const (
	Payout         ApprovalKind = "payout"     // the approval of a withdrawal
	DepositCredit  ApprovalKind = "deposit"    // the approval of a deposit, which credits the member
	Correction     ApprovalKind = "correction" // a correction of a member's cash or points
	MoneySettings  ApprovalKind = "settings"   // a change of settings that money depends on; it has no amount, so only Off counts
	DepositAccount ApprovalKind = "account"    // switching on an account to pay into; it has no amount either
	ResetByFacts   ApprovalKind = "reset"      // confirming a reset that phone and account number prove, which staff can read, too; no amount
	MemberDetails  ApprovalKind = "details"    // a change of a member's phone, name or bank account (S-04); no amount
	PromoSettings  ApprovalKind = "promo"      // a change of bonuses, attendance or wheel, unless it only switches off; no amount
	MoveMember     ApprovalKind = "move"       // putting a member with its downline under another referrer; no amount
	SportsResult   ApprovalKind = "result"     // a result of a match, or its correction, by staff (S-72); no amount
	BetCorrection  ApprovalKind = "bets"       // ended bets of the sportsbook that are ended otherwise; the amount is all that members get and lose
	Commission     ApprovalKind = "commission" // a statement of commissions that is paid into the PT of its partner
	HeadOffice     ApprovalKind = "head"       // making a member a head office (D-69); no amount
	PartnerPower   ApprovalKind = "partner"    // a raise of a partner's rates or of what it may pay in a day (D-69); no amount
	Gift           ApprovalKind = "gift"       // coupons and points from staff
)

// Kinds that always need a second person. They have no rule of the site, so no setting can switch it off.
const (
	HeldWin        ApprovalKind = "win"      // a win of a provider that was held is paid or refused
	ProviderAccess ApprovalKind = "provider" // a new provider, a new key of one, or the end of a key: with a key anyone can credit wallets
)

// ApprovalKinds lists those that have a rule.
var ApprovalKinds = []ApprovalKind{Payout, DepositCredit, Correction, MoneySettings, DepositAccount, PromoSettings, Gift, ResetByFacts, MemberDetails, MoveMember, HeadOffice, PartnerPower, SportsResult, BetCorrection, Commission}

// withoutAmount are the kinds whose rule has no amount.
var withoutAmount = []ApprovalKind{MoneySettings, DepositAccount, PromoSettings, ResetByFacts, MemberDetails, MoveMember, HeadOffice, PartnerPower, SportsResult}

// ApprovalOptions say which actions of staff need a second person.
type ApprovalOptions struct {
	// Approvals are the rules. A kind that is left out keeps its default: stored rules from before a kind existed get the default of that kind.
	Approvals     map[ApprovalKind]ApprovalRule `json:"approvals"`
	ApprovalHours int                           `json:"approvalHours"` // how long a request waits for its second person

	// PayoutCodeFrom is the smallest withdrawal or deposit whose approval asks staff for a one-time code again (S-85), even if it needs a second
	// person. The name is from when it was for withdrawals only; stored options have it.
	PayoutCodeFrom money.Amount `json:"payoutCodeFrom"`
}

// ApprovalRule is the rule of a kind. The zero value is the strictest: every action needs a second person.
type ApprovalRule struct {
	Off  bool         `json:"off,omitempty"` // one person is enough, whatever the amount
	From money.Amount `json:"from"`          // smaller amounts need one person only; of what it does within 24 hours, the sum counts (approval.NeedsSecond)
}

// NeedsApproval reports whether actions of a kind without amount need a second person; for the others see approval.NeedsSecond.
func (o ApprovalOptions) NeedsApproval(kind ApprovalKind) bool { return !o.Approvals[kind].Off }

// maxApprovalHours bounds how old a decision to do something may become.
const maxApprovalHours = 7 * 24

func (o ApprovalOptions) validate() error {
	for kind, r := range o.Approvals {
		if !slices.Contains(ApprovalKinds, kind) {
			return fmt.Errorf("approvals: there is no kind %q", kind)
		}
		if r.From < 0 || r.From > money.Max || slices.Contains(withoutAmount, kind) && r.From != 0 {
			return fmt.Errorf("approvals: %s: from %d is no amount", kind, r.From)
		}
	}
	if o.PayoutCodeFrom < 0 || o.PayoutCodeFrom > money.Max {
		return fmt.Errorf("payoutCodeFrom: %d is no amount", o.PayoutCodeFrom)
	}
	if o.ApprovalHours < 1 || o.ApprovalHours > maxApprovalHours {
		return fmt.Errorf("approvalHours: a request waits 1 to %d hours", maxApprovalHours)
	}
	return nil
}
