package slo

import (
	"slices"

	"hubstake/monitoring/alert"
)

// productCases prove the burn alerts of the api, the cash operations and the vendors.
var productCases = slices.Concat(
	shares("ApiErrorsBurn", 1, counters(
		`api_requests_total{route="/api/main",result_class="ok",instance="a"}`, `api_requests_total{route="/api/main",result_class="system",instance="a"}`)),
	few(shares("MoneySlowBurn", 10, histogram(`api_request_duration_seconds`, `route_group="cash",`, "0.3"))),
	few(shares("MoneyVerySlowBurn", 1, histogram(`api_request_duration_seconds`, `route_group="bet",`, "1"))),
	few(shares("CashErrorsBurn", 1, counters(
		`api_requests_total{route="/api/cash/in",result_class="ok",instance="a"}`,
		`api_requests_total{route="/api/admin/cash/approve",result_class="system",instance="a"}`))),
	few(shares("VendorWalletErrorsBurn", 1, counters(
		`vendor_callbacks_total{vendor="acme",result="ok",instance="a"}`, `vendor_callbacks_total{vendor="acme",result="error",instance="a"}`))),
	few(shares("VendorWalletSlowBurn", 10, histogram(`vendor_callback_duration_seconds`, ``, "0.3"))),
	few(tickets(shares("VendorCallsBurn", 10, counters(
		`vendor_requests_total{vendor="acme",result="ok",instance="a"}`, `vendor_requests_total{vendor="acme",result="error",instance="a"}`)))),
	refusedCases,
)

// refusedCases are answers that are correct although they refuse something.
var refusedCases = []alert.Case{
	{Alert: "ApiErrorsBurn", Because: "nine of ten are refused by the product, by a limit or for what they sent", At: "70m", Series: [][2]string{
		{`api_requests_total{route="/api/cash/in",result_class="ok",instance="a"}`, "0+100x90"},
		{`api_requests_total{route="/api/cash/in",result_class="business",instance="a"}`, "0+500x90"},
		{`api_requests_total{route="/api/cash/in",result_class="limited",instance="a"}`, "0+200x90"},
		{`api_requests_total{route="/api/cash/in",result_class="client",instance="a"}`, "0+100x90"},
		{`api_requests_total{route="/api/cash/in",result_class="auth",instance="a"}`, "0+100x90"},
	}},
	{Alert: "CashErrorsBurn", Because: "what fails is the board", At: "70m", Series: [][2]string{
		{`api_requests_total{route="/api/cash/in",result_class="ok",instance="a"}`, "0+100x90"},
		{`api_requests_total{route="/api/board/list",result_class="system",instance="a"}`, "0+900x90"},
	}},
	{Alert: "MoneySlowBurn", Because: "what is slow is a login, on purpose", At: "70m", Series: [][2]string{
		{`api_request_duration_seconds_bucket{route_group="member",le="0.3",instance="a"}`, "0+10x90"},
		{`api_request_duration_seconds_count{route_group="member",instance="a"}`, "0+1000x90"},
	}},
	{Alert: "VendorWalletErrorsBurn", Because: "members have no money for most bets", At: "70m", Series: [][2]string{
		{`vendor_callbacks_total{vendor="acme",result="ok",instance="a"}`, "0+100x90"},
		{`vendor_callbacks_total{vendor="acme",result="refused",instance="a"}`, "0+900x90"},
	}},
	{Alert: "VendorCallsBurn", Severity: alert.Ticket, Match: `vendor="acme"`, Because: "it is the other vendor that is away", At: "70m", Series: [][2]string{
		{`vendor_requests_total{vendor="acme",result="ok",instance="a"}`, "0+100x90"},
		{`vendor_requests_total{vendor="other",result="error",instance="a"}`, "0+100x90"},
	}},
}
