package server

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fairness"
	"hubstake/internal/platform/config"
	catalogue "hubstake/internal/play/game"
	"hubstake/internal/sim/chaos"
	"hubstake/internal/sim/game"
	"hubstake/internal/sim/operatortest"
	"hubstake/internal/sim/round"
	"hubstake/internal/sim/signature"
	"hubstake/internal/sim/table"
	"hubstake/internal/sim/transferwallet"
	"hubstake/internal/sim/wallet"
)

var key = config.Key([]byte("0123456789abcdef0123456789abcdef"))

// shop is the whole vendor behind a real listener, with an operator behind another.
type shop struct {
	t        *testing.T
	url      string
	operator *operatortest.Operator
	rounds   *round.Service
}

func newShop(t *testing.T, env string) *shop {
	t.Helper()
	return newShopAt(t, env, clock.System{})
}

// newShopAt is a shop whose front looks at a clock of the test's; rounds and signatures go by the machine's.
func newShopAt(t *testing.T, env string, clk clock.Clock) *shop {
	t.Helper()
	o := operatortest.New(key[:], clock.System{}, 1_000_000)
	wallets := httptest.NewServer(o)
	t.Cleanup(wallets.Close)
	store, err := round.OpenStore(t.TempDir())
	require.NoError(t, err)
	transferWallets, err := transferwallet.OpenStore(t.TempDir())
	require.NoError(t, err)
	reg, box := prometheus.NewRegistry(), &chaos.Box{}
	transport := &http.Transport{}
	client := wallet.New(transport, wallets.URL+"/v1/vendor/sim", key[:], clock.System{}, reg)
	rounds, err := round.New(store, round.Wallets{Operator: client, Own: transferWallets}, box, game.NewStream, clock.System{}, zerolog.Nop(), reg)
	require.NoError(t, err)
	cfg := Config{
		Common: config.Common{Env: env}, Secret: key, BeaconKey: key, PublicURL: "http://games.test", FrameAncestors: "http://localhost:8080",
		ChatClientID: "c1", ChatKeys: []string{"k1=" + base64.RawURLEncoding.EncodeToString(chatKey.Public().(ed25519.PublicKey))},
	}
	tableStore, err := table.OpenStore(t.TempDir())
	require.NoError(t, err)
	tables := table.New(tableStore, rounds, table.All(), clock.System{}, zerolog.Nop(), reg)
	h, err := New(cfg, rounds, tables, transferWallets, box, clk, zerolog.Nop(), reg)
	require.NoError(t, err)
	srv := httptest.NewServer(h)
	ctx, cancel := context.WithCancel(context.Background())
	ran := make(chan error, 2)
	go func() { ran <- rounds.Run(ctx) }()
	go func() { ran <- tables.Run(ctx) }()
	t.Cleanup(func() {
		tables.Close()
		srv.Close()
		rounds.Close()
		cancel()
		require.NoError(t, <-ran)
		require.NoError(t, <-ran)
		require.NoError(t, tableStore.Close())
		transport.CloseIdleConnections()
		require.NoError(t, store.Close())
		require.NoError(t, transferWallets.Close())
	})
	return &shop{t, srv.URL, o, rounds}
}

// post sends a JSON body and reads the answer into into when it is not nil.
func (s *shop) post(path string, in any, sign bool, into any) int {
	s.t.Helper()
	raw, err := json.Marshal(in)
	require.NoError(s.t, err)
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.url+path, bytes.NewReader(raw))
	require.NoError(s.t, err)
	req.Header.Set("Content-Type", "application/json")
	if sign {
		signature.Sign(req.Header, key[:], time.Now(), strings.TrimPrefix(req.URL.Path, "/v1/"), raw)
	}
	res, err := http.DefaultClient.Do(req)
	require.NoError(s.t, err)
	defer func() { _ = res.Body.Close() }()
	raw, err = io.ReadAll(res.Body)
	require.NoError(s.t, err)
	if into != nil {
		require.NoError(s.t, json.Unmarshal(raw, into), string(raw))
	}
	return res.StatusCode
}

func (s *shop) get(path string) (*http.Response, string) {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.url+path, nil)
	require.NoError(s.t, err)
	res, err := http.DefaultClient.Do(req)
	require.NoError(s.t, err)
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	require.NoError(s.t, err)
	return res, string(raw)
}

