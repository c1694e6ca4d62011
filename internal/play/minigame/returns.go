package minigame

import (
	"context"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/draw"
	"hubstake/internal/core/money"
)

// Return is what bets on a game came back to over a time, beside what they should in the long run (S-58).
type Return struct {
	Game string
	Bets int64
	// Paid is what was paid of the stakes, Stated what the pay table says of the same bets; in basis points.
	Paid, Stated int64
	// Deviation is how far the one is from the other, in hundredths of a standard deviation of chance.
	Deviation int64
}

// watched is how long the return of a game is watched over.
const watched = 30 * 24 * time.Hour

// Returns returns what each game returned in the last 30 days, over all sites; of a game without bets only its code. A currency's minor unit counts as one, whatever it is worth.
func (s *Service) Returns(ctx context.Context) ([]Return, error) {
	since := s.clk.Now().Add(-watched)
	expected, err := s.expected(ctx, since)
	if err != nil {
		return nil, err
	}
	rows, err := s.db.Query(ctx, `
		WITH sums AS (
		  SELECT d.game, sum(d.bets) AS bets, sum(d.stakes) AS stakes, sum(d.paid) AS paid,
		         sum(d.stakes * m.mean::numeric) / 1e9 AS expected, sum(d.squares * m.variance::numeric) / 1e9 AS variance
		    FROM unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[]) AS m (game, selection, mean, variance)
		    JOIN minigame_day d ON d.game = m.game AND d.selection = m.selection AND d.day >= ($1 AT TIME ZONE 'UTC')::date
		   GROUP BY d.game
		)
		SELECT u.game, coalesce(s.bets, 0)::bigint, coalesce(round(s.paid * 10000 / nullif(s.stakes, 0)), 0)::bigint,
		       coalesce(round(s.expected * 10000 / nullif(s.stakes, 0)), 0)::bigint,
		       coalesce(round((s.paid - s.expected) * 100 / nullif(sqrt(s.variance), 0)), 0)::bigint
		  FROM unnest($6::text[]) WITH ORDINALITY AS u (game, place) LEFT JOIN sums s ON s.game = u.game ORDER BY u.place`,
		since, expected.games, expected.selections, expected.means, expected.variances, codes())
	if err != nil {
		return nil, fmt.Errorf("minigame: returns: %w", err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Return])
	if err != nil {
		return nil, fmt.Errorf("minigame: returns: %w", err)
	}
	return list, nil
}

// expectations are what stakes of one come back to, by selection: mean and variance in billionths.
type expectations struct {
	games, selections []string
	means, variances  []int64
}

// expected returns the expectations of the selections on which there were bets. A selection that there is no more is left out.
func (s *Service) expected(ctx context.Context, since time.Time) (all expectations, err error) {
	rows, err := s.db.Query(ctx, `SELECT DISTINCT game, selection FROM minigame_day WHERE day >= ($1 AT TIME ZONE 'UTC')::date AND bets > 0`, since)
	if err != nil {
		return all, fmt.Errorf("minigame: returns: %w", err)
	}
	var game, selection string
	_, err = pgx.ForEachRow(rows, []any{&game, &selection}, func() error {
		g, ok := draw.Of(game)
		if !ok {
			return nil
		}
		if mean, variance := moments(hitsOf(g, selection)); mean > 0 {
			all.games, all.selections = append(all.games, game), append(all.selections, selection)
			all.means, all.variances = append(all.means, mean), append(all.variances, variance)
		}
		return nil
	})
	if err != nil {
		return all, fmt.Errorf("minigame: returns: %w", err)
	}
	return all, nil
}

// hitsOf returns how bets on a selection can end, as minigame_day names it; picks of keno by their number.
func hitsOf(g draw.Game, selection string) []draw.Hit {
	if picks, spots := strings.CutPrefix(selection, draw.PicksPrefix); spots {
		n, err := strconv.Atoi(picks)
		if err != nil {
			return nil
		}
		return g.Hits(n)
	}
	s, err := g.Selection(selection)
	if err != nil {
		return nil
	}
	return []draw.Hit{{Price: s.Price, Ways: s.Ways, Of: s.Of}}
}

// moments returns the mean and the variance of what a stake of one comes back to, in billionths.
func moments(hits []draw.Hit) (mean, variance int64) {
	billion, first, second := big.NewInt(1_000_000_000), new(big.Rat), new(big.Rat)
	for _, h := range hits {
		price, chance := big.NewRat(int64(h.Price), 1000), big.NewRat(h.Ways, h.Of)
		part := new(big.Rat).Mul(chance, price)
		first.Add(first, part)
		second.Add(second, part.Mul(part, price))
	}
	variation := new(big.Rat).Sub(second, new(big.Rat).Mul(first, first))
	whole := func(r *big.Rat) int64 {
		n := new(big.Int).Mul(r.Num(), billion)
		return n.Div(n, r.Denom()).Int64()
	}
	return whole(first), whole(variation)
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
