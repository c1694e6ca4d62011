package routestest_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/api/admin/today"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

const todayPath = "/api/admin/today"

func TestStaffSeesOfTheDayWhatItsRightsAreFor(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC)
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	factory.Site(t, db)
	m := factory.Member(t, db, func(m *factory.M) { m.Status = "pending" }).MemID
	for i, status := range []int{0, 1} {
		_, err := db.Exec(t.Context(), `INSERT INTO cash_request (site_id, member_id, kind, currency, amount, status, requested_at, processed_at)
			VALUES ('demo', $1, 'in', 'KRW', 10000, $2, $3, $3)`, m, status, noon.Add(-time.Duration(i+1)*time.Hour))
		require.NoError(t, err)
	}
	app := apitest.New(t, clk, today.New(report.New(db, clk, site.New(db, clk), factory.Box()), func(context.Context, string) int64 { return 7 }).Routes())

	kinds := func(rights ...right.Right) (out []report.QueueKind, figures *today.Figures) {
		t.Helper()
		answer := apitest.OK[today.Answer](app.StaffWith("staff1", rights...).Post(todayPath, `{}`))
		require.EqualValues(t, 7, answer.Online)
		require.Equal(t, noon, answer.AsOf.UTC())
		for _, q := range answer.Waiting {
			out = append(out, q.Kind)
		}
		return out, answer.Figures
	}
	got, figures := kinds(right.Inquiry)
	require.Empty(t, got)
	require.Nil(t, figures)
	got, figures = kinds(right.Signup)
	require.Equal(t, []report.QueueKind{report.QueueSignUps}, got)
	require.Nil(t, figures)
	got, figures = kinds(right.Cash, right.Signup)
	require.Equal(t, []report.QueueKind{report.QueueDeposits, report.QueueSignUps}, got)
	require.Equal(t, today.Compared{Now: 10_000}, figures.In)
	require.Len(t, figures.Days, 14)
	require.NotNil(t, figures.Products, "a list, though empty")
}

// A new site is led from step to step, until its first members can play.
func TestANewSiteIsLedStepByStep(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	factory.Site(t, db, func(s *factory.S) { s.Options["timeZone"] = "Asia/Bangkok" })
	app := apitest.New(t, clk, today.New(report.New(db, clk, site.New(db, clk), factory.Box()), func(context.Context, string) int64 { return 0 }).Routes())
	missing := func() (out []report.Step) {
		t.Helper()
		start := apitest.OK[today.Answer](app.Staff("staff1").Post(todayPath, `{}`)).Start
		require.NotNil(t, start)
		require.Equal(t, []any{"KRW", "Asia/Bangkok"}, []any{start.Currency, start.TimeZone})
		for _, step := range start.Steps {
			if !step.Done {
				out = append(out, step.Step)
			}
		}
		return out
	}
	exec := func(sql string) {
		t.Helper()
		_, err := db.Exec(t.Context(), sql)
		require.NoError(t, err)
	}
	exec("DELETE FROM game_game; DELETE FROM game_product; DELETE FROM provider_key; DELETE FROM provider_provider")
	all := []report.Step{
		report.StepStaff, report.StepAccount, report.StepProvider, report.StepGames, report.StepDocuments, report.StepLevels, report.StepPartner,
	}
	require.Equal(t, all, missing())
	exec(`INSERT INTO provider_provider (vendor_id, family) VALUES ('house', 'house'), ('minigame', 'minigame')`)
	exec(`INSERT INTO game_product (proc_id, vendor_id, group_code, name, lobby_symbol, image) VALUES ('mg', 'minigame', 'minigame', 'Draws', 'd', '/a.svg')`)
	exec(`INSERT INTO game_game (code, proc_id, name_kor, name_eng, thumbnail) VALUES ('coin3', 'mg', 'a', 'a', '/a.svg')`)
	require.Equal(t, all, missing(), "what the house draws itself is there from the start")

	exec(`INSERT INTO member_staff (staff_id, site_id, name, pass_hash, totp_secret) VALUES ('boss1', 'demo', 'a', '', '')`)
	exec(`INSERT INTO member_staff (staff_id, site_id, name, pass_hash, totp_secret, one_time_until) VALUES ('boss2', 'demo', 'a', '', '', now())`)
	require.Equal(t, all, missing(), "a person who has not come in yet approves nothing")
	exec(`UPDATE member_staff SET one_time_until = NULL`)
	require.Equal(t, all[1:], missing())
	exec(`INSERT INTO cash_account (site_id, bank, number, holder, active) VALUES ('demo', 'KB', '1', 'a', true)`)
	require.Equal(t, all[2:], missing())
	exec(`INSERT INTO provider_provider (vendor_id, family) VALUES ('nova', 'seamless')`)
	require.Equal(t, all[3:], missing())
	exec(`INSERT INTO game_product (proc_id, vendor_id, group_code, name, lobby_symbol, image) VALUES ('301', 'nova', 'slot', 'Nova', 'N', '/a.svg')`)
	exec(`INSERT INTO game_game (code, proc_id, name_kor, name_eng, thumbnail, active) VALUES ('nova1', '301', 'a', 'a', '/a.svg', false)`)
	require.Equal(t, all[3:], missing(), "a game that is off cannot be played")
	exec(`UPDATE game_game SET active = true`)
	require.Equal(t, all[4:], missing())
	exec(`INSERT INTO content_document (site_id, kind, version, published_at, published_by) VALUES ('demo', 'terms', 1, now(), 'a'), ('demo', 'terms', 2, now(), 'a')`)
	require.Equal(t, all[4:], missing(), "privacy is missing")
	exec(`INSERT INTO content_document (site_id, kind, version, published_at, published_by) VALUES ('demo', 'privacy', 1, now(), 'a')`)
	require.Equal(t, all[5:], missing())
	factory.Partner(t, db, func(m *factory.M) { m.MayRefer = false })
	require.Equal(t, all[5:], missing(), "a partner who may not refer brings no member")
	factory.Partner(t, db)
	require.Nil(t, apitest.OK[today.Answer](app.Staff("staff1").Post(todayPath, `{}`)).Start, "limits of levels may stay as they are")
}
