package alert

// partners are the alerts of what partners earn and pay. Broken invariants of commissions are WalletInvariantBroken.
var partners = Group{"partners", []Alert{
	{
		Name: "CommissionWorkerMissing", Severity: Ticket, For: "2m",
		Expr:    `(sum(commission_leader) or vector(0)) < 1`,
		Summary: "No process notes and settles what partners earn",
	},
	{
		Name: "CommissionAccrualLag", Severity: Ticket, For: "2m",
		Expr:    `max(commission_accrual_lag_seconds and on (instance) commission_leader == 1) > 300`,
		Summary: "Settled bets have not been noted for commissions for {{ $value | humanizeDuration }}",
	},
	{
		Name: "CommissionSumsLag", Severity: Ticket, For: "5m",
		Expr:    `max by (site) (commission_sums_lag_seconds and on (instance) commission_leader == 1) > 1800`,
		Summary: "The reports of partners of {{ $labels.site }} are {{ $value | humanizeDuration }} old",
	},
	{
		Name: "CommissionSettlementLate", Severity: Ticket,
		Expr:    `max by (site) (commission_settlement_overdue_seconds and on (instance) commission_leader == 1) > 1800`,
		Summary: "At 00:40 of its clock {{ $labels.site }} had not settled the day before: it has been due for {{ $value | humanizeDuration }}",
	},
	{
		Name: "CommissionStatementDiffers", Severity: Ticket,
		Expr:    Happened("", `commission_statement_mismatches_total`, "30m"),
		Summary: "Browsers of partners computed {{ $value | humanize }} statements again with another result",
	},
	{
		Name: "PartnerSendsFailing", Severity: Page, For: "1m",
		Expr:    `sum(increase(partner_sends_total{outcome="failed"}[5m])) > 3`,
		Summary: "{{ $value | humanize }} payments, recalls and reversals of partners failed in five minutes by a fault of ours",
	},
}}

// partnersCases prove the alerts of partners.
var partnersCases = []Case{
	{
		Alert: "CommissionWorkerMissing", Severity: Ticket, Fires: true, Because: "two processes run and none leads", At: "8m",
		Series: series{{`commission_leader{instance="a"}`, "1x3 0x10"}, {`commission_leader{instance="b"}`, "0x13"}},
	},
	{
		Alert: "CommissionWorkerMissing", Severity: Ticket, Fires: true, Because: "the only process is gone", At: "12m",
		Series: series{{`commission_leader{instance="a"}`, "1x3 stale"}},
	},
	{
		Alert: "CommissionWorkerMissing", Because: "another process takes over within a minute", At: "8m",
		Series: series{{`commission_leader{instance="a"}`, "1x3 0x10"}, {`commission_leader{instance="b"}`, "0x4 1x10"}},
	},
	{
		Alert: "CommissionAccrualLag", Severity: Ticket, Fires: true, Because: "nothing is noted any more", At: "15m",
		Series: series{{`commission_accrual_lag_seconds{instance="a"}`, "4x3 60+60x12"}, {`commission_leader{instance="a"}`, "1x15"}},
	},
	{
		Alert: "CommissionAccrualLag", Because: "a process that led before says what it saw last", At: "15m",
		Series: series{
			{`commission_accrual_lag_seconds{instance="a"}`, "900x15"},
			{`commission_leader{instance="a"}`, "0x15"},
			{`commission_accrual_lag_seconds{instance="b"}`, "4x15"},
			{`commission_leader{instance="b"}`, "1x15"},
		},
	},
	{
		Alert: "CommissionSumsLag", Severity: Ticket, Fires: true, Because: "sums fail at one site", At: "50m",
		Series: series{
			{`commission_sums_lag_seconds{site="demo",instance="a"}`, "0+60x60"},
			{`commission_sums_lag_seconds{site="other",instance="a"}`, "200x60"},
			{`commission_leader{instance="a"}`, "1x60"},
		},
	},
	{
		Alert: "CommissionSumsLag", Because: "sums are made every five minutes", At: "50m",
		Series: series{{`commission_sums_lag_seconds{site="demo",instance="a"}`, "0+60x5 0+60x5 0+60x5 0+60x5 0+60x5 0+60x5 0+60x5 0+60x5 0+60x5"}, {`commission_leader{instance="a"}`, "1x60"}},
	},
	{
		Alert: "CommissionSettlementLate", Severity: Ticket, Fires: true, Because: "at 00:41 the day is not settled", At: "31m",
		Series: series{{`commission_settlement_overdue_seconds{site="demo",instance="a"}`, "0+60x40"}, {`commission_leader{instance="a"}`, "1x40"}},
	},
	{
		Alert: "CommissionSettlementLate", Because: "the day is settled at 00:35", At: "31m",
		Series: series{{`commission_settlement_overdue_seconds{site="demo",instance="a"}`, "0+60x25 0x15"}, {`commission_leader{instance="a"}`, "1x40"}},
	},
	{
		Alert: "CommissionStatementDiffers", Severity: Ticket, Fires: true, Because: "the first one counts", At: "8m",
		Series: series{{`commission_statement_mismatches_total{instance="a"}`, "0x5 1x10"}},
	},
	{
		Alert: "CommissionStatementDiffers", Because: "that was an hour ago", At: "70m",
		Series: series{{`commission_statement_mismatches_total{instance="a"}`, "0x5 1x70"}},
	},
	{
		Alert: "PartnerSendsFailing", Severity: Page, Fires: true, Because: "every payment fails", At: "12m",
		Series: series{{`partner_sends_total{kind="pay",outcome="failed",instance="a"}`, "0x5 0+5x10"}, {`partner_sends_total{kind="pay",outcome="done",instance="a"}`, "9x15"}},
	},
	{
		Alert: "PartnerSendsFailing", Because: "partners try to pay more than they have", At: "12m",
		Series: series{{`partner_sends_total{kind="pay",outcome="refused",instance="a"}`, "0+9x15"}, {`partner_sends_total{kind="pay",outcome="failed",instance="a"}`, "0x5 1x10"}},
	},
}
