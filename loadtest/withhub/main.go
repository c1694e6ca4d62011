// Command withhub runs a command beside a hub on a stand (loadtest/hubrig) and ends with its status. The command finds the hub
// by the variables of Stand.Run.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"

	"hubstake/loadtest/hubrig"
	"hubstake/loadtest/program"
)

func main() {
	var o hubrig.Options
	flag.StringVar(&o.Dir, "dir", ".dev/with-hub", "for programs and logs")
	flag.StringVar(&o.Hub, "hub", "", "a built hub (default: build the one of this tree)")
	flag.IntVar(&o.Members, "n", 1000, "members with a session")
	flag.IntVar(&o.HubCPU, "hub-cpu", -1, "core of the hub; -1: not pinned")
	flag.Parse()
	o.LoadCPU = -1
	program.Main("withhub", func(ctx context.Context) error { return run(ctx, o, flag.Args()) })
}

func run(ctx context.Context, o hubrig.Options, args []string) error {
	if len(args) == 0 {
		return errors.New("withhub [flags] command [arguments]")
	}
	stand, err := hubrig.Start(ctx, o)
	if err != nil {
		return err
	}
	defer stand.Close()
	if err := stand.Run(ctx, args...); err != nil {
		return err
	}
	if n := stand.Deaths(); n > 0 {
		return fmt.Errorf("the hub died %d times (%s/hub.log)", n, stand.Dir)
	}
	return nil
}
