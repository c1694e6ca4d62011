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

// Providers of the site's own bets. Their operations come from our own programs (House.Carry), never over the network.
const (
	Book  = "house"    // of the sportsbook
	Draws = "minigame" // of the scheduled draws
)

// Own reports whether a provider is one of the site's own.
func Own(vendor string) bool { return vendor == Book || vendor == Draws }

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

// notOwn refuses operations of the site's own providers that do not come by Carry, even when an operator gave one a key: they would be money without a bet.
func notOwn(vendor string) error {
	if Own(vendor) {
		return fmt.Errorf("%w: the house has no calls of its own", provider.ErrUnknown)
	}
	return nil
}

// House carries out the operations of one of the site's own providers.
type House struct {
	service *Service
	vendor  string
}

// attached is a companion and the provider in whose operations it takes part.
type attached struct {
	vendor string
	room   Companion
}

// Attach makes a room take part in the operations of one of the site's own providers. It is called before the first of them. Rooms that share a batch read in
// the order in which they were attached.
func (s *Service) Attach(vendor string, c Companion) *House {
	s.companions = append(s.companions, attached{vendor, c})
	return &House{s, vendor}
}

// Carry carries out an operation of the house once, with what the companion knows of its subject. meaning is a hash of what the operation means beside
// its own fields: the same id with another one is a duplicate. A refusal changes nothing and is not stored: a repeat is decided again.
//
// The errors are those of Apply, and ErrDeclined.
func (h *House) Carry(ctx context.Context, o provider.Operation, subject any, meaning []byte, trace string) (a provider.Answer, err error) {
	j, err := h.job(o, meaning, trace)
	if err != nil || j.refuse != "" {
		return provider.Answer{Status: j.refuse, TxID: o.TxID, Currency: o.Currency}, err
	}
	j.subject = subject
	return h.carry(ctx, &task{jobs: []*job{j}}, j)
}

// Replace carries out an operation of the house that ends a bet otherwise than a win of before did, and takes that win back: both or nothing. The new money
// comes first, so that a member owes only what is short after both. The errors are those of Carry.
func (h *House) Replace(ctx context.Context, o provider.Operation, win string, subject any, meaning []byte, trace string) (a provider.Answer, err error) {
	next, err := h.job(o, meaning, trace)
	if err != nil || next.refuse != "" {
		return provider.Answer{Status: next.refuse, TxID: o.TxID, Currency: o.Currency}, err
	}
	next.replaces = win
	undo, err := h.job(provider.Operation{Kind: provider.Rollback, TxID: win + "/undo", RefTxID: win, Member: o.Member, Currency: o.Currency}, nil, trace)
	if err != nil {
		return provider.Answer{}, err
	}
	undo.subject = subject // of the last of them, so that it is told of both or of none
	return h.carry(ctx, &task{jobs: []*job{next, undo}, atomic: true}, undo)
}

// Restore puts a bet of the house in force again that was rolled back, and carries out the win that ends it: both or nothing. The new money comes first, so that a
// member owes only what is short after both. The errors are those of Carry, and ErrDeclined when the bet is in force.
func (h *House) Restore(ctx context.Context, win provider.Operation, subject any, meaning []byte, trace string) (a provider.Answer, err error) {
	next, err := h.job(win, meaning, trace)
	if err != nil || next.refuse != "" {
		return provider.Answer{Status: next.refuse, TxID: win.TxID, Currency: win.Currency}, err
	}
	var back *string
	err = h.service.db.QueryRow(ctx, `SELECT rolled_back_by FROM casino_tx WHERE vendor_id = $1 AND tx_id = $2`, h.vendor, win.RefTxID).Scan(&back)
	if err != nil {
		return provider.Answer{}, fmt.Errorf("%s: restore %s: %w", h.vendor, win.RefTxID, err)
	}
	if back == nil {
		return provider.Answer{}, ErrDeclined
	}
	undo, err := h.job(provider.Operation{Kind: provider.Rollback, TxID: *back + "/undo", RefTxID: *back, Member: win.Member, Currency: win.Currency}, nil, trace)
	if err != nil {
		return provider.Answer{}, err
	}
	next.restores, undo.restores, undo.subject = true, true, subject
	return h.carry(ctx, &task{jobs: []*job{next, undo}, atomic: true}, undo)
}

// job is an operation of the house whose form is good; refuse says what is wrong with its amount.
func (h *House) job(o provider.Operation, meaning []byte, trace string) (*job, error) {
	if err := o.Validate(); err != nil {
		return &job{}, err
	}
	amount, cut, status := o.Money()
	j := &job{request: request{vendor: h.vendor, op: o, amount: amount, cut: cut, trace: trace}, member: o.Member, hash: append(hash(o, amount, cut), meaning...)}
	if status != provider.OK {
		j.refuse = status
	}
	return j, nil
}

// carry carries out a task of the house, of whose jobs one has the subject.
func (h *House) carry(ctx context.Context, t *task, of *job) (a provider.Answer, err error) {
	first := t.jobs[0]
	end := wallet.Operation(ctx, string(first.op.Kind))
	defer func() { end(outcome(a), err) }()
	if err := h.service.carry(ctx, t, of.member); err != nil {
		return provider.Answer{}, fmt.Errorf("%s: %s %s: %w", h.vendor, first.op.Kind, first.op.TxID, err)
	}
	if of.declined {
		return of.answer, ErrDeclined
	}
	return first.answer, nil
}

// ErrDeclined says that the companion refused an operation; its subject says why.
var ErrDeclined = errors.New("casino: declined")

// subjects are those of the operations of a provider in the batch.
func (b *batch) subjects(vendor string) (all []any) {
	b.jobs(func(j *job) {
		if j.subject != nil && j.vendor == vendor {
			all = append(all, j.subject)
		}
	})
	return all
}

// joined is the part of a companion in the batch.
type joined struct {
	vendor string
	Part
}

// join begins the part of each companion of whose provider an operation has a subject.
func (b *batch) join(companions []attached) {
	for _, c := range companions {
		if all := b.subjects(c.vendor); len(all) > 0 {
			b.parts = append(b.parts, joined{c.vendor, c.room.Join(all)})
		}
	}
}

// partOf is the part of the companion that knows the subject of an operation; nil: it has none.
func (b *batch) partOf(j *job) Part {
	if j.subject == nil {
		return nil
	}
	for _, p := range b.parts {
		if p.vendor == j.vendor {
			return p
		}
	}
	return nil
}

// declined reports whether the companion refuses an operation.
func (b *batch) declined(j *job) bool {
	p := b.partOf(j)
	if p == nil {
		return false
	}
	var limits betgate.Limits
	if j.op.Kind == provider.Bet {
		limits = b.gate.Limits(j.question())
	}
	j.declined = !p.Decide(j.subject, limits)
	return j.declined
}
