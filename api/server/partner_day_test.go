package server

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/waterfall"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/commission"
	"hubstake/internal/platform/vault"
	"hubstake/internal/play/casino/casinotest"
	"hubstake/internal/play/game"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
)

// A downline is built over HTTP, its member deposits and plays, the day is settled, and what the partner is shown, what the file comes to and what is paid
// are the same to the unit; then the partner pays the member and recalls.
func TestAPartnersDayFromTheFirstAccountToThePayment(t *testing.T) {
	t.Parallel()
	w := newWhole(t, 1, nil)
	_, err := w.db.Exec(t.Context(), `UPDATE site_site SET options = options || '{"approvals":{"partner":{"off":true}}}'`) // one person of head office sets terms
	require.NoError(t, err)
	require.NoError(t, provider.Upsert(t.Context(), w.db, "sim", "seamless", provider.Settings{}))
	require.NoError(t, game.Upsert(t.Context(), w.db, game.Demo("sim")...))
	ok := func(path, token string, body any) map[string]any {
		b, err := json.Marshal(body)
		require.NoError(t, err)
		status, env := w.post(path, token, string(b))
		require.Equal(t, []any{200, "200"}, []any{status, env.ResultCode}, "%s %s", path, b)
		data, _ := env.Data.(map[string]any)
		return data
	}
	type fields map[string]any
	head := factory.Partner(t, w.db).MemID
	desk := w.enterStaff(factory.Staff(t, w.db))
	partner := w.enterAgent(factory.Agent(t, w.db, head, func(a *factory.Ag) { a.Password = factory.Password }))
	rates := func(n int) fields {
		all := fields{}
		for _, name := range []string{
			"casinoRolling", "slotRolling", "minigameRolling", "casinoLosing", "slotLosing", "minigameLosing",
			"sports1", "sports2", "sports3", "sports4", "sports5", "sports6", "sportsMore",
		} {
			all[name] = n
		}
		return all
	}
	ok("/api/admin/partner/rates", desk, fields{"memId": head, "rates": rates(100), "reason": "as agreed"})
	ok("/api/admin/partner/rights", desk, fields{"memId": head, "pay": true, "dayMax": 1_000_000, "approve": true, "version": 1, "reason": "as agreed"})

	account := func(n int, more fields) string {
		memID := fmt.Sprintf("%slow%d", head[:min(8, len(head))], n)
		body := fields{
			"memId": memID, "memPass": factory.Password, "cashPin": "4821", "memNick": memID, "memName": "Kim Minsu", "phone": fmt.Sprintf("0109876543%d", n),
			"bankName": "Kookmin", "accountNo": fmt.Sprintf("301122334455%d", n), "accountHolder": "Kim Minsu", "lang": "en",
		}
		for name, value := range more {
			body[name] = value
		}
		require.Equal(t, "normal", ok("/api/partner/lower/create", partner, body)["status"], "the right to approve was given")
		return memID
	}
	high := fields{"memId": head + "x", "level": 2, "rates": rates(101)}
	b, err := json.Marshal(high)
	require.NoError(t, err)
	_, env := w.post("/api/partner/lower/create", partner, string(b))
	require.NotEqual(t, "200", env.ResultCode, "above the ceiling")
	branch := account(1, fields{"level": 2, "rates": rates(40)})
	member := account(2, fields{"code": branch})

	player := w.enterMember(member)
	in := ok("/api/cash/in", player, fields{"amount": 100_000})
	ok("/api/admin/cash/approve", desk, fields{"idx": in["idx"], "memId": member, "amount": 100_000, "requestedAt": in["requestedAt"]})
	bets := casinotest.Service(t, w.db, clock.System{})
	for _, o := range []provider.Operation{
		{Kind: provider.Bet, TxID: "b1", Amount: "50000", Game: "moonjar"},
		{Kind: provider.Win, TxID: "w1", RefTxID: "b1", Amount: "20000", Closes: true},
	} {
		o.RoundID, o.Member, o.Currency = "r1", member, "KRW"
		answer, err := bets.Apply(t.Context(), "sim", o, "")
		require.NoError(t, err)
		require.Equal(t, provider.OK, answer.Status)
	}

	box, err := vault.New(factory.Key())
	require.NoError(t, err)
	clk := clock.NewManual(time.Now())
	svc := commission.New(w.db, clk, site.New(w.db, clk), box)
	noted := func() (n int) {
		require.NoError(t, w.db.QueryRow(t.Context(), "SELECT count(*) FROM commission_line").Scan(&n))
		return n
	}
	testkit.Eventually(t, func() bool { return svc.Accrue(t.Context()) == nil && noted() == 1 })
	clk.Advance(24*time.Hour + 30*time.Minute)
	testkit.Eventually(t, func() bool {
		if err := svc.Accrue(t.Context()); err != nil {
			return false
		}
		_, err := svc.Settle(t.Context(), "demo")
		var n int
		return err == nil && w.db.QueryRow(t.Context(), "SELECT count(*) FROM commission_statement WHERE bets > 0").Scan(&n) == nil && n == 2
	})

	listed := ok("/api/partner/settlement/list", partner, fields{})["list"].([]any)[0].(map[string]any)
	file := strings.Builder{}
	for at := ""; ; {
		part := ok("/api/partner/settlement/file", partner, fields{"day": listed["day"], "at": at})
		file.WriteString(part["text"].(string))
		if at = part["next"].(string); at == "" {
			break
		}
	}
	proof, err := waterfall.Recompute(strings.NewReader(file.String()))
	require.NoError(t, err)
	// 1 % − 0.4 % of 50,000; losing: 1 % of 30,000 less the own rolling of 500, less the child's 0.4 % of 30,000 less its 200.
	require.Equal(t, []any{300.0, 175.0, 475.0}, []any{listed["rolling"], listed["losing"], listed["amount"]})
	require.Equal(t, []string{"300", "175", "475"}, []string{fmt.Sprint(proof.Rolling), fmt.Sprint(proof.Losing), fmt.Sprint(proof.Amount)})
	require.Equal(t, listed["hash"], fmt.Sprintf("%x", proof.Hash))

	// A payment says what it pays: one without an amount is refused, and another amount is not what the person saw.
	for body, code := range map[string]string{``: "E001", `,"amount":null`: "E001", `,"amount":474`: "C019", `,"amount":-475`: "C019", `,"amount":"475"`: "E001"} {
		_, env := w.post("/api/admin/commission/decide", desk, fmt.Sprintf(`{"memId":%q,"day":%q,"becomes":"paid"%s}`, head, listed["day"], body))
		require.Equal(t, code, env.ResultCode, body)
	}
	require.EqualValues(t, 2, ok("/api/admin/commission/pay", desk, fields{"day": listed["day"]})["paid"])
	purse := func() any { return ok("/api/partner/money/purse", partner, fields{})["pt"] }
	require.EqualValues(t, 475, purse())
	ok("/api/partner/money/pay", partner, fields{"memId": branch, "amount": 400, "reason": "its share"})
	require.EqualValues(t, 75, purse())
	ok("/api/partner/money/recall", partner, fields{"memId": branch, "amount": 100, "reason": "too much"})
	require.EqualValues(t, 175, purse())
	w.refused("/api/partner/money/pay", partner, fmt.Sprintf(`{"memId":%q,"amount":100,"reason":"x"}`, member), 200, "U001", "only directly below")
}
