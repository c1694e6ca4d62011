-- +goose Up
-- What of a debt was taken from wins, or before a withdrawal (D-74).
ALTER TABLE casino_debt ADD COLUMN repaid bigint NOT NULL DEFAULT 0;
ALTER TABLE casino_debt ADD CONSTRAINT casino_debt_repaid_check CHECK (repaid BETWEEN 0 AND amount) NOT VALID;
