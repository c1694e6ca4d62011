package member

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/account/personal"
	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/live/outbox"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
)

// DetailsKind is what a member asks staff to change.
type DetailsKind string

// The kinds. Name, bank, number and holder are changed together, because the holder must be the member (D-06).
const (
	DetailsPhone   DetailsKind = "phone"
	DetailsAccount DetailsKind = "account"
)

// DetailsState is how far a request for a change of details has come.
type DetailsState string

// The states.
const (
	DetailsOpen      DetailsState = "open" // waits for staff
	DetailsDone      DetailsState = "done"
	DetailsRefused   DetailsState = "refused"
	DetailsWithdrawn DetailsState = "withdrawn" // by the member
	DetailsOver      DetailsState = "over"      // its time is over, or the secret that it was asked for with was replaced
)

// detailsWait is how long a request waits for staff.
const detailsWait = 72 * time.Hour

// Details are phone, name and bank account of a member. In a request, empty fields stay as they are.
type Details struct {
	Name   string `json:"name,omitempty"`
	Phone  string `json:"phone,omitempty"`
	Bank   string `json:"bank,omitempty"`
	Number string `json:"accountNo,omitempty"`
	Holder string `json:"accountHolder,omitempty"`
}

// masked hides most of each value; the name of a bank is not personal.
func (d Details) masked() Details {
	return Details{
		Name: personal.MaskName(d.Name), Phone: personal.Mask(d.Phone), Bank: d.Bank, Number: personal.Mask(d.Number),
		Holder: personal.MaskName(d.Holder),
	}
}

// over lays the details of a request over others.
func (d Details) over(has Details) Details {
	for _, f := range []struct{ wanted, has *string }{
		{&d.Name, &has.Name}, {&d.Phone, &has.Phone}, {&d.Bank, &has.Bank}, {&d.Number, &has.Number}, {&d.Holder, &has.Holder},
	} {
		if *f.wanted != "" {
			*f.has = *f.wanted
		}
	}
	return has
}

// only keeps of other details the fields that a request has.
func (d Details) only(other Details) (out Details) {
	for _, f := range []struct {
		wanted, other string
		out           *string
	}{
		{d.Name, other.Name, &out.Name},
		{d.Phone, other.Phone, &out.Phone},
		{d.Bank, other.Bank, &out.Bank},
		{d.Number, other.Number, &out.Number},
		{d.Holder, other.Holder, &out.Holder},
	} {
		if f.wanted != "" {
			*f.out = f.other
		}
	}
	return out
}

func detailsOf(p Profile) Details {
	return Details{Name: p.Name, Phone: p.Phone, Bank: p.Bank, Number: p.Number, Holder: p.Holder}
}

// MaskedDetails are the old and the new values of a request as staff sees them: only the fields that change.
type MaskedDetails struct {
	Before Details `json:"before"`
	After  Details `json:"after"`
}

// DetailsAsk is a member's request, as typed. The password proves the member, and for the bank account the PIN as well.
type DetailsAsk struct {
	Site, MemID string
	Kind        DetailsKind
	Details
	Password credential.Secret
	PIN      credential.Secret
	credential.Origin
}

// AskDetails asks staff to change phone, or name and bank account (S-04). U031: no password; U003, U004: a wrong one, which counts as at a
// login; C028, C016, C017: no PIN, none set, a wrong one; U105, U106: values that cannot be; U007, U008: taken; U013, U014: blocked; U033: an
// excluded member, and the codes of Status.Refusal for those who may not log in; U050: a request of this kind waits already; E001: nothing
// to change. E002: a secret was replaced in the meantime.
func (s *Service) AskDetails(ctx context.Context, a DetailsAsk) (id int64, err error) {
	if a.Password == "" {
		return 0, fault.PasswordRequired
	}
	st, err := s.options(ctx, a.Site)
	if err != nil {
		return 0, err
	}
	p, err := s.Profile(ctx, s.db, a.MemID)
	if err != nil {
		return 0, err
	}
	if err := mayChange(p.Status); err != nil {
		return 0, err
	}
	// The secrets come before the values: without them a stolen session would learn which phones and accounts have members.
	shown, err := s.prove(ctx, Change{Site: a.Site, MemID: a.MemID, Password: a.Password, Origin: a.Origin}, st.Options.PassTries)
	if err != nil {
		return 0, err
	}
	var pin *PINTry
	if a.Kind == DetailsAccount {
		t, err := s.TryPIN(ctx, a.MemID, a.PIN)
		if err != nil {
			return 0, err
		}
		pin = &t
	}
	var refusal error
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		id, refusal = 0, nil
		m, err := memberdb.New(tx).LockMember(ctx, memberdb.LockMemberParams{MemberID: a.MemID, SiteID: a.Site})
		if err != nil {
			return fmt.Errorf("ask details: %w", err)
		}
		if m.PassHash != shown.password {
			return fault.TryLater
		}
		if pin != nil {
			refusal = s.JudgePIN(ctx, tx, *pin)
			if _, refused := fault.Of(refusal); refused {
				return nil // committed with its count
			}
			if refusal != nil {
				return refusal
			}
		}
		if err := mayChange(Status(m.Status)); err != nil { // given after the first look
			return err
		}
		if id, err = s.addDetails(ctx, tx, a, st.Options); err != nil {
			return err
		}
		return s.notify(ctx, tx, a.Site, a.MemID, m.Lang, letterDetails, a.IP, a.Trace)
	})
	if err == nil {
		err = refusal
	}
	return id, err
}

