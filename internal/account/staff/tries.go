package staff

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/staff/staffdb"
)

// passwords is the credential.Store of a staff ID, whether it exists or not.
type passwords struct {
	q        *staffdb.Queries
	metrics  *Metrics
	site, id string
	networks []netip.Prefix // where the attempt comes from, the narrowest first
	at       time.Time

	hash string // what the attempt was compared with
}

// Hash implements credential.Store.
func (p *passwords) Hash(ctx context.Context) (hash string, err error) {
	p.hash, err = p.q.PassHash(ctx, staffdb.PassHashParams{StaffID: p.id, SiteID: p.site})
	return p.hash, err
}

// Try implements credential.Store: it counts by each of the networks. recent makes attempts wait that follow many on the same ID, wherever
// those came from.
func (p *passwords) Try(ctx context.Context, _ bool) (failures, recent int32, err error) {
	for i, network := range p.networks {
		n, err := p.q.TryPassword(ctx, staffdb.TryPasswordParams{
			SiteID: p.site, StaffID: p.id, Network: network, Max: credential.OfficeLimit(i), At: p.at, Rested: p.at.Add(-credential.OfficeHold),
		})
		if err != nil {
			return 0, 0, err
		}
		if i == 0 {
			failures = n
		}
	}
	recent, err = p.q.RecentPasswords(ctx, staffdb.RecentPasswordsParams{
		SiteID: p.site, StaffID: p.id, Since: p.at.Add(-credential.StreakWindow),
	})
	recent = credential.OfficeRecent(recent)
	if credential.HoldBack(recent) > 0 {
		p.metrics.slow()
	}
	return failures, recent, err
}

// Return implements credential.Store.
func (p *passwords) Return(ctx context.Context, _ bool) error {
	return p.q.ReturnPassword(ctx, staffdb.ReturnPasswordParams{SiteID: p.site, StaffID: p.id, Networks: p.networks})
}

// PruneTries forgets wrong passwords a day after the last one of an ID and network.
func PruneTries(ctx context.Context, db staffdb.DBTX, now time.Time) error {
	const batch = 1000
	for n := int64(batch); n == batch; {
		var err error
		n, err = staffdb.New(db).PruneTries(ctx, staffdb.PruneTriesParams{Before: now.Add(-24 * time.Hour), Count: batch})
		if err != nil {
			return fmt.Errorf("prune staff tries: %w", err)
		}
	}
	return nil
}
