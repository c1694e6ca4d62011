package draw

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"

	"hubstake/internal/core/odds"
)

// Keno is the outcome of a keno.
type Keno struct {
	Balls []int `json:"balls"` // in the order in which they were drawn
}

func (Keno) outcome() Kind { return KindKeno }

const (
	kenoDrawn = 22
	kenoPool  = 70
	kenoLine  = 780 // the highest sum that is under
)

type keno struct{}

func (keno) draw(src Source) Outcome { return Keno{Balls: src.Sample(kenoPool, kenoDrawn)} }

func (keno) parse(text []byte) (Outcome, error) {
	var o Keno
	if err := decode(text, &o); err != nil {
		return nil, err
	}
	return o, checkBalls(o.Balls, kenoDrawn, kenoPool)
}

func (keno) markets() []market {
	ways := sums(kenoPool, kenoDrawn)
	all := func(yield func(int, int64) bool) {
		for sum, n := range ways {
			if n > 0 && !yield(sum, n) {
				return
			}
		}
	}
	sum := func(sum int) int { return sum }
	made := price(facts[int]{
		of:  func(o Outcome) int { return add(o.(Keno).Balls) },
		all: all,
	}, []rule[int]{
		{"sum", parities, evenReturn, parity, nil},
		{"sum_size", sizes, evenReturn, func(n int) string { return size(n, kenoLine) }, sum},
	})
	table := spotsTable()
	worst := slices.MinFunc(table, func(a, b Spots) int { return a.RTP - b.RTP })
	return append(made, market{Market: Market{Key: "spots", Spots: table, RTP: worst.RTP}})
}

// spotsTable is spotsPays with what it returns.
var spotsTable = sync.OnceValue(func() []Spots {
	var table []Spots
	for i, pays := range spotsPays {
		s := Spots{Picks: i + 1, Pays: slices.Clone(pays)}
		var sum int64 // of the ways times their prices
		for hits, p := range pays {
			sum += hitWays(s.Picks, hits) * int64(p)
		}
		s.RTP = int(mulDiv(10, sum, choose(kenoPool, s.Picks)))
		table = append(table, s)
	}
	return table
})

// hitWays returns in how many of the choose(kenoPool, picks) ways to pick numbers so many of them are among those drawn.
func hitWays(picks, hits int) int64 {
	return choose(kenoDrawn, hits) * choose(kenoPool-kenoDrawn, picks-hits)
}

// choose returns the number of ways to take k of n.
func choose(n, k int) int64 { return new(big.Int).Binomial(int64(n), int64(k)).Int64() }

// parsePicks reads "3-17-22"; nil when the text is not one to ten different numbers in ascending order.
func parsePicks(text string) (picks []int) {
	for part := range strings.SplitSeq(text, "-") {
		n, err := strconv.Atoi(part)
		if err != nil || part != strconv.Itoa(n) || n < 1 || n > kenoPool || len(picks) > 0 && n <= picks[len(picks)-1] || len(picks) == len(spotsPays) {
			return nil
		}
		picks = append(picks, n)
	}
	return picks
}

// spots returns the selection of so many picks.
func spots(key string, picks int) Selection {
	s := spotsTable()[picks-1]
	return Selection{Key: key, Price: s.Pays[picks], Ways: hitWays(picks, picks), Of: choose(kenoPool, picks), RTP: s.RTP}
}

// spotsPay returns what picks are paid.
func spotsPay(picks []int, o Keno) odds.Price {
	hits := 0
	for _, n := range picks {
		if slices.Contains(o.Balls, n) {
			hits++
		}
	}
	return spotsPays[len(picks)-1][hits]
}
