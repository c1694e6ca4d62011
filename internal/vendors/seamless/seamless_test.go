package seamless_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/clock"
	"hubstake/internal/id"
	"hubstake/internal/vendors"
	"hubstake/internal/vendors/seamless"
)

var launch = vendors.Launch{
	Game: "moonjar", Token: "tok", Member: "kim01", Nick: "Kim", Currency: "KRW", Lang: "vn", Mobile: true, LobbyURL: "http://localhost:8080/",
}

func client(t *testing.T, secret []byte, h http.HandlerFunc) *seamless.Client {
	t.Helper()
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	return seamless.NewClient("acme", srv.URL+"/", secret, clock.System{}, vendors.NewMetrics(prometheus.NewRegistry(), "acme"))
}

func TestALaunchIsSignedAndSaysEverything(t *testing.T) {
	t.Parallel()
	secret := id.Key()
	c := client(t, secret, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		err := seamless.Verify([][]byte{secret}, clock.System{}.Now(), r.Header.Get("X-Timestamp"), r.Header.Get("X-Nonce"), r.Header.Get("X-Signature"), body)
		var got map[string]any
		_ = json.Unmarshal(body, &got)
		if err != nil || r.URL.Path != "/v1/launch" || got["game"] != "moonjar" || got["token"] != "tok" || got["member_id"] != "kim01" ||
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
		c := client(t, id.Key(), func(w http.ResponseWriter, _ *http.Request) {
			_ = json.NewEncoder(w).Encode(map[string]string{"url": u})
		})
		_, err := c.Launch(t.Context(), launch)
		require.ErrorIs(t, err, vendors.ErrDown, u)
	}
	for _, u := range []string{"http://localhost:9/x", "http://127.0.0.1:9/x", "https://games.example/x"} {
		c := client(t, id.Key(), func(w http.ResponseWriter, _ *http.Request) {
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
		_, err := client(t, id.Key(), c.serve).Launch(t.Context(), launch)
		require.ErrorIs(t, err, c.want, name)
	}
}

// A vendor that does not answer is given up after three seconds, and does not hold more than its share meanwhile.
func TestAVendorThatHangs(t *testing.T) {
	t.Parallel()
	c := client(t, id.Key(), func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // or the server does not notice that the caller left
		<-r.Context().Done()
	})
	start := clock.System{}.Now()
	var g errgroup.Group
	results := make(chan error, 40)
	for range 40 {
		g.Go(func() error {
			_, err := c.Launch(t.Context(), launch)
			results <- err
			return nil
		})
	}
	require.NoError(t, g.Wait())
	close(results)
	busy, down := 0, 0
	for err := range results {
		if errors.Is(err, vendors.ErrBusy) {
			busy++
		}
		if errors.Is(err, vendors.ErrDown) {
			down++
		}
	}
	require.Equal(t, 8, busy)
	require.Equal(t, 32, down)
	require.Less(t, clock.System{}.Now().Sub(start), 5*time.Second)
}

func TestVerify(t *testing.T) {
	t.Parallel()
	secret, now, body := id.Key(), clock.System{}.Now(), []byte(`{"a":1}`)
	ts := strconv.FormatInt(now.Unix(), 10)
	sig := seamless.Sign(secret, ts, "n", body)
	require.NoError(t, seamless.Verify([][]byte{id.Key(), secret}, now, ts, "n", sig, body))
	require.NoError(t, seamless.Verify([][]byte{secret}, now, ts, "n", strings.ToUpper(sig), body))
	require.ErrorIs(t, seamless.Verify(nil, now, ts, "n", sig, body), seamless.ErrSignature)
	require.ErrorIs(t, seamless.Verify([][]byte{secret}, now.Add(301*time.Second), ts, "n", sig, body), seamless.ErrLate)
	odd := seamless.Sign(secret, "yesterday", "n", body)
	require.ErrorIs(t, seamless.Verify([][]byte{secret}, now, "yesterday", "n", odd, body), seamless.ErrLate)
	require.ErrorIs(t, seamless.Verify([][]byte{secret}, now, ts, strings.Repeat("n", 65), sig, body), seamless.ErrSignature)
}

func FuzzVerify(f *testing.F) {
	f.Add("1", "n", "00", []byte("x"))
	secret := id.Key()
	f.Fuzz(func(t *testing.T, ts, nonce, sig string, body []byte) {
		require.Error(t, seamless.Verify([][]byte{secret}, clock.System{}.Now(), ts, nonce, sig, body))
	})
}
