package settle_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/settle"
	"hubstake/internal/testkit/bettest"
	"hubstake/internal/testkit/factory"
)

// desk is a book with staff: every account has all rights.
type desk struct {
	*bettest.Book
	t         *testing.T
	settle    *settle.Service
	office    *settle.Office
	approvals *approval.Service
	events    map[string]int64
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	b := bettest.New(t)
	b.Match("M1", 2*time.Hour, fixture.Scheduled)
	b.Match("M2", 2*time.Hour, fixture.Scheduled)
	sites := site.New(b.DB, clock.System{})
	d := &desk{Book: b, t: t, settle: settle.New(b.DB, b.Bets, settle.Options{Slice: 3}), events: map[string]int64{}}
	d.approvals = approval.New(b.DB, clock.System{}, sites, factory.EveryRight)
	d.office = settle.NewOffice(clock.System{}, d.settle, b.Sports, sites, d.approvals)
	for _, name := range []string{"M1", "M2"} {
		d.events[name] = d.number(`SELECT id FROM sports_event WHERE feed_id = $1`, name)
	}
	return d
}

func (d *desk) number(sql string, args ...any) (n int64) {
	d.t.Helper()
	require.NoError(d.t, d.DB.QueryRow(d.t.Context(), sql, args...).Scan(&n))
	return n
}

// corrected is another result of M1 than before.
func (d *desk) corrected(home, away int) {
	d.t.Helper()
	d.Apply(fixture.Change{Result: &fixture.Result{Event: "M1", Full: odds.Score{Home: home, Away: away}, Correction: true}})
}

func person(id string) audit.Actor { return audit.Actor{ID: id} }

// correct orders a correction as it is shown.
func (d *desk) correct(w settle.Wish) error {
	d.t.Helper()
	p, err := d.office.Preview(d.t.Context(), d.Site, w)
	require.NoError(d.t, err)
	return d.office.Correct(d.t.Context(), d.Site, person("ann"), w, p.Figures, "the league corrected the score")
}

// carryOut does all orders and returns how many bets they ended otherwise.
func (d *desk) carryOut() (n int) {
	d.t.Helper()
	for {
		bets, ok, err := d.settle.Correct(d.t.Context())
		require.NoError(d.t, err)
		if !ok {
			return n
		}
		for _, ended := range bets {
			n += ended
		}
	}
}

