-- +goose NO TRANSACTION
-- +goose Up
ALTER TABLE member_member VALIDATE CONSTRAINT member_member_account_no_check;
-- Plain values stay unique as long as there are any; 00052 gives these the names of those before.
DROP INDEX CONCURRENTLY IF EXISTS member_member_plain_phone;
CREATE UNIQUE INDEX CONCURRENTLY member_member_plain_phone ON member_member (phone) WHERE status <> 'deleted' AND phone <> '';
DROP INDEX CONCURRENTLY IF EXISTS member_member_plain_account;
CREATE UNIQUE INDEX CONCURRENTLY member_member_plain_account ON member_member (account_no) WHERE status <> 'deleted' AND account_no <> '';
DROP INDEX CONCURRENTLY IF EXISTS member_member_phone;
DROP INDEX CONCURRENTLY IF EXISTS member_member_account;
-- Sealed ones.
DROP INDEX CONCURRENTLY IF EXISTS member_member_phone_index;
CREATE UNIQUE INDEX CONCURRENTLY member_member_phone_index ON member_member (phone_index) WHERE status <> 'deleted';
DROP INDEX CONCURRENTLY IF EXISTS member_member_account_index;
CREATE UNIQUE INDEX CONCURRENTLY member_member_account_index ON member_member (account_index) WHERE status <> 'deleted';
DROP INDEX CONCURRENTLY IF EXISTS member_member_finders;
CREATE INDEX CONCURRENTLY member_member_finders ON member_member USING gin (finders);
-- Members who share a bank account: deleted ones too, and those who were once paid to it.
DROP INDEX CONCURRENTLY IF EXISTS member_member_shared_account;
CREATE INDEX CONCURRENTLY member_member_shared_account ON member_member (site_id, account_index, member_id);
DROP INDEX CONCURRENTLY IF EXISTS cash_request_shared_account;
CREATE INDEX CONCURRENTLY cash_request_shared_account ON cash_request (site_id, account_index, member_id) WHERE account_index IS NOT NULL;
