// Package approval is four eyes: actions of staff that a second person must approve (S-84).
//
// A domain that has such an action registers it with Handle, and calls Ask instead of doing it where the rules of the site
// (site.ApprovalOptions) want a second person. Its caller is told U035. Another member of staff, who has the right approve, then approves the
// request or refuses it with a reason; who asked may cancel it; after the site's time it expires (Expire).
//
// The site names an amount for some kinds, from which on they need two: payouts, deposits (which one person could otherwise credit without money
// that came), corrections, gifts, corrections of ended bets. The amount holds for the sum of what one person did alone within 24 hours, and of
// what was done alone for one member (NeedsSecond), so that slices below it do not go around it. Other kinds need two or do not, whatever the
// amount.
//
// Tables: approval_request, approval_alone, member_staff_access (the masters who gave an account access).
//
// Invariants: no member of staff decides about the own request (U036), nor about one of an account that the same person may hold: for 24 hours after
// a master added an account, recovered it, opened it again or gave it a right, the master's account and this one count as one person, as do two
// accounts to which the same master did it (NoteAccess). The hours begin again when a one-time password is used (RenewAccess). The sums of NeedsSecond are those of all of them. The request stays open for another person. Accounts that the command line adds or
// recovers are not bound. Both persons are held to their rights at the moment of the approval: when who asked has lost the right or the account, the
// request ends as failed (U037). A request is decided once: its row is locked, and the action is carried
// out in the transaction that changes its state. The action makes all of its checks again; when it refuses, nothing of it stays and the request
// ends as failed, with the code. There is one open request for each action and target; asking again changes nothing.
//
// Events: QUEUE with approval to the site's staff at each change. Audit: approval.ask, approval.refuse, approval.cancel, approval.fail,
// approval.expire; an approval is the entry of the action itself, whose detail has who asked and when.
//
// Locks, in the order of internal/operator/audit: the request, the rows of both persons, those of the action, the head of the audit.
package approval
