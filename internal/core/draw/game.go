// Package draw holds the rules of the games that the house draws itself, for everybody at the same moment: what is drawn, on what members bet, and what it pays.
// It has no I/O and holds whole numbers only: a price counts thousandths, a return basis points, a chance is a number of ways of so many.
package draw

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/go-json-experiment/json"

	"hubstake/internal/core/odds"
)

// Source gives the numbers from which a draw is made. fairness.Stream is the one of real rounds.
type Source interface {
	// Intn returns a number of 0…n-1, each as likely as the others.
	Intn(n int64) int64
	// Sample returns k different numbers of 1…n in the order in which they were drawn.
	Sample(n, k int) []int
}

// Kind says how a game is drawn, and so which outcomes it has.
type Kind string

// The kinds of games.
const (
	KindBalls  Kind = "balls"  // Balls: some balls of a pool and a power ball
	KindLadder Kind = "ladder" // Ladder: a leg, a number of rungs, and where they lead
	KindKeno   Kind = "keno"   // Keno: 22 balls of 70
	KindCoin   Kind = "coin"   // Coin: three coins
)

// Game is one game: it is drawn on the grid of UTC, Every so often.
type Game struct {
	Code  string
	Kind  Kind
	Every time.Duration
	// Drawn is how many balls are drawn of the numbers 1…Pool; 0 in a game without balls.
	Drawn, Pool int

	rules rules
}

// rules are what the kind of a game does.
type rules interface {
	draw(src Source) Outcome
	parse(text []byte) (Outcome, error)
	// markets returns the markets in display order. It is called once.
	markets() []market
	// different returns an outcome for each that the selections tell apart, picks of keno aside.
	different() []Outcome
}

// Outcome is what a draw came to: a Balls, Ladder, Keno or Coin. As JSON it is in the canonical form: the members in their order, without spaces.
type Outcome interface {
	outcome() Kind
}

// ErrOutcome reports a text that is not a possible outcome of the game.
var ErrOutcome = errors.New("draw: not an outcome")

var games = sync.OnceValue(func() []Game {
	const three, five = 3 * time.Minute, 5 * time.Minute
	return []Game{
		balls("pwball", five, powerball),
		{Code: "ladders", Kind: KindLadder, Every: five, rules: ladder{}},
		{Code: "keno", Kind: KindKeno, Every: five, Drawn: kenoDrawn, Pool: kenoPool, rules: keno{}},
		{Code: "kenoladder", Kind: KindLadder, Every: five, rules: ladder{}},
		balls("eos3", three, powerball),
		balls("eos5", five, powerball),
		{Code: "coin3", Kind: KindCoin, Every: three, rules: coin{}},
		{Code: "coin5", Kind: KindCoin, Every: five, rules: coin{}},
		balls("meta3", three, metaball),
		balls("meta5", five, metaball),
	}
})

func balls(code string, every time.Duration, r ballRules) Game {
	return Game{Code: code, Kind: KindBalls, Every: every, Drawn: r.drawn, Pool: r.pool, rules: r}
}

// Games returns the games in display order.
func Games() []Game { return slices.Clone(games()) }

// Of returns the game of a code, and whether there is one.
func Of(code string) (Game, bool) {
	i := slices.IndexFunc(games(), func(g Game) bool { return g.Code == code })
	if i < 0 {
		return Game{}, false
	}
	return games()[i], true
}

// Draw makes the outcome of a round from the numbers of src. The order in which it takes them is part of the rules.
func (g Game) Draw(src Source) Outcome { return g.rules.draw(src) }

// ParseOutcome reads an outcome of the game. Spaces and the order of the members are free, because a database may change both; anything that cannot be drawn is an
// ErrOutcome.
func ParseOutcome(g Game, text []byte) (Outcome, error) {
	o, err := g.rules.parse(text)
	if err != nil {
		return nil, fmt.Errorf("%w of %s: %w", ErrOutcome, g.Code, err)
	}
	return o, nil
}

// decode reads JSON that has no members but those of v, each of them at most once.
func decode(text []byte, v any) error {
	return json.Unmarshal(text, v, json.RejectUnknownMembers(true))
}

var errImpossible = errors.New("it cannot be drawn")

// checkBalls refuses balls that are not drawn different numbers of 1…pool.
func checkBalls(balls []int, drawn, pool int) error {
	if len(balls) != drawn {
		return fmt.Errorf("%w: %d balls", errImpossible, len(balls))
	}
	seen := make([]bool, pool+1)
	for _, n := range balls {
		if n < 1 || n > pool || seen[n] {
			return fmt.Errorf("%w: ball %d", errImpossible, n)
		}
		seen[n] = true
	}
	return nil
}

// RoundAt returns the number of the round whose draw is the next one strictly after t.
func (g Game) RoundAt(t time.Time) int64 { return t.Unix()/g.seconds() + 1 }

// DrawTime returns the moment of a round's draw, in UTC.
func (g Game) DrawTime(no int64) time.Time { return time.Unix(no*g.seconds(), 0).UTC() }

func (g Game) seconds() int64 { return int64(g.Every / time.Second) }

// Pays returns the price at which a bet on a selection is paid: 0 when it is lost. It fails with ErrSelection when the game has no such selection, and with
// ErrOutcome when the outcome is one of another kind of game: neither may be taken for a loss.
func (g Game) Pays(key string, o Outcome) (odds.Price, error) {
	if o == nil || o.outcome() != g.Kind {
		return 0, fmt.Errorf("%w of %s: %v", ErrOutcome, g.Code, o)
	}
	m, s, picks, err := g.find(key)
	switch {
	case err != nil:
		return 0, err
	case picks != nil:
		return spotsPay(picks, o.(Keno)), nil
	case m.winner(o) == key:
		return s.Price, nil
	default:
		return 0, nil
	}
}
