package main

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"hubstake/deployments/dev/backing"
	"hubstake/deployments/dev/supervise"
	"hubstake/internal/core/beacon"
	"hubstake/internal/platform/loopback"
)

// programs in the order in which they are started; the last is ended first.
var programs = []string{"workers", "api", "hub", "sim"}

// packages of the binaries that an instance is made of.
var packages = map[string]string{
	"api": "./api", "hub": "./hub", "workers": "./workers", "sim": "./internal/sim",
	"migrate": "./deployments/migrate", "seed": "./deployments/seed",
}

// choosePorts gives each listener the port that it had the last time, or another when that one is taken.
func choosePorts(ports map[string]int, public int) error {
	names := []string{"postgres", "redis"}
	for _, p := range programs {
		names = append(names, p, p+"-metrics")
	}
	for _, name := range names {
		port, err := loopback.Free(ports[name], public)
		if err != nil {
			return fmt.Errorf("port of %s: %w", name, err)
		}
		ports[name] = port
	}
	return nil
}

// wiring is all that the settings of the programs are made of.
type wiring struct {
	place
	secrets  secrets
	ports    map[string]int
	postgres *backing.Postgres
	redis    *backing.Redis
}

// The roles of PostgreSQL: the owner of the schema, and those of the programs, which can neither change nor delete what is
// written once (pg.Grant).
const (
	owner       = "hubstake"
	apiRole     = "hubstake_api"
	workersRole = "hubstake_workers"
)

func (w *wiring) databaseURL() string { return w.postgres.URL(owner, w.secrets.Database, owner) }

func (w *wiring) apiDatabaseURL() string { return w.postgres.URL(apiRole, w.secrets.API, owner) }

func (w *wiring) workersDatabaseURL() string {
	return w.postgres.URL(workersRole, w.secrets.Workers, owner)
}

func (w *wiring) address(name string) string { return "http://" + loopback.Address(w.ports[name]) }

// game is the simulator's own origin in the browser, as a real vendor has one.
func (w *wiring) game() string { return "http://localhost:" + strconv.Itoa(w.ports["sim"]) }

// vendors gives the same to both vendors that the simulator is: one that asks our wallet for each bet, and one that keeps
// wallets of its own.
func vendors(same string) string { return "sim=" + same + ",simown=" + same }

// chatClient is what the simulated provider of live chat calls this instance.
const chatClient = "hubstake-dev"

// settings are the variables of one program, complete: each reads only those of its own prefix.
func (w *wiring) settings(program string) (map[string]string, error) {
	public, err := w.public(w.secrets.Signing)
	if err != nil {
		return nil, err
	}
	chat, err := w.public(w.secrets.Chat)
	if err != nil {
		return nil, err
	}
	own := map[string]map[string]string{
		"api": {
			"DATABASE_URL": w.apiDatabaseURL(), "REDIS_URL": w.redis.URL(),
			"JWT_PRIVATE_KEY": w.secrets.KeyID + "=" + w.secrets.Signing, "JWT_PUBLIC_KEYS": public,
			"SEAL_KEY": w.secrets.Seal, "PEPPER": w.secrets.Pepper, "PERSONAL_KEY": w.secrets.Personal,
			"PERSONAL_INDEX_KEY": w.secrets.PersonalIndex, "ORIGINS": w.origin(), "PUBLIC_URL": w.origin(),
			"TRUSTED_PROXIES": frontAddress, "VENDOR_SECRETS": vendors(w.secrets.Vendor),
			"VENDOR_URLS": vendors(w.address("sim")), "CANARY_MEMBERS": "democanary",
			"LIVECHAT_PROVIDER": "sim", "LIVECHAT_CLIENT_ID": chatClient, "LIVECHAT_LICENCE_ID": "1",
			"LIVECHAT_KEY": w.secrets.KeyID + "=" + w.secrets.Chat, "LIVECHAT_URL": w.game() + "/chat",
			// Tests and load come from this machine alone and must not be rate limited.
			"UNLIMITED": "127.0.0.0/8,::1/128",
		},
		"hub": {
			"REDIS_URL": w.redis.URL(), "JWT_PUBLIC_KEYS": public, "SEAL_KEY": w.secrets.Seal, "ORIGINS": w.origin(),
			"TRUSTED_PROXIES": frontAddress,
			// All members of one machine come from one address, and no load balancer needs a drain when it ends.
			"MAX_PER_ADDRESS": "50000", "DRAIN": "1s",
		},
		"workers": {
			"DATABASE_URL": w.workersDatabaseURL(), "REDIS_URL": w.redis.URL(), "SEAL_KEY": w.secrets.Seal,
			"VENDOR_SECRETS": vendors(w.secrets.Vendor), "VENDOR_URLS": vendors(w.address("sim")),
			"FEED_SIM_URL": w.address("sim"), "FEED_SIM_KEY": w.secrets.Vendor,
		},
		"sim": {
			"WALLET_URL": w.address("api") + "/v1/vendor/sim", "SECRET": w.secrets.Vendor, "PUBLIC_URL": w.game(),
			"FRAME_ANCESTORS": w.origin(), "DATA_DIR": w.file("sim"),
			"CHAT_CLIENT_ID": chatClient, "CHAT_KEYS": chat, "BEACON_KEY": w.secrets.Beacon,
		},
		"seed": {
			"DATABASE_URL": w.databaseURL(), "REDIS_URL": w.redis.URL(), "SEAL_KEY": w.secrets.Seal,
			"PEPPER": w.secrets.Pepper, "JWT_PRIVATE_KEY": w.secrets.KeyID + "=" + w.secrets.Signing,
			"PERSONAL_KEY": w.secrets.Personal, "PERSONAL_INDEX_KEY": w.secrets.PersonalIndex,
		},
		"migrate": {"DATABASE_URL": w.databaseURL(), "API_ROLE": apiRole, "WORKERS_ROLE": workersRole, "BACK": "true", "ENV": "development"},
	}
	network, err := w.beacon()
	if err != nil {
		return nil, err
	}
	maps.Copy(own["api"], network)
	maps.Copy(own["workers"], network)
	options, err := w.siteOptions(os.Getenv("HUBSTAKE_SITE_OPTIONS"))
	if err != nil {
		return nil, err
	}
	own["seed"]["SITE_OPTIONS"] = options
	switch os.Getenv("HUBSTAKE_SEED") {
	case "tests":
		own["seed"]["FOR_TESTS"] = "true"
	case "none": // no matches either
		delete(own["workers"], "FEED_SIM_URL")
		delete(own["workers"], "FEED_SIM_KEY")
	}
	vars := map[string]string{}
	for k, v := range own[program] {
		vars[strings.ToUpper(program)+"_"+k] = v
	}
	if slices.Contains(programs, program) {
		prefix := strings.ToUpper(program) + "_"
		vars[prefix+"ENV"] = "development"
		vars[prefix+"LISTEN"] = loopback.Address(w.ports[program])
		vars[prefix+"METRICS_LISTEN"] = loopback.Address(w.ports[program+"-metrics"])
	}
	return vars, nil
}

