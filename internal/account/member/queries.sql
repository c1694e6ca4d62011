-- name: Insert :exec
INSERT INTO member_member (member_id, site_id, role, partner_level, parent_id, upline, nick, nick_key, name, phone, bank_name,
                           account_no, account_holder, name_sealed, phone_sealed, account_sealed, holder_sealed, phone_index, account_index,
                           finders, index_key, lang, level, status, status_by, recommend_allowed, pass_hash, pin_hash,
                           joined_at, terms_at, status_at, join_ip)
VALUES (sqlc.arg(member_id), sqlc.arg(site_id), sqlc.arg(role), sqlc.narg(partner_level), sqlc.narg(parent_id), sqlc.arg(upline),
        sqlc.arg(nick), sqlc.arg(nick_key), sqlc.arg(name), sqlc.arg(phone), sqlc.arg(bank_name), sqlc.arg(account_no),
        sqlc.arg(account_holder), sqlc.arg(name_sealed), sqlc.arg(phone_sealed), sqlc.arg(account_sealed), sqlc.arg(holder_sealed),
        sqlc.narg(phone_index), sqlc.narg(account_index), sqlc.narg(finders), sqlc.arg(index_key),
        sqlc.arg(lang), sqlc.arg(level), sqlc.arg(status), sqlc.narg(status_by),
        sqlc.arg(recommend_allowed), sqlc.arg(pass_hash), sqlc.arg(pin_hash), sqlc.arg(at), sqlc.arg(at), sqlc.arg(at),
        sqlc.narg(join_ip));

-- name: Referrer :one
SELECT member_id, role, recommend_allowed, status, upline FROM member_member WHERE member_id = $1 AND site_id = $2;

-- name: HoldReferrer :one
-- Referrer for a member that is inserted below: until the transaction ends the referrer is not moved.
SELECT member_id, upline FROM member_member WHERE member_id = $1 AND site_id = $2 FOR SHARE;

-- name: TakenID :one
SELECT EXISTS (SELECT FROM member_member WHERE member_id = $1);

-- name: TakenNick :one
SELECT EXISTS (SELECT FROM member_member WHERE nick_key = $1 AND status <> 'deleted');

-- name: TakenPhone :one
-- Whether another member has the phone, as a plain value or under one of the index keys.
SELECT (EXISTS (SELECT FROM member_member m WHERE m.phone = sqlc.arg(plain)::text AND m.phone <> '' AND m.status <> 'deleted' AND m.member_id <> sqlc.arg(owner)::text)
     OR EXISTS (SELECT FROM member_member m WHERE m.phone_index = ANY (sqlc.arg(indexes)::bytea[]) AND m.status <> 'deleted' AND m.member_id <> sqlc.arg(owner)::text))::boolean;

-- name: TakenAccount :one
-- Whether another member has the account, as TakenPhone.
SELECT (EXISTS (SELECT FROM member_member m WHERE m.account_no = sqlc.arg(plain)::text AND m.account_no <> '' AND m.status <> 'deleted' AND m.member_id <> sqlc.arg(owner)::text)
     OR EXISTS (SELECT FROM member_member m WHERE m.account_index = ANY (sqlc.arg(indexes)::bytea[]) AND m.status <> 'deleted' AND m.member_id <> sqlc.arg(owner)::text))::boolean;

-- name: PassHash :one
SELECT pass_hash FROM member_member WHERE member_id = $1 AND site_id = $2;

-- name: TryPassword :one
-- Counts an attempt before it is looked at, so that guesses made at once cannot be more than the limit; no row: locked.
-- The last attempt locks beforehand, and is unlocked when it was right: a crash in between errs on the safe side.
-- recent counts the tries of this row that came within half an hour of each other.
UPDATE member_member SET pass_failures = pass_failures + 1,
       locked_at = CASE WHEN pass_failures + 1 >= sqlc.arg(max)::int THEN sqlc.arg(at)::timestamptz END,
       pass_recent = CASE WHEN pass_tried_at > sqlc.arg(recently)::timestamptz THEN pass_recent + 1 ELSE 1 END,
       pass_tried_at = sqlc.arg(at)::timestamptz
 WHERE member_id = sqlc.arg(member_id) AND pass_failures < sqlc.arg(max)::int
RETURNING pass_failures AS failures, pass_recent AS recent;

-- name: ReturnPassword :exec
-- An attempt that was never looked at does not count.
UPDATE member_member SET pass_failures = greatest(pass_failures - 1, 0), locked_at = NULL WHERE member_id = $1;

-- name: ForgiveMember :exec
UPDATE member_member SET pass_failures = 0, pass_recent = 0, locked_at = NULL
 WHERE member_id = $1 AND (pass_failures <> 0 OR locked_at IS NOT NULL);

-- name: RecordUnknownID :one
INSERT INTO member_shadow (member_id, failures, recent, at) VALUES (sqlc.arg(member_id), 1, 1, sqlc.arg(at))
ON CONFLICT (member_id) DO UPDATE SET failures = member_shadow.failures + 1, at = EXCLUDED.at,
       recent = CASE WHEN member_shadow.at > sqlc.arg(recently)::timestamptz THEN member_shadow.recent + 1 ELSE 1 END
 WHERE member_shadow.failures < sqlc.arg(max)::int
RETURNING failures, recent;

