package wallet

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/money"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/pg"
)

// Book holds the wallets of a transaction: locked in the database by its first trip, moved in memory, and written back by its
// last one. It is the only writer of balances.
//
// A Book belongs to one goroutine.
type Book struct {
	pages  map[account]*page // nil: not locked
	exists map[account]bool  // of those that are not locked, once FindHeld was answered
	asked  []reference       // whether they happened before
	known  map[reference]bool
	lines  []line
}

// account names a wallet.
type account struct{ member, currency string }

// reference names a move that happens once.
type reference struct{ kind, ref string }

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
	once             bool
}

// NewBook returns an empty book.
func NewBook() *Book {
	return &Book{pages: map[account]*page{}, exists: map[account]bool{}, known: map[reference]bool{}}
}

// Clone returns a copy on which posts can be tried.
func (b *Book) Clone() *Book {
	c := &Book{pages: make(map[account]*page, len(b.pages)), exists: b.exists, known: maps.Clone(b.known), lines: slices.Clip(b.lines)}
	for a, p := range b.pages {
		if p != nil {
			q := *p
			p = &q
		}
		c.pages[a] = p
	}
	return c
}

// Want names a wallet that the transaction needs. All are named before Lock.
func (b *Book) Want(member, currency string) { b.pages[account{member, currency}] = nil }

// WantOnce names a move that PostOnce is going to make. All are named before Lock, and their wallets are wanted.
func (b *Book) WantOnce(kind, ref string) { b.asked = append(b.asked, reference{kind, ref}) }

const (
	// lockSQL takes the locks in the order of memIds, as every transaction that takes several wallets does.
	lockSQL = `
SELECT w.member_id, w.currency, w.site_id, w.balance, w.held, w.points, w.version
  FROM unnest($1::text[], $2::text[]) AS u (member_id, currency) JOIN wallet_balance w USING (member_id, currency)
 ORDER BY w.member_id COLLATE "C", w.currency COLLATE "C" FOR UPDATE OF w`
	// lockFreeSQL leaves out wallets that another transaction holds: a node that froze in the middle of a batch must not stop the
	// batches of the others.
	lockFreeSQL = lockSQL + ` SKIP LOCKED`
)

// Lock queues the row locks of the wanted wallets that no other transaction holds, and the question which of the wanted moves
// happened before. Statements that are queued behind it see what the transactions before left.
func (b *Book) Lock(q *pgx.Batch) { b.lock(q, lockFreeSQL) }

// lockAll queues the row locks of all wanted wallets, and waits for those that another transaction holds.
func (b *Book) lockAll(q *pgx.Batch) { b.lock(q, lockSQL) }

func (b *Book) lock(q *pgx.Batch, sql string) {
	members, currencies := make([]string, 0, len(b.pages)), make([]string, 0, len(b.pages))
	for a := range b.pages {
		members, currencies = append(members, a.member), append(currencies, a.currency)
	}
	q.Queue(sql, members, currencies).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			var a account
			p := &page{}
			if err := rows.Scan(&a.member, &a.currency, &p.site, &p.Cash, &p.Held, &p.Points, &p.Version); err != nil {
				return fmt.Errorf("wallet: lock: %w", err)
			}
			b.pages[a] = p
		}
		return rows.Err()
	})
	if len(b.asked) > 0 {
		b.findRepeated(q)
	}
}

// findRepeated queues the question which of the wanted moves happened before.
func (b *Book) findRepeated(q *pgx.Batch) {
	kinds, refs := make([]string, len(b.asked)), make([]string, len(b.asked))
	for i, r := range b.asked {
		kinds[i], refs[i] = r.kind, r.ref
	}
	const sql = `SELECT r.kind, r.ref FROM unnest($1::text[], $2::text[]) AS u (kind, ref) JOIN wallet_ref r USING (kind, ref)`
	q.Queue(sql, kinds, refs).Query(func(rows pgx.Rows) error {
		var r reference
		_, err := pgx.ForEachRow(rows, []any{&r.kind, &r.ref}, func() error {
			b.known[r] = true
			return nil
		})
		return err
	})
}

// FindHeld queues, when wanted wallets are not locked, the question which of them exist.
func (b *Book) FindHeld(q *pgx.Batch) {
	var members, currencies []string
	for a, p := range b.pages {
		if p == nil {
			members, currencies = append(members, a.member), append(currencies, a.currency)
		}
	}
	if len(members) == 0 {
		return
	}
	const sql = `
SELECT w.member_id, w.currency FROM unnest($1::text[], $2::text[]) AS u (member_id, currency) JOIN wallet_balance w USING (member_id, currency)`
	q.Queue(sql, members, currencies).Query(func(rows pgx.Rows) error {
		var a account
		_, err := pgx.ForEachRow(rows, []any{&a.member, &a.currency}, func() error {
			b.exists[a] = true
			return nil
		})
		return err
	})
}

