package report

import (
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/account/personal"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/sheet"
	"hubstake/internal/operator/site"
)

// Service answers from what other domains have written.
type Service struct {
	db    *pgxpool.Pool
	clk   clock.Clock
	sites *site.Service

	boards  kept[Board]
	winners kept[[]Winner]
	games   kept[[]Game]
	best    kept[Best]
	ranking kept[[]Game]
	pools   kept[[]JackpotGroup]
	today   kept[Today]
	totals  paging.Totals // of staff's list of requests

	lowerTotals   longTotals[LowerTotals]
	lowerBranches longTotals[map[string]Branch]
	online        longTotals[map[string]int64]
	lowerRequests longTotals[LowerRequestTotals]
	addressGroups longTotals[[]AddressGroup]
	downlinePlay  longTotals[map[string]int64]

	bets     betBounds
	personal *personal.Box

	fileRows int // how many rows a file of a list without an end holds
}

// New returns a service. A program that lists no requests needs no box.
func New(db *pgxpool.Pool, clk clock.Clock, sites *site.Service, box *personal.Box) *Service {
	return &Service{
		db: db, clk: clk, sites: sites, personal: box, fileRows: sheet.MostRows, bets: defaultBetBounds,
		// A week is read for them, and a minute changes little of it.
		best: kept[Best]{age: time.Minute}, ranking: kept[[]Game]{age: time.Minute},
		pools: kept[[]JackpotGroup]{age: 2 * time.Second}, today: kept[Today]{age: 5 * time.Second},
	}
}
