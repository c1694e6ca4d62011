package site

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site/sitedb"
)

// Errors of a change of hosts.
var (
	ErrHostExists = errors.New("site: it has this host already")
	ErrNoHost     = errors.New("site: it has no such host")
	ErrLastHost   = errors.New("site: this is its last host; without one no member reaches it")
)

// AddHost gives a site one more host name; every node knows it within a second. ErrUnknown, ErrHostExists. A text that is not a host name, or a host
// of another site, is an error that says so.
func (s *Service) AddHost(ctx context.Context, by audit.Actor, siteID, host string) error {
	host = strings.ToLower(strings.TrimSpace(host))
	if !hostForm.MatchString(host) {
		return fmt.Errorf("site: %q is no host name", host)
	}
	return s.changeHosts(ctx, by, siteID, "site.host.add", host, func(hosts []string) ([]string, error) {
		if slices.Contains(hosts, host) {
			return nil, ErrHostExists
		}
		return append(hosts, host), nil
	})
}

// RemoveHost takes a host name from a site: within five seconds members no longer reach it there. ErrUnknown, ErrNoHost, ErrLastHost.
func (s *Service) RemoveHost(ctx context.Context, by audit.Actor, siteID, host string) error {
	host = strings.ToLower(strings.TrimSpace(host))
	return s.changeHosts(ctx, by, siteID, "site.host.remove", host, func(hosts []string) ([]string, error) {
		if !slices.Contains(hosts, host) {
			return nil, ErrNoHost
		}
		if len(hosts) == 1 {
			return nil, ErrLastHost
		}
		return slices.DeleteFunc(hosts, func(h string) bool { return h == host }), nil
	})
}

func (s *Service) changeHosts(ctx context.Context, by audit.Actor, siteID, action, host string, change func([]string) ([]string, error)) error {
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		q := sitedb.New(tx)
		sites, err := q.LockSites(ctx)
		if err != nil {
			return nil, fmt.Errorf("site: hosts: %w", err)
		}
		at := slices.IndexFunc(sites, func(r sitedb.LockSitesRow) bool { return r.SiteID == siteID })
		if at < 0 {
			return nil, ErrUnknown
		}
		hosts, err := change(slices.Clone(sites[at].Hosts))
		if err != nil {
			return nil, err
		}
		if err := hostsFree(sites, siteID, hosts); err != nil {
			return nil, err
		}
		slices.Sort(hosts)
		if err := q.SetHosts(ctx, sitedb.SetHostsParams{SiteID: siteID, Hosts: hosts}); err != nil {
			return nil, fmt.Errorf("site: hosts: %w", err)
		}
		return &audit.Entry{Actor: by, Site: siteID, Action: action, Target: host, Detail: map[string]any{"hosts": hosts}}, nil
	})
}

// hostsFree refuses hosts of which another site has one.
func hostsFree(sites []sitedb.LockSitesRow, siteID string, hosts []string) error {
	for _, other := range sites {
		if i := slices.IndexFunc(hosts, func(h string) bool { return other.SiteID != siteID && slices.Contains(other.Hosts, h) }); i >= 0 {
			return fmt.Errorf("site: %s is a host of the site %s", hosts[i], other.SiteID)
		}
	}
	return nil
}
