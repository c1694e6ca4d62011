package provider

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"

	"hubstake/internal/core/money"
)

// Settings are what providers want differently. The zero value is the usual behaviour.
type Settings struct {
	// RollbackUnknown is the answer to the rollback of a transaction that we have not seen; empty is OK. The transaction
	// is refused when it comes, either way.
	RollbackUnknown Status `json:"rollbackUnknown,omitempty"`
	// WinRollback is what happens when a win is taken back and the balance is short; empty takes what is there and records
	// the rest as a debt.
	WinRollback Shortage `json:"winRollback,omitempty"`
	// FreeWinMax and FreeWinDayMax are the maximum of one win without a bet, and of all such wins in a day of the site's
	// time zone; 0: the site's own maximum. Above them a win is parked, as one above the site's MaxWin.
	FreeWinMax    money.Amount `json:"freeWinMax,omitempty"`
	FreeWinDayMax money.Amount `json:"freeWinDayMax,omitempty"`
	// Answers are the words for disputed cases where the provider expects another one than ours. They change no money and
	// nothing that is stored.
	Answers map[Case]Status `json:"answers,omitempty"`
	// Allow are the networks that the provider calls from; empty: any.
	Allow []netip.Prefix `json:"allow,omitempty"`
	// Replay is how copies of signed calls are told; empty remembers nonces.
	Replay Replay `json:"replay,omitempty"`
	// LowestVersion of the signed text of our own protocol: 2 refuses version 1, which does not say what is asked for. 0 and 1
	// accept both.
	LowestVersion int `json:"lowestVersion,omitempty"`
	// Operator is what the provider calls us in its own protocol, for adapters that need it: an operator's id, or id and brand
	// with a colon between.
	Operator string `json:"operator,omitempty"`
	// Country is what an adapter says of where its players are, ISO 3166-1; empty: not known.
	Country string `json:"country,omitempty"`
}

// Shortage says what becomes of a win that cannot be taken back in full.
type Shortage string

// RefuseDebt answers INSUFFICIENT_FUNDS and takes nothing.
const RefuseDebt Shortage = "refuse"

// Replay says how copies of signed calls are told.
type Replay string

// WindowOnly trusts the timestamp alone: for providers whose calls repeat a nonce.
const WindowOnly Replay = "window"

// Case is a disputed case: one in which providers expect different answers (money.md, "Providers differ").
type Case string

// The cases, with the answer that is given when the provider's settings say nothing.
const (
	WinWithoutBet    Case = "winWithoutBet"    // TRANSACTION_NOT_FOUND
	WinOfRolledBack  Case = "winOfRolledBack"  // TRANSACTION_ROLLED_BACK
	SecondSettlement Case = "secondSettlement" // BET_ALREADY_SETTLED: another closing win of a bet
	BetRolledBack    Case = "betRolledBack"    // TRANSACTION_ROLLED_BACK: it was undone before it came
	BetOnClosedRound Case = "betOnClosedRound" // ROUND_CLOSED
	RollbackForeign  Case = "rollbackForeign"  // TRANSACTION_NOT_FOUND: of a rollback, or of another member's transaction
	RollbackSettled  Case = "rollbackSettled"  // BET_ALREADY_SETTLED
	RollbackShort    Case = "rollbackShort"    // INSUFFICIENT_FUNDS, with WinRollback refuse
	OtherContent     Case = "otherContent"     // DUPLICATE_TRANSACTION: the id is taken by another content
)

// Cases lists them all.
var Cases = []Case{
	WinWithoutBet, WinOfRolledBack, SecondSettlement, BetRolledBack, BetOnClosedRound, RollbackForeign, RollbackSettled, RollbackShort,
	OtherContent,
}

// caseOf is the disputed case that an answer is of; empty for all others.
func caseOf(kind Kind, a Answer) Case {
	type of struct {
		kind   Kind
		status Status
	}
	if a.Status == Duplicate {
		return OtherContent
	}
	if kind == Rollback && a.Status == NotFound && a.OurTxID != 0 {
		return "" // RollbackUnknown chose it
	}
	return map[of]Case{
		{Win, NotFound}: WinWithoutBet, {Win, RolledBack}: WinOfRolledBack, {Win, AlreadySettled}: SecondSettlement,
		{Bet, RolledBack}: BetRolledBack, {Bet, RoundClosed}: BetOnClosedRound,
		{Rollback, NotFound}: RollbackForeign, {Rollback, AlreadySettled}: RollbackSettled, {Rollback, InsufficientFunds}: RollbackShort,
	}[of{kind, a.Status}]
}

// Say is the word that the provider gets for an answer to an operation.
func (s Settings) Say(kind Kind, a Answer) Status {
	if len(s.Answers) == 0 {
		return a.Status
	}
	if said, ok := s.Answers[caseOf(kind, a)]; ok {
		return said
	}
	return a.Status
}

// ErrSettings says that settings contradict themselves or the rules.
var ErrSettings = errors.New("provider: settings")

// Validate refuses unknown words, and OK for a case without effect: the provider would book money that we did not move.
func (s Settings) Validate() error {
	switch {
	case s.RollbackUnknown != "" && s.RollbackUnknown != OK && s.RollbackUnknown != NotFound:
		return fmt.Errorf("%w: rollbackUnknown %q", ErrSettings, s.RollbackUnknown)
	case s.WinRollback != "" && s.WinRollback != RefuseDebt:
		return fmt.Errorf("%w: winRollback %q", ErrSettings, s.WinRollback)
	case s.Replay != "" && s.Replay != WindowOnly:
		return fmt.Errorf("%w: replay %q", ErrSettings, s.Replay)
	case s.LowestVersion < 0 || s.LowestVersion > 2:
		return fmt.Errorf("%w: lowestVersion %d", ErrSettings, s.LowestVersion)
	}
	if s.FreeWinMax < 0 || s.FreeWinDayMax < 0 || s.FreeWinMax > money.Max || s.FreeWinDayMax > money.Max {
		return fmt.Errorf("%w: freeWinMax %d, freeWinDayMax %d", ErrSettings, s.FreeWinMax, s.FreeWinDayMax)
	}
	for c, status := range s.Answers {
		if !slices.Contains(Cases, c) || !slices.Contains(Statuses, status) || status == OK {
			return fmt.Errorf("%w: answers %q: %q", ErrSettings, c, status)
		}
	}
	for _, p := range s.Allow {
		if !p.IsValid() {
			return fmt.Errorf("%w: allow", ErrSettings)
		}
	}
	return nil
}

// Allows reports whether the provider may call from an address.
func (s Settings) Allows(ip netip.Addr) bool {
	return len(s.Allow) == 0 || slices.ContainsFunc(s.Allow, func(p netip.Prefix) bool { return p.Contains(ip.Unmap()) })
}
