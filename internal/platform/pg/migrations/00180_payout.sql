-- +goose Up
-- Pay-outs through the partner (D-28): the member asks, its partner pays, and the money of the member becomes PT of the partner.
ALTER TABLE cash_request ADD COLUMN payer text NOT NULL DEFAULT '';  -- the partner who pays it; empty: the house does
ALTER TABLE cash_request DROP CONSTRAINT cash_request_kind_check;
ALTER TABLE cash_request ADD CONSTRAINT cash_request_kind_check CHECK (kind IN ('in', 'out', 'through')) NOT VALID;
ALTER TABLE cash_request ADD CONSTRAINT cash_request_payer_check CHECK ((kind = 'through') = (payer <> '')) NOT VALID;
ALTER TABLE partner_send ADD COLUMN request_id bigint;               -- of a pay-out: the request of the member
ALTER TABLE partner_send DROP CONSTRAINT partner_send_kind_check;
ALTER TABLE partner_send ADD CONSTRAINT partner_send_kind_check CHECK (kind IN ('pay', 'recall', 'reverse', 'payout')) NOT VALID;
ALTER TABLE partner_send ADD CONSTRAINT partner_send_request_check CHECK ((kind = 'payout') = (request_id IS NOT NULL)) NOT VALID;
