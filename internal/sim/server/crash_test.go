package server

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/sim/game"
	"hubstake/internal/sim/operatortest"
	"hubstake/internal/sim/signature"
	"hubstake/internal/testkit"
)

// TestMain lets the test binary be the program itself, so that a real process can be killed.
func TestMain(m *testing.M) {
	if os.Getenv("HUBSTAKE_RUN_SIM") != "" {
		os.Exit(Main())
	}
	os.Exit(m.Run())
}

// program is one life of the vendor's process.
type program struct {
	cmd  *exec.Cmd
	addr string
	once sync.Once
	gone chan struct{}
}

func start(t *testing.T, wallets, dir string) *program {
	t.Helper()
	exe, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(exe)
	cmd.Env = []string{
		"HUBSTAKE_RUN_SIM=1", "SIM_ENV=development", "SIM_LISTEN=127.0.0.1:0", "SIM_PUBLIC_URL=http://games.test",
		"SIM_WALLET_URL=" + wallets + "/v1/vendor/sim", "SIM_SECRET=" + base64.RawURLEncoding.EncodeToString(key[:]), "SIM_DATA_DIR=" + dir,
	}
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	cmd.Stderr = os.Stderr
	require.NoError(t, cmd.Start())
	p := &program{cmd: cmd, gone: make(chan struct{})}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		var line struct{ Message, Addr string }
		require.NoError(t, json.Unmarshal(lines.Bytes(), &line, json.MatchCaseInsensitiveNames(true)))
		if line.Message == "listening" {
			p.addr = line.Addr
			break
		}
	}
	require.NotEmpty(t, p.addr, "the program did not come up")
	go func() {
		_, _ = io.Copy(io.Discard, out)
		_ = cmd.Wait()
		close(p.gone)
	}()
	t.Cleanup(p.kill)
	return p
}

// kill is kill -9, and returns when the process is gone.
func (p *program) kill() {
	p.once.Do(func() { _ = p.cmd.Process.Kill() })
	<-p.gone
}

// post returns an error when there is no answer, as when the process died meanwhile.
func (p *program) post(path string, in, into any, sign bool) error {
	raw, err := json.Marshal(in)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), testkit.Patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+p.addr+path, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	if sign {
		signature.Sign(req.Header, key[:], time.Now(), strings.TrimPrefix(req.URL.Path, "/v1/"), raw)
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d: %s", res.StatusCode, body)
	}
	return json.Unmarshal(body, into)
}

// settled waits until the operator has no open bet, or the test's patience ends.
func settled(t *testing.T, o *operatortest.Operator) {
	t.Helper()
	patience := time.After(testkit.Patience)
	for {
		changed := o.Changed()
		if _, _, _, open := o.Sums(); open == 0 {
			return
		}
		select {
		case <-changed:
		case <-patience:
			t.Fatal("a bet stays open")
		}
	}
}