// S-65: bets that a wrong result settled are settled by the corrected one, to the unit, with their turnover, and once.
func TestACorrectedResultSettlesEndedBetsAgain(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	m, other := d.Member(1_000_000), d.Member(1_000_000)
	wasWon := d.Place(m, 10_000, d.Home("M1"))
	wasLost := d.Place(m, 20_000, d.Leg("M1", odds.OneXTwo, odds.Draw))
	same := d.Place(m, 30_000, d.Leg("M1", odds.OneXTwo, odds.Away))
	total := d.Place(other, 40_000, d.Leg("M1", odds.Total, odds.Over))
	folder := d.Place(other, 10_000, d.Leg("M1", odds.OneXTwo, odds.Draw), d.Home("M2"))
	d.Result("M2", 1, 0)
	d.Result("M1", 2, 0)
	require.Equal(t, 5, all(t, d.settle))
	require.Equal(t, []money.Amount{960_000, 950_000}, []money.Amount{d.Cash(m), d.Cash(other)})
	w := settle.Wish{Event: d.events["M1"]}
	nothing, err := d.office.Preview(t.Context(), d.Site, w)
	require.NoError(t, err)
	require.Zero(t, nothing.Bets)
	require.ErrorIs(t, d.correct(w), fault.PaymentProblem, "nothing to correct")

	d.corrected(2, 2)
	busy, err := d.office.Preview(t.Context(), d.Site, w)
	require.NoError(t, err)
	require.True(t, busy.Busy)
	require.ErrorIs(t, d.correct(w), fault.PaymentProblem, "the outcomes are not stored yet")
	require.Zero(t, all(t, d.settle), "ended bets stay as they are until staff says otherwise")
	n, err := d.settle.Outdated(t.Context())
	require.NoError(t, err)
	require.Equal(t, 4, n)
	p, err := d.office.Preview(t.Context(), d.Site, w)
	require.NoError(t, err)
	// 2.00 × 10,000 is taken back; 3.40 × 20,000, 1.90 × 40,000 and 6.80 × 10,000 are paid.
	require.Equal(t, settle.Figures{Version: 2, Bets: 4, Gain: 68_000 + 76_000 + 68_000, Loss: 20_000}, p.Figures)
	require.Equal(t, []any{2, 0, money.Amount(0), false}, []any{p.Members, p.Debtors, p.Debt, p.Busy})
	require.Equal(t, settle.Change{Bet: total.ID, MemID: other, Stake: 40_000, From: bet.Lost, To: bet.Won, Pays: 76_000, Change: 76_000}, p.List[0], "the largest first")

	require.NoError(t, d.correct(w), "below the amount one person is enough")
	require.Equal(t, 4, d.carryOut())
	require.Zero(t, d.carryOut())
	require.Equal(t, []string{"lost: closed 10000 0", "won: closed 20000 68000", "lost: closed 30000 0", "won: closed 40000 76000", "won: closed 10000 68000"},
		[]string{d.State(wasWon.ID), d.State(wasLost.ID), d.State(same.ID), d.State(total.ID), d.State(folder.ID)})
	require.Equal(t, []money.Amount{1_008_000, 1_094_000}, []money.Amount{d.Cash(m), d.Cash(other)})
	n, err = d.settle.Outdated(t.Context())
	require.NoError(t, err)
	require.Zero(t, n)
	found, err := d.Bets.Find(t.Context(), m, wasWon.ID)
	require.NoError(t, err)
	require.Equal(t, odds.Lost, found.Legs[0].Outcome.Verdict)
	require.Len(t, found.Corrections, 1)
	c := found.Corrections[0]
	require.Equal(t, []any{bet.Won, money.Amount(20_000), bet.Lost, money.Amount(0), "the league corrected the score"}, []any{c.Was, c.WasPaid, c.Is, c.Paid, c.Reason})
	after, err := d.office.Preview(t.Context(), d.Site, w)
	require.NoError(t, err)
	require.Len(t, after.Orders, 1)
	require.Equal(t, []any{"ann", 4, true}, []any{after.Orders[0].By, after.Orders[0].Bets, after.Orders[0].DoneAt != nil})
	d.Sound()

	d.corrected(2, 0) // and back: a bet is corrected as often as it must be
	require.Zero(t, all(t, d.settle))
	require.NoError(t, d.correct(w))
	require.Equal(t, 4, d.carryOut())
	require.Equal(t, []money.Amount{960_000, 950_000}, []money.Amount{d.Cash(m), d.Cash(other)})
	d.Sound()
}

// A member who has spent a win owes what cannot be taken back, and only what is short after all that is paid: no balance is negative.
func TestAMemberOwesWhatIsShort(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	m := d.Member(100_000)
	d.Place(m, 100_000, d.Home("M1"))
	d.Result("M1", 1, 0)
	require.Equal(t, 1, all(t, d.settle))
	spent := d.Place(m, 150_000, d.Home("M2"))
	require.Equal(t, money.Amount(50_000), d.Cash(m))
	d.corrected(0, 1)
	require.Zero(t, all(t, d.settle))
	w := settle.Wish{Event: d.events["M1"]}
	p, err := d.office.Preview(t.Context(), d.Site, w)
	require.NoError(t, err)
	require.Equal(t, []any{1, money.Amount(150_000)}, []any{p.Debtors, p.Debt})
	require.NoError(t, d.correct(w))
	require.Equal(t, 1, d.carryOut())
	require.Zero(t, d.Cash(m))
	require.EqualValues(t, 150_000, d.number(`SELECT amount FROM casino_debt WHERE member_id = $1`, m))
	require.Equal(t, "open: open 150000 0", d.State(spent.ID))
	d.Sound()
}

