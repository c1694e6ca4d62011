package relay_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/live/outbox"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
	"hubstake/workers/relay"
)

// gauges are the values of a metric by its label.
func gauges(t *testing.T, reg *prometheus.Registry, name string) map[string]float64 {
	t.Helper()
	families, err := reg.Gather()
	require.NoError(t, err)
	values := map[string]float64{}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if f.GetName() == name {
				label := ""
				if len(m.GetLabel()) > 0 {
					label = m.GetLabel()[0].GetValue()
				}
				values[label] = m.GetGauge().GetValue()
			}
		}
	}
	return values
}

// Only who leads speaks of the streams: what another process said before would look like calm.
func TestTheActiveRelayTellsOfTheStreams(t *testing.T) {
	t.Parallel()
	db, rdb, ctx := pgtest.DB(t), client(t, rdstest.Server(t)), t.Context()
	require.NoError(t, pg.InTx(ctx, db, func(tx pgx.Tx) error {
		site := event.Event{Site: "demo", Cmd: event.Marquee}
		return outbox.Write(ctx, tx, event.Event{Site: "demo", Member: "kim01", Cmd: event.Cash, Ver: 1}, site, site)
	}))
	reg, clk := prometheus.NewRegistry(), clock.NewManual(time.Now())
	r := relay.New(db, rdb, clk, obs.Program{Log: zerolog.Nop(), Reg: reg})
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan error, 1)
	go func() { done <- r.Run(ctx) }()

	mine := id.Shard("kim01")
	testkit.Eventually(t, func() bool {
		clk.Advance(time.Second)
		length := gauges(t, reg, "stream_length")
		return length[mine] == 1 && length["site"] == 2
	})
	require.Len(t, gauges(t, reg, "stream_length"), id.Shards+1, "empty streams too")
	age := gauges(t, reg, "stream_last_id_age_seconds")
	require.Len(t, age, 2, "an empty stream has no newest entry")
	before := age[mine]
	testkit.Eventually(t, func() bool {
		clk.Advance(time.Second)
		return gauges(t, reg, "stream_last_id_age_seconds")[mine] > before+5
	})
	require.EqualValues(t, 1, gauges(t, reg, "outbox_relay_leader")[""])

	cancel()
	require.NoError(t, <-done)
	require.Empty(t, gauges(t, reg, "stream_length"))
	require.Empty(t, gauges(t, reg, "stream_last_id_age_seconds"))
	require.EqualValues(t, 0, gauges(t, reg, "outbox_relay_leader")[""])
}
