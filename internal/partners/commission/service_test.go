package commission_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/waterfall"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/commission"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// tuesday is a date as PostgreSQL reads it.
var tuesday = time.Date(2026, 9, 8, 0, 0, 0, 0, time.UTC)

// small is a head with a partner and a member below it, who has bets.
func small(t *testing.T) (*world, *tree) {
	t.Helper()
	w := newWorld(t, monday.Add(-time.Hour))
	head := &modelMember{id: "phead", level: 1, rates: []modelRates{{since: monday.Add(-time.Hour)}}}
	low := &modelMember{id: "plow01", level: 2, places: []modelPlace{{monday.Add(-time.Hour), "phead"}}, rates: []modelRates{{since: monday.Add(-time.Hour)}}}
	for k := range head.rates[0].rates {
		head.rates[0].rates[k], low.rates[0].rates[k] = 100, 40
	}
	tr := &tree{site: "demo", carry: true, all: []*modelMember{head, low, {id: "mlow01", places: []modelPlace{{monday.Add(-time.Hour), "plow01"}}}}}
	w.trees = []*tree{tr}
	w.members()
	w.write(monday.Add(-time.Hour))
	return w, tr
}

// bet adds a bet that is settled at once.
func (w *world) bet(tr *tree, member string, game int, stake, payout int64, at time.Time) *modelRound {
	r := &modelRound{
		id: fmt.Sprint("r", len(tr.rounds)), member: member, game: game, bets: 1, folders: 1, counts: true, begun: at, stake: stake,
		states: []modelState{{at: at, state: "closed", stake: stake, payout: payout, valid: stake}},
	}
	tr.rounds = append(tr.rounds, r)
	w.clk.Set(at)
	w.write(at)
	return r
}

// settleAll notes and settles everything up to a moment.
func (w *world) settleAll(at time.Time) {
	w.Helper()
	w.clk.Set(at)
	w.accrue()
	_, err := w.svc.Settle(w.Context(), "demo")
	require.NoError(w, err)
}

func (w *world) column(sql string) []string { return pgtest.Column(w, w.db, sql) }

func TestABetIsPaidByTheRatesAtItsAcceptance(t *testing.T) {
	t.Parallel()
	w, tr := small(t)
	at := monday.Add(time.Hour)
	r := &modelRound{id: "r0", member: "mlow01", game: 1, bets: 1, folders: 1, counts: true, begun: at, stake: 100_000}
	tr.rounds = []*modelRound{r}
	w.write(at)
	for i, m := range []*modelMember{tr.all[1], tr.all[0]} { // the rates fall before the round ends, those of the lower one first
		later := at.Add(time.Duration(i+1) * time.Hour)
		m.rates = append(m.rates, modelRates{since: later})
		w.write(later)
	}
	ended := at.Add(3 * time.Hour)
	r.states = []modelState{{at: ended, state: "closed", stake: 100_000, payout: 0}}
	w.write(ended)
	w.settleAll(monday.AddDate(0, 0, 1).Add(11 * time.Minute))
	// 0.6 % of 100,000 for the head, 0.4 % for the lower one; losing by 1 % of what the house kept less the rolling.
	require.Equal(t, []string{"phead 600 591", "plow01 400 398"}, w.column(`SELECT partner_id || ' ' || rolling || ' ' || losing FROM commission_statement ORDER BY 1`))
}

func TestADayIsSettledTenMinutesAfterItsEndAndNotBeforeItsBetsAreNoted(t *testing.T) {
	t.Parallel()
	w, tr := small(t)
	w.bet(tr, "mlow01", 1, 50_000, 0, monday.Add(time.Hour))
	w.accrue()
	n, err := w.svc.Settle(t.Context(), "demo")
	require.NoError(t, err)
	require.Zero(t, n)
	w.clk.Set(monday.AddDate(0, 0, 1).Add(10*time.Minute - time.Second))
	w.accrue()
	n, err = w.svc.Settle(t.Context(), "demo")
	require.NoError(t, err)
	require.Zero(t, n, "D-30: 00:10")
	w.clk.Set(monday.AddDate(0, 0, 1).Add(20 * time.Minute))
	w.exec("UPDATE commission_cursor SET at = $1", monday.AddDate(0, 0, 1).Add(time.Minute))
	n, err = w.svc.Settle(t.Context(), "demo")
	require.NoError(t, err)
	require.Zero(t, n, "bets of the day may still be on their way")
	w.settleAll(w.clk.Now())
	require.Equal(t, []string{"phead", "plow01"}, w.column("SELECT partner_id FROM commission_statement ORDER BY 1"))
}

// In some zones the clock goes from 23:59 to 01:00 when summer begins: that day begins at 01:00, and the day before lasts until then.
func TestADayWithoutAMidnightBeginsWithItsFirstMoment(t *testing.T) {
	t.Parallel()
	w, tr := small(t)
	w.exec(`UPDATE site_site SET options = options || '{"timeZone": "America/Havana"}'`)
	ends := time.Date(2027, 3, 14, 5, 0, 0, 0, time.UTC) // 00:00 on 14 March would be, and 01:00 is
	w.bet(tr, "mlow01", 1, 50_000, 0, ends.Add(-50*time.Minute))
	w.bet(tr, "mlow01", 1, 70_000, 0, ends.Add(-10*time.Minute))
	w.settleAll(ends.Add(-30 * time.Minute))
	require.Empty(t, w.column("SELECT partner_id FROM commission_statement"), "the day is not over")
	w.settleAll(ends.Add(time.Hour))
	require.Equal(t, []string{"2027-03-13 120000 2027-03-14 05:00:00"},
		w.column("SELECT day || ' ' || stake || ' ' || (until AT TIME ZONE 'UTC') FROM commission_statement WHERE partner_id = 'plow01'"))
}

