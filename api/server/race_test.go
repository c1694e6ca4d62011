package server

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/limit"
	"hubstake/internal/core/id"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/provider/seamless"
	"hubstake/internal/testkit/factory"
)

const copies = 50

// crowded is a whole api of two nodes for races.
type crowded struct {
	*whole
	desk [3]string // sessions of three staff members
}

func newCrowded(t *testing.T) *crowded {
	t.Helper()
	w := &crowded{whole: newWhole(t, 2, nil)}
	for i := range w.desk {
		w.desk[i] = w.enterStaff(factory.Staff(t, w.db))
	}
	require.NoError(t, provider.Upsert(t.Context(), w.db, "sim", "seamless", provider.Settings{}))
	return w
}

// atOnce lets go of calls at one moment, each second one to the other node, and counts their codes.
func (w *crowded) atOnce(n int, call func(i int) (code string, err error)) map[string]int {
	w.t.Helper()
	var ready, done sync.WaitGroup
	var mu sync.Mutex
	codes, barrier := map[string]int{}, make(chan struct{})
	for i := range n {
		ready.Add(1)
		done.Go(func() {
			ready.Done()
			<-barrier
			code, err := call(i)
			if err != nil {
				code = err.Error()
			}
			mu.Lock()
			defer mu.Unlock()
			codes[code]++
		})
	}
	ready.Wait()
	close(barrier)
	done.Wait()
	return codes
}

func (w *crowded) copies(token, path, body string) map[string]int {
	w.t.Helper()
	return w.atOnce(copies, func(i int) (string, error) {
		_, env, err := w.ask(i, http.MethodPost, path, token, fiber.MIMEApplicationJSON, body)
		return env.ResultCode, err
	})
}

func (w *crowded) number(sql string, args ...any) (n int64) {
	w.t.Helper()
	require.NoError(w.t, w.db.QueryRow(w.t.Context(), sql, args...).Scan(&n))
	return n
}

// once demands one success, and of all the others one of the refusals.
func once(t *testing.T, codes map[string]int, refusals ...string) {
	t.Helper()
	require.Equal(t, 1, codes["200"], "%v", codes)
	rest := copies - 1
	for _, c := range refusals {
		rest -= codes[c]
	}
	require.Zero(t, rest, "%v", codes)
}

