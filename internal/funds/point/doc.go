// Package point turns points into cash (D-19): 1 point is 1 unit of the currency, at once, both sides in one transaction
// (S-33).
//
// Tables: none of its own; the wallet holds points and their history.
//
// Checks, in this order: S001, S007, C018, C009, then U033 with the member's row held, then on the locked wallet P001, P003, P002.
//
// In a break no points are converted (U033): no credit asks for turnover then (internal/ledger/turnover), so points would become cash
// without play. The points stay where they are and are converted after the break.
//
// Events: CASH, by the wallet. Lock order: the call's key (internal/access/idempotency), the member, the wallet.
package point
