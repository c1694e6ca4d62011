package game

import (
	"context"
	"fmt"

	"hubstake/internal/play/game/gamedb"
)

// Entry is a product of the catalogue with its games.
type Entry struct {
	Vendor string
	Order  int32
	Product
	Games []Game
}

// Demo is the catalogue of the demonstration site: three houses with a game each, all by one vendor.
func Demo(vendor string) []Entry {
	entry := func(order int32, id, name, symbol, code, kor, eng string, isNew, isHot bool) Entry {
		art := "/art/games/" + code + ".svg"
		return Entry{
			Vendor: vendor, Order: order,
			Product: Product{ProcID: id, Group: "slot", Name: name, LobbySymbol: symbol, Image: art},
			Games:   []Game{{Code: code, NameKOR: kor, NameENG: eng, Thumbnail: art, IsNew: isNew, IsHot: isHot}},
		}
	}
	return []Entry{
		entry(1, "201", "Hanok Studio", "hanok", "moonjar", "달항아리", "Moon Jar", false, true),
		entry(2, "202", "Saigon Reels", "saigon", "lanterns", "등불 야시장", "Lantern Market", true, true),
		entry(3, "203", "Orbit Works", "orbit", "comet", "혜성 러시", "Comet Rush", true, false),
	}
}

// DemoOwn is a house of a vendor that keeps wallets of its own, so that the demonstration site has game money to bring back.
func DemoOwn(vendor string) Entry {
	const art = "/art/games/comet-own.svg"
	return Entry{
		Vendor: vendor, Order: 4,
		Product: Product{ProcID: "211", Group: "slot", Name: "Harbor House", LobbySymbol: "harbor", Image: art},
		Games:   []Game{{Code: "comet-own", NameKOR: "혜성 항구", NameENG: "Comet Harbor", Thumbnail: art, IsNew: true}},
	}
}

// Upsert writes products and games, or changes those of the same keys; what is switched off stays so. The vendors exist.
func Upsert(ctx context.Context, db gamedb.DBTX, entries ...Entry) error {
	q := gamedb.New(db)
	for _, e := range entries {
		err := q.UpsertProduct(ctx, gamedb.UpsertProductParams{
			ProcID: e.ProcID, VendorID: e.Vendor, GroupCode: e.Group, Name: e.Name, LobbySymbol: e.LobbySymbol, Image: e.Image, Ord: e.Order,
		})
		if err != nil {
			return fmt.Errorf("game: product %s: %w", e.ProcID, err)
		}
		for i, g := range e.Games {
			err := q.UpsertGame(ctx, gamedb.UpsertGameParams{
				Code: g.Code, ProcID: e.ProcID, NameKor: g.NameKOR, NameEng: g.NameENG, Thumbnail: g.Thumbnail,
				IsNew: g.IsNew, IsHot: g.IsHot, Ord: int32(i),
			})
			if err != nil {
				return fmt.Errorf("game: %s: %w", g.Code, err)
			}
		}
	}
	return nil
}
