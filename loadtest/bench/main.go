// Command bench measures the running product as issue and README ask: 1,000 members connected through the hub, vendor bets
// over HTTP at a steady rate, and for each bet the time of its answer and the time from commit to the frame in the client.
//
// It reads .dev/demo.json, the members file of `make members` and the settings of the simulator. Loopback only.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"
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
	if err := run(context.Background(), *dir, *members, *sessions, *rate, *length); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}
