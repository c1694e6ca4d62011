package provider

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/money"
	"hubstake/internal/play/provider/providerdb"
)

// Direction of an order between our wallet and a provider's.
type Direction string

// The directions.
const (
	In  Direction = "in"  // to the game
	Out Direction = "out" // back from the game
)

// Order is money to be moved between a member's wallet here and the one that a provider keeps for the member.
type Order struct {
	ID        string // our id: the provider moves the money of an id once
	Direction Direction
	Member    string
	Currency  string
	Amount    money.Amount // minor units, more than 0
}

// Outcome is what became of an order, as the provider says.
type Outcome struct {
	Order
	Done    bool         // false: it was refused, for good
	Reason  string       // the provider's word for a refusal
	Balance money.Amount // what the member then had at the provider
}

// TransferWallet is a provider that keeps wallets of its own: money is moved to the game and back. An error says
// that nothing is known of what was asked, but ErrBusy and ErrOpen: nothing was sent.
type TransferWallet interface {
	// Move asks for an order to be carried out; the same id is carried out once.
	Move(ctx context.Context, o Order) (Outcome, error)
	// Ask asks what became of an order. Asking closes an id that the provider does not have: it is refused now and whenever it
	// comes, so "not found" can be believed although a call of ours may still be on its way. A provider without that word is
	// asked only after its own time limit for calls has passed, and the adapter answers an error until then.
	Ask(ctx context.Context, o Order) (Outcome, error)
	// Held is what the provider has of a member; 0 when it does not know the member.
	Held(ctx context.Context, member, currency string) (money.Amount, error)
}

// FamilyTransfer is the family of providers that keep wallets of their own. The others call our wallet.
const FamilyTransfer = "transfer"

// Family names the adapter that speaks a provider's protocol; empty when there is no such provider.
func Family(ctx context.Context, db providerdb.DBTX, vendor string) (string, error) {
	f, err := providerdb.New(db).Family(ctx, vendor)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("vendor %s: family: %w", vendor, err)
	}
	return f, nil
}
