package monitoring_test

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/access/token"
	"hubstake/internal/account/credential"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/id"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/loopback"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/provider"
	"hubstake/internal/sim/chaos"
	"hubstake/internal/sim/sports"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
)

// world is the product as it runs: the programs as they are built, on servers of their own, the canary as the member to whom
// something happens all the time, and a member who plays.
type world struct {
	tb       testing.TB
	bin      string
	database config.URL
	redis    *rdstest.Instance
	hub      string            // host:port
	origin   string            // of the api
	secret   []byte            // the vendor's
	player   string            // memId of who plays
	metrics  map[string]string // host:port by job
	programs map[string]*exec.Cmd
	settings map[string][]string // of each program, as it was started first
	logs     string              // folder with what each program printed
	traces   *collector
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{
		tb: t, bin: build(t), database: pgtest.URL(t), redis: rdstest.Server(t), metrics: map[string]string{}, programs: map[string]*exec.Cmd{}, settings: map[string][]string{},
		logs: t.TempDir(), traces: collect(t),
	}
	url, redis := w.database, string(w.redis.URL)
	db, err := pg.Open(t.Context(), url, pg.Options{})
	require.NoError(t, err)
	defer db.Close()
	who, pepper, data := factory.Member(t, db), id.Key(), factory.PersonalKeys()
	w.player = factory.Member(t, db, func(m *factory.M) { m.Cash = 1_000_000_000 }).MemID
	w.secret = id.Key()
	require.NoError(t, provider.Upsert(t.Context(), db, "sim", "seamless", provider.Settings{}))
	hash, err := credential.NewHasher(credential.Cost{Memory: 8, Time: 1, Lanes: 1}, [32]byte(pepper)).Hash(t.Context(), credential.Secret(who.Password))
	require.NoError(t, err)
	_, err = db.Exec(t.Context(), "UPDATE member_member SET pass_hash = $1 WHERE member_id = $2", hash, who.MemID)
	require.NoError(t, err)

	text := func(key []byte) string { return base64.RawURLEncoding.EncodeToString(key) }
	signing, seal := "t="+text(id.Key()), text(id.Key())
	signer, err := token.NewSigner(signing, clock.System{})
	require.NoError(t, err)
	listen := freePort(t)
	origin := "http://" + strings.Replace(listen, "127.0.0.1", "localhost", 1)

	w.start("workers", "DATABASE_URL="+string(url), "REDIS_URL="+redis, "FEED_SIM_URL="+sportsFeed(t), "FEED_SIM_KEY="+text(w.secret), "SEAL_KEY="+seal)
	w.hub = w.start("hub", "LISTEN=127.0.0.1:0", "REDIS_URL="+redis, "JWT_PUBLIC_KEYS="+signer.Public(), "SEAL_KEY="+seal, "ORIGINS="+origin, "DRAIN=0s")
	w.start("api", "LISTEN="+listen, "DATABASE_URL="+string(url), "REDIS_URL="+redis, "JWT_PRIVATE_KEY="+signing,
		"JWT_PUBLIC_KEYS="+signer.Public(), "SEAL_KEY="+seal, "PEPPER="+text(pepper), "PERSONAL_KEY="+text(data.Seal[:]), "PERSONAL_INDEX_KEY="+text(data.Index[:]), "ORIGINS="+origin, "PUBLIC_URL="+origin,
		"CANARY_MEMBERS="+who.MemID, "VENDOR_SECRETS=sim="+text(w.secret), "VENDOR_URLS=sim="+origin)
	w.origin = origin
	w.play(t)
	w.start("canary", "SITE_URL="+origin, "HUB_URL=ws://"+w.hub+"/hub", "MEMBER="+who.MemID, "PASSWORD="+who.Password, "EVERY=100ms")
	return w
}

// sportsFeed serves a vendor's sports feed, which believes everybody, and returns the vendor's address.
func sportsFeed(t *testing.T) string {
	t.Helper()
	feed := sports.NewFeed(sports.New(1), &chaos.Box{})
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var q struct {
			After string
			Limit int
		}
		if json.NewDecoder(r.Body).Decode(&q) != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		page, err := feed.Page(q.After, time.Now(), q.Limit)
		if err != nil {
			w.WriteHeader(http.StatusUnprocessableEntity)
			return
		}
		_ = json.NewEncoder(w).Encode(page)
	}))
	t.Cleanup(srv.Close)
	return srv.URL
}

// build makes the programs as they are run; the compiler's cache knows what changed.
func build(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), "go", "build", "-o", dir+string(filepath.Separator), "./hub", "./workers", "./api", "./monitoring/canary")
	cmd.Dir = ".."
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return dir
}

// freePort is an address for a program that must be told it, below the range from which the kernel gives clients theirs.
func freePort(t *testing.T) string {
	t.Helper()
	address, err := loopback.FreeAddress()
	require.NoError(t, err)
	return address
}

// start runs a program with its settings until the test ends, waits until it is ready, and returns the address on which it serves, if
// it says one.
func (w *world) start(name string, settings ...string) (address string) {
	w.tb.Helper()
	cmd := exec.Command(filepath.Join(w.bin, name))
	cmd.Env = []string{"TZ=UTC", "OTEL_EXPORTER_OTLP_ENDPOINT=" + w.traces.address}
	for _, s := range slices.Concat([]string{"ENV=development", "METRICS_LISTEN=127.0.0.1:0"}, settings) {
		cmd.Env = append(cmd.Env, strings.ToUpper(name)+"_"+s)
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	require.NoError(w.tb, err)
	require.NoError(w.tb, cmd.Start())
	if w.programs[name] == nil {
		w.settings[name] = settings
	}
	w.programs[name] = cmd
	kept, err := os.OpenFile(filepath.Join(w.logs, name), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	require.NoError(w.tb, err)
	lines := make(chan map[string]any, 1000)
	go func() {
		defer close(lines)
		defer kept.Close()
		for s := bufio.NewScanner(io.TeeReader(out, kept)); s.Scan(); {
			var line map[string]any
			if json.Unmarshal(s.Bytes(), &line) == nil {
				select {
				case lines <- line:
				default: // the reader has left
				}
			}
		}
	}()
	w.tb.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
		if w.tb.Failed() {
			for line := range lines {
				if line["level"] != "info" {
					w.tb.Log(name, line)
				}
			}
		}
	})
	limit := time.After(testkit.Patience)
	said := func(field string) string {
		for {
			select {
			case line, open := <-lines:
				require.True(w.tb, open, "%s ended", name)
				if v, ok := line[field].(string); ok {
					return v
				}
			case <-limit:
				require.Fail(w.tb, "says nothing", "%s: %s", name, field)
			}
		}
	}
	w.metrics[name] = said("metrics")
	if name == "hub" {
		address = said("address")
	}
	testkit.Eventually(w.tb, func() bool {
		resp, err := http.Get("http://" + w.metrics[name] + "/readyz")
		if err != nil {
			return false
		}
		_ = resp.Body.Close()
		return resp.StatusCode == http.StatusOK
	}, "%s is not ready", name)
	return address
}

// scrape is what a program answers to Prometheus.
func (w *world) scrape(job string) string {
	w.tb.Helper()
	resp, err := http.Get("http://" + w.metrics[job] + "/metrics")
	require.NoError(w.tb, err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	require.NoError(w.tb, err)
	return string(text)
}
