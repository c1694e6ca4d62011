-- name: Members :many
-- The balance is that of the wallet in the site's currency: members may have others.
SELECT m.member_id, m.bet_locked, m.bet_permitted, m.lock_version,
       coalesce(w.balance, 0)::bigint AS cash, coalesce(w.points, 0)::bigint AS points, coalesce(w.version, 0)::bigint AS version,
       coalesce(c.unread, 0)::int AS unread, coalesce(c.version, 0)::bigint AS msg_version
  FROM member_member m
  LEFT JOIN wallet_balance w ON w.member_id = m.member_id AND w.currency = site_currency(m.site_id)
  LEFT JOIN message_counter c ON c.member_id = m.member_id
 WHERE m.member_id = ANY (sqlc.arg(ids)::text[]);

-- name: Sessions :many
-- game is the end of the session's open game token in Unix ms, 0 without one. rights are those of staff, or of a person of the partner area as long as it
-- may be there (agent.Service.Account); the partner itself has those of the area.
SELECT s.session_id, s.site_id, s.member_id, s.audience, s.topic, s.hub_key, s.gen, s.state, s.reason, s.version, s.expires_at,
       coalesce((SELECT (extract(epoch FROM max(l.expires_at)) * 1000)::bigint FROM game_launch l
                  WHERE l.session_id = s.session_id AND l.closed_at IS NULL), 0)::bigint AS game,
       coalesce(CASE s.audience
         WHEN 'admin' THEN (SELECT st.rights FROM member_staff st WHERE st.staff_id = s.member_id AND st.active)
         WHEN 'partner' THEN (
           SELECT CASE WHEN a.agent_id = a.partner_id THEN sqlc.arg(area)::text[] ELSE a.rights END
             FROM agent_account a JOIN member_member m ON m.member_id = a.partner_id JOIN site_site t ON t.site_id = m.site_id
            WHERE a.agent_id = s.agent_id AND a.partner_id = s.member_id AND a.active AND m.role = 'partner' AND m.status = 'normal'
              AND m.login_allowed AND m.recommend_allowed AND coalesce(t.options ->> 'recommendYn', 'Y') = 'Y'
              AND (a.enrolled_at IS NOT NULL OR a.agent_id = a.partner_id AND t.options -> 'partnerOtp' = 'false'))
       END, '{}')::text[] AS rights
  FROM member_session s WHERE s.session_id = ANY (sqlc.arg(ids)::text[]);

-- name: Sites :many
SELECT site_id, inspect, inspect_version FROM site_site WHERE site_id = ANY (sqlc.arg(ids)::text[]);
