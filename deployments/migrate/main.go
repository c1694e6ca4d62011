// Command migrate brings the schema of the database MIGRATE_DATABASE_URL to the newest version, and gives the roles
// MIGRATE_API_ROLE and MIGRATE_WORKERS_ROLE what the programs need of it: reading and writing, but neither changing nor
// deleting of ledger and audit.
package main

import (
	"context"
	"fmt"
	"os"

	"hubstake/internal/platform/config"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/pg"
)

type settings struct {
	Env      string     `env:"ENV" envDefault:"production"` // or development
	Database config.URL `env:"DATABASE_URL,required"`
	API      string     `env:"API_ROLE"`     // of the api in PostgreSQL; none: it works as the owner
	Workers  string     `env:"WORKERS_ROLE"` // of the workers, likewise
	Back     bool       `env:"BACK"`         // go back to the SQL functions of this release though a newer one was here
}

// Validate refuses an address of the owner that is only good enough for a machine of one's own.
func (s settings) Validate() error {
	var p config.Problems
	switch s.Env {
	case "production":
		for _, problem := range config.Split(pg.CheckProduction(s.Database)) {
			p.Add("DATABASE_URL: %w", problem)
		}
	case "development":
	default:
		p.Add("ENV must be production or development")
	}
	return p.Err()
}

func main() {
	cfg, err := config.Load[settings]("MIGRATE")
	if err != nil {
		os.Exit(obs.Fail("migrate", err))
	}
	if err := migrate(context.Background(), cfg); err != nil {
		os.Exit(obs.Fail("migrate", err))
	}
}

func migrate(ctx context.Context, cfg settings) error {
	schema := pg.Current()
	schema.Back, schema.Roles = cfg.Back, map[string]pg.Rights{cfg.API: pg.API, cfg.Workers: pg.Workers}
	v, err := schema.Migrate(ctx, cfg.Database)
	if err != nil {
		return err
	}
	fmt.Printf("migrate %s: the schema is at version %d\n", obs.Build(), v)
	return nil
}
