package reconcile_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/accounting/reconcile"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/commission"
	"hubstake/internal/partners/partner"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/vault"
	"hubstake/internal/play/casino/casinotest"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// world is a member with some of everything: a deposit, withdrawals in each state, points, bets that won, lost and were
// rolled back.
type world struct {
	*testing.T
	db *pgxpool.Pool
	m  factory.M
	p  string // the partner above
	s  *reconcile.Service

	sends       *partner.Sends
	commissions *commission.Service
}

func build(t *testing.T) *world {
	t.Helper()
	return buildOn(t, pgtest.DB(t))
}

func buildOn(t *testing.T, db *pgxpool.Pool) *world {
	t.Helper()
	w := &world{T: t, db: db, s: reconcile.New(db, clock.System{}, nil)}
	w.p = factory.Partner(t, db).MemID
	w.exec("INSERT INTO partner_partner (member_id, site_id, pay_allowed, pay_day_max) VALUES ($1, 'demo', true, 1000000)", w.p)
	w.m = factory.Member(t, db, func(m *factory.M) { m.Parent, m.Cash, m.Points = w.p, 50_000, 900 })
	sites := site.New(db, clock.System{})
	w.sends = partner.NewSends(db, clock.System{}, sites, member.New(db, clock.System{}, sites, factory.Hashing()), message.New(db, clock.System{}))
	require.NoError(t, provider.Upsert(t.Context(), db, "acme", "plain", provider.Settings{}))
	return w
}

func (w *world) exec(sql string, args ...any) {
	w.Helper()
	_, err := w.db.Exec(w.Context(), sql, args...)
	require.NoError(w, err)
}

func (w *world) move(unit wallet.Unit, amount money.Amount, contra, kind, ref string) {
	w.Helper()
	require.NoError(w, pg.InTx(w.Context(), w.db, func(tx pgx.Tx) error {
		_, _, err := wallet.Apply(w.Context(), tx, wallet.Move{
			Member: w.m.MemID, Currency: "KRW", Unit: unit, Amount: amount, Contra: contra, Kind: kind, Ref: ref,
		})
		return err
	}))
}

func (w *world) request(kind string, status int) string {
	w.Helper()
	var id string
	require.NoError(w, w.db.QueryRow(w.Context(), `INSERT INTO cash_request (site_id, member_id, kind, currency, amount, status, processed_at)
		VALUES ('demo', $1, $2, 'KRW', 1000, $3::smallint, CASE WHEN $3::smallint IN (0, 2) THEN NULL ELSE now() END) RETURNING id::text`, w.m.MemID, kind, status).Scan(&id))
	return id
}

// send lets the partner pay, recall a part of it, and reverse a payment.
func (w *world) send(n int) {
	w.Helper()
	require.NoError(w, pg.InTx(w.Context(), w.db, func(tx pgx.Tx) error {
		if err := wallet.Open(w.Context(), tx, w.p, wallet.PT, "demo"); err != nil {
			return err
		}
		_, _, err := wallet.Apply(w.Context(), tx, wallet.Move{
			Member: w.p, Currency: wallet.PT, Unit: wallet.Cash, Amount: 1000, Contra: wallet.ContraCorrection, Kind: "correction", Ref: fmt.Sprint("pt", n),
		})
		return err
	}))
	who := partner.Sender{Site: "demo", Partner: w.p, Agent: audit.Actor{ID: w.p}}
	in := partner.SendInput{Sender: who, Member: w.m.MemID, Amount: money.In(100), Reason: "test"}
	sent, err := w.sends.Pay(w.Context(), in)
	require.NoError(w, err)
	_, err = w.sends.Reverse(w.Context(), partner.ReverseInput{Sender: who, ID: sent.ID, Reason: "test"})
	require.NoError(w, err)
	_, err = w.sends.Pay(w.Context(), in)
	require.NoError(w, err)
	in.Amount = money.In(60)
	_, err = w.sends.Recall(w.Context(), in)
	require.NoError(w, err)
}

