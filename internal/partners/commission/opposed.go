package commission

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"hubstake/internal/core/draw"
	"hubstake/internal/partners/commission/commissiondb"
)

// minigames is the provider of the draws of the house.
const minigames = "minigame"

// side is a bet on one answer to a question: a draw, or a market of a match.
type side struct {
	bet, site, question, selection string
	stake                          int64
	branches                       []string // the partners above, but for the head
}

// sidesOf makes a side. The branch of a head is the whole site, whose members do not play together, so it is left out.
func sidesOf(bet, site, question, selection string, stake int64, upline string) side {
	s := side{bet: bet, site: site, question: question, selection: selection, stake: stake}
	if all := strings.Split(upline, ","); len(all) > 1 {
		s.branches = all[:len(all)-1]
	}
	return s
}

// addOpposed notes of the rounds how much of their stakes accounts of the same branch staked on the opposite (D-30). Only draws of the house and the sportsbook tell what was picked.
func addOpposed(ctx context.Context, q *commissiondb.Queries, list []*round) error {
	rounds := map[string]*round{}
	var draws, bets []string
	for _, r := range list {
		switch {
		case r.state != "closed":
		case r.key.vendor == minigames:
			rounds[r.key.id], draws = r, append(draws, r.key.id)
		case r.key.vendor == house:
			rounds[r.key.id], bets = r, append(bets, r.key.id)
		}
	}
	var sides []side
	game := map[string]draw.Game{} // of a question; none: a market, whose answers all exclude each other
	if len(draws) > 0 {
		rows, err := q.DrawSides(ctx, draws)
		if err != nil {
			return fmt.Errorf("commission: opposite picks: %w", err)
		}
		for _, r := range rows {
			if g, ok := draw.Of(r.Game); ok {
				game[r.Question] = g
				sides = append(sides, sidesOf(r.ID, r.SiteID, r.Question, r.Selection, r.Stake, r.Upline))
			}
		}
	}
	if len(bets) > 0 {
		rows, err := q.MatchSides(ctx, bets)
		if err != nil {
			return fmt.Errorf("commission: opposite picks: %w", err)
		}
		for _, r := range rows {
			sides = append(sides, sidesOf(r.ID, r.SiteID, r.Question, r.Selection, r.Stake, r.Upline))
		}
	}
	opposed := opposedOf(sides, func(question, a, b string) bool {
		if g, ok := game[question]; ok {
			return g.Exclude(a, b)
		}
		return a != b
	})
	for id, amount := range opposed {
		if r := rounds[id]; r != nil {
			r.opposed = amount
		}
	}
	return nil
}

// opposedOf returns of each bet how much of its stake is no risk of a branch that it is in: as much of what the branch has on its selection as the branch has on selections
// that exclude it, each bet in proportion to its stake and rounded up. Of several branches and legs the most counts.
func opposedOf(sides []side, exclude func(question, a, b string) bool) map[string]int64 {
	type branch struct{ site, question, partner string }
	stakes := map[branch]map[string]int64{}
	for _, s := range sides {
		for _, partner := range s.branches {
			b := branch{s.site, s.question, partner}
			if stakes[b] == nil {
				stakes[b] = map[string]int64{}
			}
			stakes[b][s.selection] += s.stake
		}
	}
	type pick struct {
		branch
		selection string
	}
	against := map[pick]int64{}
	for b, of := range stakes {
		for own := range of {
			for other, stake := range of {
				if own != other && exclude(b.question, own, other) {
					against[pick{b, own}] += stake
				}
			}
		}
	}
	out := map[string]int64{}
	for _, s := range sides {
		for _, partner := range s.branches {
			b := branch{s.site, s.question, partner}
			all := stakes[b][s.selection]
			if matched := min(all, against[pick{b, s.selection}]); matched > 0 {
				out[s.bet] = max(out[s.bet], proportionUp(s.stake, matched, all))
			}
		}
	}
	return out
}

// proportionUp returns what part of whole is of n, rounded up. part is not above whole.
func proportionUp(n, part, whole int64) int64 {
	product := new(big.Int).Mul(big.NewInt(n), big.NewInt(part))
	product.Add(product, big.NewInt(whole-1))
	return product.Quo(product, big.NewInt(whole)).Int64()
}
