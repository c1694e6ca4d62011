package sports

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/odds"
)

// Named is a league or a team of ours.
type Named struct {
	ID       int64
	Name     string // in the reader's language, else in English, else the feed's
	Country  string // of a league
	Off      bool   // of a league: it is switched off by itself
	Margin   int    // of a league
	SportOff bool   // of a league: its whole sport is switched off
}

// MaxNames is the most names of one answer.
const MaxNames = 100

// Leagues returns the leagues of a sport that are like a text in any language, in the order of the pages, at most MaxNames.
func (o *Office) Leagues(ctx context.Context, siteID, lang string, sport odds.Sport, search string) ([]Named, error) {
	rows, err := o.db.Query(ctx, `
		SELECT l.id, `+name("l")+`, l.country, EXISTS (SELECT FROM sports_off o WHERE o.site_id = $1 AND o.sport = l.sport AND o.league_id = l.id), l.margin,
		       EXISTS (SELECT FROM sports_off o WHERE o.site_id = $1 AND o.sport = l.sport AND o.league_id = 0)
		  FROM sports_league l WHERE l.sport = $3 AND ($4 = '' OR `+called("l", "$4")+`)
		 ORDER BY l.rank, 2, l.id LIMIT $5`, siteID, lang, sport, pattern(search), MaxNames)
	return readNamed(rows, err)
}

// SportOff reports whether a site switched a whole sport off. A sport needs no league for that.
func (o *Office) SportOff(ctx context.Context, siteID string, sport odds.Sport) (off bool, err error) {
	err = o.db.QueryRow(ctx, `SELECT EXISTS (SELECT FROM sports_off WHERE site_id = $1 AND sport = $2 AND league_id = 0)`, siteID, sport).Scan(&off)
	if err != nil {
		return false, fmt.Errorf("sports: offer: %w", err)
	}
	return off, nil
}

// Teams returns the teams of a sport that are like a text in any language, by their names, at most MaxNames.
func (o *Office) Teams(ctx context.Context, lang string, sport odds.Sport, search string) ([]Named, error) {
	rows, err := o.db.Query(ctx, `
		SELECT t.id, `+name("t")+`, '', false, 0, false
		  FROM sports_team t WHERE t.sport = $1 AND ($3 = '' OR `+called("t", "$3")+`)
		 ORDER BY 2, t.id LIMIT $4`, sport, lang, pattern(search), MaxNames)
	return readNamed(rows, err)
}

func readNamed(rows pgx.Rows, err error) ([]Named, error) {
	if err != nil {
		return nil, fmt.Errorf("sports: names: %w", err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Named])
	if err != nil {
		return nil, fmt.Errorf("sports: names: %w", err)
	}
	return list, nil
}

// Shown says which matches staff is shown.
type Shown string

// Lists of matches.
const (
	ShowLive      Shown = "live"
	ShowUpcoming  Shown = "upcoming"  // scheduled or put off
	ShowUnsettled Shown = "unsettled" // over, and a market waits for a result, or its bets wait to be settled
	ShowHeld      Shown = "held"      // suspended by staff, and not over
	ShowOtherwise Shown = "otherwise" // with ended bets of the site that hold no more
	ShowLost      Shown = "lost"      // that should have begun, and of which the feed says nothing
	ShowOver      Shown = "over"      // that began in the last 92 days, the latest first
)

// shown are the conditions of the lists.
var shown = map[Shown]string{
	ShowLive:      `e.state = 'live'`,
	ShowUpcoming:  `e.state IN ('scheduled', 'postponed')`,
	ShowUnsettled: `e.id IN (SELECT event_id FROM sports_unsettled())`,
	ShowHeld:      `e.state IN ('scheduled', 'live', 'postponed') AND (e.held_by <> '' OR EXISTS (SELECT FROM sports_site_hold s WHERE s.event_id = e.id AND s.site_id = $1))`,
	ShowOtherwise: `e.id IN (SELECT event_id FROM sports_otherwise($1))`,
	ShowLost:      `e.state IN ('scheduled', 'live') AND e.lost_at IS NOT NULL`,
	ShowOver:      `e.state IN ('ended', 'cancelled')`,
}

// Known reports whether there is such a list.
func (s Shown) Known() bool { return shown[s] != "" }

