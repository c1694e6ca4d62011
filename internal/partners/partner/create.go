package partner

import (
	"cmp"
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/right"
	"hubstake/internal/core/waterfall"
	"hubstake/internal/operator/audit"
	"hubstake/internal/partners/partner/partnerdb"
)

// lowest is the level of partners that can have none below (product.txt §4).
const lowest = 6

// NewAccount is a member or a partner that a partner makes below itself.
type NewAccount struct {
	member.Form     // Referrer is a registration code: the memId of the partner itself or of one below it; empty: the partner itself
	Level       int // of a partner: below that of the partner above, 6 at most; 0: a member
	Rates       waterfall.Rates
	Insured     waterfall.Insurance
}

// Created is an account that was made.
type Created struct {
	MemID  string
	Parent string
	Status member.Status // pending or normal
}

// taken are the codes of values in use as the partner area answers them.
var taken = []struct{ signUp, here *fault.Fault }{
	{fault.DuplicateID, fault.IDInUse},
	{fault.DuplicateNickname, fault.NicknameInUse},
	{fault.DuplicatePhone, fault.PhoneInUse},
	{fault.DuplicateAccount, fault.AccountInUse},
	{fault.SignUpClosed, fault.ReferrerSignUpClosed},
	{fault.ReferrerNotAllowed, fault.ReferrerSignUpClosed},
}

// refusal brings a refusal of a signup to the code that the partner area has for it.
func refusal(err error) error {
	for _, t := range taken {
		if errors.Is(err, t.signUp) {
			return t.here
		}
	}
	return err
}

// told is called with what a person is about to be told after values of a form were compared with those in use. It is counted (By.Told), and a phone or an
// account that is in use is noted for head office: a partner sees them masked, and who is told often can find out what the mask hides (S-98). The
// note says who was told of what kind, not of which value.
func (s *Service) told(ctx context.Context, by By, call string, answer error) error {
	if by.Told != nil {
		head, err := s.members.Head(ctx, by.Partner)
		if err == nil {
			err = by.Told(ctx, head)
		}
		if err != nil {
			return err
		}
	}
	var kind string
	switch {
	case errors.Is(answer, fault.PhoneInUse):
		kind = member.KindPhone
	case errors.Is(answer, fault.AccountInUse):
		kind = member.KindAccount
	default:
		return answer
	}
	err := audit.Note(ctx, s.db, audit.Entry{
		Actor: by.Actor, Site: by.Site, Action: "partner.taken", Target: by.Partner, Detail: map[string]any{"kind": kind, "call": call},
	})
	return cmp.Or(err, answer)
}

// Check reports, while a form is filled in, whether a value of it would be accepted, as member.Service.Check does at signup; one in use is
// U116 … U119. The code, when it is given, is checked as Create does. Each answer about a phone or an account that has its form is one of By.Told.
func (s *Service) Check(ctx context.Context, by By, kind, value, code string) error {
	if _, err := s.parent(ctx, by, code); err != nil {
		return err
	}
	if kind == "" {
		return nil
	}
	err := s.members.Check(ctx, by.Site, kind, value, by.Partner)
	compared := err == nil || errors.Is(err, fault.DuplicatePhone) || errors.Is(err, fault.DuplicateAccount)
	if compared && (kind == member.KindPhone || kind == member.KindAccount) {
		return s.told(ctx, by, "check", refusal(err))
	}
	return refusal(err)
}

// parent returns the partner under which a code puts an account. U009: there is none of it in the downline. U010: it cannot be used.
func (s *Service) parent(ctx context.Context, by By, code string) (string, error) {
	if code = credential.FoldID(code); code == "" || code == by.Partner {
		return by.Partner, nil
	}
	p, err := s.members.Profile(ctx, s.db, code)
	switch {
	case errors.Is(err, fault.MemberNotFound), err == nil && (p.Site != by.Site || !below(p, by.Partner)):
		return "", fault.UnknownRegistrationCode
	case err != nil:
		return "", err
	}
	switch err := s.members.CheckReferrer(ctx, by.Site, code); {
	case errors.Is(err, fault.ReferrerNotAllowed), errors.Is(err, fault.ReferrerNotPartner):
		return "", fault.UnusableRegistrationCode
	case errors.Is(err, fault.UnknownReferrer):
		return "", fault.UnknownRegistrationCode
	case err != nil:
		return "", err
	}
	return code, nil
}

func below(p member.Profile, partner string) bool {
	for _, one := range p.Upline {
		if one == partner {
			return p.Status != member.Deleted
		}
	}
	return false
}

