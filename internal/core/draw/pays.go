package draw

import "hubstake/internal/core/odds"

// Version is the number of the pay table: of all markets, selections, chances and prices of all games. Rounds keep the one that they were opened with, so it must be
// raised by every change of what is paid, and rounds that are open at that moment must still be paid by the table before.
const Version = 1

// Returns of the markets, in basis points. Prices follow from them and from the chances.
const (
	evenReturn = 9_750 // markets of two sides that are about even: 1.95
	longReturn = 9_600 // markets with longer prices
)

// spotsPays is what picks of keno numbers pay, by the number of picks and of hits, from no hit on. No prize is above odds.MaxPrice.
var spotsPays = [][]odds.Price{
	{0, 3_030},
	{0, 0, 10_000},
	{0, 0, 2_200, 18_000},
	{0, 0, 1_500, 3_550, 30_000},
	{0, 0, 0, 2_400, 12_000, 120_000},
	{0, 0, 0, 1_950, 4_000, 20_000, 200_000},
	{0, 0, 0, 0, 3_050, 10_000, 80_000, 1_000_000},
	{0, 0, 0, 0, 2_450, 5_000, 20_000, 150_000, 1_000_000},
	{0, 0, 0, 0, 0, 4_750, 12_000, 80_000, 400_000, 1_000_000},
	{0, 0, 0, 0, 0, 3_700, 6_000, 25_000, 100_000, 500_000, 1_000_000},
}
