package dashboard

// BusOutbox is the dashboard of the way between a commit and the hub.
var BusOutbox = Dashboard{
	UID: "hubstake-bus-outbox", Title: "Bus and outbox", Tags: []string{"hubstake", "redis", "outbox"},
	Description: "The way of a fact from its commit through the outbox and Redis Streams to the hubs. The first row says whether it is well. Runbook: monitoring/runbook.md.",
	Rows: []Row{
		{"Is it well", []Panel{
			{
				Title: "Outbox age", Kind: Stat, Unit: Seconds, Width: 4, Warn: 1, Bad: 5,
				Description: "How long the oldest committed fact has waited to be published. The objective is 5 s.",
				Queries:     []Query{{Expr: `max(outbox_oldest_unpublished_seconds{$s})`}},
			},
			{
				Title: "Waiting", Kind: Stat, Unit: Count, Width: 4, Warn: 1000, Bad: 50_000,
				Description: "Facts that are committed and not yet published (counted up to 100,000).",
				Queries:     []Query{{Expr: `max(outbox_unpublished{$s})`}},
			},
			{
				Title: "Active relays", Kind: Stat, Unit: Count, Width: 4, Warn: 1, Bad: .5, Low: true,
				Description: "Exactly one process publishes at a time. 0: no relay publishes, and no event reaches a page.",
				Queries:     []Query{{Expr: `sum(outbox_relay_leader{$s}) or vector(0)`}},
			},
			{
				Title: "Put aside", Kind: Stat, Unit: Count, Width: 4, Bad: .001,
				Description: "Events that Redis refused for what they are, in the time shown. They lie in the table outbox_dead.",
				Queries:     []Query{{Expr: `sum(increase(outbox_dead_total{$s}[$__range]))`}},
			},
			{
				Title: "Furthest behind", Kind: Stat, Unit: Count, Width: 4, Warn: 100, Bad: 1000,
				Description: "Entries of the streams that some hub reads and has not read yet: the worst shard of the worst hub.",
				Queries:     []Query{{Expr: `max(stream_lag_entries{$s}) or vector(0)`}},
			},
			{
				Title: "Redis errors", Kind: Stat, Unit: PerSecond, Width: 4, Warn: .01, Bad: 1,
				Description: "Commands and connections to Redis that failed, of all programs.",
				Queries:     []Query{{Expr: `sum(rate(redis_errors_total{$s}[$w]))`}},
			},
		}},
		{"Outbox", []Panel{
			{
				Title: "Age by shard", Kind: Series, Unit: Seconds, Width: 8, Warn: 1, Bad: 5,
				Description: "The oldest fact of each shard that is not yet published. All at once: the relay or Redis. One: its slot's master.",
				Queries:     []Query{{`max by (shard) (outbox_oldest_unpublished_seconds{$s})`, "{{shard}}"}},
			},
			{
				Title: "Waiting", Kind: Series, Unit: Count, Width: 8,
				Description: "Facts that are committed and not yet published.",
				Queries:     []Query{{`max(outbox_unpublished{$s})`, "waiting"}},
			},
			{
				Title: "Published", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Events appended to the streams. repeated: they were there already, a few after a crash, more when another program writes to the streams. restored: a failover had lost them.",
				Queries: []Query{
					{`sum(rate(outbox_published_total{$s}[$w]))`, "published"},
					{`sum(rate(outbox_repeated_total{$s}[$w]))`, "repeated"},
					{`sum(rate(outbox_restored_total{$s}[$w]))`, "restored"},
				},
			},
			{
				Title: "History changes", Kind: Series, Unit: Count, Width: 8,
				Description: "How often streams and projections were cleared because PostgreSQL had been restored, or a standby promoted.",
				Queries:     []Query{{`sum(increase(outbox_history_changes_total{$s}[$w]))`, "changes"}},
			},
			{
				Title: "Who leads", Kind: Series, Unit: Count, Width: 8,
				Description: "1 while a process is the active relay. Lines that change often: its connection to PostgreSQL breaks.",
				Queries:     []Query{{`max by (instance) (outbox_relay_leader{$s})`, "{{instance}}"}},
			},
			{
				Title: "Tried again and put aside", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Batches that had to be tried again (Redis or PostgreSQL did not answer), and events that Redis will never take.",
				Queries: []Query{
					{`sum(rate(outbox_publish_errors_total{$s}[$w]))`, "tried again"},
					{`sum(rate(outbox_dead_total{$s}[$w]))`, "put aside"},
				},
			},
			{
				Title: "Projections written again", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Projections that Redis had lost, or that were read for the first time after a login. A wave of it follows a Redis that came back empty.",
				Queries:     []Query{{`sum by (kind) (rate(projection_refreshed_total{$s}[$w]))`, "{{kind}}"}},
			},
		}},
		{"Streams", []Panel{
			{
				Title: "Length", Kind: Series, Unit: Count, Width: 8, Warn: 80_000, Bad: 99_000,
				Description: "Entries of each stream. They are trimmed after an hour, and at 100,000: beyond that a client that was away cannot resume.",
				Queries:     []Query{{`max by (shard) (stream_length{$s})`, "{{shard}}"}},
			},
			{
				Title: "Age of the newest entry", Kind: Series, Unit: Seconds, Width: 8,
				Description: "Since something last happened in each shard. All growing together while members play: nothing is published.",
				Queries:     []Query{{`min by (shard) (stream_last_id_age_seconds{$s})`, "{{shard}}"}},
			},
			{
				Title: "Behind", Kind: Series, Unit: Count, Width: 8, Warn: 100, Bad: 1000,
				Description: "Entries of each shard that a hub reads and has not read yet: the hub that is furthest behind.",
				Queries:     []Query{{`max by (shard) (stream_lag_entries{$s})`, "{{shard}}"}},
			},
			{
				Title: "Who reads what", Kind: Bars, Unit: Count, Width: 8,
				Description: "How many hubs read each shard. With a load balancer that hashes by shard about one each; without it every hub reads all.",
				Queries:     []Query{{`sum by (shard) (hub_shard_owned{$s,shard!="site"})`, "{{shard}}"}},
			},
			{
				Title: "Commit to read", Kind: Series, Unit: Seconds, Width: 8, Warn: .25, Bad: 1,
				Description: "From the commit until a hub had read the event: outbox, relay and Redis together.",
				Queries: []Query{
					{`histogram_quantile(0.5, sum by (le) (rate(hub_read_lag_seconds_bucket{$s}[$w])))`, "half"},
					{`histogram_quantile(0.99, sum by (le) (rate(hub_read_lag_seconds_bucket{$s}[$w])))`, "99 of 100"},
				},
			},
			{
				Title: "Epochs changed", Kind: Series, Unit: Count, Width: 8,
				Description: "Streams whose data Redis lost, as the hubs noticed it.",
				Queries:     []Query{{`sum by (instance) (increase(hub_epoch_changes_total{$s}[$w]))`, "{{instance}}"}},
			},
		}},
		{"Redis as the programs see it", []Panel{
			{
				Title: "Slowest commands", Kind: Series, Unit: Seconds, Width: 8, Warn: .05, Bad: .5,
				Description: "99 of 100 commands were answered within this time. Reads that wait on purpose are left out.",
				Queries:     []Query{{`histogram_quantile(0.99, sum by (le, job, cmd) (rate(redis_command_duration_seconds_bucket{$s}[$w])))`, "{{job}} {{cmd}}"}},
			},
			{
				Title: "Commands", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Answered commands; a pipeline counts once.",
				Queries:     []Query{{`sum by (job, cmd) (rate(redis_command_duration_seconds_count{$s}[$w]))`, "{{job}} {{cmd}}"}},
			},
			{
				Title: "Errors", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "dial: no connection; timeout: no answer; network: it broke; failover, cluster: another server is in charge now; memory: maxmemory is reached.",
				Queries:     []Query{{`sum by (job, kind) (rate(redis_errors_total{$s}[$w])) > 0 or sum by (kind) (rate(redis_errors_total{$s}[$w]))`, "{{job}} {{kind}}"}},
			},
			{
				Title: "Redis answers", Kind: Series, Unit: Count, Width: 8, Warn: 1, Bad: .5, Low: true,
				Description: "1 while a program that works on without Redis reaches it. 0: its messages, live figures and shared limits are missing.",
				Queries:     []Query{{`min by (job, instance) (redis_up{$s})`, "{{job}} {{instance}}"}},
			},
			{
				Title: "Streams held, writes refused", Kind: Series, Unit: Count, Width: 8, Warn: 1, Bad: 4,
				Description: "Streams to which the relay cannot write because their part of Redis is away; and writes that Redis refused because they came from another history of PostgreSQL than its own.",
				Queries: []Query{
					{`max(outbox_streams_held{$s}) or vector(0)`, "streams held"},
					{`sum by (job) (increase(redis_history_refusals_total{$s}[$w]))`, "refused to {{job}}"},
				},
			},
			{
				Title: "Topology read again", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "How often slots of a cluster were read, or another master was found. 0 with a single server.",
				Queries:     []Query{{`sum by (job) (rate(redis_topology_reloads_total{$s}[$w]))`, "{{job}}"}},
			},
			{
				Title: "Connections to PostgreSQL in use", Kind: Series, Unit: Share, Width: 8, Warn: .8, Bad: .95,
				Description: "Of the pool of each program. A full pool makes the relay wait for its turn.",
				Queries:     []Query{{`max by (job, instance) (pgxpool_acquired{$s} / pgxpool_max{$s})`, "{{job}} {{instance}}"}},
			},
			{
				Title: "Jobs", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Jobs that go by the clock, by result; one of them makes tomorrow's partition of the outbox.",
				Queries:     []Query{{`sum by (worker, result) (rate(worker_jobs_total{$s}[$w]))`, "{{worker}} {{result}}"}},
			},
			{
				Title: "Last success of a job", Kind: Series, Unit: Seconds, Width: 8,
				Description: "How long ago each job last succeeded on any process. A line that grows beyond the interval of its job: it fails, or does not run.",
				Queries:     []Query{{`time() - max by (worker) (worker_last_success_timestamp_seconds{$s})`, "{{worker}}"}},
			},
		}},
		processes,
	},
}