-- name: PruneUnknownIDs :execrows
DELETE FROM member_shadow s
 WHERE s.member_id IN (SELECT o.member_id FROM member_shadow o WHERE o.at < sqlc.arg(before)::timestamptz LIMIT sqlc.arg(count)::int);

-- name: RecordLogin :exec
INSERT INTO member_login (site_id, member_id, audience, result, ip, at) VALUES ($1, $2, $3, $4, sqlc.narg(ip), $5);

-- name: KnownNetwork :one
SELECT EXISTS (SELECT FROM member_login WHERE member_id = $1 AND audience = $2 AND result = '200' AND ip <<= sqlc.arg(network)::cidr) AS known;

-- name: LockMember :one
-- The row lock under which a member's sessions begin and states change. Rows that refer to the member are written meanwhile.
SELECT member_id, site_id, role, upline, status, login_allowed, last_login_at, last_login_ip, bet_locked, bet_permitted,
       lock_version, phone, phone_sealed, account_no, account_sealed, timeout_until, excluded_until, lang, pass_hash, pin_hash
  FROM member_member WHERE member_id = $1 AND site_id = $2 FOR NO KEY UPDATE;

-- name: TouchLogin :exec
UPDATE member_member SET last_login_at = sqlc.arg(at)::timestamptz, last_login_ip = sqlc.narg(ip) WHERE member_id = sqlc.arg(member_id);

-- name: LiveSessions :one
SELECT count(*) FROM member_session
 WHERE member_id = sqlc.arg(member_id) AND audience = sqlc.arg(audience) AND state = 'live'
   AND expires_at > sqlc.arg(at) AND seen_at > sqlc.arg(seen_after);

-- name: EndSessions :many
-- Ends the live sessions of a member in an area, for one reason.
UPDATE member_session SET state = sqlc.arg(state), reason = sqlc.arg(reason), version = version + 1, ended_at = sqlc.arg(at)::timestamptz
 WHERE state = 'live' AND session_id IN (
       SELECT s.session_id FROM member_session s
        WHERE s.member_id = sqlc.arg(member_id) AND s.audience = ANY (sqlc.arg(audiences)::text[]) AND s.state = 'live'
        ORDER BY s.session_id FOR UPDATE)
RETURNING *;

-- name: EndSession :one
UPDATE member_session SET state = 'ended', reason = sqlc.arg(reason), version = version + 1, ended_at = sqlc.arg(at)::timestamptz
 WHERE session_id = sqlc.arg(session_id) AND state = 'live'
RETURNING *;

-- name: InsertSession :one
INSERT INTO member_session (session_id, site_id, member_id, agent_id, audience, topic, hub_key, created_at, seen_at, expires_at, ip, user_agent)
VALUES (sqlc.arg(session_id), sqlc.arg(site_id), sqlc.arg(member_id), sqlc.arg(agent_id), sqlc.arg(audience), sqlc.arg(topic), sqlc.arg(hub_key),
        sqlc.arg(at), sqlc.arg(at), sqlc.arg(expires_at), sqlc.narg(ip), sqlc.arg(user_agent))
RETURNING *;

-- name: Session :one
SELECT * FROM member_session WHERE session_id = $1;

-- name: LockSession :one
SELECT * FROM member_session WHERE session_id = $1 FOR UPDATE;

-- name: RenewSession :one
UPDATE member_session SET gen = gen + 1, expires_at = sqlc.arg(expires_at), renewed_at = sqlc.arg(at)::timestamptz, version = version + 1
 WHERE session_id = sqlc.arg(session_id)
RETURNING *;

-- name: SeeSession :execrows
-- Notes that a person acted; no row: the session is over or was idle for too long.
UPDATE member_session SET seen_at = greatest(seen_at, sqlc.arg(at)::timestamptz)
 WHERE session_id = sqlc.arg(session_id) AND state = 'live' AND seen_at > sqlc.arg(seen_after);

-- name: ConfirmSession :execrows
UPDATE member_session SET confirmed_until = sqlc.arg(until)::timestamptz
 WHERE session_id = sqlc.arg(session_id) AND member_id = sqlc.arg(staff_id) AND audience = 'admin' AND state = 'live';

-- name: SessionConfirmed :one
SELECT EXISTS (SELECT FROM member_session
                WHERE session_id = sqlc.arg(session_id) AND audience = 'admin' AND state = 'live' AND confirmed_until > sqlc.arg(at)::timestamptz);

-- name: ForgetConfirmations :exec
UPDATE member_session SET confirmed_until = NULL
 WHERE member_id = sqlc.arg(staff_id) AND audience = 'admin' AND state = 'live' AND confirmed_until IS NOT NULL;

-- name: SitesWithSessions :many
SELECT DISTINCT site_id FROM member_session WHERE state = 'live';

-- name: EndIdle :many
UPDATE member_session SET state = 'ended', reason = 'IDLE', version = version + 1, ended_at = sqlc.arg(at)::timestamptz
 WHERE session_id IN (
       SELECT s.session_id FROM member_session s
        WHERE s.state = 'live' AND s.site_id = sqlc.arg(site_id)
          AND (s.seen_at <= sqlc.arg(seen_until) OR s.expires_at <= sqlc.arg(at))
        ORDER BY s.session_id LIMIT sqlc.arg(count) FOR UPDATE SKIP LOCKED)
