-- +goose Up
-- The partner area. partner_partner is what a partner has beside its account as a member; a partner without a row has the defaults.
CREATE TABLE partner_partner (
  member_id       text PRIMARY KEY REFERENCES member_member,
  site_id         text NOT NULL REFERENCES site_site,
  pay_allowed     boolean NOT NULL DEFAULT false,          -- to pay and recall (U021)
  pay_day_max     bigint NOT NULL DEFAULT 0 CHECK (pay_day_max >= 0), -- what it may pay on a day of the site's clock (D-53)
  approve_allowed boolean NOT NULL DEFAULT false,          -- to decide about signups below it
  version         integer NOT NULL DEFAULT 1
);
CREATE INDEX partner_partner_site ON partner_partner (site_id);
-- Rates of partners in time. A bet is paid by the rates at the moment of its acceptance, so rows are never changed but for their end.
CREATE TABLE partner_rate (
  member_id    text NOT NULL REFERENCES member_member,
  site_id      text NOT NULL,
  since        timestamptz NOT NULL,
  until        timestamptz CHECK (until > since),          -- NULL: the current ones
  rates        integer[] NOT NULL CHECK (cardinality(rates) = 13 AND array_position(rates, NULL) IS NULL AND 0 <= ALL (rates) AND 10000 >= ALL (rates)), -- basis points, in the order of waterfall.Kinds
  insured_from bigint NOT NULL DEFAULT 0 CHECK (insured_from >= 0), -- the standard amount of insured bets (D-52), minor units
  insured_part integer NOT NULL DEFAULT 0 CHECK (insured_part BETWEEN 0 AND 10000), -- of the stake above it, basis points; 0: not insured
  changed_by   text NOT NULL,                              -- memId of the partner, its sub-staff or staff
  by_staff     boolean NOT NULL DEFAULT false,             -- head office: the lock of 24 hours did not hold
  reason       text NOT NULL DEFAULT '',
  PRIMARY KEY (member_id, since)
);
CREATE UNIQUE INDEX partner_rate_current ON partner_rate (member_id) WHERE until IS NULL;
CREATE INDEX partner_rate_site ON partner_rate (site_id, since);
-- Members who may not play a group of games, by a partner above them.
CREATE TABLE partner_closed (
  member_id  text NOT NULL REFERENCES member_member,
  group_code text NOT NULL CHECK (group_code IN ('casino', 'slot')),
  closed_by  text NOT NULL,
  at         timestamptz NOT NULL,
  PRIMARY KEY (member_id, group_code)
);
-- Payments from a partner's own money (PT) to a member or partner directly below it, and recalls.
CREATE TABLE partner_send (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id     text NOT NULL REFERENCES site_site,
  partner_id  text NOT NULL REFERENCES member_member,
  member_id   text NOT NULL REFERENCES member_member,      -- the other side
  to_partner  boolean NOT NULL,                            -- the other side is a partner, whose PT moves
  kind        text NOT NULL CHECK (kind IN ('pay', 'recall', 'reverse')),
  amount      bigint NOT NULL CHECK (amount > 0),
  reason      text NOT NULL,
  agent_id    text NOT NULL,                               -- the person who did it
  reverses    bigint UNIQUE REFERENCES partner_send,       -- a reversal: of which payment or recall
  pt_after    bigint NOT NULL,
  at          timestamptz NOT NULL,
  day         date NOT NULL,                               -- of the site's clock
  CHECK ((kind = 'reverse') = (reverses IS NOT NULL))
);
CREATE INDEX partner_send_partner ON partner_send (partner_id, at DESC);
CREATE INDEX partner_send_member ON partner_send (member_id, at DESC);
CREATE INDEX partner_send_day ON partner_send (partner_id, day);
-- Accounts that may log in to the partner area: the partner itself, whose password is that of the member, and persons whom it lets in.
CREATE TABLE agent_account (
  agent_id       text PRIMARY KEY CHECK (agent_id ~ '^[a-z][a-z0-9]{4,12}(\.[a-z0-9]{2,12})?$'), -- memId, or memId.name
  site_id        text NOT NULL REFERENCES site_site,
  partner_id     text NOT NULL REFERENCES member_member,
  name           text NOT NULL DEFAULT '',
  rights         text[] NOT NULL DEFAULT '{}',             -- area:action; of the partner itself all hold
  active         boolean NOT NULL DEFAULT true,
  pass_hash      text,                                     -- NULL: the partner itself
  one_time_until timestamptz,                              -- the password is a one-time one, until then
  totp_secret    text NOT NULL DEFAULT '',                 -- sealed
  totp_step      bigint NOT NULL DEFAULT 0,
  enrolled_at    timestamptz,
  otp_off        boolean NOT NULL DEFAULT false,           -- switched off by its person; never where money may be moved
  failures       integer NOT NULL DEFAULT 0,
  locked_until   timestamptz,
  created_by     text NOT NULL,
  created_at     timestamptz NOT NULL,
  pass_changed_at timestamptz,
  last_login_at  timestamptz,
  last_login_ip  inet,
  version        integer NOT NULL DEFAULT 1,
  CHECK ((pass_hash IS NULL) = (agent_id = partner_id))
);
CREATE INDEX agent_account_partner ON agent_account (partner_id, agent_id);
CREATE TABLE agent_recovery (
  agent_id  text NOT NULL REFERENCES agent_account,
  code_hash bytea NOT NULL,
  used_at   timestamptz,
  PRIMARY KEY (agent_id, code_hash)
);
-- Wrong attempts by id and address, as member_staff_try.
CREATE TABLE agent_try (
  site_id  text NOT NULL,
  agent_id text NOT NULL,
  network  inet NOT NULL,
  failures integer NOT NULL,
  tried_at timestamptz NOT NULL,
  PRIMARY KEY (site_id, agent_id, network)
);
CREATE INDEX agent_try_at ON agent_try (tried_at);
ALTER TABLE member_session ADD COLUMN agent_id text NOT NULL DEFAULT ''; -- of the partner area: whose login it is; member_id is the partner
-- The uplines of bettors with the rates at a moment: what a bet is paid by, kept once for all bets that have it.
CREATE TABLE commission_chain (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id text NOT NULL REFERENCES site_site,
  hash    bytea NOT NULL CHECK (length(hash) = 32),        -- SHA-256 of the rest
  upline  text[] NOT NULL CHECK (cardinality(upline) > 0), -- nearest first
  rates   integer[] NOT NULL,                              -- 13 of each level
  insured bigint[] NOT NULL,                               -- standard amount and part of each level
  UNIQUE (site_id, hash),
  CHECK (cardinality(rates) = 13 * cardinality(upline) AND cardinality(insured) = 2 * cardinality(upline))
);
CREATE INDEX commission_chain_upline ON commission_chain USING gin (upline);
-- Bets that were settled. One that ends otherwise later is taken back by a line with its negative amounts, and noted again. day is that of the statement that
-- has the line.
CREATE TABLE commission_line (
  site_id    text NOT NULL,
  day        date NOT NULL,
  id         bigint GENERATED ALWAYS AS IDENTITY,
  round      bigint NOT NULL,                              -- casino_round.id
  turn       smallint NOT NULL CHECK (turn >= 0),          -- 0: the settlement; then its corrections
  member_id  text NOT NULL,
  chain_id   bigint NOT NULL,
  product    smallint NOT NULL CHECK (product BETWEEN 0 AND 3), -- waterfall.Product
  folders    smallint NOT NULL DEFAULT 1 CHECK (folders > 0),
  game_code  text NOT NULL,
  bet_at     timestamptz NOT NULL,
  settled_at timestamptz NOT NULL,
  stake      bigint NOT NULL,
  payout     bigint NOT NULL,
  valid      bigint NOT NULL,                              -- what of the stake counts
  why        text NOT NULL DEFAULT '',                     -- why not all of it counts
  PRIMARY KEY (site_id, day, id),
  UNIQUE (round, turn)
);
-- Gifts of the house that became cash, which lessen what is lost.
CREATE TABLE commission_bonus (
  site_id   text NOT NULL,
  day       date NOT NULL,
  member_id text NOT NULL,
  version   bigint NOT NULL,                               -- of the ledger row
  chain_id  bigint NOT NULL,
  amount    bigint NOT NULL,
  at        timestamptz NOT NULL,
  PRIMARY KEY (site_id, day, member_id, version)
);
-- How far the transactions have been read.
CREATE TABLE commission_cursor (
  one      boolean PRIMARY KEY DEFAULT true CHECK (one),
  tx       bigint NOT NULL,
  at       timestamptz NOT NULL DEFAULT now(),             -- what was decided before is noted
  mark     bigint NOT NULL,                                -- the newest transaction at mark_at
  mark_at  timestamptz NOT NULL DEFAULT now(),
  mark_xid xid8 NOT NULL DEFAULT pg_snapshot_xmax(pg_current_snapshot()) -- no transaction up to the mark comes once all before it have ended
);
INSERT INTO commission_cursor (tx, mark) SELECT tx, tx FROM (SELECT coalesce((SELECT tx FROM report_play_cursor), 0) AS tx) p;
-- The last day of a site that is closed, to which no lines are added any more, and the last one whose statements are written.
CREATE TABLE commission_through (
  site_id text PRIMARY KEY REFERENCES site_site,
  closed  date NOT NULL,
  settled date NOT NULL CHECK (settled <= closed),
  summed  bigint NOT NULL DEFAULT 0,                       -- the last line that is in the sums
  summed_at timestamptz NOT NULL DEFAULT now()             -- what was decided before is in the sums
);
-- Sums of a day, by member and product of the catalogue. day is that of the line.
CREATE TABLE commission_member_day (
  member_id text NOT NULL,
  day       date NOT NULL,
  proc_id   text NOT NULL,
  site_id   text NOT NULL,
  bets      bigint NOT NULL,
  stake     bigint NOT NULL,
  payout    bigint NOT NULL,
  valid     bigint NOT NULL,
  PRIMARY KEY (member_id, day, proc_id)
);
-- The same by partner, of its whole downline; and what it earns of it so far, in parts of a minor unit (waterfall).
CREATE TABLE commission_partner_day (
  partner_id text NOT NULL,
  day        date NOT NULL,
  proc_id    text NOT NULL,
  site_id    text NOT NULL,
  bets       bigint NOT NULL,
  stake      bigint NOT NULL,
  payout     bigint NOT NULL,
  valid      bigint NOT NULL,
  rolling    numeric NOT NULL,
  losing     numeric NOT NULL,
  PRIMARY KEY (partner_id, day, proc_id)
);
-- Deposits, withdrawals and signups of a partner's downline on a day, written anew while the day lasts.
CREATE TABLE commission_cash_day (
  partner_id  text NOT NULL,
  day         date NOT NULL,
  site_id     text NOT NULL,
  deposits    bigint NOT NULL,
  deposited   bigint NOT NULL,
  withdrawals bigint NOT NULL,
  withdrawn   bigint NOT NULL,
  joined      bigint NOT NULL,
  PRIMARY KEY (partner_id, day)
);
-- The key by which a site signs statements. It is made once and never changes; the secret is sealed.
CREATE TABLE commission_key (
  site_id text PRIMARY KEY REFERENCES site_site,
  public  bytea NOT NULL CHECK (length(public) = 32),
  sealed  text NOT NULL,
  made_at timestamptz NOT NULL
);
-- What a partner earned on a day, signed and chained to the statement before.
CREATE TABLE commission_statement (
  partner_id  text NOT NULL,
  day         date NOT NULL,
  site_id     text NOT NULL,
  no          integer NOT NULL CHECK (no > 0),             -- the partner's statements are counted
  since       timestamptz NOT NULL,                        -- of the day, by the site's clock of then
  until       timestamptz NOT NULL,
  currency    text NOT NULL,
  carry       boolean NOT NULL,                            -- a losing share below 0 is carried over
  bets        bigint NOT NULL,                             -- those that were taken back count −1
  stake       bigint NOT NULL,
  payout      bigint NOT NULL,
  valid       bigint NOT NULL,
  bonus       bigint NOT NULL,
  rolling     bigint NOT NULL,
  losing      bigint NOT NULL CHECK (losing >= 0),
  carried_in  numeric NOT NULL,                            -- parts of a minor unit
  carried_out numeric NOT NULL,
  owed_in     bigint NOT NULL CHECK (owed_in <= 0),        -- of the statement before
  owed_out    bigint NOT NULL CHECK (owed_out <= 0),       -- what bets that were taken back came to beyond the rest: it is taken off the next ones
  amount      bigint NOT NULL CHECK (amount >= 0),         -- to be paid
  size        bigint NOT NULL,                             -- of the file without its seal, bytes
  totals      text NOT NULL,                               -- the last line of the file before the seal
  hash        bytea NOT NULL CHECK (length(hash) = 32),
  before      bytea NOT NULL CHECK (length(before) = 32),  -- the hash of the statement before; zeros for the first
  signature   bytea NOT NULL CHECK (length(signature) = 64),
  key         bytea NOT NULL CHECK (length(key) = 32),
  made_at     timestamptz NOT NULL,
  state       text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'paid', 'kept')),
  decided_by  text,
  decided_at  timestamptz,
  reason      text NOT NULL DEFAULT '',
  PRIMARY KEY (partner_id, day),
  UNIQUE (partner_id, no),
  CHECK ((state = 'open') = (decided_at IS NULL))
);
CREATE INDEX commission_statement_site ON commission_statement (site_id, day DESC, partner_id);
CREATE INDEX commission_statement_open ON commission_statement (site_id, day) WHERE state = 'open';
-- The parts of a statement, by product and head office.
CREATE TABLE commission_part (
  partner_id text NOT NULL,
  day        date NOT NULL,
  product    smallint NOT NULL,
  root       text NOT NULL,
  bets       bigint NOT NULL,
  stake      bigint NOT NULL,
  payout     bigint NOT NULL,
  valid      bigint NOT NULL,
  rolling    numeric NOT NULL,
  losing     numeric NOT NULL,
  remainder  bigint NOT NULL DEFAULT 0,                    -- what rounding left over, which the head office gets
  PRIMARY KEY (partner_id, day, product, root),
  FOREIGN KEY (partner_id, day) REFERENCES commission_statement
);
