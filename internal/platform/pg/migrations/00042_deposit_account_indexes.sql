-- +goose NO TRANSACTION
-- +goose Up
-- A number stands once among the accounts of a site and a bank.
DROP INDEX CONCURRENTLY IF EXISTS cash_account_number;
CREATE UNIQUE INDEX CONCURRENTLY cash_account_number ON cash_account (site_id, lower(bank), number);
-- Who saw which account, newest first: of the site, and of one account.
DROP INDEX CONCURRENTLY IF EXISTS cash_account_view_list;
CREATE INDEX CONCURRENTLY cash_account_view_list ON cash_account_view (site_id, shown_at DESC, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS cash_account_view_account;
CREATE INDEX CONCURRENTLY cash_account_view_account ON cash_account_view (account_id, shown_at DESC, id DESC);
