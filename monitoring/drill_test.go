//go:build drill

package monitoring_test

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/id"
	"hubstake/monitoring/prom"
)

// drill is a fault, the alerts that must fire while it lasts, and its end, after which they must fall silent: within five minutes,
// or after longer when the alert looks back over a longer time.
type drill struct {
	name   string
	alerts []string
	after  time.Duration
	begin  func(t *testing.T, w *world) (end func())
}

var drills = []drill{
	{name: "nobody decides deposits", alerts: []string{"DepositPendingTooLong"}, begin: func(t *testing.T, w *world) func() {
		w.sql(t, "UPDATE cash_request SET requested_at = now() - interval '2 hours' WHERE kind = 'in' AND status = 0")
		return func() { w.sql(t, "UPDATE cash_request SET requested_at = now() WHERE kind = 'in' AND status = 0") }
	}},
	{name: "a stranger signs", alerts: []string{"CallbackBadSignature"}, after: 15 * time.Minute, begin: func(_ *testing.T, w *world) func() {
		key, done, stop := id.Key(), make(chan struct{}), make(chan struct{})
		go func() {
			defer close(done)
			for beat := time.NewTicker(pace); ; {
				select {
				case <-stop:
					beat.Stop()
					return
				case <-beat.C:
					_ = w.signed("balance", map[string]any{"member_id": w.player, "currency": "KRW"}, key)
				}
			}
		}()
		return func() {
			close(stop)
			<-done
		}
	}},
	{name: "Redis is gone", alerts: []string{"RedisDown", "OutboxStalled"}, begin: func(t *testing.T, w *world) func() {
		w.redis.Kill()
		return func() { w.redis.Restart(t) }
	}},
	{name: "a transaction is left open", alerts: []string{"OutboxStalled"}, begin: func(t *testing.T, w *world) func() {
		conn, err := pgx.Connect(t.Context(), string(w.database))
		require.NoError(t, err)
		tx, err := conn.Begin(t.Context())
		require.NoError(t, err)
		_, err = tx.Exec(t.Context(), "SELECT pg_current_xact_id()")
		require.NoError(t, err)
		return func() {
			require.NoError(t, tx.Rollback(t.Context()))
			require.NoError(t, conn.Close(t.Context()))
		}
	}},
	{name: "no worker runs", alerts: []string{"RelayMissing", "TargetDown"}, begin: func(t *testing.T, w *world) func() { return w.gone("workers") }},
	{name: "no hub runs", alerts: []string{"TargetDown", "CanaryFailing"}, begin: func(t *testing.T, w *world) func() { return w.gone("hub") }},
}

// sql changes the database behind the programs' back.
func (w *world) sql(t *testing.T, text string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), string(w.database))
	require.NoError(t, err)
	tag, err := conn.Exec(t.Context(), text)
	require.NoError(t, err)
	require.Positive(t, tag.RowsAffected())
	require.NoError(t, conn.Close(t.Context()))
}

// gone kills a program, and starts it again at the addresses that it had.
func (w *world) gone(name string) (again func()) {
	before := w.programs[name]
	_ = before.Process.Kill()
	_ = before.Wait()
	return func() {
		cmd := exec.Command(filepath.Join(w.bin, name))
		cmd.Env = append(before.Env, strings.ToUpper(name)+"_METRICS_LISTEN="+w.metrics[name], "HUB_LISTEN="+w.hub) // the last one counts
		cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
		require.NoError(w.tb, cmd.Start())
		w.tb.Cleanup(func() {
			_ = cmd.Process.Signal(syscall.SIGTERM)
			_ = cmd.Wait()
		})
	}
}

// The alerts fire on the product itself, not only in promtool: make drill, about twenty minutes.
func TestAlertsFireOnTheRunningProduct(t *testing.T) {
	w := newWorld(t)
	client := w.prometheus(t)
	fires := func(name string) bool {
		samples, err := client.Query(t.Context(), `ALERTS{alertstate="firing",alertname="`+name+`"}`)
		return err == nil && len(samples) > 0
	}
	all(t, func() []string { return silent(t, client) })
	for _, d := range drills {
		t.Run(d.name, func(t *testing.T) {
			began := time.Now()
			end := d.begin(t, w)
			for _, name := range d.alerts {
				require.Eventually(t, func() bool { return fires(name) }, 5*time.Minute, time.Second, "%s does not fire", name)
				t.Logf("%s after %v", name, time.Since(began).Round(time.Second))
			}
			end()
			over := time.Now()
			require.Eventually(t, func() bool { return !slices.ContainsFunc(d.alerts, fires) }, max(d.after, 5*time.Minute), time.Second, "still firing")
			t.Logf("silent %v after its end", time.Since(over).Round(time.Second))
		})
	}
}

// silent tells what is missing before the drill may begin.
func silent(t *testing.T, client prom.Client) []string {
	samples, err := client.Query(t.Context(), `canary_last_success_timestamp_seconds > 0`)
	if err != nil || len(samples) == 0 {
		return []string{"no event has come all the way yet"}
	}
	return nil
}