func aLaunch() LaunchRequest {
	return LaunchRequest{
		Game: "comet", Token: "secret-token", MemberID: "somchai1", Nick: "สมชาย", Currency: "KRW", Lang: "th",
		LobbyURL: "http://localhost:8080/slot",
	}
}

// open launches a game and returns the path of its window.
func (s *shop) open(change func(*LaunchRequest)) string {
	s.t.Helper()
	req := aLaunch()
	if change != nil {
		change(&req)
	}
	var a LaunchAnswer
	require.Equal(s.t, 200, s.post("/v1/launch", req, true, &a))
	path, ok := strings.CutPrefix(a.URL, "http://games.test")
	require.True(s.t, ok)
	require.NotContains(s.t, path, "secret-token")
	return path
}

// The demonstration catalogue offers exactly this vendor's games, under the houses and names that their windows say.
func TestTheCatalogueSaysWhatTheWindowsSay(t *testing.T) {
	t.Parallel()
	var ours, theirs []string
	for _, g := range game.Catalogue() {
		i := g.Info()
		ours = append(ours, fmt.Sprint(i.ProcID, i.Studio, i.Code, i.Names["ko"], i.Names["en"]))
	}
	for _, g := range table.All() {
		i := g.Info()
		ours = append(ours, fmt.Sprint(i.ProcID, i.Studio, i.Code, i.Names["ko"], i.Names["en"]))
	}
	for _, e := range slices.Concat(catalogue.Demo("sim"), catalogue.DemoChoice("sim"), catalogue.DemoTables("sim")) {
		for _, g := range e.Games {
			theirs = append(theirs, fmt.Sprint(e.ProcID, e.Name, g.Code, g.NameKOR, g.NameENG))
			for _, art := range []string{e.Image, g.Thumbnail} {
				require.FileExists(t, "../../../web/public"+art)
			}
		}
	}
	require.Equal(t, ours, theirs)
}

// A catalogue that has a game twice names the second one, of our own wallet, with a suffix.
func TestTheSecondCodeOfAGameOpensTheSameGameOfItsOwnHouse(t *testing.T) {
	t.Parallel()
	s := newShop(t, "production")
	path := s.open(func(l *LaunchRequest) { l.Game, l.OwnWallet = "comet-own", true })
	var state State
	require.Equal(t, 200, s.post(path+"/state", struct{}{}, false, &state))
	require.Equal(t, "comet", state.Game.Code)
	require.EqualValues(t, 0, *state.Balance, "nothing was moved here")
	house := catalogue.DemoOwn("simown")
	require.Equal(t, []string{house.Name, house.ProcID, house.Games[0].NameENG, house.Games[0].NameKOR}, []string{
		state.Game.Studio, strconv.Itoa(state.Game.ProcID), state.Game.Names["en"], state.Game.Names["ko"],
	}, "the window says the house and the game that the directory says")
	_, html := s.get(path)
	require.Contains(t, html, state.Game.Names["th"])
	req := aLaunch()
	req.Game = "-own"
	require.Equal(t, 422, s.post("/v1/launch", req, true, nil))
}

