package supervise

import (
	"os/exec"
	"runtime"
)

// spawner starts processes from one operating system thread that lives as long as it does. The kernel sends the
// "your parent is gone" signal when the starting *thread* ends, and the runtime may end threads.
type spawner struct {
	jobs chan func()
}

func newSpawner() *spawner {
	s := &spawner{jobs: make(chan func())}
	go func() {
		runtime.LockOSThread()
		for job := range s.jobs {
			job()
		}
	}()
	return s
}

func (s *spawner) start(cmd *exec.Cmd) error {
	done := make(chan error, 1)
	s.jobs <- func() { done <- cmd.Start() }
	return <-done
}

func (s *spawner) close() { close(s.jobs) }
