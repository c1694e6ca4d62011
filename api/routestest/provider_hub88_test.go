package routestest_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/id"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/game"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/provider/hub88"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"

	"github.com/jackc/pgx/v5"
)

// hub88Provider is the vendor `hub`, which speaks the protocol of Hub88 with a key of its own; its game is comet. The requests
// of these tests are those of the public documentation of the Operator API.
type hub88Provider struct {
	*providerWorld
	key   provider.Key
	token string // of a launch that lives for an hour
	n     int
}

func openHub88(t *testing.T, s ...provider.Settings) *hub88Provider {
	t.Helper()
	g := &hub88Provider{providerWorld: openProvider(t)}
	own, public := rsaPair(t, 2048)
	var err error
	g.key, err = provider.NewKey("", provider.OwnRSA, own)
	require.NoError(t, err)
	require.NoError(t, provider.Upsert(t.Context(), g.db, "hub", hub88.Family, append(s, provider.Settings{})[0]))
	require.NoError(t, game.Upsert(t.Context(), g.db, game.Demo("hub")...))
	require.NoError(t, pg.InTx(t.Context(), g.db, func(tx pgx.Tx) error {
		return provider.NewKeyring(tx, g.vault, g.clk.Now()).Add(t.Context(), "hub", "hub88-1", provider.RSA, public, g.clk.Now())
	}))
	g.token = g.launch(g.member, time.Hour)
	return g
}

// launch makes a session and a launch of it.
func (g *hub88Provider) launch(member string, lives time.Duration) (token string) {
	g.t.Helper()
	sid, token := id.New(), id.New()
	for sql, args := range map[string][]any{
		`INSERT INTO member_session (session_id, site_id, member_id, audience, topic, hub_key, expires_at, seen_at)
			VALUES ($1, 'demo', $2, 'member', 't', 'k', now() + interval '1 day', now())`: {sid, member},
		`INSERT INTO game_launch (token, site_id, member_id, session_id, vendor_id, game_code, currency, expires_at)
			VALUES ($1, 'demo', $2, $3, 'hub', 'comet', 'KRW', $4)`: {token, member, sid, g.clk.Now().Add(lives)},
	} {
		_, err := g.db.Exec(g.t.Context(), sql, args...)
		require.NoError(g.t, err)
	}
	return token
}

// send posts a body as it is, signed.
func (g *hub88Provider) send(path, body string, change ...func(*http.Request)) (int, hub88.Answer) {
	g.t.Helper()
	r := httptest.NewRequest(http.MethodPost, "/v1/vendor/hub/"+path, strings.NewReader(body))
	r.Header.Set("X-Forwarded-For", "192.0.2.200")
	sig, err := g.key.Sign([]byte(body))
	require.NoError(g.t, err)
	r.Header.Set("X-Hub88-Signature", sig)
	r.Header.Set("Content-Type", "application/json")
	for _, f := range change {
		f(r)
	}
	res, err := g.app.Test(r, fiber.TestConfig{Timeout: testkit.Patience})
	require.NoError(g.t, err)
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	require.NoError(g.t, err)
	var out hub88.Answer
	require.NoError(g.t, json.Unmarshal(raw, &out), string(raw))
	return res.StatusCode, out
}

// hub88Fields of a request; nil leaves one out.
type hub88Fields map[string]any

// call sends a request of the documentation with some fields changed, and expects HTTP 200 and the echo.
func (g *hub88Provider) call(path string, f hub88Fields) hub88.Answer {
	g.t.Helper()
	g.n++
	echo := fmt.Sprintf("583c985f-fee6-4c0e-bbf5-%012d", g.n)
	req := hub88Fields{"user": g.member, "request_uuid": echo}
	if path != hub88.Info {
		req["token"], req["game_code"] = g.token, "comet"
	}
	if strings.HasPrefix(path, "transaction/") {
		req["supplier_transaction_id"], req["supplier_user"], req["round"], req["round_closed"] = "41ecc3ad", "cg_45141", "rNEMwgzJAOZ6eR3V", true
		req["reward_uuid"], req["meta"] = nil, map[string]any{"odds": 2.5}
		if path != hub88.Rollback {
			req["currency"], req["is_free"], req["is_aggregated"], req["bet"], req["is_supplier_promo"] = "KRW", false, false, "zone", false
		}
	}
	for k, v := range f {
		req[k] = v
	}
	body, err := json.Marshal(req)
	require.NoError(g.t, err)
	code, out := g.send(path, string(body))
	require.Equal(g.t, http.StatusOK, code)
	require.Equal(g.t, echo, out.RequestUUID)
	return out
}

