// Package audit keeps who did what in the back office, to what, from where (S-24, S-29), and significant events (S-80),
// so that nobody can change it unseen (S-82, S-83).
//
// Write is for staff: in the transaction of the action itself, so that neither is ever without the other. Note is for
// events in requests of members: nobody waits, and a job (Link) moves them into the chain within seconds.
//
// Tables: audit_entry (append-only: a trigger refuses every change), audit_head, audit_note. Events: none.
//
// Invariants: the entries of a site are numbered without a gap, and each carries the SHA-256 of itself and of the hash
// before it; the trigger of the table makes both, audit_head is the end of the chain. Verify recomputes everything. A chain
// that was made anew as a whole is found only by a tip that was written down elsewhere: keep what `workers audit verify`
// prints. The role of the programs can neither change nor delete (pg.Grant).
//
// Lock order: everything else → the site's row of audit_head.
package audit
