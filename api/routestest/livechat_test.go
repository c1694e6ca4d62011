package routestest_test

import (
	"crypto/ed25519"
	"encoding/base64"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	apilivechat "hubstake/api/livechat"
	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/config"
	"hubstake/internal/sim/chat"
	"hubstake/internal/support/livechat"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestTheWidgetGetsAnIdentityThatItsProviderBelieves(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	m := factory.Member(t, db)
	seed := []byte("a key of tests of thirty-two byt")
	svc, err := livechat.New(db, clk, livechat.Settings{
		Provider: "sim", ClientID: "c1", LicenceID: "7", Window: "https://chat.test/", Key: config.Secret("k1=" + base64.RawURLEncoding.EncodeToString(seed)),
	}, "https://site.test")
	require.NoError(t, err)
	app := apitest.New(t, clk, apilivechat.New(db, svc, member.New(db, clk, site.New(db, clk), factory.Hashing())).Routes())
	app = app.Member(m.MemID)
	for _, call := range []string{"get-token", "get-refresh-token", "has-token"} {
		app.Post("/api/livechat/"+call, `{"clientId":"c2"}`).Refused(200, "E001")
		app.Post("/api/livechat/"+call, `{"redirectUri":"https://evil.example"}`).Refused(200, "E001")
		app.Post("/api/livechat/"+call, `{"memId":"somebody"}`).Refused(400, "E001")
	}
	require.Equal(t, apilivechat.HasAnswer{Provider: "sim", ClientID: "c1", LicenceID: "7", Window: "https://chat.test/"},
		apitest.OK[apilivechat.HasAnswer](app.Post("/api/livechat/has-token", "{}")))
	const widget = `{"clientId":"c1","licenceId":"7","redirectUri":"https://site.test/"}`
	got := apitest.OK[apilivechat.Answer](app.Post("/api/livechat/get-token", widget)).Token
	require.Equal(t, []any{m.MemID + "@demo", "Bearer", "c1", "7", int64(3600)},
		[]any{got.CustomerID, got.TokenType, got.ClientID, got.LicenceID, got.ExpiresIn})
	require.True(t, apitest.OK[apilivechat.HasAnswer](app.Post("/api/livechat/has-token", widget)).HasToken)
	require.Equal(t, got, apitest.OK[apilivechat.Answer](app.Post("/api/livechat/get-token", widget)).Token)
	fresh := apitest.OK[apilivechat.Answer](app.Post("/api/livechat/get-refresh-token", widget)).Token
	require.NotEqual(t, got.AccessToken, fresh.AccessToken)

	public := base64.RawURLEncoding.EncodeToString(ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey))
	desk, err := chat.NewDesk("c1", []string{"k1=" + public}, clk)
	require.NoError(t, err)
	v, err := desk.Visitor(fresh.AccessToken)
	require.NoError(t, err)
	require.Equal(t, []string{m.MemID, "demo", m.Nick}, []string{v.Member, v.Site, v.Name})
}