// security.md 2.5: fifty copies of each call that moves money, released by one barrier against two nodes, have one effect.
func TestFiftyCopiesHaveOneEffect(t *testing.T) {
	t.Parallel()
	w := newCrowded(t)
	join := func(change func(*factory.M)) (memID, token string) {
		m := factory.Member(t, w.db, change)
		return m.MemID, w.enterMember(m.MemID)
	}

	race := func(name string, do func(t *testing.T)) { // one after the other: each is a crowd by itself
		t.Helper()
		t.Log(name)
		do(t)
	}
	race("deposit", func(t *testing.T) {
		m, token := join(func(*factory.M) {})
		once(t, w.copies(token, "/api/cash/in", `{"amount":10000}`), "C007")
		require.EqualValues(t, 1, w.number("SELECT count(*) FROM cash_request WHERE member_id = $1", m))
	})
	race("withdrawal of everything", func(t *testing.T) {
		m, token := join(func(m *factory.M) { m.Cash = 100_000 })
		once(t, w.copies(token, "/api/cash/out", `{"amount":100000,"cashPin":"1234"}`), "C001", "C007")
		require.EqualValues(t, 100_000, w.number("SELECT held FROM wallet_balance WHERE member_id = $1 AND balance = 0", m))
	})
	race("taking a request back", func(t *testing.T) {
		m, token := join(func(*factory.M) {})
		_, env := w.post("/api/cash/in", token, `{"amount":10000}`)
		idx := env.Data.(map[string]any)["idx"].(float64)
		w.copies(token, "/api/cash/del", fmt.Sprintf(`{"idx":%.0f}`, idx))
		require.EqualValues(t, 1, w.number("SELECT count(*) FROM cash_request WHERE member_id = $1 AND status = -1 AND version = 2", m))
	})
	race("conversion of all points", func(t *testing.T) {
		m, token := join(func(m *factory.M) { m.Points = 10_000 })
		once(t, w.copies(token, "/api/cash/pointChg", `{"pointAmt":10000}`), "P001")
		require.EqualValues(t, 10_000, w.number("SELECT balance FROM wallet_balance WHERE member_id = $1 AND points = 0", m))
	})
	race("three of the desk decide", func(t *testing.T) {
		m, token := join(func(*factory.M) {})
		_, env := w.post("/api/cash/in", token, `{"amount":10000}`)
		in := env.Data.(map[string]any)
		shown := fmt.Sprintf(`{"idx":%.0f,"memId":%q,"amount":10000,"requestedAt":%q,"memo":"late"}`, in["idx"], m, in["requestedAt"])
		codes := w.atOnce(copies, func(i int) (string, error) {
			path, body := "/api/admin/cash/approve", strings.Replace(shown, `,"memo":"late"`, "", 1)
			if i%3 == 2 {
				path, body = "/api/admin/cash/refuse", shown
			}
			_, env, err := w.ask(i, http.MethodPost, path, w.desk[i%3], fiber.MIMEApplicationJSON, body)
			return env.ResultCode, err
		})
		once(t, codes, "C019")
		require.EqualValues(t, 1, w.number(`SELECT count(*) FROM cash_request c JOIN wallet_balance b USING (member_id)
			WHERE member_id = $1 AND (c.status = 1 AND b.balance = 10000 OR c.status = -2 AND b.balance = 0)`, m))
	})
	race("three of the desk approve a payout", func(t *testing.T) { // S-84; each of them is asked for by another one
		m, token := join(func(m *factory.M) { m.Cash = 5_000_000 })
		_, env := w.post("/api/cash/out", token, `{"amount":5000000,"cashPin":"1234"}`)
		out := env.Data.(map[string]any)
		body := fmt.Sprintf(`{"idx":%.0f,"memId":%q,"amount":5000000,"requestedAt":%q}`, out["idx"], m, out["requestedAt"])
		codes := w.atOnce(copies, func(i int) (string, error) {
			_, env, err := w.ask(i, http.MethodPost, "/api/admin/cash/approve", w.desk[0], fiber.MIMEApplicationJSON, body)
			return env.ResultCode, err
		})
		require.Equal(t, copies, codes["U035"]+codes["E002"], "%v", codes) // E002: a machine that is busy
		open := w.number("SELECT id FROM approval_request WHERE member_id = $1 AND state = 'open'", m)
		codes = w.atOnce(copies, func(i int) (string, error) {
			_, env, err := w.ask(i, http.MethodPost, "/api/admin/approval/approve", w.desk[i%3], fiber.MIMEApplicationJSON, fmt.Sprintf(`{"idx":%d,"version":1}`, open))
			return env.ResultCode, err
		})
		once(t, codes, "C019", "U036", "E002")
		require.EqualValues(t, 1, w.number(`SELECT count(*) FROM wallet_ledger WHERE member_id = $1 AND kind = 'withdraw.pay' AND amount = -5000000`, m))
		require.EqualValues(t, 1, w.number(`SELECT count(*) FROM cash_request c JOIN wallet_balance b USING (member_id) JOIN approval_request a USING (member_id)
			WHERE member_id = $1 AND c.status = 1 AND b.held = 0 AND a.state = 'approved' AND a.version = 2`, m))
	})
	race("three of the desk approve a result", func(t *testing.T) { // S-72
		w.matches()
		body := fmt.Sprintf(`{"eventIdx":%d,"version":0,"full":{"home":2,"away":1},"half":null,"source":"the league","reason":"the feed is silent"}`,
			w.number("SELECT id FROM sports_event WHERE feed_id = 'over'"))
		codes := w.copies(w.desk[0], "/api/admin/sports/result", body)
		require.Equal(t, copies, codes["U035"]+codes["E002"], "%v", codes)
		open := w.number("SELECT id FROM approval_request WHERE kind = 'result' AND state = 'open'")
		codes = w.atOnce(copies, func(i int) (string, error) {
			_, env, err := w.ask(i, http.MethodPost, "/api/admin/approval/approve", w.desk[i%3], fiber.MIMEApplicationJSON, fmt.Sprintf(`{"idx":%d,"version":1}`, open))
			return env.ResultCode, err
		})
		once(t, codes, "C019", "U036", "E002")
		require.EqualValues(t, 1, w.number("SELECT count(*) FROM sports_result WHERE home = 2 AND away = 1 AND version = 1 AND source = 'the league' AND set_by <> ''"))
		require.EqualValues(t, 1, w.number("SELECT count(*) FROM sports_result"))
		require.EqualValues(t, 1, w.number("SELECT count(*) FROM audit_entry WHERE action = 'sports.result'"))
	})
	race("one bet of a vendor", func(t *testing.T) {
		m, _ := join(func(m *factory.M) { m.Cash = 10_000 })
		codes := w.atOnce(copies, func(i int) (string, error) { return w.bet(i, m, "once-"+m, 1_000) })
		require.Equal(t, map[string]int{"OK": copies}, codes, "each gets the stored answer")
		require.EqualValues(t, 9_000, w.number("SELECT balance FROM wallet_balance WHERE member_id = $1", m))
	})
	race("bets of everything, and a withdrawal of it", func(t *testing.T) {
		m, token := join(func(m *factory.M) { m.Cash = 10_000 })
		codes := w.atOnce(copies, func(i int) (string, error) {
			if i%10 == 0 {
				_, env, err := w.ask(i, http.MethodPost, "/api/cash/out", token, fiber.MIMEApplicationJSON, `{"amount":10000,"cashPin":"1234"}`)
				return strings.Replace(env.ResultCode, "200", "OK", 1), err
			}
			return w.bet(i, m, fmt.Sprintf("all-%s-%d", m, i), 10_000)
		})
		require.Equal(t, 1, codes["OK"], "%v", codes)
		require.EqualValues(t, 0, w.number("SELECT balance FROM wallet_balance WHERE member_id = $1", m))
	})
	race("sign-up of one id", func(t *testing.T) {
		p := factory.Partner(t, w.db)
		codes := w.atOnce(8, func(i int) (string, error) { // each hashes for real; twenty are tried in internal/account/member
			_, env, err := w.ask(i, http.MethodPost, "/api/member/signup", "", fiber.MIMEApplicationJSON, fmt.Sprintf(
				`{"memId":"tiger77","memPass":"Orchid77x","memNick":"Tiger%d","memName":"Kim Minsu","phone":"010-5555-%04d","bankName":"Kookmin",`+
					`"accountNo":"55512345%04d","accountHolder":"Kim Minsu","cashPin":"1234","recommender":%q,"agreeTerms":true}`, i, i, i, p.MemID))
			return env.ResultCode, err
		})
		require.Equal(t, 1, codes["200"], "%v", codes)
		require.Equal(t, 7, codes["U005"]+codes["E002"], "%v", codes) // E002: too many hashes at once
		require.EqualValues(t, 1, w.number("SELECT count(*) FROM member_member WHERE member_id = 'tiger77'"))
	})
	require.Zero(t, w.number("SELECT count(*) FROM wallet_balance WHERE balance < 0 OR held < 0 OR points < 0"))
}

