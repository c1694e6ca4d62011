package game

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/game/gamedb"
	"hubstake/internal/play/provider"
)

// Errors of what is added to the catalogue.
var (
	ErrExists  = errors.New("game: the catalogue has it already")
	ErrForm    = errors.New("game: cannot be in the catalogue")
	ErrUnknown = errors.New("game: not in the catalogue")
)

var (
	productForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)
	codeForm    = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$`)
)

const (
	maxName       = 60     // code points
	maxRTP        = 10_000 // basis points
	maxVolatility = 5
)

func named(name string) bool {
	return name != "" && name == strings.TrimSpace(name) && utf8.ValidString(name) && utf8.RuneCountInString(name) <= maxName &&
		!strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
}

func (e Entry) check() error {
	switch {
	case !productForm.MatchString(e.ProcID):
		return fmt.Errorf("product %q: %w: an ID has up to 32 letters, digits, - and _", e.ProcID, ErrForm)
	case !slices.Contains(Groups, e.Group):
		return fmt.Errorf("product %s: %w: %q is none of the groups %q", e.ProcID, ErrForm, e.Group, Groups)
	case !named(e.Name):
		return fmt.Errorf("product %s: %w: a name has 1 to %d characters that can be printed", e.ProcID, ErrForm, maxName)
	case !richtext.Picture(e.Image):
		return fmt.Errorf("product %s: %w: %q is no picture of our own", e.ProcID, ErrForm, e.Image)
	case e.Order < 0 || e.Order > maxPosition:
		return fmt.Errorf("product %s: %w: a position is 0 to %d", e.ProcID, ErrForm, maxPosition)
	}
	for _, g := range e.Games {
		if err := g.check(); err != nil {
			return err
		}
	}
	return nil
}

func (g Game) check() error {
	switch {
	case !codeForm.MatchString(g.Code):
		return fmt.Errorf("game %q: %w: a code has up to 64 letters, digits, _, ., : and -", g.Code, ErrForm)
	case !named(g.NameKOR) || !named(g.NameENG):
		return fmt.Errorf("game %s: %w: names have 1 to %d characters that can be printed", g.Code, ErrForm, maxName)
	case !richtext.Picture(g.Thumbnail):
		return fmt.Errorf("game %s: %w: %q is no picture of our own", g.Code, ErrForm, g.Thumbnail)
	case g.RTP < 0 || g.RTP > maxRTP || g.Lines < 0 || g.Volatility < 0 || g.Volatility > maxVolatility:
		return fmt.Errorf("game %s: %w: RTP, lines or volatility", g.Code, ErrForm)
	}
	return nil
}

// AddProduct adds a product with its games, which are offered from now on. The audit has it in the chain of siteID. ErrForm: it cannot be in the
// catalogue. ErrExists: the catalogue has the product, or one of the games. provider.ErrUnknown: there is no such provider.
func (s *Service) AddProduct(ctx context.Context, siteID string, by audit.Actor, e Entry) error {
	if err := e.check(); err != nil {
		return err
	}
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		family, err := provider.Family(ctx, tx, e.Vendor)
		if err != nil {
			return nil, err
		}
		if family == "" {
			return nil, fmt.Errorf("%w: %s", provider.ErrUnknown, e.Vendor)
		}
		q := gamedb.New(tx)
		n, err := q.AddProduct(ctx, gamedb.AddProductParams{
			ProcID: e.ProcID, VendorID: e.Vendor, GroupCode: e.Group, Name: e.Name, LobbySymbol: e.LobbySymbol, Image: e.Image, Ord: e.Order,
		})
		if err != nil {
			return nil, fmt.Errorf("game: product %s: %w", e.ProcID, err)
		}
		if n == 0 {
			return nil, fmt.Errorf("product %s: %w", e.ProcID, ErrExists)
		}
		codes := make([]string, len(e.Games))
		for i, g := range e.Games {
			codes[i] = g.Code
			if err := addGame(ctx, q, e.ProcID, g, int32(i)); err != nil {
				return nil, err
			}
		}
		return &audit.Entry{
			Actor: by, Site: siteID, Action: "product.add", Target: e.ProcID,
			Detail: map[string]any{"vendor": e.Vendor, "group": e.Group, "name": e.Name, "games": codes},
		}, nil
	})
}

// AddGame adds a game to a product, at the end of its lobby. ErrForm, ErrExists. ErrUnknown: there is no such product.
func (s *Service) AddGame(ctx context.Context, siteID string, by audit.Actor, product string, g Game) error {
	if err := g.check(); err != nil {
		return err
	}
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		q := gamedb.New(tx)
		last, err := q.LockLobby(ctx, product)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, fmt.Errorf("product %s: %w", product, ErrUnknown)
		}
		if err != nil {
			return nil, fmt.Errorf("game: product %s: %w", product, err)
		}
		if err := addGame(ctx, q, product, g, min(last+1, maxPosition)); err != nil {
			return nil, err
		}
		return &audit.Entry{
			Actor: by, Site: siteID, Action: "game.add", Target: g.Code, Detail: map[string]any{"product": product, "nameKor": g.NameKOR, "nameEng": g.NameENG},
		}, nil
	})
}

func addGame(ctx context.Context, q *gamedb.Queries, product string, g Game, position int32) error {
	n, err := q.AddGame(ctx, gamedb.AddGameParams{
		Code: g.Code, ProcID: product, NameKor: g.NameKOR, NameEng: g.NameENG, Thumbnail: g.Thumbnail, IsNew: g.IsNew, IsHot: g.IsHot,
		Ord: position, Rtp: g.RTP, Lines: g.Lines, Volatility: g.Volatility,
	})
	if err != nil {
		return fmt.Errorf("game: %s: %w", g.Code, err)
	}
	if n == 0 {
		return fmt.Errorf("game %s: %w", g.Code, ErrExists)
	}
	return nil
}

// SetActive takes a product or a game off for all sites, or on again; rounds under way finish (S-61). ErrUnknown: the catalogue has no such part.
func (s *Service) SetActive(ctx context.Context, siteID string, by audit.Actor, o site.Offer, on bool) error {
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		q := gamedb.New(tx)
		var n int64
		var err error
		switch o.Kind {
		case site.OfferProduct:
			n, err = q.SetProductActive(ctx, gamedb.SetProductActiveParams{ProcID: o.Key, Active: on})
		case site.OfferGame:
			n, err = q.SetGameActive(ctx, gamedb.SetGameActiveParams{Code: o.Key, Active: on})
		default:
			return nil, fmt.Errorf("%s %s: %w", o.Kind, o.Key, ErrUnknown)
		}
		if err != nil {
			return nil, fmt.Errorf("game: %s %s: %w", o.Kind, o.Key, err)
		}
		if n > 0 {
			return &audit.Entry{Actor: by, Site: siteID, Action: string(o.Kind) + ".active", Target: o.Key, Detail: map[string]any{"on": on}}, nil
		}
		known, err := q.InCatalogue(ctx, gamedb.InCatalogueParams{Kind: string(o.Kind), Key: o.Key})
		if err == nil && !known {
			err = fmt.Errorf("%s %s: %w", o.Kind, o.Key, ErrUnknown)
		}
		return audit.Nothing, err
	})
}
