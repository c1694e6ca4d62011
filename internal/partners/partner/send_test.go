package partner_test

import (
	"context"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/idempotency"
	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/ledger/turnover"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/partner"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// noon is noon in Seoul.
var noon = time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC)

// office is a site with a head office that may pay 100,000 a day and has 50,000 PT, a partner and a member directly below it, and others.
type office struct {
	*testing.T
	db    *pgxpool.Pool
	clk   *clock.Manual
	sends *partner.Sends

	head, child, kim, grandchild, uncle, foreign string
}

func open(t *testing.T, change ...func(*factory.S)) *office {
	t.Helper()
	t.Parallel()
	o := &office{T: t, db: pgtest.DB(t), clk: clock.NewManual(noon)}
	factory.Site(t, o.db, change...)
	o.sends = o.service()
	o.head = factory.Partner(t, o.db).MemID
	o.child = factory.Partner(t, o.db, func(m *factory.M) { m.Parent, m.PartnerLevel = o.head, 2 }).MemID
	o.kim = factory.Member(t, o.db, func(m *factory.M) { m.Parent = o.head }).MemID
	o.grandchild = factory.Member(t, o.db, func(m *factory.M) { m.Parent = o.child }).MemID
	o.uncle = factory.Partner(t, o.db).MemID
	o.foreign = factory.Member(t, o.db, func(m *factory.M) { m.Parent = o.uncle }).MemID
	o.allow(o.head, 100_000)
	o.give(o.head, wallet.PT, 50_000)
	return o
}

// service is another instance on the same database.
func (o *office) service() *partner.Sends {
	sites := site.New(o.db, o.clk)
	return partner.NewSends(o.db, o.clk, sites, member.New(o.db, o.clk, sites, factory.Hashing()), message.New(o.db, o.clk))
}

func (o *office) exec(sql string, args ...any) {
	o.Helper()
	_, err := o.db.Exec(o.Context(), sql, args...)
	require.NoError(o, err)
}

func (o *office) allow(memID string, dayMax money.Amount) {
	o.Helper()
	o.exec(`INSERT INTO partner_partner (member_id, site_id, pay_allowed, pay_day_max) VALUES ($1, 'demo', true, $2)
		ON CONFLICT (member_id) DO UPDATE SET pay_allowed = true, pay_day_max = $2`, memID, dayMax)
}

var given atomic.Int64

// give adds money as a correction does.
func (o *office) give(memID, currency string, amount money.Amount) {
	o.Helper()
	ref := strconv.FormatInt(given.Add(1), 10)
	require.NoError(o, pg.InTx(o.Context(), o.db, func(tx pgx.Tx) error {
		if err := wallet.Open(o.Context(), tx, memID, currency, "demo"); err != nil {
			return err
		}
		_, _, err := wallet.Apply(o.Context(), tx, wallet.Move{
			Member: memID, Currency: currency, Unit: wallet.Cash, Amount: amount, Contra: wallet.ContraCorrection, Kind: "correction", Ref: o.Name() + ref,
		})
		return err
	}))
}

func (o *office) has(memID, currency string) money.Amount {
	o.Helper()
	s, err := wallet.Balance(o.Context(), o.db, memID, currency)
	if err != nil {
		require.ErrorIs(o, err, wallet.ErrMissing)
	}
	return s.Cash
}

func (o *office) remaining(memID string) money.Amount {
	o.Helper()
	r, err := turnover.Now(o.Context(), o.db, site.Defaults(), memID, "KRW", o.clk.Now())
	require.NoError(o, err)
	return r.Remaining
}

func (o *office) sender() partner.Sender {
	return partner.Sender{Site: "demo", Partner: o.head, Agent: audit.Actor{ID: o.head + ".kim", IP: netip.MustParseAddr("192.0.2.7"), Trace: "00-7-7"}}
}

func (o *office) input(to string, amount money.Amount) partner.SendInput {
	return partner.SendInput{Sender: o.sender(), Member: to, Amount: money.In(amount), Reason: "as agreed"}
}

func (o *office) pay(to string, amount money.Amount) (partner.Send, error) {
	return o.sends.Pay(o.Context(), o.input(to, amount))
}

func (o *office) recall(from string, amount money.Amount) (partner.Send, error) {
	return o.sends.Recall(o.Context(), o.input(from, amount))
}

func (o *office) reverse(s partner.Send) (partner.Send, error) {
	return o.sends.Reverse(o.Context(), partner.ReverseInput{Sender: o.sender(), ID: s.ID, Reason: "wrong account"})
}

func (o *office) must(s partner.Send, err error) partner.Send {
	o.Helper()
	require.NoError(o, err)
	return s
}

