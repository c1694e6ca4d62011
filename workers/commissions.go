package main

import (
	"context"
	"fmt"
	"io"

	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/clock"
	"hubstake/internal/operator/site"
	earnings "hubstake/internal/partners/commission"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/vault"
	"hubstake/workers/commission"
)

// commissions returns the worker of what partners earn; nil without a seal key, under which the keys of statements are kept.
func (s settings) commissions(db *pgxpool.Pool, sites *site.Service, clk clock.Clock, p obs.Program) (*commission.Worker, error) {
	if s.SealKey == (config.Key{}) {
		p.Log.Warn().Msg("without SEAL_KEY, commissions of partners are neither noted nor settled by this process")
		return nil, nil //nolint:nilnil // said above
	}
	box, err := vault.New(s.SealKey, s.SealKeys...)
	if err != nil {
		return nil, err
	}
	return commission.New(db, earnings.New(db, clk, sites, box), clk, p.Log, p.Reg), nil
}

// rebuildSums is `commissions rebuild SITE`: it computes the sums of a site's members and partners again from all lines that were noted.
func rebuildSums(ctx context.Context, cfg settings, args []string, out io.Writer) error {
	if len(args) != 3 || args[1] != "rebuild" {
		return errUsage
	}
	db, err := pg.Open(ctx, cfg.Database, pg.Options{})
	if err != nil {
		return fmt.Errorf("commissions: %w", err)
	}
	defer db.Close()
	clk := clock.System{}
	sites := site.New(db, clk)
	if _, err := sites.Get(ctx, args[2]); err != nil {
		return fmt.Errorf("commissions: %w", err)
	}
	if err := earnings.New(db, clk, sites, nil).Rebuild(ctx, args[2]); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "The sums of %s are computed again.\n", args[2])
	return err
}
