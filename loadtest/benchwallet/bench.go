package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"hubstake/internal/ledger/wallet"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/casino"
)

// variant is what is sent.
type variant struct {
	name string
	args []string // of walletbench
}

func (v variant) meaning() string {
	switch v.name {
	case "hot":
		return "bets of one member"
	case "rounds":
		return "bets, and a win for 40 % of them"
	default:
		return "bets of many members"
	}
}

// schema holds pgbench's tables in the product's own database: the same server, the same settings.
const schema = "benchwallet"

// checking bounds one of the checks, which read whole tables.
const checking = 10 * time.Minute

type bench struct {
	settings
	database config.URL
	address  string // of the api
	program  string
	env      []string // of pgbench
}

// newBench builds the generator and makes pgbench's tables, once for an instance.
func newBench(ctx context.Context, s settings) (*bench, error) {
	b := &bench{settings: s, database: config.URL(os.Getenv("MIGRATE_DATABASE_URL")), address: os.Getenv("API_LISTEN")}
	if b.database == "" || b.address == "" {
		return nil, errors.New("MIGRATE_DATABASE_URL and API_LISTEN are needed: run it by make bench-wallet")
	}
	for _, path := range []*string{&b.dir, &b.source, &b.members} {
		abs, err := filepath.Abs(*path)
		if err != nil {
			return nil, fmt.Errorf("path: %w", err)
		}
		*path = abs
	}
	if err := os.MkdirAll(b.dir, 0o700); err != nil {
		return nil, fmt.Errorf("folder: %w", err)
	}
	if err := b.secret(); err != nil {
		return nil, err
	}
	if err := b.ids(); err != nil {
		return nil, err
	}
	u, err := url.Parse(string(b.database))
	if err != nil {
		return nil, errors.New("MIGRATE_DATABASE_URL is no address")
	}
	password, _ := u.User.Password()
	b.env = append(os.Environ(), "PGHOST="+u.Hostname(), "PGPORT="+u.Port(), "PGUSER="+u.User.Username(), "PGPASSWORD="+password,
		"PGDATABASE="+strings.TrimPrefix(u.Path, "/"), "PGDB="+strings.TrimPrefix(u.Path, "/"), "PGOPTIONS=-c search_path="+schema)
	b.program = filepath.Join(b.dir, "walletbench")
	if err := b.command(ctx, b.source, "go", "build", "-o", b.program, "."); err != nil {
		return nil, err
	}
	return b, b.tables(ctx)
}

// secret writes the vendor's key to a file of its own.
func (b *bench) secret() error {
	for e := range strings.SplitSeq(os.Getenv("API_VENDOR_SECRETS"), ",") {
		vendor, text, _ := strings.Cut(strings.TrimSpace(e), "=")
		if vendor != b.vendor {
			continue
		}
		key, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
		if err != nil {
			return errors.New("API_VENDOR_SECRETS: not base64url")
		}
		if len(bytes.TrimSpace(key)) != len(key) {
			return fmt.Errorf("the key of %s begins or ends like a blank, which walletbench cuts off: take another one", b.vendor)
		}
		if err := os.WriteFile(filepath.Join(b.dir, "secret"), key, 0o600); err != nil {
			return fmt.Errorf("secret: %w", err)
		}
		return nil
	}
	return fmt.Errorf("API_VENDOR_SECRETS has no key of %s", b.vendor)
}

// ids keeps the first column of the members file.
func (b *bench) ids() error {
	text, err := os.ReadFile(b.members)
	if err != nil {
		return fmt.Errorf("members: %w", err)
	}
	var out strings.Builder
	for line := range strings.Lines(string(text)) {
		id, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
		out.WriteString(id + "\n")
	}
	if err := os.WriteFile(filepath.Join(b.dir, "members"), []byte(out.String()), 0o600); err != nil {
		return fmt.Errorf("members: %w", err)
	}
	return nil
}

func (b *bench) tables(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, string(b.database))
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var durable bool
	var have int
	err = conn.QueryRow(ctx, `SELECT current_setting('fsync') = 'on' AND current_setting('synchronous_commit') = 'on',
		(SELECT coalesce(max(reltuples), 0)::int FROM pg_class WHERE oid = to_regclass($1))`, schema+".pgbench_branches").Scan(&durable, &have)
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}
	if !durable {
		return errors.New("the server is not durable: its figures would say nothing")
	}
	if have == b.scale {
		return nil
	}
	if _, err := conn.Exec(ctx, `CREATE SCHEMA IF NOT EXISTS `+schema); err != nil {
		return fmt.Errorf("database: %w", err)
	}
	return b.command(ctx, b.dir, "pgbench", "-q", "-i", "-s", strconv.Itoa(b.scale))
}

// pairs runs pgbench and the generator in turn and prints each pair, and the median last.
func (b *bench) pairs(ctx context.Context, v variant) error {
	args := append([]string{
		"-vendors", b.vendor, "-secret", "@" + filepath.Join(b.dir, "secret"), "-members-file", filepath.Join(b.dir, "members"),
	}, v.args...)
	load := filepath.Join(b.dir, "load-"+v.name)
	if err := os.WriteFile(load, []byte(strings.Join(args, "\n")+"\n"), 0o600); err != nil {
		return fmt.Errorf("arguments: %w", err)
	}
	cmd := exec.CommandContext(ctx, "bash", filepath.Join(b.source, "http.sh"), b.program, strconv.Itoa(b.runs), filepath.Join(b.dir, "results.txt"))
	cmd.Dir, cmd.Stdout, cmd.Stderr = b.dir, os.Stdout, os.Stderr
	cmd.Env = append(b.env, "SERVE=0", "ADDR="+b.address, "LOADFILE="+load, "D="+strconv.Itoa(b.seconds),
		fmt.Sprintf("VARIANTS=%s:%d", v.name, b.callers))
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("walletbench: %w", err)
	}
	return nil
}

// memory tells how much the api holds after the load (goal: 200 MB).
func (b *bench) memory(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+os.Getenv("API_METRICS_LISTEN")+"/metrics", nil)
	if err != nil {
		return fmt.Errorf("metrics: %w", err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("metrics: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	p := expfmt.NewTextParser(model.UTF8Validation)
	families, err := p.TextToMetricFamilies(res.Body)
	if err != nil {
		return fmt.Errorf("metrics: %w", err)
	}
	for _, m := range families["process_resident_memory_bytes"].GetMetric() {
		fmt.Printf("api: %.0f MB resident\n", m.GetGauge().GetValue()/1e6)
	}
	return nil
}

// prove checks that all of it was written as it should be.
func (b *bench) prove(ctx context.Context) error {
	db, err := pg.Open(ctx, b.database, pg.Options{MaxConns: 2, StatementTimeout: checking})
	if err != nil {
		return fmt.Errorf("checks: %w", err)
	}
	defer db.Close()
	found, err := wallet.Check(ctx, db)
	if err == nil {
		var more []wallet.Violation
		more, err = casino.Check(ctx, db)
		found = append(found, more...)
	}
	if err != nil {
		return fmt.Errorf("checks: %w", err)
	}
	for _, v := range found {
		fmt.Println(v)
	}
	if len(found) > 0 {
		return fmt.Errorf("%d violations", len(found))
	}
	fmt.Println("the books are sound")
	return nil
}

func (b *bench) command(ctx context.Context, dir, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env, cmd.Stderr = dir, b.env, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
