package minigame

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/draw"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
)

// Return is what bets on a game came back to over a time, beside what they should in the long run (S-58).
type Return struct {
	Game string
	Bets int64
	// Ratio is what was paid of the stakes, Stated what the pay table says: 0.96 for 96 %.
	Ratio, Stated float64
	// Deviation is how far what was paid is from what the pay table says, in standard deviations of chance.
	Deviation float64
}

// watched is how long the return of a game is watched over.
const watched = 30 * 24 * time.Hour

// Returns returns what each game returned in the last 30 days, over all sites; of a game without bets only its code. A currency's minor unit counts as one, whatever it is worth.
func (s *Service) Returns(ctx context.Context) ([]Return, error) {
	rows, err := s.db.Query(ctx, `
		SELECT game, selection, sum(bets)::bigint, sum(stakes)::float8, sum(squares)::float8, sum(paid)::float8 FROM minigame_day
		 WHERE day >= ($1 AT TIME ZONE 'UTC')::date AND bets > 0 GROUP BY game, selection`, s.clk.Now().Add(-watched))
	if err != nil {
		return nil, fmt.Errorf("minigame: returns: %w", err)
	}
	type sum struct {
		bets                               int64
		stakes, paid, expected, variations float64
	}
	sums := map[string]*sum{}
	for _, code := range codes() {
		sums[code] = &sum{}
	}
	var game, selection string
	var bets int64
	var stakes, squares, paid float64
	_, err = pgx.ForEachRow(rows, []any{&game, &selection, &bets, &stakes, &squares, &paid}, func() error {
		g, ok := draw.Of(game)
		if !ok {
			return nil // a game that there was once
		}
		mean, variance, ok := moments(g, selection)
		if !ok {
			return nil
		}
		one := sums[game]
		one.bets, one.stakes, one.paid = one.bets+bets, one.stakes+stakes, one.paid+paid
		one.expected += stakes * mean
		one.variations += squares * variance
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("minigame: returns: %w", err)
	}
	all := make([]Return, 0, len(sums))
	for _, code := range codes() {
		one := sums[code]
		r := Return{Game: code, Bets: one.bets}
		if one.stakes > 0 {
			r.Ratio, r.Stated = one.paid/one.stakes, one.expected/one.stakes
		}
		if one.variations > 0 {
			r.Deviation = (one.paid - one.expected) / math.Sqrt(one.variations)
		}
		all = append(all, r)
	}
	return all, nil
}

// moments returns the mean and the variance of what a stake of one comes back to.
func moments(g draw.Game, selection string) (mean, variance float64, ok bool) {
	if picks, spots := strings.CutPrefix(selection, "spots:"); spots {
		n, err := strconv.Atoi(picks)
		if err != nil {
			return 0, 0, false
		}
		for _, hit := range g.Hits(n) {
			chance, price := float64(hit.Ways)/float64(hit.Of), float64(hit.Price)/float64(odds.Unit)
			mean += chance * price
			variance += chance * price * price
		}
		return mean, variance - mean*mean, mean > 0
	}
	s, err := g.Selection(selection)
	if err != nil {
		return 0, 0, false
	}
	chance, price := float64(s.Ways)/float64(s.Of), float64(s.Price)/float64(odds.Unit)
	mean = chance * price
	return mean, chance*price*price - mean*mean, true
}

// Day is what the bets of a site on a game staked and were paid on a day of UTC (S-94). Amounts are in minor units of the currency.
type Day struct {
	Day                time.Time
	Game, Currency     string
	Bets, Voids        int64
	Stakes, Paid, Void money.Amount
}

// Performance returns the sums of a site's days since a day, newest first.
func (s *Service) Performance(ctx context.Context, siteID string, since time.Time) ([]Day, error) {
	rows, err := s.db.Query(ctx, `
		SELECT day::timestamptz, game, currency, sum(bets)::bigint, sum(voids)::bigint, sum(stakes)::bigint, sum(paid)::bigint, sum(void_stakes)::bigint FROM minigame_day
		 WHERE site_id = $1 AND day >= ($2 AT TIME ZONE 'UTC')::date GROUP BY day, game, currency ORDER BY day DESC, game, currency`, siteID, since)
	if err != nil {
		return nil, fmt.Errorf("minigame: performance: %w", err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Day])
	if err != nil {
		return nil, fmt.Errorf("minigame: performance: %w", err)
	}
	return list, nil
}