// withdrawPT lets the partner withdraw PT: what was paid, what was refused, and, at first, one that is open.
func (w *world) withdrawPT(n int) {
	w.Helper()
	for status, last := range map[int]string{1: "withdraw.pay", -2: "withdraw.release", 0: ""} {
		if status == 0 && n > 0 {
			continue
		}
		var ref string
		require.NoError(w, w.db.QueryRow(w.Context(), `INSERT INTO cash_request (site_id, member_id, kind, currency, amount, status, processed_at)
			VALUES ('demo', $1, 'pt', 'PTC', 100, $2::smallint, CASE WHEN $2::smallint = 0 THEN NULL ELSE now() END) RETURNING id::text`, w.p, status).Scan(&ref))
		m := wallet.Move{Member: w.p, Currency: wallet.PT, Unit: wallet.Cash, Amount: -100, Contra: wallet.ContraHold, Kind: "withdraw.hold", Ref: ref}
		then := m
		if then.Kind, then.Amount = last, 100; status == 1 {
			then.Unit, then.Amount, then.Contra = wallet.Hold, -100, wallet.ContraPayout
		}
		require.NoError(w, pg.InTx(w.Context(), w.db, func(tx pgx.Tx) error {
			_, _, err := wallet.Apply(w.Context(), tx, m)
			if err == nil && last != "" {
				_, _, err = wallet.Apply(w.Context(), tx, then)
			}
			return err
		}))
	}
}

// settle notes the bets of today, adds them up and settles the day, as it will be tomorrow.
func (w *world) settle() {
	w.Helper()
	w.exec("INSERT INTO partner_rate (member_id, site_id, since, rates, changed_by) VALUES ($1, 'demo', '2026-01-01', array_fill(100, ARRAY[13]), 'x')", w.p)
	box, err := vault.New(factory.Key())
	require.NoError(w, err)
	clk := clock.NewManual(time.Now().AddDate(0, 0, 1))
	w.commissions = commission.New(w.db, clk, site.New(w.db, clk), box)
	testkit.Eventually(w, func() bool { // transactions of other tests on the server hold the mark back for a while
		clk.Advance(time.Minute)
		require.NoError(w, w.commissions.Accrue(w.Context()))
		n, err := w.commissions.Settle(w.Context(), "demo")
		require.NoError(w, err)
		return n == 1
	})
	w.bet("last") // of a day that is not settled, and not noted yet
}

// pay pays what was earned.
func (w *world) pay() {
	w.Helper()
	var day time.Time
	require.NoError(w, w.db.QueryRow(w.Context(), "SELECT day FROM commission_statement").Scan(&day))
	n, _, err := w.commissions.DecideAll(w.Context(), audit.Actor{ID: "boss"}, "demo", day)
	require.NoError(w, err)
	require.Equal(w, 1, n)
}

// bet is a bet that wins less than it staked.
func (w *world) bet(id string) {
	w.Helper()
	s := casinotest.Service(w, w.db, clock.System{})
	for _, o := range []provider.Operation{
		{Kind: provider.Bet, TxID: "b" + id, RoundID: id, Amount: "400"}, {Kind: provider.Win, TxID: "w" + id, RefTxID: "b" + id, RoundID: id, Amount: "100", Closes: true},
	} {
		o.Member, o.Currency = w.m.MemID, "KRW"
		_, err := s.Apply(w.Context(), "acme", o, "")
		require.NoError(w, err)
	}
}

