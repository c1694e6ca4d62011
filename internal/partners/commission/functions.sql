-- The debts of partners (D-30), for the domain that moves their PT.

-- commission_owed returns the debt of a partner in minor units of PT.
CREATE OR REPLACE FUNCTION commission_owed(p_partner text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT d.owed FROM commission_debt d WHERE d.partner_id = p_partner), 0)
$$;
