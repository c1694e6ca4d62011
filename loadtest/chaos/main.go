// Command chaos breaks a running instance while members play, and proves that nothing is lost or doubled: each program is
// killed, PostgreSQL and Redis are killed, frozen and kept away. It needs an instance of its own (make faults): the processes
// that it ends are those that the instance's demo.json names.
//
// With -money it is the money test (make chaos; money.md): two nodes of the api, members who do everything that moves money, and
// kill -9 of all programs and servers throughout.
//
// After each fault all answers are counted against the books: what every player knows of its own bets, wins and deposits,
// the ledger, the invariants of wallet and vendors, and the balance that each connected client was shown.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"hubstake/loadtest/program"
)

// times of a run: how long something is away, how long players play before and after, and what must hold then (realtime.md, promise
// 4): within recovery everything works again, and within convergence everybody is shown the last balance.
type times struct{ away, lead, tail, recovery, convergence time.Duration }

var (
	// A short run belongs to the tests: it demands that a state comes, and leaves how fast to the long one.
	short = times{
		away: 5 * time.Second, lead: time.Second, tail: time.Second,
		recovery: 2 * time.Minute, convergence: 2 * time.Minute,
	}
	long = times{
		away: 20 * time.Second, lead: 3 * time.Second, tail: 3 * time.Second,
		recovery: 15 * time.Second, convergence: 5 * time.Second,
	}
)

func main() {
	quick := flag.Bool("short", false, "seconds instead of 20 s for what is away")
	only := flag.String("only", "", "run the one fault of this name")
	money := flag.Bool("money", false, "the money test instead: kill everything at random while members move money")
	duration := flag.Duration("duration", 5*time.Minute, "of the money test")
	seed := flag.Uint64("seed", 0, "of the money test; 0: another one each time")
	flag.Parse()
	program.Main("chaos", func(ctx context.Context) error {
		if *money {
			return chaos(ctx, *duration, *seed)
		}
		return run(ctx, *quick, *only)
	})
}

// ours is the instance that was made for this run.
func ours(ctx context.Context) (*instance, error) {
	file := os.Getenv("HUBSTAKE_DEMO")
	if file == "" {
		return nil, errors.New("HUBSTAKE_DEMO names no instance; make faults and make chaos make one")
	}
	return open(ctx, filepath.Dir(file))
}

func run(ctx context.Context, quick bool, only string) error {
	t := long
	if quick {
		t = short
	}
	in, err := ours(ctx)
	if err != nil {
		return err
	}
	defer in.close()
	c, err := gather(ctx, in)
	if err != nil {
		return err
	}
	listening, deafen := context.WithCancel(ctx)
	defer deafen()
	if err := c.listen(listening); err != nil {
		return err
	}
	fmt.Printf("%-28s %9s %9s %9s %8s %8s  %s\n", "fault", "recovered", "converged", "slowest", "refused", "redials", "verdict")
	failed := false
	for _, f := range faults(t) {
		if only != "" && f.name != only {
			continue
		}
		v, err := c.suffer(ctx, f, t)
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		fmt.Println(v)
		failed = failed || len(v.problems) > 0
	}
	if failed {
		return errors.New("something did not hold")
	}
	return nil
}
