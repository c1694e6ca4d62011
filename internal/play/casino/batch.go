package casino

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/play/betgate"
	"hubstake/internal/play/provider"
)

// task is what the wallet's writer carries out as one: an operation, or all operations of an atomic batch.
type task struct {
	jobs   []*job
	atomic bool // all take effect or none
}

// job is an operation in a batch of the writer.
type job struct {
	request
	member  string // the token's, when the operation names none
	hash    []byte
	refuse  provider.Status // stored as the answer of a transaction that is new; empty: the operation is carried out
	subject any             // of the companion; nil: it knows nothing of the operation

	replaces string // the win of the house that the next job of the task takes back; empty: none
	restores bool   // the house puts a bet that was rolled back in force again: its win, and the rollback of that rollback
	pays     bool   // a win that was held, after two persons decided to pay it

	answer   provider.Answer
	recorded bool // the answer is stored under the operation's id
	declined bool // by the companion
}

func (j *job) key() txKey { return txKey{j.vendor, j.op.TxID} }

// question is what the bet gate is asked about the operation.
func (j *job) question() betgate.Question {
	return betgate.Question{Member: j.member, Provider: j.vendor, Token: j.op.Token, Game: j.op.Game, Currency: j.op.Currency}
}

func (j *job) wallet() walletKey { return walletKey{j.member, j.op.Currency} }

// names of rows.
type (
	txKey     struct{ vendor, id string }
	roundKey  struct{ vendor, id, member string }
	walletKey struct{ member, currency string }
	tokenKey  struct{ vendor, token string }
	dayKey    struct{ site, vendor, currency string }
)

// transaction is a row of casino_tx.
type transaction struct {
	key                            txKey
	kind                           provider.Kind
	ref, member, round, currency   string
	amount, balance                money.Amount
	hash                           []byte
	status                         provider.Status
	our, version                   int64
	closes, free, held             bool // free: a win without a bet; held: a win that is not paid yet
	campaign, rolledBackBy         string
	stored, converted, undoneByNow bool // a row of before; its tombstone became the bet; it was rolled back in this batch
}

// States of a round.
const (
	roundOpen   = "open"
	roundClosed = "closed"
	roundVoid   = "void"
)

// round is a row of casino_round.
type round struct {
	key                         roundKey
	site, game, currency, state string
	bets                        int32
	stake, voided, payout, free money.Amount // free: of the payout, wins without a bet
	balanceBefore, balanceAfter money.Amount
	closedAt                    *time.Time
	stored, changed             bool
	beforeClear                 bool // it began before a clear of the turnover that can be undone
}

// freeWins is what a provider may pay, and has paid, on a day of a site's clock in wins without a bet.
type freeWins struct {
	day                   time.Time
	most, mostADay, paid  money.Amount
	rate                  int64 // basis points of a win that must be played (D-20)
	smallest, pointsLimit money.Amount
	changed               bool
}

// dayRoom is what a provider may still pay more than was staked, on a day of a site's clock. Of a batch that may need more than its own slot has, all slots
// are locked and room is that of the whole day; else room is that of the slot, and enough for all wins of the batch.
type dayRoom struct {
	day        time.Time
	room, most money.Amount
	left       money.Amount // of room, after what the batch paid
	all        bool
}

// launched is a launch by its token.
type launched struct {
	member, game, session string
	live                  bool
	seen                  *time.Time
}

// settlement is a win that was paid for a bet and not taken back.
type settlement struct {
	tx     txKey
	closes bool
}

// statement is one of the batch's last trip.
type statement struct {
	sql  string
	args []any
}

// batch is a batch of the writer: what is known after its reads, and what its last trip writes. rules.go has the rules between
// the two.
type batch struct {
	tasks []*task
	now   time.Time
	book  *wallet.Book
	gate  *betgate.Batch
	parts []joined // of the companions that know an operation of the batch

	txs      map[txKey]*transaction
	wins     map[txKey][]settlement // by the bet
	counted  map[txKey]bool         // bets that a win has settled, also one that was taken back: their stake is counted in a day's room
	slot     int                    // of the day's rooms
	rooms    map[dayKey]*dayRoom
	rounds   map[roundKey]*round
	launches map[tokenKey]launched
	settings map[string]provider.Settings
	freeWins map[dayKey]*freeWins
	debts    map[walletKey]money.Amount // that are taken from wins
	members  map[string]bool            // that have no wallet in the currency, but exist

	fresh   []txKey            // transactions to be stored, in order
	opened  []roundKey         // rounds to be stored
	backs   []statement        // what rounds paid that began before a clear of the turnover
	first   []statement        // of what must be written before it is asked for
	rest    []statement        // what few batches have
	cleared map[walletKey]bool // a clear of the turnover may have come in this batch
	seen    []string           // sessions
}

func (s *Service) begin(tasks []*task) wallet.Work {
	for _, t := range tasks { // what an earlier batch left, which was rolled back or did not get a wallet
		for _, j := range t.jobs {
			j.answer, j.recorded, j.declined, j.refuse = provider.Answer{}, false, false, ""
		}
	}
	n, now := len(tasks), s.clk.Now()
	b := &batch{
		tasks: tasks, now: now, book: wallet.NewBook(), gate: betgate.NewBatch(now), txs: make(map[txKey]*transaction, n), wins: map[txKey][]settlement{},
		rounds:   make(map[roundKey]*round, n),
		launches: map[tokenKey]launched{}, settings: map[string]provider.Settings{}, freeWins: map[dayKey]*freeWins{}, counted: map[txKey]bool{}, rooms: map[dayKey]*dayRoom{},
		slot: int(s.batches.Add(1) % roomSlots), members: map[string]bool{}, debts: map[walletKey]money.Amount{},
		cleared: map[walletKey]bool{},
	}
	b.join(s.companions)
	return b
}

