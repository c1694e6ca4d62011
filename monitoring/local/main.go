// Command local runs Prometheus with our rules beside the running development instance: make monitor.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"hubstake/monitoring/prom"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil && ctx.Err() == nil {
		fmt.Fprintln(os.Stderr, "monitor:", err)
		os.Exit(1)
	}
}

// run reads where the instance's programs serve their metrics and stays until Ctrl-C.
func run(ctx context.Context) error {
	demo := os.Getenv("HUBSTAKE_DEMO")
	if demo == "" {
		return errors.New("start it by make monitor")
	}
	text, err := os.ReadFile(demo)
	if err != nil {
		return err
	}
	var instance struct {
		Addresses struct {
			Metrics map[string]string `json:"metrics"`
		} `json:"addresses"`
	}
	if err := json.Unmarshal(text, &instance); err != nil {
		return err
	}
	setup := prom.Setup{
		Folder: "monitoring", Dir: filepath.Join(filepath.Dir(demo), "prometheus"), Listen: "127.0.0.1:9090", Every: 5 * time.Second,
		Targets: map[string][]string{},
	}
	if port := os.Getenv("HUBSTAKE_PROMETHEUS_PORT"); port != "" {
		setup.Listen = "127.0.0.1:" + port
	}
	for job, address := range instance.Addresses.Metrics {
		u, err := url.Parse(address)
		if err != nil {
			return err
		}
		setup.Targets[job] = []string{u.Host}
	}
	cmd, err := setup.Command(ctx)
	if err != nil {
		return err
	}
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	fmt.Printf("Prometheus: http://%s/alerts (Ctrl-C ends it)\n", setup.Listen)
	return cmd.Run()
}