// Listed is a match as staff sees it.
type Listed struct {
	Fixture              // without markets
	Feed, FeedID  string // the feed, and what it calls the match
	HeldBy        string // staff who suspended it, for all sites or for the members of the site
	Margin        int    // of the league, in basis points
	Off           bool   // the site does not offer it
	Parked        int64  // what the feed said of it that could not be used, and staff has not dealt with
	Voided        int64  // markets that staff voided
	ResultVersion int    // 0: it has no result
	ResultBy      string // staff who entered it; empty: a feed
}

// List returns a page of at most so many matches of a list, by their starts, and where the next page begins; nil after the last one. Of want Sport, League and
// Search count. The zero After is the first page.
func (o *Office) List(ctx context.Context, siteID, lang string, list Shown, want Wanted, after After, count int) ([]Listed, *After, error) {
	count = min(max(count, 1), MaxPage)
	order, next, since := "", ">", time.Time{}
	if list == ShowOver {
		now := o.clk.Now()
		order, next, since = " DESC", "<", now.Add(-longestPeriod)
		if after == (After{}) {
			after.StartsAt = now.Add(longestPeriod)
		}
	}
	rows, err := o.db.Query(ctx, `
		SELECT e.id, e.sport, l.id, `+name("l")+`, l.country, `+name("h")+`, `+name("w")+`, e.state, e.starts_at, e.period, e.clock, e.clock_at, e.home_score,
		       e.away_score, e.suspended, e.suspend_reason, e.version, e.feed, e.feed_id,
		       coalesce((SELECT s.held_by FROM sports_site_hold s WHERE s.event_id = e.id AND s.site_id = $1), e.held_by), l.margin, NOT `+offered+`,
		       (SELECT count(*) FROM sports_parked p
		         WHERE p.feed = e.feed AND p.kind IN ('event', 'market', 'result') AND p.feed_id = e.feed_id AND p.done_at IS NULL),
		       (SELECT count(*) FROM sports_market m WHERE m.event_id = e.id AND m.voided_by <> ''),
		       r.void, r.home, r.away, r.half_home, r.half_away, coalesce(r.half_open, false), r.scores, r.source, r.at, coalesce(r.version, 0), coalesce(r.set_by, '')
		  FROM sports_event e JOIN sports_league l ON l.id = e.league_id JOIN sports_team h ON h.id = e.home_id JOIN sports_team w ON w.id = e.away_id
		  LEFT JOIN LATERAL (SELECT * FROM sports_result r WHERE r.event_id = e.id ORDER BY r.version DESC LIMIT 1) r ON true
		 WHERE `+shown[list]+` AND e.starts_at >= $3 AND (e.starts_at, e.id) `+next+` ($4, $5)
		   AND ($6 = '' OR e.sport = $6) AND ($7 = 0 OR e.league_id = $7) AND `+searched("$8")+`
		 ORDER BY e.starts_at`+order+`, e.id`+order+` LIMIT $9`,
		siteID, lang, since, after.StartsAt, after.ID, string(want.Sport), want.League, pattern(want.Search), count+1)
	if err != nil {
		return nil, nil, fmt.Errorf("sports: list: %w", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (m Listed, err error) {
		p, e := &m.Progress, ending{}
		err = row.Scan(&m.ID, &m.Sport, &m.League, &m.LeagueName, &m.Country, &m.Home, &m.Away, &p.State, &p.StartsAt, &p.Period, &p.Clock, &p.ClockAt, &p.Home,
			&p.Away, &p.Suspended, &p.Reason, &p.Version, &m.Feed, &m.FeedID, &m.HeldBy, &m.Margin, &m.Off, &m.Parked, &m.Voided,
			&e.void, &e.home, &e.away, &e.halfHome, &e.halfAway, &e.open, &e.scores, &e.source, &e.at, &m.ResultVersion, &m.ResultBy)
		m.Result = e.result()
		return m, err
	})
	if err != nil {
		return nil, nil, fmt.Errorf("sports: list: %w", err)
	}
	if len(found) <= count {
		return found, nil, nil
	}
	last := found[count-1]
	return found[:count], &After{last.Progress.StartsAt, last.ID}, nil
}
