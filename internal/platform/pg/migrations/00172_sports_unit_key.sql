-- +goose Up
ALTER TABLE sports_market DROP CONSTRAINT sports_market_event_id_kind_period_line_key;
