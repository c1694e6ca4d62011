package seamless_test

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

	"hubstake/internal/clock"
	"hubstake/internal/id"
	"hubstake/internal/vendors"
	"hubstake/internal/vendors/seamless"
)

var launch = vendors.Launch{
	Game: "moonjar", Token: "tok", Member: "kim01", Nick: "Kim", Currency: "KRW", Lang: "vn", Mobile: true, LobbyURL: "http://localhost:8080/",
}

func client(t *testing.T, k vendors.Key, h http.HandlerFunc) *seamless.Client {
	t.Helper()
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	return seamless.NewClient("acme", srv.URL+"/", vendors.Always(k), clock.System{}, vendors.NewMetrics(prometheus.NewRegistry(), "acme"))
}

func TestALaunchIsSignedAndSaysEverything(t *testing.T) {
	t.Parallel()
	k := key(t, id.Key())
	c := client(t, k, func(w http.ResponseWriter, r *http.Request) {
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
	url, err := c.Launch(t.Context(), launch)
	require.NoError(t, err)
	require.Equal(t, "https://games.example/play/1", url)
}

// The address is the vendor's word: only what a browser may be sent to is passed on.
func TestAddressesThatAreNotOpened(t *testing.T) {
	t.Parallel()
	for _, u := range []string{
		"", "javascript:alert(1)", "data:text/html,x", "//evil.example/", "/play", "http://games.example/", "https://vendor.example@evil.example/",
		"ftp://games.example/", "https://", "blob:https://x", "file:///etc/passwd", "http://10.0.0.1/",
	} {
		c := client(t, key(t, id.Key()), func(w http.ResponseWriter, _ *http.Request) {
			_ = json.NewEncoder(w).Encode(map[string]string{"url": u})
		})
		_, err := c.Launch(t.Context(), launch)
		require.ErrorIs(t, err, vendors.ErrDown, u)
	}
	for _, u := range []string{"http://localhost:9/x", "http://127.0.0.1:9/x", "https://games.example/x"} {
		c := client(t, key(t, id.Key()), func(w http.ResponseWriter, _ *http.Request) {
			_ = json.NewEncoder(w).Encode(map[string]string{"url": u})
		})
		got, err := c.Launch(t.Context(), launch)
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
		"says no":   {func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "UNKNOWN_GAME", 422) }, vendors.ErrRefused},
		"is broken": {func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "x", 500) }, vendors.ErrDown},
		"redirects": {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/other", http.StatusFound) }, vendors.ErrDown},
		"babbles":   {func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, strings.Repeat("x", 1<<20)) }, vendors.ErrDown},
		"hangs up":  {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, vendors.ErrDown},
	} {
		_, err := client(t, key(t, id.Key()), c.serve).Launch(t.Context(), launch)
		require.ErrorIs(t, err, c.want, name)
	}
}

// A vendor that does not answer is given up after three seconds.
func TestAVendorThatHangs(t *testing.T) {
	t.Parallel()
	c := client(t, key(t, id.Key()), func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // or the server does not notice that the caller left
		<-r.Context().Done()
	})
	_, err := c.Launch(t.Context(), launch)
	require.ErrorIs(t, err, vendors.ErrDown)
}

func key(t testing.TB, secret []byte) vendors.Key {
	t.Helper()
	k, err := vendors.NewKey("k1", vendors.HMAC, secret)
	require.NoError(t, err)
	return k
}

// What is signed is "timestamp.nonce.body", and a request says when it was made and what it is.
func TestReading(t *testing.T) {
	t.Parallel()
	k, body := key(t, id.Key()), []byte(`{"a":1}`)
	sig, err := seamless.Sign(k, "1700000000", "n", body)
	require.NoError(t, err)
	require.True(t, k.Verify([]byte(`1700000000.n.{"a":1}`), sig))
	headers := map[string]string{"X-Timestamp": "1700000000", "X-Nonce": "n", "X-Signature": sig, "X-Key-Id": "k1"}
	p := seamless.Read("acme", "bet", func(name string) string { return headers[name] }, body)
	require.True(t, k.Verify(p.Message, p.Signature))
	require.Equal(t, time.Unix(1_700_000_000, 0), p.At)
	require.True(t, p.Windowed && p.Repeatable)
	require.Equal(t, "n", p.Nonce)
	require.Equal(t, "k1", p.KeyID)
	require.NotEqual(t, p.Content, seamless.Read("acme", "win", func(string) string { return "" }, body).Content)
	require.False(t, seamless.Read("acme", "balance", func(string) string { return "" }, body).Repeatable)
	for _, ts := range []string{"", "yesterday", "1.7e9", "99999999999999999999"} {
		require.True(t, seamless.Read("acme", "bet", func(string) string { return ts }, body).At.IsZero(), ts)
	}
}
