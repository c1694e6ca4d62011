package main

import (
	"os"

	"hubstake/deployments/dev/supervise"
)

// notice tells of deaths and returns, and keeps the files with process ids true.
func (in *instance) notice(n supervise.Notice) {
	in.mu.Lock()
	defer in.mu.Unlock()
	switch {
	case n.Err != nil && in.up:
		in.steps.say("! %s ended (%v); it is started again in %v; its log: %s", n.Name, n.Err, n.After, in.log(n.Name))
	case n.Err == nil && in.up:
		in.steps.say("! %s runs again as process %d", n.Name, n.PID)
	}
	if err := in.record(); err != nil {
		in.steps.say("! %v", err)
	}
}

// record writes who runs now: for the next start, and once the accounts are known for scripts.
func (in *instance) record() error {
	in.state.Children = in.sup.Identities()
	if err := writeJSON(in.file("state.json"), in.state); err != nil {
		return err
	}
	if in.demo.Site == "" {
		return nil
	}
	in.demo.Origin, in.demo.Addresses = in.origin(), in.addresses()
	in.demo.PIDs = map[string]int{"dev": os.Getpid()}
	for name, id := range in.state.Children {
		in.demo.PIDs[name] = id.PID
	}
	return writeJSON(in.file("demo.json"), in.demo)
}
