package game

// Lanterns is the night market: five reels, three rows, twenty lines, a wild on the three middle reels, and fireworks that
// scatter into free spins.
func Lanterns() Game {
	const letters = "WSBHTFmdgs" // lantern, firework, bowl, hat, teapot, fan, mango, dragon fruit, mangosteen, star fruit
	return &reels{
		wild: 0, scatter: 1,
		line: Units / 20,
		info: Info{
			Code: "lanterns", Engine: EngineLines, ProcID: 202, Studio: "Saigon Reels",
			Names: map[string]string{
				"vn": "Chợ Đêm Đèn Lồng", "ko": "등불 야시장", "en": "Lantern Market", "th": "ตลาดโคมไฟ", "cn": "灯笼夜市", "jp": "提灯の夜市",
			},
			Columns: 5, Rows: 3,
			Lines: lines5x3,
			Strips: [][]int{
				strip(letters, "SsmFdgTsHmgdFsBmTgdSsFHmgdTsBFgHmd"),
				strip(letters, "WWsgmFdTsHgdmSsFgBdmTsgHdmFsgTdmsBg"),
				strip(letters, "WWgdFsTmHgsdFmSgBsTdmFgsHdTmgsBdmFg"),
				strip(letters, "WWdmFgsTHdmgFsSdTmgBsFdHmgTsdFmgsBd"),
				strip(letters, "SgdsFmTgHdsBmFgTdsSmHgFdsTmgBdFmgH"),
			},
			Symbols: []Symbol{
				{"lantern", "wild", []Pay{}},
				{"firework", "scatter", []Pay{{3, 40}, {4, 200}, {5, 2000}}},
				{"bowl", "", []Pay{{3, 50}, {4, 200}, {5, 1000}}},
				{"hat", "", []Pay{{3, 40}, {4, 120}, {5, 500}}},
				{"teapot", "", []Pay{{3, 25}, {4, 80}, {5, 400}}},
				{"fan", "", []Pay{{3, 20}, {4, 60}, {5, 300}}},
				{"mango", "", []Pay{{3, 10}, {4, 30}, {5, 120}}},
				{"dragonfruit", "", []Pay{{3, 10}, {4, 30}, {5, 100}}},
				{"mangosteen", "", []Pay{{3, 8}, {4, 25}, {5, 80}}},
				{"starfruit", "", []Pay{{3, 8}, {4, 20}, {5, 80}}},
			},
			Free: []Free{
				{Scatters: 3, Spins: 8, Multiplier: 3, Most: 60},
				{Scatters: 4, Spins: 12, Multiplier: 3, Most: 60},
				{Scatters: 5, Spins: 20, Multiplier: 3, Most: 60},
			},
			Multipliers: []int{},
			RTP:         9561, HitRate: 4379, Volatility: 3, MaxWin: 100_000, Rules: "2026-11-21",
		},
	}
}

// Lotus is Lotus Lake: 243 ways with many small wins.
func Lotus() Game {
	const letters = "WShdcflnr" // lotus, pearl, heron, dragonfly, carp, frog, lilypad, snail, reed
	return &reels{
		wild: 0, scatter: 1,
		line: 1,
		info: Info{
			Code: "lotus", Engine: EngineWays, ProcID: 202, Studio: "Saigon Reels",
			Names: map[string]string{
				"vn": "Hồ Sen", "ko": "연꽃 호수", "en": "Lotus Lake", "th": "บึงบัว", "cn": "莲花湖", "jp": "蓮の湖",
			},
			Columns: 5, Rows: 3,
			Lines: [][]int{},
			Strips: [][]int{
				strip(letters, "nrlfdhncrlhrchfndcrdlfnhlfrlcnlfnSrdc"),
				strip(letters, "lcndrhndWflfrfcrncdflncSdhWrnflchlrhlnr"),
				strip(letters, "lhnfnhflhfrnlrWdncdlWnhlrclcdncrfcrWfSd"),
				strip(letters, "drnlfdlrWdhfcnhSclrnfchlflnrdrnclhcWrf"),
				strip(letters, "nlrcrndhncfdhdfcndrhfScrlflrnlcflrnlh"),
			},
			Symbols: []Symbol{
				{"lotus", "wild", []Pay{}},
				{"pearl", "scatter", []Pay{{3, 20}, {4, 79}, {5, 400}}},
				{"heron", "", []Pay{{3, 11}, {4, 23}, {5, 69}}},
				{"dragonfly", "", []Pay{{3, 11}, {4, 22}, {5, 59}}},
				{"carp", "", []Pay{{3, 9}, {4, 17}, {5, 49}}},
				{"frog", "", []Pay{{3, 9}, {4, 16}, {5, 45}}},
				{"lilypad", "", []Pay{{3, 6}, {4, 13}, {5, 30}}},
				{"snail", "", []Pay{{3, 6}, {4, 12}, {5, 29}}},
				{"reed", "", []Pay{{3, 7}, {4, 11}, {5, 26}}},
			},
			Free: []Free{
				{Scatters: 3, Spins: 7, Multiplier: 1, Most: 30},
				{Scatters: 4, Spins: 10, Multiplier: 1, Most: 30},
				{Scatters: 5, Spins: 15, Multiplier: 1, Most: 30},
			},
			Multipliers: []int{},
			RTP:         9593, HitRate: 6105, Volatility: 1, MaxWin: 100_000, Rules: "2026-11-24", Jackpot: &wayJackpot,
		},
	}
}

