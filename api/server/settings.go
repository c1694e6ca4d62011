package server

import (
	"encoding/base64"
	"maps"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"hubstake/internal/access/token"
	"hubstake/internal/account/personal"
	"hubstake/internal/core/beacon"
	"hubstake/internal/core/clock"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/peer"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/play/provider/dial"
	"hubstake/internal/support/livechat"
)

// Settings of the api, each from API_<NAME>. README.md lists them.
type Settings struct {
	config.Common
	Database   config.URL    `env:"DATABASE_URL,required"`
	Redis      config.URL    `env:"REDIS_URL,required"`
	SigningKey config.Secret `env:"JWT_PRIVATE_KEY,required"` // kid=base64url(32 bytes)
	PublicKeys []string      `env:"JWT_PUBLIC_KEYS,required"` // kid=base64url(32 bytes), …: also those of before a rotation
	SealKey    config.Key    `env:"SEAL_KEY,required,notEmpty"`
	Pepper     config.Key    `env:"PEPPER,required,notEmpty"`
	SealKeys   []config.Key  `env:"SEAL_KEYS_ACCEPTED"` // that open what is sealed, and do not seal
	Peppers    []config.Key  `env:"PEPPERS_ACCEPTED"`   // likewise

	// Of members' personal data (S-98): they open nothing else, and nothing else opens them.
	PersonalKey       config.Key   `env:"PERSONAL_KEY,required,notEmpty"`
	PersonalKeys      []config.Key `env:"PERSONAL_KEYS_ACCEPTED"`
	PersonalIndexKey  config.Key   `env:"PERSONAL_INDEX_KEY,required,notEmpty"`
	PersonalIndexKeys []config.Key `env:"PERSONAL_INDEX_KEYS_ACCEPTED"`

	Origins   []string `env:"ORIGINS,required"` // from which a browser may use its cookie
	Proxies   []string `env:"TRUSTED_PROXIES"`  // whose X-Forwarded-For counts
	PublicURL string   `env:"PUBLIC_URL,required"`
	MaxConns  int32    `env:"DATABASE_MAX_CONNS" envDefault:"24"`
	Lanes     int      `env:"WALLET_LANES"`   // batches of bets at a time; 0: wallet.WriterOptions chooses
	Canaries  []string `env:"CANARY_MEMBERS"` // memIds of the prober, who may call /api/member/probe

	Unlimited []netip.Prefix `env:"UNLIMITED"` // addresses whose calls are not counted: probes, load tests

	AdminNetworks []netip.Prefix `env:"ADMIN_NETWORKS"` // from which /api/admin and /api/docs may be called; none: from everywhere

	Consoles []string `env:"CONSOLE_HOSTS"` // hosts of the back office, which answers nowhere else; none: it shares the origin of the site

	VendorSecrets config.Secret `env:"VENDOR_SECRETS"` // vendor=base64url, …; beside the keys of the database
	VendorURLs    string        `env:"VENDOR_URLS"`    // vendor=http://host:port, …

	ChatProvider  string        `env:"LIVECHAT_PROVIDER"` // zendesk, intercom or sim; without it there is no live chat
	ChatClientID  string        `env:"LIVECHAT_CLIENT_ID"`
	ChatLicenceID string        `env:"LIVECHAT_LICENCE_ID"`
	ChatURL       string        `env:"LIVECHAT_URL"` // the provider's chat window
	ChatKey       config.Secret `env:"LIVECHAT_KEY"` // kid=base64url: an Ed25519 seed for sim, else the shared secret

	beacon.Settings // whose randomness the draws of the house have
}

// Validate checks what the types do not.
func (s Settings) Validate() error {
	var p config.Problems
	p.Join(s.Common.Validate())
	p.Join(s.BeaconProblems(s.Production()))
	if u, err := url.Parse(s.PublicURL); err != nil || u.Host == "" || (u.Scheme != "https" && u.Scheme != "http") {
		p.Add("PUBLIC_URL must be an address of the form https://host")
	} else if u.Scheme == "http" && s.Production() {
		p.Add("PUBLIC_URL must be https in production")
	}
	p.Origins("ORIGINS", s.Origins, s.Production())
	if _, err := peer.ParseProxies(s.Proxies); err != nil {
		p.Add("TRUSTED_PROXIES: %w", err)
	}
	s.checkConsoles(&p)
	s.checkSigning(&p)
	s.checkPersonal(&p)
	p.Networks("ADMIN_NETWORKS", s.AdminNetworks)
	if s.Production() {
		s.checkProduction(&p)
		return p.Err()
	}
	_, err := dial.Keys(string(s.VendorSecrets))
	p.Join(err)
	_, err = dial.URLs(s.VendorURLs)
	p.Join(err)
	return p.Err()
}