// mayChange refuses members who may not log in, and those who excluded themselves: they come to withdraw what they have.
func mayChange(status Status) error {
	if status == Excluded {
		return fault.SelfExcluded
	}
	return status.Refusal()
}

// addDetails writes the request of a locked member.
func (s *Service) addDetails(ctx context.Context, tx pgx.Tx, a DetailsAsk, o site.Options) (id int64, err error) {
	p, err := s.Profile(ctx, tx, a.MemID)
	if err != nil {
		return 0, err
	}
	has, now := detailsOf(p), s.clk.Now()
	wanted, err := detailsWanted(a, has, o)
	if err != nil {
		return 0, err
	}
	q := memberdb.New(tx)
	if err := s.checkDetails(ctx, q, a.Site, a.MemID, wanted); err != nil {
		return 0, err
	}
	plain, err := json.Marshal(wanted)
	if err != nil {
		return 0, fmt.Errorf("ask details: %w", err)
	}
	sealed, err := s.Personal.Seal(personal.ChangeWanted, a.MemID, string(plain))
	if err != nil {
		return 0, fmt.Errorf("ask details: %w", err)
	}
	masked, err := json.Marshal(MaskedDetails{Before: wanted.only(has).masked(), After: wanted.masked()})
	if err != nil {
		return 0, fmt.Errorf("ask details: %w", err)
	}
	if err := q.EndOverdueDetails(ctx, memberdb.EndOverdueDetailsParams{MemberID: a.MemID, Now: now}); err != nil {
		return 0, fmt.Errorf("ask details: %w", err)
	}
	id, err = q.AddDetails(ctx, memberdb.AddDetailsParams{
		SiteID: a.Site, MemberID: a.MemID, Kind: string(a.Kind), Wanted: sealed, Masked: masked, Ip: pg.Addr(a.IP),
		UserAgent: a.UserAgent, AskedAt: now, ExpiresAt: now.Add(detailsWait),
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, fault.DetailsWaiting
	}
	if err != nil {
		return 0, fmt.Errorf("ask details: %w", err)
	}
	if err := detailsQueued(ctx, tx, a.Site, id, a.Trace); err != nil {
		return 0, err
	}
	return id, audit.Note(ctx, tx, audit.Entry{
		Actor: audit.Actor{ID: a.MemID, IP: a.IP, Trace: a.Trace}, Site: a.Site, Action: "details.ask", Target: a.MemID,
		Detail: map[string]any{"change": id, "kind": a.Kind, "details": json.RawMessage(masked)},
	})
}

// detailsWanted brings what a member typed to the stored form, without the values that the member has already. A new name is the new holder,
// too, unless another one is typed, which U106 refuses.
func detailsWanted(a DetailsAsk, has Details, o site.Options) (w Details, err error) {
	switch a.Kind {
	case DetailsPhone:
		if w.Phone, err = phone(strings.TrimSpace(a.Phone), o); err != nil {
			return w, err
		}
	case DetailsAccount:
		if w, err = accountWanted(a.Details, has); err != nil {
			return w, err
		}
	default:
		return w, fault.Failed
	}
	for _, f := range []struct{ wanted, has *string }{
		{&w.Name, &has.Name}, {&w.Phone, &has.Phone}, {&w.Bank, &has.Bank}, {&w.Number, &has.Number}, {&w.Holder, &has.Holder},
	} {
		if *f.wanted == *f.has {
			*f.wanted = ""
		}
	}
	if w == (Details{}) {
		return w, fault.Failed
	}
	return w, nil
}

func accountWanted(typed, has Details) (w Details, err error) {
	if clean(typed.Name) != "" {
		var ok bool
		if w.Name, ok = personName(typed.Name); !ok {
			return w, fault.BadAccount
		}
		w.Holder = w.Name
	}
	if clean(typed.Bank) != "" {
		if w.Bank, err = bankName(typed.Bank); err != nil {
			return w, err
		}
	}
	if strings.TrimSpace(typed.Number) != "" {
		if w.Number, err = AccountNumber(typed.Number); err != nil {
			return w, err
		}
	}
	becomes := w.over(has)
	if clean(typed.Holder) != "" {
		if w.Holder, err = holder(typed.Holder, becomes.Name); err != nil {
			return w, err
		}
		becomes.Holder = w.Holder
	}
	if !sameName(becomes.Holder, becomes.Name) { // S-25
		return w, fault.BadAccount
	}
	return w, nil
}

// checkDetails refuses what another member has, and what is blocked.
func (s *Service) checkDetails(ctx context.Context, q *memberdb.Queries, siteID, memID string, w Details) error {
	refusal, err := s.blockedPerson(ctx, q, siteID, w.Phone, w.Number)
	if err = errors.Join(err, refusal); err != nil {
		return err
	}
	if w.Phone != "" {
		if taken, err := q.TakenPhone(ctx, memberdb.TakenPhoneParams{
			Plain: w.Phone, Indexes: s.Personal.Indexes(personal.Phone, w.Phone), Owner: memID,
		}); err != nil || taken {
			return takenOr(err, fault.DuplicatePhone)
		}
	}
	if w.Number != "" {
		if taken, err := q.TakenAccount(ctx, memberdb.TakenAccountParams{
			Plain: w.Number, Indexes: s.Personal.Indexes(personal.Account, w.Number), Owner: memID,
		}); err != nil || taken {
			return takenOr(err, fault.DuplicateAccount)
		}
	}
	return nil
}

func takenOr(err, refusal error) error {
	if err != nil {
		return fmt.Errorf("details: %w", err)
	}
	return refusal
}

// detailsQueued tells staff that a request came or was closed.
func detailsQueued(ctx context.Context, tx pgx.Tx, siteID string, id int64, trace string) error {
	return outbox.Write(ctx, tx, event.Event{
		Site: siteID, Topic: "admin." + siteID, Cmd: event.Queue, Data1: "details", Data2: strconv.FormatInt(id, 10), Trace: trace,
	})
}

// detailsAt is the state of a request at a moment: one whose time is over is over whether it was written down or not.
func detailsAt(state string, expires, now time.Time) DetailsState {
	if DetailsState(state) == DetailsOpen && !now.Before(expires) {
		return DetailsOver
	}
	return DetailsState(state)
}

// OwnDetails is a request as its member sees it.
type OwnDetails struct {
	ID   int64
	Kind DetailsKind
	MaskedDetails
	State              DetailsState
	AskedAt, ExpiresAt time.Time
	ClosedAt           *time.Time
	Note               string // why it was refused
}

// DetailsOf returns the newest request of each kind of a member.
func (s *Service) DetailsOf(ctx context.Context, memID string) ([]OwnDetails, error) {
	rows, err := memberdb.New(s.db).OwnDetails(ctx, memID)
	if err != nil {
		return nil, fmt.Errorf("details: %w", err)
	}
	out := make([]OwnDetails, len(rows))
	for i, r := range rows {
		out[i] = OwnDetails{
			ID: r.ID, Kind: DetailsKind(r.Kind), State: detailsAt(r.State, r.ExpiresAt, s.clk.Now()), AskedAt: r.AskedAt.UTC(),
			ExpiresAt: r.ExpiresAt.UTC(), ClosedAt: r.ClosedAt, Note: r.Note,
		}
		if err := json.Unmarshal(r.Masked, &out[i].MaskedDetails); err != nil {
			return nil, fmt.Errorf("details: %w", err)
		}
	}
	return out, nil
}

// WithdrawDetails takes a member's own request back. U001: it is not the member's. C019: it is decided, or its time is over.
func (s *Service) WithdrawDetails(ctx context.Context, siteID, memID string, id int64, o credential.Origin) error {
	return pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		q := memberdb.New(tx)
		if _, err := q.LockMember(ctx, memberdb.LockMemberParams{MemberID: memID, SiteID: siteID}); err != nil {
			return fmt.Errorf("withdraw details: %w", err)
		}
		r, err := q.LockDetails(ctx, memberdb.LockDetailsParams{ID: id, SiteID: siteID})
		if errors.Is(err, pgx.ErrNoRows) || err == nil && r.MemberID != memID {
			return fault.MemberNotFound
		}
		if err != nil {
			return fmt.Errorf("withdraw details: %w", err)
		}
		if detailsAt(r.State, r.ExpiresAt, s.clk.Now()) != DetailsOpen {
			return fault.PaymentProblem
		}
		err = q.CloseDetails(ctx, memberdb.CloseDetailsParams{State: string(DetailsWithdrawn), Masked: r.Masked, At: s.clk.Now(), ID: id})
		if err != nil {
			return fmt.Errorf("withdraw details: %w", err)
		}
		if err := detailsQueued(ctx, tx, siteID, id, o.Trace); err != nil {
			return err
		}
		return audit.Note(ctx, tx, audit.Entry{
			Actor: audit.Actor{ID: memID, IP: o.IP, Trace: o.Trace}, Site: siteID, Action: "details.withdraw", Target: memID,
			Detail: map[string]any{"change": id, "kind": r.Kind},
		})
	})
}

