package outbox

import (
	"context"
	"fmt"
)

// The relay reads without being asked while there are rows to read. After a while of silence it notes that it is asleep, and from then on
// a statement that writes to the outbox notifies it (outbox_wake in functions.sql). So the first event after silence is published at once,
// although an idle relay reads only a few times a second. Under load nothing is notified, because a transaction that notifies holds a lock of
// the whole server through its commit.

// Listen has the connection receive the notifications of those who write to the outbox.
func Listen(ctx context.Context, conn Execer) error { return exec(ctx, conn, "LISTEN outbox") }

// Unlisten ends it.
func Unlisten(ctx context.Context, conn Execer) error { return exec(ctx, conn, "UNLISTEN outbox") }

// SetAsleep notes whether writers have to wake the relay. A statement that ran before the note announces nothing, so the relay reads again
// after it; a row of such a statement that is committed even later is found by the next read.
func SetAsleep(ctx context.Context, conn Execer, asleep bool) error {
	const set = `
		WITH fast AS (SELECT set_config('synchronous_commit', 'off', true))
		UPDATE outbox_cursor c SET asleep = $1 FROM fast WHERE c.asleep <> $1`
	if _, err := conn.Exec(ctx, set, asleep); err != nil {
		return fmt.Errorf("outbox: asleep: %w", err)
	}
	return nil
}

func exec(ctx context.Context, conn Execer, sql string) error {
	if _, err := conn.Exec(ctx, sql); err != nil {
		return fmt.Errorf("outbox: %s: %w", sql, err)
	}
	return nil
}
