// Package audit keeps a record that cannot be changed unnoticed (S-82, S-83): who on staff did what, to what and from where
// (S-24, S-29), and significant events (S-80).
//
// Act is for staff: the action and its entry are one transaction, so that neither is ever without the other. Note is for
// events in requests of members: the request does not wait, and a job (Link) moves the event into the chain within seconds.
//
// Tables: audit_entry (append-only: a trigger refuses every change), audit_head, audit_note. Events: none.
//
// Invariants: the entries of a site are numbered without a gap, and each carries the SHA-256 of itself and of the hash
// before it; the trigger of the table makes both, audit_head is the end of the chain. Verify recomputes everything. A chain
// that was rewritten as a whole is found only by a tip that was written down elsewhere: keep what `workers audit verify`
// prints. The role of the programs can neither change nor delete (pg.Grant). Reader is for the page of the back office: it searches, and recomputes
// a bounded stretch of one chain at a time.
//
// # Lock order of the product
//
// Every transaction of every domain takes its locks in this order and leaves out what it does not need. Two transactions that
// follow it cannot deadlock. The documentation of a domain says which of these locks it takes; it never adds an order of its own.
//
//  1. the idempotency key of the call (once_answer)
//  2. advisory locks of a member: protection, inquiry, account, board, game launch; or of a site's guests or sample answers: inquiry; or of the
//     moves of a site (a move that was approved takes it after the request and staff of 4, and then the members)
//  3. the site's row, or a vendor's row, when its settings change
//     (a change of settings that was approved takes the site's row after 4: whatever holds that row takes nothing of 4)
//  4. a request for approval; then members and staff: the rows of member_staff or member_member, of several the smaller id first, always FOR NO
//     KEY UPDATE or FOR SHARE. FOR UPDATE is forbidden here: it would also wait for every row that refers to the member by a foreign key, and
//     those are written further down this list.
//  5. sessions, of several the smaller id first
//  6. what the action is about: a cash request, the accounts to pay into of a site (an advisory lock), the pictures of a site
//     (an advisory lock), a transfer, coupon, gift, turn of the wheel, post, banner, popup or inquiry; then the pictures of a banner or popup, of several
//     the smaller hash first; or the cursor of a feed, and then its match or parked change (package sports);
//     then what one person and what a member got alone in a day (advisory locks: approval.NeedsSecond)
//  7. wallets, of several the smaller memId first, and what a bet reads with them (protection_member)
//  8. message counters, of several the smaller memId first
//  9. the site's row of audit_head
//
// The head is last because all staff of a site wait for it: Act takes it when everything else is done and holds it for one
// insert and the commit. The outbox takes no lock that another transaction waits for. A transaction that holds a wallet, and every Act, is
// ended by the server when its program does nothing with it for a second (pg.Brief).
// TestStaffActionsInParallelNeverDeadlock (api/server) runs every call of the back office beside those of members, partners and a
// vendor, and beside the settlement of commissions.
package audit
