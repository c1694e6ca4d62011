package pg

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// written are the tables that are written once and kept (S-82); guarded is what only their triggers write.
var (
	written = []string{"audit_entry", "wallet_ledger"}
	guarded = []string{"audit_head", "goose_db_version"}
)

// Grant gives a role what the api needs, and nothing else: reading and writing of all tables, of those that are kept for
// good reading and adding only, no change of the schema. The role exists and owns nothing; what it had before is taken away.
// Run it as the owner after each migration.
func Grant(ctx context.Context, pool *pgxpool.Pool, role string) error {
	name := pgx.Identifier{role}.Sanitize()
	return InTx(ctx, pool, func(tx pgx.Tx) error {
		todo := []string{
			"REVOKE ALL ON ALL TABLES IN SCHEMA public FROM " + name,
			"REVOKE CREATE ON SCHEMA public FROM " + name,
			"GRANT USAGE ON SCHEMA public TO " + name,
			"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO " + name,
			"GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO " + name,
		}
		rows, err := tx.Query(ctx, `
			SELECT c.oid::regclass::text, p.relname = ANY ($1) FROM pg_class c
			  JOIN pg_class p ON p.oid = coalesce((SELECT i.inhparent FROM pg_inherits i WHERE i.inhrelid = c.oid), c.oid)
			 WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND p.relname = ANY ($1::text[] || $2::text[])`,
			written, guarded)
		if err != nil {
			return fmt.Errorf("grant: %w", err)
		}
		var table string
		var adds bool
		_, err = pgx.ForEachRow(rows, []any{&table, &adds}, func() error {
			what := "INSERT, UPDATE, DELETE"
			if adds {
				what = "UPDATE, DELETE"
			}
			todo = append(todo, "REVOKE "+what+" ON "+table+" FROM "+name)
			return nil
		})
		if err != nil {
			return fmt.Errorf("grant: %w", err)
		}
		for _, sql := range todo {
			if _, err := tx.Exec(ctx, sql); err != nil {
				return fmt.Errorf("grant: %w", err)
			}
		}
		return nil
	})
}
