package casino

import (
	"math/big"
	"slices"
	"time"

	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/play/betgate"
	"hubstake/internal/play/provider"
)

// decide carries out one operation on what the operations before it left: the table of money.md.
//
// An error is a defect and undoes the batch. A refusal is an answer.
func (b *batch) decide(j *job) error {
	o := j.op
	live, game, launch := true, o.Game, launched{}
	if o.Token != "" {
		var known bool
		if launch, known = b.launches[tokenKey{j.vendor, o.Token}]; !known && o.Member == "" {
			j.answer = provider.Answer{Status: provider.TokenExpired, TxID: o.TxID, Currency: o.Currency}
			return nil
		}
		live = known && launch.live && j.member == launch.member
		if game == "" {
			game = launch.game
		}
	}
	w, _, ok := b.book.State(j.member, o.Currency)
	j.answer = provider.Answer{TxID: o.TxID, Balance: w.Cash, Currency: o.Currency}
	if !ok {
		j.answer.Status = provider.MemberNotFound
		if b.members[j.member] {
			j.answer.Status = provider.WrongCurrency
		}
		return nil
	}
	if t := b.txs[j.key()]; t != nil {
		b.again(j, t)
		return nil
	}
	if b.declined(j) {
		return nil
	}
	t := &transaction{
		key: j.key(), kind: o.Kind, ref: o.RefTxID, member: j.member, round: o.RoundID, currency: o.Currency,
		amount: j.amount, hash: j.hash, closes: o.Kind == provider.Win && o.Closes, campaign: o.Campaign, status: provider.OK,
	}
	var effect money.Amount
	record := true
	switch {
	case j.refuse != "":
		t.status = j.refuse
	case j.pays:
		effect = b.pay(j, t, w, game)
	case o.Kind == provider.Bet:
		effect = b.bet(j, t, w, live, game)
	case o.Kind == provider.Win:
		effect, record = b.win(j, t, w, game)
	default:
		effect, record = b.rollback(j, t, w)
	}
	j.answer.Status, j.answer.Held = t.status, t.held
	if !record || j.subject != nil && t.status != provider.OK {
		return nil
	}
	if p := b.partOf(j); p != nil {
		p.Done(j.subject)
	}
	return b.store(j, t, effect, launch)
}

// decideAll carries out the operations of an atomic batch, or none: then the one that was refused says why, the others say
// BATCH_REFUSED. The refusals are stored, unless that of the one may change (it is not stored itself): then a repeat is decided again.
func (b *batch) decideAll(t *task) error {
	before, bad := b.clone(), -1
	for i, j := range t.jobs {
		if err := b.decide(j); err != nil {
			return err
		}
		if j.answer.Status != provider.OK {
			bad = i
			break
		}
	}
	if bad < 0 {
		return nil
	}
	*b = *before
	why := *t.jobs[bad]
	for i, j := range t.jobs {
		j.refuse = provider.BatchRefused
		if i == bad {
			j.refuse = why.answer.Status
		}
		j.answer, j.recorded = provider.Answer{Status: j.refuse, TxID: j.op.TxID, Currency: j.op.Currency}, false
		if !why.recorded {
			continue
		}
		if err := b.decide(j); err != nil {
			return err
		}
	}
	return nil
}

// again answers an id that is known.
func (b *batch) again(j *job, t *transaction) {
	o := j.op
	switch {
	case t.kind == tombstone && t.member == j.member && o.Kind != provider.Rollback:
		t.kind, t.ref, t.round, t.currency, t.amount, t.hash = o.Kind, o.RefTxID, o.RoundID, o.Currency, j.amount, j.hash
		t.status, t.balance, t.closes, t.campaign, t.converted = provider.RolledBack, j.answer.Balance, o.Kind == provider.Win && o.Closes, o.Campaign, true
		j.answer.Status, j.answer.OurTxID, j.recorded = provider.RolledBack, t.our, true
	case slices.Equal(t.hash, j.hash) && t.member == j.member:
		j.answer.Status, j.answer.Balance, j.answer.OurTxID, j.answer.Repeated, j.recorded = t.status, t.balance, t.our, true, true
		j.answer.Held = t.held
	default:
		j.answer.Status = provider.Duplicate
	}
}

