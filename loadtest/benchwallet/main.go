// Command benchwallet measures vendor bets, and slips of the sportsbook, over HTTP against pgbench -N on the same PostgreSQL server, in adjacent pairs, by
// walletbench, an outside load generator; then it proves the books.
//
// It needs a running instance and its settings (`dev exec`), a members file of `make members`, and pgbench. Without walletbench
// it says so and succeeds. README.md of loadtest says how to read the output.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"hubstake/loadtest/program"
)

// settings of a run.
type settings struct {
	source  string // of walletbench
	dir     string // for the program, the secret and results
	members string // file
	about   string // file of the instance: where the site is, which processes it has
	vendor  string
	runs    int // pairs of pgbench and bets, of which the median counts
	seconds int // of each half of a pair
	callers int // keep-alive connections
	scale   int // of pgbench
	only    string
}

func main() {
	s := settings{}
	flag.StringVar(&s.source, "walletbench", os.Getenv("WALLETBENCH"), "source of walletbench ($WALLETBENCH, default ../shared/tools/walletbench)")
	flag.StringVar(&s.dir, "dir", ".dev/bench-wallet", "for the program and results")
	flag.StringVar(&s.members, "members", ".dev/members.tsv", "file of members")
	flag.StringVar(&s.about, "demo", ".dev/demo.json", "file of the instance")
	flag.StringVar(&s.vendor, "vendor", "sim", "in whose name bets are sent")
	flag.IntVar(&s.runs, "runs", 5, "pairs, of which the median counts")
	flag.IntVar(&s.seconds, "seconds", 6, "of each half of a pair")
	flag.IntVar(&s.callers, "callers", 64, "keep-alive connections")
	flag.IntVar(&s.scale, "scale", 50, "of pgbench")
	flag.StringVar(&s.only, "only", "", "the one variant that is measured: bets, hot, rounds or slips")
	flag.Parse()
	if s.source == "" {
		s.source = filepath.Join("..", "shared", "tools", "walletbench")
	}
	program.Main("benchwallet", func(ctx context.Context) error { return run(ctx, s) })
}

func run(ctx context.Context, s settings) error {
	if _, err := os.Stat(filepath.Join(s.source, "go.mod")); errors.Is(err, fs.ErrNotExist) {
		fmt.Printf("walletbench is not here (%s): nothing is measured. WALLETBENCH=path names its source.\n", s.source)
		return nil
	}
	b, err := newBench(ctx, s)
	if err != nil {
		return err
	}
	defer b.db.Close()
	for _, v := range variants {
		if s.only != "" && s.only != v.name {
			continue
		}
		if err := b.measure(ctx, v); err != nil {
			return err
		}
	}
	if err := b.memory(); err != nil {
		return err
	}
	return b.prove(ctx)
}