func (o *office) refused(code string, err error) {
	o.Helper()
	f, ok := fault.Of(err)
	require.True(o, ok, "%s wanted, got %v", code, err)
	require.Equal(o, code, f.Code(), "%v", err)
	require.Empty(o, f.Missing())
}

// trace is all that a send leaves behind.
func (o *office) trace() (out []string) {
	o.Helper()
	for _, table := range []string{
		"wallet_balance WHERE version > 0", "wallet_ledger", "partner_send", "turnover_need", "turnover_state", "message_message", "audit_note", "outbox_event",
	} {
		var digest string
		from := strings.ReplaceAll(table, " WHERE", " t WHERE")
		if from == table {
			from += " t"
		}
		require.NoError(o, o.db.QueryRow(o.Context(), "SELECT coalesce(string_agg(t::text, '|' ORDER BY t::text), '') FROM "+from).Scan(&digest))
		out = append(out, digest)
	}
	return out
}

// nothing demands a refusal that leaves everything as it was.
func (o *office) nothing(code string, do func() error) {
	o.Helper()
	before := o.trace()
	o.refused(code, do())
	require.Equal(o, before, o.trace(), "%s: nothing changed", code)
}

// sound proves the books of the wallet, the sends and the turnover.
func (o *office) sound() {
	o.Helper()
	for _, checks := range [][]wallet.Invariant{wallet.Invariants, partner.Invariants, turnover.Invariants} {
		found, err := wallet.Prove(o.Context(), o.db, checks)
		require.NoError(o, err)
		require.Empty(o, found)
	}
}

func TestAPaymentMovesPTToCash(t *testing.T) {
	o := open(t)
	sent := o.must(o.pay(" "+strings.ToUpper(o.kim), 20_000))
	require.Equal(t, money.Amount(30_000), sent.After)
	require.Equal(t, []money.Amount{30_000, 20_000}, []money.Amount{o.has(o.head, wallet.PT), o.has(o.kim, "KRW")})
	require.Equal(t, money.Amount(20_000), o.remaining(o.kim), "it is played as a deposit is (D-20)")
	require.Equal(t, []string{fmt.Sprintf("%s %s.kim 20000 30000 20000", o.kim, o.head)}, pgtest.Column(t, o.db,
		"SELECT concat_ws(' ', target, actor, detail->>'amount', detail->>'ptAfter', detail->>'after') FROM audit_note WHERE action = 'partner.pay'"))
	require.Equal(t, []string{"You received money: Your partner added ₩20,000 to your balance.\nReason: as agreed"}, pgtest.Column(t, o.db,
		"SELECT title || ': ' || content FROM message_message WHERE member_id = '"+o.kim+"'"))
	require.Equal(t, []string{"PT " + o.head + " 30000", "CASH  20000"}, pgtest.Column(t, o.db, // both sides move live
		"SELECT concat_ws(' ', cmd, path, data1) FROM outbox_event WHERE cmd IN ('CASH', 'PT') AND ver > 0 AND data1 IN ('30000', '20000') ORDER BY id"))

	o.must(o.pay(o.child, 5_000))
	require.Equal(t, []money.Amount{25_000, 5_000, 0}, []money.Amount{o.has(o.head, wallet.PT), o.has(o.child, wallet.PT), o.has(o.child, "KRW")})
	o.sound()
}

