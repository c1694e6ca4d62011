package jobs

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"hubstake/internal/core/clock"
	"hubstake/internal/platform/pg"
)

// nightLong is how long a pass over whole tables may take.
const nightLong = 3 * time.Hour

// night is when it is quiet where the members are: three in the morning in Seoul, as the hour of UTC.
const night = 18

// nightly runs a job once a day, at night; one that was missed runs when the next process starts.
func nightly(args river.JobArgs) *river.PeriodicJob {
	return river.NewPeriodicJob(nights{}, func() (river.JobArgs, *river.InsertOpts) {
		return args, &river.InsertOpts{Queue: longQueue, UniqueOpts: river.UniqueOpts{ByArgs: true, ByPeriod: 24 * time.Hour}}
	}, &river.PeriodicJobOpts{RunOnStart: true})
}

type nights struct{}

// Next implements river.PeriodicSchedule.
func (nights) Next(now time.Time) time.Time {
	now = now.UTC()
	next := time.Date(now.Year(), now.Month(), now.Day(), night, 0, 0, 0, time.UTC)
	if !next.After(now) {
		next = next.AddDate(0, 0, 1)
	}
	return next
}

// MonthRotation makes the coming months' partitions of ledger and audit and archives those past their time.
type MonthRotation struct{}

// Kind implements river.JobArgs.
func (MonthRotation) Kind() string { return "month_rotation" }

func rotateMonths(db *pgxpool.Pool, clk clock.Clock, log *slog.Logger) func(context.Context, MonthRotation) error {
	return func(ctx context.Context, _ MonthRotation) error {
		archived, err := pg.RotateMonths(ctx, db, clk.Now())
		for _, name := range archived {
			log.WarnContext(ctx, "archived: dump it and drop it", "table", "archive."+name)
		}
		return err
	}
}
