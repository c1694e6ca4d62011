package relay

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// SleepLong makes a relay that is asleep read only when it is woken.
func (r *Relay) SleepLong() { r.sleepPoll = time.Hour }

// Impatient makes a relay give up a silent database after a second.
func (r *Relay) Impatient() { r.patience = time.Second }

// Sleep waits as an idle relay does, and reports whether it was woken.
func (r *Relay) Sleep(ctx context.Context, conn *pgx.Conn) (woken bool, err error) {
	return r.rest(ctx, conn, true)
}
