package poll

import (
	"context"
	"errors"

	"hubstake/internal/core/clock"
)

// suspendStale suspends, at each beat, the markets of all feeds whose prices are too old, until ctx is done. A feed whose markets cannot be suspended
// keeps no other one's open.
func (p *Poller) suspendStale(ctx context.Context) error {
	for {
		if err := p.look(ctx); err != nil && ctx.Err() == nil {
			p.log.Warn().Err(err).Msg("poll: old prices are looked for again")
		}
		if !clock.Pause(ctx, p.o.Beat) {
			return ctx.Err()
		}
	}
}

// look is one beat.
func (p *Poller) look(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	feeds, failed := p.book.Unvouched(ctx)
	for _, name := range feeds {
		n, err := p.book.SuspendStale(ctx, name)
		p.m.suspended(name, n)
		failed = errors.Join(failed, err)
	}
	return failed
}
