-- +goose Up
-- Two currencies of a member move at the same moment.
ALTER TABLE protection_flow DROP CONSTRAINT protection_flow_pkey, ADD CONSTRAINT protection_flow_pkey PRIMARY KEY USING INDEX protection_flow_currency;
