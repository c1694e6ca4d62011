-- +goose Up
ALTER TABLE member_member ADD COLUMN upline text[] NOT NULL DEFAULT '{}'; -- memIds of the partners above, nearest first
