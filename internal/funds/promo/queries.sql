-- name: Settings :many
-- The newest version of each.
SELECT DISTINCT ON (name) name, version, value, set_by, set_at FROM promo_setting WHERE site_id = $1 ORDER BY name, version DESC;

-- name: Setting :one
SELECT version, value, set_by, set_at FROM promo_setting WHERE site_id = $1 AND name = $2 ORDER BY version DESC LIMIT 1;

-- name: SettingVersion :one
SELECT value FROM promo_setting WHERE site_id = $1 AND name = $2 AND version = $3;

-- name: AddSetting :execrows
INSERT INTO promo_setting (site_id, name, version, value, set_by, set_at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING;

-- name: AddBonus :execrows
INSERT INTO promo_bonus (member_id, rule, day, site_id, version, deposit_id, deposit, rate, unit, currency, amount, turnover, at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING;

-- name: Bonuses :many
SELECT rule, day, deposit, rate, unit, amount, turnover, at FROM promo_bonus
 WHERE member_id = $1 AND at >= sqlc.arg(since) AND at < sqlc.arg(until)
 ORDER BY day DESC, at DESC, rule LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: BonusRates :many
SELECT rule, deposit_id, rate FROM promo_bonus WHERE member_id = $1 AND deposit_id = ANY (sqlc.arg(deposits)::bigint[]);

-- name: BonusesCount :one
SELECT count(*) FROM promo_bonus WHERE member_id = $1 AND at >= sqlc.arg(since) AND at < sqlc.arg(until);

-- name: BonusRules :many
-- The rules that paid a member on a day.
SELECT rule FROM promo_bonus WHERE member_id = $1 AND day = $2;

-- name: Refuses :one
SELECT EXISTS (SELECT FROM promo_refusal WHERE member_id = $1);

-- name: Refuse :exec
INSERT INTO promo_refusal (member_id, at) VALUES ($1, $2) ON CONFLICT DO NOTHING;

-- name: Accept :exec
DELETE FROM promo_refusal WHERE member_id = $1;

-- name: AddBatch :one
-- No row comes back for a request that was carried out before.
INSERT INTO promo_batch (site_id, request_id, hash, coupons, value, issued_by, approved_by, issued_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT DO NOTHING RETURNING id;

-- name: Batch :one
SELECT id, hash, coupons FROM promo_batch WHERE site_id = $1 AND request_id = $2;

-- name: AddCoupons :exec
INSERT INTO promo_coupon (batch_id, site_id, code, member_id, unit, amount, rolling, giftable, note, expires_at, issued_at)
SELECT sqlc.arg(batch)::bigint, sqlc.arg(site)::text, unnest(sqlc.arg(codes)::text[]), nullif(unnest(sqlc.arg(members)::text[]), ''), sqlc.arg(unit)::text,
       sqlc.arg(amount)::bigint, sqlc.arg(rolling)::bigint, sqlc.arg(giftable)::boolean, sqlc.arg(note)::text, sqlc.arg(expires_at)::timestamptz,
       sqlc.arg(issued_at)::timestamptz;

-- name: LockCoupon :one
SELECT id, member_id, unit, amount, rolling, giftable, state, expires_at FROM promo_coupon WHERE site_id = $1 AND code = $2 FOR UPDATE;

-- name: UseCoupon :exec
UPDATE promo_coupon SET state = 'used', member_id = sqlc.arg(member)::text, closed_at = sqlc.arg(at) WHERE id = $1;

-- name: GiveCoupon :exec
UPDATE promo_coupon SET member_id = sqlc.arg(to_member)::text, given_by = sqlc.arg(by_member)::text, given_at = sqlc.arg(at), giftable = false WHERE id = $1;

-- name: RevokeCoupon :one
UPDATE promo_coupon SET state = 'revoked', closed_at = sqlc.arg(at) WHERE site_id = $1 AND id = $2 AND state = 'issued' RETURNING member_id;

-- name: Coupons :many
SELECT id, code, unit, amount, rolling, giftable, note, expires_at, issued_at, closed_at, coalesce(given_by, '') AS given_by,
       CASE WHEN state = 'issued' AND expires_at <= sqlc.arg(at) THEN 'expired' ELSE state END::text AS state
  FROM promo_coupon
 WHERE member_id = sqlc.arg(member)::text AND (sqlc.arg(state)::text = '' OR sqlc.arg(state) =
       CASE WHEN state = 'issued' AND expires_at <= sqlc.arg(at) THEN 'expired' ELSE state END)
 ORDER BY id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: CouponsCount :one
SELECT count(*) FROM promo_coupon
 WHERE member_id = sqlc.arg(member)::text AND (sqlc.arg(state)::text = '' OR sqlc.arg(state) =
       CASE WHEN state = 'issued' AND expires_at <= sqlc.arg(at) THEN 'expired' ELSE state END);

-- name: StaffCouponList :many
SELECT c.id, c.batch_id, c.code, coalesce(c.member_id, '') AS member_id, c.unit, c.amount, c.rolling, c.giftable, c.note, c.state, c.expires_at,
       c.issued_at, c.closed_at, coalesce(c.given_by, '') AS given_by, b.issued_by
  FROM promo_coupon c JOIN promo_batch b ON b.id = c.batch_id
 WHERE c.site_id = sqlc.arg(site) AND (sqlc.arg(batch)::bigint = 0 OR c.batch_id = sqlc.arg(batch))
   AND (sqlc.arg(state)::text = '' OR c.state = sqlc.arg(state)) AND (sqlc.arg(member)::text = '' OR c.member_id = sqlc.arg(member) OR c.given_by = sqlc.arg(member))
   AND c.issued_at >= sqlc.arg(since)::timestamptz AND c.issued_at < sqlc.arg(until)::timestamptz
 ORDER BY c.id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: StaffCouponListCount :one
SELECT count(*) FROM promo_coupon c
 WHERE c.site_id = sqlc.arg(site) AND (sqlc.arg(batch)::bigint = 0 OR c.batch_id = sqlc.arg(batch))
   AND (sqlc.arg(state)::text = '' OR c.state = sqlc.arg(state)) AND (sqlc.arg(member)::text = '' OR c.member_id = sqlc.arg(member) OR c.given_by = sqlc.arg(member))
   AND c.issued_at >= sqlc.arg(since)::timestamptz AND c.issued_at < sqlc.arg(until)::timestamptz;

-- name: ExpireCoupons :execrows
UPDATE promo_coupon SET state = 'expired', closed_at = sqlc.arg(at)
 WHERE id IN (SELECT c.id FROM promo_coupon c WHERE c.state = 'issued' AND c.expires_at <= sqlc.arg(at)
               ORDER BY c.expires_at LIMIT sqlc.arg(count)::int FOR UPDATE SKIP LOCKED);

-- name: AddGift :one
-- No row comes back for a request that was carried out before.
INSERT INTO promo_gift (site_id, by_staff, sender, approved_by, request_id, member_id, currency, points, memo, sent_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING RETURNING id;

-- name: GiftOf :one
SELECT id, member_id, points, memo, sent_at, expires_at, state FROM promo_gift
 WHERE site_id = $1 AND by_staff = $2 AND sender = $3 AND request_id = $4;

-- name: GivenSince :one
SELECT coalesce(sum(points), 0)::bigint FROM promo_gift WHERE sender = $1 AND NOT by_staff AND sent_at >= sqlc.arg(since) AND state <> 'expired';

-- name: LockGiving :exec
-- The calls of one person follow each other, so that a repeated one finds the first.
SELECT pg_advisory_xact_lock(hashtextextended('giving|' || sqlc.arg(staff)::text, 0));

-- name: LockGift :one
SELECT id, by_staff, sender, member_id, currency, points, state, expires_at FROM promo_gift WHERE site_id = $1 AND id = $2 FOR UPDATE;

-- name: CloseGift :exec
UPDATE promo_gift SET state = sqlc.arg(state), closed_at = sqlc.arg(at) WHERE id = $1;

-- name: DueGift :one
SELECT id, by_staff, sender, member_id, currency, points FROM promo_gift WHERE state = 'sent' AND expires_at <= sqlc.arg(at)
 ORDER BY expires_at, id LIMIT 1 FOR UPDATE SKIP LOCKED;

-- name: Gifts :many
SELECT id, by_staff, sender, member_id, points, memo, sent_at, expires_at, closed_at,
       CASE WHEN state = 'sent' AND expires_at <= sqlc.arg(at) THEN 'expired' ELSE state END::text AS state
  FROM promo_gift WHERE CASE WHEN sqlc.arg(sent)::boolean THEN sender = sqlc.arg(member)::text AND NOT by_staff ELSE member_id = sqlc.arg(member)::text END
 ORDER BY id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: GiftsCount :one
SELECT count(*) FROM promo_gift
 WHERE CASE WHEN sqlc.arg(sent)::boolean THEN sender = sqlc.arg(member)::text AND NOT by_staff ELSE member_id = sqlc.arg(member)::text END;

-- name: StaffGiftList :many
SELECT id, by_staff, sender, member_id, points, memo, state, sent_at, expires_at, closed_at FROM promo_gift
 WHERE site_id = sqlc.arg(site) AND (sqlc.arg(member)::text = '' OR member_id = sqlc.arg(member))
 ORDER BY id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: StaffGiftListCount :one
SELECT count(*) FROM promo_gift WHERE site_id = sqlc.arg(site) AND (sqlc.arg(member)::text = '' OR member_id = sqlc.arg(member));

-- name: Attended :one
SELECT streak, points, at FROM promo_attendance WHERE member_id = $1 AND day = $2;

-- name: Attend :exec
INSERT INTO promo_attendance (member_id, day, site_id, version, streak, points, at) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: AttendedDays :many
SELECT day, streak, points FROM promo_attendance WHERE member_id = $1 AND day >= sqlc.arg(since) AND day < sqlc.arg(until) ORDER BY day;

-- name: OpenSpin :exec
-- The seed of a day is drawn once.
INSERT INTO promo_spin (member_id, day, site_id, version, seed, opened_at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING;

-- name: Spin :one
SELECT day, version, seed, spun_at, client_seed, roll, prize, points FROM promo_spin WHERE member_id = $1 AND day = $2;

-- name: LockSpin :one
SELECT day, version, seed, spun_at, client_seed, roll, prize, points FROM promo_spin WHERE member_id = $1 AND day = $2 FOR UPDATE;

-- name: CloseSpin :exec
UPDATE promo_spin SET spun_at = sqlc.arg(at)::timestamptz, client_seed = sqlc.arg(client_seed), roll = sqlc.arg(roll)::bigint,
       prize = sqlc.arg(prize)::int, points = sqlc.arg(points)::bigint
 WHERE member_id = $1 AND day = $2;

-- name: Spins :many
SELECT s.day, s.version, s.seed, s.spun_at, s.client_seed, s.roll, s.prize, s.points, p.value
  FROM promo_spin s JOIN promo_setting p ON p.site_id = s.site_id AND p.name = 'wheel' AND p.version = s.version
 WHERE s.member_id = $1 AND s.spun_at IS NOT NULL
 ORDER BY s.day DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: SpinsCount :one
SELECT count(*) FROM promo_spin WHERE member_id = $1 AND spun_at IS NOT NULL;

-- name: PruneSpins :execrows
-- Wheels that were looked at and never turned.
DELETE FROM promo_spin WHERE spun_at IS NULL AND day < sqlc.arg(before);

-- name: Claimable :one
-- What waits for a member: coupons and gifts that have not expired, and whether the visit and the turn of a day are done.
SELECT (SELECT count(*) FROM promo_coupon c WHERE c.member_id = sqlc.arg(member)::text AND c.state = 'issued' AND c.expires_at > sqlc.arg(now)::timestamptz) AS coupons,
       (SELECT count(*) FROM promo_gift g WHERE g.member_id = sqlc.arg(member)::text AND g.state = 'sent' AND g.expires_at > sqlc.arg(now)::timestamptz) AS gifts,
       EXISTS (SELECT FROM promo_attendance a WHERE a.member_id = sqlc.arg(member)::text AND a.day = sqlc.arg(day)::date) AS visited,
       EXISTS (SELECT FROM promo_spin s WHERE s.member_id = sqlc.arg(member)::text AND s.day = sqlc.arg(day)::date AND s.spun_at IS NOT NULL) AS spun;
