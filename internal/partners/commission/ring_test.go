package commission_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fault"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/commission"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
)

// ring is a head with two partners below it that have its full rates, and a member below each of the three: they play both sides of the same draws.
func ring(t *testing.T, carry bool, losing int64) (*world, *tree) {
	t.Helper()
	w := newWorld(t, monday.Add(-time.Hour))
	begin := monday.Add(-time.Hour)
	tr := &tree{site: "demo", carry: carry, all: []*modelMember{{id: "phead", level: 1, rates: []modelRates{{since: begin}}}}}
	for _, id := range []string{"pleft1", "prght1"} {
		tr.all = append(tr.all, &modelMember{id: id, level: 2, places: []modelPlace{{begin, "phead"}}, rates: []modelRates{{since: begin}}})
	}
	for _, m := range tr.all {
		for _, k := range []int{3, 4, 5} {
			m.rates[0].rates[k] = losing
		}
	}
	tr.all = append(tr.all, &modelMember{id: "mleft1", places: []modelPlace{{begin, "pleft1"}}}, &modelMember{id: "mrght1", places: []modelPlace{{begin, "prght1"}}},
		&modelMember{id: "mhead1", places: []modelPlace{{begin, "phead"}}})
	w.trees = []*tree{tr}
	w.members()
	w.write(begin)
	return w, tr
}

// The ring lost nothing: its left side lost 1,000,000 and its right side won 950,000. Half of the 50,000 is what it may earn, and its head owes the rest.
func TestPlayOnBothSidesOfADrawEarnsNothingBeyondItsLoss(t *testing.T) {
	t.Parallel()
	for _, carry := range []bool{true, false} {
		t.Run(fmt.Sprint("carry ", carry), func(t *testing.T) {
			t.Parallel()
			w, tr := ring(t, carry, 5000)
			approvals := approval.New(w.db, w.clk, site.New(w.db, w.clk), factory.EveryRight)
			w.svc.Approvals(approvals)
			w.bet(tr, "mleft1", 2, 1_000_000, 0, monday.Add(time.Hour))
			w.bet(tr, "mrght1", 2, 1_000_000, 1_950_000, monday.Add(2*time.Hour))
			w.settleAll(monday.AddDate(0, 0, 1).Add(time.Hour))
			day := tuesday.AddDate(0, 0, -1)
			statements := "SELECT concat_ws(' ', partner_id, losing, amount, owed_out) FROM commission_statement WHERE day = '%s' ORDER BY 1"
			require.Equal(t, []string{"phead -475000 0 -475000", "pleft1 500000 500000 0", "prght1 0 0 0"}, w.column(fmt.Sprintf(statements, "2026-09-07")))
			w.sound()

			// One person alone pays nothing in the branch while its head owes.
			d := commission.Decision{Actor: audit.Actor{ID: "boss1"}, Site: "demo", Partner: "pleft1", Day: day, Becomes: commission.Paid}
			require.ErrorIs(t, w.svc.Decide(t.Context(), d), fault.SecondPersonNeeded)
			list, err := w.svc.OfDay(t.Context(), "demo", day, commission.Open, "phead", 1)
			require.NoError(t, err)
			require.Equal(t, []commission.Debt{{Partner: "phead", Owed: 475_000}}, list[0].Debts, "the first person sees it in the list")
			open, err := approvals.Open(t.Context(), "demo", site.Commission)
			require.NoError(t, err)
			require.Len(t, open, 1)
			require.JSONEq(t, `{"day":"2026-09-07T00:00:00Z","was":"open","debts":[{"partner":"phead","owed":475000}]}`, string(open[0].Detail), "and the second one on the card")
			require.Empty(t, w.column("SELECT member_id FROM wallet_balance WHERE balance > 0"))

			// The head owes more by the time that the second person approves: the request is not what that person would agree to.
			w.bet(tr, "mleft1", 2, 1_000, 0, monday.AddDate(0, 0, 1).Add(2*time.Hour))
			w.bet(tr, "mrght1", 2, 1_000, 200_000, monday.AddDate(0, 0, 1).Add(3*time.Hour))
			w.settleAll(monday.AddDate(0, 0, 2).Add(time.Hour))
			require.Equal(t, []string{"phead -500 0 -475500", "pleft1 500 500 0", "prght1 0 0 0"}, w.column(fmt.Sprintf(statements, "2026-09-08")))
			second := approval.Decision{Actor: audit.Actor{ID: "boss2"}, Site: "demo", ID: open[0].ID, Version: open[0].Version}
			require.ErrorIs(t, approvals.Approve(t.Context(), second), fault.PaymentProblem)
			require.ErrorIs(t, w.svc.Decide(t.Context(), d), fault.SecondPersonNeeded)
			open, err = approvals.Open(t.Context(), "demo", site.Commission)
			require.NoError(t, err)
			second.ID, second.Version = open[0].ID, open[0].Version
			require.NoError(t, approvals.Approve(t.Context(), second))
			require.Equal(t, []string{"pleft1 500000"}, w.column("SELECT member_id || ' ' || balance FROM wallet_balance WHERE balance > 0"))
			w.sound()

			// The PT of the head is taken for its debt.
			w.exec("INSERT INTO wallet_balance (member_id, currency, site_id, balance, points, version) VALUES ('phead', 'PTC', 'demo', 0, 0, 0) ON CONFLICT DO NOTHING")
			w.give("phead", 100_000)
			_, err = w.svc.Settle(t.Context(), "demo")
			require.NoError(t, err)
			require.Equal(t, []string{"375500 100000"}, w.column("SELECT owed || ' ' || repaid FROM commission_debt WHERE partner_id = 'phead'"))
			require.Equal(t, []string{"commission.debt phead:2026-09-08:1 -100000"},
				w.column("SELECT concat_ws(' ', kind, ref, amount) FROM wallet_ledger WHERE member_id = 'phead' AND contra = 'commission'"))
			w.sound()
			_, all, err := w.svc.Statements(t.Context(), "demo", "phead", tuesday.AddDate(1, 0, 0), 10)
			require.NoError(t, err)
			require.EqualValues(t, 375_500, all.Owed)
		})
	}
}

