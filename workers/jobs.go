package main

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"hubstake/internal/platform/obs"
)

// runJobs keeps the job client running; a database that is away at the start is waited for.
func runJobs(ctx context.Context, jobs *river.Client[pgx.Tx], p obs.Program) error {
	for ctx.Err() == nil {
		err := jobs.Start(ctx)
		if err == nil {
			break
		}
		p.Log.Warn().Err(err).Msg("jobs: trying again")
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
	<-ctx.Done()
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	if err := jobs.Stop(stop); err != nil {
		return fmt.Errorf("jobs: %w", err)
	}
	return nil
}
