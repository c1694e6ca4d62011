// Package member is the accounts of members: signup and its approval, login, sessions (those of staff as well), and the
// withdrawal PIN.
//
// Tables: member_member, member_shadow, member_session, member_login, member_block, member_note, member_reset,
// member_change, member_upline (the uplines of before a move), member_switch (what partners switched off).
//
// Invariants: an attempt is counted before the password or PIN is verified, so that concurrent guesses cannot exceed the
// limit. A member's sessions begin under the member's row lock, so that `kick` leaves exactly one. A session that ended
// stays ended, and its version grows with each change. Texts are stored in one form only (D-01 … D-06).
//
// Personal data (S-98): phone, name, and number and holder of the bank account are sealed (internal/account/personal). keep makes what a row
// holds of them, taken looks for them in other forms, unseal opens them. Only the rows that are shown are opened; a login opens
// phone and account, for the blocks.
//
// Blocks (U012 … U014) are of a site: an address is refused before anything else is checked, a phone or an account after the
// right password. A block ends the sessions that it concerns. Staff is not affected. A block may have an end, after which it refuses nothing;
// its row stays until staff clears it. A device cannot be blocked: all that is known of one is its user agent, which many devices share and
// anyone can change.
//
// Sessions (D-09, S-09): a token lives 120 minutes. Within its last minute, or when forced, a renewal makes the next
// generation; the old one dies, but is taken ten seconds more (Grace), because tabs share the cookie and may have
// requests on the way. One that is used after that ends the session (Superseded). However often it is renewed, a session lasts at most
// as long as the site says: 12 hours, of staff and of the partner area 8 (ASVS 7.3.2). Members have as many sessions as the site's multiLogin says; staff and
// persons of the partner area may have several. Sessions of the partner area have the partner as their member, and the person as their agent.
//
// Events: LOGOUT to the session that ended; JOIN, LOGIN and, whatever ended a session, LEAVE to the upline; QUEUE
// to staff when the list of signups changed; LOCK_BET_YN; PROBE to the prober's own session.
//
// Locks, in the order of internal/operator/audit: the moves of a site, the row of the member (of a move: of all that are moved and the new referrer; of
// a new member: that of its referrer, FOR SHARE), its sessions, the wallet, the message counter, the head
// of the audit.
package member
