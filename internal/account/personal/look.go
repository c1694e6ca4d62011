package personal

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/fault"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/notice"
)

// Subject is a kind of record whose personal data staff may have shown in the clear, by its name on the wire.
type Subject string

// The subjects.
const (
	OfMember  Subject = "member"  // an account, by its memId
	OfRequest Subject = "request" // a deposit or withdrawal
	OfBlock   Subject = "block"   // a blocked phone or account
	OfReset   Subject = "reset"   // a request for a new password or PIN
	OfDetails Subject = "details" // a request for other details
	OfInquiry Subject = "inquiry" // an inquiry of a guest
)

// Field is a value that staff sees masked, by its name on the wire.
type Field string

// The fields.
const (
	FieldName      Field = "name"
	FieldPhone     Field = "phone"
	FieldAccount   Field = "accountNo"
	FieldHolder    Field = "accountHolder"
	FieldDepositor Field = "depositor"
	FieldValue     Field = "value"   // of a block
	FieldContact   Field = "contact" // of a guest
)

// fieldsOf are the fields of each subject.
var fieldsOf = map[Subject][]Field{
	OfMember:  {FieldName, FieldPhone, FieldAccount, FieldHolder},
	OfRequest: {FieldName, FieldDepositor, FieldAccount, FieldHolder},
	OfBlock:   {FieldValue},
	OfReset:   {FieldName, FieldPhone, FieldAccount},
	OfDetails: {FieldName, FieldPhone, FieldAccount, FieldHolder},
	OfInquiry: {FieldContact},
}

// Purpose is a usual reason to see personal data.
type Purpose string

// The usual reasons.
const (
	ToPayOut   Purpose = "payout"    // pay a withdrawal
	ToMatch    Purpose = "deposit"   // find a deposit on the bank statement
	ToAdmit    Purpose = "signup"    // check a signup
	ToIdentify Purpose = "identity"  // check who asks
	ToContact  Purpose = "contact"   // call or write to the person
	ToProtect  Purpose = "fraud"     // look into fraud or several accounts of one person
	ToReport   Purpose = "authority" // answer a bank or an authority
)

// Purposes returns the usual reasons.
func Purposes() []Purpose {
	return []Purpose{ToPayOut, ToMatch, ToAdmit, ToIdentify, ToContact, ToProtect, ToReport}
}

// wordsMax is the length of a reason in own words, in code points.
const wordsMax = 200

// Look is a wish of staff to see personal data in the clear (S-98): whose, which fields, and why: a usual reason, own words, or both.
type Look struct {
	Subject Subject
	ID      string // a memId, or a number
	Fields  []Field
	Purpose Purpose
	Words   string
}

// Check brings a look to the form in which the audit keeps it. E001: a subject, field or usual reason that there is not, a field twice or none,
// no reason, or one that is too long.
func (l Look) Check() (Look, error) {
	l.Words = strings.TrimSpace(l.Words)
	may, known := fieldsOf[l.Subject]
	bad := !known || l.ID == "" || len(l.Fields) == 0 || l.Purpose == "" && l.Words == "" || utf8.RuneCountInString(l.Words) > wordsMax
	bad = bad || l.Purpose != "" && !slices.Contains(Purposes(), l.Purpose)
	for i, f := range l.Fields {
		bad = bad || !slices.Contains(may, f) || slices.Contains(l.Fields[:i], f)
	}
	if bad {
		return l, fault.Failed
	}
	return l, nil
}

// Number returns the number that the look names. E001: another text, also another spelling of a number: the audit is searched for this one.
func (l Look) Number() (int64, error) {
	id, err := strconv.ParseInt(l.ID, 10, 64)
	if err != nil || strconv.FormatInt(id, 10) != l.ID {
		return 0, fault.Failed.Wrap(err)
	}
	return id, nil
}

// Shown is a value in the clear.
type Shown struct {
	Field  Field
	Value  string
	Before string // of a request for other details: what the member has now
}

