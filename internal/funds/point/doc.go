// Package point turns points into cash (D-19): 1 point is 1 unit of the currency, at once, both sides in one transaction
// (S-33).
//
// Tables: none of its own; the wallet holds points and their history.
//
// Checks, in this order: S001, S007, C009, then on the locked wallet P001, P003, P002.
//
// Events: CASH, by the wallet. Lock order: the call's key (internal/access/idempotency), then the wallet.
package point
