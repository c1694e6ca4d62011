package alert

import "slices"

type series = [][2]string

// Cases prove each alert of Groups.
var Cases = slices.Concat(platformCases, productCases, partnersCases)

// platformCases prove the alerts of platform.
var platformCases = []Case{
	{
		Alert: "WalletInvariantBroken", Severity: Page, Fires: true, Because: "the first sample of the first one counts", At: "5m",
		Series: series{{`wallet_invariant_violations{check="running_balance",instance="a"}`, "0x4 1x5"}},
	},
	{
		Alert: "WalletInvariantBroken", Because: "every check is sound, and the audit has an alert of its own", At: "10m",
		Series: series{
			{`wallet_invariant_violations{check="running_balance",instance="a"}`, "0x10"},
			{`wallet_invariant_violations{check="audit_chain",instance="a"}`, "3x10"},
		},
	},
	{
		Alert: "AuditTampered", Severity: Page, Fires: true, Because: "one entry was changed", At: "5m",
		Series: series{{`wallet_invariant_violations{check="audit_chain",instance="a"}`, "0x4 1x5"}},
	},
	{
		Alert: "AuditTampered", Because: "the chains are whole", At: "5m",
		Series: series{{`wallet_invariant_violations{check="audit_chain",instance="a"}`, "0x10"}},
	},
	{
		Alert: "AuditTipFell", Severity: Page, Fires: true, Because: "seven entries were cut off with the head of the chain", At: "10m",
		Series: series{{`audit_tip_seq{site="demo",instance="a"}`, "112x4 105x10"}},
	},
	{
		Alert: "AuditTipFell", Fires: true, Because: "the whole chain of a site is gone", At: "15m",
		Series: series{
			{`audit_tip_seq{site="demo",instance="a"}`, "112x4 stale"},
			{`audit_tip_seq{site="other",instance="a"}`, "5x20"},
		},
	},
	{
		Alert: "AuditTipFell", Because: "it grows, and one of two programs is a scrape behind", At: "10m",
		Series: series{
			{`audit_tip_seq{site="demo",instance="a"}`, "100+3x20"},
			{`audit_tip_seq{site="demo",instance="b"}`, "97+3x20"},
		},
	},
	{
		Alert: "InvariantCheckStale", Severity: Page, Fires: true, Because: "the looks of each minute ended ten minutes ago", At: "10m",
		Series: series{{`wallet_invariant_last_run_timestamp_seconds{kind="step",instance="a"}`, "0x20"}},
	},
	{
		Alert: "InvariantCheckStale", Fires: true, Because: "no night had its pass for three days", At: "4320m",
		Series: series{
			{`wallet_invariant_last_run_timestamp_seconds{kind="step",instance="a"}`, "0+60x4400"},
			{`wallet_invariant_last_run_timestamp_seconds{kind="full",instance="a"}`, "0x4400"},
		},
	},
	{
		Alert: "InvariantCheckStale", Because: "each came in its time", At: "30m",
		Series: series{
			{`wallet_invariant_last_run_timestamp_seconds{kind="step",instance="a"}`, "0+60x40"},
			{`wallet_invariant_last_run_timestamp_seconds{kind="full",instance="a"}`, "0x40"},
			{`wallet_invariant_last_run_timestamp_seconds{kind="audit",instance="a"}`, "0x40"},
		},
	},
	{
		Alert: "InvariantCheckMissing", Severity: Ticket, Fires: true, Because: "the audit was never verified", At: "30m",
		Series: series{
			{`wallet_invariant_last_run_timestamp_seconds{kind="step",instance="a"}`, "0+60x40"},
			{`wallet_invariant_last_run_timestamp_seconds{kind="full",instance="a"}`, "0x40"},
		},
	},
	{
		Alert: "InvariantCheckMissing", Because: "each has come at least once", At: "30m",
		Series: series{
			{`wallet_invariant_last_run_timestamp_seconds{kind="step",instance="a"}`, "0+60x40"},
			{`wallet_invariant_last_run_timestamp_seconds{kind="full",instance="a"}`, "0x40"},
			{`wallet_invariant_last_run_timestamp_seconds{kind="audit",instance="a"}`, "0x40"},
		},
	},
	{
		Alert: "MisrouteSeen", Severity: Page, Fires: true, Because: "the first one counts", At: "6m",
		Series: series{{`hub_misroute_total{job="hub",instance="a"}`, "0x4 1x5"}},
	},
	{
		Alert: "MisrouteSeen", Fires: true, Because: "a program was first scraped after it", At: "1m",
		Series: series{{`hub_misroute_total{job="hub",instance="a"}`, "1x5"}},
	},
	{
		Alert: "MisrouteSeen", Because: "there never was any", At: "30m",
		Series: series{{`hub_misroute_total{job="hub",instance="a"}`, "0x40"}},
	},
	{
		Alert: "HubConnectionsDropped", Severity: Page, Fires: true, Because: "two of three nodes are gone", At: "12m",
		Series: series{
			{`hub_connections{site="s",audience="member",instance="a"}`, "1000x20"},
			{`hub_connections{site="s",audience="member",instance="b"}`, "1000x9 stale"},
			{`hub_connections{site="s",audience="guest",instance="c"}`, "1000x9 0x11"},
		},
	},
	{
		Alert: "HubConnectionsDropped", Fires: true, Because: "no node is left to say so", At: "12m",
		Series: series{{`hub_connections{site="s",audience="member",instance="a"}`, "1000x9 stale"}},
	},
	{
		Alert: "HubConnectionsDropped", Because: "a deploy moves connections from node to node", At: "12m",
		Series: series{
			{`hub_connections{site="s",audience="member",instance="a"}`, "1000x9 0x11"},
			{`hub_connections{site="s",audience="member",instance="b"}`, "1000x9 1950x11"},
		},
	},
	{
		Alert: "HubConnectionsDropped", Because: "three of forty say nothing about the rest", At: "12m",
		Series: series{{`hub_connections{site="s",audience="member",instance="a"}`, "40x9 3x11"}},
	},
	{
		Alert: "GapSeen", Severity: Ticket, Fires: true, Because: "a feed was given up", At: "8m",
		Series: series{{`hub_gaps_total{instance="a"}`, "0x5 2x10"}},
	},
	{
		Alert: "GapSeen", Because: "that was an hour ago", At: "60m",
		Series: series{{`hub_gaps_total{instance="a"}`, "0x5 2x60"}},
	},
	{
		Alert: "SlowConsumerSurge", Severity: Ticket, Fires: true, Because: "one in twenty is cut in five minutes", At: "20m",
		Series: series{
			{`hub_slow_consumers_total{action="disconnect",instance="a"}`, "0+20x20"},
			{`hub_connections{site="s",audience="member",instance="a"}`, "2000x20"},
		},
	},
	{
		Alert: "SlowConsumerSurge", Because: "some phones are always in a tunnel, and conflating is not cutting", At: "20m",
		Series: series{
			{`hub_slow_consumers_total{action="disconnect",instance="a"}`, "0+2x20"},
			{`hub_slow_consumers_total{action="conflate",instance="a"}`, "0+9000x20"},
			{`hub_connections{site="s",audience="member",instance="a"}`, "2000x20"},
		},
	},
	{
		Alert: "HubDescriptorsHigh", Severity: Page, Fires: true, Because: "nine of ten files are open", At: "10m",
		Series: series{
			{`process_open_fds{job="hub",instance="a"}`, "18000x10"},
			{`process_max_fds{job="hub",instance="a"}`, "20000x10"},
		},
	},
	{
		Alert: "HubDescriptorsHigh", Because: "half is not much, and other programs have few connections", At: "10m",
		Series: series{
			{`process_open_fds{job="hub",instance="a"}`, "10000x10"},
			{`process_max_fds{job="hub",instance="a"}`, "20000x10"},
			{`process_open_fds{job="api",instance="b"}`, "900x10"},
			{`process_max_fds{job="api",instance="b"}`, "1000x10"},
		},
	},
	{
		Alert: "HubNearlyFull", Severity: Ticket, Fires: true, Because: "members and guests together come close to the limit", At: "15m",
		Series: series{
			{`hub_connections{site="s",audience="member",instance="a"}`, "30000x20"},
			{`hub_connections{site="s",audience="guest",instance="a"}`, "12000x20"},
			{`hub_connections_limit{instance="a"}`, "50000x20"},
		},
	},
	{
		Alert: "HubNearlyFull", Because: "there is room, and 0 means no limit", At: "15m",
		Series: series{
			{`hub_connections{site="s",audience="member",instance="a"}`, "30000x20"},
			{`hub_connections_limit{instance="a"}`, "50000x20"},
			{`hub_connections{site="s",audience="member",instance="b"}`, "30000x20"},
			{`hub_connections_limit{instance="b"}`, "0x20"},
		},
	},
	{
		Alert: "SessionKeysUnreadable", Severity: Page, Fires: true, Because: "no session of the api opens", At: "10m",
		Series: series{{`hub_encrypt_errors_total{instance="a"}`, "0+30x10"}},
	},
	{
		Alert: "SessionKeysUnreadable", Because: "one damaged record is no wrong key", At: "10m",
		Series: series{{`hub_encrypt_errors_total{instance="a"}`, "0x5 1x10"}},
	},
	{
		Alert: "StreamLag", Severity: Ticket, Fires: true, Because: "one shard is not kept up with", At: "5m",
		Series: series{
			{`stream_lag_entries{shard="{3}",hub="h1",instance="a"}`, "5000x10"},
			{`stream_lag_entries{shard="{4}",hub="h1",instance="a"}`, "0x10"},
		},
	},
	{
		Alert: "StreamLag", Because: "a burst is read within the minute", At: "5m30s",
		Series: series{{`stream_lag_entries{shard="{3}",hub="h1",instance="a"}`, "0x4 4000 0x5"}},
	},
	{
		Alert: "EpochChanged", Severity: Ticket, Fires: true, Because: "Redis came back empty", At: "8m",
		Series: series{{`hub_epoch_changes_total{instance="a"}`, "0x5 16x10"}},
	},
	{
		Alert: "EpochChanged", Because: "Redis kept what it had", At: "8m",
		Series: series{{`hub_epoch_changes_total{instance="a"}`, "16x20"}},
	},
	{
		Alert: "RedisDown", Severity: Page, Fires: true, Because: "connections are refused and nothing is answered", At: "10m", Every: "15s",
		Series: series{
			{`redis_errors_total{kind="dial",job="hub",instance="a"}`, "0x20 0+5x30"},
			{`redis_command_duration_seconds_count{cmd="pipeline",job="hub",instance="a"}`, "0+15x20 300x30"},
		},
	},
	{
		Alert: "RedisDown", Because: "a connection broke and the next one worked", At: "6m", Every: "15s",
		Series: series{
			{`redis_errors_total{kind="network",job="hub",instance="a"}`, "0x20 3x30"},
			{`redis_command_duration_seconds_count{cmd="pipeline",job="hub",instance="a"}`, "0+15x50"},
		},
	},
	{
		Alert: "RedisErrors", Severity: Ticket, Fires: true, Because: "one command in twenty fails", At: "15m",
		Series: series{
			{`redis_errors_total{kind="memory",job="workers",instance="a"}`, "0+5x20"},
			{`redis_command_duration_seconds_count{cmd="evalsha",job="workers",instance="a"}`, "0+100x20"},
		},
	},
	{
		Alert: "RedisErrors", Because: "one in ten thousand is the network", At: "15m",
		Series: series{
			{`redis_errors_total{kind="network",job="workers",instance="a"}`, "0+1x20"},
			{`redis_command_duration_seconds_count{cmd="evalsha",job="workers",instance="a"}`, "0+10000x20"},
		},
	},
	{
		Alert: "OutboxStalled", Severity: Page, Fires: true, Because: "one shard waits for over a minute", At: "6m",
		Series: series{
			{`outbox_oldest_unpublished_seconds{shard="{3}",instance="a"}`, "0x2 10 70 130 190 250"},
			{`outbox_oldest_unpublished_seconds{shard="{4}",instance="a"}`, "0x10"},
		},
	},
	{
		Alert: "OutboxStalled", Because: "a busy moment passes", At: "6m",
		Series: series{{`outbox_oldest_unpublished_seconds{shard="{3}",instance="a"}`, "0x2 4 12 3 0 0"}},
	},
	{
		Alert: "RelayMissing", Severity: Page, Fires: true, Because: "two processes run and neither leads", At: "5m",
		Series: series{{`outbox_relay_leader{instance="a"}`, "0x10"}, {`outbox_relay_leader{instance="b"}`, "1x2 0x8"}},
	},
	{
		Alert: "RelayMissing", Fires: true, Because: "no process runs at all", At: "5m",
	},
	{
		Alert: "RelayMissing", Because: "the other one took over", At: "5m",
		Series: series{{`outbox_relay_leader{instance="a"}`, "0x2 1x8"}, {`outbox_relay_leader{instance="b"}`, "1x2 0x8"}},
	},
	{
		Alert: "HistoryChanged", Severity: Page, Fires: true, Because: "a standby was promoted while the relay ran", At: "8m",
		Series: series{{`outbox_history_changes_total{instance="a"}`, "0x5 1x10"}},
	},
	{
		Alert: "HistoryChanged", Severity: Page, Fires: true, Because: "a backup was restored before the relay started", At: "8m",
		Series: series{{`outbox_history_changes_total{instance="a"}`, "_x5 1x10"}},
	},
	{
		Alert: "HistoryChanged", Because: "it was a while ago", At: "40m",
		Series: series{{`outbox_history_changes_total{instance="a"}`, "0x5 1x60"}},
	},
	{
		Alert: "OutboxDead", Severity: Ticket, Fires: true, Because: "an event was put aside", At: "8m",
		Series: series{{`outbox_dead_total{instance="a"}`, "0x5 1x10"}},
	},
	{
		Alert: "OutboxDead", Because: "everything was published", At: "8m",
		Series: series{{`outbox_dead_total{instance="a"}`, "0x15"}},
	},
	{
		Alert: "CanaryFailing", Severity: Page, Fires: true, Because: "nothing came for ten minutes", At: "12m",
		Series: series{{`canary_last_success_timestamp_seconds{instance="a"}`, "0 60 120x20"}},
	},
	{
		Alert: "CanaryFailing", Because: "each minute something comes", At: "12m",
		Series: series{{`canary_last_success_timestamp_seconds{instance="a"}`, "0+60x20"}},
	},
	{
		Alert: "CanarySlow", Severity: Ticket, Fires: true, Because: "half of the events take two seconds", At: "20m",
		Series: series{
			{`canary_delivery_seconds_bucket{le="0.1",instance="a"}`, "0+30x30"},
			{`canary_delivery_seconds_bucket{le="1",instance="a"}`, "0+30x30"},
			{`canary_delivery_seconds_bucket{le="2.5",instance="a"}`, "0+60x30"},
			{`canary_delivery_seconds_bucket{le="+Inf",instance="a"}`, "0+60x30"},
		},
	},
	{
		Alert: "CanarySlow", Because: "nearly all take less than a tenth of a second", At: "20m",
		Series: series{
			{`canary_delivery_seconds_bucket{le="0.1",instance="a"}`, "0+59x30"},
			{`canary_delivery_seconds_bucket{le="1",instance="a"}`, "0+60x30"},
			{`canary_delivery_seconds_bucket{le="+Inf",instance="a"}`, "0+60x30"},
		},
	},
	{
		Alert: "TargetDown", Severity: Page, Fires: true, Because: "two hubs of three are away", At: "10m",
		Series: series{
			{`up{job="hub",instance="a"}`, "1x10"}, {`up{job="hub",instance="b"}`, "1x3 0x7"}, {`up{job="hub",instance="c"}`, "1x3 0x7"},
		},
	},
	{
		Alert: "TargetDown", Severity: Ticket, Fires: true, Because: "one hub of three is away", At: "10m",
		Series: series{
			{`up{job="hub",instance="a"}`, "1x10"}, {`up{job="hub",instance="b"}`, "1x10"}, {`up{job="hub",instance="c"}`, "1x3 0x7"},
		},
	},
	{
		Alert: "TargetDown", Severity: Page, Because: "without the canary we see less, but members do not", At: "10m",
		Series: series{{`up{job="canary",instance="a"}`, "0x10"}},
	},
	{
		Alert: "TargetDown", Because: "one of three missed a scrape during its restart", At: "10m",
		Series: series{
			{`up{job="hub",instance="a"}`, "1x10"}, {`up{job="hub",instance="b"}`, "1x10"}, {`up{job="hub",instance="c"}`, "1x8 0 1"},
		},
	},
	{Alert: "Watchdog", Severity: None, Fires: true, Because: "always", At: "1m"},
}

// NeverSilent are the alerts of which no silent case can exist.
var NeverSilent = []string{"Watchdog"}

// Proved reports whether there is a case of an alert that fires, and one that is silent.
func Proved(name string, cases []Case) (fires, silent bool) {
	for _, c := range cases {
		if c.Alert == name {
			fires, silent = fires || c.Fires, silent || !c.Fires
		}
	}
	return fires, silent || slices.Contains(NeverSilent, name)
}
