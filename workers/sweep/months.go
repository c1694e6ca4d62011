package sweep

import (
	"context"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/clock"
	"hubstake/internal/platform/pg"
)

// MonthRotation makes the coming months' partitions of ledger and audit and puts away those past their time.
type MonthRotation struct{}

// Kind implements river.JobArgs.
func (MonthRotation) Kind() string { return "month_rotation" }

func rotateMonths(db *pgxpool.Pool, clk clock.Clock, log *slog.Logger) func(context.Context, MonthRotation) error {
	return func(ctx context.Context, _ MonthRotation) error {
		away, err := pg.RotateMonths(ctx, db, clk.Now())
		for _, name := range away {
			log.WarnContext(ctx, "put away: dump it and drop it", "table", "archive."+name)
		}
		return err
	}
}
