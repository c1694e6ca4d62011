-- +goose NO TRANSACTION
-- +goose Up
ALTER TABLE inquiry_inquiry VALIDATE CONSTRAINT inquiry_inquiry_category;
ALTER TABLE inquiry_inquiry VALIDATE CONSTRAINT inquiry_inquiry_writer;
-- The guests' inquiries of a site, newest first: what staff lists, and how many came in a day.
DROP INDEX CONCURRENTLY IF EXISTS inquiry_inquiry_guest;
CREATE INDEX CONCURRENTLY inquiry_inquiry_guest ON inquiry_inquiry (site_id, created_at DESC, id DESC)
  INCLUDE (answered_at) WHERE member_id IS NULL;
