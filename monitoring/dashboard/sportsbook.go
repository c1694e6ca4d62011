package dashboard

// Sportsbook is the dashboard of slips, of bets in play that wait, and of what open bets may cost.
var Sportsbook = Dashboard{
	UID: "hubstake-sportsbook", Title: "Sportsbook", Tags: []string{"hubstake", "sportsbook"},
	Description: "Slips and what becomes of them, bets in play that wait to be decided, and what the open bets may pay. Amounts are minor units of the site's currency. Runbook: monitoring/runbook.md.",
	Rows: []Row{
		{"Is it well", []Panel{
			{
				Title: "Bets placed", Kind: Stat, Unit: PerSecond, Width: 4,
				Description: "Slips that became bets, those that wait in play included.",
				Queries:     []Query{{Expr: `sum(rate(sports_slips_total{$s,result=~"placed|wait"}[$w])) or vector(0)`}},
			},
			{
				Title: "Refused", Kind: Stat, Unit: Share, Width: 4, Warn: .3, Bad: .6,
				Description: "Of all slips, those that were refused. Moved prices in play are the usual reason.",
				Queries: []Query{{Expr: `(sum(rate(sports_slips_total{$s,result!~"placed|wait|repeated"}[$w]))
  / (sum(rate(sports_slips_total{$s,result!="repeated"}[$w])) > 0)) or vector(0)`}},
			},
			{
				Title: "Failures of ours", Kind: Stat, Unit: Count, Width: 4, Warn: 1, Bad: 10,
				Description: "Slips that were neither placed nor refused, in the time shown.",
				Queries:     []Query{{Expr: `sum(increase(sports_slips_total{$s,result="error"}[$__range])) or vector(0)`}},
			},
			{
				Title: "99 of 100", Kind: Stat, Unit: Seconds, Width: 4, Warn: .1, Bad: .3,
				Description: "99 of 100 slips were placed or refused within this time.",
				Queries:     []Query{{Expr: `max(histogram_quantile(0.99, sum by (le) (rate(sports_slip_duration_seconds_bucket{$s}[$w]))) >= 0) or vector(0)`}},
			},
			{
				Title: "Late decision in play", Kind: Stat, Unit: Seconds, Width: 4, Warn: 15, Bad: 60,
				Description: "How long the delay of the oldest bet in play that waits has been over. A silent feed keeps bets for some seconds.",
				Queries:     []Query{{Expr: `max(sports_waiting_overdue_seconds{$s}) or vector(0)`}},
			},
			{
				Title: "Open bets", Kind: Stat, Unit: Count, Width: 4,
				Description: "Bets that have not ended, of all sites.",
				Queries:     []Query{{Expr: `sum(max by (site) (sports_open_bets{$s})) or vector(0)`}},
			},
		}},
		{"Slips", []Panel{
			{
				Title: "By what became of them", Kind: Series, Unit: PerSecond, Width: 12, Stack: true,
				Description: "placed: it is a bet; wait: it is one, and is decided after the delay of play; repeated: sent again under the same key.",
				Queries:     []Query{{`sum by (result) (rate(sports_slips_total{$s,result=~"placed|wait|repeated"}[$w])) or vector(0)`, "{{result}}"}},
			},
			{
				Title: "Refused by code", Kind: Series, Unit: PerSecond, Width: 12, Stack: true,
				Description: "RATE_LIMIT_EXCEPTION: odds moved or do not go together; B6000: no money; B6001 to B6003, WIN_LIMIT_MAX: limits; B6005: the same bet twice; B0099: not on offer any more; error: a failure of ours.",
				Queries:     []Query{{`(sum by (result) (rate(sports_slips_total{$s,result!~"placed|wait|repeated"}[$w])) > 0) or vector(0)`, "{{result}}"}},
			},
		}},
		{"Bets in play", []Panel{
			{
				Title: "Waiting", Kind: Series, Unit: Count, Width: 6,
				Description: "Bets in play that wait to be decided.",
				Queries:     []Query{{`max(sports_waiting_bets{$s}) or vector(0)`, "bets"}},
			},
			{
				Title: "Delay over since", Kind: Series, Unit: Seconds, Width: 6, Warn: 15, Bad: 60,
				Description: "How long the delay of the oldest of them has been over.",
				Queries:     []Query{{`max(sports_waiting_overdue_seconds{$s}) or vector(0)`, "oldest"}},
			},
			{
				Title: "Decided", Kind: Series, Unit: PerSecond, Width: 6, Stack: true,
				Description: "accepted, silent (its feed says nothing, so it waits on), error, or the reason of the refusal: score is a goal, changed a price that moved.",
				Queries:     []Query{{`sum by (result) (rate(sports_confirmations_total{$s}[$w])) or vector(0)`, "{{result}}"}},
			},
			{
				Title: "Cash-outs decided", Kind: Series, Unit: PerSecond, Width: 6, Stack: true,
				Description: "Requests to cash a bet out while a match was in play: accepted, silent, error, or the reason of the refusal, as of bets; ended is a bet that was over before.",
				Queries:     []Query{{`sum by (result) (rate(sports_cash_outs_total{$s}[$w])) or vector(0)`, "{{result}}"}},
			},
		}},
		{"Known too late", []Panel{
			{
				Title: "Bets struck too late", Kind: Series, Unit: Count, Width: 12, Warn: 1, Bad: 20,
				Description: "Bets that were found to be struck after the start of the match, a goal or its end, which the feed told late; annulled: at a score that did not count; staff: in a time that staff voided. They are void.",
				Queries:     []Query{{`sum by (after) (increase(sports_late_bets_total{$s}[$w])) or vector(0)`, "after {{after}}"}},
			},
			{
				Title: "Matches that their feed lost", Kind: Series, Unit: Count, Width: 12, Warn: 1, Bad: 5,
				Description: "Matches that should have begun and of which their feed says nothing any more. They are suspended, and void after 48 hours.",
				Queries:     []Query{{`max(sports_lost_matches{$s}) or vector(0)`, "matches"}},
			},
		}},
		{"Liability", []Panel{
			{
				Title: "Stakes of open bets", Kind: Series, Unit: Count, Width: 8,
				Description: "Stakes of the bets that have not ended, by site, in minor units.",
				Queries:     []Query{{`max by (site) (sports_open_stake{$s}) or vector(0)`, "{{site}}"}},
			},
			{
				Title: "Payout of open bets", Kind: Series, Unit: Count, Width: 8,
				Description: "Possible payout of the bets that have not ended as if all of them won, by site, in minor units. They cannot all win: the back office has the worst case of each match.",
				Queries:     []Query{{`max by (site) (sports_open_payout{$s}) or vector(0)`, "{{site}}"}},
			},
			{
				Title: "Largest match", Kind: Series, Unit: Count, Width: 8,
				Description: "The most that the open bets on one match may pay as if all of them won, by site, in minor units.",
				Queries:     []Query{{`max by (site) (sports_match_payout_max{$s}) or vector(0)`, "{{site}}"}},
			},
		}},
	},
}