// S-69: a bet becomes void by an order, whether it is open or ended; a bet that is void stays so.
func TestABetIsVoidedByAnOrder(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	m := d.Member(1_000_000)
	won := d.Place(m, 10_000, d.Home("M1"))
	lost := d.Place(m, 20_000, d.Leg("M1", odds.OneXTwo, odds.Away))
	open := d.Place(m, 30_000, d.Home("M2"))
	cashed := d.Place(m, 40_000, d.Home("M2"))
	_, err := d.DB.Exec(t.Context(), `UPDATE site_site SET options = options || '{"sportsCashOut":true}'`)
	require.NoError(t, err)
	_, err = d.Bets.CashOut(t.Context(), m, "KRW", cashed.ID, 30_000, bet.Better, "")
	require.NoError(t, err)
	d.Result("M1", 1, 0)
	require.Equal(t, 2, all(t, d.settle))
	for _, id := range []string{won.ID, lost.ID, open.ID, cashed.ID} {
		w := settle.Wish{Bet: d.number(`SELECT id FROM casino_round WHERE round_id = $1`, id)}
		require.NoError(t, d.correct(w))
		require.Equal(t, 1, d.carryOut())
		require.Equal(t, "void: void 0 0", d.State(id))
		require.ErrorIs(t, d.correct(w), fault.PaymentProblem, "it is void already")
		_, err := d.office.Preview(t.Context(), "another", w)
		require.ErrorIs(t, err, fault.Failed, "the bet of another site")
	}
	require.Equal(t, money.Amount(1_000_000), d.Cash(m))
	d.corrected(0, 3)
	d.Result("M2", 0, 3)
	require.Zero(t, all(t, d.settle))
	n, err := d.settle.Outdated(t.Context())
	require.NoError(t, err)
	require.Zero(t, n)
	d.Sound()
}

// S-72: above the amount of the site another person approves, and not when the result is another one by then.
func TestALargeCorrectionNeedsASecondPerson(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	m := d.Member(10_000_000)
	d.Place(m, 1_000_000, d.Home("M1"))
	d.Result("M1", 1, 0)
	require.Equal(t, 1, all(t, d.settle))
	d.corrected(1, 1)
	require.Zero(t, all(t, d.settle))
	w := settle.Wish{Event: d.events["M1"]}
	ask := func() (id int64) {
		require.ErrorIs(t, d.correct(w), fault.SecondPersonNeeded)
		return d.number(`SELECT id FROM approval_request WHERE kind = 'bets' AND state = 'open' AND amount = 2000000`)
	}
	by := func(id int64, who string) approval.Decision {
		return approval.Decision{Actor: person(who), Site: d.Site, ID: id, Version: 1}
	}
	first := ask()
	require.ErrorIs(t, d.approvals.Approve(t.Context(), by(first, "ann")), fault.OwnRequest)
	require.Zero(t, d.carryOut())
	d.corrected(2, 2)
	require.Zero(t, all(t, d.settle))
	require.ErrorIs(t, d.approvals.Approve(t.Context(), by(first, "bob")), fault.PaymentProblem, "the result is another one")
	require.NoError(t, d.approvals.Approve(t.Context(), by(ask(), "bob")))
	require.Equal(t, 1, d.carryOut())
	require.Equal(t, money.Amount(9_000_000), d.Cash(m))
	d.Sound()
}

// S-84: corrections of one person are added up over 24 hours; what is refused leaves no order.
func TestCorrectionsBelowTheLimitAreAddedUp(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	var wishes [3]settle.Wish
	for i := range wishes { // to void one takes back 400,000, and three of them reach 1,000,000
		bet := d.Place(d.Member(400_000), 400_000, d.Home("M1"))
		wishes[i].Bet = d.number(`SELECT id FROM casino_round WHERE round_id = $1`, bet.ID)
	}
	d.Result("M1", 1, 0)
	require.Equal(t, 3, all(t, d.settle))
	d.corrected(0, 0)
	require.Zero(t, all(t, d.settle))
	require.NoError(t, d.correct(wishes[0]))
	require.NoError(t, d.correct(wishes[1]))
	require.ErrorIs(t, d.correct(wishes[2]), fault.SecondPersonNeeded)
	require.EqualValues(t, 2, d.number(`SELECT count(*) FROM settle_order`))
	require.Equal(t, 2, d.carryOut())
	d.Sound()
}

