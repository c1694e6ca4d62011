// Command bench measures the running product as issue and README ask: 1,000 members connected through the hub, vendor bets
// over HTTP at a steady rate, and for each bet the time of its answer and the time from commit to the frame in the client.
//
// It reads .dev/demo.json, the members file of `make members` and the settings of the simulator. Loopback only.
package main

import (
	"context"
	"flag"
	"path/filepath"
	"time"

	"hubstake/loadtest/program"
)

func main() {
	dir := flag.String("dir", ".dev", "directory of the running instance")
	members := flag.String("members", "", "file of members (default: members.tsv in the directory)")
	sessions := flag.Int("sessions", 1000, "members connected")
	rate := flag.Int("rate", 200, "vendor bets per second")
	length := flag.Duration("duration", 30*time.Second, "how long")
	flag.Parse()
	if *members == "" {
		*members = filepath.Join(*dir, "members.tsv")
	}
	program.Main("bench", func(ctx context.Context) error { return run(ctx, *dir, *members, *sessions, *rate, *length) })
}
