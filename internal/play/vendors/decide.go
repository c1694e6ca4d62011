package vendors

import (
	"slices"
	"time"

	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
)

// decide carries out one operation of a batch on what the operations before it left: the table of money.md, as vendor_apply
// has it for one operation. Whoever changes a rule changes it there as well; the tests run every case through both.
//
// An error is a defect and undoes the batch. A refusal is an answer.
func (g *group) decide(j *job) error {
	o := j.op
	w, _, ok := g.book.State(j.member, o.Currency)
	if !ok { // no wallet, or one that another transaction holds: then the operation joins a later batch
		j.alone = true
		return nil
	}
	live, game, launch := true, o.Game, launched{}
	if o.Token != "" {
		if launch, ok = g.launches[tokenKey{j.vendor, o.Token}]; !ok && o.Member == "" {
			j.alone = true
			return nil
		}
		live = ok && launch.live && j.member == launch.member
		if game == "" {
			game = launch.game
		}
	}
	j.answer = Answer{TxID: o.TxID, Balance: w.Cash, Currency: o.Currency}
	if t := g.txs[txKey{j.vendor, o.TxID}]; t != nil {
		g.again(j, t)
		return nil
	}
	t := &transaction{
		key: txKey{j.vendor, o.TxID}, kind: o.Kind, ref: o.RefTxID, member: j.member, round: o.RoundID, currency: o.Currency,
		amount: j.amount, hash: j.hash, closes: o.Kind == Win && o.Closes, campaign: o.Campaign, status: OK,
	}
	var effect money.Amount
	record := true
	switch o.Kind {
	case Bet:
		effect = g.bet(j, t, w, live, game)
	case Win:
		effect, record = g.win(j, t, w, game)
	case Rollback:
		effect, record = g.rollback(j, t, w)
	}
	j.answer.Status = t.status
	if !record {
		return nil
	}
	return g.store(j, t, effect, launch)
}

// again answers an id that is known.
func (g *group) again(j *job, t *transaction) {
	o := j.op
	switch {
	case t.kind == tombstone && t.member == j.member && o.Kind != Rollback:
		t.kind, t.ref, t.round, t.currency, t.amount, t.hash = o.Kind, o.RefTxID, o.RoundID, o.Currency, j.amount, j.hash
		t.status, t.balance, t.closes, t.campaign, t.converted = RolledBack, j.answer.Balance, o.Kind == Win && o.Closes, o.Campaign, true
		j.answer.Status, j.tx = RolledBack, t
	case slices.Equal(t.hash, j.hash) && t.member == j.member:
		j.answer.Status, j.answer.Balance, j.answer.Repeated, j.tx = t.status, t.balance, true, t
	default:
		j.answer.Status = Duplicate
	}
}

func (g *group) bet(j *job, t *transaction, w wallet.State, live bool, game string) (effect money.Amount) {
	s, known := g.standings[j.standing()]
	gate := GateNoMember
	if known {
		gate = s.refusal
	}
	switch {
	case !live:
		t.status = TokenExpired
	case slices.Contains([]Gate{GateExcluded, GateDormant, GateMember, GateLocked, GateDenied}, gate):
		t.status = BettingLocked
	case gate == GateSession:
		t.status = LimitReached
	case gate != Open:
		t.status = Maintenance
	case j.amount > s.maxStake:
		t.status = BadAmount
	case !g.flow(j).leaves(j.amount):
		t.status = LimitReached
	case j.amount > w.Cash:
		t.status = InsufficientFunds
	default:
		r := g.rounds[roundKey{j.vendor, t.round, j.member}]
		if r == nil {
			r = g.open(j, t, w, game)
		} else if r.state == roundClosed || r.currency != t.currency {
			t.status = RoundClosed
			return 0
		}
		r.bets, r.stake, r.state, r.closedAt = r.bets+1, r.stake+j.amount, roundOpen, nil
		r.balanceAfter, r.changed = w.Cash-j.amount, true
		return -j.amount
	}
	return 0
}

