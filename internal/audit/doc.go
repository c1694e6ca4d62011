// Package audit keeps who did what in the back office, to what, from where (S-24, S-29): written in the transaction of
// the action itself, so that neither is ever without the other.
//
// Tables: audit_entry (append-only: a trigger refuses every change). Events: none. Locks: none.
package audit
