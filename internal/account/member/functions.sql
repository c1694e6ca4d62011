-- Triggers that protect the members' own table.

CREATE OR REPLACE FUNCTION member_keep_break() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'a time-out or exclusion of % can be made longer, not shorter', OLD.member_id; END $$;

CREATE OR REPLACE TRIGGER member_keep_break BEFORE UPDATE OF timeout_until, excluded_until ON member_member FOR EACH ROW
  WHEN (NEW.timeout_until IS NULL AND OLD.timeout_until IS NOT NULL OR NEW.timeout_until < OLD.timeout_until
        OR NEW.excluded_until IS NULL AND OLD.excluded_until IS NOT NULL OR NEW.excluded_until < OLD.excluded_until)
  EXECUTE FUNCTION member_keep_break();

-- member_resting reports whether a break or an exclusion of a member holds (S-40, S-41).
CREATE OR REPLACE FUNCTION member_resting(p_member text, p_now timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM member_member m
                  WHERE m.member_id = p_member AND (m.status = 'excluded' OR m.timeout_until > p_now OR m.excluded_until > p_now))
$$;
