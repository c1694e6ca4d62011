package server

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/access/httpx"
	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/commission"
	"hubstake/internal/partners/partner"
	"hubstake/internal/platform/vault"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/game"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// enough is how often each action must have succeeded before the test ends: with twelve the hottest pairs have met hundreds of times.
func enough() int64 { return testkit.Size[int64](2, 12) }

// mostTries bounds the test when an action never succeeds.
const mostTries = 30_000

// Actions of others than staff, counted like staff's calls.
const (
	partnerPays     = "partner: pay"
	partnerRecalls  = "partner: recall"
	partnerReverses = "partner: reverse"
	partnerSwitches = "partner: switch"
	vendorBets      = "vendor: bet"
	vendorPays      = "vendor: win"
	jobNotes        = "job: note bets"
	jobSettles      = "job: settle a day"
)

// crew is the back office, a partner and two members who use the product at the same time.
type crew struct {
	*whole
	rnd     *rand.Rand
	members [2]factory.M
	onBreak factory.M // the one whom staff gives a timeout
	stake   int64     // of the bets that staff ends otherwise
	due     int64     // of the statements of commissions that staff pays
	n       atomic.Int64
	over    atomic.Bool // everybody stops

	calls   map[string]func() string // what staff does
	actions []string                 // the calls that change something
	done    map[string]*atomic.Int64 // how often each action succeeded
}

// lacking returns the actions that did not succeed often enough yet.
func (c *crew) lacking() (actions []string) {
	for action, n := range c.done {
		if n.Load() < enough() {
			actions = append(actions, action)
		}
	}
	return actions
}

// latest returns the newest value of a table, or 0.
func (c *crew) latest(sql string) (id int64) {
	_ = c.db.QueryRow(c.t.Context(), sql).Scan(&id)
	return id
}

func (c *crew) any() string { return c.members[c.rnd.IntN(len(c.members))].MemID }

// count notes that an action succeeded, if it did.
func (c *crew) count(action string, err error) {
	if err == nil {
		c.done[action].Add(1)
	}
}

// sends lets the partner above both members pay, recall, reverse and withdraw, until it is over.
func (c *crew) sends() {
	ctx, clk := c.t.Context(), clock.System{}
	sites := site.New(c.db, clk)
	sends := partner.NewSends(c.db, clk, sites, member.New(c.db, clk, sites, factory.Hashing()), message.New(c.db, clk))
	who := partner.Sender{Site: "demo", Partner: "agentlow", Agent: audit.Actor{ID: "agentlow"}}
	for n := 0; !c.over.Load(); n++ {
		in := partner.SendInput{Sender: who, Member: c.any(), Amount: money.In(10), Reason: "x"}
		sent, err := sends.Pay(ctx, in)
		c.count(partnerPays, err)
		if err == nil && n%2 == 0 {
			_, err = sends.Reverse(ctx, partner.ReverseInput{Sender: who, ID: sent.ID, Reason: "x"})
			c.count(partnerReverses, err)
		}
		_, err = sends.Recall(ctx, in)
		c.count(partnerRecalls, err)
		if n%10 == 0 {
			_ = c.partnerAsks() // staff decides it
		}
	}
}

// switches lets the head offices, below one of which both members are at each moment, switch things off and on for a whole subtree, until it is over.
func (c *crew) switches() {
	clk := clock.System{}
	sites := site.New(c.db, clk)
	partners := partner.New(c.db, clk, sites, member.New(c.db, clk, sites, factory.Hashing()))
	for n := 0; !c.over.Load(); n++ {
		what := []partner.Switch{partner.Switch(member.SwitchLock), partner.Casino, partner.Switch(member.SwitchBet), partner.Slot}[n%4]
		for _, off := range []bool{true, false} {
			for _, head := range []string{"agent1", "agent2"} {
				by := partner.By{Actor: audit.Actor{ID: head}, Site: "demo", Partner: head}
				out, _ := partners.TurnAll(c.t.Context(), by, "agentlow", what, off, "x", "")
				c.done[partnerSwitches].Add(int64(out.Changed))
			}
		}
	}
}

