package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"hubstake/deployments/dev/backing"
	"hubstake/deployments/dev/supervise"
	"hubstake/internal/platform/loopback"
)

// instance is a running product: private PostgreSQL and Redis, the programs and the origin.
type instance struct {
	wiring
	steps *steps
	sup   *supervise.Supervisor
	hold  *lock

	mu    sync.Mutex // guards what follows and the files made of it
	state state
	demo  demo
	up    bool // a death is news only after everything was ready once
}

// start brings the instance up, telling each step. After an error nothing is left running.
func start(ctx context.Context, p place, s *steps) (_ *instance, err error) {
	hold, pid, err := p.take()
	if errors.Is(err, errRunning) {
		return nil, fmt.Errorf("an instance is already running here (process %d): %s; make down ends it", pid, p.origin())
	}
	if err != nil {
		return nil, err
	}
	in := &instance{steps: s, hold: hold, wiring: wiring{place: p}}
	in.sup = supervise.New(supervise.DefaultPause, in.notice)
	defer func() {
		if err != nil {
			in.stop()
		}
	}()
	if err := backing.CheckFree(p.port); err != nil {
		return nil, err
	}
	if err := in.prepare(); err != nil {
		return nil, err
	}
	if err := in.bringUp(ctx); err != nil {
		return nil, err
	}
	return in, nil
}

// bringUp builds and starts side by side: the programs run while the site, which takes longest on a new machine, is still built.
func (in *instance) bringUp(ctx context.Context) error {
	held, err := in.buildLock()
	if err != nil {
		return err
	}
	defer func() { _ = held.Close() }()
	err = in.steps.together(ctx, in.buildSite, func(ctx context.Context) error {
		if err := in.steps.together(ctx, in.buildPrograms, in.store); err != nil {
			return err
		}
		return in.launch(ctx)
	})
	if err != nil {
		return err
	}
	return in.open(ctx)
}

// prepare finds what is installed, recalls the last run and ends what that may have left behind.
func (in *instance) prepare() (err error) {
	if in.state, err = in.place.state(); err != nil {
		return err
	}
	fresh := in.state.Postgres == ""
	if in.secrets, err = in.place.secrets(fresh); err != nil {
		return err
	}
	endLeftovers(in.state.Children)
	in.state.Children = nil
	if err := choosePorts(in.state.Ports, in.port); err != nil {
		return err
	}
	in.ports = in.state.Ports
	if in.postgres, err = in.findPostgres(&in.state); err != nil {
		return err
	}
	bin, err := backing.FindRedis()
	if err != nil {
		return err
	}
	in.redis = &backing.Redis{
		Bin: bin, Dir: in.file("redis"), Port: in.ports["redis"], Password: in.secrets.Redis, Durable: true,
	}
	if err := writeJSON(in.file("state.json"), in.state); err != nil {
		return err
	}
	if err := os.MkdirAll(in.file("sim"), 0o700); err != nil {
		return fmt.Errorf("instance: %w", err)
	}
	for _, name := range append([]string{"postgres", "redis", "front"}, programs...) {
		if err := os.Rename(in.log(name), in.log(name+".before")); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("log: %w", err)
		}
	}
	return in.writeEnv()
}

// endLeftovers ends processes of an earlier run that are still there. An identity is a process id with its moment of start,
// so an unrelated process that has the same number now is left alone.
func endLeftovers(children map[string]supervise.Identity) {
	for name, id := range children {
		sig := syscall.SIGTERM
		if name == "postgres" {
			sig = syscall.SIGINT
		}
		id.End(sig, 20*time.Second)
	}
}

// findPostgres decides where the data lives: in the instance's directory when the server's account can reach it.
func (in *instance) findPostgres(s *state) (*backing.Postgres, error) {
	bin, err := backing.FindPostgres()
	if err != nil {
		return nil, err
	}
	account, err := backing.ServerAccount()
	if err != nil {
		return nil, err
	}
	pg := &backing.Postgres{
		Bin: bin, Dir: s.Postgres, Port: in.ports["postgres"], Password: in.secrets.Super, Account: account, Durable: true,
	}
	if pg.Dir != "" {
		return pg, nil
	}
	if pg.Dir, err = account.Place(in.file("postgres"), in.key(), "/var/lib", os.TempDir()); err != nil {
		return nil, err
	}
	s.Postgres = pg.Dir
	return pg, pg.Drop() // what an instance left whose directory was removed by hand cannot be opened any more
}

func (in *instance) buildPrograms(ctx context.Context) error {
	return in.steps.do(ctx, "programs", in.buildGo)
}