// play lets everything happen once; n keeps the ids apart.
func (w *world) play(n int) {
	w.Helper()
	w.move(wallet.Cash, 1000, wallet.ContraDeposit, "deposit", w.request("in", 1))
	paid := w.request("out", 1)
	w.move(wallet.Cash, -1000, wallet.ContraHold, "withdraw.hold", paid)
	w.move(wallet.Hold, -1000, wallet.ContraPayout, "withdraw.pay", paid)
	back := w.request("out", -1)
	w.move(wallet.Cash, -1000, wallet.ContraHold, "withdraw.hold", back)
	w.move(wallet.Cash, 1000, wallet.ContraHold, "withdraw.release", back)
	if n == 0 {
		w.move(wallet.Cash, -1000, wallet.ContraHold, "withdraw.hold", w.request("out", 0))
	}
	w.exec(fmt.Sprintf("SELECT turnover_add('%s', 'KRW', 'deposit', (SELECT max(ref::bigint)::text FROM wallet_ledger WHERE kind = 'deposit' AND member_id = '%[1]s'), 1000, 0, 5000, 0, 5000, 10000, now())", w.m.MemID))
	ref := fmt.Sprint("c", n)
	w.move(wallet.Point, -100, wallet.ContraConversion, "convert.points", ref)
	w.move(wallet.Cash, 100, wallet.ContraConversion, "convert.cash", ref)
	s := casinotest.Service(w, w.db, clock.System{})
	id := func(kind string) string { return fmt.Sprint(kind, n) }
	for _, o := range []provider.Operation{
		{Kind: provider.Bet, TxID: id("b"), RoundID: id("r"), Amount: "500"},
		{Kind: provider.Win, TxID: id("w"), RefTxID: id("b"), RoundID: id("r"), Amount: "700", Closes: true},
		{Kind: provider.Bet, TxID: id("x"), RoundID: id("rx"), Amount: "300"},
		{Kind: provider.Rollback, TxID: id("y"), RefTxID: id("x"), RoundID: id("rx")},
		{Kind: provider.Bet, TxID: id("big"), RoundID: id("rb"), Amount: "900000"},
	} {
		o.Member, o.Currency = w.m.MemID, "KRW"
		_, err := s.Apply(w.Context(), "acme", o, "")
		require.NoError(w, err)
	}
	require.NoError(w, pg.InTx(w.Context(), w.db, func(tx pgx.Tx) error { // a wallet in another currency than the site's
		if err := wallet.Open(w.Context(), tx, w.m.MemID, "VND", "demo"); err != nil {
			return err
		}
		for part := range 2 {
			_, _, err := wallet.Apply(w.Context(), tx, wallet.Move{
				Member: w.m.MemID, Currency: "VND", Unit: wallet.Cash, Amount: 700, Contra: wallet.ContraDeposit, Kind: "gift", Ref: fmt.Sprint(w.m.MemID, n, part),
			})
			if err != nil {
				return err
			}
		}
		return nil
	}))
	w.send(n)
	w.withdrawPT(n)
}

func (w *world) step() []wallet.Violation {
	w.Helper()
	found, err := w.s.Step(w.Context())
	require.NoError(w, err)
	return found
}

func (w *world) full() []wallet.Violation {
	w.Helper()
	found, err := w.s.Full(w.Context())
	require.NoError(w, err)
	return found
}

func names(found []wallet.Violation) (out []string) {
	for _, v := range found {
		out = append(out, v.Check)
	}
	return out
}

// planted is a bet of the sportsbook as no program writes it: without a round, and open although its leg has an outcome since an hour.
const planted = `
WITH l AS (INSERT INTO sports_league (sport, names) VALUES ('soccer', '{}') RETURNING id),
  h AS (INSERT INTO sports_team (sport, names) VALUES ('soccer', '{}') RETURNING id), a AS (INSERT INTO sports_team (sport, names) VALUES ('soccer', '{}') RETURNING id),
  e AS (INSERT INTO sports_event (feed, feed_id, sport, league_id, home_id, away_id, starts_at, planned_at, clock_at, changed_at)
        SELECT 'f', 'e', 'soccer', l.id, h.id, a.id, now(), now(), now(), now() FROM l, h, a RETURNING id),
  m AS (INSERT INTO sports_market (event_id, kind, period, quoted_at) SELECT id, '1x2', 'full', now() FROM e RETURNING id),
  b AS (INSERT INTO bet_bet (id, site_id, member_id, currency, stake, pays, most, combined, bonus, live, accept, same, state, placed_at)
        SELECT 'S1', site_id, member_id, 'KRW', 1, 2, 2, 2000, 1000, false, 'none', '', 'open', now() FROM member_member WHERE role <> 'partner' RETURNING id),
  g AS (INSERT INTO bet_leg (bet_id, place, event_id, market_id, key, price, version, home, away)
        SELECT b.id, 0, e.id, m.id, 'home', 2000, 1, 0, 0 FROM b, e, m RETURNING bet_id)
INSERT INTO settle_outcome (market_id, key, outcome, result, at) SELECT m.id, 'home', 'won', 1, now() - interval '1 hour' FROM m, g`

