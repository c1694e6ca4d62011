-- +goose Up
ALTER TABLE partner_send VALIDATE CONSTRAINT partner_send_turnover_check;
ALTER TABLE partner_send VALIDATE CONSTRAINT partner_send_check1;
ALTER TABLE partner_send VALIDATE CONSTRAINT partner_send_check2;
ALTER TABLE partner_send VALIDATE CONSTRAINT partner_send_check3;
ALTER TABLE partner_send VALIDATE CONSTRAINT partner_send_check4;
ALTER TABLE approval_request VALIDATE CONSTRAINT approval_request_unit_check;
