package partner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/waterfall"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/partners/partner/partnerdb"
	"hubstake/internal/platform/pg"
)

// LockedFor is how long rates stay as they are after a change (D-29).
const LockedFor = 24 * time.Hour

// Terms are the rates of a partner with who set them.
type Terms struct {
	Span
	By      string // memId of a partner, a person of its sub-staff, or staff; empty: there are none yet
	ByStaff bool
	Reason  string
	First   bool // the account was made with them, which is no change of rates
	// Came is when the partner came below the one that looks; zero: it always was, or it is the partner itself or staff that looks.
	Came time.Time
}

// Seen is since when the rates hold for the one that looks: a partner that came from another branch brings them along, and not when they were set there.
func (t Terms) Seen() time.Time {
	if !t.Since.IsZero() && t.Came.After(t.Since) {
		return t.Came
	}
	return t.Since
}

// LockedUntil is when the partner above may change them again; the zero time: now.
func (t Terms) LockedUntil(now time.Time) time.Time {
	if until := t.Since.Add(LockedFor); t.By != "" && !t.First && until.After(now) {
		return until
	}
	return time.Time{}
}

// RateInput are rates to be set. They hold for bets that are accepted from now on.
type RateInput struct {
	MemID   string // a partner
	Rates   waterfall.Rates
	Insured waterfall.Insurance
	Reason  string // staff gives one
}

func (in RateInput) check(by By) (RateInput, error) {
	in.Reason = strings.TrimSpace(in.Reason)
	switch {
	case in.Rates.Check() != nil, in.Insured.From < 0, in.Insured.Part < 0, in.Insured.Part > waterfall.Whole:
		return in, fault.Failed
	case by.staff() && in.Reason == "", !utf8.ValidString(in.Reason), utf8.RuneCountInString(in.Reason) > reasonMax:
		return in, fault.Failed
	}
	return in, nil
}

// SetRates sets the rates of a partner: the partner directly above it may once in 24 hours and once after it made it, staff at any time with a reason.
//
// E001: a rate below 0 or above 100 %, or no reason of staff. U001: no such partner, or not below. U029: below, but not directly. G010: above
// the partner above. U065: below a partner below. U064: changed less than 24 hours ago. S001: see D-35. U035: a raise by staff needs a second
// person (D-69), who has been asked.
func (s *Service) SetRates(ctx context.Context, by By, in RateInput) (Terms, error) {
	in, err := in.check(by)
	if err != nil {
		return Terms{}, err
	}
	if err := s.writable(ctx, by); err != nil {
		return Terms{}, err
	}
	var set Terms
	err = s.apply(ctx, by, in.MemID, in.Reason, func(tx pgx.Tx) (did approval.Effect, asked AskedPower, raised bool, err error) {
		set, did, asked, raised, err = s.setRates(ctx, tx, by, in)
		return did, asked, raised, err
	})
	return set, err
}

// setRates is the change of SetRates: a raise if a rate grows or the insurance of bets changes.
func (s *Service) setRates(ctx context.Context, tx pgx.Tx, by By, in RateInput) (set Terms, did approval.Effect, asked AskedPower, raised bool, err error) {
	at, err := s.hold(ctx, tx, by, in.MemID)
	if err != nil {
		return set, did, asked, false, err
	}
	// Top-down: a change of the partner above waits, and so do changes of partners below, which take this row as that of the one above.
	if at.Parent != "" {
		if err := lockPartner(ctx, tx, by.Site, at.Parent, false); err != nil {
			return set, did, asked, false, err
		}
	}
	if err := lockPartner(ctx, tx, by.Site, in.MemID, true); err != nil {
		return set, did, asked, false, err
	}
	below, err := member.PartnersBelow(ctx, tx, in.MemID)
	if err != nil {
		return set, did, asked, false, err
	}
	ids := []string{in.MemID, at.Parent}
	for _, child := range below {
		ids = append(ids, child.MemID)
	}
	known, err := currentTerms(ctx, tx, ids...)
	if err != nil {
		return set, did, asked, false, err
	}
	was, now := known[in.MemID], s.clk.Now()
	if until := was.LockedUntil(now); !by.staff() && !until.IsZero() {
		return set, did, asked, false, fault.RatesLocked.With("hours", strconv.FormatInt(int64((until.Sub(now)+time.Hour-1)/time.Hour), 10))
	}
	if at.Parent != "" && in.Rates.Within(known[at.Parent].Rates) != nil {
		return set, did, asked, false, fault.RateAboveParent
	}
	for _, child := range below {
		if known[child.MemID].Rates.Within(in.Rates) != nil {
			return set, did, asked, false, fault.RateBelowChild.With("msg", child.MemID)
		}
	}
	if set, err = s.write(ctx, tx, by, in, now, known); err != nil {
		return set, did, asked, false, err
	}
	did.Entry = audit.Entry{Action: "partner.rates", Target: in.MemID}
	did.Detail = map[string]any{"before": ratesDetail(was.Span), "becomes": ratesDetail(set.Span), "reason": in.Reason}
	asked = AskedPower{Before: powerOf(was.Rates, was.Insured), After: powerOf(in.Rates, in.Insured)}
	return set, did, asked, in.Insured != was.Insured || in.Rates.Within(was.Rates) != nil, nil
}

