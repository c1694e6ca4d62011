// Package partner is the tree of partners: who stands below whom, the rates of each, what a partner may do to the accounts below it, and
// the money (PT) that it pays to them.
//
// Tables: partner_partner, partner_rate, partner_closed, partner_send.
//
// Invariants: a rate is never above that of the partner above (G010), whatever changes at once; a partner acts on its own downline only,
// and a foreign member reads like one that does not exist; PT is a wallet like any other (wallet.PT), so that it adds up with all money.
//
// Lock order: the partner above → the partner → the account below → the wallets, the smaller memId first.
package partner