func TestPaymentsThatMustNotBe(t *testing.T) {
	o := open(t)
	status := func(status string) func() {
		return func() { o.exec("UPDATE member_member SET status = $2 WHERE member_id = $1", o.kim, status) }
	}
	for name, c := range map[string]struct {
		code   string
		before func()
		change func(*partner.SendInput)
	}{
		"nothing":                      {"C009", nil, func(in *partner.SendInput) { in.Amount = money.Input{} }},
		"no reason":                    {"E001", nil, func(in *partner.SendInput) { in.Reason = " " }},
		"a long reason":                {"E001", nil, func(in *partner.SendInput) { in.Reason = strings.Repeat("a", 201) }},
		"a reason of lines":            {"E001", nil, func(in *partner.SendInput) { in.Reason = "a\nb" }},
		"oneself":                      {"U001", nil, func(in *partner.SendInput) { in.Member = o.head }},
		"an uncle":                     {"U001", nil, func(in *partner.SendInput) { in.Member = o.uncle }},
		"a foreign member":             {"U001", nil, func(in *partner.SendInput) { in.Member = o.foreign }},
		"a grandchild":                 {"U001", nil, func(in *partner.SendInput) { in.Member = o.grandchild }},
		"nobody":                       {"U001", nil, func(in *partner.SendInput) { in.Member = "nobody1" }},
		"more than the PT":             {"C001", nil, func(in *partner.SendInput) { in.Member, in.Amount = o.child, money.In(50_001) }},
		"more than the day allows":     {"C029", nil, func(in *partner.SendInput) { in.Member, in.Amount = o.child, money.In(100_001) }},
		"more than the member's limit": {"U034", nil, func(in *partner.SendInput) { in.Amount = money.In(30_001) }},
		"a pending member":             {"U002", status("pending"), nil},
		"a stopped one":                {"U018", status("stop"), nil},
		"a suspended one":              {"U018", status("suspended"), nil},
		"one on the blacklist":         {"U011", status("black"), nil},
		"a deleted one":                {"U001", status("deleted"), nil},
		"a closed one":                 {"U020", status("closed"), nil},
		"an excluded one": {"U033", func() {
			o.exec("UPDATE member_member SET status = 'excluded', excluded_until = $2 WHERE member_id = $1", o.kim, noon.AddDate(0, 7, 0))
		}, nil},
		"one in a timeout": {"U033", func() {
			o.exec("UPDATE member_member SET timeout_until = $2 WHERE member_id = $1", o.kim, noon.Add(time.Hour))
		}, nil},
		"a test account":                {"U051", func() { factory.MarkTest(t, o.db, o.kim) }, nil},
		"without the permission":        {"U021", func() { o.exec("UPDATE partner_partner SET pay_allowed = false WHERE member_id = $1", o.head) }, nil},
		"a limit of nothing":            {"C029", func() { o.allow(o.head, 0) }, nil},
		"a partner who is no longer so": {"U029", func() { o.exec("UPDATE member_member SET status = 'stop' WHERE member_id = $1", o.head) }, nil},
		"maintenance":                   {"S001", func() { o.exec("UPDATE site_site SET inspect = true WHERE site_id = 'demo'") }, nil},
	} {
		o.kim = factory.Member(t, o.db, func(m *factory.M) { m.Parent = o.head }).MemID
		o.exec("INSERT INTO protection_limit (member_id, kind, days, amount, set_at) VALUES ($1, 'deposit', 1, 30000, now())", o.kim)
		o.allow(o.head, 100_000)
		o.exec("UPDATE site_site SET inspect = false WHERE site_id = 'demo'")
		o.exec("UPDATE member_member SET status = 'normal' WHERE member_id = $1", o.head)
		if c.before != nil {
			c.before()
		}
		o.sends = o.service() // what is cached of the site is from before
		in := o.input(o.kim, 1_000)
		if c.change != nil {
			c.change(&in)
		}
		t.Log(name)
		o.nothing(c.code, func() error { _, err := o.sends.Pay(t.Context(), in); return err })
	}
}

func TestSendsAreCountedByOutcome(t *testing.T) {
	o := open(t)
	reg := prometheus.NewRegistry()
	o.sends.Measure(partner.NewSendMetrics(reg))
	key, ok := idempotency.NewKey("one-key-of-the-page", "/api/partner/money/pay", []byte("{}"))
	require.True(t, ok)
	in := partner.SendInput{
		Sender: partner.Sender{Site: "demo", Partner: o.head, Agent: audit.Actor{ID: o.head}, IdempotencyKey: key},
		Member: o.kim, Amount: money.In(1000), Reason: "test",
	}
	for range 3 {
		_, err := o.sends.Pay(t.Context(), in)
		require.NoError(t, err)
	}
	in.IdempotencyKey, in.Amount = idempotency.Key{}, money.In(1001)
	_, err := o.sends.Recall(t.Context(), in)
	require.ErrorIs(t, err, fault.RecallAbovePaid)
	over, end := context.WithCancel(t.Context())
	end()
	_, err = o.sends.Reverse(over, partner.ReverseInput{Sender: in.Sender, ID: 1, Reason: "test"})
	require.ErrorIs(t, err, context.Canceled)
	require.NoError(t, testutil.GatherAndCompare(reg, strings.NewReader(`
		# HELP partner_sends_total Payments, recalls, reversals and pay-outs of partners by outcome: done, repeated (the answer of the same call before), refused by a rule, failed by a fault of ours.
		# TYPE partner_sends_total counter
		partner_sends_total{kind="pay",outcome="done"} 1
		partner_sends_total{kind="pay",outcome="failed"} 0
		partner_sends_total{kind="pay",outcome="refused"} 0
		partner_sends_total{kind="pay",outcome="repeated"} 2
		partner_sends_total{kind="payout",outcome="done"} 0
		partner_sends_total{kind="payout",outcome="failed"} 0
		partner_sends_total{kind="payout",outcome="refused"} 0
		partner_sends_total{kind="payout",outcome="repeated"} 0
		partner_sends_total{kind="recall",outcome="done"} 0
		partner_sends_total{kind="recall",outcome="failed"} 0
		partner_sends_total{kind="recall",outcome="refused"} 1
		partner_sends_total{kind="recall",outcome="repeated"} 0
		partner_sends_total{kind="reverse",outcome="done"} 0
		partner_sends_total{kind="reverse",outcome="failed"} 1
		partner_sends_total{kind="reverse",outcome="refused"} 0
		partner_sends_total{kind="reverse",outcome="repeated"} 0
		`)))
}

