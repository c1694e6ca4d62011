package staff

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/account/staff/staffdb"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/audit"
	"hubstake/internal/platform/vault"
)

// Keys is what logins of staff need. A program that lets no staff in gives none.
type Keys struct {
	Checker credential.Checker
	Vault   *vault.Vault // TOTP secrets
	Metrics *Metrics     // nil counts nothing
	// PutIfAbsent keeps a value under a name outside PostgreSQL, or returns the value that is there already (redisx.Nonces.PutIfAbsent). It remembers
	// the one-time codes over a failover; nil leaves that to PostgreSQL.
	PutIfAbsent func(ctx context.Context, name, value string, ttl time.Duration) (was string, err error)
	// NewSecret makes the TOTP secret (base32) of an account; nil makes a random one.
	NewSecret func(staffID string) string
}

// Service carries out what the package is about.
type Service struct {
	Keys
	db      *pgxpool.Pool
	clk     clock.Clock
	members *member.Service // begins and records sessions

	notes refusalNotes // of refused logins
}

// New returns a service.
func New(db *pgxpool.Pool, clk clock.Clock, members *member.Service, k Keys) *Service {
	return &Service{Keys: k, db: db, clk: clk, members: members}
}

// Account is a member of staff.
type Account struct {
	ID     string
	Site   string
	Name   string
	Rights []right.Right
	Active bool

	Enrolled bool // false: it waits for the one-time password that it was given
}

// Account reads an account; ok is false when there is none.
func (s *Service) Account(ctx context.Context, id string) (a Account, ok bool, err error) {
	r, err := staffdb.New(s.db).ByID(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return Account{}, false, nil
	}
	if err != nil {
		return Account{}, false, fmt.Errorf("staff: %w", err)
	}
	return Account{ID: r.StaffID, Site: r.SiteID, Name: r.Name, Rights: right.Of(r.Rights), Active: r.Active, Enrolled: r.OneTimeUntil == nil}, true, nil
}

// Unlock lets a member of staff try again whose password or one-time code was wrong too often. It changes neither. U001: no such staff
// on the site.
func (s *Service) Unlock(ctx context.Context, by audit.Actor, siteID, id string) error {
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		q := staffdb.New(tx)
		n, err := q.Unlock(ctx, staffdb.UnlockParams{StaffID: id, SiteID: siteID})
		if err != nil {
			return nil, fmt.Errorf("unlock staff: %w", err)
		}
		if n == 0 {
			return nil, fault.MemberNotFound
		}
		if err := q.ForgiveEverywhere(ctx, staffdb.ForgiveEverywhereParams{SiteID: siteID, StaffID: id}); err != nil {
			return nil, fmt.Errorf("unlock staff: %w", err)
		}
		return &audit.Entry{Actor: by, Site: siteID, Action: "staff.unlock", Target: id}, nil
	})
}
