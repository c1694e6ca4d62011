package server

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/rs/zerolog"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/clock"
	"hubstake/internal/operator/audit"
)

// deniedPerMinute is how many denials of one staff member a node adds to the audit in a minute. More of them say nothing new, and the
// chain must not be something that a script can flood.
const deniedPerMinute = 3

// denials adds the denials of staff (no right, a foreign site, too often) to the audit as access.denied (security.md 2.9). They are
// notes: no lock is taken, and a job moves them into the chain.
type denials struct {
	db  *pgxpool.Pool
	clk clock.Clock
	log zerolog.Logger

	mu     sync.Mutex
	minute int64
	counts map[string]int // by staff, of this minute
}

func newDenials(db *pgxpool.Pool, clk clock.Clock, log zerolog.Logger) *denials {
	return &denials{db: db, clk: clk, log: log}
}

// note is httpx.Deps.Denied.
func (d *denials) note(ctx context.Context, who httpx.Caller, route, code string) {
	if !d.due(who.MemID) {
		return
	}
	err := audit.Note(ctx, d.db, audit.Entry{
		Actor: audit.Actor{ID: who.MemID, IP: who.IP, Trace: who.Trace}, Site: who.Site, Action: "access.denied", Target: route,
		Detail: map[string]string{"code": code},
	})
	if err != nil {
		d.log.Warn().Err(err).Str("route", route).Msg("a denial is missing in the audit")
	}
}

// due counts a denial and reports whether it is one of those that are kept.
func (d *denials) due(staff string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if minute := d.clk.Now().Unix() / int64(time.Minute/time.Second); d.counts == nil || minute != d.minute {
		d.minute, d.counts = minute, map[string]int{}
	}
	d.counts[staff]++
	return d.counts[staff] <= deniedPerMinute
}
