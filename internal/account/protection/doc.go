// Package protection is what a member sets for their own protection (S-36 … S-45): limits of deposits, stakes, losses and
// session time over 24 hours, 7 and 30 days; timeouts and self-exclusion; the reminder of time and money in a session.
//
// Tables: protection_member (what the way of a bet reads), protection_limit, protection_flow (running totals of who has limits
// of stakes or losses), protection_change (every change, kept for good). What a member may do by status is member's: a break is
// kept there (timeout_until, excluded_until). What needs rows of several domains is a function of functions.sql.
//
// Rules. The lowest of a member's limits applies. A window is rolling and exact: of now and the 24 × days hours before. A stake
// counts when it is placed, less what a rollback gave back when it did; a loss is stakes less wins; a deposit counts when it is
// completed, gross; two sessions at once are one time. Money is summed for each currency by itself, because there is no rate between
// two: the amount of a limit holds for the sum of each. Tightening holds at once. Loosening waits 24 hours, and is then confirmed
// by the member within a week or forgotten (S-37). Limits stay through breaks (S-38). Breaks can be made longer, by nobody
// shorter: a constraint and a trigger of the database see to it (S-40, S-41).
//
// Where they hold, in the transaction of what they hold back: betgate_ask (bets), MayDeposit (asking for a
// deposit and completing it). A withdrawal asks nobody here (S-42).
//
// Events: REALITY to a session, when its member's interval is over (data1 minutes since the login), and once when the limit of
// session time is reached (data2 LIMIT).
//
// Locks, in the order of internal/operator/audit: the member's own (LockMember, advisory), the row of the member, the wallet with the rows of
// this package, the head of the audit.
package protection