RETURNING *;

-- name: Profile :one
SELECT member_id, site_id, role, coalesce(partner_level, 0)::int AS partner_level, upline, nick, name, phone, bank_name, account_no, account_holder, name_sealed, phone_sealed, account_sealed, holder_sealed, lang, level, status,
       login_allowed, bet_locked, bet_permitted, lock_version, recommend_allowed, withdraw_allowed, withdraw_held_until, joined_at, timeout_until, excluded_until,
       (test_since IS NOT NULL)::boolean AS test
  FROM member_member WHERE member_id = $1;

-- name: MarkTest :exec
UPDATE member_member SET test_since = sqlc.arg(at)::timestamptz, test_by = sqlc.arg(by), test_reason = sqlc.arg(reason)
 WHERE member_id = sqlc.arg(member_id);

-- name: MakePartner :exec
-- A settings form that was open before is stale: the flag of referring is among its values.
UPDATE member_member SET role = 'partner', partner_level = sqlc.arg(level)::int, recommend_allowed = true, settings_version = settings_version + 1
 WHERE member_id = sqlc.arg(member_id);

-- name: HasPartner :one
SELECT EXISTS (SELECT FROM member_member WHERE site_id = $1 AND role = 'partner' AND status <> 'deleted');

-- name: HoldMember :exec
-- Locks the member's states until the transaction ends.
SELECT FROM member_member WHERE member_id = $1 FOR SHARE;

-- name: LockMembers :exec
-- The row locks of several members, the smaller memId first.
SELECT FROM member_member WHERE member_id = ANY (sqlc.arg(ids)::text[]) ORDER BY member_id COLLATE "C" FOR NO KEY UPDATE;

-- name: HoldMembers :exec
-- Locks the states of several members until the transaction ends, the smaller memId first.
SELECT FROM member_member WHERE member_id = ANY (sqlc.arg(ids)::text[]) ORDER BY member_id COLLATE "C" FOR SHARE;

-- name: DirectlyBelow :many
-- Accounts directly below a partner whose memId or nickname begins with a text, in the order of their memIds.
SELECT member_id, nick, role = 'partner' AS partner FROM member_member
 WHERE parent_id = sqlc.arg(parent)::text AND site_id = sqlc.arg(site) AND status NOT IN ('pending', 'deleted')
   AND (member_id LIKE sqlc.arg(prefix)::text || '%' OR sqlc.arg(nick)::text <> '' AND search_fold(nick) LIKE search_fold(sqlc.arg(nick)::text) || '%')
 ORDER BY member_id LIMIT sqlc.arg(count)::int;

-- name: PIN :one
SELECT site_id, pin_hash, pin_locked_until FROM member_member WHERE member_id = $1;

-- name: LockPIN :one
SELECT pin_hash, pin_failures, pin_locked_until FROM member_member WHERE member_id = $1 FOR NO KEY UPDATE;

-- name: CountPIN :exec
UPDATE member_member SET pin_failures = sqlc.arg(failures), pin_locked_until = sqlc.narg(until) WHERE member_id = sqlc.arg(member_id);

-- name: SetStatus :exec
UPDATE member_member SET status = sqlc.arg(status), status_at = sqlc.arg(at), status_by = sqlc.arg(by)::text, status_reason = sqlc.arg(reason),
       excluded_until = greatest(excluded_until, sqlc.narg(excluded_until)::timestamptz)
 WHERE member_id = sqlc.arg(member_id);

-- name: SetTimeout :exec
UPDATE member_member SET timeout_until = greatest(timeout_until, sqlc.arg(until)::timestamptz) WHERE member_id = sqlc.arg(member_id);

-- name: SetLocks :one
UPDATE member_member SET bet_locked = sqlc.arg(locked), bet_permitted = sqlc.arg(permitted), lock_version = lock_version + 1
 WHERE member_id = sqlc.arg(member_id)
RETURNING lock_version;

-- name: Uplines :many
SELECT member_id, upline FROM member_member WHERE member_id = ANY (sqlc.arg(ids)::text[]);

-- name: Unlock :exec
UPDATE member_member SET pass_failures = 0, pass_recent = 0, locked_at = NULL, pin_failures = 0, pin_locked_until = NULL
 WHERE member_id = $1;

-- name: LockBlocks :exec
-- Waits for the logins of a site that began before, and holds later ones back until the transaction ends.
SELECT pg_advisory_xact_lock(hashtextextended('blocks|' || sqlc.arg(site)::text, 0));

-- name: ShareBlocks :exec
-- No block is added between the look at them and the session that begins.
SELECT pg_advisory_xact_lock_shared(hashtextextended('blocks|' || sqlc.arg(site)::text, 0));

-- name: AddBlock :execrows
-- A block that holds longer replaces the existing one and gets a number of its own: an old list cannot lift it.
INSERT INTO member_block (site_id, kind, value, sealed, reason, blocked_by, at, until)
VALUES (sqlc.arg(site_id), sqlc.arg(kind), sqlc.arg(value), sqlc.arg(sealed), sqlc.arg(reason), sqlc.arg(blocked_by), sqlc.arg(at), sqlc.narg(until)::timestamptz)
ON CONFLICT (site_id, kind, value) DO UPDATE
   SET id = DEFAULT, reason = EXCLUDED.reason, blocked_by = EXCLUDED.blocked_by, at = EXCLUDED.at, until = EXCLUDED.until
 WHERE member_block.until IS NOT NULL AND (EXCLUDED.until IS NULL OR EXCLUDED.until > member_block.until);

