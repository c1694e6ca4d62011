package wallet

import (
	"fmt"
	"strconv"
	"strings"

	"hubstake/internal/core/money"
)

// Fact holds what the event of a move does not say but the business metrics need.
type Fact struct {
	Kind   string
	Amount money.Amount // the member's gain; negative: a loss
	Game   string       // code of the round's game, or empty
}

// String is a fact as the outbox carries it.
func (f Fact) String() string {
	return f.Kind + "\t" + strconv.FormatInt(int64(f.Amount), 10) + "\t" + f.Game
}

// ParseFact reads what String wrote.
func ParseFact(text string) (Fact, error) {
	kind, rest, _ := strings.Cut(text, "\t")
	amount, game, ok := strings.Cut(rest, "\t")
	n, err := strconv.ParseInt(amount, 10, 64)
	if !ok || err != nil {
		return Fact{}, fmt.Errorf("wallet: no fact: %q", text)
	}
	return Fact{kind, money.Amount(n), game}, nil
}
