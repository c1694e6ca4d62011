package slo

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"hubstake/monitoring/alert"
)

// Long reports whether a case looks far ahead; those are evaluated less often.
func Long(c alert.Case) bool {
	at, err := time.ParseDuration(c.At)
	return err == nil && at > 30*time.Minute
}

// Cases prove the burn alerts. A window that is not full yet is judged by what it has, so the series need not be as long as the windows.
var Cases = slices.Concat(
	shares("PushFreshnessBurn", 1, histogram(`hub_delivery_lag_seconds`, ``, "1")),
	shares("PushStaleBurn", .1, histogram(`hub_delivery_lag_seconds`, ``, "5")),
	shares("ConnectBurn", 1, counters(`hub_connects_total{result="ok",instance="a"}`, `hub_connects_total{result="error",instance="a"}`)),
	connectCases, outboxCases, productCases,
)

const perMinute = 100_000

// kept makes the series of events of which some are good and some bad, a minute.
type kept func(good, bad string) [][2]string

// histogram is where the good ones are within a bucket.
func histogram(name, labels, bucket string) kept {
	return func(good, _ string) [][2]string {
		count := fmt.Sprintf("0+%dx300", perMinute)
		if good == "0x0" {
			count = good
		}
		return [][2]string{
			{fmt.Sprintf(`%s_bucket{%sle=%q,instance="a"}`, name, labels, bucket), good},
			{fmt.Sprintf(`%s_count{%sinstance="a"}`, name, labels), count},
		}
	}
}

// counters is where good and bad are counted apart.
func counters(goodOnes, badOnes string) kept {
	return func(good, bad string) [][2]string { return [][2]string{{goodOnes, good}, {badOnes, bad}} }
}

// shares are the cases that any objective on a share of events has. scale is 1 for a promise of 99.9 %, and 10 for one of 99 %.
func shares(name string, scale float64, of kept) []alert.Case {
	bad := func(n float64, minutes int) [][2]string {
		k := int(n * scale)
		return of(fmt.Sprintf("0+%dx%d", perMinute-k, minutes), fmt.Sprintf("0+%dx%d", k, minutes))
	}
	return []alert.Case{
		{Alert: name, Severity: alert.Page, Match: `window="1h"`, Fires: true, Because: "twenty times what is promised is bad", At: "10m", Series: bad(2000, 20)},
		{Alert: name, Severity: alert.Page, Match: `window="6h"`, Fires: true, Because: "twenty times is bad, for longer", At: "20m", Series: bad(2000, 30)},
		{Alert: name, Severity: alert.Ticket, Match: `window="1d"`, Fires: true, Because: "four times: the budget will not last ten days", At: "70m", Series: bad(400, 90)},
		{Alert: name, Severity: alert.Page, Because: "four times can wait until the morning", At: "70m", Series: bad(400, 90)},
		{Alert: name, Severity: alert.Ticket, Match: `window="3d"`, Fires: true, Because: "one and a half times: the budget will not last the month", At: "200m", Series: bad(150, 220)},
		{Alert: name, Because: "half of what is promised may be bad", At: "200m", Series: bad(50, 220)},
		{Alert: name, Because: "nothing happens at night", At: "70m", Series: of("0x0", "0x0")},
	}
}

// few leaves out the cases that take promtool long and prove again what the same table of windows has proved for other objectives.
func few(cases []alert.Case) []alert.Case {
	return slices.DeleteFunc(cases, func(c alert.Case) bool { return c.At == "200m" || strings.Contains(c.Match, "6h") })
}

// tickets are the cases of an objective without pages.
func tickets(cases []alert.Case) []alert.Case {
	return slices.DeleteFunc(cases, func(c alert.Case) bool { return c.Fires && c.Severity == alert.Page })
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
	{Alert: "OutboxAgeBurn", Severity: alert.Page, Match: `window="1h"`, Fires: true, Because: "no workers are there to say", At: "12m", Series: [][2]string{
		{`up{job="workers",instance="a"}`, "0x20"},
	}},
	{Alert: "OutboxAgeBurn", Severity: alert.Page, Match: `window="6h"`, Fires: true, Because: "for too long", At: "30m", Series: age("20x40")},
	{Alert: "OutboxAgeBurn", Severity: alert.Ticket, Match: `window="1d"`, Fires: true, Because: "a quarter of the time, for hours", At: "190m", Series: age(strings.Repeat("0x14 9x4 ", 10))},
	{Alert: "OutboxAgeBurn", Because: "four seconds are what is promised", At: "70m", Series: age("4x90")},
	{Alert: "OutboxAgeBurn", Severity: alert.Page, Because: "Prometheus is new, and its first scrape came after its first look at the rules", At: "4m", Series: [][2]string{
		{`up{job="workers",instance="a"}`, "_x1 1x10"}, {`outbox_oldest_unpublished_seconds{shard="{3}",instance="a"}`, "_x1 0x10"},
	}},
	{Alert: "OutboxAgeBurn", Severity: alert.Page, Because: "a scrape failed while Prometheus was young: the workers were restarted", At: "16m", Series: [][2]string{
		{`up{job="workers",instance="a"}`, "1x13 0 1x10"}, {`outbox_oldest_unpublished_seconds{shard="{3}",instance="a"}`, "0x13 stale 0x10"},
	}},
	{Alert: "OutboxAgeBurn", Severity: alert.Page, Because: "a bad minute half an hour ago", At: "110m", Series: age("0x60 20 0x55")},
}
