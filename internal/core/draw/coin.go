package draw

import (
	"slices"
	"strconv"
)

// Coin is the outcome of three coins.
type Coin struct {
	Coins [3]string `json:"coins"` // head or tail, in the order in which they were thrown
}

func (Coin) outcome() Kind { return KindCoin }

var faces = []string{"head", "tail"}

type coin struct{}

func (coin) draw(src Source) Outcome {
	var o Coin
	for i := range o.Coins {
		o.Coins[i] = faces[src.Intn(2)]
	}
	return o
}

func (coin) parse(text []byte) (Outcome, error) {
	var o Coin
	if err := decode(text, &o); err != nil {
		return nil, err
	}
	for _, c := range o.Coins {
		if !slices.Contains(faces, c) {
			return nil, errImpossible
		}
	}
	return o, nil
}

// throws yields everything that three coins can show.
func throws(yield func(Coin, int64) bool) {
	for _, a := range faces {
		for _, b := range faces {
			for _, c := range faces {
				if !yield(Coin{[3]string{a, b, c}}, 1) {
					return
				}
			}
		}
	}
}

// heads returns how many coins show their head.
func (o Coin) heads() (n int) {
	for _, c := range o.Coins {
		if c == faces[0] {
			n++
		}
	}
	return n
}

func (coin) markets() []market {
	same := func(o Coin) string {
		if n := o.heads(); n == 0 || n == len(o.Coins) {
			return "yes"
		}
		return "no"
	}
	return price(facts[Coin]{
		of:  func(o Outcome) Coin { return o.(Coin) },
		all: throws,
	}, []rule[Coin]{
		{"first", faces, evenReturn, func(o Coin) string { return o.Coins[0] }, nil},
		{"second", faces, evenReturn, func(o Coin) string { return o.Coins[1] }, nil},
		{"third", faces, evenReturn, func(o Coin) string { return o.Coins[2] }, nil},
		{"heads", []string{"0", "1", "2", "3"}, longReturn, func(o Coin) string { return strconv.Itoa(o.heads()) }, nil},
		{"same", []string{"yes", "no"}, longReturn, same, nil},
	})
}
