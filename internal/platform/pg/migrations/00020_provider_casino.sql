-- +goose Up
-- The rooms of games that somebody else runs: provider (who they are and how they sign) and casino (bets, wins and rounds). Programs
-- of the release before must be stopped before: they know the old names.
DROP TRIGGER IF EXISTS vendor_debt_alarm ON vendor_debt; -- functions.sql makes it again under the new name
ALTER TABLE vendor_vendor RENAME TO provider_provider;
ALTER TABLE vendor_key RENAME TO provider_key;
ALTER TABLE vendor_tx RENAME TO casino_tx;
ALTER TABLE vendor_round RENAME TO casino_round;
ALTER TABLE vendor_debt RENAME TO casino_debt;
ALTER TABLE vendor_free_win RENAME TO casino_free_win;
DROP FUNCTION IF EXISTS vendor_write(vendor_tx_row[], vendor_round_row[], vendor_round_row[], timestamptz);
ALTER TYPE vendor_tx_row RENAME TO casino_tx_row;
ALTER TYPE vendor_round_row RENAME TO casino_round_row;
ALTER SEQUENCE vendor_tx_our_tx_id_seq RENAME TO casino_tx_our_tx_id_seq;
ALTER SEQUENCE vendor_round_id_seq RENAME TO casino_round_id_seq;
ALTER INDEX vendor_vendor_pkey RENAME TO provider_provider_pkey;
ALTER INDEX vendor_key_pkey RENAME TO provider_key_pkey;
ALTER INDEX vendor_tx_pkey RENAME TO casino_tx_pkey;
ALTER INDEX vendor_tx_ref RENAME TO casino_tx_ref;
ALTER INDEX vendor_tx_ours RENAME TO casino_tx_ours;
ALTER INDEX vendor_round_pkey RENAME TO casino_round_pkey;
ALTER INDEX vendor_round_member RENAME TO casino_round_member;
ALTER INDEX vendor_round_ours RENAME TO casino_round_ours;
ALTER INDEX vendor_round_winners RENAME TO casino_round_winners;
ALTER INDEX vendor_debt_pkey RENAME TO casino_debt_pkey;
ALTER INDEX vendor_free_win_pkey RENAME TO casino_free_win_pkey;
ALTER TABLE casino_debt RENAME CONSTRAINT vendor_debt_amount_check TO casino_debt_amount_check;
ALTER TABLE casino_debt RENAME CONSTRAINT vendor_debt_member_id_fkey TO casino_debt_member_id_fkey;
ALTER TABLE casino_free_win RENAME CONSTRAINT vendor_free_win_amount_check TO casino_free_win_amount_check;
ALTER TABLE casino_free_win RENAME CONSTRAINT vendor_free_win_site_id_fkey TO casino_free_win_site_id_fkey;
ALTER TABLE provider_key RENAME CONSTRAINT vendor_key_check TO provider_key_check;
ALTER TABLE provider_key RENAME CONSTRAINT vendor_key_key_id_check TO provider_key_key_id_check;
ALTER TABLE provider_key RENAME CONSTRAINT vendor_key_kind_check TO provider_key_kind_check;
ALTER TABLE provider_key RENAME CONSTRAINT vendor_key_vendor_id_fkey TO provider_key_vendor_id_fkey;
ALTER TABLE casino_round RENAME CONSTRAINT vendor_round_bets_check TO casino_round_bets_check;
ALTER TABLE casino_round RENAME CONSTRAINT vendor_round_payout_check TO casino_round_payout_check;
ALTER TABLE casino_round RENAME CONSTRAINT vendor_round_stake_check TO casino_round_stake_check;
ALTER TABLE casino_round RENAME CONSTRAINT vendor_round_state_check TO casino_round_state_check;
ALTER TABLE casino_round RENAME CONSTRAINT vendor_round_voided_check TO casino_round_voided_check;
ALTER TABLE casino_tx RENAME CONSTRAINT vendor_tx_amount_check TO casino_tx_amount_check;
ALTER TABLE casino_tx RENAME CONSTRAINT vendor_tx_kind_check TO casino_tx_kind_check;
ALTER TABLE provider_provider RENAME CONSTRAINT vendor_vendor_vendor_id_check TO provider_provider_vendor_id_check;
