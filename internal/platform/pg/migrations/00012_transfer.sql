-- +goose Up
-- Money that vendors keep in wallets of their own (transfer wallets).

-- What a vendor has of a member, as it last said. The row is the lock of the member's orders with the vendor.
CREATE TABLE transfer_account (
  member_id text NOT NULL REFERENCES member_member,
  vendor_id text NOT NULL REFERENCES vendor_vendor,
  currency  text NOT NULL,
  site_id   text NOT NULL REFERENCES site_site,
  balance   bigint NOT NULL DEFAULT 0 CHECK (balance >= 0),
  said_at   timestamptz NOT NULL,
  version   bigint NOT NULL DEFAULT 0,                 -- counts the orders
  PRIMARY KEY (member_id, vendor_id, currency)
);

-- An order to move money to a vendor (in) or back (out). It is written, with the ledger row of an `in`, before the vendor is
-- called; whoever learns what became of it settles it.
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
-- One at a time: what comes next depends on what became of it.
CREATE UNIQUE INDEX transfer_order_open ON transfer_order (member_id, vendor_id, currency) WHERE status = 'pending';
CREATE INDEX transfer_order_due ON transfer_order (vendor_id, ask_at) WHERE status = 'pending';
CREATE INDEX transfer_order_queue ON transfer_order (site_id, created_at) WHERE status = 'pending';
