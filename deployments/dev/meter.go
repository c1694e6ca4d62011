package main

import (
	"context"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"hubstake/internal/core/clock"
)

// meter adds up the processor time of the commands of one step, with all processes that these waited for.
type meter struct {
	mu  sync.Mutex
	cpu time.Duration
}

type meterKey struct{}

func withMeter(ctx context.Context) (context.Context, *meter) {
	m := &meter{}
	return context.WithValue(ctx, meterKey{}, m), m
}

// meterOf returns the meter of the step that runs in this context; outside of a step, a new one.
func meterOf(ctx context.Context) *meter {
	if m, ok := ctx.Value(meterKey{}).(*meter); ok {
		return m
	}
	return &meter{}
}

// add counts a process that has ended; nil is one that did not start.
func (m *meter) add(ended *os.ProcessState) {
	if ended == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cpu += ended.UserTime() + ended.SystemTime()
}

func (m *meter) spent() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.cpu
}

// usage is the processor time until a moment: ours with all processes that have ended, and the whole machine's.
type usage struct {
	at            time.Time
	ours, machine time.Duration
}

func currentUsage(clk clock.Clock) usage {
	u := usage{at: clk.Now(), machine: machineTime()}
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var r syscall.Rusage
		if syscall.Getrusage(who, &r) == nil {
			u.ours += time.Duration(r.Utime.Nano() + r.Stime.Nano())
		}
	}
	return u
}

// machineTime is the busy time of all processors since the machine started; 0 where the kernel does not say.
func machineTime() time.Duration {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0
	}
	line, _, _ := strings.Cut(string(text), "\n")
	var busy int64
	for i, field := range strings.Fields(line) {
		n, err := strconv.ParseInt(field, 10, 64)
		if err == nil && i != 4 && i != 5 && i <= 8 { // without idle and iowait; guests are counted as user already
			busy += n
		}
	}
	return time.Duration(busy) * time.Second / 100 // the kernel's unit for every architecture that we run on
}
