// Package inquiry is what members and guests ask staff: a question, and its answer. A question about the account to pay into is
// answered at once (D-62).
//
// A member may write again in an inquiry, which then waits again, until staff closes it: the answer of the inquiry is always the one to the
// member's last message, and earlier answers are messages of its thread. Messages of members may have pictures, which are stored as
// JPEGs that internal/core/picture wrote.
//
// Tables: inquiry_inquiry, inquiry_message, inquiry_image, inquiry_sample (answers that staff prepared). A member sees own inquiries only; one of another member is treated as one that does not exist. A
// guest's inquiry has no member but a contact, sealed by internal/account/personal, and is shown to a caller who knows its number and its secret, of which the
// SHA-256 is kept.
//
// Invariants: a member has at most twenty inquiries that wait; a site takes at most five hundred inquiries of guests in 24 hours;
// an inquiry of a guest is deleted 180 days after it was written or answered last (PruneGuests, a job of workers/jobs); a picture that was uploaded and not sent is deleted after a day (PruneImages, the same job).
//
// Events: QUEUE inquiry to staff when one waits, and when it is answered; the member gets a message with the answer, and
// with it MSG. Nothing is sent to a guest. The answers of staff are in the audit, which never holds a guest's contact.
//
// Locks, in the order of internal/operator/audit: the inquiries and the account of the member (advisory), or those of the site's guests, or its sample answers; the accounts of the site, the
// message counter, the head of the audit.
package inquiry
