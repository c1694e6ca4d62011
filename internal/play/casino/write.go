package casino

import (
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/platform/pg"
)

const (
	writeSQL = `SELECT casino_write($1, $2, $3, $4)`
	undoSQL  = `
UPDATE casino_tx t SET rolled_back_by = nullif(u.by, '')
  FROM unnest($1::text[], $2::text[], $3::text[]) AS u (v, x, by) WHERE t.vendor_id = u.v AND t.tx_id = u.x`
	convertSQL = `
UPDATE casino_tx SET kind = $3, ref_tx_id = $4, round_id = $5, currency = $6, amount = $7, req_hash = $8, status = $9, balance_after = $10,
       closes = $11, campaign_id = $12, created_at = $13
 WHERE vendor_id = $1 AND tx_id = $2`
	backSQL     = `SELECT turnover_back(member_id, currency, id, $4, $5) FROM casino_round WHERE vendor_id = $1 AND round_id = $2 AND member_id = $3`
	debtSQL     = `INSERT INTO casino_debt (vendor_id, tx_id, member_id, currency, amount, created_at) VALUES ($1, $2, $3, $4, $5, $6)`
	freeWinSQL  = `UPDATE casino_free_win SET amount = $5 WHERE site_id = $1 AND vendor_id = $2 AND currency = $3 AND day = $4`
	needSQL     = `SELECT turnover_add($1, $2, $3, $4, $5, 0, $6, $7, $8, $9, $10)`
	undoNeedSQL = `SELECT turnover_undo($1, $2)`
	saidSQL     = `INSERT INTO casino_said (vendor_id, tx_id, amount, said_at) VALUES ($1, $2, $3, $4)`
	holdSQL     = `SELECT casino_hold($1, $2, $3, $4, $5, $6, $7, $8, $9)`
	withdrawSQL = `UPDATE casino_held_win SET state = 'withdrawn', ended_at = $3 WHERE vendor_id = $1 AND tx_id = $2 AND state = 'held'`
	spendSQL    = `SELECT casino_room_spend($1, $2, $3, $4, $5, $6, $7, $8)`
	seenSQL     = `SELECT casino_seen($1, $2)`
)

// writeRows queues the new transactions, and the rounds that are new or changed. Transactions get their numbers in their order.
func (b *batch) writeRows(q *pgx.Batch) {
	txs := pg.NewRows(16, len(b.fresh))
	for _, k := range b.fresh {
		t := b.txs[k]
		txs.Row()
		txs.Text(t.key.vendor, t.key.id, string(t.kind), t.ref, t.member, t.round, t.currency)
		txs.Int(int64(t.amount))
		txs.Bytes(t.hash)
		txs.Text(string(t.status))
		txs.Int(t.version, int64(t.balance))
		txs.Bool(t.closes)
		txs.Text(t.campaign, t.rolledBackBy)
		txs.Bool(t.free)
	}
	opened, changed := b.takeRounds()
	if txs.Len()+opened.Len()+changed.Len() == 0 {
		return
	}
	q.Queue(writeSQL, txs, opened, changed, b.now).QueryRow(func(row pgx.Row) error {
		var numbers []int64
		if err := row.Scan(&numbers); err != nil {
			return fmt.Errorf("transactions: %w", err)
		}
		for i, k := range b.fresh {
			b.txs[k].our = numbers[i]
		}
		b.jobs(func(j *job) {
			if t := b.txs[j.key()]; j.recorded && t != nil {
				j.answer.OurTxID = t.our
			}
		})
		return nil
	})
}

// takeRounds returns the rounds that are not stored as they are now, and counts them as stored.
func (b *batch) takeRounds() (opened, changed *pg.Rows) {
	opened, changed = pg.NewRows(15, len(b.opened)), pg.NewRows(15, len(b.rounds))
	add := func(rows *pg.Rows, r *round) {
		rows.Row()
		rows.Text(r.key.vendor, r.key.id, r.key.member, r.site, r.game, r.currency)
		rows.Int(int64(r.bets), int64(r.stake), int64(r.voided), int64(r.payout), int64(r.free))
		rows.Text(r.state)
		rows.Int(int64(r.balanceBefore), int64(r.balanceAfter))
		rows.Time(r.closedAt)
		r.stored, r.changed = true, false
	}
	for _, k := range b.opened {
		add(opened, b.rounds[k])
	}
	b.opened = nil
	for _, r := range b.rounds {
		if r.stored && r.changed {
			add(changed, r)
		}
	}
	return opened, changed
}

// flush queues what the batch did to rounds so far, before statements that reckon what a member must play. Afterwards rounds of
// the wallet may have begun before a clear.
func (b *batch) flush(w walletKey) {
	if opened, changed := b.takeRounds(); opened.Len()+changed.Len() > 0 {
		b.first = append(b.first, statement{writeSQL, []any{pg.NewRows(16, 0), opened, changed, b.now}})
	}
	b.first, b.backs = append(b.first, b.backs...), nil
	b.cleared[w] = true
}

// writeRest queues what few batches have.
func (b *batch) writeRest(q *pgx.Batch) {
	var vendors, ids, by []string
	for _, t := range b.txs {
		if !t.stored {
			continue
		}
		if t.undoneByNow {
			vendors, ids, by = append(vendors, t.key.vendor), append(ids, t.key.id), append(by, t.rolledBackBy)
		}
		if t.converted {
			q.Queue(convertSQL, t.key.vendor, t.key.id, string(t.kind), t.ref, t.round, t.currency, int64(t.amount), t.hash, string(t.status),
				int64(t.balance), t.closes, t.campaign, b.now)
		}
	}
	if len(ids) > 0 {
		q.Queue(undoSQL, vendors, ids, by)
	}
	for k, f := range b.freeWins {
		if f.changed {
			q.Queue(freeWinSQL, k.site, k.vendor, k.currency, f.day, int64(f.paid))
		}
	}
	b.writeRooms(q)
	for _, s := range append(b.backs, b.rest...) {
		q.Queue(s.sql, s.args...)
	}
	if len(b.seen) > 0 {
		q.Queue(seenSQL, b.seen, b.now)
	}
}
