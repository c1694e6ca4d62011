package sports

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/event"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
	"hubstake/internal/live/outbox"
	"hubstake/internal/operator/site"
)

// Market is a market as pages see it, from the calls and in ODDS events alike.
type Market struct {
	ID      int64        `json:"id"`
	Kind    odds.Kind    `json:"kind"`
	Period  odds.Period  `json:"period"`
	Unit    odds.Measure `json:"unit,omitempty"` // what is counted; absent: what the match's score counts
	Line    odds.Line    `json:"line"`           // quarters
	Main    bool         `json:"main"`
	State   MarketState  `json:"state"`
	Version int64        `json:"version"`
	Prices  []Price      `json:"prices"`
}

// Price is a selection of a market. Version is what a slip names as the price that the member saw.
type Price struct {
	Key     odds.Key   `json:"key"`
	Price   odds.Price `json:"price"` // thousandths
	Version int64      `json:"version"`
	Active  bool       `json:"active"`
}

// Progress is where a match stands, from the calls and in SCORE events alike; SPORT events leave the details out.
type Progress struct {
	State     fixture.EventState    `json:"state"`
	StartsAt  time.Time             `json:"startsAt"`
	Period    string                `json:"period"`
	Clock     int                   `json:"clock"` // seconds played at clockAt
	ClockAt   time.Time             `json:"clockAt"`
	Home      int                   `json:"home"`
	Away      int                   `json:"away"`
	Suspended bool                  `json:"suspended"`
	Reason    string                `json:"reason"` // of the suspension
	Version   int64                 `json:"version"`
	Scores    map[string]odds.Score `json:"scores,omitempty"`
	Cards     map[string]odds.Score `json:"cards,omitempty"`
}

// topic is /topic/sports.{event} or /topic/sports.{sport}, as events name it.
func topic(name string) string { return "sports." + name }

// sortPrices puts prices in the order of the pages: as the kind lists them, correct scores by their goals.
func sortPrices(kind odds.Kind, prices []Price) {
	place := func(k odds.Key) int {
		if home, away, ok := k.Score(); ok {
			return home*100 + away
		}
		if i := slices.Index(kind.Keys(), k); kind != odds.CorrectScore {
			return i
		}
		return 1 << 20 // any other score comes last
	}
	slices.SortFunc(prices, func(x, y Price) int { return place(x.Key) - place(y.Key) })
}

const marketColumns = `SELECT m.event_id, m.id, m.kind, m.period, m.unit, m.line, m.main, m.state, m.version, s.key, s.price, s.version, s.active
  FROM sports_market m JOIN sports_selection s ON s.market_id = m.id `

// readMarkets reads markets by a condition, in the order of the condition's ORDER BY, which keeps the rows of a market together.
func readMarkets(ctx context.Context, db querier, where string, args ...any) (map[int64][]Market, error) {
	rows, err := db.Query(ctx, marketColumns+where, args...)
	if err != nil {
		return nil, fmt.Errorf("sports: markets: %w", err)
	}
	all := map[int64][]Market{}
	var id int64
	var m Market
	var p Price
	_, err = pgx.ForEachRow(rows, []any{&id, &m.ID, &m.Kind, &m.Period, &m.Unit, &m.Line, &m.Main, &m.State, &m.Version, &p.Key, &p.Price, &p.Version, &p.Active}, func() error {
		list := all[id]
		if len(list) == 0 || list[len(list)-1].ID != m.ID {
			list = append(list, m)
		}
		last := &list[len(list)-1]
		last.Prices = append(last.Prices, p)
		all[id] = list
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("sports: markets: %w", err)
	}
	for _, list := range all {
		for _, m := range list {
			sortPrices(m.Kind, m.Prices)
		}
	}
	return all, nil
}

type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// tell writes the facts for the pages of every site: a market and a match each as a whole, so that of two the newer replaces the older.
func (a *application) tell(ctx context.Context) error {
	var facts []event.Event
	if len(a.facts) > 0 {
		byEvent, err := readMarkets(ctx, a.tx, `WHERE m.id = ANY ($1) ORDER BY m.id`, slices.Collect(maps.Keys(a.facts)))
		if err != nil {
			return err
		}
		for _, id := range slices.Sorted(maps.Keys(byEvent)) {
			for _, m := range byEvent[id] {
				one, err := fact(strconv.FormatInt(id, 10), event.Odds, m.ID, m.Version, m)
				if err != nil {
					return err
				}
				facts = append(facts, one)
				a.Markets++
			}
		}
	}
	for _, feedID := range slices.Sorted(maps.Keys(a.events)) {
		e := a.events[feedID]
		if !e.told {
			continue
		}
		p := e.progress()
		whole, err := fact(strconv.FormatInt(e.id, 10), event.Score, e.id, e.version, p)
		if err != nil {
			return err
		}
		p.Scores, p.Cards = nil, nil
		short, err := fact(string(e.sport), event.Sport, e.id, e.version, p)
		if err != nil {
			return err
		}
		facts = append(facts, whole, short)
		a.Events++
	}
	if len(facts) == 0 {
		return nil
	}
	sites, err := site.IDs(ctx, a.tx)
	if err != nil {
		return fmt.Errorf("facts: %w", err)
	}
	all := make([]event.Event, 0, len(sites)*len(facts))
	for _, id := range sites {
		for _, f := range facts {
			f.Site = id
			all = append(all, f)
		}
	}
	return outbox.Write(ctx, a.tx, all...)
}

func fact(name string, cmd event.Cmd, id, version int64, state any) (event.Event, error) {
	text, err := json.Marshal(state)
	if err != nil {
		return event.Event{}, fmt.Errorf("facts: %w", err)
	}
	return event.Event{Topic: topic(name), Cmd: cmd, Data1: strconv.FormatInt(id, 10), Data2: string(text), Ver: version}, nil
}

func (e *match) progress() Progress {
	return Progress{
		State: e.state, StartsAt: e.startsAt, Period: e.period, Clock: e.clock, ClockAt: e.clockAt, Home: e.score.Home, Away: e.score.Away,
		Suspended: e.suspended(), Reason: e.shownReason(), Version: e.version, Scores: e.scores, Cards: e.cards,
	}
}
