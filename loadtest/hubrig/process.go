package hubrig

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

// process is a child that dies with us.
type process struct {
	pid  int
	done chan struct{} // closed when it has ended
	err  error         // how; valid after done
}

// program says what to run and where its output goes.
type program struct {
	name string
	cpu  int // the only core that it may use; negative: any
	args []string
	env  []string
	log  *os.File
}

// launch starts a program. The goroutine keeps its thread until the child has ended, because the kernel takes the end of
// the thread that started a child for the end of the parent.
func launch(p program) (*process, error) {
	args := p.args
	if p.cpu >= 0 {
		args = append([]string{"taskset", "-c", strconv.Itoa(p.cpu)}, args...) // it becomes the program, same pid
	}
	proc := &process{done: make(chan struct{})}
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Env, cmd.Stdout, cmd.Stderr = p.env, p.log, p.log
		cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
		err := cmd.Start()
		if err == nil {
			proc.pid = cmd.Process.Pid
		}
		started <- err
		if err != nil {
			return
		}
		proc.err = cmd.Wait()
		close(proc.done)
	}()
	if err := <-started; err != nil {
		return nil, fmt.Errorf("%s: %w", p.name, err)
	}
	return proc, nil
}

// end asks a process to end and makes it after the grace.
func (p *process) end(grace time.Duration) {
	_ = syscall.Kill(p.pid, syscall.SIGTERM)
	select {
	case <-p.done:
		return
	case <-time.After(grace):
	}
	_ = syscall.Kill(p.pid, syscall.SIGKILL)
	<-p.done
}

// writePID replaces a pid file at once: a reader sees the old process or the new one.
func writePID(file string, pid int) error {
	tmp := file + ".new"
	if err := os.WriteFile(tmp, []byte(strconv.Itoa(pid)+"\n"), 0o600); err != nil {
		return fmt.Errorf("pid file: %w", err)
	}
	if err := os.Rename(tmp, filepath.Clean(file)); err != nil {
		return fmt.Errorf("pid file: %w", err)
	}
	return nil
}
