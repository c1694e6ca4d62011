package member

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/account/personal"
	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/live/outbox"
	"hubstake/internal/operator/content"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
)

// Form is a signup as the visitor typed it.
type Form struct {
	MemID      string
	Password   credential.Secret
	PIN        credential.Secret
	Nick       string
	Name       string
	Phone      string
	Bank       string
	Number     string
	Holder     string
	Referrer   string
	Lang       string
	AgreeTerms bool
	Documents  []content.Agreement // the versions of terms and privacy that were shown; none: the newest
}

// SignUp writes a pending account (U002 until staff approves it) and returns its memId. The answer is the first problem in
// the order of the form; unique indexes decide which values are taken, even among concurrent signups.
func (s *Service) SignUp(ctx context.Context, siteID string, f Form, o credential.Origin) (memID string, err error) {
	defer func() { s.Metrics.signUp(siteID, err) }()
	st, err := s.signUpOpen(ctx, siteID)
	if err != nil {
		return "", err
	}
	if err := s.blockedIP(ctx, memberdb.New(s.db), siteID, o.IP); err != nil {
		return "", err
	}
	needsReferrer, err := s.NeedsReferrer(ctx, siteID)
	if err != nil {
		return "", err
	}
	a, err := account(f, st, needsReferrer)
	if err != nil {
		return "", err
	}
	refusal, err := s.blockedPerson(ctx, memberdb.New(s.db), siteID, a.Phone, a.Number)
	if err = errors.Join(err, refusal); err != nil {
		return "", err
	}
	if a.Parent != "" {
		if err := s.checkReferrer(ctx, memberdb.New(s.db), siteID, a.Parent); err != nil {
			return "", err
		}
	}
	if err := s.complete(ctx, &a, f); err != nil {
		return "", err
	}
	a.At, a.IP = s.clk.Now(), o.IP
	return a.MemID, pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := Create(ctx, tx, s.Personal, a, st.Options.Currency); err != nil {
			return err
		}
		if err := agree(ctx, tx, a, f.Documents); err != nil {
			return err
		}
		return queue(ctx, tx, siteID, a.MemID, o.Trace)
	})
}

// complete adds the hashes to an account whose values are free: U005 … U008. All values are looked up even if the first is in use: a caller whose answers do
// not say which one it was must not learn it from the time that they take.
func (s *Service) complete(ctx context.Context, a *Account, f Form) (err error) {
	var refusal error
	for _, kind := range []string{KindID, KindNick, KindPhone, KindAccount} { // before the costly hashes
		err := s.free(ctx, kind, map[string]string{
			KindID: a.MemID, KindNick: a.Nick, KindPhone: a.Phone, KindAccount: a.Number,
		}[kind])
		if _, taken := fault.Of(err); err != nil && !taken {
			return err
		}
		refusal = cmp.Or(refusal, err)
	}
	if refusal != nil {
		return refusal
	}
	if a.PassHash, err = s.Hasher.Hash(ctx, f.Password); err != nil {
		return err
	}
	a.PINHash, err = s.Hasher.HashPIN(ctx, f.PIN)
	return err
}

// agree notes what a new member agreed to. E001: a version that was never published.
func agree(ctx context.Context, tx pgx.Tx, a Account, shown []content.Agreement) error {
	if len(shown) == 0 {
		var err error
		if shown, err = content.Newest(ctx, tx, a.Site); err != nil {
			return err
		}
	}
	for _, d := range shown {
		if err := content.Agree(ctx, tx, a.Site, a.MemID, d, a.At, a.IP); err != nil {
			return err
		}
	}
	return nil
}

// signUpOpen returns the site if it takes signups now: S001, S002, U015.
func (s *Service) signUpOpen(ctx context.Context, siteID string) (site.Site, error) {
	st, err := s.options(ctx, siteID)
	switch {
	case err != nil:
		return st, err
	case st.Maintenance:
		return st, fault.SiteMaintenance
	case st.Options.SignUpPaused:
		return st, fault.SignUpMaintenance
	case !st.Options.SignUpOpen:
		return st, fault.SignUpClosed
	}
	return st, nil
}

