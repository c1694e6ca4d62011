// Package right holds the rights of staff. Each call of the back office needs one of them; every right is given by itself, and none
// includes another.
package right

import (
	"fmt"
	"slices"
)

// Right is a right of staff, by its name in the database, in Redis and on the wire.
type Right string

// The rights.
const (
	// Member covers members: signups and their decision, locks, statuses, protection, blocks, and who is online.
	Member Right = "member"
	// Cash is for money: deposits, withdrawals, transfers to providers, coupons, and points as gifts.
	Cash Right = "cash"
	// Approve is for the second person of actions that need two (S-84): it decides what other staff asked for, and asks for nothing itself.
	Approve Right = "approve"
	// Message is for words to members: messages and the answers to inquiries.
	Message Right = "message"
	// Site is for the site itself: maintenance, boards, banners, popups, legal documents, promotions and limits of levels.
	Site Right = "site"
	// Staff is for masters: the accounts of other staff and their rights.
	Staff Right = "staff"
	// Audit reads the record of what staff did, and does nothing else: the person who checks needs no right of those who are checked (S-83).
	Audit Right = "audit"
)

// All returns every right.
func All() []Right { return []Right{Member, Cash, Approve, Message, Site, Staff, Audit} }

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
