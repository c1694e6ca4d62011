-- site_currency is the currency that a site shows and takes (D-21). A member may have wallets in others besides.
CREATE OR REPLACE FUNCTION site_currency(p_site text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce((SELECT options ->> 'currency' FROM site_site WHERE site_id = p_site), 'KRW');
END $$;

-- site_book is the site whose staff decides matches for all sites (D-68): the one that the option bookSite of the oldest site names, else the oldest site.
CREATE OR REPLACE FUNCTION site_book() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT b.site_id FROM site_site b WHERE b.site_id = o.options ->> 'bookSite'), o.site_id)
    FROM site_site o ORDER BY o.created_at, o.site_id LIMIT 1
$$;

-- site_stop_offer switches a part of the offer off for a site, unless it is off, in the name of the product; reason is the option whose limit was reached. Staff
-- switches it on again. The row of the site is locked first, as by every switch.
CREATE OR REPLACE FUNCTION site_stop_offer(p_site text, p_name text, p_reason text, p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  state record;
BEGIN
  UPDATE site_site SET inspect_version = inspect_version + 1
   WHERE site_id = p_site AND NOT EXISTS (SELECT FROM site_switch w WHERE w.site_id = p_site AND w.name = p_name AND w.off)
  RETURNING inspect, inspect_version INTO state;
  IF NOT FOUND THEN RETURN; END IF;
  INSERT INTO site_switch (site_id, name, set_by, reason, set_at, off) VALUES (p_site, p_name, '', p_reason, p_now, true)
  ON CONFLICT (site_id, name) DO UPDATE SET set_by = EXCLUDED.set_by, reason = EXCLUDED.reason, set_at = EXCLUDED.set_at, off = true,
    version = site_switch.version + 1;
  INSERT INTO outbox_event (site, cmd, data1, ver) VALUES (p_site, 'INSPECT', CASE WHEN state.inspect THEN 'Y' ELSE 'N' END, state.inspect_version);
  INSERT INTO outbox_event (site, topic, cmd, data1, data2) VALUES (p_site, 'admin.' || p_site, 'QUEUE', 'inspect', p_site);
END $$;
