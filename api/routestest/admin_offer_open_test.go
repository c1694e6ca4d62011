package routestest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/api/admin/offer"
	"hubstake/internal/core/calls"
	"hubstake/internal/core/money"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
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

	for _, path := range []string{"transfers", "rounds", "debts"} {
		for _, bad := range []string{`{}`, `{"vendor":"sim","count":101}`, `{"vendor":"sim","count":-1}`} {
			app.Post("/api/admin/offer/"+path, bad).Refused(200, "E001")
		}
		_, _, raw := app.Send("/api/admin/offer/"+path, `{"vendor":"none"}`)
		require.Contains(t, string(raw), `"list":[]`, "of a provider without any")
	}
	app.Post("/api/admin/offer/debts", `{"vendor":"sim","after":{"txId":"x"}}`).Refused(200, "E001")
}