func (b *batch) bet(j *job, t *transaction, w wallet.State, live bool, game string) (effect money.Amount) {
	s := b.gate.Limits(j.question())
	switch {
	case !live:
		t.status = provider.TokenExpired
	case s.Refusal != betgate.Open:
		t.status = refusedBet(s.Refusal)
	case j.amount > s.MaxStake:
		t.status = provider.BadAmount
	case !b.gate.Leaves(j.member, t.currency, j.amount):
		t.status = provider.LimitReached
	case j.amount > w.Cash:
		t.status = provider.InsufficientFunds
	default:
		r := b.rounds[roundKey{j.vendor, t.round, j.member}]
		if r == nil {
			r = b.open(j, t, w, game)
		} else if r.state == roundClosed || r.currency != t.currency {
			t.status = provider.RoundClosed
			return 0
		}
		r.bets, r.stake, r.state, r.closedAt = r.bets+1, r.stake+j.amount, roundOpen, nil
		r.balanceAfter, r.changed = w.Cash-j.amount, true
		return -j.amount
	}
	return 0
}

// refusedBet is the answer to a bet that the gate refuses.
func refusedBet(r betgate.Refusal) provider.Status {
	switch r {
	case betgate.Excluded, betgate.Dormant, betgate.Member, betgate.Locked, betgate.Denied:
		return provider.BettingLocked
	case betgate.Session:
		return provider.LimitReached
	default:
		return provider.Maintenance
	}
}

// win answers record as false when no transaction of ours is named.
func (b *batch) win(j *job, t *transaction, w wallet.State, game string) (effect money.Amount, record bool) {
	if t.ref != "" {
		ref := txKey{j.vendor, t.ref}
		switch r := b.txs[ref]; {
		case r == nil && t.campaign == "":
			t.status = provider.NotFound
		case r == nil: // a bonus
		case r.member != t.member || r.currency != t.currency:
			t.status = provider.NotFound
		case r.kind == tombstone || r.status == provider.RolledBack || r.rolledBackBy != "" && !j.restores:
			t.status = provider.RolledBack
		case r.kind != provider.Bet || r.status != provider.OK || r.round != t.round:
			t.status = provider.NotFound
		case slices.ContainsFunc(b.wins[ref], func(s settlement) bool { return s.closes && !j.replacing(s) }):
			t.status = provider.AlreadySettled
		}
		if t.status == provider.NotFound {
			return 0, false
		}
	}
	if r := b.rounds[roundKey{j.vendor, t.round, j.member}]; r != nil && r.currency != t.currency {
		t.status = provider.WrongCurrency
		return 0, false
	}
	if t.status != provider.OK {
		return 0, true
	}
	ref := txKey{j.vendor, t.ref}
	bet := b.txs[ref]
	free := j.amount > 0 && (bet == nil || bet.amount == 0)
	var stake money.Amount // what the win settles for the first time
	if bet != nil && t.closes && !b.counted[ref] {
		stake, b.counted[ref] = bet.amount, true
	}
	if why := b.holdReason(j, t, w, free, stake); why != "" {
		b.hold(j, t, w, why)
	}
	b.spend(j, t.amount-stake)
	if j.cut != money.Whole {
		b.rest = append(b.rest, statement{saidSQL, []any{j.vendor, t.key.id, j.op.Amount, b.now}})
	}
	t.free = free && !t.held
	return b.credit(j, t, w, game), true
}

// credit puts what a win pays into its round, and returns it.
func (b *batch) credit(j *job, t *transaction, w wallet.State, game string) money.Amount {
	r := b.rounds[roundKey{j.vendor, t.round, j.member}]
	if r == nil {
		r = b.open(j, t, w, game)
	}
	switch {
	case t.closes:
		r.state, r.closedAt = roundClosed, &b.now
	case r.state == roundVoid:
		r.state, r.closedAt = roundOpen, nil
	}
	r.payout, r.balanceAfter, r.changed = r.payout+t.amount, w.Cash+t.amount, true
	if t.free {
		r.free += t.amount
	} else {
		b.back(r, t.amount)
	}
	if t.ref != "" {
		ref := txKey{j.vendor, t.ref}
		b.wins[ref] = append(b.wins[ref], settlement{t.key, t.closes})
	}
	return t.amount
}

// replacing reports whether the win of a settlement is taken back with the operation.
func (j *job) replacing(s settlement) bool {
	return j.replaces != "" && s.tx == txKey{j.vendor, j.replaces}
}

