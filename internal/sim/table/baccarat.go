package table

import (
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hubstake/internal/core/fairness"
	rules "hubstake/internal/sim/baccarat"
)

// Moments of a round of baccarat after the draw. The window turns the cards over by the same ones (baccarat.js).
const (
	cardEvery  = 900 * time.Millisecond  // between two of the first four cards
	thirdAfter = 1600 * time.Millisecond // before a third card
	lastCard   = 1200 * time.Millisecond // from the last card to the result
)

type baccarat struct{}

// Baccarat is Crane Baccarat: punto banco with eight decks, sixty rounds from one shoe.
func Baccarat() Game { return baccarat{} }

func (baccarat) Info() Info {
	kind := func(code string, side bool) Kind {
		return Kind{Code: code, Units: rules.Prices[code], Side: side, RTP: rules.Returns[code], RTPMax: rules.Returns[code]}
	}
	return Info{
		Code: "baccarat", Engine: EngineBaccarat, ProcID: 101, Studio: "Crane Live",
		Names: map[string]string{
			"vn": "Baccarat Hạc", "ko": "두루미 바카라", "en": "Crane Baccarat", "th": "บาคาร่ากระเรียน", "cn": "仙鹤百家乐", "jp": "鶴バカラ",
		},
		Kinds: []Kind{
			kind(rules.SpotPlayer, false), kind(rules.SpotBanker, false), kind(rules.SpotTie, true),
			kind(rules.SpotPlayerPair, true), kind(rules.SpotBankerPair, true),
		},
		Limits: limits, Bets: most, Turns: rules.Rounds, Rules: "2026-11-27",
		Times: Times{Prepare: 8 * time.Second, Betting: 15 * time.Second, Closed: 2 * time.Second, Result: 7 * time.Second},
	}
}

// Offer is the same in each round.
func (baccarat) Offer(fairness.Hash, int) Offer { return Offer{Prices: rules.Prices} }

func (baccarat) Draw(seed fairness.Hash, turn int) Draw {
	h := rules.Deal(seed, turn)
	thirds := len(h.Player) + len(h.Banker) - 4
	return Draw{Result: encoded(h), Returns: h.Returns(), Show: 4*cardEvery + time.Duration(thirds)*thirdAfter + lastCard}
}

// baccaratBoard is the roads of the shoe.
type baccaratBoard struct {
	Beads   []rules.Mark  `json:"beads"`
	BigRoad []rules.Place `json:"bigRoad"`
}

func (baccarat) Board(results []jsontext.Value) any {
	board := baccaratBoard{Beads: []rules.Mark{}}
	for _, raw := range results {
		var h rules.Hand
		if json.Unmarshal(raw, &h) == nil { // it is what Draw wrote
			board.Beads = append(board.Beads, h.Mark())
		}
	}
	board.BigRoad = rules.BigRoad(board.Beads)
	return board
}

// encoded returns a value of this package as JSON. Encoding fails for none of them.
func encoded(v any) jsontext.Value {
	raw, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		panic(err)
	}
	return raw
}