func TestTheDaysLimitFollowsTheSitesClock(t *testing.T) {
	o := open(t)
	o.allow(o.head, 10_000)
	first := o.must(o.pay(o.kim, 7_000))
	o.must(o.pay(o.child, 3_000))
	o.nothing("C029", func() error { _, err := o.pay(o.kim, 1); return err })
	_, err := o.reverse(first)
	require.NoError(t, err)
	o.must(o.pay(o.kim, 7_000))
	o.clk.Advance(12*time.Hour - time.Second) // before midnight in Seoul
	o.nothing("C029", func() error { _, err := o.pay(o.kim, 1); return err })
	o.clk.Advance(time.Second)
	o.must(o.pay(o.kim, 10_000))
	p, err := o.sends.Purse(t.Context(), "demo", o.head)
	require.NoError(t, err)
	require.Equal(t, partner.Purse{PT: 30_000, Version: 6, May: true, DayMax: 10_000, Today: 10_000}, p)
	require.Zero(t, p.Left())
	o.sound()
}

// M12, D-53: fifty at once over two nodes.
func TestFiftyPaymentsAtOnce(t *testing.T) {
	o := open(t)
	two := []*partner.Sends{o.sends, o.service()}
	key, ok := idempotency.NewKey("one-key-of-the-page", "/api/partner/money/pay", []byte("{}"))
	require.True(t, ok)
	in := o.input(o.kim, 1_000)
	in.IdempotencyKey = key
	answers := make([]partner.Send, 50)
	var all sync.WaitGroup
	for n := range answers {
		all.Go(func() {
			sent, err := two[n%2].Pay(t.Context(), in)
			require.NoError(t, err)
			answers[n] = sent
		})
	}
	all.Wait()
	for _, a := range answers {
		require.Equal(t, answers[0].ID, a.ID)
	}
	require.Equal(t, []money.Amount{49_000, 1_000}, []money.Amount{o.has(o.head, wallet.PT), o.has(o.kim, "KRW")})

	o.allow(o.head, 11_000)
	var mu sync.Mutex
	done := 0
	for n := range 50 {
		all.Go(func() {
			_, err := two[n%2].Pay(t.Context(), o.input(o.kim, 1_000))
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				done++
				return
			}
			o.refused("C029", err)
		})
	}
	all.Wait()
	require.Equal(t, 10, done)
	o.allow(o.head, 10_000_000)
	for n := range 50 { // the PT is for three of them
		all.Go(func() { _, _ = two[n%2].Pay(t.Context(), o.input(o.kim, 10_000)) })
	}
	all.Wait()
	require.Equal(t, []money.Amount{9_000, 41_000}, []money.Amount{o.has(o.head, wallet.PT), o.has(o.kim, "KRW")})
	o.sound()
}

