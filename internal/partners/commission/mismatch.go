package commission

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"hubstake/internal/core/fault"
	"hubstake/internal/partners/commission/commissiondb"
)

// Mismatches counts and logs statements that did not come out equal when a partner's browser computed them again. A nil Mismatches does neither.
type Mismatches struct {
	total prometheus.Counter
	log   zerolog.Logger
}

// NewMismatches registers the metric.
func NewMismatches(reg prometheus.Registerer, log zerolog.Logger) *Mismatches {
	m := &Mismatches{log: log, total: prometheus.NewCounter(prometheus.CounterOpts{
		Name: "commission_statement_mismatches_total", Help: "Statements that differed when a partner's browser computed them again, as it reported.",
	})}
	reg.MustRegister(m.total)
	return m
}

// Mismatches sets where reports of Differs go.
func (s *Service) Mismatches(m *Mismatches) { s.mismatches = m }

// Difference is a statement that a browser computed again with another result.
type Difference struct {
	Site, Partner string
	Day           time.Time
	Line          int // the first line of the file that differs; 0: the file is sound, but it is not the one of the list
}

// Differs counts and logs a statement that did not come out equal. U001: the partner has no such statement, so nothing is counted. E001: no line.
func (s *Service) Differs(ctx context.Context, d Difference) error {
	if d.Line < 0 {
		return fault.Failed
	}
	row, err := commissiondb.New(s.db).Statement(ctx, commissiondb.StatementParams{PartnerID: d.Partner, SiteID: d.Site, Day: d.Day})
	if errors.Is(err, pgx.ErrNoRows) {
		return fault.MemberNotFound
	}
	if err != nil {
		return fmt.Errorf("commission: difference: %w", err)
	}
	if m := s.mismatches; m != nil {
		m.total.Inc()
		m.log.Error().Str("site", d.Site).Str("day", d.Day.Format(time.DateOnly)).Hex("hash", row.Hash).Int("line", d.Line).
			Msg("a browser computed a statement again, and it differs")
	}
	return nil
}
