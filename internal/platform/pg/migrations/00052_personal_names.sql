-- +goose Up
-- The programs of the release before know the refusals of these indexes by name.
ALTER INDEX member_member_plain_phone RENAME TO member_member_phone;
ALTER INDEX member_member_plain_account RENAME TO member_member_account;
