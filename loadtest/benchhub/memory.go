package main

import (
	"context"
	"fmt"

	"hubstake/loadtest/hubrig"
)

// memory tells what the idle hub's memory consists of.
func memory(ctx context.Context, s *hubrig.Stand) error {
	m, err := s.Scrape(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("memory   goroutines=%.0f", m["go_goroutines"])
	for _, name := range []string{"heap_alloc", "heap_inuse", "heap_idle", "heap_released", "stack_inuse", "gc_sys", "other_sys", "sys"} {
		fmt.Printf(" %s=%.1fM", name, m["go_memstats_"+name+"_bytes"]/(1<<20))
	}
	fmt.Println()
	return nil
}
