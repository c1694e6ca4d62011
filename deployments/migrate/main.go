// Command migrate brings the schema of the database MIGRATE_DATABASE_URL to the newest version.
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
	Database config.URL `env:"DATABASE_URL,required"`
}

func main() {
	cfg, err := config.Load[settings]("MIGRATE")
	if err != nil {
		os.Exit(obs.Fail("migrate", err))
	}
	v, err := pg.Migrate(context.Background(), cfg.Database)
	if err != nil {
		os.Exit(obs.Fail("migrate", err))
	}
	fmt.Printf("the schema is at version %d\n", v)
}
