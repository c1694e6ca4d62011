package pg

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pressly/goose/v3"
	"github.com/stretchr/testify/require"
)

const frozenFile = "migrations/frozen.sum"

// A file that is listed in frozen.sum was applied somewhere: it is not edited and not removed. Its successor repairs it.
func TestAppliedMigrationsAreFrozen(t *testing.T) {
	t.Parallel()
	problems, err := thawed(os.DirFS("migrations"), readFrozen(t))
	require.NoError(t, err)
	require.Empty(t, problems)

	planted := t.TempDir()
	require.NoError(t, os.CopyFS(planted, os.DirFS("migrations")))
	edited := filepath.Join(planted, "00001_baseline.sql")
	text, err := os.ReadFile(edited)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(edited, append(text, "-- edited\n"...), 0o600))
	problems, err = thawed(os.DirFS(planted), readFrozen(t))
	require.NoError(t, err)
	require.Equal(t, []string{"00001_baseline.sql was applied already: undo the edit and add a new file"}, problems)
	require.NoError(t, os.Remove(edited))
	problems, err = thawed(os.DirFS(planted), readFrozen(t))
	require.NoError(t, err)
	require.Equal(t, []string{"00001_baseline.sql was applied already: it must stay"}, problems)
}

// readFrozen returns the hashes of frozen.sum by file; make freeze writes it.
func readFrozen(t *testing.T) map[string]string {
	t.Helper()
	f, err := os.Open(frozenFile)
	require.NoError(t, err)
	defer func() { require.NoError(t, f.Close()) }()
	frozen := map[string]string{}
	for s := bufio.NewScanner(f); s.Scan(); {
		hash, name, ok := strings.Cut(s.Text(), "  ")
		require.True(t, ok, "%s: %q", frozenFile, s.Text())
		frozen[name] = hash
	}
	require.Contains(t, frozen, "00001_baseline.sql")
	return frozen
}

// thawed returns what happened to files that must not change.
func thawed(files fs.FS, frozen map[string]string) (problems []string, err error) {
	for name, hash := range frozen {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			problems = append(problems, name+" was applied already: it must stay")
			continue
		}
		if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != hash {
			problems = append(problems, name+" was applied already: undo the edit and add a new file")
		}
	}
	slices.Sort(problems)
	return problems, nil
}

// validated is the newest migration that may still hold VALIDATE CONSTRAINT: those up to here were applied with it.
const validated = 118

// unreleased is the newest migration that was written before the first release: what these dropped or renamed, no release read.
const unreleased = 26

// A migration after the baseline may not hold a lock for as long as a big table takes to scan or rewrite, and takes nothing away that the
// programs of the release before use.
func TestMigrationsDoNotStopBets(t *testing.T) {
	t.Parallel()
	files, err := fs.Glob(os.DirFS("migrations"), "*.sql")
	require.NoError(t, err)
	for _, name := range files {
		v, err := goose.NumericComponent(name)
		require.NoError(t, err)
		if v == 1 {
			continue
		}
		text, err := os.ReadFile(filepath.Join("migrations", name))
		require.NoError(t, err)
		problems := lint(string(text))
		if v <= unreleased {
			problems = slices.DeleteFunc(problems, func(p string) bool { return strings.Contains(p, inUse) })
		}
		if v <= validated {
			problems = slices.DeleteFunc(problems, func(p string) bool { return strings.Contains(p, holdsDelivery) })
		}
		require.Empty(t, problems, name)
	}
}

// holdsDelivery is in what lint says of a statement that reads a whole table in a transaction that has an id.
const holdsDelivery = "nothing is published to any page meanwhile"

