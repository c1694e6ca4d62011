-- +goose NO TRANSACTION
-- +goose Up
-- A language stands once in a post.
DROP INDEX CONCURRENTLY IF EXISTS board_post_group;
CREATE UNIQUE INDEX CONCURRENTLY board_post_group ON board_post (group_id, lang);
-- board_post_shown with the group: a text for every language is left out where the post has the reader's own.
DROP INDEX CONCURRENTLY IF EXISTS board_post_listed;
CREATE INDEX CONCURRENTLY board_post_listed ON board_post (site_id, board, pinned DESC, created_at DESC, id DESC)
  INCLUDE (lang, title, group_id) WHERE published;
DROP INDEX CONCURRENTLY IF EXISTS board_post_shown;
