package server

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"

	"hubstake/api/admin"
	apibet "hubstake/api/bet"
	apiboard "hubstake/api/board"
	apicash "hubstake/api/cash"
	apigame "hubstake/api/game"
	apimember "hubstake/api/member"
	apimessage "hubstake/api/message"
	apipoint "hubstake/api/point"
	apisite "hubstake/api/site"
	apiwallet "hubstake/api/wallet"
	"hubstake/internal/board"
	"hubstake/internal/cash"
	"hubstake/internal/clock"
	"hubstake/internal/game"
	"hubstake/internal/member"
	"hubstake/internal/message"
	"hubstake/internal/platform/httpx"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/rds"
	"hubstake/internal/platform/token"
	"hubstake/internal/platform/vault"
	"hubstake/internal/point"
	"hubstake/internal/report"
	"hubstake/internal/site"
	"hubstake/internal/vendors"
	"hubstake/internal/vendors/seamless"
)

// Services are the domains as the api uses them. The zero value is enough to list the routes.
type Services struct {
	DB       *pgxpool.Pool
	Sites    *site.Service
	Members  *member.Service
	Messages *message.Service
	Boards   *board.Service
	Cash     *cash.Service
	Points   *point.Service
	Reports  *report.Service
	Vendors  *vendors.Service
	Games    *game.Service

	// Online counts the members of a site with a live connection; -1 when that is not known now.
	Online func(ctx context.Context, siteID string) int64
}

// Routes lists every call of the product.
func Routes(s Services) []httpx.Route {
	return slices.Concat(
		apimember.New(s.Members).Routes(),
		apiwallet.New(s.DB, s.Sites, s.Cash).Routes(),
		apicash.New(s.Cash).Routes(),
		apipoint.New(s.Points).Routes(),
		apiboard.New(s.Sites, s.Boards).Routes(),
		apimessage.New(s.Messages).Routes(),
		apisite.New(apisite.Services{Sites: s.Sites, Boards: s.Boards, Games: s.Games, Reports: s.Reports}).Routes(),
		apigame.New(s.Games).Routes(),
		apibet.New(s.Games).Routes(),
		admin.New(admin.Services{
			DB: s.DB, Sites: s.Sites, Members: s.Members, Messages: s.Messages, Cash: s.Cash, Reports: s.Reports, Online: s.Online,
		}).Routes(),
	)
}

// newServices makes the domains, each from those before it.
func newServices(cfg Settings, db *pgxpool.Pool, rdb redis.UniversalClient, clk clock.Clock, p obs.Program, m *vendors.Metrics) (Services, *Auth, error) {
	cache := NewSessionCache(rdb, clk, p.Log)
	keys, err := cfg.keys(clk, cache, member.NewMetrics(p.Reg))
	if err != nil {
		return Services{}, nil, err
	}
	verifier, err := token.NewVerifier(cfg.PublicKeys, clk)
	if err != nil {
		return Services{}, nil, fmt.Errorf("API_JWT_PUBLIC_KEYS: %w", err)
	}
	clients, err := cfg.clients(clk, m)
	if err != nil {
		return Services{}, nil, err
	}
	s := Services{
		DB: db, Sites: site.New(db, clk), Messages: message.New(db, clk), Boards: board.New(db, clk), Vendors: vendors.New(db, clk),
		Online: func(ctx context.Context, siteID string) int64 { return rds.CountOnline(ctx, rdb, siteID, clk.Now()) },
	}
	s.Members = member.New(db, clk, s.Sites, keys)
	s.Cash = cash.New(db, clk, s.Sites, s.Members, s.Messages, cash.NewMetrics(p.Reg))
	s.Points = point.New(db, s.Sites)
	s.Reports = report.New(db, clk, s.Sites)
	s.Games = game.New(db, clk, p.Log, s.Sites, clients, cfg.PublicURL)
	return s, NewAuth(verifier, cache, s.Members, clk), nil
}

// keys are the secrets of log-ins.
func (s Settings) keys(clk clock.Clock, cache *SessionCache, m *member.Metrics) (k member.Keys, err error) {
	k = member.Keys{Hasher: member.NewHasher(member.StandardCost(), s.Pepper), Announce: cache.Announce, Metrics: m}
	if k.Signer, err = token.NewSigner(string(s.SigningKey), clk); err != nil {
		return k, fmt.Errorf("API_JWT_PRIVATE_KEY: %w", err)
	}
	if k.Sealer, err = token.NewSealer(s.SealKey); err != nil {
		return k, err
	}
	k.Vault, err = vault.New(s.SealKey)
	return k, err
}

// clients are the vendors that can be asked to open a game.
func (s Settings) clients(clk clock.Clock, m *vendors.Metrics) (map[string]vendors.Client, error) {
	urls, err := s.vendorURLs()
	if err != nil {
		return nil, err
	}
	secrets, err := s.vendorSecrets()
	if err != nil {
		return nil, err
	}
	out := map[string]vendors.Client{}
	for vendor, base := range urls {
		if len(secrets[vendor]) == 0 {
			return nil, fmt.Errorf("VENDOR_SECRETS: none for %s", vendor)
		}
		out[vendor] = seamless.NewClient(vendor, base, secrets[vendor][0], clk, m)
	}
	return out, nil
}
