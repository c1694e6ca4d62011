package draw

import (
	"errors"
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"strings"
	"sync"

	"hubstake/internal/core/odds"
)

// PicksPrefix begins the keys of picks.
const PicksPrefix = "spots:"

// Market is one question about a draw. Exactly one of its selections wins, except in the market "spots", which has Spots instead.
type Market struct {
	Key        string
	Selections []Selection
	Spots      []Spots // by number of picks, from one on
	// RTP is what the market returns of the stakes in the long run, in basis points: that of its worst selection, rounded down.
	RTP int
}

// Selection is one answer to the question of its market.
type Selection struct {
	Key   string     // with the market in front: power.odd
	Price odds.Price // the price that is paid; of spots, the one for all hits
	// Ways of Of equally likely draws are paid at Price.
	Ways, Of int64
	// RTP is what the selection returns in the long run, in basis points, rounded down; of spots, with all its prizes.
	RTP int
	// From and To are the lowest and the highest sum or power that win. To is 0 when the selection is not such a range.
	From, To int
}

// Spots is what a number of picks pays.
type Spots struct {
	Picks int
	// Pays holds the price by hits, from no hit to all; 0 is lost.
	Pays []odds.Price
	// RTP in basis points, rounded down.
	RTP int
}

// ErrSelection reports a key that is not a selection of the game.
var ErrSelection = errors.New("draw: not a selection")

// market is a Market and how it is decided.
type market struct {
	Market
	winner func(Outcome) string // the key of the selection that wins; nil of spots
}

// rule says how one market is decided, by facts F of an outcome.
type rule[F any] struct {
	market  string
	keys    []string // of the selections, in display order
	returns int64    // basis points that every selection returns as nearly as thousandths allow, never more
	winner  func(F) string
	value   func(F) int // that selections are ranges of; nil when they are not ranges
}

// facts are what the rules of a kind read of an outcome.
type facts[F any] struct {
	of  func(Outcome) F
	all iter.Seq2[F, int64] // everything that can be, with the number of equally likely draws that come to it
}

// price makes the markets of rules: the chance of each selection is counted, and its price follows from it.
func price[F any](f facts[F], rules []rule[F]) []market {
	var made []market
	for _, r := range rules {
		var total int64
		ways, from, to := map[string]int64{}, map[string]int{}, map[string]int{}
		for fact, n := range f.all {
			key := r.winner(fact)
			if r.value != nil {
				v := r.value(fact)
				if ways[key] == 0 {
					from[key] = v
				}
				from[key], to[key] = min(from[key], v), max(to[key], v)
			}
			ways[key] += n
			total += n
		}
		m := market{Market{Key: r.market}, func(o Outcome) string { return r.market + "." + r.winner(f.of(o)) }}
		for _, key := range r.keys {
			p := mulDiv(r.returns, total, 10*ways[key])
			m.Selections = append(m.Selections, Selection{
				Key: r.market + "." + key, Price: odds.Price(p), Ways: ways[key], Of: total, RTP: int(mulDiv(10*p, ways[key], total)), From: from[key], To: to[key],
			})
		}
		m.RTP = slices.MinFunc(m.Selections, func(a, b Selection) int { return a.RTP - b.RTP }).RTP
		made = append(made, m)
	}
	return made
}

// mulDiv returns a·b/c rounded down, for numbers that are not negative, even when a·b is beyond 63 bits.
func mulDiv(a, b, c int64) int64 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	q, _ := bits.Div64(hi, lo, uint64(c))
	return int64(q)
}

// books holds the markets by kind of rules: games of the same rules share them.
var books = sync.OnceValue(func() map[rules][]market {
	made := map[rules][]market{}
	for _, g := range games() {
		if made[g.rules] == nil {
			made[g.rules] = g.rules.markets()
		}
	}
	return made
})

// Markets returns the markets of the game in display order.
func (g Game) Markets() []Market {
	var all []Market
	for _, m := range books()[g.rules] {
		m.Selections, m.Spots = slices.Clone(m.Selections), slices.Clone(m.Spots)
		all = append(all, m.Market)
	}
	return all
}

// Selection returns the selection of a key: "market.selection", or "spots:" with the picks in ascending order, as in "spots:3-17-22". Any other spelling is an
// ErrSelection.
func (g Game) Selection(key string) (Selection, error) {
	_, s, _, err := g.find(key)
	return s, err
}

// find returns the market and the selection of a key, and the picks of spots.
func (g Game) find(key string) (market, Selection, []int, error) {
	for _, m := range books()[g.rules] {
		if text, ok := strings.CutPrefix(key, m.Key+":"); ok && m.Spots != nil {
			if picks := parsePicks(text); picks != nil {
				return m, spots(key, len(picks)), picks, nil
			}
		}
		if i := slices.IndexFunc(m.Selections, func(s Selection) bool { return s.Key == key }); i >= 0 {
			return m, m.Selections[i], nil, nil
		}
	}
	return market{}, Selection{}, nil, fmt.Errorf("%w of %s: %.64q", ErrSelection, g.Code, key)
}

// parity returns the selection that n wins.
func parity(n int) string {
	if n%2 == 0 {
		return "even"
	}
	return "odd"
}

// size returns the selection that n wins when line is the highest number that is under.
func size(n, line int) string {
	if n <= line {
		return "under"
	}
	return "over"
}

var (
	parities = []string{"odd", "even"}
	sizes    = []string{"under", "over"}
	combos   = []string{"odd_under", "odd_over", "even_under", "even_over"}
)

// sums returns how many ways there are to draw so many different numbers of 1…pool, by their sum.
func sums(pool, drawn int) []int64 {
	most := drawn * (2*pool - drawn + 1) / 2
	ways := make([][]int64, drawn+1) // by how many numbers were taken, and by their sum
	for k := range ways {
		ways[k] = make([]int64, most+1)
	}
	ways[0][0] = 1
	for n := 1; n <= pool; n++ {
		for k := min(n, drawn); k > 0; k-- {
			for sum := n; sum <= most; sum++ {
				ways[k][sum] += ways[k-1][sum-n]
			}
		}
	}
	return ways[drawn]
}

// add returns the sum of balls.
func add(balls []int) (sum int) {
	for _, n := range balls {
		sum += n
	}
	return sum
}
