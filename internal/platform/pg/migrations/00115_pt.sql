-- +goose Up
-- Of a payment: what the member must play for it; of a recall: what it took back of that. gains: the other side's money grows. back: how much
-- of a payment was recalled or reversed since.
ALTER TABLE partner_send
  ADD gains    boolean NOT NULL,
  ADD turnover bigint NOT NULL DEFAULT 0,
  ADD back     bigint NOT NULL DEFAULT 0;
ALTER TABLE partner_send ADD CONSTRAINT partner_send_turnover_check CHECK (turnover >= 0) NOT VALID;
ALTER TABLE partner_send ADD CONSTRAINT partner_send_check1 CHECK (back BETWEEN 0 AND amount) NOT VALID;
ALTER TABLE partner_send ADD CONSTRAINT partner_send_check2 CHECK (CASE kind WHEN 'pay' THEN gains WHEN 'recall' THEN NOT gains ELSE true END) NOT VALID;
ALTER TABLE partner_send ADD CONSTRAINT partner_send_check3 CHECK (gains OR back = 0) NOT VALID;
ALTER TABLE partner_send ADD CONSTRAINT partner_send_check4 CHECK (partner_id <> member_id) NOT VALID;
