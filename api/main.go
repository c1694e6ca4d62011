// Command api answers the POST calls of members, staff and vendors. It keeps nothing between two requests: any number of
// nodes may run. README.md tells how an endpoint is added.
package main

//go:generate go run ./contract ..

import (
	"context"
	"os"

	"hubstake/api/server"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/obs"
)

func main() {
	cfg, err := config.Load[server.Settings]("API")
	if err != nil {
		os.Exit(obs.Fail("api", err))
	}
	os.Exit(obs.Main("api", cfg.Common, func(ctx context.Context, p obs.Program) error { return server.Run(ctx, cfg, p) }))
}