// give gives PT to a partner, as head office does.
func (w *world) give(partner string, amount int64) {
	w.exec(`WITH was AS (UPDATE wallet_balance SET balance = balance + $2, version = version + 1 WHERE member_id = $1 AND currency = 'PTC' RETURNING version, balance)
		INSERT INTO wallet_ledger (member_id, currency, version, unit, contra, kind, amount, balance_after, ref, created_at)
		SELECT $1, 'PTC', version, 'cash', 'correction', 'test', $2, balance, 'give' || version, $3 FROM was`, partner, amount, w.clk.Now())
}

// Two statements of a partner who owes are paid at once: its debt is taken once, and its PT is what is left.
func TestTwoPaymentsAtOnceTakeADebtOnce(t *testing.T) {
	t.Parallel()
	w, tr := ring(t, true, 5000)
	approvals := approval.New(w.db, w.clk, site.New(w.db, w.clk), factory.EveryRight)
	w.svc.Approvals(approvals)
	// The head earns on two days, then its partners earn on play that the branch did not lose.
	for d := range 2 {
		w.bet(tr, "mhead1", 2, 100_000, 0, monday.AddDate(0, 0, d).Add(time.Hour))
		w.settleAll(monday.AddDate(0, 0, d+1).Add(time.Hour))
	}
	w.bet(tr, "mleft1", 2, 120_000, 0, monday.AddDate(0, 0, 2).Add(2*time.Hour))
	w.bet(tr, "mrght1", 2, 120_000, 240_000, monday.AddDate(0, 0, 2).Add(3*time.Hour))
	w.settleAll(monday.AddDate(0, 0, 3).Add(time.Hour))
	require.Equal(t, []string{"50000 0", "50000 0", "0 -60000"}, w.column("SELECT amount || ' ' || owed_out FROM commission_statement WHERE partner_id = 'phead' ORDER BY day"))
	for d := range 2 {
		require.ErrorIs(t, w.svc.Decide(t.Context(), commission.Decision{
			Actor: audit.Actor{ID: "boss1"}, Site: "demo", Partner: "phead", Day: tuesday.AddDate(0, 0, d-1), Becomes: commission.Paid,
		}), fault.SecondPersonNeeded)
	}
	open, err := approvals.Open(t.Context(), "demo", site.Commission)
	require.NoError(t, err)
	require.Len(t, open, 2)
	var wg sync.WaitGroup
	for _, r := range open {
		for range 2 { // each one twice
			wg.Go(func() {
				err := approvals.Approve(t.Context(), approval.Decision{Actor: audit.Actor{ID: "boss2"}, Site: "demo", ID: r.ID, Version: r.Version})
				if err != nil && !errors.Is(err, fault.PaymentProblem) {
					t.Error(err)
				}
			})
		}
	}
	wg.Go(func() {
		if _, err := w.svc.Settle(t.Context(), "demo"); err != nil {
			t.Error(err)
		}
	})
	wg.Wait()
	require.Equal(t, []string{"phead 40000"}, w.column("SELECT member_id || ' ' || balance FROM wallet_balance WHERE balance > 0"))
	require.Equal(t, []string{"0 60000"}, w.column("SELECT owed || ' ' || repaid FROM commission_debt WHERE partner_id = 'phead'"))
	w.sound()
}

