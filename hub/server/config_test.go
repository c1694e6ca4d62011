package server

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/hub/client"
	"hubstake/internal/core/event"
	"hubstake/internal/platform/config"
	"hubstake/internal/testkit/rdstest"
)

func TestConfigTellsAllProblems(t *testing.T) {
	t.Parallel()
	_, err := config.LoadFrom[Config]("HUB", nil)
	for _, name := range []string{"HUB_REDIS_URL", "HUB_JWT_PUBLIC_KEYS", "HUB_SEAL_KEY"} {
		require.ErrorContains(t, err, name)
	}
	good := []string{
		"HUB_LISTEN=:0", "HUB_REDIS_URL=rediss://:Zq8vN2xW@x", "HUB_JWT_PUBLIC_KEYS=a=b", "HUB_ORIGINS=https://a.test", "HUB_TRUSTED_PROXIES=10.0.0.5",
		"HUB_SEAL_KEY=AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8",
	}
	_, err = config.LoadFrom[Config]("HUB", good)
	require.NoError(t, err)
	for bad, name := range map[string]string{
		"HUB_MAX_FRAMES=1":                "HUB_MAX_FRAMES is not a setting",
		"HUB_LISTEN=":                     "HUB_LISTEN",
		"HUB_OPEN=1":                      "HUB_OPEN",
		"HUB_ORIGINS=":                    "HUB_ORIGINS",
		"HUB_ORIGINS=http://a.test":       "https",
		"HUB_ORIGINS=https://a.test/":     "HUB_ORIGINS",
		"HUB_ADMIN_NETWORKS=192.0.2.1/24": "HUB_ADMIN_NETWORKS",
		"HUB_ORIGINS=null":                "HUB_ORIGINS",
		"HUB_TRUSTED_PROXIES=":            "HUB_TRUSTED_PROXIES",
		"HUB_TRUSTED_PROXIES=::/0":        "HUB_TRUSTED_PROXIES",
		"HUB_TRUSTED_PROXIES=rubbish":     "HUB_TRUSTED_PROXIES",
		"HUB_METRICS_LISTEN=8.8.8.8:1":    "METRICS_LISTEN",
		"HUB_MAX_FRAME=0":                 "HUB_MAX_FRAME",
		"HUB_MAX_PENDING=-1":              "HUB_MAX_PENDING",
		"HUB_HEARTBEAT=1ms":               "HUB_HEARTBEAT",
		"HUB_DRAIN=-1s":                   "HUB_DRAIN",
		"HUB_ENV=test":                    "ENV",
		"HUB_SEAL_KEY=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA": "weak",
	} {
		_, err := config.LoadFrom[Config]("HUB", append(good[:len(good):len(good)], bad))
		require.ErrorContains(t, err, name, bad)
	}
}

// Every metric of monitoring.md's hub group is there from the start, with all its labels.
func TestMetricsAreThereFromTheStart(t *testing.T) {
	t.Parallel()
	h := newWorld(t, rdstest.URL(t)).hub(t, nil)
	families, err := h.prog.Reg.Gather()
	require.NoError(t, err)
	have := map[string]bool{}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			name := f.GetName()
			for _, l := range m.GetLabel() {
				name += " " + l.GetName() + "=" + l.GetValue()
			}
			have[name] = true
		}
	}
	want := []string{
		"hub_connects_total result=ok", "hub_connects_total result=error", "hub_connects_total result=refused",
		"hub_connect_duration_seconds", "hub_subscriptions", "hub_delivery_lag_seconds", "hub_delivery_own_seconds", "hub_read_lag_seconds", "hub_queue_messages",
		"hub_queue_bytes", "hub_slow_consumers_total action=conflate", "hub_slow_consumers_total action=disconnect",
		"hub_resumes_total result=replayed", "hub_resumes_total result=resync", "hub_resumes_total result=fresh", "hub_gaps_total",
		"hub_epoch_changes_total", "hub_protocol_errors_total kind=size", "hub_encrypt_errors_total", "hub_misroute_total",
		"hub_drain_remaining", "hub_shard_owned shard={0}", "hub_shard_owned shard={15}", "hub_shard_owned shard=site",
		"hub_frames_in_total command=CONNECT", "hub_frames_in_total command=other",
	}
	for _, reason := range strings.Fields("client heartbeat slow drain auth protocol error") {
		want = append(want, "hub_disconnects_total reason="+reason)
	}
	for _, cmd := range event.Commands {
		want = append(want, "hub_deliveries_total cmd="+string(cmd))
	}
	for _, name := range want {
		require.True(t, have[name], name)
	}
	require.NotEmpty(t, client.Disconnects())
}
