package dashboard

// Settlement is the dashboard of results, of the bets that they end, and of the feeds that tell of them.
var Settlement = Dashboard{
	UID: "hubstake-settlement", Title: "Settlement and feeds", Tags: []string{"hubstake", "sportsbook"},
	Description: "Feeds tell matches, prices and results; markets with a result are settled and their bets paid. Runbook: monitoring/runbook.md.",
	Rows: []Row{
		{"Is it well", []Panel{
			{
				Title: "Result without settlement", Kind: Stat, Unit: Seconds, Width: 4, Warn: 30, Bad: 60,
				Description: "How long the oldest market has a result and is not settled. The promise is a minute.",
				Queries:     []Query{{Expr: `max(settlement_oldest_pending_seconds{$s})`}},
			},
			{
				Title: "Jobs that failed", Kind: Stat, Unit: Count, Width: 4, Warn: 1, Bad: 4,
				Description: "Settlements of markets that failed in the time shown; each is tried again.",
				Queries:     []Query{{Expr: `sum(increase(settlement_jobs_total{$s,result="failed"}[$__range]))`}},
			},
			{
				Title: "Matches without a result", Kind: Stat, Unit: Count, Width: 4, Warn: 1, Bad: 5,
				Description: "Matches with bets that should be over by the clock of their sport and have no result; after an hour staff finds one.",
				Queries:     []Query{{Expr: `sum(max by (sport) (sports_overdue_matches{$s})) or vector(0)`}},
			},
			{
				Title: "Bets of corrected results", Kind: Stat, Unit: Count, Width: 4, Warn: 1, Bad: 50,
				Description: "Bets that were settled by a result that was corrected, or on a market that staff voided, since: staff decides about them.",
				Queries:     []Query{{Expr: `max(settlement_outdated_bets{$s})`}},
			},
			{
				Title: "Oldest newest price", Kind: Stat, Unit: Seconds, Width: 4, Warn: 120, Bad: 300,
				Description: "Age of the newest price of the feed that has been silent for longest.",
				Queries:     []Query{{Expr: `max(feed_newest_price_age_seconds{$s}) or vector(0)`}},
			},
			{
				Title: "Feeds without a reader", Kind: Stat, Unit: Count, Width: 4, Warn: 1, Bad: 1,
				Description: "Feeds that no process reads.",
				Queries:     []Query{{Expr: `count(sum by (feed) (feed_leader{$s}) < 1) or vector(0)`}},
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
				Title: "Matches without a result, by sport", Kind: Series, Unit: Seconds, Width: 24, Warn: 1800, Bad: 3600,
				Description: "How long the match that waits longest should have been over. The limit is an hour.",
				Queries:     []Query{{`max by (sport) (sports_overdue_oldest_seconds{$s}) > 0`, "{{sport}}"}},
			},
			{
				Title: "Ended otherwise by staff", Kind: Series, Unit: Count, Width: 18,
				Description: "Bets that an order of staff ended otherwise than before, by what became of them.",
				Queries:     []Query{{`sum by (result) (increase(settlement_corrected_total{$s}[$w])) or vector(0)`, "{{result}}"}},
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
				Title: "Refused numbers", Kind: Series, Unit: Count, Width: 8, Warn: 1, Bad: 3,
				Description: "Changes within about a day that were refused because the feed's numbers went back; their matches stay suspended until staff lets the feed begin again.",
				Queries:     []Query{{`max by (feed) (feed_refused_changes{$s})`, "{{feed}}"}},
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
