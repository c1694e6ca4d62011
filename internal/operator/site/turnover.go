package site

import (
	"errors"
	"fmt"
	"slices"

	"hubstake/internal/core/money"
)

// TurnoverOptions say what must be played before a withdrawal (D-20), in basis points: of a deposit, of points that become cash, of a
// win without a bet; and how much of a stake counts, by the product (Products; 10,000 where a product is not named).
type TurnoverOptions struct {
	RollingBasisPoints        int64            `json:"rollingBasisPoints"`
	PointRollingBasisPoints   int64            `json:"pointRollingBasisPoints"`
	FreeWinRollingBasisPoints int64            `json:"freeWinRollingBasisPoints"`
	RollingWeights            map[string]int64 `json:"rollingWeights"`
	SmallestBet               money.Amount     `json:"smallestBet"` // a wallet with less is empty (D-20, D-22)
}

func (o TurnoverOptions) validate() error {
	for name, w := range o.RollingWeights {
		if !slices.Contains(Products, name) || w < 0 || w > 10_000 {
			return fmt.Errorf("rollingWeights: %s: %d; a product counts with 0 to 10000", name, w)
		}
	}
	if o.RollingBasisPoints < 0 || o.PointRollingBasisPoints < 0 || o.FreeWinRollingBasisPoints < 0 || o.SmallestBet < 1 {
		return errors.New("a rate is not negative, and the smallest bet is at least 1")
	}
	return nil
}

// Products are the kinds of games that rolling is counted by: the groups of the catalogue, and other for rounds of games that the
// catalogue does not have.
var Products = []string{"sports", "casino", "slot", "minigame", "fishing", "virtual", "other"}

// RollingWeight returns how much of a stake in a product counts for turnover, in basis points.
func (o TurnoverOptions) RollingWeight(product string) int64 {
	if w, ok := o.RollingWeights[product]; ok {
		return w
	}
	return 10_000
}
