-- +goose Up
-- The schema, grouped by domain. A table is called <domain>_<thing>; only its domain touches it (internal/archtest).
-- SQL functions and triggers are not here but beside their domain (internal/<domain>/functions.sql): Migrate applies them
-- after the numbered files.
--
-- Amounts are bigint minor units of the currency (D-21). memId is the key of a member everywhere: it never changes and is
-- unique over all sites. Times are timestamptz.
--
-- Uniqueness is never left to an index of a partitioned table, which cannot see beyond one partition. A move of money happens
-- once because of wallet_ref (kind, ref); a vendor's transaction because of vendor_tx (vendor_id, tx_id): both are single,
-- unpartitioned tables that are kept for good. A ledger row is numbered by the version of its wallet, counted under the lock
-- of that row; an audit entry is numbered under the lock of its site's row of audit_head. internal/invariant looks for
-- duplicates of both.

-- bookkeeping of Migrate --------------------------------------------------------------------------------------------------
-- Each set of SQL functions that was applied, in order. A program is ready when its own set is the newest one or the one before.
CREATE TABLE schema_stamp (
  id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  stamp text NOT NULL,                            -- hash of all functions.sql
  at    timestamptz NOT NULL DEFAULT now()
);

-- Every function and trigger of the functions.sql files. A function that is in no file any more stays one release, for nodes
-- that still run the release before, and is dropped when the next set is applied.
CREATE TABLE schema_object (
  name    text PRIMARY KEY,                       -- FUNCTION wallet_move(text,…), TRIGGER audit_entry_link ON audit_entry
  hash    text NOT NULL,
  retired boolean NOT NULL DEFAULT false
);

-- site --------------------------------------------------------------------------------------------------------------------
CREATE TABLE site_site (
  site_id         text PRIMARY KEY CHECK (site_id ~ '^[a-z0-9]{1,16}$'),
  name            text NOT NULL,
  hosts           text[] NOT NULL DEFAULT '{}',
  options         jsonb NOT NULL DEFAULT '{}',   -- only what differs from the defaults of internal/site
  inspect         boolean NOT NULL DEFAULT false,
  inspect_version bigint NOT NULL DEFAULT 1,
  created_at      timestamptz NOT NULL DEFAULT now()
);
-- Who last switched the maintenance of a site, or of one of its functions, when, and why (D-35, D-46). Whether it is on is in
-- site_site; no row means that it was never switched.
CREATE TABLE site_switch (
  site_id text NOT NULL REFERENCES site_site,
  name    text NOT NULL,                          -- site, or one of the functions
  set_by  text NOT NULL,
  reason  text NOT NULL,
  set_at  timestamptz NOT NULL,
  PRIMARY KEY (site_id, name)
);

-- member ------------------------------------------------------------------------------------------------------------------
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
  last_login_ip  inet,
  pass_recent    int NOT NULL DEFAULT 0,          -- failures of the password with less than half an hour between two (D-07)
  pass_tried_at  timestamptz,
  timeout_until  timestamptz,                     -- the member may neither bet nor deposit before (U033); it ends by itself
  excluded_until timestamptz,                     -- after it the status stays excluded until staff reinstates the member (S-40, S-41)
  search         text NOT NULL GENERATED ALWAYS AS (lower(member_id || E'\n' || nick || E'\n' || name || E'\n' || phone)) STORED,
  CONSTRAINT member_excluded_to_its_end CHECK (status <> 'normal' OR excluded_until IS NULL OR excluded_until <= status_at)
);
CREATE UNIQUE INDEX member_member_nick ON member_member (nick_key) WHERE status <> 'deleted';
CREATE UNIQUE INDEX member_member_phone ON member_member (phone) WHERE status <> 'deleted';
CREATE UNIQUE INDEX member_member_account ON member_member (account_no) WHERE status <> 'deleted';
CREATE INDEX member_member_site ON member_member (site_id, status, joined_at DESC);
CREATE INDEX member_member_parent ON member_member (parent_id);
CREATE INDEX member_member_above ON member_member USING gin (string_to_array(path, ','));   -- the members below a partner
-- The back office's list of members is counted, searched and sorted without a look into the table, of which only the rows of
-- the page are read. The line feeds of search keep a match within one of its four fields.
CREATE INDEX member_member_list ON member_member (site_id, joined_at DESC, member_id) INCLUDE (status, search);
-- A part of a memId, nickname, name or phone, by its trigrams. A server without the extension reads member_member_list.
-- +goose StatementBegin
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') THEN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX member_member_search ON member_member USING gin (search gin_trgm_ops);
  END IF;
