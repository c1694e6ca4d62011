package vendors

import (
	"context"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/platform/pg"
)

// OneBatch carries out operations as one batch of the writer, in their order.
func (s *Service) OneBatch(ctx context.Context, vendor string, ops []Operation) ([]Answer, error) {
	jobs, at, out := []*job{}, []int{}, make([]Answer, len(ops))
	for i, o := range ops {
		amount, status := o.money()
		r := request{vendor: vendor, op: o, amount: amount}
		member, err := s.tokenOwner(ctx, r)
		switch {
		case err != nil:
			return nil, err
		case status != OK || member == "":
			if out[i], err = s.Apply(ctx, vendor, o, ""); err != nil {
				return nil, err
			}
		default:
			jobs, at = append(jobs, &job{request: r, member: member, hash: o.hash(amount)}), append(at, i)
		}
	}
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		w, q := s.begin(jobs), &pgx.Batch{}
		w.Read(q)
		if err := tx.SendBatch(ctx, q).Close(); err != nil {
			return err
		}
		q = &pgx.Batch{}
		if err := w.Write(q); err != nil {
			return err
		}
		return tx.SendBatch(ctx, q).Close()
	})
	if err != nil {
		return nil, err
	}
	for i, j := range jobs {
		if out[at[i]] = j.answer; j.tx != nil {
			out[at[i]].OurTxID = j.tx.our
		}
		if j.alone {
			if out[at[i]], err = s.single(ctx, j.request); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// Waiting is the number of operations that wait for a group.
func (s *Service) Waiting() int { return s.writer.Waiting() }

// Crowd reports whether an operation would join a group while so many are under way.
func (s *Service) Crowd(underWay int64) bool { return s.crowd(underWay) }