// newRing is a tree whose partners all have the rates of its head, or some less, and whose accounts know each result before they bet.
func newRing(no int, rnd *rand.Rand) *tree {
	t := newTree(no)
	t.rnd = rnd
	begin := monday.Add(-time.Hour)
	head := modelRates{since: begin}
	for k := range head.rates {
		head.rates[k] = rnd.Int64N(200)
	}
	for _, k := range []int{3, 4, 5} {
		head.rates[k] = 1 + rnd.Int64N(10_000)
	}
	for i, m := range t.all {
		if m.level == 0 {
			continue
		}
		r := head
		if i > 0 && rnd.IntN(4) == 0 { // a lower rate, at most that of the partner above
			above := t.find(t.upline(m.id, begin)[0]).rates[0]
			for k := range r.rates {
				r.rates[k] = rnd.Int64N(above.rates[k] + 1)
			}
		} else if i > 0 {
			r = t.find(t.upline(m.id, begin)[0]).rates[0]
		}
		r.insured, r.part = 0, 0
		m.rates = []modelRates{r}
	}
	return t
}

// collude has the accounts of a ring play one draw: some lose, others win about as much.
func (t *tree) collude(at time.Time) {
	if t.rnd.IntN(5) == 0 {
		t.move(t.all[t.rnd.IntN(len(t.all))], at)
	}
	game := t.rnd.IntN(3) // a sportsbook has no losing rate
	stake := 1000 * (1 + t.rnd.Int64N(1000))
	for _, m := range t.all {
		if m.level > 0 && t.rnd.IntN(2) == 0 || t.rnd.IntN(4) == 0 {
			continue
		}
		payout := int64(0)
		if t.rnd.IntN(2) == 0 {
			payout = stake * (150 + t.rnd.Int64N(60)) / 100
		}
		t.rounds = append(t.rounds, &modelRound{
			id: fmt.Sprintf("r%dx%d", t.no, len(t.rounds)), member: m.id, game: game, bets: 1, folders: 1, counts: true, begun: at, stake: stake,
			states: []modelState{{at: at, state: "closed", stake: stake, payout: payout, valid: stake}},
		})
	}
}

// mostOf is the most that a branch may earn with all its partners: the rolling rate of its head on what was staked, and its losing rate on what the house kept less
// that. With carry it is what was kept at the best moment of all days; without, each day stands for itself.
func (t *tree) mostOf(partner string) *big.Int {
	rolling, carried, losing := new(big.Int), new(big.Int), new(big.Int)
	for d := range days {
		due := new(big.Int)
		for _, r := range t.rounds {
			if !slices.Contains(t.upline(r.member, r.begun), partner) || r.begun.Before(monday.AddDate(0, 0, d)) || !r.begun.Before(monday.AddDate(0, 0, d+1)) {
				continue
			}
			rates, s := t.find(partner).ratesAt(r.begun), r.states[0]
			if s.stake == s.payout {
				s.valid = 0
			}
			pays := mulAll(s.valid, rates.rates[games[r.game].product])
			rolling.Add(rolling, pays)
			base := mulAll(s.stake-s.payout, 10_000)
			due.Add(due, base.Sub(base, pays).Mul(base, big.NewInt(rates.rates[3+games[r.game].product])))
		}
		due.Add(due, carried)
		carried = new(big.Int)
		if due.Sign() > 0 {
			losing.Add(losing, due)
		} else if t.carry {
			carried = due
		}
	}
	return losing.Add(losing, rolling.Mul(rolling, big.NewInt(10_000)))
}

