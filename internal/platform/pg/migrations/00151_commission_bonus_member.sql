-- +goose NO TRANSACTION
-- +goose Up
-- The gifts of a member, when one is taken back.
DROP INDEX CONCURRENTLY IF EXISTS commission_bonus_member;
CREATE INDEX CONCURRENTLY commission_bonus_member ON commission_bonus (site_id, member_id);
