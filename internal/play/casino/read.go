package casino

import (
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/operator/site"
)

const transactionsSQL = `
SELECT t.vendor_id, t.tx_id, t.kind, t.ref_tx_id, t.member_id, t.round_id, t.currency, t.amount, t.req_hash, t.status, t.our_tx_id,
       t.balance_after, t.closes, t.campaign_id, t.free_win, coalesce(t.rolled_back_by, ''),
       t.kind = 'win' AND t.amount = 0 AND EXISTS (SELECT FROM casino_held_win h WHERE h.vendor_id = t.vendor_id AND h.tx_id = t.tx_id)
  FROM unnest($1::text[], $2::text[]) AS u (vendor_id, tx_id) JOIN casino_tx t USING (vendor_id, tx_id)`

func (b *batch) readTransactions(q *pgx.Batch, p pairs) {
	q.Queue(transactionsSQL, p.a, p.b).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			t := &transaction{stored: true}
			if err := rows.Scan(&t.key.vendor, &t.key.id, &t.kind, &t.ref, &t.member, &t.round, &t.currency, &t.amount, &t.hash, &t.status,
				&t.our, &t.balance, &t.closes, &t.campaign, &t.free, &t.rolledBackBy, &t.held); err != nil {
				return fmt.Errorf("transactions: %w", err)
			}
			b.txs[t.key] = t
		}
		return rows.Err()
	})
}

const winsSQL = `
SELECT t.vendor_id, t.ref_tx_id, t.tx_id, t.closes, t.rolled_back_by IS NOT NULL
  FROM unnest($1::text[], $2::text[]) AS u (vendor_id, ref_tx_id) JOIN casino_tx t USING (vendor_id, ref_tx_id)
 WHERE t.ref_tx_id <> '' AND t.kind = 'win' AND t.status = 'OK'`

func (b *batch) readWins(q *pgx.Batch, p pairs) {
	q.Queue(winsSQL, p.a, p.b).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			var bet txKey
			var s settlement
			var undone bool
			if err := rows.Scan(&bet.vendor, &bet.id, &s.tx.id, &s.closes, &undone); err != nil {
				return fmt.Errorf("wins: %w", err)
			}
			s.tx.vendor = bet.vendor
			b.counted[bet] = b.counted[bet] || s.closes
			if !undone {
				b.wins[bet] = append(b.wins[bet], s)
			}
		}
		return rows.Err()
	})
}

const (
	roundColumns = `r.vendor_id, r.round_id, r.member_id, r.currency, r.state, r.bets, r.stake, r.voided, r.payout, r.free_payout, r.closed_at, r.game_code,
       turnover_before(r.member_id, r.currency, r.id)`
	roundsSQL = `SELECT ` + roundColumns + `
  FROM unnest($1::text[], $2::text[], $3::text[]) AS u (vendor_id, round_id, member_id)
  JOIN casino_round r USING (vendor_id, round_id, member_id)`
	roundsOfSQL = `SELECT ` + roundColumns + `
  FROM unnest($1::text[], $2::text[]) AS u (vendor_id, tx_id) JOIN casino_tx t USING (vendor_id, tx_id)
  JOIN casino_round r ON r.vendor_id = t.vendor_id AND r.round_id = t.round_id AND r.member_id = t.member_id`
)

func (b *batch) readRounds(q *pgx.Batch, keys map[roundKey]bool) {
	vendors, ids, members := make([]string, 0, len(keys)), make([]string, 0, len(keys)), make([]string, 0, len(keys))
	for k := range keys {
		vendors, ids, members = append(vendors, k.vendor), append(ids, k.id), append(members, k.member)
	}
	q.Queue(roundsSQL, vendors, ids, members).Query(b.scanRounds)
}

// readRoundsOf reads the rounds of transactions that may be rolled back.
func (b *batch) readRoundsOf(q *pgx.Batch, p pairs) {
	q.Queue(roundsOfSQL, p.a, p.b).Query(b.scanRounds)
}

func (b *batch) scanRounds(rows pgx.Rows) error {
	for rows.Next() {
		r := &round{stored: true}
		if err := rows.Scan(&r.key.vendor, &r.key.id, &r.key.member, &r.currency, &r.state, &r.bets, &r.stake, &r.voided, &r.payout,
			&r.free, &r.closedAt, &r.game, &r.beforeClear); err != nil {
			return fmt.Errorf("rounds: %w", err)
		}
		b.rounds[r.key] = r
	}
	return rows.Err()
}

const launchesSQL = `SELECT vendor, token, member, game, session, live, seen_at FROM casino_launches($1, $2, $3)`

func (b *batch) readLaunches(q *pgx.Batch, p pairs) {
	q.Queue(launchesSQL, p.a, p.b, b.now).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			var k tokenKey
			var l launched
			if err := rows.Scan(&k.vendor, &k.token, &l.member, &l.game, &l.session, &l.live, &l.seen); err != nil {
				return fmt.Errorf("launches: %w", err)
			}
			b.launches[k] = l
		}
		return rows.Err()
	})
}

func (b *batch) readMembers(q *pgx.Batch, ids []string) {
	q.Queue(`SELECT member FROM casino_members($1) AS member`, ids).Query(func(rows pgx.Rows) error {
		var id string
		_, err := pgx.ForEachRow(rows, []any{&id}, func() error {
			b.members[id] = true
			return nil
		})
		return err
	})
}

const freeWinsSQL = `SELECT site, vendor, currency, day, most, most_a_day, paid, rate, smallest, points_min FROM casino_free_wins($1, $2, $3, $4, $5, $6, $7, $8, $9)`

// readFreeWins locks the days' sums, in one order after the wallets.
func (b *batch) readFreeWins(q *pgx.Batch, keys []dayKey) {
	sites, vendors, currencies := make([]string, len(keys)), make([]string, len(keys)), make([]string, len(keys))
	for i, k := range keys {
		sites[i], vendors[i], currencies[i] = k.site, k.vendor, k.currency
	}
	def := site.Defaults()
	q.Queue(freeWinsSQL, sites, vendors, currencies, int64(def.FreeWinMax), int64(def.FreeWinDayMax), def.FreeWinRollingBasisPoints,
		int64(def.SmallestBet), int64(def.PointChangeAmtLimit), b.now).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			var k dayKey
			f := &freeWins{}
			if err := rows.Scan(&k.site, &k.vendor, &k.currency, &f.day, &f.most, &f.mostADay, &f.paid, &f.rate, &f.smallest, &f.pointsLimit); err != nil {
				return fmt.Errorf("free wins: %w", err)
			}
			b.freeWins[k] = f
		}
		return rows.Err()
	})
}
