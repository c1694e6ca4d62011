package dashboard

// Hub is the dashboard of the connections.
var Hub = Dashboard{
	UID: "hubstake-hub", Title: "Hub", Tags: []string{"hubstake", "hub"},
	Description: "Members' connections and what they are told. The first row says whether it is well; the rest says why not. Runbook: monitoring/runbook.md.",
	Rows: []Row{
		{"Is it well", []Panel{
			{
				Title: "Connections", Kind: Stat, Unit: Count, Width: 4,
				Description: "Authorised connections of all nodes now. A sudden fall is worse than any number.",
				Queries:     []Query{{Expr: `sum(hub_connections{$s}) or vector(0)`}},
			},
			{
				Title: "Delivery lag, 99 of 100", Kind: Stat, Unit: Seconds, Width: 4, Warn: .25, Bad: 1,
				Description: "99 of 100 events were written to the member's connection within this time of their commit. The objective is 1 s.",
				Queries:     []Query{{Expr: `histogram_quantile(0.99, sum by (le) (rate(hub_delivery_lag_seconds_bucket{$s}[$w])))`}},
			},
			{
				Title: "Misroutes", Kind: Stat, Unit: Count, Width: 4, Bad: .001,
				Description: "Messages that were about to go to the wrong session, in the time shown. Always 0: anything else is an incident.",
				Queries:     []Query{{Expr: `sum(increase(hub_misroute_total{$s}[$__range]))`}},
			},
			{
				Title: "Gaps", Kind: Stat, Unit: Count, Width: 4, Warn: 1, Bad: 100,
				Description: "Feeds that were given up for a RESYNC, in the time shown. States (balances, messages) have no gaps: the newest wins.",
				Queries:     []Query{{Expr: `sum(increase(hub_gaps_total{$s}[$__range]))`}},
			},
			{
				Title: "Connect success", Kind: Stat, Unit: Share, Width: 4, Warn: .999, Bad: .99, Low: true,
				Description: "Of the connections that were tried, those that were authorised. What a client itself did wrong does not count. The objective is 99.9 %.",
				Queries: []Query{{Expr: `1 - ((sum(rate(hub_connects_total{$s,result="error"}[$w]))
  / (sum(rate(hub_connects_total{$s,result=~"ok|error"}[$w])) > 0)) or vector(0))`}},
			},
			{
				Title: "Outbox age", Kind: Stat, Unit: Seconds, Width: 4, Warn: 1, Bad: 5,
				Description: "How long the oldest committed fact has waited to be published. The objective is 5 s.",
				Queries:     []Query{{Expr: `max(outbox_oldest_unpublished_seconds{$s})`}},
			},
		}},
		{"Connections", []Panel{
			{
				Title: "Connections by audience", Kind: Series, Unit: Count, Width: 8, Stack: true,
				Description: "Authorised connections: members, partners, staff (operator), guests.",
				Queries:     []Query{{`sum by (audience) (hub_connections{$s})`, "{{audience}}"}},
			},
			{
				Title: "Connections by node", Kind: Series, Unit: Count, Width: 8,
				Description: "Authorised connections of each node, and the most that it takes (HUB_MAX_CONNECTIONS).",
				Queries: []Query{
					{`sum by (instance) (hub_connections{$s})`, "{{instance}}"},
					{`max(hub_connections_limit{$s}) or vector(0)`, "limit"},
				},
			},
			{
				Title: "Tried and ended", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Connections that were tried, by result, and that ended. error: our fault; refused: the client's, or a limit.",
				Queries: []Query{
					{`sum by (result) (rate(hub_connects_total{$s}[$w]))`, "{{result}}"},
					{`sum(rate(hub_disconnects_total{$s}[$w]))`, "ended"},
				},
			},
			{
				Title: "Time to connect", Kind: Series, Unit: Seconds, Width: 8, Warn: .5, Bad: 2,
				Description: "From the upgrade to CONNECTED: half of the connections, and 99 of 100, took at most this long.",
				Queries: []Query{
					{`histogram_quantile(0.5, sum by (le) (rate(hub_connect_duration_seconds_bucket{$s}[$w])))`, "half"},
					{`histogram_quantile(0.99, sum by (le) (rate(hub_connect_duration_seconds_bucket{$s}[$w])))`, "99 of 100"},
				},
			},
			{
				Title: "Why connections end", Kind: Series, Unit: PerSecond, Width: 8, Stack: true,
				Description: "Ends by reason. client: it went; heartbeat: it fell silent; slow: it took nothing; drain: a deploy; auth: the session ended.",
				Queries:     []Query{{`sum by (reason) (rate(hub_disconnects_total{$s}[$w]))`, "{{reason}}"}},
			},
			{
				Title: "Subscriptions and drain", Kind: Series, Unit: Count, Width: 8,
				Description: "Subscriptions of all connections, and the connections that a leaving node has yet to tell to move.",
				Queries: []Query{
					{`sum(hub_subscriptions{$s})`, "subscriptions"},
					{`sum(hub_drain_remaining{$s})`, "to be moved"},
				},
			},
			{
				Title: "Turned away", Kind: Series, Unit: PerSecond, Width: 12, Stack: true,
				Description: "Requests for a connection that were answered 403, 429 or 503, by the limit that they met. rate after a deploy is the storm being spread out.",
				Queries:     []Query{{`sum by (reason) (rate(hub_refusals_total{$s}[$w]))`, "{{reason}}"}},
			},
			{
				Title: "Sockets before their upgrade", Kind: Series, Unit: Count, Width: 12,
				Description: "Accepted and not yet upgraded. Many for long: a client opens sockets and sends nothing.",
				Queries:     []Query{{`sum by (instance) (hub_handshakes{$s})`, "{{instance}}"}},
			},
		}},
		{"Delivery", []Panel{
			{
				Title: "Delivered", Kind: Series, Unit: PerSecond, Width: 8, Stack: true,
				Description: "Frames that carry an event, by command.",
				Queries:     []Query{{`sum by (cmd) (rate(hub_deliveries_total{$s}[$w])) > 0 or sum by (cmd) (rate(hub_deliveries_total{$s,cmd="CASH"}[$w]))`, "{{cmd}}"}},
			},
			{
				Title: "Lag", Kind: Series, Unit: Seconds, Width: 8, Warn: .25, Bad: 1,
				Description: "Time since the commit: until the hub read an event, and until it wrote the frame. The hub's own part is measured from the read to the write, without slow clients.",
				Queries: []Query{
					{`histogram_quantile(0.5, sum by (le) (rate(hub_delivery_lag_seconds_bucket{$s}[$w])))`, "written, half"},
					{`histogram_quantile(0.99, sum by (le) (rate(hub_delivery_lag_seconds_bucket{$s}[$w])))`, "written, 99 of 100"},
					{`histogram_quantile(0.99, sum by (le) (rate(hub_read_lag_seconds_bucket{$s}[$w])))`, "read, 99 of 100"},
					{`histogram_quantile(0.99, sum by (le) (rate(hub_delivery_own_seconds_bucket{$s}[$w])))`, "own part, 99 of 100"},
				},
			},
			{
				Title: "Lag, all of it", Kind: Heatmap, Unit: Seconds, Width: 8,
				Description: "How many deliveries took how long. A second bright band means that one shard or one node is behind.",
				Queries:     []Query{{`sum by (le) (increase(hub_delivery_lag_seconds_bucket{$s}[$w]))`, "{{le}}"}},
			},
			{
				Title: "Slow clients", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "conflate: a state was replaced by a newer one before it could be written. disconnect: a client took nothing for too long.",
				Queries:     []Query{{`sum by (action) (rate(hub_slow_consumers_total{$s}[$w]))`, "{{action}}"}},
			},
			{
				Title: "Waiting for clients", Kind: Series, Unit: Count, Width: 8,
				Description: "Messages that wait for one connection: 99, and 999 of 1,000, have at most so many.",
				Queries: []Query{
					{`histogram_quantile(0.99, sum by (le) (rate(hub_queue_messages_bucket{$s}[$w])))`, "99 of 100"},
					{`histogram_quantile(0.999, sum by (le) (rate(hub_queue_messages_bucket{$s}[$w])))`, "999 of 1,000"},
				},
			},
			{
				Title: "Bytes that wait", Kind: Series, Unit: Bytes, Width: 8,
				Description: "Answers that wait for all connections of a node.",
				Queries:     []Query{{`sum by (instance) (hub_queue_bytes{$s})`, "{{instance}}"}},
			},
		}},
		{"Coming back", []Panel{
			{
				Title: "How subscriptions begin", Kind: Series, Unit: PerSecond, Width: 8, Stack: true,
				Description: "fresh: with a snapshot; replayed: from where it left; resync: too much was missed, the client reads the API.",
				Queries:     []Query{{`sum by (result) (rate(hub_resumes_total{$s}[$w]))`, "{{result}}"}},
			},
			{
				Title: "Gaps and epochs", Kind: Series, Unit: Count, Width: 8,
				Description: "Feeds that were given up, and streams whose data Redis lost, since one window ago.",
				Queries: []Query{
					{`sum(increase(hub_gaps_total{$s}[$w]))`, "gaps"},
					{`sum(increase(hub_epoch_changes_total{$s}[$w]))`, "epochs changed"},
				},
			},
			{
				Title: "Behind the streams", Kind: Series, Unit: Count, Width: 8, Warn: 100, Bad: 1000,
				Description: "Entries that a node reads and has not read yet: the shard that is furthest behind.",
				Queries:     []Query{{`max by (instance) (stream_lag_entries{$s})`, "{{instance}}"}},
			},
		}},
		{"What clients send", []Panel{
			{
				Title: "Frames", Kind: Series, Unit: PerSecond, Width: 8, Stack: true,
				Description: "STOMP frames by command.",
				Queries:     []Query{{`sum by (command) (rate(hub_frames_in_total{$s}[$w])) > 0 or sum by (command) (rate(hub_frames_in_total{$s,command="CONNECT"}[$w]))`, "{{command}}"}},
			},
			{
				Title: "Violations", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Violations of STOMP and of the websocket protocol, by kind. A new one after a release of the site is our bug.",
				Queries:     []Query{{`sum by (kind) (rate(hub_protocol_errors_total{$s}[$w]))`, "{{kind}}"}},
			},
			{
				Title: "Session keys that do not open", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Keys that the api sealed and the hub cannot open: the two have different seal keys.",
				Queries:     []Query{{`sum by (instance) (rate(hub_encrypt_errors_total{$s}[$w]))`, "{{instance}}"}},
			},
		}},
		processes,
		canary,
	},
}