func TestTheLintOfMigrationsFindsWhatStopsBets(t *testing.T) {
	t.Parallel()
	const free = "-- +goose NO TRANSACTION\n"
	for sql, want := range map[string]string{
		"CREATE TABLE bet_slip (id bigint);\nCREATE INDEX bet_slip_id ON bet_slip (id);":                                                                                                   "",
		"ALTER TABLE casino_round ADD COLUMN note text NOT NULL DEFAULT '', ADD COLUMN at timestamptz DEFAULT now();":                                                                      "",
		"ALTER TABLE casino_round ADD CONSTRAINT c CHECK (stake > 0) NOT VALID;":                                                                                                           "",
		free + "DROP INDEX CONCURRENTLY IF EXISTS i;\nCREATE INDEX CONCURRENTLY i ON casino_round (site_id);":                                                                              "",
		free + "DO $$ BEGIN LOOP UPDATE casino_round SET note = '' WHERE id IN (SELECT id FROM casino_round WHERE note IS NULL LIMIT 500); EXIT WHEN NOT FOUND; COMMIT; END LOOP; END $$;": "",
		free + "DO $$ BEGIN UPDATE casino_round SET note = ''; END $$;":                                                                                                                    "batches only",
		free + "ALTER TABLE casino_round VALIDATE CONSTRAINT c;":                                                                                                                           holdsDelivery,
		"CREATE TABLE bet_slip (id bigint, CONSTRAINT c CHECK (id > 0) NOT VALID);\nALTER TABLE bet_slip VALIDATE CONSTRAINT c;":                                                           "",
		free + "DO $$ BEGIN LOOP PERFORM FROM (SELECT stake FROM casino_round WHERE id > 0 LIMIT 500) r WHERE stake < 0; EXIT; COMMIT; END LOOP; END $$;":                                  "",
		"CREATE INDEX i ON casino_round (site_id);":                                                                                                                                        "CONCURRENTLY",
		"CREATE UNIQUE INDEX IF NOT EXISTS i ON casino_round (site_id);":                                                                                                                   "CONCURRENTLY",
		"CREATE INDEX CONCURRENTLY i ON casino_round (site_id);":                                                                                                                           "NO TRANSACTION",
		free + "CREATE INDEX CONCURRENTLY i ON casino_round (site_id);":                                                                                                                    "DROP INDEX CONCURRENTLY IF EXISTS i",
		free + "ALTER TABLE casino_round ADD COLUMN note text;":                                                                                                                            "only",
		"ALTER TABLE casino_round ALTER COLUMN stake TYPE numeric;":                                                                                                                        "rewrites",
		"ALTER TABLE casino_round ADD COLUMN n bigint DEFAULT nextval('s');":                                                                                                               "rewrites",
		"ALTER TABLE casino_round ADD COLUMN n text GENERATED ALWAYS AS (lower(site_id)) STORED;":                                                                                          "rewrites",
		"ALTER TABLE casino_round ADD COLUMN n bigint GENERATED ALWAYS AS IDENTITY;":                                                                                                       "rewrites",
		"ALTER TABLE casino_round ALTER note SET NOT NULL;":                                                                                                                                "reads",
		"ALTER TABLE casino_round ADD CONSTRAINT c CHECK (stake > 0);":                                                                                                                     "NOT VALID",
		"ALTER TABLE casino_round ADD UNIQUE (id);":                                                                                                                                        "USING INDEX",
		"UPDATE casino_round SET note = '';":                                                                                                                                               "batches",
		"ALTER TABLE casino_round DROP COLUMN note;":                                                                                                                                       inUse,
		"ALTER TABLE casino_round ADD COLUMN at timestamptz, DROP note CASCADE;":                                                                                                           inUse,
		"ALTER TABLE casino_round RENAME COLUMN note TO remark;":                                                                                                                           inUse,
		"ALTER TABLE casino_round RENAME TO round;":                                                                                                                                        inUse,
		"DROP TABLE IF EXISTS casino_round;":                                                                                                                                               inUse,
		"-- unread since v1.2.0\nALTER TABLE casino_round DROP COLUMN note;":                                                                                                               "",
		"ALTER TABLE casino_round DROP CONSTRAINT c, ALTER note DROP NOT NULL;":                                                                                                            "",
		"ALTER TABLE casino_round RENAME CONSTRAINT c TO d;":                                                                                                                               "",
		"LOCK TABLE casino_round;":                                                                                                                                                         "holds",
		"CREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;":                                                                                                       "functions.sql",
		"CREATE TRIGGER t BEFORE INSERT ON casino_round FOR EACH ROW EXECUTE FUNCTION f();":                                                                                                "functions.sql",
		"-- +goose StatementBegin\nDO $$ BEGIN CREATE INDEX i ON casino_round (site_id); END $$;\n-- +goose StatementEnd\n":                                                                "CONCURRENTLY",
	} {
		got := strings.Join(lint("-- +goose Up\n"+sql), "; ")
		if want == "" {
			require.Empty(t, got, sql)
		} else {
			require.Contains(t, got, want, sql)
		}
	}
}

var (
	createTable    = regexp.MustCompile(`(?i)\bCREATE TABLE(?: IF NOT EXISTS)? (\w+)`)
	createIndex    = regexp.MustCompile(`(?i)\bCREATE (?:UNIQUE )?INDEX( CONCURRENTLY)?(?: IF NOT EXISTS)? (\w+) ON (?:ONLY )?(\w+)`)
	alterTable     = regexp.MustCompile(`(?i)\bALTER TABLE(?: IF EXISTS)?(?: ONLY)? (\w+)\s+([^;]*)`)
	rewrites       = regexp.MustCompile(`(?i)\bTYPE\b|\bSTORED\b|AS IDENTITY|\bSET (?:LOGGED|UNLOGGED|TABLESPACE)|DEFAULT [a-z_]+\(`)
	constantTime   = regexp.MustCompile(`(?i)DEFAULT now\(\)`)
	addsConstraint = regexp.MustCompile(`(?i)\bADD (?:CONSTRAINT \w+ )?(CHECK|FOREIGN KEY|UNIQUE|PRIMARY KEY|EXCLUDE)`)
	changesRows    = regexp.MustCompile(`(?i)^(?:UPDATE|DELETE FROM) (\w+)`)
	validates      = regexp.MustCompile(`(?i)\bVALIDATE CONSTRAINT\b`)
	holdsLock      = regexp.MustCompile(`(?i)\b(LOCK TABLE|VACUUM FULL|CLUSTER|TRUNCATE|REINDEX)\b`)
	inFunctions    = regexp.MustCompile(`(?i)\bCREATE (?:OR REPLACE )?(?:FUNCTION|TRIGGER|PROCEDURE)\b`)
	freeStatement  = regexp.MustCompile(`(?i)^(?:CREATE (?:UNIQUE )?INDEX CONCURRENTLY|DROP INDEX CONCURRENTLY|ALTER TABLE \w+ VALIDATE CONSTRAINT|DO .*\bLOOP\b.* LIMIT \d+.*\bCOMMIT; .*END LOOP;)`)
)

