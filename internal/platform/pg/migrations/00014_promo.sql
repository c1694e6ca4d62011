-- +goose Up
-- Bonuses, coupons, gifts, attendance and the wheel; limits of a member's level; the members below a partner.

-- Rules and configurations of a site, every version kept: what held at a moment can be shown later (S-57).
CREATE TABLE promo_setting (
  site_id text NOT NULL REFERENCES site_site,
  name    text NOT NULL CHECK (name IN ('bonus.new', 'bonus.first', 'bonus.again', 'bonus.weekend', 'attendance', 'wheel')),
  version int NOT NULL CHECK (version > 0),
  value   jsonb NOT NULL,
  set_by  text NOT NULL,
  set_at  timestamptz NOT NULL,
  PRIMARY KEY (site_id, name, version)
);

-- Bonuses of deposits. The key lets each rule pay a member once on a day of the site's clock.
CREATE TABLE promo_bonus (
  member_id  text NOT NULL REFERENCES member_member,
  rule       text NOT NULL,                        -- new, first, again or weekend
  day        date NOT NULL,
  site_id    text NOT NULL,
  version    int NOT NULL,                         -- of the setting
  deposit_id bigint NOT NULL,
  deposit    bigint NOT NULL CHECK (deposit > 0),
  rate       bigint NOT NULL CHECK (rate > 0),     -- basis points
  unit       text NOT NULL CHECK (unit IN ('cash', 'point')),
  currency   text NOT NULL,
  amount     bigint NOT NULL CHECK (amount > 0),
  turnover   bigint NOT NULL CHECK (turnover >= 0),
  at         timestamptz NOT NULL,
  PRIMARY KEY (member_id, rule, day)
);

-- What must be played beside the deposits before a withdrawal (D-20), because something was given.
CREATE TABLE promo_turnover (
  source    text NOT NULL,                         -- kind of the move that gave it
  ref       text NOT NULL,
  member_id text NOT NULL REFERENCES member_member,
  currency  text NOT NULL,
  amount    bigint NOT NULL CHECK (amount > 0),
  at        timestamptz NOT NULL,
  PRIMARY KEY (source, ref)
);
CREATE INDEX promo_turnover_member ON promo_turnover (member_id, currency, at);

-- Members who do not want bonuses of deposits; no row: they do.
CREATE TABLE promo_refusal (
  member_id text PRIMARY KEY REFERENCES member_member,
  at        timestamptz NOT NULL
);

-- What staff issued at once: a repeated call finds it and issues nothing.
CREATE TABLE promo_batch (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id    text NOT NULL REFERENCES site_site,
  request_id text NOT NULL,
  hash       bytea NOT NULL,                       -- of what was asked: another content under the same id is refused
  coupons    int NOT NULL CHECK (coupons > 0),
  issued_by  text NOT NULL,
  issued_at  timestamptz NOT NULL,
  UNIQUE (site_id, request_id)
);

CREATE TABLE promo_coupon (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  batch_id   bigint NOT NULL REFERENCES promo_batch,
  site_id    text NOT NULL REFERENCES site_site,
  code       text NOT NULL CHECK (code ~ '^[A-Z2-7]{16}$'),
  member_id  text REFERENCES member_member,        -- whose it is; null: whoever uses the code first
  unit       text NOT NULL CHECK (unit IN ('cash', 'point')),
  amount     bigint NOT NULL CHECK (amount > 0),
  rolling    bigint NOT NULL CHECK (rolling >= 0), -- basis points of the amount that must be played
  giftable   boolean NOT NULL,                     -- its member may give it to another one, once
  note       text NOT NULL DEFAULT '',
  state      text NOT NULL DEFAULT 'issued' CHECK (state IN ('issued', 'used', 'expired', 'revoked')),
  expires_at timestamptz NOT NULL,
  issued_at  timestamptz NOT NULL,
  given_by   text REFERENCES member_member,
  given_at   timestamptz,
  closed_at  timestamptz,                          -- used, expired or revoked
  UNIQUE (site_id, code),
  CHECK (state <> 'used' OR member_id IS NOT NULL)
);
CREATE INDEX promo_coupon_member ON promo_coupon (member_id, id DESC);
CREATE INDEX promo_coupon_desk ON promo_coupon (site_id, id DESC);
CREATE INDEX promo_coupon_due ON promo_coupon (expires_at) WHERE state = 'issued';

-- Points that were sent and wait to be taken.
CREATE TABLE promo_gift (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id    text NOT NULL REFERENCES site_site,
  by_staff   boolean NOT NULL,
  sender     text NOT NULL,                        -- staff id or memId
  request_id text NOT NULL,
  member_id  text NOT NULL REFERENCES member_member,
  currency   text NOT NULL,
  points     bigint NOT NULL CHECK (points > 0),
  memo       text NOT NULL DEFAULT '',
  state      text NOT NULL DEFAULT 'sent' CHECK (state IN ('sent', 'taken', 'expired')),
  sent_at    timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  closed_at  timestamptz,
  UNIQUE (site_id, by_staff, sender, request_id)
);
CREATE INDEX promo_gift_member ON promo_gift (member_id, id DESC);
CREATE INDEX promo_gift_sender ON promo_gift (sender, id DESC);
CREATE INDEX promo_gift_desk ON promo_gift (site_id, id DESC);
CREATE INDEX promo_gift_due ON promo_gift (expires_at) WHERE state = 'sent';

