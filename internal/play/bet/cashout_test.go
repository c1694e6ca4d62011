package bet_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/settle"
	"hubstake/internal/play/sports"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/bettest"
)

// cashBook is a book whose site keeps a twentieth, with M1 and M2 before their beginning.
func cashBook(t *testing.T, change ...func(*bet.Rules)) *bettest.Book {
	t.Helper()
	b := bettest.New(t, change...)
	b.Match("M1", 2*time.Hour, fixture.Scheduled)
	b.Match("M2", 2*time.Hour, fixture.Scheduled)
	set(t, b, `{"sportsCashOut":true,"sportsCashOutBasisPoints":500}`)
	return b
}

// offer is what a member's only open bet can be ended for.
func offer(t *testing.T, b *bettest.Book, member string) bet.CashOutState {
	t.Helper()
	list, err := b.Bets.Running(t.Context(), member, 10)
	require.NoError(t, err)
	require.Len(t, list, 1)
	require.NotNil(t, list[0].CashOut)
	return *list[0].CashOut
}

// refusedFor asks for a cash-out that must be refused, and returns what is offered instead.
func refusedFor(t *testing.T, b *bettest.Book, member, id string, amount money.Amount, why bet.Reason) money.Amount {
	t.Helper()
	_, err := b.Bets.CashOut(t.Context(), member, "KRW", id, amount, bet.None, "")
	var no *bet.NoCashOut
	require.ErrorAs(t, err, &no)
	require.Equal(t, why, no.Reason)
	return no.Amount
}

// settleAll settles every market that has a result.
func settleAll(t *testing.T, b *bettest.Book) *settle.Service {
	t.Helper()
	s := settle.New(b.DB, b.Bets, settle.Options{})
	for {
		_, ok, err := s.Next(t.Context())
		require.NoError(t, err)
		if !ok {
			return s
		}
	}
}

func TestABetIsEndedForWhatItIsWorth(t *testing.T) {
	t.Parallel()
	b := cashBook(t)
	m := b.Member(100_000)
	r := b.Place(m, 10_000, b.Home("M1"), b.Home("M2")) // 4.00
	require.Equal(t, money.Amount(8_608), offer(t, b, m).Amount)
	b.Price("M1", 1600)
	require.Equal(t, bet.Offer{Amount: 9_615}, offer(t, b, m).Offer)

	require.Equal(t, money.Amount(9_615), refusedFor(t, b, m, r.ID, 9_616, bet.Changed), "more than it is worth")
	for _, amount := range []money.Amount{0, -1} {
		_, err := b.Bets.CashOut(t.Context(), m, "KRW", r.ID, amount, bet.None, "")
		require.ErrorIs(t, err, bet.ErrForm)
	}
	_, err := b.Bets.CashOut(t.Context(), b.Member(0), "KRW", r.ID, 1, bet.None, "")
	require.ErrorIs(t, err, fault.BetNotFound, "another member's")
	require.Equal(t, "open: open 10000 0", b.State(r.ID))
	require.Equal(t, money.Amount(90_000), b.Cash(m))

	for range 2 { // the same request again finds what it did
		c, err := b.Bets.CashOut(t.Context(), m, "KRW", r.ID, 9_615, bet.None, "")
		require.NoError(t, err)
		require.Equal(t, bet.Cashing{Bet: r.ID, Amount: 9_615}, c)
		require.Equal(t, money.Amount(99_615), b.Cash(m))
	}
	require.Equal(t, "cashed: closed 10000 9615", b.State(r.ID))
	_, err = b.Bets.CashOut(t.Context(), m, "KRW", r.ID, 9_000, bet.None, "")
	require.ErrorIs(t, err, bet.ErrEnded)
	require.ErrorIs(t, b.Bets.Cancel(t.Context(), m, "KRW", r.ID, ""), bet.ErrEnded)
	var counts bool
	require.NoError(t, b.DB.QueryRow(t.Context(), `SELECT counts FROM casino_round WHERE round_id = $1`, r.ID).Scan(&counts))
	require.False(t, counts, "it is no turnover")
	list, err := b.Bets.Running(t.Context(), m, 10)
	require.NoError(t, err)
	require.Empty(t, list)
	b.Sound()
}

