package providertest_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/id"
	"hubstake/internal/core/jackpot"
	"hubstake/internal/core/money"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/provider/seamless"
)

var usualLaunch = provider.Launch{
	Game: "moonjar", Token: "tok", Member: "kim01", Nick: "Kim", Currency: "KRW", Lang: "vn", Mobile: true, LobbyURL: "http://localhost:8080/",
}

func newClient(t *testing.T, k provider.Key, h http.HandlerFunc) *seamless.Client {
	t.Helper()
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	return seamless.NewClient("acme", srv.URL+"/", provider.Always(k), clock.System{}, provider.NewMetrics(prometheus.NewRegistry(), "acme"))
}

func TestALaunchIsSignedAndSaysEverything(t *testing.T) {
	t.Parallel()
	k := providerKey(t, id.Key())
	c := newClient(t, k, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		p := seamless.Read("acme", "launch", r.Header.Get, body)
		var got map[string]any
		_ = json.Unmarshal(body, &got)
		if !k.Verify(p.Message, p.Signature) || p.KeyID != "k1" || p.Nonce == "" || (clock.System{}).Now().Sub(p.At).Abs() > time.Minute || r.URL.Path != "/v1/launch" || got["game"] != "moonjar" || got["token"] != "tok" || got["member_id"] != "kim01" ||
			got["nick"] != "Kim" || got["currency"] != "KRW" || got["lang"] != "vi" || got["mobile"] != true || got["lobby_url"] != "http://localhost:8080/" {
			http.Error(w, string(body), http.StatusBadRequest)
			return
		}
		_, _ = io.WriteString(w, `{"url":"https://games.example/play/1"}`)
	})
	url, err := c.Launch(t.Context(), usualLaunch)
	require.NoError(t, err)
	require.Equal(t, "https://games.example/play/1", url)
}

// The address is the provider's word: only what a browser may be sent to is passed on.
func TestAddressesThatAreNotOpened(t *testing.T) {
	t.Parallel()
	for _, u := range []string{
		"", "javascript:alert(1)", "data:text/html,x", "//evil.example/", "/play", "http://games.example/", "https://vendor.example@evil.example/",
		"ftp://games.example/", "https://", "blob:https://x", "file:///etc/passwd", "http://10.0.0.1/",
	} {
		c := newClient(t, providerKey(t, id.Key()), func(w http.ResponseWriter, _ *http.Request) {
			_ = json.NewEncoder(w).Encode(map[string]string{"url": u})
		})
		_, err := c.Launch(t.Context(), usualLaunch)
		require.ErrorIs(t, err, provider.ErrDown, u)
	}
	for _, u := range []string{"http://localhost:9/x", "http://127.0.0.1:9/x", "https://games.example/x"} {
		c := newClient(t, providerKey(t, id.Key()), func(w http.ResponseWriter, _ *http.Request) {
			_ = json.NewEncoder(w).Encode(map[string]string{"url": u})
		})
		got, err := c.Launch(t.Context(), usualLaunch)
		require.NoError(t, err)
		require.Equal(t, u, got)
	}
}

func TestAVendorThatFails(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		serve http.HandlerFunc
		want  error
	}{
		"says no":   {func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "UNKNOWN_GAME", 422) }, provider.ErrRefused},
		"is broken": {func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "x", 500) }, provider.ErrDown},
		"redirects": {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/other", http.StatusFound) }, provider.ErrDown},
		"babbles":   {func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, strings.Repeat("x", 1<<20)) }, provider.ErrDown},
		"hangs up":  {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, provider.ErrDown},
	} {
		_, err := newClient(t, providerKey(t, id.Key()), c.serve).Launch(t.Context(), usualLaunch)
		require.ErrorIs(t, err, c.want, name)
	}
}

// A provider that does not answer is given up after three seconds.
func TestAVendorThatHangs(t *testing.T) {
	t.Parallel()
	c := newClient(t, providerKey(t, id.Key()), func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // or the server does not notice that the caller left
		<-r.Context().Done()
	})
	_, err := c.Launch(t.Context(), usualLaunch)
	require.ErrorIs(t, err, provider.ErrDown)
}