// win answers record as false when no transaction of ours is named.
func (g *group) win(j *job, t *transaction, w wallet.State, game string) (effect money.Amount, record bool) {
	if t.ref != "" {
		ref := txKey{j.vendor, t.ref}
		switch r := g.txs[ref]; {
		case r == nil && t.campaign == "":
			t.status = NotFound
		case r == nil: // a bonus
		case r.member != t.member || r.currency != t.currency:
			t.status = NotFound
		case r.kind == tombstone || r.status == RolledBack || r.rolledBackBy != "":
			t.status = RolledBack
		case r.kind != Bet || r.status != OK || r.round != t.round:
			t.status = NotFound
		case slices.ContainsFunc(g.wins[ref], func(s settlement) bool { return s.closes }):
			t.status = AlreadySettled
		}
		if t.status == NotFound {
			return 0, false
		}
	}
	if r := g.rounds[roundKey{j.vendor, t.round, j.member}]; r != nil && r.currency != t.currency {
		t.status = WrongCurrency
		return 0, false
	}
	if t.status == OK && j.amount > g.standings[j.standing()].maxWin {
		t.status = BadAmount
	}
	if bet := g.txs[txKey{j.vendor, t.ref}]; t.status == OK && j.amount > 0 && (bet == nil || bet.amount == 0) {
		j.alone = true // a win without a bet: vendor_apply holds it against the vendor's limits, under the lock of the day's sum
		return 0, false
	}
	if t.status != OK {
		return 0, true
	}
	r := g.rounds[roundKey{j.vendor, t.round, j.member}]
	if r == nil {
		r = g.open(j, t, w, game)
	}
	switch {
	case t.closes:
		r.state, r.closedAt = roundClosed, &g.now
	case r.state == roundVoid:
		r.state, r.closedAt = roundOpen, nil
	}
	r.payout, r.balanceAfter, r.changed = r.payout+j.amount, w.Cash+j.amount, true
	g.back(r, j.amount)
	if t.ref != "" {
		ref := txKey{j.vendor, t.ref}
		g.wins[ref] = append(g.wins[ref], settlement{t.key, t.closes})
	}
	return j.amount, true
}

// rollback answers record as false when it names what cannot be rolled back.
func (g *group) rollback(j *job, t *transaction, w wallet.State) (effect money.Amount, record bool) {
	settings, ref := g.settings[j.vendor], txKey{j.vendor, t.ref}
	t.amount = 0
	r := g.txs[ref]
	switch {
	case r == nil:
		g.add(&transaction{
			key: ref, kind: tombstone, member: t.member, round: t.round, currency: t.currency, hash: []byte{}, status: RolledBack,
			balance: w.Cash, rolledBackBy: t.key.id,
		})
		if settings.RollbackUnknown != "" {
			t.status = settings.RollbackUnknown
		}
		return 0, true
	case r.member != t.member || r.kind == Rollback:
		t.status = NotFound
		return 0, false
	case r.currency != t.currency:
		t.status = WrongCurrency
		return 0, false
	case r.status != OK || r.rolledBackBy != "":
		return 0, true // it had no effect, or none any more
	case r.kind == Bet:
		if len(g.wins[ref]) > 0 {
			t.status = AlreadySettled
			return 0, true
		}
		effect, t.amount = r.amount, r.amount
		if v := g.rounds[roundKey{j.vendor, r.round, t.member}]; v != nil {
			if v.bets == 1 && v.payout == 0 {
				v.state, v.closedAt = roundVoid, &g.now
			}
			v.bets, v.stake, v.voided = v.bets-1, v.stake-r.amount, v.voided+r.amount
			v.balanceAfter, v.changed = w.Cash+effect, true
			g.back(v, effect)
		}
	case r.free || r.ref == "" || r.campaign != "":
		j.alone = true // a win that may have no bet: vendor_apply ends what it asks to be played
		return 0, false
	default: // a win
		short := max(r.amount-w.Cash, 0)
		if short > 0 && settings.WinRollback == RefuseDebt {
			t.status = InsufficientFunds
			return 0, true
		}
		effect, t.amount, j.answer.Debt = short-r.amount, r.amount, short
		if v := g.rounds[roundKey{j.vendor, r.round, t.member}]; v != nil {
			switch {
			case v.bets == 0 && v.payout == r.amount:
				v.state, v.closedAt = roundVoid, &g.now
			case r.closes:
				v.state, v.closedAt = roundOpen, nil
			}
			v.payout, v.balanceAfter, v.changed = v.payout-r.amount, w.Cash+effect, true
		}
		if short > 0 {
			g.debts = append(g.debts, debt{t.key, t.member, t.currency, short})
		}
		bet := txKey{j.vendor, r.ref}
		g.wins[bet] = slices.DeleteFunc(g.wins[bet], func(s settlement) bool { return s.tx == r.key })
	}
	r.rolledBackBy, r.undoneByNow = t.key.id, true
	return effect, true
}

