package draw

import "strconv"

// Ladder is the outcome of a ladder: from the leg Start down, every one of its rungs crosses over to the other leg. Below, the left leg is odd and the right one even.
type Ladder struct {
	Start string `json:"start"` // left or right
	Lines int    `json:"lines"` // rungs: 3 or 4
	End   string `json:"end"`   // odd or even; it follows from the other two
}

func (Ladder) outcome() Kind { return KindLadder }

var (
	legs = []string{"left", "right"}
	ends = []string{"odd", "even"} // of the legs
)

const fewestLines, mostLines = 3, 4

// climb returns the ladder from a leg with a number of rungs.
func climb(leg, lines int) Ladder {
	return Ladder{Start: legs[leg], Lines: lines, End: ends[(leg+lines)%2]}
}

type ladder struct{}

// draw takes the leg, then the number of rungs.
func (ladder) draw(src Source) Outcome {
	leg := src.Intn(2)
	return climb(int(leg), fewestLines+int(src.Intn(mostLines-fewestLines+1)))
}

func (ladder) parse(text []byte) (Outcome, error) {
	var o Ladder
	if err := decode(text, &o); err != nil {
		return nil, err
	}
	for possible := range ladders {
		if o == possible {
			return o, nil
		}
	}
	return nil, errImpossible
}

// ladders yields every ladder.
func ladders(yield func(Ladder, int64) bool) {
	for leg := range legs {
		for lines := fewestLines; lines <= mostLines; lines++ {
			if !yield(climb(leg, lines), 1) {
				return
			}
		}
	}
}

func (ladder) markets() []market {
	return price(facts[Ladder]{
		of:  func(o Outcome) Ladder { return o.(Ladder) },
		all: ladders,
	}, []rule[Ladder]{
		{"end", ends, evenReturn, func(l Ladder) string { return l.End }, nil},
		{"start", legs, evenReturn, func(l Ladder) string { return l.Start }, nil},
		{"lines", []string{"3", "4"}, evenReturn, func(l Ladder) string { return strconv.Itoa(l.Lines) }, nil},
		{
			"combo",
			[]string{"left_3", "left_4", "right_3", "right_4"},
			longReturn,
			func(l Ladder) string { return l.Start + "_" + strconv.Itoa(l.Lines) },
			nil,
		},
	})
}
