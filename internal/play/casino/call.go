package casino

import (
	"context"
	"fmt"

	"hubstake/internal/play/provider"
)

// MaxBatch bounds the operations of one batch.
const MaxBatch = 100

// Batch carries out operations in their order and answers each. Without atomic each is carried out by itself, and a refusal
// stops nothing. With atomic all take effect or none: the item that was refused says why, the others say
// BATCH_REFUSED, and a repeat of the batch is answered the same.
//
// A failure in the middle is an error; what was carried out before it is answered again when the provider repeats.
func (s *Service) Batch(ctx context.Context, vendor string, ops []provider.Operation, atomic bool, trace string) ([]provider.Answer, error) {
	if err := notOwn(vendor); err != nil {
		return nil, err
	}
	if len(ops) == 0 || len(ops) > MaxBatch {
		return nil, fmt.Errorf("%w: a batch has 1 to %d operations", provider.ErrMalformed, MaxBatch)
	}
	for i, o := range ops {
		if err := o.Validate(); err != nil {
			return nil, fmt.Errorf("operation %d: %w", i, err)
		}
		if atomic && o.Member == "" {
			return nil, fmt.Errorf("%w: operation %d of an atomic batch needs member_id", provider.ErrMalformed, i)
		}
	}
	if atomic {
		return s.atomic(ctx, vendor, ops, trace)
	}
	out := make([]provider.Answer, len(ops))
	for i, o := range ops {
		a, err := s.Apply(ctx, vendor, o, trace)
		if err != nil {
			return nil, fmt.Errorf("operation %d: %w", i, err)
		}
		out[i] = a
	}
	return out, nil
}

func (s *Service) atomic(ctx context.Context, vendor string, ops []provider.Operation, trace string) ([]provider.Answer, error) {
	t := &task{jobs: make([]*job, len(ops)), atomic: true}
	members := make([]string, len(ops))
	for i, o := range ops {
		amount, cut, status := o.Money()
		if status != provider.OK {
			return s.spoiled(ctx, vendor, ops, i, status)
		}
		t.jobs[i] = &job{request: request{vendor: vendor, op: o, amount: amount, cut: cut, trace: trace}, member: o.Member, hash: hash(o, amount, cut)}
		members[i] = o.Member
	}
	if err := s.carry(ctx, t, members...); err != nil {
		return nil, fmt.Errorf("batch: %w", err)
	}
	out := make([]provider.Answer, len(ops))
	for i, j := range t.jobs {
		out[i] = j.answer
	}
	return out, nil
}

// spoiled answers an atomic batch with an item that is invalid in itself.
func (s *Service) spoiled(ctx context.Context, vendor string, ops []provider.Operation, bad int, status provider.Status) ([]provider.Answer, error) {
	out := make([]provider.Answer, len(ops))
	for i, o := range ops {
		st := provider.BatchRefused
		if i == bad {
			st = status
		}
		a, err := s.refused(ctx, vendor, o, st)
		if err != nil {
			return nil, err
		}
		out[i] = a
	}
	return out, nil
}
