// Package sports is the sportsbook's reference data: leagues, teams, matches, markets, selections with versioned prices, scores and results with
// their history. Apply writes what a feed says; the pages read it; bets ask sports_quote, which locks what they stand on.
//
// Lock order: events by id, then markets by id. A change that takes a market away from bets (a suspension, a close, a result)
// locks it FOR UPDATE, and so waits for the bets that hold it by sports_quote; a new price does not wait.
package sports