// Show picks the fields of the look out of values in the clear.
func (l Look) Show(values map[Field]string) []Shown {
	out := make([]Shown, len(l.Fields))
	for i, f := range l.Fields {
		out[i] = Shown{Field: f, Value: values[f]}
	}
	return out
}

const (
	// manyLooks is how many looks of one member of staff within lookWindow masters are told of, and again of as many more.
	manyLooks = 100
	// lookWindow is the time in which looks are counted together. It ends with each look: there is no edge at which more of them pass.
	lookWindow = 24 * time.Hour
	// maxLooks bounds the looks of a window that are kept, the newest.
	maxLooks = 10_000
)

// Record counts a look in tx, tells the masters of very many, and returns its entry of the audit: who looked at which fields of what, and why, without the values.
// Looks of one member of staff wait for each other in the row of personal_look.
func (l Look) Record(ctx context.Context, tx pgx.Tx, by audit.Actor, siteID, target string, now time.Time) (*audit.Entry, error) {
	var looks, untold int
	err := tx.QueryRow(ctx, `
		INSERT INTO personal_look AS l (staff_id, site_id, since, looks, times, untold) VALUES ($1, $2, $3, 1, ARRAY[$3::timestamptz], 1)
		ON CONFLICT (staff_id) DO UPDATE SET (since, looks, times, untold) = (
		   SELECT coalesce(min(t), $3), count(*) + 1, coalesce(array_agg(t ORDER BY t), '{}') || $3::timestamptz, least(l.untold % $6, count(*)) + 1
		     FROM (SELECT t FROM unnest(l.times) t WHERE t > $4 ORDER BY t DESC LIMIT $5) recent)
		RETURNING looks, untold`, by.ID, siteID, now, now.Add(-lookWindow), maxLooks-1, manyLooks).Scan(&looks, &untold)
	if err != nil {
		return nil, fmt.Errorf("personal data: %w", err)
	}
	if untold == manyLooks {
		if err := notice.Write(ctx, tx, siteID, notice.Notice{Kind: notice.Looks, Staff: by.ID, IP: by.IP, Looks: looks, At: now}, by.Trace); err != nil {
			return nil, err
		}
	}
	return &audit.Entry{Actor: by, Site: siteID, Action: "personal.show", Target: target, Detail: map[string]any{
		"subject": l.Subject, "id": l.ID, "fields": l.Fields, "purpose": l.Purpose, "words": l.Words,
	}}, nil
}

// Act shows the fields of a look that find reads in a transaction, which also counts it and keeps it in the audit: a value leaves only once both are
// written. find returns what the entry names beside the values. E001: see Check.
func (l Look) Act(
	ctx context.Context, db *pgxpool.Pool, by audit.Actor, siteID string, now time.Time,
	find func(tx pgx.Tx, l Look) (target string, shown []Shown, err error),
) (shown []Shown, err error) {
	if l, err = l.Check(); err != nil {
		return nil, err
	}
	err = audit.Act(ctx, db, func(tx pgx.Tx) (*audit.Entry, error) {
		var target string
		if target, shown, err = find(tx, l); err != nil {
			return nil, err
		}
		return l.Record(ctx, tx, by, siteID, target, now)
	})
	if err != nil {
		return nil, err
	}
	return shown, nil
}

// Looks returns how often each member of staff of a site had personal data shown within the last 24 hours, up to maxLooks; those who did not are left out.
func Looks(ctx context.Context, db *pgxpool.Pool, siteID string, now time.Time) (map[string]int, error) {
	rows, err := db.Query(ctx, `
		SELECT l.staff_id, count(*) FROM personal_look l, unnest(l.times) t WHERE l.site_id = $1 AND t > $2 GROUP BY l.staff_id`, siteID, now.Add(-lookWindow))
	if err != nil {
		return nil, fmt.Errorf("personal data: looks: %w", err)
	}
	out := map[string]int{}
	var id string
	var looks int
	_, err = pgx.ForEachRow(rows, []any{&id, &looks}, func() error {
		out[id] = looks
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("personal data: looks: %w", err)
	}
	return out, nil
}
