package vendors

import (
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

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
	backSQL = `SELECT turnover_back(member_id, currency, id, $4, $5) FROM vendor_round WHERE vendor_id = $1 AND round_id = $2 AND member_id = $3`
	debtSQL = `INSERT INTO vendor_debt (vendor_id, tx_id, member_id, currency, amount, created_at) VALUES ($1, $2, $3, $4, $5, $6)`
)

// writeFlows notes what the batch moved, for the members' own limits.
func (g *group) writeFlows(q *pgx.Batch) {
	var members, currencies []string
	var wagered, lost []int64
	for k, f := range g.flows {
		if f.watched && (f.wagered != 0 || f.lost != 0) {
			members, currencies = append(members, k.member), append(currencies, k.currency)
			wagered, lost = append(wagered, int64(f.wagered)), append(lost, int64(f.lost))
		}
	}
	if len(members) > 0 {
		q.Queue(`SELECT protection_note($1, $2, $3, $4, $5)`, members, currencies, wagered, lost, g.now)
	}
}

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
	for _, b := range g.backs {
		q.Queue(backSQL, b.round.vendor, b.round.id, b.round.member, int64(b.amount), g.now)
	}
	for _, d := range g.debts {
		q.Queue(debtSQL, d.tx.vendor, d.tx.id, d.member, d.currency, int64(d.amount), g.now)
	}
	if len(g.seen) > 0 {
		q.Queue(`SELECT vendor_seen($1, $2)`, g.seen, g.now)
	}
}
