package game

import "hubstake/internal/core/money"

// MoonJar is the calm classic: three reels, three rows, five lines, one wild. All reels carry the same symbols equally
// often, so the reels do not show a symbol more often than they pay it.
func MoonJar() Game {
	const letters = "JCLPNOK" // jar, crane, lotus, plum, pine, coin, cloud
	three := func(units money.Amount) []Pay { return []Pay{{3, units}} }
	return &reels{
		wild: 0, scatter: -1,
		line: Units / 5,
		info: Info{
			Code: "moonjar", Engine: EngineLines, ProcID: 201, Studio: "Hanok Studio",
			Names: map[string]string{
				"vn": "Bình Trăng", "ko": "달항아리", "en": "Moon Jar", "th": "ไหพระจันทร์", "cn": "月亮罐", "jp": "満月の壺",
			},
			Columns: 3, Rows: 3,
			Lines: lines3x3,
			Strips: [][]int{
				strip(letters, "JKPNOLKCPNKO JPNKLOCKPNLO"),
				strip(letters, "JNKOPCLKNOPK LJKPNOCKLPNO"),
				strip(letters, "JOKPLNCKOPNK JLKNPOCKNLPO"),
			},
			Symbols: []Symbol{
				{"jar", "wild", three(200)},
				{"crane", "", three(50)},
				{"lotus", "", three(20)},
				{"plum", "", three(12)},
				{"pine", "", three(8)},
				{"coin", "", three(5)},
				{"cloud", "", three(4)},
			},
			Free: []Free{}, Multipliers: []int{},
			RTP: 9606, HitRate: 3362, Volatility: 2, MaxWin: 916, Rules: "2026-11-21",
		},
	}
}

// Tiger is Tiger and Magpie: 243 ways of the folk painting, free spins that count three times.
func Tiger() Game {
	const letters = "WSmdtpgub" // tiger, sun, magpie, deer, turtle, peony, gourd, mushroom, bamboo
	return &reels{
		wild: 0, scatter: 1,
		line: 1,
		info: Info{
			Code: "tiger", Engine: EngineWays, ProcID: 201, Studio: "Hanok Studio",
			Names: map[string]string{
				"vn": "Hổ và Chim Khách", "ko": "까치와 호랑이", "en": "Tiger and Magpie", "th": "เสือกับนกสาลิกา", "cn": "喜鹊与虎", "jp": "カササギと虎",
			},
			Columns: 5, Rows: 3,
			Lines: [][]int{},
			Strips: [][]int{
				strip(letters, "tbutpgSmupgbudgptgbmgmubdpubptdb"),
				strip(letters, "dbgdbpgtdugdmgupSubmptbptgtumbupW"),
				strip(letters, "mWtmdtubpWbgmgtbdpudpbgdpugtgupSub"),
				strip(letters, "tgSbgtbubmpbmgdptugptgWptdubpumdu"),
				strip(letters, "tgmubugtdmbuSbumdtupWpbpgdtugdbpgbp"),
			},
			Symbols: []Symbol{
				{"tiger", "wild", []Pay{}},
				{"sun", "scatter", []Pay{{3, 20}, {4, 95}, {5, 1000}}},
				{"magpie", "", []Pay{{3, 16}, {4, 64}, {5, 390}}},
				{"deer", "", []Pay{{3, 10}, {4, 35}, {5, 195}}},
				{"turtle", "", []Pay{{3, 7}, {4, 20}, {5, 100}}},
				{"peony", "", []Pay{{3, 3}, {4, 10}, {5, 44}}},
				{"gourd", "", []Pay{{3, 2}, {4, 5}, {5, 20}}},
				{"mushroom", "", []Pay{{3, 2}, {4, 5}, {5, 16}}},
				{"bamboo", "", []Pay{{3, 1}, {4, 4}, {5, 14}}},
			},
			Free: []Free{
				{Scatters: 3, Spins: 10, Multiplier: 3, Most: 60},
				{Scatters: 4, Spins: 15, Multiplier: 3, Most: 60},
				{Scatters: 5, Spins: 20, Multiplier: 3, Most: 60},
			},
			Multipliers: []int{},
			RTP:         9623, HitRate: 5691, Volatility: 3, MaxWin: 100_000, Rules: "2026-11-24", Jackpot: &wayJackpot,
		},
	}
}