func TestARecallTakesWhatIsFree(t *testing.T) {
	o := open(t)
	o.must(o.pay(o.kim, 20_000))
	o.exec(`INSERT INTO cash_request (site_id, member_id, kind, currency, amount, status) VALUES ('demo', $1, 'out', 'KRW', 5000, 0)`, o.kim)
	require.NoError(t, pg.InTx(t.Context(), o.db, func(tx pgx.Tx) error { // held for a withdrawal
		_, _, err := wallet.Apply(t.Context(), tx, wallet.Move{
			Member: o.kim, Currency: "KRW", Unit: wallet.Cash, Amount: -5_000, Contra: wallet.ContraHold, Kind: "withdraw.hold", Ref: "1",
		})
		return err
	}))
	for name, c := range map[string]struct {
		code   string
		before string
		change func(*partner.SendInput)
	}{
		"more than is free":     {"C001", "", func(in *partner.SendInput) { in.Amount = money.In(15_001) }},
		"no reason":             {"E001", "", func(in *partner.SendInput) { in.Reason = "" }},
		"nothing":               {"C009", "", func(in *partner.SendInput) { in.Amount = money.In(0) }},
		"a grandchild":          {"U001", "", func(in *partner.SendInput) { in.Member = o.grandchild }},
		"a foreign member":      {"U001", "", func(in *partner.SendInput) { in.Member = o.foreign }},
		"withdrawals suspended": {"U022", "UPDATE member_member SET withdraw_allowed = false", nil},
		"a stopped member":      {"U018", "UPDATE member_member SET status = 'stop' WHERE upline <> '{}'", nil},
		"no permission":         {"U021", "UPDATE partner_partner SET pay_allowed = false", nil},
	} {
		o.exec("UPDATE member_member SET status = 'normal', withdraw_allowed = true")
		o.allow(o.head, 100_000)
		if c.before != "" {
			o.exec(c.before)
		}
		in := o.input(o.kim, 1_000)
		if c.change != nil {
			c.change(&in)
		}
		t.Log(name)
		o.nothing(c.code, func() error { _, err := o.sends.Recall(t.Context(), in); return err })
	}
	o.exec("UPDATE member_member SET status = 'normal', withdraw_allowed = true")
	o.allow(o.head, 5_999)
	o.nothing("C029", func() error { _, err := o.recall(o.kim, 6_000); return err })
	o.allow(o.head, 20_000)
	o.must(o.recall(o.kim, 6_000))
	require.Equal(t, []money.Amount{36_000, 9_000, 14_000}, []money.Amount{o.has(o.head, wallet.PT), o.has(o.kim, "KRW"), o.remaining(o.kim)})
	o.exec("UPDATE member_member SET timeout_until = $2, withdraw_held_until = $2 WHERE member_id = $1", o.kim, noon.Add(time.Hour))
	o.must(o.recall(o.kim, 9_000)) // neither a timeout nor a new secret keeps it back
	require.Equal(t, []money.Amount{45_000, 0, 5_000}, []money.Amount{o.has(o.head, wallet.PT), o.has(o.kim, "KRW"), o.remaining(o.kim)})
	require.Len(t, pgtest.Column(t, o.db, "SELECT content FROM message_message WHERE title = 'Money was recalled'"), 2)

	o.allow(o.head, 100_000)
	o.must(o.pay(o.child, 8_000))
	o.nothing("C031", func() error { _, err := o.recall(o.child, 8_001); return err })
	o.must(o.recall(o.child, 8_000))
	require.Equal(t, []money.Amount{45_000, 0}, []money.Amount{o.has(o.head, wallet.PT), o.has(o.child, wallet.PT)})
	o.sound()
}

// D-20: paying and recalling is no way around the turnover of other money.
func TestARecallTakesBackWhatItsPaymentsAskedFor(t *testing.T) {
	o := open(t)
	deposit := wallet.Move{Member: o.kim, Currency: "KRW", Unit: wallet.Cash, Amount: 10_000, Contra: wallet.ContraDeposit, Kind: "deposit", Ref: "d1"}
	require.NoError(t, pg.InTx(t.Context(), o.db, func(tx pgx.Tx) error {
		_, _, err := turnover.Credit(t.Context(), tx, site.Defaults(), deposit, 10_000, noon)
		return err
	}))
	o.nothing("C031", func() error { _, err := o.recall(o.kim, 1); return err })
	o.must(o.pay(o.kim, 3_000))
	o.must(o.pay(o.kim, 4_001))
	require.Equal(t, money.Amount(17_001), o.remaining(o.kim))
	o.must(o.recall(o.kim, 5_000)) // the newest payment and a part of the one before
	require.Equal(t, money.Amount(12_001), o.remaining(o.kim))
	o.nothing("C031", func() error { _, err := o.recall(o.kim, 2_002); return err })
	undone := o.must(o.recall(o.kim, 2_001))
	require.Equal(t, money.Amount(10_000), o.remaining(o.kim))
	back := o.must(o.reverse(undone))
	require.True(t, back.Gains)
	require.Equal(t, money.Amount(12_001), o.remaining(o.kim), "what comes back is to be played again")
	o.must(o.recall(o.kim, 2_001))
	require.Equal(t, money.Amount(10_000), o.remaining(o.kim))
	o.exec("UPDATE turnover_need SET undone_at = now() WHERE kind = 'deposit'")  // it was played
	o.nothing("C031", func() error { _, err := o.recall(o.kim, 1); return err }) // D-28: what was paid in is not the partner's
	require.Equal(t, []money.Amount{50_000, 10_000}, []money.Amount{o.has(o.head, wallet.PT), o.has(o.kim, "KRW")})
	o.sound()
}

