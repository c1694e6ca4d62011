// The hub carries messages: it keeps the members' websockets and brings to each what the streams say about it.
package main

import (
	"context"
	"os"

	"hubstake/hub/server"
	"hubstake/internal/core/clock"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/obs"
)

const name = "hub"

func main() { os.Exit(run()) }

func run() int {
	cfg, err := config.Load[server.Config]("HUB")
	if err != nil {
		return obs.Fail(name, err)
	}
	return obs.Main(name, cfg.Common, func(ctx context.Context, p obs.Program) error {
		s, err := server.New(cfg, clock.System{}, p)
		if err != nil {
			return err
		}
		return s.Run(ctx)
	})
}
