package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"

	"hubstake/internal/core/money"
	simfault "hubstake/internal/sim/chaos"
	"hubstake/internal/sim/wallet"
)

// mover is a member who does everything that moves money, drawn from a seed, and knows from the answers alone what it has.
type mover struct {
	*player
	t      *moneyTest
	rnd    *rand.Rand
	round  int
	points money.Amount // since the beginning, as delta is of the cash

	bets   []string // of the house that were taken
	kept   []said
	counts map[string]int
}

// said is a vendor's call with the answer that it got.
type said struct {
	op     string
	req    wallet.Request
	answer wallet.Answer
}

// keptAnswers bounds how many answers a mover asks for again at the end.
const keptAnswers = 150

func (m *mover) act(ctx context.Context) error {
	n := m.rnd.IntN(100)
	name, do := "bet", m.playRound
	switch {
	case n < 6:
		name, do = "deposit", m.deposit
	case n < 12:
		name, do = "withdrawal", m.withdraw
	case n < 18:
		name, do = "points", m.convert
	case n < 24:
		name, do = "tombstone", m.tombstone
	case n < 32:
		name, do = "draw", m.draw
	case n < 40:
		name, do = "slip", m.slip
	}
	m.counts[name]++
	if err := do(ctx); err != nil {
		return fmt.Errorf("%s: %s: %w", m.MemID, name, err)
	}
	return nil
}

// vendor repeats a call with the same id, at whichever node, until it is answered; now and then several copies at once.
func (m *mover) vendor(ctx context.Context, op string, req wallet.Request) (wallet.Answer, error) {
	req.Currency, req.MemberID = currency, m.MemID
	var f simfault.Settings
	if m.rnd.IntN(8) == 0 {
		f.Duplicate = 3
	}
	var answer wallet.Answer
	err := persist(ctx, func() (err error) {
		answer, err = m.t.vendors[m.rnd.IntN(len(m.t.vendors))].Call(ctx, op, req, wallet.Patience{Tries: 1, Attempt: callLimit}, f)
		if errors.Is(err, wallet.ErrUnknown) {
			return fmt.Errorf("%w: %w", errUnclear, err)
		}
		return err
	})
	if err != nil {
		return answer, err
	}
	s := said{op, req, answer}
	if len(m.kept) < keptAnswers {
		m.kept = append(m.kept, s)
	} else {
		m.kept[m.rnd.IntN(keptAnswers)] = s
	}
	return answer, nil
}

func (m *mover) expect(answer wallet.Answer, status string) error {
	if answer.Status != status {
		return fmt.Errorf("%s was answered %s, not %s", answer.TxID, answer.Status, status)
	}
	return nil
}

// request names the n-th round of this run; no two runs share a name.
func (m *mover) request(kind string, amount money.Amount) wallet.Request {
	name := fmt.Sprintf("%s-%s-%d", m.t.name, m.MemID, m.round)
	r := wallet.Request{TxID: kind + name, RoundID: name}
	if amount >= 0 {
		r.Amount = strconv.FormatInt(int64(amount), 10)
	}
	return r
}

// playRound is a bet, and then nothing, a win, a rollback, or both of them in either order.
func (m *mover) playRound(ctx context.Context) error {
	m.round++
	stake, prize := money.Amount(100+m.rnd.IntN(5_000)), money.Amount(m.rnd.IntN(8_000))
	bet := m.request("b", stake)
	answer, err := m.vendor(ctx, wallet.Bet, bet)
	if err != nil {
		return err
	}
	if err := m.expect(answer, wallet.OK); err != nil {
		return err
	}
	m.delta -= stake
	win, back := m.request("w", prize), m.request("r", -1)
	win.RefTxID, win.Closes, back.RefTxID = bet.TxID, true, bet.TxID
	type call struct {
		op     string
		req    wallet.Request
		status string
		gain   money.Amount
	}
	var calls []call
	switch m.rnd.IntN(5) {
	case 0:
	case 1, 2:
		calls = []call{{wallet.Win, win, wallet.OK, prize}}
	case 3:
		calls = []call{{wallet.Rollback, back, wallet.OK, stake}, {wallet.Win, win, wallet.RolledBack, 0}}
	case 4:
		calls = []call{{wallet.Win, win, wallet.OK, prize}, {wallet.Rollback, back, wallet.Settled, 0}}
	}
	for _, c := range calls {
		answer, err := m.vendor(ctx, c.op, c.req)
		if err != nil {
			return err
		}
		if err := m.expect(answer, c.status); err != nil {
			return err
		}
		m.delta += c.gain
	}
	return nil
}

// tombstone is a rollback that comes before its bet.
func (m *mover) tombstone(ctx context.Context) error {
	m.round++
	bet, back := m.request("b", 700), m.request("r", -1)
	back.RefTxID = bet.TxID
	answer, err := m.vendor(ctx, wallet.Rollback, back)
	if err != nil {
		return err
	}
	if err := m.expect(answer, wallet.OK); err != nil {
		return err
	}
	if answer, err = m.vendor(ctx, wallet.Bet, bet); err != nil {
		return err
	}
	return m.expect(answer, wallet.RolledBack)
}

// call asks one of the nodes.
func (m *mover) call(ctx context.Context, token, path string, body, data any) error {
	return m.t.nodes[m.rnd.IntN(len(m.t.nodes))].call(ctx, token, path, body, data)
}

// code reports whether an error is one of these refusals.
func code(err error, codes ...string) bool {
	var r refusal
	if errors.As(err, &r) {
		for _, c := range codes {
			if string(r) == c {
				return true
			}
		}
	}
	return false
}
