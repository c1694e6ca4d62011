package dashboard

// API is the dashboard of the calls of members, partners and staff.
var API = Dashboard{
	UID: "hubstake-api", Title: "API", Tags: []string{"hubstake", "api"},
	Description: "Calls of members, partners and staff: rate, errors, duration, and who is turned away. Vendors' calls are on Vendors. Runbook: monitoring/runbook.md.",
	Rows: []Row{
		{"Is it well", []Panel{
			{
				Title: "Calls", Kind: Stat, Unit: PerSecond, Width: 4,
				Description: "Calls that were answered, of all nodes.",
				Queries:     []Query{{Expr: `sum(rate(api_requests_total{$s}[$w]))`}},
			},
			{
				Title: "Failures of ours", Kind: Stat, Unit: Share, Width: 4, Warn: .0005, Bad: .001,
				Description: "Of all calls, those that were answered by a failure of ours. The objective is 0.1 %. Refusals are good answers.",
				Queries: []Query{{Expr: `(sum(rate(api_requests_total{$s,result_class="system"}[$w]))
  / (sum(rate(api_requests_total{$s}[$w])) > 0)) or vector(0)`}},
			},
			{
				Title: "Money, 99 of 100", Kind: Stat, Unit: Seconds, Width: 4, Warn: .1, Bad: .3,
				Description: "99 of 100 calls about money (routes of cash and bets) were answered within this time. The objective is 300 ms.",
				Queries:     []Query{{Expr: `max(histogram_quantile(0.99, sum by (le) (rate(api_request_duration_seconds_bucket{$s,route_group=~"cash|bet"}[$w]))) >= 0) or vector(0)`}},
			},
			{
				Title: "Under way", Kind: Stat, Unit: Count, Width: 4, Warn: 100, Bad: 400,
				Description: "Requests that have no answer yet. A number that grows and does not fall: something that all of them need hangs.",
				Queries:     []Query{{Expr: `sum(api_in_flight{$s})`}},
			},
			{
				Title: "Logins that fail", Kind: Stat, Unit: Share, Width: 4, Warn: .3, Bad: .5,
				Description: "Of all logins, those that are refused. Above a half: passwords are being guessed, or members cannot log in.",
				Queries: []Query{{Expr: `(sum(rate(auth_attempts_total{$s,result!="200"}[$w]))
  / (sum(rate(auth_attempts_total{$s}[$w])) > 0)) or vector(0)`}},
			},
			{
				Title: "Panics", Kind: Stat, Unit: Count, Width: 4, Bad: .001,
				Description: "Handlers that panicked in the time shown. Each is a defect; its stack is in the log.",
				Queries:     []Query{{Expr: `sum(increase(api_panics_total{$s}[$__range]))`}},
			},
		}},
		{"Calls", []Panel{
			{
				Title: "By class of result", Kind: Series, Unit: PerSecond, Width: 8, Stack: true,
				Description: "ok; business: the product says no; client: bad input; auth: no session or right; limited: too often; system: a failure of ours.",
				Queries:     []Query{{`sum by (result_class) (rate(api_requests_total{$s}[$w]))`, "{{result_class}}"}},
			},
			{
				Title: "Busiest routes", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "The ten routes that are called most.",
				Queries:     []Query{{`topk(10, sum by (route) (rate(api_requests_total{$s}[$w])))`, "{{route}}"}},
			},
			{
				Title: "Failures of ours by route", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Which routes fail. All at once: the database. One: its last release.",
				Queries:     []Query{{`topk(10, sum by (route) (rate(api_requests_total{$s,result_class="system"}[$w]))) or vector(0)`, "{{route}}"}},
			},
			{
				Title: "Under way by group", Kind: Series, Unit: Count, Width: 8, Stack: true,
				Description: "Requests that have no answer yet, by the area of the product.",
				Queries:     []Query{{`sum by (route_group) (api_in_flight{$s})`, "{{route_group}}"}},
			},
			{
				Title: "Codes", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "The ten codes that are answered most, besides success. E001 is a failure of ours, E002 asks to come again.",
				Queries:     []Query{{`topk(10, sum by (code) (rate(api_result_codes_total{$s,code!="200"}[$w]))) or vector(0)`, "{{code}}"}},
			},
			{
				Title: "By site", Kind: Series, Unit: PerSecond, Width: 8, Stack: true,
				Description: "Calls of each site; without a name: who had neither session nor host of ours.",
				Queries:     []Query{{`sum by (site) (rate(api_requests_total{$s}[$w]))`, "{{site}}"}},
			},
		}},
		{"Duration", []Panel{
			{
				Title: "99 of 100 by group", Kind: Series, Unit: Seconds, Width: 8, Warn: .3, Bad: 1,
				Description: "99 of 100 calls of each area were answered within this time. member has the logins, which cost what argon2id costs.",
				Queries:     []Query{{`histogram_quantile(0.99, sum by (le, route_group) (rate(api_request_duration_seconds_bucket{$s}[$w])))`, "{{route_group}}"}},
			},
			{
				Title: "Half by group", Kind: Series, Unit: Seconds, Width: 8,
				Description: "Half of the calls of each area were answered within this time.",
				Queries:     []Query{{`histogram_quantile(0.5, sum by (le, route_group) (rate(api_request_duration_seconds_bucket{$s}[$w])))`, "{{route_group}}"}},
			},
			{
				Title: "All of it", Kind: Heatmap, Unit: Seconds, Width: 8,
				Description: "How many calls took how long. A second bright band means one node or one dependency is slow.",
				Queries:     []Query{{`sum by (le) (increase(api_request_duration_seconds_bucket{$s}[$w]))`, "{{le}}"}},
			},
		}},
		{"Who comes in", []Panel{
			{
				Title: "Logins", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Logins by area and result: 200, or the code of the refusal (U003 wrong password, U004 locked, E002 too many at once).",
				Queries:     []Query{{`sum by (kind, result) (rate(auth_attempts_total{$s}[$w]))`, "{{kind}} {{result}}"}},
			},
			{
				Title: "Locked, turned away, limited", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Logins that met a locked account; logins of staff that had to wait because their id was tried many times; calls without session (session), right (right) or with a foreign site (site); calls that came too often.",
				Queries: []Query{
					{`sum(rate(auth_locked_total{$s}[$w]))`, "locked"},
					{`sum(rate(auth_staff_slowed_total{$s}[$w]))`, "staff slowed down"},
					{`sum by (kind) (rate(authz_denied_total{$s}[$w]))`, "{{kind}}"},
					{`sum by (class) (rate(api_rate_limited_total{$s}[$w])) > 0 or sum(rate(api_rate_limited_total{$s}[$w]))`, "limited {{class}}"},
				},
			},
			{
				Title: "Signups and sessions", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Signups by result, and logins that began a session.",
				Queries: []Query{
					{`sum by (result) (rate(signups_total{$s}[$w])) or vector(0)`, "signup {{result}}"},
					{`sum(rate(members_logged_in_total{$s}[$w]))`, "sessions begun"},
				},
			},
			{
				Title: "Members online", Kind: Series, Unit: Count, Width: 8,
				Description: "Members with a live connection at each site, as Redis has it.",
				Queries:     []Query{{`max by (site) (members_online{$s})`, "{{site}}"}},
			},
			{
				Title: "Limits without Redis", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Calls that could not be counted in Redis: each node counts strict classes alone.",
				Queries:     []Query{{`sum by (instance) (rate(api_limiter_fallbacks_total{$s}[$w]))`, "{{instance}}"}},
			},
			{
				Title: "Not as it should be", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Requests of a trusted balancer without the visitor's address, which are refused; refused logins of staff that were too many for the audit; one-time codes that only PostgreSQL remembers as used.",
				Queries: []Query{
					{`sum(rate(api_forwarded_address_errors_total{$s}[$w])) or vector(0)`, "no address"},
					{`sum(rate(auth_refusals_unnoted_total{$s}[$w])) or vector(0)`, "logins not in the audit"},
					{`sum(rate(auth_codes_unremembered_total{$s}[$w])) or vector(0)`, "codes without Redis"},
				},
			},
		}},
		{"What it leans on", []Panel{
			{
				Title: "Connections to PostgreSQL in use", Kind: Series, Unit: Share, Width: 6, Warn: .8, Bad: .95,
				Description: "Of the pool of each program. A full pool makes calls wait.",
				Queries:     []Query{{`max by (job, instance) (pgxpool_acquired{$s} / pgxpool_max{$s})`, "{{job}} {{instance}}"}},
			},
			{
				Title: "Waiting for a connection", Kind: Series, Unit: Seconds, Width: 6,
				Description: "Seconds that calls waited for a connection to PostgreSQL, in each second.",
				Queries:     []Query{{`sum by (job, instance) (rate(pgxpool_wait_seconds_total{$s}[$w]))`, "{{job}} {{instance}}"}},
			},
			{
				Title: "Connections that calls waited for", Kind: Series, Unit: Share, Width: 6, Warn: .05, Bad: .5,
				Description: "Of the connections to PostgreSQL that were handed out, those that were not free at once.",
				Queries: []Query{{`sum by (job, instance) (rate(pgxpool_waits_total{$s}[$w]))
  / (sum by (job, instance) (rate(pgxpool_acquires_total{$s}[$w])) > 0) or 0 * sum by (job, instance) (pgxpool_idle{$s})`, "{{job}} {{instance}}"}},
			},
			{
				Title: "Redis, 99 of 100", Kind: Series, Unit: Seconds, Width: 6, Warn: .05, Bad: .5,
				Description: "99 of 100 commands were answered within this time.",
				Queries:     []Query{{`histogram_quantile(0.99, sum by (le, job) (rate(redis_command_duration_seconds_bucket{$s}[$w])))`, "{{job}}"}},
			},
		}},
		processes,
	},
}
