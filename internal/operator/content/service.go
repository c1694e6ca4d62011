package content

import (
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/richtext"
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
}

// New returns a service.
func New(db *pgxpool.Pool, clk clock.Clock) *Service { return &Service{db: db, clk: clk} }

// Scheduled is the period, the place and the audience of a banner or popup.
type Scheduled struct {
	Lang   string // empty: for readers of every language
	Order  int32  // the lowest first
	Active bool
	Since  time.Time  // zero: from now on
	Until  *time.Time // nil: for good
}

func (s *Service) begin(h *Scheduled) error {
	if h.Since.IsZero() {
		h.Since = s.clk.Now()
	}
	if h.Until != nil && !h.Until.After(h.Since) {
		return fault.Failed
	}
	return nil
}

// addresses checks a picture and a link; an empty address is left out.
func addresses(picture, link string) error {
	if picture != "" && !richtext.Picture(picture) || link != "" && !richtext.Link(link) {
		return fault.Failed
	}
	return nil
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
