package server

import (
	"bufio"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fairness"
	"hubstake/internal/sim/operatortest"
	"hubstake/internal/sim/round"
	"hubstake/internal/sim/table"
	"hubstake/internal/sim/wallet"
	"hubstake/internal/testkit"
)

func atTable(code string) func(*LaunchRequest) {
	return func(l *LaunchRequest) { l.Game = code }
}

// listener reads the stream of a window.
type listener struct {
	t     *testing.T
	lines *bufio.Scanner
}

func (s *shop) listen(path string) *listener {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.url+path+"/events", nil)
	require.NoError(s.t, err)
	res, err := http.DefaultClient.Do(req)
	require.NoError(s.t, err)
	s.t.Cleanup(func() { _ = res.Body.Close() })
	require.Equal(s.t, 200, res.StatusCode)
	require.Equal(s.t, "text/event-stream; charset=utf-8", res.Header.Get("Content-Type"))
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 1<<20)
	return &listener{s.t, lines}
}

// next reads to the next event of a kind for which want is true, or fails when the stream ends.
func next[T any](l *listener, event string, want func(T) bool) T {
	l.t.Helper()
	kind := ""
	for l.lines.Scan() {
		line := l.lines.Text()
		if k, ok := strings.CutPrefix(line, "event: "); ok {
			kind = k
		}
		data, ok := strings.CutPrefix(line, "data: ")
		if !ok || kind != event {
			continue
		}
		var v T
		require.NoError(l.t, json.Unmarshal([]byte(data), &v))
		if want(v) {
			return v
		}
	}
	l.t.Fatal("the stream ended: ", l.lines.Err())
	panic("unreachable")
}

// bettable returns the round of a table that may be bet on for some seconds more.
func (s *shop) bettable(path string) table.State {
	s.t.Helper()
	l := s.listen(path)
	return next(l, "table", func(st table.State) bool {
		return (st.Phase == table.Betting || st.Phase == table.Preparing) && time.Until(st.CloseAt) > 10*time.Second
	})
}

// A bet from launch to recall: taken at once, repeated without effect, seen by the other window of the
// member, recalled by the operator.
func TestABetAtATable(t *testing.T) {
	t.Parallel()
	s := newShop(t, "development")
	path, other := s.open(atTable("dragonboat")), s.open(atTable("dragonboat"))
	res, html := s.get(path)
	require.Equal(t, 200, res.StatusCode)
	require.Contains(t, html, `data-game="dragonboat"`)
	require.NotContains(t, html, "secret-token")

	var st TableState
	require.Equal(t, 200, s.post(path+"/state", struct{}{}, false, &st))
	require.Equal(t, "dragonboat", st.Game.Code)
	require.EqualValues(t, 1_000_000, *st.Mine.Balance)
	require.Len(t, st.Table.Commitment, 64)
	require.Empty(t, st.Mine.Bets)

	open := s.bettable(path)
	order := table.Order{No: open.No, Stakes: []table.Stake{{Spot: "win.1", Amount: 5_000}, {Spot: "place.2", Amount: 1_000}}, Key: "key-000001"}
	second := s.listen(other)
	next(second, "mine", func(m Mine) bool { return len(m.Bets) == 0 })
	var first, again RoundView
	require.Equal(t, 200, s.post(path+"/bet", order, false, &first))
	require.Empty(t, first.Code)
	require.Nil(t, first.Outcome)
	require.EqualValues(t, 994_000, *first.AfterBet)
	require.Equal(t, 200, s.post(path+"/bet", order, false, &again))
	require.Equal(t, first, again)
	require.Equal(t, 1, s.operator.Calls("bet"))
	seen := next(second, "mine", func(m Mine) bool { return len(m.Bets) == 1 })
	require.Equal(t, first.ID, seen.Bets[0].ID)
	require.EqualValues(t, 994_000, *seen.Balance)
	require.Equal(t, 200, s.post(other+"/state", struct{}{}, false, &st))
	require.Equal(t, seen.Bets, st.Mine.Bets, "who comes back sees the open bet (S-60)")

	for want, change := range map[string]func(*table.Order){
		"BAD_AMOUNT":     func(o *table.Order) { o.Stakes = []table.Stake{{Spot: "win.1", Amount: 1}}; o.Key = "key-000002" },
		"KEY_REUSED":     func(o *table.Order) { o.Stakes = o.Stakes[:1] },
		"BAD_KEY":        func(o *table.Order) { o.Key = "" },
		"BETTING_CLOSED": func(o *table.Order) { o.No++; o.Key = "key-000003" },
	} {
		o := order
		change(&o)
		var r refusal
		require.NotEqual(t, 200, s.post(path+"/bet", o, false, &r))
		require.Equal(t, want, r.Code)
	}
	s.operator.Refuse = wallet.Locked
	var refused RoundView
	require.Equal(t, 200, s.post(path+"/bet", table.Order{No: open.No, Stakes: order.Stakes, Key: "key-000004"}, false, &refused))
	require.Equal(t, wallet.Locked, refused.Code)
	require.Equal(t, 409, s.post(path+"/spin", SpinRequest{Stake: 1_000, Key: "key-000005"}, false, nil), "a table has no spins")

	var recall RecallAnswer
	require.Equal(t, 200, s.post("/v1/rounds", RecallRequest{MemberID: "somchai1", Game: "dragonboat"}, true, &recall))
	require.Len(t, recall.Rounds, 2)
	require.Equal(t, round.Accepted, recall.Rounds[1].Status)
	require.Equal(t, "win.1", recall.Rounds[1].Bet.Spots[0].Code)
}

