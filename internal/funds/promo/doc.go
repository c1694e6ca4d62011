// Package promo is what the house gives: bonuses of deposits, coupons, points that are sent, attendance and the wheel.
//
// Tables: promo_setting (rules and configurations, every version kept), promo_bonus, promo_refusal,
// promo_batch, promo_coupon, promo_gift, promo_attendance, promo_spin.
//
// Each effect on money is a move of the wallet with a kind of its own (bonus.new, bonus.first, bonus.again, bonus.weekend,
// coupon, gift, gift.send, gift.return, attendance, rotary) and a reference that makes it happen once.
// internal/ledger/turnover records in the same transaction what must be wagered for it (D-20, S-32).
//
// Invariants: a rule pays a member once on a day of the site's clock (key of promo_bonus); a coupon is used once and by the
// member whose it is; a gift is taken or goes back, never both; one check-in and one turn of the wheel a day (D-55). The
// wheel's seed is drawn before the member turns and depends on no member's play or balance (S-53); settings, bonuses and
// turns are not changed afterwards (triggers). A change of a setting needs a second person (S-84) unless it only switches off.
//
// Codes: S001 under maintenance; U033 for a member in a timeout or excluded, who neither takes nor is sent anything (S-42);
// U020 for a member who may not be given anything now; C019 for a coupon or gift that is not there, not the member's, used
// up or expired (one answer, so that nothing is told of others'); B0099 where attendance or the wheel is off; U021 where
// members may not send points, C015 while something must be played; C009, P001, P003, P002 for the points they send; E001
// for what is malformed. A repeated call of a day, and a repeated request id, gets the first one's answer.
//
// Events: CASH by the wallet, MSG by the messages. Staff actions are in the audit.
//
// Locks, in the order of internal/operator/audit: the row of the site for a setting that one person changes; else the key of the call (internal/access/idempotency), the members, the coupon, gift or turn, the
// wallets, the message counters, the head of the audit.
package promo
