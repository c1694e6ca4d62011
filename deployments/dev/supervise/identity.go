package supervise

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"syscall"
	"time"
)

// Identity names one process for good: a process id alone is used again by the kernel, together with the moment of
// start (clock ticks since boot) it is not.
type Identity struct {
	PID   int    `json:"pid"`
	Start uint64 `json:"start"`
}

// Identify reads the identity of a living process.
func Identify(pid int) (Identity, error) {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return Identity{}, fmt.Errorf("process %d: %w", pid, err)
	}
	// The second field is the program's name in brackets and may hold anything: count fields after the last bracket.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 20 || fields[0][0] == 'Z' {
		return Identity{}, fmt.Errorf("process %d has ended", pid)
	}
	start, err := strconv.ParseUint(string(fields[19]), 10, 64)
	if err != nil {
		return Identity{}, fmt.Errorf("process %d: %w", pid, err)
	}
	return Identity{PID: pid, Start: start}, nil
}

// Alive reports whether that very process still runs.
func (i Identity) Alive() bool {
	now, err := Identify(i.PID)
	return err == nil && now == i
}

// End asks the process to stop with sig, waits for at most grace and then kills it with its process group. It
// returns true when there was something to end. The process need not be a child.
func (i Identity) End(sig syscall.Signal, grace time.Duration) bool {
	if !i.Alive() {
		return false
	}
	_ = syscall.Kill(i.PID, sig)
	if i.wait(grace) {
		return true
	}
	if err := syscall.Kill(-i.PID, syscall.SIGKILL); errors.Is(err, syscall.ESRCH) {
		_ = syscall.Kill(i.PID, syscall.SIGKILL)
	}
	i.wait(5 * time.Second)
	return true
}

func (i Identity) wait(limit time.Duration) bool {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	end := time.NewTimer(limit)
	defer end.Stop()
	for i.Alive() {
		select {
		case <-tick.C:
		case <-end.C:
			return false
		}
	}
	return true
}