// public is the public half of an Ed25519 seed, with the key's id.
func (w *wiring) public(text string) (string, error) {
	seed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(seed) != ed25519.SeedSize {
		return "", fmt.Errorf("%s: a signing key is damaged", w.file("secrets.json"))
	}
	return w.secrets.KeyID + "=" + base64.RawURLEncoding.EncodeToString(ed25519.NewKeyFromSeed(seed)[ed25519.SeedSize:]), nil
}

// beacon are the settings of the randomness beacon, which the simulator plays.
func (w *wiring) beacon() (map[string]string, error) {
	secret, err := base64.RawURLEncoding.DecodeString(w.secrets.Beacon)
	if err != nil {
		return nil, fmt.Errorf("%s: the key of the beacon is damaged", w.file("secrets.json"))
	}
	signer, err := beacon.NewSigner(secret)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", w.file("secrets.json"), err)
	}
	n := signer.Network()
	return map[string]string{
		"BEACON_URLS": w.address("sim") + "/drand", "BEACON_CHAIN": n.Hash, "BEACON_PUBLIC_KEY": hex.EncodeToString(n.PublicKey),
		"BEACON_GENESIS": strconv.FormatInt(n.Genesis.Unix(), 10), "BEACON_PERIOD": n.Period.String(),
	}, nil
}

// siteOptions are those of a demo site that is made now: the live video is the vendor's, bets can be cashed out, and others are laid over it, for tests that must not
// depend on the clock.
func (w *wiring) siteOptions(others string) (string, error) {
	options := map[string]any{"liveVideo": w.game() + "/watch?lang={lang}", "sportsCashOut": true}
	if others != "" {
		if err := json.Unmarshal([]byte(others), &options); err != nil {
			return "", fmt.Errorf("HUBSTAKE_SITE_OPTIONS: %w", err)
		}
	}
	text, err := json.Marshal(options)
	return string(text), err
}

// environ is the whole environment of a program: what any process needs, and its settings.
func (w *wiring) environ(program string) ([]string, error) {
	vars, err := w.settings(program)
	if err != nil {
		return nil, err
	}
	env := []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "TZ=UTC"}
	for _, k := range slices.Sorted(maps.Keys(vars)) {
		env = append(env, k+"="+vars[k])
	}
	for _, v := range os.Environ() {
		if strings.HasPrefix(v, "OTEL_") { // a request for traces covers the whole instance
			env = append(env, v)
		}
	}
	return env, nil
}

// writeEnv leaves the settings of each program in a file that a shell can read, so that one can be started by hand:
// set -a; . .dev/env/hub.env; HUB_LISTEN=127.0.0.1:9000 HUB_METRICS_LISTEN=127.0.0.1:9001 .dev/bin/hub.
func (w *wiring) writeEnv() error {
	for program := range packages {
		vars, err := w.settings(program)
		if err != nil {
			return err
		}
		var text strings.Builder
		for _, k := range slices.Sorted(maps.Keys(vars)) {
			fmt.Fprintf(&text, "%s='%s'\n", k, strings.ReplaceAll(vars[k], "'", `'\''`))
		}
		if err := writeFile(w.file("env", program+".env"), []byte(text.String())); err != nil {
			return err
		}
	}
	return nil
}

// spec says how the supervisor runs a program.
func (w *wiring) spec(program string) (supervise.Spec, error) {
	env, err := w.environ(program)
	if err != nil {
		return supervise.Spec{}, err
	}
	ready, err := url.JoinPath(w.address(program+"-metrics"), "readyz")
	if err != nil {
		return supervise.Spec{}, fmt.Errorf("%s: %w", program, err)
	}
	return supervise.Spec{
		Name: program, Path: filepath.Join(w.dir, "bin", program), Env: env, Dir: w.dir, Log: w.log(program),
		Ready: answers(ready),
	}, nil
}

// addresses for demo.json.
func (w *wiring) addresses() addresses {
	a := addresses{
		API: w.address("api"), Hub: w.address("hub"), Workers: w.address("workers"), Sim: w.game(),
		Metrics:  map[string]string{},
		Postgres: w.databaseURL(), Redis: w.redis.URL(),
	}
	for _, p := range programs {
		a.Metrics[p] = w.address(p+"-metrics") + "/metrics"
	}
	return a
}