// A window may not hold any number of streams, a foreign one none, and games that are played alone have none.
func TestStreamsAreBounded(t *testing.T) {
	t.Parallel()
	s := newShop(t, "production")
	path := s.open(atTable("baccarat"))
	for range streamsOfPlay {
		s.listen(path)
	}
	res, _ := s.get(path + "/events")
	require.Equal(t, 429, res.StatusCode)
	res, _ = s.get("/play/none/events")
	require.Equal(t, 404, res.StatusCode)
	res, _ = s.get(s.open(nil) + "/events")
	require.Equal(t, 503, res.StatusCode)
}

// Everyone reads what a table promised, and the rules and returns of its bets.
func TestTablesArePublic(t *testing.T) {
	t.Parallel()
	s := newShop(t, "production")
	_, raw := s.get("/v1/games")
	for _, want := range []string{`"code":"baccarat"`, `"rtp":9894`, `"rtp":8564`, `"code":"dragonboat"`} {
		require.Contains(t, raw, want)
	}
	s.bettable(s.open(atTable("baccarat")))
	res, raw := s.get("/v1/tables/baccarat")
	require.Equal(t, 200, res.StatusCode)
	var a ProofsAnswer
	require.NoError(t, json.Unmarshal([]byte(raw), &a))
	require.Len(t, a.Current.Commitment, 64)
	require.Empty(t, a.Current.Seed)
	require.Empty(t, a.Revealed)
	require.Equal(t, 60, a.Turns)
	res, _ = s.get("/v1/tables/comet")
	require.Equal(t, 404, res.StatusCode)
}

// kill -9 while bets of two members wait at a real table: after the restart the round ends by the seed that was promised before, each bet
// is paid once, and the revealed seed gives the same cards.
func TestATableSurvivesAKill(t *testing.T) {
	t.Parallel()
	o := operatortest.New(key[:], clock.System{}, 1_000_000)
	wallets := httptest.NewServer(o)
	defer wallets.Close()
	dir := t.TempDir()
	life := start(t, wallets.URL, dir)
	paths := map[string]string{}
	for _, member := range []string{"kim", "somchai"} {
		req := aLaunch()
		req.Game, req.MemberID = "baccarat", member
		var a LaunchAnswer
		require.NoError(t, life.post("/v1/launch", req, &a, true))
		paths[member] = a.URL[len("http://games.test"):]
	}
	var st TableState
	testkit.Eventually(t, func() bool {
		return life.post(paths["kim"]+"/state", struct{}{}, &st, false) == nil && st.Table.Phase == table.Betting && time.Until(st.Table.CloseAt) > 5*time.Second
	})
	placed := map[string]RoundView{}
	for member, path := range paths {
		order := table.Order{No: st.Table.No, Stakes: []table.Stake{{Spot: "player", Amount: 2_000}, {Spot: "banker", Amount: 1_000}}, Key: "key-bet-" + member}
		var v RoundView
		require.NoError(t, life.post(path+"/bet", order, &v, false))
		placed[member] = v
	}
	life.kill()
	life = start(t, wallets.URL, dir)
	var back TableState
	require.NoError(t, life.post(paths["kim"]+"/state", struct{}{}, &back, false))
	require.Equal(t, st.Table.No, back.Table.No)
	require.Equal(t, st.Table.Commitment, back.Table.Commitment)
	require.Equal(t, placed["kim"].ID, back.Mine.Bets[0].ID)
	settled(t, o)
	results := map[string]bool{}
	for member, path := range paths {
		var end TableState
		require.NoError(t, life.post(path+"/state", struct{}{}, &end, false))
		v := end.Mine.Bets[0]
		require.Equal(t, placed[member].ID, v.ID)
		require.NotNil(t, v.Outcome)
		paid, told := o.Win(v.ID)
		require.True(t, told)
		require.EqualValues(t, v.Win, paid)
		results[string(v.Bet.Result)] = true
	}
	require.Len(t, results, 1, "one result for both")
	life.kill()
	store, err := table.OpenStore(dir)
	require.NoError(t, err)
	defer func() { require.NoError(t, store.Close()) }()
	seed, err := store.Seed("baccarat", st.Table.SeedNo)
	require.NoError(t, err)
	require.Equal(t, st.Table.Commitment, fairness.Commitment(seed.Seed).String())
	require.True(t, results[string(table.Baccarat().Draw(seed.Seed, st.Table.Turn).Result)])
	require.True(t, o.Balanced())
	bets, wins, returned, open := o.Sums()
	require.Equal(t, []int{2, 2, 0, 0}, []int{bets, wins, returned, open})
}
