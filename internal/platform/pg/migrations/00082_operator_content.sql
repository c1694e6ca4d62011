-- +goose Up
-- A post of staff is a group of rows, as before, and one of them is its source: the text that the others are translated from. The lang of that row is
-- empty when readers of languages without a text of their own see it, too; nodes of the release before read it as they read a text for all languages.
ALTER TABLE board_post ADD COLUMN source text NOT NULL DEFAULT '',        -- the language of the source; empty in a translation and in what members write
                       ADD COLUMN image text NOT NULL DEFAULT '',         -- a path of the site; empty in a translation: that of the source
                       ADD COLUMN draft boolean NOT NULL DEFAULT false,   -- a translation that no reader sees; it is not published
                       ADD COLUMN checked_at timestamptz,                 -- when a translation was written or found to be right last; NULL: with the post
                       ADD COLUMN worded_at timestamptz,                  -- when the words or the picture of the source changed last; NULL: not since the post was written
                       ADD COLUMN version int NOT NULL DEFAULT 1;         -- of what staff saved, in the row whose id is group_id
-- Of two members of staff who change the same prepared answer, the second is told so (C019).
ALTER TABLE inquiry_sample ADD COLUMN version int NOT NULL DEFAULT 1;
-- The looks of a member of staff at personal data within the last 24 hours, the oldest first, and how many of the newest masters were not told of. since and
-- looks, which nodes of the release before read and write, are the oldest one and how many there are.
ALTER TABLE personal_look ADD COLUMN times timestamptz[] NOT NULL DEFAULT '{}', ADD COLUMN untold int NOT NULL DEFAULT 0;
-- The notices that each master has seen, one by one; those up to notice_seen were seen before.
CREATE TABLE notice_read (
  staff_id  text NOT NULL REFERENCES member_staff,
  notice_id bigint NOT NULL REFERENCES notice_notice,
  PRIMARY KEY (staff_id, notice_id)
);
