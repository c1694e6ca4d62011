package routestest_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	apigame "hubstake/api/game"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/id"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/game"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/provider/seamless"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestGamesOverHTTP(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	require.NoError(t, provider.Upsert(t.Context(), db, "sim", "seamless", provider.Settings{}))
	require.NoError(t, game.Upsert(t.Context(), db, game.Demo("sim")...))
	m := factory.Member(t, db)
	broken := false
	var asked string
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if broken {
			http.Error(w, "out", http.StatusServiceUnavailable)
			return
		}
		b, _ := io.ReadAll(r.Body)
		asked = string(b)
		_, _ = io.WriteString(w, `{"url":"https://games.example/play"}`)
	}))
	t.Cleanup(srv.Close)
	key, err := provider.NewKey("k1", provider.HMAC, id.Key())
	require.NoError(t, err)
	client := seamless.NewClient("sim", srv.URL, provider.Always(key), clk, provider.NewMetrics(prometheus.NewRegistry()))
	games := game.New(db, clk, zerolog.Nop(), site.New(db, clk), map[string]provider.Client{"sim": client}, nil, "http://localhost/")
	app := apitest.New(t, clk, apigame.New(games).Routes())

	list := apitest.OK[apigame.ListAnswer](app.Post("/api/game/gamelist", `{"vendorKey":"201","gameType":"slot"}`))
	require.Len(t, list.GameList, 4)
	require.Equal(t, apigame.Game{
		Code: "moonjar", NameKOR: "달항아리", NameENG: "Moon Jar", Thumbnail: "/art/games/moonjar.svg", IsHot: true, RTP: 9606, Lines: 5, Volatility: 2,
	}, list.GameList[0])
	app.Post("/api/game/gamelist", `{}`).Refused(200, "G001")
	app.Post("/api/game/gamelist", `{"vendorKey":"7"}`).Refused(200, "G008")
	app.Post("/api/game/gamelist", `{"vendorKey":"201","gameType":"casino"}`).Refused(200, "G006")

	body := `{"gameGroup":"slot","vendorKey":"201","gameKey":"moonjar","isMobile":1,"lang":"jp"}`
	app = app.Member(m.MemID)
	want := apigame.OpenAnswer{GameURL: "https://games.example/play", LowerURL: "https://games.example/play"}
	for _, path := range []string{"/api/game/slot", "/api/game/getGame/slot"} {
		require.Equal(t, want, apitest.OK[apigame.OpenAnswer](app.Post(path, body)), path)
	}
	require.Contains(t, asked, `"lang":"ja"`)
	require.Contains(t, asked, `"mobile":true`)
	app.Lang("th").Post("/api/game/slot", `{"vendorKey":"201","gameKey":"moonjar"}`)
	require.Contains(t, asked, `"lang":"th"`, "the browser's, when nothing is said")
	app.Post("/api/game/casino", body).Refused(200, "G006")
	app.Post("/api/game/casino", `{"vendorKey":"201","gameKey":"moonjar"}`).Refused(200, "G006")
	app.Post("/api/game/getGame/bingo", `{"vendorKey":"201","gameKey":"moonjar"}`).Refused(200, "G006")
	app.Post("/api/game/slot", `{"gameKey":"moonjar"}`).Refused(200, "G001")
	app.Post("/api/game/slot", `{"vendorKey":"9","gameKey":"moonjar"}`).Refused(200, "G008")
	app.Post("/api/game/slot", `{"vendorKey":"201"}`).Refused(200, "B0099")
	app.Post("/api/game/crownSports", `{"isMobile":1,"lang":"ko"}`).Refused(200, "G008")
	require.NoError(t, provider.Ensure(t.Context(), db, casino.Book, casino.Book))
	require.NoError(t, game.Upsert(t.Context(), db, game.DemoBook(casino.Book, bet.Game)))
	own := "/sportsViewer/sportsbook/sportsbook"
	require.Equal(t, apigame.OpenAnswer{GameURL: own, LowerURL: own}, apitest.OK[apigame.OpenAnswer](app.Post("/api/game/crownSports", `{"isMobile":1,"lang":"ko"}`)))
	app.Post("/api/game/crownSports", `{"vendorKey":"201","gameKey":"moonjar"}`).Refused(200, "G006")
	apitest.OK[httpx.None](app.Post("/api/game/close", `{}`))
	broken = true
	app.Post("/api/game/slot", body).Refused(200, "G9999")
}
