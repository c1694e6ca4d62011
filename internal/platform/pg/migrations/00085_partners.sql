-- +goose NO TRANSACTION
-- +goose Up
-- Whether a site has a partner, asked with its options.
DROP INDEX CONCURRENTLY IF EXISTS member_member_partner;
CREATE INDEX CONCURRENTLY member_member_partner ON member_member (site_id) WHERE role = 'partner';