// D-26: a value that changed after the page showed it is judged like the odds of a slip, at once and after the delay of play. The refusal carries the value of now.
func TestACashOutFollowsTheChoiceOfChanges(t *testing.T) {
	t.Parallel()
	const shown, less, more = 9_043, 8_812, 9_286 // at 2.00, 2.10 and 1.90
	for _, live := range []bool{false, true} {
		for _, c := range []struct {
			accept, stored bet.Choice
			price          odds.Price
			paid           money.Amount // 0: refused
		}{
			{accept: bet.None, price: 2100},
			{accept: bet.None, price: 1900},
			{accept: bet.None, price: 2000, paid: shown},
			{accept: bet.Better, price: 2100},
			{accept: bet.Better, price: 1900, paid: more},
			{accept: bet.Any, price: 2100, paid: less},
			{accept: bet.Any, price: 1900, paid: more},
			{price: 2100},
			{stored: bet.Any, price: 2100, paid: less},
			{accept: bet.None, stored: bet.Any, price: 2100},
		} {
			t.Run(fmt.Sprintf("live %v, %q over a stored %q, at %d", live, c.accept, c.stored, c.price), func(t *testing.T) {
				t.Parallel()
				b := cashBook(t)
				set(t, b, `{"sportsCashOut":true,"sportsDelaySeconds":3600}`)
				m := b.Member(100_000)
				if c.stored != "" {
					require.NoError(t, b.Bets.SetChoice(t.Context(), m, c.stored))
				}
				r := b.Place(m, 10_000, b.Home("M1"))
				now := map[odds.Price]money.Amount{1900: more, 2000: shown, 2100: less}[c.price]
				take := func() (bet.Cashing, error) { return b.Bets.CashOut(t.Context(), m, "KRW", r.ID, shown, c.accept, "") }
				if live {
					b.Apply(b.Event("M1", 0, fixture.Live, odds.Score{}))
					asked, err := take()
					require.NoError(t, err)
					require.NotNil(t, asked.DueAt)
				}
				b.Price("M1", c.price)
				if live {
					_, err := b.DB.Exec(t.Context(), `UPDATE bet_cash_out SET due_at = now()`)
					require.NoError(t, err)
					n, err := b.Bets.DecideCashOuts(t.Context(), 10)
					require.NoError(t, err)
					require.Equal(t, 1, n)
				}
				if c.paid == 0 {
					if live {
						stands := offer(t, b, m)
						require.Equal(t, []any{bet.Changed, money.Amount(shown), now}, []any{stands.Refused, stands.RefusedAmount, stands.Amount})
					} else {
						_, err := take()
						var no *bet.NoCashOut
						require.ErrorAs(t, err, &no)
						require.Equal(t, bet.Offer{Amount: now, Reason: bet.Changed}, no.Offer)
					}
					require.Equal(t, "open: open 10000 0", b.State(r.ID))
					return
				}
				for range 2 { // the same request again finds what it did, at the value that it was paid
					cashed, err := take()
					require.NoError(t, err)
					require.Equal(t, bet.Cashing{Bet: r.ID, Amount: c.paid}, cashed)
				}
				require.Equal(t, 90_000+c.paid, b.Cash(m))
				b.Sound()
			})
		}
	}
}

// A request that waits takes the changes that its own choice says, whatever it is worth when it is asked.
func TestACashOutInPlayIsAskedForAValueThatChanged(t *testing.T) {
	t.Parallel()
	b := cashBook(t)
	set(t, b, `{"sportsCashOut":true,"sportsDelaySeconds":3600}`)
	m := b.Member(100_000)
	r := b.Place(m, 10_000, b.Home("M1"))
	b.Apply(b.Event("M1", 0, fixture.Live, odds.Score{}))
	b.Price("M1", 2100)
	for _, accept := range []bet.Choice{bet.None, bet.Better} {
		_, err := b.Bets.CashOut(t.Context(), m, "KRW", r.ID, 9_043, accept, "")
		var no *bet.NoCashOut
		require.ErrorAs(t, err, &no)
		require.Equal(t, bet.Offer{Amount: 8_812, Reason: bet.Changed}, no.Offer)
	}
	_, err := b.Bets.CashOut(t.Context(), m, "KRW", r.ID, 9_043, "sometimes", "")
	require.ErrorIs(t, err, bet.ErrForm)
	c, err := b.Bets.CashOut(t.Context(), m, "KRW", r.ID, 9_043, bet.Any, "")
	require.NoError(t, err)
	require.NotNil(t, c.DueAt)
}

