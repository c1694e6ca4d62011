// Package inquiry is what members ask staff: a question, and its answer. A question about the account to pay into is answered
// at once (D-62).
//
// Tables: inquiry_inquiry. A member sees own inquiries only; a foreign one is one that is not there.
//
// Invariant: a member has at most twenty inquiries that wait.
//
// Events: QUEUE inquiry to staff when one waits, and when it is answered; the member gets a letter with the answer, and with
// it MSG. What staff answer is in the audit.
//
// Locks, in the order of internal/audit: the inquiries and the account of the member (advisory), the accounts of the site, the
// message counter, the head of the audit.
package inquiry