// bets lets both members bet with a vendor, until it is over.
func (c *crew) bets() {
	s, err := casino.New(c.db, clock.System{}, wallet.WriterOptions{Timeout: testkit.Patience})
	if err != nil {
		c.t.Error(err)
		return
	}
	defer s.Close()
	for n := 0; !c.over.Load(); n++ {
		id, memID := fmt.Sprint("lock", n), c.any()
		bet := provider.Operation{Kind: provider.Bet, TxID: id, RoundID: id, Member: memID, Currency: "KRW", Amount: "1000", Game: "moonjar"}
		win := provider.Operation{Kind: provider.Win, TxID: "w" + id, RefTxID: id, RoundID: id, Member: memID, Currency: "KRW", Amount: "900", Closes: true}
		if c.apply(s, vendorBets, bet) {
			c.apply(s, vendorPays, win)
		}
	}
}

// apply carries out an operation of the vendor, counts it and reports whether it was.
func (c *crew) apply(s *casino.Service, action string, o provider.Operation) bool {
	a, err := s.Apply(c.t.Context(), "sim", o, "")
	if err != nil || a.Status != provider.OK {
		return false
	}
	c.count(action, nil)
	return true
}

// settles notes the bets and settles a day at each turn, as if time ran, on two nodes, until it is over. Staff pays.
func (c *crew) settles() {
	ctx := c.t.Context()
	box, err := vault.New(factory.Key())
	if err != nil {
		c.t.Error(err)
		return
	}
	clk := clock.NewManual(time.Now())
	sites, noted := site.New(c.db, clk), int64(0)
	for !c.over.Load() {
		clk.Advance(24 * time.Hour)
		var nodes sync.WaitGroup
		for range 2 {
			s := commission.New(c.db, clk, sites, box)
			nodes.Go(func() {
				_, _, _ = s.Accrue(ctx), s.AddUp(ctx, "demo"), s.AddUpCash(ctx, "demo")
				if n, err := s.Settle(ctx, "demo"); n > 0 {
					c.count(jobSettles, err)
				}
			})
		}
		nodes.Wait()
		if n := c.latest("SELECT count(*) FROM commission_line"); n > noted {
			noted = n
			c.count(jobNotes, nil)
		}
	}
}

// play is a member who uses the product until it is over: whatever staff does meanwhile, the calls go on.
func (c *crew) play(m factory.M, other string) {
	call := func(token, path, body string) string {
		status, env, err := c.ask(0, "POST", path, token, "application/json", body)
		if err != nil || status == 401 {
			return ""
		}
		return env.ResultCode
	}
	token := ""
	for !c.over.Load() {
		if token == "" {
			_, env, err := c.ask(0, "POST", "/api/member/login", "", "application/json", fmt.Sprintf(`{"memId":%q,"memPass":%q}`, m.MemID, factory.Password))
			if data, ok := env.Data.(map[string]any); err == nil && ok {
				token, _ = data["token"].(string)
			}
			continue
		}
		gift := c.latest("SELECT id FROM promo_gift WHERE state = 'sent' AND member_id = '" + m.MemID + "' LIMIT 1")
		doings := [][2]string{
			{"/api/cash/in", `{"amount":10000}`},
			{"/api/cash/in", `{"amount":10000}`}, // staff waits for these most
			{"/api/cash/out", `{"amount":10000,"cashPin":"1234"}`},
			{"/api/cash/openAcc", `{"cashPin":"1234"}`},
			{"/api/cash/getAcc", `{}`},
			{"/api/board/qna/save", `{"title":"t","content":"c"}`},
			{"/api/board/qna/follow", fmt.Sprintf(`{"boardIdx":%d,"content":"c"}`, c.latest("SELECT id FROM inquiry_inquiry WHERE member_id = '"+m.MemID+"' AND closed_at IS NULL ORDER BY id DESC LIMIT 1"))},
			{"/api/contact/save", `{"category":"login","content":"I cannot log in.","contactKind":"phone","contact":"01012345678"}`},
			{"/api/board/board/save", `{"title":"t","content":"c"}`},
			{"/api/board/cmtSave", fmt.Sprintf(`{"boardIdx":%d,"content":"c"}`, c.latest("SELECT id FROM board_post WHERE board = 'board' ORDER BY id DESC LIMIT 1"))},
			{"/api/board/board/report", fmt.Sprintf(`{"idx":%d,"reason":"spam"}`, c.latest("SELECT id FROM board_post WHERE board = 'board' ORDER BY id DESC LIMIT 1"))},
			{"/api/board/comment/change", fmt.Sprintf(`{"idx":%d,"content":"d"}`, c.latest("SELECT id FROM board_comment ORDER BY id DESC LIMIT 1"))},
			{"/api/board/board/delete", fmt.Sprintf(`{"idx":%d}`, c.latest("SELECT id FROM board_post WHERE board = 'board' ORDER BY id DESC OFFSET 5 LIMIT 1"))},
			{"/api/give/take", fmt.Sprintf(`{"idx":%d}`, gift)},
			{"/api/give/send", fmt.Sprintf(`{"requestId":"give-%08d","memId":%q,"pointAmt":1000}`, c.n.Add(1), other)},
			{"/api/protection/limit/set", fmt.Sprintf(`{"kind":"loss","days":7,"amount":%d}`, 1_000_000_000-c.n.Add(1))},
			{"/api/board/msgUpdate", `{"idxList":[],"action":"read"}`},
		}
		c.rnd.Shuffle(len(doings), func(i, j int) { doings[i], doings[j] = doings[j], doings[i] }) // sessions end early, and no call is always the last
		for _, do := range doings {
			if call(token, do[0], do[1]) == "" {
				token = ""
				break
			}
		}
	}
}

