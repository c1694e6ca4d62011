package pg

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

var (
	functionStatement = regexp.MustCompile(`(?i)^(CREATE OR REPLACE FUNCTION|DROP FUNCTION|REVOKE|GRANT)\b`)
	triggerStatement  = regexp.MustCompile(`(?is)^CREATE OR REPLACE TRIGGER (\w+)\s.*?\sON (\w+)\s`)
)

// trigger is one CREATE OR REPLACE TRIGGER statement.
type trigger struct{ name, hash, sql string }

// readFunctions returns the statements of all functions.sql files, sorted by path.
func (s Schema) readFunctions() (functions []string, triggers []trigger, err error) {
	err = fs.WalkDir(s.Functions, ".", func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || path.Base(file) != "functions.sql" {
			return err
		}
		text, err := fs.ReadFile(s.Functions, file)
		if err != nil {
			return err
		}
		for _, sql := range statements(string(text)) {
			switch m := triggerStatement.FindStringSubmatch(sql); {
			case m != nil:
				sum := sha256.Sum256([]byte(sql))
				triggers = append(triggers, trigger{name: "TRIGGER " + m[1] + " ON " + m[2], hash: hex.EncodeToString(sum[:8]), sql: sql})
			case functionStatement.MatchString(sql):
				functions = append(functions, sql)
			default:
				return fmt.Errorf("%s: neither a function nor a trigger: %.60s", file, sql)
			}
		}
		return nil
	})
	return functions, triggers, err
}

// statements splits SQL at the semicolons that end a statement; comments between statements are dropped.
func statements(text string) (all []string) {
	start, begun := 0, false
	for i := 0; i < len(text); i++ {
		rest := text[i:]
		switch c := text[i]; {
		case strings.HasPrefix(rest, "--"):
			i += max(strings.IndexByte(rest, '\n'), 0)
		case c == '\'':
			i += 1 + max(strings.IndexByte(rest[1:], '\''), 0)
		case c == '$' && quoteTag.MatchString(rest):
			tag := quoteTag.FindString(rest)
			if end := strings.Index(rest[len(tag):], tag); end >= 0 {
				i += 2*len(tag) + end - 1
			}
		case c == ';':
			if begun {
				all = append(all, text[start:i])
			}
			begun = false
		case !begun && c > ' ':
			start, begun = i, true
		}
	}
	if begun {
		all = append(all, text[start:])
	}
	return all
}

var quoteTag = regexp.MustCompile(`^\$[A-Za-z_]*\$`)

// applyFunctions brings functions and triggers to those of the files, in one transaction, unless they are already.
//
// Programs of the release before keep working meanwhile and afterwards: a function that is no longer in a file (a signature
// that was changed) stays for one release and is dropped when the next set is applied. A function's return type cannot
// change without a new name or signature; PostgreSQL refuses it. A function that only other SQL functions call may be
// dropped by a DROP FUNCTION IF EXISTS before its CREATE: the transaction hides the gap.
//
// Triggers that did not change are left alone, because replacing one stops the writers of its table for a moment.
func (s Schema) applyFunctions(ctx context.Context, conn *pgx.Conn) error {
	functions, triggers, err := s.readFunctions()
	if err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if done, err := s.stamped(ctx, tx); done || err != nil {
			return err
		}
		// Before anything is locked that the programs need.
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", int64(grantKey)); err != nil {
			return err
		}
		set := fmt.Sprintf("SELECT set_config('lock_timeout', '%dms', true), set_config('check_function_bodies', ", lockTimeout.Milliseconds())
		for _, check := range []string{"'off', true)", "'on', true)"} { // first in any order, then each against all others
			if _, err := tx.Exec(ctx, set+check); err != nil {
				return err
			}
			for _, sql := range functions {
				if _, err := tx.Exec(ctx, sql, pgx.QueryExecModeSimpleProtocol); err != nil {
					return fmt.Errorf("%.80s: %w", sql, err)
				}
			}
		}
		if err := applyTriggers(ctx, tx, triggers); err != nil {
			return err
		}
		if err := retire(ctx, tx); err != nil {
			return err
		}
		if err := grantAll(ctx, tx, s.Roles); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "INSERT INTO schema_stamp (stamp) VALUES ($1)", s.stamp())
		return err
	})
}

// stamped reports whether the functions of the database are these, or newer ones.
func (s Schema) stamped(ctx context.Context, tx pgx.Tx) (bool, error) {
	var exists bool
	if err := tx.QueryRow(ctx, "SELECT to_regclass('schema_stamp') IS NOT NULL").Scan(&exists); err != nil {
		return false, err
	}
	if !exists {
		return false, errors.New("the database was made before the baseline, of which nothing was released: drop it (make reset)")
	}
	rows, err := tx.Query(ctx, "SELECT stamp FROM schema_stamp ORDER BY id DESC")
	if err != nil {
		return false, err
	}
	stamps, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return false, err
	}
	at := slices.Index(stamps, s.stamp())
	return at == 0 || (at > 0 && !s.Back), nil
}

func applyTriggers(ctx context.Context, tx pgx.Tx, triggers []trigger) error {
	rows, err := tx.Query(ctx, "SELECT name, hash FROM schema_object WHERE name LIKE 'TRIGGER %'")
	if err != nil {
		return err
	}
	applied := map[string]string{}
	var name, hash string
	if _, err := pgx.ForEachRow(rows, []any{&name, &hash}, func() error { applied[name] = hash; return nil }); err != nil {
		return err
	}
	for _, t := range triggers {
		before, exists := applied[t.name]
		delete(applied, t.name)
		if exists && before == t.hash {
			continue
		}
		if _, err := tx.Exec(ctx, t.sql, pgx.QueryExecModeSimpleProtocol); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
		_, err := tx.Exec(ctx, "INSERT INTO schema_object (name, hash) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET hash = excluded.hash", t.name, t.hash)
		if err != nil {
			return err
		}
	}
	for gone := range applied {
		if _, err := tx.Exec(ctx, "DROP "+strings.Replace(gone, "TRIGGER ", "TRIGGER IF EXISTS ", 1)); err != nil {
			return fmt.Errorf("%s: %w", gone, err)
		}
		if _, err := tx.Exec(ctx, "DELETE FROM schema_object WHERE name = $1", gone); err != nil {
			return err
		}
	}
	return nil
}

// retire records the functions that this transaction made, drops those that an earlier set retired, and retires those that are
// in no file any more.
func retire(ctx context.Context, tx pgx.Tx) error {
	const made = "SELECT 'FUNCTION ' || oid::regprocedure FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND xmin = pg_current_xact_id()::xid"
	_, err := tx.Exec(ctx, "INSERT INTO schema_object (name, hash) SELECT made, '' FROM ("+made+") AS p (made) ON CONFLICT (name) DO UPDATE SET retired = false")
	if err != nil {
		return err
	}
	rows, err := tx.Query(ctx, "DELETE FROM schema_object WHERE retired RETURNING name")
	if err != nil {
		return err
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, name := range names {
		if _, err := tx.Exec(ctx, "DROP "+strings.Replace(name, "FUNCTION ", "FUNCTION IF EXISTS ", 1)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	_, err = tx.Exec(ctx, "UPDATE schema_object SET retired = true WHERE name LIKE 'FUNCTION %' AND name NOT IN ("+made+")")
	return err
}