// is asserts a status, and the balance in won when it is not negative.
func (g *hub88Provider) is(out hub88.Answer, want hub88.Status, won int64) {
	g.t.Helper()
	require.Equal(g.t, want, out.Status)
	if won < 0 {
		require.Nil(g.t, out.Balance)
		return
	}
	require.NotNil(g.t, out.Balance)
	require.Equal(g.t, won*100_000, *out.Balance)
	require.Equal(g.t, "KRW", out.Currency)
	require.Equal(g.t, g.member, out.User)
}

func hub88ID(n int) string { return fmt.Sprintf("16d2dcfe-b89e-11e7-854a-%012d", n) }

func hub88Bet(n int, won float64) hub88Fields {
	return hub88Fields{"transaction_uuid": hub88ID(n), "amount": int64(won * 100_000), "round_closed": false}
}

func hub88Win(n, of int, won float64) hub88Fields {
	return hub88Fields{"transaction_uuid": hub88ID(n), "reference_transaction_uuid": hub88ID(of), "amount": int64(won * 100_000)}
}

func hub88Rollback(n, of int) hub88Fields {
	return hub88Fields{"transaction_uuid": hub88ID(n), "reference_transaction_uuid": hub88ID(of)}
}

func (g *hub88Provider) sound(cash int64) {
	g.t.Helper()
	g.cash(cash)
	for _, check := range []func() ([]wallet.Violation, error){
		func() ([]wallet.Violation, error) { return wallet.Check(g.t.Context(), g.db) },
		func() ([]wallet.Violation, error) { return casino.Check(g.t.Context(), g.db) },
	} {
		v, err := check()
		require.NoError(g.t, err)
		require.Empty(g.t, v)
	}
}

func TestHub88Round(t *testing.T) {
	t.Parallel()
	g := openHub88(t)
	g.is(g.call(hub88.Info, nil), hub88.StatusOK, -1)
	g.is(g.call(hub88.Info, hub88Fields{"user": "nobody99"}), hub88.Unknown, -1)
	g.is(g.call(hub88.Balance, nil), hub88.StatusOK, 10_000)
	first := g.call(hub88.Bet, hub88Bet(1, 1000))
	g.is(first, hub88.StatusOK, 9_000)
	g.is(g.call(hub88.Win, hub88Win(2, 1, 2500)), hub88.StatusOK, 11_500)
	again := g.call(hub88.Bet, hub88Bet(1, 1000))
	again.RequestUUID = first.RequestUUID
	require.Equal(t, first, again, "the stored answer, under the request's own request_uuid")
	var g1, promo string
	require.NoError(t, g.db.QueryRow(t.Context(), `SELECT game_code, state FROM casino_round`).Scan(&g1, &promo))
	require.Equal(t, "comet closed", g1+" "+promo)
	g.sound(11_500)
}

