package casino

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/ledger/wallet"
	"hubstake/internal/play/betgate"
	"hubstake/internal/play/provider"
)

// House is the provider of the site's own bets: those of the sportsbook. Its operations come from our own programs (Carry), never over the network.
const House = "house"

// Companion is another room that takes part in the transactions of a service: what an operation of Carry is about is read, decided and
// stored with it.
type Companion interface {
	// Join begins the companion's part in one batch. subjects are those of the batch's operations, in their order; what an earlier batch, which was
	// rolled back, left in them is void.
	Join(subjects []any) Part
}

// Part is a companion's part in one batch of the writer, with the calls in this order.
type Part interface {
	// Read queues reads behind the locks of the wallets.
	Read(q *pgx.Batch)
	// Decide reports whether the operation of a subject is carried out. It is called in the order of the operations, before the rules of a round. limits
	// are what the gate says of a bet.
	Decide(subject any, limits betgate.Limits) bool
	// Done tells that the operation was carried out.
	Done(subject any)
	// Write queues what is stored with the operations that were carried out.
	Write(q *pgx.Batch)
}

// notHouse refuses operations of the house that do not come by Carry, even when an operator gave its provider a key: they would be money without a bet.
func notHouse(vendor string) error {
	if vendor == House {
		return fmt.Errorf("%w: the house has no calls of its own", provider.ErrUnknown)
	}
	return nil
}

// Attach makes a room take part in the operations of Carry. It is called before the first of them.
func (s *Service) Attach(c Companion) { s.companion = c }

// Carry carries out an operation of the house once, with what the companion knows of its subject. meaning is a hash of what the operation means beside
// its own fields: the same id with another one is a duplicate. A refusal changes nothing and is not stored: a repeat is decided again.
//
// The errors are those of Apply, and ErrDeclined.
func (s *Service) Carry(ctx context.Context, o provider.Operation, subject any, meaning []byte, trace string) (a provider.Answer, err error) {
	if err := o.Validate(); err != nil {
		return provider.Answer{}, err
	}
	amount, status := o.Money()
	if status != provider.OK {
		return provider.Answer{Status: status, TxID: o.TxID, Currency: o.Currency}, nil
	}
	end := wallet.Operation(ctx, string(o.Kind))
	defer func() { end(outcome(a), err) }()
	j := &job{
		request: request{vendor: House, op: o, amount: amount, trace: trace}, member: o.Member, hash: append(hash(o, amount), meaning...), subject: subject,
	}
	if err := s.carry(ctx, &task{jobs: []*job{j}}, j.member); err != nil {
		return provider.Answer{}, fmt.Errorf("house: %s %s: %w", o.Kind, o.TxID, err)
	}
	if j.declined {
		return j.answer, ErrDeclined
	}
	return j.answer, nil
}

// ErrDeclined says that the companion refused an operation; its subject says why.
var ErrDeclined = errors.New("casino: declined")

// subjects are those of the batch's operations.
func (b *batch) subjects() (all []any) {
	b.jobs(func(j *job) {
		if j.subject != nil {
			all = append(all, j.subject)
		}
	})
	return all
}

// join begins the companion's part, if an operation has a subject.
func (b *batch) join(c Companion) {
	if all := b.subjects(); len(all) > 0 {
		b.part = c.Join(all)
	}
}

// declined reports whether the companion refuses an operation.
func (b *batch) declined(j *job) bool {
	if j.subject == nil {
		return false
	}
	var limits betgate.Limits
	if j.op.Kind == provider.Bet {
		limits = b.gate.Limits(j.question())
	}
	j.declined = !b.part.Decide(j.subject, limits)
	return j.declined
}
