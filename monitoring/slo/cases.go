package slo

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"hubstake/monitoring/alert"
)

// Long tells whether a case looks far ahead; those are evaluated less often.
func Long(c alert.Case) bool {
	at, err := time.ParseDuration(c.At)
	return err == nil && at > 30*time.Minute
}

// Cases prove the burn alerts. A window that is not full yet is judged by what it has, so the series need not be as long as the windows.
var Cases = slices.Concat(
	shares("PushFreshnessBurn", 1, deliveries("1")), shares("PushStaleBurn", 10, deliveries("5")), shares("ConnectBurn", 1, connects),
	connectCases, outboxCases,
)

const perMinute = 100_000

// deliveries makes the series of deliveries of which the good ones are given.
func deliveries(bucket string) func(good string) [][2]string {
	return func(good string) [][2]string {
		return [][2]string{
			{fmt.Sprintf(`hub_delivery_lag_seconds_bucket{le=%q,instance="a"}`, bucket), good},
			{`hub_delivery_lag_seconds_count{instance="a"}`, fmt.Sprintf("0+%dx300", perMinute)},
		}
	}
}

// connects has the same number of good ones; what is bad is added by shares.
func connects(good string) [][2]string {
	return [][2]string{{`hub_connects_total{result="ok",instance="a"}`, good}}
}

// shares are the cases that any objective on a share of events has. strict divides how much may be bad.
func shares(name string, strict int, of func(good string) [][2]string) []alert.Case {
	bad := func(n, minutes int) [][2]string {
		n /= strict
		series := of(fmt.Sprintf("0+%dx%d", perMinute-n, minutes))
		if len(series) == 1 { // good and bad are counted apart
			series = append(series, [2]string{`hub_connects_total{result="error",instance="a"}`, fmt.Sprintf("0+%dx%d", n, minutes)})
		}
		return series
	}
	return []alert.Case{
		{Alert: name, Severity: alert.Page, Match: `window="1h"`, Fires: true, Because: "2 % are bad (of a promise of 99.9 %)", At: "10m", Series: bad(2000, 20)},
		{Alert: name, Severity: alert.Page, Match: `window="6h"`, Fires: true, Because: "2 % are bad, for longer", At: "20m", Series: bad(2000, 30)},
		{Alert: name, Severity: alert.Ticket, Match: `window="1d"`, Fires: true, Because: "0.4 % are bad: the budget will not last ten days", At: "70m", Series: bad(400, 90)},
		{Alert: name, Severity: alert.Page, Because: "0.4 % can wait until the morning", At: "70m", Series: bad(400, 90)},
		{Alert: name, Severity: alert.Ticket, Match: `window="3d"`, Fires: true, Because: "0.15 % are bad: the budget will not last the month", At: "200m", Series: bad(150, 220)},
		{Alert: name, Because: "0.05 % are what the promise allows", At: "200m", Series: bad(50, 220)},
		{Alert: name, Because: "nothing happens at night", At: "70m", Series: bad(perMinute*strict, 0)},
	}
}

var connectCases = []alert.Case{
	{Alert: "ConnectBurn", Because: "nine of ten are refused for what they sent", At: "70m", Series: [][2]string{
		{`hub_connects_total{result="ok",instance="a"}`, "0+100x90"},
		{`hub_connects_total{result="refused",instance="a"}`, "0+900x90"},
		{`hub_connects_total{result="error",instance="a"}`, "0x90"},
	}},
}

// age is the series of the oldest row.
func age(values string) [][2]string {
	return [][2]string{{`outbox_oldest_unpublished_seconds{shard="{3}",instance="a"}`, values}}
}

var outboxCases = []alert.Case{
	{Alert: "OutboxAgeBurn", Severity: alert.Page, Match: `window="1h"`, Fires: true, Because: "five minutes of the hour", At: "25m", Series: age("0x19 20x10")},
	{Alert: "OutboxAgeBurn", Severity: alert.Page, Match: `window="1h"`, Fires: true, Because: "no workers are there to say", At: "10m"},
	{Alert: "OutboxAgeBurn", Severity: alert.Page, Match: `window="6h"`, Fires: true, Because: "for too long", At: "30m", Series: age("20x40")},
	{Alert: "OutboxAgeBurn", Severity: alert.Ticket, Match: `window="1d"`, Fires: true, Because: "a quarter of the time, for hours", At: "190m", Series: age(strings.Repeat("0x14 9x4 ", 10))},
	{Alert: "OutboxAgeBurn", Because: "four seconds are what is promised", At: "70m", Series: age("4x90")},
	{Alert: "OutboxAgeBurn", Severity: alert.Page, Because: "a bad minute half an hour ago", At: "110m", Series: age("0x60 20 0x55")},
}
