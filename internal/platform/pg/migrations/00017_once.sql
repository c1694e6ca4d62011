-- +goose Up
-- What was answered to calls of members that carry a key (M12): a call that comes again has no second effect and gets the same
-- answer. A row is written in the transaction of its effect and forgotten after two days.
CREATE TABLE once_answer (
  member_id text NOT NULL REFERENCES member_member,
  key       bytea NOT NULL CHECK (octet_length(key) = 32),   -- SHA-256 of the caller's key
  print     bytea NOT NULL CHECK (octet_length(print) = 32), -- HMAC of the call and its body under the caller's key, which is not kept
  code      text NOT NULL DEFAULT '',                        -- of a refusal
  answer    json,                                            -- the service's answer, or the values of the refusal
  at        timestamptz NOT NULL,
  PRIMARY KEY (member_id, key)
);
CREATE INDEX once_answer_old ON once_answer (at);
