package tail

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// pause lets one goroutine sleep between two reads. Its clock is a descriptor: while a node with one processor collects garbage
// in its idle time, the runtime looks at descriptors, but not at its own timers, and those came up to 10 ms late. They also
// round to whole milliseconds.
type pause struct {
	fd   int
	file *os.File // of fd, read through the runtime's poller; nil when there was no descriptor left
}

func newPause() pause {
	fd, err := unix.TimerfdCreate(unix.CLOCK_MONOTONIC, unix.TFD_NONBLOCK|unix.TFD_CLOEXEC)
	if err != nil {
		return pause{}
	}
	return pause{fd, os.NewFile(uintptr(fd), "timer")}
}

func (p pause) sleep(d time.Duration) {
	if p.file == nil || !p.wait(d) {
		<-time.After(d)
	}
}

// wait reports whether d, which is above 0, has passed.
func (p pause) wait(d time.Duration) bool {
	if err := unix.TimerfdSettime(p.fd, 0, &unix.ItimerSpec{Value: unix.NsecToTimespec(int64(d))}, nil); err != nil {
		return false
	}
	var ticks [8]byte
	_, err := p.file.Read(ticks[:])
	return err == nil
}

func (p pause) close() {
	if p.file != nil {
		_ = p.file.Close() // nothing was written
	}
}
