//go:build drill

package monitoring_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/id"
	"hubstake/internal/testkit"
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
	{name: "no process may settle commissions", alerts: []string{"CommissionWorkerMissing"}, begin: func(_ *testing.T, w *world) func() {
		w.gone("workers")
		// Without a seal key workers run, but for those who sign.
		w.start("workers", append(slices.DeleteFunc(slices.Clone(w.settings["workers"]), func(s string) bool { return strings.HasPrefix(s, "SEAL_KEY=") }),
			"METRICS_LISTEN="+w.metrics["workers"])...)
		return func() { w.gone("workers")() }
	}},
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
		settings := append(slices.Clone(w.settings[name]), "METRICS_LISTEN="+w.metrics[name]) // the last one counts
		if name == "hub" {
			settings = append(settings, "LISTEN="+w.hub)
		}
		w.start(name, settings...)
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
	for _, d := range drills {
		t.Run(d.name, func(t *testing.T) {
			healthy(t, client, d.alerts)
			began := time.Now()
			end := d.begin(t, w)
			for _, name := range d.alerts {
				testkit.Eventually(t, func() bool { return fires(name) }, "%s does not fire", name)
				t.Logf("%s after %v", name, time.Since(began).Round(time.Second))
			}
			end()
			over := time.Now()
			require.Eventually(t, func() bool { return !slices.ContainsFunc(d.alerts, fires) }, max(d.after, testkit.Patience), time.Second, "still firing")
			t.Logf("silent %v after its end", time.Since(over).Round(time.Second))
		})
	}
}

// healthy waits until the product has recovered from the drill before: an event comes all the way from now on, and none of the alerts is
// pending or firing. An alert that fires afterwards fires because of the new fault.
func healthy(t *testing.T, client prom.Client, alerts []string) {
	t.Helper()
	arrived := fmt.Sprintf("canary_last_success_timestamp_seconds > %d", time.Now().Unix())
	early := fmt.Sprintf("ALERTS{alertname=~%q}", strings.Join(alerts, "|"))
	all(t, func() (wrong []string) {
		if samples, err := client.Query(t.Context(), arrived); err != nil || len(samples) == 0 {
			wrong = append(wrong, fmt.Sprintf("no event has come all the way: %v", err))
		}
		if samples, err := client.Query(t.Context(), early); err != nil || len(samples) > 0 {
			wrong = append(wrong, fmt.Sprintf("before the fault: %v %v", samples, err))
		}
		return wrong
	})
}
