-- +goose Up
-- Why a cash-out does not stand: its member took it after something of which the book did not know yet (D-24). Each bet that is cashed out has a row from now on; one
-- that did not wait has no scores.
ALTER TABLE bet_cash_out ADD COLUMN late text NOT NULL DEFAULT '';
