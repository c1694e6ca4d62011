package commission_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/commission"
	"hubstake/internal/platform/vault"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
)

// asJob makes the test binary a process that notes, adds up and settles everything up to a moment: the address of the database and the moment.
const (
	asJob = "HUBSTAKE_TEST_COMMISSION_JOB"
	jobAt = "HUBSTAKE_TEST_COMMISSION_AT"
)

func TestMain(m *testing.M) {
	if address := os.Getenv(asJob); address != "" {
		if err := runJob(context.Background(), address, os.Getenv(jobAt)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func runJob(ctx context.Context, address, moment string) error {
	at, err := time.Parse(time.RFC3339, moment)
	if err != nil {
		return err
	}
	db, err := pgxpool.New(ctx, address)
	if err != nil {
		return err
	}
	defer db.Close()
	box, err := vault.New(factory.Key())
	if err != nil {
		return err
	}
	clk := clock.NewManual(at)
	return work(ctx, db, commission.New(db, clk, site.New(db, clk), box), at)
}

// work is a turn of the job, which waits for the bets of transactions that still run.
func work(ctx context.Context, db *pgxpool.Pool, svc *commission.Service, at time.Time) error {
	for all := false; !all; {
		if err := svc.Accrue(ctx); err != nil {
			return err
		}
		if err := db.QueryRow(ctx, "SELECT tx = (SELECT coalesce(max(our_tx_id), 0) FROM casino_tx) AND at >= $1 FROM commission_cursor", at).Scan(&all); err != nil {
			return err
		}
	}
	if err := svc.AddUp(ctx, "demo"); err != nil {
		return err
	}
	_, err := svc.Settle(ctx, "demo")
	return err
}

// killPoints are where the job dies, in the order in which it comes there. Behind each is the table whose rows a turn writes there.
var killPoints = []struct{ name, table, trigger string }{
	{"the cursor moves", "commission_line", "BEFORE UPDATE OF tx ON commission_cursor"},
	{"a line", "commission_line", "BEFORE INSERT ON commission_line"},
	{"what a member bet", "commission_member_day", "BEFORE INSERT ON commission_member_day"},
	{"what a partner earned", "commission_partner_day", "BEFORE INSERT ON commission_partner_day"},
	{"the sums are complete", "", "BEFORE UPDATE OF summed ON commission_through"},
	{"the day is closed", "commission_statement", "BEFORE UPDATE OF closed ON commission_through"},
	{"a gift", "commission_bonus", "BEFORE INSERT ON commission_bonus"},
	{"a statement", "commission_statement", "BEFORE INSERT ON commission_statement"},
	{"another statement", "commission_statement", "BEFORE INSERT ON commission_statement"},
	{"a part of a statement", "commission_part", "BEFORE INSERT ON commission_part"},
	{"the day is settled", "commission_statement", "BEFORE UPDATE OF settled ON commission_through"},
	{"the answer to the commit", "commission_statement", "AFTER UPDATE OF settled ON commission_through DEFERRABLE INITIALLY DEFERRED"},
}

// gateKey is the advisory lock at which the job waits for its death.
const gateKey = 4711

// killer lets a job come to a point of its work, and kills it there.
type killer struct {
	*world
	conn *pgx.Conn // holds the gate
}

func newKiller(w *world) *killer {
	w.Helper()
	w.exec(`CREATE TABLE kill_at (point text NOT NULL, nth bigint NOT NULL)`)
	w.exec(`CREATE SEQUENCE kill_seen`)
	w.exec(fmt.Sprintf(`CREATE FUNCTION kill_here() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		IF EXISTS (SELECT FROM kill_at WHERE point = TG_ARGV[0]) AND nextval('kill_seen') = (SELECT nth FROM kill_at) THEN
			PERFORM pg_advisory_lock(%d);
		END IF;
		RETURN NEW;
	END $$`, gateKey))
	for i, p := range killPoints {
		kind := "TRIGGER"
		if strings.HasPrefix(p.trigger, "AFTER") {
			kind = "CONSTRAINT TRIGGER"
		}
		w.exec(fmt.Sprintf(`CREATE %s kill%d %s FOR EACH ROW EXECUTE FUNCTION kill_here('%s')`, kind, i, p.trigger, p.name))
	}
	k := &killer{world: w}
	var err error
	k.conn, err = pgx.Connect(w.Context(), w.db.Config().ConnString())
	require.NoError(w, err)
	w.Cleanup(func() { _ = k.conn.Close(context.WithoutCancel(w.Context())) })
	k.gate("SELECT pg_advisory_lock($1)")
	return k
}

// gate takes or gives back the lock at which the job waits for its death.
func (k *killer) gate(sql string) {
	k.Helper()
	_, err := k.conn.Exec(k.Context(), sql, gateKey)
	require.NoError(k, err)
}

// start begins a turn of the job in a process of its own. How it ended comes through done; log may be read then.
func (k *killer) start() (job *exec.Cmd, done <-chan error, log *bytes.Buffer) {
	k.Helper()
	job, log = exec.Command(os.Args[0]), &bytes.Buffer{}
	job.Env = append(os.Environ(), asJob+"="+k.db.Config().ConnString(), jobAt+"="+k.clk.Now().Format(time.RFC3339))
	job.Stdout, job.Stderr = log, log
	job.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	require.NoError(k, job.Start())
	ended := make(chan error, 1)
	go func() { ended <- job.Wait() }()
	return job, ended, log
}

// killAt kills a job when it comes to a point for the nth time, and waits until the database has noticed.
func (k *killer) killAt(point string, nth int64) {
	k.Helper()
	k.exec("INSERT INTO kill_at VALUES ($1, $2)", point, nth)
	k.exec("ALTER SEQUENCE kill_seen RESTART")
	job, done, log := k.start()
	testkit.Eventually(k, func() bool {
		select {
		case err := <-done:
			k.Errorf("the job ended before %s %d: %v\n%s", point, nth, err, log)
			return true
		default:
		}
		var waits bool
		err := k.db.QueryRow(k.Context(), `SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = $1
			AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`, gateKey).Scan(&waits)
		return err == nil && waits
	})
	if k.Failed() {
		k.FailNow()
	}
	require.NoError(k, job.Process.Kill())
	require.Error(k, <-done)
	k.exec("DELETE FROM kill_at")
	k.gate("SELECT pg_advisory_unlock($1)") // its connection goes on, finds that it is alone and ends
	k.gate("SELECT pg_advisory_lock($1)")   // granted when it has ended
	// The numbers that its transaction drew are given again, so that the files are those of the undisturbed site to the byte.
	k.exec("SELECT setval(pg_get_serial_sequence('commission_line', 'id'), (SELECT coalesce(max(id), 1) FROM commission_line), EXISTS (SELECT FROM commission_line))")
	k.Logf("killed at %s, row %d", point, nth)
}

// finish lets a job come to its end.
func (k *killer) finish() {
	k.Helper()
	_, done, log := k.start()
	require.NoError(k, <-done, log)
}

// counts returns how many rows the tables behind the points have.
func (w *world) counts() map[string]int64 {
	w.Helper()
	n := map[string]int64{}
	for _, p := range killPoints {
		if p.table != "" {
			var rows int64
			require.NoError(w, w.db.QueryRow(w.Context(), "SELECT count(*) FROM "+p.table).Scan(&rows))
			n[p.table] = rows
		}
	}
	return n
}

// The process that notes, adds up and settles dies by kill -9 at every point of its work, at a random row, at each of its turns, and is started again;
// in make test it is at three points, chosen by the seed. Its lines, sums and statements are those of a process that nothing disturbs, with files equal to the byte, and those of the model.
func TestAJobThatIsKilledLosesNothingAndDoublesNothing(t *testing.T) {
	t.Parallel()
	calm, hurt := newWorld(t, monday.Add(-time.Hour)), newWorld(t, monday.Add(-time.Hour))
	for i := range testkit.Size(15, 150) {
		tr := newTree(i)
		tr.site, tr.carry = "demo", true
		calm.trees = append(calm.trees, tr)
	}
	hurt.trees = calm.trees
	both := []*world{calm, hurt}
	for _, w := range both {
		w.members()
		w.write(monday.Add(-time.Hour))
	}
	k, rnd, points := newKiller(hurt), testkit.Rand(t), testkit.Some(t, 3, killPoints)
	turn := func() {
		before := calm.counts()
		require.NoError(t, work(t.Context(), calm.db, calm.svc, calm.clk.Now()))
		after := calm.counts()
		for _, p := range points {
			nth := int64(1)
			if p.table != "" {
				rows := after[p.table] - before[p.table]
				if rows == 0 {
					continue
				}
				if strings.HasPrefix(p.trigger, "BEFORE INSERT") {
					nth = 1 + rnd.Int64N(rows)
				}
			}
			k.killAt(p.name, nth)
		}
		k.finish()
	}
	for at := monday; at.Before(monday.AddDate(0, 0, days)); at = at.Add(step) {
		for _, tr := range calm.trees {
			tr.change(at)
		}
		for _, w := range both {
			w.clk.Set(at)
			w.write(at)
		}
		if at.Hour() == 6 || at.Hour() == 21 { // what happens between two turns over midnight is noted once
			turn()
		}
	}
	for _, w := range both {
		w.clk.Set(monday.AddDate(0, 0, days).Add(time.Hour))
	}
	turn()

	for table, but := range map[string]string{
		"commission_statement": "{signature,key}", "commission_part": "{}", "commission_line": "{chain_id}", "commission_bonus": "{chain_id}",
		"commission_member_day": "{}", "commission_partner_day": "{}",
	} {
		sql := fmt.Sprintf("SELECT (to_jsonb(x) - '%s'::text[])::text FROM %s x ORDER BY 1", but, table)
		want := calm.column(sql)
		require.NotEmpty(t, want, table)
		require.Equal(t, want, hurt.column(sql), table)
	}
	hurt.compare()
	require.Greater(t, hurt.counts()["commission_line"], testkit.Size[int64](100, 3000), "some thousand bets")
}
