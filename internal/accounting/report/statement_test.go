package report_test

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/sheet"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/factory"
)

// move writes a row of the ledger as a move leaves it.
func move(t *testing.T, db *pgxpool.Pool, memID string, no, amount int64, ref string, at time.Time) {
	t.Helper()
	_, err := db.Exec(t.Context(), `INSERT INTO wallet_ledger (member_id, currency, version, unit, contra, kind, amount, balance_after, ref, created_at)
		VALUES ($1, 'KRW', $2, 'cash', 'deposit', 'deposit', $3, 1000000, $4, $5)`, memID, no, amount, ref, at)
	require.NoError(t, err)
}

func TestTheStatementOfTwelveMonths(t *testing.T) {
	db, _, svc := open(t)
	m, other := factory.Member(t, db), factory.Member(t, db)
	move(t, db, m.MemID, 1, 5_000, "old", noon.AddDate(-1, 0, -3))
	move(t, db, m.MemID, 2, 10_000, "=cmd()", noon.AddDate(0, -11, 0))
	move(t, db, m.MemID, 3, -3_000, "plain, with comma", noon.Add(-time.Hour))
	move(t, db, other.MemID, 1, 7_000, "foreign", noon.Add(-time.Hour))

	lines, totals, err := svc.Statement(t.Context(), "demo", m.MemID, paging.Days{}, paging.Slice{Count: 10})
	require.NoError(t, err)
	sums := []report.UnitTotals{{Unit: "cash", Lines: 2, In: 10_000, Out: 3_000}}
	require.Equal(t, sums, totals)
	require.Equal(t, []int64{3, 2}, []int64{lines[0].No, lines[1].No})
	require.Equal(t, money.Amount(-3_000), lines[0].Amount)
	lines, totals, err = svc.Statement(t.Context(), "demo", m.MemID, paging.Days{}, paging.Slice{Count: 1, Skip: 1})
	require.NoError(t, err)
	require.Equal(t, sums, totals, "of the selection, not of the page")
	require.EqualValues(t, 2, lines[0].No)
	for _, bad := range []paging.Days{
		{StartDate: "2025-09-01"}, {StartDate: "x"}, {EndDate: "2026-02-30"}, {StartDate: "2026-09-10", EndDate: "2026-09-09"},
	} {
		_, _, err := svc.Statement(t.Context(), "demo", m.MemID, bad, paging.Slice{Count: 1})
		require.ErrorIs(t, err, fault.Failed, "%v", bad)
		_, err = svc.StatementFile(t.Context(), "demo", m.MemID, bad)
		require.ErrorIs(t, err, fault.Failed, "%v", bad)
	}

	_, _, err = svc.Statement(t.Context(), "demo", m.MemID, paging.Days{StartDate: "2025-10-01", EndDate: "2026-09-10"}, paging.Slice{Count: 1})
	require.ErrorIs(t, err, fault.Failed, "pages are of 92 days at most when both are named, as every list; the file is of a year")

	l, err := svc.StatementFile(t.Context(), "demo", m.MemID, paging.Days{StartDate: "2025-09-10", EndDate: "2026-09-10"})
	require.NoError(t, err)
	f := l.Open(t.Context(), sheet.CSV)
	text, err := io.ReadAll(f)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	rest, marked := strings.CutPrefix(string(text), "\ufeff")
	require.True(t, marked, "spreadsheets know UTF-8 by its mark")
	r := csv.NewReader(strings.NewReader(rest))
	r.FieldsPerRecord = -1
	rows, err := r.ReadAll()
	require.NoError(t, err)
	require.Equal(t, [][]string{
		{"Statement", "Demo", m.MemID, "KRW", "2025-09-10 00:00:00", "2026-09-10 23:59:59", "2026-09-10 12:00:40"},
		{"No", "Time", "Account", "Kind", "In", "Out", "Balance", "Reference"},
		{"3", "2026-09-10 11:00:40", "cash", "deposit", "", "3000", "1000000", "plain, with comma"},
		{"2", "2025-10-10 12:00:40", "cash", "deposit", "10000", "", "1000000", "'=cmd()"},
	}, rows)
}

