package table

import (
	"slices"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hubstake/internal/core/fairness"
	"hubstake/internal/core/money"
	rules "hubstake/internal/sim/race"
)

// afterLast is how long the water is shown after the last boat.
const afterLast = 1500 * time.Millisecond

type race struct{ info Info }

// Race is Dragon Boat Race: six boats every two minutes, each race with a seed of its own.
func Race() Game {
	kind := func(code string, side bool) Kind {
		low, high := rules.Returns(code)
		return Kind{Code: code, Side: side, RTP: low, RTPMax: high}
	}
	return race{Info{
		Code: "dragonboat", Engine: EngineRace, ProcID: 102, Studio: "Regatta Works",
		Names: map[string]string{
			"vn": "Đua Thuyền Rồng", "ko": "드래곤 보트 레이스", "en": "Dragon Boat Race", "th": "แข่งเรือมังกร", "cn": "龙舟竞渡", "jp": "ドラゴンボートレース",
		},
		Kinds:  []Kind{kind(rules.Win, false), kind(rules.Place, false), kind(rules.Exacta, true)},
		Limits: limits, Bets: most, Turns: 1, Rules: "2026-11-27",
		Times: Times{Betting: 20 * time.Second, Closed: 4 * time.Second, Result: 8 * time.Second, Grid: 2 * time.Minute},
	}}
}

func (r race) Info() Info { return r.info }

// field is what there is to see of a race before it.
type field struct {
	Chances []int                   `json:"chances"` // to be first, in thousandths, by boat
	Prices  map[string]money.Amount `json:"prices"`
}

func (race) Offer(seed fairness.Hash, _ int) Offer {
	chances := rules.Chances(seed)
	prices := rules.Prices(chances)
	return Offer{Prices: prices, Shown: encoded(field{chances[:], prices})}
}

// finish is how a race ended and how the boats came there.
type finish struct {
	Order []int `json:"order"` // boats from 1, the winner first
	rules.Course
}

func (race) Draw(seed fairness.Hash, _ int) Draw {
	f := finish{rules.Order(seed), rules.Run(seed)}
	prices, returns := rules.Prices(rules.Chances(seed)), map[string]money.Amount{}
	for _, spot := range rules.Returned(f.Order) {
		returns[spot] = prices[spot]
	}
	return Draw{Result: encoded(f), Returns: returns, Show: time.Duration(slices.Max(f.Times))*time.Millisecond + afterLast}
}

// Board lists the orders of the races.
func (race) Board(results []jsontext.Value) any {
	orders := [][]int{}
	for _, raw := range results {
		var f finish
		if json.Unmarshal(raw, &f) == nil { // it is what Draw wrote
			orders = append(orders, f.Order)
		}
	}
	return orders
}