// hold holds the places of a partner and of the one who sets its rates, and checks that it may.
func (s *Service) hold(ctx context.Context, tx pgx.Tx, by By, memID string) (at member.Position, err error) {
	ids := []string{memID}
	if !by.staff() {
		ids = sorted(memID, by.Partner)
	}
	places := map[string]member.Position{}
	for _, one := range ids {
		if places[one], err = member.HoldPosition(ctx, tx, by.Site, one); err != nil {
			return at, err
		}
	}
	at = places[memID]
	switch {
	case !by.staff() && !slices.Contains(at.Upline, by.Partner), !at.Partner, at.Status == member.Deleted:
		return at, fault.MemberNotFound
	case !by.staff() && at.Parent != by.Partner:
		return at, fault.NoAccess
	}
	return at, nil
}

// lockPartner takes the lock under which the rates of a partner change, or holds them as they are.
func lockPartner(ctx context.Context, tx pgx.Tx, siteID, memID string, change bool) error {
	q := partnerdb.New(tx)
	err := q.KeepPartner(ctx, partnerdb.KeepPartnerParams{MemberID: memID, SiteID: siteID})
	if err == nil && change {
		_, err = q.LockPartner(ctx, memID)
	} else if err == nil {
		_, err = q.HoldPartner(ctx, memID)
	}
	if err != nil {
		return fmt.Errorf("partner: lock rates: %w", err)
	}
	return nil
}

// write ends the rates that hold and begins others at the same moment, now. known are the current rates of the partner and of those with which the new ones
// were compared: where another node whose clock is ahead set some of them, or moved the partner or one that was directly below it, the new ones begin no
// earlier, so that the order holds at every moment.
func (s *Service) write(ctx context.Context, tx pgx.Tx, by By, in RateInput, now time.Time, known map[string]Terms) (Terms, error) {
	now = now.Truncate(time.Microsecond)
	moved, err := member.LastMove(ctx, tx, in.MemID)
	if err != nil {
		return Terms{}, err
	}
	if moved.After(now) {
		now = moved
	}
	for memID, is := range known {
		begins := is.Since
		if memID == in.MemID {
			begins = begins.Add(time.Microsecond)
		}
		if begins.After(now) {
			now = begins
		}
	}
	q := partnerdb.New(tx)
	if err := q.EndRates(ctx, partnerdb.EndRatesParams{Now: now, MemberID: in.MemID}); err != nil {
		return Terms{}, fmt.Errorf("partner: end rates: %w", err)
	}
	err = q.AddRates(ctx, partnerdb.AddRatesParams{
		MemberID: in.MemID, SiteID: by.Site, Now: now, Rates: in.Rates[:], InsuredFrom: in.Insured.From, InsuredPart: in.Insured.Part,
		By: by.ID, ByStaff: by.staff(), Reason: in.Reason,
	})
	if pg.Violates(err, "partner_rates_in_order") {
		return Terms{}, fault.RateAboveParent.Wrap(err)
	}
	if err != nil {
		return Terms{}, fmt.Errorf("partner: set rates: %w", err)
	}
	return Terms{
		Span: Span{MemID: in.MemID, Since: now, Rates: in.Rates, Insured: in.Insured}, By: by.ID, ByStaff: by.staff(), Reason: in.Reason,
	}, nil
}

func ratesDetail(s Span) map[string]any {
	rates := make(map[string]int32, waterfall.Count)
	for k, n := range s.Rates {
		rates[waterfall.Names[k]] = n
	}
	return map[string]any{"rates": rates, "insuredFrom": s.Insured.From, "insuredPart": s.Insured.Part}
}

// currentTerms returns the current rates of partners; one without has none, which is zero of each.
func currentTerms(ctx context.Context, db partnerdb.DBTX, ids ...string) (map[string]Terms, error) {
	rows, err := partnerdb.New(db).CurrentRates(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("partner: current rates: %w", err)
	}
	joined, err := member.JoinedAt(ctx, db, ids...)
	if err != nil {
		return nil, err
	}
	out := make(map[string]Terms, len(rows))
	for _, r := range rows {
		rates, err := waterfall.RatesOf(r.Rates)
		if err != nil {
			return nil, fmt.Errorf("partner: current rates: %s: %w", r.MemberID, err)
		}
		out[r.MemberID] = Terms{
			Span: Span{MemID: r.MemberID, Since: r.Since.UTC(), Rates: rates, Insured: waterfall.Insurance{From: r.InsuredFrom, Part: r.InsuredPart}},
			By:   r.ChangedBy, ByStaff: r.ByStaff, Reason: r.Reason, First: r.Since.Equal(joined[r.MemberID]),
		}
	}
	return out, nil
}