func TestAStatementOfNothingSaysSo(t *testing.T) {
	db, _, svc := open(t)
	l, err := svc.StatementFile(t.Context(), "demo", factory.Member(t, db).MemID, paging.Days{})
	require.NoError(t, err)
	f := l.Open(t.Context(), sheet.CSV)
	text, err := io.ReadAll(f)
	require.NoError(t, err)
	require.True(t, strings.HasSuffix(string(text), "No activity\n"), "S-93")
	require.NoError(t, f.Close())
}

func TestALongStatementIsWholeAndEndsWithItsReader(t *testing.T) {
	db, _, svc := open(t)
	m := factory.Member(t, db)
	_, err := db.Exec(t.Context(), `INSERT INTO wallet_ledger (member_id, currency, version, unit, contra, kind, amount, balance_after, ref, created_at)
		SELECT $1, 'KRW', n, 'cash', 'deposit', 'deposit', 1, n, n, $2 FROM generate_series(1, 1203) n`, m.MemID, noon.Add(-time.Hour))
	require.NoError(t, err)
	l, err := svc.StatementFile(t.Context(), "demo", m.MemID, paging.Days{})
	require.NoError(t, err)
	f := l.Open(t.Context(), sheet.CSV)
	text, err := io.ReadAll(f)
	require.NoError(t, err)
	require.Len(t, strings.Split(strings.TrimSpace(string(text)), "\n"), 1203+2)

	l, err = svc.StatementFile(t.Context(), "demo", m.MemID, paging.Days{})
	require.NoError(t, err)
	f = l.Open(t.Context(), sheet.CSV)
	require.NoError(t, f.Close())
	_, err = f.Read(make([]byte, 16)) // the head needs no database
	require.NoError(t, err)
	_, err = io.ReadAll(f)
	require.Error(t, err, "reading ends when it is closed")
}

// round writes a closed round of a game.
func round(t *testing.T, db *pgxpool.Pool, memID, game string, stake, payout int64, state string, at time.Time) {
	t.Helper()
	_, err := db.Exec(t.Context(), `INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, game_code, currency, bets, stake, payout, state,
		balance_before, balance_after, created_at, closed_at) VALUES ('sim', $1, $2, 'demo', $3, 'KRW', 1, $4, $5, $6, 0, 0, $7, $7)`,
		fmt.Sprint(memID, game, stake, state, at.UnixNano()), memID, game, stake, payout, state, at)
	require.NoError(t, err)
}

func games(t *testing.T, db *pgxpool.Pool) {
	t.Helper()
	_, err := db.Exec(t.Context(), `INSERT INTO provider_provider (vendor_id, family) VALUES ('sim', 'seamless');
		INSERT INTO game_product (proc_id, vendor_id, group_code, name, lobby_symbol, image) VALUES ('s', 'sim', 'slot', 'Slots', 's', 's.svg'), ('c', 'sim', 'casino', 'Tables', 'c', 'c.svg');
		INSERT INTO game_game (code, proc_id, name_kor, name_eng, thumbnail) VALUES ('comet', 's', '혜성', 'Comet', 'c.svg'), ('table', 'c', '테이블', 'Table', 't.svg')`)
	require.NoError(t, err)
}