// Held reports whether a wanted wallet was left out because another transaction holds it. It is known once FindHeld was answered.
func (b *Book) Held(member, currency string) bool { return b.exists[account{member, currency}] }

// State returns a locked wallet with the posts so far; ok is false when there is none, or another transaction holds it (Held).
func (b *Book) State(member, currency string) (s State, site string, ok bool) {
	p := b.pages[account{member, currency}]
	if p == nil {
		return State{}, "", false
	}
	return p.State, p.site, true
}

// check reports what is wrong with the form of a move.
func (m Move) check() error {
	if m.Amount == 0 || m.Amount > money.Max || m.Amount < -money.Max || m.Ref == "" || m.Kind == "" {
		return fmt.Errorf("wallet: a move needs an amount, a kind and a reference: %+v", m)
	}
	return nil
}

// Post moves money in memory. The caller's own rows ensure that the move happens once. path names the partners above who are
// told of a bet, or is empty; game is that of the round, or empty. With ErrShort or ErrMissing (there is none, or it is held) nothing
// changed.
func (b *Book) Post(m Move, path, game string) (State, error) {
	return b.post(line{Move: m, path: path, game: game})
}

// PostOnce is Post of a move that happens once because of its kind and reference, which were wanted (WantOnce).
// A move that happened before changes nothing; repeated is then true and the state is the current one.
func (b *Book) PostOnce(m Move) (s State, repeated bool, err error) {
	r := reference{m.Kind, m.Ref}
	if p := b.pages[account{m.Member, m.Currency}]; p != nil && b.known[r] {
		return p.State, true, nil
	}
	if s, err = b.post(line{Move: m, once: true}); err == nil {
		b.known[r] = true
	}
	return s, false, err
}

func (b *Book) post(l line) (State, error) {
	if err := l.check(); err != nil {
		return State{}, err
	}
	p := b.pages[account{l.Member, l.Currency}]
	if p == nil {
		return State{}, ErrMissing
	}
	next := p.State
	switch l.Unit {
	case Cash:
		next.Cash += l.Amount
		if l.Contra == ContraHold {
			next.Held -= l.Amount
		}
	case Hold:
		next.Held += l.Amount
	case Point:
		next.Points += l.Amount
	default:
		return p.State, fmt.Errorf("wallet: no such unit: %q", l.Unit)
	}
	if min(next.Cash, next.Held, next.Points) < 0 {
		return p.State, ErrShort
	}
	next.Version++
	p.State, p.moved = next, true
	l.State, l.site = next, p.site
	b.lines = append(b.lines, l)
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

// Write queues the balances, the ledger's rows and the events of all posts (wallet_write).
func (b *Book) Write(q *pgx.Batch) {
	if len(b.lines) == 0 {
		return
	}
	lines, once := pg.NewRows(16, len(b.lines)), false
	for _, l := range b.lines {
		once = once || l.once
		lines.Row()
		lines.Text(l.Member, l.Currency)
		lines.Int(l.Version)
		lines.Text(string(l.Unit), l.Contra, l.Kind)
		lines.Int(int64(l.Amount), int64(l.after()))
		lines.Text(l.Ref)
		lines.Bool(l.once)
		lines.Int(int64(l.Cash), int64(l.Points))
		lines.Text(l.site, l.path, obs.Kept(l.Trace), Fact{Kind: l.Kind, Amount: l.Amount, Game: l.game}.String())
	}
	q.Queue(`SELECT wallet_write($1, $2, $3)`, b.states(), lines, once)
}

// states are the wallets that moved, in the order of their locks.
func (b *Book) states() *pg.Rows {
	moved := make([]account, 0, len(b.pages))
	for a, p := range b.pages {
		if p != nil && p.moved {
			moved = append(moved, a)
		}
	}
	slices.SortFunc(moved, func(a, b account) int {
		return cmp.Or(cmp.Compare(a.member, b.member), cmp.Compare(a.currency, b.currency))
	})
	rows := pg.NewRows(6, len(moved))
	for _, a := range moved {
		p := b.pages[a]
		rows.Row()
		rows.Text(a.member, a.currency)
		rows.Int(int64(p.Cash), int64(p.Held), int64(p.Points), p.Version)
	}
	return rows
}
