package sports

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fold"
	"hubstake/internal/core/odds"
)

// SportCount is a sport that a site offers, with how many of its matches are in play and how many are to come.
type SportCount struct {
	Sport          odds.Sport
	Live, Upcoming int
	Leagues        []LeagueCount // by rank, then by name
}

// LeagueCount is a league with its matches.
type LeagueCount struct {
	ID             int64
	Name           string // in the reader's language, else in English, else the feed's
	Country        string // ISO 3166-1 alpha-2, "EU" for international; empty when it is not known
	Live, Upcoming int
}

// Fixture is a match as lists show it.
type Fixture struct {
	ID         int64
	Sport      odds.Sport
	League     int64
	LeagueName string
	Country    string
	Home, Away string
	Progress   Progress
	Markets    []Market // of the whole match: winner or 1X2, and the main lines of handicap and total; from Match: all
	Count      int      // of the markets that are not over
	Result     *Result  // from Played and Results; nil: there is no result yet
}

// Wanted says which matches are listed: those that can be bet on, now or when a suspension ends.
type Wanted struct {
	Sport    odds.Sport // empty: every sport
	League   int64      // 0: every league
	Live     bool       // only those in play
	From, To time.Time  // of the start; zero: no bound. To is not included
	IDs      []int64    // only these, such as a member's favourites; nil: any
	Search   string     // in the names of both teams and the league, in any language; shorter than two letters: any
}

// After is the last match of a page; the next page begins behind it. Zero: the first page.
type After struct {
	StartsAt time.Time
	ID       int64
}

// MaxPage is the most matches of one page.
const MaxPage = 200

// ErrNoMatch reports a match that there is not, or that the site does not offer.
var ErrNoMatch = errors.New("sports: no such match")

// name is a column with the name of n in the language $2.
func name(n string) string {
	return "coalesce(" + n + ".names->>$2, " + n + ".names->>'en', " + n + ".names->>'', (SELECT min(value) FROM jsonb_each_text(" + n + ".names)))"
}

// offered is true of the matches that the site $1 offers.
const offered = `NOT EXISTS (SELECT FROM sports_off o WHERE o.site_id = $1 AND o.sport = e.sport AND o.league_id IN (0, e.league_id))`

// bettable is true of matches in play, and of those that have not begun at $3. One that is lost leaves the lists after the longest length of its sport.
var bettable = `(e.state = 'live' AND (e.lost_at IS NULL OR e.starts_at > $3::timestamptz - ` + longest() + `) OR e.state = 'scheduled' AND e.starts_at > $3::timestamptz)`

// longest is the longest length of the matches of a sport.
func longest() string {
	var b strings.Builder
	b.WriteString("CASE e.sport")
	for _, sport := range odds.Sports {
		fmt.Fprintf(&b, " WHEN '%s' THEN interval '%d minutes'", sport, int(sport.LongestLength().Minutes()))
	}
	b.WriteString(" ELSE interval '1 day' END")
	return b.String()
}

// searched is true of matches of which a team or the league has a name that is like a parameter, in any language; an empty parameter is like all.
func searched(param string) string {
	league := "SELECT n.id FROM sports_league n WHERE " + called("n", param)
	team := "SELECT n.id FROM sports_team n WHERE " + called("n", param)
	return "(" + param + " = '' OR e.league_id IN (" + league + ") OR e.home_id IN (" + team + ") OR e.away_id IN (" + team + "))"
}

// called is true of a team or league n with a name that is like a parameter, a text of pattern: names are compared in their folded form.
func called(n, param string) string {
	return "sports_folded(" + n + ".names) LIKE '%' || search_fold(" + param + ") || '%'"
}

// noName is in no name: search_fold leaves line feeds as they are, and names have none.
const noName = "\n\n"

// pattern returns what searched takes for a text; of less than two characters that is the empty one. Signs alone are in no name.
func pattern(text string) string {
	if utf8.RuneCountInString(text) < 2 {
		return ""
	}
	return cmp.Or(fold.Text(text), noName)
}

