package game

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/rs/zerolog"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/game/gamedb"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/transfer"
)

// Groups of games (product.txt, section 3).
var Groups = []string{"casino", "slot", "sports", "minigame", "fishing", "virtual"}

// Product is a vendor's offer of one group. ProcID is the vendorKey of the pages.
type Product struct {
	ProcID      string
	Group       string
	Name        string
	LobbySymbol string
	Image       string // path of the picture
}

// Game is one game of a product.
type Game struct {
	Code      string
	NameKOR   string
	NameENG   string
	Thumbnail string // path of the picture
	IsNew     bool
	IsHot     bool
	OwnWallet bool // its vendor keeps a wallet of its own: cash must be taken along to play

	RTP        int32 // basis points of the stakes that are paid back in the long run; 0: not published
	Lines      int32 // 0 for games without lines
	Volatility int32 // 1 (calm) to 5 (wild); 0: not published
}

// Service knows the games and opens them.
type Service struct {
	db      *pgxpool.Pool
	clk     clock.Clock
	log     zerolog.Logger
	sites   *site.Service
	clients map[string]provider.Client
	lobby   string
	had     sync.Map // vendor and code of games that were found

	transfers *transfer.Service
}

// New returns a service. clients are the vendors that can be asked, by their ids; transfers moves money to those that keep
// wallets of their own; lobby is where a game sends the member who leaves it.
func New(
	db *pgxpool.Pool, clk clock.Clock, log zerolog.Logger, sites *site.Service, clients map[string]provider.Client, transfers *transfer.Service,
	lobby string,
) *Service {
	return &Service{db: db, clk: clk, log: log, sites: sites, clients: clients, transfers: transfers, lobby: lobby}
}

// Products lists what a site offers in a group, or in all when group is empty.
func (s *Service) Products(ctx context.Context, siteID, group string) ([]Product, error) {
	if group != "" && !slices.Contains(Groups, group) {
		return nil, fault.InvalidGameType
	}
	rows, err := gamedb.New(s.db).Products(ctx, group)
	if err != nil {
		return nil, fmt.Errorf("game: products: %w", err)
	}
	out, err := s.sites.LeftOut(ctx, siteID)
	if err != nil {
		return nil, err
	}
	products := make([]Product, 0, len(rows))
	for _, r := range rows {
		if !leftOut(out, r.VendorID, r.GroupCode, r.ProcID) {
			products = append(products, Product{ProcID: r.ProcID, Group: r.GroupCode, Name: r.Name, LobbySymbol: r.LobbySymbol, Image: r.Image})
		}
	}
	return products, nil
}

// leftOut reports whether a site does not offer a product now: it, its group or its provider is switched off there.
func leftOut(out map[site.Offer]bool, vendor, group, product string) bool {
	return out[site.Offer{Kind: site.OfferProvider, Key: vendor}] || out[site.Offer{Kind: site.OfferGroup, Key: group}] ||
		out[site.Offer{Kind: site.OfferProduct, Key: product}]
}

// Games lists the games of a product that a site offers. G001: no product named; G008: there is no such product, or the site does not offer
// it; G006: group is not one, or not the product's. An empty group is the product's own.
func (s *Service) Games(ctx context.Context, siteID, product, group string) ([]Game, error) {
	p, err := s.product(ctx, product, group)
	if err != nil {
		return nil, err
	}
	left, err := s.sites.LeftOut(ctx, siteID)
	if err != nil {
		return nil, err
	}
	if leftOut(left, p.VendorID, p.GroupCode, p.ProcID) {
		return nil, fault.UnknownVendor
	}
	rows, err := gamedb.New(s.db).Games(ctx, p.ProcID)
	if err != nil {
		return nil, fmt.Errorf("game: games of %s: %w", product, err)
	}
	own, err := s.keepsWallets(ctx, p.VendorID)
	if err != nil {
		return nil, err
	}
	out := make([]Game, 0, len(rows))
	for _, r := range rows {
		if left[site.Offer{Kind: site.OfferGame, Key: r.Code}] {
			continue
		}
		out = append(out, Game{
			Code: r.Code, NameKOR: r.NameKor, NameENG: r.NameEng, Thumbnail: r.Thumbnail, IsNew: r.IsNew, IsHot: r.IsHot, OwnWallet: own,
			RTP: r.Rtp, Lines: r.Lines, Volatility: r.Volatility,
		})
	}
	return out, nil
}

func (s *Service) product(ctx context.Context, id, group string) (gamedb.ProductRow, error) {
	if id == "" {
		return gamedb.ProductRow{}, fault.VendorKeyRequired
	}
	if group != "" && !slices.Contains(Groups, group) {
		return gamedb.ProductRow{}, fault.InvalidGameType
	}
	p, err := gamedb.New(s.db).Product(ctx, id)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return p, fault.UnknownVendor
	case err != nil:
		return p, fmt.Errorf("game: product %s: %w", id, err)
	case !p.Active:
		return p, fault.UnknownVendor
	case group != "" && group != p.GroupCode:
		return p, fault.InvalidGameType
	}
	return p, nil
}

// Has reports whether a vendor has a game of that code, on offer or not. A game is never taken out of the catalogue, so what is
// known stays known.
func (s *Service) Has(ctx context.Context, vendor, code string) (bool, error) {
	key := [2]string{vendor, code}
	if _, ok := s.had.Load(key); ok {
		return true, nil
	}
	has, err := gamedb.New(s.db).Has(ctx, gamedb.HasParams{Code: code, Vendor: vendor})
	if err != nil {
		return false, fmt.Errorf("game: %s of %s: %w", code, vendor, err)
	}
	if has {
		s.had.Store(key, struct{}{})
	}
	return has, nil
}
