package partner_test

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash"
	"hubstake/internal/testkit/factory"
)

// toBank asks for a withdrawal to the member's own account.
func toBank(o *office, desk *cash.Service, memID string, amount money.Amount) (cash.Request, error) {
	return desk.Withdraw(o.Context(), cash.WithdrawalInput{Requester: cash.Requester{Site: "demo", Member: memID}, Amount: money.In(amount), PIN: factory.PIN})
}

// M10: a timeout is no way from a partner's PT to the bank of any member, without play. The member's own money leaves as ever, and the partner may recall its own.
func TestWhatAPartnerPaidDoesNotLeaveInATimeout(t *testing.T) {
	o := open(t, through)
	desk := o.desk()
	o.give(o.kim, "KRW", 30_000) // its own, with nothing to be played
	o.must(o.pay(o.kim, 40_000))
	recalled := o.must(o.pay(o.kim, 10_000))
	o.must(o.recall(o.kim, recalled.Amount))
	_, err := toBank(o, desk, o.kim, 10_000)
	o.refused("C015", err)
	o.exec("UPDATE member_member SET timeout_until = $2 WHERE member_id = $1", o.kim, noon.Add(24*time.Hour))
	seen, err := desk.Turnover(t.Context(), "demo", o.kim)
	require.NoError(t, err)
	require.Equal(t, money.Amount(40_000), seen.Kept)
	o.nothing("C015", func() error { _, err := toBank(o, desk, o.kim, 40_000); return err })
	o.nothing("C001", func() error { _, err := toBank(o, desk, o.kim, 80_000); return err })
	var made sync.Map
	var wg sync.WaitGroup
	for i := range 8 { // two at once take no more than one
		wg.Go(func() {
			_, err := toBank(o, desk, o.kim, 30_000)
			made.Store(i, err == nil)
			if _, refused := fault.Of(err); err != nil && !refused {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	answers := map[any]int{}
	made.Range(func(_, paid any) bool { answers[paid]++; return true })
	require.Equal(t, map[any]int{true: 1, false: 7}, answers)
	require.Equal(t, money.Amount(40_000), o.has(o.kim, "KRW"))
	o.must(o.recall(o.kim, 40_000))
	require.Zero(t, o.has(o.kim, "KRW"))
	o.sound()
}

// An exclusion lasts for months, and stops recalls: the member is paid to its own account only (D-28, S-42).
func TestWhatAPartnerPaidIsPaidToAnExcludedMember(t *testing.T) {
	o := open(t, through)
	desk := o.desk()
	o.must(o.pay(o.kim, 40_000))
	o.exec("UPDATE member_member SET excluded_until = $2, status = 'excluded', timeout_until = $3 WHERE member_id = $1", o.kim, noon.AddDate(1, 0, 0), noon.Add(24*time.Hour))
	seen, err := desk.Turnover(t.Context(), "demo", o.kim)
	require.NoError(t, err)
	require.Zero(t, seen.Kept)
	_, err = toBank(o, desk, o.kim, 40_000)
	require.NoError(t, err)
	o.sound()
}
