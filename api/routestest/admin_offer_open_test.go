package routestest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	apiapproval "hubstake/api/admin/approval"
	"hubstake/api/admin/offer"
	"hubstake/internal/core/calls"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/play/casino"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// Staff reads the number of calls, those that failed, two times of an hour, and whether the provider is failing now.
func TestStaffSeesHowCallsOfAProviderGo(t *testing.T) {
	var asked []string
	_, app := openOffersWithCalls(t, func(_ context.Context, providers []string) map[calls.Line]calls.Figures {
		asked = providers
		var slow, recent calls.Sums
		for range 20 {
			slow.Note(calls.Answered, 30*time.Millisecond)
		}
		for range 3 {
			slow.Note(calls.Failed, 10*time.Second)
			recent.Note(calls.Failed, 10*time.Second)
		}
		slow.Note(calls.Rejected, 30*time.Millisecond)
		return map[calls.Line]calls.Figures{{Provider: "sim", Way: calls.Ours}: {Hour: slow, Recent: recent}}
	})
	v := apitest.OK[offer.ListAnswer](app.Staff("staff1").Post("/api/admin/offer/list", `{}`)).Vendors[0]
	require.Equal(t, []string{"sim"}, asked)
	require.Equal(t, &offer.VendorCalls{Ours: offer.CallFigures{Count: 24, Failed: 3, Rejected: 1, P50: 37, P95: 5000, Failing: true}}, v.Calls)
}

// readPages reads a list to its end, a row at a time, and returns what row says of each.
func readPages[Answer any](t *testing.T, app apitest.App, path, cursor string, row func(Answer) string) (all []string) {
	t.Helper()
	for range 20 {
		answer := apitest.OK[Answer](app.Post("/api/admin/offer/"+path, fmt.Sprintf(`{"vendor":"sim","count":1%s}`, cursor)))
		said := row(answer)
		if said != "" {
			all = append(all, said)
		}
		raw, err := json.Marshal(answer)
		require.NoError(t, err)
		var next struct{ Next json.RawMessage }
		require.NoError(t, json.Unmarshal(raw, &next))
		if string(next.Next) == "null" {
			return all
		}
		cursor = `,"after":` + string(next.Next)
	}
	t.Fatal("a list without an end")
	return nil
}

func seedOpenItems(t *testing.T, db *pgxpool.Pool) (ours, theirs factory.M) {
	t.Helper()
	ours, theirs = factory.Member(t, db), factory.Member(t, db, func(m *factory.M) { m.Site = "other" })
	exec := func(sql string, args ...any) {
		t.Helper()
		_, err := db.Exec(t.Context(), sql, args...)
		require.NoError(t, err)
	}
	for i, m := range []factory.M{ours, ours, theirs, ours} {
		id, at := fmt.Sprint("x", i), noon.Add(-time.Duration(i/3)*time.Hour) // the first ones are of one moment
		exec(`INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, game_code, currency, bets, stake, state, balance_before, balance_after, created_at)
			VALUES ('sim', $1, $2, $3, 'koi', 'KRW', 1, 700, 'open', 0, 0, $4)`, id, m.MemID, m.Site, at)
		exec(`INSERT INTO report_open_round (vendor_id, round_id, member_id, site_id, round, currency, stake, opened_at)
			SELECT vendor_id, round_id, member_id, site_id, id, currency, stake, created_at FROM casino_round WHERE round_id = $1`, id)
		exec(`INSERT INTO casino_tx (vendor_id, tx_id, kind, member_id, round_id, currency, amount, req_hash, status, balance_after)
			VALUES ('sim', $1, 'rollback', $2, $1, 'KRW', 0, '', 'OK', 0)`, id, m.MemID)
		exec(`INSERT INTO casino_debt (vendor_id, tx_id, member_id, currency, amount, created_at) VALUES ('sim', $1, $2, 'KRW', 500, $3)`, id, m.MemID, at)
		currency := []string{"KRW", "VND", "KRW", "USD"}[i] // a member has one transfer under way in each
		exec(`INSERT INTO transfer_account (member_id, vendor_id, currency, site_id, said_at) VALUES ($1, 'sim', $2, $3, $4)`, m.MemID, currency, m.Site, noon)
		exec(`INSERT INTO transfer_order (id, site_id, member_id, vendor_id, currency, direction, amount, reason, asked, created_at, ask_at)
			VALUES ($1, $2, $3, 'sim', $4, 'in', 900, 'no answer', 2, $5, $5)`, id, m.Site, m.MemID, currency, at)
	}
	return ours, theirs
}

