package redisx

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"
)

// watchEvery is how often a program that does not wait for Redis looks whether it is there.
const watchEvery = 5 * time.Second

// Watch asks Redis now and every five seconds whether it answers, until ctx is done. It is for a program whose readiness does not wait for Redis,
// so that a wrong address or a missing password is seen all the same: a line in the log at each change, and a gauge.
func Watch(ctx context.Context, rdb redis.UniversalClient, reg prometheus.Registerer, log zerolog.Logger) error {
	up := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "redis_up", Help: "1: Redis answers; 0: it does not, so messages, live figures and the limits of calls that all nodes share are missing.",
	})
	reg.MustRegister(up)
	t := time.NewTicker(watchEvery)
	defer t.Stop()
	for known, was := false, false; ; known = true {
		err := ping(ctx, rdb)
		if ctx.Err() != nil {
			return nil
		}
		switch {
		case err != nil && (was || !known):
			log.Warn().Err(err).Msg("Redis does not answer: money does not wait for it, messages and live figures do")
		case err == nil && !was && known:
			log.Info().Msg("Redis answers again")
		}
		was = err == nil
		up.Set(map[bool]float64{true: 1}[was])
		select {
		case <-ctx.Done():
			return nil
		case <-t.C:
		}
	}
}

func ping(ctx context.Context, rdb redis.UniversalClient) error {
	ctx, cancel := Brief(ctx, rdb)
	defer cancel()
	return rdb.Ping(ctx).Err()
}
