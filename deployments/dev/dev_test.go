package main

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hubstake/internal/testkit"

	"github.com/stretchr/testify/require"

	"hubstake/deployments/dev/backing"
	"hubstake/deployments/dev/supervise"
	"hubstake/internal/core/beacon"
	"hubstake/internal/core/clock"
	"hubstake/internal/testkit/pgtest"
)

func wired(t *testing.T) *wiring {
	t.Helper()
	p := place{root: t.TempDir(), dir: filepath.Join(t.TempDir(), ".dev"), port: 8080}
	sec, err := p.secrets(true)
	require.NoError(t, err)
	ports := map[string]int{}
	require.NoError(t, choosePorts(ports, p.port))
	return &wiring{
		place: p, secrets: sec, ports: ports,
		postgres: &backing.Postgres{Port: ports["postgres"], Password: sec.Super},
		redis:    &backing.Redis{Port: ports["redis"], Password: sec.Redis},
	}
}

func TestPlace(t *testing.T) {
	t.Parallel()
	env := func(kv map[string]string) func(string) string { return func(k string) string { return kv[k] } }
	p, err := findPlace(env(nil))
	require.NoError(t, err)
	require.FileExists(t, filepath.Join(p.root, "go.mod"))
	require.Equal(t, filepath.Join(p.root, ".dev"), p.dir)
	require.Equal(t, "http://localhost:8080", p.origin())
	p, err = findPlace(env(map[string]string{"HUBSTAKE_PORT": "9000", "HUBSTAKE_DEV_DIR": "/elsewhere"}))
	require.NoError(t, err)
	require.Equal(t, "/elsewhere", p.dir)
	require.Equal(t, "http://localhost:9000", p.origin())
	for _, bad := range []string{"x", "0", "65536", "-1"} {
		_, err = findPlace(env(map[string]string{"HUBSTAKE_PORT": bad}))
		require.ErrorContains(t, err, "is not a port")
	}
}

func TestOneProcessRunsAnInstance(t *testing.T) {
	t.Parallel()
	p := place{dir: filepath.Join(t.TempDir(), ".dev")}
	hold, _, err := p.take()
	require.NoError(t, err)
	_, pid, err := p.take()
	require.ErrorIs(t, err, errRunning)
	require.Equal(t, os.Getpid(), pid)
	hold.release()
	hold, _, err = p.take()
	require.NoError(t, err)
	hold.release()
}

func TestSecretsAreMadeOnceAndNeverForDataThatIsThere(t *testing.T) {
	t.Parallel()
	w := wired(t)
	again, err := w.place.secrets(false)
	require.NoError(t, err)
	require.Equal(t, w.secrets, again)
	st, err := os.Stat(w.file("secrets.json"))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), st.Mode().Perm())
	older := w.secrets
	older.Beacon = ""
	require.NoError(t, writeJSON(w.file("secrets.json"), older))
	again, err = w.place.secrets(false)
	require.NoError(t, err)
	require.NotEmpty(t, again.Beacon, "an instance of before there was a beacon gets its key")
	older.Beacon = again.Beacon
	require.Equal(t, older, again)
	other := wired(t)
	require.NotEqual(t, w.secrets.Seal, other.secrets.Seal)
	require.NoError(t, os.Remove(w.file("secrets.json")))
	_, err = w.place.secrets(false)
	require.ErrorContains(t, err, "make reset")
}

