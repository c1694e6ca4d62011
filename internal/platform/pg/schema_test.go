package pg_test

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"net/url"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/id"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/pgtest"
)

// with returns the schema of this program with more files, by their path: NNNNN_name.sql or domain/functions.sql.
func with(t testing.TB, more map[string]string) pg.Schema {
	t.Helper()
	s := pg.Current()
	tables, functions := fstest.MapFS{}, fstest.MapFS{}
	for from, to := range map[fs.FS]fstest.MapFS{s.Migrations: tables, s.Functions: functions} {
		require.NoError(t, fs.WalkDir(from, ".", func(name string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			text, err := fs.ReadFile(from, name)
			to[name] = &fstest.MapFile{Data: text}
			return err
		}))
	}
	for name, text := range more {
		if path.Base(name) == "functions.sql" {
			functions[name] = &fstest.MapFile{Data: []byte(text)}
		} else {
			tables[name] = &fstest.MapFile{Data: []byte("-- +goose Up\n" + text)}
		}
	}
	return pg.Schema{Migrations: tables, Functions: functions}
}

// A program of the release before works on while and after the functions change; two releases back it is not ready.
func TestAFunctionThatChangedItsSignatureStaysOneRelease(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	address := pgtest.FreshURL(t)
	db := pgtest.Pool(t, address)
	call := func(sql string) (n int, err error) { return n, db.QueryRow(ctx, sql).Scan(&n) }
	migrate := func(text string) {
		t.Helper()
		_, err := with(t, map[string]string{"extra/functions.sql": text}).Migrate(ctx, address)
		require.NoError(t, err)
	}

	migrate("CREATE OR REPLACE FUNCTION extra_answer() RETURNS int LANGUAGE sql AS $$ SELECT 1; $$;")
	require.NoError(t, pg.Ready(db)(ctx), "one release behind")
	n, err := call("SELECT extra_answer()")
	require.NoError(t, err)
	require.Equal(t, 1, n)

	next := "CREATE OR REPLACE FUNCTION extra_answer(p int) RETURNS int LANGUAGE sql AS $$ SELECT p; $$;"
	migrate(next)
	n, err = call("SELECT extra_answer(2)")
	require.NoError(t, err)
	require.Equal(t, 2, n)
	n, err = call("SELECT extra_answer()")
	require.NoError(t, err, "what the release before calls is still there")
	require.Equal(t, 1, n)
	require.ErrorContains(t, pg.Ready(db)(ctx), "SQL functions", "two releases behind")

	migrate(next)
	_, err = call("SELECT extra_answer()")
	require.NoError(t, err, "the same release again changes nothing")

	migrate(next + "\nCREATE OR REPLACE FUNCTION extra_more() RETURNS int LANGUAGE sql AS $$ SELECT extra_answer(3) $$;")
	_, err = call("SELECT extra_answer()")
	require.ErrorContains(t, err, "does not exist")

	_, err = pg.Migrate(ctx, address)
	require.NoError(t, err)
	n, err = call("SELECT extra_more()")
	require.NoError(t, err, "an older release leaves the functions of a newer one alone")
	require.Equal(t, 3, n)
	back := pg.Current()
	back.Back = true
	_, err = back.Migrate(ctx, address)
	require.NoError(t, err)
	require.NoError(t, pg.Ready(db)(ctx))
}

func TestFunctionsThatDoNotFitChangeNothing(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	address := pgtest.FreshURL(t)
	db := pgtest.Pool(t, address)
	for text, want := range map[string]string{
		"CREATE OR REPLACE FUNCTION extra_bad() RETURNS int LANGUAGE sql AS $$ SELECT no_such_column FROM site_site $$;":          "no_such_column",
		"CREATE OR REPLACE FUNCTION casino_seen(p_session text[], p_now timestamptz) RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;": "cannot change return type",
		"CREATE TABLE extra_table (x int);": "neither a function nor a trigger",
		"CREATE OR REPLACE TRIGGER extra_trigger BEFORE INSERT ON no_such_table FOR EACH ROW EXECUTE FUNCTION refuse_change();": "no_such_table",
	} {
		_, err := with(t, map[string]string{"extra/functions.sql": text}).Migrate(ctx, address)
		require.ErrorContains(t, err, want)
	}
	require.NoError(t, pg.Ready(db)(ctx))
}

