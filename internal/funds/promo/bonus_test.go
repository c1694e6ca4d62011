package promo_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/funds/promo"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/platform/pg"
)

// rule gives level n n times the rate, in points, at most 50,000, from deposits of 10,000 on, to be played twice.
func rule(rate int64) promo.Bonus {
	b := promo.Bonus{Active: true, Unit: wallet.Point, Rates: make([]int64, promo.Levels), Cap: 50_000, MinDeposit: 10_000, Turnover: 20_000}
	for i := range b.Rates {
		b.Rates[i] = min(rate*int64(i+1), 20_000)
	}
	return b
}

// deposit gives the bonuses of a deposit, as the desk does.
func (w world) deposit(ctx context.Context, who promo.Who, id int64, amount money.Amount, level int, ever, today int64) ([]promo.Given, error) {
	st, err := w.sites.Get(ctx, "demo")
	if err != nil {
		return nil, err
	}
	var given []promo.Given
	err = pg.InTx(ctx, w.db, func(tx pgx.Tx) error {
		given, err = promo.Deposited(ctx, tx, st.Options, promo.Deposit{
			Site: "demo", Member: who.Member, Level: level, ID: id, Amount: amount, Currency: "KRW", Ever: ever, Today: today, At: w.clk.Now(),
		})
		return err
	})
	return given, err
}

func (w world) rules(rules map[string]promo.Bonus) {
	w.Helper()
	for r, b := range rules {
		require.NoError(w, w.a.SaveBonus(w.Context(), staff, "demo", r, promo.Form{}, b))
	}
}

func TestWhichBonusADepositGets(t *testing.T) {
	w := open(t)
	w.rules(map[string]promo.Bonus{
		promo.RuleNew: rule(1_000), promo.RuleFirst: rule(500), promo.RuleAgain: rule(100), promo.RuleWeekend: rule(200),
	})
	saturday := time.Date(2026, 9, 11, 15, 0, 0, 0, time.UTC) // its first second in Seoul; in UTC it is Friday
	for i, c := range []struct {
		at          time.Time
		amount      money.Amount
		level       int
		ever, today int64
		want        []string
	}{
		{noon, 100_000, 1, 0, 0, []string{"new 10000"}},
		{noon, 100_000, 2, 0, 0, []string{"new 20000"}},
		{noon, 100_000, 1, 3, 0, []string{"first 5000"}},
		{noon, 100_000, 1, 3, 1, []string{"again 1000"}},
		{noon, 5_000_000, 1, 3, 0, []string{"first 50000"}}, // the cap
		{noon, 9_999, 1, 3, 0, nil},
		{saturday.Add(-time.Second), 100_000, 1, 3, 0, []string{"first 5000"}},
		{saturday, 100_000, 1, 3, 0, []string{"first 5000", "weekend 2000"}},
		{saturday, 100_000, 1, 0, 0, []string{"new 10000", "weekend 2000"}},
		{saturday.Add(48 * time.Hour), 100_000, 1, 3, 0, []string{"first 5000"}}, // Monday
	} {
		w.clk.Set(c.at)
		who := w.member()
		given, err := w.deposit(t.Context(), who, int64(i+1), c.amount, c.level, c.ever, c.today)
		require.NoError(t, err)
		var got, lines []string
		owed := money.Amount(0)
		for _, g := range given {
			got = append(got, g.Rule+" "+g.Amount.String())
			lines = append(lines, "point bonus."+g.Rule+" "+g.Amount.String())
			owed += g.Amount * 2
			require.Equal(t, g.Amount*2, g.Turnover)
		}
		require.Equal(t, c.want, got, "%d", i)
		require.ElementsMatch(t, lines, w.ledger(who), "each in the ledger with its kind")
		require.Equal(t, owed, w.owes(who))
	}
	w.sound()
}

func TestARuleThatIsOffGivesWayToTheNext(t *testing.T) {
	w := open(t)
	off := rule(1_000)
	off.Active = false
	w.rules(map[string]promo.Bonus{promo.RuleNew: off, promo.RuleFirst: rule(500)})
	given, err := w.deposit(t.Context(), w.member(), 1, 100_000, 1, 0, 0)
	require.NoError(t, err)
	require.Equal(t, promo.RuleFirst, given[0].Rule)
}