// plantedDraw is a bet on a draw as no program writes it: without a round in the books, placed after the close, and open although its round was drawn an hour ago.
const plantedDraw = `
WITH c AS (INSERT INTO minigame_chain (id, game, first_no, head, length, sealed) VALUES ('c', 'coin3', 1, sha256(''), 1, '') RETURNING *),
  r AS (INSERT INTO minigame_round (game, no, chain_id, first_no, length, head, place, commitment, beacon, beacon_round, rules, opens_at, closes_at, draws_at, state, seed, outcome, ended_at)
        SELECT game, 1, id, 1, 1, head, 1, sha256('c'), '', 0, 1, now() - interval '2 h', now() - interval '90 min', now() - interval '80 min', 'drawn', sha256('s'),
               '{"coins":["head","head","head"]}', now() - interval '1 h' FROM c RETURNING *)
INSERT INTO minigame_bet (id, site_id, member_id, currency, game, no, selection, price, stake, pays, most, rules, placed_at)
SELECT 'D1', m.site_id, m.member_id, 'KRW', r.game, r.no, 'first.head', 1950, 1, 1, 1, 0, now() FROM r, member_member m WHERE m.role <> 'partner'`

// Corruptions by a faulty program or by hand, with the check that finds each, in a full pass and in the next step.
var corruptions = []struct {
	check, sql string
	nightly    bool // of rows of before the last look, which only the pass over everything reads again
}{
	{"balance_is_ledger", `UPDATE wallet_balance SET balance = balance + 1`, false},
	{"accounts_sum_to_zero", `UPDATE wallet_balance SET points = points + 1`, false},
	{"versions_without_hole", `UPDATE wallet_ledger SET version = 99 WHERE ref = 'acme:b1'`, false},
	{"versions_without_hole", `UPDATE wallet_ledger SET version = 98 WHERE ref = 'acme:b0'`, true},
	{"running_balance", `UPDATE wallet_ledger SET balance_after = balance_after + 1 WHERE ref = 'acme:b1'`, false},
	{"running_balance", `UPDATE wallet_ledger SET balance_after = balance_after + 1 WHERE ref = 'acme:b0'`, true},
	{"casino_tx_has_ledger_row", `UPDATE casino_tx SET amount = amount + 1 WHERE tx_id = 'b1'`, false},
	{"casino_tx_has_ledger_row", `DELETE FROM casino_tx WHERE tx_id = 'w1'`, false},
	{"nothing_negative", `ALTER TABLE wallet_balance DROP CONSTRAINT wallet_balance_points_check; UPDATE wallet_balance SET points = -1`, false},
	{"casino_tx_answer_is_stored", `UPDATE casino_tx SET balance_after = balance_after + 1 WHERE tx_id = 'b1'`, false},
	{"one_effect_per_id", `UPDATE wallet_ledger SET ref = 'c0' WHERE ref = 'c1' AND kind = 'convert.cash'`, false},
	{"one_effect_per_id", `DELETE FROM wallet_ref WHERE kind = 'deposit' AND version = (SELECT max(version) FROM wallet_ref WHERE kind = 'deposit')`, false},
	{"rolled_back_bet_nets_zero", `UPDATE casino_tx SET rolled_back_by = 'nothing' WHERE tx_id = 'x1'`, false},
	{"bet_pays_at_most_once", `UPDATE casino_tx SET ref_tx_id = 'x1' WHERE tx_id = 'w1'`, false},
	{"round_is_its_transactions", `UPDATE casino_round SET stake = stake + 1`, true},
	{"transfer_has_ledger_rows", `UPDATE wallet_ledger SET contra = 'transfer:acme' WHERE ref = 'c1' AND kind = 'convert.cash'`, true},
	{"ledger_row_has_event", `DELETE FROM outbox_event WHERE cmd = 'CASH' AND ver = (SELECT version FROM casino_tx WHERE tx_id = 'b1')`, false},
	{"ledger_row_has_event", `DELETE FROM outbox_event WHERE cmd = 'WALLET' AND ver = (SELECT max(version) FROM wallet_ledger WHERE currency = 'VND')`, false},
	{"withdrawal_adds_up", `UPDATE cash_request SET status = -1 WHERE id = (SELECT max(id) FROM cash_request WHERE kind = 'out' AND status = 1)`, false},
	{"withdrawal_adds_up", `UPDATE cash_request SET amount = amount + 1 WHERE status = 0`, false},
	{"withdrawal_adds_up", `UPDATE cash_request SET amount = amount + 1 WHERE kind = 'pt' AND status = 0`, false},
	{"withdrawal_adds_up", `UPDATE cash_request SET status = -2 WHERE id = (SELECT max(id) FROM cash_request WHERE kind = 'pt' AND status = 1)`, false},
	{"forfeit_is_posted", `UPDATE cash_request SET forfeited = 1 WHERE id = (SELECT max(id) FROM cash_request WHERE kind = 'out')`, true},
	{"deposit_is_posted", `UPDATE cash_request SET amount = amount + 1 WHERE id = (SELECT max(id) FROM cash_request WHERE kind = 'in')`, false},
	{"turnover_need_has_credit", `UPDATE turnover_need SET ref = ref || '-nothing'`, true},
	{"turnover_within_needs", `UPDATE turnover_state SET remainder = 100000`, true},
	{"turnover_forgiven_once", `INSERT INTO turnover_clear (member_id, currency, position, at, forgiven, kept, short, returned)
		SELECT member_id, currency, position, at, 500, 0, 1, 500 FROM turnover_need`, true},
	{"bet_is_its_round", planted, true},
	{"ended_bet_has_no_open_leg", planted + `; UPDATE bet_leg SET open = false`, true},
	{"open_bet_is_running", planted, true},
	{"open_bet_is_running", `INSERT INTO bet_running (member_id, bet_id) VALUES ('m', 'S0')`, true},
	{"decided_bet_is_settled", planted, true},
	{"draw_bet_is_its_round", plantedDraw, true},
	{"draw_bet_came_in_time", plantedDraw, true},
	{"drawn_bet_is_settled", plantedDraw, true},
	{"ended_draw_bet_has_its_round", plantedDraw + `; UPDATE minigame_bet SET state = 'void', ended_at = now()`, true},
	{"rates_in_order", ratesBefore + `UPDATE partner_rate SET rates[13] = 31 WHERE member_id = 'lower1'`, true},
	{"rates_in_order", ratesBefore + `UPDATE partner_rate SET until = now() - interval '1 minute' WHERE member_id = 'upper1' AND until IS NULL`, true},
	{"rates_in_order", ratesBefore + `UPDATE partner_rate SET until = until - interval '1 minute' WHERE member_id = 'upper1' AND until IS NOT NULL`, true},
	{"partner_send_has_moves", `UPDATE wallet_ledger SET amount = amount + 1 WHERE kind = 'partner.pay' AND version = (SELECT max(version) FROM wallet_ledger WHERE kind = 'partner.pay')`, false},
	{"partner_send_has_moves", `UPDATE partner_send SET amount = amount + 1 WHERE id = (SELECT max(id) FROM partner_send)`, false},
	{"partner_send_has_moves", `DELETE FROM partner_send WHERE id = (SELECT max(id) FROM partner_send)`, false},
	{"partner_send_has_moves", `INSERT INTO partner_send (site_id, partner_id, member_id, to_partner, kind, gains, amount, reason, agent_id, pt_after, at, day)
		SELECT site_id, partner_id, member_id, to_partner, 'pay', true, amount, reason, agent_id, pt_after, at, day FROM partner_send LIMIT 1`, true},
	{"partner_moves_cancel_out", `UPDATE wallet_ledger SET contra = 'correction' WHERE kind = 'partner.recall'`, true},
	{"partner_recalls_within_payments", `UPDATE partner_send SET back = amount WHERE gains`, true},
	{"settled_round_has_commission_line", `DELETE FROM commission_line`, true},
	{"settled_round_has_commission_line", `UPDATE commission_line SET stake = stake - 1 WHERE turn = 0`, true},
	{"settled_round_has_commission_line", `UPDATE casino_round SET payout = payout + 1 WHERE round_id = 'r0'`, true},
	{"settled_round_has_commission_line", `UPDATE commission_line SET round = 1000000`, true},
	{"settled_round_has_commission_line", `INSERT INTO commission_line (site_id, day, round, turn, member_id, chain_id, product, game_code, bet_at, settled_at, stake, payout, valid)
		SELECT site_id, day, round, 1, member_id, chain_id, product, game_code, bet_at, settled_at, stake, payout, valid FROM commission_line WHERE turn = 0`, true},
	{"commission_sums_are_lines", `UPDATE commission_member_day SET stake = stake + 1`, true},
	{"commission_sums_are_lines", `DELETE FROM commission_member_day`, true},
	{"commission_sums_are_lines", `UPDATE commission_partner_day SET valid = valid - 1`, true},
	{"commission_sums_are_lines", `UPDATE commission_partner_day SET day = day + 1`, true},
	{"statement_is_its_day", `UPDATE commission_statement SET stake = stake + 1`, true},
	{"statement_is_its_day", `UPDATE commission_statement SET amount = amount + 1`, true},
	{"statement_is_its_day", `UPDATE commission_part SET remainder = remainder + 1`, true},
	{"statement_is_its_day", `UPDATE commission_part SET rolling = rolling + 1`, true},
	{"losing_is_branches", `UPDATE commission_part SET losing = losing + 100000000`, true},
	{"losing_is_branches", `UPDATE commission_statement SET carried_out = carried_out - 1`, true},
	{"losing_is_branches", `UPDATE commission_branch SET share = share + 1`, true},
	{"losing_is_branches", `UPDATE commission_branch SET carried_out = carried_out - 1`, true},
	{"losing_is_branches", `UPDATE commission_branch SET losing = losing + 1, share = share + 1`, true},
	{"debt_repaid_is_posted", `INSERT INTO casino_debt (vendor_id, tx_id, member_id, currency, amount, repaid)
		SELECT vendor_id, tx_id, member_id, currency, 2, 1 FROM casino_tx WHERE tx_id = 'b1'`, true},
	{"debt_is_owed", `INSERT INTO commission_debt (partner_id, site_id, day, owed) SELECT partner_id, site_id, day, 1 FROM commission_statement`, true},
	{"debt_is_owed", `UPDATE commission_statement SET owed_out = -5`, true},
	{"debt_is_owed", `INSERT INTO commission_debt (partner_id, site_id, day, owed, repaid) SELECT partner_id, site_id, day, 0, 1 FROM commission_statement`, true},
	{"losing_is_branches", `ALTER TABLE commission_offset DROP CONSTRAINT commission_offset_partner_id_kept_day_fkey; ` + withOffset + `SELECT partner_id, day, day - 1, 0, 0, -1000000 FROM commission_statement`, true},
	{"statement_is_its_day", `DELETE FROM commission_part; DELETE FROM commission_branch; DELETE FROM commission_statement`, true},
	{"statement_has_move", `UPDATE wallet_ledger SET amount = amount + 1 WHERE contra = 'commission'`, false},
	{"statement_has_move", `UPDATE wallet_ledger SET ref = replace(ref, '-', '+') WHERE contra = 'commission'`, false},
	{"statement_has_move", `UPDATE commission_statement SET state = 'kept'`, false},
	{"statement_has_move", `UPDATE wallet_ledger SET contra = 'correction' WHERE contra = 'commission'`, true},
	{"offsets_follow", withOffset + `SELECT partner_id, day + 1, day, amount + 1, 1, 0 FROM commission_statement`, true},
	{"offsets_follow", withOffset + `SELECT partner_id, day + 1, day, amount, 0, 0 FROM commission_statement; UPDATE commission_statement SET state = 'open', decided_at = NULL`, true},
	{"kept_lines_are_offset", withOffset + `SELECT partner_id, day + 1, day, amount, 1, 0 FROM commission_statement`, true},
	{"kept_lines_are_offset", `INSERT INTO commission_kept_line SELECT partner_id, day + 1, 1000000, day FROM commission_statement`, true},
	{"kept_lines_are_offset", `INSERT INTO commission_kept_line SELECT partner_id, day + 1, (SELECT min(id) FROM commission_line), day FROM commission_statement; UPDATE commission_line SET day = day + 1`, true},
	{"statements_follow", `UPDATE commission_statement SET no = no + 1`, true},
	{"statements_follow", `UPDATE commission_statement SET before = hash`, true},
	{"statements_follow", `UPDATE commission_statement SET owed_in = owed_in - 1`, true},
	{"statements_follow", `UPDATE commission_statement SET carried_in = carried_in + 1`, true},
	{"conversion_is_even", `UPDATE wallet_ledger SET amount = amount + 1 WHERE ref = 'c1' AND kind = 'convert.cash'`, false},
}