func TestHub88RefusesAsDocumented(t *testing.T) {
	t.Parallel()
	g := openHub88(t)
	g.is(g.call(hub88.Bet, hub88Bet(1, 10_001)), hub88.NotEnoughMoney, 10_000)
	g.is(g.call(hub88.Bet, hub88Bet(2, 1000)), hub88.StatusOK, 9_000)
	for name, f := range map[string]hub88Fields{
		"amount": {"amount": int64(1)}, "round": {"round": "other"}, "user": {"user": factory.Member(t, g.db).MemID, "token": nil},
	} {
		req := hub88Bet(2, 1000)
		for k, v := range f {
			req[k] = v
		}
		if name == "amount" {
			req["amount"] = int64(200_000)
		}
		if name == "user" {
			req["token"] = g.launch(req["user"].(string), time.Hour)
		}
		require.Equal(t, hub88.Duplicate, g.call(hub88.Bet, req).Status, name)
	}
	g.is(g.call(hub88.Win, hub88Win(3, 99, 500)), hub88.NotFound, 9_000)
	g.is(g.call(hub88.Bet, hub88Fields{"transaction_uuid": hub88ID(4), "amount": int64(100_000), "currency": "VND"}), hub88.WrongCurrency, -1)
	g.is(g.call(hub88.Bet, hub88Fields{"transaction_uuid": hub88ID(4), "amount": int64(100_000), "currency": "EUR"}), hub88.WrongCurrency, -1)
	g.is(g.call(hub88.Bet, hub88Fields{"transaction_uuid": hub88ID(4), "amount": int64(100_000), "game_code": "clt_nothing"}), hub88.InvalidGame, -1)
	g.is(g.call(hub88.Bet, hub88Bet(5, 1_000_001)), hub88.LimitReached, 9_000)
	g.is(g.call(hub88.Bet, hub88Fields{"transaction_uuid": hub88ID(6), "amount": int64(100_000), "token": "55b7518e-b89e-11e7-81be-58404eea6d16"}), hub88.InvalidToken, -1)
	g.is(g.call(hub88.Balance, hub88Fields{"token": "55b7518e-b89e-11e7-81be-58404eea6d16"}), hub88.InvalidToken, -1)
	g.is(g.call(hub88.Balance, hub88Fields{"user": factory.Member(t, g.db).MemID}), hub88.InvalidToken, -1)
	_, err := g.db.Exec(t.Context(), `UPDATE member_member SET status = 'stop' WHERE member_id = $1`, g.member)
	require.NoError(t, err)
	g.is(g.call(hub88.Bet, hub88Bet(7, 1)), hub88.UserDisabled, 9_000)
	_, err = g.db.Exec(t.Context(), `UPDATE member_member SET status = 'normal'`)
	require.NoError(t, err)
	_, err = g.db.Exec(t.Context(), `UPDATE provider_provider SET active = false`)
	require.NoError(t, err)
	g.is(g.call(hub88.Bet, hub88Bet(8, 1)), hub88.InvalidPartner, 9_000)
	g.sound(9_000)
}

// "Token validity must not be validated in case of wins and rollbacks."
func TestHub88ExpiredToken(t *testing.T) {
	t.Parallel()
	g := openHub88(t)
	g.is(g.call(hub88.Bet, hub88Bet(1, 1000)), hub88.StatusOK, 9_000)
	g.is(g.call(hub88.Bet, hub88Fields{"transaction_uuid": hub88ID(2), "amount": int64(100_000_000), "round": "r2", "round_closed": false}), hub88.StatusOK, 8_000)
	g.clk.Advance(2 * time.Hour)
	g.is(g.call(hub88.Bet, hub88Bet(3, 1000)), hub88.TokenExpired, 8_000)
	require.Equal(t, hub88.TokenExpired, g.call(hub88.Balance, nil).Status)
	g.is(g.call(hub88.Win, hub88Win(4, 1, 500)), hub88.StatusOK, 8_500)
	g.is(g.call(hub88.Rollback, hub88Rollback(5, 2)), hub88.StatusOK, 9_500)
	g.is(g.call(hub88.Rollback, hub88Fields{"transaction_uuid": hub88ID(6), "reference_transaction_uuid": hub88ID(4), "token": "forgotten"}), hub88.StatusOK, 9_000)
	g.sound(9_000)
}

// "If you received a rollback and can't find the transaction to roll back, respond RS_OK"; the bet that comes later is refused.
func TestHub88Rollbacks(t *testing.T) {
	t.Parallel()
	g := openHub88(t)
	g.is(g.call(hub88.Rollback, hub88Rollback(1, 2)), hub88.StatusOK, 10_000)
	g.is(g.call(hub88.Bet, hub88Bet(2, 1000)), hub88.RolledBack, 10_000)
	g.is(g.call(hub88.Bet, hub88Bet(3, 1000)), hub88.StatusOK, 9_000)
	g.is(g.call(hub88.Rollback, hub88Rollback(4, 3)), hub88.StatusOK, 10_000)
	g.is(g.call(hub88.Rollback, hub88Rollback(4, 3)), hub88.StatusOK, 10_000)
	g.is(g.call(hub88.Rollback, hub88Rollback(5, 3)), hub88.StatusOK, 10_000)
	g.is(g.call(hub88.Win, hub88Win(6, 3, 500)), hub88.RolledBack, 10_000)
	require.Equal(t, hub88.Unknown, g.call(hub88.Rollback, hub88Fields{"transaction_uuid": hub88ID(9), "reference_transaction_uuid": hub88ID(8), "user": "nobody99"}).Status)
	g.is(g.call(hub88.Bet, hub88Fields{"transaction_uuid": hub88ID(10), "amount": int64(100_000_000), "round": nil, "round_closed": nil}), hub88.StatusOK, 9_000)
	g.is(g.call(hub88.Win, hub88Fields{"transaction_uuid": hub88ID(11), "reference_transaction_uuid": hub88ID(10), "amount": int64(0), "round": nil}), hub88.StatusOK, 9_000)
	g.is(g.call(hub88.Rollback, hub88Rollback(12, 10)), hub88.Duplicate, 9_000)
	g.sound(9_000)
}

