// Command withsite runs a command beside the whole product, with members to load it, and ends with its status. It is itself run by
// `dev with-instance`; the command finds the site by the variables that settings.js of loadtest/lib names.
package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/pquerna/otp/totp"

	"hubstake/loadtest/program"
)

func main() {
	n := flag.Int("n", 1000, "members with a balance and a session")
	flag.Parse()
	program.Main("withsite", func(ctx context.Context) error { return run(ctx, *n, flag.Args()) })
}

// demo is what demo.json says of the instance.
type demo struct {
	Origin, Site string
	Admin        struct{ MemID, MemPass, TOTPSecret string }
}

func run(ctx context.Context, n int, args []string) error {
	dir := os.Getenv("HUBSTAKE_DEV_DIR")
	if len(args) == 0 || dir == "" {
		return errors.New("dev with-instance -- withsite [flags] command [arguments]")
	}
	raw, err := os.ReadFile(os.Getenv("HUBSTAKE_DEMO"))
	if err != nil {
		return err
	}
	var d demo
	if err := json.Unmarshal(raw, &d); err != nil {
		return fmt.Errorf("demo.json: %w", err)
	}
	members := filepath.Join(dir, "members.tsv")
	if _, err := seed(ctx, dir, "members", "-n", strconv.Itoa(n), "-out", members); err != nil {
		return err
	}
	password, err := seed(ctx, dir, "password")
	if err != nil {
		return err
	}
	sim, err := env(dir, "sim")
	if err != nil {
		return err
	}
	secret, err := base64.RawURLEncoding.DecodeString(sim["SIM_SECRET"])
	if err != nil || len(secret) == 0 {
		return errors.New("the settings of the simulator have no SIM_SECRET")
	}
	staff, err := d.staff(ctx)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 10 * time.Second
	cmd.Env = append(os.Environ(), "SITE_ORIGIN="+d.Origin, "SITE_MEMBERS="+members, "SITE_PASSWORD="+strings.TrimSpace(password),
		"SITE_VENDOR_SECRET="+hex.EncodeToString(secret), "SITE_STAFF="+staff)
	return cmd.Run()
}

// env reads the settings of a program as the instance wrote them.
func env(dir, program string) (map[string]string, error) {
	raw, err := os.ReadFile(filepath.Join(dir, "env", program+".env"))
	if err != nil {
		return nil, err
	}
	vars := map[string]string{}
	for line := range strings.Lines(string(raw)) {
		k, v, _ := strings.Cut(strings.TrimSpace(line), "=")
		vars[k] = strings.Trim(v, "'")
	}
	return vars, nil
}

// seed runs the instance's seed and returns what it says.
func seed(ctx context.Context, dir string, args ...string) (string, error) {
	vars, err := env(dir, "seed")
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, filepath.Join(dir, "bin", "seed"), args...)
	for k, v := range vars {
		cmd.Env = append(cmd.Env, k+"="+v)
	}
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("seed: %w\n%s", err, &said)
	}
	return string(out), nil
}

// staff logs in at the back office of an instance that is new: its one-time code has not been used.
func (d demo) staff(ctx context.Context) (token string, err error) {
	code, err := totp.GenerateCode(d.Admin.TOTPSecret, time.Now())
	if err != nil {
		return "", fmt.Errorf("one-time code: %w", err)
	}
	body, err := json.Marshal(map[string]string{"memId": d.Admin.MemID, "memPass": d.Admin.MemPass, "otp": code})
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, d.Origin+"/api/admin/login", bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer func() { _ = res.Body.Close() }()
	var answer struct {
		ResultCode string
		Data       struct{ Token string }
	}
	if err := json.NewDecoder(res.Body).Decode(&answer); err != nil || answer.ResultCode != "200" {
		return "", fmt.Errorf("staff login: HTTP %d %s %w", res.StatusCode, answer.ResultCode, err)
	}
	return answer.Data.Token, nil
}
