package slo

// money are the groups of routes on which money is asked for or moved.
const money = `route_group=~"cash|bet"`

// cashCalls are the calls about deposits and withdrawals, of members and of staff.
const cashCalls = `route=~"/api/cash/.*|/api/admin/cash/.*"`

// product are the objectives of the api, the cash operations and the vendors.
var product = []Objective{
	{
		Name: "api_availability", Alert: "ApiErrorsBurn", Target: .999,
		Ratio:   share(`api_requests_total{result_class="system"}`, `api_requests_total`),
		Promise: "99.9 % of calls are not answered by a failure of ours; refusals of the product, of limits and of bad input are good answers",
		Burns:   "members are told to try later, or that something failed",
	},
	{
		Name: "money_latency_300ms", Alert: "MoneySlowBurn", Target: .99, Ratio: slow("api_request_duration_seconds", money, "0.3"),
		Promise: "99 % of calls about money are answered within 300 ms",
		Burns:   "deposits, withdrawals and bets feel slow",
	},
	{
		Name: "money_latency_1s", Alert: "MoneyVerySlowBurn", Target: .999, Ratio: slow("api_request_duration_seconds", money, "1"),
		Promise: "99.9 % of calls about money are answered within 1 s",
		Burns:   "members wait for seconds and press again",
	},
	{
		Name: "cash_availability", Alert: "CashErrorsBurn", Target: .999,
		Ratio:   share(`api_requests_total{result_class="system",`+cashCalls+`}`, `api_requests_total{`+cashCalls+`}`),
		Promise: "99.9 % of calls about deposits and withdrawals, of members and of staff, are not answered by a failure of ours",
		Burns:   "deposits and withdrawals cannot be asked for, or not be decided",
	},
	{
		Name: "vendor_wallet", Alert: "VendorWalletErrorsBurn", Target: .999,
		Ratio:   share(`vendor_callbacks_total{result=~"error|busy"}`, `vendor_callbacks_total`),
		Promise: "99.9 % of vendors' calls of the wallet are not answered by a failure of ours, or by asking to come again",
		Burns:   "bets fail in the middle of games",
	},
	{
		Name: "vendor_wallet_300ms", Alert: "VendorWalletSlowBurn", Target: .99, Ratio: slow("vendor_callback_duration_seconds", "", "0.3"),
		Promise: "99 % of vendors' calls of the wallet are answered within 300 ms",
		Burns:   "games stutter, and vendors give up and roll back",
	},
	{
		Name: "vendor_calls", Alert: "VendorCallsBurn", Target: .99, TicketOnly: true,
		Ratio: `(sum by (vendor) (rate(vendor_requests_total{result=~"error|busy|open"}[W]))
  / (sum by (vendor) (rate(vendor_requests_total[W])) > 0)) or 0 * sum by (vendor) (rate(vendor_requests_total[W]))`,
		Promise: "99 % of our calls to each vendor are answered",
		Burns:   "games of {{ $labels.vendor }} do not open",
	},
}
