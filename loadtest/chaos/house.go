package main

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/draw"
	"hubstake/internal/core/money"
)

// noBet are the refusals of a bet that leave a member as it was: the round or the market is closed, suspended or being settled, a price may not be played, the balance is about
// to change, or the same bet stands.
var noBet = []string{"B0099", "B001", "B002", "B9999", "B6003", "B6005", "S004", "S009", "RATE_LIMIT_EXCEPTION", "RATE_LIMIT_MIN", "RATE_LIMIT_MAX", "WIN_LIMIT_MAX"}

// draw bets on the round of a scheduled draw that takes bets.
func (m *mover) draw(ctx context.Context) error {
	game := draw.Games()[m.rnd.IntN(len(draw.Games()))]
	markets := slices.DeleteFunc(game.Markets(), func(m draw.Market) bool { return len(m.Selections) == 0 })
	selections := markets[m.rnd.IntN(len(markets))].Selections
	pick := selections[m.rnd.IntN(len(selections))]
	no := game.RoundAt(clock.System{}.Now())
	return m.house(ctx, map[string]any{"draw": map[string]any{"game": game.Code, "no": no, "selection": pick.Key, "price": pick.Price}})
}

// selection is a leg of a slip, as /api/bet/betProc takes it.
type selection struct {
	MarketIdx int64  `json:"marketIdx"`
	Key       string `json:"key"`
	Price     int32  `json:"price"`
	Version   int64  `json:"version"`
}

// slip bets on one or three matches, before them and while they are played.
func (m *mover) slip(ctx context.Context) error {
	legs := make([]selection, 0, 3)
	err := persist(ctx, func() error {
		rows, err := m.t.in.db.Query(ctx, `
			SELECT DISTINCT ON (o.event_id) o.id, o.key, o.price, o.version
			  FROM (SELECT m.event_id, m.id, s.key, s.price, s.version
			          FROM sports_event e JOIN sports_market m ON m.event_id = e.id JOIN sports_selection s ON s.market_id = m.id
			         WHERE e.state IN ('scheduled', 'live') AND NOT e.suspended AND m.state = 'open' AND s.active AND s.price BETWEEN 1300 AND 4000
			         ORDER BY e.state = 'live' DESC, random() LIMIT 200) o
			 ORDER BY o.event_id, random()`)
		if err != nil {
			return fmt.Errorf("%w: %w", errUnclear, err)
		}
		legs, err = pgx.AppendRows(legs[:0], rows, pgx.RowToStructByPos[selection])
		if err != nil {
			return fmt.Errorf("%w: %w", errUnclear, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	m.rnd.Shuffle(len(legs), func(i, j int) { legs[i], legs[j] = legs[j], legs[i] })
	many := 1 + 2*m.rnd.IntN(2)
	if len(legs) < many {
		return nil // the feed was killed for so long that its prices are too old
	}
	return m.house(ctx, map[string]any{"legs": legs[:many], "accept": "any"})
}

// house places a bet on what the house offers, under a key, at whichever node, until it is answered.
func (m *mover) house(ctx context.Context, bet map[string]any) error {
	m.round++
	stake := money.Amount(1_000 + m.rnd.IntN(1_000))
	bet["stake"] = stake
	key := fmt.Sprintf("%s-%s-%d", m.t.name, m.MemID, m.round)
	var placed struct {
		BetID string `json:"betId"`
	}
	err := persist(ctx, func() error {
		return m.t.nodes[m.rnd.IntN(len(m.t.nodes))].callOnce(ctx, m.Token, key, "/api/bet/betProc", bet, &placed)
	})
	if code(err, noBet...) {
		return nil
	} else if err != nil {
		return err
	}
	m.delta -= stake
	m.bets = append(m.bets, placed.BetID)
	m.counts["bet of the house taken"]++
	return nil
}

// paid returns what the ended bets of the house came back to, by their member, stakes of void ones among it. A bet that was answered and is not there is an error.
func (t *moneyTest) paid(ctx context.Context) (map[string]money.Amount, error) {
	all := map[string]money.Amount{}
	t.ended = 0
	for _, m := range t.movers {
		var found, ended int
		var paid money.Amount
		if err := t.in.db.QueryRow(ctx, `
			SELECT count(*), count(*) FILTER (WHERE state <> 'open'), coalesce(sum(payout + voided), 0)::bigint
			  FROM casino_round WHERE vendor_id IN ('house', 'minigame') AND member_id = $1 AND round_id = ANY ($2)`,
			m.MemID, m.bets).Scan(&found, &ended, &paid); err != nil {
			return nil, fmt.Errorf("bets of the house: %w", err)
		}
		if found != len(m.bets) {
			return nil, fmt.Errorf("%s was told of %d bets of the house, %d are there", m.MemID, len(m.bets), found)
		}
		all[m.MemID] = paid
		t.ended += ended
	}
	return all, nil
}

// steady returns the books and what the house paid, as they were together: bets end meanwhile.
func (t *moneyTest) steady(ctx context.Context) (map[string][2]money.Amount, map[string]money.Amount, error) {
	for {
		before, err := t.paid(ctx)
		if err != nil {
			return nil, nil, err
		}
		books, err := t.books(ctx)
		if err != nil {
			return nil, nil, err
		}
		after, err := t.paid(ctx)
		if err != nil || maps.Equal(before, after) {
			return books, after, err
		}
	}
}
