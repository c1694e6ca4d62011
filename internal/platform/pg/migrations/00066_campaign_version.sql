-- +goose Up
-- Of two members of staff who change the same campaign, the second is told so (C019). Nodes of the release before do not count it up.
ALTER TABLE content_banner ADD COLUMN version int NOT NULL DEFAULT 1;
ALTER TABLE content_popup ADD COLUMN version int NOT NULL DEFAULT 1;
