package cash

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/event"
	"hubstake/internal/funds/cash/cashdb"
	"hubstake/internal/live/outbox"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
)

// Boards tells the pages of each site when its public board of deposits and withdrawals shows something new. That is
// not when a request is done: the board is late on purpose (D-57), and an event at that moment would undo it.
type Boards struct {
	db    *pgxpool.Pool
	clk   clock.Clock
	sites *site.Service

	mu    sync.Mutex
	until map[string]time.Time // by site: everything up to here was told
}

// overlap is what a process looks at again that does not know what others told: CASHLIST twice does no harm.
const overlap = time.Minute

// NewBoards returns a Boards that has told nothing.
func NewBoards(db *pgxpool.Pool, clk clock.Clock, sites *site.Service) *Boards {
	return &Boards{db: db, clk: clk, sites: sites, until: map[string]time.Time{}}
}

// Tell writes CASHLIST for each site whose board has changed since the last call.
func (b *Boards) Tell(ctx context.Context) error {
	ids, err := site.IDs(ctx, b.db)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := b.tell(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

func (b *Boards) tell(ctx context.Context, siteID string) error {
	st, err := b.sites.Get(ctx, siteID)
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	until := st.Options.BoardUntil(b.clk.Now())
	after, known := b.until[siteID]
	if !known {
		after = until.Add(-overlap)
	}
	err = pg.InTx(ctx, b.db, func(tx pgx.Tx) error {
		changed, err := cashdb.New(tx).CompletedBetween(ctx, cashdb.CompletedBetweenParams{Site: siteID, After: after, Until: until})
		if err != nil || !changed {
			return err
		}
		return outbox.Write(ctx, tx, event.Event{Site: siteID, Cmd: event.CashList})
	})
	if err != nil {
		return fmt.Errorf("cash: board of %s: %w", siteID, err)
	}
	b.until[siteID] = until
	return nil
}