// account brings a form to its kept form, or answers the first field that is missing or wrong.
func account(f Form, st site.Site, needsReferrer bool) (a Account, err error) {
	switch {
	case f.MemID == "":
		return a, fault.IDRequired
	case f.Password == "":
		return a, fault.PasswordRequired
	case clean(f.Nick) == "":
		return a, fault.NicknameRequired
	case clean(f.Name) == "":
		return a, fault.NameRequired
	case f.Referrer == "" && needsReferrer:
		return a, fault.ReferrerRequired
	case !f.AgreeTerms || len(f.Documents) > 2:
		return a, fault.Failed
	}
	o := st.Options
	a = Account{Site: st.ID, Parent: credential.FoldID(f.Referrer), Lang: o.Languages[0], Level: 1, Status: Pending}
	for _, l := range o.Languages {
		if l == f.Lang {
			a.Lang = l
		}
	}
	if a.MemID, err = memID(f.MemID, o); err != nil {
		return a, err
	}
	if err = password(f.Password, a.MemID, o); err != nil {
		return a, err
	}
	if err = cashPIN(f.PIN, o); err != nil {
		return a, err
	}
	if a.Nick, err = nickname(f.Nick, st); err != nil {
		return a, err
	}
	var ok bool
	if a.Name, ok = personName(f.Name); !ok {
		return a, fault.BadAccount
	}
	if a.Phone, err = phone(f.Phone, o); err != nil {
		return a, err
	}
	if a.Bank, err = bankName(f.Bank); err != nil {
		return a, err
	}
	if a.Number, err = AccountNumber(f.Number); err != nil {
		return a, err
	}
	a.Holder, err = holder(f.Holder, a.Name)
	return a, err
}

// checkReferrer reports U112 … U114: a referrer must exist on the site, be a partner, and be allowed to refer.
func (s *Service) checkReferrer(ctx context.Context, q *memberdb.Queries, siteID, memID string) error {
	r, err := q.Referrer(ctx, memberdb.ReferrerParams{MemberID: memID, SiteID: siteID})
	switch {
	case errors.Is(err, pgx.ErrNoRows) || err == nil && Status(r.Status) == Deleted:
		return fault.UnknownReferrer
	case err != nil:
		return fmt.Errorf("referrer: %w", err)
	case r.Role != "partner":
		return fault.ReferrerNotPartner
	case !r.RecommendAllowed || Status(r.Status) != Normal:
		return fault.ReferrerNotAllowed
	}
	return nil
}

// The fields that Check knows.
const (
	KindID      = "memId"
	KindNick    = "memNick"
	KindPhone   = "phone"
	KindAccount = "account"
)

// Check reports, while a visitor types, whether a value would be accepted: its form (U101, U104, U105, U106), then whether
// it is free (U005 … U008). Whether a value is in use is only answered with a registration code that would be accepted at
// signup (U026, U112 … U114), so that strangers cannot enumerate members (security.md 6.3.8). An unknown kind is
// fault.Failed.
func (s *Service) Check(ctx context.Context, siteID, kind, value, referrer string) error {
	st, err := s.signUpOpen(ctx, siteID)
	if err != nil {
		return err
	}
	switch kind {
	case KindID:
		value, err = memID(value, st.Options)
	case KindNick:
		value, err = nickname(value, st)
	case KindPhone:
		value, err = phone(value, st.Options)
	case KindAccount:
		value, err = AccountNumber(value)
	default:
		err = fault.Failed
	}
	if err != nil {
		return err
	}
	if referrer == "" {
		// On a site without partners, strangers learn nothing about the members of other sites.
		needed, err := s.NeedsReferrer(ctx, siteID)
		if err == nil && needed {
			err = fault.ReferrerRequired
		}
		return err
	}
	if err := s.checkReferrer(ctx, memberdb.New(s.db), siteID, credential.FoldID(referrer)); err != nil {
		return err
	}
	return s.free(ctx, kind, value)
}

// free reports whether a value, in its stored form, is not in use.
func (s *Service) free(ctx context.Context, kind, value string) (err error) {
	q := memberdb.New(s.db)
	var taken bool
	var refusal error
	switch kind {
	case KindID:
		taken, err = q.TakenID(ctx, value)
		refusal = fault.DuplicateID
	case KindNick:
		taken, err = q.TakenNick(ctx, nickKey(value))
		refusal = fault.DuplicateNickname
	case KindPhone:
		taken, err = q.TakenPhone(ctx, memberdb.TakenPhoneParams{Plain: value, Indexes: s.Personal.Indexes(personal.Phone, value)})
		refusal = fault.DuplicatePhone
	case KindAccount:
		taken, err = q.TakenAccount(ctx, memberdb.TakenAccountParams{Plain: value, Indexes: s.Personal.Indexes(personal.Account, value)})
		refusal = fault.DuplicateAccount
	}
	if err != nil {
		return fmt.Errorf("check %s: %w", kind, err)
	}
	if taken {
		return refusal
	}
	return nil
}

// queue tells staff that the list of signups changed.
func queue(ctx context.Context, tx pgx.Tx, siteID, memID, trace string) error {
	return outbox.Write(ctx, tx, event.Event{
		Site: siteID, Topic: "admin." + siteID, Cmd: event.Queue, Data1: "signup", Data2: memID, Trace: trace,
	})
}
