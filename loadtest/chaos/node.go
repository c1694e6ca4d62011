package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"

	"hubstake/internal/platform/loopback"
)

// node is a second node of the api beside the instance's own, started again whenever it dies.
type node struct {
	origin string
	pid    atomic.Int64
	starts atomic.Int64
	ended  chan struct{}
	stop   context.CancelFunc
}

// addNode starts it with the settings of the instance's api on ports of its own, and waits until it is ready.
func (in *instance) addNode(ctx context.Context) (*node, error) {
	env, err := in.env("api")
	if err != nil {
		return nil, err
	}
	port, err := loopback.Free(0)
	if err != nil {
		return nil, fmt.Errorf("second api: %w", err)
	}
	env["API_LISTEN"] = loopback.Address(port)
	if env["API_METRICS_LISTEN"], err = loopback.FreeAddress(); err != nil {
		return nil, fmt.Errorf("second api: %w", err)
	}
	vars := []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "TZ=UTC"}
	for k, v := range env {
		vars = append(vars, k+"="+v)
	}
	log, err := os.OpenFile(filepath.Join(in.dir, "log", "api2.log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("second api: %w", err)
	}
	running, stop := context.WithCancel(ctx)
	n := &node{origin: "http://localhost:" + strconv.Itoa(port), ended: make(chan struct{}), stop: stop}
	go func() {
		defer close(n.ended)
		defer func() { _ = log.Close() }()
		for running.Err() == nil {
			cmd := exec.CommandContext(running, filepath.Join(in.dir, "bin", "api"))
			cmd.Env, cmd.Dir, cmd.Stdout, cmd.Stderr = vars, in.dir, log, log
			cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
			if cmd.Start() == nil {
				n.pid.Store(int64(cmd.Process.Pid))
				n.starts.Add(1)
				_ = cmd.Wait() // it is killed on purpose
				n.pid.Store(0)
			}
			_ = pause(running, again) // a loop that ends with running
		}
	}()
	limit, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		req, err := http.NewRequestWithContext(limit, http.MethodGet, "http://"+env["API_METRICS_LISTEN"]+"/readyz", nil)
		if err != nil {
			return nil, err
		}
		if res, err := in.http.Do(req); err == nil {
			_ = res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return n, nil
			}
		}
		if pause(limit, 100*time.Millisecond) != nil {
			n.close()
			return nil, errors.New("the second api does not come up")
		}
	}
}

func (n *node) close() {
	n.stop()
	<-n.ended
}
