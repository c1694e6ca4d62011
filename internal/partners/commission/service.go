package commission

import (
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/clock"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/vault"
)

// Service notes, settles and pays commissions.
type Service struct {
	db    *pgxpool.Pool
	clk   clock.Clock
	sites *site.Service
	vault *vault.Vault

	approvals  *approval.Service
	mismatches *Mismatches
}

// New returns a Service. Only a program that settles needs a vault; it may be nil.
func New(db *pgxpool.Pool, clk clock.Clock, sites *site.Service, v *vault.Vault) *Service {
	return &Service{db: db, clk: clk, sites: sites, vault: v}
}

// dayOf returns the day of a moment by a clock, as a date of PostgreSQL: midnight UTC.
func dayOf(at time.Time, zone *time.Location) time.Time {
	y, m, d := at.In(zone).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// period returns when a day begins and ends by a clock.
func period(day time.Time, zone *time.Location) (since, until time.Time) {
	return begins(day, zone), begins(day.AddDate(0, 0, 1), zone)
}

// begins returns the first moment of a day by a clock: midnight, or where the clock leaps over it to summer time.
func begins(day time.Time, zone *time.Location) time.Time {
	y, m, d := day.Date()
	at := time.Date(y, m, d, 0, 0, 0, 0, zone)
	if at.Day() != d { // Date returned the hour before the leap
		_, at = at.ZoneBounds()
	}
	return at
}