// Rings of partners and accounts that know all results earn no more than the rates of the head of their branch on what it staked and lost, their debts counted, and one person alone
// pays nothing in a branch that owes.
func TestNoRingEarnsOnPlayThatItDidNotLose(t *testing.T) {
	t.Parallel()
	rnd := testkit.Rand(t)
	w := newWorld(t, monday.Add(-time.Hour))
	for i := range testkit.Size(12, 120) {
		w.trees = append(w.trees, newRing(i, rnd))
	}
	approvals := approval.New(w.db, w.clk, site.New(w.db, w.clk), factory.EveryRight)
	w.svc.Approvals(approvals)
	w.members()
	w.write(monday.Add(-time.Hour))
	sites := map[string]bool{}
	for _, tr := range w.trees {
		sites[tr.site] = true
	}
	refused := 0
	for at := monday; at.Before(monday.AddDate(0, 0, days+1)); at = at.Add(step) {
		w.clk.Set(at)
		for _, tr := range w.trees {
			if at.Before(monday.AddDate(0, 0, days)) {
				tr.collude(at)
			}
		}
		w.write(at)
		w.accrue()
		if at.Hour() != 9 || at.Before(monday.AddDate(0, 0, 1)) {
			continue
		}
		for s := range sites {
			_, err := w.svc.Settle(t.Context(), s)
			require.NoError(t, err)
		}
		for _, tr := range w.trees {
			refused += w.payAlone(tr, rnd)
		}
	}
	require.Positive(t, refused, "the rings owe")
	w.sound()
	for _, tr := range w.trees {
		for _, m := range tr.all {
			if m.level > 0 {
				w.branchEarned(tr, m.id)
			}
		}
	}
}

// payAlone has one person pay some of the open statements of a tree, and returns how many of them were refused because a partner above owes.
func (w *world) payAlone(tr *tree, rnd *rand.Rand) (refused int) {
	w.Helper()
	for _, m := range tr.all {
		for d := range days {
			if m.level == 0 || rnd.IntN(3) == 0 {
				continue
			}
			day := tuesday.AddDate(0, 0, d-1)
			debts := w.column(fmt.Sprintf(`SELECT d.partner_id FROM commission_debt d JOIN member_member m ON m.member_id = '%s'
				WHERE d.owed > 0 AND (d.partner_id = m.member_id OR d.partner_id = ANY (m.upline))`, m.id))
			pays := w.column(fmt.Sprintf("SELECT amount::text FROM commission_statement WHERE partner_id = '%s' AND day = '%s' AND state = 'open'", m.id, day.Format(time.DateOnly)))
			err := w.svc.Decide(w.Context(), commission.Decision{Actor: audit.Actor{ID: "boss1"}, Site: tr.site, Partner: m.id, Day: day, Becomes: commission.Paid})
			switch {
			case len(pays) == 0:
				require.Error(w, err)
			case len(debts) > 0 && pays[0] != "0":
				require.ErrorIs(w, err, fault.SecondPersonNeeded)
				refused++
			case errors.Is(err, fault.SecondPersonNeeded): // of a branch that it was in before a move
				refused++
			default:
				require.NoError(w, err)
			}
		}
	}
	return refused
}

// branchEarned compares what all partners of a branch have, may still get and owe with the most that the branch may earn. A branch whose partners were moved is
// only compared when it is a whole tree: what they earned elsewhere is theirs as well.
func (w *world) branchEarned(tr *tree, partner string) {
	w.Helper()
	earned, moved := int64(0), false
	for _, m := range tr.all {
		moved = moved || m.level > 0 && len(m.places) > 1
		if m.level == 0 || (m.id != partner && !slices.Contains(tr.upline(m.id, w.clk.Now()), partner)) {
			continue
		}
		var one int64
		require.NoError(w, w.db.QueryRow(w.Context(), `SELECT coalesce((SELECT sum(balance) FROM wallet_balance WHERE member_id = $1 AND currency = 'PTC'), 0)
			+ coalesce((SELECT sum(amount) FROM commission_statement WHERE partner_id = $1 AND state = 'open'), 0)
			- coalesce((SELECT owed FROM commission_debt WHERE partner_id = $1), 0)`, m.id).Scan(&one))
		earned += one
	}
	if moved && partner != tr.all[0].id {
		return
	}
	most := tr.mostOf(partner)
	require.LessOrEqual(w, mulAll(earned, 100_000_000).Cmp(most), 0, "%s earned %d, and may earn %s", partner, earned, new(big.Int).Quo(most, big.NewInt(100_000_000)))
}

