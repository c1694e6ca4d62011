package inquiry

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/code"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/richtext"
	"hubstake/internal/platform/pg"
	"hubstake/internal/support/inquiry/inquirydb"
)

// The categories of a guest, who may also choose Other.
const (
	LogIn  Category = "login"  // a forgotten password, a locked or restricted account
	SignUp Category = "signup" // the signup and its approval
	Money  Category = "money"  // deposits and withdrawals of an account that cannot be entered
)

// ContactKind says how a guest wants to be reached, by its name on the wire.
type ContactKind string

// The kinds of contacts.
const (
	Email     ContactKind = "email"
	Phone     ContactKind = "phone"
	Messenger ContactKind = "messenger" // the service and the id there, in words
)

const (
	// MinGuestText is the least that a guest must write, in code points.
	MinGuestText = 10
	// MaxGuestText is the longest text of a guest, in code points.
	MaxGuestText = 2000
	// MaxContact is the longest contact of a guest, in code points.
	MaxContact = 100
	// MaxAccount is the longest account name that a guest may claim, in code points.
	MaxAccount = 20
	// maxGuestsADay bounds the inquiries of all guests of a site within 24 hours, so that a flood from many addresses neither
	// buries staff nor fills the table; one more is E002.
	maxGuestsADay = 500
	// guestLife is how long an inquiry of a guest is kept after it was written or answered, whichever is later. It stands in the
	// privacy notice (deployments/seed/documents.json).
	guestLife = 180 * 24 * time.Hour
	// purpose is that of a guest's code.
	purpose = "guest inquiry"
	// openingLength is how much of a guest's text stands as its title in staff's list.
	openingLength = 60
)

// Contact is how staff reaches a guest, and the account name that the guest claims. Nothing of it is verified.
type Contact struct {
	Kind    ContactKind
	Address string
	Account string // empty when none was given
}

// Visitor is the guest who asks.
type Visitor struct {
	Site  string
	Lang  string // one that the site speaks
	Trace string
}

// GuestQuestion is what a guest asks.
type GuestQuestion struct {
	Category Category
	Text     string // plain
	Contact  Contact
}

// Receipt is what a guest gets for an inquiry. The secret is shown this once: only its hash is kept.
type Receipt struct {
	ID        int64
	Secret    string // four groups of four characters
	CreatedAt time.Time
}

var (
	emailShape = regexp.MustCompile(`^[^\s@<>,;:"()]+@[^\s@<>,;:"()]+\.[^\s@<>,;:"().]{2,}$`)
	phoneShape = regexp.MustCompile(`^\+?[\d ().-]+$`)
)

// AskAsGuest adds an inquiry of a guest who is not logged in. Anything missing, too long or of the wrong form is E001;
// beyond the site's maximum of a day it is E002.
func (s *Service) AskAsGuest(ctx context.Context, who Visitor, q GuestQuestion) (Receipt, error) {
	content, contact, ok := checked(q)
	if !ok {
		return Receipt{}, fault.Failed
	}
	out := Receipt{Secret: code.New(), CreatedAt: s.clk.Now()}
	row := inquirydb.AddGuestParams{
		Site: who.Site, Category: string(q.Category), Lang: who.Lang, Title: opening(content.Text, q.Category), Content: content.Text, Html: content.HTML,
		At: out.CreatedAt, ContactKind: string(contact.Kind), Account: contact.Account, Secret: code.Hash(purpose, out.Secret),
	}
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		db := inquirydb.New(tx)
		if err := db.LockGuests(ctx, who.Site); err != nil {
			return fmt.Errorf("guest inquiry: lock: %w", err)
		}
		today, err := db.GuestsSince(ctx, inquirydb.GuestsSinceParams{Site: who.Site, Since: out.CreatedAt.Add(-24 * time.Hour)})
		if err != nil {
			return fmt.Errorf("guest inquiry: %w", err)
		}
		if today >= maxGuestsADay {
			return fault.TryLater
		}
		if out.ID, err = db.NextID(ctx); err != nil {
			return fmt.Errorf("guest inquiry: %w", err)
		}
		row.ID = out.ID
		if row.Contact, row.Sealed, err = keepContact(ctx, tx, s.members.Personal, out.ID, contact.Address); err != nil {
			return fmt.Errorf("guest inquiry: %w", err)
		}
		if err := db.AddGuest(ctx, row); err != nil {
			return fmt.Errorf("guest inquiry: %w", err)
		}
		return tell(ctx, tx, who.Site, out.ID, who.Trace)
	})
	if err != nil {
		return Receipt{}, err
	}
	return out, nil
}

