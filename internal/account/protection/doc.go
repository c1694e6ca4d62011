// Package protection holds the safeguards that members set for themselves (S-36 … S-45): limits of deposits, stakes, losses
// and session time over 24 hours, 7 and 30 days; timeouts and self-exclusion; the reminder of time and money in a session.
//
// Tables: protection_member (read by each bet), protection_limit, protection_flow (running totals of members with limits of
// stakes or losses), protection_change (every change, kept for good). Breaks are states of the member and stored there
// (timeout_until, excluded_until). Queries over rows of several domains are functions of functions.sql.
//
// Rules. The lowest of a member's limits applies. A window is rolling and exact: of now and the 24 × days hours before. A
// stake counts when it is placed, less what a rollback gave back when it did; a loss is stakes less wins; a deposit counts
// when it is completed, gross; two sessions at once are one time. Money is summed for each currency by itself, because there
// is no rate between two: the amount of a limit holds for the sum of each. A lowered limit applies at once. A raised one
// waits 24 hours, and the member must then confirm it within a week (S-37). Limits stay through breaks (S-38). Breaks can be
// made longer but never shorter: a constraint and a trigger of the database enforce it (S-40, S-41).
//
// They are enforced in the transaction that they may refuse: betgate_ask (bets), MayDeposit (asking for a deposit and
// completing it). Withdrawals are not limited (S-42).
//
// Events: REALITY to a session, when its member's interval is over (data1 minutes since the login), and once when the limit of
// session time is reached (data2 LIMIT).
//
// Locks, in the order of internal/operator/audit: the member's own (LockMember, advisory), the row of the member, the wallet with the rows of
// this package, the head of the audit.
package protection