// kill -9 before and after each call takes effect at the operator, in make test at three moments chosen by the seed: no win is lost, no bet stays open, and a page that asks
// again with its key learns the one outcome or that the spin did not count.
func TestKilledAtEachCall(t *testing.T) {
	t.Parallel()
	wheel, shark := choiceOf("red", "dozen-1"), game.Choice{Fish: "shark"}
	moments := map[string]struct {
		op     string
		after  bool
		game   string
		stake  money.Amount
		choice game.Choice
	}{
		"before the bet":    {"bet", false, "comet", 1_000, game.Choice{}},
		"after the bet":     {"bet", true, "comet", 1_000, game.Choice{}},
		"before the win":    {"win", false, "comet", 1_000, game.Choice{}},
		"after the win":     {"win", true, "comet", 1_000, game.Choice{}},
		"after the chips":   {"bet", true, "roulette", 800, wheel},
		"before the number": {"win", false, "roulette", 800, wheel},
		"after the shot":    {"bet", true, "reef", 1_000, shark},
		"before the catch":  {"win", false, "reef", 1_000, shark},
	}
	for _, name := range testkit.Some(t, 3, slices.Sorted(maps.Keys(moments))) {
		at := moments[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := operatortest.New(key[:], clock.System{}, 1_000_000)
			var life *program
			var once sync.Once
			o.Hook = func(op string, after bool) {
				if op == at.op && after == at.after {
					once.Do(func() { life.kill() })
				}
			}
			wallets := httptest.NewServer(o)
			defer wallets.Close()
			dir := t.TempDir()
			life = start(t, wallets.URL, dir)
			var launched LaunchAnswer
			launch := aLaunch()
			launch.Game = at.game
			require.NoError(t, life.post("/v1/launch", launch, &launched, true))
			path := launched.URL[len("http://games.test"):]
			spin := SpinRequest{Stake: at.stake, Key: "key-000001", Choice: at.choice}
			require.Error(t, life.post(path+"/spin", spin, &RoundView{}, false), "the process died before its answer")

			next := start(t, wallets.URL, dir)
			settled(t, o)
			var v RoundView
			require.NoError(t, next.post(path+"/spin", spin, &v, false))
			bets, wins, returned, _ := o.Sums()
			require.True(t, o.Balanced())
			if at.op == "bet" {
				require.Equal(t, codeNotCounted, v.Code)
				require.Nil(t, v.Outcome)
				require.Zero(t, wins)
				require.Equal(t, bets, returned)
			} else {
				require.Empty(t, v.Code)
				require.Equal(t, 1, wins)
				paid, _ := o.Win(v.ID)
				require.EqualValues(t, v.Win, paid)
				require.Equal(t, at.choice, v.Choice)
			}
			var more RoundView
			testkit.Eventually(t, func() bool { // until the vendor has read the answers that the operator gave
				return next.post(path+"/spin", SpinRequest{Stake: at.stake, Key: "key-000002", Choice: at.choice}, &more, false) == nil
			})
			require.True(t, more.Settled, "the game goes on")
		})
	}
}

// Players spin while the process is killed again and again at random moments.
func TestKilledAtAnyMoment(t *testing.T) {
	t.Parallel()
	o := operatortest.New(key[:], clock.System{}, 10_000_000)
	wallets := httptest.NewServer(o)
	defer wallets.Close()
	dir := t.TempDir()
	dice := testkit.Rand(t)
	life := start(t, wallets.URL, dir)

	const players = 3
	lives := testkit.Size(3, 6)
	paths := make([]string, players)
	for i := range paths {
		req := aLaunch()
		req.MemberID += strconv.Itoa(i)
		var a LaunchAnswer
		require.NoError(t, life.post("/v1/launch", req, &a, true))
		paths[i] = a.URL[len("http://games.test"):]
	}
	seen := map[string]int64{} // win that a player was shown, by round
	spins := 0
	for n := range lives {
		var mu sync.Mutex
		var wg sync.WaitGroup
		left, enough := 1+dice.IntN(20), make(chan struct{}) // spins of this life; the other players are anywhere in theirs when it ends
		for i, path := range paths {
			wg.Go(func() {
				for s := 0; ; s++ {
					var v RoundView
					err := life.post(path+"/spin", SpinRequest{Stake: 200, Key: fmt.Sprintf("key-%d-%d-%d", n, i, s)}, &v, false)
					if errors.Is(err, context.DeadlineExceeded) || isGone(life) {
						return
					}
					mu.Lock()
					if err == nil && v.Outcome != nil {
						seen[v.ID] = int64(v.Win)
						spins++
						if left--; left == 0 {
							close(enough)
						}
					}
					mu.Unlock()
				}
			})
		}
		<-enough
		life.kill()
		wg.Wait()
		life = start(t, wallets.URL, dir)
		settled(t, o)
	}
	require.Positive(t, spins)
	require.True(t, o.Balanced())
	for id, want := range seen {
		paid, told := o.Win(id)
		require.True(t, told)
		require.Equal(t, want, paid)
	}
	bets, wins, returned, _ := o.Sums()
	t.Logf("%d bets, %d wins told, %d given back, over %d kills", bets, wins, returned, lives)
	require.Equal(t, bets, wins+returned)
}

func isGone(p *program) bool {
	select {
	case <-p.gone:
		return true
	default:
		return false
	}
}
