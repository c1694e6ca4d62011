package alert

import "slices"

// Groups are all alerts but those of the objectives (package slo).
var Groups = slices.Concat(platform, product, []Group{partners})

// platform are the alerts of the hub, the bus and what watches.
var platform = []Group{
	invariants,
	{"hub", []Alert{
		{
			Name: "MisrouteSeen", Severity: Page,
			Expr:    Happened("instance", `hub_misroute_total`, "15m"),
			Summary: "{{ $labels.instance }} was about to hand a message to the wrong session",
		},
		{
			Name: "HubConnectionsDropped", Severity: Page, For: "1m",
			Expr: `(sum(hub_connections) or vector(0)) < 0.7 * sum(hub_connections offset 5m)
and sum(hub_connections offset 5m) > 100`,
			Summary: "More than 30 % of all connections were lost within five minutes; {{ $value | humanize }} are left",
		},
		{
			Name: "GapSeen", Severity: Ticket,
			Expr:    Happened("instance", `hub_gaps_total`, "10m"),
			Summary: "{{ $labels.instance }} gave up {{ $value | humanize }} feeds for a RESYNC in ten minutes",
		},
		{
			Name: "SlowConsumerSurge", Severity: Ticket, For: "5m",
			Expr: `sum(increase(hub_slow_consumers_total{action="disconnect"}[5m])) > 20
and sum(increase(hub_slow_consumers_total{action="disconnect"}[5m])) > 0.01 * sum(hub_connections)`,
			Summary: "{{ $value | humanize }} connections were cut in five minutes because they took nothing",
		},
		{
			Name: "HubDescriptorsHigh", Severity: Page, For: "5m",
			Expr:    `process_open_fds{job="hub"} / process_max_fds{job="hub"} > 0.8`,
			Summary: "{{ $labels.instance }} uses {{ $value | humanizePercentage }} of the files that it may open; at 100 % it takes no more connections",
		},
		{
			Name: "HubNearlyFull", Severity: Ticket, For: "10m",
			Expr:    `sum by (instance) (hub_connections) / (max by (instance) (hub_connections_limit) > 0) > 0.8`,
			Summary: "{{ $labels.instance }} has {{ $value | humanizePercentage }} of the connections that it is allowed (HUB_MAX_CONNECTIONS)",
		},
		{
			Name: "SessionKeysUnreadable", Severity: Page,
			Expr:    `sum by (instance) (increase(hub_encrypt_errors_total[5m])) > 5`,
			Summary: "{{ $labels.instance }} could not open {{ $value | humanize }} session keys in five minutes: HUB_SEAL_KEY and API_SEAL_KEY differ",
		},
	}},
	{"bus", []Alert{
		{
			Name: "StreamLag", Severity: Ticket, For: "1m",
			Expr:    `max by (shard, hub) (stream_lag_entries) > 1000`,
			Summary: "{{ $labels.hub }} has {{ $value | humanize }} entries of shard {{ $labels.shard }} still to read",
		},
		{
			Name: "EpochChanged", Severity: Ticket,
			Expr:    Happened("", `hub_epoch_changes_total`, "5m"),
			Summary: "Redis lost the data of streams; sessions were brought up to date from PostgreSQL",
		},
		{
			Name: "RedisDown", Severity: Page, For: "30s",
			Expr: `sum by (job) (increase(redis_errors_total{kind=~"dial|timeout|network"}[1m])) > 0
unless sum by (job) (increase(redis_command_duration_seconds_count[1m])) > 0`,
			Summary: "{{ $labels.job }} gets no answer of Redis at all",
		},
		{
			Name: "RedisErrors", Severity: Ticket, For: "5m",
			Expr: `sum by (job) (rate(redis_errors_total[5m]))
  / (sum by (job) (rate(redis_command_duration_seconds_count[5m])) > 0) > 0.01`,
			Summary: "{{ $value | humanizePercentage }} of what {{ $labels.job }} asks of Redis fails",
		},
	}},
	{"outbox", []Alert{
		{
			Name: "OutboxStalled", Severity: Page, For: "1m",
			Expr:    `max(outbox_oldest_unpublished_seconds) > 30`,
			Summary: "What was committed {{ $value | humanizeDuration }} ago is not yet published",
		},
		{
			Name: "RelayMissing", Severity: Page, For: "1m",
			Expr:    `(sum(outbox_relay_leader) or vector(0)) < 1`,
			Summary: "No process publishes the outbox",
		},
		{
			Name: "OutboxDead", Severity: Ticket,
			Expr:    Happened("", `outbox_dead_total`, "15m"),
			Summary: "{{ $value | humanize }} events could not be published and were put aside",
		},
		{
			Name: "HistoryChanged", Severity: Page,
			Expr:    Happened("", `outbox_history_changes_total`, "15m"),
			Summary: "PostgreSQL was restored, a standby that lagged was promoted, or Redis was empty: transactions may be lost, and Redis was filled again",
		},
	}},
	{"canary", []Alert{
		{
			Name: "CanaryFailing", Severity: Page, For: "1m",
			Expr:    `time() - max(canary_last_success_timestamp_seconds) > 120`,
			Summary: "For {{ $value | humanizeDuration }} no event has come all the way to the test member",
		},
		{
			Name: "CanarySlow", Severity: Ticket, For: "5m",
			Expr:    `histogram_quantile(0.9, sum by (le) (rate(canary_delivery_seconds_bucket[5m]))) > 1`,
			Summary: "The test member gets one event in ten later than {{ $value | humanizeDuration }} after its commit",
		},
	}},
	{"watching", []Alert{
		{
			Name: "TargetDown", Severity: Page, For: "1m",
			Expr:    `avg by (job) (up{job!="canary"}) < 0.5`,
			Labels:  map[string]string{"scope": "job"},
			Summary: "More than half of {{ $labels.job }} does not answer",
		},
		{
			Name: "TargetDown", Severity: Ticket, For: "2m",
			Expr:    `up == 0`,
			Labels:  map[string]string{"scope": "instance"},
			Summary: "{{ $labels.job }} {{ $labels.instance }} does not answer",
		},
		{
			Name: "Watchdog", Severity: None,
			Expr:    `vector(1)`,
			Summary: "Always fires: whoever gets it knows that alerts arrive",
		},
	}},
}