// A result that comes afterwards pays nothing, and the member still reads what became of the legs.
func TestACashedOutBetIsNotSettled(t *testing.T) {
	t.Parallel()
	b := cashBook(t)
	m := b.Member(100_000)
	r := b.Place(m, 10_000, b.Home("M1"))
	_, err := b.Bets.CashOut(t.Context(), m, "KRW", r.ID, 9_000, bet.Better, "") // it is worth 9,043
	require.NoError(t, err)
	b.Result("M1", 2, 0)
	s := settleAll(t, b)
	require.Equal(t, "cashed: closed 10000 9043", b.State(r.ID))
	found, err := b.Bets.Find(t.Context(), m, r.ID)
	require.NoError(t, err)
	require.Equal(t, odds.Won, found.Legs[0].Outcome.Verdict)
	outdated, err := s.Outdated(t.Context())
	require.NoError(t, err)
	require.Zero(t, outdated)
	b.Sound()
}

func TestADecidedLegIsPartOfTheWorth(t *testing.T) {
	t.Parallel()
	b := cashBook(t)
	m := b.Member(100_000)
	r := b.Place(m, 10_000, b.Home("M1"), b.Home("M2"))
	b.Result("M1", 1, 0)
	require.Equal(t, bet.Offer{Reason: bet.Closed}, offer(t, b, m).Offer, "the match is over, and its outcome is not known yet")
	_, err := b.Bets.CashOut(t.Context(), m, "KRW", r.ID, 1, bet.None, "")
	require.ErrorIs(t, err, fault.BetsSettling)
	settleAll(t, b)
	require.Equal(t, bet.Offer{Amount: 18_086}, offer(t, b, m).Offer)
	_, err = b.Bets.CashOut(t.Context(), m, "KRW", r.ID, 18_086, bet.None, "")
	require.NoError(t, err)
	require.Equal(t, "cashed: closed 10000 18086", b.State(r.ID))
	b.Sound()
}

func TestNoOfferWithoutAPrice(t *testing.T) {
	t.Parallel()
	b := cashBook(t)
	m := b.Member(100_000)
	r := b.Place(m, 10_000, b.Home("M1"), b.Home("M2"))
	suspended := b.Event("M2", 2*time.Hour, fixture.Scheduled, odds.Score{})
	suspended.Event.Suspended = "var"
	b.Apply(suspended)
	require.Equal(t, bet.Offer{Reason: bet.Suspended}, offer(t, b, m).Offer)
	require.Zero(t, refusedFor(t, b, m, r.ID, 100, bet.Suspended))
	b.Apply(b.Event("M2", 2*time.Hour, fixture.Scheduled, odds.Score{}))
	require.Equal(t, bet.Offer{Amount: 8_608}, offer(t, b, m).Offer)

	set(t, b, `{"sportsCashOut":false,"sportsCashOutBasisPoints":400}`)
	list, err := b.Bets.Running(t.Context(), m, 10)
	require.NoError(t, err)
	require.Nil(t, list[0].CashOut)
	require.Zero(t, refusedFor(t, b, m, r.ID, 100, bet.Off))
	require.Equal(t, "open: open 10000 0", b.State(r.ID))
	b.Sound()
}

// Many requests at once, with cancels among them, end the bet once.
func TestABetIsCashedOutOnce(t *testing.T) {
	t.Parallel()
	b := cashBook(t)
	m := b.Member(100_000)
	for range 5 {
		before := b.Cash(m)
		r := b.Place(m, 10_000, b.Home("M1"), b.Home("M2"))
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() {
				var err error
				if i%2 == 0 {
					_, err = b.Bets.CashOut(t.Context(), m, "KRW", r.ID, money.Amount(8_500+i), bet.Any, "")
				} else {
					err = b.Bets.Cancel(t.Context(), m, "KRW", r.ID, "")
				}
				if err != nil && !errors.Is(err, bet.ErrEnded) && !errors.Is(err, bet.ErrOften) {
					t.Errorf("%d: %v", i, err)
				}
			})
		}
		all.Wait()
		found, err := b.Bets.Find(t.Context(), m, r.ID)
		require.NoError(t, err)
		if found.State == bet.Cancelled {
			require.Equal(t, before, b.Cash(m))
		} else {
			require.Equal(t, bet.CashedOut, found.State)
			require.Equal(t, before-10_000+found.Paid, b.Cash(m))
		}
		_, err = b.DB.Exec(t.Context(), `UPDATE bet_bet SET placed_at = placed_at - interval '1 minute'`)
		require.NoError(t, err)
	}
	b.Sound()
}

