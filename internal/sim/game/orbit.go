package game

import "hubstake/internal/core/money"

// Comet is the rush: six columns of five, groups of four or more pay and burst, and every tumble raises the multiplier.
func Comet() Game {
	pays := func(units ...money.Amount) []Pay {
		counts := []int{4, 5, 6, 7, 8, 10, 12, 15}
		table := make([]Pay, len(units))
		for i, u := range units {
			table[i] = Pay{counts[i], u}
		}
		return table
	}
	return &clusters{info: Info{
		Code: "comet", Engine: EngineCluster, ProcID: 203, Studio: "Orbit Works",
		Names: map[string]string{
			"vn": "Sao Chổi Rực Lửa", "ko": "혜성 러시", "en": "Comet Rush", "th": "ดาวหางพุ่งทะยาน", "cn": "彗星狂奔", "jp": "コメットラッシュ",
		},
		Columns: 6, Rows: 5, Lines: [][]int{}, Strips: [][]int{},
		Symbols: []Symbol{
			{"nova", "", pays(17, 28, 50, 100, 220, 500, 1500, 5000)},
			{"star", "", pays(10, 16, 32, 60, 130, 300, 1000, 3000)},
			{"ring", "", pays(6, 12, 24, 45, 95, 240, 700, 2000)},
			{"crystal", "", pays(5, 10, 18, 35, 75, 180, 500, 1500)},
			{"earth", "", pays(4, 8, 15, 28, 60, 140, 400, 1200)},
			{"meteor", "", pays(3, 6, 12, 22, 50, 120, 300, 1000)},
		},
		Free: []Free{}, Multipliers: []int{1, 2, 3, 5, 10, 20},
		RTP: 9610, HitRate: 5165, Volatility: 2, MaxWin: 100_000, Tumbles: 40, Rules: "2026-11-21",
	}}
}

// Nebula is Nebula Voyage: six reels, 729 ways, free spins that count six times.
func Nebula() Game {
	const letters = "WShatrsey" // wormhole, beacon, ship, astronaut, satellite, ruby, sapphire, emerald, topaz
	return &reels{
		wild: 0, scatter: 1,
		line: 1,
		info: Info{
			Code: "nebula", Engine: EngineWays, ProcID: 203, Studio: "Orbit Works",
			Names: map[string]string{
				"vn": "Hành Trình Tinh Vân", "ko": "성운 항해", "en": "Nebula Voyage", "th": "ท่องเนบิวลา", "cn": "星云航行", "jp": "星雲の旅",
			},
			Columns: 6, Rows: 3,
			Lines: [][]int{},
			Strips: [][]int{
				strip(letters, "Sereyreshyarytstryseysthsyeaytera"),
				strip(letters, "heyayrstrteasrhsreytseyaresytrSsey"),
				strip(letters, "eytersyetsertyhyatshryaSresrWesyayes"),
				strip(letters, "WreyrsyhysaretsayeryseSteytretshasy"),
				strip(letters, "atysrsWesesraethyreseyrtryeahySysty"),
				strip(letters, "ryhaetyerheytserhyastatsyrsyeressy"),
			},
			Symbols: []Symbol{
				{"wormhole", "wild", []Pay{}},
				{"beacon", "scatter", []Pay{{3, 20}, {4, 100}, {5, 1000}}},
				{"ship", "", []Pay{{3, 45}, {4, 180}, {5, 650}, {6, 1800}}},
				{"astronaut", "", []Pay{{3, 18}, {4, 70}, {5, 290}, {6, 890}}},
				{"satellite", "", []Pay{{3, 7}, {4, 25}, {5, 95}, {6, 355}}},
				{"ruby", "", []Pay{{3, 2}, {4, 6}, {5, 21}, {6, 85}}},
				{"sapphire", "", []Pay{{3, 1}, {4, 4}, {5, 16}, {6, 59}}},
				{"emerald", "", []Pay{{3, 1}, {4, 3}, {5, 11}, {6, 44}}},
				{"topaz", "", []Pay{{3, 1}, {4, 2}, {5, 9}, {6, 34}}},
			},
			Free: []Free{
				{Scatters: 3, Spins: 8, Multiplier: 6, Most: 40},
				{Scatters: 4, Spins: 12, Multiplier: 6, Most: 40},
				{Scatters: 5, Spins: 20, Multiplier: 6, Most: 40},
			},
			Multipliers: []int{},
			RTP:         9637, HitRate: 5620, Volatility: 4, MaxWin: 100_000, Rules: "2026-11-24", Jackpot: &wayJackpot,
		},
	}
}

