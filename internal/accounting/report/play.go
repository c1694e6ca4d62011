package report

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/accounting/report/reportdb"
	"hubstake/internal/platform/pg"
)

// AddUpPlay adds the transactions with providers that came since the call before to the figures of play. It goes as far as CollectWinners has
// gone, which knows that no transaction with a lower number can still come; each transaction is added once, whatever call stops or
// runs beside another one.
func (s *Service) AddUpPlay(ctx context.Context) error {
	q := reportdb.New(s.db)
	c, err := q.PlayCursor(ctx)
	for err == nil && c.Tx < c.Final {
		var upto int64
		if upto, err = q.PartEnd(ctx, reportdb.PartEndParams{Size: txPart, Final: c.Final, Tx: c.Tx}); err != nil {
			break
		}
		err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
			q := reportdb.New(tx)
			if err := q.AddPlay(ctx, reportdb.AddPlayParams{Tx: c.Tx, Upto: upto}); err != nil {
				return err
			}
			n, err := q.MovePlayCursor(ctx, reportdb.MovePlayCursorParams{Upto: upto, Tx: c.Tx})
			return once(n, err)
		})
		if errors.Is(err, errOvertaken) {
			err = nil
		}
		c.Tx = upto
	}
	if err != nil {
		return fmt.Errorf("report: play: %w", err)
	}
	return nil
}