// rollback answers record as false when it names what cannot be rolled back.
func (b *batch) rollback(j *job, t *transaction, w wallet.State) (effect money.Amount, record bool) {
	settings, ref := b.settings[j.vendor], txKey{j.vendor, t.ref}
	t.amount = 0
	r := b.txs[ref]
	switch {
	case r == nil:
		b.add(&transaction{
			key: ref, kind: tombstone, member: t.member, round: t.round, currency: t.currency, hash: []byte{}, status: provider.RolledBack,
			balance: w.Cash, rolledBackBy: t.key.id,
		})
		if settings.RollbackUnknown != "" {
			t.status = settings.RollbackUnknown
		}
		return 0, true
	case r.member != t.member || r.kind == provider.Rollback && !j.restores:
		t.status = provider.NotFound
		return 0, false
	case r.currency != t.currency:
		t.status = provider.WrongCurrency
		return 0, false
	case r.status != provider.OK || r.rolledBackBy != "":
		return 0, true // it had no effect, or none any more
	case r.kind == provider.Rollback:
		return b.restore(j, t, r, w)
	case r.kind == provider.Bet:
		if slices.ContainsFunc(b.wins[ref], func(s settlement) bool { return !j.replacing(s) }) {
			t.status = provider.AlreadySettled
			return 0, true
		}
		if b.counted[ref] { // a win settled it, and was taken back: the stake made room for other wins
			if !b.fits(j, r.amount) {
				t.status = provider.AlreadySettled
				return 0, false // another day there is room
			}
			b.spend(j, r.amount)
		}
		effect, t.amount = r.amount, r.amount
		if v := b.rounds[roundKey{j.vendor, r.round, t.member}]; v != nil {
			if v.bets == 1 && v.payout == 0 {
				v.state, v.closedAt = roundVoid, &b.now
			}
			v.bets, v.stake, v.voided = v.bets-1, v.stake-r.amount, v.voided+r.amount
			v.balanceAfter, v.changed = w.Cash+effect, true
			b.back(v, effect)
		}
	default: // a win
		paid := b.paidAs(r)
		short := max(paid.amount-w.Cash, 0)
		if short > 0 && settings.WinRollback == provider.RefuseDebt {
			t.status = provider.InsufficientFunds
			return 0, true
		}
		effect, t.amount, j.answer.Debt = short-paid.amount, paid.amount, short
		b.spend(j, effect)
		if r.held {
			b.rest = append(b.rest, statement{withdrawSQL, []any{r.key.vendor, r.key.id, b.now}})
		}
		if paid.free || r.ref == "" || r.campaign != "" {
			b.undoNeed(j, paid)
		}
		bet := txKey{j.vendor, r.ref}
		b.wins[bet] = slices.DeleteFunc(b.wins[bet], func(s settlement) bool { return s.tx == r.key || s.tx == paid.key })
		if v := b.rounds[roundKey{j.vendor, r.round, t.member}]; v != nil {
			switch {
			case v.bets == 0 && v.payout == paid.amount:
				v.state, v.closedAt = roundVoid, &b.now
			case r.closes && !slices.ContainsFunc(b.wins[bet], func(s settlement) bool { return s.closes }):
				v.state, v.closedAt = roundOpen, nil
			}
			v.payout, v.balanceAfter, v.changed = v.payout-paid.amount, w.Cash+effect, true
			if paid.free {
				v.free -= paid.amount
			}
		}
		paid.rolledBackBy, paid.undoneByNow = t.key.id, true
		if short > 0 {
			b.rest = append(b.rest, statement{debtSQL, []any{t.key.vendor, t.key.id, t.member, t.currency, int64(short), b.now}})
		}
	}
	if t.round == "" { // a rollback may name no round, and is of that of what it takes back: reports look for it there
		t.round = r.round
	}
	r.rolledBackBy, r.undoneByNow = t.key.id, true
	return effect, true
}

// restore puts a bet of the house in force again, by a rollback of the rollback that gave its stake back. A member who has spent the stake owes what is short.
func (b *batch) restore(j *job, t, back *transaction, w wallet.State) (effect money.Amount, record bool) {
	bet := b.txs[txKey{j.vendor, back.ref}]
	if bet == nil || bet.kind != provider.Bet || bet.status != provider.OK || bet.rolledBackBy != back.key.id {
		t.status = provider.NotFound
		return 0, false
	}
	short := max(bet.amount-w.Cash, 0)
	effect, t.amount, j.answer.Debt = short-bet.amount, bet.amount, short
	if v := b.rounds[roundKey{j.vendor, bet.round, t.member}]; v != nil {
		v.bets, v.stake, v.voided = v.bets+1, v.stake+bet.amount, v.voided-bet.amount
		v.balanceAfter, v.changed = w.Cash+effect, true
	}
	if short > 0 {
		b.rest = append(b.rest, statement{debtSQL, []any{t.key.vendor, t.key.id, t.member, t.currency, int64(short), b.now}})
	}
	t.round = bet.round
	bet.rolledBackBy, bet.undoneByNow = "", true
	back.rolledBackBy, back.undoneByNow = t.key.id, true
	return effect, true
}

