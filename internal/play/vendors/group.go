package vendors

import (
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
)

// job is an operation in a batch of the writer.
type job struct {
	request
	member string // the token's, when the operation names none
	hash   []byte

	answer Answer
	tx     *transaction // whose number is known after the write
	alone  bool         // vendor_apply knows what to answer, unless the wallet is held
}

// standing names what decides about the operation beside its member's money.
func (j *job) standing() standingKey {
	return standingKey{j.member, j.vendor, j.op.Token, j.op.Game, j.op.Currency}
}

// names of rows.
type (
	txKey    struct{ vendor, id string }
	roundKey struct{ vendor, id, member string }
	// token and game are those that the operation names: without a game it is the token's.
	standingKey struct{ member, vendor, token, game, currency string }
	flowKey     struct{ member, currency string }
	tokenKey    struct{ vendor, token string }
)

// transaction is a row of vendor_tx.
type transaction struct {
	key                            txKey
	kind                           Kind
	ref, member, round, currency   string
	amount, balance                money.Amount
	hash                           []byte
	status                         Status
	our, version                   int64
	closes, free                   bool // free: a win without a bet
	campaign, rolledBackBy         string
	stored, converted, undoneByNow bool // a row of before; its tombstone became the bet; it was rolled back in this batch
}

// States of a round.
const (
	roundOpen   = "open"
	roundClosed = "closed"
	roundVoid   = "void"
)

// round is a row of vendor_round.
type round struct {
	key                         roundKey
	site, game, currency, state string
	bets                        int32
	stake, voided, payout       money.Amount
	balanceBefore, balanceAfter money.Amount
	closedAt                    *time.Time
	stored, changed             bool
	beforeClear                 bool // it began before a clear of the turnover that can be undone
}

// betLimits is the result of the bet gate (vendor_gate) for one member, vendor and game.
type betLimits struct {
	path     string
	refusal  Gate
	maxStake money.Amount
	maxWin   money.Amount
}

// limitUsage is what a batch adds to a member's own limits in one currency (protection_flow), and what they leave.
type limitUsage struct {
	wagered, lost money.Amount
	watched       bool                                // what moves is noted; protection_note asks again
	room          struct{ wager, loss *money.Amount } // before the batch; nil: no limit
}

// leaves reports whether the limits leave room for a stake. A free round takes none.
func (f *limitUsage) leaves(stake money.Amount) bool {
	within := func(room *money.Amount, used money.Amount) bool { return room == nil || stake <= *room-used }
	return stake == 0 || within(f.room.wager, f.wagered) && within(f.room.loss, f.lost)
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

// debt is what a rollback of a win could not take back.
type debt struct {
	tx               txKey
	member, currency string
	amount           money.Amount
}

// payment is what a round paid that began before a clear of the turnover.
type payment struct {
	round  roundKey
	amount money.Amount
}

// group is a batch of the writer: what is known after its first trip, and what its second one writes. decide.go has the
// rules between the two.
type group struct {
	jobs []*job
	now  time.Time
	book *wallet.Book

	txs       map[txKey]*transaction
	wins      map[txKey][]settlement // by the bet
	rounds    map[roundKey]*round
	standings map[standingKey]betLimits
	flows     map[flowKey]*limitUsage
	launches  map[tokenKey]launched
	settings  map[string]Settings

	fresh     []*transaction // to be stored, in order
	newRounds []*round
	debts     []debt
	backs     []payment
	seen      []string // sessions
}

func (s *Service) begin(jobs []*job) wallet.Work {
	for _, j := range jobs { // what an earlier batch left, which was rolled back or did not get the wallet
		j.answer, j.tx, j.alone = Answer{}, nil, false
	}
	return &group{
		jobs: jobs, now: s.clk.Now(), book: wallet.NewBook(), txs: make(map[txKey]*transaction, len(jobs)), wins: map[txKey][]settlement{},
		rounds: make(map[roundKey]*round, len(jobs)), standings: map[standingKey]betLimits{}, flows: map[flowKey]*limitUsage{}, launches: map[tokenKey]launched{},
		settings: map[string]Settings{},
	}
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
func (g *group) Read(q *pgx.Batch) {
	var known, refs, tokens, undone, members pairs
	rounds, standings := map[roundKey]bool{}, map[standingKey]bool{}
	for _, j := range g.jobs {
		o, v := j.op, j.vendor
		g.book.Want(j.member, o.Currency)
		known.add(v, o.TxID)
		if o.RefTxID != "" {
			known.add(v, o.RefTxID)
			refs.add(v, o.RefTxID)
		}
		if o.Token != "" {
			tokens.add(v, o.Token)
		}
		if o.Kind == Rollback {
			undone.add(v, o.RefTxID)
			members.add(v, j.member)
			continue
		}
		standings[j.standing()] = true
		rounds[roundKey{v, o.RoundID, j.member}] = true
	}
	g.book.Lock(q)
	g.readTransactions(q, known)
	if len(refs.a) > 0 {
		g.readWins(q, refs)
	}
	if len(rounds) > 0 {
		g.readRounds(q, rounds)
	}
	if len(standings) > 0 {
		g.readStandings(q, standings)
	}
	if len(tokens.a) > 0 {
		g.readLaunches(q, tokens)
	}
	if len(undone.a) > 0 {
		g.readRoundsOf(q, undone)
		g.readSettings(q, members.a)
	}
}

// Write implements wallet.Work.
func (g *group) Write(q *pgx.Batch) error {
	for _, j := range g.jobs {
		if err := g.decide(j); err != nil {
			return fmt.Errorf("vendor %s: %s %s: %w", j.vendor, j.op.Kind, j.op.TxID, err)
		}
	}
	g.book.Write(q)
	g.writeTransactions(q)
	g.writeRounds(q)
	g.writeFlows(q)
	g.writeRest(q)
	return nil
}

// Held implements wallet.Work.
func (g *group) Held(i int) bool { return g.book.Held(g.jobs[i].member, g.jobs[i].op.Currency) }
