package staff

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/staff/staffdb"
	"hubstake/internal/platform/peer"
)

const (
	// maxTries is the number of wrong passwords after which the back office holds back an ID and address (S-77).
	maxTries = 3
	// holdFor is how long it does. The account itself and other addresses are not concerned: a stranger who does not know the
	// password must not be able to lock the back office.
	holdFor = 15 * time.Minute
	// maxCustomerTries is maxTries of all /64s of an IPv6 /48 together: one customer may have 65,536 of them.
	maxCustomerTries = 4 * maxTries
	// patience is the number of attempts on an ID within half an hour, from all addresses together, that do not wait.
	// Later ones wait up to four seconds, staff's own as well: it is slower during an attack, and never locked.
	patience = 9
)

// networksOf returns the networks by which attempts from an address are counted: the address, or the /64 and the /48 of an IPv6 one.
func networksOf(ip netip.Addr) []netip.Prefix {
	if !ip.IsValid() { // called by no request
		ip = netip.IPv4Unspecified()
	}
	networks := []netip.Prefix{peer.Network(ip)}
	if customer, ok := peer.Customer(ip); ok {
		networks = append(networks, customer)
	}
	return networks
}

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
		limit := int32(maxCustomerTries)
		if i == 0 {
			limit = maxTries
		}
		n, err := p.q.TryPassword(ctx, staffdb.TryPasswordParams{
			SiteID: p.site, StaffID: p.id, Network: network, Max: limit, At: p.at, Rested: p.at.Add(-holdFor),
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
	recent -= patience - credential.Patience
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
