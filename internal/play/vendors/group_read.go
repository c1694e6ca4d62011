package vendors

import (
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/operator/site"
)

const transactionsSQL = `
SELECT t.vendor_id, t.tx_id, t.kind, t.ref_tx_id, t.member_id, t.round_id, t.currency, t.amount, t.req_hash, t.status, t.our_tx_id,
       t.balance_after, t.closes, t.campaign_id, t.free_win, coalesce(t.rolled_back_by, '')
  FROM unnest($1::text[], $2::text[]) AS u (vendor_id, tx_id) JOIN vendor_tx t USING (vendor_id, tx_id)`

func (g *group) readTransactions(q *pgx.Batch, p pairs) {
	q.Queue(transactionsSQL, p.a, p.b).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			t := &transaction{stored: true}
			if err := rows.Scan(&t.key.vendor, &t.key.id, &t.kind, &t.ref, &t.member, &t.round, &t.currency, &t.amount, &t.hash, &t.status,
				&t.our, &t.balance, &t.closes, &t.campaign, &t.free, &t.rolledBackBy); err != nil {
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
	roundColumns = `r.vendor_id, r.round_id, r.member_id, r.currency, r.state, r.bets, r.stake, r.voided, r.payout, r.closed_at, r.game_code,
       turnover_before(r.member_id, r.currency, r.id)`
	roundsSQL = `SELECT ` + roundColumns + `
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
			&r.closedAt, &r.game, &r.beforeClear); err != nil {
			return fmt.Errorf("rounds: %w", err)
		}
		g.rounds[r.key] = r
	}
	return rows.Err() //nolint:wrapcheck // the batch names it
}

const standingsSQL = `
SELECT member, vendor, token, game, currency, path, refusal, max_stake, max_win, watched, wager_room, loss_room
  FROM vendor_standings($1, $2, $3, $4, $5, $6, $7, $8)`

func (g *group) readStandings(q *pgx.Batch, keys map[standingKey]bool) {
	limits, n := site.Defaults(), len(keys)
	members, vendors, tokens, games := make([]string, 0, n), make([]string, 0, n), make([]string, 0, n), make([]string, 0, n)
	currencies := make([]string, 0, n)
	for k := range keys {
		currencies = append(currencies, k.currency)
		members, vendors, tokens, games = append(members, k.member), append(vendors, k.vendor), append(tokens, k.token), append(games, k.game)
	}
	q.Queue(standingsSQL, members, vendors, tokens, games, currencies, int64(limits.MaxStake), int64(limits.MaxWin), g.now).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			var k standingKey
			var s betLimits
			var f limitUsage
			if err := rows.Scan(&k.member, &k.vendor, &k.token, &k.game, &k.currency, &s.path, &s.refusal, &s.maxStake, &s.maxWin,
				&f.watched, &f.room.wager, &f.room.loss); err != nil {
				return fmt.Errorf("standings: %w", err)
			}
			g.standings[k], g.flows[flowKey{k.member, k.currency}] = s, &f
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