// A bet that is settled otherwise later is taken back in the next statement and noted again: the first statement stays as it was signed.
func TestACorrectionIsClawedBackInTheNextStatement(t *testing.T) {
	t.Parallel()
	w, tr := small(t)
	r := w.bet(tr, "mlow01", 1, 100_000, 0, monday.Add(time.Hour))
	w.settleAll(monday.AddDate(0, 0, 1).Add(time.Hour))
	first := w.column("SELECT encode(hash, 'hex') FROM commission_statement ORDER BY partner_id")
	r.states = append(r.states, modelState{at: monday.AddDate(0, 0, 1).Add(2 * time.Hour), state: "void"})
	w.write(monday.AddDate(0, 0, 1).Add(2 * time.Hour))
	w.settleAll(monday.AddDate(0, 0, 2).Add(time.Hour))
	require.Equal(t, first, w.column("SELECT encode(hash, 'hex') FROM commission_statement WHERE no = 1 ORDER BY partner_id"))
	require.Equal(t, []string{"phead -600 0 -600", "plow01 -400 0 -400"},
		w.column(`SELECT partner_id || ' ' || rolling || ' ' || amount || ' ' || owed_out FROM commission_statement WHERE no = 2 ORDER BY 1`))
	require.Equal(t, []string{"0 100000 ", "1 -100000 "}, w.column("SELECT turn || ' ' || stake || ' ' || why FROM commission_line ORDER BY turn"))
	// A debt is taken off what comes next.
	w.bet(tr, "mlow01", 1, 200_000, 200_001, monday.AddDate(0, 0, 2).Add(2*time.Hour))
	w.settleAll(monday.AddDate(0, 0, 3).Add(time.Hour))
	require.Equal(t, []string{"phead 600", "plow01 400"}, w.column("SELECT partner_id || ' ' || amount FROM commission_statement WHERE no = 3 ORDER BY 1"))
	var file bytes.Buffer
	require.NoError(t, w.svc.Write(t.Context(), &file, "demo", "phead", tuesday))
	proof, err := waterfall.Recompute(&file)
	require.NoError(t, err)
	require.Equal(t, w.column("SELECT encode(before, 'hex') FROM commission_statement WHERE partner_id = 'phead' AND no = 2")[0], fmt.Sprintf("%x", proof.Before))
}

// decideOne decides about the statement of a partner.
func (w *world) decideOne(partner string, day time.Time, was, becomes commission.State) {
	w.Helper()
	require.NoError(w, w.svc.Decide(w.Context(), commission.Decision{
		Actor: audit.Actor{ID: "boss"}, Site: "demo", Partner: partner, Day: day, Was: was, Becomes: becomes, Reason: "under review",
	}))
}

// correct ends a round otherwise on a later day.
func (w *world) correct(r *modelRound, state string, payout int64, at time.Time) {
	w.Helper()
	s := modelState{at: at, state: state}
	if state == "closed" {
		s.stake, s.payout = r.stake, payout
	}
	r.states = append(r.states, s)
	w.clk.Set(at)
	w.write(at)
}

// sound proves the invariants and computes all files again.
func (w *world) sound() {
	w.Helper()
	broken, err := commission.Check(w.Context(), w.db)
	require.NoError(w, err)
	require.Empty(w, broken)
	w.recompute()
}

// A partner does not owe for a bet that it never got anything for: its statement is kept.
func TestAKeptBetIsNotClawedBack(t *testing.T) {
	t.Parallel()
	w, tr := small(t)
	r := w.bet(tr, "mlow01", 1, 100_000, 0, monday.Add(time.Hour))
	w.settleAll(monday.AddDate(0, 0, 1).Add(time.Hour))
	first := tuesday.AddDate(0, 0, -1)
	w.decideOne("plow01", first, commission.Open, commission.Kept)
	w.correct(r, "void", 0, monday.AddDate(0, 0, 1).Add(2*time.Hour))
	w.settleAll(monday.AddDate(0, 0, 2).Add(time.Hour))
	require.Equal(t, []string{"phead -600 0 -600", "plow01 -400 0 0"},
		w.column(`SELECT partner_id || ' ' || rolling || ' ' || amount || ' ' || owed_out FROM commission_statement WHERE no = 2 ORDER BY 1`))
	require.Equal(t, []string{"plow01 2026-09-07 798 400 398"}, w.column("SELECT concat_ws(' ', partner_id, kept_day, kept, rolling, losing) FROM commission_offset"))
	require.Equal(t, []string{"-40000000"}, w.column("SELECT carried_out FROM commission_branch WHERE day = '2026-09-08' AND partner_id = 'plow01'"))
	var file bytes.Buffer
	require.NoError(t, w.svc.Write(t.Context(), &file, "demo", "plow01", tuesday))
	require.Contains(t, file.String(), `{"offset":"2026-09-07","no":1,"above":"phead","kept":798,"rolling":400,"losing":398,"left":0}`)
	list, all, err := w.svc.Statements(t.Context(), "demo", "plow01", tuesday.AddDate(1, 0, 0), 10)
	require.NoError(t, err)
	require.Equal(t, []money.Amount{400, 798, 0, 0}, []money.Amount{list[0].Offset, list[1].Amount, list[1].Left, all.Kept})
	w.sound()
	// Nothing is left to be paid.
	w.decideOne("plow01", first, commission.Kept, commission.Paid)
	require.Empty(t, w.column("SELECT member_id FROM wallet_balance"))
	w.sound()
}