// A payment that was played and lost is not in the wallet any more: a recall in its name would take the money of a bonus that is still to be played, and make
// PT of it that another account gets.
func TestARecallDoesNotTakeABonusInTheNameOfAPaymentThatWasPlayed(t *testing.T) {
	o := open(t)
	paid := o.must(o.pay(o.kim, 10_000))
	lost := wallet.Move{Member: o.kim, Currency: "KRW", Unit: wallet.Cash, Amount: -5_000, Contra: wallet.ContraCorrection, Kind: "lost", Ref: "l1"}
	require.NoError(t, pg.InTx(t.Context(), o.db, func(tx pgx.Tx) error {
		_, _, err := wallet.Apply(t.Context(), tx, lost)
		return err
	}))
	o.exec(`INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, game_code, currency, bets, stake, state, counts, balance_before, balance_after, created_at, closed_at)
		VALUES ('sim', 'r1', $1, 'demo', 'none', 'KRW', 1, 5000, 'closed', true, 10000, 5000, $2, $2)`, o.kim, noon)
	require.Equal(t, money.Amount(5_000), o.remaining(o.kim))
	bonus := wallet.Move{Member: o.kim, Currency: "KRW", Unit: wallet.Cash, Amount: 20_000, Contra: wallet.ContraPromo, Kind: "bonus", Ref: "b1"}
	require.NoError(t, pg.InTx(t.Context(), o.db, func(tx pgx.Tx) error {
		_, _, err := turnover.Credit(t.Context(), tx, site.Defaults(), bonus, 200_000, noon)
		return err
	}))
	o.nothing("C020", func() error { _, err := o.recall(o.kim, 10_000); return err })
	o.nothing("C020", func() error { _, err := o.reverse(paid); return err })
	o.nothing("C020", func() error { _, err := o.recall(o.kim, 5_001); return err })
	o.must(o.recall(o.kim, 5_000)) // what was not played of the payment
	require.Equal(t, money.Amount(200_000), o.remaining(o.kim))
	o.must(o.pay(o.kim, 5_000)) // one that was not played at all is recalled whole, whatever is older
	o.must(o.recall(o.kim, 5_000))
	require.Equal(t, []money.Amount{20_000, 200_000}, []money.Amount{o.has(o.kim, "KRW"), o.remaining(o.kim)})
	o.sound()
}

func TestWhatTheJobHasTakenInIsTakenBackToo(t *testing.T) {
	o := open(t)
	o.must(o.pay(o.kim, 10_000))
	o.clk.Advance(turnover.Keep + time.Hour)
	_, err := turnover.Advance(t.Context(), o.db, o.clk.Now())
	require.NoError(t, err)
	require.Equal(t, money.Amount(10_000), o.remaining(o.kim))
	o.must(o.recall(o.kim, 4_000))
	require.Equal(t, money.Amount(6_000), o.remaining(o.kim))
	o.must(o.recall(o.kim, 6_000))
	require.Zero(t, o.remaining(o.kim))
	o.sound()
}

func TestAReversalCompensatesOnceWithinTenMinutes(t *testing.T) {
	o := open(t)
	paid := o.must(o.pay(o.kim, 20_000))
	o.nothing("C019", func() error {
		in := partner.ReverseInput{Sender: o.sender(), ID: paid.ID, Reason: "x"}
		in.Partner = o.uncle
		_, err := o.sends.Reverse(t.Context(), in)
		return err
	})
	o.nothing("C019", func() error { _, err := o.reverse(partner.Send{ID: paid.ID + 1000}); return err })
	o.nothing("U021", func() error {
		o.exec("UPDATE partner_partner SET pay_allowed = false")
		_, err := o.reverse(paid)
		o.allow(o.head, 100_000)
		return err
	})
	done := o.must(o.reverse(paid))
	require.Equal(t, []money.Amount{50_000, 0, 0}, []money.Amount{o.has(o.head, wallet.PT), o.has(o.kim, "KRW"), o.remaining(o.kim)})
	require.Equal(t, paid.ID, done.Reverses)
	o.nothing("C030", func() error { _, err := o.reverse(paid); return err })
	o.nothing("C030", func() error { _, err := o.reverse(done); return err })

	late := o.must(o.pay(o.kim, 1_000))
	o.clk.Advance(partner.ReverseWithin)
	o.nothing("C030", func() error { _, err := o.reverse(late); return err })
	o.must(o.recall(o.kim, 1_000))

	parted := o.must(o.pay(o.kim, 9_000))
	o.must(o.recall(o.kim, 1))
	o.nothing("C030", func() error { _, err := o.reverse(parted); return err })
	o.must(o.recall(o.kim, 8_999))

	spent := o.must(o.pay(o.kim, 2_000))
	o.give(o.kim, "KRW", -1_500) // lost in play
	o.nothing("C001", func() error { _, err := o.reverse(spent); return err })

	recalled := o.must(o.recall(o.kim, 500))
	o.exec("UPDATE member_member SET timeout_until = $2 WHERE member_id = $1", o.kim, o.clk.Now().Add(time.Minute))
	o.nothing("U033", func() error { _, err := o.reverse(recalled); return err })
	o.clk.Advance(time.Minute)
	o.exec("INSERT INTO protection_limit (member_id, kind, days, amount, set_at) VALUES ($1, 'deposit', 1, 1, now())", o.kim)
	o.must(o.reverse(recalled)) // it was the member's money: no limit of deposits is asked
	require.Equal(t, money.Amount(500), o.has(o.kim, "KRW"))

	moved := o.must(o.pay(o.child, 100))
	o.exec("UPDATE member_member SET parent_id = $2, upline = ARRAY[$2] WHERE member_id = $1", o.child, o.uncle)
	o.nothing("U001", func() error { _, err := o.reverse(moved); return err })
	o.sound()
}

