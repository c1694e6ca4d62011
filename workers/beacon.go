package main

import (
	"context"
	"time"

	"github.com/rs/zerolog"

	"hubstake/internal/core/beacon"
	"hubstake/internal/core/clock"
	"hubstake/internal/feed/drand"
)

// beaconPause is between two questions whether the beacon is there.
const beaconPause = 30 * time.Second

// beaconClient returns a client of the beacon of the settings, or nil without one.
func beaconClient(s beacon.Settings) *drand.Client {
	if !s.HasBeacon() {
		return nil
	}
	return drand.New(s.BeaconNetwork(), s.BeaconURLs)
}

// checkBeacon compares the network with what the addresses say of theirs, until one of them agrees. A wrong hash of the chain would otherwise
// look like a round that is late.
func checkBeacon(ctx context.Context, c *drand.Client, every time.Duration, log zerolog.Logger) error {
	for clock.Pause(ctx, every) {
		err := c.Check(ctx)
		if err == nil {
			log.Info().Str("chain", c.Network().Hash).Msg("the beacon answers")
			return nil
		}
		if ctx.Err() == nil {
			log.Warn().Err(err).Msg("the beacon does not answer as the settings say")
		}
	}
	return nil
}
