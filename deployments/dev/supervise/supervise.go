package supervise

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

// Spec says how to run one program.
type Spec struct {
	Name string
	Path string
	Args []string
	Env  []string // the whole environment, KEY=value
	Dir  string
	Log  string // file that takes standard output and error

	Stop       syscall.Signal // asks for an orderly end; SIGTERM when zero
	Grace      time.Duration  // until a stop becomes a kill; 10 s when zero
	Credential *syscall.Credential

	// Ready returns nil when the program can be used. It is called until it does.
	Ready func(context.Context) error
}

// Notice is something that happened to a program and that a person should be told.
type Notice struct {
	Name  string
	PID   int           // of the new process, 0 when it just ended
	Err   error         // why it ended
	After time.Duration // pause before the next start
}

// Supervisor owns programs. Make it with New and end it with Stop.
type Supervisor struct {
	spawn  *spawner
	notify func(Notice)
	pause  Pause

	mu       sync.Mutex
	children []*child
}

// Pause bounds the wait before a program is started again: First, doubled at each early death up to Most; a program
// that lived longer than Settled starts from First again.
type Pause struct{ First, Most, Settled time.Duration }

// DefaultPause suits programs that start in a second or less.
var DefaultPause = Pause{First: 200 * time.Millisecond, Most: 5 * time.Second, Settled: 15 * time.Second}

// New makes a supervisor. notify is called from the goroutine that owns the program; it must not block for long.
func New(p Pause, notify func(Notice)) *Supervisor {
	return &Supervisor{spawn: newSpawner(), notify: notify, pause: p}
}

// child is one supervised program.
type child struct {
	spec Spec
	sup  *Supervisor
	stop chan struct{} // closed to end it
	done chan struct{} // closed when it has ended for good

	mu  sync.Mutex
	now Identity
}

// Start starts the program and returns when it is ready, when ctx ends, or with an error when it dies three times
// before it was ever ready. Once ready it is started again whenever it dies, until Stop.
func (s *Supervisor) Start(ctx context.Context, spec Spec) error {
	if spec.Stop == 0 {
		spec.Stop = syscall.SIGTERM
	}
	if spec.Grace == 0 {
		spec.Grace = 10 * time.Second
	}
	c := &child{spec: spec, sup: s, stop: make(chan struct{}), done: make(chan struct{})}
	s.mu.Lock()
	s.children = append(s.children, c)
	s.mu.Unlock()
	ready := make(chan error, 1)
	go c.run(ready)
	select {
	case err := <-ready:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Stop ends all programs, the last started first, and waits for each.
func (s *Supervisor) Stop() {
	s.mu.Lock()
	children := s.children
	s.children = nil
	s.mu.Unlock()
	for i := len(children) - 1; i >= 0; i-- {
		close(children[i].stop)
		<-children[i].done
	}
	s.spawn.close()
}

// Identities are the processes that run now, by name.
func (s *Supervisor) Identities() map[string]Identity {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make(map[string]Identity, len(s.children))
	for _, c := range s.children {
		c.mu.Lock()
		if c.now.PID != 0 {
			all[c.spec.Name] = c.now
		}
		c.mu.Unlock()
	}
	return all
}

// earlyDeaths is how often a program may die before it was ever ready.
const earlyDeaths = 3

func (c *child) run(ready chan<- error) {
	defer close(c.done)
	pause, deaths, wasReady := c.sup.pause.First, 0, false
	for {
		p, err := c.start()
		if err == nil {
			settled := time.NewTimer(c.sup.pause.Settled)
			var up bool
			up, err = c.attend(p, func() {
				if !wasReady {
					wasReady = true
					ready <- nil
				}
			}, settled.C)
			settled.Stop()
			if up {
				pause = c.sup.pause.First
			}
		}
		c.set(Identity{})
		if errors.Is(err, errStopped) {
			if !wasReady {
				ready <- err
			}
			return
		}
		if deaths++; !wasReady && deaths == earlyDeaths {
			ready <- fmt.Errorf("%s does not start: %w", c.spec.Name, err)
			<-c.stop
			return
		}
		c.sup.notify(Notice{Name: c.spec.Name, Err: err, After: pause})
		again := time.NewTimer(pause)
		select {
		case <-c.stop:
			again.Stop()
			if !wasReady {
				ready <- errStopped
			}
			return
		case <-again.C:
		}
		pause = min(2*pause, c.sup.pause.Most)
	}
}

var errStopped = errors.New("stopped")

// process is a running child. done is closed when it has ended, err then says how.
type process struct {
	id   Identity
	done chan struct{}
	err  error
}

func (c *child) start() (*process, error) {
	if err := os.MkdirAll(filepath.Dir(c.spec.Log), 0o755); err != nil {
		return nil, fmt.Errorf("log of %s: %w", c.spec.Name, err)
	}
	out, err := os.OpenFile(c.spec.Log, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("log of %s: %w", c.spec.Name, err)
	}
	defer func() { _ = out.Close() }()
	cmd := exec.Command(c.spec.Path, c.spec.Args...)
	cmd.Env, cmd.Dir, cmd.Stdout, cmd.Stderr = c.spec.Env, c.spec.Dir, out, out
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: c.spec.Stop, Credential: c.spec.Credential}
	if err := c.sup.spawn.start(cmd); err != nil {
		return nil, fmt.Errorf("%s: %w", c.spec.Name, err)
	}
	p := &process{done: make(chan struct{})}
	p.id, _ = Identify(cmd.Process.Pid)
	p.id.PID = cmd.Process.Pid
	c.set(p.id)
	go func() {
		defer close(p.done)
		p.err = cmd.Wait()
		_ = syscall.Kill(-p.id.PID, syscall.SIGKILL) // whatever it had started and left behind
	}()
	c.sup.notify(Notice{Name: c.spec.Name, PID: p.id.PID})
	return p, nil
}

// attend waits until the process has ended. It reports whether it lived long enough to count as settled.
func (c *child) attend(p *process, onReady func(), settled <-chan time.Time) (bool, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ready := make(chan struct{}, 1)
	go func() {
		if c.spec.awaitReady(ctx) == nil {
			ready <- struct{}{}
		}
	}()
	long := false
	for {
		select {
		case <-ready:
			onReady()
		case <-settled:
			long = true
		case <-p.done:
			if p.err == nil {
				return long, errors.New("ended by itself")
			}
			return long, p.err
		case <-c.stop:
			_ = syscall.Kill(p.id.PID, c.spec.Stop)
			grace := time.NewTimer(c.spec.Grace)
			defer grace.Stop()
			select {
			case <-p.done:
			case <-grace.C:
				_ = syscall.Kill(-p.id.PID, syscall.SIGKILL)
				<-p.done
			}
			return long, errStopped
		}
	}
}

func (s *Spec) awaitReady(ctx context.Context) error {
	if s.Ready == nil {
		return nil
	}
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		try, cancel := context.WithTimeout(ctx, time.Second)
		err := s.Ready(try)
		cancel()
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

func (c *child) set(id Identity) {
	c.mu.Lock()
	c.now = id
	c.mu.Unlock()
}
