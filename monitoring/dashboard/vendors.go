package dashboard

// Vendors is the dashboard of the calls of vendors, of ours to them, and of the feeds of the sportsbook.
var Vendors = Dashboard{
	UID: "hubstake-vendors", Title: "Vendors", Tags: []string{"hubstake", "vendors"},
	Description: "Vendors call the wallet when members play, and are called when games open; feeds tell matches and prices. Runbook: monitoring/runbook.md.",
	Rows: []Row{
		{"Is it well", []Panel{
			{
				Title: "Calls of vendors", Kind: Stat, Unit: PerSecond, Width: 4,
				Description: "Calls of the wallet by vendors, answered.",
				Queries:     []Query{{Expr: `sum(rate(vendor_callbacks_total{$s}[$w]))`}},
			},
			{
				Title: "Failures of ours", Kind: Stat, Unit: Share, Width: 4, Warn: .0005, Bad: .001,
				Description: "Of vendors' calls, those that were answered by a failure of ours or by asking to come again. The objective is 0.1 %.",
				Queries: []Query{{Expr: `(sum(rate(vendor_callbacks_total{$s,result=~"error|busy"}[$w]))
  / (sum(rate(vendor_callbacks_total{$s}[$w])) > 0)) or vector(0)`}},
			},
			{
				Title: "Answer, 99 of 100", Kind: Stat, Unit: Seconds, Width: 4, Warn: .02, Bad: .3,
				Description: "99 of 100 calls of vendors were answered within this time. The goal is 20 ms, the objective 300 ms.",
				Queries:     []Query{{Expr: `max(histogram_quantile(0.99, sum by (le) (rate(vendor_callback_duration_seconds_bucket{$s}[$w]))) >= 0) or vector(0)`}},
			},
			{
				Title: "Circuit breakers open", Kind: Stat, Unit: Count, Width: 4, Warn: 1, Bad: 2,
				Description: "Vendors that do not answer and are left in peace for a while: their games do not open.",
				Queries:     []Query{{Expr: `count(max by (vendor) (vendor_circuit_state{$s}) > 0) or vector(0)`}},
			},
			{
				Title: "Wrong signatures", Kind: Stat, Unit: Count, Width: 4, Warn: 1, Bad: 100,
				Description: "Calls in a vendor's name with a wrong signature or an old time, in the time shown.",
				Queries:     []Query{{Expr: `sum(increase(vendor_callbacks_total{$s,result=~"badsig|late"}[$__range])) or vector(0)`}},
			},
			{
				Title: "Need a person", Kind: Stat, Unit: Count, Width: 4, Warn: 1, Bad: 10,
				Description: "Wins above the limit, and wins taken back that the member no longer had, in the time shown.",
				Queries:     []Query{{Expr: `sum(increase(vendor_callbacks_total{$s,result=~"parked|debt"}[$__range])) or vector(0)`}},
			},
		}},
		{"Vendors call us", []Panel{
			{
				Title: "By vendor", Kind: Series, Unit: PerSecond, Width: 8, Stack: true,
				Description: "Calls of the wallet by vendor. A line that falls to 0: the vendor, its network, or its key.",
				Queries:     []Query{{`sum by (vendor) (rate(vendor_callbacks_total{$s}[$w]))`, "{{vendor}}"}},
			},
			{
				Title: "By kind", Kind: Series, Unit: PerSecond, Width: 8, Stack: true,
				Description: "bet, win, rollback, balance and batch.",
				Queries:     []Query{{`sum by (kind) (rate(vendor_callbacks_total{$s}[$w]))`, "{{kind}}"}},
			},
			{
				Title: "By result", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "duplicate: it had happened; refused: the rules; parked: a win above the limit; busy: come again; error: a failure of ours.",
				Queries:     []Query{{`sum by (result) (rate(vendor_callbacks_total{$s}[$w]))`, "{{result}}"}},
			},
			{
				Title: "Answer by kind", Kind: Series, Unit: Seconds, Width: 8, Warn: .02, Bad: .3,
				Description: "99 of 100 calls of each kind were answered within this time.",
				Queries:     []Query{{`histogram_quantile(0.99, sum by (le, kind) (rate(vendor_callback_duration_seconds_bucket{$s}[$w])))`, "{{kind}}"}},
			},
			{
				Title: "Answers, all of them", Kind: Heatmap, Unit: Seconds, Width: 8,
				Description: "How many calls took how long.",
				Queries:     []Query{{`sum by (le) (increase(vendor_callback_duration_seconds_bucket{$s}[$w]))`, "{{le}}"}},
			},
			{
				Title: "Failures of ours by vendor", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Calls that were answered by a failure of ours, or by asking to come again.",
				Queries:     []Query{{`sum by (vendor, result) (rate(vendor_callbacks_total{$s,result=~"error|busy"}[$w])) or vector(0)`, "{{vendor}} {{result}}"}},
			},
		}},
		{"We call vendors", []Panel{
			{
				Title: "Calls", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Our calls by vendor and what they ask for: launch opens a game.",
				Queries:     []Query{{`sum by (vendor, op) (rate(vendor_requests_total{$s}[$w]))`, "{{vendor}} {{op}}"}},
			},
			{
				Title: "Not answered", Kind: Series, Unit: Share, Width: 8, Warn: .005, Bad: .01,
				Description: "Of our calls to each vendor, those without a usable answer, that were too many at once, or not made because it does not answer. The objective is 1 %.",
				Queries: []Query{{`(sum by (vendor) (rate(vendor_requests_total{$s,result=~"error|busy|open"}[$w]))
  / (sum by (vendor) (rate(vendor_requests_total{$s}[$w])) > 0)) or 0 * sum by (vendor) (rate(vendor_requests_total{$s}[$w]))`, "{{vendor}}"}},
			},
			{
				Title: "Time of a call", Kind: Series, Unit: Seconds, Width: 8, Warn: 1, Bad: 3,
				Description: "99 of 100 calls to each vendor took at most this long; 3 s is where we give up.",
				Queries:     []Query{{`histogram_quantile(0.99, sum by (le, vendor) (rate(vendor_request_duration_seconds_bucket{$s}[$w]))) or vector(0)`, "{{vendor}}"}},
			},
			{
				Title: "Under way", Kind: Series, Unit: Count, Width: 12, Warn: 24, Bad: 32,
				Description: "Our calls to each vendor that have no answer yet, for each node; more than 32 are refused, so that a slow vendor does not slow the others.",
				Queries:     []Query{{`max by (vendor) (vendor_in_flight{$s})`, "{{vendor}}"}},
			},
			{
				Title: "Circuit breakers", Kind: Series, Unit: Count, Width: 12, Warn: 1, Bad: 2,
				Description: "0: closed, calls are made; 1: one call tries; 2: open, calls are refused at once.",
				Queries:     []Query{{`max by (vendor) (vendor_circuit_state{$s})`, "{{vendor}}"}},
			},
		}},
		{"Settlement", []Panel{
			{
				Title: "Oldest market that waits", Kind: Series, Unit: Seconds, Width: 6, Warn: 30, Bad: 60,
				Description: "How long the oldest market has a result and is not settled.",
				Queries:     []Query{{`max by (game_group) (settlement_oldest_pending_seconds{$s})`, "{{game_group}}"}},
			},
			{
				Title: "Bets settled", Kind: Series, Unit: PerSecond, Width: 6,
				Description: "Bets that were ended by their results, by what became of them.",
				Queries:     []Query{{`sum by (game_group, result) (rate(settlement_total{$s}[$w]))`, "{{game_group}} {{result}}"}},
			},
			{
				Title: "Markets settled", Kind: Series, Unit: PerSecond, Width: 6,
				Description: "Markets that were settled, and those that failed and are tried again.",
				Queries:     []Query{{`sum by (result) (rate(settlement_jobs_total{$s}[$w]))`, "{{result}}"}},
			},
			{
				Title: "Time of a market", Kind: Series, Unit: Seconds, Width: 6, Warn: 10, Bad: 45,
				Description: "99 of 100 markets were settled within this time.",
				Queries:     []Query{{`histogram_quantile(0.99, sum by (le) (rate(settlement_duration_seconds_bucket{$s}[$w])))`, "p99"}},
			},
		}},
		{"Feeds of the sportsbook", []Panel{
			{
				Title: "Age of the newest price", Kind: Series, Unit: Seconds, Width: 8, Warn: 120, Bad: 300,
				Description: "Since a feed last made a price, or vouched for all. Markets are suspended after 10 s in play and 2 min before the match.",
				Queries:     []Query{{`max by (feed) (feed_newest_price_age_seconds{$s})`, "{{feed}}"}},
			},
			{
				Title: "Questions", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Questions to feeds by what became of them: down is no answer, malformed a page that cannot be read, open not asked because the circuit is.",
				Queries:     []Query{{`sum by (feed, outcome) (rate(feed_polls_total{$s}[$w]))`, "{{feed}} {{outcome}}"}},
			},
			{
				Title: "Readers", Kind: Series, Unit: Count, Width: 8, Warn: 1, Bad: 1, Low: true,
				Description: "Processes that read each feed: one.",
				Queries:     []Query{{`sum by (feed) (feed_leader{$s})`, "{{feed}}"}},
			},
			{
				Title: "Changes", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Changes that feeds told: applied, or old, which are not newer than what was known.",
				Queries:     []Query{{`sum by (feed, result) (rate(feed_changes_total{$s}[$w]))`, "{{feed}} {{result}}"}},
			},
			{
				Title: "Parked and suspended", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Changes that were parked for staff by reason, and markets that were suspended because their prices were too old.",
				Queries: []Query{
					{`(sum by (feed, reason) (rate(feed_parked_total{$s}[$w])) > 0) or vector(0)`, "{{feed}} {{reason}}"},
					{`sum by (feed) (rate(feed_stale_markets_total{$s}[$w]))`, "{{feed}} too old"},
				},
			},
			{
				Title: "Time of a question and of its transaction", Kind: Series, Unit: Seconds, Width: 8, Warn: 1, Bad: 5,
				Description: "99 of 100 questions to each feed, and transactions that store a page, took at most this long.",
				Queries: []Query{
					{`histogram_quantile(0.99, sum by (le, feed) (rate(feed_request_duration_seconds_bucket{$s}[$w])))`, "{{feed}} question"},
					{`histogram_quantile(0.99, sum by (le, feed) (rate(feed_apply_duration_seconds_bucket{$s}[$w])))`, "{{feed}} transaction"},
				},
			},
			{
				Title: "Circuit breakers of feeds", Kind: Series, Unit: Count, Width: 12, Warn: 1, Bad: 2,
				Description: "0: closed, the feeds of the vendor are asked; 1: one question tries; 2: open, they are left in peace.",
				Queries:     []Query{{`max by (vendor) (feed_circuit_state{$s})`, "{{vendor}}"}},
			},
			{
				Title: "Transactions tried again", Kind: Series, Unit: PerSecond, Width: 12, Warn: 0.1, Bad: 1,
				Description: "Transactions of a page that the server or a lost connection ended.",
				Queries:     []Query{{`sum by (feed) (rate(feed_apply_retries_total{$s}[$w]))`, "{{feed}}"}},
			},
		}},
	},
}