// Tree returns the sports of a site that have matches, with their leagues, in the order of the pages.
func (s *Service) Tree(ctx context.Context, siteID, lang string) ([]SportCount, error) {
	rows, err := s.db.Query(ctx, `
		SELECT e.sport, l.id, `+name("l")+`, l.country, count(*) FILTER (WHERE e.state = 'live'), count(*) FILTER (WHERE e.state = 'scheduled')
		  FROM sports_event e JOIN sports_league l ON l.id = e.league_id
		 WHERE `+offered+` AND `+bettable+`
		 GROUP BY e.sport, l.id ORDER BY l.rank, 3, l.id`, siteID, lang, s.clk.Now())
	if err != nil {
		return nil, fmt.Errorf("sports: tree: %w", err)
	}
	bySport := map[odds.Sport]*SportCount{}
	var sport odds.Sport
	var l LeagueCount
	_, err = pgx.ForEachRow(rows, []any{&sport, &l.ID, &l.Name, &l.Country, &l.Live, &l.Upcoming}, func() error {
		c := bySport[sport]
		if c == nil {
			c = &SportCount{Sport: sport}
			bySport[sport] = c
		}
		c.Live, c.Upcoming, c.Leagues = c.Live+l.Live, c.Upcoming+l.Upcoming, append(c.Leagues, l)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("sports: tree: %w", err)
	}
	tree := make([]SportCount, 0, len(bySport))
	for _, sport := range odds.Sports {
		if c := bySport[sport]; c != nil {
			tree = append(tree, *c)
		}
	}
	return tree, nil
}

// fixtures selects matches with their names; the caller adds conditions from $4 on.
var fixtures = `
	SELECT e.id, e.sport, l.id, ` + name("l") + `, l.country, ` + name("h") + `, ` + name("w") + `, e.state, e.starts_at, e.period, e.clock, e.clock_at,
	       e.home_score, e.away_score, e.suspended, CASE WHEN NOT e.suspended THEN '' WHEN e.held_by <> '' THEN 'staff' ELSE e.suspend_reason END, e.version,
	       e.scores, e.cards, (SELECT count(*) FROM sports_market m WHERE m.event_id = e.id AND m.state IN ('open', 'suspended'))
	  FROM sports_event e JOIN sports_league l ON l.id = e.league_id JOIN sports_team h ON h.id = e.home_id JOIN sports_team w ON w.id = e.away_id
	 WHERE ` + offered

func readFixtures(rows pgx.Rows, err error) ([]Fixture, error) {
	if err != nil {
		return nil, fmt.Errorf("sports: matches: %w", err)
	}
	found, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (f Fixture, err error) {
		p := &f.Progress
		err = r.Scan(&f.ID, &f.Sport, &f.League, &f.LeagueName, &f.Country, &f.Home, &f.Away, &p.State, &p.StartsAt, &p.Period, &p.Clock, &p.ClockAt,
			&p.Home, &p.Away, &p.Suspended, &p.Reason, &p.Version, &p.Scores, &p.Cards, &f.Count)
		return f, err
	})
	if err != nil {
		return nil, fmt.Errorf("sports: matches: %w", err)
	}
	return found, nil
}

// Matches returns a page of at most so many matches, from the earliest start on, and where the next page begins; nil after the last one.
func (s *Service) Matches(ctx context.Context, siteID, lang string, want Wanted, after After, count int) ([]Fixture, *After, error) {
	count = min(max(count, 1), MaxPage)
	bound := func(t time.Time) *time.Time {
		if t.IsZero() {
			return nil
		}
		return &t
	}
	found, err := readFixtures(s.db.Query(ctx, fixtures+` AND `+bettable+`
		   AND ($4 = '' OR e.sport = $4) AND ($5 = 0 OR e.league_id = $5) AND (NOT $6 OR e.state = 'live')
		   AND ($7::timestamptz IS NULL OR e.starts_at >= $7) AND ($8::timestamptz IS NULL OR e.starts_at < $8)
		   AND ($9::bigint[] IS NULL OR e.id = ANY ($9)) AND (e.starts_at, e.id) > ($10, $11)
		   AND `+searched("$12")+`
		 ORDER BY e.starts_at, e.id LIMIT $13`,
		siteID, lang, s.clk.Now(), string(want.Sport), want.League, want.Live, bound(want.From), bound(want.To), want.IDs, after.StartsAt, after.ID, pattern(want.Search), count+1))
	if err != nil {
		return nil, nil, err
	}
	var next *After
	if len(found) > count {
		found = found[:count]
		next = &After{found[count-1].Progress.StartsAt, found[count-1].ID}
	}
	ids := make([]int64, len(found))
	for i := range found {
		ids[i] = found[i].ID
		found[i].Progress.Scores, found[i].Progress.Cards = nil, nil // those are of the match's own page
	}
	markets, err := readMarkets(ctx, s.db, `WHERE m.event_id = ANY ($1) AND m.period = 'full' AND m.unit = '' AND m.main AND m.state IN ('open', 'suspended')
		AND m.kind IN ('1x2', 'winner', 'handicap', 'total') ORDER BY m.event_id, m.kind, m.line, m.id`, ids)
	if err != nil {
		return nil, nil, err
	}
	for i := range found {
		found[i].Markets = markets[found[i].ID]
	}
	return found, next, nil
}

// Match returns a match with all its markets, those that are over included. A match that ended is there too. ErrNoMatch.
func (s *Service) Match(ctx context.Context, siteID, lang string, id int64) (Fixture, error) {
	found, err := readFixtures(s.db.Query(ctx, fixtures+` AND e.id = $3`, siteID, lang, id))
	if err != nil {
		return Fixture{}, err
	}
	if len(found) == 0 {
		return Fixture{}, ErrNoMatch
	}
	markets, err := readMarkets(ctx, s.db, `WHERE m.event_id = $1 ORDER BY m.event_id, m.kind, m.period, m.unit, m.line, m.id`, id)
	if err != nil {
		return Fixture{}, err
	}
	found[0].Markets = markets[id]
	return found[0], nil
}
