-- +goose Up
-- upline has taken its place. The index member_member_above goes with the column.
ALTER TABLE member_member DROP COLUMN path;