// Current returns the current rates of some partners.
func (s *Service) Current(ctx context.Context, ids ...string) (map[string]Terms, error) {
	return currentTerms(ctx, s.db, ids...)
}

// Child is a partner directly below with its rates.
type Child struct {
	member.LowerPartner
	Terms
}

// Children returns a page of the partners directly below one, in the order of their memIds, those after one, and whether there are more.
func (s *Service) Children(ctx context.Context, memID, after string, count int) (out []Child, more bool, err error) {
	below, err := member.PartnersBelow(ctx, s.db, memID)
	if err != nil {
		return nil, false, err
	}
	below = slices.DeleteFunc(below, func(p member.LowerPartner) bool { return p.MemID <= after })
	if more = len(below) > count; more {
		below = below[:count]
	}
	ids := make([]string, len(below))
	for i, p := range below {
		ids[i] = p.MemID
	}
	known, err := s.Current(ctx, ids...)
	if err != nil {
		return nil, false, err
	}
	came, err := member.CameBelow(ctx, s.db, memID, ids...)
	if err != nil {
		return nil, false, err
	}
	out = make([]Child, len(below))
	for i, p := range below {
		out[i] = Child{LowerPartner: p, Terms: known[p.MemID]}
		out[i].Came = came[p.MemID]
	}
	return out, more, nil
}

// Now is the moment by which rates are locked.
func (s *Service) Now() time.Time { return s.clk.Now().UTC() }

// OwnHistory returns the rates that a partner had, the newest first, those that are Seen before a moment. A partner sees its own, and of partners
// directly below it those that hold or held since they came below; staff sees all. U001: no such partner, or not below. U029: below, but not directly.
func (s *Service) OwnHistory(ctx context.Context, by By, memID string, before time.Time, count int32) ([]Terms, error) {
	if err := s.maySee(ctx, by, memID); err != nil {
		return nil, err
	}
	var came time.Time
	if !by.staff() && by.Partner != memID {
		since, err := member.CameBelow(ctx, s.db, by.Partner, memID)
		if err != nil {
			return nil, err
		}
		came = since[memID]
	}
	rows, err := partnerdb.New(s.db).RatesOf(ctx, partnerdb.RatesOfParams{MemberID: memID, Before: before, Came: came, Count: count})
	if err != nil {
		return nil, fmt.Errorf("partner: rates: %w", err)
	}
	joined, err := member.JoinedAt(ctx, s.db, memID)
	if err != nil {
		return nil, err
	}
	out := make([]Terms, len(rows))
	for i, r := range rows {
		rates, err := waterfall.RatesOf(r.Rates)
		if err != nil {
			return nil, fmt.Errorf("partner: rates: %s: %w", memID, err)
		}
		out[i] = Terms{
			Span: Span{MemID: memID, Since: r.Since.UTC(), Rates: rates, Insured: waterfall.Insurance{From: r.InsuredFrom, Part: r.InsuredPart}},
			By:   r.ChangedBy, ByStaff: r.ByStaff, Reason: r.Reason, First: r.Since.Equal(joined[r.MemberID]), Came: came,
		}
		if r.Until != nil {
			out[i].Until = r.Until.UTC()
		}
	}
	return out, nil
}

func (s *Service) maySee(ctx context.Context, by By, memID string) error {
	p, err := s.Find(ctx, by, memID)
	switch {
	case err != nil, by.staff(), by.Partner == memID:
		return err
	case p.Upline[0] != by.Partner:
		return fault.NoAccess
	}
	return nil
}

// Find returns a partner: of the site for staff, else the caller or one of its downline. U001: there is none.
func (s *Service) Find(ctx context.Context, by By, memID string) (member.Profile, error) {
	p, err := s.members.Profile(ctx, s.db, memID)
	if err != nil {
		return p, err
	}
	if p.Site != by.Site || !p.Partner || p.Status == member.Deleted || !by.staff() && by.Partner != memID && !slices.Contains(p.Upline, by.Partner) {
		return member.Profile{}, fault.MemberNotFound
	}
	return p, nil
}

// mayMove refuses to put a partner under one whose rates are below its own (G010), or before the rates of both hold (E002). A plain member has no rates.
func (s *Service) mayMove(ctx context.Context, tx pgx.Tx, siteID, memID, to string, at time.Time) error {
	moved, err := s.members.Profile(ctx, tx, memID)
	if err != nil {
		return err
	}
	if !moved.Partner {
		return nil
	}
	for _, one := range []struct {
		id     string
		change bool
	}{{to, false}, {memID, true}} {
		if err := lockPartner(ctx, tx, siteID, one.id, one.change); err != nil {
			return err
		}
	}
	known, err := currentTerms(ctx, tx, memID, to)
	if err != nil {
		return err
	}
	if known[memID].Since.After(at) || known[to].Since.After(at) {
		return fault.TryLater // set by a node whose clock is ahead: at the moment of the move they do not hold yet
	}
	if err := known[memID].Rates.Within(known[to].Rates); errors.Is(err, waterfall.ErrAbove) {
		return fault.RateAboveParent
	}
	return nil
}
