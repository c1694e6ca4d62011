package fundstest_test

import (
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/account/staff"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/correction"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// S-80, S-81: money is put right by an entry of its own with a reason, once, and nothing else changes. Four eyes: internal/operator/approval.
func TestACorrectionIsAnEntryOfItsOwn(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	factory.Site(t, db, func(s *factory.S) { s.Options["approvals"] = map[string]any{"correction": map[string]any{"off": true}} })
	factory.Site(t, db, func(s *factory.S) { s.ID = "other" })
	sites := site.New(db, clk)
	members := member.New(db, clk, sites, factory.Hashing())
	svc := correction.New(db, clk, sites, members, approval.New(db, clk, sites, staff.New(db, clk, members, staff.Keys{}).HoldRights))
	m := factory.Member(t, db, func(m *factory.M) { m.Cash, m.Points = 10_000, 500 })
	stranger := factory.Member(t, db, func(m *factory.M) { m.Site = "other" })
	by := audit.Actor{ID: "staff1", IP: netip.MustParseAddr("192.0.2.7"), Trace: "00-7-7"}
	right := correction.Correction{Request: "request-1", Member: m.MemID, Unit: wallet.Cash, Amount: money.In(2_500), Reason: "a deposit was credited too low"}
	correct := func(change func(*correction.Correction)) (wallet.State, error) {
		c := right
		change(&c)
		return svc.Correct(t.Context(), "demo", by, c)
	}

	for name, c := range map[string]struct {
		code   string
		change func(*correction.Correction)
	}{
		"no amount":            {"C009", func(c *correction.Correction) { c.Amount = money.Input{} }},
		"no reason":            {"E001", func(c *correction.Correction) { c.Reason = "  " }},
		"a long reason":        {"E001", func(c *correction.Correction) { c.Reason = strings.Repeat("a", 201) }},
		"a reason of lines":    {"E001", func(c *correction.Correction) { c.Reason = "a\nb" }},
		"held money":           {"E001", func(c *correction.Correction) { c.Unit = wallet.Hold }},
		"no request":           {"E001", func(c *correction.Correction) { c.Request = "" }},
		"nobody":               {"U001", func(c *correction.Correction) { c.Member = "nobody1" }},
		"another site":         {"U001", func(c *correction.Correction) { c.Member = stranger.MemID }},
		"more cash than there": {"C001", func(c *correction.Correction) { c.Take, c.Amount = true, money.In(10_001) }},
		"more points":          {"P001", func(c *correction.Correction) { c.Take, c.Unit, c.Amount = true, wallet.Point, money.In(501) }},
	} {
		_, err := correct(c.change)
		f, ok := fault.Of(err)
		require.True(t, ok, "%s: %v", name, err)
		require.Equal(t, c.code, f.Code(), name)
	}
	var rows int
	require.NoError(t, db.QueryRow(t.Context(), "SELECT count(*) FROM wallet_ledger WHERE kind = 'correction'").Scan(&rows))
	require.Zero(t, rows, "what is refused leaves nothing")

	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			_, err := correct(func(*correction.Correction) {})
			require.NoError(t, err)
		})
	}
	all.Wait()
	state, err := correct(func(*correction.Correction) {})
	require.NoError(t, err)
	require.Equal(t, money.Amount(12_500), state.Cash, "once, however often it is sent")
	state, err = correct(func(c *correction.Correction) {
		c.Request, c.Unit, c.Take, c.Amount = "request-2", wallet.Point, true, money.In(500)
	})
	require.NoError(t, err)
	require.Zero(t, state.Points)

	var ledger, kept string
	require.NoError(t, db.QueryRow(t.Context(), "SELECT string_agg(concat_ws(' ', unit, contra, amount), ', ' ORDER BY version) FROM wallet_ledger WHERE kind = 'correction'").Scan(&ledger))
	require.Equal(t, "cash correction 2500, point correction -500", ledger)
	require.NoError(t, db.QueryRow(t.Context(),
		"SELECT string_agg(concat_ws(' ', action, actor, target, detail->>'amount', detail->>'reason'), ', ' ORDER BY seq) FROM audit_entry").Scan(&kept))
	require.Equal(t, "cash.correct staff1 "+m.MemID+" 2500 "+right.Reason+", cash.correct staff1 "+m.MemID+" -500 "+right.Reason, kept)
	found, err := wallet.Check(t.Context(), db)
	require.NoError(t, err)
	require.Empty(t, found)
}

