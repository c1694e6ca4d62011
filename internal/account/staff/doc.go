// Package staff is the accounts of the back office: login by password and one-time code, their rights, and how masters make, change,
// end and recover them.
//
// An account begins with a one-time password, which its maker sees once. Its person enrols with it: an authenticator, a password of the
// own, recovery codes. No other person ever sees any of these.
//
// Tables: member_staff, member_staff_try, member_staff_recovery,
// member_staff_view (views of lists that a person saved). Sessions of staff, the records of its logins and their rules are those of members
// (internal/account/member), under the audience admin; passwords are checked by internal/account/credential.
//
// Invariants: a one-time code works once, even if PostgreSQL or Redis lost its use. A wrong code is answered like a wrong
// password. A stranger who does not know the password cannot delay other callers: attempts are counted by ID and network,
// whether the ID exists or not, and nothing locks an account for good (S-77, S-78). A master never acts on the own account, and who acts is
// still a master when the action is carried out: so each site that has masters keeps one. A master who gives an account a one-time password
// could enrol with it in the place of its person. So for 24 hours the two accounts count as one person where two are needed, from the enrolment
// on again, and the same holds for rights that are given and for an account that is opened again (approval.NoteAccess, S-84).
//
// Events: those of sessions. Locks, in the order of internal/operator/audit: the rows of who acts and of the account, its sessions,
// the head of the audit.
package staff
