// Package baccarat holds the mathematics of punto banco with eight decks: the shoe, the third card, what each bet pays and returns.
package baccarat

import (
	"hubstake/internal/core/fairness"
	"hubstake/internal/core/money"
)

// Shape of a shoe. A round takes at most six cards, so the last round of a shoe always has enough. Their number is fixed, not a matter of
// a cut card, so each round returns exactly the same: the cards from any moment on are as likely in any order as those of a full shoe.
const (
	Decks  = 8
	Rounds = 60 // of one shoe
)

const ranks = 13

// Card is 0 … 51: rank + 13 × suit, ranks from the ace (0) to the king (12), suits spades, hearts, diamonds, clubs.
type Card int

// Rank returns 0 for an ace to 12 for a king.
func (c Card) Rank() int { return int(c) % ranks }

// Value returns the points of the card: the ace is 1, tens and pictures are 0.
func (c Card) Value() int {
	if rank := c.Rank(); rank < 9 {
		return rank + 1
	}
	return 0
}

// Shoe returns all cards of a seed's shoe in the order in which they are dealt.
func Shoe(seed fairness.Hash) []Card {
	cards := make([]Card, Decks*52)
	for i, n := range fairness.NewStream(seed[:], "hubstake/baccarat/1/shoe").Sample(len(cards), len(cards)) {
		cards[i] = Card((n - 1) % 52)
	}
	return cards
}

// Sides that a round can end with.
const (
	Player = "player"
	Banker = "banker"
	Tie    = "tie"
)

// Hand is a round as it was dealt. The first card is the player's, the second the banker's, the third and fourth alike; then the
// player's third, then the banker's.
type Hand struct {
	Player      []Card `json:"player"`
	Banker      []Card `json:"banker"`
	PlayerTotal int    `json:"playerTotal"`
	BankerTotal int    `json:"bankerTotal"`
	Winner      string `json:"winner"`
	PlayerPair  bool   `json:"playerPair"`
	BankerPair  bool   `json:"bankerPair"`
}

func total(cards []Card) int {
	sum := 0
	for _, c := range cards {
		sum += c.Value()
	}
	return sum % 10
}

// bankerDraws reports whether a banker of two cards takes a third one, when the player took a third card of a value; -1 when the player
// stood.
func bankerDraws(banker, third int) bool {
	switch {
	case third < 0:
		return banker <= 5
	case banker <= 2:
		return true
	case banker == 3:
		return third != 8
	case banker == 4:
		return third >= 2 && third <= 7
	case banker == 5:
		return third >= 4 && third <= 7
	case banker == 6:
		return third == 6 || third == 7
	}
	return false
}

// deal plays a round with the cards that come next and returns it with the number of cards that it took.
func deal(cards []Card) (Hand, int) {
	h := Hand{Player: []Card{cards[0], cards[2]}, Banker: []Card{cards[1], cards[3]}}
	h.PlayerPair = cards[0].Rank() == cards[2].Rank()
	h.BankerPair = cards[1].Rank() == cards[3].Rank()
	taken := 4
	if player, banker := total(h.Player), total(h.Banker); player < 8 && banker < 8 { // an 8 or 9 of two cards ends the round
		third := -1
		if player <= 5 {
			h.Player = append(h.Player, cards[taken])
			third = cards[taken].Value()
			taken++
		}
		if bankerDraws(banker, third) {
			h.Banker = append(h.Banker, cards[taken])
			taken++
		}
	}
	h.PlayerTotal, h.BankerTotal = total(h.Player), total(h.Banker)
	switch {
	case h.PlayerTotal > h.BankerTotal:
		h.Winner = Player
	case h.BankerTotal > h.PlayerTotal:
		h.Winner = Banker
	default:
		h.Winner = Tie
	}
	return h, taken
}

// Deal returns round n of a seed's shoe, from 0 to Rounds-1.
func Deal(seed fairness.Hash, n int) Hand {
	cards := Shoe(seed)
	for {
		h, taken := deal(cards)
		if n == 0 {
			return h
		}
		n--
		cards = cards[taken:]
	}
}

// Spots that a bet may stand on.
const (
	SpotPlayer     = Player
	SpotBanker     = Banker
	SpotTie        = Tie
	SpotPlayerPair = "playerPair"
	SpotBankerPair = "bankerPair"
)

// Returns of a spot other than the prices, in twentieths of the stake and with the stake.
const (
	push     = money.Amount(20)
	pairPays = money.Amount(240)
)

// Prices are what the spots return when they win, in twentieths of the stake and with the stake. On the banker a commission of 5 % is
// taken from the win.
var Prices = map[string]money.Amount{
	SpotPlayer: 40, SpotBanker: 39, SpotTie: 180, SpotPlayerPair: pairPays, SpotBankerPair: pairPays,
}

// Returns are the returns of the spots in the long run, in basis points.
var Returns = map[string]int{
	SpotPlayer: 9876, SpotBanker: 9894, SpotTie: 8564, SpotPlayerPair: 8964, SpotBankerPair: 8964,
}

// Returns lists what each spot returns for a round, in twentieths of the stake; a spot that lost is not in it.
func (h Hand) Returns() map[string]money.Amount {
	out := map[string]money.Amount{h.Winner: Prices[h.Winner]}
	if h.Winner == Tie {
		out[SpotPlayer], out[SpotBanker] = push, push
	}
	if h.PlayerPair {
		out[SpotPlayerPair] = pairPays
	}
	if h.BankerPair {
		out[SpotBankerPair] = pairPays
	}
	return out
}
