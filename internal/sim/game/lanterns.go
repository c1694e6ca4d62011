package game

// Lanterns is the night market: five reels, three rows, twenty lines, a wild on the three middle reels, and fireworks that
// scatter into free spins.
func Lanterns() Game {
	const letters = "WSBHTFmdgs" // lantern, firework, bowl, hat, teapot, fan, mango, dragon fruit, mangosteen, star fruit
	return &reels{
		wild: 0, scatter: 1,
		line: Units / 20,
		info: Info{
			Code: "lanterns", ProcID: 202, Studio: "Saigon Reels",
			Names: map[string]string{
				"vn": "Chợ Đêm Đèn Lồng", "ko": "등불 야시장", "en": "Lantern Market", "th": "ตลาดโคมไฟ", "cn": "灯笼夜市", "jp": "提灯の夜市",
			},
			Columns: 5, Rows: 3,
			Lines: [][]int{
				{1, 1, 1, 1, 1},
				{0, 0, 0, 0, 0},
				{2, 2, 2, 2, 2},
				{0, 1, 2, 1, 0},
				{2, 1, 0, 1, 2},
				{0, 0, 1, 2, 2},
				{2, 2, 1, 0, 0},
				{1, 0, 0, 0, 1},
				{1, 2, 2, 2, 1},
				{0, 1, 1, 1, 0},
				{2, 1, 1, 1, 2},
				{1, 0, 1, 2, 1},
				{1, 2, 1, 0, 1},
				{0, 1, 0, 1, 0},
				{2, 1, 2, 1, 2},
				{1, 1, 0, 1, 1},
				{1, 1, 2, 1, 1},
				{0, 2, 0, 2, 0},
				{2, 0, 2, 0, 2},
				{0, 0, 2, 0, 0},
			},
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
			RTP:         9561, HitRate: 4380, MaxWin: 100_000, Rules: "2026-11-21",
		},
	}
}