// Polar is Polar Station: twenty lines on four rows, and ice cores that are held.
func Polar() Game {
	const letters = "WCbpsdfm" // aurora, icecore, bear, penguin, station, sled, flake, mitten
	return &hold{reels{
		wild: 0, scatter: 1,
		line: Units / 20,
		info: Info{
			Code: "polar", Engine: EngineHold, ProcID: 203, Studio: "Orbit Works",
			Names: map[string]string{
				"vn": "Trạm Cực Bắc", "ko": "극지 기지", "en": "Polar Station", "th": "สถานีขั้วโลก", "cn": "极地站", "jp": "極地基地",
			},
			Columns: 5, Rows: 4,
			Lines: lines5x4,
			Strips: [][]int{
				strip(letters, "CCdpdmfsbfmfpmCfdsmdpfsmbmsdmfbpsdf"),
				strip(letters, "bmsdpmCCmfsfbmdWmsfpdmfsWdpfdpCbsdfm"),
				strip(letters, "spdfWdfsbmdspCCmfmdbfmWbpdmsmfdfpsfC"),
				strip(letters, "mfWdbpCCsfdmCdsmdbfmsmpfWbpfspdfsmfd"),
				strip(letters, "msfmCfdsppmdfbpfsmdCCdfmbfdfpmsmdsb"),
			},
			Symbols: []Symbol{
				{"aurora", "wild", []Pay{}},
				{"icecore", "coin", []Pay{}},
				{"bear", "", []Pay{{3, 28}, {4, 130}, {5, 595}}},
				{"penguin", "", []Pay{{3, 16}, {4, 59}, {5, 230}}},
				{"station", "", []Pay{{3, 12}, {4, 34}, {5, 140}}},
				{"sled", "", []Pay{{3, 7}, {4, 21}, {5, 83}}},
				{"flake", "", []Pay{{3, 6}, {4, 16}, {5, 68}}},
				{"mitten", "", []Pay{{3, 5}, {4, 14}, {5, 59}}},
			},
			Free: []Free{},
			Hold: &Hold{
				Coins: 6, Respins: 3, Odds: 22, Full: 40_000,
				Values: []CoinValue{{20, 500}, {40, 250}, {60, 120}, {100, 80}, {200, 50}, {500, 18}, {2000, 6}},
			},
			Multipliers: []int{},
			RTP:         9626, HitRate: 5408, Volatility: 4, MaxWin: 80_000, Rules: "2026-11-24", Jackpot: &coinJackpot,
		},
	}}
}

// Robots is Robot Workshop: twenty lines, free spins that count twice.
func Robots() Game {
	const letters = "WSrdwgcms" // battery, key, robot, drone, wrench, gear, chip, magnet, spring
	return &reels{
		wild: 0, scatter: 1,
		line: Units / 20,
		info: Info{
			Code: "robots", Engine: EngineLines, ProcID: 203, Studio: "Orbit Works",
			Names: map[string]string{
				"vn": "Xưởng Robot", "ko": "로봇 공방", "en": "Robot Workshop", "th": "โรงประดิษฐ์หุ่นยนต์", "cn": "机器人工坊", "jp": "ロボット工房",
			},
			Columns: 5, Rows: 3,
			Lines: lines5x3[:20],
			Strips: [][]int{
				strip(letters, "dmwsdmwgrdcrgsmscmcrgsgwmcsmSgwcs"),
				strip(letters, "mrmsgwdsgrmcWsScgrscgcsmgdwmsdwcmwW"),
				strip(letters, "gscgmdgsmdwWwrcdswrgcwsmcrmsWcmsSgm"),
				strip(letters, "sdrmwsrcmgdwWrgcsmcgsmdgsWcwsmgcSmw"),
				strip(letters, "sdgmscrcmwrsgmwsmgscwcmdcrSgwdgsm"),
			},
			Symbols: []Symbol{
				{"battery", "wild", []Pay{}},
				{"key", "scatter", []Pay{{3, 40}, {4, 200}, {5, 1000}}},
				{"robot", "", []Pay{{3, 40}, {4, 160}, {5, 1000}}},
				{"drone", "", []Pay{{3, 35}, {4, 120}, {5, 600}}},
				{"wrench", "", []Pay{{3, 20}, {4, 65}, {5, 330}}},
				{"gear", "", []Pay{{3, 13}, {4, 40}, {5, 160}}},
				{"chip", "", []Pay{{3, 10}, {4, 35}, {5, 130}}},
				{"magnet", "", []Pay{{3, 7}, {4, 23}, {5, 100}}},
				{"spring", "", []Pay{{3, 7}, {4, 20}, {5, 80}}},
			},
			Free: []Free{
				{Scatters: 3, Spins: 10, Multiplier: 2, Most: 50},
				{Scatters: 4, Spins: 15, Multiplier: 2, Most: 50},
				{Scatters: 5, Spins: 25, Multiplier: 2, Most: 50},
			},
			Multipliers: []int{},
			RTP:         9591, HitRate: 5178, Volatility: 2, MaxWin: 100_000, Rules: "2026-11-23",
		},
	}
}