func TestARulePaysOnceADayWhateverRaces(t *testing.T) {
	w := open(t)
	w.rules(map[string]promo.Bonus{promo.RuleFirst: rule(500)})
	who := w.member()
	require.Equal(t, map[string]int{"": 50}, w.race(func(*promo.Service) error {
		_, err := w.deposit(t.Context(), who, 1, 100_000, 1, 3, 0)
		return err
	}))
	_, err := w.deposit(t.Context(), who, 2, 100_000, 1, 3, 0)
	require.NoError(t, err)
	require.Equal(t, []string{"point bonus.first 5000"}, w.ledger(who))
	w.clk.Advance(24 * time.Hour)
	_, err = w.deposit(t.Context(), who, 3, 100_000, 1, 4, 0)
	require.NoError(t, err)
	require.Len(t, w.ledger(who), 2, "another day")
	list, total, err := w.a.Bonuses(t.Context(), who, paging.Days{}, all)
	require.NoError(t, err)
	require.EqualValues(t, 2, total)
	require.Equal(t, time.Date(2026, 9, 11, 0, 0, 0, 0, time.UTC), list[0].Day)
	w.sound()
}

func TestAMemberMayDeclineBonuses(t *testing.T) {
	w := open(t)
	w.rules(map[string]promo.Bonus{promo.RuleFirst: rule(500)})
	who := w.member()
	terms, wanted, err := w.a.Terms(t.Context(), who, promo.Deposits{Ever: 3})
	require.NoError(t, err)
	require.True(t, wanted)
	require.Equal(t, []promo.Term{{
		Rule: "first", Rate: 500, Unit: wallet.Point, Cap: 50_000, MinDeposit: 10_000, Turnover: 20_000, State: promo.TermOpen,
	}}, terms)
	require.NoError(t, w.a.Choose(t.Context(), who, false))
	require.NoError(t, w.a.Choose(t.Context(), who, false))
	given, err := w.deposit(t.Context(), who, 1, 100_000, 1, 3, 0)
	require.NoError(t, err)
	require.Empty(t, given)
	require.NoError(t, w.a.Choose(t.Context(), who, true))
	given, err = w.deposit(t.Context(), who, 2, 100_000, 1, 3, 0)
	require.NoError(t, err)
	require.Len(t, given, 1)
	terms, _, err = w.a.Terms(t.Context(), who, promo.Deposits{Ever: 3})
	require.NoError(t, err)
	require.Equal(t, promo.TermPaid, terms[0].State)
}

func TestEachTermSaysWhetherTheNextDepositCanGetIt(t *testing.T) {
	w := open(t)
	w.rules(map[string]promo.Bonus{
		promo.RuleNew: rule(1_000), promo.RuleFirst: rule(500), promo.RuleAgain: rule(100), promo.RuleWeekend: rule(200),
	})
	offers, err := w.a.Offers(t.Context(), "demo")
	require.NoError(t, err)
	require.Len(t, offers, 4, "a guest is told all of them")
	require.Equal(t, promo.Term{Rule: "new", Rate: 1_000, Unit: wallet.Point, Cap: 50_000, MinDeposit: 10_000, Turnover: 20_000, State: promo.TermOpen}, offers[0])
	saturday := noon.AddDate(0, 0, 2)
	for _, c := range []struct {
		at   time.Time
		done promo.Deposits
		want []promo.State // new, first, again, weekend
	}{
		{noon, promo.Deposits{}, []promo.State{promo.TermOpen, promo.TermInstead, promo.TermLater, promo.TermLater}},
		{noon, promo.Deposits{Ever: 3}, []promo.State{promo.TermUsed, promo.TermOpen, promo.TermLater, promo.TermLater}},
		{noon, promo.Deposits{Ever: 3, Today: 1}, []promo.State{promo.TermUsed, promo.TermUsed, promo.TermOpen, promo.TermLater}},
		{saturday, promo.Deposits{Ever: 3}, []promo.State{promo.TermUsed, promo.TermOpen, promo.TermLater, promo.TermOpen}},
	} {
		w.clk.Set(c.at)
		terms, _, err := w.a.Terms(t.Context(), w.member(), c.done)
		require.NoError(t, err)
		var got []promo.State
		for _, term := range terms {
			got = append(got, term.State)
		}
		require.Equal(t, c.want, got, "%s %v", c.at, c.done)

		// A deposit now pays exactly the terms that are open.
		who := w.member()
		given, err := w.deposit(t.Context(), who, c.done.Ever*10+c.done.Today+c.at.Unix(), 100_000, 1, c.done.Ever, c.done.Today)
		require.NoError(t, err)
		paid := map[string]bool{}
		for _, g := range given {
			paid[g.Rule] = true
		}
		for i, term := range terms {
			require.Equal(t, got[i] == promo.TermOpen, paid[term.Rule], "%s %v %s", c.at, c.done, term.Rule)
		}
	}
}
