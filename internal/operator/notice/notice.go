// Package notice tells the masters of a site what is worth a look (S-79): a login of staff from an address that the account has not logged in from
// before, personal data that were shown very often, a scheduled change of settings that was not applied, and a changed key of a provider. Staff has no mailbox: a notice stands in the back office until each
// master has seen it.
//
// Tables: notice_notice; notice_read, the notices that each master has seen; notice_seen, up to which a master saw all before they were noted one by one.
// Events: QUEUE to masters.
//
// Lock order: a notice is written by the transaction that made it true and waits for no other; See takes rows of
// the master in notice_read, the oldest notice first.
package notice

import (
	"context"
	"fmt"
	"net/netip"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/live/outbox"
	"hubstake/internal/operator/audit"
	"hubstake/internal/platform/pg"
)

// Kind is what a notice tells of.
type Kind string

// The kinds.
const (
	Login Kind = "login" // from an address that the account has not logged in from before
	Looks Kind = "looks" // personal data were shown very often

	Settings Kind = "settings" // a scheduled change of settings was not applied; the account scheduled it
	Key      Kind = "key"      // the key of a provider, which all sites share, was replaced or ended
)

// Notice is a fact about an account of staff.
type Notice struct {
	Kind  Kind
	Staff string // empty: a command did it
	About string // of Settings: the scheduled change; of Key: the provider
	IP    netip.Addr
	Looks int // of Looks: how often within 24 hours
	At    time.Time
}

// Write adds a notice in tx and tells the masters who are in the back office.
func Write(ctx context.Context, tx pgx.Tx, siteID string, n Notice, trace string) error {
	var id int64
	err := tx.QueryRow(ctx, "INSERT INTO notice_notice (site_id, kind, staff_id, about, ip, looks, at) VALUES ($1, $2, nullif($3, ''), $4, $5, $6, $7) RETURNING id",
		siteID, n.Kind, n.Staff, n.About, pg.Addr(n.IP), n.Looks, n.At).Scan(&id)
	if err != nil {
		return fmt.Errorf("notice: %w", err)
	}
	return tell(ctx, tx, siteID, id, trace)
}

func tell(ctx context.Context, tx pgx.Tx, siteID string, id int64, trace string) error {
	return outbox.Write(ctx, tx, event.Event{
		Site: siteID, Topic: "admin." + siteID, Cmd: event.Queue, Data1: "notice", Data2: strconv.FormatInt(id, 10), Trace: trace,
	})
}

// Service reads the notices of sites.
type Service struct {
	db *pgxpool.Pool
}

// New returns a service.
func New(db *pgxpool.Pool) *Service { return &Service{db} }

// Found is a notice as a master sees it.
type Found struct {
	ID int64
	Notice
	Seen bool // by this master
}

// List returns a page of the notices of a site, the newest first, and how many there are.
func (s *Service) List(ctx context.Context, siteID, master string, page paging.Slice) ([]Found, int64, error) {
	var total int64
	if err := s.db.QueryRow(ctx, "SELECT count(*) FROM notice_notice WHERE site_id = $1", siteID).Scan(&total); err != nil {
		return nil, 0, fmt.Errorf("notices: %w", err)
	}
	rows, err := s.db.Query(ctx, `
		SELECT id, kind, coalesce(staff_id, ''), about, ip, looks, at, id <= coalesce((SELECT notice_id FROM notice_seen WHERE staff_id = $2), 0)
		       OR EXISTS (SELECT FROM notice_read r WHERE r.staff_id = $2 AND r.notice_id = id)
		  FROM notice_notice WHERE site_id = $1 ORDER BY id DESC LIMIT $3 OFFSET $4`, siteID, master, page.Count, page.Skip)
	if err != nil {
		return nil, 0, fmt.Errorf("notices: %w", err)
	}
	list, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (f Found, err error) {
		var ip *netip.Addr
		if err = r.Scan(&f.ID, &f.Kind, &f.Staff, &f.About, &ip, &f.Looks, &f.At, &f.Seen); err == nil && ip != nil {
			f.IP = *ip
		}
		return f, err
	})
	if err != nil {
		return nil, 0, fmt.Errorf("notices: %w", err)
	}
	return list, total, nil
}

// Unseen counts the notices that a master has not seen, up to a hundred.
func (s *Service) Unseen(ctx context.Context, siteID, master string) (n int64, err error) {
	err = s.db.QueryRow(ctx, `
		SELECT count(*) FROM (SELECT FROM notice_notice n
		  WHERE n.site_id = $1 AND n.id > coalesce((SELECT notice_id FROM notice_seen WHERE staff_id = $2), 0)
		    AND NOT EXISTS (SELECT FROM notice_read r WHERE r.staff_id = $2 AND r.notice_id = n.id) LIMIT 100) unseen`, siteID, master).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("notices: %w", err)
	}
	return n, nil
}

// See notes that a master has seen the notices of a page, from its oldest to its newest one, at most paging.MaxCount of them; those on other pages, and those
// that came later, stay new. E001: the newest is not a notice of the site, or the oldest is a newer one.
func (s *Service) See(ctx context.Context, siteID string, by audit.Actor, oldest, newest int64) error {
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		var there bool
		err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT FROM notice_notice WHERE site_id = $1 AND id = $2)", siteID, newest).Scan(&there)
		if err != nil {
			return nil, fmt.Errorf("notices: %w", err)
		}
		if !there || oldest > newest {
			return nil, fault.Failed
		}
		tag, err := tx.Exec(ctx, `
			INSERT INTO notice_read (staff_id, notice_id)
			SELECT $2, id FROM (SELECT id FROM notice_notice WHERE site_id = $1 AND id BETWEEN $3 AND $4 ORDER BY id DESC LIMIT $5) page ORDER BY id
			ON CONFLICT DO NOTHING`, siteID, by.ID, oldest, newest, paging.MaxCount)
		if err != nil {
			return nil, fmt.Errorf("notices: %w", err)
		}
		return &audit.Entry{
			Actor: by, Site: siteID, Action: "notice.see", Target: strconv.FormatInt(newest, 10), Detail: map[string]int64{"oldest": oldest, "notices": tag.RowsAffected()},
		}, tell(ctx, tx, siteID, newest, by.Trace)
	})
}