// Head office keeps a statement after a bet of it was clawed back: the next statement gives back what was taken, even without a bet of its own.
func TestAClawbackIsGivenBackWhenItsStatementIsKeptLater(t *testing.T) {
	t.Parallel()
	w, tr := small(t)
	r := w.bet(tr, "mlow01", 1, 100_000, 0, monday.Add(time.Hour))
	w.settleAll(monday.AddDate(0, 0, 1).Add(time.Hour))
	w.correct(r, "void", 0, monday.AddDate(0, 0, 1).Add(2*time.Hour))
	w.settleAll(monday.AddDate(0, 0, 2).Add(time.Hour))
	owed := `SELECT partner_id || ' ' || no || ' ' || amount || ' ' || owed_out || ' ' || (SELECT trunc(b.carried_out / 100000000) FROM commission_branch b WHERE (b.partner_id, b.day) = (s.partner_id, s.day)) FROM commission_statement s ORDER BY 1`
	require.Equal(t, []string{"phead 1 1191 0 0", "phead 2 0 -600 -990", "plow01 1 798 0 0", "plow01 2 0 -400 -398"}, w.column(owed))
	w.decideOne("plow01", tuesday.AddDate(0, 0, -1), commission.Open, commission.Kept)
	w.settleAll(monday.AddDate(0, 0, 3).Add(time.Hour))
	require.Equal(t, []string{"phead 1 1191 0 0", "phead 2 0 -600 -990", "phead 3 0 -600 -592", "plow01 1 798 0 0", "plow01 2 0 -400 -398", "plow01 3 0 0 0"}, w.column(owed))
	require.Equal(t, []string{"plow01 2026-09-07 798 400 398"}, w.column("SELECT concat_ws(' ', partner_id, kept_day, kept, rolling, losing) FROM commission_offset"))
	w.sound()
}

// A correction whose own statement is kept as well took nothing from the partner: nothing is given back until that one is paid.
func TestACorrectionInAKeptStatementIsNotGivenBack(t *testing.T) {
	t.Parallel()
	w, tr := small(t)
	r := w.bet(tr, "mlow01", 1, 100_000, 0, monday.Add(time.Hour))
	w.settleAll(monday.AddDate(0, 0, 1).Add(time.Hour))
	w.correct(r, "void", 0, monday.AddDate(0, 0, 1).Add(2*time.Hour))
	w.bet(tr, "mlow01", 1, 300_000, 0, monday.AddDate(0, 0, 1).Add(2*time.Hour))
	w.settleAll(monday.AddDate(0, 0, 2).Add(time.Hour))
	of := "SELECT day || ' ' || amount FROM commission_statement WHERE partner_id = 'plow01' ORDER BY 1"
	both := []string{"2026-09-07 798", "2026-09-08 1597"}
	require.Equal(t, both, w.column(of))
	w.decideOne("plow01", tuesday.AddDate(0, 0, -1), commission.Open, commission.Kept)
	w.settleAll(monday.AddDate(0, 0, 3).Add(time.Hour))
	require.Equal(t, both, w.column(of), "the second one waits")
	w.decideOne("plow01", tuesday, commission.Open, commission.Kept)
	w.settleAll(monday.AddDate(0, 0, 4).Add(time.Hour))
	require.Equal(t, both, w.column(of), "all of 2,395 is kept")
	w.decideOne("plow01", tuesday, commission.Kept, commission.Paid)
	w.settleAll(monday.AddDate(0, 0, 5).Add(time.Hour))
	require.Equal(t, append(both, "2026-09-11 798"), w.column(of), "it was paid less for a bet that is kept")
	w.sound()
}

// A large day takes longer than other statements may.
func TestASettlementMayTakeItsTime(t *testing.T) {
	t.Parallel()
	w, tr := small(t)
	w.bet(tr, "mlow01", 1, 100_000, 0, monday.Add(time.Hour))
	w.clk.Set(monday.AddDate(0, 0, 1).Add(time.Hour))
	w.accrue()
	w.exec(`CREATE FUNCTION unlimited() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN
			IF current_setting(''statement_timeout'') <> ''0'' THEN RAISE ''a statement may take %'', current_setting(''statement_timeout''); END IF;
			RETURN NEW; END';
		CREATE TRIGGER unlimited BEFORE INSERT ON commission_part FOR EACH ROW EXECUTE FUNCTION unlimited()`)
	cfg := w.db.Config()
	cfg.ConnConfig.RuntimeParams["statement_timeout"] = "600000"
	db, err := pgxpool.NewWithConfig(t.Context(), cfg)
	require.NoError(t, err)
	t.Cleanup(db.Close)
	n, err := commission.New(db, w.clk, site.New(w.db, w.clk), box(t)).Settle(t.Context(), "demo")
	require.NoError(t, err)
	require.Equal(t, 2, n)
}

// A bet that ends otherwise is kept as it is now, neither clawed back nor paid; only what was never kept is owed. The rest can be paid later, once.
func TestCorrectionsOfAKeptStatementChangeWhatIsKept(t *testing.T) {
	t.Parallel()
	w, tr := small(t)
	first := tuesday.AddDate(0, 0, -1)
	r := w.bet(tr, "mlow01", 1, 100_000, 0, monday.Add(time.Hour))
	w.bet(tr, "mlow01", 1, 50_000, 0, monday.Add(2*time.Hour))
	w.settleAll(monday.AddDate(0, 0, 1).Add(time.Hour))
	w.decideOne("plow01", first, commission.Open, commission.Kept)
	w.correct(r, "closed", 60_000, monday.AddDate(0, 0, 1).Add(2*time.Hour))
	w.settleAll(monday.AddDate(0, 0, 2).Add(time.Hour))
	w.correct(r, "closed", 10_000, monday.AddDate(0, 0, 2).Add(2*time.Hour)) // of a bet whose last line stands in the second statement
	w.settleAll(monday.AddDate(0, 0, 3).Add(time.Hour))
	require.Equal(t, []string{"2026-09-08 1197 0 240", "2026-09-09 957 0 -200"}, w.column("SELECT concat_ws(' ', day, kept, rolling, losing) FROM commission_offset ORDER BY 1"))
	require.Equal(t, []string{"1 1197 0", "2 0 0", "3 0 0"}, w.column("SELECT no || ' ' || amount || ' ' || owed_out FROM commission_statement WHERE partner_id = 'plow01' ORDER BY 1"))
	w.sound()
	// Two members of staff pay it at once: one does.
	w.oneDecides(commission.Decision{Site: "demo", Partner: "plow01", Day: first, Was: commission.Kept, Becomes: commission.Paid, Reason: "reviewed"}, w.svc)
	require.Equal(t, []string{"plow01 1157"}, w.column("SELECT member_id || ' ' || balance FROM wallet_balance"))
	require.Equal(t, []string{"commission.paid 1157 reviewed kept boss under review"},
		w.column("SELECT concat_ws(' ', action, detail->>'amount', detail->>'reason', detail->'was'->>'state', detail->'was'->>'by', detail->'was'->>'reason') FROM audit_entry WHERE action = 'commission.paid'"))
	w.sound()
	// From now on it is paid: a correction is clawed back.
	w.correct(r, "void", 0, monday.AddDate(0, 0, 3).Add(2*time.Hour))
	w.settleAll(monday.AddDate(0, 0, 4).Add(time.Hour))
	require.Equal(t, []string{"4 -400 -400"}, w.column("SELECT no || ' ' || rolling || ' ' || owed_out FROM commission_statement WHERE partner_id = 'plow01' AND no = 4"))
	require.Len(t, w.column("SELECT day::text FROM commission_offset"), 2)
	w.sound()
}