// A payment is a deposit to the member's own limit (S-36); one that was reversed is not.
func TestPaymentsAndDepositsShareTheMembersLimit(t *testing.T) {
	o := open(t)
	o.exec("INSERT INTO protection_limit (member_id, kind, days, amount, set_at) VALUES ($1, 'deposit', 7, 10000, now())", o.kim)
	first := o.must(o.pay(o.kim, 6_000))
	o.nothing("U034", func() error { _, err := o.pay(o.kim, 4_001); return err })
	o.must(o.reverse(first))
	o.exec(`INSERT INTO cash_request (site_id, member_id, kind, currency, amount, status, processed_at) VALUES ('demo', $1, 'in', 'KRW', 3000, 1, $2)`, o.kim, noon)
	o.nothing("U034", func() error { _, err := o.pay(o.kim, 7_001); return err })
	o.must(o.pay(o.kim, 7_000))
	o.clk.Advance(7 * 24 * time.Hour)
	o.must(o.pay(o.kim, 10_000))
}

// M1: connections that die in the middle leave nothing half.
func TestKilledConnectionsLeaveNothingHalf(t *testing.T) {
	o := open(t)
	o.allow(o.head, money.Max)
	o.give(o.head, wallet.PT, 10_000_000)
	done := 0
	pgtest.UnderKills(t, o.db, "SELECT count(*) FROM partner_send", func() {
		for range 60 {
			if _, err := o.pay(o.kim, 100); err == nil {
				done++
			}
		}
	})
	paid := o.has(o.kim, "KRW")
	require.GreaterOrEqual(t, paid, money.Amount(100*done), "what was answered stands")
	require.Equal(t, money.Amount(10_050_000), o.has(o.head, wallet.PT)+paid)
	require.Equal(t, []string{paid.String()}, pgtest.Column(t, o.db, "SELECT sum(amount)::text FROM partner_send"))
	o.sound()
}

