//go:build !linux

package tail

import "time"

// pause lets one goroutine sleep between two reads.
type pause struct{}

func newPause() pause { return pause{} }

func (pause) sleep(d time.Duration) { <-time.After(d) }

func (pause) close() {}