// alwaysTwo are the actions that only ever ask for a second person.
var alwaysTwo = []string{"/api/admin/offer/win/decide", "/api/admin/offer/key/end", "/api/admin/offer/vendor/add"}

// works is one of staff, who does what succeeded too rarely so far as often as anything else, until all is done.
func (c *crew) works(tried *atomic.Int64) {
	person := factory.Staff(c.t, c.db)
	token := c.enterStaff(person)
	for tried.Add(1) < mostTries {
		lacking := c.lacking()
		if len(lacking) == 0 {
			return
		}
		path := c.actions[c.rnd.IntN(len(c.actions))]
		if rare := lacking[c.rnd.IntN(len(lacking))]; c.calls[rare] != nil && c.rnd.IntN(2) == 0 {
			path = rare
		}
		if path == "/api/admin/logout" && c.done[path].Load() >= enough() {
			continue
		}
		body, mediaType := c.calls[path](), "application/json"
		switch path {
		case "/api/admin/approval/cancel":
			body = c.own(person.ID)
		case "/api/admin/picture/save":
			mediaType = "image/png"
		}
		_, env, err := c.ask(0, "POST", path, token, mediaType, body)
		if err != nil {
			continue
		}
		if env.ResultCode == "200" || env.ResultCode == "U035" && slices.Contains(alwaysTwo, path) {
			c.count(path, nil)
		}
		if path == "/api/admin/logout" {
			person = factory.Staff(c.t, c.db)
			token = c.enterStaff(person)
		}
		if data, ok := env.Data.(map[string]any); ok && path == "/api/admin/getToken" {
			token, _ = data["token"].(string)
		}
	}
}

// mostAlone are rules of approvals by which one person does nearly everything alone.
const mostAlone = `{"payout":{"from":10000},"correction":{"from":1000},"account":{"off":true},"details":{"off":true},"move":{"off":true},"head":{"off":true},"partner":{"off":true},"deposit":{"off":true},"result":{"off":true}}`