func TestSettings(t *testing.T) {
	t.Parallel()
	w := wired(t)
	ports := map[int]bool{}
	for program := range packages {
		vars, err := w.settings(program)
		require.NoError(t, err)
		require.NotEmpty(t, vars)
		for k, v := range vars {
			require.True(t, strings.HasPrefix(k, strings.ToUpper(program)+"_"), "%s reads only its own", program)
			require.NotEmpty(t, v, k)
		}
	}
	for _, port := range w.ports {
		require.False(t, ports[port], "each listener has its own port")
		ports[port] = true
	}
	api, err := w.settings("api")
	require.NoError(t, err)
	hub, err := w.settings("hub")
	require.NoError(t, err)
	sim, err := w.settings("sim")
	require.NoError(t, err)
	require.Equal(t, "development", api["API_ENV"])
	require.Equal(t, api["API_JWT_PUBLIC_KEYS"], hub["HUB_JWT_PUBLIC_KEYS"])
	require.Equal(t, api["API_SEAL_KEY"], hub["HUB_SEAL_KEY"])
	require.Equal(t, api["API_VENDOR_SECRETS"], "sim="+sim["SIM_SECRET"]+",simown="+sim["SIM_SECRET"])
	workers, err := w.settings("workers")
	require.NoError(t, err)
	require.Equal(t, "http://"+sim["SIM_LISTEN"], workers["WORKERS_FEED_SIM_URL"])
	require.Equal(t, sim["SIM_SECRET"], workers["WORKERS_FEED_SIM_KEY"])
	require.Equal(t, "http://"+sim["SIM_LISTEN"]+"/drand", workers["WORKERS_BEACON_URLS"])
	secret, err := base64.RawURLEncoding.DecodeString(sim["SIM_BEACON_KEY"])
	require.NoError(t, err)
	signer, err := beacon.NewSigner(secret)
	require.NoError(t, err)
	for _, name := range []string{"URLS", "CHAIN", "PUBLIC_KEY", "GENESIS", "PERIOD"} {
		require.Equal(t, workers["WORKERS_BEACON_"+name], api["API_BEACON_"+name])
	}
	require.Equal(t, signer.Network().Hash, api["API_BEACON_CHAIN"])
	require.Equal(t, hex.EncodeToString(signer.Network().PublicKey), api["API_BEACON_PUBLIC_KEY"])
	require.Equal(t, sim["SIM_PUBLIC_URL"]+"/chat", api["API_LIVECHAT_URL"])
	require.Equal(t, "http://"+api["API_LISTEN"]+"/v1/vendor/sim", sim["SIM_WALLET_URL"])
	kid, seed, _ := strings.Cut(api["API_JWT_PRIVATE_KEY"], "=")
	require.True(t, strings.HasPrefix(api["API_JWT_PUBLIC_KEYS"], kid+"="))
	require.NotContains(t, api["API_JWT_PUBLIC_KEYS"], seed)
	raw, err := base64.RawURLEncoding.DecodeString(seed)
	require.NoError(t, err)
	require.Len(t, raw, 32)

	require.NoError(t, w.writeEnv())
	out, err := exec.Command("/bin/sh", "-c", `set -a; . "$1"; printenv HUB_REDIS_URL`, "sh", w.file("env", "hub.env")).Output()
	require.NoError(t, err)
	require.Equal(t, w.redis.URL()+"\n", string(out))
}

func TestDemoFileHasTheNamesThatScriptsRead(t *testing.T) {
	t.Parallel()
	w := wired(t)
	in := &instance{wiring: *w, steps: &steps{out: os.Stderr, clk: clock.System{}}}
	in.sup = supervise.New(supervise.DefaultPause, in.notice)
	t.Cleanup(in.sup.Stop)
	require.NoError(t, json.Unmarshal([]byte(`{"site":"demo","member":{"memId":"m","memPass":"p","cashPin":"1","memName":"n","memNick":"k"},
		"partner":{"memId":"r","memPass":"q","totpSecret":"s"},"admin":{"memId":"a","memPass":"b","totpSecret":"c"}}`), &in.demo))
	spec := supervise.Spec{
		Name: "api", Path: "/bin/sleep", Args: []string{"600"}, Log: w.log("api"), Dir: w.root,
	}
	require.NoError(t, in.child(t.Context(), spec))
	in.mu.Lock()
	require.NoError(t, in.record())
	in.mu.Unlock()

	var d map[string]any
	require.NoError(t, readJSON(w.file("demo.json"), &d))
	require.Equal(t, map[string]any{"memId": "m", "memPass": "p", "cashPin": "1", "memName": "n", "memNick": "k"}, d["member"])
	require.Equal(t, map[string]any{"memId": "r", "memPass": "q", "totpSecret": "s"}, d["partner"])
	require.Equal(t, map[string]any{"memId": "a", "memPass": "b", "totpSecret": "c"}, d["admin"])
	require.Equal(t, "http://localhost:8080", d["origin"])
	require.Equal(t, "demo", d["site"])
	addresses, ok := d["addresses"].(map[string]any)
	require.True(t, ok)
	for _, name := range []string{"api", "hub", "workers", "sim", "metrics", "postgres", "redis"} {
		require.NotEmpty(t, addresses[name], name)
	}
	require.Len(t, addresses["metrics"], 4)
	pids := func() map[string]int {
		var d demo
		require.NoError(t, readJSON(w.file("demo.json"), &d))
		return d.PIDs
	}
	require.Equal(t, os.Getpid(), pids()["dev"])
	first := pids()["api"]
	proc, err := os.FindProcess(first)
	require.NoError(t, err)
	require.NoError(t, proc.Kill())
	testkit.Eventually(t, func() bool { now := pids()["api"]; return now != 0 && now != first })
}

