package sports

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/odds"
)

// SettledMarket is a market of a match that ended, with the selections that paid.
type SettledMarket struct {
	Kind    odds.Kind   `json:"kind"`
	Period  odds.Period `json:"period"`
	Line    odds.Line   `json:"line"` // quarters
	Winners []Winner    `json:"winners"`
}

// Winner is a selection that paid more than nothing: it won, won by half, shared a place, or met its line, so that the stake came back.
type Winner struct {
	Key     odds.Key `json:"key"`
	Outcome string   `json:"outcome"` // won, half-won, push, or "dead-heat 1/2"
}

// Finished is a match that has a result.
type Finished struct {
	Fixture
	Settled []SettledMarket // those that are settled, in the order of the pages; of the lines of a kind only the main one
}

// Bounds of a search for results, by the starts of the matches.
const (
	usualPeriod   = 31 * 24 * time.Hour
	longestPeriod = 92 * 24 * time.Hour
)

// ErrPeriod reports a period that is empty or longer than 92 days.
var ErrPeriod = errors.New("sports: not a period of at most 92 days")

// period fills in what a search for results leaves open: it ends now, and begins 31 days before its end.
func (w Wanted) period(now time.Time) (from, to time.Time, err error) {
	if from, to = w.From, w.To; to.IsZero() || to.After(now) {
		to = now
	}
	if from.IsZero() {
		from = to.Add(-usualPeriod)
	}
	if to.Sub(from) > longestPeriod {
		return from, to, ErrPeriod
	}
	return from, to, nil
}

// Results returns a page of at most so many matches that have a result, from the latest start back, and where the next page begins; nil after the last one. Of
// want Sport, League, From, To and Search count. The zero After is the first page. ErrPeriod.
func (s *Service) Results(ctx context.Context, siteID, lang string, want Wanted, after After, count int) ([]Finished, *After, error) {
	count = min(max(count, 1), MaxPage)
	from, to, err := want.period(s.clk.Now())
	if err != nil {
		return nil, nil, err
	}
	if after == (After{}) || after.StartsAt.After(to) {
		after = After{StartsAt: to} // no match of that start has the number 0
	}
	found, err := readPlayed(s.db.Query(ctx, played+`
		 WHERE `+offered+` AND e.state IN ('ended', 'cancelled') AND r.event_id IS NOT NULL
		   AND e.starts_at >= $3 AND (e.starts_at, e.id) < ($4, $5) AND ($6 = '' OR e.sport = $6) AND ($7 = 0 OR e.league_id = $7)
		   AND `+searched("$8")+`
		 ORDER BY e.starts_at DESC, e.id DESC LIMIT $9`,
		siteID, lang, from, after.StartsAt, after.ID, string(want.Sport), want.League, pattern(want.Search), count+1))
	if err != nil {
		return nil, nil, err
	}
	var next *After
	if len(found) > count {
		found = found[:count]
		next = &After{found[count-1].Progress.StartsAt, found[count-1].ID}
	}
	ids := make([]int64, len(found))
	for i, f := range found {
		ids[i] = f.ID
	}
	settled, err := s.settled(ctx, ids)
	if err != nil {
		return nil, nil, err
	}
	list := make([]Finished, len(found))
	for i, f := range found {
		list[i] = Finished{f, settled[f.ID]}
	}
	return list, next, nil
}

// settled reads which selections of matches paid, by the match.
func (s *Service) settled(ctx context.Context, ids []int64) (map[int64][]SettledMarket, error) {
	all := map[int64][]SettledMarket{}
	if len(ids) == 0 {
		return all, nil
	}
	rows, err := s.db.Query(ctx, `SELECT event_id, kind, period, line, key, outcome FROM sports_winners($1)`, ids)
	if err != nil {
		return nil, fmt.Errorf("sports: winners: %w", err)
	}
	var id int64
	var m SettledMarket
	var w Winner
	_, err = pgx.ForEachRow(rows, []any{&id, &m.Kind, &m.Period, &m.Line, &w.Key, &w.Outcome}, func() error {
		list := all[id]
		if last := len(list) - 1; last < 0 || list[last].Kind != m.Kind || list[last].Period != m.Period || list[last].Line != m.Line {
			m.Winners = nil
			list = append(list, m)
		}
		last := &list[len(list)-1]
		last.Winners = append(last.Winners, w)
		all[id] = list
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("sports: winners: %w", err)
	}
	for _, list := range all {
		slices.SortStableFunc(list, func(x, y SettledMarket) int {
			return cmp.Or(cmp.Compare(x.Period, y.Period), cmp.Compare(slices.Index(odds.Kinds, x.Kind), slices.Index(odds.Kinds, y.Kind)), cmp.Compare(x.Line, y.Line))
		})
		for _, m := range list {
			slices.SortStableFunc(m.Winners, func(x, y Winner) int {
				return cmp.Compare(slices.Index(m.Kind.Keys(), x.Key), slices.Index(m.Kind.Keys(), y.Key))
			})
		}
	}
	return all, nil
}