// D-26, S-68: while a match is in play the request waits, and is decided by what is then.
func TestACashOutInPlayWaits(t *testing.T) {
	t.Parallel()
	b := cashBook(t)
	set(t, b, `{"sportsCashOut":true,"sportsDelaySeconds":3600}`)
	reg := prometheus.NewRegistry()
	b.Bets.Measure(bet.NewConfirmMetrics(reg))
	m := b.Member(100_000)
	r := b.Place(m, 10_000, b.Home("M1"))
	live := func(goals int) { b.Apply(b.Event("M1", 0, fixture.Live, odds.Score{Home: goals})) }
	live(0)
	ask := func(amount money.Amount) {
		t.Helper()
		c, err := b.Bets.CashOut(t.Context(), m, "KRW", r.ID, amount, bet.Better, "")
		require.NoError(t, err)
		require.NotNil(t, c.DueAt)
	}
	decide := func() int {
		t.Helper()
		n, err := b.Bets.DecideCashOuts(t.Context(), 10)
		require.NoError(t, err)
		return n
	}
	over := func() { // the delay
		t.Helper()
		_, err := b.DB.Exec(t.Context(), `UPDATE bet_cash_out SET due_at = now() WHERE due_at IS NOT NULL`)
		require.NoError(t, err)
	}
	refused := func(why bet.Reason) {
		t.Helper()
		over()
		require.Equal(t, 1, decide())
		require.Equal(t, why, offer(t, b, m).Refused)
		require.Equal(t, "open: open 10000 0", b.State(r.ID))
		require.Equal(t, money.Amount(90_000), b.Cash(m))
	}

	ask(9_043)
	ask(8_800) // one that waits goes on
	waits := offer(t, b, m)
	require.Equal(t, money.Amount(9_043), waits.Asked)
	require.NotNil(t, waits.DueAt)
	require.Zero(t, decide(), "the delay is not over")
	over()
	require.Zero(t, decide(), "the feed said nothing since: the score may be an old one")
	require.Equal(t, "open: open 10000 0", b.State(r.ID))
	b.Price("M1", 2100)
	refused(bet.Changed)
	now := offer(t, b, m)
	require.Equal(t, []money.Amount{0, 9_043, 8_812}, []money.Amount{now.Asked, now.RefusedAmount, now.Amount}, "what was refused, and what it is worth instead")

	ask(8_800)
	live(1)
	refused(bet.ScoreChanged)
	ask(8_800)
	stop := b.Event("M1", 0, fixture.Live, odds.Score{Home: 1})
	stop.Event.Suspended = "var"
	b.Apply(stop)
	refused(bet.Suspended)
	live(1)

	ask(8_800)
	b.Price("M1", 1500) // it is worth more by now, and the member gets that
	over()
	require.Equal(t, []int{1, 0}, []int{decide(), decide()})
	require.Equal(t, "cashed: closed 10000 10406", b.State(r.ID))
	require.Equal(t, money.Amount(100_406), b.Cash(m))

	r = b.Place(m, 10_000, b.Home("M2"))
	b.Apply(b.Event("M2", 0, fixture.Live, odds.Score{}))
	ask(8_800)
	require.NoError(t, b.Bets.End(t.Context(), bet.Ending{Bet: r.ID, Member: m, Currency: "KRW", From: bet.Placed, To: bet.Won, Pays: 20_000}))
	over()
	require.Equal(t, []int{1, 0}, []int{decide(), decide()})
	require.Equal(t, "won: closed 10000 20000", b.State(r.ID))
	results, _ := counted(t, reg, "sports_cash_outs_total")
	require.Equal(t, []float64{1, 1, 1, 1, 1, 1}, []float64{
		results["accepted"], results["silent"], results["changed"], results["score"], results["suspended"], results["ended"],
	})
	b.Sound()
}

