package server

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/id"
	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/partners/partner"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/factory"
)

// mayPay lets a partner pay, and gives it PT.
func (w *whole) mayPay(memID string, pt money.Amount) {
	w.t.Helper()
	_, err := w.db.Exec(w.t.Context(), "INSERT INTO partner_partner (member_id, site_id, pay_allowed, pay_day_max) VALUES ($1, 'demo', true, 1000000000)", memID)
	require.NoError(w.t, err)
	require.NoError(w.t, pg.InTx(w.t.Context(), w.db, func(tx pgx.Tx) error {
		if err := wallet.Open(w.t.Context(), tx, memID, wallet.PT, "demo"); err != nil {
			return err
		}
		_, _, err := wallet.Apply(w.t.Context(), tx, wallet.Move{
			Member: memID, Currency: wallet.PT, Unit: wallet.Cash, Amount: pt, Contra: wallet.ContraCorrection, Kind: "correction", Ref: "pt",
		})
		return err
	}))
}

// paying is a partner with two members and a partner below, on two nodes.
type paying struct {
	*crowded
	partner, token string
	below          [3]string
}

func newPaying(t *testing.T, pt money.Amount) *paying {
	t.Helper()
	w := &paying{crowded: newCrowded(t)}
	w.partner = factory.Partner(t, w.db).MemID
	w.mayPay(w.partner, pt)
	for i := range w.below[:2] {
		w.below[i] = factory.Member(t, w.db, func(m *factory.M) { m.Parent = w.partner }).MemID
	}
	w.below[2] = factory.Partner(t, w.db, func(m *factory.M) { m.Parent, m.PartnerLevel = w.partner, 2 }).MemID
	w.token = w.enterAgent(factory.Agent(t, w.db, w.partner, func(a *factory.Ag) { a.Password = factory.Password }))
	return w
}

func (w *paying) pt() int64 {
	return w.number("SELECT balance FROM wallet_balance WHERE member_id = $1 AND currency = 'PTC'", w.partner)
}

// code makes a call of the partner under a key and returns the code of its answer. A call that a busy machine refuses is made again under its key.
func (w *paying) code(node int, call, key, body string) (string, error) {
	for {
		was, err := w.tell(node, "/api/partner/money/"+call, w.token, key, body)
		if err != nil {
			return "", err
		}
		if code := strings.Fields(was)[1]; code != "E002" {
			return code, nil
		}
	}
}

// crowd makes a call fifty times at once, each under a key of its own, and counts the codes.
func (w *paying) crowd(call string, body func(i int) string) map[string]int {
	w.t.Helper()
	return w.atOnce(copies, func(i int) (string, error) { return w.code(i, call, id.New()+id.New(), body(i)) })
}

// proven holds the ledger and the sends against their invariants.
func (w *paying) proven() {
	w.t.Helper()
	require.Zero(w.t, w.number("SELECT count(*) FROM wallet_balance WHERE balance < 0 OR held < 0 OR points < 0"))
	broken, err := wallet.Check(w.t.Context(), w.db)
	require.NoError(w.t, err)
	require.Empty(w.t, broken)
	broken, err = wallet.Prove(w.t.Context(), w.db, partner.Invariants)
	require.NoError(w.t, err)
	require.Empty(w.t, broken)
}

// D-27, security.md 2.5: fifty copies of a partner's payment, recall or reversal under one key, against two nodes, have one effect and one answer.
func TestFiftyCopiesOfAPartnersCallUnderOneKeyHaveOneEffect(t *testing.T) {
	t.Parallel()
	w := newPaying(t, 100_000)
	sent := int64(0)
	for _, c := range []struct {
		name, call, body string
		pt               int64 // then
	}{
		{"payment", "pay", fmt.Sprintf(`{"memId":%q,"amount":30000,"reason":"x"}`, w.below[0]), 70_000},
		{"recall", "recall", fmt.Sprintf(`{"memId":%q,"amount":10000,"reason":"x"}`, w.below[0]), 80_000},
		{"payment to a partner", "pay", fmt.Sprintf(`{"memId":%q,"amount":50000,"reason":"x"}`, w.below[2]), 30_000},
		{"reversal", "reverse", `{"id":%d,"reason":"x"}`, 80_000},
	} {
		if strings.Contains(c.body, "%d") {
			c.body = fmt.Sprintf(c.body, w.number("SELECT max(id) FROM partner_send"))
		}
		key, path := id.New()+id.New(), "/api/partner/money/"+c.call
		answers := w.atOnce(copies, func(i int) (string, error) { return w.tell(i, path, w.token, key, c.body) })
		require.Len(t, answers, 1, "%s: %v", c.name, answers)
		sent++
		require.Equal(t, []int64{sent, c.pt}, []int64{w.number("SELECT count(*) FROM partner_send"), w.pt()}, c.name)
		for was, n := range answers {
			require.Equal(t, copies, n)
			require.True(t, strings.HasPrefix(was, `200 200 {`), "%s: %s", c.name, was)
			late, err := w.tell(1, path, w.token, key, c.body)
			require.NoError(t, err)
			require.Equal(t, was, late, c.name)
		}
		other, err := w.tell(0, path, w.token, key, c.body+" ")
		require.NoError(t, err)
		require.Equal(t, `422 E001 {"params":{}}`, other, "%s: another body", c.name)
		require.Equal(t, sent, w.number("SELECT count(*) FROM partner_send"), c.name)
	}
	w.proven()
}

// D-27: fifty payments at once pay the PT that there is and not a unit more; fifty recalls at once take back what was paid and not a unit more; a
// payment is reversed once.
func TestFiftyPaymentsOfAPartnerAtOncePayWhatThereIs(t *testing.T) {
	t.Parallel()
	w := newPaying(t, 60_500)
	to := func(i int) string {
		return fmt.Sprintf(`{"memId":%q,"amount":2000,"reason":"x"}`, w.below[i%len(w.below)])
	}
	require.Equal(t, map[string]int{"200": 30, "C001": copies - 30}, w.crowd("pay", to))
	require.EqualValues(t, 500, w.pt())
	require.EqualValues(t, 60_000, w.number("SELECT sum(balance) FROM wallet_balance WHERE member_id = ANY($1)", w.below[:]))
	w.proven()

	first := w.number("SELECT balance / 2000 FROM wallet_balance WHERE member_id = $1", w.below[0])
	require.Positive(t, first)
	codes := w.crowd("recall", func(int) string { return to(0) })
	require.Equal(t, map[string]int{"200": int(first), "C031": copies - int(first)}, codes)
	require.Equal(t, 500+first*2000, w.pt())
	w.proven()

	again, err := w.code(0, "pay", id.New()+id.New(), to(1))
	require.NoError(t, err)
	require.Equal(t, "200", again)
	last := w.number("SELECT max(id) FROM partner_send")
	codes = w.crowd("reverse", func(int) string { return fmt.Sprintf(`{"id":%d,"reason":"x"}`, last) })
	require.Equal(t, map[string]int{"200": 1, "C030": copies - 1}, codes)
	require.Equal(t, 500+first*2000, w.pt())
	w.proven()
}
