// Package pattern flags unusual bets on the sportsbook for staff (S-74). A flag changes nothing by itself: staff looks at the bets, acts elsewhere (suspends the match,
// corrects its result, asks or locks a member), and settles the flag with a note.
//
// Table: pattern_flag. The rules are those of pattern_found. The same pattern of the same subject is one flag until staff has settled it; afterwards it is flagged
// again for bets of later alone.
package pattern
