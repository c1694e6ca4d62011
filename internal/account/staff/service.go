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
	"hubstake/internal/core/right"
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

	notes credential.RefusalNotes // of refused logins
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

// Unlock lets a member of staff try again whose password or one-time code was wrong too often. It changes neither.
func (s *Service) Unlock(ctx context.Context, a Act) error {
	return s.change(ctx, a, "staff.unlock", func(tx pgx.Tx, _ staffdb.LockPairRow) (map[string]any, error) {
		q := staffdb.New(tx)
		if err := q.Unlock(ctx, a.ID); err != nil {
			return nil, err
		}
		return map[string]any{}, q.ForgiveEverywhere(ctx, staffdb.ForgiveEverywhereParams{SiteID: a.Site, StaffID: a.ID})
	})
}
