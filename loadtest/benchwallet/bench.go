package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/procfs"

	"hubstake/internal/ledger/wallet"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/casino"
)

// schema holds pgbench's tables in the product's own database: the same server, the same settings.
const schema = "benchwallet"

// checking bounds one of the checks, which read whole tables.
const checking = 10 * time.Minute

type bench struct {
	settings
	database config.URL
	db       *pgxpool.Pool  // for what is read beside the load
	address  string         // of the api
	origin   string         // of the site
	pids     map[string]int // of the product's processes
	signedIn []player
	program  string
	env      []string // of pgbench
}

// newBench builds the generator, makes pgbench's tables, once for an instance, and lets the members open their games.
func newBench(ctx context.Context, s settings) (*bench, error) {
	b := &bench{settings: s, database: config.URL(os.Getenv("MIGRATE_DATABASE_URL")), address: os.Getenv("API_LISTEN")}
	if b.database == "" || b.address == "" {
		return nil, errors.New("MIGRATE_DATABASE_URL and API_LISTEN are needed: run it by make bench-wallet")
	}
	for _, path := range []*string{&b.dir, &b.source, &b.members, &b.about} {
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
	if err := b.demo(); err != nil {
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
	if b.db, err = pg.Open(ctx, b.database, pg.Options{MaxConns: 3, StatementTimeout: checking}); err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	if err = b.tables(ctx); err == nil {
		err = b.players(ctx)
	}
	if err != nil {
		b.db.Close()
		return nil, err
	}
	return b, nil
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

// demo reads where the site is and which processes it has.
func (b *bench) demo() error {
	text, err := os.ReadFile(b.about)
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	var d struct {
		Origin string         `json:"origin"`
		PIDs   map[string]int `json:"pids"`
	}
	if err := json.Unmarshal(text, &d); err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	b.origin, b.pids = d.Origin, map[string]int{}
	for _, name := range owners {
		if pid, ok := d.PIDs[name]; ok {
			b.pids[name] = pid
		}
	}
	return nil
}

func (b *bench) tables(ctx context.Context) error {
	var durable bool
	var have int
	err := b.db.QueryRow(ctx, `SELECT current_setting('fsync') = 'on' AND current_setting('synchronous_commit') = 'on',
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
	if _, err := b.db.Exec(ctx, `CREATE SCHEMA IF NOT EXISTS `+schema); err != nil {
		return fmt.Errorf("database: %w", err)
	}
	return b.command(ctx, b.dir, "pgbench", "-q", "-i", "-s", strconv.Itoa(b.scale))
}

// memory tells how much the api holds after the load (goal: 200 MB).
func (b *bench) memory() error {
	p, err := procfs.NewProc(b.pids["api"])
	if err != nil {
		return fmt.Errorf("api: %w", err)
	}
	s, err := p.Stat()
	if err != nil {
		return fmt.Errorf("api: %w", err)
	}
	fmt.Printf("api: %d MB resident\n", s.ResidentMemory()/1_000_000)
	return nil
}

// prove checks that all of it was written as it should be.
func (b *bench) prove(ctx context.Context) error {
	found, err := wallet.Check(ctx, b.db)
	if err == nil {
		var more []wallet.Violation
		more, err = casino.Check(ctx, b.db)
		found = append(found, more...)
	}
	if err == nil {
		var more []wallet.Violation
		more, err = bet.Check(ctx, b.db)
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