// A statement is kept with a reason and corrected with another one, and what is paid stays paid.
func TestAStatementThatIsKeptIsPaidLaterAndNeverTheOtherWay(t *testing.T) {
	t.Parallel()
	w, tr := small(t)
	w.bet(tr, "mlow01", 1, 100_000, 0, monday.Add(time.Hour))
	w.settleAll(monday.AddDate(0, 0, 1).Add(time.Hour))
	day := tuesday.AddDate(0, 0, -1)
	w.decideOne("plow01", day, commission.Open, commission.Kept)
	d := commission.Decision{Actor: audit.Actor{ID: "boss"}, Site: "demo", Partner: "plow01", Day: day, Becomes: commission.Paid, Reason: "x"}
	for _, c := range []struct {
		was, becomes commission.State
		reason       string
		want         error
	}{
		{commission.Kept, commission.Paid, " ", fault.Failed},
		{commission.Kept, commission.Kept, "x", fault.Failed},
		{commission.Paid, commission.Kept, "x", fault.Failed},
		{"lost", commission.Paid, "x", fault.Failed},
		{commission.Open, commission.Paid, "", fault.PaymentProblem}, // who pays what waits does not pay what is kept
		{commission.Open, commission.Kept, "x", fault.PaymentProblem},
	} {
		d.Was, d.Becomes, d.Reason = c.was, c.becomes, c.reason
		require.ErrorIs(t, w.svc.Decide(t.Context(), d), c.want, "%+v", c)
	}
	n, _, err := w.svc.DecideAll(t.Context(), audit.Actor{ID: "boss"}, "demo", day)
	require.NoError(t, err)
	require.Equal(t, 1, n, "that of the head")
	w.decideOne("plow01", day, commission.Kept, commission.Paid)
	for _, becomes := range []commission.State{commission.Paid, commission.Kept} {
		d.Was, d.Becomes, d.Reason = commission.Open, becomes, "x"
		require.ErrorIs(t, w.svc.Decide(t.Context(), d), fault.PaymentProblem)
	}
	d.Was, d.Becomes = commission.Kept, commission.Paid
	require.ErrorIs(t, w.svc.Decide(t.Context(), d), fault.PaymentProblem)
	require.Equal(t, []string{"phead 1191", "plow01 798"}, w.column("SELECT member_id || ' ' || balance FROM wallet_balance ORDER BY 1"))
	w.sound()
}

// oneDecides decides the same twenty times at once, by other persons and over several nodes, and proves that one of them did.
func (w *world) oneDecides(d commission.Decision, nodes ...*commission.Service) {
	w.Helper()
	var paid, refused int
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := range 20 {
		d := d
		d.Actor = audit.Actor{ID: fmt.Sprint("boss", i)}
		wg.Go(func() {
			err := nodes[i%len(nodes)].Decide(w.Context(), d)
			mu.Lock()
			defer mu.Unlock()
			if errors.Is(err, fault.PaymentProblem) {
				refused++
			} else if assert.NoError(w, err) {
				paid++
			}
		})
	}
	wg.Wait()
	require.Equal(w, []int{1, 19}, []int{paid, refused})
}

// A payment is of the amount that the person saw: a settlement may have changed what is kept meanwhile.
func TestAPaymentIsOfTheAmountThatWasSeen(t *testing.T) {
	t.Parallel()
	w, tr := small(t)
	w.bet(tr, "mlow01", 1, 100_000, 0, monday.Add(time.Hour))
	w.settleAll(monday.AddDate(0, 0, 1).Add(time.Hour))
	d := commission.Decision{Actor: audit.Actor{ID: "boss"}, Site: "demo", Partner: "plow01", Day: tuesday.AddDate(0, 0, -1), Becomes: commission.Paid}
	for _, seen := range []money.Amount{797, 799, 0, -798} {
		d.Seen = &seen
		require.ErrorIs(t, w.svc.Decide(t.Context(), d), fault.PaymentProblem, "%d", seen)
	}
	require.Empty(t, w.column("SELECT member_id FROM wallet_balance"))
	right := money.Amount(798)
	d.Seen = &right
	require.NoError(t, w.svc.Decide(t.Context(), d))
	require.Equal(t, []string{"plow01 798"}, w.column("SELECT member_id || ' ' || balance FROM wallet_balance"))
	w.sound()
}

