package main

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/draw"
	"hubstake/internal/core/money"
)

// noBet are the refusals of a bet on a draw that leave a member as it was: the round is closed or being settled, its balance is about to change, or the same bet stands.
var noBet = []string{"B0099", "B002", "B9999", "B6005"}

// draw bets on a round that takes bets, under a key, at whichever node, until it is answered.
func (m *mover) draw(ctx context.Context) error {
	game := draw.Games()[m.rnd.IntN(len(draw.Games()))]
	markets := slices.DeleteFunc(game.Markets(), func(m draw.Market) bool { return len(m.Selections) == 0 })
	selections := markets[m.rnd.IntN(len(markets))].Selections
	pick := selections[m.rnd.IntN(len(selections))]
	no := game.RoundAt(clock.System{}.Now())
	m.round++
	stake := money.Amount(1_000 + m.rnd.IntN(1_000))
	body := map[string]any{"stake": stake, "draw": map[string]any{"game": game.Code, "no": no, "selection": pick.Key, "price": pick.Price}}
	key := fmt.Sprintf("%s-%s-%d", m.t.name, m.MemID, m.round)
	var placed struct {
		BetID string `json:"betId"`
	}
	err := persist(ctx, func() error {
		return m.t.nodes[m.rnd.IntN(len(m.t.nodes))].callOnce(ctx, m.Token, key, "/api/bet/betProc", body, &placed)
	})
	if code(err, noBet...) {
		return nil
	} else if err != nil {
		return err
	}
	m.delta -= stake
	m.draws = append(m.draws, placed.BetID)
	return nil
}

// paid returns what the ended bets on draws of each mover came back to, stakes of void rounds among it. A bet that was answered and is not there is an error.
func (t *moneyTest) paid(ctx context.Context) (map[string]money.Amount, error) {
	all := map[string]money.Amount{}
	for _, m := range t.movers {
		var found int
		var paid money.Amount
		if err := t.in.db.QueryRow(ctx, `
			SELECT count(*), coalesce(sum(CASE state WHEN 'void' THEN stake ELSE paid END), 0)::bigint FROM minigame_bet WHERE member_id = $1 AND id = ANY ($2)`,
			m.MemID, m.draws).Scan(&found, &paid); err != nil {
			return nil, fmt.Errorf("bets on draws: %w", err)
		}
		if found != len(m.draws) {
			return nil, fmt.Errorf("%s was told of %d bets on draws, %d are there", m.MemID, len(m.draws), found)
		}
		all[m.MemID] = paid
	}
	return all, nil
}

// steady returns the books and what draws paid, as they were together: rounds end meanwhile.
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
