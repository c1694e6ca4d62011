package agent

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/partners/agent/agentdb"
)

// passwords is the credential.Store of a login to the partner area, whether it exists or not.
type passwords struct {
	q        *agentdb.Queries
	members  *member.Service
	site, id string
	networks []netip.Prefix // where the attempt comes from, the narrowest first
	at       time.Time

	hash     string // the stored hash that the attempt was compared with
	failures int32  // the streak of wrong attempts from the narrowest network, this one included
}

func (p *passwords) partner() string { return credential.PartnerOf(p.id) }

func (p *passwords) isPartner() bool { return p.partner() == p.id }

// Hash implements credential.Store. The password of the partner itself is that of the member.
func (p *passwords) Hash(ctx context.Context) (string, error) {
	if !p.isPartner() {
		var err error
		p.hash, err = p.q.PassHash(ctx, agentdb.PassHashParams{AgentID: p.id, SiteID: p.site})
		return p.hash, err
	}
	standing, err := p.members.Partner(ctx, p.site, p.id)
	p.hash = standing.PassHash
	return p.hash, err
}

// Try implements credential.Store: it counts by each of the networks. recent makes attempts wait that follow many on the same ID, wherever
// those came from.
func (p *passwords) Try(ctx context.Context, _ bool) (failures, recent int32, err error) {
	for i, network := range p.networks {
		n, err := p.q.TryPassword(ctx, agentdb.TryPasswordParams{
			SiteID: p.site, AgentID: p.id, Network: network, Max: credential.OfficeLimit(i), At: p.at, Rested: p.at.Add(-credential.OfficeHold),
		})
		if err != nil {
			return 0, 0, err
		}
		if i == 0 {
			p.failures = n
		}
	}
	recent, err = p.q.RecentPasswords(ctx, agentdb.RecentPasswordsParams{
		SiteID: p.site, AgentID: p.id, Since: p.at.Add(-credential.StreakWindow),
	})
	return p.failures, credential.OfficeRecent(recent), err
}

// Return implements credential.Store.
func (p *passwords) Return(ctx context.Context, _ bool) error {
	return p.q.ReturnPassword(ctx, agentdb.ReturnPasswordParams{SiteID: p.site, AgentID: p.id, Networks: p.networks})
}

// PruneTries forgets wrong attempts a day after the last one of an ID and network.
func PruneTries(ctx context.Context, db agentdb.DBTX, now time.Time) error {
	const batch = 1000
	for n := int64(batch); n == batch; {
		var err error
		n, err = agentdb.New(db).PruneTries(ctx, agentdb.PruneTriesParams{Before: now.Add(-24 * time.Hour), Count: batch})
		if err != nil {
			return fmt.Errorf("prune tries of the partner area: %w", err)
		}
	}
	return nil
}