// back notes that a round paid, for turnover_back.
func (g *group) back(r *round, amount money.Amount) {
	if r.beforeClear && amount > 0 {
		g.backs = append(g.backs, payment{r.key, amount})
	}
}

// open makes the round of a member's first transaction in it.
func (g *group) open(j *job, t *transaction, w wallet.State, game string) *round {
	_, site, _ := g.book.State(j.member, t.currency)
	r := &round{
		key: roundKey{j.vendor, t.round, j.member}, site: site, game: game, currency: t.currency, state: roundOpen, balanceBefore: w.Cash,
	}
	g.rounds[r.key] = r
	g.newRounds = append(g.newRounds, r)
	return r
}

// store moves the money and keeps the transaction with its answer.
func (g *group) store(j *job, t *transaction, effect money.Amount, l launched) error {
	if effect != 0 {
		kind, path, in := string(t.kind), "", t
		if t.kind == Rollback {
			in = g.txs[txKey{j.vendor, t.ref}]
		}
		game := ""
		if r := g.rounds[roundKey{j.vendor, in.round, j.member}]; r != nil {
			game = r.game
		}
		switch {
		case t.kind == Bet:
			path = g.standings[j.standing()].path
		case t.kind == Win && t.campaign != "":
			kind = "win.promo"
		}
		s, err := g.book.Post(wallet.Move{
			Member: j.member, Currency: t.currency, Unit: wallet.Cash, Amount: effect, Contra: wallet.ContraVendor + j.vendor, Kind: kind,
			Ref: j.vendor + ":" + t.key.id, Trace: j.trace,
		}, path, game)
		if err != nil {
			return err //nolint:wrapcheck // it names the move
		}
		j.answer.Balance, t.version = s.Cash, s.Version
		f := g.flow(j)
		f.lost -= effect
		if t.kind == Bet || t.kind == Rollback && effect > 0 {
			f.wagered -= effect
		}
	}
	t.balance = j.answer.Balance
	g.add(t)
	j.tx = t
	if t.kind == Bet && t.status == OK && l.seen != nil && l.seen.Before(g.now.Add(-time.Minute)) {
		g.seen = append(g.seen, l.session)
	}
	return nil
}

// limitUsage is what the batch moves of a member in the currency of an operation. Of one who only rolls back nothing was read.
func (g *group) flow(j *job) *limitUsage {
	k := flowKey{j.member, j.op.Currency}
	f := g.flows[k]
	if f == nil {
		f = &limitUsage{watched: true}
		g.flows[k] = f
	}
	return f
}

func (g *group) add(t *transaction) {
	g.txs[t.key] = t
	g.fresh = append(g.fresh, t)
}
