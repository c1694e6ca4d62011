// Package cash is deposits and withdrawals: a member asks, staff decides, the wallet moves, the member is told.
//
// Tables: cash_request, cash_account (what a site's members pay into).
//
// Statuses (D-11): 0 requested, 2 held, 1 done, −1 cancelled by the member, −2 refused by staff. Transitions (D-12): 0→2,
// 0→1, 2→1, 0→−1, 0→−2, 2→−2. One statement makes them all, by compare-and-set on status and version; whoever comes second
// is told C019 and nothing happens.
//
// Order of the checks of a deposit: S001, S005, C009, C004, C003, C005, U106; then in the transaction U033, U020, U018, U034
// (the account, a break, the member's own limit), C007, C006. A deposit that is completed is asked for those once more.
//
// Order of the checks of a withdrawal: S001, S006, C011, C009, C014, C013, C012, U022, U023, U106, then the PIN (C028,
// C016; in the transaction C017); then C007, C008, C001, C015. What the form can see comes first, the PIN comes before
// everything that would tell about the account, and a wrong PIN is counted only for a request that could go on.
//
// Funds (D-13): a withdrawal moves cash to hold when it is asked for; done pays the hold out, −1 and −2 give it back. A
// deposit moves when it is done, and its bonuses with it (internal/promo).
//
// Invariants: one open request of a kind for each member (unique index, C007); held + paid + returned = requested, because
// each move's reference is the request's id.
//
// Events: QUEUE to the site's staff and CASHREQ to the partners above at each change, CASHLIST to the site when the public
// board shows one that is done (Boards); CASH and MSG come from the wallet and the messages. Staff actions are in the audit.
//
// Asking takes a key (Asker.Once): the same call under it has one effect and one answer (internal/platform/once).
//
// Lock order: the call's key → the member (the PIN) → the request → the wallet → the message counter.
package cash