func TestWinLoseByProduct(t *testing.T) {
	db, _, svc := open(t)
	games(t, db)
	m, other := factory.Member(t, db), factory.Member(t, db)
	round(t, db, m.MemID, "comet", 10_000, 25_000, "closed", noon.Add(-time.Hour))
	round(t, db, m.MemID, "comet", 5_000, 0, "open", noon.Add(-time.Hour))
	round(t, db, m.MemID, "table", 20_000, 0, "closed", noon.Add(-2*time.Hour))
	round(t, db, m.MemID, "gone", 1_000, 0, "closed", noon.Add(-2*time.Hour))
	round(t, db, m.MemID, "table", 9_000, 0, "void", noon.Add(-2*time.Hour))
	round(t, db, m.MemID, "table", 7_000, 0, "closed", noon.AddDate(0, 0, -40))
	round(t, db, other.MemID, "table", 7_000, 0, "closed", noon.Add(-time.Hour))

	w, err := svc.WinLose(t.Context(), "demo", m.MemID, paging.Days{})
	require.NoError(t, err)
	var got []string
	for _, p := range append(w.Products, w.Total) {
		got = append(got, fmt.Sprint(p.Group, " ", p.Name, " ", p.Rounds, " ", p.Stake, " ", p.Payout, " ", p.Open))
	}
	require.Equal(t, []string{"casino Tables 1 20000 0 0", "other  1 1000 0 0", "slot Slots 2 15000 25000 5000", "  4 36000 25000 5000"}, got)
	var days []string
	for _, d := range w.Days {
		days = append(days, fmt.Sprint(d.Day.Format(time.DateOnly), " ", d.Stake, " ", d.Payout))
	}
	require.Equal(t, []string{"2026-09-10 31000 25000"}, days, "settled rounds")
	require.Zero(t, w.Net)
	_, err = svc.WinLose(t.Context(), "demo", m.MemID, paging.Days{StartDate: "2026-01-01", EndDate: "2026-09-01"})
	require.ErrorIs(t, err, fault.Failed, "92 days at most")
}

// A day is one of the site's clock (D-63), and net deposits are those of all time, whatever days are asked for (S-21).
func TestWinLoseByDayAndNetDeposits(t *testing.T) {
	db, _, svc := open(t)
	m := factory.Member(t, db)
	midnight := time.Date(2026, 9, 8, 15, 0, 0, 0, time.UTC) // the 9th begins in Seoul
	round(t, db, m.MemID, "a", 1_000, 0, "closed", midnight.Add(-time.Microsecond))
	round(t, db, m.MemID, "b", 2_000, 3_000, "closed", midnight)
	round(t, db, m.MemID, "c", 4_000, 0, "closed", midnight.Add(24*time.Hour-time.Microsecond))
	request(t, db, m.MemID, "in", 100_000, 1, noon.AddDate(-3, 0, 0))
	request(t, db, m.MemID, "in", 5_000, -2, noon)
	request(t, db, m.MemID, "out", 130_000, 1, noon)
	request(t, db, m.MemID, "out", 7_000, 0, noon)
	w, err := svc.WinLose(t.Context(), "demo", m.MemID, paging.Days{StartDate: "2026-09-08", EndDate: "2026-09-09"})
	require.NoError(t, err)
	var days []string
	for _, d := range w.Days {
		days = append(days, fmt.Sprint(d.Day.Format(time.DateOnly), " ", d.Stake, " ", d.Payout))
	}
	require.Equal(t, []string{"2026-09-08 1000 0", "2026-09-09 6000 3000"}, days)
	require.Equal(t, report.NetDeposits{Deposits: 100_000, Withdrawals: 130_000}, w.Net)
}

