// Package program is how the programs of loadtest begin and end.
package program

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
)

// Main runs a program until it returns or is told to end. After an error, which it prints, the process ends with status 1, or with that
// of the command that failed.
func Main(name string, run func(context.Context) error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx)
	stop()
	if err == nil {
		return
	}
	fmt.Fprintln(os.Stderr, name+":", err)
	status := 1
	if command, ok := errors.AsType[*exec.ExitError](err); ok && command.ExitCode() > 0 {
		status = command.ExitCode()
	}
	os.Exit(status)
}