// bet stakes by the wallet API of the vendor `sim` and returns the status of its answer.
func (w *crowded) bet(node int, memID, tx string, amount int) (string, error) {
	body := fmt.Sprintf(`{"tx_id":%q,"round_id":%q,"member_id":%q,"currency":"KRW","amount":"%d"}`, tx, tx, memID, amount)
	r, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, w.nodes[node%len(w.nodes)]+"/v1/vendor/sim/bet", strings.NewReader(body))
	if err != nil {
		return "", err
	}
	key, err := provider.NewKey("given-1", provider.HMAC, vendorKey)
	if err != nil {
		return "", err
	}
	if err := seamless.Sign(r.Header, key, "bet", time.Now(), id.New(), []byte(body)); err != nil {
		return "", err
	}
	r.Header.Set("Content-Type", fiber.MIMEApplicationJSON)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return "", err
	}
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		return "", err
	}
	_, status, _ := bytes.Cut(b, []byte(`"status":"`))
	status, _, _ = bytes.Cut(status, []byte(`"`))
	return string(status), nil
}

// raced says where the copies of calls with the pace of money or of PINs are tried, by the begin of their path; a new one must say so, too.
var raced = map[string]string{
	"/api/cash/": "here", "/api/protection/": "internal/account/protection", "/api/board/": "internal/support/inquiry; the rest moves no money",
	"/api/coupon/": "internal/funds/promo", "/api/give/": "internal/funds/promo", "/api/rotary/": "internal/funds/promo", "/api/bonus/": "internal/funds/promo",
	"/api/attendendance/": "internal/funds/promo", "/api/member/update": "moves no money", "/api/member/details/ask": "moves no money", "/api/bet/": "internal/play/bet",
	"/api/partner/lower/": "moves no money", "/api/partner/message/": "moves no money", "/api/partner/money/": "here (partner_race_test.go)",
}

func TestEveryCallForMoneyIsRaced(t *testing.T) {
	t.Parallel()
	for _, r := range Routes(Services{}) {
		where := r.Class != limit.Money && r.Class != limit.PIN
		for begin := range raced {
			where = where || strings.HasPrefix(r.Path, begin)
		}
		require.True(t, where, "%s: where is it called fifty times at once? (raced)", r.Path)
	}
}
