// Package report reads across the domains: the public boards of deposits, withdrawals and winners (D-57), the games of the
// main page, and the lists of the back office. It may read every table and writes only its own: the winners,
// what was played, and the open rounds.
//
// The public boards come from the real ledger or are empty: ids are masked, amounts rounded, nothing is shown before the
// site's delay is over. They are kept in memory for a second, for they are the same for everybody.
//
// Events: none. Locks: none.
package report