func TestAWindowFromLaunchToRecall(t *testing.T) {
	t.Parallel()
	s := newShop(t, "development")
	path := s.open(nil)

	res, html := s.get(path)
	require.Equal(t, 200, res.StatusCode)
	require.Contains(t, html, `<html lang="th" data-lang="th" data-game="comet">`)
	require.NotContains(t, html, "secret-token")
	require.NotContains(t, html, "somchai1")

	var st State
	require.Equal(t, 200, s.post(path+"/state", struct{}{}, false, &st))
	require.EqualValues(t, 1_000_000, *st.Balance)
	require.Equal(t, "comet", st.Game.Code)
	require.Equal(t, "http://localhost:8080", st.Origin)
	require.Empty(t, st.Rounds)
	require.Positive(t, st.Game.RTP)
	promised := st.Commitment
	require.Len(t, promised, 64)

	var first, again RoundView
	require.Equal(t, 200, s.post(path+"/spin", SpinRequest{Stake: 1_000, Key: "key-000001"}, false, &first))
	require.Empty(t, first.Code)
	require.True(t, first.Settled)
	require.EqualValues(t, 999_000, *first.AfterBet)
	require.Equal(t, 999_000+first.Win, *first.Balance)
	require.Equal(t, 200, s.post(path+"/spin", SpinRequest{Stake: 1_000, Key: "key-000001"}, false, &again))
	require.Equal(t, first, again)
	var seed fairness.Hash
	require.NoError(t, seed.UnmarshalText([]byte(first.Seed)))
	require.Equal(t, promised, fairness.Commitment(seed).String(), "what was shown before the spin")
	require.Equal(t, promised, first.Commitment)
	require.Equal(t, "hubstake/slot/1/comet/key-000001", first.Message)
	require.NotEqual(t, promised, first.Next)

	require.Equal(t, 200, s.post(path+"/state", struct{}{}, false, &st))
	require.Len(t, st.Rounds, 1)
	require.Equal(t, 1, st.Spins)
	require.EqualValues(t, 1_000, st.Staked)
	require.Equal(t, first.Win, st.Won)
	require.Equal(t, first.Next, st.Commitment)
	require.Equal(t, first.Seed, st.Rounds[0].Seed)

	var recall RecallAnswer
	require.Equal(t, 200, s.post("/v1/rounds", RecallRequest{MemberID: "somchai1"}, true, &recall))
	require.Len(t, recall.Rounds, 1)
	require.Equal(t, first.ID, recall.Rounds[0].RoundID)
	require.Equal(t, first.Outcome, recall.Rounds[0].Outcome)
	require.Equal(t, []string{first.Commitment, first.Seed, first.Message}, []string{recall.Rounds[0].Commitment, recall.Rounds[0].Seed, recall.Rounds[0].Message})

	s.operator.Refuse = wallet.Insufficient
	var refused RoundView
	require.Equal(t, 200, s.post(path+"/spin", SpinRequest{Stake: 1_000, Key: "key-000002"}, false, &refused))
	require.Equal(t, wallet.Insufficient, refused.Code)
	require.Empty(t, refused.Commitment+refused.Seed+refused.Message, "nothing was drawn, and nothing is told of the seed")
	require.NotContains(t, []string{"", first.Next}, refused.Next, "the window promises another seed")
	require.Equal(t, 200, s.post("/v1/rounds", RecallRequest{MemberID: "somchai1"}, true, &recall))
	require.Empty(t, recall.Rounds[0].Seed)
	require.Equal(t, "2026-11-21", recall.Rounds[0].Rules)
	require.True(t, s.operator.Balanced())
}

func TestLaunchIsRefused(t *testing.T) {
	t.Parallel()
	s := newShop(t, "development")
	for code, change := range map[string]func(*LaunchRequest){
		"UNKNOWN_GAME":   func(l *LaunchRequest) { l.Game = "poker" },
		"BAD_TOKEN":      func(l *LaunchRequest) { l.Token = "" },
		"BAD_MEMBER":     func(l *LaunchRequest) { l.MemberID = "a\x00b" },
		"BAD_NICK":       func(l *LaunchRequest) { l.Nick = strings.Repeat("x", 129) },
		"WRONG_CURRENCY": func(l *LaunchRequest) { l.Currency = "BTC" },
		"BAD_LOBBY":      func(l *LaunchRequest) { l.LobbyURL = "javascript:alert(1)" },
	} {
		req := aLaunch()
		change(&req)
		var no refusal
		require.Equal(t, 422, s.post("/v1/launch", req, true, &no), code)
		require.Equal(t, code, no.Code)
	}
	require.Equal(t, 401, s.post("/v1/launch", aLaunch(), false, nil))
	require.Equal(t, 401, s.post("/v1/rounds", RecallRequest{MemberID: "somchai1"}, false, nil))
	require.Equal(t, 400, s.post("/v1/rounds", RecallRequest{MemberID: "somchai1", Limit: 201}, true, nil))
	require.Equal(t, 400, s.post("/v1/rounds", RecallRequest{}, true, nil))
}

