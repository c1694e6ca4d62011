package vendors

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/money"
	"hubstake/internal/site"
	"hubstake/internal/wallet"
)

// job is an operation in a batch of the writer.
type job struct {
	request
	member string // the token's, when the operation names none
	hash   []byte

	answer Answer
	tx     *transaction // whose number is known after the write
	alone  bool         // there is no wallet to lock: the function for one operation knows what to answer
}

// names of rows.
type (
	txKey     struct{ vendor, id string }
	roundKey  struct{ vendor, id, member string }
	memberKey struct{ vendor, member string }
	tokenKey  struct{ vendor, token string }
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
	closes                         bool
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
}

// standing is what may be said of a member with a vendor: vendor_gate.
type standing struct {
	path     string
	refusal  *string // nil: there is no such vendor
	maxStake money.Amount
	maxWin   money.Amount
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

// group is a batch of the writer: what is known after its first trip, and what its second one writes. decide.go has the
// rules between the two.
type group struct {
	jobs []*job
	now  time.Time
	book *wallet.Book

	txs       map[txKey]*transaction
	wins      map[txKey][]settlement // by the bet
	rounds    map[roundKey]*round
	standings map[memberKey]standing
	launches  map[tokenKey]launched
	settings  map[string]Settings

	fresh     []*transaction // to be stored, in order
	newRounds []*round
	debts     []debt
	seen      []string // sessions
}

func (s *Service) begin(jobs []*job) wallet.Work {
	return &group{
		jobs: jobs, now: s.clk.Now(), book: wallet.NewBook(), txs: make(map[txKey]*transaction, len(jobs)), wins: map[txKey][]settlement{},
		rounds: make(map[roundKey]*round, len(jobs)), standings: map[memberKey]standing{}, launches: map[tokenKey]launched{},
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
	var known, refs, standings, tokens, undone, members pairs
	rounds := map[roundKey]bool{}
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
		standings.add(j.member, v)
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
	if len(standings.a) > 0 {
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

const transactionsSQL = `
SELECT t.vendor_id, t.tx_id, t.kind, t.ref_tx_id, t.member_id, t.round_id, t.currency, t.amount, t.req_hash, t.status, t.our_tx_id,
       t.balance_after, t.closes, t.campaign_id, coalesce(t.rolled_back_by, '')
  FROM unnest($1::text[], $2::text[]) AS u (vendor_id, tx_id) JOIN vendor_tx t USING (vendor_id, tx_id)`

func (g *group) readTransactions(q *pgx.Batch, p pairs) {
	q.Queue(transactionsSQL, p.a, p.b).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			t := &transaction{stored: true}
			if err := rows.Scan(&t.key.vendor, &t.key.id, &t.kind, &t.ref, &t.member, &t.round, &t.currency, &t.amount, &t.hash, &t.status,
				&t.our, &t.balance, &t.closes, &t.campaign, &t.rolledBackBy); err != nil {
				return fmt.Errorf("transactions: %w", err)
			}
			g.txs[t.key] = t
		}
		return rows.Err() //nolint:wrapcheck // the batch names it
	})
}

const winsSQL = `
SELECT t.vendor_id, t.ref_tx_id, t.tx_id, t.closes
  FROM unnest($1::text[], $2::text[]) AS u (vendor_id, ref_tx_id) JOIN vendor_tx t USING (vendor_id, ref_tx_id)
 WHERE t.ref_tx_id <> '' AND t.kind = 'win' AND t.status = 'OK' AND t.rolled_back_by IS NULL`

func (g *group) readWins(q *pgx.Batch, p pairs) {
	q.Queue(winsSQL, p.a, p.b).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			var bet txKey
			var s settlement
			if err := rows.Scan(&bet.vendor, &bet.id, &s.tx.id, &s.closes); err != nil {
				return fmt.Errorf("wins: %w", err)
			}
			s.tx.vendor = bet.vendor
			g.wins[bet] = append(g.wins[bet], s)
		}
		return rows.Err() //nolint:wrapcheck // the batch names it
	})
}

const (
	roundColumns = `r.vendor_id, r.round_id, r.member_id, r.currency, r.state, r.bets, r.stake, r.voided, r.payout, r.closed_at`
	roundsSQL    = `SELECT ` + roundColumns + `
  FROM unnest($1::text[], $2::text[], $3::text[]) AS u (vendor_id, round_id, member_id)
  JOIN vendor_round r USING (vendor_id, round_id, member_id)`
	roundsOfSQL = `SELECT ` + roundColumns + `
  FROM unnest($1::text[], $2::text[]) AS u (vendor_id, tx_id) JOIN vendor_tx t USING (vendor_id, tx_id)
  JOIN vendor_round r ON r.vendor_id = t.vendor_id AND r.round_id = t.round_id AND r.member_id = t.member_id`
)

func (g *group) readRounds(q *pgx.Batch, keys map[roundKey]bool) {
	vendors, ids, members := make([]string, 0, len(keys)), make([]string, 0, len(keys)), make([]string, 0, len(keys))
	for k := range keys {
		vendors, ids, members = append(vendors, k.vendor), append(ids, k.id), append(members, k.member)
	}
	q.Queue(roundsSQL, vendors, ids, members).Query(g.scanRounds)
}

