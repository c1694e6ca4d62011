package cash

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/funds/cash/cashdb"
	"hubstake/internal/platform/pg"
)

// Remove takes requests off the member's list (D-16): a closed one is hidden, one in status 0 is cancelled, a withdrawal
// only while its undo lasts (D-15). Each is on its own. It returns how many changed; when none did and one of them is still
// open the answer is C007. Requests of other members are ignored.
func (s *Service) Remove(ctx context.Context, who Requester, ids []int64) (int, error) {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	changed, open := 0, false
	for _, id := range slices.Compact(ids) {
		err := s.remove(ctx, who, id)
		switch {
		case err == nil:
			changed++
		case errors.Is(err, fault.RequestPending), errors.Is(err, fault.PaymentProblem):
			open = true // the second: staff decided at this moment
		case errors.Is(err, errNothing):
		default:
			return changed, err
		}
	}
	if changed == 0 && open {
		return 0, fault.RequestPending
	}
	return changed, nil
}

var errNothing = errors.New("cash: not the member's own, or hidden before")

func (s *Service) remove(ctx context.Context, who Requester, id int64) error {
	var cancelled Kind
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		cancelled = ""
		q := cashdb.New(tx)
		r, err := q.Get(ctx, cashdb.GetParams{SiteID: who.Site, ID: id})
		if errors.Is(err, pgx.ErrNoRows) || err == nil && (r.MemberID != who.Member || Kind(r.Kind) == PT) {
			return errNothing
		}
		if err != nil {
			return fmt.Errorf("cash: remove: %w", err)
		}
		if !Status(r.Status).Open() {
			n, err := q.Hide(ctx, id)
			if err != nil {
				return fmt.Errorf("cash: hide: %w", err)
			}
			if n == 0 {
				return errNothing
			}
			return nil
		}
		if Kind(r.Kind) == Out && (r.UndoUntil == nil || !s.clk.Now().Before(*r.UndoUntil)) {
			return fault.RequestPending
		}
		cancelled = Kind(r.Kind)
		_, err = s.transition(ctx, tx, change{site: who.Site, id: id, to: Cancelled, by: who.Member, trace: who.Trace})
		return err
	})
	if err == nil && cancelled != "" {
		s.metrics.reached(who.Site, cancelled, Cancelled)
	}
	return err
}
