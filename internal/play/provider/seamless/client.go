package seamless

import (
	"context"
	"net/http"
	"strings"
	"time"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/id"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/provider/outbound"
)

// Client calls one vendor: it opens games, and moves money when the provider keeps wallets of its own. It is safe for concurrent
// use.
type Client struct {
	vendor string
	caller *outbound.Caller
}

var (
	_ provider.Client         = (*Client)(nil)
	_ provider.TransferWallet = (*Client)(nil)
)

// root is where a provider's calls lie.
const root = "/v1/"

// NewClient returns a client of the provider at base (http://host). Its requests are signed with key.
func NewClient(vendor, base string, key provider.SigningKey, clk clock.Clock, m *provider.Metrics) *Client {
	sign := func(ctx context.Context, h http.Header, path string, body []byte, now time.Time) error {
		k, err := key(ctx)
		if err != nil {
			return err
		}
		return Sign(h, k, strings.TrimPrefix(path, root), now, id.New(), body)
	}
	return &Client{vendor: vendor, caller: outbound.New(vendor, base, sign, clk, m)}
}

type launchRequest struct {
	Game     string `json:"game"`
	Token    string `json:"token"`
	Member   string `json:"member_id"`
	Nick     string `json:"nick"`
	Currency string `json:"currency"`
	Lang     string `json:"lang"`
	Mobile   bool   `json:"mobile"`
	LobbyURL string `json:"lobby_url"`

	OwnWallet bool `json:"own_wallet,omitempty"`
}

// Launch asks for the address of a game's window.
func (c *Client) Launch(ctx context.Context, l provider.Launch) (string, error) {
	var res struct {
		URL string `json:"url"`
	}
	err := c.call(ctx, "launch", "launch", launchRequest{
		Game: l.Game, Token: l.Token, Member: l.Member, Nick: l.Nick, Currency: l.Currency, Lang: outbound.Language(l.Lang),
		Mobile: l.Mobile, LobbyURL: l.LobbyURL, OwnWallet: l.OwnWallet,
	}, &res)
	if err != nil {
		return "", err
	}
	return outbound.Window(res.URL)
}

// call posts a signed request to a path below /v1/; op is the metric's name for it.
func (c *Client) call(ctx context.Context, op, path string, req, res any) error {
	return c.caller.Post(ctx, op, root+path, req, res)
}
