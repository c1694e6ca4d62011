package dashboard

// CashOperations is the dashboard of the people who decide deposits and withdrawals.
var CashOperations = Dashboard{
	UID: "hubstake-cash", Title: "Cash operations", Tags: []string{"hubstake", "cash"},
	Description: "Live deposits and withdrawals: how many wait for staff, how long the oldest has waited, what was decided. Amounts are minor units of the site's currency. Runbook: monitoring/runbook.md.",
	Rows: []Row{
		{"Is it well", []Panel{
			{
				Title: "Deposits that wait", Kind: Stat, Unit: Count, Width: 4, Warn: 20, Bad: 100,
				Description: "Deposits of all sites that wait for staff.",
				Queries:     []Query{{Expr: `sum(max by (site) (cash_pending{$s,kind="in"}))`}},
			},
			{
				Title: "Oldest deposit", Kind: Stat, Unit: Seconds, Width: 4, Warn: 600, Bad: 900,
				Description: "How long the oldest deposit has waited. An alert comes after a quarter of an hour, a call after an hour.",
				Queries:     []Query{{Expr: `max(cash_request_oldest_pending_seconds{$s,kind="in"})`}},
			},
			{
				Title: "Withdrawals that wait", Kind: Stat, Unit: Count, Width: 4, Warn: 20, Bad: 100,
				Description: "Withdrawals of all sites that wait for staff, of members and of partners.",
				Queries:     []Query{{Expr: `sum(max by (site, kind) (cash_pending{$s,kind=~"out|pt"}))`}},
			},
			{
				Title: "Oldest withdrawal", Kind: Stat, Unit: Seconds, Width: 4, Warn: 600, Bad: 900,
				Description: "How long the oldest withdrawal has waited. An alert comes after a quarter of an hour, a call after an hour.",
				Queries:     []Query{{Expr: `max(cash_request_oldest_pending_seconds{$s,kind=~"out|pt"})`}},
			},
			{
				Title: "Failures of ours", Kind: Stat, Unit: Share, Width: 4, Warn: .0005, Bad: .001,
				Description: "Of the calls about deposits and withdrawals, of members and of staff, those that failed. The objective is 0.1 %.",
				Queries: []Query{{Expr: `(sum(rate(api_requests_total{$s,route=~"/api/cash/.*|/api/admin/cash/.*",result_class="system"}[$w]))
  / (sum(rate(api_requests_total{$s,route=~"/api/cash/.*|/api/admin/cash/.*"}[$w])) > 0)) or vector(0)`}},
			},
			{
				Title: "Staff connected", Kind: Stat, Unit: Count, Width: 4, Warn: 1, Bad: .5, Low: true,
				Description: "Connections of the back office. 0: no operator sees new requests.",
				Queries:     []Query{{Expr: `sum(hub_connections{$s,audience="operator"}) or vector(0)`}},
			},
		}},
		{"Waiting", []Panel{
			{
				Title: "Age of the oldest", Kind: Series, Unit: Seconds, Width: 12, Warn: 900, Bad: 3600,
				Description: "How long the oldest request of each site has waited: in are deposits, out withdrawals, pt withdrawals of partners. A straight line up: staff decides nothing.",
				Queries:     []Query{{`max by (site, kind) (cash_request_oldest_pending_seconds{$s})`, "{{site}} {{kind}}"}},
			},
			{
				Title: "How many wait", Kind: Series, Unit: Count, Width: 12,
				Description: "Requests of each site that wait for staff.",
				Queries:     []Query{{`max by (site, kind) (cash_pending{$s})`, "{{site}} {{kind}}"}},
			},
		}},
		{"What happens", []Panel{
			{
				Title: "Deposits", Kind: Series, Unit: Count, Width: 8,
				Description: "Deposits that were asked for, taken in hand, approved, refused or cancelled, since one window ago.",
				Queries:     []Query{{`sum by (status) (increase(cash_requests_total{$s,kind="in"}[$w])) or vector(0)`, "{{status}}"}},
			},
			{
				Title: "Withdrawals", Kind: Series, Unit: Count, Width: 8,
				Description: "Withdrawals that were asked for, taken in hand, paid, refused or cancelled, since one window ago.",
				Queries:     []Query{{`sum by (status) (increase(cash_requests_total{$s,kind=~"out|pt"}[$w])) or vector(0)`, "{{status}}"}},
			},
			{
				Title: "Decided, of what was asked for", Kind: Bars, Unit: Count, Width: 8,
				Description: "Requests by the status that they reached, in the time shown.",
				Queries:     []Query{{`sum by (kind, status) (increase(cash_requests_total{$s}[$__range])) or vector(0)`, "{{kind}} {{status}}"}},
			},
			{
				Title: "Paid in and out", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Money that reached wallets (in) and left them (out), in minor units a second, as the ledger has it.",
				Queries:     []Query{{`sum by (site, kind) (rate(cash_amount_total{$s}[$w])) or vector(0)`, "{{site}} {{kind}}"}},
			},
			{
				Title: "In less out", Kind: Stat, Unit: Count, Width: 8,
				Description: "Deposits less withdrawals in the time shown, in minor units.",
				Queries: []Query{{Expr: `(sum(increase(cash_amount_total{$s,kind="in"}[$__range])) or vector(0))
  - (sum(increase(cash_amount_total{$s,kind="out"}[$__range])) or vector(0))`}},
			},
			{
				Title: "Points turned into cash", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Points that members converted, in minor units a second.",
				Queries:     []Query{{`sum by (site) (rate(points_converted_total{$s}[$w])) or vector(0)`, "{{site}}"}},
			},
		}},
		{"Cash calls", []Panel{
			{
				Title: "Calls", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Calls about deposits and withdrawals by route.",
				Queries:     []Query{{`sum by (route) (rate(api_requests_total{$s,route=~"/api/cash/.*|/api/admin/cash/.*"}[$w])) or vector(0)`, "{{route}}"}},
			},
			{
				Title: "Refused", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "The ten most frequent codes with which deposits and withdrawals are refused.",
				Queries:     []Query{{`topk(10, sum by (code) (rate(api_result_codes_total{$s,route_group="cash",code!="200"}[$w]))) or vector(0)`, "{{code}}"}},
			},
			{
				Title: "99 of 100", Kind: Series, Unit: Seconds, Width: 8, Warn: .3, Bad: 1,
				Description: "99 of 100 calls of members about money, and of staff, were answered within this time.",
				Queries:     []Query{{`histogram_quantile(0.99, sum by (le, route_group) (rate(api_request_duration_seconds_bucket{$s,route_group=~"cash|admin"}[$w])))`, "{{route_group}}"}},
			},
		}},
	},
}
