package server

import (
	"errors"
	"net/netip"
	"net/url"
	"strings"

	"hubstake/internal/livechat"
	"hubstake/internal/platform/config"
	"hubstake/internal/vendors/dial"
)

// Settings of the api, each from API_<NAME>. README.md lists them.
type Settings struct {
	config.Common
	Database   config.URL    `env:"DATABASE_URL,required"`
	Redis      config.URL    `env:"REDIS_URL,required"`
	SigningKey config.Secret `env:"JWT_PRIVATE_KEY,required"` // kid=base64url(32 bytes)
	PublicKeys []string      `env:"JWT_PUBLIC_KEYS,required"` // kid=base64url(32 bytes), …: also those of before a rotation
	SealKey    config.Key    `env:"SEAL_KEY,required"`
	Pepper     config.Key    `env:"PEPPER,required"`
	Origins    []string      `env:"ORIGINS,required"` // from which a browser may use its cookie
	Proxies    []string      `env:"TRUSTED_PROXIES"`  // whose X-Forwarded-For counts
	PublicURL  string        `env:"PUBLIC_URL,required"`
	MaxConns   int32         `env:"DATABASE_MAX_CONNS" envDefault:"24"`
	Lanes      int           `env:"WALLET_LANES"`   // of group commit, each with a connection of its own; 0: wallet.WriterOptions chooses
	Canaries   []string      `env:"CANARY_MEMBERS"` // memIds of the prober, who may call /api/member/probe

	Unlimited []netip.Prefix `env:"UNLIMITED"` // addresses whose calls are not counted: probes, load tests

	VendorSecrets config.Secret `env:"VENDOR_SECRETS"` // vendor=base64url, …; beside the keys of the database
	VendorURLs    string        `env:"VENDOR_URLS"`    // vendor=http://host:port, …

	ChatProvider  string        `env:"LIVECHAT_PROVIDER"` // zendesk, intercom or sim; without it there is no live chat
	ChatClientID  string        `env:"LIVECHAT_CLIENT_ID"`
	ChatLicenceID string        `env:"LIVECHAT_LICENCE_ID"`
	ChatURL       string        `env:"LIVECHAT_URL"` // the provider's chat window
	ChatKey       config.Secret `env:"LIVECHAT_KEY"` // kid=base64url: an Ed25519 seed for sim, else the shared secret
}

// Validate checks what the types do not.
func (s Settings) Validate() error {
	u, err := url.Parse(s.PublicURL)
	if err != nil || u.Host == "" || (u.Scheme != "https" && u.Scheme != "http") {
		return errors.New("PUBLIC_URL must be an address of the form https://host")
	}
	if u.Scheme == "http" && s.Production() {
		return errors.New("PUBLIC_URL must be https in production")
	}
	if _, err := dial.Keys(string(s.VendorSecrets)); err != nil {
		return err
	}
	_, err = dial.URLs(s.VendorURLs)
	return err
}

// secure tells whether browsers speak https with us.
func (s Settings) secure() bool { return strings.HasPrefix(s.PublicURL, "https://") }

func (s Settings) liveChat() livechat.Settings {
	return livechat.Settings{Provider: s.ChatProvider, ClientID: s.ChatClientID, LicenceID: s.ChatLicenceID, Window: s.ChatURL, Key: s.ChatKey}
}