END $$;
-- +goose StatementEnd

-- Failed logins for ids that do not exist count too, so that nobody can tell them apart (security.md, 6.3.8).
CREATE TABLE member_shadow (
  member_id text PRIMARY KEY,
  failures  int NOT NULL,
  at        timestamptz NOT NULL DEFAULT now(),
  recent    int NOT NULL DEFAULT 0
);
CREATE INDEX member_shadow_at ON member_shadow (at);
-- Blocked addresses, phones and bank accounts of a site (U012, U013, U014). value is the canonical form: a network such as
-- 192.0.2.0/24, a phone number in E.164, an account number as digits.
CREATE TABLE member_block (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id    text NOT NULL REFERENCES site_site,
  kind       text NOT NULL CHECK (kind IN ('ip', 'phone', 'account')),
  value      text NOT NULL,
  net        cidr GENERATED ALWAYS AS (CASE kind WHEN 'ip' THEN value::cidr END) STORED,
  reason     text NOT NULL,
  blocked_by text NOT NULL,
  at         timestamptz NOT NULL DEFAULT now(),
  UNIQUE (site_id, kind, value)
);
CREATE INDEX member_block_net ON member_block USING gist (net inet_ops) WHERE kind = 'ip';
CREATE INDEX member_block_list ON member_block (site_id, at DESC);
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
  last_login_at timestamptz,
  last_login_ip inet,
  created_at    timestamptz NOT NULL DEFAULT now()
);
-- Wrong passwords of the back office by id and address: a stranger holds back nobody but himself.
CREATE TABLE member_staff_try (
  site_id  text NOT NULL,
  staff_id text NOT NULL,                         -- as typed: the id may not exist (D-08)
  network  inet NOT NULL,                         -- the address, of IPv6 its /64
  failures int NOT NULL,
  tried_at timestamptz NOT NULL,
  PRIMARY KEY (site_id, staff_id, network)
);
CREATE INDEX member_staff_try_at ON member_staff_try (tried_at);

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
  user_agent text NOT NULL DEFAULT '',
  check_at   timestamptz,                         -- when the next reality check is due (S-43)
  check_open boolean NOT NULL DEFAULT false,      -- the last reality check has not been answered
  renewed_at timestamptz                          -- the last renewal of its token: how long the one before is still accepted
);
CREATE INDEX member_session_live ON member_session (member_id, audience) WHERE state = 'live';
CREATE INDEX member_session_seen ON member_session (seen_at) WHERE state = 'live';
CREATE INDEX member_session_check ON member_session (check_at NULLS FIRST) WHERE state = 'live' AND audience = 'member';
CREATE INDEX member_session_time ON member_session (member_id, coalesce(ended_at, 'infinity'::timestamptz)) WHERE audience = 'member';
CREATE TABLE member_login (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id   text NOT NULL,
  member_id text NOT NULL,
  audience  text NOT NULL,
  result    text NOT NULL,                        -- 200 or the code of the refusal
  ip        inet,
  at        timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX member_login_member ON member_login (member_id, at DESC) INCLUDE (audience);

-- outbox (internal/platform/outbox) ---------------------------------------------------------------------------------------
-- Facts that must be published, written in the transaction that made them true and moved to Redis by the relay in the
-- order (xid, id). Order by id alone would lose the rows of a transaction that commits late. Daily partitions (outbox_rotate).
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
  fact   text NOT NULL DEFAULT '',                -- kind, amount and game of a move (wallet.Fact); '' where figures do not need it
  PRIMARY KEY (xid, id, at)
) PARTITION BY RANGE (at);
CREATE TABLE outbox_event_rest PARTITION OF outbox_event DEFAULT;
-- How far the relay has published. One row.
CREATE TABLE outbox_cursor (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  xid xid8 NOT NULL DEFAULT '0',
  id  bigint NOT NULL DEFAULT 0,
  told_xid xid8 NOT NULL DEFAULT '0',             -- how far the business figures were told: never again, whatever Redis loses
  told_id  bigint NOT NULL DEFAULT 0
);
INSERT INTO outbox_cursor DEFAULT VALUES;
-- The last entry of each stream of Redis, by its id: a new relay notices the loss of an entry that is older than the rows it looks back.
CREATE TABLE outbox_stream (
  stream text PRIMARY KEY,
  last   text NOT NULL
);

