package provider

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
)

// Launch is a game to be opened for a member.
type Launch struct {
	Game     string // the game's code
	Token    string // what the provider sends back with each bet
	Member   string
	Nick     string
	Currency string
	Lang     string // the product's key: vn, ko, en, th, cn or jp
	Mobile   bool
	LobbyURL string // where the game sends the member who leaves it
	IP       netip.Addr
	// OwnWallet says that the game is played with money that was moved to the provider (TransferWallet).
	OwnWallet bool
}

// Client is a provider's side of the product: one for each family of protocols.
type Client interface {
	// Launch asks for the address of a game's window. The provider may already call the wallet with the token meanwhile.
	Launch(ctx context.Context, l Launch) (url string, err error)
}

// Errors of a call to a provider.
var (
	ErrBusy    = errors.New("vendor: too many calls are under way")      // nothing was sent
	ErrOpen    = errors.New("vendor: does not answer, is left in peace") // nothing was sent
	ErrRefused = errors.New("vendor: refused")
	ErrDown    = errors.New("vendor: no usable answer")
)

// ByFamily is the client of a provider that speaks the protocol of its family, whichever that is now.
func (d *Directory) ByFamily(vendor string, families map[string]Client) Client {
	return byFamily{d, vendor, families}
}

type byFamily struct {
	dir      *Directory
	vendor   string
	families map[string]Client
}

func (c byFamily) Launch(ctx context.Context, l Launch) (string, error) {
	v, err := c.dir.Provider(ctx, c.vendor)
	if err != nil {
		return "", err
	}
	if v == nil || c.families[v.Family] == nil {
		return "", fmt.Errorf("%w: %s has no protocol", ErrUnknown, c.vendor)
	}
	return c.families[v.Family].Launch(ctx, l)
}
