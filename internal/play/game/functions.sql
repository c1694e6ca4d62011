-- When a game is over.

-- game_live reports whether a member has a game of a vendor open: launched, not closed, its token and its session still valid,
-- and no break or exclusion of the member holds (S-42).
CREATE OR REPLACE FUNCTION game_live(p_member text, p_vendor text, p_now timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT member_resting(p_member, p_now) AND EXISTS (
    SELECT FROM member_session s JOIN game_launch l ON l.session_id = s.session_id
     WHERE s.member_id = p_member AND s.audience = 'member' AND s.state = 'live' AND s.expires_at > p_now
       AND l.member_id = p_member AND l.vendor_id = p_vendor AND l.closed_at IS NULL AND l.expires_at > p_now)
$$;

-- game_close_all closes every game of a member, because a break begins, and tells the pages of their sessions (GAME 0).
CREATE OR REPLACE FUNCTION game_close_all(p_member text, p_now timestamptz) RETURNS void LANGUAGE sql AS $$
  WITH closed AS (
    UPDATE game_launch SET closed_at = p_now WHERE member_id = p_member AND closed_at IS NULL AND expires_at > p_now
    RETURNING site_id, session_id
  )
  INSERT INTO outbox_event (site, member, sid, cmd, data1, ver)
  SELECT c.site_id, p_member, c.session_id, 'GAME', '0', nextval('game_version')
    FROM (SELECT DISTINCT site_id, session_id FROM closed) c
$$;
