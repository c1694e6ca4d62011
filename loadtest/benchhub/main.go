// Command benchhub measures the hub by hubbench, an outside load generator, and prints the table of the real-time contract
// ("Numbers") beside the goals.
//
// Each pass has a stand of its own: a hub pinned to one core, a throw-away Redis and the generator on the other. Without
// hubbench it says so and succeeds. README.md of loadtest says how to read the output.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hubstake/loadtest/program"
)

// settings of a run.
type settings struct {
	source   string // of hubbench
	hub      string // a built hub; empty: it is built from the tree
	dir      string
	sessions int
	runs     int
	only     []string
	cores    [2]int // of the hub, of generator and Redis
	env      []string
	profile  string // folder for profiles; empty: none are taken
	seconds  int    // of a CPU profile
	out      string
	verbose  bool
}

func main() {
	if len(os.Args) == 3 && os.Args[1] == floorArg {
		fmt.Fprintln(os.Stderr, "benchhub:", serveFloor(os.Args[2]))
		os.Exit(1)
	}
	s := settings{}
	var only, env string
	flag.StringVar(&s.source, "hubbench", or(os.Getenv("HUBBENCH"), "../shared/tools/hubbench"), "source of hubbench ($HUBBENCH)")
	flag.StringVar(&s.hub, "hub", "", "a built hub (default: build the one of this tree)")
	flag.StringVar(&s.dir, "dir", ".dev/bench-hub", "for programs, logs and results")
	flag.IntVar(&s.sessions, "n", 9000, "sessions")
	flag.IntVar(&s.runs, "runs", 3, "of which medians are taken")
	flag.StringVar(&only, "only", "", "scenarios, comma separated: "+strings.Join(scenarios, ",")+" (default: all)")
	flag.IntVar(&s.cores[0], "hub-cpu", 0, "core of the hub; -1: not pinned")
	flag.IntVar(&s.cores[1], "load-cpu", 1, "core of the generator and of Redis; -1: not pinned")
	flag.StringVar(&env, "hub-env", "", "further settings of the hub, KEY=value with blanks between")
	flag.StringVar(&s.profile, "profile", "", "folder for CPU and heap profiles of the hub, one of each scenario")
	flag.IntVar(&s.seconds, "profile-seconds", 4, "length of a CPU profile, from the start of its scenario")
	flag.StringVar(&s.out, "json", "", "append results as JSON lines (default: results.jsonl in -dir)")
	flag.BoolVar(&s.verbose, "v", false, "print each command line of hubbench")
	flag.Parse()
	s.only, s.env = split(only, ","), split(env, " ")
	if s.out == "" {
		s.out = filepath.Join(s.dir, "results.jsonl")
	}
	program.Main("benchhub", func(ctx context.Context) error { return run(ctx, s) })
}

func run(ctx context.Context, s settings) error {
	if _, err := os.Stat(filepath.Join(s.source, "go.mod")); errors.Is(err, fs.ErrNotExist) {
		fmt.Printf("hubbench is not here (%s): nothing is measured. HUBBENCH=path or -hubbench path names its source.\n", s.source)
		return nil
	}
	for _, name := range s.only {
		if !slices.Contains(scenarios, name) {
			return fmt.Errorf("-only %s: the scenarios are %s", name, strings.Join(scenarios, ", "))
		}
	}
	b, err := newBench(ctx, s)
	if err != nil {
		return err
	}
	all := &results{}
	for n := range s.runs {
		for _, p := range passes {
			do := p.chosen(s.only)
			if len(do) == 0 {
				continue
			}
			fmt.Printf("run %d of %d: %s\n", n+1, s.runs, strings.Join(do, ", "))
			lines, err := b.pass(ctx, p, do, n+1)
			all.add(lines)
			if err != nil {
				return err
			}
		}
		if do := floorPass.chosen(s.only); len(do) > 0 {
			fmt.Printf("run %d of %d: %s of the floor\n", n+1, s.runs, strings.Join(do, ", "))
			lines, err := b.measureFloor(ctx, do, n+1)
			all.add(lines)
			if err != nil {
				return err
			}
		}
	}
	fmt.Println()
	all.table(os.Stdout, s)
	return all.judge()
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// split leaves out what is empty.
func split(text, sep string) []string {
	return slices.DeleteFunc(strings.Split(text, sep), func(s string) bool { return s == "" })
}
