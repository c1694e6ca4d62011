// Package sports is the sportsbook's reference data: leagues, teams, matches, markets, selections with versioned prices, scores and results with
// their history. Apply writes what a feed says; the pages read it; bets ask sports_quotes, which locks what they stand on.
//
// Locks: a bet holds its matches by FOR KEY SHARE until it is stored (sports_quotes). A change that takes a match or one of its markets away from bets
// (a suspension, a close, a result) locks the match FOR UPDATE before it writes, matches in the order of their ids, and so waits for those bets. A new
// price locks no match and waits for no bet. Apply of one feed at a time: the row of sports_cursor.
//
// The first result of a match whose last event could not be believed is parked, because it may be that of another match: a good event comes first. A
// result that comes more than a quarter of an hour before the start is parked, too, whatever the feed says of the state.
//
// A match may go on after its result, by a correction, while no bet ended by it: its markets lose their outcomes and wait for another result. Once a bet was
// settled, that change is parked, and the result is corrected by another one.
//
// Workers suspend prices that no feed confirms within the limits of Options. The limits are kept with the feed's cursor: while no worker runs, sports_offered
// refuses prices that are twice as old.
// A feed whose numbers begin again seems to say old things only: what it answers for is not believed then, and
// what it says differently is suspended.
//
// The truth may become known late: sports_truth has the start of a match, goals and the end that were told late, each with the moment until which the book took bets by
// the older state. Settlement compares the bets with it.
//
// A match that should have begun and of which its feed says nothing is lost (lost.go): suspended, off the live list after the longest length of its sport, shown to staff, and
// void after 48 hours (D-24).
//
// Office is the staff's side. It locks as Apply does: a result of staff and a parked change take the feed's cursor first; the suspension of a match takes the
// match alone, so that it waits for bets that are being stored and for no feed. Each is one transaction with its entry in the audit; a result goes through
// package approval (S-72) and is stored as a feed's is, so that settlement follows by itself. A single market is voided in the same way (VoidMarket): it stays
// void whatever its feed says and whatever result the match gets, until staff takes that back (UnvoidMarket).
package sports