// newCrew makes the accounts that the actions are about and has every call of the back office counted.
func newCrew(t *testing.T, approvals string) *crew {
	t.Helper()
	c := &crew{whole: newWhole(t, 1, nil), rnd: testkit.Rand(t), stake: 10_000, due: 10, done: map[string]*atomic.Int64{}}
	_, err := c.db.Exec(t.Context(), `UPDATE site_site SET options = options || $1::jsonb`,
		`{"depositWaitMinutes":0,"withdrawWaitMinutes":0,"pointGiving":true,"approvals":`+approvals+`}`)
	require.NoError(t, err)
	require.NoError(t, provider.Upsert(t.Context(), c.db, "sim", "seamless", provider.Settings{}))
	require.NoError(t, provider.Upsert(t.Context(), c.db, "locks", "seamless", provider.Settings{}))
	require.NoError(t, game.Upsert(t.Context(), c.db, game.Demo("sim")...))
	for _, p := range []struct {
		memID, parent string
		level         int
	}{{"agent1", "", 1}, {"agent2", "", 1}, {"agentlow", "agent1", 2}} {
		factory.Partner(t, c.db, func(m *factory.M) { m.MemID, m.Parent, m.PartnerLevel = p.memID, p.parent, p.level })
	}
	factory.Agent(t, c.db, "agent1")
	c.mayPay("agentlow", 1_000_000)
	_, err = c.db.Exec(t.Context(), `INSERT INTO partner_rate (member_id, site_id, since, rates, changed_by)
		SELECT id, 'demo', now() - interval '2 days', array_fill(100, ARRAY[13]), 'x' FROM unnest('{agent1,agent2}'::text[]) id`)
	require.NoError(t, err, "their commissions move PT")
	c.matches()
	for i := range c.members {
		c.members[i] = factory.Member(t, c.db, func(m *factory.M) { m.Cash, m.Points, m.Parent = 10_000_000, 10_000_000, "agentlow" })
	}
	c.onBreak = factory.Member(t, c.db)
	for i := range 40 {
		for _, prefix := range []string{"ok", "no"} {
			factory.Member(t, c.db, func(m *factory.M) { m.MemID, m.Status = fmt.Sprintf("%s%05d", prefix, i), member.Pending })
		}
		factory.Member(t, c.db, func(m *factory.M) { m.MemID = fmt.Sprintf("unused%05d", i) })
	}
	c.calls = c.table()
	for _, r := range Routes(Services{}) {
		if r.Access == httpx.Staff {
			require.Contains(t, c.calls, r.Path, "how staff uses this call belongs in the table")
		}
	}
	for path, body := range c.calls {
		if body() != readsOnly {
			c.actions, c.done[path] = append(c.actions, path), &atomic.Int64{}
		}
	}
	for _, action := range []string{partnerPays, partnerRecalls, partnerReverses, partnerSwitches, vendorBets, vendorPays, jobNotes, jobSettles} {
		c.done[action] = &atomic.Int64{}
	}
	return c
}

// actionsHaveTexts checks that the pages have words for each action in the audit.
func (c *crew) actionsHaveTexts() {
	file, err := os.ReadFile("../../web/src/shared/i18n/locales/en/audit.json")
	require.NoError(c.t, err)
	var texts map[string]string
	require.NoError(c.t, json.Unmarshal(file, &texts))
	for _, action := range pgtest.Column(c.t, c.db, "SELECT DISTINCT action FROM audit_entry") {
		require.Contains(c.t, texts, "action."+action)
	}
}

// internal/operator/audit/doc.go writes down one order of locks for the whole product. Every action of staff, with copies of itself and all
// the others on the same two members, who use the product meanwhile, keeps to it: PostgreSQL never finds a deadlock.
func TestStaffActionsInParallelNeverDeadlock(t *testing.T) {
	t.Parallel()
	c := newCrew(t, mostAlone)
	_, err := c.db.Exec(t.Context(), `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET deadlock_timeout = ''20ms''', current_database()); END $$`)
	require.NoError(t, err, "a deadlock is found at once, and the next one can happen")
	c.db.Reset()
	const deadlocks = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
	before := c.latest(deadlocks)
	var tried atomic.Int64
	var staff, others sync.WaitGroup
	for i, m := range c.members {
		for range 2 {
			others.Go(func() { c.play(m, c.members[1-i].MemID) })
		}
	}
	for _, actor := range []func(){c.sends, c.switches, c.bets, c.settles} {
		others.Go(actor)
	}
	for range 12 {
		staff.Go(func() { c.works(&tried) })
	}
	staff.Wait()
	c.over.Store(true)
	others.Wait()
	require.Empty(t, c.lacking(), "actions that hardly ever succeed prove nothing")
	c.actionsHaveTexts()

	// A server process hands its figures over when it ends.
	c.db.Reset()
	testkit.Eventually(t, func() bool {
		return c.latest("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()") == 0
	})
	require.Equal(t, before, c.latest(deadlocks), "deadlocks")
}