-- Events that Redis refused for what they are: the relay sets them aside, so that those behind them are published. The row as it
-- was, and why; an operator looks at it and deletes it (monitoring/runbook.md, OutboxDead).
CREATE TABLE outbox_dead (
  xid     xid8 NOT NULL,
  id      bigint NOT NULL,
  at      timestamptz NOT NULL,
  site    text NOT NULL,
  member  text NOT NULL,
  path    text NOT NULL,
  topic   text NOT NULL,
  sid     text NOT NULL,
  cmd     text NOT NULL,
  data1   text NOT NULL,
  data2   text NOT NULL,
  ver     bigint NOT NULL,
  trace   text NOT NULL,
  refusal text NOT NULL,                    -- what Redis said
  dead_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (xid, id)
);

-- wallet ------------------------------------------------------------------------------------------------------------------
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
-- accounts is zero by construction. amount is what the member's account gained. Rows are never changed or deleted. Monthly
-- partitions, archived after 5 years (S-70).
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
-- A member's points are few among the moves of its money.
CREATE INDEX wallet_ledger_points ON wallet_ledger (member_id, currency, version DESC) INCLUDE (created_at) WHERE unit = 'point';
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
-- The totals of all months up to an archived one, that one included. They are added up while the month is still attached, which
-- takes long, and hold from the moment wallet_archived names the month, in the transaction that detaches it.
CREATE TABLE wallet_opening_month (
  month     text NOT NULL,                        -- YYYYMM
  member_id text NOT NULL,
  currency  text NOT NULL,
  version   bigint NOT NULL,
  balance   bigint NOT NULL,
  held      bigint NOT NULL,
  points    bigint NOT NULL,
  PRIMARY KEY (member_id, currency, month)
);
CREATE TABLE wallet_opening_contra_month (
  month    text NOT NULL,
  currency text NOT NULL,
  contra   text NOT NULL,
  amount   bigint NOT NULL,                       -- what the members' accounts gained of it
  PRIMARY KEY (currency, contra, month)
);
-- The newest archived month, and the one whose totals are written; '' before the first. One row.
CREATE TABLE wallet_archived (
  one      boolean PRIMARY KEY DEFAULT true CHECK (one),
  month    text NOT NULL DEFAULT '',
  added_up text NOT NULL DEFAULT ''
);
INSERT INTO wallet_archived DEFAULT VALUES;
-- The opening balances of the ledger: with the rows that are left in it they make the current balances.
CREATE VIEW wallet_opening AS
  SELECT member_id, currency, version, balance, held, points FROM wallet_opening_month WHERE month = (SELECT month FROM wallet_archived);
CREATE VIEW wallet_opening_contra AS
  SELECT currency, contra, amount FROM wallet_opening_contra_month WHERE month = (SELECT month FROM wallet_archived);

CREATE SCHEMA archive;                            -- archived months, until an operator dumps and drops them

-- cash --------------------------------------------------------------------------------------------------------------------
CREATE TABLE cash_account (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id  text NOT NULL REFERENCES site_site,
  bank     text NOT NULL,
  number   text NOT NULL,
  holder   text NOT NULL,
  active   boolean NOT NULL DEFAULT true,
  handed_at timestamptz                          -- accounts take turns: when a member was last shown this one
);
-- Which account a member was shown to pay into, each time (D-62).
CREATE TABLE cash_account_view (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id    text NOT NULL REFERENCES site_site,
  member_id  text NOT NULL REFERENCES member_member,
  account_id bigint NOT NULL REFERENCES cash_account,
  ip         inet,
  trace      text NOT NULL,
  shown_at   timestamptz NOT NULL,
  until      timestamptz NOT NULL                 -- the member's own till then
);
CREATE INDEX cash_account_view_member ON cash_account_view (member_id, shown_at DESC);
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
CREATE INDEX cash_request_member ON cash_request (member_id, requested_at DESC, id DESC) INCLUDE (kind, hidden);
CREATE INDEX cash_request_queue ON cash_request (site_id, kind, status, requested_at DESC);
CREATE INDEX cash_request_list ON cash_request (site_id, requested_at DESC, id DESC) INCLUDE (kind, status);
CREATE INDEX cash_request_board ON cash_request (site_id, kind, processed_at DESC) WHERE status = 1;
CREATE INDEX cash_request_processed ON cash_request (processed_at) WHERE processed_at IS NOT NULL;

