package report

import (
	"context"
	"errors"
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
	q := reportdb.New(s.db)
	c, err := q.OpenRoundCursor(ctx)
	for part := 0; err == nil && c.Tx < c.Final && part < openRoundParts; part++ {
		var upto int64
		if upto, err = q.PartEnd(ctx, reportdb.PartEndParams{Size: txPart, Final: c.Final, Tx: c.Tx}); err != nil {
			break
		}
		err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
			q := reportdb.New(tx)
			if err := q.NoteOpenRounds(ctx, reportdb.NoteOpenRoundsParams{Tx: c.Tx, Upto: upto}); err != nil {
				return err
			}
			n, err := q.MoveOpenRoundCursor(ctx, reportdb.MoveOpenRoundCursorParams{Upto: upto, Tx: c.Tx})
			return once(n, err)
		})
		if errors.Is(err, errOvertaken) {
			err = nil
		}
		c.Tx = upto
	}
	if err != nil {
		return fmt.Errorf("report: open rounds: %w", err)
	}
	return nil
}