-- name: RenewBlock :exec
-- Brings a block of the value from a plain form, or from one under an older key, to the current form.
UPDATE member_block SET value = sqlc.arg(value), sealed = sqlc.arg(sealed)
 WHERE site_id = sqlc.arg(site_id) AND kind = sqlc.arg(kind) AND value = ANY (sqlc.arg(forms)::text[]) AND value <> sqlc.arg(value);

-- name: SealedBlocks :many
SELECT id, kind, value, sealed FROM member_block WHERE site_id = $1 AND kind <> 'ip' ORDER BY id;

-- name: MoveBlock :exec
UPDATE member_block SET value = $2, sealed = $3 WHERE id = $1;

-- name: Block :one
SELECT kind, value, sealed FROM member_block WHERE id = $1 AND site_id = $2;

-- name: RemoveBlock :one
DELETE FROM member_block WHERE id = $1 AND site_id = $2 RETURNING kind, value, sealed;

-- name: ClearBlocks :execrows
DELETE FROM member_block WHERE site_id = $1 AND until <= sqlc.arg(now)::timestamptz;

-- name: Blocks :many
-- Plain values are found by a part of them, sealed ones by the whole.
SELECT id, kind, value, sealed, reason, blocked_by, at, until, count(*) OVER () AS total FROM member_block
 WHERE site_id = sqlc.arg(site_id) AND (sqlc.arg(kind)::text = '' OR kind = sqlc.arg(kind)::text)
   AND (sealed = '' AND value LIKE sqlc.arg(search)::text ESCAPE '\' OR sealed <> '' AND (sqlc.arg(all_values)::boolean OR value = ANY (sqlc.arg(forms)::text[])))
 ORDER BY at DESC, id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: BlockedIP :one
SELECT EXISTS (SELECT FROM member_block WHERE kind = 'ip' AND net >>= sqlc.arg(ip)::inet AND site_id = sqlc.arg(site_id)
   AND (until IS NULL OR until > sqlc.arg(now)::timestamptz));

-- name: EndBlocked :many
-- Ends the sessions that a block concerns: those that began at its addresses, or of who has its phone or account.
UPDATE member_session s SET state = 'ended', reason = sqlc.arg(reason), version = version + 1, ended_at = sqlc.arg(at)::timestamptz
 WHERE s.state = 'live' AND s.session_id IN (
       SELECT o.session_id FROM member_session o
        WHERE o.state = 'live' AND o.site_id = sqlc.arg(site_id) AND o.audience <> 'admin'
          AND CASE sqlc.arg(kind)::text WHEN 'ip' THEN o.ip <<= sqlc.arg(net)::cidr
                   WHEN 'phone' THEN o.member_id IN (SELECT m.member_id FROM member_member m WHERE m.site_id = sqlc.arg(site_id)
                        AND (m.phone = sqlc.arg(value)::text OR m.phone_index = ANY (sqlc.arg(indexes)::bytea[])))
                   ELSE o.member_id IN (SELECT m.member_id FROM member_member m WHERE m.site_id = sqlc.arg(site_id)
                        AND (m.account_no = sqlc.arg(value)::text OR m.account_index = ANY (sqlc.arg(indexes)::bytea[]))) END
        ORDER BY o.session_id FOR UPDATE)
RETURNING s.*;

-- name: BlockedValue :one
SELECT EXISTS (SELECT FROM member_block WHERE site_id = $1 AND kind = $2 AND value = ANY (sqlc.arg(forms)::text[])
   AND (until IS NULL OR until > sqlc.arg(now)::timestamptz));

-- name: LockMoves :exec
-- The moves of a site come one after the other: two that cross each other would make a cycle.
SELECT pg_advisory_xact_lock(hashtextextended('moves|' || sqlc.arg(site_id)::text, 0));

-- name: LockMoving :one
-- Locks a member and its downline, and the referrer that it comes under, and returns how many there are.
SELECT count(*) FROM (
  SELECT member_id FROM member_member
   WHERE site_id = sqlc.arg(site_id) AND (member_id = sqlc.arg(member_id)::text OR member_id = sqlc.arg(referrer)::text OR upline @> ARRAY[sqlc.arg(member_id)::text])
   ORDER BY member_id FOR NO KEY UPDATE) moving;

-- name: Position :one
-- Where a member stands among the partners of its site.
SELECT role, coalesce(partner_level, 0)::int AS partner_level, coalesce(parent_id, '')::text AS parent_id, upline, status, recommend_allowed,
       (SELECT count(*) FROM member_member d WHERE d.upline @> ARRAY[m.member_id]) AS below
  FROM member_member m WHERE m.member_id = $1 AND m.site_id = $2;

-- name: KeepUplines :exec
INSERT INTO member_upline (member_id, upline, since, until)
SELECT member_id, upline, upline_since, sqlc.arg(now)::timestamptz FROM member_member
 WHERE member_id = sqlc.arg(member_id)::text OR upline @> ARRAY[sqlc.arg(member_id)::text];

-- name: MoveDownline :exec
-- Gives a member another upline, and its downline with it.
UPDATE member_member SET upline_since = sqlc.arg(now)::timestamptz,
       parent_id = CASE WHEN member_id = sqlc.arg(member_id)::text THEN (sqlc.arg(upline)::text[])[1] ELSE parent_id END,
       upline = CASE WHEN member_id = sqlc.arg(member_id)::text THEN sqlc.arg(upline)::text[]
                     ELSE upline[:array_position(upline, sqlc.arg(member_id)::text)] || sqlc.arg(upline)::text[] END
 WHERE member_id = sqlc.arg(member_id)::text OR upline @> ARRAY[sqlc.arg(member_id)::text];

-- name: Online :many
-- The given members who belong to the site and to the downline of every given partner. The viewer is the last of these partners and
-- must be in the downline of the first.
SELECT member_id, nick, level, role, coalesce(parent_id, '') AS parent_id, last_login_at
  FROM member_member
 WHERE member_id = ANY (sqlc.arg(present)::text[]) AND site_id = sqlc.arg(site)
   AND upline @> sqlc.arg(partners)::text[]
   AND (sqlc.arg(viewer)::text = '' OR array_position(upline, sqlc.arg(viewer)::text)
        <= array_position(upline, (sqlc.arg(partners)::text[])[1]))
 ORDER BY last_login_at DESC NULLS LAST, member_id LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: OnlineBranches :many
-- How many of them there are in each branch of the viewer's downline (without a viewer: of the site). A partner belongs to its own
-- branch; members without a partner in between belong to the branch ''.
SELECT coalesce(upline[at - 1], CASE role WHEN 'partner' THEN member_id ELSE '' END)::text AS branch, count(*) AS online
  FROM (SELECT member_id, role, upline,
               CASE WHEN sqlc.arg(viewer)::text = '' THEN cardinality(upline) + 1
                    ELSE array_position(upline, sqlc.arg(viewer)::text) END AS at
          FROM member_member
         WHERE member_id = ANY (sqlc.arg(present)::text[]) AND site_id = sqlc.arg(site)
           AND upline @> sqlc.arg(partners)::text[]
           AND (sqlc.arg(viewer)::text = '' OR array_position(upline, sqlc.arg(viewer)::text)
                <= array_position(upline, (sqlc.arg(partners)::text[])[1]))) m
 GROUP BY branch ORDER BY online DESC, branch;

-- name: MemberSessions :many
SELECT session_id, created_at, seen_at, ip, user_agent FROM member_session
 WHERE member_id = sqlc.arg(member_id) AND audience = sqlc.arg(audience) AND state = 'live'
   AND expires_at > sqlc.arg(at) AND seen_at > sqlc.arg(seen_after)
 ORDER BY seen_at DESC, session_id LIMIT 100;

-- name: EndOwnSessions :many
-- Ends live sessions of a member, not those of its sub-staff: the one that is named, or with an empty name all but the one that is kept.
UPDATE member_session SET state = 'ended', reason = sqlc.arg(reason), version = version + 1, ended_at = sqlc.arg(at)::timestamptz
 WHERE state = 'live' AND session_id IN (
       SELECT s.session_id FROM member_session s
        WHERE s.member_id = sqlc.arg(member_id) AND s.audience IN ('member', 'partner') AND s.state = 'live' AND s.agent_id IN ('', s.member_id)
          AND CASE WHEN sqlc.arg(named)::text <> '' THEN s.session_id = sqlc.arg(named)::text ELSE s.session_id <> sqlc.arg(kept)::text END
        ORDER BY s.session_id FOR UPDATE)
RETURNING *;

-- name: Logins :many
SELECT result, ip, at, (SELECT count(*) FROM member_login c
                         WHERE c.member_id = sqlc.arg(member_id) AND c.audience = sqlc.arg(audience) AND c.at >= sqlc.arg(since) AND c.at < sqlc.arg(until)) AS total
  FROM member_login
 WHERE member_id = sqlc.arg(member_id) AND audience = sqlc.arg(audience) AND at >= sqlc.arg(since) AND at < sqlc.arg(until)
 ORDER BY at DESC, id DESC LIMIT sqlc.arg(count)::int OFFSET sqlc.arg(skip)::int;

-- name: Update :one
UPDATE member_member m SET nick = coalesce(sqlc.narg(nick), m.nick), nick_key = coalesce(sqlc.narg(nick_key), m.nick_key),
       lang = coalesce(sqlc.narg(lang), m.lang), pass_hash = coalesce(sqlc.narg(pass_hash), m.pass_hash),
       pin_hash = coalesce(sqlc.narg(pin_hash), m.pin_hash)
  FROM member_member old
 WHERE m.member_id = sqlc.arg(member_id) AND m.site_id = sqlc.arg(site_id) AND old.member_id = m.member_id
RETURNING old.nick AS nick_before, old.lang AS lang_before;

-- name: EndAfterRestore :execrows
UPDATE member_session SET state = 'ended', reason = sqlc.arg(reason), version = version + 1, ended_at = sqlc.arg(at)::timestamptz
 WHERE state = 'live' AND (audience <> 'member' OR session_id = ANY (sqlc.arg(ended)::text[]));

-- name: Card :one
SELECT member_id, nick, status, status_at, coalesce(status_by, '') AS status_by, status_reason, level, login_allowed, withdraw_allowed,
       recommend_allowed, settings_version, role = 'partner' AS partner, coalesce(parent_id, '')::text AS parent_id, test_since, test_by, test_reason
  FROM member_member WHERE member_id = $1 AND site_id = $2;

-- name: SetSettings :exec
UPDATE member_member SET level = sqlc.arg(level), login_allowed = sqlc.arg(login), withdraw_allowed = sqlc.arg(withdraw),
       recommend_allowed = sqlc.arg(recommend), settings_version = settings_version + 1
 WHERE member_id = sqlc.arg(member_id);

-- name: AddNote :exec
INSERT INTO member_note (site_id, member_id, staff_id, content, created_at) VALUES ($1, $2, $3, $4, $5);

-- name: Notes :many
SELECT staff_id, content, created_at FROM member_note WHERE member_id = $1 ORDER BY id DESC LIMIT sqlc.arg(count);

-- name: NewDevice :one
-- Whether the member logged in before, and never with such a browser. Its numbers do not count: they change with every update.
SELECT coalesce(bool_and(regexp_replace(user_agent, '[0-9]+', '', 'g') <> regexp_replace(sqlc.arg(user_agent)::text, '[0-9]+', '', 'g')), false)::boolean
  FROM member_session WHERE member_id = sqlc.arg(member_id) AND audience = 'member' AND user_agent <> '';

-- name: ResetFacts :one
SELECT member_id, phone, phone_sealed, account_no, account_sealed FROM member_member WHERE member_id = $1 AND site_id = $2;

-- name: EndResets :exec
-- A newer request takes the place of the one before.
UPDATE member_reset SET state = 'over' WHERE member_id = $1 AND secret = $2 AND state IN ('open', 'confirmed');

-- name: AddReset :one
INSERT INTO member_reset (site_id, member_id, secret, proof, code, ip, user_agent, asked_at, expires_at)
VALUES (sqlc.arg(site_id), sqlc.arg(member_id), sqlc.arg(secret), sqlc.arg(proof), sqlc.arg(code), sqlc.narg(ip), sqlc.arg(user_agent),
        sqlc.arg(asked_at), sqlc.arg(expires_at))
RETURNING id;

-- name: Reset :one
SELECT * FROM member_reset WHERE id = $1 AND site_id = $2;

-- name: LockReset :one
SELECT * FROM member_reset WHERE id = $1 AND site_id = $2 FOR UPDATE;

-- name: DecideReset :exec
UPDATE member_reset SET state = sqlc.arg(state), decided_by = sqlc.arg(by)::text, decided_at = sqlc.arg(at)::timestamptz, note = sqlc.arg(note),
       expires_at = sqlc.arg(expires_at)
 WHERE id = sqlc.arg(id);

-- name: FinishReset :exec
UPDATE member_reset SET state = 'done', done_at = sqlc.arg(at)::timestamptz WHERE id = sqlc.arg(id);

-- name: GiveSecret :exec
-- A new password or PIN opens the lock of wrong ones, and holds withdrawals.
UPDATE member_member SET
       pass_hash = coalesce(sqlc.narg(pass_hash), pass_hash), pin_hash = coalesce(sqlc.narg(pin_hash), pin_hash),
       pass_failures = CASE WHEN sqlc.narg(pass_hash) IS NULL THEN pass_failures ELSE 0 END,
       pass_recent = CASE WHEN sqlc.narg(pass_hash) IS NULL THEN pass_recent ELSE 0 END,
       locked_at = CASE WHEN sqlc.narg(pass_hash) IS NULL THEN locked_at END,
       pin_failures = CASE WHEN sqlc.narg(pin_hash) IS NULL THEN pin_failures ELSE 0 END,
       pin_locked_until = CASE WHEN sqlc.narg(pin_hash) IS NULL THEN pin_locked_until END,
       withdraw_held_until = greatest(withdraw_held_until, sqlc.arg(held_until)::timestamptz)
 WHERE member_id = sqlc.arg(member_id);

-- name: Resets :many
SELECT r.*, m.nick, m.name, m.name_sealed, m.phone, m.phone_sealed, m.account_no, m.account_sealed, m.joined_at, m.last_login_at, m.last_login_ip,
       EXISTS (SELECT FROM member_login l WHERE l.member_id = r.member_id AND l.ip = r.ip AND l.result = '200'
              AND l.at < r.asked_at - interval '1 day') AS ip_known,
       count(*) OVER () AS total
  FROM member_reset r JOIN member_member m USING (member_id)
 WHERE r.site_id = sqlc.arg(site_id) AND (sqlc.arg(all_states)::boolean OR r.state = 'open' AND r.expires_at > sqlc.arg(at))
 ORDER BY r.id DESC LIMIT sqlc.arg(count) OFFSET sqlc.arg(skip);

-- name: EndOverdueDetails :exec
-- Requests whose time is over give way to newer ones.
UPDATE member_change SET state = 'over', wanted = '', closed_at = expires_at
 WHERE member_id = sqlc.arg(member_id) AND state = 'open' AND expires_at <= sqlc.arg(now)::timestamptz;

-- name: EndDetails :many
-- Ends what was asked for with a password or PIN that is replaced.
UPDATE member_change SET state = 'over', wanted = '', closed_at = sqlc.arg(at)::timestamptz WHERE member_id = sqlc.arg(member_id) AND state = 'open'
RETURNING id;

-- name: EndFactResets :exec
-- Ends the resets that phone and account number proved, when one of these changes.
UPDATE member_reset SET state = 'over' WHERE member_id = $1 AND proof = 'facts' AND state IN ('open', 'confirmed');

-- name: AddDetails :one
-- No row comes back while a request of this kind is open: the unique index decides.
INSERT INTO member_change (site_id, member_id, kind, wanted, masked, ip, user_agent, asked_at, expires_at)
VALUES (sqlc.arg(site_id), sqlc.arg(member_id), sqlc.arg(kind), sqlc.arg(wanted), sqlc.arg(masked), sqlc.narg(ip), sqlc.arg(user_agent),
        sqlc.arg(asked_at), sqlc.arg(expires_at))
ON CONFLICT (member_id, kind) WHERE state = 'open' DO NOTHING
RETURNING id;

-- name: Details :one
SELECT * FROM member_change WHERE id = $1 AND site_id = $2;

-- name: LockDetails :one
SELECT * FROM member_change WHERE id = $1 AND site_id = $2 FOR UPDATE;

-- name: CloseDetails :exec
UPDATE member_change SET state = sqlc.arg(state), wanted = '', masked = sqlc.arg(masked), decided_by = sqlc.narg(by)::text,
       closed_at = sqlc.arg(at)::timestamptz, note = sqlc.arg(note)
 WHERE id = sqlc.arg(id);

-- name: GiveDetails :exec
-- Writes phone, name and bank account, and holds withdrawals.
UPDATE member_member SET name = sqlc.arg(name), phone = sqlc.arg(phone), bank_name = sqlc.arg(bank_name), account_no = sqlc.arg(account_no),
       account_holder = sqlc.arg(account_holder), name_sealed = sqlc.arg(name_sealed), phone_sealed = sqlc.arg(phone_sealed),
       account_sealed = sqlc.arg(account_sealed), holder_sealed = sqlc.arg(holder_sealed), phone_index = sqlc.narg(phone_index),
       account_index = sqlc.narg(account_index), finders = sqlc.narg(finders), index_key = sqlc.arg(index_key), withdraw_held_until = greatest(withdraw_held_until, sqlc.arg(held_until)::timestamptz)
 WHERE member_id = sqlc.arg(member_id);

-- name: OwnDetails :many
-- The newest request of each kind.
SELECT DISTINCT ON (kind) * FROM member_change WHERE member_id = $1 ORDER BY kind, id DESC;

-- name: DetailsQueue :many
SELECT c.*, m.nick, m.lang, m.joined_at, m.last_login_at, m.last_login_ip, m.withdraw_held_until,
       done.closed_at AS changed_at, reset.done_at AS reset_at,
       EXISTS (SELECT FROM member_login l WHERE l.member_id = c.member_id AND l.ip = c.ip AND l.result = '200'
              AND l.at < c.asked_at - interval '1 day') AS ip_known,
       count(*) OVER () AS total
  FROM member_change c JOIN member_member m USING (member_id)
  LEFT JOIN member_change done ON done.id = (SELECT max(d.id) FROM member_change d WHERE d.member_id = c.member_id AND d.id < c.id AND d.state = 'done')
  LEFT JOIN member_reset reset ON reset.id = (SELECT max(r.id) FROM member_reset r WHERE r.member_id = c.member_id AND r.state = 'done')
 WHERE c.site_id = sqlc.arg(site_id) AND (sqlc.arg(all_states)::boolean OR c.state = 'open' AND c.expires_at > sqlc.arg(at))
   AND (sqlc.arg(member_id)::text = '' OR c.member_id = sqlc.arg(member_id)::text)
   AND c.asked_at >= sqlc.arg(since)::timestamptz AND c.asked_at < sqlc.arg(until)::timestamptz
 ORDER BY c.id DESC LIMIT sqlc.arg(count) OFFSET sqlc.arg(skip);

-- name: SameAccount :one
-- How many other members have or had the account, deleted ones included.
SELECT count(*) FROM member_member m WHERE m.member_id <> sqlc.arg(member_id)
   AND (m.account_no = sqlc.arg(plain)::text AND m.account_no <> '' OR m.account_index = ANY (sqlc.arg(indexes)::bytea[]));

-- name: SamePhone :one
-- How many other members have or had the phone, deleted ones included.
SELECT count(*) FROM member_member m WHERE m.member_id <> sqlc.arg(member_id)
   AND (m.phone = sqlc.arg(plain)::text AND m.phone <> '' OR m.phone_index = ANY (sqlc.arg(indexes)::bytea[]));

-- name: WantedDetails :many
SELECT id, member_id, wanted FROM member_change WHERE state = 'open' ORDER BY id FOR UPDATE;

-- name: MoveWanted :exec
UPDATE member_change SET wanted = sqlc.arg(wanted) WHERE id = sqlc.arg(id);

-- name: SwitchedBy :one
-- What a partner above switched off.
SELECT partner_id, agent_id, reason, at FROM member_switch WHERE member_id = $1 AND part = $2;

-- name: NoteSwitch :exec
INSERT INTO member_switch (member_id, part, partner_id, agent_id, reason, at) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (member_id, part) DO UPDATE SET partner_id = EXCLUDED.partner_id, agent_id = EXCLUDED.agent_id, reason = EXCLUDED.reason, at = EXCLUDED.at;

-- name: ForgetSwitches :exec
DELETE FROM member_switch WHERE member_id = sqlc.arg(member_id) AND part = ANY (sqlc.arg(parts)::text[]);

-- name: Flags :one
SELECT login_allowed, recommend_allowed FROM member_member WHERE member_id = $1;

-- name: SetFlags :exec
-- A settings form that was open before is stale.
UPDATE member_member SET login_allowed = sqlc.arg(login), recommend_allowed = sqlc.arg(recommend), settings_version = settings_version + 1
 WHERE member_id = sqlc.arg(member_id);

-- name: DownlineFrom :many
-- A member and its downline, as far as they are in the downline of a partner, in the order of their memIds. Deleted and pending ones are left out.
SELECT member_id FROM member_member
 WHERE site_id = sqlc.arg(site_id) AND upline @> ARRAY[sqlc.arg(partner)::text] AND status NOT IN ('pending', 'deleted')
   AND (member_id = sqlc.arg(root)::text OR upline @> ARRAY[sqlc.arg(root)::text]) AND member_id > sqlc.arg(after)::text
 ORDER BY member_id LIMIT sqlc.arg(count)::int;

-- name: ChildrenFrom :many
-- The accounts directly below a partner in the order of their memIds. Deleted and pending ones are left out.
SELECT member_id FROM member_member
 WHERE parent_id = sqlc.arg(parent)::text AND site_id = sqlc.arg(site_id) AND status NOT IN ('pending', 'deleted') AND member_id > sqlc.arg(after)::text
 ORDER BY member_id LIMIT sqlc.arg(count)::int;

-- name: HoldPosition :one
-- Where an account stands; it is not moved until the transaction ends.
SELECT role = 'partner' AS partner, coalesce(partner_level, 0)::int AS partner_level, coalesce(parent_id, '')::text AS parent_id, upline, status
  FROM member_member WHERE member_id = $1 AND site_id = $2 FOR SHARE;

-- name: JoinedAt :many
SELECT member_id, joined_at FROM member_member WHERE member_id = ANY (sqlc.arg(ids)::text[]);

-- name: PartnersBelow :many
SELECT member_id, nick, coalesce(partner_level, 0)::int AS partner_level FROM member_member
 WHERE parent_id = $1 AND role = 'partner' AND status <> 'deleted' ORDER BY member_id COLLATE "C";

-- name: LastMove :one
-- When a partner was moved last, or one away that was directly below it.
SELECT coalesce(max(at), 'epoch')::timestamptz AS at FROM (
  SELECT upline_since AS at FROM member_member WHERE member_id = sqlc.arg(member_id)::text
  UNION ALL
  SELECT until FROM member_upline WHERE upline @> ARRAY[sqlc.arg(member_id)::text] AND upline[1] = sqlc.arg(member_id)::text) moves;

-- name: CameBelow :many
-- Since when accounts have been below a partner, of those that were not always.
SELECT member_id, max(until)::timestamptz AS at FROM member_upline
 WHERE member_id = ANY (sqlc.arg(ids)::text[]) AND NOT upline @> ARRAY[sqlc.arg(partner)::text] GROUP BY member_id;

-- name: AgentSessions :many
-- The live sessions of a login of the partner area.
SELECT session_id, created_at, seen_at, ip, user_agent FROM member_session
 WHERE member_id = sqlc.arg(member_id) AND agent_id = sqlc.arg(agent_id) AND audience = 'partner' AND state = 'live'
   AND expires_at > sqlc.arg(at) AND seen_at > sqlc.arg(seen_after)
 ORDER BY seen_at DESC, session_id LIMIT 100;

-- name: EndAgentSessions :many
-- Ends live sessions of a login of the partner area: the one that is named, or with an empty name all of them.
UPDATE member_session SET state = 'ended', reason = sqlc.arg(reason), version = version + 1, ended_at = sqlc.arg(at)::timestamptz
 WHERE state = 'live' AND session_id IN (
       SELECT s.session_id FROM member_session s
        WHERE s.member_id = sqlc.arg(member_id) AND s.agent_id = sqlc.arg(agent_id) AND s.audience = 'partner' AND s.state = 'live'
          AND (sqlc.arg(named)::text = '' OR s.session_id = sqlc.arg(named)::text)
        ORDER BY s.session_id FOR UPDATE)
RETURNING *;

-- name: EndPartnerAreas :many
UPDATE member_session SET state = 'ended', reason = sqlc.arg(reason), version = version + 1, ended_at = sqlc.arg(at)::timestamptz
 WHERE state = 'live' AND session_id IN (
       SELECT s.session_id FROM member_session s WHERE s.site_id = sqlc.arg(site_id) AND s.audience = 'partner' AND s.state = 'live'
        ORDER BY s.session_id FOR UPDATE)
RETURNING *;

-- name: PartnerStanding :one
SELECT member_id, site_id, nick, coalesce(partner_level, 0)::int AS level, status, role = 'partner' AS partner, login_allowed, recommend_allowed,
       lang, pass_hash
  FROM member_member WHERE member_id = $1 AND site_id = $2;
