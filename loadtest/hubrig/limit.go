package hubrig

import (
	"fmt"
	"syscall"
)

// spare descriptors of a program that holds a connection of each member: listeners, logs, Redis. The hub keeps a share of its
// limit for itself, so there is a quarter on top.
const spare = 512

// RaiseDescriptors lifts the limit of open files of this process, and so of its children, to what a hub or a client with that
// many connections needs. Past the hard limit only root gets.
func RaiseDescriptors(connections int) error {
	var have syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &have); err != nil {
		return fmt.Errorf("limit of open files: %w", err)
	}
	want := uint64(connections + connections/4 + spare)
	next := syscall.Rlimit{Cur: max(want, have.Max), Max: max(want, have.Max)}
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &next); err != nil {
		return fmt.Errorf("limit of open files: %d are needed and %d allowed (ulimit -Hn): %w", want, have.Max, err)
	}
	return nil
}
