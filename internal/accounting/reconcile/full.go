package reconcile

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/clock"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/platform/pg"
)

// Streams compares the streams of Redis with the outbox and tells what differs.
type Streams func(ctx context.Context) ([]string, error)

// Service proves the invariants of a database.
type Service struct {
	db      *pgxpool.Pool
	clk     clock.Clock
	streams Streams
	part    int // size of a part of a look
}

// New returns a service; without streams their check is left out.
func New(db *pgxpool.Pool, clk clock.Clock, streams Streams) *Service {
	return &Service{db: db, clk: clk, streams: streams, part: partSize}
}

// Full looks at everything and replaces what is stored of violations by what it found. It reads whole tables.
func (s *Service) Full(ctx context.Context) ([]wallet.Violation, error) {
	began := s.clk.Now()
	found, err := wallet.Prove(ctx, s.db, All())
	if err != nil {
		return nil, err
	}
	more, err := s.compare(ctx)
	if err != nil {
		return nil, err
	}
	found = append(found, more...)
	var wallets int64
	if err := s.db.QueryRow(ctx, "SELECT count(*) FROM wallet_balance").Scan(&wallets); err != nil {
		return nil, fmt.Errorf("invariants: %w", err)
	}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := s.keep(ctx, tx, found); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "DELETE FROM invariant_violation WHERE check_name <> $1 AND last_seen < $2", AuditCheck, began); err != nil {
			return fmt.Errorf("invariants: %w", err)
		}
		return s.ran(ctx, tx, "full", began, wallets)
	})
	return found, err
}

// compare is check 8.
func (s *Service) compare(ctx context.Context) ([]wallet.Violation, error) {
	if s.streams == nil {
		return nil, nil
	}
	differ, err := s.streams(ctx)
	if err != nil {
		return nil, fmt.Errorf("invariants: %s: %w", streamCheck, err)
	}
	var found []wallet.Violation
	for _, text := range differ {
		found = append(found, wallet.Violation{Check: streamCheck, Subject: text})
	}
	return found, nil
}

// keep stores violations; one that is known keeps the moment at which it was first seen.
func (s *Service) keep(ctx context.Context, tx pgx.Tx, found []wallet.Violation) error {
	now := s.clk.Now()
	for _, v := range found {
		_, err := tx.Exec(ctx, `
			INSERT INTO invariant_violation (check_name, subject, detail, first_seen, last_seen) VALUES ($1, $2, $3, $4, $4)
			ON CONFLICT (check_name, subject) DO UPDATE SET detail = excluded.detail, last_seen = excluded.last_seen`,
			v.Check, v.Subject, v.Detail, now)
		if err != nil {
			return fmt.Errorf("invariants: %w", err)
		}
	}
	return nil
}

// ran notes that a look came to its end.
func (s *Service) ran(ctx context.Context, tx pgx.Tx, kind string, began time.Time, wallets int64) error {
	now := s.clk.Now()
	_, err := tx.Exec(ctx, `
		INSERT INTO invariant_run (kind, at, took_ms, checked) VALUES ($1, $2, $3, $4)
		ON CONFLICT (kind) DO UPDATE SET at = excluded.at, took_ms = excluded.took_ms, checked = excluded.checked`,
		kind, now, now.Sub(began).Milliseconds(), wallets)
	if err != nil {
		return fmt.Errorf("invariants: %w", err)
	}
	return nil
}
