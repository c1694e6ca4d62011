// Package staff is the accounts of the back office: login by password and one-time code, and rights.
//
// Tables: member_staff, member_staff_try. Sessions of staff, the records of its logins and their rules are those of members
// (internal/account/member), under the audience admin; passwords are checked by internal/account/credential.
//
// Invariants: a one-time code works once, even if PostgreSQL or Redis lost its use. A wrong code is answered like a wrong
// password. A stranger who does not know the password cannot delay other callers: attempts are counted by ID and network,
// whether the ID exists or not, and nothing locks an account for good (S-77, S-78).
//
// Events: those of sessions. Locks, in the order of internal/operator/audit: the row of the staff member, its sessions, the head of the
// audit.
package staff
