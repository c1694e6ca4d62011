package report

import (
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/paging"
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
	totals  paging.Totals // of staff's list of requests
}

// New returns a service.
func New(db *pgxpool.Pool, clk clock.Clock, sites *site.Service) *Service {
	return &Service{
		db: db, clk: clk, sites: sites,
		// A week is read for them, and a minute changes little of it.
		best: kept[Best]{age: time.Minute}, ranking: kept[[]Game]{age: time.Minute},
	}
}