// D-26, S-68: a feed that says nothing after the request vouches for no price. The request waits for it, and is refused when its prices are too old; only a word of the
// feed since the request pays it.
func TestACashOutWhoseFeedDoesNotVouchForThePricesIsNotPaid(t *testing.T) {
	t.Parallel()
	for name, silent := range map[string]func(*bettest.Book){
		"a worker suspends its prices": func(b *bettest.Book) {
			strict := sports.New(b.DB, clock.System{}, sports.Options{StaleLive: time.Nanosecond, StaleBefore: time.Nanosecond})
			n, err := strict.SuspendStale(t.Context(), "test")
			require.NoError(t, err)
			require.Positive(t, n)
		},
		"no worker runs, and they are twice as old as the limit": func(b *bettest.Book) {
			_, err := b.DB.Exec(t.Context(), `UPDATE sports_market SET quoted_at = now() - interval '3 h'`)
			require.NoError(t, err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := cashBook(t)
			reg := prometheus.NewRegistry()
			b.Bets.Measure(bet.NewConfirmMetrics(reg))
			m := b.Member(100_000)
			r := b.Place(m, 10_000, b.Home("M1"))
			b.Apply(b.Event("M1", 0, fixture.Live, odds.Score{}))
			decide := func() int {
				t.Helper()
				_, err := b.DB.Exec(t.Context(), `UPDATE bet_cash_out SET due_at = now() WHERE due_at IS NOT NULL`)
				require.NoError(t, err)
				n, err := b.Bets.DecideCashOuts(t.Context(), 10)
				require.NoError(t, err)
				return n
			}
			c, err := b.Bets.CashOut(t.Context(), m, "KRW", r.ID, 9_000, bet.Better, "")
			require.NoError(t, err)
			require.NotNil(t, c.DueAt)
			require.Zero(t, decide())
			silent(b)
			require.Equal(t, []int{1, 0}, []int{decide(), decide()}, "it does not wait for ever")
			require.Equal(t, bet.Suspended, offer(t, b, m).Refused)
			require.Equal(t, "open: open 10000 0", b.State(r.ID))
			require.Equal(t, money.Amount(90_000), b.Cash(m))
			b.Price("M1", 2000)
			require.Zero(t, decide(), "the feed speaks again, too late for this request")
			require.Equal(t, "open: open 10000 0", b.State(r.ID))
			results, _ := counted(t, reg, "sports_cash_outs_total")
			require.Equal(t, map[string]float64{"silent": 1, "suspended": 1}, results)
			b.Sound()
		})
	}
}

// A request is of one node: what another one decided meanwhile, or what its member asked for since, is not paid for it.
func TestACashOutThatWasDecidedMeanwhileIsNotPaid(t *testing.T) {
	t.Parallel()
	for name, decided := range map[string]string{
		"refused":     `UPDATE bet_cash_out SET due_at = NULL, refused = 'suspended'`,
		"asked again": `UPDATE bet_cash_out SET amount = 9000, asked_at = clock_timestamp(), due_at = now() + interval '1 hour'`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := cashBook(t)
			m := b.Member(100_000)
			r := b.Place(m, 10_000, b.Home("M1"))
			b.Apply(b.Event("M1", 0, fixture.Live, odds.Score{}))
			_, err := b.Bets.CashOut(t.Context(), m, "KRW", r.ID, 5_000, bet.Better, "")
			require.NoError(t, err)
			b.Price("M1", 1900) // its feed speaks, and it is worth more
			_, err = b.DB.Exec(t.Context(), `UPDATE bet_cash_out SET due_at = now()`)
			require.NoError(t, err)

			other, err := b.DB.Begin(t.Context())
			require.NoError(t, err)
			defer func() { _ = other.Rollback(t.Context()) }()
			_, err = other.Exec(t.Context(), decided)
			require.NoError(t, err)
			done := make(chan int, 1)
			go func() {
				n, _ := b.Bets.DecideCashOuts(t.Context(), 10)
				done <- n
			}()
			testkit.Eventually(t, func() bool {
				var waits bool
				err := b.DB.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')`).Scan(&waits)
				return err == nil && waits
			}, "the node has read the request and waits for the other one")
			require.NoError(t, other.Commit(t.Context()))
			require.Zero(t, <-done)
			require.Equal(t, "open: open 10000 0", b.State(r.ID))
			b.Sound()
		})
	}
}