// S-84: from an amount of the site on, one person asks for the payment and another one approves it, if the statement still comes to the same.
func TestALargeCommissionIsPaidByTwoPersons(t *testing.T) {
	t.Parallel()
	w, tr := small(t)
	w.exec(`UPDATE site_site SET options = options || '{"approvals": {"commission": {"from": 1000}}}'`)
	approvals := approval.New(w.db, w.clk, site.New(w.db, w.clk), factory.EveryRight)
	w.svc.Approvals(approvals)
	w.bet(tr, "mlow01", 1, 100_000, 0, monday.Add(time.Hour))
	w.settleAll(monday.AddDate(0, 0, 1).Add(time.Hour))
	day := tuesday.AddDate(0, 0, -1)
	paid, asked, err := w.svc.DecideAll(t.Context(), audit.Actor{ID: "boss1"}, "demo", day)
	require.NoError(t, err)
	require.Equal(t, []int{0, 2}, []int{paid, asked}, "the day is one act: 798 and 1,191")
	d := commission.Decision{Actor: audit.Actor{ID: "boss1"}, Site: "demo", Partner: "plow01", Day: day, Becomes: commission.Paid}
	require.NoError(t, w.svc.Decide(t.Context(), d), "798 by itself is below the limit")
	d.Partner = "phead"
	require.ErrorIs(t, w.svc.Decide(t.Context(), d), fault.SecondPersonNeeded, "it is the same request")
	require.Equal(t, []string{"plow01 798"}, w.column("SELECT member_id || ' ' || balance FROM wallet_balance"))
	open, err := approvals.Open(t.Context(), "demo", site.Commission)
	require.NoError(t, err)
	require.Len(t, open, 2)
	open = slices.DeleteFunc(open, func(r approval.Request) bool { return r.Member != "phead" })
	require.Equal(t, []any{"phead 2026-09-07", "phead", "pt", money.Amount(1191)}, []any{open[0].Target, open[0].Member, open[0].Unit, open[0].Amount})
	decision := approval.Decision{Actor: audit.Actor{ID: "boss1"}, Site: "demo", ID: open[0].ID, Version: open[0].Version}
	require.Error(t, approvals.Approve(t.Context(), decision), "one person cannot do both")
	decision.Actor.ID = "boss2"
	require.NoError(t, approvals.Approve(t.Context(), decision))
	require.Equal(t, []string{"phead 1191", "plow01 798"}, w.column("SELECT member_id || ' ' || balance FROM wallet_balance ORDER BY 1"))
	require.Equal(t, []string{"paid boss2"}, w.column("SELECT state || ' ' || decided_by FROM commission_statement WHERE partner_id = 'phead'"))
	w.sound()

	// A request for a statement that is kept meanwhile ends without a payment, and does not stand in the way of another one.
	w.bet(tr, "mlow01", 1, 100_000, 0, monday.AddDate(0, 0, 1).Add(2*time.Hour))
	w.settleAll(monday.AddDate(0, 0, 2).Add(time.Hour))
	d.Day = tuesday
	require.ErrorIs(t, w.svc.Decide(t.Context(), d), fault.SecondPersonNeeded)
	w.decideOne("phead", tuesday, commission.Open, commission.Kept)
	stale, err := approvals.Open(t.Context(), "demo", site.Commission)
	require.NoError(t, err)
	require.Len(t, stale, 1)
	// A statement that is kept needs two persons as well.
	d.Was, d.Reason = commission.Kept, "reviewed"
	require.ErrorIs(t, w.svc.Decide(t.Context(), d), fault.SecondPersonNeeded)
	decision.ID, decision.Version = stale[0].ID, stale[0].Version
	require.ErrorIs(t, approvals.Approve(t.Context(), decision), fault.PaymentProblem)
	open, err = approvals.Open(t.Context(), "demo", site.Commission)
	require.NoError(t, err)
	decision.ID, decision.Version = open[0].ID, open[0].Version
	require.NoError(t, approvals.Approve(t.Context(), decision))
	require.Equal(t, []string{"paid reviewed"}, w.column("SELECT state || ' ' || reason FROM commission_statement WHERE partner_id = 'phead' AND day = '2026-09-08'"))
	w.sound()
}

// match makes a match with one market.
func (w *world) match() {
	w.Helper()
	w.exec(`WITH l AS (INSERT INTO sports_league (sport, names) VALUES ('soccer', '{}') RETURNING id), x AS (INSERT INTO sports_team (sport, names) VALUES ('soccer', '{}'), ('soccer', '{}') RETURNING id),
		e AS (INSERT INTO sports_event (feed, feed_id, sport, league_id, home_id, away_id, starts_at, planned_at, clock_at, changed_at) SELECT 'f', 'f', 'soccer', l.id, (SELECT min(id) FROM x), (SELECT max(id) FROM x), now(), now(), now(), now() FROM l RETURNING id)
		INSERT INTO sports_market (event_id, kind, period, quoted_at) SELECT id, 'winner', 'full', now() FROM e`)
}

// twin makes the same match as a second feed tells of it, with the sides the other way round.
func (w *world) twin() {
	w.Helper()
	w.exec(`WITH e AS (INSERT INTO sports_event (feed, feed_id, sport, league_id, home_id, away_id, starts_at, planned_at, clock_at, changed_at)
		SELECT 'second', 'f', 'soccer', league_id, away_id, home_id, starts_at + interval '10 minutes', planned_at, clock_at, changed_at FROM sports_event RETURNING id)
		INSERT INTO sports_market (event_id, kind, period, quoted_at) SELECT id, 'winner', 'full', now() FROM e`)
}

