-- +goose NO TRANSACTION
-- +goose Up
-- Members who share an address, with the same browser or another one; each member is found by one step in the index.
DROP INDEX CONCURRENTLY IF EXISTS member_session_address;
CREATE INDEX CONCURRENTLY member_session_address ON member_session (site_id, ip, member_id, md5(user_agent)) WHERE audience = 'member';
DROP INDEX CONCURRENTLY IF EXISTS member_member_join_ip;
CREATE INDEX CONCURRENTLY member_member_join_ip ON member_member (site_id, join_ip, member_id);
-- Members who share a bank account: deleted ones too, and those who were once paid to it.
DROP INDEX CONCURRENTLY IF EXISTS member_member_bank_account;
CREATE INDEX CONCURRENTLY member_member_bank_account ON member_member (site_id, account_no, member_id);
DROP INDEX CONCURRENTLY IF EXISTS cash_request_account;
CREATE INDEX CONCURRENTLY cash_request_account ON cash_request (site_id, account_no, member_id) WHERE account_no <> '';
