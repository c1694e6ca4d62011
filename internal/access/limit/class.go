// Package limit keeps callers to a pace: token buckets in Redis, which all nodes share, and buckets of this node while
// Redis is away. README.md says which calls have which pace, and why.
package limit

import "time"

// Pace is a rate limit: Burst calls at once, and one more in every Every.
type Pace struct {
	Every time.Duration
	Burst int
}

// Class is a kind of calls with one pace (security.md 2.10).
type Class struct {
	Name    string
	Address Pace // for each address (of IPv6 each /64) of callers without a session; Burst 0 means none
	// Customer is the pace of all /64s of an IPv6 /48 together: eight times that of one, because customers may share it. Burst 0
	// means none.
	Customer Pace
	Each     Pace // for each member or staff, or id that is typed; Burst 0 means none
	Tree     Pace // for all partners below one head office together, or their codes; Burst 0 means none
	// Strict says what happens while Redis is away: a strict class is counted by each node for itself, others are free.
	Strict bool
}

// The classes. A house of many members shares an address: members are counted by their id as soon as it is known.
var (
	// Read is everything that is in no other class.
	Read = Class{Name: "read", Address: Pace{time.Second / 50, 200}, Customer: Pace{time.Second / 400, 1600}, Each: Pace{time.Second / 20, 40}}
	// Money moves money or asks for it.
	Money = Class{Name: "money", Each: Pace{time.Second / 5, 10}, Strict: true}
	// PIN tries withdrawal PINs or the password within a session: each is a hash, which logins wait for.
	PIN = Class{Name: "pin", Each: Pace{time.Minute / 5, 5}, Strict: true}
	// LogIn tries passwords: ten a minute from an address, of which the 20th at once is refused (6.3.1).
	LogIn = Class{Name: "login", Address: Pace{time.Minute / 10, 19}, Customer: Pace{time.Minute / 80, 152}, Each: Pace{time.Hour / 20, 20}, Strict: true}
	// SignUp makes accounts.
	SignUp = Class{Name: "signup", Address: Pace{time.Hour / 5, 5}, Customer: Pace{time.Hour / 40, 40}, Strict: true}
	// Check reports whether an id, a nickname, a phone or an account is taken: a caller who may ask often can list them (6.3.8). A
	// /48 may ask only twice as often as one address, and each registration code 30 times a minute from all addresses together. Phones and accounts
	// have a bound of a day for all codes of a tree as well: a partner has a code, and Lookup bounds what it may try.
	Check = Class{
		Name: "check", Address: Pace{time.Minute / 5, 10}, Customer: Pace{time.Minute / 10, 20}, Each: Pace{time.Minute / 30, 60},
		Tree: Pace{24 * time.Hour / 1000, 1000}, Strict: true,
	}
	// Lookup tells a partner whether a value of a new account is in use, of whichever branch. Of phones and accounts, which it sees masked, it could try
	// what the mask hides: some 10,000 numbers. A partner can make partners for more tries, so the bound of a day is the tree's. 500 are
	// enough for 150 accounts that are typed in on a day (phone and account are each looked up as they are typed, some refused once),
	// and too few to find a hidden number soon: with the 1,000 of Check it takes days.
	Lookup = Class{Name: "lookup", Each: Pace{time.Minute / 30, 60}, Tree: Pace{24 * time.Hour / 500, 500}, Strict: true}
	// Search finds members by whole names, phones and accounts, which staff sees masked: who may ask often can guess them (S-98).
	Search = Class{Name: "search", Each: Pace{time.Minute / 30, 60}, Strict: true}
	// Contact is inquiries of guests: each is read by a person.
	Contact = Class{Name: "contact", Address: Pace{time.Hour / 5, 5}, Customer: Pace{time.Hour / 40, 40}, Strict: true}
	// Reset asks for a new password or PIN: each is decided by a person, and its answer gives a guessed PIN away. So each id has five a day,
	// from wherever they come; customer service helps a member whose tries a stranger used up.
	Reset = Class{Name: "reset", Address: Pace{time.Hour / 5, 5}, Customer: Pace{time.Hour / 40, 40}, Each: Pace{24 * time.Hour / 5, 5}, Strict: true}
	// Upload sends a picture: decoding it costs time and memory.
	Upload = Class{Name: "upload", Each: Pace{time.Minute / 10, 9}, Strict: true}
	// Case tries the secret of a guest's inquiry. A case has no pace of its own, or a stranger could keep its owner out.
	Case = Class{Name: "case", Address: Pace{time.Minute / 5, 10}, Customer: Pace{time.Minute / 10, 20}, Strict: true}
)

// Nonsense is refused calls that no other class counts: unknown paths, bodies that are not JSON, calls of vendors that are not theirs.
var Nonsense = Class{Name: "nonsense", Address: Pace{time.Second / 2, 100}, Customer: Pace{time.Second / 16, 800}, Strict: true}

// Classes lists all of them.
func Classes() []Class {
	return []Class{Read, Money, PIN, LogIn, SignUp, Check, Lookup, Search, Contact, Reset, Upload, Case, Nonsense}
}
