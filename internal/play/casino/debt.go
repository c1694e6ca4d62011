package casino

import (
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/provider"
)

const (
	debtsSQL = `SELECT member, currency, owed FROM casino_debts_from_wins($1, $2, $3)`
	repaySQL = `SELECT casino_repay($1, $2, $3)`
)

// kindDebt is the ledger's reason of what is taken from a win for a debt; the reference is that of the win.
const kindDebt = "debt.win"

// readDebts queues what the members of the batch's wins owe (D-74).
func (b *batch) readDebts(q *pgx.Batch) {
	var who pairs
	b.jobs(func(j *job) {
		if j.op.Kind == provider.Win {
			who.add(j.member, j.op.Currency)
		}
	})
	if len(who.a) == 0 {
		return
	}
	q.Queue(debtsSQL, who.a, who.b, site.Defaults().DebtFromWins).Query(func(rows pgx.Rows) error {
		var k walletKey
		var owed money.Amount
		_, err := pgx.ForEachRow(rows, []any{&k.member, &k.currency, &owed}, func() error {
			b.debts[k] = owed
			return nil
		})
		if err != nil {
			return fmt.Errorf("debts: %w", err)
		}
		return nil
	})
}

// takeDebt takes what the member owes from a win that was just paid. A win that replaces another one is left alone: what it pays is not new money. The answer to
// the provider keeps the balance after the win; the next answer has the one after the debt.
func (b *batch) takeDebt(j *job, t *transaction, paid money.Amount) error {
	take := min(b.debts[j.wallet()], paid)
	if t.kind != provider.Win || take <= 0 || j.replaces != "" {
		return nil
	}
	_, _, err := b.book.PostOnce(wallet.Move{
		Member: j.member, Currency: t.currency, Unit: wallet.Cash, Amount: -take, Contra: wallet.ContraDebt, Kind: kindDebt,
		Ref: j.vendor + ":" + t.key.id, Trace: j.trace,
	})
	if err != nil {
		return err
	}
	b.debts[j.wallet()] -= take
	b.rest = append(b.rest, statement{repaySQL, []any{j.member, t.currency, int64(take)}})
	return nil
}
