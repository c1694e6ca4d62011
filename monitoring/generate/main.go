// Command generate writes rules, their tests and dashboards from the tables. Run it by go generate ./monitoring.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"hubstake/monitoring/files"
)

func main() {
	if err := write(); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func write() error {
	all, err := files.All()
	if err != nil {
		return err
	}
	for name, text := range all {
		if err := os.WriteFile(filepath.FromSlash(name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