// A corrected result decides no leg before the match is settled by it.
func TestACorrectionThatIsNotSettledYetIsNoOutcome(t *testing.T) {
	t.Parallel()
	b := cashBook(t)
	m := b.Member(100_000)
	r := b.Place(m, 10_000, b.Home("M1"), b.Home("M2"))
	b.Result("M1", 1, 0)
	settleAll(t, b)
	require.Equal(t, money.Amount(18_086), offer(t, b, m).Amount)
	b.Apply(fixture.Change{Result: &fixture.Result{Event: "M1", Full: odds.Score{Home: 0, Away: 1}, Correction: true}})
	require.Equal(t, bet.Closed, offer(t, b, m).Reason)
	_, err := b.Bets.CashOut(t.Context(), m, "KRW", r.ID, 18_000, bet.Better, "")
	require.ErrorIs(t, err, fault.BetsSettling)
	settleAll(t, b)
	require.Equal(t, "lost: closed 10000 0", b.State(r.ID))
	b.Sound()
}

// D-25: two selections of one match that a site allows together have no price of their own.
func TestTwoLegsOfOneMatchHaveNoOfferWhileBothAreOpen(t *testing.T) {
	t.Parallel()
	b := cashBook(t)
	set(t, b, `{"sportsCashOut":true,"sportsPairs":["win+over"]}`)
	m := b.Member(100_000)
	b.Place(m, 10_000, b.Home("M1"), b.Leg("M1", odds.Total, odds.Over), b.Home("M2"))
	require.Equal(t, bet.Offer{Reason: bet.SameMatch}, offer(t, b, m).Offer)
	b.Result("M1", 3, 0)
	settleAll(t, b)
	require.NotZero(t, offer(t, b, m).Amount)
}

// S-68: what closes the book for everyone closes it for cash-outs, also for those that wait. A member who may not bet may still end a bet.
func TestAClosedBookCashesNothingOut(t *testing.T) {
	t.Parallel()
	b := cashBook(t)
	m := b.Member(100_000)
	before := b.Place(m, 10_000, b.Home("M2"))
	for _, c := range []struct{ close, open string }{
		{`UPDATE provider_provider SET active = false WHERE vendor_id = 'house'`, `UPDATE provider_provider SET active = true WHERE vendor_id = 'house'`},
		{`INSERT INTO site_switch (site_id, name, off, set_by, reason, set_at) SELECT site_id, 'vendor/house', true, 'ann', 'wrong prices', now() FROM site_site`, `DELETE FROM site_switch`},
		{`UPDATE site_site SET inspect = true`, `UPDATE site_site SET inspect = false`},
		{`UPDATE site_site SET options = options || '{"bettingPaused":true}'`, `UPDATE site_site SET options = options - 'bettingPaused'`},
	} {
		_, err := b.DB.Exec(t.Context(), c.close)
		require.NoError(t, err)
		require.Equal(t, bet.Offer{Reason: bet.Off}, offer(t, b, m).Offer, c.close)
		require.Zero(t, refusedFor(t, b, m, before.ID, 9_000, bet.Off), c.close)
		_, err = b.DB.Exec(t.Context(), c.open)
		require.NoError(t, err)
	}
	b.Apply(b.Event("M2", 0, fixture.Live, odds.Score{}))
	c, err := b.Bets.CashOut(t.Context(), m, "KRW", before.ID, 5_000, bet.Better, "")
	require.NoError(t, err)
	require.NotNil(t, c.DueAt)
	b.Apply(fixture.Change{Market: &fixture.Market{Event: "M2", Kind: odds.OneXTwo, Period: odds.Full, State: fixture.Open, Prices: []fixture.Price{
		{Key: odds.Home, Price: 1900}, {Key: odds.Draw, Price: 3400}, {Key: odds.Away, Price: 3900},
	}}})
	_, err = b.DB.Exec(t.Context(), `UPDATE bet_cash_out SET due_at = now(); UPDATE provider_provider SET active = false WHERE vendor_id = 'house'`)
	require.NoError(t, err)
	n, err := b.Bets.DecideCashOuts(t.Context(), 10)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	require.Equal(t, bet.Off, offer(t, b, m).Refused)

	_, err = b.DB.Exec(t.Context(), `UPDATE provider_provider SET active = true WHERE vendor_id = 'house'; UPDATE member_member SET bet_locked = true`)
	require.NoError(t, err)
	require.NotZero(t, offer(t, b, m).Amount)
	b.Sound()
}