// readRoundsOf reads the rounds of transactions that may be rolled back.
func (g *group) readRoundsOf(q *pgx.Batch, p pairs) {
	q.Queue(roundsOfSQL, p.a, p.b).Query(g.scanRounds)
}

func (g *group) scanRounds(rows pgx.Rows) error {
	for rows.Next() {
		r := &round{stored: true}
		if err := rows.Scan(&r.key.vendor, &r.key.id, &r.key.member, &r.currency, &r.state, &r.bets, &r.stake, &r.voided, &r.payout,
			&r.closedAt); err != nil {
			return fmt.Errorf("rounds: %w", err)
		}
		g.rounds[r.key] = r
	}
	return rows.Err() //nolint:wrapcheck // the batch names it
}

const standingsSQL = `SELECT member, vendor, path, refusal, coalesce(max_stake, 0), coalesce(max_win, $4) FROM vendor_standings($1, $2, $3, $4)`

func (g *group) readStandings(q *pgx.Batch, p pairs) {
	limits := site.Defaults()
	q.Queue(standingsSQL, p.a, p.b, int64(limits.MaxStake), int64(limits.MaxWin)).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			var k memberKey
			var s standing
			if err := rows.Scan(&k.member, &k.vendor, &s.path, &s.refusal, &s.maxStake, &s.maxWin); err != nil {
				return fmt.Errorf("standings: %w", err)
			}
			g.standings[k] = s
		}
		return rows.Err() //nolint:wrapcheck // the batch names it
	})
}

const launchesSQL = `SELECT vendor, token, member, game, session, live, seen_at FROM vendor_launches($1, $2, $3)`

func (g *group) readLaunches(q *pgx.Batch, p pairs) {
	q.Queue(launchesSQL, p.a, p.b, g.now).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			var k tokenKey
			var l launched
			if err := rows.Scan(&k.vendor, &k.token, &l.member, &l.game, &l.session, &l.live, &l.seen); err != nil {
				return fmt.Errorf("launches: %w", err)
			}
			g.launches[k] = l
		}
		return rows.Err() //nolint:wrapcheck // the batch names it
	})
}

func (g *group) readSettings(q *pgx.Batch, vendors []string) {
	q.Queue(`SELECT vendor_id, settings FROM vendor_vendor WHERE vendor_id = ANY ($1::text[])`, vendors).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			var id string
			var raw []byte
			var s Settings
			if err := rows.Scan(&id, &raw); err != nil {
				return fmt.Errorf("settings: %w", err)
			}
			if err := json.Unmarshal(raw, &s); err != nil {
				return fmt.Errorf("settings of %s: %w", id, err)
			}
			g.settings[id] = s
		}
		return rows.Err() //nolint:wrapcheck // the batch names it
	})
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
	g.writeRest(q)
	return nil
}

const insertTransactionsSQL = `
INSERT INTO vendor_tx (vendor_id, tx_id, kind, ref_tx_id, member_id, round_id, currency, amount, req_hash, status, version, balance_after,
                       closes, campaign_id, rolled_back_by, created_at)
SELECT v, x, k, r, m, n, c, a, h, s, nullif(ver, 0), b, cl, ca, nullif(rb, ''), $16::timestamptz
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::bytea[], $10::text[],
              $11::bigint[], $12::bigint[], $13::boolean[], $14::text[], $15::text[])
       WITH ORDINALITY AS u (v, x, k, r, m, n, c, a, h, s, ver, b, cl, ca, rb, ord)
 ORDER BY ord
RETURNING vendor_id, tx_id, our_tx_id`

func (g *group) writeTransactions(q *pgx.Batch) {
	if len(g.fresh) == 0 {
		return
	}
	n := len(g.fresh)
	text := func(of func(*transaction) string) []string {
		out := make([]string, n)
		for i, t := range g.fresh {
			out[i] = of(t)
		}
		return out
	}
	amounts, versions, balances := make([]int64, n), make([]int64, n), make([]int64, n)
	hashes, closes := make([][]byte, n), make([]bool, n)
	for i, t := range g.fresh {
		amounts[i], versions[i], balances[i] = int64(t.amount), t.version, int64(t.balance)
		hashes[i], closes[i] = t.hash, t.closes
	}
	q.Queue(insertTransactionsSQL,
		text(func(t *transaction) string { return t.key.vendor }), text(func(t *transaction) string { return t.key.id }),
		text(func(t *transaction) string { return string(t.kind) }), text(func(t *transaction) string { return t.ref }),
		text(func(t *transaction) string { return t.member }), text(func(t *transaction) string { return t.round }),
		text(func(t *transaction) string { return t.currency }), amounts, hashes,
		text(func(t *transaction) string { return string(t.status) }), versions, balances, closes,
		text(func(t *transaction) string { return t.campaign }), text(func(t *transaction) string { return t.rolledBackBy }), g.now,
	).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			var k txKey
			var our int64
			if err := rows.Scan(&k.vendor, &k.id, &our); err != nil {
				return fmt.Errorf("transactions: %w", err)
			}
			g.txs[k].our = our
		}
		return rows.Err() //nolint:wrapcheck // the batch names it
	})
}

