package provider

import (
	"errors"
	"fmt"
	"unicode"
	"unicode/utf8"

	"hubstake/internal/core/money"
)

// Kind says what an operation does.
type Kind string

// The operations that move money.
const (
	Bet      Kind = "bet"
	Win      Kind = "win"
	Rollback Kind = "rollback"
)

// Operation is what a provider asks for. Texts are the provider's own; Amount is its decimal text.
type Operation struct {
	Kind     Kind
	TxID     string
	RefTxID  string // the bet of a win; what a rollback undoes
	RoundID  string
	Token    string // of the launch; whether it is still valid matters to bets only
	Member   string // memId; may be empty when a token is given
	Currency string
	Amount   string // bets and wins; up to 128 digits
	Campaign string // a free round or a bonus of the provider
	Closes   bool   // wins: the bet is settled and the round is over
	Game     string // a bet's game; the token's when empty
}

// Answer is our answer to the provider. Balance is the member's cash in minor units at that moment.
type Answer struct {
	Status   Status
	TxID     string
	OurTxID  int64 // 0: nothing is stored under the id
	Balance  money.Amount
	Currency string
	Repeated bool         // the stored answer of an earlier call
	Debt     money.Amount // what a rollback of a win could not take back
	Held     bool         // a win that is not paid before two persons have looked at it
}

// ErrMalformed says that an operation is not one: a name is missing, too long or not printable. Its text, and what wraps it, is read
// by providers.
var ErrMalformed = errors.New("malformed operation")

const maxName = 128

// Validate checks the form of an operation. Apply judges the content.
func (o Operation) Validate() error {
	type field struct {
		name, value string
		needed      bool
	}
	fields := []field{
		{"tx_id", o.TxID, true},
		{"ref_tx_id", o.RefTxID, o.Kind == Rollback || (o.Kind == Win && o.Campaign == "")},
		{"round_id", o.RoundID, o.Kind != Rollback},
		{"token", o.Token, false},
		{"member_id", o.Member, o.Token == ""},
		{"currency", o.Currency, true},
		{"campaign_id", o.Campaign, false},
		{"game", o.Game, false},
		{"amount", o.Amount, false},
	}
	for _, f := range fields {
		if f.value == "" && f.needed {
			return fmt.Errorf("%w: %s is missing", ErrMalformed, f.name)
		}
		if len(f.value) > maxName || !printable(f.value) {
			return fmt.Errorf("%w: %s is longer than %d bytes or not printable", ErrMalformed, f.name, maxName)
		}
	}
	if o.Kind != Bet && o.Kind != Win && o.Kind != Rollback {
		return fmt.Errorf("%w: its kind is unknown", ErrMalformed)
	}
	if o.TxID == o.RefTxID {
		return fmt.Errorf("%w: tx_id and ref_tx_id are the same", ErrMalformed)
	}
	return nil
}

func printable(s string) bool {
	if !utf8.ValidString(s) {
		return false
	}
	for _, r := range s {
		if !unicode.IsGraphic(r) {
			return false
		}
	}
	return true
}

// Money reads the amount. A win of 0 closes a round; a bet of 0 is a free round and names its campaign. A bet must be a whole number of minor
// units; of a win, cut says what was left out, because a valid win is never refused (D-71). The status is OK, WrongCurrency or BadAmount.
func (o Operation) Money() (a money.Amount, cut money.Cut, status Status) {
	c, ok := money.ByCode(o.Currency)
	if !ok {
		return 0, money.Whole, WrongCurrency
	}
	var err error
	switch o.Kind {
	case Rollback:
		return 0, money.Whole, OK
	case Win:
		a, cut, err = c.ParseDown(o.Amount)
	default:
		a, err = c.Parse(o.Amount)
	}
	if err != nil || (a == 0 && o.Kind == Bet && o.Campaign == "") {
		return 0, money.Whole, BadAmount
	}
	return a, cut, OK
}

// Format writes the balance as the provider's decimal text.
func (a Answer) Format() string {
	c, ok := money.ByCode(a.Currency)
	if !ok {
		return "0"
	}
	return c.Format(a.Balance)
}
