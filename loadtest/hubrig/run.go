package hubrig

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// Run runs a command with our input and output. It finds the stand by HUB_URL, HUB_ORIGIN, HUB_SITE, HUB_REDIS (redis://…) and
// HUB_MEMBERS (the file). When ctx ends it gets SIGTERM and ten seconds. The error is an *exec.ExitError when it ran and failed.
func (s *Stand) Run(ctx context.Context, args ...string) error {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "HUB_URL="+s.URL, "HUB_ORIGIN="+Origin, "HUB_SITE="+Site, "HUB_REDIS=redis://"+s.Redis+"/0",
		"HUB_MEMBERS="+s.File)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 10 * time.Second
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	return nil
}
