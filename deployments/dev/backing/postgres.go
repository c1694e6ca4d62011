package backing

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/deployments/dev/supervise"
	"hubstake/internal/platform/loopback"
)

// oldestPostgres is the first major version whose features the migrations may use.
const oldestPostgres = 15

// Postgres is one private server.
type Postgres struct {
	Bin      string // directory of initdb and postgres
	Dir      string // belongs to the account; data and socket live below
	Port     int
	Password string // of the superuser postgres
	Account  Account
	Durable  bool // false for tests: nothing is forced to disk
}

// FindPostgres returns the directory of the newest installed server programs.
func FindPostgres() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	more, _ := filepath.Glob("/usr/pgsql-*/bin/postgres")
	found = append(found, more...)
	if p, err := exec.LookPath("postgres"); err == nil {
		if target, err := filepath.EvalSymlinks(p); err == nil {
			found = append(found, target)
		}
	}
	best, dir := 0, ""
	for _, p := range found {
		out, err := exec.Command(p, "--version").Output()
		if err != nil {
			continue
		}
		if v := firstNumber(string(out)); v > best {
			best, dir = v, filepath.Dir(p)
		}
	}
	if best < oldestPostgres {
		return "", fmt.Errorf("PostgreSQL %d or newer is needed (package postgresql), found %s", oldestPostgres, version(best))
	}
	return dir, nil
}

var digits = regexp.MustCompile(`\d+`)

func firstNumber(s string) int {
	n, _ := strconv.Atoi(digits.FindString(s))
	return n
}

func version(n int) string {
	if n == 0 {
		return "none"
	}
	return strconv.Itoa(n)
}

func (p *Postgres) data() string { return filepath.Join(p.Dir, "data") }

// socketDir is where the unix socket lives; empty when the path would be too long for one (107 bytes).
func (p *Postgres) socketDir() string {
	dir := filepath.Join(p.Dir, "run")
	if len(filepath.Join(dir, ".s.PGSQL.65535")) > 107 {
		return ""
	}
	return dir
}

// Init makes the data directory unless it exists. A directory that was left half made is made again.
func (p *Postgres) Init() error {
	if err := p.Account.own(p.Dir); err != nil {
		return err
	}
	if dir := p.socketDir(); dir != "" {
		if err := p.Account.own(dir); err != nil {
			return err
		}
	}
	done := filepath.Join(p.Dir, "initialised") // initdb itself writes PG_VERSION long before it is done
	if _, err := os.Stat(done); err == nil {
		return nil
	}
	if err := os.RemoveAll(p.data()); err != nil {
		return fmt.Errorf("initdb: %w", err)
	}
	pw := filepath.Join(p.Dir, "password")
	if err := p.write(pw, p.Password+"\n"); err != nil {
		return err
	}
	defer func() { _ = os.Remove(pw) }()
	method := "scram-sha-256"
	if !p.Durable {
		method = "md5" // SCRAM is made to be slow, and tests connect ten thousand times
	}
	cmd := exec.Command(filepath.Join(p.Bin, "initdb"), "-D", p.data(), "-U", "postgres", "--pwfile", pw,
		"-A", method, "-E", "UTF8", "--locale=C", "-N")
	cmd.Dir = p.Dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: p.Account.cred}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return p.write(done, "")
}

func (p *Postgres) write(path, text string) error {
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return fmt.Errorf("directory for PostgreSQL: %w", err)
	}
	if p.Account.cred != nil {
		if err := os.Chown(path, int(p.Account.cred.Uid), int(p.Account.cred.Gid)); err != nil {
			return fmt.Errorf("directory for PostgreSQL: %w", err)
		}
	}
	return nil
}

// Clear makes the way free for a start: a server of ours that an earlier run left behind is ended, and the pid file of one
// that was killed is removed, because its number may belong to another process by now.
func (p *Postgres) Clear() error {
	file := filepath.Join(p.data(), "postmaster.pid")
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("PostgreSQL: %w", err)
	}
	line, _, _ := strings.Cut(string(text), "\n")
	pid, _ := strconv.Atoi(strings.TrimSpace(line))
	cwd, _ := os.Readlink("/proc/" + strconv.Itoa(pid) + "/cwd") // the server's working directory is its data
	data, err := filepath.EvalSymlinks(p.data())
	if err != nil {
		return fmt.Errorf("PostgreSQL: %w", err)
	}
	if id, err := supervise.Identify(pid); err == nil && cwd == data {
		id.End(syscall.SIGINT, 20*time.Second)
	}
	if err := os.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("PostgreSQL: %w", err)
	}
	return nil
}

