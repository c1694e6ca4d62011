-- +goose Up
-- Withdrawals of a partner's PT to its own bank account (D-73). Their currency is that of the wallet that pays them.
ALTER TABLE cash_request DROP CONSTRAINT cash_request_kind_check;
ALTER TABLE cash_request ADD CONSTRAINT cash_request_kind_check CHECK (kind IN ('in', 'out', 'through', 'pt')) NOT VALID;
ALTER TABLE cash_request ADD CONSTRAINT cash_request_pt_check CHECK ((kind = 'pt') = (currency = 'PTC')) NOT VALID;