func TestATriggerFollowsItsFile(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	address := pgtest.FreshURL(t)
	db := pgtest.Pool(t, address)
	s := with(t, map[string]string{"extra/functions.sql": "CREATE OR REPLACE TRIGGER extra BEFORE DELETE ON site_site FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();"})
	_, err := s.Migrate(ctx, address)
	require.NoError(t, err)
	_, err = db.Exec(ctx, "DELETE FROM site_site")
	require.ErrorContains(t, err, "append-only")
	_, err = with(t, map[string]string{"extra/functions.sql": "CREATE OR REPLACE FUNCTION extra() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;"}).Migrate(ctx, address)
	require.NoError(t, err)
	_, err = db.Exec(ctx, "DELETE FROM site_site")
	require.NoError(t, err)
}

const insertRound = `INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, currency, balance_before, balance_after) VALUES ('sim', $1, 'kim01', 'demo', 'KRW', 1, 1)`

// A trigger of the new release that writes a new table would fail every bet until the role of the api may write that table. So both come at once, and
// another migrator that holds up the grants holds up the functions with them.
func TestNewFunctionsComeTogetherWithTheirGrants(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), testkit.Patience)
	defer cancel()
	address := pgtest.FreshURL(t)
	owner := pgtest.Pool(t, address)
	app := as(t, address, owner, pg.API)
	bets := 0
	bet := func(why string) {
		bets++
		_, err := app.Exec(ctx, insertRound, fmt.Sprint("of the api ", bets))
		require.NoError(t, err, why)
	}
	bet("the release before")

	release := with(t, map[string]string{
		"99990_extra.sql": "CREATE TABLE extra_round (round_id text NOT NULL);",
		"extra/functions.sql": `CREATE OR REPLACE FUNCTION extra_note() RETURNS trigger LANGUAGE plpgsql AS $$
			BEGIN INSERT INTO extra_round VALUES (new.round_id); RETURN new; END $$;
			CREATE OR REPLACE TRIGGER extra_note AFTER INSERT ON casino_round FOR EACH ROW EXECUTE FUNCTION extra_note();`,
	})
	release.Roles = map[string]pg.Rights{app.Config().ConnConfig.User: pg.API, "": pg.Workers}
	hold, err := owner.Begin(ctx)
	require.NoError(t, err)
	defer func() { _ = hold.Rollback(context.WithoutCancel(ctx)) }()
	_, err = hold.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", pg.GrantKey)
	require.NoError(t, err)
	done := make(chan error, 1)
	go func() {
		_, err := release.Migrate(ctx, address)
		done <- err
	}()
	for waits := false; !waits; {
		bet("while the grants are held up")
		err := owner.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
			AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`).Scan(&waits)
		require.NoError(t, err)
		_, err = hold.Exec(ctx, "SELECT 1") // or the server would end it for being idle
		require.NoError(t, err)
	}
	require.NoError(t, hold.Commit(ctx))
	require.NoError(t, <-done)
	bet("the new release")
	var noted int
	require.NoError(t, owner.QueryRow(ctx, "SELECT count(*) FROM extra_round").Scan(&noted))
	require.Positive(t, noted)
}

// A migration that waits for a locked table does so in short turns, between which bets go on.
func TestAMigrationThatWaitsForALockLetsBetsPass(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ sql, waiting string }{
		"a column": {"ALTER TABLE casino_round ADD COLUMN note text NOT NULL DEFAULT '';", "ALTER TABLE casino_round%"},
		"an index": {
			"-- +goose NO TRANSACTION\nDROP INDEX CONCURRENTLY IF EXISTS extra;\nCREATE INDEX CONCURRENTLY extra ON casino_round (created_at);",
			"CREATE INDEX CONCURRENTLY%",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), testkit.Patience)
			defer cancel()
			address := pgtest.FreshURL(t)
			db := pgtest.Pool(t, address)
			hold, err := db.Begin(ctx)
			require.NoError(t, err)
			defer func() { _ = hold.Rollback(context.WithoutCancel(ctx)) }() // or the pool would not close when the test fails
			_, err = hold.Exec(ctx, insertRound, "held")
			require.NoError(t, err)

			done, extra := make(chan error, 1), with(t, map[string]string{"99990_extra.sql": c.sql})
			go func() {
				_, err := extra.Migrate(ctx, address)
				done <- err
			}()
			turns := map[time.Time]bool{} // in which the migration waited
			for bets := 0; bets < 50 || (len(turns) < 3 && name == "a column") || len(turns) == 0; bets++ {
				_, err := db.Exec(ctx, insertRound, fmt.Sprint(bets))
				require.NoError(t, err)
				var began *time.Time
				err = db.QueryRow(ctx, `SELECT max(query_start) FROM pg_stat_activity
					WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`, c.waiting).Scan(&began)
				require.NoError(t, err)
				if began != nil {
					turns[*began] = true
				}
				_, err = hold.Exec(ctx, "SELECT 1") // or the server would end it for being idle
				require.NoError(t, err)
			}
			select {
			case err := <-done:
				t.Fatalf("the migration did not wait: %v", err)
			default:
			}
			require.NoError(t, hold.Commit(ctx))
			require.NoError(t, <-done)
			var valid bool
			require.NoError(t, db.QueryRow(ctx, "SELECT coalesce(bool_and(indisvalid), false) FROM pg_index WHERE indrelid = 'casino_round'::regclass").Scan(&valid))
			require.True(t, valid)
		})
	}
}

// The longest wait of a bet, one each 50 ms, while a migration adds a column and an index to 1.5 million rounds.
func BenchmarkBetsDuringAMigration(b *testing.B) {
	ctx := b.Context()
	for b.Loop() {
		address := pgtest.FreshURL(b)
		db, err := pg.Open(ctx, address, pg.Options{StatementTimeout: 10 * time.Minute})
		require.NoError(b, err)
		_, err = db.Exec(ctx, `INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, currency, balance_before, balance_after)
			SELECT 'sim', 'r' || n, 'kim' || n % 1000, 'demo', 'KRW', 1, 1 FROM generate_series(1, 1500000) n`)
		require.NoError(b, err)
		done, s := make(chan error, 1), with(b, map[string]string{
			"99990_column.sql": "ALTER TABLE casino_round ADD COLUMN note text NOT NULL DEFAULT '';",
			"99991_index.sql":  "-- +goose NO TRANSACTION\nDROP INDEX CONCURRENTLY IF EXISTS extra;\nCREATE INDEX CONCURRENTLY extra ON casino_round (member_id, site_id, created_at);",
		})
		go func() {
			_, err := s.Migrate(ctx, address)
			done <- err
		}()
		var longest time.Duration
		tick := time.NewTicker(50 * time.Millisecond)
		bets := 0
		for running := true; running; bets++ {
			select {
			case err := <-done:
				require.NoError(b, err)
				running = false
			case <-tick.C:
			}
			began := time.Now()
			_, err := db.Exec(ctx, insertRound, fmt.Sprint(bets))
			require.NoError(b, err)
			longest = max(longest, time.Since(began))
		}
		tick.Stop()
		db.Close()
		b.ReportMetric(float64(longest.Milliseconds()), "ms-longest-wait")
		b.ReportMetric(float64(bets), "bets")
	}
}

// A database of a commit since the baseline, migrated by today's program, is the same as a fresh one: the last commit that differs, or the last five in
// make test-deep.
func TestDatabasesOfEarlierCommitsUpgrade(t *testing.T) {
	t.Parallel()
	commits := testkit.Size(1, 5)
	top, err := exec.Command("git", "rev-parse", "--show-toplevel").Output()
	require.NoError(t, err, "the commits since the baseline are needed: run the tests in a clone")
	git := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Dir = strings.TrimSpace(string(top))
		out, err := cmd.Output()
		require.NoError(t, err, "git %v", args)
		return string(out)
	}
	ctx := t.Context()
	fresh := dump(t, pgtest.FreshURL(t))
	today := pg.Current()
	baseline, err := fs.ReadFile(today.Migrations, "00001_baseline.sql")
	require.NoError(t, err)
	seen := map[string]bool{today.Hash(): true}
	log := strings.Fields(git("log", "--format=%H", "-n", "200", "--", ":(glob)internal/**/functions.sql", "internal/platform/pg/migrations"))
	for _, commit := range log {
		old := pg.Schema{Migrations: fstest.MapFS{}, Functions: fstest.MapFS{}}
		for _, name := range strings.Fields(git("ls-tree", "-r", "--name-only", commit, "internal")) {
			file := func() *fstest.MapFile { return &fstest.MapFile{Data: []byte(git("show", commit+":"+name))} }
			if strings.HasPrefix(name, "internal/platform/pg/migrations/") && path.Ext(name) == ".sql" {
				old.Migrations.(fstest.MapFS)[path.Base(name)] = file()
			}
			if path.Base(name) == "functions.sql" {
				old.Functions.(fstest.MapFS)[strings.TrimPrefix(name, "internal/")] = file()
			}
		}
		first := old.Migrations.(fstest.MapFS)["00001_baseline.sql"]
		if first == nil || !bytes.Equal(first.Data, baseline) {
			break // of before today's baseline
		}
		if seen[old.Hash()] {
			continue
		}
		seen[old.Hash()] = true
		t.Run(commit[:7], func(t *testing.T) {
			t.Parallel()
			address := empty(t)
			_, err := old.Migrate(ctx, address)
			require.NoError(t, err)
			_, err = today.Migrate(ctx, address)
			require.NoError(t, err)
			db := pgtest.Pool(t, address)
			rows, err := db.Query(ctx, "SELECT replace(name, 'FUNCTION', 'DROP FUNCTION IF EXISTS') FROM schema_object WHERE retired")
			require.NoError(t, err)
			retired, err := pgx.CollectRows(rows, pgx.RowTo[string])
			require.NoError(t, err)
			for _, drop := range retired { // as the next release does
				_, err := db.Exec(ctx, drop)
				require.NoError(t, err)
			}
			require.Equal(t, fresh, dump(t, address))
		})
		if len(seen) > commits {
			break
		}
	}
}

// Posts that were published language by language in one go become one post with one number to go by; all others stay as they are.
func TestPostsOfOneAnnouncementBecomeOnePost(t *testing.T) {
	t.Parallel()
	ctx, address, today := t.Context(), ofBaseline(t), pg.Current()
	db := pgtest.Pool(t, address)
	_, err := db.Exec(ctx, `
		INSERT INTO site_site (site_id, name, options) VALUES ('demo', 'Demo', '{"languages": ["ko", "en"]}');
		INSERT INTO member_member (member_id, site_id, nick, nick_key, name, phone, bank_name, account_no, account_holder, pass_hash, pin_hash)
			VALUES ('minsu', 'demo', 'minsu', 'minsu', 'Kim', '1', 'b', '1', 'Kim', '', '');
		INSERT INTO board_post (site_id, board, lang, title, views, pinned, created_at) VALUES
			('demo', 'notice', 'ko', '하나', 5, false, '2026-01-01 00:00:00'), ('demo', 'notice', 'en', 'One', 7, false, '2026-01-01 00:00:01'),
			('demo', 'notice', 'en', 'Two', 1, false, '2026-01-01 00:00:01.5'), ('demo', 'notice', 'ko', '둘', 1, false, '2026-01-01 00:00:02'),
			('demo', 'notice', 'ko', 'alone', 1, false, '2026-01-02'), ('demo', 'notice', 'en', 'a day later', 1, false, '2026-01-03'),
			('demo', 'notice', 'ko', 'pinned', 1, true, '2026-01-04'), ('demo', 'notice', 'en', 'not pinned', 1, false, '2026-01-04'),
			('demo', 'event', 'ko', 'same', 1, false, '2026-01-05'), ('demo', 'event', 'ko', 'language', 1, false, '2026-01-05'),
			('demo', 'event', '', 'all', 1, false, '2026-01-06');
		INSERT INTO board_comment (post_id, member_id, writer, content, html, created_at)
			SELECT id, 'minsu', 'minsu', 'x', 'x', now() FROM board_post WHERE title IN ('One', 'alone')`)
	require.NoError(t, err)
	_, err = today.Migrate(ctx, address)
	require.NoError(t, err)
	rows, err := db.Query(ctx, `SELECT l.title || ' ' || l.views || ' ' || count(DISTINCT c.id) || ': ' || string_agg(DISTINCT p.title, ', ' ORDER BY p.title)
		FROM board_post l JOIN board_post p ON coalesce(p.group_id, p.id) = l.id LEFT JOIN board_comment c ON c.post_id = l.id
		GROUP BY l.id ORDER BY l.id`)
	require.NoError(t, err)
	posts, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	require.Equal(t, []string{
		"하나 12 1: One, 하나", "Two 2 0: Two, 둘", "alone 1 1: alone", "a day later 1 0: a day later", "pinned 1 0: pinned", "not pinned 1 0: not pinned",
		"same 1 0: same", "language 1 0: language", "all 1 0: all",
	}, posts)
}

// The winners that the public board showed from the index of rounds are in the table that took its place.
func TestTheWinnersOfBeforeAreCarriedOver(t *testing.T) {
	t.Parallel()
	ctx, address, today := t.Context(), empty(t), pg.Current()
	old := pg.Schema{Migrations: fstest.MapFS{}, Functions: fstest.MapFS{}}
	baseline, err := fs.ReadFile(today.Migrations, "00001_baseline.sql")
	require.NoError(t, err)
	old.Migrations.(fstest.MapFS)["00001_baseline.sql"] = &fstest.MapFile{Data: baseline}
	_, err = old.Migrate(ctx, address)
	require.NoError(t, err)
	db := pgtest.Pool(t, address)
	_, err = db.Exec(ctx, `
		INSERT INTO site_site (site_id, name) VALUES ('demo', 'Demo'), ('other', 'Other');
		INSERT INTO vendor_round (vendor_id, round_id, member_id, site_id, currency, stake, payout, state, balance_before, balance_after, closed_at) VALUES
			('sim', 'won', 'kim', 'demo', 'KRW', 1, 2, 'closed', 0, 0, '2026-01-01'), ('sim', 'elsewhere', 'lee', 'other', 'KRW', 1, 2, 'closed', 0, 0, '2026-01-02'),
			('sim', 'even', 'kim', 'demo', 'KRW', 1, 1, 'closed', 0, 0, '2026-01-01'), ('sim', 'open', 'kim', 'demo', 'KRW', 1, 2, 'open', 0, 0, NULL)`)
	require.NoError(t, err)
	_, err = today.Migrate(ctx, address)
	require.NoError(t, err)
	require.Equal(t, []string{"demo won kim 2026-01-01", "other elsewhere lee 2026-01-02"}, pgtest.Column(t, db,
		"SELECT concat_ws(' ', site_id, round_id, member_id, (closed_at AT TIME ZONE 'UTC')::date) FROM report_winner ORDER BY 1"))
	require.Equal(t, []string{"0"}, pgtest.Column(t, db, "SELECT count(*)::text FROM pg_class WHERE relname = 'casino_round_winners'"))
}

// Members' inquiries of before stay as they are when those of guests come among them, and a guest's is whole or refused.
func TestInquiriesOfMembersStayWhenGuestsMayAsk(t *testing.T) {
	t.Parallel()
	ctx, address, today := t.Context(), ofBaseline(t), pg.Current()
	db := pgtest.Pool(t, address)
	_, err := db.Exec(ctx, `
		INSERT INTO site_site (site_id, name) VALUES ('demo', 'Demo');
		INSERT INTO member_member (member_id, site_id, nick, nick_key, name, phone, bank_name, account_no, account_holder, pass_hash, pin_hash)
			VALUES ('minsu', 'demo', 'minsu', 'minsu', 'Kim', '1', 'b', '1', 'Kim', '', '');
		INSERT INTO inquiry_inquiry (site_id, member_id, category, lang, title, content, html, created_at)
			SELECT 'demo', 'minsu', c, 'ko', c, 'x', 'x', '2026-01-01' FROM unnest(ARRAY['bankaccount', 'etc']) c`)
	require.NoError(t, err)
	_, err = today.Migrate(ctx, address)
	require.NoError(t, err)
	var kept int
	require.NoError(t, db.QueryRow(ctx, "SELECT count(*) FROM inquiry_inquiry WHERE member_id = 'minsu' AND title = category AND guest_contact IS NULL").Scan(&kept))
	require.Equal(t, 2, kept)

	const insert = `INSERT INTO inquiry_inquiry (site_id, lang, title, content, html, created_at, category, member_id, guest_contact_kind, guest_contact, guest_account, guest_secret)
		VALUES ('demo', 'ko', 't', 't', 't', now(), `
	_, err = db.Exec(ctx, insert+`'login', NULL, 'phone', '01012345678', '', '\x00')`)
	require.NoError(t, err)
	for why, values := range map[string]string{
		"nobody":               `'etc', NULL, NULL, NULL, NULL, NULL)`,
		"without a secret":     `'etc', NULL, 'phone', '01012345678', '', NULL)`,
		"a member and a guest": `'etc', 'minsu', 'phone', '01012345678', '', '\x00')`,
		"an unknown category":  `'vip', 'minsu', NULL, NULL, NULL, NULL)`,
	} {
		_, err := db.Exec(ctx, insert+values)
		require.ErrorContains(t, err, "violates check constraint", why)
	}
}

// The uplines of members of before are kept, those of every batch.
func TestUplinesAreKeptWhenTheyBecomeArrays(t *testing.T) {
	t.Parallel()
	ctx, address := t.Context(), ofBaseline(t)
	db := pgtest.Pool(t, address)
	_, err := db.Exec(ctx, `
		INSERT INTO site_site (site_id, name) VALUES ('demo', 'Demo');
		INSERT INTO member_member (member_id, site_id, nick, nick_key, name, phone, bank_name, account_no, account_holder, pass_hash, pin_hash, path)
			SELECT 'kim' || lpad(n::text, 5, '0'), 'demo', 'n' || n, 'n' || n, 'Kim', n::text, 'b', n::text, 'Kim', '', '',
			       CASE n WHEN 1 THEN '' WHEN 2 THEN 'kim00001' ELSE 'kim00002,kim00001' END FROM generate_series(1, 12000) n`)
	require.NoError(t, err)
	_, err = pg.Migrate(ctx, address)
	require.NoError(t, err)
	rows, err := db.Query(ctx, "SELECT array_to_string(upline, ' ') || ': ' || count(*) FROM member_member GROUP BY upline ORDER BY upline")
	require.NoError(t, err)
	uplines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	require.Equal(t, []string{": 1", "kim00001: 1", "kim00002 kim00001: 11998"}, uplines)
}

// Banners and popups that were written language by language become one campaign each when they have every language of the site, and only then.
func TestCampaignsOfBeforeBecomeOneRow(t *testing.T) {
	t.Parallel()
	ctx, address := t.Context(), ofBaseline(t)
	db := pgtest.Pool(t, address)
	_, err := db.Exec(ctx, `
		INSERT INTO site_site (site_id, name, options) VALUES ('two', 'Two', '{"languages": ["en", "ko"]}'), ('six', 'Six', '{}');
		INSERT INTO content_banner (site_id, lang, title, image, ord, since) VALUES
			('two', 'ko', 'k', '/art/k.svg', 1, now()), ('two', 'en', 'e', '/art/e.svg', 1, now()),
			('two', 'ko', 'alone', '/art/k.svg', 2, now()), ('two', '', 'all', '/art/k.svg', 3, now()),
			('two', 'ko', 'late', '/art/k.svg', 4, now() + interval '1 hour'), ('two', 'en', 'early', '/art/k.svg', 4, now()),
			('six', 'ko', 'two of six', '/art/k.svg', 1, now()), ('six', 'vn', 'one of six', '/art/k.svg', 1, now());
		INSERT INTO content_popup (site_id, lang, audience, title, content, html, ord, since)
			SELECT 'six', lang, 'before', lang, lang, '<b>' || lang || '</b>', 0, now() FROM unnest(ARRAY['jp', 'ko', 'vn', 'en', 'cn', 'th']) lang;
		INSERT INTO content_popup (site_id, lang, audience, title, ord, since) VALUES ('two', 'en', 'before', 'b', 0, now()), ('two', 'ko', 'after', 'a', 0, now())`)
	require.NoError(t, err)
	_, err = pg.Migrate(ctx, address)
	require.NoError(t, err)
	column := func(sql string) []string {
		t.Helper()
		rows, err := db.Query(ctx, sql)
		require.NoError(t, err)
		out, err := pgx.CollectRows(rows, pgx.RowTo[string])
		require.NoError(t, err)
		return out
	}
	require.Equal(t, []string{"all  ", "alone ko ", "e  en", "early en ", "late ko ", "one of six vn ", "two of six ko "},
		column("SELECT title || ' ' || lang || ' ' || source FROM content_banner ORDER BY title"))
	require.Equal(t, []string{"a ko ", "b en ", "vn  vn"}, column("SELECT title || ' ' || lang || ' ' || source FROM content_popup ORDER BY title"))
	require.Equal(t, []string{"cn <b>cn</b>", "en <b>en</b>", "jp <b>jp</b>", "k /art/k.svg", "ko <b>ko</b>", "th <b>th</b>"},
		column("SELECT title || ' ' || html || image FROM content_text WHERE NOT draft ORDER BY title"))
}

// Each post of staff has a source afterwards, and its readers see what they saw before.
func TestPostsOfBeforeHaveASource(t *testing.T) {
	t.Parallel()
	ctx, address, today := t.Context(), empty(t), pg.Current()
	names, err := fs.Glob(today.Migrations, "*.sql")
	require.NoError(t, err)
	old := pg.Schema{Migrations: fstest.MapFS{}, Functions: fstest.MapFS{}}
	for _, name := range names {
		if name < "00082" {
			text, err := fs.ReadFile(today.Migrations, name)
			require.NoError(t, err)
			old.Migrations.(fstest.MapFS)[name] = &fstest.MapFile{Data: text}
		}
	}
	_, err = old.Migrate(ctx, address)
	require.NoError(t, err)
	db := pgtest.Pool(t, address)
	_, err = db.Exec(ctx, `
		INSERT INTO site_site (site_id, name, options) VALUES ('two', 'Two', '{"languages": ["en", "ko"]}'), ('six', 'Six', '{}');
		INSERT INTO member_member (member_id, site_id, nick, nick_key, name, phone, bank_name, account_no, account_holder, pass_hash, pin_hash)
			VALUES ('minsu', 'two', 'minsu', 'minsu', 'Kim', '1', 'b', '1', 'Kim', '', '');
		INSERT INTO member_staff (staff_id, site_id, name, pass_hash, totp_secret) VALUES ('bossy', 'two', 'Boss', '', '');
		INSERT INTO personal_look (staff_id, site_id, since, looks) VALUES ('bossy', 'two', now(), 130);
		INSERT INTO board_post (site_id, board, member_id, lang, title) VALUES ('two', 'board', 'minsu', '', 'of a member');
		INSERT INTO board_post (site_id, board, lang, title) VALUES
			('two', 'notice', '', 'alone for all'), ('six', 'notice', 'ko', 'alone ko'),
			('two', 'notice', 'ko', 'both k'), ('two', 'notice', '', 'rest all'), ('two', 'notice', '', 'twin all'), ('six', 'notice', 'ko', 'some k'), ('two', 'notice', 'en', 'gone e');
		UPDATE board_post SET group_id = id WHERE title IN ('both k', 'rest all', 'twin all', 'some k', 'gone e');
		INSERT INTO board_post (site_id, board, lang, title, content, group_id, removed, published)
			SELECT site_id, board, n.lang, n.title, n.title, p.id, n.gone, NOT n.gone FROM board_post p JOIN (VALUES
				('both k', 'en', 'both e', false), ('rest all', 'ko', 'rest k', false), ('twin all', 'en', 'twin e', false), ('twin all', 'ko', 'twin k', false),
				('some k', 'th', 'some t', false), ('gone e', 'ko', 'gone k', false), ('gone e', '', 'gone all', true)) n (first, lang, title, gone) ON n.first = p.title;
		INSERT INTO board_post (site_id, board, lang, title) SELECT 'six', 'event', 'jp', 'many ' || n FROM generate_series(1, 250) n`)
	require.NoError(t, err)
	_, err = today.Migrate(ctx, address)
	require.NoError(t, err)
	require.Equal(t, []string{
		"alone for all: lang= source=en", "alone ko: lang=ko source=ko",
		"both e: lang= source=en", "both k: lang=ko source=", // in both languages of its site: for everyone
		"gone all: lang= source= removed", "gone e: lang=en source=en", "gone k: lang=ko source=",
		"of a member: lang= source=",
		"rest all: lang= source=en", "rest k: lang=ko source=",
		"some k: lang=ko source=ko", "some t: lang=th source=",
		"twin all: lang=en source= removed", "twin e: lang= source=en", "twin k: lang=ko source=", // the text in the default language took the place of the one for all
	}, pgtest.Column(t, db, `SELECT title || ': lang=' || lang || ' source=' || source || CASE WHEN removed THEN ' removed' ELSE '' END
		FROM board_post WHERE title NOT LIKE 'many%' AND published <> removed ORDER BY title COLLATE "C"`))
	require.Equal(t, []string{"twin e"}, pgtest.Column(t, db, "SELECT content FROM board_post WHERE title = 'twin e'"))
	require.Equal(t, []string{"250"}, pgtest.Column(t, db, "SELECT count(*)::text FROM board_post WHERE title LIKE 'many%' AND lang = 'jp' AND source = 'jp'"))
	require.Equal(t, []string{"130 30"}, pgtest.Column(t, db, "SELECT cardinality(times) || ' ' || untold FROM personal_look"))
}

// ofBaseline returns the address of a database of the first migration only.
func ofBaseline(t *testing.T) config.URL {
	t.Helper()
	address := empty(t)
	baseline, err := fs.ReadFile(pg.Current().Migrations, "00001_baseline.sql")
	require.NoError(t, err)
	old := pg.Schema{Migrations: fstest.MapFS{"00001_baseline.sql": &fstest.MapFile{Data: baseline}}, Functions: fstest.MapFS{}}
	_, err = old.Migrate(t.Context(), address)
	require.NoError(t, err)
	return address
}

// empty returns the address of a database without anything in it, which is dropped after the test.
func empty(t *testing.T) config.URL {
	t.Helper()
	address := pgtest.FreshURL(t)
	u, err := url.Parse(string(address))
	require.NoError(t, err)
	admin, err := pgxpool.New(t.Context(), string(address))
	require.NoError(t, err)
	name := "empty_" + strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(id.New()))
	_, err = admin.Exec(t.Context(), "CREATE DATABASE "+name)
	require.NoError(t, err)
	t.Cleanup(func() {
		_, err := admin.Exec(context.WithoutCancel(t.Context()), "DROP DATABASE "+name+" WITH (FORCE)")
		require.NoError(t, err)
		admin.Close()
	})
	u.Path = "/" + name
	return config.URL(u.String())
}

// dump is pg_dump's text of a schema, without what differs from dump to dump.
func dump(t *testing.T, address config.URL) string {
	t.Helper()
	program, err := exec.LookPath("pg_dump")
	if err != nil {
		found, err := filepath.Glob("/usr/lib/postgresql/*/bin/pg_dump")
		require.NoError(t, err)
		require.NotEmpty(t, found, "pg_dump is part of the server's packages")
		program = found[len(found)-1]
	}
	var out, problem bytes.Buffer
	cmd := exec.Command(program, "-s", string(address))
	cmd.Stdout, cmd.Stderr = &out, &problem
	require.NoError(t, cmd.Run(), problem.String())
	var lines []string
	for line := range strings.Lines(out.String()) {
		if !strings.HasPrefix(line, "--") && !strings.HasPrefix(line, `\`) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}
