package game

// Koi is Koi Garden: 243 ways, few free spins that count eight times.
func Koi() Game {
	const letters = "WStolmbkp" // koi, bridge, teahouse, bonsai, stonelamp, maple, bamboo, sakura, pebble
	return &reels{
		wild: 0, scatter: 1,
		line: 1,
		info: Info{
			Code: "koi", Engine: EngineWays, ProcID: 204, Studio: "Nami Atelier",
			Names: map[string]string{
				"vn": "Vườn Cá Koi", "ko": "비단잉어 정원", "en": "Koi Garden", "th": "สวนปลาคาร์ป", "cn": "锦鲤庭院", "jp": "錦鯉の庭",
			},
			Columns: 5, Rows: 3,
			Lines: [][]int{},
			Strips: [][]int{
				strip(letters, "btklpkmSmbpkmlotoklbpkpbtmpbomlo"),
				strip(letters, "momkbltpoklptbpkbmtmkolmkplpSbob"),
				strip(letters, "bkltblolWpkmbkmSomlokpmkbptWpobptm"),
				strip(letters, "bplkobopltmkmtkbmSpbmkplbtmkloWpo"),
				strip(letters, "omlpmklobktbStpbkokmlmoplWbkpbtmp"),
			},
			Symbols: []Symbol{
				{"koi", "wild", []Pay{}},
				{"bridge", "scatter", []Pay{{3, 40}, {4, 200}, {5, 1000}}},
				{"teahouse", "", []Pay{{3, 15}, {4, 75}, {5, 445}}},
				{"bonsai", "", []Pay{{3, 9}, {4, 34}, {5, 185}}},
				{"stonelamp", "", []Pay{{3, 6}, {4, 19}, {5, 93}}},
				{"maple", "", []Pay{{3, 3}, {4, 9}, {5, 35}}},
				{"bamboo", "", []Pay{{3, 2}, {4, 5}, {5, 19}}},
				{"sakura", "", []Pay{{3, 2}, {4, 5}, {5, 17}}},
				{"pebble", "", []Pay{{3, 2}, {4, 4}, {5, 15}}},
			},
			Free: []Free{
				{Scatters: 3, Spins: 6, Multiplier: 8, Most: 30},
				{Scatters: 4, Spins: 9, Multiplier: 8, Most: 30},
				{Scatters: 5, Spins: 15, Multiplier: 8, Most: 30},
			},
			Multipliers: []int{},
			RTP:         9633, HitRate: 5119, Volatility: 4, MaxWin: 100_000, Rules: "2026-11-24", Jackpot: &wayJackpot,
		},
	}
}

// Fox is Fox Shrine: twenty lines, and fox fires that are rarely held but pay much.
func Fox() Game {
	const letters = "WCtmblrs" // fox, flame, torii, mask, bell, charm, scroll, sake
	return &hold{reels{
		wild: 0, scatter: 1,
		line: Units / 20,
		info: Info{
			Code: "fox", Engine: EngineHold, ProcID: 204, Studio: "Nami Atelier",
			Names: map[string]string{
				"vn": "Đền Cáo", "ko": "여우 신사", "en": "Fox Shrine", "th": "ศาลเจ้าจิ้งจอก", "cn": "狐狸神社", "jp": "狐の社",
			},
			Columns: 5, Rows: 3,
			Lines: lines5x3[:20],
			Strips: [][]int{
				strip(letters, "lmsltmsbmblCCbrtbrslsrlsrCsbrmtlr"),
				strip(letters, "lsmCCslrlrsrbsmlrbtstblbrmlrtCmsb"),
				strip(letters, "WCrsbslmrbstlbCCWlbmrsblrsltmtrlsrm"),
				strip(letters, "mtlsrstslbrsmWblmrCClWmlbCrbltsrsbr"),
				strip(letters, "slbrCClrrsltsmlrmCbslbmstrbsmlbtr"),
			},
			Symbols: []Symbol{
				{"fox", "wild", []Pay{}},
				{"flame", "coin", []Pay{}},
				{"torii", "", []Pay{{3, 49}, {4, 190}, {5, 950}}},
				{"mask", "", []Pay{{3, 28}, {4, 95}, {5, 375}}},
				{"bell", "", []Pay{{3, 18}, {4, 54}, {5, 235}}},
				{"charm", "", []Pay{{3, 11}, {4, 34}, {5, 150}}},
				{"scroll", "", []Pay{{3, 10}, {4, 29}, {5, 120}}},
				{"sake", "", []Pay{{3, 8}, {4, 24}, {5, 100}}},
			},
			Free: []Free{},
			Hold: &Hold{
				Coins: 6, Respins: 3, Odds: 12, Full: 20_000,
				Values: []CoinValue{{20, 600}, {40, 250}, {100, 100}, {200, 50}, {400, 15}, {1000, 3}},
			},
			Multipliers: []int{},
			RTP:         9635, HitRate: 4839, Volatility: 5, MaxWin: 35_000, Rules: "2026-11-24", Jackpot: &coinJackpot,
		},
	}}
}