func TestInstalledComparesTheLockWithWhatIsThere(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	lock, record := filepath.Join(dir, "lock"), filepath.Join(dir, "record")
	write := func(file, text string) { require.NoError(t, os.WriteFile(file, []byte(text), 0o600)) }
	const a1, b1, opt = `"node_modules/a":{"version":"1","integrity":"x"}`, `"node_modules/b":{"version":"1"}`,
		`"node_modules/o":{"version":"1","optional":true}`
	write(lock, `{"packages":{"":{"version":"0"},`+a1+`,`+opt+`}}`)
	for _, c := range []struct {
		record string
		same   bool
	}{
		{"", false},
		{"{half", false},
		{`{"packages":{}}`, false},
		{`{"packages":{` + a1 + `}}`, true},
		{`{"packages":{` + a1 + `,` + opt + `}}`, true},
		{`{"packages":{` + a1 + `,` + b1 + `}}`, false},
		{`{"packages":{"node_modules/a":{"version":"2","integrity":"x"}}}`, false},
		{`{"packages":{"node_modules/a":{"version":"1","integrity":"y"}}}`, false},
	} {
		if c.record != "" {
			write(record, c.record)
		}
		same, err := installed(lock, record)
		require.NoError(t, err)
		require.Equal(t, c.same, same, c.record)
	}
}

func TestTheSiteIsBuiltAgainWhenAnInputChanges(t *testing.T) {
	t.Parallel()
	web := t.TempDir()
	write := func(name, text string) {
		file := filepath.Join(web, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	}
	sum := func() string {
		s, err := digest(web)
		require.NoError(t, err)
		return s
	}
	write("src/a.ts", "1")
	write("index.html", "x")
	first := sum()
	for _, other := range []string{"node_modules/p/i.js", "dist/index.html", "e2e/x.spec.ts", "src/a.test.ts"} {
		write(other, "y")
	}
	require.Equal(t, first, sum())
	write("src/a.ts", "2")
	second := sum()
	require.NotEqual(t, first, second)
	require.NoError(t, os.Rename(filepath.Join(web, "src", "a.ts"), filepath.Join(web, "src", "b.ts")))
	require.NotEqual(t, second, sum())
}

func TestEveryBuildKnowsItsVersionAndCommit(t *testing.T) {
	t.Parallel()
	p, err := findPlace(os.Getenv)
	require.NoError(t, err)
	git := func(args ...string) string {
		cmd := exec.Command("git", args...)
		cmd.Dir = p.root
		out, err := cmd.Output()
		require.NoError(t, err)
		return strings.TrimSpace(string(out))
	}
	version, commit := git("describe", "--tags", "--always", "--dirty"), git("rev-parse", "HEAD")
	line := "migrate " + version + " (" + commit[:7] + "): "
	database := "MIGRATE_DATABASE_URL=" + string(pgtest.URL(t))

	runner := filepath.Join(t.TempDir(), "migrate")
	require.NoError(t, command(t.Context(), p.root, os.Environ(), "go", "build", "-ldflags", p.linkerFlags(t.Context()), "-o", runner, "./deployments/migrate"))
	dry := exec.Command("make", "-n", "release")
	dry.Dir = p.root
	out, err := dry.Output()
	require.NoError(t, err)
	release := filepath.Join(t.TempDir(), "migrate")
	flags := regexp.MustCompile(`-ldflags "([^"]*)"`).FindStringSubmatch(string(out))
	require.Len(t, flags, 2)
	require.NoError(t, command(t.Context(), p.root, os.Environ(), "go", "build", "-ldflags", flags[1], "-o", release, "./deployments/migrate"))
	for _, program := range []string{runner, release} {
		cmd := exec.Command(program)
		cmd.Env = []string{database, "MIGRATE_ENV=development"}
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.Contains(t, string(out), line)
	}

	docker, err := os.ReadFile(filepath.Join(p.root, "deployments", "Dockerfile"))
	require.NoError(t, err)
	for _, variable := range []string{"Version=$VERSION", "Commit=$COMMIT"} {
		require.Contains(t, string(docker), "-X hubstake/internal/platform/obs."+variable)
	}
}
