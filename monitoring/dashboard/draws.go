package dashboard

// Draws is the dashboard of the scheduled draws: their rounds, the bets on them, and what the games return.
var Draws = Dashboard{
	UID: "hubstake-draws", Title: "Games and draws", Tags: []string{"hubstake", "minigames"},
	Description: "Rounds are opened with a commitment, drawn with a public beacon, and their bets settled. Runbook: monitoring/runbook.md.",
	Rows: []Row{
		{"Is it well", []Panel{
			{
				Title: "Oldest draw that is due", Kind: Stat, Unit: Seconds, Width: 4, Warn: 5, Bad: 30,
				Description: "How long a round waits for its draw. The promise is three seconds.",
				Queries:     []Query{{Expr: `max(minigame_oldest_draw_seconds{$s})`}},
			},
			{
				Title: "Processes that deal", Kind: Stat, Unit: Count, Width: 4,
				Description: "One process of the cluster opens and draws.",
				Queries:     []Query{{Expr: `sum(minigame_leader{$s})`}},
			},
			{
				Title: "Void rounds", Kind: Stat, Unit: Count, Width: 4, Warn: 1, Bad: 5,
				Description: "Rounds that were not drawn in the time shown; their stakes went back.",
				Queries:     []Query{{Expr: `sum(increase(minigame_rounds_total{$s,result="void"}[$__range]))`}},
			},
			{
				Title: "Fewest seeds left", Kind: Stat, Unit: Count, Width: 4,
				Description: "Of the chain of the game that has the fewest; a new chain begins by itself.",
				Queries:     []Query{{Expr: `min(minigame_chain_seeds_left{$s} > 0)`}},
			},
			{
				Title: "Steps that failed", Kind: Stat, Unit: Count, Width: 4, Warn: 1, Bad: 10,
				Description: "Openings, draws, questions to the beacon and settlements that failed in the time shown; each is tried again.",
				Queries:     []Query{{Expr: `sum(increase(minigame_failures_total{$s}[$__range]))`}},
			},
			{
				Title: "Bets that failed", Kind: Stat, Unit: Count, Width: 4, Warn: 1, Bad: 10,
				Description: "Bets on draws that neither were placed nor refused, by a fault of ours, in the time shown.",
				Queries:     []Query{{Expr: `sum(increase(minigame_bets_total{$s,result="error"}[$__range]))`}},
			},
		}},
		{"Rounds", []Panel{
			{
				Title: "Lateness of draws", Kind: Series, Unit: Seconds, Width: 8, Warn: 3, Bad: 30,
				Description: "99 of 100 rounds were drawn within this time after their moment.",
				Queries:     []Query{{`histogram_quantile(0.99, sum by (le) (rate(minigame_draw_lateness_seconds_bucket{$s}[$w])))`, "p99"}},
			},
			{
				Title: "Rounds that ended", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Rounds by how they ended.",
				Queries:     []Query{{`sum by (result) (rate(minigame_rounds_total{$s}[$w]))`, "{{result}}"}},
			},
			{
				Title: "Failures", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Steps that failed and are tried again: open, draw, beacon, settle.",
				Queries:     []Query{{`sum by (step) (rate(minigame_failures_total{$s}[$w]))`, "{{step}}"}},
			},
		}},
		{"Bets", []Panel{
			{
				Title: "Bets by result", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Bets that were placed or refused, by what became of them.",
				Queries:     []Query{{`sum by (result) (rate(minigame_bets_total{$s}[$w])) > 0`, "{{result}}"}},
			},
			{
				Title: "Time of a bet", Kind: Series, Unit: Seconds, Width: 8, Warn: 0.05, Bad: 0.3,
				Description: "99 of 100 bets were placed or refused within this time.",
				Queries:     []Query{{`histogram_quantile(0.99, sum by (le) (rate(minigame_bet_duration_seconds_bucket{$s}[$w])))`, "p99"}},
			},
			{
				Title: "Bets settled", Kind: Series, Unit: PerSecond, Width: 8,
				Description: "Bets that were ended, by what became of them.",
				Queries:     []Query{{`sum by (result) (rate(minigame_bets_ended_total{$s}[$w]))`, "{{result}}"}},
			},
			{
				Title: "Time of a settlement", Kind: Series, Unit: Seconds, Width: 8, Warn: 5, Bad: 30,
				Description: "99 of 100 rounds were settled within this time.",
				Queries:     []Query{{`histogram_quantile(0.99, sum by (le) (rate(minigame_settlement_duration_seconds_bucket{$s}[$w])))`, "p99"}},
			},
			{
				Title: "What the games return", Kind: Series, Unit: Share, Width: 8,
				Description: "Paid of the stakes of the last 30 days; each game states about 0.95 to 0.975.",
				Queries:     []Query{{`max by (game) (minigame_return_ratio{$s} > 0)`, "{{game}}"}},
			},
			{
				Title: "Distance from the stated return", Kind: Series, Unit: Count, Width: 8, Warn: 4, Bad: 5,
				Description: "In standard deviations of chance: four happen by chance once in 16,000.",
				Queries:     []Query{{`max by (game) (abs(minigame_return_deviation{$s}))`, "{{game}}"}},
			},
		}},
	},
}
