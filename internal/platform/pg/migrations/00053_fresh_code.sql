-- +goose Up
-- Until when the one-time code that staff gave again in this session counts as fresh (S-85).
ALTER TABLE member_session ADD COLUMN confirmed_until timestamptz;