// processes are panels about the programs themselves.
var processes = Row{"Processes", []Panel{
	{
		Title: "CPU", Kind: Series, Unit: Share, Width: 6,
		Description: "Of one core. A hub has one (GOMAXPROCS=1); at 1 it is full.",
		Queries:     []Query{{`sum by (job, instance) (rate(process_cpu_seconds_total{$s}[$w]))`, "{{job}} {{instance}}"}},
	},
	{
		Title: "Memory", Kind: Series, Unit: Bytes, Width: 6,
		Description: "Resident memory of the process, and the part of it that is live on Go's heap.",
		Queries: []Query{
			{`sum by (job, instance) (process_resident_memory_bytes{$s})`, "{{job}} {{instance}}"},
			{`sum by (job, instance) (go_memstats_heap_inuse_bytes{$s})`, "{{job}} {{instance}} heap"},
		},
	},
	{
		Title: "Open files", Kind: Series, Unit: Share, Width: 6, Warn: .6, Bad: .8,
		Description: "Open descriptors as a share of the limit. A connection is one; at 100 % new connections are refused.",
		Queries:     []Query{{`max by (job, instance) (process_open_fds{$s} / process_max_fds{$s})`, "{{job}} {{instance}}"}},
	},
	{
		Title: "Goroutines", Kind: Series, Unit: Count, Width: 6,
		Description: "On Linux no idle connection has one: the number does not grow with the connections.",
		Queries:     []Query{{`sum by (job, instance) (go_goroutines{$s})`, "{{job}} {{instance}}"}},
	},
	{
		Title: "Running programs", Kind: Table, Unit: Count, Width: 24,
		Description: "Version and commit of each process, and whether it answers.",
		Queries:     []Query{{Expr: `max by (job, instance, version, commit) (build_info{$s}) * on (job, instance) group_left () max by (job, instance) (up{$s})`}},
	},
}}

