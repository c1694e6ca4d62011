package server

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/gofiber/fiber/v3"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/id"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
)

// named is a call with a key.
func (w *whole) named(node int, path, token, key, body string) (*http.Request, error) {
	r, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, w.nodes[node%len(w.nodes)]+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSON)
	r.Header.Set(fiber.HeaderAuthorization, "Bearer "+token)
	r.Header.Set(httpx.KeyHeader, key)
	return r, nil
}

// tell makes a call and returns its answer but for the trace.
func (w *whole) tell(node int, path, token, key, body string) (string, error) {
	r, err := w.named(node, path, token, key, body)
	if err != nil {
		return "", err
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return "", err
	}
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		return "", err
	}
	var env struct {
		Code string         `json:"resultCode"`
		Data jsontext.Value `json:"data"`
	}
	if err := json.Unmarshal(b, &env); err != nil {
		return "", err
	}
	return fmt.Sprintf("%d %s %s", res.StatusCode, env.Code, env.Data), nil
}

// M12, security.md 2.5: fifty copies of a call under one key, released by one barrier against two nodes, have one effect and fifty
// equal answers, and so has one that comes late.
func TestFiftyCopiesUnderOneKeyGetOneAnswer(t *testing.T) {
	t.Parallel()
	w := newCrowded(t)
	for name, c := range map[string]struct {
		path, body string
		begins     string // of the one answer
		effects    string // counts them
	}{
		"deposit":     {"/api/cash/in", `{"amount":10000}`, `200 200 {"idx":`, "SELECT count(*) FROM cash_request WHERE member_id = $1"},
		"withdrawal":  {"/api/cash/out", `{"amount":50000,"cashPin":"1234"}`, `200 200 {"idx":`, "SELECT held / 50000 FROM wallet_balance WHERE member_id = $1"},
		"wrong PIN":   {"/api/cash/out", `{"amount":50000,"cashPin":"4321"}`, `200 C017 {"params":`, "SELECT pin_failures FROM member_member WHERE member_id = $1"},
		"conversion":  {"/api/cash/pointChg", `{"pointAmt":10000}`, `200 200 {"cashAmt":`, "SELECT count(*) FROM wallet_ledger WHERE member_id = $1 AND kind = 'convert.cash'"},
		"a coupon":    {"/api/coupon/use", `{"code":"%s"}`, `200 200 {"amount":5000,`, "SELECT count(*) FROM wallet_ledger WHERE member_id = $1 AND kind = 'coupon'"},
		"no coupon":   {"/api/coupon/use", `{"code":"x"}`, `200 C019 {"params":{}}`, "SELECT 1 - count(*) FROM wallet_ledger WHERE member_id = $1 AND kind = 'coupon'"},
		"many points": {"/api/cash/pointChg", `{"pointAmt":90000}`, `200 P001 {"params":{}}`, "SELECT points / 30000 FROM wallet_balance WHERE member_id = $1"},
	} {
		m := factory.Member(t, w.db, func(m *factory.M) { m.Cash, m.Points = 100_000, 30_000 })
		token, key, body := w.enterMember(m.MemID), id.New()+"-"+id.New(), c.body
		if strings.Contains(body, "%s") {
			body = fmt.Sprintf(body, w.coupon(m.MemID, 5_000))
		}
		answers := w.atOnce(copies, func(i int) (string, error) { return w.tell(i, c.path, token, key, body) })
		require.Len(t, answers, 1, name)
		require.EqualValues(t, 1, w.number(c.effects, m.MemID), name)
		for was, n := range answers {
			require.Equal(t, copies, n)
			require.True(t, strings.HasPrefix(was, c.begins), "%s: %s", name, was)
			late, err := w.tell(1, c.path, token, key, body)
			require.NoError(t, err)
			require.Equal(t, was, late, name)
		}
		other, err := w.tell(0, c.path, token, key, body+" ")
		require.NoError(t, err)
		require.Equal(t, `422 E001 {"params":{}}`, other, "%s: another body", name)
		require.EqualValues(t, 1, w.number(c.effects, m.MemID), name)
	}
	require.Zero(t, w.number("SELECT count(*) FROM wallet_balance WHERE balance < 0 OR held < 0 OR points < 0"))
}

// A caller whose answer was lost on the way asks the other node again, under the same key.
func TestACallWhoseAnswerWasLostIsAskedAgain(t *testing.T) {
	t.Parallel()
	w := newWhole(t, 2, nil)
	m := factory.Member(t, w.db)
	token, key, body := w.enterMember(m.MemID), id.New()+id.New(), `{"amount":10000}`
	r, err := w.named(0, "/api/cash/in", token, key, body)
	require.NoError(t, err)
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", r.URL.Host)
	require.NoError(t, err)
	out := bufio.NewWriter(conn)
	require.NoError(t, r.Write(out))
	require.NoError(t, out.Flush())
	count := func() (n int) {
		require.NoError(t, w.db.QueryRow(t.Context(), "SELECT count(*) FROM cash_request WHERE member_id = $1", m.MemID).Scan(&n))
		return n
	}
	testkit.Eventually(t, func() bool { return count() == 1 })
	require.NoError(t, conn.Close(), "unread")
	answer, err := w.tell(1, "/api/cash/in", token, key, body)
	require.NoError(t, err)
	var row struct {
		Idx int64 `json:"idx"`
	}
	require.NoError(t, json.Unmarshal([]byte(strings.TrimPrefix(answer, "200 200 ")), &row), answer)
	require.NoError(t, w.db.QueryRow(t.Context(), "SELECT id FROM cash_request WHERE member_id = $1 AND id = $2", m.MemID, row.Idx).Scan(&row.Idx))
	require.Equal(t, 1, count())
}

func TestInvalidKeyIsMalformed(t *testing.T) {
	t.Parallel()
	w := newWhole(t, 1, nil)
	m := factory.Member(t, w.db)
	token := w.enterMember(m.MemID)
	for _, key := range []string{"short", "0123456789abcdef!", strings.Repeat("x", 65)} {
		answer, err := w.tell(0, "/api/cash/in", token, key, `{"amount":10000}`)
		require.NoError(t, err)
		require.Equal(t, `400 E001 {"params":{}}`, answer, key)
	}
	answer, err := w.tell(0, "/api/cash/getUserCash", token, "short", `{}`)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(answer, "200 200 "), "a call that takes none: %s", answer)
}

// coupon issues a coupon of cash to a member and returns its code.
func (w *crowded) coupon(memID string, amount int) (code string) {
	w.t.Helper()
	body := fmt.Sprintf(`{"requestId":"issue-%s","memIds":[%q],"unit":"cash","amount":%d,"rolling":0,"days":3,"note":""}`, memID, memID, amount)
	status, env := w.post("/api/admin/coupon/issue", w.desk[0], body)
	require.Equal(w.t, 200, status)
	require.Equal(w.t, "200", env.ResultCode)
	require.NoError(w.t, w.db.QueryRow(w.t.Context(), "SELECT code FROM promo_coupon WHERE member_id = $1", memID).Scan(&code))
	return code
}