CREATE TABLE promo_attendance (
  member_id text NOT NULL REFERENCES member_member,
  day       date NOT NULL,
  site_id   text NOT NULL,
  version   int NOT NULL,
  streak    int NOT NULL CHECK (streak > 0),
  points    bigint NOT NULL CHECK (points >= 0),
  at        timestamptz NOT NULL,
  PRIMARY KEY (member_id, day)
);

-- A turn of the wheel: its seed is drawn, and the hash of it shown, before the member turns; with it the result can be
-- reckoned again (S-64).
CREATE TABLE promo_spin (
  member_id   text NOT NULL REFERENCES member_member,
  day         date NOT NULL,
  site_id     text NOT NULL,
  version     int NOT NULL,
  seed        bytea NOT NULL CHECK (octet_length(seed) = 32),
  opened_at   timestamptz NOT NULL,
  spun_at     timestamptz,
  client_seed text NOT NULL DEFAULT '',
  roll        bigint,
  prize       int,
  points      bigint,
  PRIMARY KEY (member_id, day),
  CHECK ((spun_at IS NULL) = (roll IS NULL) AND (roll IS NULL) = (prize IS NULL) AND (prize IS NULL) = (points IS NULL))
);
CREATE INDEX promo_spin_open ON promo_spin (day) WHERE spun_at IS NULL;

-- The members below a partner.
CREATE INDEX member_member_above ON member_member USING gin (string_to_array(path, ','));

-- vendor_gate as before, and a level's own limit of the stake (internal/site, Level) before the site's times the level.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION vendor_gate(p_member text, p_vendor text, p_game text, p_max_stake bigint, p_max_win bigint, p_now timestamptz)
RETURNS TABLE (refusal text, nick text, max_stake bigint, max_win bigint, watched boolean, wager_room bigint, loss_room bigint)
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN m.status = 'excluded' OR m.timeout_until > p_now OR m.excluded_until > p_now THEN 'excluded'
              WHEN m.status IN ('dormant', 'closed') THEN 'dormant'
              WHEN m.status <> 'normal' THEN 'member'
              WHEN m.bet_locked THEN 'locked'
              WHEN NOT m.bet_permitted THEN 'denied'
              WHEN s.inspect THEN 'inspect'
              WHEN coalesce((s.options ->> 'bettingPaused')::boolean, false) THEN 'paused'
              WHEN NOT v.active THEN 'vendor'
              WHEN NOT g.active OR NOT o.active THEN 'game'
              WHEN p.session_ok_until <= p_now AND protection_room(m.member_id, 'session', p_now) <= 0 THEN 'session'
              ELSE '' END,
         m.nick,
         coalesce((s.options #>> ARRAY['levels', m.level::text, 'maxStake'])::bigint, coalesce((s.options ->> 'maxStake')::bigint, p_max_stake) * m.level),
         coalesce((s.options ->> 'maxWin')::bigint, p_max_win),
         coalesce(p.watched, false),
         CASE WHEN p.wager_limited THEN protection_room(m.member_id, 'wager', p_now) END,
         CASE WHEN p.loss_limited THEN protection_room(m.member_id, 'loss', p_now) END
    FROM member_member m
    JOIN site_site s ON s.site_id = m.site_id
    JOIN vendor_vendor v ON v.vendor_id = p_vendor
    LEFT JOIN protection_member p ON p.member_id = m.member_id
    LEFT JOIN game_game g ON g.code = p_game
    LEFT JOIN game_product o ON o.proc_id = g.proc_id
   WHERE m.member_id = p_member
$$;
-- +goose StatementEnd

-- What is given and drawn is written once.
CREATE TRIGGER promo_setting_append_only BEFORE UPDATE OR DELETE ON promo_setting FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER promo_bonus_append_only BEFORE UPDATE OR DELETE ON promo_bonus FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER promo_turnover_append_only BEFORE UPDATE OR DELETE ON promo_turnover FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER promo_attendance_append_only BEFORE UPDATE OR DELETE ON promo_attendance FOR EACH ROW EXECUTE FUNCTION refuse_change();
-- +goose StatementBegin
CREATE FUNCTION promo_spin_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.spun_at IS NOT NULL OR (TG_OP = 'UPDATE' AND (NEW.seed, NEW.version, NEW.member_id, NEW.day) IS DISTINCT FROM (OLD.seed, OLD.version, OLD.member_id, OLD.day)) THEN
    RAISE EXCEPTION 'promo_spin: a turn is kept as it was';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
-- +goose StatementEnd
CREATE TRIGGER promo_spin_kept BEFORE UPDATE OR DELETE ON promo_spin FOR EACH ROW EXECUTE FUNCTION promo_spin_kept();
