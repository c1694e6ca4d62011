-- +goose Up
-- Keys of vendors. Two are valid at once while one is changed for the other; a key that has ended stays, for whoever asks
-- later which key signed what. kind: hmac (a shared secret, sealed), rsa (the vendor's public key, PEM), rsa-own (our
-- private key, sealed PKCS #8).
CREATE TABLE vendor_key (
  vendor_id   text NOT NULL REFERENCES vendor_vendor,
  key_id      text NOT NULL CHECK (key_id ~ '^[A-Za-z0-9._-]{1,64}$'),
  kind        text NOT NULL CHECK (kind IN ('hmac', 'rsa', 'rsa-own')),
  material    text NOT NULL,
  valid_from  timestamptz NOT NULL,
  valid_until timestamptz CHECK (valid_until >= valid_from),
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (vendor_id, key_id)
);

-- vendor_holding tells whose launch a token is and in which currency it plays, alive or not. Of a token that is not the
-- vendor's, or not the member's, known is false, and the currency is the one of the member's wallet: the protocols of some
-- vendors name neither token nor currency when they roll back.
-- +goose StatementBegin
CREATE FUNCTION vendor_holding(p_vendor text, p_token text, p_member text)
RETURNS TABLE (known boolean, member text, currency text) LANGUAGE sql STABLE AS $$
  (SELECT true, l.member_id, l.currency FROM game_launch l
    WHERE l.token = p_token AND l.vendor_id = p_vendor AND p_member IN ('', l.member_id))
  UNION ALL
  (SELECT false, b.member_id, b.currency FROM wallet_balance b WHERE b.member_id = p_member ORDER BY b.currency LIMIT 1)
  LIMIT 1
$$;
-- +goose StatementEnd
