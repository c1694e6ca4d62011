package vendors

import (
	"context"
	"errors"
)

// Launch is a game to be opened for a member.
type Launch struct {
	Game     string // the game's code
	Token    string // what the vendor sends back with each bet
	Member   string
	Nick     string
	Currency string
	Lang     string // the product's key: vn, ko, en, th, cn or jp
	Mobile   bool
	LobbyURL string // where the game sends the member who leaves it
}

// Client is a vendor's side of the product: one for each family of protocols.
type Client interface {
	// Launch asks for the address of a game's window. The vendor may already call the wallet with the token meanwhile.
	Launch(ctx context.Context, l Launch) (url string, err error)
}

// What keeps a vendor from answering.
var (
	ErrBusy    = errors.New("vendor: too many calls are under way")      // nothing was sent
	ErrOpen    = errors.New("vendor: does not answer, is left in peace") // nothing was sent
	ErrRefused = errors.New("vendor: refused")
	ErrDown    = errors.New("vendor: no usable answer")
)
