package baccarat

// Mark is a round in the roads: how it ended, without its cards.
type Mark struct {
	Winner     string `json:"winner"`
	Total      int    `json:"total"` // points of the winner, or of both
	PlayerPair bool   `json:"playerPair"`
	BankerPair bool   `json:"bankerPair"`
}

// Mark returns the round for the roads.
func (h Hand) Mark() Mark {
	return Mark{Winner: h.Winner, Total: max(h.PlayerTotal, h.BankerTotal), PlayerPair: h.PlayerPair, BankerPair: h.BankerPair}
}

// Place is a place of the big road. Wins of one side go down a column; the other side begins the next column. A column that meets the
// bottom or a taken place goes on to the right.
type Place struct {
	Column int    `json:"c"`
	Row    int    `json:"r"`
	Winner string `json:"winner"` // player or banker; "" for ties before the first win
	Ties   int    `json:"ties"`   // ties after it, or before the first win

	PlayerPair bool `json:"playerPair"`
	BankerPair bool `json:"bankerPair"`
}

const roadRows = 6

// BigRoad lays the rounds of a shoe out.
func BigRoad(marks []Mark) []Place {
	road := []Place{}
	taken := map[[2]int]bool{}
	begun := -1 // column in which the current row of wins began
	for _, m := range marks {
		last := len(road) - 1
		if m.Winner == Tie {
			if last < 0 {
				road = append(road, Place{Ties: 1})
			} else {
				road[last].Ties++
			}
			continue
		}
		next := Place{Winner: m.Winner, PlayerPair: m.PlayerPair, BankerPair: m.BankerPair}
		switch {
		case last == 0 && road[0].Winner == "": // ties came first: they stand where the first win now stands
			next.Ties = road[0].Ties
			road = road[:0]
			begun = 0
		case last >= 0 && road[last].Winner == m.Winner:
			next.Column, next.Row = road[last].Column, road[last].Row+1
			turned := road[last].Column > begun
			if next.Row == roadRows || taken[[2]int{next.Column, next.Row}] || turned {
				next.Column, next.Row = road[last].Column+1, road[last].Row
			}
		default:
			begun++
			for taken[[2]int{begun, 0}] {
				begun++
			}
			next.Column = begun
		}
		taken[[2]int{next.Column, next.Row}] = true
		road = append(road, next)
	}
	return road
}