// Amounts are integers of five decimals. A bet that is not a whole number of minor units is refused; a win is rounded down and never refused (D-71).
func TestHub88Amounts(t *testing.T) {
	t.Parallel()
	g := openHub88(t)
	for i, amount := range []any{int64(1), int64(99_999), int64(100_001), int64(-100_000), int64(0), 100_000.5, "100000", true, json.Number("9223372036854775807"), json.Number("1e30")} {
		out := g.call(hub88.Bet, hub88Fields{"transaction_uuid": hub88ID(i), "amount": amount})
		require.Equal(t, hub88.WrongTypes, out.Status, "%v", amount)
	}
	require.Equal(t, hub88.WrongSyntax, g.call(hub88.Bet, hub88Fields{"transaction_uuid": hub88ID(1), "amount": nil}).Status)
	g.is(g.call(hub88.Bet, hub88Bet(100, 1)), hub88.StatusOK, 9_999)
	for _, amount := range []any{int64(-1), 100_000.5, "100000"} {
		out := g.call(hub88.Win, hub88Fields{"transaction_uuid": hub88ID(101), "reference_transaction_uuid": hub88ID(100), "amount": amount})
		require.Equal(t, hub88.WrongTypes, out.Status, "%v", amount)
	}
	require.InDelta(t, 3, testutil.ToFloat64(callCounter(t, g.reg, "hub", "parked")), 0, "a person must ask what the provider means")
	g.is(g.call(hub88.Win, hub88Fields{"transaction_uuid": hub88ID(101), "reference_transaction_uuid": hub88ID(100), "amount": int64(150_000)}), hub88.StatusOK, 10_000)
	g.is(g.call(hub88.Bet, hub88Fields{"transaction_uuid": hub88ID(102), "amount": int64(100_000), "round": "r2"}), hub88.StatusOK, 9_999)
	g.is(g.call(hub88.Win, hub88Fields{
		"transaction_uuid": hub88ID(103), "reference_transaction_uuid": hub88ID(102), "amount": int64(1_000_000_001) * 100_000, "round": "r2",
	}), hub88.StatusOK, 9_999) // held
	g.sound(9_999)
}

// A free bet is paid by a reward: it is recorded, and takes nothing. Its win is the member's, tagged.
func TestHub88FreeBets(t *testing.T) {
	t.Parallel()
	g := openHub88(t)
	free := func(f hub88Fields) hub88Fields {
		f["is_free"], f["reward_uuid"] = true, "a28f93f2-98c5-41f7-8fbb-967985acf8fe"
		return f
	}
	g.is(g.call(hub88.Bet, free(hub88Bet(1, 500))), hub88.StatusOK, 10_000)
	g.is(g.call(hub88.Win, free(hub88Win(2, 1, 700))), hub88.StatusOK, 10_700)
	g.is(g.call(hub88.Bet, free(hub88Bet(3, 500))), hub88.Unknown, 10_700) // the round is closed
	var kind string
	require.NoError(t, g.db.QueryRow(t.Context(), `SELECT kind FROM wallet_ledger WHERE contra = 'vendor:hub'`).Scan(&kind))
	require.Equal(t, "win.promo", kind)
	g.sound(10_700)
}