// Create makes an account directly below the partner, or a member below the partner of its registration code. It is pending until staff or a
// partner who may decides, and normal at once when this partner may and the person has the right to decide (right.LowerModify).
//
// The refusals are those of a signup, but U116 … U119 for values in use and U115 when the site or the partner takes no signups. U009, U010:
// the code; U010 also for a partner below another one than the caller, whose rates only that one sets. E001: a level that is not
// below the partner's. G010: rates above the partner's. S001: see D-35. Each refusal after the values were compared with those in use is one of
// By.Told, whatever its code: if other values were in use, it would be another one.
func (s *Service) Create(ctx context.Context, by By, in NewAccount) (out Created, err error) {
	if err := s.writable(ctx, by); err != nil {
		return out, err
	}
	if out.Parent, err = s.parent(ctx, by, in.Referrer); err != nil {
		return out, err
	}
	switch {
	case in.Level != 0 && out.Parent != by.Partner:
		return out, fault.UnusableRegistrationCode
	case in.Level < 0 || in.Level > lowest, in.Rates.Check() != nil, in.Insured.From < 0, in.Insured.Part < 0, in.Insured.Part > waterfall.Whole:
		return out, fault.Failed
	}
	in.Referrer = out.Parent
	a, err := s.members.Prepare(ctx, by.Site, in.Form)
	if err != nil {
		return out, refusal(err)
	}
	if in.Level > 0 {
		if err := s.mayGive(ctx, by, in); err != nil {
			return out, err
		}
	}
	rights, err := s.Rights(ctx, by.Site, by.Partner)
	if err != nil {
		return out, err
	}
	a.PartnerLevel, a.MayRefer = in.Level, in.Level > 0
	if rights.Approve && by.has(right.LowerModify) {
		a.Status, a.By = member.Normal, by.ID
	}
	out.MemID, out.Status = a.MemID, a.Status
	if err = s.members.Complete(ctx, &a, in.Form); err == nil {
		a.At = s.clk.Now() // after the hashes, which take a while: its first rates begin then
		err = s.add(ctx, by, a, in)
	}
	if err != nil {
		err = s.told(ctx, by, "create", refusal(err))
	}
	return out, err
}

// mayGive refuses, before anything is compared, the level and the rates that firstRates would refuse.
func (s *Service) mayGive(ctx context.Context, by By, in NewAccount) error {
	p, err := s.members.Profile(ctx, s.db, by.Partner)
	if err != nil {
		return err
	}
	if !p.Partner || in.Level <= p.PartnerLevel {
		return fault.Failed
	}
	known, err := s.Current(ctx, by.Partner)
	if err == nil && in.Rates.Within(known[by.Partner].Rates) != nil {
		err = fault.RateAboveParent
	}
	return err
}

// add writes a completed account, with its rates when it is a partner.
func (s *Service) add(ctx context.Context, by By, a member.Account, in NewAccount) error {
	return s.members.Add(ctx, a, by.Trace, func(tx pgx.Tx) (*audit.Entry, error) {
		if a.Status == member.Normal { // the right may have gone meanwhile
			if err := mayDecide(by)(ctx, tx); err != nil {
				return nil, err
			}
		}
		detail := map[string]any{"level": in.Level, "parent": a.Parent, "status": a.Status}
		if in.Level > 0 {
			span, err := s.firstRates(ctx, tx, by, a, in)
			if err != nil {
				return nil, err
			}
			detail["becomes"] = ratesDetail(span)
		}
		return &audit.Entry{Actor: by.Actor, Site: by.Site, Action: "partner.create", Target: a.MemID, Detail: detail}, nil
	})
}

// firstRates sets the rates of a partner that was made in tx, whose own row and that of the partner above are held. They begin when the account does,
// which tells them from a change (Terms.First).
func (s *Service) firstRates(ctx context.Context, tx pgx.Tx, by By, a member.Account, in NewAccount) (Span, error) {
	at, err := member.HoldPosition(ctx, tx, by.Site, by.Partner)
	if err != nil {
		return Span{}, err
	}
	if !at.Partner || in.Level <= at.Level {
		return Span{}, fault.Failed
	}
	if err := lockPartner(ctx, tx, by.Site, by.Partner, false); err != nil {
		return Span{}, err
	}
	if err := partnerdb.New(tx).KeepPartner(ctx, partnerdb.KeepPartnerParams{MemberID: a.MemID, SiteID: by.Site}); err != nil {
		return Span{}, err
	}
	known, err := currentTerms(ctx, tx, by.Partner)
	if err != nil {
		return Span{}, err
	}
	if in.Rates.Within(known[by.Partner].Rates) != nil {
		return Span{}, fault.RateAboveParent
	}
	set, err := s.write(ctx, tx, by, RateInput{MemID: a.MemID, Rates: in.Rates, Insured: in.Insured}, a.At, known)
	return set.Span, err
}

// Ceilings are what a person can give a partner that it makes below its own.
type Ceilings struct {
	Levels  []int // from the one below the own to 6; none: it can make members only, for want of the right to set rates or of a level
	Rates   waterfall.Rates
	Insured waterfall.Insurance
	Approve bool // accounts that it makes are normal at once
}

// Ceilings returns what a person of a partner can give. U029: not a partner any more.
func (s *Service) Ceilings(ctx context.Context, by By) (out Ceilings, err error) {
	p, err := s.members.Profile(ctx, s.db, by.Partner)
	if err != nil {
		return out, err
	}
	if !p.Partner || p.Site != by.Site {
		return out, fault.NoAccess
	}
	for level := p.PartnerLevel + 1; by.has(right.RateModify) && level <= lowest; level++ {
		out.Levels = append(out.Levels, level)
	}
	known, err := s.Current(ctx, by.Partner)
	if err != nil {
		return out, err
	}
	out.Rates, out.Insured = known[by.Partner].Rates, known[by.Partner].Insured
	rights, err := s.Rights(ctx, by.Site, by.Partner)
	out.Approve = rights.Approve && by.has(right.LowerModify)
	return out, err
}
