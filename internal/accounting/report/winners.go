package report

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/accounting/report/reportdb"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
)

// txPart is how many transactions one part of CollectWinners looks through at most.
const txPart = 50_000

// errOvertaken ends a part that another call has done: what it wrote is rolled back.
var errOvertaken = errors.New("another call has moved the cursor")

// once returns an error unless a part has moved its cursor. A part moves it last: the statement before reads all that it needs before it writes, and
// a transaction that has written keeps everything that is committed from being published.
func once(moved int64, err error) error {
	if err == nil && moved == 0 {
		return errOvertaken
	}
	return err
}

// CollectWinners notes the rounds that were won since the call before, for Winners, and forgets those that it does not show any more.
// Neither a bet nor a win waits for it. A round is noted by the second call after its win at the latest: the first one may find that a
// transaction with a lower our_tx_id is still running, so it only marks how far the next one reads.
func (s *Service) CollectWinners(ctx context.Context) error {
	q := reportdb.New(s.db)
	c, err := q.WinnerCursor(ctx)
	from := c.Tx
	for err == nil && c.Final && c.Tx < c.Mark {
		var upto int64
		if upto, err = q.PartEnd(ctx, reportdb.PartEndParams{Size: txPart, Final: c.Mark, Tx: c.Tx}); err != nil {
			break
		}
		err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
			q := reportdb.New(tx)
			if err := q.NoteWinners(ctx, reportdb.NoteWinnersParams{Tx: c.Tx, Upto: upto}); err != nil {
				return err
			}
			n, err := q.MoveWinnerCursor(ctx, reportdb.MoveWinnerCursorParams{Upto: upto, Tx: c.Tx})
			return once(n, err)
		})
		if errors.Is(err, errOvertaken) {
			err = nil
		}
		c.Tx = upto
	}
	if err != nil {
		return fmt.Errorf("report: winners: %w", err)
	}
	if err := s.markWinners(ctx, q, c); err != nil {
		return fmt.Errorf("report: winners: %w", err)
	}
	if c.Tx == from {
		return nil
	}
	return s.forgetWinners(ctx, q)
}

// markWinners sets the mark: the newest our_tx_id was drawn by a transaction that holds a wallet, so its id is below the xmax of a
// snapshot that is taken after.
func (s *Service) markWinners(ctx context.Context, q *reportdb.Queries, c reportdb.WinnerCursorRow) error {
	if c.Tx < c.Mark {
		return nil
	}
	newest, err := q.NewestTx(ctx)
	if err != nil || newest <= c.Mark {
		return err
	}
	_, err = q.MarkWinners(ctx, reportdb.MarkWinnersParams{Newest: newest, Tx: c.Tx, Mark: c.Mark})
	return err
}

func (s *Service) forgetWinners(ctx context.Context, q *reportdb.Queries) error {
	ids, err := site.IDs(ctx, s.db)
	if err != nil {
		return err
	}
	for _, id := range ids {
		st, err := s.sites.Get(ctx, id)
		if err != nil {
			return err
		}
		if err := q.ForgetWinners(ctx, reportdb.ForgetWinnersParams{SiteID: id, Until: s.shownUntil(st.Options)}); err != nil {
			return fmt.Errorf("report: winners: %w", err)
		}
	}
	return nil
}