// withOffset begins an offset of a statement that is not there.
const withOffset = `ALTER TABLE commission_offset DROP CONSTRAINT commission_offset_partner_id_day_fkey; INSERT INTO commission_offset (partner_id, day, kept_day, kept, rolling, losing) `

func TestEachCheckFindsACorruption(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{"stream_is_outbox": true} // a test of its own
	for _, c := range corruptions {
		seen[c.check] = true
		t.Run(c.check, func(t *testing.T) {
			t.Parallel()
			w := build(t)
			require.Empty(t, w.step(), "the first look begins")
			w.play(0)
			require.Empty(t, w.step())
			earns := slices.ContainsFunc(commission.Invariants, func(i wallet.Invariant) bool { return i.Name == c.check })
			if earns {
				w.settle()
			}
			require.Empty(t, w.full())
			if earns {
				w.pay()
				require.Empty(t, w.full())
			} else {
				w.play(1)
			}
			w.exec("ALTER TABLE wallet_ledger DISABLE TRIGGER USER; " + c.sql)
			if !c.nightly {
				w.stepUntil(c.check)
				require.NotEmpty(t, w.step0(), "and it stays")
			}
			require.Contains(t, names(w.full()), c.check)
		})
	}
	for _, name := range reconcile.Names() {
		require.True(t, seen[name], "%s: no corruption proves it", name)
	}
}

