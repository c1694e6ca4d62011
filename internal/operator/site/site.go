package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/clock"
	"hubstake/internal/operator/site/sitedb"
)

// keep bounds how old a site in memory may be: a changed option holds everywhere after a second.
const keep = time.Second

// ErrUnknown says that there is no such site.
var ErrUnknown = errors.New("site: unknown")

// Site is a site as it is now.
type Site struct {
	ID                 string
	Name               string
	Maintenance        bool // maintenance of the whole site: S001
	MaintenanceVersion int64
	Options            Options
	Windows            []Announced // scheduled maintenance that runs or that members are told of, by its beginning
}

// Service reads sites through a small cache.
type Service struct {
	db  *pgxpool.Pool
	clk clock.Clock

	mu    sync.Mutex
	sites map[string]cached

	reading sync.Mutex        // held while hosts are read
	hosts   map[string]string // host name → site id
	hostsAt time.Time         // when they were read; zero: never
}

type cached struct {
	site Site
	at   time.Time
}

// New returns a service.
func New(db *pgxpool.Pool, clk clock.Clock) *Service {
	return &Service{db: db, clk: clk, sites: map[string]cached{}}
}

// Now returns the moment by the service's clock.
func (s *Service) Now() time.Time { return s.clk.Now() }

// Get returns a site; it may be a second old.
func (s *Service) Get(ctx context.Context, id string) (Site, error) {
	now := s.clk.Now()
	s.mu.Lock()
	c, ok := s.sites[id]
	s.mu.Unlock()
	if ok && now.Sub(c.at) < keep && !now.Before(c.at) {
		return c.site, nil
	}
	return s.Fresh(ctx, id)
}

// Fresh returns a site as it is at this moment: for what an event makes a page ask, which comes sooner than a second.
func (s *Service) Fresh(ctx context.Context, id string) (Site, error) {
	now := s.clk.Now()
	site, err := read(ctx, s.db, id)
	if err != nil {
		return Site{}, err
	}
	s.mu.Lock()
	s.sites[id] = cached{site, now}
	s.mu.Unlock()
	return site, nil
}

func read(ctx context.Context, db sitedb.DBTX, id string) (Site, error) {
	r, err := sitedb.New(db).ByID(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return Site{}, ErrUnknown
	}
	if err != nil {
		return Site{}, fmt.Errorf("site %s: %w", id, err)
	}
	o, err := Parse(r.Options)
	if err != nil {
		return Site{}, err
	}
	s := Site{ID: r.SiteID, Name: r.Name, Maintenance: r.Inspect, MaintenanceVersion: r.InspectVersion, Options: o}
	if err := json.Unmarshal(r.Windows, &s.Windows); err != nil {
		return Site{}, fmt.Errorf("site %s: windows: %w", id, err)
	}
	return s, nil
}

// IDs lists all sites.
func IDs(ctx context.Context, db sitedb.DBTX) ([]string, error) {
	ids, err := sitedb.New(db).IDs(ctx)
	if err != nil {
		return nil, fmt.Errorf("sites: %w", err)
	}
	return ids, nil
}

// hostsAge is how long the list of host names is taken for complete: a name that it lacks costs no query before. hostsKept is how long a name that it has
// counts, and so how long a name that was removed does.
const (
	hostsAge  = time.Second
	hostsKept = 5 * time.Second
)

// ByHost names the site of a host name. A name that no site has is ErrUnknown; however many such names are asked for, the list of
// all hosts is read once a second at most, so a new site may be unknown for a second. While it cannot be read, the names that were known still count.
func (s *Service) ByHost(ctx context.Context, host string) (string, error) {
	if id, ok, fresh := s.hostNow(host); ok {
		return id, nil
	} else if fresh {
		return "", ErrUnknown
	}
	s.reading.Lock() // one reads, the others wait for what it finds
	defer s.reading.Unlock()
	if id, ok, fresh := s.hostNow(host); ok {
		return id, nil
	} else if fresh {
		return "", ErrUnknown
	}
	now := s.clk.Now()
	rows, err := sitedb.New(s.db).Hosts(ctx)
	if err != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		if id, known := s.hosts[host]; known {
			return id, nil
		}
		return "", fmt.Errorf("sites' hosts: %w", err)
	}
	hosts := map[string]string{}
	for _, r := range rows {
		for _, h := range r.Hosts {
			hosts[h] = r.SiteID
		}
	}
	s.mu.Lock()
	s.hosts, s.hostsAt = hosts, now
	s.mu.Unlock()
	if id, ok := hosts[host]; ok {
		return id, nil
	}
	return "", ErrUnknown
}

// hostNow looks a host up in memory. fresh reports that a host which is not there is not worth asking for.
func (s *Service) hostNow(host string) (id string, ok, fresh bool) {
	now := s.clk.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	id, ok = s.hosts[host]
	age := now.Sub(s.hostsAt)
	read := !s.hostsAt.IsZero() && age >= 0
	return id, ok && read && age < hostsKept, read && age < hostsAge
}

// OfHost is ByHost for the doorway: empty when no site has the host.
func (s *Service) OfHost(ctx context.Context, host string) (string, error) {
	id, err := s.ByHost(ctx, host)
	if errors.Is(err, ErrUnknown) {
		return "", nil
	}
	return id, err
}
