package casino

import (
	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/play/provider"
)

// HoldReason is why a win waits for two persons. The provider's answer is OK all the same, because a valid win is never refused.
type HoldReason string

// The reasons, in the order in which they are tried.
const (
	HoldSize HoldReason = "size" // its amount is above what a single movement may carry
	HoldWin  HoldReason = "win"  // it is above the site's maxWin (D-22)
	HoldDay  HoldReason = "day"  // the provider would have paid more than was staked by more than a day's limit
	HoldFree HoldReason = "free" // without a bet, and above what the provider may pay so: one win, or all of a day
)

// HoldReasons lists them.
var HoldReasons = []HoldReason{HoldSize, HoldWin, HoldDay, HoldFree}

// paidKey names the transaction that pays a held win of a provider. Providers' own ids have no tab (provider.Operation.Validate).
func paidKey(tx string) string { return tx + "\tpaid" }

// holdReason returns why a win is held; empty: it is paid. A win without a bet that is paid is added to its day's sum.
func (b *batch) holdReason(j *job, t *transaction, w wallet.State, free bool, stake money.Amount) HoldReason {
	switch {
	case j.amount == 0 || Own(j.vendor):
		return ""
	case j.cut == money.Capped:
		return HoldSize
	case j.amount > b.gate.Limits(j.question()).MaxWin:
		return HoldWin
	case !b.fits(j, j.amount-stake):
		return HoldDay
	case free && !b.payFree(j, t, w):
		return HoldFree
	default:
		return ""
	}
}

// hold accepts a win without paying it: the transaction is of 0, and what was won waits for two persons. When the provider's day is the reason, the site
// stops offering the provider, so that no more is lost than what is held.
func (b *batch) hold(j *job, t *transaction, w wallet.State, why HoldReason) {
	_, site, _ := b.book.State(j.member, t.currency)
	t.held, t.amount = true, 0
	b.rest = append(b.rest, statement{holdSQL, []any{
		t.key.vendor, t.key.id, site, t.member, t.round, t.currency, int64(j.amount), string(why), b.now,
	}})
}

// pay pays a win that was held. Two persons have decided it, so no limit holds, and the sums of the day are left as they are.
func (b *batch) pay(j *job, t *transaction, w wallet.State, game string) money.Amount {
	t.closes = false // the held win closed the round, if it did
	bet := b.txs[txKey{j.vendor, t.ref}]
	t.free = bet == nil || bet.amount == 0
	if t.free {
		_, site, _ := b.book.State(j.member, t.currency)
		if f := b.freeWins[dayKey{site, j.vendor, t.currency}]; f != nil {
			b.need(j, t, w, f)
		}
	}
	return b.credit(j, t, w, game)
}

// paidAs returns the transaction that paid a win: the win itself, or another one if it was held and paid later.
func (b *batch) paidAs(win *transaction) *transaction {
	if win.held {
		if p := b.txs[txKey{win.key.vendor, paidKey(win.key.id)}]; p != nil && p.kind == provider.Win {
			return p
		}
	}
	return win
}