// stepUntil looks until a check is broken. A look reads vendors' transactions only up to where all are committed, and transactions of
// other tests on the same server hold that back.
func (w *world) stepUntil(check string) {
	w.Helper()
	testkit.Eventually(w, func() bool { return slices.Contains(names(w.step()), check) }, check)
}

// step0 is what is stored after one more look.
func (w *world) step0() []string {
	w.Helper()
	w.step()
	rows, err := w.db.Query(w.Context(), "SELECT check_name FROM invariant_violation")
	require.NoError(w, err)
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(w, err)
	return all
}

// Looks between moves, at wallets that are new, at nothing, after a month was archived: never a violation where there is none.
func TestASoundDatabaseHasNoViolation(t *testing.T) {
	t.Parallel()
	w := build(t)
	require.Empty(t, w.full(), "without a look before")
	for n := range 4 {
		require.Empty(t, w.step())
		w.play(n)
		factory.Member(t, w.db, func(m *factory.M) { m.Cash = 100 })
	}
	require.Empty(t, w.step())
	require.Empty(t, w.step(), "nothing happened")
	require.Empty(t, w.full())

	away, err := pg.RotateMonths(t.Context(), w.db, time.Now().AddDate(5, 2, 0))
	require.NoError(t, err)
	require.NotEmpty(t, away)
	require.Empty(t, w.full(), "the sums of archived months are there")
	require.Empty(t, w.step())
	w.play(9)
	require.Empty(t, w.step())
	require.Empty(t, w.full())
}