// D-53: the PT of a head office is given and taken by corrections, and needs a second person like those.
func TestThePTOfAHeadOfficeIsCorrected(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	factory.Site(t, db, func(s *factory.S) {
		s.Options["approvals"] = map[string]any{"correction": map[string]any{"from": 10_000}}
	})
	sites := site.New(db, clk)
	members := member.New(db, clk, sites, factory.Hashing())
	approvals := approval.New(db, clk, sites, staff.New(db, clk, members, staff.Keys{}).HoldRights)
	svc := correction.New(db, clk, sites, members, approvals)
	head := factory.Partner(t, db)
	below := factory.Partner(t, db, func(m *factory.M) { m.Parent, m.PartnerLevel = head.MemID, 2 })
	kim := factory.Member(t, db)
	clerk, boss := audit.Actor{ID: factory.Staff(t, db).ID}, audit.Actor{ID: factory.Staff(t, db).ID}
	n := 0
	correct := func(memID string, amount money.Amount, change ...func(*correction.Correction)) (wallet.State, error) {
		n++
		c := correction.Correction{Request: "request-" + strings.Repeat("x", n), Member: memID, Unit: wallet.Cash, PT: true, Amount: money.In(amount), Reason: "bought"}
		for _, f := range change {
			f(&c)
		}
		return svc.Correct(t.Context(), "demo", clerk, c)
	}
	take := func(c *correction.Correction) { c.Take = true }
	for name, c := range map[string]struct {
		code string
		do   func() (wallet.State, error)
	}{
		"a partner below": {"U001", func() (wallet.State, error) { return correct(below.MemID, 100) }},
		"a member":        {"U001", func() (wallet.State, error) { return correct(kim.MemID, 100) }},
		"points": {"E001", func() (wallet.State, error) {
			return correct(head.MemID, 100, func(c *correction.Correction) { c.Unit = wallet.Point })
		}},
		"more than there":     {"C001", func() (wallet.State, error) { return correct(head.MemID, 1, take) }},
		"more, by two":        {"C001", func() (wallet.State, error) { return correct(head.MemID, 10_000, take) }}, // small ones are given by one person
		"a second is needed":  {"U035", func() (wallet.State, error) { return correct(head.MemID, 10_000) }},
		"nothing":             {"C009", func() (wallet.State, error) { return correct(head.MemID, 0) }},
		"nobody of this site": {"U001", func() (wallet.State, error) { return correct("nobody1", 100) }},
	} {
		_, err := c.do()
		f, ok := fault.Of(err)
		require.True(t, ok, "%s: %v", name, err)
		require.Equal(t, c.code, f.Code(), name)
	}
	require.Empty(t, pgtest.Column(t, db, "SELECT kind FROM wallet_ledger"))
	open, err := approvals.Open(t.Context(), "demo", site.Correction)
	require.NoError(t, err)
	require.Len(t, open, 1)
	require.Equal(t, []string{"pt", "KRW"}, []string{open[0].Unit, open[0].Currency})
	require.NoError(t, approvals.Approve(t.Context(), approval.Decision{Actor: boss, Site: "demo", ID: open[0].ID, Version: open[0].Version}))
	state, err := correct(head.MemID, 9_999, take)
	require.NoError(t, err)
	require.Equal(t, money.Amount(1), state.Cash)
	require.Equal(t, []string{"PTC cash correction 10000", "PTC cash correction -9999"}, pgtest.Column(t, db,
		"SELECT concat_ws(' ', currency, unit, contra, amount) FROM wallet_ledger ORDER BY version"))
	require.Equal(t, []string{"partner.correct", "partner.correct"}, pgtest.Column(t, db, "SELECT action FROM audit_entry WHERE action LIKE '%.correct'"))
	require.Equal(t, []string{head.MemID + " 10000", head.MemID + " 1"}, pgtest.Column(t, db, "SELECT path || ' ' || data1 FROM outbox_event WHERE cmd = 'PT' ORDER BY id"))
}
