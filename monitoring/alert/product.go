package alert

// product are the alerts of the api, money, cash operations and vendors.
var product = []Group{
	{"api", []Alert{
		{
			Name: "ApiPanics", Severity: Ticket,
			Expr:    Happened("instance", `api_panics_total`, "15m"),
			Summary: "{{ $labels.instance }} caught {{ $value | humanize }} panics in a quarter of an hour: a defect, with its stack in the log",
		},
		{
			Name: "ForwardedAddressUnreadable", Severity: Page,
			Expr: `sum by (job, instance) (increase(api_forwarded_address_errors_total[5m])) > 10
or sum by (job, instance) (increase(hub_refusals_total{reason="forwarded"}[5m])) > 10`,
			Summary: "{{ $labels.job }} {{ $labels.instance }} refused {{ $value | humanize }} requests of a balancer that does not say whom they come from",
		},
		{
			Name: "LoginFailureSurge", Severity: Ticket, For: "5m",
			Expr: `sum by (kind) (rate(auth_attempts_total{result!="200"}[5m])) > 0.5
and sum by (kind) (rate(auth_attempts_total{result!="200"}[5m])) > 0.5 * sum by (kind) (rate(auth_attempts_total[5m]))`,
			Summary: "More than half of the logins of area {{ $labels.kind }} fail, {{ $value | humanize }} a second: somebody guesses passwords, or nobody can log in",
		},
		{
			Name: "AccountLockSurge", Severity: Ticket,
			Expr:    `sum(increase(auth_locked_total[10m])) > 50`,
			Summary: "{{ $value | humanize }} logins met a locked account within ten minutes",
		},
		{
			Name: "StaffPasswordGuessing", Severity: Ticket,
			Expr:    `sum(increase(auth_staff_slowed_total[10m])) > 10`,
			Summary: "{{ $value | humanize }} logins of staff had to wait within ten minutes, because their ids were tried many times from many addresses",
		},
		{
			Name: "DatabasePoolFull", Severity: Ticket, For: "5m",
			Expr:    `max by (job, instance) (pgxpool_acquired / pgxpool_max) > 0.9`,
			Summary: "{{ $labels.job }} {{ $labels.instance }} uses {{ $value | humanizePercentage }} of its connections to PostgreSQL: calls wait for one",
		},
		{
			Name: "JobFailing", Severity: Ticket,
			Expr: `sum by (worker) (increase(worker_jobs_total{result="failed"}[15m])) > 2
unless sum by (worker) (increase(worker_jobs_total{result="ok"}[15m])) > 0`,
			Summary: "The job {{ $labels.worker }} has only failed for a quarter of an hour",
		},
	}},
	{"money", []Alert{
		{
			Name: "WalletBatchUnknown", Severity: Ticket,
			Expr:    Happened("", `wallet_batches_total{result="unknown"}`, "10m"),
			Labels:  map[string]string{"scope": "some"},
			Summary: "Of {{ $value | humanize }} batches of bets nobody knew at once whether they were stored; the vendors ask again",
		},
		{
			Name: "WalletBatchUnknown", Severity: Page, For: "2m",
			Expr: `sum(rate(wallet_batches_total{result="unknown"}[2m]))
  / (sum(rate(wallet_batches_total{result=~"ok|collided|failed|unknown"}[2m])) > 0) > 0.05`,
			Labels:  map[string]string{"scope": "many"},
			Summary: "Of {{ $value | humanizePercentage }} of all batches of bets nobody knows at once whether they were stored",
		},
		{
			Name: "WalletBatchFailed", Severity: Ticket, For: "5m",
			Expr: `sum(rate(wallet_batches_total{result=~"collided|failed"}[5m]))
  / (sum(rate(wallet_batches_total{result=~"ok|collided|failed|unknown"}[5m])) > 0) > 0.05`,
			Summary: "{{ $value | humanizePercentage }} of the batches of bets were rolled back and tried again: bets are slower",
		},
		{
			Name: "WalletHeld", Severity: Ticket, For: "5m",
			Expr:    `sum(rate(wallet_held_total{result="busy"}[5m])) > 0.1`,
			Summary: "{{ $value | humanize }} bets a second are sent back because another transaction holds their member's wallet",
		},
		{
			Name: "WalletQueueFull", Severity: Page, For: "1m",
			Expr:    `sum(rate(wallet_batches_total{result="refused"}[1m])) > 1`,
			Summary: "{{ $value | humanize }} bets a second are turned away because too many wait to be written",
		},
	}},
	{"cash", []Alert{
		{
			Name: "WithdrawalPendingTooLong", Severity: Ticket, For: "1m",
			Expr:    `max by (site) (cash_request_oldest_pending_seconds{kind=~"out|pt"}) > 900`,
			Labels:  map[string]string{"scope": "slow"},
			Summary: "At {{ $labels.site }} a withdrawal has waited for staff for {{ $value | humanizeDuration }}",
		},
		{
			Name: "WithdrawalPendingTooLong", Severity: Page, For: "1m",
			Expr:    `max by (site) (cash_request_oldest_pending_seconds{kind=~"out|pt"}) > 3600`,
			Labels:  map[string]string{"scope": "forgotten"},
			Summary: "At {{ $labels.site }} a withdrawal has waited for staff for {{ $value | humanizeDuration }}",
		},
		{
			Name: "DepositPendingTooLong", Severity: Ticket, For: "1m",
			Expr:    `max by (site) (cash_request_oldest_pending_seconds{kind="in"}) > 900`,
			Labels:  map[string]string{"scope": "slow"},
			Summary: "At {{ $labels.site }} a deposit has waited for staff for {{ $value | humanizeDuration }}",
		},
		{
			Name: "DepositPendingTooLong", Severity: Page, For: "1m",
			Expr:    `max by (site) (cash_request_oldest_pending_seconds{kind="in"}) > 3600`,
			Labels:  map[string]string{"scope": "forgotten"},
			Summary: "At {{ $labels.site }} a deposit has waited for staff for {{ $value | humanizeDuration }}",
		},
	}},
	{"vendors", []Alert{
		{
			Name: "VendorCircuitOpen", Severity: Ticket, For: "1m",
			Expr:    `max by (vendor) (vendor_circuit_state) > 0`,
			Summary: "{{ $labels.vendor }} does not answer and is left in peace: its games do not open",
		},
		{
			Name: "CallbackBadSignature", Severity: Ticket,
			Expr:    `sum by (vendor) (increase(vendor_callbacks_total{result=~"badsig|late"}[10m])) > 20`,
			Summary: "{{ $value | humanize }} calls in ten minutes in the name of {{ $labels.vendor }} had a wrong signature or an old time",
		},
		{
			Name: "TransferPendingTooLong", Severity: Ticket, For: "1m",
			Expr:    `max by (vendor) (transfer_oldest_pending_seconds) > 300`,
			Labels:  map[string]string{"scope": "slow"},
			Summary: "For {{ $value | humanizeDuration }} nobody knows whether money of a member arrived at {{ $labels.vendor }} or came back",
		},
		{
			Name: "TransferPendingTooLong", Severity: Page, For: "1m",
			Expr:    `max by (vendor) (transfer_oldest_pending_seconds) > 3600`,
			Labels:  map[string]string{"scope": "forgotten"},
			Summary: "For {{ $value | humanizeDuration }} nobody knows whether money of a member arrived at {{ $labels.vendor }} or came back",
		},
		{
			Name: "TransferRecallOverdue", Severity: Ticket, For: "10m",
			Expr:    `max by (vendor) (transfer_recalls_overdue) > 0`,
			Labels:  map[string]string{"scope": "slow"},
			Summary: "{{ $value | humanize }} members have left a game of {{ $labels.vendor }} and do not have their money back",
		},
		{
			Name: "TransferRecallOverdue", Severity: Page, For: "1h",
			Expr:    `max by (vendor) (transfer_recalls_overdue) > 0`,
			Labels:  map[string]string{"scope": "forgotten"},
			Summary: "For an hour members have left games of {{ $labels.vendor }} and do not have their money back ({{ $value | humanize }} now)",
		},
		{
			Name: "VendorNeedsAPerson", Severity: Ticket,
			Expr:    Happened("vendor", `vendor_callbacks_total{result=~"parked|debt"}`, "15m"),
			Summary: "{{ $labels.vendor }} sent {{ $value | humanize }} wins that wait for two persons or cannot be read, or took back what the member no longer has",
		},
		{
			Name: "HeldWinsWait", Severity: Ticket, For: "1m",
			Expr:    `max by (vendor) (casino_held_oldest_seconds) > 3600`,
			Summary: "A member has waited {{ $value | humanizeDuration }} for two persons to decide a win of {{ $labels.vendor }}",
		},
		{
			Name: "ProviderOverItsDay", Severity: Page,
			Expr:    `max by (vendor) (casino_held_wins{reason="day"}) > 0`,
			Summary: "{{ $labels.vendor }} would have paid more than was staked by more than its limit of a day: it is stopped, and {{ $value | humanize }} wins wait",
		},
	}},
	{"settlement", []Alert{
		{
			Name: "SettlementLate", Severity: Page, For: "1m",
			Expr:    `max(settlement_oldest_pending_seconds) > 60`,
			Summary: "A market with a result has waited {{ $value | humanizeDuration }} to be settled",
		},
		{
			Name: "SettlementFailing", Severity: Page, For: "1m",
			Expr:    `sum(increase(settlement_jobs_total{result="failed"}[5m])) > 3`,
			Summary: "Markets could not be settled {{ $value | humanize }} times in five minutes",
		},
		{
			Name: "SettlementOutdated", Severity: Ticket, For: "2m",
			Expr:    `max(settlement_outdated_bets) > 0`,
			Summary: "{{ $value | humanize }} ended bets hold no more: their outcome changed, they are void although it is known, or they were struck too late",
		},
	}},
	{"sportsbook", []Alert{
		{
			Name: "SportsRefusalsHigh", Severity: Ticket, For: "5m",
			Expr: `sum(increase(sports_slips_total{result!~"placed|wait|repeated"}[10m])) > 20
and sum(rate(sports_slips_total{result!~"placed|wait|repeated"}[10m])) / sum(rate(sports_slips_total{result!="repeated"}[10m])) > 0.3
and sum(rate(sports_slips_total{result!~"placed|wait|repeated"}[10m])) / sum(rate(sports_slips_total{result!="repeated"}[10m]))
  > 2 * sum(rate(sports_slips_total{result!~"placed|wait|repeated"}[1d])) / sum(rate(sports_slips_total{result!="repeated"}[1d]))`,
			Summary: "{{ $value | humanize }} slips were refused in ten minutes: at least three of ten, and twice as many as usual",
		},
		{
			Name: "SportsWaitLate", Severity: Page, For: "1m",
			Expr:    `max(sports_waiting_overdue_seconds) > 60`,
			Summary: "A bet in play should have been decided {{ $value | humanizeDuration }} ago",
		},
		{
			Name: "SportsMatchWithoutResult", Severity: Ticket, For: "5m",
			Expr:    `max by (sport) (sports_overdue_oldest_seconds) > 3600`,
			Summary: "A match of {{ $labels.sport }} with bets should have been over for {{ $value | humanizeDuration }} and has no result",
		},
		{
			Name: "SportsBetsTooLate", Severity: Ticket, For: "0m",
			Expr:    Happened("after", `sports_late_bets_total{after!~"staff|annulled"}`, "15m"),
			Summary: "{{ $value | humanize }} bets were struck after what their feed told late: the {{ $labels.after }} of a match",
		},
		{
			Name: "SportsMatchLost", Severity: Ticket, For: "10m",
			Expr:    `max(sports_lost_matches) > 0`,
			Summary: "{{ $value | humanize }} matches should have begun, and their feed says nothing of them any more",
		},
	}},
	{"draws", []Alert{
		{
			Name: "DrawLate", Severity: Page, For: "1m",
			Expr:    `max(minigame_oldest_draw_seconds) > 30`,
			Summary: "A scheduled draw has been due for {{ $value | humanizeDuration }}",
		},
		{
			Name: "DrawsWithoutDealer", Severity: Page, For: "2m",
			Expr:    `max(minigame_leader) < 1`,
			Summary: "No process opens and draws the rounds of the scheduled draws",
		},
		{
			Name: "DrawRoundsVoid", Severity: Ticket, For: "0m",
			Expr:    Happened("game", `minigame_rounds_total{result="void"}`, "30m"),
			Summary: "{{ $value | humanize }} rounds of {{ $labels.game }} were void in half an hour",
		},
		{
			Name: "DrawSettlementFailing", Severity: Page, For: "1m",
			Expr:    `sum(increase(minigame_failures_total{step="settle"}[5m])) > 3`,
			Summary: "Bets on draws could not be settled {{ $value | humanize }} times in five minutes",
		},
		{
			Name: "DrawReturnOff", Severity: Ticket, For: "10m",
			Expr:    `max by (game) (abs(minigame_return_deviation)) > 5`,
			Summary: "{{ $labels.game }} returns {{ $value | humanize }} standard deviations more or less than it states",
		},
	}},
	{"feeds", []Alert{
		{
			Name: "FeedPricesOld", Severity: Ticket, For: "2m",
			Expr:    `max by (feed) (feed_newest_price_age_seconds) > 300`,
			Labels:  map[string]string{"scope": "old"},
			Summary: "The newest price of feed {{ $labels.feed }} is {{ $value | humanizeDuration }} old: its markets are suspended",
		},
		{
			Name: "FeedPricesOld", Severity: Page, For: "2m",
			Expr:    `max by (feed) (feed_newest_price_age_seconds) > 1800`,
			Labels:  map[string]string{"scope": "silent"},
			Summary: "The newest price of feed {{ $labels.feed }} is {{ $value | humanizeDuration }} old: its markets are suspended",
		},
		{
			Name: "FeedUnread", Severity: Ticket, For: "2m",
			Expr:    `sum by (feed) (feed_leader) < 1`,
			Summary: "No process reads the feed {{ $labels.feed }}",
		},
		{
			Name: "FeedParked", Severity: Ticket,
			Expr:    `sum by (feed, reason) (increase(feed_parked_total[15m])) > 20`,
			Summary: "{{ $value | humanize }} changes of feed {{ $labels.feed }} in a quarter of an hour were parked as {{ $labels.reason }}",
		},
		{
			Name: "FeedNumbersBack", Severity: Ticket, For: "5m",
			Expr:    `max by (feed) (feed_refused_changes) > 2`,
			Summary: "The numbers of feed {{ $labels.feed }} went back: {{ $value | humanize }} changes were refused, and their matches stay suspended",
		},
	}},
}
