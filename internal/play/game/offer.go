package game

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/game/gamedb"
	"hubstake/internal/play/provider"
)

const (
	maxSearch   = 60    // code points of a search
	maxPosition = 9_999 // of a game in its lobby
)

// Switchable is what a part of the offer has beside what it is: whether the catalogue has it on offer at all, and the site's switch.
type Switchable struct {
	Withdrawn bool // switched off for all sites, by a command
	Switch    site.OfferSwitch
}

// OfferedGroup is a group of games as staff sees it.
type OfferedGroup struct {
	Code     string
	Products int
	Switchable
}

// OfferedProvider is a provider as staff sees it.
type OfferedProvider struct {
	ID, Family string
	Products   int
	Allow      []netip.Prefix // the networks that it calls from; empty: any
	Keys       []provider.Key // valid now or later, of those in the database
	Switchable
}

// OfferedProduct is a product as staff sees it.
type OfferedProduct struct {
	ProcID, Provider, Group, Name string
	Games                         int
	Switchable
}

// Catalogue is all that a site can offer, without the games.
type Catalogue struct {
	Groups    []OfferedGroup
	Providers []OfferedProvider
	Products  []OfferedProduct
}

// Catalogue returns what a site can offer, with its switches.
func (s *Service) Catalogue(ctx context.Context, siteID string) (c Catalogue, err error) {
	products, err := gamedb.New(s.db).AllProducts(ctx)
	if err != nil {
		return c, fmt.Errorf("game: catalogue: %w", err)
	}
	providers, err := provider.List(ctx, s.db)
	if err != nil {
		return c, err
	}
	switches, err := s.sites.OfferSwitches(ctx, siteID)
	if err != nil {
		return c, err
	}
	of, ofGroup := map[string]int{}, map[string]int{}
	for _, p := range products {
		of[p.VendorID]++
		ofGroup[p.GroupCode]++
		c.Products = append(c.Products, OfferedProduct{
			ProcID: p.ProcID, Provider: p.VendorID, Group: p.GroupCode, Name: p.Name, Games: int(p.Games),
			Switchable: Switchable{Withdrawn: !p.Active, Switch: switches[site.Offer{Kind: site.OfferProduct, Key: p.ProcID}]},
		})
	}
	for _, code := range Groups {
		c.Groups = append(c.Groups, OfferedGroup{
			Code: code, Products: ofGroup[code], Switchable: Switchable{Switch: switches[site.Offer{Kind: site.OfferGroup, Key: code}]},
		})
	}
	for _, p := range providers {
		c.Providers = append(c.Providers, OfferedProvider{
			ID: p.ID, Family: p.Family, Products: of[p.ID], Allow: p.Allow,
			Keys:       slices.DeleteFunc(p.Keys, func(k provider.Key) bool { return !k.Until.IsZero() && !k.Until.After(s.clk.Now()) }),
			Switchable: Switchable{Withdrawn: !p.Active, Switch: switches[site.Offer{Kind: site.OfferProvider, Key: p.ID}]},
		})
	}
	return c, nil
}

// GameSearch says which games staff looks for. Empty fields are any.
type GameSearch struct {
	Text              string // in the code or a name
	Product, Provider string
	OnlyOff           bool // switched off themselves on the site
}

// OfferedGame is a game as staff sees it.
type OfferedGame struct {
	Game
	ProcID, Product, Provider, Group string
	Position                         int32 // in its lobby, the smallest first
	Version                          int32 // of what staff sets of the game, not of its switch
	Switchable
	Within site.OfferKind // the widest part with the game in it that is switched off on the site; empty: none
}

// FindGames returns a page of games, in the order of the lobbies, and how many there are. E001: a text that is too long.
func (s *Service) FindGames(ctx context.Context, siteID string, f GameSearch, page paging.Slice) ([]OfferedGame, int64, error) {
	f.Text = strings.TrimSpace(f.Text)
	if !utf8.ValidString(f.Text) || utf8.RuneCountInString(f.Text) > maxSearch {
		return nil, 0, fault.Failed
	}
	switches, err := s.sites.OfferSwitches(ctx, siteID)
	if err != nil {
		return nil, 0, err
	}
	arg := gamedb.FindGamesParams{Product: f.Product, Vendor: f.Provider, Count: page.Count, Skip: page.Skip}
	if f.Text != "" {
		arg.Text = f.Text
	}
	if f.OnlyOff {
		arg.Codes = []string{}
		for o, w := range switches {
			if o.Kind == site.OfferGame && w.Off {
				arg.Codes = append(arg.Codes, o.Key)
			}
		}
	}
	rows, err := gamedb.New(s.db).FindGames(ctx, arg)
	if err != nil {
		return nil, 0, fmt.Errorf("game: find: %w", err)
	}
	out := make([]OfferedGame, len(rows))
	var total int64
	for i, r := range rows {
		total = r.Total
		out[i] = OfferedGame{
			Game:   Game{Code: r.Code, NameKOR: r.NameKor, NameENG: r.NameEng, Thumbnail: r.Thumbnail, IsNew: r.IsNew, IsHot: r.IsHot},
			ProcID: r.ProcID, Product: r.Product, Provider: r.VendorID, Group: r.GroupCode, Position: r.Ord, Version: r.Version,
			Switchable: Switchable{Withdrawn: !r.Active, Switch: switches[site.Offer{Kind: site.OfferGame, Key: r.Code}]},
		}
		for _, o := range []site.Offer{
			{Kind: site.OfferProvider, Key: r.VendorID}, {Kind: site.OfferGroup, Key: r.GroupCode}, {Kind: site.OfferProduct, Key: r.ProcID},
		} {
			if out[i].Within == "" && switches[o].Off {
				out[i].Within = o.Kind
			}
		}
	}
	return out, total, nil
}