-- message -----------------------------------------------------------------------------------------------------------------
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

-- board -------------------------------------------------------------------------------------------------------------------
CREATE TABLE board_post (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id    text NOT NULL REFERENCES site_site,
  board      text NOT NULL CHECK (board IN ('mq', 'notice', 'event', 'faq', 'board')),
  lang       text NOT NULL DEFAULT '',            -- empty: for readers of every language
  title      text NOT NULL,
  content    text NOT NULL DEFAULT '',            -- plain text; the pages break it at line ends
  writer     text NOT NULL DEFAULT '',
  views      bigint NOT NULL DEFAULT 0,
  pinned     boolean NOT NULL DEFAULT false,
  published  boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  html       text NOT NULL DEFAULT '',            -- sanitised by internal/richtext
  member_id  text REFERENCES member_member,       -- NULL: written by staff
  category   text NOT NULL DEFAULT ''
);
-- The board as its readers see it, with its count. Another order of columns would make a plan that knows no values read and
-- sort the whole board for one page.
CREATE INDEX board_post_shown ON board_post (site_id, board, pinned DESC, created_at DESC, id DESC) INCLUDE (lang, title) WHERE published;
CREATE INDEX board_post_desk ON board_post (site_id, board, id DESC);   -- staff also see unpublished posts
-- What a member wrote in a day (postsPerDay, commentsPerDay).
CREATE INDEX board_post_member ON board_post (member_id, created_at) WHERE member_id IS NOT NULL;
CREATE TABLE board_comment (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  post_id    bigint NOT NULL REFERENCES board_post,
  member_id  text NOT NULL REFERENCES member_member,
  writer     text NOT NULL,                       -- the nickname at that time
  content    text NOT NULL,
  html       text NOT NULL,
  hidden     boolean NOT NULL DEFAULT false,      -- by staff
  created_at timestamptz NOT NULL
);
CREATE INDEX board_comment_list ON board_comment (post_id, id) WHERE NOT hidden;
CREATE INDEX board_comment_member ON board_comment (member_id, created_at);

-- inquiry -----------------------------------------------------------------------------------------------------------------
CREATE TABLE inquiry_inquiry (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id     text NOT NULL REFERENCES site_site,
  member_id   text NOT NULL REFERENCES member_member,
  category    text NOT NULL CHECK (category IN ('bankaccount', 'etc')),
  lang        text NOT NULL,                      -- of the member when it was asked
  title       text NOT NULL,
  content     text NOT NULL,
  html        text NOT NULL,
  answer      text NOT NULL DEFAULT '',
  answer_html text NOT NULL DEFAULT '',
  answered_by text,                               -- staff id, or 'auto' (D-62); null while it waits
  answered_at timestamptz,
  created_at  timestamptz NOT NULL,
  CHECK ((answered_at IS NULL) = (answered_by IS NULL))
);
CREATE INDEX inquiry_inquiry_member ON inquiry_inquiry (member_id, created_at DESC) INCLUDE (title);
CREATE INDEX inquiry_inquiry_desk ON inquiry_inquiry (site_id, id DESC) INCLUDE (answered_at);
CREATE INDEX inquiry_inquiry_wait ON inquiry_inquiry (site_id, id) WHERE answered_at IS NULL;

