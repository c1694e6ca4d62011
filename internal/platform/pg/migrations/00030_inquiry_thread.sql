-- +goose Up
-- What follows the first question and its answer: a member writes again in the same inquiry until staff closes it. The answer of the
-- inquiry is the one to the member's last message; earlier ones are messages.
ALTER TABLE inquiry_inquiry ADD COLUMN closed_at timestamptz;
CREATE TABLE inquiry_message (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  inquiry_id bigint NOT NULL REFERENCES inquiry_inquiry,
  staff      text,                                 -- NULL: the member wrote it
  content    text NOT NULL,
  html       text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX inquiry_message_thread ON inquiry_message (inquiry_id, id);

-- Pictures that members send with a question. The bytes are a JPEG that the api wrote itself (internal/core/picture).
CREATE TABLE inquiry_image (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id    text NOT NULL REFERENCES site_site,
  member_id  text NOT NULL REFERENCES member_member,
  inquiry_id bigint REFERENCES inquiry_inquiry,    -- NULL: uploaded and not sent yet
  message_id bigint REFERENCES inquiry_message,    -- NULL: of the question itself
  width      int NOT NULL,
  height     int NOT NULL,
  bytes      bytea NOT NULL,
  created_at timestamptz NOT NULL,
  CHECK (message_id IS NULL OR inquiry_id IS NOT NULL)
);
ALTER TABLE inquiry_image ALTER COLUMN bytes SET STORAGE EXTERNAL; -- a JPEG cannot be compressed again
CREATE INDEX inquiry_image_thread ON inquiry_image (inquiry_id, id) WHERE inquiry_id IS NOT NULL;
CREATE INDEX inquiry_image_unsent ON inquiry_image (member_id, id) WHERE inquiry_id IS NULL;