func TestListsOfSendsAndPT(t *testing.T) {
	o := open(t)
	for n := range 5 {
		o.must(o.pay(o.kim, money.Amount(1_000+n)))
	}
	last := o.must(o.pay(o.child, 500))
	o.must(o.reverse(last))
	o.must(o.recall(o.kim, 10))
	f := partner.SendSearch{Site: "demo", Partner: o.head, Count: 3}
	var seen []int64
	for {
		rows, totals, err := o.sends.List(t.Context(), f)
		require.NoError(t, err)
		require.Equal(t, partner.SendTotals{Entries: 8, Paid: 5_510, Recalled: 10, Reversed: 500}, totals)
		if len(rows) == 0 {
			break
		}
		for _, r := range rows {
			seen = append(seen, r.ID)
		}
		f.Before = rows[len(rows)-1].ID
	}
	require.Len(t, seen, 8)
	rows, totals, err := o.sends.List(t.Context(), partner.SendSearch{Site: "demo", Partner: o.head, Kind: partner.Pay, Member: o.child, Count: 9})
	require.NoError(t, err)
	require.Equal(t, int64(1), totals.Entries)
	require.NotZero(t, rows[0].ReversedBy)
	require.Zero(t, rows[0].ReversibleUntil())
	rows, _, err = o.sends.List(t.Context(), partner.SendSearch{Site: "demo", Partner: o.uncle, Count: 9})
	require.NoError(t, err)
	require.Empty(t, rows)
	_, _, err = o.sends.List(t.Context(), partner.SendSearch{Site: "demo", Partner: o.head, Kind: "gift", Count: 9})
	o.refused("E001", err)

	sites := site.New(o.db, clock.System{}) // the ledger has the moments of the database
	ledger := partner.NewSends(o.db, clock.System{}, sites, member.New(o.db, o.clk, sites, factory.Hashing()), message.New(o.db, o.clk))
	entries, sums, err := ledger.Ledger(t.Context(), partner.LedgerSearch{Site: "demo", Partner: o.head, Days: paging.Days{}, Count: 100})
	require.NoError(t, err)
	require.Len(t, entries, 9)
	require.Equal(t, wallet.Totals{Entries: 9, In: 50_510, Out: 5_510}, sums)
	require.Equal(t, []any{"pt.recall", o.kim, "as agreed", money.Amount(45_000)}, []any{entries[0].Kind, entries[0].Other, entries[0].Reason, entries[0].After})
	require.Equal(t, []any{"correction", "", money.Amount(50_000)}, []any{entries[8].Kind, entries[8].Other, entries[8].After})
	entries, _, err = ledger.Ledger(t.Context(), partner.LedgerSearch{Site: "demo", Partner: o.child, Count: 100, Before: 2})
	require.NoError(t, err)
	require.Len(t, entries, 1)
	require.Equal(t, []any{"pt.paid", o.head}, []any{entries[0].Kind, entries[0].Other}, "the other side is the partner above")

	targets, err := o.sends.Targets(t.Context(), "demo", o.head, "")
	require.NoError(t, err)
	have := map[string]money.Amount{}
	for _, target := range targets {
		have[target.MemID] = target.Balance
	}
	require.Equal(t, map[string]money.Amount{o.kim: 5_000, o.child: 0}, have, "no grandchild, no foreign account")
	targets, err = o.sends.Targets(t.Context(), "demo", o.head, " "+strings.ToUpper(o.kim[:9]))
	require.NoError(t, err)
	require.Len(t, targets, 1)
	for _, typed := range []string{"%", "_", `\`, o.grandchild} {
		targets, err = o.sends.Targets(t.Context(), "demo", o.head, typed)
		require.NoError(t, err)
		require.Empty(t, targets, typed)
	}
}

func TestEachSendIsToldInSixLanguages(t *testing.T) {
	o := open(t)
	for _, lang := range []string{"vn", "ko", "en", "th", "cn", "jp", "xx"} {
		o.exec("UPDATE member_member SET lang = $1", lang)
		for _, to := range []string{o.kim, o.child} {
			paid := o.must(o.pay(to, 100))
			o.must(o.reverse(paid))
			o.must(o.pay(to, 100))
			back := o.must(o.recall(to, 100))
			o.must(o.reverse(back))
			o.must(o.recall(to, 100))
		}
	}
	require.Equal(t, []string{"84"}, pgtest.Column(t, o.db, "SELECT count(*)::text FROM message_message WHERE title <> '' AND content LIKE '%100%as agreed' OR content LIKE '%100%wrong account'"))
	require.Equal(t, []string{"48"}, pgtest.Column(t, o.db, "SELECT count(DISTINCT title)::text FROM message_message"))
}

// D-30: PT that stands for a debt can neither be paid away nor be recalled by the partner above.
func TestPTThatStandsForADebtStays(t *testing.T) {
	o := open(t)
	o.must(o.pay(o.child, 10_000))
	o.give(o.head, wallet.PT, 10_000)
	o.exec("INSERT INTO commission_debt (partner_id, site_id, day, owed) SELECT unnest($1::text[]), 'demo', '2026-09-09', unnest($2::bigint[])", []string{o.head, o.child}, []int64{45_000, 4_000})
	send := func(do func(context.Context, partner.SendInput) (partner.Send, error), to string, amount money.Amount) error {
		_, err := do(t.Context(), partner.SendInput{
			Sender: partner.Sender{Site: "demo", Partner: o.head, Agent: audit.Actor{ID: o.head}}, Member: to, Amount: money.In(amount), Reason: "as agreed",
		})
		return err
	}
	require.ErrorIs(t, send(o.sends.Pay, o.kim, 5_001), fault.NotEnoughCash)
	require.NoError(t, send(o.sends.Pay, o.kim, 5_000))
	require.ErrorIs(t, send(o.sends.Recall, o.child, 6_001), fault.NotEnoughCash)
	require.NoError(t, send(o.sends.Recall, o.child, 6_000))
}

// D-74: PT stands for what its partner owes as a member, too, as when it is withdrawn: an account below would withdraw it instead.
func TestPTThatStandsForACorrectedBetStays(t *testing.T) {
	o := open(t)
	o.give(o.head, wallet.PT, 10_000)
	had := o.has(o.head, wallet.PT)
	o.exec("INSERT INTO casino_debt (vendor_id, tx_id, member_id, currency, amount, repaid) VALUES ('house', 'w1', $1, 'KRW', 9000, 1000)", o.head)
	pay := func(amount money.Amount) error {
		_, err := o.sends.Pay(t.Context(), partner.SendInput{
			Sender: partner.Sender{Site: "demo", Partner: o.head, Agent: audit.Actor{ID: o.head}}, Member: o.kim, Amount: money.In(amount), Reason: "as agreed",
		})
		return err
	}
	require.ErrorIs(t, pay(had-7_999), fault.NotEnoughCash)
	require.NoError(t, pay(had-8_000))
	require.Equal(t, money.Amount(8_000), o.has(o.head, wallet.PT))
}
