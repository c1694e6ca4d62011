package relay

import "time"

// SleepLong makes a relay that is asleep read only when it is woken.
func (r *Relay) SleepLong() { r.sleepPoll = time.Hour }