// inUse begins what lint says of a column or a table that is dropped or renamed: an older program on the newer schema would fail with each
// statement that names it, and be ready all the same.
const inUse = "the programs of the release before use it"

var (
	takesAway   = regexp.MustCompile(`(?i)\bDROP (?:COLUMN (?:IF EXISTS )?)?(\w+)|\bRENAME (?:COLUMN )?(\w+)`)
	notColumns  = []string{"CONSTRAINT", "NOT", "DEFAULT", "IDENTITY", "EXPRESSION"}
	dropsTable  = regexp.MustCompile(`(?i)^DROP TABLE\b`)
	unreadSince = regexp.MustCompile(`(?m)^-- unread since v\d+\.\d+\.\d+$`)
)

// oneRow are the tables of one row.
var oneRow = []string{"invariant_cursor", "outbox_cursor", "wallet_archived"}

// lint returns what is wrong with a migration.
func lint(text string) (problems []string) {
	say := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	isFree := strings.Contains(text, "-- +goose NO TRANSACTION")
	fresh := map[string]bool{} // tables that this file creates: no other transaction uses them yet
	for _, m := range createTable.FindAllStringSubmatch(text, -1) {
		fresh[m[1]] = true
	}
	unread := unreadSince.MatchString(text)
	for _, sql := range statements(text) {
		line := strings.Join(strings.Fields(sql), " ")
		if !unread && dropsTable.MatchString(line) {
			say(inUse+": %.60s; drop it a release later, under -- unread since vX.Y.Z", line)
		}
		if isFree && !freeStatement.MatchString(line) {
			say("a file without a transaction holds CONCURRENTLY statements and batches only: %.60s", line)
		}
		if inFunctions.MatchString(line) {
			say("functions and triggers belong into functions.sql: %.60s", line)
			continue
		}
		for _, m := range createIndex.FindAllStringSubmatch(line, -1) {
			concurrently, index, table := m[1] != "", m[2], m[3]
			switch {
			case fresh[table]:
			case !concurrently:
				say("%s: an index on a table in use is made CONCURRENTLY, in a file of its own", index)
			case !isFree:
				say("%s: CONCURRENTLY needs -- +goose NO TRANSACTION", index)
			case !strings.Contains(text, "DROP INDEX CONCURRENTLY IF EXISTS "+index):
				say("%s: begin with DROP INDEX CONCURRENTLY IF EXISTS %s, which an interrupted build leaves behind", index, index)
			}
		}
		for _, m := range alterTable.FindAllStringSubmatch(line, -1) {
			table, what := m[1], constantTime.ReplaceAllString(m[2], "")
			for _, gone := range takesAway.FindAllStringSubmatch(what, -1) {
				if name := gone[1] + gone[2]; !unread && !fresh[table] && !slices.Contains(notColumns, strings.ToUpper(name)) {
					say(inUse+": %s %s; take it away a release later, under -- unread since vX.Y.Z", table, gone[0])
				}
			}
			switch {
			case fresh[table]:
			case validates.MatchString(what):
				say("%s: VALIDATE reads the whole table in a transaction that has an id: "+holdsDelivery+"; leave the constraint NOT VALID, and look at older rows in batches", table)
			case rewrites.MatchString(what):
				say("%s: rewrites the table: %.60s", table, what)
			case regexp.MustCompile(`(?i)\bSET NOT NULL`).MatchString(what):
				say("%s: reads the whole table under a lock: add a CHECK … NOT VALID, which holds for every row that is written from then on", table)
			case addsConstraint.MatchString(what) && !regexp.MustCompile(`(?i)NOT VALID|USING INDEX`).MatchString(what):
				say("%s: a constraint is added NOT VALID, or UNIQUE USING INDEX", table)
			}
		}
		if m := changesRows.FindStringSubmatch(line); m != nil && !fresh[m[1]] && !slices.Contains(oneRow, m[1]) {
			say("%s: rows are changed in batches: by a job, or by a loop that commits each, in a file without a transaction", m[1])
		}
		if holdsLock.MatchString(line) {
			say("holds a lock: %.60s", line)
		}
	}
	return problems
}
