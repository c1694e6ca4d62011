package site

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site/sitedb"
)

// ErrExists says that there is a site of that ID.
var ErrExists = errors.New("site: there is one of this ID already")

// NewSite is a site that is to be made.
type NewSite struct {
	ID      string   // 1 to 16 lower-case letters and digits
	Name    string   // as members read it
	Hosts   []string // the host names under which members reach it
	Options []byte   // JSON: the options that differ from the defaults
}

var (
	idForm   = regexp.MustCompile(`^[a-z0-9]{1,16}$`)
	hostForm = regexp.MustCompile(`^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$`)
)

const nameMax = 60

// check brings a site to the form in which it is kept.
func (n NewSite) check() (NewSite, error) {
	n.Name = strings.TrimSpace(n.Name)
	if !idForm.MatchString(n.ID) {
		return n, fmt.Errorf("site: %q is no ID: 1 to 16 lower-case letters and digits", n.ID)
	}
	if n.Name == "" || !printable(n.Name, nameMax) {
		return n, fmt.Errorf("site: a name has 1 to %d characters that can be printed", nameMax)
	}
	hosts := []string{}
	for _, h := range n.Hosts {
		if h = strings.ToLower(strings.TrimSpace(h)); !hostForm.MatchString(h) {
			return n, fmt.Errorf("site: %q is no host name", h)
		}
		hosts = append(hosts, h)
	}
	if len(hosts) == 0 {
		return n, errors.New("site: it needs a host name, or no member reaches it")
	}
	slices.Sort(hosts)
	n.Hosts = slices.Compact(hosts)
	_, err := Parse(n.Options)
	return n, err
}

// Add makes a site. ErrExists: there is one. A host that another site has, and options outside their limits, are errors that say so.
func (s *Service) Add(ctx context.Context, by audit.Actor, n NewSite) error {
	n, err := n.check()
	if err != nil {
		return err
	}
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		q := sitedb.New(tx)
		sites, err := q.LockSites(ctx)
		if err != nil {
			return nil, fmt.Errorf("site: add: %w", err)
		}
		if err := hostsFree(sites, n.ID, n.Hosts); err != nil {
			return nil, err
		}
		rows, err := q.Add(ctx, sitedb.AddParams{SiteID: n.ID, Name: n.Name, Hosts: n.Hosts, Options: n.Options})
		if err != nil {
			return nil, fmt.Errorf("site: add: %w", err)
		}
		if rows == 0 {
			return nil, ErrExists
		}
		return &audit.Entry{Actor: by, Site: n.ID, Action: "site.add", Target: n.ID, Detail: map[string]any{"name": n.Name, "hosts": n.Hosts}}, nil
	})
}
