-- +goose Up
-- Rich posts, the free board and its comments, inquiries, banners, popups, codes, live chat.

-- A post of before is text; its html is made of it when it is read.
ALTER TABLE board_post
  ADD COLUMN html      text NOT NULL DEFAULT '',            -- cleaned (internal/richtext)
  ADD COLUMN member_id text REFERENCES member_member,       -- null: written by staff
  ADD COLUMN category  text NOT NULL DEFAULT '';
ALTER TABLE board_post DROP CONSTRAINT board_post_board_check;
ALTER TABLE board_post ADD CONSTRAINT board_post_board_check CHECK (board IN ('mq', 'notice', 'event', 'faq', 'board'));
CREATE INDEX board_post_desk ON board_post (site_id, board, id DESC); -- staff also see what is not published

CREATE TABLE board_comment (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  post_id    bigint NOT NULL REFERENCES board_post,
  member_id  text NOT NULL REFERENCES member_member,
  writer     text NOT NULL,                       -- the nickname at that time
  content    text NOT NULL,
  html       text NOT NULL,
  hidden     boolean NOT NULL DEFAULT false,      -- by staff
  created_at timestamptz NOT NULL
);
CREATE INDEX board_comment_list ON board_comment (post_id, id) WHERE NOT hidden;

CREATE TABLE inquiry_inquiry (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id     text NOT NULL REFERENCES site_site,
  member_id   text NOT NULL REFERENCES member_member,
  category    text NOT NULL CHECK (category IN ('bankaccount', 'etc')),
  lang        text NOT NULL,                      -- of the member when it was asked
  title       text NOT NULL,
  content     text NOT NULL,
  html        text NOT NULL,
  answer      text NOT NULL DEFAULT '',
  answer_html text NOT NULL DEFAULT '',
  answered_by text,                               -- staff id, or 'auto' (D-62); null while it waits
  answered_at timestamptz,
  created_at  timestamptz NOT NULL,
  CHECK ((answered_at IS NULL) = (answered_by IS NULL))
);
CREATE INDEX inquiry_inquiry_member ON inquiry_inquiry (member_id, created_at DESC);
CREATE INDEX inquiry_inquiry_desk ON inquiry_inquiry (site_id, id DESC);
CREATE INDEX inquiry_inquiry_wait ON inquiry_inquiry (site_id, id) WHERE answered_at IS NULL;

-- Which account a member was shown to pay into, each time (D-62): accounts take turns.
ALTER TABLE cash_account ADD COLUMN handed_at timestamptz;
CREATE TABLE cash_account_view (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id    text NOT NULL REFERENCES site_site,
  member_id  text NOT NULL REFERENCES member_member,
  account_id bigint NOT NULL REFERENCES cash_account,
  ip         inet,
  trace      text NOT NULL,
  shown_at   timestamptz NOT NULL,
  until      timestamptz NOT NULL                 -- the member's own till then
);
CREATE INDEX cash_account_view_member ON cash_account_view (member_id, shown_at DESC);

CREATE TABLE content_banner (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id text NOT NULL REFERENCES site_site,
  lang    text NOT NULL DEFAULT '',               -- empty: for readers of every language
  title   text NOT NULL,
  image   text NOT NULL,                          -- a path of the site
  link    text NOT NULL DEFAULT '',
  ord     int NOT NULL DEFAULT 0,
  active  boolean NOT NULL DEFAULT true,
  since   timestamptz NOT NULL,
  until   timestamptz                             -- null: for good
);
CREATE INDEX content_banner_list ON content_banner (site_id, ord, id);

CREATE TABLE content_popup (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id  text NOT NULL REFERENCES site_site,
  lang     text NOT NULL DEFAULT '',
  audience text NOT NULL CHECK (audience IN ('before', 'after')), -- log-in
  title    text NOT NULL,
  content  text NOT NULL DEFAULT '',
  html     text NOT NULL DEFAULT '',
  image    text NOT NULL DEFAULT '',
  link     text NOT NULL DEFAULT '',
  ord      int NOT NULL DEFAULT 0,
  active   boolean NOT NULL DEFAULT true,
  since    timestamptz NOT NULL,
  until    timestamptz
);
CREATE INDEX content_popup_list ON content_popup (site_id, ord, id);

CREATE TABLE content_code (
  master text NOT NULL,                           -- which list
  grp    text NOT NULL,                           -- group of the code, or ''
  code   text NOT NULL,
  names  jsonb NOT NULL,                          -- by language
  ord    int NOT NULL DEFAULT 0,
  active boolean NOT NULL DEFAULT true,
  PRIMARY KEY (master, grp, code)
);

-- The token by which a provider of live chat knows a session; made again from these by its key.
CREATE TABLE livechat_token (
  session_id text PRIMARY KEY,
  member_id  text NOT NULL REFERENCES member_member,
  jti        text NOT NULL,
  issued_at  timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX livechat_token_expires ON livechat_token (expires_at);