// Sushi is Sushi Counter: three reels, five lines, the calmest of all.
func Sushi() Game {
	const letters = "Wtnsemg" // wasabi, tuna, salmon, shrimp, egg, maki, tea
	return &reels{
		wild: 0, scatter: -1,
		line: Units / 5,
		info: Info{
			Code: "sushi", Engine: EngineLines, ProcID: 204, Studio: "Nami Atelier",
			Names: map[string]string{
				"vn": "Quầy Sushi", "ko": "스시 카운터", "en": "Sushi Counter", "th": "เคาน์เตอร์ซูชิ", "cn": "寿司吧台", "jp": "鮨カウンター",
			},
			Columns: 3, Rows: 3,
			Lines: lines3x3,
			Strips: [][]int{
				strip(letters, "gtWemngsWtstmesmWnegsngem"),
				strip(letters, "setegWmsnegWtngmemtnsWmgn"),
				strip(letters, "gesmnegtmWgmsetnestWsmgWn"),
			},
			Symbols: []Symbol{
				{"wasabi", "wild", []Pay{{3, 35}}},
				{"tuna", "", []Pay{{3, 19}}},
				{"salmon", "", []Pay{{3, 13}}},
				{"shrimp", "", []Pay{{3, 9}}},
				{"egg", "", []Pay{{3, 6}}},
				{"maki", "", []Pay{{3, 5}}},
				{"tea", "", []Pay{{3, 5}}},
			},
			Free:        []Free{},
			Multipliers: []int{},
			RTP:         9548, HitRate: 4164, Volatility: 1, MaxWin: 288, Rules: "2026-11-23",
		},
	}
}

// Wave is Great Wave: twenty lines, free spins that count six times.
func Wave() Game {
	const letters = "WSbotcnfl" // wave, fuji, boat, octopus, turtle, crab, conch, starfish, coral
	return &reels{
		wild: 0, scatter: 1,
		line: Units / 20,
		info: Info{
			Code: "wave", Engine: EngineLines, ProcID: 204, Studio: "Nami Atelier",
			Names: map[string]string{
				"vn": "Sóng Lớn", "ko": "큰 물결", "en": "Great Wave", "th": "คลื่นยักษ์", "cn": "大浪", "jp": "大波",
			},
			Columns: 5, Rows: 3,
			Lines: lines5x3[:20],
			Strips: [][]int{
				strip(letters, "cSoflnlotlonfbcflbconctftnlftcnlfn"),
				strip(letters, "nfontbclftcbnoftocnlfltfnclSclnofl"),
				strip(letters, "clncfoclfotWtbnoltocntlfnbflWnflScf"),
				strip(letters, "lobftlonncotWbcnlfnclfoclWntlfcnSft"),
				strip(letters, "nlfclftntclbnltclbfnontfncofoclofS"),
			},
			Symbols: []Symbol{
				{"wave", "wild", []Pay{}},
				{"fuji", "scatter", []Pay{{3, 40}, {4, 400}, {5, 4000}}},
				{"boat", "", []Pay{{3, 95}, {4, 700}, {5, 5600}}},
				{"octopus", "", []Pay{{3, 45}, {4, 230}, {5, 1400}}},
				{"turtle", "", []Pay{{3, 28}, {4, 120}, {5, 550}}},
				{"crab", "", []Pay{{3, 9}, {4, 35}, {5, 190}}},
				{"conch", "", []Pay{{3, 5}, {4, 19}, {5, 100}}},
				{"starfish", "", []Pay{{3, 3}, {4, 12}, {5, 50}}},
				{"coral", "", []Pay{{3, 3}, {4, 12}, {5, 45}}},
			},
			Free: []Free{
				{Scatters: 3, Spins: 10, Multiplier: 6, Most: 50},
				{Scatters: 4, Spins: 15, Multiplier: 6, Most: 50},
				{Scatters: 5, Spins: 25, Multiplier: 6, Most: 50},
			},
			Multipliers: []int{},
			RTP:         9643, HitRate: 4770, Volatility: 5, MaxWin: 100_000, Rules: "2026-11-23",
		},
	}
}
