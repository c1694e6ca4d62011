package providertest_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/id"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/vault"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/provider/hub88"
	"hubstake/internal/testkit/pgtest"
)

// A launch is POST /operator/generic/v2/game/url, signed over its body with our own key.
func TestALaunch(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.System{}
	v, err := vault.New([32]byte(id.Key()))
	require.NoError(t, err)
	material, public, err := provider.Generate(provider.OwnRSA)
	require.NoError(t, err)
	check, err := provider.NewKey("", provider.RSA, []byte(public))
	require.NoError(t, err)
	answer := make(chan func(w http.ResponseWriter), 1)
	var got map[string]any
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = nil
		if r.URL.Path != "/operator/generic/v2/game/url" || !check.Verify(body, r.Header.Get("X-Hub88-Signature")) {
			http.Error(w, `{"error":"signature"}`, http.StatusUnauthorized)
			return
		}
		_ = json.Unmarshal(body, &got)
		(<-answer)(w)
	}))
	t.Cleanup(srv.Close)
	launch := provider.Launch{
		Game: "clt_dragonrising", Token: "f562a685-a160-4d17-876d-ab3363db331c", Member: "john12345", Currency: "KRW", Lang: "vn",
		LobbyURL: "https://amazingcasino.com/lobby", IP: netip.MustParseAddr("142.245.172.168"),
	}
	// client makes a provider with these settings and keys of ours.
	client := func(vendor string, s provider.Settings, keys ...provider.KeyKind) *hub88.Client {
		require.NoError(t, provider.Upsert(t.Context(), db, vendor, hub88.Family, s))
		for _, kind := range keys {
			of := material
			if kind == provider.HMAC {
				of = id.Key()
			}
			require.NoError(t, pg.InTx(t.Context(), db, func(tx pgx.Tx) error {
				return provider.NewKeyring(tx, v, clk.Now()).Add(t.Context(), vendor, "k-"+string(kind), kind, of, clk.Now())
			}))
		}
		dir := provider.NewDirectory(db, clk, zerolog.Nop(), v, nil)
		return hub88.NewClient(vendor, srv.URL, dir, clk, provider.NewMetrics(prometheus.NewRegistry()))
	}
	url := func(s string) func(http.ResponseWriter) {
		return func(w http.ResponseWriter) { _ = json.NewEncoder(w).Encode(map[string]string{"url": s}) }
	}

	c := client("hub", provider.Settings{Operator: "816:my-casino-id", Country: "KR"}, provider.OwnRSA)
	answer <- url("https://games.example/play/1")
	address, err := c.Launch(t.Context(), launch)
	require.NoError(t, err)
	require.Equal(t, "https://games.example/play/1", address)
	require.Equal(t, map[string]any{
		"user": "john12345", "token": "f562a685-a160-4d17-876d-ab3363db331c", "operator_id": 816.0, "sub_partner_id": "my-casino-id",
		"game_code": "clt_dragonrising", "currency": "KRW", "country": "KR", "lang": "vi", "platform": "GPL_DESKTOP", "ip": "142.245.172.168",
		"lobby_url": "https://amazingcasino.com/lobby",
	}, got)

	plain := client("plain", provider.Settings{Operator: "1"}, provider.OwnRSA)
	launch.Mobile = true
	answer <- url("javascript:alert(1)")
	_, err = plain.Launch(t.Context(), launch)
	require.ErrorIs(t, err, provider.ErrDown)
	require.Equal(t, "GPL_MOBILE", got["platform"])
	require.Equal(t, "XX", got["country"])
	require.NotContains(t, got, "sub_partner_id")

	answer <- func(w http.ResponseWriter) { http.Error(w, `{"error":"game is not enabled"}`, http.StatusForbidden) }
	_, err = c.Launch(t.Context(), launch)
	require.ErrorIs(t, err, provider.ErrRefused)
	_, err = client("nokey", provider.Settings{Operator: "1"}).Launch(t.Context(), launch)
	require.ErrorIs(t, err, provider.ErrNoKey)
	_, err = client("shared", provider.Settings{Operator: "1"}, provider.HMAC).Launch(t.Context(), launch)
	require.ErrorIs(t, err, provider.ErrNoKey)
	_, err = client("noid", provider.Settings{Operator: "casino"}, provider.OwnRSA).Launch(t.Context(), launch)
	require.ErrorIs(t, err, provider.ErrSettings)
}
