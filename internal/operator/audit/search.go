package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"net/netip"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/sheet"
	"hubstake/internal/operator/audit/auditdb"
)

// Reader reads the chains of sites for those who check what staff did.
type Reader struct {
	db   *pgxpool.Pool
	clk  clock.Clock
	most int // how many entries a file holds
}

// NewReader returns a reader.
func NewReader(db *pgxpool.Pool, clk clock.Clock) *Reader { return &Reader{db, clk, sheet.MostRows} }

// Filter selects entries of a site by exact texts; empty: any. Without a first day it begins 31 days before its end or now, without a last
// day it ends 92 days after its beginning: entries have an index by time only, so a search reads what a bounded time holds.
type Filter struct {
	Actor, Action, Target string
	Member                string // entries about this member, also those whose target is something of the member's, such as a request
	Days                  paging.Days
	Location              *time.Location // the clock of the days
}

// Period is the time in which a filter looks. E001: what is not a period of at most 92 days.
func (r *Reader) Period(f Filter) (paging.Period, error) {
	return f.Days.Recent(f.Location, r.clk.Now())
}

// Record is an entry of a site's chain. Seq counts them without a gap.
type Record struct {
	Seq    int64
	At     time.Time
	Actor  string
	IP     netip.Addr // not valid: a program
	Action string
	Target string
	Detail json.RawMessage
}

// mostCounted bounds how many entries are counted for the pages of a list.
const mostCounted = 10_000

// Search returns a page of a site's entries, newest first, and how many there are, counted up to 10,000.
func (r *Reader) Search(ctx context.Context, site string, f Filter, page paging.Slice) ([]Record, int64, error) {
	p, err := r.Period(f)
	if err != nil {
		return nil, 0, err
	}
	total, err := auditdb.New(r.db).Count(ctx, auditdb.CountParams{
		SiteID: site, Since: p.Since, Until: p.Until, Actor: f.Actor, Action: f.Action, Target: f.Target, Member: f.Member, Most: mostCounted,
	})
	if err != nil {
		return nil, 0, fmt.Errorf("audit: search: %w", err)
	}
	found, err := r.search(ctx, site, f, p, 0, page)
	return found, total, err
}

// search begins behind the entry before of the last moment of the period; 0 leaves that moment out.
func (r *Reader) search(ctx context.Context, site string, f Filter, p paging.Period, before int64, page paging.Slice) ([]Record, error) {
	rows, err := auditdb.New(r.db).Search(ctx, auditdb.SearchParams{
		SiteID: site, Since: p.Since, Until: p.Until, Before: before, Actor: f.Actor, Action: f.Action, Target: f.Target, Member: f.Member,
		Count: page.Count, Skip: page.Skip,
	})
	if err != nil {
		return nil, fmt.Errorf("audit: search: %w", err)
	}
	out := make([]Record, len(rows))
	for i, e := range rows {
		out[i] = Record{Seq: e.Seq, At: e.At, Actor: e.Actor, Action: e.Action, Target: e.Target, Detail: e.Detail}
		if e.Ip != nil {
			out[i].IP = *e.Ip
		}
	}
	return out, nil
}

const exportBatch = 500

// Export returns the entries of a filter as a list for a file, newest first. That it was made is an entry itself.
func (r *Reader) Export(ctx context.Context, by Actor, site string, f Filter) (sheet.List, error) {
	p, err := r.Period(f)
	if err != nil {
		return sheet.List{}, err
	}
	stamp := func(t time.Time) string { return t.In(f.Location).Format(time.DateTime) }
	total, err := auditdb.New(r.db).Count(ctx, auditdb.CountParams{
		SiteID: site, Since: p.Since, Until: p.Until, Actor: f.Actor, Action: f.Action, Target: f.Target, Member: f.Member, Most: int32(r.most + 1),
	})
	if err != nil {
		return sheet.List{}, fmt.Errorf("audit: export: %w", err)
	}
	err = Act(ctx, r.db, func(pgx.Tx) (*Entry, error) {
		return &Entry{Actor: by, Site: site, Action: "audit.export", Target: site, Detail: map[string]any{
			"since": stamp(p.Since), "until": stamp(p.Until), "actor": f.Actor, "action": f.Action, "target": f.Target, "member": f.Member, "cut": total > int64(r.most),
		}}, nil
	})
	if err != nil {
		return sheet.List{}, err
	}
	before := int64(0)
	next := func(ctx context.Context) (rows []sheet.Cells, more bool, err error) {
		found, err := r.search(ctx, site, f, p, before, paging.Slice{Count: exportBatch})
		for _, e := range found {
			ip := ""
			if e.IP.IsValid() {
				ip = e.IP.String()
			}
			rows = append(rows, append(sheet.Cells{sheet.Number(e.Seq), sheet.At(e.At)}, sheet.Texts(e.Actor, ip, e.Action, e.Target, string(e.Detail))...))
			p.Until, before = e.At, e.Seq
		}
		return rows, len(found) == exportBatch, err
	}
	return sheet.List{
		Name: "audit", Zone: f.Location, Head: []sheet.Cells{sheet.Texts("No", "Time", "Actor", "IP", "Action", "Target", "Detail")},
		Next: next, Most: r.most, Cut: total > int64(r.most),
	}, nil
}
