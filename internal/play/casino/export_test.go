package casino

import (
	"context"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/platform/pg"
	"hubstake/internal/play/provider"
)

// OneBatch carries out operations as one batch of the writer, in their order.
func (s *Service) OneBatch(ctx context.Context, vendor string, ops []provider.Operation) ([]provider.Answer, error) {
	var tasks []*task
	at, out := []int{}, make([]provider.Answer, len(ops))
	for i, o := range ops {
		amount, cut, status := o.Money()
		r := request{vendor: vendor, op: o, amount: amount, cut: cut}
		member, err := s.tokenOwner(ctx, r)
		switch {
		case err != nil:
			return nil, err
		case status != provider.OK || member == "":
			if out[i], err = s.Apply(ctx, vendor, o, ""); err != nil {
				return nil, err
			}
		default:
			tasks, at = append(tasks, &task{jobs: []*job{{request: r, member: member, hash: hash(o, amount, cut)}}}), append(at, i)
		}
	}
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		w := s.begin(tasks)
		for _, trip := range []func(*pgx.Batch) error{
			func(q *pgx.Batch) error { w.Read(q); return nil },
			func(q *pgx.Batch) error { w.ReadMore(q); return nil },
			w.Write,
		} {
			q := &pgx.Batch{}
			if err := trip(q); err != nil {
				return err
			}
			if err := tx.SendBatch(ctx, q).Close(); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i, t := range tasks {
		out[at[i]] = t.jobs[0].answer
	}
	return out, nil
}
