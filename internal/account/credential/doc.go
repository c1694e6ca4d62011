// Package credential checks what somebody shows in order to be let in: passwords and PINs, their hashes, and how often they may be wrong.
// Members (internal/account/member) and staff (internal/account/staff) use it; each keeps its own hashes and counts its own attempts
// behind Store.
//
// Tables: none. Events: none. Locks: none.
//
// Invariants: an attempt is counted before it is looked at, so that guesses made at once are no more than the limit. An ID that does not
// exist costs, counts and locks as a known one does (D-08), so that the answers tell nothing.
package credential
