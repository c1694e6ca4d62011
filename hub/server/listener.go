package server

import (
	"errors"
	"net"
	"sync"
	"syscall"
	"time"

	"github.com/rs/zerolog"
)

// patientListener waits when the process or the machine has no descriptor left. fasthttp takes that for the end of the
// listener, and the hub would take no connection ever again.
type patientListener struct {
	net.Listener
	log  zerolog.Logger
	done <-chan struct{}
	once sync.Once
}

const (
	noDescriptorPause = 100 * time.Millisecond
	noDescriptor      = "no connection can be accepted; raise the limit of open files"
)

// Accept implements net.Listener.
func (l *patientListener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err == nil || !temporary(err) {
			return c, err
		}
		l.once.Do(func() { l.log.Error().Err(err).Msg(noDescriptor) })
		pause := time.NewTimer(noDescriptorPause)
		select {
		case <-l.done:
			pause.Stop()
			return nil, net.ErrClosed
		case <-pause.C:
		}
	}
}

func temporary(err error) bool {
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) || errors.Is(err, syscall.ENOBUFS) ||
		errors.Is(err, syscall.ENOMEM) || errors.Is(err, syscall.ECONNABORTED)
}