// Palace is Palace of Colours: ten lines, and coins that are held.
func Palace() Game {
	const letters = "WCgdftls" // crown, coin, gate, drum, fan, tassel, tile, scroll
	return &hold{reels{
		wild: 0, scatter: 1,
		line: Units / 10,
		info: Info{
			Code: "palace", Engine: EngineHold, ProcID: 201, Studio: "Hanok Studio",
			Names: map[string]string{
				"vn": "Cung Điện Đan Thanh", "ko": "단청 궁", "en": "Palace of Colours", "th": "วังหลากสี", "cn": "丹青宫", "jp": "丹青の宮",
			},
			Columns: 5, Rows: 3,
			Lines: lines5x3[:10],
			Strips: [][]int{
				strip(letters, "tdstgdsfdftCCflgflstsltslCCsfldgtl"),
				strip(letters, "gfdsfgdltWgldfslWtsltfldfstsCCCCstl"),
				strip(letters, "stdldCCfslftWgltfsCCtssdfsgdltfWtlg"),
				strip(letters, "tdglfCCdsCCtWlgtfsgsltlfsdfltlstfdW"),
				strip(letters, "CCgtdlsftgllsdtfsdtflsCCfdtsltsfgl"),
			},
			Symbols: []Symbol{
				{"crown", "wild", []Pay{}},
				{"coin", "coin", []Pay{}},
				{"gate", "", []Pay{{3, 25}, {4, 100}, {5, 495}}},
				{"drum", "", []Pay{{3, 14}, {4, 48}, {5, 195}}},
				{"fan", "", []Pay{{3, 10}, {4, 29}, {5, 125}}},
				{"tassel", "", []Pay{{3, 6}, {4, 17}, {5, 74}}},
				{"tile", "", []Pay{{3, 5}, {4, 15}, {5, 59}}},
				{"scroll", "", []Pay{{3, 4}, {4, 13}, {5, 50}}},
			},
			Free: []Free{},
			Hold: &Hold{
				Coins: 6, Respins: 3, Odds: 16, Full: 10_000,
				Values: []CoinValue{{20, 600}, {40, 220}, {60, 100}, {100, 60}, {200, 20}, {500, 6}},
			},
			Multipliers: []int{},
			RTP:         9595, HitRate: 3139, Volatility: 4, MaxWin: 17_500, Rules: "2026-11-24", Jackpot: &coinJackpot,
		},
	}}
}

// Harvest is Harvest Moon: ten lines and a wild on every reel, nothing else.
func Harvest() Game {
	const letters = "Wspcejh" // rabbit, songpyeon, persimmon, chestnut, pear, jujube, sheaf
	return &reels{
		wild: 0, scatter: -1,
		line: Units / 10,
		info: Info{
			Code: "harvest", Engine: EngineLines, ProcID: 201, Studio: "Hanok Studio",
			Names: map[string]string{
				"vn": "Trăng Rằm Trung Thu", "ko": "한가위 보름달", "en": "Harvest Moon", "th": "จันทร์วันไหว้", "cn": "中秋圆月", "jp": "中秋の名月",
			},
			Columns: 5, Rows: 3,
			Lines: lines5x3[:10],
			Strips: [][]int{
				strip(letters, "eecseepjjeecshhWpjjcWhsjjjpchhhhcp"),
				strip(letters, "WcjjsjjcjjjpeehhcphheepcshWceephhs"),
				strip(letters, "cspeescjjjjceephhWphscjjpeechhWhh"),
				strip(letters, "jjpcsjeeeepcWsjjhhWjjhcphhcpeehhcs"),
				strip(letters, "WseeWjjpcsjjpchheecphhhscpjhhceejj"),
			},
			Symbols: []Symbol{
				{"rabbit", "wild", []Pay{{3, 27}, {4, 150}, {5, 900}}},
				{"songpyeon", "", []Pay{{3, 21}, {4, 75}, {5, 390}}},
				{"persimmon", "", []Pay{{3, 15}, {4, 50}, {5, 220}}},
				{"chestnut", "", []Pay{{3, 10}, {4, 30}, {5, 120}}},
				{"pear", "", []Pay{{3, 7}, {4, 21}, {5, 75}}},
				{"jujube", "", []Pay{{3, 6}, {4, 15}, {5, 55}}},
				{"sheaf", "", []Pay{{3, 4}, {4, 15}, {5, 45}}},
			},
			Free:        []Free{},
			Multipliers: []int{},
			RTP:         9577, HitRate: 3486, Volatility: 2, MaxWin: 2_490, Rules: "2026-11-23",
		},
	}
}