// DetailsSearch asks for requests of a site. All: the closed ones as well. MemID: those of one member.
type DetailsSearch struct {
	Site, MemID string
	All         bool
	Days        paging.Days // in which they were asked for
	Count, Skip int32
}

// DetailsFound is a request as staff sees it, with what helps to tell the right person.
type DetailsFound struct {
	OwnDetails
	MemID, Nick, Lang string
	IP                netip.Addr
	IPKnown           bool // the member logged in from it before
	UserAgent         string
	JoinedAt          time.Time
	LastLoginAt       *time.Time
	LastLoginIP       netip.Addr
	ChangedAt         *time.Time // the last change of details before
	ResetAt           *time.Time // the last new secret by a reset
	HeldUntil         *time.Time // withdrawals are held until then
	Others            int64      // other members who have or had the new phone or account
	DecidedBy         string
}

// DetailsQueue returns a page of requests, the newest first, and the number of all. E001: days that cannot be.
func (s *Service) DetailsQueue(ctx context.Context, c DetailsSearch) ([]DetailsFound, int64, error) {
	st, err := s.options(ctx, c.Site)
	if err != nil {
		return nil, 0, err
	}
	p, err := c.Days.Period(st.Options.Location())
	if err != nil {
		return nil, 0, err
	}
	q, now := memberdb.New(s.db), s.clk.Now()
	rows, err := q.DetailsQueue(ctx, memberdb.DetailsQueueParams{
		SiteID: c.Site, AllStates: c.All, At: now, MemberID: c.MemID, Since: p.Since, Until: p.Until, Count: c.Count, Skip: c.Skip,
	})
	if err != nil {
		return nil, 0, fmt.Errorf("details queue: %w", err)
	}
	out, total := make([]DetailsFound, len(rows)), int64(0)
	for i, r := range rows {
		total = r.Total
		f := DetailsFound{
			OwnDetails: OwnDetails{
				ID: r.ID, Kind: DetailsKind(r.Kind), State: detailsAt(r.State, r.ExpiresAt, now), AskedAt: r.AskedAt.UTC(),
				ExpiresAt: r.ExpiresAt.UTC(), ClosedAt: r.ClosedAt, Note: r.Note,
			},
			MemID: r.MemberID, Nick: r.Nick, Lang: r.Lang, IP: addr(r.Ip), IPKnown: r.IpKnown, UserAgent: r.UserAgent, JoinedAt: r.JoinedAt.UTC(),
			LastLoginAt: r.LastLoginAt, LastLoginIP: addr(r.LastLoginIp), ChangedAt: r.ChangedAt, ResetAt: r.ResetAt, HeldUntil: r.WithdrawHeldUntil,
		}
		if r.DecidedBy != nil {
			f.DecidedBy = *r.DecidedBy
		}
		if err := json.Unmarshal(r.Masked, &f.MaskedDetails); err != nil {
			return nil, 0, fmt.Errorf("details queue: %w", err)
		}
		if f.State == DetailsOpen {
			if f.Others, err = s.others(ctx, q, r.MemberID, r.Wanted); err != nil {
				return nil, 0, err
			}
		}
		out[i] = f
	}
	return out, total, nil
}

