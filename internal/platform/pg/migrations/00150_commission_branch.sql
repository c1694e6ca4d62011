-- +goose Up
-- No branch earns on play that it did not lose (D-30): what a branch comes to as a whole, and what a partner owes because partners below it earned more.
CREATE TABLE commission_branch (
  partner_id  text NOT NULL,
  above       text NOT NULL,                               -- the partner above through which the play passes; empty: the partner is a head
  day         date NOT NULL,
  site_id     text NOT NULL,
  carried_in  numeric NOT NULL CHECK (carried_in <= 0),    -- parts of a minor unit, as all sums here
  losing      numeric NOT NULL,                            -- of the bets and gifts
  offsets     bigint NOT NULL,                             -- the losing of the offsets of all partners in the branch, minor units
  share       numeric NOT NULL CHECK (share >= 0),         -- what all partners in the branch share
  carried_out numeric NOT NULL CHECK (carried_out <= 0),
  PRIMARY KEY (partner_id, above, day),
  FOREIGN KEY (partner_id, day) REFERENCES commission_statement
);
CREATE INDEX commission_branch_above ON commission_branch (above, day);
-- What a partner owes since its last statement, and how much of it was taken from its PT. A row stays when nothing is owed any longer.
CREATE TABLE commission_debt (
  partner_id text PRIMARY KEY,
  site_id    text NOT NULL,
  day        date NOT NULL,                                -- of the statement that ends with the debt
  owed       bigint NOT NULL CHECK (owed >= 0),            -- now
  repaid     bigint NOT NULL DEFAULT 0 CHECK (repaid >= 0),
  times      integer NOT NULL DEFAULT 0                    -- how often something was taken
);
CREATE INDEX commission_debt_owed ON commission_debt (site_id) WHERE owed > 0;
ALTER TABLE commission_statement ADD COLUMN format smallint NOT NULL DEFAULT 1;
ALTER TABLE commission_statement ADD COLUMN repaid bigint NOT NULL DEFAULT 0;
ALTER TABLE commission_statement DROP CONSTRAINT commission_statement_losing_check;
ALTER TABLE commission_offset ADD COLUMN above text NOT NULL DEFAULT '';
INSERT INTO commission_debt (partner_id, site_id, day, owed)
SELECT s.partner_id, s.site_id, s.day, -s.owed_out
  FROM (SELECT DISTINCT ON (partner_id) partner_id, site_id, day, owed_out FROM commission_statement ORDER BY partner_id, day DESC) s WHERE s.owed_out < 0;
