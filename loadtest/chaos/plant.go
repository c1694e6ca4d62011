package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/accounting/reconcile"
	"hubstake/internal/core/id"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/live"
	"hubstake/internal/live/outbox"
	"hubstake/internal/platform/redisx"
)

// planted are corruptions by hand, one for each of the ten, with the check that has to find it. Each is undone by a rollback.
var planted = []struct {
	number     int
	check, sql string
}{
	{1, "balance_is_ledger", `UPDATE wallet_balance SET balance = balance + 1 WHERE member_id = $1`},
	{2, "versions_without_hole", `DELETE FROM wallet_ledger WHERE member_id = $1 AND version = 2`},
	{2, "running_balance", `UPDATE wallet_ledger SET balance_after = balance_after + 1 WHERE member_id = $1 AND version = 3`},
	{3, "accounts_sum_to_zero", `UPDATE wallet_balance SET points = points + 1 WHERE member_id = $1`},
	{4, "casino_tx_has_ledger_row", `DELETE FROM wallet_ledger WHERE member_id = $1 AND kind = 'bet' AND version = (SELECT max(version) FROM wallet_ledger WHERE member_id = $1 AND kind = 'bet')`},
	{5, "nothing_negative", `ALTER TABLE wallet_balance DROP CONSTRAINT wallet_balance_held_check; UPDATE wallet_balance SET held = -1`},
	{6, "casino_tx_answer_is_stored", `UPDATE casino_tx SET balance_after = balance_after + 1 WHERE member_id = $1`},
	{6, "one_effect_per_id", `INSERT INTO wallet_ledger SELECT member_id, currency, version + 1000000, unit, contra, kind, amount, balance_after, ref FROM wallet_ledger WHERE member_id = $1 AND kind = 'convert.cash' LIMIT 1`},
	{7, "rolled_back_bet_nets_zero", `DELETE FROM wallet_ledger WHERE member_id = $1 AND kind = 'rollback'`},
	{7, "bet_pays_at_most_once", `UPDATE casino_tx SET rolled_back_by = 'nobody' WHERE member_id = $1 AND kind = 'bet' AND status = 'OK'`},
	{8, "ledger_row_has_event", `DELETE FROM outbox_event WHERE member = $1 AND cmd = 'CASH'`},
	{9, "one_effect_per_id", `UPDATE wallet_ledger SET ref = 'paid-twice' WHERE member_id = $1 AND kind IN ('convert.cash', 'seed')`},
	{10, "withdrawal_adds_up", `UPDATE cash_request SET amount = amount + 1 WHERE member_id = $1 AND kind = 'out'`},
	{10, "conversion_is_even", `UPDATE wallet_ledger SET amount = amount + 1 WHERE member_id = $1 AND kind = 'convert.cash'`},
}

// plant corrupts the database in each way, in a transaction that is undone, and demands that the checks say so. The last one
// takes an entry out of a stream: the instance is not used any more.
func (t *moneyTest) plant(ctx context.Context) (problems []string) {
	for _, p := range planted {
		found, err := t.corrupted(ctx, p.sql)
		switch {
		case err != nil:
			problems = append(problems, fmt.Sprintf("planting for check %d, %s: %v", p.number, p.check, err))
		case !slices.ContainsFunc(found, func(v wallet.Violation) bool { return v.Check == p.check }):
			problems = append(problems, fmt.Sprintf("check %d, %s, did not find %s", p.number, p.check, p.sql))
		}
	}
	if err := t.lostEntry(ctx); err != nil {
		problems = append(problems, err.Error())
	}
	if len(problems) == 0 {
		fmt.Printf("%d corruptions planted, all found\n", len(planted)+1)
	}
	return problems
}

// corrupted plants for the first mover who has what is corrupted: in a short run not everybody did everything.
func (t *moneyTest) corrupted(ctx context.Context, sql string) (found []wallet.Violation, err error) {
	for _, m := range t.movers {
		rows, found, err := t.corruptedFor(ctx, sql, m.MemID)
		if err != nil || rows > 0 {
			return found, err
		}
	}
	return nil, errors.New("no member has anything of the kind")
}

// corruptedFor tells how many rows were corrupted, and what the checks found then.
func (t *moneyTest) corruptedFor(ctx context.Context, sql, member string) (rows int64, found []wallet.Violation, err error) {
	tx, err := t.in.db.Begin(ctx)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = tx.Rollback(ctx) }() // nothing of it stays
	if _, err := tx.Exec(ctx, "ALTER TABLE wallet_ledger DISABLE TRIGGER USER", pgx.QueryExecModeSimpleProtocol); err != nil {
		return 0, nil, err
	}
	args := []any{pgx.QueryExecModeSimpleProtocol} // several statements
	if strings.Contains(sql, "$1") {
		args = []any{member}
	}
	done, err := tx.Exec(ctx, sql, args...)
	if err != nil || done.RowsAffected() == 0 {
		return 0, nil, err
	}
	found, err = wallet.ProveIn(ctx, tx, reconcile.All())
	return done.RowsAffected(), found, err
}

// lostEntry takes an entry out of a stream and returns an error when check 8 does not say so. The check leaves out what is so
// young that it may be on its way, so it is asked again until the entry is old enough.
func (t *moneyTest) lostEntry(ctx context.Context) error {
	stream, id, err := t.loseEntry(ctx)
	if err != nil {
		return fmt.Errorf("take an entry out: %w", err)
	}
	given, stop := context.WithTimeout(ctx, settling)
	defer stop()
	for pause(given, time.Second) == nil {
		found, err := outbox.Compare(given, t.in.db, t.rdb)
		if err != nil {
			return err
		}
		if slices.Contains(found, fmt.Sprintf("%s lacks %s", stream, id)) {
			return nil
		}
	}
	return fmt.Errorf("check 8, stream_is_outbox, did not find that %s was taken out of %s", id, stream)
}

// loseEntry takes an entry out of the stream of a mover. It is the newest of those that have one before and one after them: the
// check looks at the newest rows, of what lies before the first entry it asks nothing, and the last one the relay may write again.
func (t *moneyTest) loseEntry(ctx context.Context) (stream, entry string, err error) {
	var newest redisx.EntryID
	for _, m := range t.movers {
		name := live.StreamKey(id.Shard(m.MemID))
		entries, err := t.rdb.XRevRangeN(ctx, name, "+", "-", 3).Result()
		if err != nil {
			return "", "", err
		}
		if len(entries) < 3 {
			continue
		}
		if at, _ := redisx.ParseEntryID(entries[1].ID); at.After(newest) {
			newest, stream, entry = at, name, entries[1].ID
		}
	}
	if stream == "" {
		return "", "", errors.New("no stream has three entries")
	}
	return stream, entry, t.rdb.XDel(ctx, stream, entry).Err()
}