// SwitchOffer switches a provider, group, product or game off on a site, or on again (site.Service.SwitchOffer). E001 too: there is no such
// part of the offer.
func (s *Service) SwitchOffer(ctx context.Context, siteID string, by audit.Actor, o site.Offer, seen int64, off bool, reason string) error {
	known, err := s.Offers(ctx, o)
	if err != nil {
		return err
	}
	if !known {
		return fault.Failed
	}
	return s.sites.SwitchOffer(ctx, by, siteID, o, seen, off, reason)
}

// SaveWindow schedules maintenance of a site, with what members call the part of the offer that it is of (site.Service.SaveWindow). E001 too:
// there is no such part of the offer.
func (s *Service) SaveWindow(ctx context.Context, siteID string, by audit.Actor, w site.Window) (int64, error) {
	if o, ok := w.Offer(); ok {
		known, err := s.Offers(ctx, o)
		if err != nil {
			return 0, err
		}
		if !known {
			return 0, fault.Failed
		}
		rows, err := gamedb.New(s.db).OfferName(ctx, gamedb.OfferNameParams{Kind: string(o.Kind), Key: o.Key})
		if err != nil {
			return 0, fmt.Errorf("game: name of %s %s: %w", o.Kind, o.Key, err)
		}
		for _, r := range rows { // a provider without products has none
			w.Label = site.Label{KOR: r.NameKor, ENG: r.NameEng}
		}
	}
	return s.sites.SaveWindow(ctx, by, siteID, w)
}

// Offers reports whether the catalogue has a part of the offer.
func (s *Service) Offers(ctx context.Context, o site.Offer) (bool, error) {
	if strings.ContainsRune(o.Key, 0) || !utf8.ValidString(o.Key) {
		return false, nil
	}
	switch o.Kind {
	case site.OfferGroup:
		return slices.Contains(Groups, o.Key), nil
	case site.OfferProvider:
		family, err := provider.Family(ctx, s.db, o.Key)
		return family != "", err
	case site.OfferProduct, site.OfferGame:
		known, err := gamedb.New(s.db).InCatalogue(ctx, gamedb.InCatalogueParams{Kind: string(o.Kind), Key: o.Key})
		if err != nil {
			return false, fmt.Errorf("game: %s %s: %w", o.Kind, o.Key, err)
		}
		return known, nil
	default:
		return false, nil
	}
}

// Show is how a game is shown in its lobby: what staff sets of it.
type Show struct {
	Position     int32
	IsNew, IsHot bool
	Thumbnail    string // path of a picture of our own
}

var errGameChanged = errors.New("game: it was changed since it was shown")

// ChangeGame changes how a game is shown; the catalogue is one for all sites. seen is the version that staff saw. E001: a position outside 0
// to 9999, a picture that is not of our own, or no such game. C019: it was changed since.
func (s *Service) ChangeGame(ctx context.Context, siteID string, by audit.Actor, code string, seen int32, to Show) error {
	if to.Position < 0 || to.Position > maxPosition || !richtext.Picture(to.Thumbnail) {
		return fault.Failed
	}
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		q := gamedb.New(tx)
		was, err := q.LockGame(ctx, code)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, fault.Failed
		}
		if err != nil {
			return nil, fmt.Errorf("game: %s: %w", code, err)
		}
		if was.Version != seen {
			return nil, fault.PaymentProblem.Wrap(errGameChanged)
		}
		before := Show{Position: was.Ord, IsNew: was.IsNew, IsHot: was.IsHot, Thumbnail: was.Thumbnail}
		if before == to {
			return audit.Nothing, nil
		}
		err = q.ChangeGame(ctx, gamedb.ChangeGameParams{
			Code: code, Ord: to.Position, IsNew: to.IsNew, IsHot: to.IsHot, Thumbnail: to.Thumbnail,
		})
		if err != nil {
			return nil, fmt.Errorf("game: %s: %w", code, err)
		}
		return &audit.Entry{
			Actor: by, Site: siteID, Action: "game.change", Target: code, Detail: map[string]any{"before": before.audited(), "after": to.audited()},
		}, nil
	})
}

func (w Show) audited() map[string]any {
	return map[string]any{"position": w.Position, "new": w.IsNew, "hot": w.IsHot, "picture": w.Thumbnail}
}
