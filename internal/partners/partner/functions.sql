-- The order of rates (G010, D-30), for every way to write them.

-- partner_exceeds reports whether one of some rates is above the same of others; NULL stands for zeros.
CREATE OR REPLACE FUNCTION partner_exceeds(p_rates integer[], p_above integer[]) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT EXISTS (SELECT FROM unnest(p_rates, p_above) AS u (rate, above) WHERE u.rate > coalesce(u.above, 0))
$$;

-- partner_rates_in_order refuses rates above those of the partner above, or below those of a partner below. It holds the current rates of the
-- partner above, so that of two changes that cross each other the second one sees the first. A partner without one above may have any rates.
CREATE OR REPLACE FUNCTION partner_rates_in_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE parent text; above integer[];
BEGIN
  SELECT m.parent_id INTO parent FROM member_member m WHERE m.member_id = NEW.member_id;
  IF parent IS NOT NULL THEN
    PERFORM FROM partner_rate r WHERE r.member_id = parent AND r.until IS NULL FOR SHARE;
    SELECT r.rates INTO above FROM partner_rate r WHERE r.member_id = parent AND r.until IS NULL;
    IF partner_exceeds(NEW.rates, above) THEN
      RAISE EXCEPTION 'rates of % are above those of %', NEW.member_id, parent USING ERRCODE = 'check_violation', CONSTRAINT = 'partner_rates_in_order';
    END IF;
  END IF;
  IF EXISTS (SELECT FROM member_member m JOIN partner_rate r ON r.member_id = m.member_id AND r.until IS NULL
              WHERE m.parent_id = NEW.member_id AND m.status <> 'deleted' AND partner_exceeds(r.rates, NEW.rates)) THEN
    RAISE EXCEPTION 'rates of % are below those of a partner below', NEW.member_id USING ERRCODE = 'check_violation', CONSTRAINT = 'partner_rates_in_order';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER partner_rates_in_order AFTER INSERT OR UPDATE ON partner_rate FOR EACH ROW
  WHEN (NEW.until IS NULL) EXECUTE FUNCTION partner_rates_in_order();

-- partner_unplayed returns how much of payments to members is not played yet and was not taken back. p_open is what each of them still asks for.
CREATE OR REPLACE FUNCTION partner_unplayed(p_sends bigint[], p_open bigint[]) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(least(s.amount - s.back, ceil(o.amount * s.amount::numeric / s.turnover))), 0)::bigint
    FROM unnest(p_sends, p_open) AS o (send, amount) JOIN partner_send s ON s.id = o.send AND s.turnover > 0
$$;
