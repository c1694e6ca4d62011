package game

import (
	"slices"

	"hubstake/internal/core/money"
)

// fishRTP is the return of a shot at any fish, in percent: a fish that pays Times is caught by 24 of 25 × Times shots.
const fishRTP = 96

// shotPause is the least time between two shots of a member in milliseconds: four shots in a second.
const shotPause = 250

// Fish is a kind of fish. Of Shots equally likely tickets the lowest Catches catch it; aim, time and earlier shots have no
// influence. A catch is worth Times the stake of the shot.
type Fish struct {
	Name    string `json:"name"` // also the name of its text
	Times   int    `json:"times"`
	Catches int    `json:"catches"`
	Shots   int    `json:"shots"`
}

// fishOf is a kind that pays times the stake and returns fishRTP.
func fishOf(name string, times int) Fish {
	return Fish{Name: name, Times: times, Catches: fishRTP / 4, Shots: 100 / 4 * times}
}

type fishing struct{ info Info }

func fishingGame(info Info, fish ...Fish) Offered {
	info.Engine, info.Fish, info.Pause = EngineFishing, fish, shotPause
	info.Lines, info.Strips, info.Symbols, info.Free, info.Multipliers = [][]int{}, [][]int{}, []Symbol{}, []Free{}, []int{}
	info.RTP = 100 * fishRTP
	for _, f := range fish {
		info.MaxWin = max(info.MaxWin, money.Amount(f.Times)*Units)
	}
	return fishing{info}
}

// Reef is Coral Reef: small prices that come often, and a shark.
func Reef() Offered {
	return fishingGame(
		Info{
			Code: "reef", ProcID: 1000, Studio: "Blue Lagoon",
			Names: map[string]string{
				"vn": "Rạn San Hô", "ko": "산호초 사냥", "en": "Coral Reef Hunt", "th": "ล่าแนวปะการัง", "cn": "珊瑚礁捕鱼", "jp": "サンゴ礁ハント",
			},
			Rules: "2026-11-27",
		},
		fishOf("sardine", 2), fishOf("clownfish", 3), fishOf("tang", 5), fishOf("puffer", 8),
		fishOf("lionfish", 12), fishOf("seaturtle", 20), fishOf("ray", 40), fishOf("shark", 100),
	)
}

// Trench is Deep Trench: rare catches of high prices.
func Trench() Offered {
	return fishingGame(
		Info{
			Code: "trench", ProcID: 1001, Studio: "Abyss Works",
			Names: map[string]string{
				"vn": "Vực Biển Sâu", "ko": "심해의 괴수", "en": "Deep Trench", "th": "ร่องลึกใต้สมุทร", "cn": "深海巨兽", "jp": "深海の怪物",
			},
			Rules: "2026-11-27",
		},
		fishOf("krill", 3), fishOf("lanternfish", 6), fishOf("jellyfish", 10), fishOf("nautilus", 15),
		fishOf("eel", 30), fishOf("angler", 60), fishOf("squid", 120), fishOf("dragon", 300),
	)
}

func (g fishing) Info() Info { return g.info }

// Accept takes a shot of a permitted stake at one kind of fish.
func (g fishing) Accept(currency string, stake money.Amount, c Choice) (Ticket, error) {
	if _, err := Unit(currency, stake); err != nil {
		return nil, err
	}
	i := slices.IndexFunc(g.info.Fish, func(f Fish) bool { return f.Name == c.Fish })
	if i < 0 || len(c.Chips) > 0 {
		return nil, ErrChoice
	}
	fish := g.info.Fish[i]
	return func(src Source) Outcome {
		ticket := Draw(src, fish.Shots)
		out := Outcome{Steps: []Step{}, Drawn: &ticket}
		if ticket < fish.Catches {
			out.Win = stake * money.Amount(fish.Times)
		}
		return out
	}, nil
}
