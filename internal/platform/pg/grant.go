package pg

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Rights is what a program may do with the database.
type Rights int

const (
	// API may read and write what requests need.
	API Rights = iota
	// Workers has the API role's grants, plus its own tables, plus EXECUTE on the partition functions.
	Workers
)

var (
	// written are the append-only tables (S-82): no program changes or deletes a row.
	written = []string{"audit_entry", "content_consent", "content_document", "content_document_text", "protection_change", "settings_change", "wallet_ledger", "wallet_ref"}
	// guarded is what only the owner's triggers and functions write.
	guarded = []string{"audit_head", "audit_anchor", "goose_db_version", "schema_object", "schema_stamp", "wallet_opening", "wallet_opening_contra"}
	// behind is what only workers write.
	behind = []string{"commission_bonus", "commission_branch", "commission_cash_day", "commission_chain", "commission_cursor", "commission_kept_line", "commission_line", "commission_member_day", "commission_offset", "commission_part", "commission_partner_day", "commission_through", "invariant_cursor", "invariant_proof", "invariant_run", "invariant_violation", "outbox_cursor", "outbox_dead", "outbox_held", "outbox_stream", "report_open_round", "report_open_round_cursor", "report_play", "report_play_cursor", "report_winner", "report_winner_cursor"}
	// noted is what the api appends to and only workers read: events that wait for the chain of the audit.
	noted = []string{"audit_note"}
	// hidden is what the api may not even read: seeds of draws to come, and the keys that sign statements.
	hidden = []string{"commission_key", "minigame_chain"}
	// upkeep are the functions of the owner that make and archive partitions, that move identities forward after a restore, and that begin the outbox
	// again after a move to another server.
	upkeep = []string{
		"partition_ahead(text, timestamptz)", "partition_due(text, timestamptz)", "partition_close(text, timestamptz)", "wallet_add_up_part(text, text, int)", "wallet_add_up_contra(text)",
		"partition_archive(text, timestamptz)", "outbox_rotate(timestamptz, interval)", "identities_ahead(bigint)", "outbox_begin_again()",
	}
)

// archived is what only the functions that archive a month write.
var archived = []string{"wallet_archived", "wallet_opening_month", "wallet_opening_contra_month"}

// ownedSQL lists what is ours in the schema: extensions of the server's administrator may be there as well.
const ownedSQL = `
SELECT (SELECT string_agg(oid::regclass::text, ', ') FROM pg_class
         WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v') AND relowner = current_user::regrole),
       (SELECT string_agg(oid::regclass::text, ', ') FROM pg_class
         WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' AND relowner = current_user::regrole),
       (SELECT string_agg(oid::regprocedure::text, ', ') FROM pg_proc
         WHERE pronamespace = 'public'::regnamespace AND proowner = current_user::regrole)`

// Grant gives a role what a program needs, and nothing else: reading and writing of all tables, of those that are kept for
// good reading and adding only, no change of the schema. The role exists and owns nothing; what it had before is taken away.
// Run it as the owner after each migration. Of several at once each waits for the one before.
func Grant(ctx context.Context, pool *pgxpool.Pool, role string, r Rights) error {
	return InTx(ctx, pool, func(tx pgx.Tx) error { return grantAll(ctx, tx, map[string]Rights{role: r}) })
}

// grantAll gives roles what their programs need; a role without a name is passed over. It takes the lock of who changes grants.
func grantAll(ctx context.Context, tx pgx.Tx, roles map[string]Rights) error {
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", int64(grantKey)); err != nil {
		return fmt.Errorf("grant: %w", err)
	}
	for role, rights := range roles {
		if role == "" {
			continue
		}
		if err := grant(ctx, tx, role, rights); err != nil {
			return fmt.Errorf("grant: %w", err)
		}
	}
	return nil
}

func grant(ctx context.Context, tx pgx.Tx, role string, r Rights) error {
	name := pgx.Identifier{role}.Sanitize()
	todo := []string{"REVOKE CREATE ON SCHEMA public FROM " + name, "GRANT USAGE ON SCHEMA public TO " + name}
	var tables, sequences, functions string
	if err := tx.QueryRow(ctx, ownedSQL).Scan(&tables, &sequences, &functions); err != nil {
		return err
	}
	todo = append(
		todo,
		"REVOKE ALL ON TABLE "+tables+" FROM "+name, "GRANT SELECT, INSERT, UPDATE, DELETE ON TABLE "+tables+" TO "+name,
		"GRANT USAGE ON SEQUENCE "+sequences+" TO "+name, "REVOKE ALL ON FUNCTION "+functions+" FROM "+name,
	)
	reads := slices.Concat(guarded, archived)
	if r == API {
		reads = slices.Concat(reads, behind)
	}
	rows, err := tx.Query(ctx, `
		SELECT c.oid::regclass::text, p.relname = ANY ($1) FROM pg_class c
		  JOIN pg_class p ON p.oid = coalesce((SELECT i.inhparent FROM pg_inherits i WHERE i.inhrelid = c.oid), c.oid)
		 WHERE c.relkind IN ('r', 'p', 'v') AND c.relnamespace = 'public'::regnamespace AND p.relname = ANY ($1::text[] || $2::text[])`,
		written, reads)
	if err != nil {
		return err
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
		return err
	}
	if r == API {
		for _, t := range noted {
			todo = append(todo, "REVOKE SELECT, UPDATE, DELETE ON "+t+" FROM "+name)
		}
		for _, t := range hidden {
			todo = append(todo, "REVOKE ALL ON "+t+" FROM "+name)
		}
		todo = append(
			todo, "REVOKE INSERT, UPDATE, DELETE ON minigame_round, minigame_day FROM "+name, "GRANT UPDATE (ended_by, reason) ON minigame_round TO "+name,
			"REVOKE INSERT, UPDATE, DELETE ON commission_statement FROM "+name,
			"GRANT UPDATE (state, decided_by, decided_at, reason) ON commission_statement TO "+name,
			"REVOKE INSERT, UPDATE, DELETE ON commission_debt FROM "+name, "GRANT UPDATE (owed, repaid, times) ON commission_debt TO "+name,
		)
	}
	if r == Workers {
		for _, f := range upkeep {
			todo = append(todo, "GRANT EXECUTE ON FUNCTION "+f+" TO "+name)
		}
	}
	for _, sql := range todo {
		if _, err := tx.Exec(ctx, sql); err != nil {
			return err
		}
	}
	return nil
}