func TestBetsOnBothSidesOfAMatchEarnNothing(t *testing.T) {
	t.Parallel()
	w, _ := small(t)
	w.match()
	at := monday.Add(time.Hour)
	place := func(id, key string, at time.Time) {
		w.exec(`INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, game_code, currency, bets, stake, state, balance_before, balance_after, created_at)
			VALUES ('house', $1, 'mlow01', 'demo', 't-sport', 'KRW', 1, 10000, 'open', 0, 0, $2)`, id, at)
		w.exec(`INSERT INTO bet_bet (id, site_id, member_id, currency, stake, pays, most, combined, bonus, live, accept, same, state, placed_at)
			VALUES ($1, 'demo', 'mlow01', 'KRW', 10000, 20000, 20000, 1000, 1000, false, 'none', '', 'open', $2)`, id, at)
		w.exec(`INSERT INTO bet_leg (bet_id, place, event_id, market_id, key, price, version, home, away) SELECT $1, 1, event_id, id, $2, 1500, 1, 0, 0 FROM sports_market`, id, key)
	}
	end := func(id string, payout int64, at time.Time) {
		w.exec("UPDATE casino_round SET state = 'closed', payout = $2, closed_at = $3 WHERE round_id = $1", id, payout, at)
		w.exec("UPDATE bet_bet SET state = 'won', ended_at = $2 WHERE id = $1", id, at)
		w.exec(`INSERT INTO casino_tx (vendor_id, tx_id, kind, member_id, round_id, currency, amount, req_hash, status, balance_after, created_at)
			VALUES ('house', $1, 'win', 'mlow01', $1, 'KRW', 1, '', 'OK', 0, $2)`, id, at)
	}
	place("one", "home", at)
	end("one", 20_000, at.Add(2*time.Minute))
	w.clk.Set(at.Add(3 * time.Minute))
	w.accrue()
	require.Equal(t, []string{"0 10000 "}, w.column("SELECT turn || ' ' || valid || ' ' || why FROM commission_line ORDER BY id"))
	// The other side was placed while the first was open, and is seen when it ends.
	place("two", "away", at.Add(time.Minute))
	end("two", 0, at.Add(4*time.Minute))
	w.clk.Set(at.Add(5 * time.Minute))
	w.accrue()
	require.Equal(t, []string{"0 0 hedged", "0 10000 ", "1 -10000 ", "2 0 hedged"}, w.column("SELECT turn || ' ' || valid || ' ' || why FROM commission_line ORDER BY 1"))
	w.settleAll(monday.AddDate(0, 0, 1).Add(time.Hour))
	require.Equal(t, []string{"0 0", "0 0"}, w.column("SELECT rolling || ' ' || losing FROM commission_statement"), "sports has no losing rate")
	// The other side is void: the first one had a risk after all.
	void := monday.AddDate(0, 0, 1).Add(2 * time.Hour)
	w.exec("UPDATE casino_round SET state = 'void' WHERE round_id = 'two'")
	w.exec("UPDATE bet_bet SET state = 'void' WHERE id = 'two'")
	end("two-void", 0, void)
	w.exec("UPDATE casino_tx SET round_id = 'two' WHERE tx_id = 'two-void'")
	w.clk.Set(void)
	w.accrue()
	require.Equal(t, []string{"one 10000 ", "two -10000 hedged"}, w.column(`SELECT r.round_id || ' ' || CASE WHEN l.stake < 0 THEN l.stake ELSE l.valid END || ' ' || l.why
		FROM commission_line l JOIN casino_round r ON r.id = l.round WHERE turn = (SELECT max(turn) FROM commission_line m WHERE m.round = l.round) ORDER BY 1`))
	// Both sides of a match of two months later, placed at once.
	early, late := void.Add(time.Hour), void.AddDate(0, 2, 0)
	place("far-home", "home", early)
	place("far-away", "away", early.Add(time.Minute))
	end("far-home", 20_000, late)
	end("far-away", 0, late)
	w.clk.Set(late.Add(time.Minute))
	w.accrue()
	require.Equal(t, []string{"0 hedged", "0 hedged"}, w.column("SELECT l.valid || ' ' || l.why FROM commission_line l JOIN casino_round r ON r.id = l.round WHERE r.round_id LIKE 'far-%'"))
}

func TestTestAccountsAndOtherCurrenciesEarnNothing(t *testing.T) {
	t.Parallel()
	w, tr := small(t)
	w.bet(tr, "mlow01", 1, 10_000, 0, monday.Add(time.Hour))
	w.exec("UPDATE casino_round SET currency = 'USD'")
	w.bet(tr, "mlow01", 1, 10_000, 0, monday.Add(2*time.Hour))
	w.exec("UPDATE member_member SET test_since = now(), test_by = 'x', test_reason = 'x' WHERE member_id = 'mlow01'")
	w.clk.Set(monday.Add(3 * time.Hour))
	w.accrue()
	require.Empty(t, w.column("SELECT id FROM commission_line"))
}

// The sums of the day tables are those of the lines, however they came, and computed again they are the same.
func TestSumsAreThoseOfTheLines(t *testing.T) {
	t.Parallel()
	w, tr := small(t)
	r := w.bet(tr, "mlow01", 1, 10_000, 0, monday.Add(time.Hour))
	w.bet(tr, "plow01", 0, 20_000, 5_000, monday.Add(2*time.Hour))
	w.accrue()
	require.NoError(t, w.svc.AddUp(t.Context(), "demo"))
	r.states = append(r.states, modelState{at: monday.Add(3 * time.Hour), state: "closed", stake: 10_000, payout: 40_000})
	w.write(monday.Add(3 * time.Hour))
	w.clk.Set(monday.Add(4 * time.Hour))
	w.accrue()
	for range 2 {
		require.NoError(t, w.svc.AddUp(t.Context(), "demo"))
	}
	members := w.column("SELECT concat_ws(' ', member_id, day, proc_id, bets, stake, payout, valid) FROM commission_member_day ORDER BY 1")
	partners := w.column("SELECT concat_ws(' ', partner_id, day, proc_id, bets, stake, payout, valid, rolling, losing) FROM commission_partner_day ORDER BY 1")
	require.Equal(t, []string{"mlow01 2026-09-07 t-slot 1 10000 40000 10000", "plow01 2026-09-07 t-casino 1 20000 5000 20000"}, members)
	require.Equal(t, []string{
		"phead 2026-09-07 t-casino 1 20000 5000 20000 2000000 14800000000", "phead 2026-09-07 t-slot 1 10000 40000 10000 600000 -18084000000",
		"plow01 2026-09-07 t-slot 1 10000 40000 10000 400000 -12016000000",
	}, partners)
	require.NoError(t, w.svc.Rebuild(t.Context(), "demo"))
	require.Equal(t, members, w.column("SELECT concat_ws(' ', member_id, day, proc_id, bets, stake, payout, valid) FROM commission_member_day ORDER BY 1"))
	require.Equal(t, partners, w.column("SELECT concat_ws(' ', partner_id, day, proc_id, bets, stake, payout, valid, rolling, losing) FROM commission_partner_day ORDER BY 1"))
}

