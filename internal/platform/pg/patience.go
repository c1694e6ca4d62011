package pg

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// patience bounds how long a pool's user waits for one thing of the database: for a connection, or for the answer to a statement
// or a batch. A server that is frozen, or behind a wall that swallows packets, sends nothing, not even the end of a statement
// that runs too long; without a bound of our own the caller would wait as long as its request may take.
type patience time.Duration

type endKey struct{} // of the function that ends a wait

func (p patience) begin(ctx context.Context) context.Context {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(p))
	return context.WithValue(ctx, endKey{}, cancel)
}

func (p patience) end(ctx context.Context) {
	if cancel, ok := ctx.Value(endKey{}).(context.CancelFunc); ok {
		cancel()
	}
}

// The hooks by which pgx lends its contexts.

func (p patience) TraceAcquireStart(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireStartData) context.Context {
	return p.begin(ctx)
}

func (p patience) TraceAcquireEnd(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireEndData) {
	p.end(ctx)
}

func (p patience) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return p.begin(ctx)
}

func (p patience) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryEndData) {
	p.end(ctx)
}

func (p patience) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	return p.begin(ctx)
}

func (p patience) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

func (p patience) TraceBatchEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchEndData) {
	p.end(ctx)
}

func (p patience) TraceCopyFromStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceCopyFromStartData) context.Context {
	return p.begin(ctx)
}

func (p patience) TraceCopyFromEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceCopyFromEndData) {
	p.end(ctx)
}
