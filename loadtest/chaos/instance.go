package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/hubclient"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/pg"
)

// demo is what demo.json says of a running instance; the process ids change with each death.
type demo struct {
	Origin    string `json:"origin"`
	Site      string `json:"site"`
	Member    struct{ CashPin string }
	Admin     struct{ MemID, MemPass, TOTPSecret string }
	Addresses struct {
		Postgres string `json:"postgres"`
		Redis    string `json:"redis"`
	} `json:"addresses"`
	PIDs map[string]int `json:"pids"`
}

// instance is the instance under test.
type instance struct {
	demo
	dir    string
	secret []byte // the vendor's
	db     *pgxpool.Pool
	http   *http.Client
}

func open(ctx context.Context, dir string) (*instance, error) {
	in := &instance{dir: dir, http: &http.Client{
		Timeout: 15 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64},
	}}
	var err error
	if in.demo, err = in.now(); err != nil {
		return nil, err
	}
	env, err := in.env("sim")
	if err != nil {
		return nil, err
	}
	if in.secret, err = base64.RawURLEncoding.DecodeString(env["SIM_SECRET"]); err != nil || len(in.secret) == 0 {
		return nil, errors.New("the settings of the simulator have no SIM_SECRET")
	}
	// Reading all books takes its time on a machine that is busy with the next thing.
	in.db, err = pg.Open(ctx, config.URL(in.Addresses.Postgres), pg.Options{MaxConns: 2, StatementTimeout: time.Minute})
	return in, err
}

func (in *instance) close() { in.db.Close() }

// now reads demo.json again.
func (in *instance) now() (demo, error) {
	var d demo
	raw, err := os.ReadFile(filepath.Join(in.dir, "demo.json"))
	if err != nil {
		return d, fmt.Errorf("no instance: %w", err)
	}
	if err := json.Unmarshal(raw, &d); err != nil {
		return d, fmt.Errorf("demo.json: %w", err)
	}
	return d, nil
}

// pid is the process that a name has now, or 0.
func (in *instance) pid(name string) int {
	d, err := in.now()
	if err != nil {
		return 0 // it is being written: the caller must ask again
	}
	return d.PIDs[name]
}

// env reads the settings of a program as the instance wrote them.
func (in *instance) env(program string) (map[string]string, error) {
	raw, err := os.ReadFile(filepath.Join(in.dir, "env", program+".env"))
	if err != nil {
		return nil, fmt.Errorf("settings of %s: %w", program, err)
	}
	vars := map[string]string{}
	for line := range strings.Lines(string(raw)) {
		k, v, _ := strings.Cut(strings.TrimSpace(line), "=")
		vars[k] = strings.Trim(v, "'")
	}
	return vars, nil
}

// members makes n members with a balance and a session each.
func (in *instance) members(ctx context.Context, n int) ([]hubclient.Member, error) {
	env, err := in.env("seed")
	if err != nil {
		return nil, err
	}
	file := filepath.Join(in.dir, "faults.tsv")
	cmd := exec.CommandContext(ctx, filepath.Join(in.dir, "bin", "seed"), "members", "-n", strconv.Itoa(n), "-out", file)
	for k, v := range env {
		cmd.Env = append(cmd.Env, k+"="+v)
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("seed members: %w\n%s", err, out)
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("members: %w", err)
	}
	var all []hubclient.Member
	for line := range strings.Lines(string(raw)) {
		c := strings.Split(strings.TrimSpace(line), "\t")
		if len(c) != 5 {
			return nil, fmt.Errorf("members: 5 columns are expected, not %d", len(c))
		}
		all = append(all, hubclient.Member{MemID: c[0], Token: c[1], Topic: c[2], HubKey: c[3], Shard: c[4], Site: in.Site})
	}
	return all, nil
}