func providerKey(t testing.TB, secret []byte) provider.Key {
	t.Helper()
	k, err := provider.NewKey("k1", provider.HMAC, secret)
	require.NoError(t, err)
	return k
}

// The signatures of the protocol's page (api/providers/README.md), of both versions.
func TestVectorsOfTheSignedText(t *testing.T) {
	t.Parallel()
	k := providerKey(t, []byte("0123456789abcdef0123456789abcdef"))
	const bet = `{"tx_id":"b1","round_id":"r1","member_id":"kim01","currency":"KRW","amount":"1000"}`
	for _, v := range []struct {
		version                            int
		kind, timestamp, nonce, body, want string
	}{
		{seamless.Version1, "bet", "1700000000", "4f1c9a", bet, "7a93490078fc6b91ea06a59c0da6b276cc1e3318d754a3b25aadc4562fa7a0e7"},
		{seamless.Version1, "win", "1700000000", "4f1c9a", bet, "7a93490078fc6b91ea06a59c0da6b276cc1e3318d754a3b25aadc4562fa7a0e7"},
		{seamless.Version2, "bet", "1700000000", "4f1c9a", bet, "26dec411094f739cf72344427554475bbe741da2fb369498a97e6ca8eed553e3"},
		{seamless.Version2, "win", "1700000000", "4f1c9a", bet, "900e2e2e3e21271f83079c9ed9b4d742d3a53d940a2fab50fe6ae1dec9596d06"},
		{seamless.Version2, "balance", "1700000001", "4f1c9b", `{"member_id":"kim01","currency":"KRW"}`, "c4e5c8d27b7e439ffef780658a4012716e0c290ce359adb98ae1e4855825e718"},
		{seamless.Version2, "transfer/in", "1700000002", "4f1c9c", "{}", "27d785ab03b8342bc28855f1e7cd69b62e48f736de8ca84b49a30d52004146e3"},
	} {
		got, err := k.Sign(seamless.Message(v.version, v.kind, v.timestamp, v.nonce, []byte(v.body)))
		require.NoError(t, err)
		require.Equal(t, v.want, got, "%+v", v)
	}
}

// A request says when it was made and what it is.
func TestReading(t *testing.T) {
	t.Parallel()
	k, body := providerKey(t, id.Key()), []byte(`{"a":1}`)
	headers := http.Header{}
	require.NoError(t, seamless.Sign(headers, k, "bet", time.Unix(1_700_000_000, 0), "n", body))
	p := seamless.Read("acme", "bet", headers.Get, body)
	require.True(t, k.Verify(p.Message, p.Signature))
	require.Equal(t, seamless.Version2, p.Version)
	other := seamless.Read("acme", "win", headers.Get, body)
	require.False(t, k.Verify(other.Message, other.Signature), "the same bytes as another kind of call")
	headers.Set(seamless.HeaderVersion, "3")
	unknown := seamless.Read("acme", "bet", headers.Get, body)
	require.False(t, k.Verify(unknown.Message, unknown.Signature))
	require.Equal(t, time.Unix(1_700_000_000, 0), p.At)
	require.True(t, p.Windowed && p.Repeatable)
	require.Equal(t, "n", p.Nonce)
	require.Equal(t, "k1", p.KeyID)
	require.True(t, p.Idempotent)
	first := seamless.Read("acme", "bet", func(string) string { return "" }, body)
	require.Equal(t, seamless.Version1, first.Version)
	require.False(t, first.Idempotent, "its signature does not say that it is a bet")
	require.NotEqual(t, first.Content, seamless.Read("acme", "win", func(string) string { return "" }, body).Content)
	require.False(t, seamless.Read("acme", "balance", func(string) string { return "" }, body).Repeatable)
	for _, ts := range []string{"", "yesterday", "1.7e9", "99999999999999999999"} {
		require.True(t, seamless.Read("acme", "bet", func(string) string { return ts }, body).At.IsZero(), ts)
	}
}

