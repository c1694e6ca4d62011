package outbox

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"

	"hubstake/internal/core/event"
	"hubstake/internal/live"
	"hubstake/internal/platform/redisx"
)

const (
	// compared bounds how many rows, the newest published ones, one comparison reads.
	compared = 5_000
	// underWay is the age from which a published row must be in its stream. Younger ones may belong to a relay that stores its
	// cursor before anything is lost, or publishes again what a failover lost.
	underWay = 10 * time.Second
)

// published is a row as the comparison sees it.
type published struct {
	id   redisx.EntryID
	dead bool
	old  bool
}

// Compare tells what differs between the newest published rows and the streams: a row that is in no stream, and an entry that
// no row has ever said (realtime.md, "Streams"; faults.md, R4). That a stream is in order is Redis's own promise. Streams that
// lost their data begin again: what lies before their first entry is not asked for.
func Compare(ctx context.Context, db Querier, rdb redis.Cmdable) ([]string, error) {
	stored, err := Load(ctx, db)
	if err != nil {
		return nil, err
	}
	held, err := LoadHeld(ctx, db)
	if err != nil {
		return nil, err
	}
	rows, err := db.Query(ctx, `
		SELECT e.xid::text::bigint, e.id, e.site, e.member, e.path, e.topic, e.cmd, d.xid IS NOT NULL, e.at < clock_timestamp() - $4::interval
		  FROM (SELECT * FROM outbox_event WHERE (xid, id) <= ($1::text::xid8, $2) ORDER BY xid DESC, id DESC LIMIT $3) e
		  LEFT JOIN outbox_dead d ON d.xid = e.xid AND d.id = e.id ORDER BY e.xid, e.id`,
		strconv.FormatUint(stored.Published.XID, 10), stored.Published.ID, compared, underWay)
	if err != nil {
		return nil, fmt.Errorf("outbox: compare: %w", err)
	}
	defer rows.Close()
	streams := map[string][]published{}
	var first, last Cursor
	for rows.Next() {
		var at Cursor
		var e event.Event
		var p published
		if err := rows.Scan(&at.XID, &at.ID, &e.Site, &e.Member, &e.Upline, &e.Topic, &e.Cmd, &p.dead, &p.old); err != nil {
			return nil, fmt.Errorf("outbox: compare: %w", err)
		}
		if first == (Cursor{}) {
			first = at
		}
		last = at
		if e.Cmd.Moves() {
			e.Upline = "" // of a bet: whom the relay tells, not where the row goes
		}
		p.id = redisx.EntryID{Hi: at.XID, Lo: uint64(at.ID)}
		name := live.StreamOf(e)
		if upTo, ok := held[name]; ok && at.After(upTo) {
			continue
		}
		streams[name] = append(streams[name], p)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("outbox: compare: %w", err)
	}
	var differ []string
	for name, want := range streams {
		text, err := compareStream(ctx, rdb, name, want, first, last)
		if err != nil {
			return nil, err
		}
		differ = append(differ, text...)
	}
	slices.Sort(differ)
	return differ, nil
}

func compareStream(ctx context.Context, rdb redis.Cmdable, name string, want []published, first, last Cursor) ([]string, error) {
	oldest, err := rdb.XRangeN(ctx, name, "-", "+", 1).Result()
	if err != nil {
		return nil, fmt.Errorf("outbox: compare %s: %w", name, err)
	}
	entries, err := rdb.XRange(ctx, name, first.String(), last.String()).Result()
	if err != nil {
		return nil, fmt.Errorf("outbox: compare %s: %w", name, err)
	}
	has := map[string]bool{}
	for _, e := range entries {
		has[e.ID] = true
	}
	var differ []string
	for _, p := range want {
		id := p.id.String()
		switch {
		case has[id]:
			delete(has, id)
		case p.dead, !p.old, len(oldest) == 0:
		default:
			if begin, _ := redisx.ParseEntryID(oldest[0].ID); p.id.After(begin) { // Redis wrote it
				differ = append(differ, fmt.Sprintf("%s lacks %s", name, id))
			}
		}
	}
	for id := range has {
		if at, _ := redisx.ParseEntryID(id); at.Lo < live.OwnEntries {
			differ = append(differ, fmt.Sprintf("%s has %s, which no row says", name, id))
		}
	}
	return differ, nil
}
