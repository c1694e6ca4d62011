// Package credential checks passwords and PINs: their hashes, and how many wrong attempts are allowed; and the one-time codes and recovery
// codes of those who work here. Members (internal/account/member), staff (internal/account/staff) and persons of the partner area
// (internal/partners/agent) use it; each keeps its own hashes and counts its own attempts behind Store.
//
// Tables: none. Events: none. Locks: none.
//
// Invariants: an attempt is counted before it is verified, so that concurrent guesses cannot exceed the limit. An unknown ID
// costs as much time, is counted and locks like a known one (D-08), so that the answers reveal nothing.
package credential
