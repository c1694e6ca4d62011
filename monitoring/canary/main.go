// Command canary is a member who does nothing but watch: it logs in through the API as the pages do, listens to its own
// topic with a STOMP library, has an event made every few seconds and measures how long it takes from the commit until
// it is here, opened. README.md says what it needs and what its figures mean.
package main

import (
	"context"
	"os"

	"hubstake/internal/core/clock"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/obs"
)

func main() {
	cfg, err := config.Load[settings]("CANARY")
	if err != nil {
		os.Exit(obs.Fail("canary", err))
	}
	os.Exit(obs.Main("canary", cfg.Common, func(ctx context.Context, p obs.Program) error {
		p.Health.Serving()
		return newCanary(cfg, clock.System{}, p).run(ctx)
	}))
}