// Bets that ended long ago stay as they are, unless the order says otherwise.
func TestOldBetsNeedAWord(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	m := d.Member(1_000_000)
	d.Place(m, 10_000, d.Home("M1"))
	d.Result("M1", 1, 0)
	require.Equal(t, 1, all(t, d.settle))
	_, err := d.DB.Exec(t.Context(), `UPDATE bet_bet SET placed_at = placed_at - interval '31 days', ended_at = ended_at - interval '31 days'`)
	require.NoError(t, err)
	d.corrected(0, 0)
	require.Zero(t, all(t, d.settle))
	require.ErrorIs(t, d.correct(settle.Wish{Event: d.events["M1"]}), fault.PaymentProblem)
	require.NoError(t, d.correct(settle.Wish{Event: d.events["M1"], Aged: true}))
	require.Equal(t, 1, d.carryOut())
	d.Sound()
}

// An order is carried out once by any number of nodes, and a node whose lease ended does no harm.
func TestManyNodesCorrectOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	members := make([]string, 12)
	for i := range members {
		members[i] = d.Member(100_000)
		for k := range 3 {
			d.Place(members[i], money.Amount(10_000+k), d.Leg("M1", odds.OneXTwo, []odds.Key{odds.Home, odds.Draw, odds.Away}[k]))
		}
	}
	d.Result("M1", 1, 0)
	require.Equal(t, 36, all(t, d.settle))
	d.corrected(0, 0)
	require.Zero(t, all(t, d.settle))
	w := settle.Wish{Event: d.events["M1"]}
	p, err := d.office.Preview(t.Context(), d.Site, w)
	require.NoError(t, err)
	given := make(chan error)
	for range 50 {
		go func() {
			given <- d.office.Correct(t.Context(), d.Site, person("ann"), w, p.Figures, "the league corrected the score")
		}()
	}
	var taken int
	for range 50 {
		if err := <-given; err == nil {
			taken++
		} else {
			require.ErrorIs(t, err, fault.PaymentProblem)
		}
	}
	require.Equal(t, 1, taken, "one order at a time about the same bets")
	nodes := make(chan error)
	for range 3 {
		s := settle.New(d.DB, d.Bets, settle.Options{Slice: 5, Parallel: 4, Lease: time.Nanosecond})
		go func() {
			for {
				if _, ok, err := s.Correct(t.Context()); err != nil || !ok {
					nodes <- err
					return
				}
			}
		}()
	}
	for range 3 {
		require.NoError(t, <-nodes)
	}
	require.EqualValues(t, 24, d.number(`SELECT bets FROM settle_order`))
	for _, m := range members {
		require.Equal(t, money.Amount(100_000-30_003+34_003), d.Cash(m))
	}
	d.Sound()
}

// Each member whose bet is paid otherwise gets one message, in the member's language, with the reason.
func TestMembersAreTold(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	m := d.Member(1_000_000)
	won := d.Place(m, 10_000, d.Home("M1"))
	d.Place(m, 20_000, d.Home("M1"), d.Leg("M2", odds.OneXTwo, odds.Away)) // lost, before and after
	d.Result("M1", 1, 0)
	d.Result("M2", 1, 0)
	require.Equal(t, 2, all(t, d.settle))
	d.corrected(0, 0)
	require.Zero(t, all(t, d.settle))
	require.NoError(t, d.correct(settle.Wish{Event: d.events["M1"]}))
	require.Equal(t, 2, d.carryOut(), "the outcomes of its legs are those of now")
	messages := message.New(d.DB, clock.System{})
	for _, want := range []bool{true, false} {
		ok, err := d.settle.NotifyMember(t.Context(), messages)
		require.NoError(t, err)
		require.Equal(t, want, ok)
	}
	require.Equal(t, []string{fmt.Sprintf("Bet %s: won → lost. Paid before: 20000 KRW. Paid now: 0 KRW. Reason: the league corrected the score. "+
		"Your bet history has the details.", won.ID)}, texts(t, d.DB, m))
}

func texts(t *testing.T, db *pgxpool.Pool, member string) []string {
	t.Helper()
	rows, err := db.Query(t.Context(), `SELECT content FROM message_message WHERE member_id = $1`, member)
	require.NoError(t, err)
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	return list
}