func TestDepositsWithdrawalsAndSignupsAreAddedUpByPartner(t *testing.T) {
	t.Parallel()
	w, _ := small(t)
	for _, kind := range []string{"in", "in", "out"} {
		w.exec(`INSERT INTO cash_request (site_id, member_id, kind, currency, amount, status, requested_at, processed_at) VALUES ('demo', 'mlow01', $1, 'KRW', 10000, 1, $2, $2)`, kind, monday.Add(time.Hour))
	}
	w.exec("UPDATE member_member SET joined_at = $1 WHERE member_id = 'mlow01'", monday.Add(time.Hour))
	w.clk.Set(monday.Add(2 * time.Hour))
	for range 2 {
		require.NoError(t, w.svc.AddUpCash(t.Context(), "demo"))
	}
	require.Equal(t, []string{"phead 2026-09-07 2 20000 1 10000 1", "plow01 2026-09-07 2 20000 1 10000 1"},
		w.column("SELECT concat_ws(' ', partner_id, day, deposits, deposited, withdrawals, withdrawn, joined) FROM commission_cash_day ORDER BY 1"))
}

func TestAStatementIsPaidOnceIntoPT(t *testing.T) {
	t.Parallel()
	w, tr := small(t)
	w.bet(tr, "mlow01", 1, 100_000, 0, monday.Add(time.Hour))
	w.settleAll(monday.AddDate(0, 0, 1).Add(time.Hour))
	day := tuesday.AddDate(0, 0, -1)
	other := commission.New(w.db, w.clk, site.New(w.db, w.clk), nil)
	w.oneDecides(commission.Decision{Site: "demo", Partner: "phead", Day: day, Becomes: commission.Paid}, w.svc, other)
	require.Equal(t, []string{"phead PTC 1191"}, w.column("SELECT member_id || ' ' || currency || ' ' || balance FROM wallet_balance"))
	require.Equal(t, []string{"commission.paid phead"}, w.column("SELECT action || ' ' || target FROM audit_entry WHERE action LIKE 'commission.%'"))

	keep := commission.Decision{Actor: audit.Actor{ID: "boss"}, Site: "demo", Partner: "plow01", Day: day, Becomes: commission.Kept}
	require.ErrorIs(t, w.svc.Decide(t.Context(), keep), fault.Failed, "without a reason")
	keep.Reason = "under review"
	require.NoError(t, w.svc.Decide(t.Context(), keep))
	keep.Partner = "nobody1"
	require.ErrorIs(t, w.svc.Decide(t.Context(), keep), fault.MemberNotFound)
	keep.Partner, keep.Becomes = "plow01", commission.Open
	require.ErrorIs(t, w.svc.Decide(t.Context(), keep), fault.Failed)
	keep.Becomes, keep.Site = commission.Paid, "other"
	require.ErrorIs(t, w.svc.Decide(t.Context(), keep), fault.MemberNotFound, "another site's")
	n, _, err := w.svc.DecideAll(t.Context(), audit.Actor{ID: "boss"}, "demo", day)
	require.NoError(t, err)
	require.Zero(t, n)
}

func TestAFileWhoseLinesWereChangedIsNotEqual(t *testing.T) {
	t.Parallel()
	w, tr := small(t)
	w.bet(tr, "mlow01", 1, 100_000, 0, monday.Add(time.Hour))
	w.settleAll(monday.AddDate(0, 0, 1).Add(time.Hour))
	day := tuesday.AddDate(0, 0, -1)
	require.ErrorIs(t, w.svc.Write(t.Context(), &bytes.Buffer{}, "demo", "phead", tuesday), fault.MemberNotFound)
	require.ErrorIs(t, w.svc.Write(t.Context(), &bytes.Buffer{}, "other", "phead", day), fault.MemberNotFound)
	for _, at := range []string{"x", "line", "line:x", "gift:m", "end:1"} {
		_, err := w.svc.File(t.Context(), "demo", "phead", day, at)
		require.ErrorIs(t, err, fault.Failed, at)
	}
	var file bytes.Buffer
	require.NoError(t, w.svc.Write(t.Context(), &file, "demo", "phead", day))
	_, err := waterfall.Recompute(&file)
	require.NoError(t, err)
	w.exec("UPDATE commission_line SET stake = stake - 1")
	require.NoError(t, w.svc.Write(t.Context(), &file, "demo", "phead", day))
	_, err = waterfall.Recompute(&file)
	var d *waterfall.Difference
	require.ErrorAs(t, err, &d)
}

// A report of a browser is counted when there is such a statement: a partner cannot make up others.
func TestAStatementThatDiffersIsCounted(t *testing.T) {
	t.Parallel()
	w, tr := small(t)
	w.bet(tr, "mlow01", 1, 100_000, 0, monday.Add(time.Hour))
	w.settleAll(monday.AddDate(0, 0, 1).Add(time.Hour))
	var logged bytes.Buffer
	reg := prometheus.NewRegistry()
	w.svc.Mismatches(commission.NewMismatches(reg, zerolog.New(&logged)))
	counted := func(n int) {
		t.Helper()
		require.NoError(t, testutil.GatherAndCompare(reg, strings.NewReader(fmt.Sprintf(`
			# HELP commission_statement_mismatches_total Statements that differed when a partner's browser computed them again, as it reported.
			# TYPE commission_statement_mismatches_total counter
			commission_statement_mismatches_total %d
			`, n))))
	}
	d := commission.Difference{Site: "demo", Partner: "phead", Day: tuesday, Line: 3}
	require.ErrorIs(t, w.svc.Differs(t.Context(), d), fault.MemberNotFound)
	d.Day, d.Site = tuesday.AddDate(0, 0, -1), "other"
	require.ErrorIs(t, w.svc.Differs(t.Context(), d), fault.MemberNotFound)
	d.Site, d.Line = "demo", -1
	require.ErrorIs(t, w.svc.Differs(t.Context(), d), fault.Failed)
	counted(0)
	require.Empty(t, logged.String())
	d.Line = 3
	require.NoError(t, w.svc.Differs(t.Context(), d))
	counted(1)
	require.Contains(t, logged.String(), `"day":"2026-09-07"`)
	require.Contains(t, logged.String(), `"line":3`)
	require.NotContains(t, logged.String(), "phead")
}

