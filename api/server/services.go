package server

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"

	"hubstake/api/admin"
	apibet "hubstake/api/bet"
	apiboard "hubstake/api/board"
	apicash "hubstake/api/cash"
	apigame "hubstake/api/game"
	apilivechat "hubstake/api/livechat"
	apimember "hubstake/api/member"
	apimessage "hubstake/api/message"
	apiminigame "hubstake/api/minigame"
	apionline "hubstake/api/online"
	apipartner "hubstake/api/partner"
	apipoint "hubstake/api/point"
	apipromo "hubstake/api/promo"
	apiprotection "hubstake/api/protection"
	apiprovider "hubstake/api/provider"
	apireport "hubstake/api/report"
	apisite "hubstake/api/site"
	apisports "hubstake/api/sports"
	apiwallet "hubstake/api/wallet"
	"hubstake/internal/access/httpx"
	"hubstake/internal/access/token"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/account/personal"
	"hubstake/internal/account/protection"
	"hubstake/internal/account/staff"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/beacon"
	"hubstake/internal/core/calls"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/jackpot"
	"hubstake/internal/funds/cash"
	"hubstake/internal/funds/correction"
	"hubstake/internal/funds/point"
	"hubstake/internal/funds/promo"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/live"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/board"
	"hubstake/internal/operator/content"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/notice"
	"hubstake/internal/operator/settings"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/agent"
	"hubstake/internal/partners/commission"
	"hubstake/internal/partners/partner"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/platform/vault"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/game"
	"hubstake/internal/play/minigame"
	"hubstake/internal/play/pattern"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/provider/dial"
	"hubstake/internal/play/settle"
	"hubstake/internal/play/sports"
	"hubstake/internal/play/transfer"
	"hubstake/internal/support/inquiry"
	"hubstake/internal/support/livechat"
)

// Services are the domains as the api uses them. The zero value is enough to list the routes.
type Services struct {
	DB        *pgxpool.Pool
	Sites     *site.Service
	Members   *member.Service
	Staff     *staff.Service
	Messages  *message.Service
	Boards    *board.Service
	Content   *content.Service
	Cash      *cash.Service
	Points    *point.Service
	Promos    *promo.Service
	Reports   *report.Service
	Vendors   *casino.Service
	House     *casino.Service // of our own bets
	Draws     *minigame.Service
	Rounds    *minigame.Office
	Clock     clock.Clock
	Beacon    *beacon.Network // of the draws; nil without one
	Bets      *bet.Service
	Sports    *sports.Service
	Matches   *sports.Office // staff's side of Sports
	Patterns  *pattern.Service
	Settle    *settle.Office // staff's side of settlement
	Directory *provider.Directory
	Games     *game.Service
	Providers *provider.Office
	Wins      *casino.Office

	Protection *protection.Service
	Partners   *partner.Service
	Agents     *agent.Service // logins of the partner area
	Sends      *partner.Sends // of partners

	Commissions *commission.Service

	Audit       *audit.Reader
	Notices     *notice.Service
	Approvals   *approval.Service
	Corrections *correction.Service
	Settings    *settings.Service

	Inquiries *inquiry.Service
	Chat      *livechat.Service

	Canaries []string // the memIds that may probe
	// Online counts the members of a site with a live connection; -1 when that is not known now.
	Online func(ctx context.Context, siteID string) int64
	// Present tells who of a site that is.
	Present func(ctx context.Context, siteID string) ([]member.Present, error)
	// Pools reads what the providers last said of their jackpots.
	Pools func(ctx context.Context) map[string][]jackpot.Pool
	// Calls returns the figures of the calls from and to providers; nil when they are not known now.
	Calls func(ctx context.Context, providers []string) map[calls.Line]calls.Figures
}