// back notes that a round paid which began before a clear of the turnover (turnover_back).
func (b *batch) back(r *round, amount money.Amount) {
	if amount > 0 && (r.beforeClear || b.cleared[walletKey{r.key.member, r.currency}]) {
		b.backs = append(b.backs, statement{backSQL, []any{r.key.vendor, r.key.id, r.key.member, int64(amount), b.now}})
	}
}

// payFree reports whether a win without a bet (of a campaign, or of a bet of 0) keeps within what its provider may pay so: one win, and
// all of a day of the site's clock. If so it is added to the day's sum, and what it asks to be played is noted.
func (b *batch) payFree(j *job, t *transaction, w wallet.State) bool {
	_, site, _ := b.book.State(j.member, t.currency)
	f := b.freeWins[dayKey{site, j.vendor, t.currency}]
	if f == nil || j.amount > f.most || f.paid+j.amount > f.mostADay {
		return false
	}
	f.paid, f.changed = f.paid+j.amount, true
	b.need(j, t, w, f)
	return true
}

// need notes what a win without a bet asks to be played (D-20).
func (b *batch) need(j *job, t *transaction, w wallet.State, f *freeWins) {
	need := new(big.Int).Mul(big.NewInt(int64(j.amount)), big.NewInt(f.rate))
	b.flush(j.wallet())
	b.first = append(b.first, statement{needSQL, []any{
		j.member, t.currency, ledgerKind(t), j.vendor + ":" + t.key.id, need.Div(need, big.NewInt(10_000)).Int64(), int64(w.Cash), int64(w.Points),
		int64(f.smallest), int64(f.pointsLimit), b.now,
	}})
}

// undoNeed ends what a win without a bet asks to be played, because the win is taken back.
func (b *batch) undoNeed(j *job, win *transaction) {
	b.flush(j.wallet())
	b.first = append(b.first, statement{undoNeedSQL, []any{j.vendor + ":" + win.key.id, b.now}})
}

// open makes the round of a member's first transaction in it.
func (b *batch) open(j *job, t *transaction, w wallet.State, game string) *round {
	_, site, _ := b.book.State(j.member, t.currency)
	r := &round{
		key: roundKey{j.vendor, t.round, j.member}, site: site, game: game, currency: t.currency, state: roundOpen, balanceBefore: w.Cash,
	}
	b.rounds[r.key] = r
	b.opened = append(b.opened, r.key)
	return r
}

// store moves the money and keeps the transaction with its answer.
func (b *batch) store(j *job, t *transaction, effect money.Amount, l launched) error {
	if effect != 0 {
		path, in := "", t
		if t.kind == provider.Rollback {
			in = b.txs[txKey{j.vendor, t.ref}]
		}
		game := ""
		if r := b.rounds[roundKey{j.vendor, in.round, j.member}]; r != nil {
			game = r.game
		}
		if t.kind == provider.Bet {
			path = b.gate.Limits(j.question()).Upline
		}
		s, err := b.book.Post(wallet.Move{
			Member: j.member, Currency: t.currency, Unit: wallet.Cash, Amount: effect, Contra: wallet.ContraVendor + j.vendor, Kind: ledgerKind(t),
			Ref: j.vendor + ":" + t.key.id, Trace: j.trace,
		}, path, game)
		if err != nil {
			return err
		}
		j.answer.Balance, t.version = s.Cash, s.Version
		wagered := money.Amount(0)
		if t.kind == provider.Bet || t.kind == provider.Rollback && effect > 0 {
			wagered = -effect
		}
		b.gate.Note(j.member, t.currency, wagered, -effect)
		if err := b.takeDebt(j, t, effect); err != nil {
			return err
		}
	}
	t.balance = j.answer.Balance
	b.add(t)
	j.recorded = true
	if t.kind == provider.Bet && t.status == provider.OK && l.seen != nil && l.seen.Before(b.now.Add(-time.Minute)) {
		b.seen = append(b.seen, l.session)
	}
	return nil
}

// ledgerKind is the reason that the ledger gives for a transaction.
func ledgerKind(t *transaction) string {
	if t.kind == provider.Win && t.campaign != "" {
		return "win.promo"
	}
	return string(t.kind)
}

func (b *batch) add(t *transaction) {
	b.txs[t.key] = t
	b.fresh = append(b.fresh, t.key)
}
