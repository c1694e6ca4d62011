// Package backing sets up a private PostgreSQL and a private Redis for development and tests: data, passwords and
// ports of their own, on loopback only. It never touches an instance that the machine may have.
package backing