// Routes lists every call of the product.
func Routes(s Services) []httpx.Route {
	return slices.Concat(
		apimember.New(s.Members, s.Content, s.Canaries).Routes(),
		apiwallet.New(s.DB, s.Sites, s.Cash, s.Games).Routes(),
		apicash.New(s.Cash).Routes(),
		apipoint.New(s.Points, s.Promos, s.Sites).Routes(),
		apipromo.New(s.Promos, s.Cash).Routes(),
		apireport.New(s.Reports).Routes(),
		apiprotection.New(s.Protection).Routes(),
		apiboard.New(apiboard.Services{DB: s.DB, Sites: s.Sites, Boards: s.Boards, Inquiries: s.Inquiries, Members: s.Members}).Routes(),
		apimessage.New(s.Messages).Routes(),
		apisite.New(apisite.Services{Sites: s.Sites, Boards: s.Boards, Content: s.Content, Games: s.Games, Reports: s.Reports, Promos: s.Promos, Pools: s.Pools, NeedsReferrer: s.Members.NeedsReferrer}).Routes(),
		apigame.New(s.Games).Routes(),
		apibet.New(s.Games, s.Bets, s.Sites, s.Sports, s.Draws).Routes(),
		apibet.New(s.Games, s.Bets, s.Sites, s.Sports, s.Draws).PartnerRoutes(s.Reports.BetBelow),
		apiminigame.New(s.Draws, s.Games, s.Sites, s.Clock, s.Beacon).Routes(),
		apisports.New(s.Sports).Routes(),
		apilivechat.New(s.DB, s.Chat, s.Members).Routes(),
		admin.Routes(admin.Services{
			DB: s.DB, Sites: s.Sites, Members: s.Members, Staff: s.Staff, Cash: s.Cash, Reports: s.Reports, Online: s.Online,
			Boards: s.Boards, Inquiries: s.Inquiries, Content: s.Content, Promos: s.Promos, Games: s.Games, Protection: s.Protection,
			Audit: s.Audit, Notices: s.Notices, Approvals: s.Approvals, Corrections: s.Corrections, Settings: s.Settings,
			Providers: s.Providers, Wins: s.Wins, Calls: s.Calls, Sports: s.Matches, Book: s.Sports, Patterns: s.Patterns, Bets: s.Bets, Settle: s.Settle,
			Draws: s.Draws, Rounds: s.Rounds, Clock: s.Clock, Commissions: s.Commissions, Partners: s.Partners, Agents: s.Agents,
			Present: s.Present,
		}),
		apionline.New(s.Members, s.Present).Routes(),
		apipartner.Routes(apipartner.Services{
			Sites: s.Sites, Members: s.Members, Agents: s.Agents, Partners: s.Partners, Sends: s.Sends, Cash: s.Cash, Reports: s.Reports, Commissions: s.Commissions,
			Present: s.Present,
		}),
	)
}

