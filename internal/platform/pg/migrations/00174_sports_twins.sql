-- +goose NO TRANSACTION
-- +goose Up
-- Matches by their two sides, whichever is at home: two feeds may tell of one match (sports_twins).
DROP INDEX CONCURRENTLY IF EXISTS sports_event_sides;
CREATE INDEX CONCURRENTLY sports_event_sides ON sports_event (least(home_id, away_id), greatest(home_id, away_id), starts_at);
