// Package cash is deposits and withdrawals: a member asks, staff decides, the wallet moves, the member is told.
//
// Tables: cash_request, cash_account (what a site's members pay into), cash_account_view (which one each member was shown, and when).
//
// The account to pay into is shown after the PIN, for half an hour, whichever way the member asks: on the deposit page or by
// an inquiry (D-62). Each view is recorded. The active accounts of a site take turns, in the order that staff gives them. Staff adds them,
// which are off at first, and switches them on and off, one for the other in one step; an account is never changed or deleted, since views
// name it. A member whose account was switched off is shown the next one at the next question, within the same half hour. Only a member
// whose deposit waits, and who asked for it after having seen the account, keeps it until the half hour is over. Switching one on needs a
// second person unless the site says otherwise (S-84): who can do it can lead members' money elsewhere.
//
// Statuses (D-11): 0 requested, 2 held, 1 done, −1 cancelled by the member, −2 refused by staff. Transitions (D-12): 0→2,
// 0→1, 2→1, 0→−1, 0→−2, 2→−2. One statement makes them all, by compare-and-set on status and version; the second caller gets
// C019 and nothing changes.
//
// Order of the checks of a deposit: S001, S005, C009, C004, C003, C005, U106; then in the transaction U033, U020, U018, U034
// (the account, a break, the member's own limit), C007, C006. They are checked again when the deposit is completed.
//
// Order of the checks of a withdrawal: S001, S006, C011, C009, C014, C013, C012, U022, U023, U106, C028, C007, C008, then
// the PIN (C016, C017); then in the transaction, with the member's row held, U022, U023, U106, C007 and C008 again, C001,
// C015. Cheap checks come before the PIN; the PIN comes before every check that would reveal something about the money, and
// a wrong PIN is counted only for a request that passed the checks before.
//
// An open withdrawal is not paid if staff has stopped it, or the member's secrets or details have changed, since it was asked for:
// Approve, and the approval of the second person, check the status, U051, U022 and U042 with the member's row held. The request stays
// open, and staff refuses it, or pays it when the stop is over. Its card names the code beforehand (Background). A break stops no
// payment (S-42).
//
// Funds (D-13): a withdrawal moves cash to hold when it is asked for; done pays the hold out, −1 and −2 give it back. A
// deposit moves when it is done, and its bonuses with it (internal/funds/promo). internal/ledger/turnover knows what must be
// wagered before a withdrawal; it is checked when the withdrawal is requested.
//
// A break closes betting, so the turnover could never be reached: while a break or an exclusion holds, C015 does not hold a
// withdrawal back (S-42). Bonus money whose terms are open is forfeited instead when the withdrawal is asked for (S-32):
// ledger kinds forfeit and forfeit.points, contra promo, the request's id. Bonuses and coupons are forfeited in full, points that
// became cash and wins without a bet as far as they are not played yet. Nothing is forfeited for own deposits and wins of bets. The
// member is told the sum before and sends it along as agreed; without it C015 stays the answer. At most the amount of those
// credits is taken; losses count against the member's own money first. The forfeiture stays when the request is cancelled or refused. The
// request keeps what was open and what was forfeited, for staff to judge.
//
// A payment of a partner that was not played yet stays in the wallet in a timeout: a withdrawal that reaches into it is C015. A deposit comes from an account in the
// member's own name and goes back there. A payment of a partner may be the money of any person, and a timeout of a day would take it to a bank without play, past the limits of the partner's
// own withdrawals. The partner can recall it, or the member plays it after the timeout. An excluded member is paid all of it: an exclusion lasts for months, and stops recalls (D-28).
//
// A partner withdraws its PT (wallet.PT) to its own registered account by a request of kind pt (D-73). It is a withdrawal with another wallet: the same statuses,
// hold, queue, second person and sum of a day of the person who pays, and the same PIN, account and stops. It has limits of its own (ptWithdrawMin, ptWithdrawMax,
// and ptWithdrawDayMax for a day, C035), needs no turnover, and is cancelled until staff claims it instead of for some seconds. The partner's debts come first:
// its PT must cover commission_owed and casino_debt_of after the hold, and again when it is paid (C034). Only the partner itself asks, in the partner area.
//
// Invariants: one open request of a kind for each member (unique index, C007); held + paid + returned = requested, because
// each move's reference is the request's id.
//
// A deposit and a payout from the amount on that the site sets for each need a second person (S-84): Approve then asks for one and is U035
// (internal/operator/approval). One person who credits deposits that never arrived could otherwise make money, which is withdrawn in small
// parts. The request stays open, for the member as before, until the second person completes it; until then it may be refused. From
// PayoutCodeFrom on, Approve needs a fresh one-time code for both (S-85).
//
// Events: QUEUE to the site's staff, with account when its accounts to pay into changed, and CASHREQ to the upline (of PT: to the partner itself) at each change, CASHLIST to the site when the public
// board shows one that is done (Boards); CASH and MSG come from the wallet and the messages. Staff actions are in the audit.
//
// A request takes a key (Requester.IdempotencyKey): the same call under it has one effect and one answer
// (internal/access/idempotency).
//
// Locks, in the order of internal/operator/audit: the key of the call, the approval and both persons of a completion,
// the member (the PIN), the request or the site's accounts (an advisory lock: shared to hand one out), the wallet, the message counter,
// the head of the audit.
package cash
