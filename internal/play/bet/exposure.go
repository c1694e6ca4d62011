package bet

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
)

// Exposure is what a site may lose on a match: its bets that have not ended, those that wait in play included. Staff of the site of the book, which decides for all
// sites, sees the bets of all sites (D-68).
type Exposure struct {
	Bets         int64
	Stakes, Pays money.Amount // Pays: when all of these bets win
	Winner       []OutcomeExposure
}

// OutcomeExposure is what the bets on one selection of the winner market stake and may pay. A folder counts as if its other legs won.
type OutcomeExposure struct {
	Key          odds.Key
	Bets         int64
	Stakes, Pays money.Amount
	Worst        money.Amount // the stakes on the winner market less Pays: what the site keeps at least when this selection wins; negative: it loses
}

// Each bet of a match is read to know its exposure. That of a match with many bets is kept for a while, so that staff who watch it do not have them read at every
// look.
const (
	manyBets     = 10_000
	exposureKept = 5 * time.Second
)

// exposures keeps the exposures of matches with many bets.
type exposures struct {
	mu   sync.Mutex
	kept map[exposureKey]keptExposure
}

type exposureKey struct {
	site  string
	event int64
}

type keptExposure struct {
	Exposure
	at time.Time
}

// split returns the exposures that are kept, and the matches whose bets must be read.
func (k *exposures) split(siteID string, events []int64, now time.Time) (all map[int64]Exposure, rest []int64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	maps.DeleteFunc(k.kept, func(_ exposureKey, e keptExposure) bool { return now.Sub(e.at) >= exposureKept })
	all = map[int64]Exposure{}
	for _, id := range events {
		if e, ok := k.kept[exposureKey{siteID, id}]; ok {
			all[id] = e.Exposure
		} else {
			rest = append(rest, id)
		}
	}
	return all, rest
}

// keep keeps those of the exposures that have many bets.
func (k *exposures) keep(siteID string, read map[int64]Exposure, now time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for id, e := range read {
		if e.Bets >= manyBets {
			if k.kept == nil {
				k.kept = map[exposureKey]keptExposure{}
			}
			k.kept[exposureKey{siteID, id}] = keptExposure{e, now}
		}
	}
}

// Exposure returns what a site may lose on matches. A match without such bets has no entry. All selections of the winner market are listed once one of them
// has a bet. Figures of a match with 10,000 bets or more may be five seconds old.
func (s *Service) Exposure(ctx context.Context, siteID string, events []int64) (map[int64]Exposure, error) {
	all, rest := s.exposures.split(siteID, events, s.clk.Now())
	if len(rest) == 0 {
		return all, nil
	}
	read, err := s.readExposure(ctx, siteID, rest)
	if err != nil {
		return nil, err
	}
	s.exposures.keep(siteID, read, s.clk.Now())
	maps.Copy(all, read)
	return all, nil
}

func (s *Service) readExposure(ctx context.Context, siteID string, events []int64) (map[int64]Exposure, error) {
	rows, err := s.db.Query(ctx, `SELECT event_id, kind, key, bets, stakes, pays FROM bet_exposure($1, $2)`, siteID, events)
	if err != nil {
		return nil, fmt.Errorf("bet: exposure: %w", err)
	}
	all, kinds, keys := map[int64]Exposure{}, map[int64]odds.Kind{}, map[int64]map[odds.Key]OutcomeExposure{}
	var event int64
	var kind odds.Kind
	var one OutcomeExposure
	_, err = pgx.ForEachRow(rows, []any{&event, &kind, &one.Key, &one.Bets, &one.Stakes, &one.Pays}, func() error {
		e := all[event]
		e.Bets, e.Stakes, e.Pays = e.Bets+one.Bets, e.Stakes+one.Stakes, e.Pays+one.Pays
		all[event] = e
		if kind == "" {
			return nil
		}
		if keys[event] == nil {
			keys[event] = map[odds.Key]OutcomeExposure{}
		}
		kinds[event], keys[event][one.Key] = kind, one
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("bet: exposure: %w", err)
	}
	for event, kind := range kinds {
		e := all[event]
		e.Winner = outcomes(kind, keys[event])
		all[event] = e
	}
	return all, nil
}

// outcomes lists the selections of a winner market in the order of the pages.
func outcomes(kind odds.Kind, known map[odds.Key]OutcomeExposure) []OutcomeExposure {
	var stakes money.Amount
	for _, one := range known {
		stakes += one.Stakes
	}
	list := make([]OutcomeExposure, 0, len(kind.Keys()))
	for _, key := range kind.Keys() {
		one := known[key]
		one.Key, one.Worst = key, stakes-one.Pays
		list = append(list, one)
	}
	return list
}

// MarketStakes are a site's bets on a market that have not ended, those that wait in play included.
type MarketStakes struct {
	Bets   int64
	Stakes money.Amount
}

// MarketStakes returns what a site's bets that have not ended stake on the markets of a match; of the site of the book those of all sites. A market without such bets has no entry.
func (s *Service) MarketStakes(ctx context.Context, siteID string, event int64) (map[int64]MarketStakes, error) {
	rows, err := s.db.Query(ctx, `SELECT market_id, bets, stakes FROM bet_markets($1, $2)`, siteID, event)
	if err != nil {
		return nil, fmt.Errorf("bet: markets: %w", err)
	}
	all := map[int64]MarketStakes{}
	var market int64
	var one MarketStakes
	_, err = pgx.ForEachRow(rows, []any{&market, &one.Bets, &one.Stakes}, func() error {
		all[market] = one
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("bet: markets: %w", err)
	}
	return all, nil
}