// A member who is moved leaves the figures of before with the old partner, and brings the later ones to the new one.
func TestFiguresOfBeforeAMoveStayWithTheOldPartner(t *testing.T) {
	db, clk, svc := open(t, factory.OnePerson(site.MoveMember))
	games(t, db)
	old, next := factory.Partner(t, db).MemID, factory.Partner(t, db).MemID
	m := factory.Member(t, db, func(m *factory.M) { m.Parent, m.At = old, noon.Add(-2*time.Hour) }).MemID
	play := func(amount int64, at time.Time) {
		request(t, db, m, "in", amount, 1, at)
		round(t, db, m, "comet", amount, 0, "closed", at)
		played(t, db, m, at)
	}
	play(10_000, noon.Add(-time.Hour))
	members := member.New(db, clk, site.New(db, clk), member.Keys{})
	act := member.Act{Actor: audit.Actor{ID: "staff1"}, Site: "demo", MemID: m}
	require.NoError(t, members.MoveUnder(t.Context(), act, old, next, "x"))
	clk.Advance(time.Hour)
	play(300, clk.Now().Add(-time.Minute))
	figures := func(partner string) []int64 {
		noteAll(t, db, clk)
		d, err := svc.Affiliate(t.Context(), "demo", partner, paging.Days{})
		require.NoError(t, err)
		out := []int64{d.Members, d.Joined, int64(d.Deposits.Amount)}
		for _, p := range d.Products {
			out = append(out, int64(p.Stake))
		}
		return out
	}
	require.Equal(t, []int64{0, 1, 10_000, 10_000}, figures(old))
	require.Equal(t, []int64{1, 0, 300, 300}, figures(next))
	require.NoError(t, members.MoveUnder(t.Context(), act, next, old, "back"))
	clk.Advance(time.Hour)
	play(7, clk.Now().Add(-time.Minute))
	require.Equal(t, []int64{1, 1, 10_007, 10_007}, figures(old))
	require.Equal(t, []int64{0, 0, 300, 300}, figures(next))
}

// played writes the transaction that ended the last round of a member.
func played(t *testing.T, db *pgxpool.Pool, memID string, at time.Time) {
	t.Helper()
	_, err := db.Exec(t.Context(), `INSERT INTO casino_tx (vendor_id, tx_id, kind, member_id, round_id, currency, amount, req_hash, status, balance_after, created_at)
		SELECT vendor_id, 'w-' || id, 'win', member_id, round_id, currency, payout, '', 'OK', 0, $2 FROM casino_round WHERE member_id = $1 ORDER BY id DESC LIMIT 1`, memID, at)
	require.NoError(t, err)
}

func TestAnAffiliateSeesTheDownlineOnly(t *testing.T) {
	db, clk, svc := open(t)
	games(t, db)
	top := factory.Partner(t, db)
	low := factory.Partner(t, db, func(m *factory.M) { m.Parent, m.PartnerLevel = top.MemID, 2 })
	under := factory.Member(t, db, func(m *factory.M) { m.Parent, m.At = low.MemID, noon.Add(-time.Hour) })
	apart := factory.Member(t, db)
	for _, m := range []string{under.MemID, apart.MemID} {
		request(t, db, m, "in", 50_000, 1, noon.Add(-time.Hour))
		request(t, db, m, "in", 90_000, -2, noon.Add(-time.Hour))
		request(t, db, m, "out", 20_000, 1, noon.Add(-time.Hour))
		round(t, db, m, "comet", 10_000, 4_000, "closed", noon.Add(-time.Hour))
		played(t, db, m, noon.Add(-time.Hour))
	}
	noteAll(t, db, clk)
	d, err := svc.Affiliate(t.Context(), "demo", top.MemID, paging.Days{})
	require.NoError(t, err)
	require.Equal(t, []int64{2, 1}, []int64{d.Members, d.Partners})
	require.Equal(t, []money.Amount{50_000, 20_000}, []money.Amount{d.Deposits.Amount, d.Withdrawals.Amount})
	require.Len(t, d.Products, 1)
	require.Equal(t, money.Amount(10_000), d.Products[0].Stake)
	d, err = svc.Affiliate(t.Context(), "demo", low.MemID, paging.Days{})
	require.NoError(t, err)
	require.EqualValues(t, 1, d.Members)

	for _, stranger := range []string{under.MemID, "nobody1"} {
		_, err := svc.Affiliate(t.Context(), "demo", stranger, paging.Days{})
		require.ErrorIs(t, err, fault.NoAccess)
	}
	_, err = svc.Affiliate(t.Context(), "other", top.MemID, paging.Days{})
	require.Error(t, err)
}