// GuestInquiry returns an inquiry of a guest of the site to the holder of its secret. A wrong secret, a member's inquiry, another
// site's and one that does not exist are all E001, after the same work.
func (s *Service) GuestInquiry(ctx context.Context, site string, id int64, secret string) (Inquiry, error) {
	given := code.Hash(purpose, secret)
	r, err := inquirydb.New(s.db).GetGuest(ctx, inquirydb.GetGuestParams{Site: site, ID: id})
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return Inquiry{}, fmt.Errorf("guest inquiry: %w", err)
	}
	if subtle.ConstantTimeCompare(given, r.GuestSecret) != 1 {
		return Inquiry{}, fault.Failed
	}
	return Inquiry{
		ID: r.ID, Category: Category(r.Category), Title: r.Title, Content: richtext.Content{HTML: r.Html, Text: r.Content},
		Status: status(r.AnsweredAt, nil), Answer: richtext.Content{HTML: r.AnswerHtml, Text: r.Answer}, AnsweredAt: r.AnsweredAt, CreatedAt: r.CreatedAt,
	}, nil
}

// PruneGuests deletes the inquiries of guests that were neither written nor answered within guestLife before now, with the
// contacts in them, and returns how many there were.
func PruneGuests(ctx context.Context, db *pgxpool.Pool, now time.Time) (total int64, err error) {
	const batch = 1000
	for n := int64(batch); n == batch; total += n {
		n, err = inquirydb.New(db).PruneGuests(ctx, inquirydb.PruneGuestsParams{Before: now.Add(-guestLife), Count: batch})
		if err != nil {
			return total, fmt.Errorf("prune guest inquiries: %w", err)
		}
	}
	return total, nil
}

// checked returns what is kept of a guest's question; ok is false when something is missing, too long or of the wrong form.
func checked(q GuestQuestion) (content richtext.Content, contact Contact, ok bool) {
	if !slices.Contains([]Category{LogIn, SignUp, Money, Other}, q.Category) {
		return content, contact, false
	}
	content, ok = richtext.Text(q.Text, MinGuestText, MaxGuestText)
	if !ok {
		return content, contact, false
	}
	contact.Kind = q.Contact.Kind
	if contact.Address, ok = richtext.Line(q.Contact.Address, MaxContact); !ok || !reachable(contact) {
		return content, contact, false
	}
	if strings.TrimSpace(q.Contact.Account) == "" {
		return content, contact, true
	}
	contact.Account, ok = richtext.Line(q.Contact.Account, MaxAccount)
	return content, contact, ok
}

// reachable reports whether a contact has the form of its kind.
func reachable(c Contact) bool {
	count := func(is func(rune) bool) (n int) {
		for _, r := range c.Address {
			if is(r) {
				n++
			}
		}
		return n
	}
	switch c.Kind {
	case Email:
		return emailShape.MatchString(c.Address)
	case Phone:
		digits := count(unicode.IsDigit)
		return phoneShape.MatchString(c.Address) && digits >= 8 && digits <= 15
	case Messenger:
		return count(func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) >= 3
	default:
		return false
	}
}

// opening is the begin of a text on one line, by which staff knows it in a list.
func opening(text string, c Category) string {
	title, ok := richtext.Title(firstRunes(text, openingLength))
	if !ok {
		return string(c) // nothing but marks
	}
	if utf8.RuneCountInString(text) > openingLength {
		title += "…"
	}
	return title
}

func firstRunes(text string, n int) string {
	for i := range text {
		if n == 0 {
			return text[:i]
		}
		n--
	}
	return text
}
