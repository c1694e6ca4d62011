-- +goose Up
-- The core: site, members and their sessions, wallet, outbox, cash, messages, boards, games and vendors, audit.
-- Amounts are bigint minor units of the currency (D-21). memId is the key of a member everywhere: it never changes
-- and is unique over all sites.

CREATE TABLE site_site (
  site_id         text PRIMARY KEY CHECK (site_id ~ '^[a-z0-9]{1,16}$'),
  name            text NOT NULL,
  hosts           text[] NOT NULL DEFAULT '{}',
  options         jsonb NOT NULL DEFAULT '{}',   -- only what differs from the defaults of internal/site
  inspect         boolean NOT NULL DEFAULT false,
  inspect_version bigint NOT NULL DEFAULT 1,
  created_at      timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE member_member (
  member_id      text PRIMARY KEY CHECK (member_id ~ '^[a-z][a-z0-9]{4,12}$'),
  site_id        text NOT NULL REFERENCES site_site,
  role           text NOT NULL DEFAULT 'member' CHECK (role IN ('member', 'partner')),
  partner_level  smallint CHECK (partner_level BETWEEN 1 AND 6),
  parent_id      text REFERENCES member_member,   -- the recommender
  path           text NOT NULL DEFAULT '',        -- memIds of the partners above, nearest first, comma separated
  nick           text NOT NULL,
  nick_key       text NOT NULL,                   -- NFKC, lower case: what is unique
  name           text NOT NULL,
  phone          text NOT NULL,                   -- E.164
  bank_name      text NOT NULL,
  account_no     text NOT NULL CHECK (account_no ~ '^[0-9]+$'),
  account_holder text NOT NULL,
  lang           text NOT NULL DEFAULT 'vn',
  level          smallint NOT NULL DEFAULT 1 CHECK (level BETWEEN 1 AND 10),
  status         text NOT NULL DEFAULT 'pending' CHECK (status IN
                 ('pending', 'normal', 'stop', 'suspended', 'black', 'deleted', 'dormant', 'closed', 'excluded')),
  status_at      timestamptz NOT NULL DEFAULT now(),
  status_by      text,
  status_reason  text NOT NULL DEFAULT '',
  login_allowed     boolean NOT NULL DEFAULT true,
  bet_locked        boolean NOT NULL DEFAULT false,   -- LOCK_BET_YN data1
  bet_permitted     boolean NOT NULL DEFAULT true,    -- LOCK_BET_YN data2
  lock_version      bigint NOT NULL DEFAULT 1,
  recommend_allowed boolean NOT NULL DEFAULT false,
  withdraw_allowed  boolean NOT NULL DEFAULT true,
  pass_hash      text NOT NULL,
  pin_hash       text NOT NULL,
  pass_failures  int NOT NULL DEFAULT 0,
  locked_at      timestamptz,                     -- the 8th wrong password (D-07)
  pin_failures   int NOT NULL DEFAULT 0,
  pin_locked_until timestamptz,                   -- the 5th wrong PIN (D-04)
  terms_at       timestamptz NOT NULL DEFAULT now(),
  joined_at      timestamptz NOT NULL DEFAULT now(),
  join_ip        inet,
  last_login_at  timestamptz,
  last_login_ip  inet
);
CREATE UNIQUE INDEX member_member_nick ON member_member (nick_key) WHERE status <> 'deleted';
CREATE UNIQUE INDEX member_member_phone ON member_member (phone) WHERE status <> 'deleted';
CREATE UNIQUE INDEX member_member_account ON member_member (account_no) WHERE status <> 'deleted';
CREATE INDEX member_member_site ON member_member (site_id, status, joined_at DESC);
CREATE INDEX member_member_parent ON member_member (parent_id);

-- Wrong passwords for ids that do not exist count too, so that nobody can tell them apart (security.md, 6.3.8).
CREATE TABLE member_shadow (
  member_id text PRIMARY KEY,
  failures  int NOT NULL,
  at        timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE member_staff (
  staff_id      text PRIMARY KEY CHECK (staff_id ~ '^[a-z][a-z0-9]{4,19}$'),
  site_id       text NOT NULL REFERENCES site_site,
  name          text NOT NULL,
  rights        text[] NOT NULL DEFAULT '{}',     -- member, cash, site, message
  active        boolean NOT NULL DEFAULT true,
  pass_hash     text NOT NULL,
  totp_secret   text NOT NULL,                    -- sealed under the API's seal key
  totp_step     bigint NOT NULL DEFAULT 0,        -- the last step that was used: a code works once
  otp_failures  int NOT NULL DEFAULT 0,
  otp_locked_until timestamptz,
  pass_failures int NOT NULL DEFAULT 0,
  locked_at     timestamptz,
  last_login_at timestamptz,
  last_login_ip inet,
  created_at    timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE member_session (
  session_id text PRIMARY KEY,
  site_id    text NOT NULL REFERENCES site_site,
  member_id  text NOT NULL,                       -- memId, or staff id when the audience is admin
  audience   text NOT NULL CHECK (audience IN ('member', 'partner', 'admin')),
  topic      text NOT NULL,
  hub_key    text NOT NULL,                       -- sealed
  gen        int NOT NULL DEFAULT 1,              -- counts renewals; only the newest token is valid
  state      text NOT NULL DEFAULT 'live' CHECK (state IN ('live', 'replaced', 'ended')),
  reason     text NOT NULL DEFAULT '',
  version    bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  seen_at    timestamptz NOT NULL DEFAULT now(),  -- the member's last action, to the minute
  expires_at timestamptz NOT NULL,
  ended_at   timestamptz,
  ip         inet,
  user_agent text NOT NULL DEFAULT ''
);
CREATE INDEX member_session_live ON member_session (member_id, audience) WHERE state = 'live';
CREATE INDEX member_session_seen ON member_session (seen_at) WHERE state = 'live';

CREATE TABLE member_login (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id   text NOT NULL,
  member_id text NOT NULL,
  audience  text NOT NULL,
  result    text NOT NULL,                        -- 200 or the code of the refusal
  ip        inet,
  at        timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX member_login_member ON member_login (member_id, at DESC);

-- Facts that somebody must see, written in the transaction that made them true and moved to Redis by the relay in the
-- order (xid, id). Order by id alone would lose the rows of a transaction that commits late.
CREATE TABLE outbox_event (
  xid    xid8 NOT NULL DEFAULT pg_current_xact_id(),
  id     bigint GENERATED ALWAYS AS IDENTITY,
  at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  site   text NOT NULL,
  member text NOT NULL DEFAULT '',
  path   text NOT NULL DEFAULT '',
  topic  text NOT NULL DEFAULT '',
  sid    text NOT NULL DEFAULT '',
  cmd    text NOT NULL,
  data1  text NOT NULL DEFAULT '',
  data2  text NOT NULL DEFAULT '',
  ver    bigint NOT NULL DEFAULT 0,
  trace  text NOT NULL DEFAULT '',
  PRIMARY KEY (xid, id, at)
) PARTITION BY RANGE (at);
CREATE TABLE outbox_event_rest PARTITION OF outbox_event DEFAULT;

-- How far the relay has published. One row.
CREATE TABLE outbox_cursor (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  xid xid8 NOT NULL DEFAULT '0',
  id  bigint NOT NULL DEFAULT 0
);
INSERT INTO outbox_cursor DEFAULT VALUES;

CREATE TABLE wallet_balance (
  member_id text NOT NULL REFERENCES member_member,
  currency  text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  site_id   text NOT NULL,
  balance   bigint NOT NULL DEFAULT 0 CHECK (balance >= 0),
  held      bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  points    bigint NOT NULL DEFAULT 0 CHECK (points >= 0),
  version   bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (member_id, currency)
) WITH (fillfactor = 60);

-- One row is one balanced transfer between an account of the member (unit) and a contra account, so the sum over all
-- accounts is zero by construction. amount is what the member's account gained. Rows are never changed or deleted.
CREATE TABLE wallet_ledger (
  member_id     text NOT NULL,
  currency      text NOT NULL,
  version       bigint NOT NULL,
  unit          text NOT NULL CHECK (unit IN ('cash', 'hold', 'point')),
  contra        text NOT NULL,
  kind          text NOT NULL,
  amount        bigint NOT NULL,
  balance_after bigint NOT NULL CHECK (balance_after >= 0),
  ref           text NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (member_id, currency, version, created_at)
) PARTITION BY RANGE (created_at);
CREATE TABLE wallet_ledger_rest PARTITION OF wallet_ledger DEFAULT;

-- What makes a move happen once: its reason and reference.
CREATE TABLE wallet_ref (
  kind       text NOT NULL,
  ref        text NOT NULL,
  member_id  text NOT NULL,
  currency   text NOT NULL,
  version    bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, ref)
);

-- wallet_post writes one transfer of a wallet whose row the caller has locked and whose sufficiency and idempotency it has
-- checked: balance, ledger row and CASH event. It is the only code that changes a balance. A wallet that would become
-- negative violates a constraint.
-- +goose StatementBegin
CREATE FUNCTION wallet_post(
  p_member text, p_currency text, p_unit text, p_amount bigint, p_contra text, p_kind text, p_ref text, p_trace text,
  OUT o_balance bigint, OUT o_held bigint, OUT o_points bigint, OUT o_version bigint
) LANGUAGE plpgsql AS $$
DECLARE
  site text;
BEGIN
  UPDATE wallet_balance
     SET balance = balance + CASE p_unit WHEN 'cash' THEN p_amount ELSE 0 END,
         held    = held + CASE WHEN p_unit = 'hold' THEN p_amount WHEN p_unit = 'cash' AND p_contra = 'hold' THEN -p_amount ELSE 0 END,
         points  = points + CASE p_unit WHEN 'point' THEN p_amount ELSE 0 END,
         version = version + 1
   WHERE member_id = p_member AND currency = p_currency
  RETURNING balance, held, points, version, site_id INTO o_balance, o_held, o_points, o_version, site;
  INSERT INTO wallet_ledger (member_id, currency, version, unit, contra, kind, amount, balance_after, ref)
  VALUES (p_member, p_currency, o_version, p_unit, p_contra, p_kind, p_amount,
          CASE p_unit WHEN 'cash' THEN o_balance WHEN 'hold' THEN o_held ELSE o_points END, p_ref);
  INSERT INTO outbox_event (site, member, cmd, data1, data2, ver, trace)
  VALUES (site, p_member, 'CASH', o_balance::text, o_points::text, o_version, p_trace);
END $$;
-- +goose StatementEnd

-- wallet_move carries out one transfer. status: done, repeated (the same kind and ref was carried out before: nothing
-- changes), short (the account does not hold so much: nothing changes), missing (no such wallet).
-- A hold is (cash, -n, contra hold), its release (cash, +n, contra hold), its payment (hold, -n, contra payout).
-- +goose StatementBegin
CREATE FUNCTION wallet_move(
  p_member text, p_currency text, p_unit text, p_amount bigint, p_contra text, p_kind text, p_ref text, p_trace text,
  OUT status text, OUT o_balance bigint, OUT o_held bigint, OUT o_points bigint, OUT o_version bigint
) LANGUAGE plpgsql AS $$
DECLARE
  w wallet_balance%ROWTYPE;
BEGIN
  SELECT * INTO w FROM wallet_balance WHERE member_id = p_member AND currency = p_currency FOR UPDATE;
  IF NOT FOUND THEN status := 'missing'; RETURN; END IF;
  o_balance := w.balance; o_held := w.held; o_points := w.points; o_version := w.version;

  PERFORM 1 FROM wallet_ref WHERE kind = p_kind AND ref = p_ref;
  IF FOUND THEN status := 'repeated'; RETURN; END IF;

  IF (p_unit = 'cash' AND (w.balance + p_amount < 0 OR (p_contra = 'hold' AND w.held - p_amount < 0)))
     OR (p_unit = 'hold' AND w.held + p_amount < 0) OR (p_unit = 'point' AND w.points + p_amount < 0) THEN
    status := 'short'; RETURN;
  END IF;

  INSERT INTO wallet_ref (kind, ref, member_id, currency, version) VALUES (p_kind, p_ref, p_member, p_currency, w.version + 1);
  SELECT p.* INTO o_balance, o_held, o_points, o_version
    FROM wallet_post(p_member, p_currency, p_unit, p_amount, p_contra, p_kind, p_ref, p_trace) p;
  status := 'done';
END $$;
-- +goose StatementEnd

CREATE TABLE cash_account (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id  text NOT NULL REFERENCES site_site,
  bank     text NOT NULL,
  number   text NOT NULL,
  holder   text NOT NULL,
  active   boolean NOT NULL DEFAULT true
);

CREATE TABLE cash_request (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id        text NOT NULL,
  member_id      text NOT NULL REFERENCES member_member,
  kind           text NOT NULL CHECK (kind IN ('in', 'out')),
  currency       text NOT NULL,
  amount         bigint NOT NULL CHECK (amount > 0),
  status         smallint NOT NULL DEFAULT 0 CHECK (status IN (0, 2, 1, -1, -2)),  -- D-11
  version        int NOT NULL DEFAULT 1,
  depositor      text NOT NULL DEFAULT '',
  bank           text NOT NULL DEFAULT '',
  account_no     text NOT NULL DEFAULT '',
  account_holder text NOT NULL DEFAULT '',
  memo           text NOT NULL DEFAULT '',
  requested_at   timestamptz NOT NULL DEFAULT now(),
  undo_until     timestamptz,                     -- withdrawals: until when the member may cancel (D-15)
  processed_at   timestamptz,
  processed_by   text NOT NULL DEFAULT '',
  hidden         boolean NOT NULL DEFAULT false,  -- the member took it off the list (D-16)
  ip             inet
);
CREATE UNIQUE INDEX cash_request_open ON cash_request (member_id, kind) WHERE status IN (0, 2);  -- D-14, C007
CREATE INDEX cash_request_member ON cash_request (member_id, kind, requested_at DESC);
CREATE INDEX cash_request_queue ON cash_request (site_id, kind, status, requested_at DESC);
CREATE INDEX cash_request_board ON cash_request (site_id, kind, processed_at DESC) WHERE status = 1;

CREATE TABLE message_message (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id    text NOT NULL,
  member_id  text NOT NULL REFERENCES member_member,
  title      text NOT NULL,
  content    text NOT NULL,
  sent_at    timestamptz NOT NULL DEFAULT now(),
  read_at    timestamptz,
  deleted_at timestamptz
);
CREATE INDEX message_message_member ON message_message (member_id, sent_at DESC) WHERE deleted_at IS NULL;
CREATE TABLE message_counter (
  member_id text PRIMARY KEY REFERENCES member_member,
  unread    int NOT NULL DEFAULT 0 CHECK (unread >= 0),
  version   bigint NOT NULL DEFAULT 1
);

CREATE TABLE board_post (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id    text NOT NULL REFERENCES site_site,
  board      text NOT NULL CHECK (board IN ('mq', 'notice', 'event', 'faq')),
  lang       text NOT NULL DEFAULT '',            -- empty: for readers of every language
  title      text NOT NULL,
  content    text NOT NULL DEFAULT '',            -- plain text; the pages break it at line ends
  writer     text NOT NULL DEFAULT '',
  views      bigint NOT NULL DEFAULT 0,
  pinned     boolean NOT NULL DEFAULT false,
  published  boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX board_post_list ON board_post (site_id, board, created_at DESC) WHERE published;

CREATE TABLE vendor_vendor (
  vendor_id text PRIMARY KEY CHECK (vendor_id ~ '^[a-z0-9]{2,16}$'),
  family    text NOT NULL,
  active    boolean NOT NULL DEFAULT true,
  settings  jsonb NOT NULL DEFAULT '{}'
);

CREATE TABLE game_product (
  proc_id      text PRIMARY KEY,
  vendor_id    text NOT NULL REFERENCES vendor_vendor,
  group_code   text NOT NULL CHECK (group_code IN ('casino', 'slot', 'sports', 'minigame')),
  name         text NOT NULL,
  lobby_symbol text NOT NULL,
  image        text NOT NULL,
  ord          int NOT NULL DEFAULT 0,
  active       boolean NOT NULL DEFAULT true
);
CREATE TABLE game_game (
  code      text PRIMARY KEY,
  proc_id   text NOT NULL REFERENCES game_product,
  name_kor  text NOT NULL,
  name_eng  text NOT NULL,
  thumbnail text NOT NULL,
  is_new    boolean NOT NULL DEFAULT false,
  is_hot    boolean NOT NULL DEFAULT false,
  ord       int NOT NULL DEFAULT 0,
  active    boolean NOT NULL DEFAULT true
);
CREATE TABLE game_launch (
  token      text PRIMARY KEY,                    -- what the vendor sends back with each bet
  site_id    text NOT NULL,
  member_id  text NOT NULL REFERENCES member_member,
  session_id text NOT NULL,
  vendor_id  text NOT NULL REFERENCES vendor_vendor,
  game_code  text NOT NULL REFERENCES game_game,
  currency   text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  closed_at  timestamptz
);
CREATE INDEX game_launch_session ON game_launch (session_id) WHERE closed_at IS NULL;
CREATE SEQUENCE game_version;                     -- numbers the GAME events: the newest of a session wins

-- A vendor's transaction with the answer that was given. Kept at least four months (S-106). No foreign keys here and in
-- vendor_round: each bet would lock the same vendor's row for them.
CREATE TABLE vendor_tx (
  vendor_id     text NOT NULL,
  tx_id         text NOT NULL,
  kind          text NOT NULL CHECK (kind IN ('bet', 'win', 'rollback', 'tombstone')),  -- tombstone: undone before it came
  ref_tx_id     text NOT NULL DEFAULT '',
  member_id     text NOT NULL,
  round_id      text NOT NULL DEFAULT '',
  currency      text NOT NULL,
  amount        bigint NOT NULL CHECK (amount >= 0),  -- of a rollback: what it undid
  req_hash      bytea NOT NULL,                   -- SHA-256 of what was asked: another content under the same id is refused
  status        text NOT NULL,                    -- OK or the refusal
  our_tx_id     bigint GENERATED ALWAYS AS IDENTITY,
  version       bigint,                           -- of the ledger row, when one was written
  balance_after bigint NOT NULL,
  closes        boolean NOT NULL DEFAULT false,   -- wins: it settles the bet of ref_tx_id and closes the round
  rolled_back_by text,                            -- bets and wins: the rollback that undid it
  campaign_id   text NOT NULL DEFAULT '',
  created_at    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (vendor_id, tx_id)
);
CREATE INDEX vendor_tx_ref ON vendor_tx (vendor_id, ref_tx_id) WHERE ref_tx_id <> '';

-- A member's round of a vendor's game: what the bet history shows and the rolling counts.
CREATE TABLE vendor_round (
  vendor_id  text NOT NULL,
  round_id   text NOT NULL,
  member_id  text NOT NULL,
  id         bigint NOT NULL GENERATED ALWAYS AS IDENTITY UNIQUE,
  site_id    text NOT NULL,
  game_code  text NOT NULL DEFAULT '',
  currency   text NOT NULL,
  bets       int NOT NULL DEFAULT 0 CHECK (bets >= 0),        -- accepted and not rolled back
  stake      bigint NOT NULL DEFAULT 0 CHECK (stake >= 0),    -- of those
  voided     bigint NOT NULL DEFAULT 0 CHECK (voided >= 0),   -- stakes that were rolled back
  payout     bigint NOT NULL DEFAULT 0 CHECK (payout >= 0),
  state      text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'closed', 'void')),
  balance_before bigint NOT NULL,
  balance_after  bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  closed_at  timestamptz,
  PRIMARY KEY (vendor_id, round_id, member_id)
) WITH (fillfactor = 85);
CREATE INDEX vendor_round_member ON vendor_round (member_id, created_at DESC);
CREATE INDEX vendor_round_winners ON vendor_round (site_id, closed_at DESC) WHERE state = 'closed' AND payout > stake;

-- What a member owes because a win had to be taken back and the balance was short.
CREATE TABLE vendor_debt (
  vendor_id  text NOT NULL,
  tx_id      text NOT NULL,
  member_id  text NOT NULL REFERENCES member_member,
  currency   text NOT NULL,
  amount     bigint NOT NULL CHECK (amount > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (vendor_id, tx_id)
);

-- vendor_gate tells whether a member may bet with a vendor now, and with how much (D-22: the site's limits times the
-- member's level). refusal is empty, or member, locked, denied, inspect, paused or vendor. The one place of these rules.
-- The limits that a site does not set itself are passed in.
-- +goose StatementBegin
CREATE FUNCTION vendor_gate(p_member text, p_vendor text, p_max_stake bigint, p_max_win bigint)
RETURNS TABLE (refusal text, nick text, max_stake bigint, max_win bigint) LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN m.status <> 'normal' THEN 'member'
              WHEN m.bet_locked THEN 'locked'
              WHEN NOT m.bet_permitted THEN 'denied'
              WHEN s.inspect THEN 'inspect'
              WHEN coalesce((s.options ->> 'bettingPaused')::boolean, false) THEN 'paused'
              WHEN NOT v.active THEN 'vendor'
              ELSE '' END,
         m.nick,
         coalesce((s.options ->> 'maxStake')::bigint, p_max_stake) * m.level,
         coalesce((s.options ->> 'maxWin')::bigint, p_max_win)
    FROM member_member m JOIN site_site s ON s.site_id = m.site_id, vendor_vendor v
   WHERE m.member_id = p_member AND v.vendor_id = p_vendor
$$;
-- +goose StatementEnd

-- vendor_apply carries out one bet, win or rollback of a vendor and stores its answer: one round trip, one transaction.
-- Locks: the wallet's row, which puts everything of a member in a row; then the transaction's rows and the round.
-- A stored transaction gets its stored answer. o_recorded tells whether the answer is stored: what names no transaction of
-- ours (TRANSACTION_NOT_FOUND, MEMBER_NOT_FOUND, WRONG_CURRENCY, DUPLICATE_TRANSACTION, an unknown token) is not.
-- p_refuse, when given, is stored as the answer of a transaction that is not known yet (an atomic batch that failed).
-- +goose StatementBegin
CREATE FUNCTION vendor_apply(
  p_vendor text, p_kind text, p_tx text, p_ref text, p_round text, p_token text, p_member text, p_currency text,
  p_amount bigint, p_hash bytea, p_campaign text, p_closes boolean, p_game text, p_refuse text,
  p_max_stake bigint, p_max_win bigint, p_now timestamptz, p_trace text,
  OUT o_status text, OUT o_balance bigint, OUT o_our_tx bigint, OUT o_recorded boolean, OUT o_repeated boolean, OUT o_debt bigint
) LANGUAGE plpgsql AS $$
DECLARE
  w        wallet_balance%ROWTYPE;
  t        vendor_tx%ROWTYPE;
  r        vendor_tx%ROWTYPE;
  launch   record;
  gate     record;
  live     boolean := true;   -- the token, when there is one, is valid
  effect   bigint := 0;       -- what the wallet gains
  stored   bigint := p_amount;
  note     text := p_kind;    -- the ledger's kind
  ver      bigint;
  settings jsonb;
BEGIN
  o_balance := 0; o_our_tx := 0; o_recorded := false; o_repeated := false; o_debt := 0;

  IF p_token <> '' THEN
    SELECT l.member_id, l.game_code, l.session_id, s.seen_at,
           l.closed_at IS NULL AND l.expires_at > p_now AND s.state IS NOT DISTINCT FROM 'live' AS live
      INTO launch
      FROM game_launch l LEFT JOIN member_session s ON s.session_id = l.session_id
     WHERE l.token = p_token AND l.vendor_id = p_vendor;
    IF FOUND THEN
      live := launch.live AND (p_member = '' OR p_member = launch.member_id);
      IF p_member = '' THEN p_member := launch.member_id; END IF;
      IF p_game = '' THEN p_game := launch.game_code; END IF;
    ELSE
      live := false;
      IF p_member = '' THEN o_status := 'TOKEN_EXPIRED'; RETURN; END IF;
    END IF;
  END IF;

  SELECT * INTO w FROM wallet_balance WHERE member_id = p_member AND currency = p_currency FOR UPDATE;
  IF NOT FOUND THEN
    PERFORM 1 FROM member_member WHERE member_id = p_member;
    o_status := CASE WHEN FOUND THEN 'WRONG_CURRENCY' ELSE 'MEMBER_NOT_FOUND' END;
    RETURN;
  END IF;
  o_balance := w.balance;

  SELECT * INTO t FROM vendor_tx WHERE vendor_id = p_vendor AND tx_id = p_tx;
  IF FOUND THEN
    IF t.kind = 'tombstone' AND t.member_id = p_member AND p_kind <> 'rollback' THEN
      UPDATE vendor_tx SET kind = p_kind, ref_tx_id = p_ref, round_id = p_round, currency = p_currency, amount = p_amount,
             req_hash = p_hash, status = 'TRANSACTION_ROLLED_BACK', balance_after = w.balance, closes = p_closes,
             campaign_id = p_campaign, created_at = p_now
       WHERE vendor_id = p_vendor AND tx_id = p_tx;
      o_status := 'TRANSACTION_ROLLED_BACK'; o_our_tx := t.our_tx_id; o_recorded := true;
    ELSIF t.req_hash = p_hash AND t.member_id = p_member THEN
      o_status := t.status; o_balance := t.balance_after; o_our_tx := t.our_tx_id; o_recorded := true; o_repeated := true;
    ELSE
      o_status := 'DUPLICATE_TRANSACTION';
    END IF;
    RETURN;
  END IF;

  o_status := 'OK';
  IF p_refuse <> '' THEN
    o_status := p_refuse;

  ELSIF p_kind = 'bet' THEN
    SELECT * INTO gate FROM vendor_gate(p_member, p_vendor, p_max_stake, p_max_win);
    IF NOT live THEN o_status := 'TOKEN_EXPIRED';
    ELSIF gate.refusal IN ('member', 'locked', 'denied') THEN o_status := 'BETTING_LOCKED';
    ELSIF gate.refusal IS DISTINCT FROM '' THEN o_status := 'MAINTENANCE';
    ELSIF p_amount > gate.max_stake THEN o_status := 'BAD_AMOUNT';
    ELSIF p_amount > w.balance THEN o_status := 'INSUFFICIENT_FUNDS';
    ELSE
      effect := -p_amount;
      INSERT INTO vendor_round AS v (vendor_id, round_id, member_id, site_id, game_code, currency, bets, stake, balance_before, balance_after, created_at)
      VALUES (p_vendor, p_round, p_member, w.site_id, p_game, p_currency, 1, p_amount, w.balance, w.balance + effect, p_now)
      ON CONFLICT (vendor_id, round_id, member_id) DO UPDATE
         SET bets = v.bets + 1, stake = v.stake + p_amount, balance_after = excluded.balance_after, state = 'open', closed_at = NULL
       WHERE v.state <> 'closed' AND v.currency = p_currency;
      IF NOT FOUND THEN effect := 0; o_status := 'ROUND_CLOSED'; END IF;
    END IF;

  ELSIF p_kind = 'win' THEN
    IF p_ref <> '' THEN
      SELECT * INTO r FROM vendor_tx WHERE vendor_id = p_vendor AND tx_id = p_ref;
      IF NOT FOUND THEN
        IF p_campaign = '' THEN o_status := 'TRANSACTION_NOT_FOUND'; END IF;
      ELSIF r.member_id <> p_member OR r.currency <> p_currency THEN
        o_status := 'TRANSACTION_NOT_FOUND';
      ELSIF r.kind = 'tombstone' OR r.status = 'TRANSACTION_ROLLED_BACK' OR r.rolled_back_by IS NOT NULL THEN
        o_status := 'TRANSACTION_ROLLED_BACK';
      ELSIF r.kind <> 'bet' OR r.status <> 'OK' OR r.round_id <> p_round THEN
        o_status := 'TRANSACTION_NOT_FOUND';
      ELSE
        PERFORM 1 FROM vendor_tx WHERE vendor_id = p_vendor AND ref_tx_id = p_ref AND kind = 'win' AND status = 'OK'
                                   AND closes AND rolled_back_by IS NULL;
        IF FOUND THEN o_status := 'BET_ALREADY_SETTLED'; END IF;
      END IF;
      IF o_status = 'TRANSACTION_NOT_FOUND' THEN RETURN; END IF;
    END IF;
    IF o_status = 'OK' THEN
      SELECT * INTO gate FROM vendor_gate(p_member, p_vendor, p_max_stake, p_max_win);
      IF p_amount > coalesce(gate.max_win, p_max_win) THEN o_status := 'BAD_AMOUNT'; END IF;
    END IF;
    IF o_status = 'OK' THEN
      effect := p_amount;
      IF p_campaign <> '' THEN note := 'win.promo'; END IF;
      INSERT INTO vendor_round AS v (vendor_id, round_id, member_id, site_id, game_code, currency, payout, state, balance_before, balance_after, created_at, closed_at)
      VALUES (p_vendor, p_round, p_member, w.site_id, p_game, p_currency, p_amount, CASE WHEN p_closes THEN 'closed' ELSE 'open' END,
              w.balance, w.balance + effect, p_now, CASE WHEN p_closes THEN p_now END)
      ON CONFLICT (vendor_id, round_id, member_id) DO UPDATE
         SET payout = v.payout + p_amount, balance_after = excluded.balance_after,
             state = CASE WHEN p_closes THEN 'closed' WHEN v.state = 'void' THEN 'open' ELSE v.state END,
             closed_at = CASE WHEN p_closes THEN p_now WHEN v.state = 'void' THEN NULL ELSE v.closed_at END;
    END IF;

  ELSE -- rollback
    stored := 0;
    SELECT v.settings INTO settings FROM vendor_vendor v WHERE v.vendor_id = p_vendor;
    SELECT * INTO r FROM vendor_tx WHERE vendor_id = p_vendor AND tx_id = p_ref;
    IF NOT FOUND THEN
      INSERT INTO vendor_tx (vendor_id, tx_id, kind, member_id, round_id, currency, amount, req_hash, status, balance_after, rolled_back_by, created_at)
      VALUES (p_vendor, p_ref, 'tombstone', p_member, p_round, p_currency, 0, '', 'TRANSACTION_ROLLED_BACK', w.balance, p_tx, p_now);
      o_status := coalesce(settings ->> 'rollbackUnknown', 'OK');
    ELSIF r.member_id <> p_member OR r.kind = 'rollback' THEN
      o_status := 'TRANSACTION_NOT_FOUND'; RETURN;
    ELSIF r.currency <> p_currency THEN
      o_status := 'WRONG_CURRENCY'; RETURN;
    ELSIF r.status <> 'OK' OR r.rolled_back_by IS NOT NULL THEN
      NULL; -- it had no effect, or none any more
    ELSIF r.kind = 'bet' THEN
      PERFORM 1 FROM vendor_tx WHERE vendor_id = p_vendor AND ref_tx_id = p_ref AND kind = 'win' AND status = 'OK' AND rolled_back_by IS NULL;
      IF FOUND THEN
        o_status := 'BET_ALREADY_SETTLED';
      ELSE
        effect := r.amount; stored := r.amount;
        UPDATE vendor_round
           SET bets = bets - 1, stake = stake - r.amount, voided = voided + r.amount, balance_after = w.balance + effect,
               state = CASE WHEN bets = 1 AND payout = 0 THEN 'void' ELSE state END,
               closed_at = CASE WHEN bets = 1 AND payout = 0 THEN p_now ELSE closed_at END
         WHERE vendor_id = p_vendor AND round_id = r.round_id AND member_id = p_member;
      END IF;
    ELSE -- a win
      o_debt := greatest(r.amount - w.balance, 0);
      IF o_debt > 0 AND settings ->> 'winRollback' = 'refuse' THEN
        o_debt := 0; o_status := 'INSUFFICIENT_FUNDS';
      ELSE
        effect := o_debt - r.amount; stored := r.amount;
        UPDATE vendor_round
           SET payout = payout - r.amount, balance_after = w.balance + effect,
               state = CASE WHEN bets = 0 AND payout = r.amount THEN 'void' WHEN r.closes THEN 'open' ELSE state END,
               closed_at = CASE WHEN bets = 0 AND payout = r.amount THEN p_now WHEN r.closes THEN NULL ELSE closed_at END
         WHERE vendor_id = p_vendor AND round_id = r.round_id AND member_id = p_member;
        IF o_debt > 0 THEN
          INSERT INTO vendor_debt (vendor_id, tx_id, member_id, currency, amount, created_at)
          VALUES (p_vendor, p_tx, p_member, p_currency, o_debt, p_now);
        END IF;
      END IF;
    END IF;
    IF o_status = 'OK' AND r.status = 'OK' AND r.rolled_back_by IS NULL THEN
      UPDATE vendor_tx SET rolled_back_by = p_tx WHERE vendor_id = p_vendor AND tx_id = p_ref;
    END IF;
  END IF;

  IF effect <> 0 THEN
    SELECT p.o_balance, p.o_version INTO o_balance, ver
      FROM wallet_post(p_member, p_currency, 'cash', effect, 'vendor:' || p_vendor, note, p_vendor || ':' || p_tx, p_trace) p;
  END IF;
  INSERT INTO vendor_tx (vendor_id, tx_id, kind, ref_tx_id, member_id, round_id, currency, amount, req_hash, status, version,
                         balance_after, closes, campaign_id, created_at)
  VALUES (p_vendor, p_tx, p_kind, p_ref, p_member, p_round, p_currency, stored, p_hash, o_status, ver,
          o_balance, p_closes, p_campaign, p_now)
  RETURNING our_tx_id INTO o_our_tx;
  o_recorded := true;

  -- Playing is being active (D-09), to the minute.
  IF p_kind = 'bet' AND p_token <> '' AND o_status = 'OK' THEN
    IF launch.seen_at < p_now - interval '1 minute' THEN
      UPDATE member_session SET seen_at = p_now WHERE session_id = launch.session_id AND seen_at < p_now;
    END IF;
  END IF;
END $$;
-- +goose StatementEnd

-- vendor_balance answers a vendor's question for a balance. It changes nothing and locks nothing.
-- +goose StatementBegin
CREATE FUNCTION vendor_balance(p_vendor text, p_token text, p_member text, p_currency text, p_now timestamptz,
  OUT o_status text, OUT o_balance bigint
) LANGUAGE plpgsql STABLE AS $$
DECLARE
  launch record;
BEGIN
  o_balance := 0;
  IF p_token <> '' THEN
    SELECT l.member_id, l.closed_at IS NULL AND l.expires_at > p_now AND s.state IS NOT DISTINCT FROM 'live' AS live
      INTO launch
      FROM game_launch l LEFT JOIN member_session s ON s.session_id = l.session_id
     WHERE l.token = p_token AND l.vendor_id = p_vendor;
    IF NOT FOUND OR NOT launch.live OR (p_member <> '' AND p_member <> launch.member_id) THEN
      o_status := 'TOKEN_EXPIRED'; RETURN;
    END IF;
    p_member := launch.member_id;
  END IF;
  SELECT balance INTO o_balance FROM wallet_balance WHERE member_id = p_member AND currency = p_currency;
  IF FOUND THEN o_status := 'OK'; RETURN; END IF;
  o_balance := 0;
  PERFORM 1 FROM member_member WHERE member_id = p_member;
  o_status := CASE WHEN FOUND THEN 'WRONG_CURRENCY' ELSE 'MEMBER_NOT_FOUND' END;
END $$;
-- +goose StatementEnd

CREATE TABLE audit_entry (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id text NOT NULL,
  actor   text NOT NULL,
  action  text NOT NULL,
  target  text NOT NULL,
  detail  jsonb NOT NULL DEFAULT '{}',
  ip      inet,
  trace   text NOT NULL DEFAULT '',
  at      timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX audit_entry_site ON audit_entry (site_id, at DESC);

-- The ledger and the audit are written once. Not even a mistake in our own code may change them.
-- +goose StatementBegin
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$;
-- +goose StatementEnd
CREATE TRIGGER wallet_ledger_append_only BEFORE UPDATE OR DELETE ON wallet_ledger FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE ON audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();
