package report

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/accounting/report/reportdb"
	"hubstake/internal/platform/pg"
)

// AddUpPlay adds the transactions with providers that came since the call before to the figures of play. It goes as far as CollectWinners has
// gone, which knows that no transaction with a lower number can still come; each transaction is added once, whatever call stops or
// runs beside another one.
func (s *Service) AddUpPlay(ctx context.Context) error {
	c, err := reportdb.New(s.db).PlayCursor(ctx)
	for err == nil && c.Tx < c.Final {
		upto := min(c.Tx+txPart, c.Final)
		err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
			q := reportdb.New(tx)
			if n, err := q.MovePlayCursor(ctx, reportdb.MovePlayCursorParams{Upto: upto, Tx: c.Tx}); err != nil || n == 0 {
				return err // of two calls at once the first one adds
			}
			return q.AddPlay(ctx, reportdb.AddPlayParams{Tx: c.Tx, Upto: upto})
		})
		c.Tx = upto
	}
	if err != nil {
		return fmt.Errorf("report: play: %w", err)
	}
	return nil
}
