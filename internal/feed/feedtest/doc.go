// Package feedtest tests the feeds of internal/feed in one program, because each of their few tests links the database, the sportsbook and an HTTP server.
// A file is named after the feed that it tests.
package feedtest