// others counts the other members who have or had the phone or the account that a request wants.
func (s *Service) others(ctx context.Context, q *memberdb.Queries, memID, sealed string) (int64, error) {
	w, err := s.wantedOf(memID, sealed)
	if err != nil {
		return 0, err
	}
	var phones, accounts int64
	if w.Phone != "" {
		phones, err = q.SamePhone(ctx, memberdb.SamePhoneParams{
			MemberID: memID, Plain: w.Phone, Indexes: s.Personal.Indexes(personal.Phone, w.Phone),
		})
	}
	if err == nil && w.Number != "" {
		accounts, err = q.SameAccount(ctx, memberdb.SameAccountParams{
			MemberID: memID, Plain: w.Number, Indexes: s.Personal.Indexes(personal.Account, w.Number),
		})
	}
	if err != nil {
		return 0, fmt.Errorf("details of others: %w", err)
	}
	return phones + accounts, nil
}

// wantedOf reads the new values of an open request.
func (s *Service) wantedOf(memID, sealed string) (w Details, err error) {
	plain, err := s.Personal.Open(personal.ChangeWanted, memID, "", sealed)
	if err == nil {
		err = json.Unmarshal([]byte(plain), &w)
	}
	if err != nil {
		return w, fmt.Errorf("details wanted: %w", err)
	}
	return w, nil
}