// Pools are signed for like any call; what cannot be an amount or a code is not believed, and a provider without jackpots refuses.
func TestJackpots(t *testing.T) {
	t.Parallel()
	k := providerKey(t, id.Key())
	say := func(status int, answer string) ([]jackpot.Pool, error) {
		return newClient(t, k, func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			if p := seamless.Read("acme", "jackpots", r.Header.Get, body); r.URL.Path != "/v1/jackpots" || !k.Verify(p.Message, p.Signature) {
				status = http.StatusUnauthorized
			}
			w.WriteHeader(status)
			_, _ = io.WriteString(w, answer)
		}).Jackpots(t.Context())
	}
	pools, err := say(200, `{"pools":[
		{"group":"coins","level":"mini","currency":"USD","amount":"20.05","games":["palace"],"wins":[{"round_id":"r1","game":"palace","amount":"21.00","at":"2026-11-24T00:00:00Z"}]},
		{"group":"coins","level":"mini","currency":"XXX","amount":"anything","games":[],"wins":[]}]}`)
	require.NoError(t, err)
	require.Equal(t, []jackpot.Pool{{
		Group: "coins", Level: "mini", Currency: "USD", Amount: 2_005, Games: []string{"palace"}, Wins: []jackpot.Win{{Round: "r1", Amount: 2_100}},
	}}, pools, "a currency that no site has is left out")
	for name, answer := range map[string]string{
		"no amount":     `{"pools":[{"group":"a","level":"b","currency":"KRW","amount":"","games":[],"wins":[]}]}`,
		"below nothing": `{"pools":[{"group":"a","level":"b","currency":"KRW","amount":"-1","games":[],"wins":[]}]}`,
		"half a won":    `{"pools":[{"group":"a","level":"b","currency":"KRW","amount":"1.5","games":[],"wins":[]}]}`,
		"no group":      `{"pools":[{"group":"","level":"b","currency":"KRW","amount":"1","games":[],"wins":[]}]}`,
		"long level":    `{"pools":[{"group":"a","level":"` + strings.Repeat("x", 65) + `","currency":"KRW","amount":"1","games":[],"wins":[]}]}`,
		"a false win":   `{"pools":[{"group":"a","level":"b","currency":"KRW","amount":"1","games":[],"wins":[{"round_id":"r","amount":"x"}]}]}`,
		"too many":      `{"pools":[` + strings.Repeat(`{},`, 200) + `{}]}`,
		"no JSON":       `pools`,
	} {
		_, err := say(200, answer)
		require.ErrorIs(t, err, provider.ErrDown, name)
	}
	_, err = say(404, "")
	require.ErrorIs(t, err, provider.ErrRefused)
}

// D-71: a wallet of the provider that holds a part of our minor unit was no answer, so an order that was carried out stayed open for ever.
func TestAWalletInAFinerUnit(t *testing.T) {
	t.Parallel()
	o := provider.Order{ID: "o1", Direction: provider.Out, Member: "kim01", Currency: "KRW", Amount: 1_000}
	client := func(amount, balance string) *seamless.Client {
		return newClient(t, providerKey(t, id.Key()), func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, `{"tx_id":"o1","kind":"withdraw","member_id":"kim01","currency":"KRW","amount":"`+amount+`","status":"DONE","balance":"`+balance+`"}`)
		})
	}
	did, err := client("1000.00", "12.75").Move(t.Context(), o)
	require.NoError(t, err)
	require.Equal(t, []any{true, money.Amount(1_000), money.Amount(12)}, []any{did.Done, did.Amount, did.Balance})
	has, err := client("1000", "12.75").Held(t.Context(), "kim01", "KRW")
	require.NoError(t, err)
	require.EqualValues(t, 12, has)
	for amount, balance := range map[string]string{"1000.5": "12", "1000": "-1", "1000.0": "99999999999999999999"} {
		_, err := client(amount, balance).Move(t.Context(), o)
		require.ErrorIs(t, err, provider.ErrDown, "%s %s", amount, balance)
	}
}
