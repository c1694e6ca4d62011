package pg

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
)

// Reasons for which InTx tries again.
const (
	Serialization = "serialization"
	Deadlock      = "deadlock"
)

type retryKey struct{}

// OnRetry returns a context in which InTx tells f why it tries again.
func OnRetry(ctx context.Context, f func(reason string)) context.Context {
	return context.WithValue(ctx, retryKey{}, f)
}

// again reports to the context's observer that a transaction is retried because of err.
func again(ctx context.Context, err error) {
	f, ok := ctx.Value(retryKey{}).(func(string))
	if !ok {
		return
	}
	var pe *pgconn.PgError
	if errors.As(err, &pe) && pe.Code == "40P01" {
		f(Deadlock)
		return
	}
	f(Serialization)
}