// newServices makes the domains, each from those before it.
func newServices(cfg Settings, db *pgxpool.Pool, rdb redis.UniversalClient, clk clock.Clock, p obs.Program, m *provider.Metrics, moves *wallet.Metrics) (Services, *Auth, error) {
	cache := live.NewSessionCache(rdb, clk, p.Log)
	keys, err := cfg.keys(clk)
	if err != nil {
		return Services{}, nil, err
	}
	logins := credential.NewMetrics(p.Reg)
	keys.Announce, keys.Metrics = announce(cache), member.NewMetrics(p.Reg, logins)
	secrets, err := vault.New(cfg.SealKey, cfg.SealKeys...)
	if err != nil {
		return Services{}, nil, err
	}
	verifier, err := token.NewVerifier(cfg.PublicKeys, clk)
	if err != nil {
		return Services{}, nil, fmt.Errorf("API_JWT_PUBLIC_KEYS: %w", err)
	}
	given, err := dial.Keys(string(cfg.VendorSecrets))
	if err != nil {
		return Services{}, nil, err
	}
	directory := provider.NewDirectory(db, clk, p.Log, secrets, given)
	urls, err := dial.URLs(cfg.VendorURLs)
	if err != nil {
		return Services{}, nil, err
	}
	clients := dial.All(urls, directory, clk, m, p.Reg)
	s := Services{
		Directory: directory,
		DB:        db, Canaries: cfg.Canaries, Sites: site.New(db, clk), Messages: message.New(db, clk), Boards: board.New(db, clk),
		Online: func(ctx context.Context, siteID string) int64 {
			tests, err := report.TestAccounts(ctx, db) // S-103
			if err != nil {
				p.Log.Warn().Err(err).Msg("members online: not counted")
				return -1
			}
			return live.CountOnline(ctx, rdb, siteID, clk.Now(), tests...)
		},
		Present: func(ctx context.Context, siteID string) ([]member.Present, error) {
			seen, err := live.Online(ctx, rdb, siteID, clk.Now())
			present := make([]member.Present, 0, len(seen))
			for id, at := range seen {
				present = append(present, member.Present{MemID: id, SeenAt: at})
			}
			return present, err
		},
		Pools: func(ctx context.Context) map[string][]jackpot.Pool {
			pools, err := live.Jackpots(ctx, rdb, slices.Collect(maps.Keys(urls)))
			if err != nil {
				p.Log.Warn().Err(err).Msg("the main page has no jackpots now")
			}
			return pools
		},
		Calls: func(ctx context.Context, providers []string) map[calls.Line]calls.Figures {
			figures, err := live.Calls(ctx, rdb, clk.Now(), providers)
			if err != nil {
				p.Log.Warn().Err(err).Msg("the list of providers has no figures of calls now")
				return nil
			}
			return figures
		},
	}
	s.Members = member.New(db, clk, s.Sites, keys)
	s.Staff = staff.New(db, clk, s.Members, staff.Keys{
		Checker: credential.Checker{Hasher: keys.Hasher}, Vault: secrets, Metrics: staff.NewMetrics(p.Reg, logins), PutIfAbsent: redisx.NewNonces(rdb).PutIfAbsent,
	})
	s.Agents = agent.New(db, clk, s.Sites, s.Members, agent.Keys{
		Checker: credential.Checker{Hasher: keys.Hasher}, Vault: secrets, Logins: logins, PutIfAbsent: redisx.NewNonces(rdb).PutIfAbsent,
	})
	s.Protection = protection.New(db, clk, s.Members)
	s.Cash = cash.New(db, clk, s.Sites, s.Members, s.Messages, cash.NewMetrics(p.Reg))
	s.Audit = audit.NewReader(db, clk)
	s.Notices = notice.New(db)
	s.Approvals = approval.New(db, clk, s.Sites, s.Staff.HoldRights)
	s.Cash.Approvals(s.Approvals)
	s.Corrections = correction.New(db, clk, s.Sites, s.Members, s.Approvals)
	s.Partners = partner.New(db, clk, s.Sites, s.Members)
	s.Sends = partner.NewSends(db, clk, s.Sites, s.Members, s.Messages)
	s.Sends.PayOut(s.Cash)
	s.Sends.Measure(partner.NewSendMetrics(p.Reg))
	s.Settings = settings.New(db, clk, s.Sites, s.Approvals)
	s.Settings.Then(member.EndPartnerAreas)
	s.Inquiries, s.Content = inquiry.New(db, clk, s.Members, s.Cash, s.Messages), content.New(db, clk)
	if s.Chat, err = livechat.New(db, clk, cfg.liveChat(), append(slices.Clone(cfg.Origins), cfg.PublicURL)...); err != nil {
		return Services{}, nil, err
	}
	s.Points = point.New(db, clk, s.Sites, s.Members)
	s.Promos = promo.New(db, clk, s.Sites, s.Members, s.Messages)
	s.Promos.Approvals(s.Approvals)
	s.Members.Approvals(s.Approvals)
	s.Partners.Approvals(s.Approvals)
	s.Commissions = commission.New(db, clk, s.Sites, nil) // it settles nothing
	s.Commissions.Approvals(s.Approvals)
	s.Commissions.Mismatches(commission.NewMismatches(p.Reg, p.Log))
	s.Reports = report.New(db, clk, s.Sites, keys.Personal)
	transfers := transfer.New(db, clk, p.Log, clients.TransferWallets, transfer.NewMetrics(p.Reg, slices.Sorted(maps.Keys(urls))...))
	s.Providers = provider.NewOffice(db, clk, secrets, apiprovider.Protocols())
	s.Providers.Approvals(s.Sites, s.Approvals)
	s.Games = game.New(db, clk, p.Log, s.Sites, clients.Games, transfers, cfg.PublicURL)
	s.Protection.OnBreak(s.Games.Recall) // money with providers comes back at once
	writer := wallet.WriterOptions{Lanes: cfg.Lanes, Metrics: moves.Writer, Log: p.Log}
	if s.Vendors, err = casino.New(db, clk, writer); err != nil {
		return Services{}, nil, err
	}
	s.Wins = casino.NewOffice(s.Vendors, s.Sites, s.Messages, s.Approvals)
	// Lanes of their own: a bet on a match may wait for the feed that changes it, and no bet of a provider waits with it.
	if s.House, err = casino.New(db, clk, writer); err != nil {
		return Services{}, nil, err
	}
	s.Bets, s.Sports = bet.New(db, clk, s.House, bet.Defaults()), sports.New(db, clk, sports.Defaults())
	s.Bets.Measure(bet.NewSlipMetrics(p.Reg))
	s.Draws, s.Rounds, s.Clock = minigame.New(db, clk, s.House, minigame.Defaults()), minigame.NewOffice(db), clk
	s.Draws.Measure(minigame.NewMetrics(p.Reg))
	if cfg.HasBeacon() {
		network := cfg.BeaconNetwork()
		s.Beacon = &network
	}
	s.Matches, s.Patterns = sports.NewOffice(s.Sports, s.Sites, s.Approvals), pattern.New(db, clk)
	s.Settle = settle.NewOffice(clk, settle.New(db, s.Bets, settle.Options{}), s.Sports, s.Sites, s.Approvals)
	return s, NewAuth(verifier, cache, s.Members, s.Staff, s.Agents, clk, p.Log), nil
}

// keys are the secrets of logins.
func (s Settings) keys(clk clock.Clock) (k member.Keys, err error) {
	k = member.Keys{Hasher: credential.NewHasher(credential.StandardCost(), s.Pepper, s.Peppers...)}
	if k.Signer, err = token.NewSigner(string(s.SigningKey), clk); err != nil {
		return k, fmt.Errorf("API_JWT_PRIVATE_KEY: %w", err)
	}
	if k.Personal, err = personal.New(s.personal()); err != nil {
		return k, err
	}
	k.Sealer, err = token.NewSealer(s.SealKey, s.SealKeys...)
	return k, err
}
