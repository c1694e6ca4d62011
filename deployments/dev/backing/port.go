package backing

import (
	"fmt"

	"hubstake/internal/platform/loopback"
)

// CheckFree returns an error that says what to do when the port of the site is in use.
func CheckFree(site int) error {
	if !loopback.IsFree(site) {
		return fmt.Errorf("port %d is in use by another program; choose another: HUBSTAKE_PORT=%d make run", site, site+1)
	}
	return nil
}
