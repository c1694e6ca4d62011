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
  after bigint;
BEGIN
  SELECT * INTO w FROM wallet_balance WHERE member_id = p_member AND currency = p_currency FOR UPDATE;
  IF NOT FOUND THEN status := 'missing'; RETURN; END IF;
  o_balance := w.balance; o_held := w.held; o_points := w.points; o_version := w.version;

  PERFORM 1 FROM wallet_ref WHERE kind = p_kind AND ref = p_ref;
  IF FOUND THEN status := 'repeated'; RETURN; END IF;

  IF p_unit = 'cash' THEN
    o_balance := o_balance + p_amount; after := o_balance;
    IF p_contra = 'hold' THEN o_held := o_held - p_amount; END IF;
  ELSIF p_unit = 'hold' THEN
    o_held := o_held + p_amount; after := o_held;
  ELSE
    o_points := o_points + p_amount; after := o_points;
  END IF;
  IF o_balance < 0 OR o_held < 0 OR o_points < 0 THEN
    o_balance := w.balance; o_held := w.held; o_points := w.points;
    status := 'short'; RETURN;
  END IF;

  o_version := w.version + 1;
  INSERT INTO wallet_ref (kind, ref, member_id, currency, version) VALUES (p_kind, p_ref, p_member, p_currency, o_version);
  UPDATE wallet_balance SET balance = o_balance, held = o_held, points = o_points, version = o_version
   WHERE member_id = p_member AND currency = p_currency;
  INSERT INTO wallet_ledger (member_id, currency, version, unit, contra, kind, amount, balance_after, ref)
  VALUES (p_member, p_currency, o_version, p_unit, p_contra, p_kind, p_amount, after, p_ref);
  INSERT INTO outbox_event (site, member, cmd, data1, data2, ver, trace)
  VALUES (w.site_id, p_member, 'CASH', o_balance::text, o_points::text, o_version, p_trace);
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

-- A vendor's transaction with the answer that was given. Kept at least four months (S-106).
CREATE TABLE vendor_tx (
  vendor_id     text NOT NULL REFERENCES vendor_vendor,
  tx_id         text NOT NULL,
  kind          text NOT NULL CHECK (kind IN ('bet', 'win', 'rollback')),
  ref_tx_id     text NOT NULL DEFAULT '',
  member_id     text NOT NULL,
  round_id      text NOT NULL DEFAULT '',
  currency      text NOT NULL,
  amount        bigint NOT NULL,
  req_hash      bytea NOT NULL,                   -- SHA-256 of what was asked: another content under the same id is refused
  status        text NOT NULL,                    -- OK or the refusal
  our_tx_id     bigint GENERATED ALWAYS AS IDENTITY,
  version       bigint,                           -- of the ledger row, when one was written
  balance_after bigint NOT NULL,
  rolled_back_by text,                            -- bets and wins: the rollback that undid it
  campaign_id   text NOT NULL DEFAULT '',
  created_at    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (vendor_id, tx_id)
);
CREATE INDEX vendor_tx_ref ON vendor_tx (vendor_id, ref_tx_id) WHERE ref_tx_id <> '';

-- A member's round of a vendor's game: what the bet history shows and the rolling counts.
CREATE TABLE vendor_round (
  vendor_id  text NOT NULL REFERENCES vendor_vendor,
  round_id   text NOT NULL,
  member_id  text NOT NULL REFERENCES member_member,
  id         bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  site_id    text NOT NULL,
  game_code  text NOT NULL DEFAULT '',
  currency   text NOT NULL,
  stake      bigint NOT NULL DEFAULT 0 CHECK (stake >= 0),
  payout     bigint NOT NULL DEFAULT 0 CHECK (payout >= 0),
  state      text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'closed', 'void')),
  balance_before bigint NOT NULL,
  balance_after  bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  closed_at  timestamptz,
  PRIMARY KEY (vendor_id, round_id, member_id)
);
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
