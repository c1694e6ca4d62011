package tail

import (
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"hubstake/internal/platform/rawio"
)

// pause lets one goroutine sleep between two reads. Its clock is a descriptor: while a node with one processor collects garbage
// in its idle time, the runtime looks at descriptors, but not at its own timers, and those came up to 10 ms late. They also
// round to whole milliseconds.
type pause struct {
	file *os.File        // the timer descriptor, which the runtime's poller watches; nil when there was no descriptor left
	raw  syscall.RawConn // of file
}

func newPause() pause {
	fd, err := unix.TimerfdCreate(unix.CLOCK_MONOTONIC, unix.TFD_NONBLOCK|unix.TFD_CLOEXEC)
	if err != nil {
		return pause{}
	}
	file := os.NewFile(uintptr(fd), "timer")
	raw, err := file.SyscallConn()
	if err != nil {
		_ = file.Close() // nothing was written
		return pause{}
	}
	return pause{file, raw}
}

func (p pause) sleep(d time.Duration) {
	if p.file == nil || !p.wait(d) {
		<-time.After(d)
	}
}

// wait reports whether d, which is above 0, has passed.
func (p pause) wait(d time.Duration) bool {
	var ticks [8]byte
	armed := false
	var err error
	var errno syscall.Errno
	waited := p.raw.Read(func(fd uintptr) bool {
		if !armed {
			armed, err = true, rawio.SetTimer(int(fd), d)
			return err != nil
		}
		_, errno = rawio.Read(int(fd), ticks[:])
		return errno != syscall.EAGAIN
	})
	return waited == nil && err == nil && errno == 0
}

func (p pause) close() {
	if p.file != nil {
		_ = p.file.Close() // nothing was written
	}
}
