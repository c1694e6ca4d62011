// Package right holds the rights of staff. Each call of the back office needs one of them; every right is given by itself, and none
// includes another.
package right

import (
	"fmt"
	"slices"
)

// Right is a right of staff, by its name in the database, in Redis and on the wire.
type Right string

// The rights, by area.
const (
	// Member shows members: their list and cards, logins, consents and limits, who is online; and it writes notes about them.
	Member Right = "member"
	// Signup decides who becomes a member.
	Signup Right = "signup"
	// Standing changes members: locks, statuses, flags, level, protection, and the end of their sessions.
	Standing Right = "standing"
	// Block closes the site to addresses, devices, phones and accounts.
	Block Right = "block"
	// Reset confirms who asks for a new password or PIN, or for a change of phone, name or bank account.
	Reset Right = "reset"

	// Personal shows personal data in the clear, of what the other rights of the account show masked (S-98).
	Personal Right = "personal"

	// Cash shows and decides deposits and withdrawals, with the ledger and the bets of members, and transfers to providers.
	Cash Right = "cash"
	// Correct asks for corrections of a member's cash or points.
	Correct Right = "correct"
	// Gift gives points and coupons.
	Gift Right = "gift"
	// Account is for the bank accounts that members pay into.
	Account Right = "account"

	// Approve is for the second person of actions that need two (S-84): it decides what other staff asked for, and asks for nothing itself.
	Approve Right = "approve"

	// Message sends messages to members.
	Message Right = "message"
	// Inquiry answers inquiries.
	Inquiry Right = "inquiry"

	// Settings is for the options of the site and the limits of levels.
	Settings Right = "settings"
	// Promo is for the rules of bonuses, attendance and wheel.
	Promo Right = "promo"
	// Offer switches providers, products and games, and changes their facts.
	Offer Right = "offer"
	// Catalogue adds providers, products and games, and changes the keys of providers, for all sites.
	Catalogue Right = "catalogue"
	// Sports shows the matches of the sportsbook, what is staked on them, and what their feeds said that could not be used.
	Sports Right = "sports"
	// Trade suspends matches, gives feeds' names their teams and leagues, changes the offer of sports, and asks for results.
	Trade Right = "trade"
	// Maintenance closes the site or its functions for a while.
	Maintenance Right = "maintenance"
	// Content is for boards, banners, popups and legal documents.
	Content Right = "content"

	// Partner shows the partners of the site and sets their rates and what they may do (D-29).
	Partner Right = "partners"

	// Staff is for masters: the accounts of other staff and their rights.
	Staff Right = "staff"
	// Audit reads the record of what staff did, and does nothing else: the person who checks needs no right of those who are checked (S-83).
	Audit Right = "audit"
)

// All returns every right.
func All() []Right {
	return []Right{
		Member, Signup, Standing, Block, Reset, Personal, Cash, Correct, Gift, Account, Approve, Message, Inquiry, Settings, Promo, Offer, Catalogue,
		Sports, Trade, Maintenance, Content, Partner, Staff, Audit,
	}
}

// Of returns the rights that there are among some, in the order of All. Rows may hold the names of an earlier release.
func Of(some []Right) []Right {
	out := []Right{}
	for _, r := range All() {
		if slices.Contains(some, r) {
			out = append(out, r)
		}
	}
	return out
}

// Known reports whether there is such a right.
func (r Right) Known() bool { return slices.Contains(All(), r) }

// Check returns an error that names a right that there is not.
func Check(rights ...Right) error {
	for _, r := range rights {
		if !r.Known() {
			return fmt.Errorf("%q is not one of the rights %q", r, All())
		}
	}
	return nil
}
