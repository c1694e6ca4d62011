-- +goose Up
-- A correction of the PT of a head office may need a second person as well.
ALTER TABLE approval_request DROP CONSTRAINT approval_request_unit_check;
ALTER TABLE approval_request ADD CONSTRAINT approval_request_unit_check CHECK (unit IN ('', 'cash', 'point', 'pt')) NOT VALID;
