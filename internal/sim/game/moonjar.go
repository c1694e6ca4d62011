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
			Code: "moonjar", ProcID: 201, Studio: "Hanok Studio",
			Names: map[string]string{
				"vn": "Bình Trăng", "ko": "달항아리", "en": "Moon Jar", "th": "ไหพระจันทร์", "cn": "月亮罐", "jp": "満月の壺",
			},
			Columns: 3, Rows: 3,
			Lines: [][]int{{1, 1, 1}, {0, 0, 0}, {2, 2, 2}, {0, 1, 2}, {2, 1, 0}},
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
			RTP: 9606, HitRate: 3362, MaxWin: 916, Rules: "2026-11-21",
		},
	}
}
