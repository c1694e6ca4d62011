package dashboard

// Partners is the dashboard of what partners earn, of their statements, and of what they pay.
var Partners = Dashboard{
	UID: "hubstake-partners", Title: "Partners and commissions", Tags: []string{"hubstake", "partners"},
	Description: "Settled bets are noted and added up for partners, each day is settled into statements, and partners pay and recall. Runbook: monitoring/runbook.md.",
	Rows: []Row{
		{"Is it well", []Panel{
			{
				Title: "Bets not noted", Kind: Stat, Unit: Seconds, Width: 4, Warn: 60, Bad: 300,
				Description: "Age of the moment before which all settled bets of all sites are noted.",
				Queries:     []Query{{Expr: `max(commission_accrual_lag_seconds{$s} and on (instance) commission_leader{$s} == 1) or vector(0)`}},
			},
			{
				Title: "Processes that settle", Kind: Stat, Unit: Count, Width: 4, Warn: 1, Bad: .5, Low: true,
				Description: "One process of the cluster notes and settles.",
				Queries:     []Query{{Expr: `sum(commission_leader{$s})`}},
			},
			{
				Title: "Settlement is due since", Kind: Stat, Unit: Seconds, Width: 4, Warn: 600, Bad: 1800,
				Description: "Time since 00:10 after the oldest day that is not settled, of the site that is furthest behind. An alert comes at 00:40.",
				Queries:     []Query{{Expr: `max(commission_settlement_overdue_seconds{$s} and on (instance) commission_leader{$s} == 1) or vector(0)`}},
			},
			{
				Title: "Statements that differ", Kind: Stat, Unit: Count, Width: 4, Warn: 1, Bad: 1,
				Description: "Statements that a partner's browser computed again with another result, in the time shown.",
				Queries:     []Query{{Expr: `sum(increase(commission_statement_mismatches_total{$s}[$__range])) or vector(0)`}},
			},
			{
				Title: "Broken invariants", Kind: Stat, Unit: Count, Width: 4, Warn: 1, Bad: 1,
				Description: "What the checks of lines, sums, statements, rates and payments found; any is an alert.",
				Queries:     []Query{{Expr: `sum(max by (check) (wallet_invariant_violations{$s,check=~"settled_round_has_commission_line|commission_.*|statement.*|partner_.*|rates_in_order"})) or vector(0)`}},
			},
			{
				Title: "Sends that failed", Kind: Stat, Unit: Count, Width: 4, Warn: 1, Bad: 4,
				Description: "Payments, recalls and reversals that failed by a fault of ours, in the time shown.",
				Queries:     []Query{{Expr: `sum(increase(partner_sends_total{$s,outcome="failed"}[$__range])) or vector(0)`}},
			},
		}},
		{"Accrual", []Panel{
			{
				Title: "Lag of the notes", Kind: Series, Unit: Seconds, Width: 8, Warn: 60, Bad: 300,
				Description: "As each process saw it when it led last; a process that does not lead keeps its last value.",
				Queries:     []Query{{`max by (instance) (commission_accrual_lag_seconds{$s})`, "{{instance}}"}},
			},
			{
				Title: "Lag of the sums", Kind: Series, Unit: Seconds, Width: 8, Warn: 600, Bad: 1800,
				Description: "Age of the sums that the reports of each site read. They are made every five minutes.",
				Queries:     []Query{{`max by (site) (commission_sums_lag_seconds{$s}) or vector(0)`, "{{site}}"}},
			},
			{
				Title: "Steps that failed", Kind: Series, Unit: PerSecond, Width: 8, Warn: .01, Bad: .1,
				Description: "Steps of the worker that failed and are tried again.",
				Queries:     []Query{{`sum by (step) (rate(commission_failures_total{$s}[$w]))`, "{{step}}"}},
			},
		}},
		{"Settlement and statements", []Panel{
			{
				Title: "Days not settled", Kind: Series, Unit: Count, Width: 6, Warn: 1, Bad: 2,
				Description: "Days of each site that should be settled and are not.",
				Queries:     []Query{{`max by (site) (commission_unsettled_days{$s}) or vector(0)`, "{{site}}"}},
			},
			{
				Title: "Time of a settlement", Kind: Series, Unit: Seconds, Width: 6, Warn: 60, Bad: 120,
				Description: "99 of 100 settlements of a site were made within this time. The promise is a minute.",
				Queries:     []Query{{`histogram_quantile(0.99, sum by (le) (rate(commission_settlement_duration_seconds_bucket{$s}[$w])))`, "p99"}},
			},
			{
				Title: "Since the last settlement", Kind: Series, Unit: Seconds, Width: 6, Warn: 90000, Bad: 176400,
				Description: "Age of the newest settlement of each site that wrote statements. A site without bets writes none.",
				Queries:     []Query{{`(time() - max by (site) (commission_settlement_last_timestamp_seconds{$s})) or vector(0)`, "{{site}}"}},
			},
			{
				Title: "Statements written", Kind: Series, Unit: Count, Width: 6,
				Description: "Statements that were written since one window ago.",
				Queries:     []Query{{`sum(increase(commission_statements_total{$s}[$w]))`, "statements"}},
			},
			{
				Title: "Statements that wait", Kind: Series, Unit: Count, Width: 12,
				Description: "Statements of each site about which head office has not decided.",
				Queries:     []Query{{`max by (site) (commission_open_statements{$s}) or vector(0)`, "{{site}}"}},
			},
			{
				Title: "Computed again with another result", Kind: Series, Unit: Count, Width: 12, Warn: 1, Bad: 1,
				Description: "Reports of partners' browsers since one window ago.",
				Queries:     []Query{{`sum(increase(commission_statement_mismatches_total{$s}[$w]))`, "reports"}},
			},
		}},
		{"Payments of partners", []Panel{
			{
				Title: "Done", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Payments, recalls and reversals that moved money.",
				Queries:     []Query{{`sum by (kind) (rate(partner_sends_total{$s,outcome="done"}[$w]))`, "{{kind}}"}},
			},
			{
				Title: "Not done", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Repeated calls, which got the answer of the first, refusals by a rule, and failures of ours.",
				Queries:     []Query{{`sum by (kind, outcome) (rate(partner_sends_total{$s,outcome!="done"}[$w]))`, "{{kind}} {{outcome}}"}},
			},
			{
				Title: "Calls of the partner area", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Calls by class of result.",
				Queries:     []Query{{`sum by (result_class) (rate(api_requests_total{$s,route=~"/api/partner/.*"}[$w])) or vector(0)`, "{{result_class}}"}},
			},
		}},
	},
}
