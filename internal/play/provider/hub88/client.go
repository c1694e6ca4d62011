package hub88

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"hubstake/internal/core/clock"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/provider/outbound"
)

// Client opens games by the Games API. It is safe for concurrent use.
type Client struct {
	vendor string
	dir    *provider.Directory
	caller *outbound.Caller
}

var _ provider.Client = (*Client)(nil)

// NewClient returns a client of the provider at base. The provider's settings hold our names there (Operator: the operator's id, or
// id:sub-partner; Country). Requests are signed with our RSA key.
func NewClient(vendor, base string, d *provider.Directory, clk clock.Clock, m *provider.Metrics) *Client {
	sign := func(ctx context.Context, h http.Header, _ string, body []byte, _ time.Time) error {
		key, err := d.Signer(vendor)(ctx)
		if err != nil {
			return err
		}
		if key.Kind != provider.OwnRSA {
			return fmt.Errorf("%w: %s is not RSA", provider.ErrNoKey, key.ID)
		}
		signature, err := key.Sign(body)
		h.Set(HeaderSignature, signature)
		return err
	}
	return &Client{vendor: vendor, dir: d, caller: outbound.New(vendor, base, sign, clk, m)}
}

type launchRequest struct {
	User       string `json:"user"`
	Token      string `json:"token"`
	OperatorID int64  `json:"operator_id"`
	SubPartner string `json:"sub_partner_id,omitempty"`
	GameCode   string `json:"game_code"`
	Currency   string `json:"currency"`
	Country    string `json:"country"`
	Lang       string `json:"lang"`
	Platform   string `json:"platform"`
	IP         string `json:"ip"`
	LobbyURL   string `json:"lobby_url"`
}

// Launch asks for the address of a game's window.
func (c *Client) Launch(ctx context.Context, l provider.Launch) (string, error) {
	v, err := c.dir.Provider(ctx, c.vendor)
	if err != nil {
		return "", err
	}
	if v == nil {
		return "", provider.ErrUnknown
	}
	id, brand, _ := strings.Cut(v.Settings.Operator, ":")
	operator, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return "", fmt.Errorf("%w: operator %q of %s is no number", provider.ErrSettings, id, c.vendor)
	}
	req := launchRequest{
		User: l.Member, Token: l.Token, OperatorID: operator, SubPartner: brand, GameCode: l.Game, Currency: l.Currency,
		Country: v.Settings.Country, Lang: outbound.Language(l.Lang), Platform: "GPL_DESKTOP", IP: l.IP.String(), LobbyURL: l.LobbyURL,
	}
	if l.Mobile {
		req.Platform = "GPL_MOBILE"
	}
	if req.Country == "" {
		req.Country = "XX" // ISO 3166-1: not known
	}
	var res struct {
		URL string `json:"url"`
	}
	if err := c.caller.Post(ctx, "launch", "/operator/generic/v2/game/url", req, &res); err != nil {
		return "", err
	}
	return outbound.Window(res.URL)
}
