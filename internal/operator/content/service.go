package content

import (
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/audit"
)

// The most that a page shows (product.txt, section 9).
const (
	MaxBanners = 5
	MaxPopups  = 3
)

// Service reads and writes the content of sites.
type Service struct {
	db  *pgxpool.Pool
	clk clock.Clock

	cleaning chan struct{} // as many entries as pictures are being decoded
}

// New returns a service.
func New(db *pgxpool.Pool, clk clock.Clock) *Service {
	return &Service{db: db, clk: clk, cleaning: make(chan struct{}, maxCleaning)}
}

// one turns "no row was touched" into E001.
func one(what string, n int64, err error) error {
	if err != nil {
		return fmt.Errorf("content: %s: %w", what, err)
	}
	if n == 0 {
		return fault.Failed
	}
	return nil
}

// note returns the entry of the audit for what staff did with a banner or popup.
func note(by audit.Actor, site, action string, id int64, detail any) *audit.Entry {
	return &audit.Entry{Actor: by, Site: site, Action: action, Target: strconv.FormatInt(id, 10), Detail: detail}
}
