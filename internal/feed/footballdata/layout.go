package footballdata

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// The site has three layouts. A season of a main league names its columns Div, HomeTeam, AwayTeam, FTHG and FTAG; fixtures.csv is the same without scores; and a
// file of an "extra league" has all its seasons, with the columns Country, League, Home, Away, HG, AG and Res and closing prices only.

// extraNames are the columns of an extra league under the names of a main one.
var extraNames = map[string]string{"Home": "HomeTeam", "Away": "AwayTeam", "HG": "FTHG", "AG": "FTAG", "Res": "FTR"}

// extraPrices are the bookmakers of an extra league by the columns of their closing prices, the preferred one first. "Avg" is the mean of all.
var extraPrices = [][]string{{"B365CH", "B365CD", "B365CA"}, {"PSCH", "PSCD", "PSCA"}, {"AvgCH", "AvgCD", "AvgCA"}}

// countries are those of the extra leagues.
var countries = map[string]string{
	"Argentina": "AR", "Austria": "AT", "Brazil": "BR", "China": "CN", "Denmark": "DK", "Finland": "FI", "Ireland": "IE", "Japan": "JP", "Mexico": "MX",
	"Norway": "NO", "Poland": "PL", "Romania": "RO", "Russia": "RU", "Sweden": "SE", "Switzerland": "CH", "USA": "US",
}

// longestGap is the longest time without a match: a season and the summer after it are shorter. Beyond it a replay would be silent.
const longestGap = 300 * 24 * time.Hour

// fewRows bounds the rows of a file that are taken for mistakes when they lie years away from the rest: one in so many.
const fewRows = 10

// apart splits matches at gaps of more than longestGap, by their starts.
func apart(matches []Match) (groups [][]Match) {
	sorted := slices.Clone(matches)
	slices.SortStableFunc(sorted, func(a, b Match) int { return a.StartsAt.Compare(b.StartsAt) })
	begin := 0
	for i := range sorted {
		if i+1 == len(sorted) || sorted[i+1].StartsAt.Sub(sorted[i].StartsAt) > longestGap {
			groups = append(groups, sorted[begin:i+1])
			begin = i + 1
		}
	}
	return groups
}

// leaveOutliers leaves out the few rows whose dates are years away from the rest of the file: a mistyped year would make a replay silent until then.
func leaveOutliers(matches []Match) (kept []Match, rejected []Rejected) {
	groups := apart(matches)
	if len(groups) < 2 {
		return matches, nil
	}
	away := map[int]bool{} // by the line
	for _, g := range groups {
		if len(g)*fewRows <= len(matches) {
			for _, m := range g {
				away[m.Line] = true
				rejected = append(rejected, Rejected{m.Line, fmt.Sprintf("column Date: %s is years away from the rest of the file", m.Date)})
			}
		}
	}
	return slices.DeleteFunc(matches, func(m Match) bool { return away[m.Line] }), rejected
}

// sortRejected puts rows that were left out in the order of the file.
func sortRejected(rejected []Rejected) {
	slices.SortStableFunc(rejected, func(a, b Rejected) int { return cmp.Compare(a.Line, b.Line) })
}