// canary is what a member from outside sees.
var canary = Row{"Seen by the test member", []Panel{
	{
		Title: "Commit to client", Kind: Series, Unit: Seconds, Width: 8, Warn: .25, Bad: 1,
		Description: "From the commit until the canary, a client like any other, had opened the event.",
		Queries: []Query{
			{`histogram_quantile(0.5, sum by (le) (rate(canary_delivery_seconds_bucket{$s}[$w])))`, "half"},
			{`histogram_quantile(0.9, sum by (le) (rate(canary_delivery_seconds_bucket{$s}[$w])))`, "9 of 10"},
		},
	},
	{
		Title: "Logins", Kind: Series, Unit: PerSecond, Width: 8,
		Description: "Logins of the test member by result.",
		Queries:     []Query{{`sum by (result) (rate(canary_logins_total{$s}[$w]))`, "{{result}}"}},
	},
	{
		Title: "Last success", Kind: Series, Unit: Seconds, Width: 8, Warn: 60, Bad: 120,
		Description: "How long ago an event last came all the way.",
		Queries:     []Query{{`time() - max(canary_last_success_timestamp_seconds{$s})`, "ago"}},
	},
	{
		Title: "From the call to the client", Kind: Series, Unit: Seconds, Width: 12, Warn: .5, Bad: 2,
		Description: "9 of 10 rounds: from the call that makes a fact until its event was opened, by one clock.",
		Queries:     []Query{{`histogram_quantile(0.9, sum by (le) (rate(canary_round_seconds_bucket{$s}[$w])))`, "9 of 10"}},
	},
	{
		Title: "Rounds that failed", Kind: Series, Unit: Count, Width: 12, Warn: 1, Bad: 3,
		Description: "Rounds of the test member that failed, by the step at which they did.",
		Queries:     []Query{{`sum by (stage) (increase(canary_failures_total{$s}[$w])) or vector(0)`, "{{stage}}"}},
	},
}}
