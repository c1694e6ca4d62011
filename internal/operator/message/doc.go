// Package message is what the site writes to a member: sent, listed, read, deleted, and counted.
//
// Tables: message_message, message_counter (one row for each member, made by Open). A member sees the newest hundred of
// thirty days; the rows stay (D-56).
//
// Invariant: unread is the number of unread messages among those that the member can see. A transaction that changes a
// message holds the counter's row lock and counts again, so the number cannot drift, even under concurrent changes or when
// messages expire.
//
// Events: MSG with the unread number and the counter's version, when the number changed.
//
// Locks, in the order of internal/operator/audit: the counter. Only the head of the audit may be locked after it.
package message