const (
	insertRoundsSQL = `
INSERT INTO vendor_round (vendor_id, round_id, member_id, site_id, game_code, currency, bets, stake, voided, payout, state, balance_before,
                          balance_after, created_at, closed_at)
SELECT v, r, m, s, g, c, n, st, vo, p, state, b, a, $14::timestamptz, CASE WHEN closed THEN $14::timestamptz END
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $8::bigint[], $9::bigint[], $10::bigint[],
              $11::text[], $12::bigint[], $13::bigint[], $15::boolean[]) AS u (v, r, m, s, g, c, n, st, vo, p, state, b, a, closed)`
	updateRoundsSQL = `
UPDATE vendor_round r
   SET bets = u.n, stake = u.st, voided = u.vo, payout = u.p, state = u.state, balance_after = u.a, closed_at = u.closed
  FROM unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::bigint[], $6::bigint[], $7::bigint[], $8::text[], $9::bigint[],
              $10::timestamptz[]) AS u (v, r, m, n, st, vo, p, state, a, closed)
 WHERE r.vendor_id = u.v AND r.round_id = u.r AND r.member_id = u.m`
)

// roundArrays are the columns of rounds that both statements write.
type roundArrays struct {
	vendors, ids, members, states []string
	bets                          []int32
	stakes, voided, payouts       []int64
	after                         []int64
}

func (a *roundArrays) add(r *round) {
	a.vendors, a.ids, a.members = append(a.vendors, r.key.vendor), append(a.ids, r.key.id), append(a.members, r.key.member)
	a.states, a.bets, a.stakes = append(a.states, r.state), append(a.bets, r.bets), append(a.stakes, int64(r.stake))
	a.voided, a.payouts, a.after = append(a.voided, int64(r.voided)), append(a.payouts, int64(r.payout)), append(a.after, int64(r.balanceAfter))
}

func (g *group) writeRounds(q *pgx.Batch) {
	if len(g.newRounds) > 0 {
		var a roundArrays
		var sites, games, currencies []string
		var before []int64
		var closed []bool
		for _, r := range g.newRounds {
			a.add(r)
			sites, games, currencies = append(sites, r.site), append(games, r.game), append(currencies, r.currency)
			before, closed = append(before, int64(r.balanceBefore)), append(closed, r.closedAt != nil)
		}
		q.Queue(insertRoundsSQL, a.vendors, a.ids, a.members, sites, games, currencies, a.bets, a.stakes, a.voided, a.payouts, a.states,
			before, a.after, g.now, closed)
	}
	var a roundArrays
	var closed []*time.Time
	for _, r := range g.rounds {
		if r.stored && r.changed {
			a.add(r)
			closed = append(closed, r.closedAt)
		}
	}
	if len(a.ids) > 0 {
		q.Queue(updateRoundsSQL, a.vendors, a.ids, a.members, a.bets, a.stakes, a.voided, a.payouts, a.states, a.after, closed)
	}
}

const (
	undoSQL = `
UPDATE vendor_tx t SET rolled_back_by = u.by
  FROM unnest($1::text[], $2::text[], $3::text[]) AS u (v, x, by) WHERE t.vendor_id = u.v AND t.tx_id = u.x`
	convertSQL = `
UPDATE vendor_tx SET kind = $3, ref_tx_id = $4, round_id = $5, currency = $6, amount = $7, req_hash = $8, status = $9, balance_after = $10,
       closes = $11, campaign_id = $12, created_at = $13
 WHERE vendor_id = $1 AND tx_id = $2`
	debtSQL = `INSERT INTO vendor_debt (vendor_id, tx_id, member_id, currency, amount, created_at) VALUES ($1, $2, $3, $4, $5, $6)`
)

// writeRest queues what few batches have.
func (g *group) writeRest(q *pgx.Batch) {
	var vendors, ids, by []string
	for _, t := range g.txs {
		if !t.stored {
			continue
		}
		if t.undoneByNow {
			vendors, ids, by = append(vendors, t.key.vendor), append(ids, t.key.id), append(by, t.rolledBackBy)
		}
		if t.converted {
			q.Queue(convertSQL, t.key.vendor, t.key.id, string(t.kind), t.ref, t.round, t.currency, int64(t.amount), t.hash, string(t.status),
				int64(t.balance), t.closes, t.campaign, g.now)
		}
	}
	if len(ids) > 0 {
		q.Queue(undoSQL, vendors, ids, by)
	}
	for _, d := range g.debts {
		q.Queue(debtSQL, d.tx.vendor, d.tx.id, d.member, d.currency, int64(d.amount), g.now)
	}
	if len(g.seen) > 0 {
		q.Queue(`SELECT vendor_seen($1, $2)`, g.seen, g.now)
	}
}
