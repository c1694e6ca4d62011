package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fixture"
	"hubstake/internal/feed/footballdata"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/sports"
	"hubstake/workers/poll"
)

var (
	errReplayInProduction = errors.New("feed: matches of past seasons are not for production")
	errNoMatches          = errors.New("feed: no row of the files can be used")
)

// Defaults of a replay: a season of nine months takes thirteen hours, and a match is on offer for about twenty minutes.
const (
	usualSpeed  = 500
	usualLead   = 7 * 24 * time.Hour
	replayEvery = time.Second
)

// replayFeed is `feed [-speed N] [-lead DURATION] FILE …`: it plays files of football-data.co.uk again, through the poller, until the season is over or
// it is interrupted. The next run with the same files goes on where this one stopped.
func replayFeed(ctx context.Context, cfg settings, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("feed", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	speed := flags.Int("speed", usualSpeed, "")
	lead := flags.Duration("lead", usualLead, "")
	if err := flags.Parse(args[1:]); err != nil || flags.NArg() == 0 {
		return errUsage
	}
	if cfg.Production() {
		return errReplayInProduction
	}
	matches, err := readSeason(flags.Args(), out)
	if err != nil {
		return err
	}
	clk := clock.System{}
	replay, err := footballdata.NewReplay(matches, clk, footballdata.Options{Speed: *speed, Lead: *lead})
	if err != nil {
		return err
	}
	log, err := obs.Logger(os.Stderr, "feed", cfg.LogLevel)
	if err != nil {
		return err
	}
	db, err := pg.Open(ctx, cfg.Database, pg.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	name := replayName(matches)
	fmt.Fprintf(out, "%d matches as feed %s, %d times as fast as they were played; Ctrl-C stops it, the same command goes on\n", len(matches), name, *speed)
	o := poll.Options{Applied: func(_ string, page fixture.Batch, did sports.Outcome) {
		if did.Applied > 0 || len(did.Parked) > 0 {
			fmt.Fprintln(out, progress(page, did))
		}
	}}
	reader := poll.New(db, sports.New(db, clk, cfg.stale()), clk, log, prometheus.NewRegistry(), o, poll.Feed{
		Name: name, Vendor: footballdataVendor, Source: replay, Every: replayEvery, Deadline: simDeadline,
		Ended: func(cursor string) bool {
			_, more, err := replay.Due(cursor)
			return err == nil && !more
		},
	})
	if err := reader.Run(ctx); err != nil {
		return err
	}
	if ctx.Err() == nil {
		fmt.Fprintln(out, "the season is over")
	}
	return nil
}

const footballdataVendor = "footballdata"

// readSeason reads the files and prints the rows that cannot be used, each with its reason.
func readSeason(files []string, out io.Writer) (all []footballdata.Match, err error) {
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("feed: %w", err)
		}
		matches, rejected, err := footballdata.Read(f)
		_ = f.Close()
		if err != nil {
			return nil, fmt.Errorf("feed: %s: %w", name, err)
		}
		for _, r := range rejected {
			fmt.Fprintf(out, "%s:%d: left out: %s\n", filepath.Base(name), r.Line, r.Reason)
		}
		fmt.Fprintf(out, "%s: %d matches, %d rows left out\n", filepath.Base(name), len(matches), len(rejected))
		all = append(all, matches...)
	}
	if len(all) == 0 {
		return nil, errNoMatches
	}
	return all, nil
}

// replayName names the feed of a season: its cursor, its leagues and its teams are its own, so seasons may be played one after the other.
func replayName(matches []footballdata.Match) string {
	divisions, first := map[string]bool{}, matches[0].Date
	for _, m := range matches {
		divisions[m.Division] = true
		first = min(first, m.Date)
	}
	return footballdataVendor + "-" + strings.Join(slices.Sorted(maps.Keys(divisions)), "-") + "-" + first
}

// progress says in a line what a page did.
func progress(page fixture.Batch, did sports.Outcome) string {
	var kickOffs, results int
	for _, c := range page.Changes {
		switch {
		case c.Event != nil && c.Event.State == fixture.Live && c.Event.Period == "h1":
			kickOffs++
		case c.Result != nil:
			results++
		}
	}
	line := fmt.Sprintf("%d changes, %d matches begin, %d results", did.Applied, kickOffs, results)
	for _, reason := range slices.Sorted(maps.Keys(did.Parked)) {
		line += fmt.Sprintf(", %d parked as %s", did.Parked[reason], reason)
	}
	return line
}