// checkConsoles refuses hosts of the back office that no browser could use: without an origin of theirs, or the address of the site.
func (s Settings) checkConsoles(p *config.Problems) {
	for _, host := range s.Consoles {
		ours := func(address string) bool {
			u, err := url.Parse(address)
			return err == nil && u.Hostname() == host
		}
		switch {
		case host == "" || host != strings.ToLower(host) || strings.ContainsAny(host, ":/ "):
			p.Add("CONSOLE_HOSTS must be names of hosts in lower case, without scheme and port")
		case ours(s.PublicURL):
			p.Add("CONSOLE_HOSTS: PUBLIC_URL is the site of members")
		case !slices.ContainsFunc(s.Origins, ours):
			p.Add("CONSOLE_HOSTS: ORIGINS lacks the origin of a host")
		}
	}
}

// checkSigning refuses a key that is no key, and a list of public keys without our own: no token of ours would be accepted.
func (s Settings) checkSigning(p *config.Problems) {
	signer, err := token.NewSigner(string(s.SigningKey), clock.System{})
	if err != nil {
		p.Add("JWT_PRIVATE_KEY: %w", err)
		return
	}
	if _, err := token.NewVerifier(s.PublicKeys, clock.System{}); err != nil {
		p.Add("JWT_PUBLIC_KEYS: %w", err)
		return
	}
	if !slices.ContainsFunc(s.PublicKeys, func(k string) bool { return strings.TrimRight(strings.TrimSpace(k), "=") == signer.Public() }) {
		p.Add("JWT_PUBLIC_KEYS must contain the public half of JWT_PRIVATE_KEY")
	}
}

// checkPersonal refuses one key for two purposes, in development as well: who learns the one would have the other.
func (s Settings) checkPersonal(p *config.Problems) {
	all := append([]config.Key{s.SealKey, s.Pepper, s.PersonalKey, s.PersonalIndexKey}, slices.Concat(s.PersonalKeys, s.PersonalIndexKeys)...)
	for i, k := range all {
		if !k.Zero() && slices.Contains(all[:i], k) {
			p.Add("PERSONAL_KEY, PERSONAL_INDEX_KEY, the accepted ones, SEAL_KEY and PEPPER must be different keys")
			return
		}
	}
}

// personal are the keys of personal data.
func (s Settings) personal() personal.Keys {
	return personal.Keys{Seal: s.PersonalKey, SealAccepted: s.PersonalKeys, Index: s.PersonalIndexKey, IndexAccepted: s.PersonalIndexKeys}
}

// checkProduction refuses what is only good enough for a machine of one's own.
func (s Settings) checkProduction(p *config.Problems) {
	if len(s.Proxies) == 0 {
		p.Add("TRUSTED_PROXIES must name the load balancer: without it all visitors have its address")
	}
	p.Private("UNLIMITED", s.Unlimited)
	for _, problem := range config.Split(pg.CheckProduction(s.Database)) {
		p.Add("DATABASE_URL: %w", problem)
	}
	for _, problem := range config.Split(redisx.CheckProduction(s.Redis)) {
		p.Add("REDIS_URL: %w", problem)
	}
	p.Join(dial.CheckProduction(string(s.VendorSecrets), s.VendorURLs))
	if u, err := url.Parse(s.ChatURL); s.ChatURL != "" && (err != nil || u.Scheme != "https") {
		p.Add("LIVECHAT_URL must be https in production")
	}
	secrets := map[string][]byte{"SEAL_KEY": s.SealKey[:], "PEPPER": s.Pepper[:], "PERSONAL_KEY": s.PersonalKey[:], "PERSONAL_INDEX_KEY": s.PersonalIndexKey[:], "JWT_PRIVATE_KEY": seed(s.SigningKey), "LIVECHAT_KEY": seed(s.ChatKey)}
	if s.ChatKey != "" && config.Weak(secrets["LIVECHAT_KEY"]) {
		p.Add("LIVECHAT_KEY is too weak: use 32 random bytes")
	}
	vendors, err := dial.Secrets(string(s.VendorSecrets))
	if err == nil { // else it has been said
		maps.Copy(secrets, vendors)
	}
	p.Distinct(secrets)
}

// seed returns the secret of "kid=base64url", or nil when the text has another form.
func seed(s config.Secret) []byte {
	_, text, _ := strings.Cut(string(s), "=")
	raw, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
	if err != nil {
		return nil
	}
	return raw
}

// secure reports whether browsers speak https with us.
func (s Settings) secure() bool { return strings.HasPrefix(s.PublicURL, "https://") }

func (s Settings) liveChat() livechat.Settings {
	return livechat.Settings{Provider: s.ChatProvider, ClientID: s.ChatClientID, LicenceID: s.ChatLicenceID, Window: s.ChatURL, Key: s.ChatKey}
}
