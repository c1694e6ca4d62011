package dashboard

// Money is the dashboard of the wallets.
var Money = Dashboard{
	UID: "hubstake-money", Title: "Money and invariants", Tags: []string{"hubstake", "wallet"},
	Description: "Moves of money: how many, how fast, what makes them wait or happen again, and what players stake and win. Amounts are minor units of the site's currency. Runbook: monitoring/runbook.md.",
	Rows: []Row{
		{"Is it well", []Panel{
			{
				Title: "Broken invariants", Kind: Stat, Unit: Count, Width: 4, Bad: .001,
				Description: "Violations that the reconciliation found and no full check has cleared. Always 0: anything else is an incident.",
				Queries:     []Query{{Expr: `sum(max by (check) (wallet_invariant_violations{$s}))`}},
			},
			{
				Title: "Last reconciliation", Kind: Stat, Unit: Seconds, Width: 4, Warn: 120, Bad: 300,
				Description: "How long ago the check that runs each minute came to its end.",
				Queries:     []Query{{Expr: `time() - max(wallet_invariant_last_run_timestamp_seconds{$s,kind="step"})`}},
			},
			{
				Title: "Moves", Kind: Stat, Unit: PerSecond, Width: 4,
				Description: "Moves of money that were carried out, of all nodes.",
				Queries:     []Query{{Expr: `sum(rate(wallet_tx_total{$s,result="done"}[$w]))`}},
			},
			{
				Title: "Moves that failed", Kind: Stat, Unit: Share, Width: 4, Warn: .0005, Bad: .001,
				Description: "Of all moves, those that ended in a failure of ours. The caller repeats them with the same reference.",
				Queries: []Query{{Expr: `(sum(rate(wallet_tx_total{$s,result="error"}[$w]))
  / (sum(rate(wallet_tx_total{$s}[$w])) > 0)) or vector(0)`}},
			},
			{
				Title: "99 of 100", Kind: Stat, Unit: Seconds, Width: 4, Warn: .02, Bad: .3,
				Description: "99 of 100 moves took at most this long.",
				Queries:     []Query{{Expr: `max(histogram_quantile(0.99, sum by (le) (rate(wallet_tx_duration_seconds_bucket{$s}[$w]))) >= 0) or vector(0)`}},
			},
			{
				Title: "Batches of unknown outcome", Kind: Stat, Unit: Count, Width: 4, Warn: 1, Bad: 10,
				Description: "Batches of bets whose commit had an unknown outcome at first, in the time shown. The vendors repeat their calls.",
				Queries:     []Query{{Expr: `sum(increase(wallet_batches_total{$s,result="unknown"}[$__range]))`}},
			},
		}},
		{"Moves", []Panel{
			{
				Title: "By kind", Kind: Series, Unit: PerSecond, Width: 8, Stack: true,
				Description: "Moves that were carried out, by kind.",
				Queries:     []Query{{`sum by (kind) (rate(wallet_tx_total{$s,result="done"}[$w]))`, "{{kind}}"}},
			},
			{
				Title: "Not carried out", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "repeated: it had happened; short: not enough money; refused: the rules; error: a failure of ours.",
				Queries:     []Query{{`sum by (result) (rate(wallet_tx_total{$s,result!="done"}[$w])) or vector(0)`, "{{result}}"}},
			},
			{
				Title: "References", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "new: a move that was not known; replay: known, answered again; conflict: known, but another content, refused.",
				Queries:     []Query{{`sum by (outcome) (rate(idempotency_total{$s}[$w]))`, "{{outcome}}"}},
			},
			{
				Title: "Duration, 99 of 100", Kind: Series, Unit: Seconds, Width: 8, Warn: .02, Bad: .3,
				Description: "99 of 100 moves of each kind took at most this long: the statement, and of a vendor's operation until it is stored.",
				Queries:     []Query{{`histogram_quantile(0.99, sum by (le, kind) (rate(wallet_tx_duration_seconds_bucket{$s}[$w])))`, "{{kind}}"}},
			},
			{
				Title: "Waiting for locks", Kind: Series, Unit: Seconds, Width: 8, Warn: .02, Bad: .25,
				Description: "Until a transaction had locked its wallet. A batch waits for no wallet; long times show a busy database.",
				Queries: []Query{
					{`histogram_quantile(0.5, sum by (le) (rate(wallet_lock_wait_seconds_bucket{$s}[$w])))`, "half"},
					{`histogram_quantile(0.99, sum by (le) (rate(wallet_lock_wait_seconds_bucket{$s}[$w])))`, "99 of 100"},
				},
			},
			{
				Title: "Tried again", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Transactions that were repeated because they met another one (serialization failure or deadlock).",
				Queries:     []Query{{`sum by (reason) (rate(wallet_retries_total{$s}[$w]))`, "{{reason}}"}},
			},
		}},
		{"Invariants", []Panel{
			{
				Title: "Broken, by check", Kind: Series, Unit: Count, Width: 8,
				Description: "Violations by check. money.md says what must always be true; the runbook what to do.",
				Queries:     []Query{{`max by (check) (wallet_invariant_violations{$s})`, "{{check}}"}},
			},
			{
				Title: "Duration of a reconciliation", Kind: Series, Unit: Seconds, Width: 8, Warn: 30, Bad: 60,
				Description: "How long the last reconciliation of each kind took: step runs each minute, full each night, audit each hour.",
				Queries:     []Query{{`max by (kind) (wallet_invariant_duration_seconds{$s})`, "{{kind}}"}},
			},
			{
				Title: "Looked at", Kind: Series, Unit: Count, Width: 8,
				Description: "Wallets (for audit: entries) that the last reconciliation of each kind checked. 0 while members play means that it checks nothing.",
				Queries:     []Query{{`max by (kind) (wallet_invariant_checked{$s})`, "{{kind}}"}},
			},
			{
				Title: "Entries of the audit", Kind: Series, Unit: Count, Width: 24,
				Description: "How many entries the chain of each site's audit has. A line that falls: entries are gone.",
				Queries:     []Query{{`max by (site) (audit_tip_seq{$s}) or vector(0)`, "{{site}}"}},
			},
		}},
		{"Bets in batches", []Panel{
			{
				Title: "Batches", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "ok: stored; collided: rolled back because of another transaction, repeated; failed: rolled back, split until one operation fails alone; unknown: the vendor asks again; refused: operations that found the queue full. Wallet held: operations that wait for a wallet that another transaction holds (later), or gave up (busy).",
				Queries: []Query{
					{`sum by (result) (rate(wallet_batches_total{$s}[$w]))`, "{{result}}"},
					{`sum by (result) (rate(wallet_held_total{$s}[$w]))`, "wallet held: {{result}}"},
				},
			},
			{
				Title: "Operations in a batch", Kind: Series, Unit: Count, Width: 8,
				Description: "Half of the batches, and 99 of 100, have at most so many. The busier, the larger; 256 is the most.",
				Queries: []Query{
					{`histogram_quantile(0.5, sum by (le) (rate(wallet_batch_operations_bucket{$s}[$w])))`, "half"},
					{`histogram_quantile(0.99, sum by (le) (rate(wallet_batch_operations_bucket{$s}[$w])))`, "99 of 100"},
				},
			},
			{
				Title: "Time of a batch", Kind: Series, Unit: Seconds, Width: 8, Warn: .02, Bad: .3,
				Description: "From its connection to its commit.",
				Queries: []Query{
					{`histogram_quantile(0.5, sum by (le) (rate(wallet_batch_duration_seconds_bucket{$s}[$w])))`, "half"},
					{`histogram_quantile(0.99, sum by (le) (rate(wallet_batch_duration_seconds_bucket{$s}[$w])))`, "99 of 100"},
				},
			},
		}},
		{"What is played", []Panel{
			{
				Title: "Bets", Kind: Series, Unit: PerSecond, Width: 8, Stack: true,
				Description: "Bets by what became of them: accepted, won (something was paid), void (taken back). As the ledger has it, a second or two late.",
				Queries:     []Query{{`sum by (result) (rate(bets_total{$s}[$w]))`, "{{result}}"}},
			},
			{
				Title: "Stake and win", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Stakes and payouts of members, in minor units a second.",
				Queries: []Query{
					{`sum by (site) (rate(bet_stake_total{$s}[$w]))`, "{{site}} stake"},
					{`sum by (site) (rate(bet_win_total{$s}[$w]))`, "{{site}} win"},
				},
			},
			{
				Title: "GGR", Kind: Stat, Unit: Count, Width: 8,
				Description: "Gross gaming revenue, stakes less wins, in the time shown, in minor units.",
				Queries:     []Query{{Expr: `sum(increase(bet_stake_total{$s}[$__range])) - sum(increase(bet_win_total{$s}[$__range]))`}},
			},
			{
				Title: "GGR by group of games", Kind: Series, Unit: PerSecond, Width: 12,
				Description: "Stakes less wins of casino, slots and the rest, in minor units a second. Below 0 for long: a game that pays too much.",
				Queries:     []Query{{`sum by (game_group) (rate(bet_stake_total{$s}[$w])) - sum by (game_group) (rate(bet_win_total{$s}[$w]))`, "{{game_group}}"}},
			},
			{
				Title: "Missing in these figures", Kind: Series, Unit: PerSecond, Width: 12,
				Description: "Moves that were not added up because too many waited: the database was away for long. The ledger has them.",
				Queries:     []Query{{`sum(rate(figures_dropped_total{$s}[$w]))`, "missing"}},
			},
		}},
	},
}
