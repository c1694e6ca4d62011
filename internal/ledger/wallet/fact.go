package wallet

import (
	"fmt"
	"strconv"
	"strings"

	"hubstake/internal/core/money"
)

// Fact says of a move what its event does not, for those who add up the business.
type Fact struct {
	Kind   string
	Amount money.Amount // what the member gained; negative: what was taken
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