func TestBadRequests(t *testing.T) {
	t.Parallel()
	s := newShop(t, "development")
	path := s.open(nil)
	send := func(method, path, kind, body string) (int, string) {
		req, err := http.NewRequestWithContext(t.Context(), method, s.url+path, strings.NewReader(body))
		require.NoError(t, err)
		req.Header.Set("Content-Type", kind)
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		defer func() { _ = res.Body.Close() }()
		raw, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		return res.StatusCode, string(raw)
	}
	const js = "application/json"
	for name, tc := range map[string]struct {
		method, path, kind, body string
		status                   int
		code                     string
	}{
		"form":            {"POST", path + "/spin", "application/x-www-form-urlencoded", `{"stake":1000,"key":"key-000001"}`, 415, "CONTENT_TYPE"},
		"text":            {"POST", path + "/spin", "text/plain", `{"stake":1000,"key":"key-000001"}`, 415, "CONTENT_TYPE"},
		"not JSON":        {"POST", path + "/spin", js, `stake=1000`, 400, "BAD_REQUEST"},
		"unknown field":   {"POST", path + "/spin", js, `{"stake":1000,"key":"key-000001","win":9}`, 400, "BAD_REQUEST"},
		"a field twice":   {"POST", path + "/spin", js, `{"stake":1000,"stake":200,"key":"key-000001"}`, 400, "BAD_REQUEST"},
		"stake as text":   {"POST", path + "/spin", js, `{"stake":"1000","key":"key-000001"}`, 400, "BAD_REQUEST"},
		"half a won":      {"POST", path + "/spin", js, `{"stake":1000.5,"key":"key-000001"}`, 400, "BAD_REQUEST"},
		"odd stake":       {"POST", path + "/spin", js, `{"stake":999,"key":"key-000001"}`, 422, "BAD_AMOUNT"},
		"negative stake":  {"POST", path + "/spin", js, `{"stake":-1000,"key":"key-000001"}`, 422, "BAD_AMOUNT"},
		"no key":          {"POST", path + "/spin", js, `{"stake":1000}`, 400, "BAD_KEY"},
		"too large":       {"POST", path + "/spin", js, `{"key":"` + strings.Repeat("x", maxBody) + `"}`, 413, "TOO_LARGE"},
		"another's play":  {"POST", "/play/AAAAAAAAAAAAAAAAAAAAAA/spin", js, `{"stake":1000,"key":"key-000001"}`, 404, "GAME_ENDED"},
		"another's state": {"POST", "/play/AAAAAAAAAAAAAAAAAAAAAA/state", js, `{}`, 404, "GAME_ENDED"},
		"wrong method":    {"GET", path + "/spin", js, ``, 405, ""},
		"no such page":    {"GET", "/play", js, ``, 404, ""},
		"bad faults":      {"POST", "/faults", js, `{"duplicate":51}`, 422, "BAD_FAULTS"},
		"foreign faults":  {"POST", "/faults", "text/plain", `{"duplicate":2}`, 415, "CONTENT_TYPE"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			status, body := send(tc.method, tc.path, tc.kind, tc.body)
			require.Equal(t, tc.status, status, body)
			if tc.code != "" {
				require.JSONEq(t, `{"code":"`+tc.code+`"}`, body)
			}
		})
	}
	t.Cleanup(func() { require.Zero(t, s.operator.Calls("bet"), "nothing of this reached the wallet") })
}

func TestRefusalsReachThePage(t *testing.T) {
	t.Parallel()
	s := newShop(t, "development")
	s.operator.Refuse = wallet.Insufficient
	var v RoundView
	require.Equal(t, 200, s.post(s.open(nil)+"/spin", SpinRequest{Stake: 1_000, Key: "key-000001"}, false, &v))
	require.Equal(t, wallet.Insufficient, v.Code)
	require.EqualValues(t, 1_000_000, *v.Balance)
	require.Nil(t, v.Outcome)
}

func TestASpinThatDoesNotCount(t *testing.T) {
	t.Parallel()
	s := newShop(t, "development")
	require.Equal(t, 200, s.post("/faults", chaos.Settings{OutOfOrder: chaos.RollbackFirst}, false, nil))
	var v RoundView
	require.Equal(t, 200, s.post(s.open(nil)+"/spin", SpinRequest{Stake: 1_000, Key: "key-000001"}, false, &v))
	require.Equal(t, codeNotCounted, v.Code)
	require.Nil(t, v.Outcome)
	require.True(t, s.operator.Balanced())
}

func TestHeaders(t *testing.T) {
	t.Parallel()
	s := newShop(t, "development")
	for _, path := range []string{"/", s.open(nil), "/play/none", "/assets/game.css", "/v1/games"} {
		res, _ := s.get(path)
		csp := res.Header.Get("Content-Security-Policy")
		require.Contains(t, csp, "default-src 'none'; script-src 'self'", path)
		require.Contains(t, csp, "frame-ancestors http://localhost:8080", path)
		require.NotContains(t, csp, "unsafe", path)
		require.Equal(t, "nosniff", res.Header.Get("X-Content-Type-Options"), path)
		require.Equal(t, "no-referrer", res.Header.Get("Referrer-Policy"), path)
		if !strings.HasPrefix(path, "/assets/") {
			require.Equal(t, "no-store", res.Header.Get("Cache-Control"), path)
		}
	}
}

