package commission_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// moved writes a move of a member's cash.
func (w *world) moved(member string, version int, contra, kind string, amount int64, at time.Time) {
	w.Helper()
	w.exec(`INSERT INTO wallet_ledger (member_id, currency, version, unit, contra, kind, amount, balance_after, ref, created_at)
		VALUES ($1, 'KRW', $2, 'cash', $3, $4, $5, 0, 'x', $6)`, member, version, contra, kind, amount, at)
}

// amounts returns what the statements of a partner come to.
func (w *world) amounts(partner string) []string {
	return w.column(fmt.Sprintf("SELECT amount::text FROM commission_statement WHERE partner_id = '%s' ORDER BY day", partner))
}

// A site that carries nothing over drops the gift of a day without play. Its forfeiture on a later day gives nothing back then: a ring would earn half of each bonus that its members are
// given on one day and give up on the next, at no risk.
func TestAForfeitureGivesBackNothingThatADayWithoutCarryDropped(t *testing.T) {
	t.Parallel()
	for _, carry := range []bool{true, false} {
		t.Run(fmt.Sprint("carry ", carry), func(t *testing.T) {
			t.Parallel()
			w, tr := ring(t, carry, 5000)
			w.bet(tr, "mrght1", 1, 1_000, 1_000, monday.Add(time.Hour))
			w.moved("mleft1", 1, "promo", "bonus.new", 50_000, monday.Add(2*time.Hour))
			w.settleAll(monday.AddDate(0, 0, 1).Add(time.Hour))
			w.moved("mleft1", 2, "promo", "forfeit", -50_000, monday.AddDate(0, 0, 1).Add(2*time.Hour))
			w.settleAll(monday.AddDate(0, 0, 2).Add(time.Hour))
			for _, partner := range []string{"phead", "pleft1"} {
				for _, amount := range w.amounts(partner) {
					require.Equal(t, "0", amount, partner)
				}
			}
			w.sound()
		})
	}
}

// A win without a bet is money of the house: no partner earns on its loss. When the provider takes the win back, it was the member's own money that was lost.
func TestNoPartnerEarnsOnTheLossOfFreeWins(t *testing.T) {
	t.Parallel()
	w, tr := ring(t, true, 5000)
	at := monday.Add(time.Hour)
	w.exec(`INSERT INTO casino_tx (vendor_id, tx_id, kind, member_id, round_id, currency, amount, req_hash, status, balance_after, version, campaign_id, free_win, created_at)
		VALUES ('sim', 'free', 'win', 'mleft1', 'fr', 'KRW', 50000, '', 'OK', 0, 1, 'c', true, $1)`, at)
	w.moved("mleft1", 1, "vendor:sim", "win.promo", 50_000, at)
	w.bet(tr, "mleft1", 1, 50_000, 0, at.Add(time.Hour))
	w.settleAll(monday.AddDate(0, 0, 1).Add(time.Hour))
	require.Equal(t, []string{"0"}, w.amounts("pleft1"))

	at = at.AddDate(0, 0, 1)
	w.exec(`INSERT INTO casino_tx (vendor_id, tx_id, kind, ref_tx_id, member_id, round_id, currency, amount, req_hash, status, balance_after, version, created_at)
		VALUES ('sim', 'back', 'rollback', 'free', 'mleft1', 'fr', 'KRW', 50000, '', 'OK', 0, 2, $1)`, at)
	w.exec("UPDATE casino_tx SET rolled_back_by = 'back' WHERE tx_id = 'free'")
	w.moved("mleft1", 2, "vendor:sim", "rollback", -50_000, at)
	w.settleAll(monday.AddDate(0, 0, 2).Add(time.Hour))
	require.Equal(t, []string{"0", "25000"}, w.amounts("pleft1"))
	w.sound()
}
