package backing

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"hubstake/deployments/dev/supervise"
	"hubstake/internal/platform/loopback"
)

// oldestRedis is the first major version that has the commands and script features in use.
const oldestRedis = 7

// Redis is one private server.
type Redis struct {
	Bin      string // the program
	Dir      string
	Port     int
	Password string // empty: none is asked for
	Durable  bool   // keep an append-only file
}

// FindRedis returns the path of the server program.
func FindRedis() (string, error) {
	bin, err := exec.LookPath("redis-server")
	if err != nil {
		return "", fmt.Errorf("Redis %d or newer is needed (package redis-server): %w", oldestRedis, err)
	}
	out, err := exec.Command(bin, "--version").Output()
	if err != nil {
		return "", fmt.Errorf("%s --version: %w", bin, err)
	}
	_, v, _ := strings.Cut(string(out), "v=")
	if major := firstNumber(v); major < oldestRedis {
		return "", fmt.Errorf("Redis %d or newer is needed, %s is %s", oldestRedis, bin, version(major))
	}
	return bin, nil
}

// ours is what a configuration file may be made of without quotes.
var ours = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// Init writes the configuration. The password stands there and not among the arguments, which everybody can read.
func (r *Redis) Init() error {
	if r.Password != "" && !ours.MatchString(r.Password) {
		return errors.New("Redis: the password has characters other than letters, digits, - and _")
	}
	if err := os.MkdirAll(r.Dir, 0o700); err != nil {
		return fmt.Errorf("Redis: %w", err)
	}
	if err := os.WriteFile(r.conf(), []byte(r.config()), 0o600); err != nil {
		return fmt.Errorf("Redis: %w", err)
	}
	return nil
}

func (r *Redis) conf() string { return filepath.Join(r.Dir, "redis.conf") }

func (r *Redis) config() string {
	lines := []string{
		fmt.Sprintf("port %d", r.Port),
		"bind 127.0.0.1",
		"protected-mode yes",
		fmt.Sprintf("dir %q", r.Dir),
		`save ""`,
		"daemonize no",
		"maxmemory-policy noeviction",
	}
	if r.Password != "" {
		lines = append(lines, "requirepass "+r.Password)
	}
	if r.Durable {
		lines = append(lines, "appendonly yes", "appendfsync everysec")
	} else {
		lines = append(lines, "appendonly no")
	}
	if sock := filepath.Join(r.Dir, "redis.sock"); len(sock) < 108 {
		lines = append(lines, fmt.Sprintf("unixsocket %q", sock), "unixsocketperm 700")
	}
	return strings.Join(lines, "\n") + "\n"
}

// Spec says how to run the server.
func (r *Redis) Spec(log string) supervise.Spec {
	return supervise.Spec{
		Name: "redis", Path: r.Bin, Args: []string{r.conf()}, Dir: r.Dir, Log: log,
		Env:   []string{"LC_ALL=C", "TZ=UTC", "PATH=/usr/bin:/bin"},
		Ready: r.ping,
	}
}

// URL is the address of the server's database 0.
func (r *Redis) URL() string {
	u := url.URL{Scheme: "redis", Host: loopback.Address(r.Port), Path: "/0"}
	if r.Password != "" {
		u.User = url.UserPassword("", r.Password)
	}
	return u.String()
}

// ping asks whether the server takes commands; while it loads its file it does not.
func (r *Redis) ping(ctx context.Context) error {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", loopback.Address(r.Port))
	if err != nil {
		return fmt.Errorf("Redis: %w", err)
	}
	defer func() { _ = conn.Close() }()
	if end, ok := ctx.Deadline(); ok {
		_ = conn.SetDeadline(end)
	}
	ask, answers := "PING\r\n", []string{"+PONG"}
	if r.Password != "" {
		ask, answers = "AUTH "+r.Password+"\r\n"+ask, []string{"+OK", "+PONG"}
	}
	if _, err := fmt.Fprint(conn, ask); err != nil {
		return fmt.Errorf("Redis: %w", err)
	}
	in := bufio.NewReader(conn)
	for _, want := range answers {
		line, err := in.ReadString('\n')
		if err != nil {
			return fmt.Errorf("Redis: %w", err)
		}
		if strings.TrimSpace(line) != want {
			return fmt.Errorf("Redis: %s", strings.TrimSpace(line))
		}
	}
	return nil
}
