// Command soakhub keeps a hub busy for a long time and fails when its memory grows or a promise is broken: members with
// personal and shared topics, some of whom leave and come back all the time and some of whom hardly read.
//
// Every minute it notes the hub's resident memory, makes it collect its garbage and notes what is left of the heap. Both may be
// at most 5 % higher in the last third of the run than in its second sixth, when all is warm.
package main

import (
	"context"
	"flag"
	"os"
	"time"

	"hubstake/loadtest/program"
)

// settings of a run.
type settings struct {
	hub      string // a built hub; empty: it is built from the tree
	dir      string
	sessions int
	slow     int  // of them hardly read, and get far more to read than the others
	quick    bool // no client is slow: the baseline
	duration time.Duration
	rate     int // personal messages a second, all members together
	churn    int // reconnects a second
	every    time.Duration
	cores    [2]int
}

func main() {
	s := settings{}
	flag.StringVar(&s.hub, "hub", "", "a built hub (default: build the one of this tree)")
	flag.StringVar(&s.dir, "dir", ".dev/soak-hub", "for programs, logs and samples.tsv")
	flag.IntVar(&s.sessions, "n", 9000, "sessions")
	flag.IntVar(&s.slow, "slow", 50, "of them that hardly read")
	flag.BoolVar(&s.quick, "quick", false, "let those read quickly too: what the others then wait is to be compared with")
	flag.DurationVar(&s.duration, "duration", 30*time.Minute, "from when all are connected")
	flag.IntVar(&s.rate, "rate", 1000, "personal messages a second")
	flag.IntVar(&s.churn, "churn", 20, "reconnects a second")
	flag.IntVar(&s.cores[0], "hub-cpu", 0, "core of the hub; -1: not pinned")
	flag.IntVar(&s.cores[1], "load-cpu", 1, "core of Redis; -1: not pinned")
	flag.Parse()
	s.every = min(time.Minute, s.duration/samples)
	program.Main("soakhub", func(ctx context.Context) error { return soak(ctx, s, os.Stdout) })
}
