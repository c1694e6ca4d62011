package dashboard

// Vendors is the dashboard of the calls of vendors, and of ours to them.
var Vendors = Dashboard{
	UID: "hubstake-vendors", Title: "Vendors", Tags: []string{"hubstake", "vendors"},
	Description: "Vendors call the wallet when members play, and are called when games open. Runbook: monitoring/runbook.md.",
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
		{"Money that waits", []Panel{
			{
				Title: "Wins held for two persons", Kind: Series, Unit: Count, Width: 6, Warn: 1, Bad: 10,
				Description: "By reason: above the limit of a win (win), of a win without a bet (free), of a provider's day (day), or of any amount (size).",
				Queries:     []Query{{`max by (vendor, reason) (casino_held_wins{$s}) or vector(0)`, "{{vendor}} {{reason}}"}},
			},
			{
				Title: "Oldest of them", Kind: Series, Unit: Seconds, Width: 6, Warn: 1800, Bad: 3600,
				Description: "How long the oldest win has waited to be paid or refused.",
				Queries:     []Query{{`max by (vendor) (casino_held_oldest_seconds{$s}) or vector(0)`, "{{vendor}}"}},
			},
			{
				Title: "Orders of unknown end", Kind: Series, Unit: Seconds, Width: 6, Warn: 300, Bad: 3600,
				Description: "Age of the oldest order that moves money to or from a vendor's own wallet and of which nobody knows yet what became of it, and how many there are.",
				Queries: []Query{
					{`max by (vendor) (transfer_oldest_pending_seconds{$s}) or vector(0)`, "{{vendor}} oldest"},
					{`max by (vendor) (transfer_pending{$s}) or vector(0)`, "{{vendor}} orders"},
				},
			},
			{
				Title: "Money not back", Kind: Series, Unit: Count, Width: 6, Warn: 1, Bad: 10,
				Description: "Members whose game with the vendor is over and whose money is not back, for over a minute or after more than one question.",
				Queries:     []Query{{`max by (vendor) (transfer_recalls_overdue{$s}) or vector(0)`, "{{vendor}}"}},
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
			{
				Title: "Money moved", Kind: Series, Unit: PerSecond, Width: 12,
				Description: "Money moved to vendors that keep a wallet of their own (in) and back (out): done, refused, or pending when it was not known at first.",
				Queries:     []Query{{`sum by (vendor, direction, result) (rate(transfer_orders_total{$s}[$w])) or vector(0)`, "{{vendor}} {{direction}} {{result}}"}},
			},
			{
				Title: "Nonces not remembered", Kind: Series, Unit: PerSecond, Width: 12, Warn: .01, Bad: 1,
				Description: "Calls of vendors whose nonce was not remembered, because Redis was away: they could be sent a second time, and would change nothing.",
				Queries:     []Query{{`sum(rate(vendor_nonce_fallbacks_total{$s}[$w])) or vector(0)`, "calls"}},
			},
		}},
	},
}
