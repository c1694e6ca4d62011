// Command api answers the POST calls of members, staff and vendors. It keeps nothing between two requests: any number of
// nodes may run. README.md tells how an endpoint is added. With arguments it does what they say instead: `api vendor` changes
// keys and settings of vendors.
package main

//go:generate go run ./contract ..

import (
	"context"
	"os"
	"runtime/debug"
	"slices"

	"hubstake/api/server"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/obs"
)

// collectAt is how far the heap may grow over what is in use before it is collected: the api keeps little and throws away much, so
// some ten MB save a tenth of its CPU.
const collectAt = 400

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectAt)
	}
	if slices.Equal(os.Args[1:], []string{"keys", "new"}) { // before there are settings: these begin with it
		if err := server.NewKeys(os.Stdout); err != nil {
			os.Exit(obs.Fail("api", err))
		}
		return
	}
	cfg, err := config.Load[server.Settings]("API")
	if err != nil {
		os.Exit(obs.Fail("api", err))
	}
	if len(os.Args) > 1 {
		if err := server.Command(context.Background(), cfg, os.Args[1:], os.Stdin, os.Stdout); err != nil {
			os.Exit(obs.Fail("api", err))
		}
		return
	}
	os.Exit(obs.Main("api", cfg.Common, func(ctx context.Context, p obs.Program) error { return server.Run(ctx, cfg, p) }))
}
