-- +goose Up
-- The gates of the release before 00013: no program calls them any more, and they know nothing of breaks and limits.
DROP FUNCTION vendor_standings(text[], text[], bigint, bigint);
DROP FUNCTION vendor_gate(text, text, bigint, bigint);
