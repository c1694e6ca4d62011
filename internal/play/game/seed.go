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

// Demo is the catalogue of the demonstration site: four studios with four games of reels each, all by one vendor.
func Demo(vendor string) []Entry {
	return []Entry{
		studio(vendor, 1, "201", "Hanok Studio", "hanok",
			slot("moonjar", "달항아리", "Moon Jar", hot, 9606, 5, 2), slot("tiger", "까치와 호랑이", "Tiger and Magpie", fresh, 9623, 0, 3),
			slot("palace", "단청 궁", "Palace of Colours", 0, 9595, 10, 4), slot("harvest", "한가위 보름달", "Harvest Moon", 0, 9577, 10, 2)),
		studio(vendor, 2, "202", "Saigon Reels", "saigon",
			slot("lanterns", "등불 야시장", "Lantern Market", fresh|hot, 9561, 20, 3), slot("lotus", "연꽃 호수", "Lotus Lake", 0, 9593, 0, 1),
			slot("mekong", "메콩강의 황금", "Mekong Gold", fresh, 9586, 20, 2), slot("drum", "청동북", "Bronze Drum", 0, 9580, 5, 5)),
		studio(vendor, 3, "203", "Orbit Works", "orbit",
			slot("comet", "혜성 러시", "Comet Rush", fresh, 9610, 0, 2), slot("nebula", "성운 항해", "Nebula Voyage", fresh|hot, 9637, 0, 4),
			slot("polar", "극지 기지", "Polar Station", 0, 9626, 20, 4), slot("robots", "로봇 공방", "Robot Workshop", 0, 9591, 20, 2)),
		studio(vendor, 4, "204", "Nami Atelier", "nami",
			slot("koi", "비단잉어 정원", "Koi Garden", fresh, 9633, 0, 4), slot("fox", "여우 신사", "Fox Shrine", hot, 9635, 20, 5),
			slot("sushi", "스시 카운터", "Sushi Counter", 0, 9548, 5, 1), slot("wave", "큰 물결", "Great Wave", fresh, 9643, 20, 5)),
	}
}

// DemoChoice is the houses of the same vendor whose games have a choice: roulette, and two seas to shoot in.
func DemoChoice(vendor string) []Entry {
	return []Entry{
		house(vendor, "casino", 10, "103", "Riviera Tables", "riviera", slot("roulette", "유러피언 룰렛", "European Roulette", fresh, 9730, 0, 0)),
		house(vendor, "fishing", 11, "1000", "Blue Lagoon", "lagoon", slot("reef", "산호초 사냥", "Coral Reef Hunt", fresh, 9600, 0, 0)),
		house(vendor, "fishing", 12, "1001", "Abyss Works", "abyss", slot("trench", "심해의 괴수", "Deep Trench", hot, 9600, 0, 0)),
	}
}

// DemoTables is the houses of the same vendor whose games many play at once. The bets of a table differ in what they return, which its
// rules state.
func DemoTables(vendor string) []Entry {
	return []Entry{
		house(vendor, "casino", 8, "101", "Crane Live", "crane", slot("baccarat", "두루미 바카라", "Crane Baccarat", fresh|hot, 0, 0, 0)),
		house(vendor, "virtual", 9, "102", "Regatta Works", "regatta", slot("dragonboat", "드래곤 보트 레이스", "Dragon Boat Race", fresh, 0, 0, 0)),
	}
}

// DemoOwn is a house of a vendor that keeps wallets of its own, so that the demonstration site has game money to bring back.
func DemoOwn(vendor string) Entry {
	return studio(vendor, 5, "211", "Harbor House", "harbor", slot("comet-own", "혜성 항구", "Comet Harbor", fresh, 0, 0, 0))
}

// Book is the product of the house under which the bets on its sportsbook stand.
const Book = "sportsbook"

// DemoBook is the sportsbook of the house with its one game, whose code is that of the rounds. Its window is a page of the site.
func DemoBook(house, code string) Entry {
	const picture = "/art/studios/sportsbook.svg"
	return Entry{
		Vendor: house, Order: 6, Product: Product{ProcID: Book, Group: "sports", Name: "Sportsbook", LobbySymbol: "sportsbook", Image: picture},
		Games: []Game{{Code: code, NameKOR: "스포츠북", NameENG: "Sportsbook", Thumbnail: picture}},
	}
}

// DrawsProduct is the product of the house under which the bets on its scheduled draws stand.
const DrawsProduct = "mg"

// DemoDraws are the scheduled draws of the house. Their windows are pages of the site.
func DemoDraws(house string) Entry {
	game := func(code, kor, eng string) Game {
		return Game{Code: code, NameKOR: kor, NameENG: eng, Thumbnail: "/art/games/" + code + ".svg"}
	}
	return Entry{
		Vendor: house, Order: 7,
		Product: Product{ProcID: DrawsProduct, Group: "minigame", Name: "Draws", LobbySymbol: "draws", Image: "/art/studios/draws.svg"},
		Games: []Game{
			game("pwball", "파워볼", "Powerball"), game("ladders", "파워사다리", "Power Ladder"), game("keno", "스피드키노", "Speed Keno"), game("kenoladder", "키노사다리", "Keno Ladder"),
			game("eos3", "EOS 파워볼 3분", "EOS Powerball 3 min"), game("eos5", "EOS 파워볼 5분", "EOS Powerball 5 min"),
			game("coin3", "코인 3분", "Coins 3 min"), game("coin5", "코인 5분", "Coins 5 min"),
			game("meta3", "메타볼 3분", "Meta Ball 3 min"), game("meta5", "메타볼 5분", "Meta Ball 5 min"),
		},
	}
}

// Marks of a game in the demonstration catalogue.
const (
	fresh = 1 << iota
	hot
)

func studio(vendor string, order int32, id, name, symbol string, games ...Game) Entry {
	return house(vendor, "slot", order, id, name, symbol, games...)
}

func house(vendor, group string, order int32, id, name, symbol string, games ...Game) Entry {
	product := Product{ProcID: id, Group: group, Name: name, LobbySymbol: symbol, Image: "/art/studios/" + symbol + ".svg"}
	return Entry{Vendor: vendor, Order: order, Product: product, Games: games}
}

// slot is a game with what its provider publishes: rtp in basis points, lines, volatility; 0 where it publishes nothing.
func slot(code, kor, eng string, marks int, rtp, lines, volatility int32) Game {
	return Game{
		Code: code, NameKOR: kor, NameENG: eng, Thumbnail: "/art/games/" + code + ".svg",
		IsNew: marks&fresh != 0, IsHot: marks&hot != 0,
		RTP: rtp, Lines: lines, Volatility: volatility,
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
				Rtp: g.RTP, Lines: g.Lines, Volatility: g.Volatility,
			})
			if err != nil {
				return fmt.Errorf("game: %s: %w", g.Code, err)
			}
		}
	}
	return nil
}
