package approval_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash"
	"hubstake/internal/funds/correction"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/factory"
)

// An act of every kind that has an amount and that the approval package can reach without the games: what it adds to the sum of its kind.
var parts = []struct {
	name  string
	slice money.Amount // three of it stay below the limit, four reach it
	act   func(o *office, by audit.Actor, memID string, n int) error
}{
	{"deposit", 130_000, func(o *office, by audit.Actor, memID string, _ int) error {
		return o.desk.Approve(o.Context(), "demo", by, o.deposit(memID, 130_000), true)
	}},
	{"payout", 130_000, func(o *office, by audit.Actor, memID string, _ int) error {
		return o.desk.Approve(o.Context(), "demo", by, o.withdrawal(memID, 130_000), true)
	}},
	{"correction", 250, func(o *office, by audit.Actor, memID string, n int) error {
		_, err := o.fix.Correct(o.Context(), "demo", by, correction.Correction{
			Member: memID, Unit: wallet.Cash, Amount: money.In(250), Take: n%2 == 1, Reason: "slice", Request: fmt.Sprintf("slice-%s-%08d", memID, n),
		})
		return err
	}},
}

// S-84: a limit holds for the sum of what one person does alone within 24 hours, so that slices below it make nothing that a second person has not seen.
func TestALimitHoldsForTheSumOfADayOfOnePerson(t *testing.T) {
	for _, kind := range parts {
		t.Run(kind.name, func(t *testing.T) {
			o := open(t)
			act := func(by audit.Actor, n int) error { return kind.act(o, by, o.customer(900_000), n) }
			for n := range 3 {
				require.NoError(t, act(o.clerk, n))
				o.clk.Advance(time.Hour)
			}
			o.refused("U035", act(o.clerk, 3))
			require.Len(t, o.waiting(), 1)
			require.NoError(t, act(o.other, 4), "another person has a sum of its own")
			require.NoError(t, o.approvals.Approve(t.Context(), by(o.boss, o.waiting()[0])), "what two persons did is in no sum")

			o.clk.Advance(21 * time.Hour) // the first is a day old
			require.NoError(t, act(o.clerk, 5))
			o.refused("U035", act(o.clerk, 6))
			o.sound()
		})
	}
}

// S-84: several persons do not make a large sum of one member from slices either.
func TestALimitHoldsForTheSumOfADayOfOneMember(t *testing.T) {
	for _, kind := range parts {
		t.Run(kind.name, func(t *testing.T) {
			o := open(t)
			memID := o.customer(900_000)
			act := func(by audit.Actor, n int) error {
				err := kind.act(o, by, memID, n)
				o.clk.Advance(61 * time.Minute)
				return err
			}
			require.NoError(t, act(o.clerk, 0))
			require.NoError(t, act(o.other, 1))
			require.NoError(t, act(o.clerk, 2))
			o.refused("U035", act(o.other, 3))
			o.sound()
		})
	}
}

// Two acts at once are counted one after the other, and what was refused counts nothing.
func TestSlicesAtOnceAreAddedUp(t *testing.T) {
	o := open(t)
	var group sync.WaitGroup
	codes := make([]string, 8)
	for n := range codes {
		shown := o.deposit(o.customer(0), 130_000)
		group.Go(func() {
			if f, refused := fault.Of(o.desk.Approve(t.Context(), "demo", o.clerk, shown, true)); refused {
				codes[n] = f.Code()
			}
		})
	}
	group.Wait()
	alone := 0
	for _, code := range codes {
		if code == "" {
			alone++
		}
	}
	require.Equal(t, 3, alone, codes)
	require.Len(t, o.waiting(), 5)
	require.Equal(t, []string{"3 390000"}, o.strings("SELECT count(*) || ' ' || sum(amount) FROM approval_alone"))
	o.sound()
}

// A correction that is sent again is the same act.
func TestARepeatedActCountsOnce(t *testing.T) {
	o := open(t)
	memID := o.customer(10_000)
	for range 5 {
		require.NoError(t, parts[2].act(o, o.clerk, memID, 0))
	}
	require.Equal(t, []string{"250"}, o.strings("SELECT sum(amount)::text FROM approval_alone"))
	require.Equal(t, []money.Amount{10_250, 0, 5_000}, o.money(memID))
}

// Rows that no sum counts any longer are dropped.
func TestOldActsAreForgotten(t *testing.T) {
	o := open(t)
	require.NoError(t, parts[2].act(o, o.clerk, o.customer(0), 0))
	o.clk.Advance(47 * time.Hour)
	_, err := approval.Expire(t.Context(), o.db, o.clk.Now())
	require.NoError(t, err)
	require.Equal(t, []string{"1"}, o.strings("SELECT count(*)::text FROM approval_alone"))
	o.clk.Advance(time.Hour)
	_, err = approval.Expire(t.Context(), o.db, o.clk.Now())
	require.NoError(t, err)
	require.Equal(t, []string{"0"}, o.strings("SELECT count(*)::text FROM approval_alone"))
}

// D-73: what one person pays to members and to partners is one sum, and the second person pays what it was shown.
func TestPayoutsToPartnersAndToMembersAreOneSum(t *testing.T) {
	o := open(t)
	memID := factory.Partner(t, o.db).MemID
	require.NoError(t, pg.InTx(t.Context(), o.db, func(tx pgx.Tx) error {
		if err := wallet.Open(t.Context(), tx, memID, wallet.PT, "demo"); err != nil {
			return err
		}
		_, _, err := wallet.Apply(t.Context(), tx, wallet.Move{
			Member: memID, Currency: wallet.PT, Unit: wallet.Cash, Amount: 400_000, Contra: wallet.ContraCommission, Kind: "commission", Ref: memID,
		})
		return err
	}))
	require.NoError(t, o.desk.Approve(t.Context(), "demo", o.clerk, o.withdrawal(o.customer(300_000), 300_000), true))
	r, err := o.desk.Withdraw(t.Context(), cash.WithdrawalInput{
		Requester: cash.Requester{Site: "demo", Member: memID}, Amount: money.In(250_000), PIN: factory.PIN, Kind: cash.PT,
	})
	require.NoError(t, err)
	shown := cash.Shown{ID: r.ID, Member: memID, Amount: 250_000, RequestedAt: r.RequestedAt}
	b, err := o.desk.Background(t.Context(), "demo", r.ID, o.clerk.ID, "en")
	require.NoError(t, err)
	require.True(t, b.Second)
	o.refused("U035", o.desk.Approve(t.Context(), "demo", o.clerk, shown, true))
	asked := o.waiting()[0]
	require.Equal(t, []any{site.Payout, "pt", "KRW", money.Amount(-250_000)}, []any{asked.Kind, asked.Unit, asked.Currency, asked.Amount})
	o.refused("U035", o.desk.Approve(t.Context(), "demo", o.clerk, shown, true))
	require.Equal(t, []string{"150000 250000"}, o.strings("SELECT balance || ' ' || held FROM wallet_balance WHERE member_id = $1 AND currency = 'PTC'", memID))
	require.NoError(t, o.approvals.Approve(t.Context(), by(o.boss, asked)))
	require.Equal(t, []string{"150000 0"}, o.strings("SELECT balance || ' ' || held FROM wallet_balance WHERE member_id = $1 AND currency = 'PTC'", memID))
	o.sound()
}
