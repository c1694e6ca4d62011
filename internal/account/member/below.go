package member

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/audit"
)

// Prepare returns the account of a form that a partner fills in for another person, by the rules and with the refusals of a signup. It is not compared with
// other accounts, which Complete does. The documents of the site are left to that person.
func (s *Service) Prepare(ctx context.Context, siteID string, f Form) (Account, error) {
	st, err := s.signUpOpen(ctx, siteID)
	if err != nil {
		return Account{}, err
	}
	f.AgreeTerms, f.Documents = true, nil
	a, err := account(f, st, true)
	a.At = s.clk.Now()
	return a, err
}

// Complete adds the hashes to a prepared account whose phone and bank account are not blocked (U013, U014) and whose values are free (U005 … U008).
func (s *Service) Complete(ctx context.Context, a *Account, f Form) error {
	refusal, err := s.blockedPerson(ctx, memberdb.New(s.db), a.Site, a.Phone, a.Number)
	if err = errors.Join(err, refusal); err != nil {
		return err
	}
	return s.complete(ctx, a, f)
}

// Add writes a completed account below its referrer and tells staff of a pending one, the upline of another one. also takes part in the
// transaction and returns the entry of the audit. U005 … U008: a value was taken meanwhile. U112 … U114: the referrer cannot be one any more.
func (s *Service) Add(ctx context.Context, a Account, trace string, also func(pgx.Tx) (*audit.Entry, error)) error {
	st, err := s.options(ctx, a.Site)
	if err != nil {
		return err
	}
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		if err := Create(ctx, tx, s.Personal, a, st.Options.Currency); err != nil {
			return nil, err
		}
		// The referrer's row is held since Create: it stays as it is found here.
		if err := s.checkReferrer(ctx, memberdb.New(tx), a.Site, a.Parent); err != nil {
			return nil, err
		}
		entry, err := also(tx)
		if err != nil {
			return nil, err
		}
		if a.Status == Pending {
			return entry, queue(ctx, tx, a.Site, a.MemID, trace)
		}
		upline, err := Upline(ctx, tx, a.MemID)
		if err != nil {
			return nil, err
		}
		return entry, notifyUpline(ctx, tx, a.Site, a.MemID, upline, event.Join, trace)
	})
}

// CheckReferrer reports U112 … U114 of an account that is to be named as referrer.
func (s *Service) CheckReferrer(ctx context.Context, siteID, memID string) error {
	return s.checkReferrer(ctx, memberdb.New(s.db), siteID, memID)
}

// Position is where an account stands among the partners of its site.
type Position struct {
	Partner bool
	Level   int // 1 … 6 of a partner, else 0
	Parent  string
	Upline  []string
	Status  Status
}

// HoldPosition returns where an account stands, which no move changes until tx ends. U001: no such account on the site.
func HoldPosition(ctx context.Context, tx pgx.Tx, siteID, memID string) (Position, error) {
	r, err := memberdb.New(tx).HoldPosition(ctx, memberdb.HoldPositionParams{MemberID: memID, SiteID: siteID})
	if errors.Is(err, pgx.ErrNoRows) {
		return Position{}, fault.MemberNotFound
	}
	if err != nil {
		return Position{}, fmt.Errorf("member: position: %w", err)
	}
	return Position{Partner: r.Partner, Level: int(r.PartnerLevel), Parent: r.ParentID, Upline: r.Upline, Status: Status(r.Status)}, nil
}

// LowerPartner is a partner directly below another one.
type LowerPartner struct {
	MemID, Nick string
	Level       int
}

// LastMove returns when a partner was moved last, or one away that was directly below it; 1970: never. Where clocks differ it may be to come.
func LastMove(ctx context.Context, db memberdb.DBTX, memID string) (time.Time, error) {
	at, err := memberdb.New(db).LastMove(ctx, memID)
	if err != nil {
		return at, fmt.Errorf("member: last move: %w", err)
	}
	return at, nil
}

// PartnersBelow returns the partners directly below one by their memIds, deleted ones aside.
func PartnersBelow(ctx context.Context, db memberdb.DBTX, memID string) ([]LowerPartner, error) {
	rows, err := memberdb.New(db).PartnersBelow(ctx, &memID)
	if err != nil {
		return nil, fmt.Errorf("member: partners below: %w", err)
	}
	out := make([]LowerPartner, len(rows))
	for i, r := range rows {
		out[i] = LowerPartner{MemID: r.MemberID, Nick: r.Nick, Level: int(r.PartnerLevel)}
	}
	return out, nil
}

// CameBelow returns since when accounts have been below a partner without a break; those that were from the beginning are not in it.
func CameBelow(ctx context.Context, db memberdb.DBTX, partner string, ids ...string) (map[string]time.Time, error) {
	rows, err := memberdb.New(db).CameBelow(ctx, memberdb.CameBelowParams{Ids: ids, Partner: partner})
	if err != nil {
		return nil, fmt.Errorf("member: came below: %w", err)
	}
	out := make(map[string]time.Time, len(rows))
	for _, r := range rows {
		out[r.MemberID] = r.At.UTC()
	}
	return out, nil
}

// JoinedAt returns the moments at which accounts were made, to the microsecond.
func JoinedAt(ctx context.Context, db memberdb.DBTX, ids ...string) (map[string]time.Time, error) {
	rows, err := memberdb.New(db).JoinedAt(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("member: joined: %w", err)
	}
	out := make(map[string]time.Time, len(rows))
	for _, r := range rows {
		out[r.MemberID] = r.JoinedAt.UTC()
	}
	return out, nil
}
