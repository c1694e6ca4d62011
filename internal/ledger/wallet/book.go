package wallet

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/money"
)

// Book holds the wallets of a batch: locked in the database by the batch's first trip, moved in memory, written back by its
// second. Posting is what wallet_post does for one move; that a move happens once is up to the caller's own rows, as there.
//
// A Book belongs to one goroutine.
type Book struct {
	pages map[account]*page // nil: not locked
	lines []line
	held  map[account]bool // known after Write's statements: not locked, although it exists
}

// account names a wallet.
type account struct{ member, currency string }

type page struct {
	State
	site  string
	moved bool
}

// line is a ledger row and its event.
type line struct {
	Move
	State
	site, path, game string
}

// NewBook returns an empty book.
func NewBook() *Book { return &Book{pages: map[account]*page{}, held: map[account]bool{}} }

// Want names a wallet that the batch needs. All are named before Lock.
func (b *Book) Want(member, currency string) { b.pages[account{member, currency}] = nil }

// lockSQL takes the locks in the order of memIds, as every transaction that takes several wallets does. It leaves out wallets
// that another transaction holds: a node that froze in the middle of a batch must not stop the batches of the others.
const lockSQL = `
SELECT w.member_id, w.currency, w.site_id, w.balance, w.held, w.points, w.version
  FROM unnest($1::text[], $2::text[]) AS u (member_id, currency) JOIN wallet_balance w USING (member_id, currency)
 ORDER BY w.member_id COLLATE "C", w.currency COLLATE "C" FOR UPDATE OF w SKIP LOCKED`

// Lock queues the row locks of all wanted wallets. Statements that are queued behind it see what the transactions before
// left.
func (b *Book) Lock(q *pgx.Batch) {
	members, currencies := make([]string, 0, len(b.pages)), make([]string, 0, len(b.pages))
	for a := range b.pages {
		members, currencies = append(members, a.member), append(currencies, a.currency)
	}
	q.Queue(lockSQL, members, currencies).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			var a account
			p := &page{}
			if err := rows.Scan(&a.member, &a.currency, &p.site, &p.Cash, &p.Held, &p.Points, &p.Version); err != nil {
				return fmt.Errorf("wallet: lock: %w", err)
			}
			b.pages[a] = p
		}
		return rows.Err() //nolint:wrapcheck // the batch names it
	})
}

// Held reports whether a wanted wallet was left out because another transaction holds it. It is known once the statements of
// Write have run; before that, State says only that a wallet is not locked.
func (b *Book) Held(member, currency string) bool { return b.held[account{member, currency}] }

// State returns a locked wallet with the posts so far; ok is false when there is none, or another transaction holds it (Held).
func (b *Book) State(member, currency string) (s State, site string, ok bool) {
	p := b.pages[account{member, currency}]
	if p == nil {
		return State{}, "", false
	}
	return p.State, p.site, true
}

// Post moves money in memory. path names the partners above who are told of a bet, or is empty; game is that of the round, or
// empty. With ErrShort or ErrMissing (there is none, or it is held) nothing changed.
func (b *Book) Post(m Move, path, game string) (State, error) {
	if m.Amount == 0 || m.Amount > money.Max || m.Amount < -money.Max || m.Ref == "" || m.Kind == "" {
		return State{}, fmt.Errorf("wallet: a move needs an amount, a kind and a reference: %+v", m)
	}
	p := b.pages[account{m.Member, m.Currency}]
	if p == nil {
		return State{}, ErrMissing
	}
	next := p.State
	switch m.Unit {
	case Cash:
		next.Cash += m.Amount
		if m.Contra == ContraHold {
			next.Held -= m.Amount
		}
	case Hold:
		next.Held += m.Amount
	case Point:
		next.Points += m.Amount
	default:
		return p.State, fmt.Errorf("wallet: no such unit: %q", m.Unit)
	}
	if min(next.Cash, next.Held, next.Points) < 0 {
		return p.State, ErrShort
	}
	next.Version++
	p.State, p.moved = next, true
	b.lines = append(b.lines, line{Move: m, State: next, site: p.site, path: path, game: game})
	return next, nil
}

// after is the balance of the unit that moved.
func (l line) after() money.Amount {
	switch l.Unit {
	case Hold:
		return l.Held
	case Point:
		return l.Points
	default:
		return l.Cash
	}
}

const (
	updateSQL = `
UPDATE wallet_balance w SET balance = u.balance, held = u.held, points = u.points, version = u.version
  FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[]) AS u (member_id, currency, balance, held, points, version)
 WHERE w.member_id = u.member_id AND w.currency = u.currency`
	heldSQL = `
SELECT w.member_id, w.currency FROM unnest($1::text[], $2::text[]) AS u (member_id, currency) JOIN wallet_balance w USING (member_id, currency)`
	postAllSQL = `SELECT wallet_post_all($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`
)

// Write queues the balances, the ledger's rows and the events of all posts, and the question which of the wallets that are not
// locked exist.
func (b *Book) Write(q *pgx.Batch) {
	b.findHeld(q)
	if len(b.lines) == 0 {
		return
	}
	b.writeBalances(q)
	n := len(b.lines)
	var (
		members, currencies, units, contras = make([]string, n), make([]string, n), make([]string, n), make([]string, n)
		kinds, refs, traces                 = make([]string, n), make([]string, n), make([]string, n)
		sites, paths, facts                 = make([]string, n), make([]string, n), make([]string, n)
		versions, amounts, after            = make([]int64, n), make([]int64, n), make([]int64, n)
		cash, points                        = make([]int64, n), make([]int64, n)
	)
	for i, l := range b.lines {
		members[i], currencies[i], versions[i] = l.Member, l.Currency, l.Version
		units[i], contras[i], kinds[i], refs[i] = string(l.Unit), l.Contra, l.Kind, l.Ref
		amounts[i], after[i], cash[i], points[i] = int64(l.Amount), int64(l.after()), int64(l.Cash), int64(l.Points)
		traces[i], sites[i], paths[i], facts[i] = l.Trace, l.site, l.path, Fact{l.Kind, l.Amount, l.game}.String()
	}
	q.Queue(postAllSQL, members, currencies, versions, units, contras, kinds, amounts, after, refs, cash, points, sites, paths, traces, facts)
}

func (b *Book) findHeld(q *pgx.Batch) {
	var members, currencies []string
	for a, p := range b.pages {
		if p == nil {
			members, currencies = append(members, a.member), append(currencies, a.currency)
		}
	}
	if len(members) == 0 {
		return
	}
	q.Queue(heldSQL, members, currencies).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			var a account
			if err := rows.Scan(&a.member, &a.currency); err != nil {
				return fmt.Errorf("wallet: held: %w", err)
			}
			b.held[a] = true
		}
		return rows.Err() //nolint:wrapcheck // the batch names it
	})
}

func (b *Book) writeBalances(q *pgx.Batch) {
	moved := make([]account, 0, len(b.pages))
	for a, p := range b.pages {
		if p != nil && p.moved {
			moved = append(moved, a)
		}
	}
	slices.SortFunc(moved, func(a, b account) int {
		return cmp.Or(cmp.Compare(a.member, b.member), cmp.Compare(a.currency, b.currency))
	})
	n := len(moved)
	members, currencies := make([]string, n), make([]string, n)
	cash, held, points, versions := make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n)
	for i, a := range moved {
		p := b.pages[a]
		members[i], currencies[i], versions[i] = a.member, a.currency, p.Version
		cash[i], held[i], points[i] = int64(p.Cash), int64(p.Held), int64(p.Points)
	}
	q.Queue(updateSQL, members, currencies, cash, held, points, versions)
}