// A settlement reads its day without a transaction id: what is written beside it is delivered however long that takes. The test holds the settlement at the end of its
// reading, by a lock on the branches, and looks.
func TestASettlementThatReadsHoldsNoDeliveryBack(t *testing.T) {
	t.Parallel()
	w, tr := small(t)
	for i := range 300 {
		w.bet(tr, "mlow01", 1, int64(1000+i), 0, monday.Add(time.Hour).Add(time.Duration(i)*time.Millisecond))
	}
	w.clk.Set(monday.AddDate(0, 0, 1).Add(time.Hour))
	w.accrue()
	_, err := w.svc.Settle(t.Context(), "demo") // it is closed and settled once, so that the next one only has the second day
	require.NoError(t, err)
	w.bet(tr, "mlow01", 1, 5000, 0, monday.AddDate(0, 0, 1).Add(2*time.Hour))
	w.clk.Set(monday.AddDate(0, 0, 2).Add(time.Hour))
	w.accrue()
	require.NoError(t, w.svc.AddUp(t.Context(), "demo"))

	gate, err := w.db.Begin(t.Context())
	require.NoError(t, err)
	defer func() { _ = gate.Rollback(context.WithoutCancel(t.Context())) }()
	_, err = gate.Exec(t.Context(), "LOCK TABLE commission_branch IN ACCESS EXCLUSIVE MODE")
	require.NoError(t, err)
	ended := make(chan error, 1)
	go func() {
		_, err := w.svc.Settle(t.Context(), "demo")
		ended <- err
	}()
	const waiting = `SELECT coalesce(backend_xid::text, 'none') FROM pg_stat_activity
		WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid IN (
			SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND ((classid::bigint << 32) | objid::bigint) = hashtextextended('commission.settle|demo', 0))`
	testkit.Eventually(t, func() bool { return len(w.column(waiting)) == 1 })
	require.Equal(t, []string{"none"}, w.column(waiting))
	require.NoError(t, gate.Rollback(t.Context()))
	require.NoError(t, <-ended)
	require.Equal(t, []string{"2026-09-07", "2026-09-08"}, w.column("SELECT DISTINCT day::text FROM commission_statement ORDER BY 1"))
	w.sound()
}

// Cash that a member gives up by closing its account was no gift, and a forfeiture gives back at most what gifts took below the same upline.
func TestOnlyGiftsThatCountedAreTakenBack(t *testing.T) {
	t.Parallel()
	w, tr := small(t)
	gift := func(version int, kind string, amount int64, at time.Time) {
		w.exec(`INSERT INTO wallet_ledger (member_id, currency, version, unit, contra, kind, amount, balance_after, ref, created_at)
			VALUES ('mlow01', 'KRW', $1, 'cash', 'promo', $2, $3, 0, 'x', $4)`, version, kind, amount, at)
	}
	w.bet(tr, "mlow01", 1, 100_000, 0, monday.Add(time.Hour))
	gift(1, "bonus.new", 1_000, monday.Add(2*time.Hour))
	gift(2, "forfeit", -400, monday.Add(3*time.Hour))
	w.settleAll(monday.AddDate(0, 0, 1).Add(time.Hour))
	w.bet(tr, "mlow01", 1, 100_000, 0, monday.AddDate(0, 0, 1).Add(2*time.Hour))
	gift(3, "forfeit", -5_000, monday.AddDate(0, 0, 1).Add(3*time.Hour))
	gift(4, "closing", -70_000, monday.AddDate(0, 0, 1).Add(4*time.Hour))
	w.settleAll(monday.AddDate(0, 0, 2).Add(time.Hour))
	require.Equal(t, []string{"1 1000", "2 -400", "3 -600"}, w.column("SELECT version || ' ' || amount FROM commission_bonus ORDER BY version"))
	require.Equal(t, []string{"600", "-600"}, w.column("SELECT bonus FROM commission_statement WHERE partner_id = 'phead' ORDER BY day"))
	w.sound()
}

