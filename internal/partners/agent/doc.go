// Package agent is who may log in to the partner area: the partner itself, with the password of its account as a member and a one-time code,
// and the persons whom the partner lets in (sub-staff, memId.name), each with rights of its own.
//
// The account of a partner itself is made at its first login, and enrolled then: an authenticator and recovery codes. Sub-staff begins with a
// one-time password, which its maker sees once, and enrols with it as staff does. The sessions are those of internal/account/member under the audience partner: their member is the
// partner, their agent the person.
//
// Tables: agent_account, agent_recovery, agent_try.
//
// Invariants: a one-time code works once, even if PostgreSQL or Redis lost its use, and a wrong one is answered like a wrong password. Three wrong attempts
// hold back an ID from an address for 15 minutes, and the partner gets a message (S-77); nothing locks an account for good. The partner area is open to partners with
// the status normal whom staff lets refer, on sites that have partners, and to their sub-staff: both are asked for at each call, so that a right or an account
// that is taken away opens nothing from that moment on (S-87), and the sessions that had it end. An authenticator that staff takes away is told to the
// partner. No person gives a right that it does not have, or changes an account that has
// such a right; no person changes its own account.
//
// Events: those of sessions, and MSG to the partner. Locks, in the order of internal/operator/audit: the blocks of the site and the row of the partner (at a login),
// the rows of the accounts, the smaller ID first, their sessions, the message counter, the head of the audit.
package agent
