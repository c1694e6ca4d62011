package alert

// productCases prove the alerts of product.
var productCases = []Case{
	{
		Alert: "ApiPanics", Severity: Ticket, Fires: true, Because: "the first one counts", At: "8m",
		Series: series{{`api_panics_total{instance="a"}`, "0x5 1x10"}},
	},
	{
		Alert: "ApiPanics", Because: "that was an hour ago", At: "70m",
		Series: series{{`api_panics_total{instance="a"}`, "0x5 1x70"}},
	},
	{
		Alert: "ForwardedAddressUnreadable", Severity: Page, Fires: true, Because: "a balancer of the api sends no address", At: "10m",
		Series: series{{`api_forwarded_address_errors_total{job="api",instance="a"}`, "0x4 0+30x10"}},
	},
	{
		Alert: "ForwardedAddressUnreadable", Severity: Page, Fires: true, Because: "a balancer of the hub sends no address", At: "10m",
		Series: series{{`hub_refusals_total{reason="forwarded",job="hub",instance="a"}`, "0x4 0+30x10"}},
	},
	{
		Alert: "ForwardedAddressUnreadable", Because: "somebody called the api by hand from the balancer, and others meet the hub's limits", At: "10m",
		Series: series{
			{`api_forwarded_address_errors_total{job="api",instance="a"}`, "0x4 3x10"},
			{`hub_refusals_total{reason="address",job="hub",instance="a"}`, "0+30x15"},
		},
	},
	{
		Alert: "LoginFailureSurge", Severity: Ticket, Fires: true, Because: "nine of ten fail", At: "20m",
		Series: series{
			{`auth_attempts_total{kind="member",result="U003",instance="a"}`, "0+90x30"},
			{`auth_attempts_total{kind="member",result="200",instance="a"}`, "0+10x30"},
		},
	},
	{
		Alert: "LoginFailureSurge", Because: "three of ten mistype, and one at night is nobody", At: "20m",
		Series: series{
			{`auth_attempts_total{kind="member",result="U003",instance="a"}`, "0+300x30"},
			{`auth_attempts_total{kind="member",result="200",instance="a"}`, "0+700x30"},
			{`auth_attempts_total{kind="admin",result="U003",instance="a"}`, "0+1x30"},
		},
	},
	{
		Alert: "AccountLockSurge", Severity: Ticket, Fires: true, Because: "ten a minute", At: "15m",
		Series: series{{`auth_locked_total{instance="a"}`, "0+10x20"}},
	},
	{
		Alert: "AccountLockSurge", Because: "a few people forget their password", At: "15m",
		Series: series{{`auth_locked_total{instance="a"}`, "0+1x20"}},
	},
	{
		Alert: "StaffPasswordGuessing", Severity: Ticket, Fires: true, Because: "somebody with many addresses tries an id five times a minute", At: "15m",
		Series: series{{`auth_staff_slowed_total{instance="a"}`, "0+5x20"}},
	},
	{
		Alert: "StaffPasswordGuessing", Because: "an office forgot a password", At: "15m",
		Series: series{{`auth_staff_slowed_total{instance="a"}`, "0x10 1 2 3 3x7"}},
	},
	{
		Alert: "DatabasePoolFull", Severity: Ticket, Fires: true, Because: "one node has none left", At: "10m",
		Series: series{
			{`pgxpool_acquired{job="api",instance="a"}`, "16x10"},
			{`pgxpool_max{job="api",instance="a"}`, "16x10"},
			{`pgxpool_acquired{job="api",instance="b"}`, "2x10"},
			{`pgxpool_max{job="api",instance="b"}`, "16x10"},
		},
	},
	{
		Alert: "DatabasePoolFull", Because: "a busy minute passes", At: "10m",
		Series: series{{`pgxpool_acquired{job="api",instance="a"}`, "2x6 16x2 2x5"}, {`pgxpool_max{job="api",instance="a"}`, "16x13"}},
	},
	{
		Alert: "JobFailing", Severity: Ticket, Fires: true, Because: "it never succeeds", At: "20m",
		Series: series{
			{`worker_jobs_total{worker="idle_sessions",result="failed",instance="a"}`, "0+1x30"},
			{`worker_jobs_total{worker="idle_sessions",result="ok",instance="a"}`, "7x30"},
		},
	},
	{
		Alert: "JobFailing", Because: "the next try succeeds", At: "20m",
		Series: series{
			{`worker_jobs_total{worker="idle_sessions",result="failed",instance="a"}`, "0+1x30"},
			{`worker_jobs_total{worker="idle_sessions",result="ok",instance="b"}`, "0+3x30"},
		},
	},
	{
		Alert: "WalletBatchUnknown", Severity: Ticket, Fires: true, Because: "a connection broke in a commit", At: "8m",
		Series: series{{`wallet_batches_total{result="unknown",instance="a"}`, "0x5 1x10"}, {`wallet_batches_total{result="ok",instance="a"}`, "0+6000x20"}},
	},
	{
		Alert: "WalletBatchUnknown", Severity: Page, Because: "one of thousands is for the next working day", At: "8m",
		Series: series{{`wallet_batches_total{result="unknown",instance="a"}`, "0x5 1x10"}, {`wallet_batches_total{result="ok",instance="a"}`, "0+6000x20"}},
	},
	{
		Alert: "WalletBatchUnknown", Severity: Page, Fires: true, Because: "half of the batches end so", At: "10m",
		Series: series{{`wallet_batches_total{result="unknown",instance="a"}`, "0+60x20"}, {`wallet_batches_total{result="ok",instance="a"}`, "0+60x20"}},
	},
	{
		Alert: "WalletBatchUnknown", Because: "all were stored", At: "10m",
		Series: series{{`wallet_batches_total{result="unknown",instance="a"}`, "0x20"}, {`wallet_batches_total{result="ok",instance="a"}`, "0+60x20"}},
	},
	{
		Alert: "WalletBatchFailed", Severity: Ticket, Fires: true, Because: "one batch in ten is undone", At: "15m",
		Series: series{{`wallet_batches_total{result="failed",instance="a"}`, "0+10x20"}, {`wallet_batches_total{result="ok",instance="a"}`, "0+90x20"}},
	},
	{
		Alert: "WalletBatchFailed", Because: "one in a hundred met a lock", At: "15m",
		Series: series{{`wallet_batches_total{result="failed",instance="a"}`, "0+1x20"}, {`wallet_batches_total{result="ok",instance="a"}`, "0+99x20"}},
	},
	{
		Alert: "WalletHeld", Severity: Ticket, Fires: true, Because: "a transaction holds wallets for minutes and vendors repeat", At: "15m",
		Series: series{{`wallet_held_total{result="busy",instance="a"}`, "0+30x20"}},
	},
	{
		Alert: "WalletHeld", Because: "a node froze for a moment", At: "15m",
		Series: series{{`wallet_held_total{result="busy",instance="a"}`, "0x5 40x20"}, {`wallet_held_total{result="later",instance="a"}`, "0+600x20"}},
	},
	{
		Alert: "WalletQueueFull", Severity: Page, Fires: true, Because: "ten bets a second find no place", At: "6m", Every: "15s",
		Series: series{{`wallet_batches_total{result="refused",instance="a"}`, "0+150x30"}},
	},
	{
		Alert: "WalletQueueFull", Because: "one moment, a while ago", At: "6m", Every: "15s",
		Series: series{{`wallet_batches_total{result="refused",instance="a"}`, "0x8 20x30"}},
	},
	{
		Alert: "WithdrawalPendingTooLong", Severity: Ticket, Fires: true, Because: "twenty minutes", At: "25m",
		Series: series{{`cash_request_oldest_pending_seconds{site="demo",kind="out",instance="a"}`, "0+60x40"}},
	},
	{
		Alert: "WithdrawalPendingTooLong", Severity: Page, Because: "twenty minutes can be seen to by day", At: "25m",
		Series: series{{`cash_request_oldest_pending_seconds{site="demo",kind="out",instance="a"}`, "0+60x40"}},
	},
	{
		Alert: "WithdrawalPendingTooLong", Severity: Page, Fires: true, Because: "over an hour, at one of two sites", At: "65m",
		Series: series{
			{`cash_request_oldest_pending_seconds{site="demo",kind="out",instance="a"}`, "0+60x80"},
			{`cash_request_oldest_pending_seconds{site="other",kind="out",instance="a"}`, "30x80"},
		},
	},
	{
		Alert: "WithdrawalPendingTooLong", Severity: Page, Fires: true, Because: "a partner's withdrawal, over an hour", At: "65m",
		Series: series{
			{`cash_request_oldest_pending_seconds{site="demo",kind="out",instance="a"}`, "30x80"},
			{`cash_request_oldest_pending_seconds{site="demo",kind="pt",instance="a"}`, "0+60x80"},
		},
	},
	{
		Alert: "WithdrawalPendingTooLong", Because: "staff is quick, and a deposit is not a withdrawal", At: "65m",
		Series: series{
			{`cash_request_oldest_pending_seconds{site="demo",kind="out",instance="a"}`, "600x80"},
			{`cash_request_oldest_pending_seconds{site="demo",kind="in",instance="a"}`, "0+60x80"},
		},
	},
	{
		Alert: "DepositPendingTooLong", Severity: Ticket, Fires: true, Because: "twenty minutes", At: "25m",
		Series: series{{`cash_request_oldest_pending_seconds{site="demo",kind="in",instance="a"}`, "0+60x40"}},
	},
	{
		Alert: "DepositPendingTooLong", Severity: Page, Fires: true, Because: "over an hour", At: "65m",
		Series: series{{`cash_request_oldest_pending_seconds{site="demo",kind="in",instance="a"}`, "0+60x80"}},
	},
	{
		Alert: "DepositPendingTooLong", Because: "nothing waits for long", At: "65m",
		Series: series{{`cash_request_oldest_pending_seconds{site="demo",kind="in",instance="a"}`, "0x30 300 60 0x50"}},
	},
	{
		Alert: "VendorCircuitOpen", Severity: Ticket, Fires: true, Because: "open, with a try now and then", At: "10m",
		Series: series{{`vendor_circuit_state{vendor="acme",instance="a"}`, "0x3 2 2 1 2 2 1 2 2"}, {`vendor_circuit_state{vendor="acme",instance="b"}`, "0x12"}},
	},
	{
		Alert: "VendorCircuitOpen", Because: "every vendor answers", At: "10m",
		Series: series{{`vendor_circuit_state{vendor="acme",instance="a"}`, "0x12"}},
	},
	{
		Alert: "CallbackBadSignature", Severity: Ticket, Fires: true, Because: "somebody tries", At: "15m",
		Series: series{{`vendor_callbacks_total{vendor="acme",kind="bet",result="badsig",instance="a"}`, "0+10x20"}},
	},
	{
		Alert: "CallbackBadSignature", Because: "repeats and refusals are well signed", At: "15m",
		Series: series{
			{`vendor_callbacks_total{vendor="acme",kind="bet",result="duplicate",instance="a"}`, "0+100x20"},
			{`vendor_callbacks_total{vendor="acme",kind="bet",result="refused",instance="a"}`, "0+100x20"},
		},
	},
	{
		Alert: "TransferPendingTooLong", Severity: Ticket, Fires: true, Because: "over five minutes", At: "8m",
		Series: series{
			{`transfer_oldest_pending_seconds{vendor="acme",instance="a"}`, "0+60x10"}, {`transfer_oldest_pending_seconds{vendor="acme",instance="b"}`, "0+60x10"},
		},
	},
	{
		Alert: "TransferPendingTooLong", Severity: Page, Fires: true, Because: "over an hour", At: "65m",
		Series: series{{`transfer_oldest_pending_seconds{vendor="acme",instance="a"}`, "0+60x80"}},
	},
	{
		Alert: "TransferPendingTooLong", Because: "what was not known is settled at the next question", At: "65m",
		Series: series{{`transfer_oldest_pending_seconds{vendor="acme",instance="a"}`, "0x20 60 120 180 240 0x50"}},
	},
	{
		Alert: "TransferRecallOverdue", Severity: Ticket, Fires: true, Because: "money of two members stays with the vendor", At: "12m",
		Series: series{
			{`transfer_recalls_overdue{vendor="acme",instance="a"}`, "2x20"},
			{`transfer_recalls_overdue{vendor="acme",instance="b"}`, "2x20"},
			{`transfer_recalls_overdue{vendor="other",instance="a"}`, "0x20"},
		},
	},
	{
		Alert: "TransferRecallOverdue", Severity: Page, Fires: true, Because: "it stays for an hour", At: "65m",
		Series: series{{`transfer_recalls_overdue{vendor="acme",instance="a"}`, "1x80"}},
	},
	{
		Alert: "TransferRecallOverdue", Because: "a vendor that was away for some minutes gives it back then", At: "65m",
		Series: series{{`transfer_recalls_overdue{vendor="acme",instance="a"}`, "0x10 5x8 0x60"}},
	},
	{
		Alert: "VendorNeedsAPerson", Severity: Ticket, Fires: true, Because: "a win above the limit", At: "10m",
		Series: series{{`vendor_callbacks_total{vendor="acme",kind="win",result="parked",instance="a"}`, "0x5 1x10"}},
	},
	{
		Alert: "HeldWinsWait", Severity: Ticket, Fires: true, Because: "a member waits for more than an hour", At: "80m",
		Series: series{{`casino_held_oldest_seconds{vendor="acme",reason="win",instance="a"}`, "0+60x90"}, {`casino_held_oldest_seconds{vendor="acme",reason="win",instance="b"}`, "0+60x90"}},
	},
	{
		Alert: "HeldWinsWait", Because: "two persons decide within half an hour", At: "80m",
		Series: series{{`casino_held_oldest_seconds{vendor="acme",reason="win",instance="a"}`, "0+60x30 _x60"}},
	},
	{
		Alert: "ProviderOverItsDay", Severity: Page, Fires: true, Because: "a provider paid up to its limit", At: "5m",
		Series: series{{`casino_held_wins{vendor="acme",reason="day",instance="a"}`, "_x3 1x10"}},
	},
	{
		Alert: "ProviderOverItsDay", Because: "a large win waits, the day's limit is far", At: "10m",
		Series: series{{`casino_held_wins{vendor="acme",reason="win",instance="a"}`, "1x20"}},
	},
	{
		Alert: "VendorNeedsAPerson", Because: "wins are paid", At: "10m",
		Series: series{{`vendor_callbacks_total{vendor="acme",kind="win",result="ok",instance="a"}`, "0+10x20"}},
	},
	{
		Alert: "SettlementLate", Severity: Page, Fires: true, Because: "a market waits for minutes", At: "5m",
		Series: series{{`settlement_oldest_pending_seconds{game_group="sports",instance="a"}`, "0 30+30x20"}},
	},
	{
		Alert: "SettlementLate", Because: "each market is settled within half a minute", At: "10m",
		Series: series{{`settlement_oldest_pending_seconds{game_group="sports",instance="a"}`, "0 30 0 30 0 30 0 30 0 30 0x10"}},
	},
	{
		Alert: "SettlementFailing", Severity: Page, Fires: true, Because: "a job fails again and again", At: "10m",
		Series: series{{`settlement_jobs_total{result="failed",instance="a"}`, "0+2x20"}},
	},
	{
		Alert: "SettlementFailing", Because: "one job failed twice and then worked", At: "10m",
		Series: series{{`settlement_jobs_total{result="failed",instance="a"}`, "0 0 1 2 2x20"}},
	},
	{
		Alert: "SettlementOutdated", Severity: Ticket, Fires: true, Because: "a result was corrected after its bets were paid", At: "10m",
		Series: series{{`settlement_outdated_bets{instance="a"}`, "0x3 7x20"}, {`settlement_outdated_bets{instance="b"}`, "0x3 7x20"}},
	},
	{
		Alert: "SettlementOutdated", Because: "no bet is outdated", At: "10m",
		Series: series{{`settlement_outdated_bets{instance="a"}`, "0x20"}},
	},
	{
		Alert: "SportsBetsTooLate", Severity: Ticket, Fires: true, Because: "a feed told the start of a match late", At: "10m",
		Series: series{{`sports_late_bets_total{after="start",instance="a"}`, "0x5 3x20"}},
	},
	{
		Alert: "SportsBetsTooLate", Because: "staff voided the bets of a time", At: "10m",
		Series: series{{`sports_late_bets_total{after="start",instance="a"}`, "0x25"}, {`sports_late_bets_total{after="staff",instance="a"}`, "0x5 3x20"}},
	},
	{
		Alert: "SportsBetsTooLate", Because: "a goal did not count", At: "10m",
		Series: series{{`sports_late_bets_total{after="start",instance="a"}`, "0x25"}, {`sports_late_bets_total{after="annulled",instance="a"}`, "0x5 3x20"}},
	},
	{
		Alert: "SportsMatchLost", Severity: Ticket, Fires: true, Because: "a match vanished from its feed", At: "20m",
		Series: series{{`sports_lost_matches{instance="a"}`, "0x3 1x30"}, {`sports_lost_matches{instance="b"}`, "0x3 1x30"}},
	},
	{
		Alert: "SportsMatchLost", Because: "the feed named it again within minutes", At: "20m",
		Series: series{{`sports_lost_matches{instance="a"}`, "0x3 1x5 0x30"}},
	},
	{
		Alert: "DrawLate", Severity: Page, Fires: true, Because: "the beacon is silent", At: "5m",
		Series: series{{`minigame_oldest_draw_seconds{instance="a"}`, "0 0+60x10"}, {`minigame_oldest_draw_seconds{instance="b"}`, "0x11"}},
	},
	{
		Alert: "DrawLate", Because: "each draw comes within seconds", At: "10m",
		Series: series{{`minigame_oldest_draw_seconds{instance="a"}`, "0 1 0 2 0 29 0 1 0 0x10"}},
	},
	{
		Alert: "DrawsWithoutDealer", Severity: Page, Fires: true, Because: "the last leader ended", At: "10m",
		Series: series{{`minigame_leader{instance="a"}`, "1x3 0x20"}, {`minigame_leader{instance="b"}`, "0x24"}},
	},
	{
		Alert: "DrawsWithoutDealer", Because: "another process took over within a minute", At: "10m",
		Series: series{{`minigame_leader{instance="a"}`, "1x3 0x20"}, {`minigame_leader{instance="b"}`, "0x4 1x20"}},
	},
	{
		Alert: "DrawRoundsVoid", Severity: Ticket, Fires: true, Because: "a round could not be drawn in time", At: "10m",
		Series: series{{`minigame_rounds_total{game="coin3",result="void",instance="a"}`, "0x3 1x20"}},
	},
	{
		Alert: "DrawRoundsVoid", Because: "every round is drawn", At: "10m",
		Series: series{{`minigame_rounds_total{game="coin3",result="void",instance="a"}`, "0x20"}, {`minigame_rounds_total{game="coin3",result="drawn",instance="a"}`, "0+1x20"}},
	},
	{
		Alert: "DrawSettlementFailing", Severity: Page, Fires: true, Because: "a round fails again and again", At: "10m",
		Series: series{{`minigame_failures_total{step="settle",instance="a"}`, "0+2x20"}},
	},
	{
		Alert: "DrawSettlementFailing", Because: "it failed twice, and a beacon is late", At: "10m",
		Series: series{{`minigame_failures_total{step="settle",instance="a"}`, "0 0 1 2 2x20"}, {`minigame_failures_total{step="beacon",instance="a"}`, "0+9x20"}},
	},
	{
		Alert: "DrawReturnOff", Severity: Ticket, Fires: true, Because: "a game pays far less than it states", At: "30m",
		Series: series{{`minigame_return_deviation{game="keno",instance="a"}`, "0x5 -6.2x40"}},
	},
	{
		Alert: "DrawReturnOff", Because: "chance alone", At: "30m",
		Series: series{{`minigame_return_deviation{game="keno",instance="a"}`, "0 1.2 -2.4 3.1 -3.9x40"}},
	},
	{
		Alert: "SportsRefusalsHigh", Severity: Ticket, Fires: true, Because: "after a day of one in twenty-one nearly all are refused", At: "1465m",
		Series: series{
			{`sports_slips_total{result="placed",instance="a"}`, "0+100x1440 144001+1x60"},
			{`sports_slips_total{result="wait",instance="a"}`, "0x1500"},
			{`sports_slips_total{result="B6002",instance="a"}`, "0+5x1440 7300+100x60"},
			{`sports_slips_total{result="repeated",instance="a"}`, "0x1500"},
		},
	},
	{
		Alert: "SportsRefusalsHigh", Because: "as many are refused as always", At: "1465m",
		Series: series{
			{`sports_slips_total{result="placed",instance="a"}`, "0+50x1500"}, {`sports_slips_total{result="RATE_LIMIT_EXCEPTION",instance="a"}`, "0+50x1500"},
		},
	},
	{
		Alert: "SportsRefusalsHigh", Because: "a handful of slips at night", At: "1465m",
		Series: series{
			{`sports_slips_total{result="placed",instance="a"}`, "0+100x1440 144000x60"}, {`sports_slips_total{result="B6000",instance="a"}`, "0+1x1500"},
		},
	},
	{
		Alert: "SportsWaitLate", Severity: Page, Fires: true, Because: "bets wait and none is decided", At: "5m",
		Series: series{{`sports_waiting_overdue_seconds{instance="a"}`, "0 0+60x10"}, {`sports_waiting_overdue_seconds{instance="b"}`, "0 0+60x10"}},
	},
	{
		Alert: "SportsWaitLate", Because: "a silent feed keeps bets for some seconds", At: "10m",
		Series: series{{`sports_waiting_overdue_seconds{instance="a"}`, "0 3 9 1 0 12 0 5 8 0x10"}},
	},
	{
		Alert: "SportsMatchWithoutResult", Severity: Ticket, Fires: true, Because: "an hour after the usual end of a match of its sport it has no result", At: "75m",
		Series: series{
			{`sports_overdue_oldest_seconds{sport="soccer",instance="a"}`, "0x3 0+60x80"},
			{`sports_overdue_oldest_seconds{sport="soccer",instance="b"}`, "0x3 0+60x80"},
			{`sports_overdue_oldest_seconds{sport="tennis",instance="a"}`, "0x90"},
		},
	},
	{
		Alert: "SportsMatchWithoutResult", Because: "a match went into overtime", At: "60m",
		Series: series{{`sports_overdue_oldest_seconds{sport="soccer",instance="a"}`, "0x3 0+60x50 0x40"}},
	},
	{
		Alert: "SportsMatchWithoutResult", Because: "matches of other sports end while each result comes late", At: "90m",
		Series: series{
			{`sports_overdue_oldest_seconds{sport="soccer",instance="a"}`, "0+60x40 0+60x40 0x40"}, {`sports_overdue_oldest_seconds{sport="baseball",instance="a"}`, "0x30 0+60x50 0x40"},
		},
	},
	{
		Alert: "FeedPricesOld", Severity: Ticket, Fires: true, Because: "the feed has been silent for ten minutes", At: "10m",
		Series: series{{`feed_newest_price_age_seconds{feed="sim",instance="a"}`, "0+60x20"}},
	},
	{
		Alert: "FeedPricesOld", Severity: Page, Fires: true, Because: "for more than half an hour", At: "40m",
		Series: series{{`feed_newest_price_age_seconds{feed="sim",instance="a"}`, "0+60x60"}},
	},
	{
		Alert: "FeedPricesOld", Because: "a feed that is asked every few minutes is never older", At: "40m",
		Series: series{{`feed_newest_price_age_seconds{feed="oddsapi-soccer",instance="a"}`, "0 60 120 180 240 0 60 120 180 240 0 60 120 180 240 0x30"}},
	},
	{
		Alert: "FeedUnread", Severity: Ticket, Fires: true, Because: "two processes run and neither leads", At: "10m",
		Series: series{{`feed_leader{feed="sim",instance="a"}`, "0x20"}, {`feed_leader{feed="sim",instance="b"}`, "1x4 0x16"}},
	},
	{
		Alert: "FeedUnread", Because: "the other one took over", At: "10m",
		Series: series{{`feed_leader{feed="sim",instance="a"}`, "0x4 1x16"}, {`feed_leader{feed="sim",instance="b"}`, "1x4 0x16"}},
	},
	{
		Alert: "FeedParked", Severity: Ticket, Fires: true, Because: "the feed tells of teams that are not known", At: "15m",
		Series: series{{`feed_parked_total{feed="oddsapi-soccer",reason="unknown_team",instance="a"}`, "0+5x20"}},
	},
	{
		Alert: "FeedParked", Because: "a few changes a day are nothing", At: "15m",
		Series: series{{`feed_parked_total{feed="oddsapi-soccer",reason="absurd",instance="a"}`, "0x5 3x20"}},
	},
	{
		Alert: "FeedNumbersBack", Severity: Ticket, Fires: true, Because: "the vendor restored a backup and numbers from there again", At: "15m",
		Series: series{{`feed_refused_changes{feed="sim",instance="a"}`, "0x3 5+5x20"}, {`feed_refused_changes{feed="sim",instance="b"}`, "0x3 5+5x20"}},
	},
	{
		Alert: "FeedNumbersBack", Because: "one change came out of its order", At: "30m",
		Series: series{{`feed_refused_changes{feed="sim",instance="a"}`, "0x3 1x40"}},
	},
	{
		Alert: "FeedNumbersBack", Because: "staff let the feed begin again", At: "30m",
		Series: series{{`feed_refused_changes{feed="sim",instance="a"}`, "0x3 5+5x3 0x40"}},
	},
}
