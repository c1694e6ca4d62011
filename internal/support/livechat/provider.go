package livechat

import (
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/golang-jwt/jwt/v5"

	"hubstake/internal/platform/config"
)

// Settings name the provider of live chat and how it knows this site. The zero value is no live chat.
type Settings struct {
	Provider  string        // zendesk, intercom or sim
	ClientID  string        // of this site at the provider
	LicenceID string        // the same
	Window    string        // address of the provider's chat window; empty: none that we could open
	Key       config.Secret // kid=base64url: the seed of Ed25519 or the shared secret of HS256, as the provider wants it
}

// provider is how one provider wants an identity to be signed and said.
type provider struct {
	method jwt.SigningMethod
	read   func(raw []byte) (any, error)
	claims func(Settings, Customer, stamp) jwt.MapClaims
}

// The providers, each from its public documentation: Zendesk's messaging ("Authenticating end users for messaging": HS256, kid,
// scope user, external_id), Intercom's Messenger ("Secure your Messenger": HS256, user_id), and our own simulator.
var providers = map[string]provider{
	"zendesk": {jwt.SigningMethodHS256, shared, func(_ Settings, c Customer, s stamp) jwt.MapClaims {
		return jwt.MapClaims{
			"scope": "user", "external_id": c.id(), "name": c.Name, "jti": s.id, "iat": s.issued.Unix(), "exp": s.expires.Unix(),
		}
	}},
	"intercom": {jwt.SigningMethodHS256, shared, func(_ Settings, c Customer, s stamp) jwt.MapClaims {
		return jwt.MapClaims{"user_id": c.id(), "name": c.Name, "jti": s.id, "iat": s.issued.Unix(), "exp": s.expires.Unix()}
	}},
	"sim": {jwt.SigningMethodEdDSA, seed, func(cfg Settings, c Customer, s stamp) jwt.MapClaims {
		return jwt.MapClaims{
			"iss": "hubstake", "aud": cfg.ClientID, "licence": cfg.LicenceID, "sub": c.id(), "member": c.Member, "site": c.Site, "name": c.Name,
			"jti": s.id, "iat": s.issued.Unix(), "nbf": s.issued.Unix(), "exp": s.expires.Unix(),
		}
	}},
}

var errWeak = errors.New("a key of at least 32 bytes is needed")

func shared(raw []byte) (any, error) {
	if len(raw) < 32 {
		return nil, errWeak
	}
	return raw, nil
}

func seed(raw []byte) (any, error) {
	if len(raw) != ed25519.SeedSize {
		return nil, errWeak
	}
	return ed25519.NewKeyFromSeed(raw), nil
}

// signer signs for the provider that was chosen.
type signer struct {
	provider
	cfg Settings
	kid string
	key any
}

// newSigner checks the settings; its errors never show the key.
func newSigner(cfg Settings) (*signer, error) {
	if cfg.Provider == "" {
		return nil, errors.New("LIVECHAT_PROVIDER is missing beside its other settings")
	}
	p, ok := providers[cfg.Provider]
	if !ok {
		return nil, fmt.Errorf("LIVECHAT_PROVIDER must be one of %s", strings.Join(slices.Sorted(maps.Keys(providers)), ", "))
	}
	kid, text, ok := strings.Cut(string(cfg.Key), "=")
	raw, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
	if !ok || kid == "" || err != nil {
		return nil, errors.New("LIVECHAT_KEY: kid=base64url is expected")
	}
	key, err := p.read(raw)
	if err != nil {
		return nil, fmt.Errorf("LIVECHAT_KEY: %w", err)
	}
	if cfg.ClientID == "" {
		return nil, errors.New("LIVECHAT_CLIENT_ID is missing")
	}
	if u, err := url.Parse(cfg.Window); cfg.Window != "" && (err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.Fragment != "") {
		return nil, errors.New("LIVECHAT_URL must be an address of the form https://host/path")
	}
	return &signer{p, cfg, kid, key}, nil
}

func (s *signer) sign(c Customer, at stamp) (string, error) {
	t := jwt.NewWithClaims(s.method, s.claims(s.cfg, c, at))
	t.Header["kid"] = s.kid
	text, err := t.SignedString(s.key)
	if err != nil {
		return "", fmt.Errorf("live chat: sign: %w", err)
	}
	return text, nil
}
