package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"text/template"

	"hubstake/deployments/dev/supervise"
	"hubstake/internal/platform/loopback"
)

// frontAddress is the loopback address from which the front calls the programs. They trust it, and it alone, to say where a
// request comes from; scripts and the simulator call them from 127.0.0.1 and speak for themselves.
const frontAddress = "127.0.0.2"

// front is what development.conf leaves open.
type front struct {
	Port     int    // of the origin
	Dist     string // directory of the built site
	API, Hub string // addresses
	Games    string // origin that may be shown in a frame
	Address  string // from which the programs are called
	IPv6     bool   // a browser may take either address for "localhost"
	Root     bool
}

// write lays out nginx's directory: its configuration, made of development.conf, and the snippets that production has too.
func (f front) write(deployments, dir string) (conf string, err error) {
	name := filepath.Join(deployments, "nginx", "development.conf")
	t, err := template.New(filepath.Base(name)).Delims("[[", "]]").ParseFiles(name)
	if err != nil {
		return "", fmt.Errorf("front: %w", err)
	}
	var text strings.Builder
	if err := t.Execute(&text, f); err != nil {
		return "", fmt.Errorf("front: %w", err)
	}
	snippets := filepath.Join(dir, "snippets")
	if err := os.RemoveAll(snippets); err != nil {
		return "", fmt.Errorf("front: %w", err)
	}
	if err := os.CopyFS(snippets, os.DirFS(filepath.Join(deployments, "nginx", "snippets"))); err != nil {
		return "", fmt.Errorf("front: %w", err)
	}
	conf = filepath.Join(dir, "nginx.conf")
	return conf, writeFile(conf, []byte(text.String()))
}

// findNginx also looks where only root's path leads.
func findNginx() (string, error) {
	for _, name := range []string{"nginx", "/usr/sbin/nginx", "/usr/local/sbin/nginx"} {
		if bin, err := exec.LookPath(name); err == nil {
			return bin, nil
		}
	}
	return "", errors.New("nginx is not installed (deployments/provision run)")
}

// frontSpec says how the supervisor runs nginx, which serves the origin.
func (in *instance) frontSpec() (supervise.Spec, error) {
	bin, err := findNginx()
	if err != nil {
		return supervise.Spec{}, err
	}
	dir := in.file("nginx")
	f := front{
		Port: in.port, Dist: filepath.Join(in.root, "web", "dist"), API: loopback.Address(in.ports["api"]), Hub: loopback.Address(in.ports["hub"]),
		Games: in.game(), Address: frontAddress, IPv6: hasIPv6(), Root: os.Getuid() == 0,
	}
	conf, err := f.write(filepath.Join(in.root, "deployments"), dir)
	if err != nil {
		return supervise.Spec{}, err
	}
	return supervise.Spec{
		Name: "front", Path: bin, Args: []string{"-e", "stderr", "-p", dir, "-c", conf}, Dir: dir, Log: in.log("front"),
		Ready: answers("http://" + net.JoinHostPort("localhost", strconv.Itoa(in.port)) + "/"),
	}, nil
}

func hasIPv6() bool {
	ln, err := net.Listen("tcp", "[::1]:0")
	if err != nil {
		return false
	}
	return ln.Close() == nil
}

// answers makes a check that is good when the address answers 200.
func answers(address string) func(context.Context) error {
	return func(ctx context.Context) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
		if err != nil {
			return fmt.Errorf("%s: %w", address, err)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			return fmt.Errorf("%s: %w", address, err)
		}
		defer func() { _ = res.Body.Close() }()
		if res.StatusCode != http.StatusOK {
			why, _ := io.ReadAll(io.LimitReader(res.Body, 300))
			return fmt.Errorf("%s: %s %s", address, res.Status, why)
		}
		return nil
	}
}