// A violation stays reported until a full pass does not find it, so that it cannot be overslept.
func TestAViolationStaysUntilAFullPassIsClean(t *testing.T) {
	t.Parallel()
	w := build(t)
	w.step()
	w.exec("UPDATE wallet_balance SET balance = balance + 5")
	require.Contains(t, names(w.step()), "balance_is_ledger")
	w.exec("UPDATE wallet_balance SET balance = balance - 5")
	require.Contains(t, w.step0(), "balance_is_ledger")
	require.Empty(t, w.full())
	require.Empty(t, w.step0(), "the pass has forgotten it")
}

// Moves that commit while a look is under way belong to the next one: two at once, and looks meanwhile.
func TestLooksBesideMoves(t *testing.T) {
	t.Parallel()
	w := build(t)
	w.step()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		defer close(ended)
		for n := 0; ctx.Err() == nil && n < 400; n++ {
			err := pg.InTx(t.Context(), w.db, func(tx pgx.Tx) error {
				_, _, err := wallet.Apply(t.Context(), tx, wallet.Move{
					Member: w.m.MemID, Currency: "KRW", Unit: wallet.Cash, Amount: 1, Contra: wallet.ContraPromo, Kind: "gift", Ref: fmt.Sprint(n),
				})
				return err
			})
			if err != nil {
				ended <- err
				return
			}
		}
	}()
	for range 10 {
		require.Empty(t, w.step())
	}
	stop()
	require.NoError(t, <-ended)
	require.Empty(t, w.step())
}