// Mekong is Mekong Gold: twenty lines, and small nuggets that are often held.
func Mekong() Game {
	const letters = "WCbdhkyp" // buffalo, nugget, bird, boat, hat, coconut, banana, paddle
	return &hold{reels{
		wild: 0, scatter: 1,
		line: Units / 20,
		info: Info{
			Code: "mekong", Engine: EngineHold, ProcID: 202, Studio: "Saigon Reels",
			Names: map[string]string{
				"vn": "Vàng Sông Mê Kông", "ko": "메콩강의 황금", "en": "Mekong Gold", "th": "ทองแห่งแม่น้ำโขง", "cn": "湄公河黄金", "jp": "メコンの黄金",
			},
			Columns: 5, Rows: 3,
			Lines: lines5x3[:20],
			Strips: [][]int{
				strip(letters, "kdpkbdphdhkCChybhypkpykpyCCphydbky"),
				strip(letters, "bhdphbdykWbydhpyWkpykhydhpkpCCCCpky"),
				strip(letters, "dbyphkypCCpybkyWCChphkbCWpkdhkdyhpdk"),
				strip(letters, "WbkpykdhpkdhbpdkyCCCCkbyhpydyhWphyk"),
				strip(letters, "bkpkhbdyCCyhkypkdphpyCCpkbphdhykdy"),
			},
			Symbols: []Symbol{
				{"buffalo", "wild", []Pay{}},
				{"nugget", "coin", []Pay{}},
				{"bird", "", []Pay{{3, 21}, {4, 63}, {5, 270}}},
				{"boat", "", []Pay{{3, 12}, {4, 39}, {5, 140}}},
				{"hat", "", []Pay{{3, 9}, {4, 25}, {5, 88}}},
				{"coconut", "", []Pay{{3, 5}, {4, 15}, {5, 59}}},
				{"banana", "", []Pay{{3, 4}, {4, 13}, {5, 44}}},
				{"paddle", "", []Pay{{3, 4}, {4, 11}, {5, 39}}},
			},
			Free: []Free{},
			Hold: &Hold{
				Coins: 5, Respins: 3, Odds: 20, Full: 2000,
				Values: []CoinValue{{10, 500}, {20, 300}, {30, 120}, {50, 50}, {100, 12}, {400, 1}},
			},
			Multipliers: []int{},
			RTP:         9586, HitRate: 5328, Volatility: 2, MaxWin: 8_000, Rules: "2026-11-24", Jackpot: &coinJackpot,
		},
	}}
}

// Drum is Bronze Drum: three reels, five lines, and one symbol that pays far more than the others.
func Drum() Game {
	const letters = "Wbodfc" // drum, bird, boat, deer, frog, conch
	return &reels{
		wild: 0, scatter: -1,
		line: Units / 5,
		info: Info{
			Code: "drum", Engine: EngineLines, ProcID: 202, Studio: "Saigon Reels",
			Names: map[string]string{
				"vn": "Trống Đồng", "ko": "청동북", "en": "Bronze Drum", "th": "กลองมโหระทึก", "cn": "铜鼓", "jp": "銅鼓",
			},
			Columns: 3, Rows: 3,
			Lines: lines3x3,
			Strips: [][]int{
				strip(letters, "fcfWcfcdofdcdfcfcbcofdbdocofcocd"),
				strip(letters, "cdcfcdcocdfcWbfdcofofdcfcboofcdf"),
				strip(letters, "bcdofcWfdcdfcfdofccdcfccodocfbof"),
			},
			Symbols: []Symbol{
				{"drum", "wild", []Pay{{3, 3700}}},
				{"bird", "", []Pay{{3, 300}}},
				{"boat", "", []Pay{{3, 30}}},
				{"deer", "", []Pay{{3, 17}}},
				{"frog", "", []Pay{{3, 5}}},
				{"conch", "", []Pay{{3, 3}}},
			},
			Free:        []Free{},
			Multipliers: []int{},
			RTP:         9580, HitRate: 3497, Volatility: 5, MaxWin: 14_832, Rules: "2026-11-23",
		},
	}
}