-- content -----------------------------------------------------------------------------------------------------------------
CREATE TABLE content_banner (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id text NOT NULL REFERENCES site_site,
  lang    text NOT NULL DEFAULT '',               -- empty: for readers of every language
  title   text NOT NULL,
  image   text NOT NULL,                          -- a path of the site
  link    text NOT NULL DEFAULT '',
  ord     int NOT NULL DEFAULT 0,
  active  boolean NOT NULL DEFAULT true,
  since   timestamptz NOT NULL,
  until   timestamptz                             -- null: for good
);
CREATE INDEX content_banner_list ON content_banner (site_id, ord, id);
CREATE TABLE content_popup (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id  text NOT NULL REFERENCES site_site,
  lang     text NOT NULL DEFAULT '',
  audience text NOT NULL CHECK (audience IN ('before', 'after')), -- log-in
  title    text NOT NULL,
  content  text NOT NULL DEFAULT '',
  html     text NOT NULL DEFAULT '',
  image    text NOT NULL DEFAULT '',
  link     text NOT NULL DEFAULT '',
  ord      int NOT NULL DEFAULT 0,
  active   boolean NOT NULL DEFAULT true,
  since    timestamptz NOT NULL,
  until    timestamptz
);
CREATE INDEX content_popup_list ON content_popup (site_id, ord, id);
CREATE TABLE content_code (
  master text NOT NULL,                           -- which list
  grp    text NOT NULL,                           -- group of the code, or ''
  code   text NOT NULL,
  names  jsonb NOT NULL,                          -- by language
  ord    int NOT NULL DEFAULT 0,
  active boolean NOT NULL DEFAULT true,
  PRIMARY KEY (master, grp, code)
);

