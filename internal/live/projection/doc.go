// Package projection reads from PostgreSQL what Redis holds of members and sites, so that it can be written again.
// It reads tables of several domains in one statement and owns none; it writes nothing.
package projection
