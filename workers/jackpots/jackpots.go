// Package jackpots asks the providers what stands in their jackpots and keeps the answers in Redis for the pages.
package jackpots

import (
	"context"
	"errors"
	"sync"

	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"

	"hubstake/internal/live"
	"hubstake/internal/play/provider"
)

// Poller asks all providers. Several may run at once: each writes what a provider said last.
type Poller struct {
	rdb     redis.Cmdable
	sources map[string]provider.JackpotSource
	log     zerolog.Logger
}

// New returns a poller of these providers, by their ids.
func New(rdb redis.Cmdable, sources map[string]provider.JackpotSource, log zerolog.Logger) *Poller {
	return &Poller{rdb, sources, log}
}

// Poll asks each provider once. A provider that does not answer is logged, fails no poll and keeps no other one's jackpots away: its
// last answer stays for its time. The answer that there are none removes the last one at once.
func (p *Poller) Poll(ctx context.Context) error {
	var (
		all   sync.WaitGroup
		mu    sync.Mutex
		fails error
	)
	for vendor, source := range p.sources {
		all.Go(func() {
			err := p.ask(ctx, vendor, source)
			mu.Lock()
			defer mu.Unlock()
			fails = errors.Join(fails, err)
		})
	}
	all.Wait()
	return fails
}

func (p *Poller) ask(ctx context.Context, vendor string, source provider.JackpotSource) error {
	pools, err := source.Jackpots(ctx)
	switch {
	case errors.Is(err, provider.ErrRefused):
		return live.DropJackpots(ctx, p.rdb, vendor)
	case err != nil:
		p.log.Warn().Err(err).Str("vendor", vendor).Msg("jackpots: no answer")
		return nil
	}
	return live.PutJackpots(ctx, p.rdb, vendor, pools)
}