-- livechat ----------------------------------------------------------------------------------------------------------------
-- The token by which a live chat provider knows a session; it is signed again from this row when asked for.
CREATE TABLE livechat_token (
  session_id text PRIMARY KEY,
  member_id  text NOT NULL REFERENCES member_member,
  jti        text NOT NULL,
  issued_at  timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX livechat_token_expires ON livechat_token (expires_at);

-- vendors -----------------------------------------------------------------------------------------------------------------
CREATE TABLE vendor_vendor (
  vendor_id text PRIMARY KEY CHECK (vendor_id ~ '^[a-z0-9]{2,16}$'),
  family    text NOT NULL,
  active    boolean NOT NULL DEFAULT true,
  settings  jsonb NOT NULL DEFAULT '{}'
);
-- Keys of vendors. Two are valid at once during a rotation; an ended key stays, so that it can be shown later which key signed
-- what. kind: hmac (a shared secret, sealed), rsa (the vendor's public key, PEM), rsa-own (our private key, sealed PKCS #8).
CREATE TABLE vendor_key (
  vendor_id   text NOT NULL REFERENCES vendor_vendor,
  key_id      text NOT NULL CHECK (key_id ~ '^[A-Za-z0-9._-]{1,64}$'),
  kind        text NOT NULL CHECK (kind IN ('hmac', 'rsa', 'rsa-own')),
  material    text NOT NULL,
  valid_from  timestamptz NOT NULL,
  valid_until timestamptz CHECK (valid_until >= valid_from),
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (vendor_id, key_id)
);
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
-- BRIN: its numbers come from a sequence, so no new row adds to an index. Without autosummarize everything that was added since
-- the last vacuum would be read as a whole.
CREATE INDEX vendor_tx_ours ON vendor_tx USING brin (our_tx_id) WITH (pages_per_range = 64, autosummarize = on);
-- A member's round of a vendor's game: what the bet history shows and turnover counts.
CREATE TABLE vendor_round (
  vendor_id  text NOT NULL,
  round_id   text NOT NULL,
  member_id  text NOT NULL,
  id         bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
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
CREATE INDEX vendor_round_member ON vendor_round (member_id, created_at DESC) INCLUDE (game_code);
CREATE INDEX vendor_round_winners ON vendor_round (site_id, closed_at DESC) WHERE state = 'closed' AND payout > stake;
CREATE INDEX vendor_round_ours ON vendor_round USING brin (id) WITH (pages_per_range = 64, autosummarize = on);
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

-- What a vendor paid on a day of the site's clock in wins without a bet. The row is the lock under which the sum is exact; wins
-- that are rolled back stay in it.
CREATE TABLE vendor_free_win (
  site_id   text NOT NULL REFERENCES site_site,
  vendor_id text NOT NULL,
  currency  text NOT NULL,
  day       date NOT NULL,
  amount    bigint NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (site_id, vendor_id, currency, day)
);

-- game --------------------------------------------------------------------------------------------------------------------
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

-- transfer: money that vendors keep in wallets of their own ---------------------------------------------------------------
-- A vendor's last statement of what it holds for a member. The row is the lock of the member's orders with the vendor.
CREATE TABLE transfer_account (
  member_id text NOT NULL REFERENCES member_member,
  vendor_id text NOT NULL REFERENCES vendor_vendor,
  currency  text NOT NULL,
  site_id   text NOT NULL REFERENCES site_site,
  balance   bigint NOT NULL DEFAULT 0 CHECK (balance >= 0),
  said_at   timestamptz NOT NULL,
  version   bigint NOT NULL DEFAULT 0,                 -- counts the orders
  recall_at    timestamptz,                            -- when to bring the money back: the game's end at the latest, then the next attempt; NULL: nothing to do
  recall_tries int NOT NULL DEFAULT 0,                 -- attempts since the last one that the vendor answered
  recall_looks int NOT NULL DEFAULT 0,                 -- answered attempts since the game's end
  PRIMARY KEY (member_id, vendor_id, currency)
);
CREATE INDEX transfer_account_recall ON transfer_account (recall_at) WHERE recall_at IS NOT NULL;
-- An order to move money to a vendor (in) or back (out). It is written, with the ledger row of an `in`, before the vendor is
-- called; it is settled as soon as its outcome is known.
CREATE TABLE transfer_order (
  id         text PRIMARY KEY,                         -- what the vendor knows it by
  site_id    text NOT NULL REFERENCES site_site,
  member_id  text NOT NULL,
  vendor_id  text NOT NULL,
  currency   text NOT NULL,
  direction  text NOT NULL CHECK (direction IN ('in', 'out')),
  amount     bigint NOT NULL CHECK (amount > 0),
  status     text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'done', 'refused')),
  reason     text NOT NULL DEFAULT '',                 -- refused: the vendor's word; pending: why it is not known
  asked      int NOT NULL DEFAULT 0,                   -- how often the vendor was asked what became of it
  ask_at     timestamptz NOT NULL,                     -- when it is to be asked next
  created_at timestamptz NOT NULL,
  settled_at timestamptz,
  trace      text NOT NULL DEFAULT '',
  CHECK ((status = 'pending') = (settled_at IS NULL)),
  FOREIGN KEY (member_id, vendor_id, currency) REFERENCES transfer_account
);
-- One at a time: what may come next depends on the outcome.
CREATE UNIQUE INDEX transfer_order_open ON transfer_order (member_id, vendor_id, currency) WHERE status = 'pending';
CREATE INDEX transfer_order_due ON transfer_order (vendor_id, ask_at) WHERE status = 'pending';
CREATE INDEX transfer_order_queue ON transfer_order (site_id, created_at) WHERE status = 'pending';

-- turnover (D-20) ---------------------------------------------------------------------------------------------------------
-- A running remainder per member and currency of what must still be played before a withdrawal.

-- A need is what one credit asks to be played: a deposit, a bonus, a coupon, points that became cash, a win without a bet. Its
-- position and the numbers of vendor_round come from one sequence, and both are drawn while the wallet is locked: a round began
-- after the credit exactly when its number is higher, whatever the clocks of the nodes say.
CREATE TABLE turnover_need (
  member_id text NOT NULL REFERENCES member_member,
  currency  text NOT NULL,
  position  bigint NOT NULL,
  kind      text NOT NULL,                         -- kind and reference of the move that gave the money
  ref       text NOT NULL,
  amount    bigint NOT NULL CHECK (amount > 0),
  at        timestamptz NOT NULL,
  undone_at timestamptz,                           -- the money was taken back: the need counts no more
  PRIMARY KEY (member_id, currency, position),
  UNIQUE (kind, ref)
);

-- Where the reckoning of a wallet begins: everything up to position comes to remainder. It begins with the first need after nothing
-- was asked for (due_at is NULL), as of a wallet that was empty when money came; a job moves the beginning forward, so that no
-- reckoning becomes long.
CREATE TABLE turnover_state (
  member_id text NOT NULL REFERENCES member_member,
  currency  text NOT NULL,
  position  bigint NOT NULL,
  remainder bigint NOT NULL DEFAULT 0 CHECK (remainder >= 0),
  at        timestamptz NOT NULL,                  -- rounds with higher numbers began no earlier, but for an hour of wrong clocks
  due_at    timestamptz,                           -- when the job looks at it; NULL: nothing is asked for
  PRIMARY KEY (member_id, currency)
) WITH (fillfactor = 85);
CREATE INDEX turnover_state_due ON turnover_state (due_at) WHERE due_at IS NOT NULL;

-- protection (S-36 … S-45) ------------------------------------------------------------------------------------------------
-- The facts about a member that every bet reads; most members have no row. Changed only with the member's settings, so no bet
-- writes it.
CREATE TABLE protection_member (
  member_id        text PRIMARY KEY REFERENCES member_member,
  watched          boolean NOT NULL DEFAULT false,   -- protection_flow is kept
  wager_limited    boolean NOT NULL DEFAULT false,
  loss_limited     boolean NOT NULL DEFAULT false,
  session_ok_until timestamptz,                      -- no limit of session time is reached before; NULL: there is none
  session_told     boolean NOT NULL DEFAULT false,   -- that one is reached
  check_minutes    smallint NOT NULL DEFAULT 60 CHECK (check_minutes IN (15, 30, 60))
);
CREATE INDEX protection_member_session ON protection_member (session_ok_until) WHERE session_ok_until IS NOT NULL;
-- A limit in force, and the higher one that the member asked for: the member confirms it between pending_from and
-- pending_until, or it lapses (S-37). amount is in minor units; for kind session in minutes.
CREATE TABLE protection_limit (
  member_id      text NOT NULL REFERENCES member_member,
  kind           text NOT NULL CHECK (kind IN ('deposit', 'wager', 'loss', 'session')),
  days           smallint NOT NULL CHECK (days IN (1, 7, 30)),
  amount         bigint NOT NULL CHECK (amount > 0),
  set_at         timestamptz NOT NULL,
  pending_amount bigint,                             -- NULL with a pending_from: no limit any more
  pending_from   timestamptz,
  pending_until  timestamptz,
  PRIMARY KEY (member_id, kind, days),
  CHECK (pending_amount IS NULL OR pending_amount > amount),
  CHECK ((pending_from IS NULL) = (pending_until IS NULL) AND (pending_from IS NOT NULL OR pending_amount IS NULL))
);
-- Running totals of a watched member after each moment at which a vendor moved its money: a sum over any window is the
-- difference of two rows, exact and by two lookups. wagered: stakes less those given back; lost: stakes less what came back.
CREATE TABLE protection_flow (
  member_id text NOT NULL,
  at        timestamptz NOT NULL,
  wagered   bigint NOT NULL,
  lost      bigint NOT NULL,
  PRIMARY KEY (member_id, at)
) WITH (fillfactor = 90);
-- Each change to a member's protection, kept for good (S-41, S-81). before and after are amounts of a limit, or minutes.
CREATE TABLE protection_change (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id   text NOT NULL,
  member_id text NOT NULL,
  at        timestamptz NOT NULL,
  action    text NOT NULL CHECK (action IN ('set', 'asked', 'confirmed', 'cancelled', 'timeout', 'exclusion', 'interval')),
  kind      text NOT NULL DEFAULT '',
  days      int NOT NULL DEFAULT 0,                  -- of the window, or how long a break lasts
  before    bigint,
  after     bigint,
  until     timestamptz,
  ip        inet,
  trace     text NOT NULL DEFAULT '',
  staff     text NOT NULL DEFAULT '',                -- the member of staff who did it (S-48); '': the member
  reason    text NOT NULL DEFAULT ''
);
CREATE INDEX protection_change_member ON protection_change (member_id, id DESC);

-- promo -------------------------------------------------------------------------------------------------------------------
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
-- Members who refused deposit bonuses.
CREATE TABLE promo_refusal (
  member_id text PRIMARY KEY REFERENCES member_member,
  at        timestamptz NOT NULL
);
-- Coupons that staff issued in one call: a repeated call finds its batch and issues nothing.
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
-- Points that were sent and wait to be accepted.
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
-- A turn of the wheel: its seed is drawn, and the seed's hash shown, before the member turns; with the seed the result can be
-- computed again (S-64).
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

-- idempotency keys of members (internal/platform/once) --------------------------------------------------------------------
-- The answers to calls of members that carry a key (M12): a repeated call has no second effect and gets the same answer. A row
-- is written in the transaction of its effect and deleted after two days.
CREATE TABLE once_answer (
  member_id text NOT NULL REFERENCES member_member,
  key       bytea NOT NULL CHECK (octet_length(key) = 32),   -- SHA-256 of the caller's key
  print     bytea NOT NULL CHECK (octet_length(print) = 32), -- HMAC of the call and its body under the caller's key, which is not kept
  code      text NOT NULL DEFAULT '',                        -- of a refusal
  answer    json,                                            -- the service's answer, or the values of the refusal
  at        timestamptz NOT NULL,
  PRIMARY KEY (member_id, key)
);
CREATE INDEX once_answer_old ON once_answer (at);

-- audit (S-82, S-83) ------------------------------------------------------------------------------------------------------
-- The audit is a chain: each entry of a site carries the hash of itself and of the one before, so that one that was changed,
-- removed or inserted afterwards is found. Only the trigger audit_link writes seq, hash and audit_head. Monthly partitions,
-- archived after 7 years (S-41).
CREATE TABLE audit_entry (
  id      bigint GENERATED ALWAYS AS IDENTITY,
  site_id text NOT NULL,
  actor   text NOT NULL,
  action  text NOT NULL,
  target  text NOT NULL,
  detail  jsonb NOT NULL DEFAULT '{}',
  ip      inet,
  trace   text NOT NULL DEFAULT '',
  at      timestamptz NOT NULL DEFAULT now(),
  seq     bigint NOT NULL,
  hash    bytea NOT NULL,
  PRIMARY KEY (id, at)
) PARTITION BY RANGE (at);
CREATE TABLE audit_entry_rest PARTITION OF audit_entry DEFAULT;
CREATE INDEX audit_entry_site ON audit_entry (site_id, at DESC);
CREATE UNIQUE INDEX audit_entry_chain ON audit_entry (site_id, seq, at);
-- The last entry of each site's chain. The row is the lock of the chain.
CREATE TABLE audit_head (
  site_id text PRIMARY KEY,
  seq     bigint NOT NULL DEFAULT 0,
  hash    bytea NOT NULL DEFAULT ''
);
-- The last archived entry of each site: the chain continues from it.
CREATE TABLE audit_anchor (
  site_id text PRIMARY KEY,
  seq     bigint NOT NULL,
  hash    bytea NOT NULL
);
-- Significant events (S-80) happen in requests of members, who must not wait for each other: they are noted here, and a job
-- moves them into the chain.
CREATE TABLE audit_note (
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

-- invariant (money.md, "What must always be true") ------------------------------------------------------------------------
-- A violation stays until a full pass does not find it any more.
CREATE TABLE invariant_violation (
  check_name text NOT NULL,
  subject    text NOT NULL,
  detail     text NOT NULL,
  first_seen timestamptz NOT NULL,
  last_seen  timestamptz NOT NULL,
  PRIMARY KEY (check_name, subject)
);
-- The last completed run of each kind.
CREATE TABLE invariant_run (
  kind    text PRIMARY KEY,
  at      timestamptz NOT NULL,
  took_ms bigint NOT NULL,
  checked bigint NOT NULL                         -- wallets
);
-- The state of each wallet at its last check: the next one reads what came after it.
CREATE TABLE invariant_proof (
  member_id text NOT NULL,
  currency  text NOT NULL,
  version   bigint NOT NULL,
  balance   bigint NOT NULL,
  held      bigint NOT NULL,
  points    bigint NOT NULL,
  at        timestamptz NOT NULL,
  PRIMARY KEY (member_id, currency)
);
-- How far the last step came. One row.
CREATE TABLE invariant_cursor (
  one       boolean PRIMARY KEY DEFAULT true CHECK (one),
  snapshot  pg_snapshot NOT NULL,                 -- what it saw
  member_id text NOT NULL,                        -- of the wallets that are looked at in turn, moved or not
  tx        bigint NOT NULL,                      -- our_tx_id of vendors' transactions
  tx_before bigint NOT NULL,                      -- of the look before: what was still being committed then is seen now
  at        timestamptz NOT NULL
);

-- the first partitions of ledger and audit --------------------------------------------------------------------------------
-- This month and the next two; the first begins with time itself. The workers make the following ones (partition_ahead).
-- +goose StatementBegin
DO $$
DECLARE
  parent text;
  start timestamptz := date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC';
  month timestamptz;
BEGIN
  PERFORM set_config('timezone', 'UTC', true);
  FOREACH parent IN ARRAY ARRAY['wallet_ledger', 'audit_entry'] LOOP
    FOR n IN 0..2 LOOP
      month := start + n * interval '1 month';
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%s) TO (%L)', parent || '_' || to_char(month, 'YYYYMM'),
                     parent, CASE n WHEN 0 THEN 'MINVALUE' ELSE quote_literal(month) END, month + interval '1 month');
    END LOOP;
  END LOOP;
END $$;
-- +goose StatementEnd