// Drop ends the server, should one run, and removes all data.
func (p *Postgres) Drop() error {
	if err := p.Clear(); err != nil {
		return err
	}
	if err := os.RemoveAll(p.Dir); err != nil {
		return fmt.Errorf("PostgreSQL: %w", err)
	}
	return nil
}

// Spec says how to run the server.
func (p *Postgres) Spec(log string) supervise.Spec {
	args := []string{
		"-D", p.data(), "-p", strconv.Itoa(p.Port), "-h", "127.0.0.1", "-k", p.socketDir(),
		"-c", "max_connections=200", "-c", "shared_buffers=256MB", "-c", "timezone=UTC", "-c", "log_timezone=UTC",
		"-c", "log_min_duration_statement=500", "-c", "log_lock_waits=on",
	}
	if !p.Durable {
		args = append(args, "-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off",
			"-c", "wal_level=minimal", "-c", "max_wal_senders=0", "-c", "autovacuum=off")
	}
	return supervise.Spec{
		Name: "postgres", Path: filepath.Join(p.Bin, "postgres"), Args: args, Dir: p.Dir, Log: log,
		Env:  []string{"LC_ALL=C", "TZ=UTC", "PATH=/usr/bin:/bin"},
		Stop: syscall.SIGINT, Grace: 30 * time.Second, Credential: p.Account.cred,
		Ready: func(ctx context.Context) error { return p.Exec(ctx, "postgres", "SELECT 1") },
	}
}

// URL is the address of a database of the server for a user.
func (p *Postgres) URL(user, password, database string) string {
	u := url.URL{
		Scheme: "postgres", User: url.UserPassword(user, password), Host: loopback.Address(p.Port), Path: "/" + database,
		RawQuery: "sslmode=disable",
	}
	return u.String()
}

// AdminURL is the address for the superuser.
func (p *Postgres) AdminURL(database string) string { return p.URL("postgres", p.Password, database) }

// Exec runs one statement as the superuser.
func (p *Postgres) Exec(ctx context.Context, database, sql string, args ...any) error {
	conn, err := pgx.Connect(ctx, p.AdminURL(database))
	if err != nil {
		return fmt.Errorf("PostgreSQL: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if _, err := conn.Exec(ctx, sql, args...); err != nil {
		return fmt.Errorf("PostgreSQL: %w", err)
	}
	return nil
}

// EnsureDatabase makes a login role and a database of the same name that it owns, and sets the role's password.
func (p *Postgres) EnsureDatabase(ctx context.Context, name, password string) error {
	return p.ensure(ctx, name, password, true)
}

// EnsureRole makes a login role that owns nothing and sets its password.
func (p *Postgres) EnsureRole(ctx context.Context, name, password string) error {
	return p.ensure(ctx, name, password, false)
}

func (p *Postgres) ensure(ctx context.Context, name, password string, owner bool) error {
	conn, err := pgx.Connect(ctx, p.AdminURL("postgres"))
	if err != nil {
		return fmt.Errorf("PostgreSQL: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	id := pgx.Identifier{name}.Sanitize()
	var role, db bool
	err = conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1),
		EXISTS (SELECT FROM pg_database WHERE datname = $1)`, name).Scan(&role, &db)
	if err != nil {
		return fmt.Errorf("PostgreSQL: %w", err)
	}
	var todo []string
	if !role {
		todo = append(todo, "CREATE ROLE "+id+" LOGIN")
	}
	// The password is base64url, so it can stand in quotes; the statement takes no parameters.
	todo = append(todo, "ALTER ROLE "+id+" PASSWORD '"+strings.ReplaceAll(password, "'", "''")+"'")
	if owner && !db {
		todo = append(todo, "CREATE DATABASE "+id+" OWNER "+id)
	}
	for _, sql := range todo {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return fmt.Errorf("PostgreSQL: %w", err)
		}
	}
	return nil
}