func (in *instance) buildSite(ctx context.Context) error {
	if err := in.steps.do(ctx, "packages of the site", in.installWeb); err != nil {
		return err
	}
	return in.steps.do(ctx, "site", in.buildWeb)
}

// store starts PostgreSQL and Redis.
func (in *instance) store(ctx context.Context) error {
	return in.steps.together(ctx,
		func(ctx context.Context) error {
			return in.steps.do(ctx, "PostgreSQL", func(ctx context.Context) (string, error) {
				if err := in.postgres.Clear(); err != nil {
					return "", err
				}
				if err := in.postgres.Init(); err != nil {
					return "", err
				}
				if err := in.child(ctx, in.postgres.Spec(in.log("postgres"))); err != nil {
					return "", err
				}
				if err := in.postgres.EnsureDatabase(ctx, owner, in.secrets.Database); err != nil {
					return "", err
				}
				for role, password := range map[string]string{apiRole: in.secrets.API, workersRole: in.secrets.Workers} {
					if err := in.postgres.EnsureRole(ctx, role, password); err != nil {
						return "", err
					}
				}
				return loopback.Address(in.ports["postgres"]), nil
			})
		},
		func(ctx context.Context) error {
			return in.steps.do(ctx, "Redis", func(ctx context.Context) (string, error) {
				if err := in.redis.Init(); err != nil {
					return "", err
				}
				return loopback.Address(in.ports["redis"]), in.child(ctx, in.redis.Spec(in.log("redis")))
			})
		},
	)
}

// launch fills the database and starts the programs.
func (in *instance) launch(ctx context.Context) error {
	err := in.steps.do(ctx, "schema", func(ctx context.Context) (string, error) {
		out, err := in.once(ctx, "migrate")
		return strings.TrimSpace(string(out)), err
	})
	if err != nil {
		return err
	}
	if os.Getenv("HUBSTAKE_SEED") != "none" {
		if err := in.steps.do(ctx, "demo site", in.seed); err != nil {
			return err
		}
	}
	for _, name := range programs {
		spec, err := in.spec(name)
		if err != nil {
			return err
		}
		err = in.steps.do(ctx, name, func(ctx context.Context) (string, error) {
			return loopback.Address(in.ports[name]), in.child(ctx, spec)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// open starts the origin: the site and the programs behind one port.
func (in *instance) open(ctx context.Context) error {
	spec, err := in.frontSpec()
	if err != nil {
		return err
	}
	if err := in.steps.do(ctx, "origin", func(ctx context.Context) (string, error) { return in.origin(), in.child(ctx, spec) }); err != nil {
		return err
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	in.up = true
	return in.record()
}

// startPatience is how long a server or a program may take to start: the machine may be busy.
const startPatience = 5 * time.Minute

// child starts a program that is kept alive; when it does not come up the end of its log says why.
func (in *instance) child(ctx context.Context, spec supervise.Spec) error {
	limit, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	err := in.sup.Start(limit, spec)
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("%w\n%s\n%s", err, spec.Log, tail(spec.Log, 20))
	}
	return err
}

// once runs a program to its end and returns what it printed.
func (in *instance) once(ctx context.Context, program string, args ...string) ([]byte, error) {
	env, err := in.environ(program)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, in.bin(program), args...)
	var complaints strings.Builder
	cmd.Env, cmd.Dir, cmd.Stderr = env, in.dir, &complaints
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, complaints.String())
	}
	return out, nil
}

// seed makes the demo site unless it is there; it prints the accounts each time.
func (in *instance) seed(ctx context.Context) (string, error) {
	out, err := in.once(ctx, "seed")
	if err != nil {
		return "", err
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	if err := json.Unmarshal(out, &in.demo); err != nil {
		return "", fmt.Errorf("accounts of the demo site: %w", err)
	}
	return in.demo.Site, nil
}

// stop ends everything, the origin first, then the programs in the reverse of their order, Redis and PostgreSQL last.
func (in *instance) stop() {
	in.mu.Lock()
	in.up = false
	in.mu.Unlock()
	in.sup.Stop()
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.postgres != nil {
		in.state.Children = nil
		if err := writeJSON(in.file("state.json"), in.state); err != nil {
			in.steps.say("! %v", err)
		}
	}
	if in.demo.Site != "" {
		in.demo.PIDs = map[string]int{}
		if err := writeJSON(in.file("demo.json"), in.demo); err != nil {
			in.steps.say("! %v", err)
		}
	}
	in.hold.release()
}

// tail returns the last lines of a file.
func tail(file string, lines int) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return err.Error()
	}
	return lastLines(string(text), lines)
}

func lastLines(text string, n int) string {
	all := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return strings.Join(all[max(0, len(all)-n):], "\n")
}