// Opposite picks of accounts of one branch in one draw are no valid stake as far as they cover each other; those of accounts that only have the head in common are.
func TestOppositePicksOfABranchAreNoValidStake(t *testing.T) {
	t.Parallel()
	w := newWorld(t, monday.Add(-time.Hour))
	begin, at := monday.Add(-time.Hour), monday.Add(time.Hour)
	partner := func(id, above string, level int) *modelMember {
		m := &modelMember{id: id, level: level, rates: []modelRates{{since: begin}}}
		for k := range m.rates[0].rates {
			m.rates[0].rates[k] = 100
		}
		if above != "" {
			m.places = []modelPlace{{begin, above}}
		}
		return m
	}
	tr := &tree{site: "demo", carry: true, all: []*modelMember{
		partner("phead", "", 1), partner("pmid01", "phead", 2), partner("pleft1", "pmid01", 3), partner("prght1", "pmid01", 3), partner("pother", "phead", 2),
	}}
	for id, above := range map[string]string{"mleft1": "pleft1", "mrght1": "prght1", "mother": "pother"} {
		tr.all = append(tr.all, &modelMember{id: id, places: []modelPlace{{begin, above}}})
	}
	w.trees = []*tree{tr}
	w.members()
	w.write(begin)
	w.exec("INSERT INTO provider_provider (vendor_id, family) VALUES ('minigame', 'seamless'), ('house', 'seamless') ON CONFLICT DO NOTHING")
	w.exec("ALTER TABLE minigame_bet DROP CONSTRAINT minigame_bet_game_no_fkey")
	for i, b := range []struct {
		member, selection string
		stake             int64
	}{{"mleft1", "heads.0", 1000}, {"mrght1", "heads.3", 600}, {"mother", "heads.3", 5000}} {
		id := fmt.Sprint("b", i)
		w.exec(`INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, game_code, currency, bets, stake, payout, state, counts, balance_before, balance_after, created_at, closed_at)
			VALUES ('minigame', $1, $2, 'demo', 't-mini', 'KRW', 1, $3, 0, 'closed', true, 0, 0, $4, $4)`, id, b.member, b.stake, at)
		w.queueDraw(id, b.member, b.selection, b.stake, at)
	}
	// The same in a market of a match, of which two feeds tell with the sides the other way round.
	w.match()
	w.twin()
	for i, b := range []struct {
		member, key string
		stake       int64
	}{{"mleft1", "home", 300}, {"mrght1", "away", 1000}, {"mother", "home", 7000}} {
		r := &modelRound{
			id: fmt.Sprint("s", i), member: b.member, game: 3, bets: 1, folders: 0, counts: true, begun: at, stake: b.stake, states: []modelState{{at: at, state: "closed", stake: b.stake}},
		}
		tr.rounds = append(tr.rounds, r)
	}
	w.write(at)
	for i, feed := range []string{"f", "second", "f"} { // the home side of the second feed is the other one
		w.exec(`INSERT INTO bet_leg (bet_id, place, event_id, market_id, key, price, version, home, away)
			SELECT $1, 1, m.event_id, m.id, 'home', 1500, 1, 0, 0 FROM sports_market m JOIN sports_event e ON e.id = m.event_id WHERE e.feed = $2`, fmt.Sprint("s", i), feed)
	}
	w.clk.Set(at)
	w.accrue()
	require.Equal(t, []string{"mleft1 0 opposed", "mother 7000 ", "mrght1 700 opposed"}, w.column("SELECT member_id || ' ' || valid || ' ' || why FROM commission_line WHERE product = 3 ORDER BY 1"))
	require.Equal(t, []string{"mleft1 400 opposed", "mother 5000 ", "mrght1 0 opposed"}, w.column("SELECT member_id || ' ' || valid || ' ' || why FROM commission_line WHERE product = 2 ORDER BY 1"))
}

// queueDraw stores a bet on a draw, and the transaction that settled it.
func (w *world) queueDraw(id, member, selection string, stake int64, at time.Time) {
	w.Helper()
	w.tx++
	w.exec(`INSERT INTO casino_tx (vendor_id, tx_id, kind, member_id, round_id, currency, amount, req_hash, status, balance_after, created_at)
		VALUES ('minigame', $1, 'win', $2, $3, 'KRW', 1, '', 'OK', 0, $4)`, fmt.Sprint("d", w.tx), member, id, at)
	w.exec(`INSERT INTO minigame_bet (id, site_id, member_id, currency, game, no, selection, price, stake, pays, most, state, rules, placed_at, ended_at)
		VALUES ($1, 'demo', $2, 'KRW', 'coin3', 1, $3, 1950, $4, $4, $4, 'lost', 1, $5, $5)`, id, member, selection, stake, at)
}
