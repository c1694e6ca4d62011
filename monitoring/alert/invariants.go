package alert

// invariants fire when money or the audit is wrong, or when the checks did not run. There is no budget for either: the first
// sample pages.
var invariants = Group{"invariants", []Alert{
	{
		Name: "WalletInvariantBroken", Severity: Page,
		Expr:    `max by (check) (wallet_invariant_violations{check!="audit_chain"}) > 0`,
		Summary: "{{ $value | humanize }} times {{ $labels.check }} does not hold: money is not what the ledger says",
	},
	{
		Name: "AuditTampered", Severity: Page,
		Expr:    `max(wallet_invariant_violations{check="audit_chain"}) > 0`,
		Summary: "{{ $value | humanize }} entries of the audit are not as they were written",
	},
	{
		Name: "AuditTipFell", Severity: Page, For: "2m",
		Expr:    `max by (site) (max_over_time(audit_tip_seq[1d])) > (max by (site) (audit_tip_seq) or max by (site) (max_over_time(audit_tip_seq[1d])) * 0)`,
		Summary: "The audit of {{ $labels.site }} had {{ $value | humanize }} entries and now has fewer: its end was cut off",
	},
	{
		Name: "InvariantCheckStale", Severity: Page, For: "1m",
		Expr: `(time() - max(wallet_invariant_last_run_timestamp_seconds{kind="step"})) > 300
or (time() - max(wallet_invariant_last_run_timestamp_seconds{kind="full"})) > 172800
or (time() - max(wallet_invariant_last_run_timestamp_seconds{kind="audit"})) > 14400`,
		Summary: "Nobody has proved for {{ $value | humanizeDuration }} that the books or the audit are sound",
	},
	{
		Name: "InvariantCheckMissing", Severity: Ticket, For: "15m",
		Expr: `absent(wallet_invariant_last_run_timestamp_seconds{kind="step"})
or absent(wallet_invariant_last_run_timestamp_seconds{kind="full"})
or absent(wallet_invariant_last_run_timestamp_seconds{kind="audit"})`,
		Summary: "A look at the books of the kind {{ $labels.kind }} has never come to its end",
	},
}}
