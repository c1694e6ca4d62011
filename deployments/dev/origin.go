package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"hubstake/deployments/dev/backing"
	"hubstake/deployments/dev/front"
)

// serve opens the origin on both loopback addresses: a browser may take either for "localhost".
func (in *instance) serve() error {
	logFile, err := os.OpenFile(in.log("front"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("log: %w", err)
	}
	parse := func(name string) *url.URL {
		return &url.URL{Scheme: "http", Host: backing.Loopback(in.ports[name])}
	}
	h, err := front.New(front.Config{
		Origin: in.origin(), Dist: filepath.Join(in.root, "web", "dist"), API: parse("api"), Hub: parse("hub"), Game: in.game(), Log: logFile,
	})
	if err != nil {
		return err
	}
	in.http = &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	for i, host := range []string{"127.0.0.1", "::1"} {
		ln, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(in.port)))
		if err != nil {
			if i > 0 {
				break // a machine without IPv6
			}
			return fmt.Errorf("origin: %w", err)
		}
		go func() { _ = in.http.Serve(ln) }() // ends with Close
	}
	return nil
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
