-- site_currency is the currency that a site shows and takes (D-21). A member may have wallets in others besides.
CREATE OR REPLACE FUNCTION site_currency(p_site text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce((SELECT options ->> 'currency' FROM site_site WHERE site_id = p_site), 'KRW');
END $$;
