package report

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/accounting/report/reportdb"
	"hubstake/internal/platform/pg"
)

// openRoundParts bounds the parts of one CollectOpenRounds: the first calls of an old site begin at its first bet.
const openRoundParts = 20

// CollectOpenRounds notes which rounds are open, for Providers and OpenRounds. It goes as far as CollectWinners has gone, which knows that no
// transaction with a lower number can still come, and neither a bet nor a win waits for it.
func (s *Service) CollectOpenRounds(ctx context.Context) error {
	c, err := reportdb.New(s.db).OpenRoundCursor(ctx)
	for part := 0; err == nil && c.Tx < c.Final && part < openRoundParts; part++ {
		upto := min(c.Tx+txPart, c.Final)
		err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
			q := reportdb.New(tx)
			if n, err := q.MoveOpenRoundCursor(ctx, reportdb.MoveOpenRoundCursorParams{Upto: upto, Tx: c.Tx}); err != nil || n == 0 {
				return err // of two calls at once the first one notes
			}
			return q.NoteOpenRounds(ctx, reportdb.NoteOpenRoundsParams{Tx: c.Tx, Upto: upto})
		})
		c.Tx = upto
	}
	if err != nil {
		return fmt.Errorf("report: open rounds: %w", err)
	}
	return nil
}