func TestStreamsAreAskedToo(t *testing.T) {
	t.Parallel()
	w := build(t)
	w.s = reconcile.New(w.db, clock.System{}, func(context.Context) ([]string, error) { return []string{"s lacks 1-1"}, nil })
	w.step()
	require.Equal(t, []string{"stream_is_outbox"}, names(w.step()))
	require.Equal(t, []string{"stream_is_outbox"}, names(w.full()))
}

// ratesBefore is two partners with rates in order, the upper one with a change of them.
const ratesBefore = `
	ALTER TABLE partner_rate DISABLE TRIGGER partner_rates_in_order;
	INSERT INTO member_member (member_id, site_id, role, partner_level, parent_id, upline, nick, nick_key, name, phone, bank_name, account_no, account_holder, lang, pass_hash, pin_hash, status)
	SELECT id, 'demo', 'partner', 1, parent, upline, id, id, '', '', '', '', '', 'en', '', '', 'normal'
	  FROM (VALUES ('upper1', NULL, '{}'::text[]), ('lower1', 'upper1', '{upper1}')) v (id, parent, upline);
	INSERT INTO partner_rate (member_id, site_id, since, until, rates, changed_by)
	SELECT 'upper1', 'demo', now() - interval '2 day', now() - interval '1 day', array_fill(40, '{13}'), 'x';
	INSERT INTO partner_rate (member_id, site_id, since, rates, changed_by)
	SELECT 'upper1', 'demo', now() - interval '1 day', array_fill(30, '{13}'), 'x';
	INSERT INTO partner_rate (member_id, site_id, since, rates, changed_by)
	SELECT 'lower1', 'demo', now() - interval '1 day', array_fill(30, '{13}'), 'x';
	`