func TestFaultsOnDemand(t *testing.T) {
	t.Parallel()
	s := newShop(t, "development")
	want := chaos.Settings{DelayMs: 5, Duplicate: 3, LoseAnswer: 1, OutOfOrder: chaos.WinFirst, Times: 1}
	var got chaos.Settings
	require.Equal(t, 200, s.post("/faults", want, false, &got))
	require.Equal(t, want, got)
	_, body := s.get("/faults")
	require.NoError(t, json.Unmarshal([]byte(body), &got))
	require.Equal(t, want, got)

	path := s.open(nil)
	var v RoundView
	require.Equal(t, 200, s.post(path+"/spin", SpinRequest{Stake: 1_000, Key: "key-000001"}, false, &v))
	require.True(t, v.Settled)
	require.Equal(t, 6, s.operator.Calls("bet"), "three copies, twice because the first answers were lost")
	require.Equal(t, 9, s.operator.Calls("win"), "and once before the bet")
	bets, wins, _, _ := s.operator.Sums()
	require.Equal(t, 1, bets)
	require.Equal(t, 1, wins)
	_, body = s.get("/faults")
	require.NoError(t, json.Unmarshal([]byte(body), &got))
	require.Zero(t, got, "used up")
}

func TestLaunchOutages(t *testing.T) {
	t.Parallel()
	s := newShop(t, "development")
	require.Equal(t, 200, s.post("/faults", chaos.Settings{Outage: chaos.OutageError, Times: 1}, false, nil))
	require.Equal(t, 503, s.post("/v1/launch", aLaunch(), true, nil))
	require.Equal(t, 200, s.post("/v1/launch", aLaunch(), true, nil), "over by itself")
	require.Equal(t, 200, s.post("/faults", chaos.Settings{Outage: chaos.OutageSlow, DelayMs: 30, Times: 1}, false, nil))
	began := time.Now()
	require.Equal(t, 200, s.post("/v1/launch", aLaunch(), true, nil))
	require.GreaterOrEqual(t, time.Since(began), 30*time.Millisecond)
	require.Equal(t, 200, s.post("/faults", chaos.Settings{Outage: chaos.OutageRefuse, Times: 1}, false, nil))
	raw, err := json.Marshal(aLaunch())
	require.NoError(t, err)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+"/v1/launch", bytes.NewReader(raw))
	require.NoError(t, err)
	req.Header.Set("Content-Type", "application/json")
	signature.Sign(req.Header, key[:], time.Now(), strings.TrimPrefix(req.URL.Path, "/v1/"), raw)
	res, err := http.DefaultClient.Do(req)
	if err == nil {
		_ = res.Body.Close()
	}
	require.Error(t, err, "no answer at all")
}

func TestProductionMakesNoFaults(t *testing.T) {
	t.Parallel()
	s := newShop(t, "production")
	res, _ := s.get("/faults")
	require.Equal(t, 404, res.StatusCode)
	require.Equal(t, 404, s.post("/faults", chaos.Settings{Duplicate: 2}, false, nil))
	_, html := s.get("/")
	require.NotContains(t, html, "fault")
}

func TestConfig(t *testing.T) {
	t.Parallel()
	good := []string{
		"SIM_LISTEN=127.0.0.1:0", "SIM_WALLET_URL=http://127.0.0.1:1/v1/vendor/sim", "SIM_PUBLIC_URL=http://localhost:8090",
		"SIM_SECRET=AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8", "SIM_DATA_DIR=x", "SIM_FRAME_ANCESTORS=http://localhost:8080 https://a.test",
	}
	_, err := config.LoadFrom[Config]("SIM", good)
	require.NoError(t, err)
	_, err = config.LoadFrom[Config]("SIM", append(good, "SIM_ENV=development", "SIM_BEACON_KEY=AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"))
	require.NoError(t, err)
	for name, bad := range map[string]string{
		"beacon": "SIM_BEACON_KEY=AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8",
		"wallet": "SIM_WALLET_URL=127.0.0.1:1", "public": "SIM_PUBLIC_URL=http://localhost:8090/games", "weak": "SIM_SECRET=AAAA",
		"frames": "SIM_FRAME_ANCESTORS=*", "injected": "SIM_FRAME_ANCESTORS=http://a.test;script-src", "unknown": "SIM_DATADIR=x",
	} {
		_, err := config.LoadFrom[Config]("SIM", append(good, bad))
		require.Error(t, err, name)
	}
}