func TestHub88Signature(t *testing.T) {
	t.Parallel()
	g := openHub88(t)
	body := `{"user":"` + g.member + `","request_uuid":"583c985f-fee6-4c0e-bbf5-308aad6265af","token":"` + g.token + `","transaction_uuid":"` + hub88ID(1) +
		`","game_code":"comet","currency":"KRW","amount":100000000,"round":"r1"}`
	other, _ := rsaPair(t, 2048)
	stranger, err := provider.NewKey("", provider.OwnRSA, other)
	require.NoError(t, err)
	forged, err := stranger.Sign([]byte(body))
	require.NoError(t, err)
	mac, err := g.fresh.Sign([]byte(body))
	require.NoError(t, err)
	for name, sig := range map[string]string{"missing": "", "not base64": "%", "of another key": forged, "HMAC": mac, "short": "AAAA"} {
		code, out := g.send(hub88.Bet, body, func(r *http.Request) { r.Header.Set("X-Hub88-Signature", sig) })
		require.Equal(t, http.StatusOK, code, name)
		require.Equal(t, hub88.Answer{Status: hub88.InvalidSignature, RequestUUID: "583c985f-fee6-4c0e-bbf5-308aad6265af"}, out, name)
	}
	code, out := g.send(hub88.Bet, body, func(r *http.Request) {
		r.Body = io.NopCloser(strings.NewReader(strings.Replace(body, "100000000", "200000000", 1)))
	})
	require.Equal(t, http.StatusOK, code)
	require.Equal(t, hub88.InvalidSignature, out.Status)
	for _, other := range []string{"acme", "nobody"} { // another protocol's vendor, and an unknown one
		_, out = g.send(hub88.Bet, body, func(r *http.Request) {
			r.URL.Path = "/v1/vendor/" + other + "/transaction/bet"
			r.RequestURI = r.URL.Path
		})
		require.Equal(t, hub88.InvalidSignature, out.Status, other)
	}
	g.cash(10_000)
	_, out = g.send(hub88.Bet, body)
	require.Equal(t, hub88.StatusOK, out.Status)
	require.Equal(t, 401, func() int { c, _ := g.post("hub/bet", body); return c }(), "our own protocol is not theirs")
	g.sound(9_000)
}

func TestHub88Malformed(t *testing.T) {
	t.Parallel()
	g := openHub88(t)
	good := `"user":"` + g.member + `","request_uuid":"583c985f","token":"` + g.token + `","transaction_uuid":"t1","game_code":"comet","currency":"KRW","amount":100000`
	for body, want := range map[string]hub88.Status{
		"":                            hub88.WrongSyntax,
		"{":                           hub88.WrongSyntax,
		"[]":                          hub88.WrongSyntax,
		"{}":                          hub88.WrongSyntax,
		"{" + good + `,"a"}`:          hub88.WrongSyntax,
		"{" + good + `,` + good + "}": hub88.WrongSyntax,
		"{" + strings.Replace(good, `"currency":"KRW",`, "", 1) + "}":                  hub88.WrongSyntax,
		"{" + strings.Replace(good, `"transaction_uuid":"t1",`, "", 1) + "}":           hub88.WrongSyntax,
		"{" + strings.Replace(good, `"t1"`, `"t\u0000"`, 1) + "}":                      hub88.WrongSyntax,
		"{" + strings.Replace(good, `"t1"`, `"`+strings.Repeat("t", 129)+`"`, 1) + "}": hub88.WrongSyntax,
		"{" + strings.Replace(good, `"t1"`, `7`, 1) + "}":                              hub88.WrongTypes,
		"{" + good + `,"round_closed":"yes"}`:                                          hub88.WrongTypes,
	} {
		code, out := g.send(hub88.Bet, body)
		require.Equal(t, http.StatusOK, code, body)
		require.Equal(t, want, out.Status, body)
	}
	g.cash(10_000)
}

func TestHub88FailuresOfOurs(t *testing.T) {
	t.Parallel()
	g := openHub88(t)
	g.is(g.call(hub88.Bet, hub88Bet(1, 1000)), hub88.StatusOK, 9_000)
	_, err := g.db.Exec(t.Context(), `ALTER TABLE casino_tx RENAME TO away`)
	require.NoError(t, err)
	code, out := g.send(hub88.Bet, `{"user":"`+g.member+`","request_uuid":"583c985f","token":"`+g.token+`","transaction_uuid":"t2","game_code":"comet","currency":"KRW","amount":100000}`)
	require.GreaterOrEqual(t, code, 500, "the outcome is not known: no status may say that it is")
	require.Equal(t, hub88.Answer{Status: hub88.Unknown, RequestUUID: "583c985f"}, out)
}

// Hub88 signs neither path nor time, so in production its calls are accepted from addresses that are listed only.
func TestInProductionAVendorOfHub88NeedsAListOfAddresses(t *testing.T) {
	t.Parallel()
	for listed, settings := range map[bool]provider.Settings{
		false: {}, true: {Allow: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}},
	} {
		g := openHub88(t, settings)
		body := fmt.Sprintf(`{"user":%q,"request_uuid":%q,"token":%q,"game_code":"comet","currency":"KRW"}`, g.member, id.New(), g.token)
		g.auth.RequireAddresses()
		status, _ := g.send("user/balance", body)
		require.Equal(t, listed, status == http.StatusOK, "%d", status)
	}
}