// jobs calls do for every operation of the batch.
func (b *batch) jobs(do func(*job)) {
	for _, t := range b.tasks {
		for _, j := range t.jobs {
			do(j)
		}
	}
}

// clone returns a copy on which an atomic batch of a provider can be tried.
func (b *batch) clone() *batch {
	c := *b
	c.book, c.gate = b.book.Clone(), b.gate.Clone()
	c.txs, c.rounds, c.freeWins, c.rooms = copied(b.txs), copied(b.rounds), copied(b.freeWins), copied(b.rooms)
	c.counted, c.debts = maps.Clone(b.counted), maps.Clone(b.debts)
	c.wins, c.cleared = make(map[txKey][]settlement, len(b.wins)), maps.Clone(b.cleared)
	for k, w := range b.wins {
		c.wins[k] = slices.Clone(w)
	}
	c.fresh, c.opened, c.seen = slices.Clip(b.fresh), slices.Clip(b.opened), slices.Clip(b.seen)
	c.backs, c.first, c.rest = slices.Clip(b.backs), slices.Clip(b.first), slices.Clip(b.rest)
	return &c
}

func copied[K comparable, V any](m map[K]*V) map[K]*V {
	c := make(map[K]*V, len(m))
	for k, v := range m {
		w := *v
		c[k] = &w
	}
	return c
}

// pairs are the arguments of an unnest over two columns, without repeats.
type pairs struct {
	seen map[[2]string]bool
	a, b []string
}

func (p *pairs) add(a, b string) {
	if p.seen == nil {
		p.seen = map[[2]string]bool{}
	}
	if k := [2]string{a, b}; !p.seen[k] {
		p.seen[k] = true
		p.a, p.b = append(p.a, a), append(p.b, b)
	}
}

// Read implements wallet.Work. The locks come first: everything after them is read as the transaction before left it.
func (b *batch) Read(q *pgx.Batch) {
	var known, refs, tokens, undone pairs
	var undoers []string
	rounds := map[roundKey]bool{}
	b.jobs(func(j *job) {
		o, v := j.op, j.vendor
		b.book.Want(j.member, o.Currency)
		known.add(v, o.TxID)
		if o.RefTxID != "" {
			known.add(v, o.RefTxID)
			refs.add(v, o.RefTxID)
		}
		if o.Token != "" {
			tokens.add(v, o.Token)
		}
		if o.Kind == provider.Rollback {
			known.add(v, paidKey(o.RefTxID))
			undone.add(v, o.RefTxID)
			undoers = append(undoers, v)
			return
		}
		b.gate.Want(j.question())
		rounds[roundKey{v, o.RoundID, j.member}] = true
	})
	b.book.Lock(q)
	b.readTransactions(q, known)
	if len(refs.a) > 0 {
		b.readWins(q, refs)
	}
	b.readRooms(q)
	b.readDebts(q)
	if len(rounds) > 0 {
		b.readRounds(q, rounds)
	}
	b.gate.Read(q)
	for _, p := range b.parts {
		p.Read(q)
	}
	if len(tokens.a) > 0 {
		b.readLaunches(q, tokens)
	}
	if len(undone.a) > 0 {
		b.readRoundsOf(q, undone)
		provider.QueueSettings(q, undoers, func(id string, s provider.Settings) { b.settings[id] = s })
	}
}

// ReadMore implements wallet.Work: members whose wallets are not locked, and what providers may pay in wins without a bet.
func (b *batch) ReadMore(q *pgx.Batch) {
	b.book.FindHeld(q)
	var missing []string
	var days []dayKey
	b.jobs(func(j *job) {
		_, site, ok := b.book.State(j.member, j.op.Currency)
		if !ok {
			missing = append(missing, j.member)
		} else if b.mayBeFree(j) {
			days = append(days, dayKey{site, j.vendor, j.op.Currency})
		}
	})
	if len(missing) > 0 {
		b.readMembers(q, missing)
	}
	if len(days) > 0 {
		b.readFreeWins(q, days)
	}
}

// mayBeFree reports whether an operation may turn out to be a win without a bet.
func (b *batch) mayBeFree(j *job) bool {
	o := j.op
	if o.Kind != provider.Win || j.amount == 0 {
		return false
	}
	if bet := b.txs[txKey{j.vendor, o.RefTxID}]; bet != nil {
		return bet.amount == 0
	}
	free := o.Campaign != ""
	b.jobs(func(other *job) { // its bet may be in the same batch
		free = free || other.vendor == j.vendor && other.op.TxID == o.RefTxID && other.amount == 0
	})
	return free
}

// Write implements wallet.Work.
func (b *batch) Write(q *pgx.Batch) error {
	for _, t := range b.tasks {
		if b.held(t) {
			continue
		}
		if err := b.carry(t); err != nil {
			return err
		}
	}
	for _, s := range b.first {
		q.Queue(s.sql, s.args...)
	}
	b.book.Write(q)
	b.writeRows(q)
	b.gate.Write(q)
	b.writeRest(q)
	for _, p := range b.parts {
		p.Write(q)
	}
	return nil
}

func (b *batch) carry(t *task) error {
	if t.atomic {
		return b.decideAll(t)
	}
	for _, j := range t.jobs {
		if err := b.decide(j); err != nil {
			return fmt.Errorf("vendor %s: %s %s: %w", j.vendor, j.op.Kind, j.op.TxID, err)
		}
	}
	return nil
}

// Held implements wallet.Work.
func (b *batch) Held(i int) bool { return b.held(b.tasks[i]) }

func (b *batch) held(t *task) bool {
	return slices.ContainsFunc(t.jobs, func(j *job) bool { return b.book.Held(j.member, j.op.Currency) })
}
