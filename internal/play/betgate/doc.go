// Package betgate answers one question for every kind of bet: may this member stake this much on this product now? It knows the
// switches of site, provider, product and game, the locks and states of members, the maximum stake of D-22, and the member's own
// limits (S-36 … S-45). It owns no table.
//
// May asks for one member before a game is opened. A Batch asks for all bets of a transaction whose wallets are locked, and notes what
// they stake and lose for the members' limits.
package betgate
