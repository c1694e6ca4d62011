// Package internal holds the SQL functions and triggers of all domains. They live beside their domain in functions.sql and
// are applied by pg.Migrate; a Go package must stand above the files to embed them.
package internal

import "embed"

// Functions are the functions.sql files: <area>/<domain>/functions.sql; live/outbox and platform/pg have one, too.
//
//go:embed */*/functions.sql
var Functions embed.FS