// A file of several parts is the one that was signed, wherever a part ends: among the lines, at their end, or among the gifts.
func TestAFileComesInParts(t *testing.T) {
	t.Parallel()
	w, tr := small(t)
	for range 2500 {
		tr.rounds = append(tr.rounds, &modelRound{
			id: fmt.Sprint("r", len(tr.rounds)), member: "mlow01", game: 1, bets: 1, folders: 1, counts: true, begun: monday.Add(time.Hour), stake: 1000,
			states: []modelState{{at: monday.Add(time.Hour), state: "closed", stake: 1000}},
		})
	}
	for range 3600 {
		tr.gifts = append(tr.gifts, modelGift{"mlow01", monday.Add(time.Hour), 7})
	}
	w.write(monday.Add(time.Hour))
	w.settleAll(monday.AddDate(0, 0, 1).Add(time.Hour))
	var file bytes.Buffer
	require.NoError(t, w.svc.Write(t.Context(), &file, "demo", "plow01", tuesday.AddDate(0, 0, -1)))
	proof, err := waterfall.Recompute(&file)
	require.NoError(t, err)
	require.Equal(t, int64(6100), proof.Lines)
}

// Connections die at any point of noting, adding up, settling and paying, on two nodes: nothing is lost, and nothing counts twice.
func TestConnectionsThatDieLoseNothingAndDoubleNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t, monday.Add(-time.Hour))
	for i := range testkit.Size(4, 12) {
		tr := newTree(i)
		tr.site = "demo"
		tr.carry = true
		w.trees = append(w.trees, tr)
	}
	w.members()
	w.write(monday.Add(-time.Hour))
	for at := monday; at.Before(monday.AddDate(0, 0, days)); at = at.Add(step) {
		for _, tr := range w.trees {
			tr.change(at)
		}
		w.clk.Set(at)
		w.write(at)
		if at.Hour()%6 == 3 {
			w.accrue()
		}
	}
	w.clk.Set(monday.AddDate(0, 0, days).Add(time.Hour))
	other := commission.New(w.db, w.clk, site.New(w.db, w.clk), box(t))
	approvals := map[*commission.Service]*approval.Service{w.svc: nil, other: nil}
	for svc := range approvals {
		approvals[svc] = approval.New(w.db, w.clk, site.New(w.db, w.clk), factory.EveryRight)
		svc.Approvals(approvals[svc])
	}
	pgtest.UnderKills(t, w.db, "SELECT (SELECT count(*) FROM commission_statement WHERE state = 'open')::int + 10000 * (SELECT count(*) FROM commission_statement WHERE state = 'paid')::int", func() {
		var wg sync.WaitGroup
		for _, svc := range []*commission.Service{w.svc, other} {
			wg.Go(func() { w.untilPaid(svc, approvals[svc]) })
		}
		wg.Wait()
	})
	w.compare()
	require.Equal(t, w.column("SELECT sum(amount)::text FROM commission_statement"),
		w.column("SELECT ((SELECT sum(balance) FROM wallet_balance WHERE currency = 'PTC') + (SELECT coalesce(sum(repaid), 0) FROM commission_debt))::text"))
	require.Equal(t, w.column("SELECT sum(stake)::text FROM commission_line"), w.column("SELECT sum(stake)::text FROM commission_member_day"))
}

// untilPaid does everything again until all is done. It pays when all days are settled: what is owed then is taken from what is paid.
func (w *world) untilPaid(svc *commission.Service, approvals *approval.Service) {
	ctx := w.Context()
	for {
		_ = svc.Accrue(ctx)
		_ = svc.AddUp(ctx, "demo")
		_, _ = svc.Settle(ctx, "demo")
		var settled bool
		_ = w.db.QueryRow(ctx, `SELECT settled >= '2026-09-10' FROM commission_through WHERE site_id = 'demo'`).Scan(&settled)
		for d := range days {
			if settled {
				_, _, _ = svc.DecideAll(ctx, audit.Actor{ID: "boss"}, "demo", tuesday.AddDate(0, 0, d-1))
			}
		}
		open, _ := approvals.Open(ctx, "demo", site.Commission)
		for _, r := range open {
			_ = approvals.Approve(ctx, approval.Decision{Actor: audit.Actor{ID: "boss2"}, Site: "demo", ID: r.ID, Version: r.Version})
		}
		var done bool
		err := w.db.QueryRow(ctx, `SELECT coalesce((SELECT settled >= '2026-09-10' FROM commission_through WHERE site_id = 'demo'), false)
			AND NOT EXISTS (SELECT FROM commission_statement WHERE state = 'open')
			AND (SELECT coalesce(max(id), 0) FROM commission_line) = (SELECT summed FROM commission_through WHERE site_id = 'demo')`).Scan(&done)
		if err == nil && done {
			return
		}
		if ctx.Err() != nil {
			w.Error("not done in time")
			return
		}
	}
}

// D-69: what one person pays alone is added up over 24 hours, statement by statement and day by day.
func TestCommissionsThatOnePersonPaysAreAddedUp(t *testing.T) {
	t.Parallel()
	w, tr := small(t)
	w.exec(`UPDATE site_site SET options = options || '{"approvals": {"commission": {"from": 3000}}}'`)
	w.svc.Approvals(approval.New(w.db, w.clk, site.New(w.db, w.clk), factory.EveryRight))
	all := func(d int) []int {
		w.bet(tr, "mlow01", 1, 100_000, 0, monday.AddDate(0, 0, d).Add(2*time.Hour))
		w.settleAll(monday.AddDate(0, 0, d+1).Add(time.Hour))
		paid, asked, err := w.svc.DecideAll(t.Context(), audit.Actor{ID: "boss1"}, "demo", tuesday.AddDate(0, 0, d-1))
		require.NoError(t, err)
		return []int{paid, asked}
	}
	require.Equal(t, []int{2, 0}, all(0), "1,989 in one act")
	w.exec(`UPDATE approval_alone SET at = at + interval '1 day'`) // as if it was done just before the next day's
	require.Equal(t, []int{0, 2}, all(1), "with those of the day before 3,978")
	w.sound()
}