// The lists behind the figures are of the caller's site, of one provider, and read to their end by keys, also where rows have one moment.
func TestStaffReadsWhatIsOpenWithAProvider(t *testing.T) {
	db, app := openOffersOn(t)
	app = app.Staff("staff1")
	ours, _ := seedOpenItems(t, db)

	require.Equal(t, []string{"x3", "x0", "x1"}, readPages(t, app, "transfers", "", func(a offer.TransfersAnswer) string {
		require.Equal(t, []any{ours.MemID, ours.Nick, "in", money.Amount(900), "no answer", 2}, []any{
			a.List[0].MemID, a.List[0].MemNick, a.List[0].Direction, a.List[0].Amount, a.List[0].Reason, a.List[0].Asked,
		})
		return a.List[0].ID
	}), "oldest first")
	require.Equal(t, []string{"x3", "x0", "x1"}, readPages(t, app, "rounds", "", func(a offer.RoundsAnswer) string {
		require.Equal(t, []any{ours.MemID, "Koi Garden", money.Amount(700)}, []any{a.List[0].MemID, a.List[0].GameName, a.List[0].Stake})
		return a.List[0].RoundID
	}), "oldest first")
	require.Equal(t, []string{"x1", "x0", "x3"}, readPages(t, app, "debts", "", func(a offer.DebtsAnswer) string {
		require.Equal(t, []any{ours.MemID, "Koi Garden", money.Amount(500)}, []any{a.List[0].MemID, a.List[0].GameName, a.List[0].Amount})
		require.Positive(t, a.List[0].Idx)
		return a.List[0].TxID
	}), "newest first")
	_, err := db.Exec(t.Context(), "UPDATE casino_round SET state = 'closed' WHERE round_id = 'x0'")
	require.NoError(t, err)
	require.Len(t, apitest.OK[offer.RoundsAnswer](app.Post("/api/admin/offer/rounds", `{"vendor":"sim"}`)).List, 2, "ended since the job has looked")
	_, err = db.Exec(t.Context(), "DELETE FROM casino_tx WHERE tx_id = 'x1'")
	require.NoError(t, err)
	lost := apitest.OK[offer.DebtsAnswer](app.Post("/api/admin/offer/debts", `{"vendor":"sim"}`)).List[0]
	require.Equal(t, []any{"x1", int64(0), ""}, []any{lost.TxID, lost.Idx, lost.GameName}, "a debt stays when its round is not known")

	for _, path := range []string{"transfers", "rounds", "debts", "wins"} {
		for _, bad := range []string{`{}`, `{"vendor":"sim","count":101}`, `{"vendor":"sim","count":-1}`} {
			app.Post("/api/admin/offer/"+path, bad).Refused(200, "E001")
		}
		_, _, raw := app.Send("/api/admin/offer/"+path, `{"vendor":"none"}`)
		require.Contains(t, string(raw), `"list":[]`, "of a provider without any")
	}
	app.Post("/api/admin/offer/debts", `{"vendor":"sim","after":{"txId":"x"}}`).Refused(200, "E001")
}

// A held win stands on the page with its member, round, amount and age; one person asks to pay it, another one lets it be paid.
func TestStaffSeesHeldWinsAndTwoPersonsPayOne(t *testing.T) {
	db, app := openOffersOn(t)
	mem := factory.Member(t, db, func(m *factory.M) { m.Cash = 10_000 }).MemID
	for _, sql := range []string{
		`INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, game_code, currency, balance_before, balance_after, state)
		 VALUES ('sim', 'r1', $1, 'demo', 'koi', 'KRW', 10000, 10000, 'closed')`,
		`INSERT INTO casino_tx (vendor_id, tx_id, kind, member_id, round_id, currency, amount, req_hash, status, balance_after, closes, campaign_id)
		 VALUES ('sim', 'w1', 'win', $1, 'r1', 'KRW', 0, '', 'OK', 10000, true, 'c'), ('sim', 'w2', 'win', $1, 'r1', 'KRW', 0, '', 'OK', 10000, true, 'c')`,
	} {
		_, err := db.Exec(t.Context(), sql, mem)
		require.NoError(t, err)
	}
	for i, site := range []string{"demo", "demo", "other"} {
		_, err := db.Exec(t.Context(), `INSERT INTO casino_held_win (vendor_id, tx_id, site_id, member_id, round_id, currency, amount, reason, held_at)
			VALUES ('sim', $1, $2, $3, 'r1', 'KRW', $4, 'free', $5)`, fmt.Sprint("w", i+1), site, mem, 600_000+i, noon.Add(time.Duration(i)*time.Minute))
		require.NoError(t, err)
	}
	app = app.Staff("staff1")
	sim := func() offer.Vendor {
		return apitest.OK[offer.ListAnswer](app.Post("/api/admin/offer/list", `{}`)).Vendors[0]
	}
	require.Equal(t, []any{int64(2), money.Amount(1_200_001), noon}, []any{sim().Wins, sim().WinAmount, sim().OldestWin.UTC()})
	require.Equal(t, []string{"w1", "w2"}, readPages(t, app, "wins", "", func(a offer.WinsAnswer) string {
		if len(a.List) == 0 {
			return ""
		}
		return a.List[0].TxID
	}))
	w := apitest.OK[offer.WinsAnswer](app.Post("/api/admin/offer/wins", `{"vendor":"sim"}`)).List[0]
	require.Equal(t, []any{mem, "r1", money.Amount(600_000), casino.HoldFree, noon}, []any{w.MemID, w.RoundID, w.Amount, w.Why, w.Since.UTC()})

	decide := func(app apitest.App, idx int64, pay bool, reason string) apitest.Answer {
		return app.Post("/api/admin/offer/win/decide", fmt.Sprintf(`{"idx":%d,"pay":%t,"reason":%q}`, idx, pay, reason))
	}
	decide(app.StaffWith("staff1", right.Offer), w.Idx, true, "checked").Refused(403, "U029")
	decide(app.Stale("staff1"), w.Idx, true, "checked").Refused(200, "U045")
	decide(app, w.Idx, true, "").Refused(200, "E001")
	decide(app, 99, true, "checked").Refused(200, "C019")
	decide(app, w.Idx, true, "checked").Refused(200, "U035")
	asked := apitest.OK[apiapproval.ListAnswer](app.Staff("second").Post("/api/admin/approval/list", `{}`)).List[0]
	require.Equal(t, casino.Decision{ID: w.Idx, Pay: true, Vendor: "sim", TxID: "w1", Round: "r1", Why: casino.HoldFree}, *asked.Win)
	require.Empty(t, approveAll(app))
	require.EqualValues(t, 1, sim().Wins)
	require.Equal(t, []string{"610000"}, pgtest.Column(t, db, "SELECT balance::text FROM wallet_balance WHERE member_id = '"+mem+"'"))
}
