package member

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"hubstake/internal/account/credential"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
)

// The functions of this file bring typed values to the one form in which they are stored, or refuse them with the code of
// the field. Numbers come from the site's options.

var idForm = regexp.MustCompile(`^[a-z][a-z0-9]*$`)

// memID is D-01: ASCII letters and digits, a letter first, kept in lower case.
func memID(typed string, o site.Options) (string, error) {
	s := credential.FoldID(typed)
	if len(s) < o.IDMin || len(s) > o.IDMax || !idForm.MatchString(s) {
		return "", fault.BadID.With("min", strconv.Itoa(o.IDMin)).With("max", strconv.Itoa(o.IDMax))
	}
	return s, nil
}

// nickname is D-02: 3 to 19 code points after NFKC that can be seen, of one script (U104). One that could be taken for staff or for the
// site is answered like one that is taken (U006).
func nickname(typed string, st site.Site) (string, error) {
	s, o := norm.NFKC.String(typed), st.Options
	n := utf8.RuneCountInString(s)
	if n < o.NickMin || n > o.NickMax || s != strings.TrimSpace(s) ||
		strings.ContainsFunc(s, unseen) || !oneScript(s) {
		return "", fault.BadNickname.With("min", strconv.Itoa(o.NickMin)).With("max", strconv.Itoa(o.NickMax))
	}
	if reserved(s, st.Name) {
		return "", fault.DuplicateNickname
	}
	return s, nil
}

// unseen reports whether a code point shows nothing: a control or format character, or a default-ignorable one such as the fillers of
// Hangul, which are letters to Unicode, and the empty Braille pattern.
func unseen(r rune) bool {
	return !unicode.IsGraphic(r) || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) || r == '\u2800'
}

// nickKey is what must be unique of a nickname: NFKC, so that look-alikes of other widths are the same, in lower case.
func nickKey(nick string) string { return strings.ToLower(norm.NFKC.String(nick)) }

// password is D-03: letters and digits, specials allowed, none of the common ones, and not around the id.
func password(s credential.Secret, memID string, o site.Options) error {
	text := string(s)
	n := utf8.RuneCountInString(text)
	letters := strings.ContainsFunc(text, unicode.IsLetter)
	digits := strings.ContainsAny(text, "0123456789")
	if n < o.PassMin || n > o.PassMax || !letters || !digits || credential.Common(text) ||
		memID != "" && strings.Contains(strings.ToLower(text), memID) {
		return fault.BadPassword.With("min", strconv.Itoa(o.PassMin)).With("max", strconv.Itoa(o.PassMax))
	}
	return nil
}

// cashPIN is D-04: so many digits.
func cashPIN(s credential.Secret, o site.Options) error {
	if len(s) != o.PinLength || strings.Trim(string(s), "0123456789") != "" {
		return fault.BadCashPIN.With("length", strconv.Itoa(o.PinLength))
	}
	return nil
}

var (
	phoneKR      = regexp.MustCompile(`^01[016789]-?\d{3,4}-?\d{4}$`)
	phoneGeneral = regexp.MustCompile(`^\+?\d[\d-]*\d$`)
)

// dialling is how a country's phones are written: its calling code, and how many digits a number has without it and without the 0 of
// calls within the country.
type dialling struct {
	code     string
	min, max int
}

var diallings = map[string]dialling{"KR": {"82", 8, 10}, "VN": {"84", 9, 10}, "TH": {"66", 8, 9}, "CN": {"86", 10, 11}, "JP": {"81", 9, 10}}

func diallingOf(country string) dialling {
	if d, known := diallings[country]; known {
		return d
	}
	return dialling{min: 7, max: 15}
}

func (d dialling) fits(national string) bool { return len(national) >= d.min && len(national) <= d.max }

// national returns the number without what may be dialled before it, and reports whether it can be a number of the country.
func (d dialling) national(digits string) (string, bool) {
	n := strings.TrimLeft(digits, "0")
	if !d.fits(n) { // a number of the country that begins with the digits of its calling code fits as it is
		n = strings.TrimLeft(strings.TrimPrefix(n, d.code), "0")
	}
	return n, d.fits(n)
}

// phone is D-05: digits and '-', kept in E.164 by the calling code of the site's country. Outside of Korea a number may be typed with 0,
// 00, the calling code or '+' before it; each way has the same kept form, so that a phone is one phone (U007, U013).
func phone(typed string, o site.Options) (string, error) {
	form := phoneGeneral
	if o.Country == "KR" {
		form = phoneKR
	}
	d := diallingOf(o.Country)
	national, fits := d.national(strings.NewReplacer("-", "", "+", "").Replace(typed))
	if !form.MatchString(typed) || !fits {
		return "", fault.BadPhone
	}
	return "+" + d.code + national, nil
}

// The bank fields of D-06, all U106.
const (
	nameMax    = 64
	accountMin = 6
	accountMax = 20
)

// bankName is at least two letters of any script.
func bankName(typed string) (string, error) {
	s, letters := clean(typed), 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	if letters < 2 || utf8.RuneCountInString(s) > nameMax || strings.ContainsFunc(s, unseen) {
		return "", fault.BadAccount
	}
	return s, nil
}

// personName is letters and spaces of any script; marks belong to letters (Thai, Vietnamese).
func personName(typed string) (string, bool) {
	s := clean(typed)
	other := func(r rune) bool { return unseen(r) || !unicode.IsLetter(r) && !unicode.IsMark(r) && r != ' ' }
	return s, strings.ContainsFunc(s, unicode.IsLetter) && !strings.ContainsFunc(s, other) && utf8.RuneCountInString(s) <= nameMax
}

// holder must be the member's own name (S-25), as a bank may write it (D-70). It is kept as it was typed: staff sees both.
func holder(typed, name string) (string, error) {
	s, ok := personName(typed)
	if !ok || !sameName(s, name) {
		return "", fault.BadAccount
	}
	return s, nil
}

// AccountNumber brings the number of a bank account to the form in which it is kept: its digits, without spaces and "-". U106: not 6 to 20 digits.
func AccountNumber(typed string) (string, error) {
	s := strings.NewReplacer("-", "", " ", "").Replace(typed)
	if len(s) < accountMin || len(s) > accountMax || strings.Trim(s, "0123456789") != "" {
		return "", fault.BadAccount
	}
	return s, nil
}

// clean is the kept form of a name: composed, without doubled or outer spaces.
func clean(s string) string { return strings.Join(strings.Fields(norm.NFKC.String(s)), " ") }

// duplicate tells which unique index refused an account (U005 … U008).
func duplicate(err error) error {
	switch {
	case pg.Violates(err, "member_member_pkey"):
		return fault.DuplicateID
	case pg.Violates(err, "member_member_nick"):
		return fault.DuplicateNickname
	case pg.Violates(err, "member_member_phone") || pg.Violates(err, "member_member_phone_index"):
		return fault.DuplicatePhone
	case pg.Violates(err, "member_member_account") || pg.Violates(err, "member_member_account_index"):
		return fault.DuplicateAccount
	}
	return fmt.Errorf("create member: %w", err)
}
